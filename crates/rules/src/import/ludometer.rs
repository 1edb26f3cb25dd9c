//! The games of ludometer: deals as counts of colours, moves by their codes, and the final scores.

use super::replayed::{Replayed, refused_at_once};
use super::{Game, Mismatch, Origin};
use crate::record::Statement;
use crate::{Colour, Move, Phase, Players};
use serde::Deserialize;
use serde_json::Value;

/// How the first format is called, of which later ones would have other numbers.
const FORMAT: &str = "faience-game/1";

#[derive(Debug, Deserialize)]
struct Written {
    moves: Vec<WrittenMove>,
    deals: Vec<WrittenDeal>,
    #[serde(default, rename = "final")]
    end: Option<WrittenEnd>,
}

#[derive(Debug, Deserialize)]
struct WrittenMove {
    /// From 0.
    player: u64,
    /// The code.
    action: u64,
}

#[derive(Debug, Deserialize)]
struct WrittenDeal {
    /// For each factory, the tiles of each colour.
    factories: Vec<Vec<u64>>,
}

#[derive(Debug, Deserialize)]
struct WrittenEnd {
    #[serde(default)]
    finished: bool,
    /// With all bonuses.
    #[serde(default)]
    scores: Option<Vec<i64>>,
}

/// Whether a value says that it is one.
pub(super) fn is_game(value: &Value) -> bool {
    value.get("format").and_then(Value::as_str) == Some(FORMAT)
}

pub(super) fn game(value: &Value) -> Game {
    let at_once = |mismatch| refused_at_once(Origin::Ludometer, mismatch);
    let missing = |key| Mismatch::Missing {
        what: "the game",
        key,
    };
    let written = Written::deserialize(value);
    let written = written.map_err(|_| at_once(missing("moves and deals")))?;
    let first = written.moves.first().map_or(0, |taken| taken.player);
    let first = usize::try_from(first).ok().filter(|&first| first < 2);
    let first = first.ok_or_else(|| at_once(missing("player from 0 to 1")))?;
    let mut game = Replayed::new(Origin::Ludometer, Players::Two, first);
    match play(&mut game, &written) {
        Ok(()) => game.finished(Vec::new()),
        Err(mismatch) => Err(game.refused(mismatch)),
    }
}

fn play(game: &mut Replayed, written: &Written) -> Result<(), Mismatch> {
    let mut deals = written.deals.iter();
    for taken in &written.moves {
        if game.position().phase() == Phase::Deal {
            game.at_a_deal();
            deal(game, deals.next().ok_or(Mismatch::NoDeal)?)?;
        }
        game.at_a_move();
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
    let Some(end) = written.end.as_ref().filter(|end| end.finished) else {
        return Ok(());
    };
    let outcome = game.position().outcome().ok_or(Mismatch::GameNotOver)?;
    let scores = end.scores.iter().flatten().zip(outcome.scores());
    for (player, (&said, &found)) in scores.enumerate() {
        if said != i64::from(found) {
            return Err(Mismatch::Points {
                player: player + 1,
                what: "the whole game",
                said,
                found: found.into(),
            });
        }
    }
    Ok(())
}

fn deal(game: &mut Replayed, written: &WrittenDeal) -> Result<(), Mismatch> {
    let factories = written.factories.iter().map(|counts| {
        let counted = Colour::ALL.into_iter().zip(counts);
        // A factory with more is refused, however many there are.
        let most = |&count: &u64| count.min(20) as usize;
        counted
            .flat_map(|(colour, count)| std::iter::repeat_n(colour, most(count)))
            .collect()
    });
    game.deal(&factories.collect::<Vec<_>>())
}
