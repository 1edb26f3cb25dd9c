//! The rest of a round by the rules alone: every move of every position, played on copies, scored by the round's end.

use azulejo::game::{Move, Phase, Position};
use std::collections::HashMap;

/// Whether end bonuses count where the game is over.
pub(crate) type Bonus = bool;

/// The points of each player after the round.
pub(crate) fn points(ended: &Position, bonus: Bonus) -> Vec<i32> {
    let mut ended = *ended;
    ended.end_round().expect("all sources are empty");
    match ended.outcome() {
        Some(outcome) if bonus => outcome.scores().iter().map(|it| *it as i32).collect(),
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

/// One player wants the most of his margin, all others the least.
#[derive(Default)]
pub(crate) struct Paranoid {
    known: HashMap<Position, i32>,
}

impl Paranoid {
    pub(crate) fn value(&mut self, position: &Position, searcher: usize, bonus: Bonus) -> i32 {
        if position.phase() == Phase::RoundEnd {
            return margin(&points(position, bonus), searcher);
        }
        if let Some(value) = self.known.get(position) {
            return *value;
        }
        let values = position
            .legal()
            .map(|taken| self.value(&after(position, taken), searcher, bonus));
        let values: Vec<i32> = values.collect();
        let best = if position.mover() == searcher {
            values.into_iter().max()
        } else {
            values.into_iter().min()
        };
        let best = best.expect("there are moves");
        self.known.insert(*position, best);
        best
    }

    /// The value for the mover, and all moves that have it.
    pub(crate) fn best(position: &Position, bonus: Bonus) -> (i32, Vec<Move>) {
        let (mut search, mover) = (Self::default(), position.mover());
        let values: Vec<(Move, i32)> = position
            .legal()
            .map(|taken| (taken, search.value(&after(position, taken), mover, bonus)))
            .collect();
        best_of(&values)
    }
}

/// Each wants the most of his own margin; of equal moves the one that is worst for the next player, then the one after.
#[derive(Default)]
pub(crate) struct MaxN {
    known: HashMap<Position, Vec<i32>>,
}

impl MaxN {
    fn margins(&mut self, position: &Position, bonus: Bonus) -> Vec<i32> {
        if position.phase() == Phase::RoundEnd {
            let points = points(position, bonus);
            return (0..points.len())
                .map(|player| margin(&points, player))
                .collect();
        }
        if let Some(margins) = self.known.get(position) {
            return margins.clone();
        }
        let (mover, count) = (position.mover(), position.players().count());
        let all: Vec<Vec<i32>> = position
            .legal()
            .map(|taken| self.margins(&after(position, taken), bonus))
            .collect();
        let merit = |margins: &Vec<i32>| {
            let others = (1..count).map(|turn| -margins[(mover + turn) % count]);
            std::iter::once(margins[mover])
                .chain(others)
                .collect::<Vec<i32>>()
        };
        let best = all.into_iter().max_by_key(merit).expect("there are moves");
        self.known.insert(*position, best.clone());
        best
    }

    pub(crate) fn best(position: &Position, bonus: Bonus) -> (i32, Vec<Move>) {
        let mut search = Self::default();
        let values: Vec<(Move, i32)> = position
            .legal()
            .map(|taken| {
                (
                    taken,
                    search.margins(&after(position, taken), bonus)[position.mover()],
                )
            })
            .collect();
        best_of(&values)
    }
}

fn best_of(values: &[(Move, i32)]) -> (i32, Vec<Move>) {
    let best = values
        .iter()
        .map(|(_, value)| *value)
        .max()
        .expect("there are moves");
    let moves = values.iter().filter(|(_, value)| *value == best);
    (best, moves.map(|(taken, _)| *taken).collect())
}
