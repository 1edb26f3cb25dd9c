//! Move ordering: the move that causes a cutoff is to be searched first.

use azulejo_rules::{Move, Players, Position};

/// Statistics of cutoffs: the killer heuristic (Akl and Newborn 1977, "The principal continuation and the killer
/// heuristic") and the history heuristic (Schaeffer 1983, "The history heuristic").
#[derive(Debug)]
pub(crate) struct MoveOrdering {
    weights: OrderingWeights,
    /// The history score of each move, by player and code: each cutoff adds the square of its depth.
    history: Box<[[u32; CODES]; Players::MAX]>,
    /// The last two moves that caused a cutoff, by ply.
    killers: Vec<[Option<Move>; 2]>,
}

/// The weights of the heuristics, in the unit of a search's ranks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OrderingWeights {
    /// The bonus of a killer move.
    pub(crate) killer: i32,
    /// The bonus for each doubling of the history score.
    pub(crate) doubled_history: i32,
    /// The upper limit of a move's history score.
    pub(crate) most_history: u32,
}

const CODES: usize = Players::Four.codes() as usize;

impl MoveOrdering {
    pub(crate) fn new(weights: OrderingWeights) -> Self {
        Self {
            weights,
            history: Box::new([[0; CODES]; Players::MAX]),
            killers: Vec::new(),
        }
    }

    /// Empties both statistics.
    pub(crate) fn clear(&mut self) {
        *self = Self::new(self.weights);
    }

    /// Records that a move caused a cutoff, `ply` moves from the root and with `levels` levels of search below it.
    pub(crate) fn learn(&mut self, position: &Position, taken: Move, ply: usize, levels: u32) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(taken) {
            *killers = [Some(taken), killers[0]];
        }
        let history = &mut self.history[position.mover()][code(position, taken)];
        *history = (*history + levels * levels).min(self.weights.most_history);
    }

    /// The rank of a move, from 0: the higher, the likelier a cutoff.
    #[inline]
    pub(crate) fn rank(&self, position: &Position, taken: Move, ply: usize) -> i32 {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let killer = if killers.contains(&Some(taken)) {
            self.weights.killer
        } else {
            0
        };
        let history = self.history[position.mover()][code(position, taken)];
        killer + self.weights.doubled_history * (history + 1).ilog2() as i32
    }
}

#[inline]
fn code(position: &Position, taken: Move) -> usize {
    usize::from(taken.code(position.players()).expect("a legal move"))
}

/// Swaps the item with the highest rank to the front, and returns it. A full sort would be in vain after a cutoff.
#[inline]
pub(crate) fn pick_best<T: Copy>(items: &mut [T], rank: impl Fn(&T) -> i32) -> T {
    let mut best = 0;
    for (index, item) in items.iter().enumerate() {
        if rank(item) > rank(&items[best]) {
            best = index;
        }
    }
    items.swap(0, best);
    items[0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_rules::random::{ChaCha8Rng, SeedableRng};

    #[test]
    fn killers_count_at_their_ply_and_history_at_every_ply_for_its_player() {
        let mut position = Position::new(Players::Two, 0);
        let deal = position.deal(&mut ChaCha8Rng::seed_from_u64(1));
        deal.expect("a new game waits for a deal");
        let moves: Vec<Move> = position.legal().take(4).collect();
        let mut ordering = MoveOrdering::new(OrderingWeights {
            killer: 1000,
            doubled_history: 1,
            most_history: 31,
        });
        for (&taken, levels) in moves.iter().zip([1, 2, 3]) {
            ordering.learn(&position, taken, 5, levels);
        }
        let ranks = |position: &Position, ply: usize| -> Vec<i32> {
            let ranks = moves
                .iter()
                .map(|&taken| ordering.rank(position, taken, ply));
            ranks.collect()
        };
        assert_eq!(
            ranks(&position, 5),
            [1, 1002, 1003, 0],
            "the last two are killers"
        );
        assert_eq!(ranks(&position, 4), [1, 2, 3, 0]);
        let mut other = position;
        other.play_unchecked(moves[0]);
        assert_eq!(ranks(&other, 4), [0; 4]);
        ordering.learn(&position, moves[0], 5, 100);
        assert_eq!(ordering.rank(&position, moves[0], 4), 5, "31 is the most");
    }

    #[test]
    fn the_first_of_the_best_items_comes_to_the_front() {
        let mut items = [(1, 'a'), (3, 'b'), (3, 'c')];
        assert_eq!(pick_best(&mut items, |item| item.0), (3, 'b'));
        assert_eq!(items, [(3, 'b'), (1, 'a'), (3, 'c')]);
    }
}
