//! The games of ludometer: deals as counts of colours, moves by their codes, and the result.

use super::mismatch::expect_same;
use super::replay::{Replay, global_contradiction};
use super::{Game, Mismatch, Origin};
use crate::record::Statement;
use crate::{Board, Colour, EndBonus, Move, Phase, Players, Position, Tiles};
use serde::Deserialize;
use serde_json::Value;

/// The prefix of the format names, up to the number of the format.
const FORMATS: &str = "faience-game/";

/// The name of the first format.
const FORMAT: &str = "faience-game/1";

#[derive(Debug, Deserialize)]
struct GameEntry {
    moves: Vec<MoveEntry>,
    deals: Vec<DealEntry>,
    /// The index of the human player, from 0.
    human_seat: Option<u64>,
    human_first: Option<bool>,
    #[serde(rename = "final")]
    end: Option<EndEntry>,
}

#[derive(Debug, Deserialize)]
struct MoveEntry {
    /// The number of the move in the game, from 1.
    ply: Option<u64>,
    /// The index of the player, from 0.
    player: u64,
    /// The code of the move.
    action: u64,
}

#[derive(Debug, Deserialize)]
struct DealEntry {
    /// The index of the round, from 0.
    round: Option<u64>,
    /// For each factory, the tiles of each colour.
    factories: Vec<Vec<u64>>,
    /// The tiles left in the bag, by colour.
    bag: Option<Vec<u64>>,
    lid: Option<Vec<u64>>,
}

#[derive(Debug, Default, Deserialize)]
struct EndEntry {
    finished: Option<bool>,
    /// The final scores with all bonuses; the current scores where the game is not finished.
    scores: Option<Vec<i64>>,
    /// The winner by points; null where the game is not finished.
    #[serde(default, deserialize_with = "nullable")]
    outcome: Option<Option<Winner>>,
    rounds: Option<u64>,
    /// Whether the game ended because no tiles were left.
    exhausted: Option<bool>,
}

/// The winner by points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Winner {
    Human,
    Ai,
    Draw,
}

/// Reads a value that is present, even if it is null.
fn nullable<'de, D: serde::Deserializer<'de>>(
    value: D,
) -> Result<Option<Option<Winner>>, D::Error> {
    Option::deserialize(value).map(Some)
}

/// Whether a value is a game of ludometer, in any format.
pub(super) fn is_game(value: &Value) -> bool {
    let format = value.get("format").and_then(Value::as_str);
    format.is_some_and(|format| format.starts_with(FORMATS))
}

pub(super) fn game(value: &Value) -> Game {
    let global = |mismatch| global_contradiction(Origin::Ludometer, mismatch);
    if let Some(format) = value
        .get("format")
        .and_then(Value::as_str)
        .filter(|format| *format != FORMAT)
    {
        return Err(global(Mismatch::Other {
            reported: format.to_owned(),
            expected: FORMAT,
        }));
    }
    let entry = GameEntry::deserialize(value);
    let entry = entry.map_err(|error| global(Mismatch::Unreadable(error.to_string())))?;
    let first = entry
        .moves
        .first()
        .map_or(0, |move_entry| move_entry.player);
    let player = |number: u64| usize::try_from(number).ok().filter(|&index| index < 2);
    let missing = || Mismatch::Missing {
        what: "the game",
        key: "player from 0 to 1",
    };
    let first = player(first).ok_or_else(|| global(missing()))?;
    let human = entry
        .human_seat
        .map(|seat| player(seat).ok_or_else(missing));
    let human = human.transpose().map_err(global)?;
    let mut game = Replay::new(Origin::Ludometer, Players::Two, first);
    let result = play(&mut game, &entry).and_then(|()| {
        let human_first = entry.human_first.zip(human);
        if let Some((statement, human)) = human_first.filter(|_| !entry.moves.is_empty()) {
            expect_same("the game", "human_first", statement, human == first)?;
        }
        end(&game, &entry.end.unwrap_or_default(), human)
    });
    match result {
        Ok(()) => game.into_game(Vec::new()),
        Err(mismatch) => Err(game.contradiction(mismatch)),
    }
}

fn play(game: &mut Replay, entry: &GameEntry) -> Result<(), Mismatch> {
    let mut deals = entry.deals.iter();
    for (number, move_entry) in (1..).zip(&entry.moves) {
        if game.position().phase() == Phase::Deal {
            game.enter_deal();
            deal(game, deals.next().ok_or(Mismatch::NoDeal)?)?;
        }
        game.enter_move();
        expect_same("the move", "ply", move_entry.ply.unwrap_or(number), number)?;
        let player = usize::try_from(move_entry.player).unwrap_or(usize::MAX - 1);
        let code = Move::from_code(move_entry.action, game.players());
        game.play(player, code.map_err(Statement::from)?)?;
        game.end_round();
    }
    // An unfinished game may have one more deal.
    for deal_entry in deals {
        deal(game, deal_entry)?;
    }
    game.enter_game();
    Ok(())
}

fn deal(game: &mut Replay, entry: &DealEntry) -> Result<(), Mismatch> {
    game.enter_deal();
    let round = game.rounds() as u64;
    expect_same("the deal", "round", entry.round.unwrap_or(round), round)?;
    for counts in &entry.factories {
        expect_same(
            "a factory of the deal",
            "so many colours:",
            counts.len(),
            Colour::COUNT,
        )?;
    }
    let factories = entry.factories.iter().map(|counts| {
        let pairs = Colour::ALL.into_iter().zip(counts);
        // A factory with more tiles is refused, whatever their number.
        let most = |&count: &u64| count.min(20) as usize;
        pairs
            .flat_map(|(colour, count)| std::iter::repeat_n(colour, most(count)))
            .collect()
    });
    game.deal(&factories.collect::<Vec<_>>())?;
    let position = game.position();
    expect_stock("bag", entry.bag.as_deref(), position.bag())?;
    expect_stock("lid", entry.lid.as_deref(), position.lid())
}

/// Checks the tiles of a bag or a lid after a deal.
fn expect_stock(key: &'static str, counts: Option<&[u64]>, tiles: Tiles) -> Result<(), Mismatch> {
    let Some(counts) = counts else {
        return Ok(());
    };
    let expected = tiles.counts().map(u64::from);
    expect_same(
        "the deal",
        key,
        format!("{counts:?}"),
        format!("{expected:?}"),
    )
}

/// Checks the result of a finished game, or the scores of an unfinished one.
fn end(game: &Replay, entry: &EndEntry, human: Option<usize>) -> Result<(), Mismatch> {
    let position = game.position();
    let outcome = position.outcome();
    match (entry.finished, outcome) {
        (Some(true), None) => return Err(Mismatch::GameNotOver),
        (Some(false), Some(_)) => return expect_same("the end", "finished", false, true),
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
    if let Some(statement) = &entry.scores {
        expect_same("the end", "so many scores:", statement.len(), scores.len())?;
        for (player, (&reported, &expected)) in statement.iter().zip(&scores).enumerate() {
            if reported != expected {
                return Err(Mismatch::Points {
                    player: player + 1,
                    what: "the whole game",
                    reported,
                    expected,
                });
            }
        }
    }
    let rounds = game.rounds() as u64;
    expect_same("the end", "rounds", entry.rounds.unwrap_or(rounds), rounds)?;
    let exhausted = outcome.is_some() && !has_complete_row(position);
    expect_same(
        "the end",
        "exhausted",
        entry.exhausted.unwrap_or(exhausted),
        exhausted,
    )?;
    let (Some(statement), Some(human)) = (entry.outcome, human) else {
        return Ok(());
    };
    let winner = outcome.map(|_| match scores[human].cmp(&scores[1 - human]) {
        std::cmp::Ordering::Greater => Winner::Human,
        std::cmp::Ordering::Less => Winner::Ai,
        std::cmp::Ordering::Equal => Winner::Draw,
    });
    let words = |winner: Option<Winner>| {
        winner.map_or("none".to_owned(), |winner| {
            format!("{winner:?}").to_lowercase()
        })
    };
    expect_same("the end", "outcome", words(statement), words(winner))
}

fn has_complete_row(position: &Position) -> bool {
    let boards = position.boards().iter();
    boards
        .map(Board::end_bonus)
        .any(|EndBonus { rows, .. }| rows > 0)
}
