//! The rest of a round by the rules alone: every move of every position, played on copies, scored by the round's end.

use azulejo::exact::{EndBonuses, OpponentModel};
use azulejo::game::{Move, Phase, Position};
use std::collections::HashMap;

/// The points of each player after the round.
pub(crate) fn points(ended: &Position, bonus: EndBonuses) -> Vec<i32> {
    let mut ended = *ended;
    ended.end_round().expect("all sources are empty");
    match ended.outcome() {
        Some(outcome) if bonus == EndBonuses::Counted => {
            outcome.scores().iter().map(|it| *it as i32).collect()
        }
        _ => ended.boards().iter().map(|it| it.score() as i32).collect(),
    }
}

/// The points of a player less those of the best other.
pub(crate) fn margin(points: &[i32], player: usize) -> i32 {
    let others = (0..points.len()).filter(|&other| other != player);
    points[player] - others.map(|other| points[other]).max().expect("two play")
}

fn after(position: &Position, taken: Move) -> Position {
    let mut after = *position;
    after.play(taken).expect("it is legal");
    after
}

/// The value of a position for its mover, and all moves that have it.
pub(crate) fn best(
    model: OpponentModel,
    position: &Position,
    bonus: EndBonuses,
) -> (i32, Vec<Move>) {
    let (mut paranoid, mut max_n) = (Paranoid::default(), MaxN::default());
    let mover = position.mover();
    let values = position.legal().map(|taken| {
        let after = after(position, taken);
        let value = match model {
            OpponentModel::Paranoid => paranoid.value(&after, mover, bonus),
            OpponentModel::MaxN => max_n.margins(&after, bonus)[mover],
        };
        (taken, value)
    });
    best_of(&values.collect::<Vec<_>>())
}

/// One player wants the most of his margin, all others the least.
#[derive(Default)]
struct Paranoid {
    known: HashMap<Position, i32>,
}

impl Paranoid {
    fn value(&mut self, position: &Position, searcher: usize, bonus: EndBonuses) -> i32 {
        if position.phase() == Phase::RoundEnd {
            return margin(&points(position, bonus), searcher);
        }
        if let Some(value) = self.known.get(position) {
            return *value;
        }
        let values = position
            .legal()
            .map(|taken| self.value(&after(position, taken), searcher, bonus));
        let best = if position.mover() == searcher {
            values.max()
        } else {
            values.min()
        };
        let best = best.expect("there are moves");
        self.known.insert(*position, best);
        best
    }
}

/// Each wants the most of his own margin; of equal moves the one that is worst for the next player, then the one after.
#[derive(Default)]
struct MaxN {
    known: HashMap<Position, Vec<i32>>,
}

impl MaxN {
    fn margins(&mut self, position: &Position, bonus: EndBonuses) -> Vec<i32> {
        if position.phase() == Phase::RoundEnd {
            let points = points(position, bonus);
            let players = 0..points.len();
            return players.map(|player| margin(&points, player)).collect();
        }
        if let Some(margins) = self.known.get(position) {
            return margins.clone();
        }
        let (mover, count) = (position.mover(), position.players().count());
        let merit = |margins: &Vec<i32>| -> Vec<i32> {
            let others = (1..count).map(|turn| -margins[(mover + turn) % count]);
            std::iter::once(margins[mover]).chain(others).collect()
        };
        let best = position
            .legal()
            .map(|taken| self.margins(&after(position, taken), bonus))
            .max_by_key(merit)
            .expect("there are moves");
        self.known.insert(*position, best.clone());
        best
    }
}

fn best_of(values: &[(Move, i32)]) -> (i32, Vec<Move>) {
    let best = values.iter().map(|(_, value)| *value).max();
    let best = best.expect("there are moves");
    let moves = values.iter().filter(|(_, value)| *value == best);
    (best, moves.map(|(taken, _)| *taken).collect())
}
