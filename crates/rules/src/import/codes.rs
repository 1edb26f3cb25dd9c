//! Games as numbers alone, in OpenSpiel's history format: the colours of the tiles in the order in which the factories
//! draw them, then the codes of the moves, round after round. Player 0 begins.

use super::mismatch::expect_same;
use super::replay::{Replay, global_contradiction};
use super::{Contradiction, Game, Mismatch, Origin};
use crate::record::Statement;
use crate::{Colour, Deal, ImpossibleDeal, Move, Phase, Players};
use serde_json::Value;

/// The headings of OpenSpiel's text of a game and its state.
const META: &str = "[Meta]";
const GAME: &str = "[Game]";
const STATE: &str = "[State]";

/// The prefix of the history in the state of a Python game: `PLAYER:NUMBER` for each step, where chance is player −1.
const HISTORY: &str = "history=";

/// The prefix of the number of steps in the state of a Python game.
const STEPS: &str = "move_number=";

/// The limit of a game's steps, of which a game has some hundreds.
const LONGEST: usize = 1 << 20;

/// The player number of chance.
const CHANCE: i64 = -1;

/// A step: its player, where the text has one, and its number.
type Step = (Option<i64>, u64);

/// The game of a text that has only numbers and the headings; none of any other text.
pub(super) fn of_text(text: &str) -> Option<Game> {
    let (players, state) = match text.split_once(STATE) {
        Some((before, state)) => {
            let (meta, game) = before.split_once(GAME)?;
            match header(meta, game) {
                Ok(players) => (players, state),
                Err(mismatch) => {
                    return Some(Err(global_contradiction(Origin::OpenSpiel, mismatch)));
                }
            }
        }
        None => (None, text),
    };
    let value = |name| state.lines().find_map(|line| line.strip_prefix(name));
    let history = value(HISTORY).unwrap_or(state);
    let words = history.split(|letter: char| letter == ',' || letter.is_whitespace());
    // The limit is exceeded by at most one step.
    let words = words.filter(|word| !word.is_empty()).take(LONGEST + 1);
    let steps = words.map(|word| match word.split_once(':') {
        Some((player, number)) => Some((Some(player.parse().ok()?), number.parse().ok()?)),
        None => Some((None, word.parse().ok()?)),
    });
    let steps = steps.collect::<Option<Vec<Step>>>()?;
    if let Some(statement) = value(STEPS) {
        let result = expect_same(
            "the state",
            "move_number",
            statement.trim().to_owned(),
            steps.len().to_string(),
        );
        if let Err(mismatch) = result {
            return Some(Err(global_contradiction(Origin::OpenSpiel, mismatch)));
        }
    }
    game(&steps, players)
}

/// The number of players of a game such as `python_azul(players=3)`; none where the header does not have it.
fn header(meta: &str, game: &str) -> Result<Option<Players>, Mismatch> {
    let lines = meta.lines().skip_while(|line| !line.starts_with(META));
    let version = lines
        .filter_map(|line| line.strip_prefix("Version:"))
        .next();
    expect_same("the header", "Version", version.map_or("1", str::trim), "1")?;
    let (name, parameters) = game.trim().split_once('(').unwrap_or((game.trim(), ""));
    if !name.contains("azul") {
        return Err(Mismatch::Other {
            reported: name.chars().take(40).collect(),
            expected: "python_azul",
        });
    }
    let Some((_, number)) = parameters.split_once("players=") else {
        return Ok(None);
    };
    let digits = number.split(|letter: char| !letter.is_ascii_digit()).next();
    let number = digits.and_then(|digits| digits.parse::<u64>().ok());
    let missing = Mismatch::Missing {
        what: "the header",
        key: "players",
    };
    Ok(Some(Players::try_from(number.ok_or(missing)?)?))
}

/// The game of a list of numbers.
pub(super) fn of_list(list: &[Value]) -> Option<Game> {
    let steps = list.iter().map(|number| Some((None, number.as_u64()?)));
    game(&steps.collect::<Option<Vec<Step>>>()?, None)
}

/// The game of a history. Without a number of players, the number of the longest replay counts.
fn game(steps: &[Step], players: Option<Players>) -> Option<Game> {
    if steps.is_empty() || steps.len() > LONGEST {
        return None;
    }
    let possible = Players::ALL
        .into_iter()
        .filter(|&player| players.is_none_or(|number| number == player));
    let replays = possible.map(|players| {
        let mut game = Replay::new(Origin::OpenSpiel, players, 0);
        let mut history = History { steps, position: 0 };
        let result = play(&mut game, &mut history);
        let contradiction = result.err().map(|mismatch| game.contradiction(mismatch));
        (
            contradiction.is_none(),
            history.position,
            game,
            contradiction,
        )
    });
    // The first of the longest replays.
    let furthest = replays.reduce(|best, other| match (other.0, other.1) > (best.0, best.1) {
        true => other,
        false => best,
    });
    let (_, _, game, contradiction): (bool, usize, Replay, Option<Contradiction>) = furthest?;
    match contradiction {
        Some(contradiction) => Some(Err(contradiction)),
        // A list of so few numbers may be anything.
        None if game.position().round() == 0 => None,
        None => Some(game.into_game(Vec::new())),
    }
}

struct History<'a> {
    steps: &'a [Step],
    position: usize,
}

impl History<'_> {
    fn next(&mut self) -> Option<Step> {
        let step = self.steps.get(self.position)?;
        self.position += 1;
        Some(*step)
    }
}

fn play(game: &mut Replay, history: &mut History) -> Result<(), Mismatch> {
    while history.position < history.steps.len() {
        match game.position().phase() {
            Phase::Deal => {
                if !deal(game, history)? {
                    break;
                }
            }
            _ => {
                game.enter_move();
                let Some((step_player, code)) = history.next() else {
                    break;
                };
                let taken = Move::from_code(code, game.players()).map_err(Statement::from)?;
                let mover = game.position().mover();
                let player = step_player.map_or(Some(mover), |player| usize::try_from(player).ok());
                let player = player.ok_or(Mismatch::Missing {
                    what: "the history",
                    key: "player",
                })?;
                game.play(player, taken)?;
                game.end_round();
            }
        }
    }
    Ok(())
}

/// Deals the next round; returns false where the steps end within the deal.
fn deal(game: &mut Replay, history: &mut History) -> Result<bool, Mismatch> {
    game.enter_deal();
    let position = game.position();
    let factories = position.players().factories();
    let tiles = (position.bag().len() + position.lid().len()).min(Deal::PER_FACTORY * factories);
    let mut draws = Vec::new();
    for number in 1..=tiles {
        let Some((step_player, index)) = history.next() else {
            return check_partial_deal(game, &draws).map(|()| false);
        };
        expect_same(
            "the history",
            "the player of a draw",
            step_player.unwrap_or(CHANCE),
            CHANCE,
        )?;
        let colour = usize::try_from(index).ok().and_then(Colour::from_index);
        draws.push(colour.ok_or(Mismatch::Drawn {
            number,
            drawn: index,
        })?);
    }
    let mut factory_tiles: Vec<Vec<Colour>> =
        draws.chunks(Deal::PER_FACTORY).map(<[_]>::to_vec).collect();
    factory_tiles.resize(factories, Vec::new());
    game.deal(&factory_tiles)?;
    Ok(true)
}

/// Checks that an unfinished deal draws no more tiles than bag and lid have.
fn check_partial_deal(game: &Replay, draws: &[Colour]) -> Result<(), Mismatch> {
    let [bag, lid] = [game.position().bag(), game.position().lid()];
    for colour in Colour::ALL {
        let found = draws.iter().filter(|&&other| other == colour).count() as u8;
        let most = bag.count(colour) + lid.count(colour);
        if found > most {
            let too_many = ImpossibleDeal::TooMany {
                colour,
                found,
                most,
            };
            return Err(Statement::from(too_many).into());
        }
    }
    Ok(())
}
