//! The games of ludometer: deals as counts of colours, moves by their codes, and how the game ended.

use super::mismatch::told;
use super::replayed::{Replayed, refused_at_once};
use super::{Game, Mismatch, Origin};
use crate::record::Statement;
use crate::{Board, Colour, EndBonus, Move, Phase, Players, Position, Tiles};
use serde::Deserialize;
use serde_json::Value;

/// How its formats are called, up to their numbers.
const FORMATS: &str = "faience-game/";

/// How the first format is called.
const FORMAT: &str = "faience-game/1";

#[derive(Debug, Deserialize)]
struct Written {
    moves: Vec<WrittenMove>,
    deals: Vec<WrittenDeal>,
    /// The player of the person, from 0.
    human_seat: Option<u64>,
    human_first: Option<bool>,
    #[serde(rename = "final")]
    end: Option<WrittenEnd>,
}

#[derive(Debug, Deserialize)]
struct WrittenMove {
    /// Of the whole game, from 1.
    ply: Option<u64>,
    /// From 0.
    player: u64,
    /// The code.
    action: u64,
}

#[derive(Debug, Deserialize)]
struct WrittenDeal {
    /// From 0.
    round: Option<u64>,
    /// For each factory, the tiles of each colour.
    factories: Vec<Vec<u64>>,
    /// What is left in the bag.
    bag: Option<Vec<u64>>,
    lid: Option<Vec<u64>>,
}

#[derive(Debug, Default, Deserialize)]
struct WrittenEnd {
    finished: Option<bool>,
    /// With all bonuses, where the game is finished.
    scores: Option<Vec<i64>>,
    /// Who has more points; none where the game is not finished.
    #[serde(default, deserialize_with = "given")]
    outcome: Option<Option<Won>>,
    rounds: Option<u64>,
    /// Whether the game ended because no tiles were left.
    exhausted: Option<bool>,
}

/// Who has more points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Won {
    Human,
    Ai,
    Draw,
}

/// What is there, even if it is null.
fn given<'de, D: serde::Deserializer<'de>>(value: D) -> Result<Option<Option<Won>>, D::Error> {
    Option::deserialize(value).map(Some)
}

/// Whether a value says that it is one, in whichever format.
pub(super) fn is_game(value: &Value) -> bool {
    let format = value.get("format").and_then(Value::as_str);
    format.is_some_and(|format| format.starts_with(FORMATS))
}

pub(super) fn game(value: &Value) -> Game {
    let at_once = |mismatch| refused_at_once(Origin::Ludometer, mismatch);
    if let Some(format) = value
        .get("format")
        .and_then(Value::as_str)
        .filter(|it| *it != FORMAT)
    {
        return Err(at_once(Mismatch::Other {
            said: format.to_owned(),
            wanted: FORMAT,
        }));
    }
    let written = Written::deserialize(value);
    let written = written.map_err(|error| at_once(Mismatch::Unreadable(error.to_string())))?;
    let first = written.moves.first().map_or(0, |taken| taken.player);
    let player = |number: u64| usize::try_from(number).ok().filter(|&it| it < 2);
    let missing = || Mismatch::Missing {
        what: "the game",
        key: "player from 0 to 1",
    };
    let first = player(first).ok_or_else(|| at_once(missing()))?;
    let human = written
        .human_seat
        .map(|seat| player(seat).ok_or_else(missing));
    let human = human.transpose().map_err(at_once)?;
    let mut game = Replayed::new(Origin::Ludometer, Players::Two, first);
    let read = play(&mut game, &written).and_then(|()| {
        let human_first = written.human_first.zip(human);
        if let Some((said, human)) = human_first.filter(|_| !written.moves.is_empty()) {
            told("the game", "human_first", said, human == first)?;
        }
        end(&game, &written.end.unwrap_or_default(), human)
    });
    match read {
        Ok(()) => game.finished(Vec::new()),
        Err(mismatch) => Err(game.refused(mismatch)),
    }
}

fn play(game: &mut Replayed, written: &Written) -> Result<(), Mismatch> {
    let mut deals = written.deals.iter();
    for (number, taken) in (1..).zip(&written.moves) {
        if game.position().phase() == Phase::Deal {
            game.at_a_deal();
            deal(game, deals.next().ok_or(Mismatch::NoDeal)?)?;
        }
        game.at_a_move();
        told("the move", "ply", taken.ply.unwrap_or(number), number)?;
        let player = usize::try_from(taken.player).unwrap_or(usize::MAX - 1);
        let code = Move::from_code(taken.action, game.players());
        game.play(player, code.map_err(Statement::from)?)?;
        game.end_round();
    }
    // A game that was left may have been dealt once more.
    for left in deals {
        deal(game, left)?;
    }
    game.at_the_end();
    Ok(())
}

fn deal(game: &mut Replayed, written: &WrittenDeal) -> Result<(), Mismatch> {
    game.at_a_deal();
    let round = game.rounds() as u64;
    told("the deal", "round", written.round.unwrap_or(round), round)?;
    for counts in &written.factories {
        told(
            "a factory of the deal",
            "so many colours:",
            counts.len(),
            Colour::COUNT,
        )?;
    }
    let factories = written.factories.iter().map(|counts| {
        let counted = Colour::ALL.into_iter().zip(counts);
        // A factory with more is refused, however many there are.
        let most = |&count: &u64| count.min(20) as usize;
        counted
            .flat_map(|(colour, count)| std::iter::repeat_n(colour, most(count)))
            .collect()
    });
    game.deal(&factories.collect::<Vec<_>>())?;
    let position = game.position();
    same_stock("bag", written.bag.as_deref(), position.bag())?;
    same_stock("lid", written.lid.as_deref(), position.lid())
}

/// The tiles of a bag or a lid after a deal.
fn same_stock(key: &'static str, said: Option<&[u64]>, found: Tiles) -> Result<(), Mismatch> {
    let Some(said) = said else {
        return Ok(());
    };
    let found = found.counts().map(u64::from);
    told("the deal", key, format!("{said:?}"), format!("{found:?}"))
}

/// What is said of the end, or of how the game stands where it was left.
fn end(game: &Replayed, written: &WrittenEnd, human: Option<usize>) -> Result<(), Mismatch> {
    let position = game.position();
    let outcome = position.outcome();
    match (written.finished, outcome) {
        (Some(true), None) => return Err(Mismatch::GameNotOver),
        (Some(false), Some(_)) => return told("the end", "finished", false, true),
        _ => {}
    }
    let scores: Vec<i64> = match outcome {
        Some(outcome) => outcome.scores().iter().map(|&score| score.into()).collect(),
        None => position
            .boards()
            .iter()
            .map(|board| board.score().into())
            .collect(),
    };
    if let Some(said) = &written.scores {
        told("the end", "so many scores:", said.len(), scores.len())?;
        for (player, (&said, &found)) in said.iter().zip(&scores).enumerate() {
            if said != found {
                return Err(Mismatch::Points {
                    player: player + 1,
                    what: "the whole game",
                    said,
                    found,
                });
            }
        }
    }
    let rounds = game.rounds() as u64;
    told(
        "the end",
        "rounds",
        written.rounds.unwrap_or(rounds),
        rounds,
    )?;
    let exhausted = outcome.is_some() && !has_complete_row(position);
    told(
        "the end",
        "exhausted",
        written.exhausted.unwrap_or(exhausted),
        exhausted,
    )?;
    let (Some(said), Some(human)) = (written.outcome, human) else {
        return Ok(());
    };
    let found = outcome.map(|_| match scores[human].cmp(&scores[1 - human]) {
        std::cmp::Ordering::Greater => Won::Human,
        std::cmp::Ordering::Less => Won::Ai,
        std::cmp::Ordering::Equal => Won::Draw,
    });
    let words =
        |won: Option<Won>| won.map_or("none".to_owned(), |it| format!("{it:?}").to_lowercase());
    told("the end", "outcome", words(said), words(found))
}

fn has_complete_row(position: &Position) -> bool {
    let boards = position.boards().iter();
    boards
        .map(Board::end_bonus)
        .any(|EndBonus { rows, .. }| rows > 0)
}
