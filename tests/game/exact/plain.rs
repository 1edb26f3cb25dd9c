//! The rest of a round by the rules alone: every move of every position on copies, with the scores of the round's end.

use azulejo::exact::{EndBonuses, OpponentModel};
use azulejo::game::{Move, Phase, Position};
use std::collections::HashMap;

/// The points of each player after the round.
pub(crate) fn points(end: &Position, bonus: EndBonuses) -> Vec<i32> {
    let mut end = *end;
    end.end_round().expect("all sources are empty");
    match end.outcome() {
        Some(outcome) if bonus == EndBonuses::Counted => {
            outcome.scores().iter().map(|score| *score as i32).collect()
        }
        _ => end
            .boards()
            .iter()
            .map(|board| board.score() as i32)
            .collect(),
    }
}

/// Points of a player less the points of the best other player.
pub(crate) fn margin(points: &[i32], player: usize) -> i32 {
    let others = (0..points.len()).filter(|&other| other != player);
    points[player] - others.map(|other| points[other]).max().expect("two play")
}

fn after(position: &Position, move_: Move) -> Position {
    let mut after = *position;
    after.play(move_).expect("it is legal");
    after
}

/// Value of a position for its mover, and all moves of this value.
pub(crate) fn best(
    model: OpponentModel,
    position: &Position,
    bonus: EndBonuses,
) -> (i32, Vec<Move>) {
    let (mut paranoid, mut max_n) = (Paranoid::default(), MaxN::default());
    let mover = position.mover();
    let values = position.legal().map(|move_| {
        let after = after(position, move_);
        let value = match model {
            OpponentModel::Paranoid => paranoid.value(&after, mover, bonus),
            OpponentModel::MaxN => max_n.margins(&after, bonus)[mover],
        };
        (move_, value)
    });
    best_of(&values.collect::<Vec<_>>())
}

/// Paranoid search: the searcher maximizes his margin, and all others minimize it.
#[derive(Default)]
struct Paranoid {
    cache: HashMap<Position, i32>,
}

impl Paranoid {
    fn value(&mut self, position: &Position, searcher: usize, bonus: EndBonuses) -> i32 {
        if position.phase() == Phase::RoundEnd {
            return margin(&points(position, bonus), searcher);
        }
        if let Some(value) = self.cache.get(position) {
            return *value;
        }
        let values = position
            .legal()
            .map(|move_| self.value(&after(position, move_), searcher, bonus));
        let best = if position.mover() == searcher {
            values.max()
        } else {
            values.min()
        };
        let best = best.expect("there are moves");
        self.cache.insert(*position, best);
        best
    }
}

/// Max-n search: each player maximizes his own margin, then minimizes the margins of the next players in turn.
#[derive(Default)]
struct MaxN {
    cache: HashMap<Position, Vec<i32>>,
}

impl MaxN {
    fn margins(&mut self, position: &Position, bonus: EndBonuses) -> Vec<i32> {
        if position.phase() == Phase::RoundEnd {
            let points = points(position, bonus);
            let players = 0..points.len();
            return players.map(|player| margin(&points, player)).collect();
        }
        if let Some(margins) = self.cache.get(position) {
            return margins.clone();
        }
        let (mover, count) = (position.mover(), position.players().count());
        let merit = |margins: &Vec<i32>| -> Vec<i32> {
            let others = (1..count).map(|turn| -margins[(mover + turn) % count]);
            std::iter::once(margins[mover]).chain(others).collect()
        };
        let best = position
            .legal()
            .map(|move_| self.margins(&after(position, move_), bonus))
            .max_by_key(merit)
            .expect("there are moves");
        self.cache.insert(*position, best.clone());
        best
    }
}

fn best_of(values: &[(Move, i32)]) -> (i32, Vec<Move>) {
    let best = values.iter().map(|(_, value)| *value).max();
    let best = best.expect("there are moves");
    let moves = values.iter().filter(|(_, value)| *value == best);
    (best, moves.map(|(move_, _)| *move_).collect())
}
