//! Exhaustive tests of endings: merged positions have equal values, and pruning leaves a best move.

use super::frame::{EndBonuses, RoundFrame, Unfinished};
use super::key::PositionKey;
use super::moves::candidates;
use super::null_window::NullWindowSearch;
use super::root::RootSearch;
use super::solve::{RoundQuestion, RoundSolver};
use azulejo_control::Control;
use azulejo_rules::random::{ChaCha8Rng, SeedableRng};
use azulejo_rules::{Move, Phase, Players, Position};
use rustc_hash::{FxHashMap, FxHashSet};

/// The last round of a random game, in which a row may have become impossible to complete.
const MOST_ROUNDS: u32 = 41;

/// The first position with `groups` groups left in each round of random games.
fn endings(players: Players, groups: u32, games: u64) -> Vec<Position> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut position = Position::new(players, 0);
        let mut round = 0;
        let result = position.play_out(MOST_ROUNDS, &mut rng, |position, rng| {
            if position.group_count() == groups && position.round() > round {
                round = position.round();
                positions.push(*position);
            }
            position.random_move(rng)
        });
        result.expect("legal moves");
    }
    positions
}

/// Every position of an ending by its key, with its value and its legal moves.
struct ExhaustiveSearch {
    search: NullWindowSearch,
    table: FxHashMap<PositionKey, (i32, Position)>,
    visited: FxHashSet<Position>,
    /// The number of visits to positions that share a key with a position of other legal moves.
    others: usize,
}

impl ExhaustiveSearch {
    /// The value of a position by all its moves.
    fn value(&mut self, position: &Position) -> i32 {
        if position.phase() == Phase::RoundEnd {
            let frame = &self.search.frame;
            return frame.end_value(position);
        }
        let key = PositionKey::of(position);
        let entry = self.table.get(&key).copied();
        if self.visited.contains(position)
            && let Some((value, _)) = entry
        {
            return value;
        }
        let maximises = self.search.maximises(position);
        let legal: Vec<Move> = position.legal().collect();
        let values: Vec<i32> = legal
            .iter()
            .map(|&taken| {
                let mut after = *position;
                after.play_unchecked(taken);
                let value = self.value(&after);
                if maximises { value } else { -value }
            })
            .collect();
        let best = values.iter().max().expect("a legal move");
        let unpruned: Vec<Move> =
            candidates(position, !self.search.frame.is_exhaustible()).collect();
        let is_unpruned = |place: &usize| unpruned.contains(&legal[*place]);
        let best_unpruned = (0..legal.len())
            .filter(is_unpruned)
            .map(|place| values[place])
            .max();
        assert_eq!(
            best_unpruned,
            Some(*best),
            "a best move is left out of {position}"
        );
        let value = if maximises { *best } else { -best };
        match entry {
            Some((table_value, twin)) => {
                assert_eq!(value, table_value, "{twin} has the key of {position}");
                self.others += usize::from(twin.legal().ne(position.legal()));
            }
            None => drop(self.table.insert(key, (value, *position))),
        }
        self.visited.insert(*position);
        value
    }
}

#[test]
fn positions_of_one_key_have_one_value_and_pruning_leaves_a_best_move() {
    let (mut ending_count, mut others, mut decided_count) = (0, 0, 0);
    for (players, groups, games) in [
        (Players::Two, 3, 200),
        (Players::Two, 4, 200),
        (Players::Two, 5, 60),
        (Players::Three, 3, 20),
        (Players::Four, 4, 4),
    ] {
        for position in endings(players, groups, games) {
            let (mover, bonuses) = (position.mover(), EndBonuses::Counted);
            for unfinished in [
                Unfinished::Points,
                Unfinished::WonBy(mover),
                Unfinished::WonBy(1 - mover.min(1)),
            ] {
                if unfinished != Unfinished::Points && players != Players::Two {
                    continue;
                }
                let frame = RoundFrame::of(&position, mover, bonuses, unfinished);
                let mut exhaustive = ExhaustiveSearch {
                    search: NullWindowSearch::new(frame, 1 << 20, 1),
                    table: FxHashMap::default(),
                    visited: FxHashSet::default(),
                    others: 0,
                };
                let value = exhaustive.value(&position);
                if players == Players::Two {
                    let question = RoundQuestion {
                        unfinished,
                        ..RoundQuestion::default()
                    };
                    let mut solver = RoundSolver::with_memory(question, 1 << 20);
                    let solution = solver.solve(&position, None, &Control::default());
                    let solution_value =
                        solution.expect("a position that waits for a move").value();
                    assert_eq!(solution_value, Some(value), "{unfinished:?} {position}");
                    decided_count += u32::from(
                        unfinished != Unfinished::Points && value.abs() < Unfinished::POINTS,
                    );
                }
                ending_count += 1;
                others += exhaustive.others;
            }
        }
    }
    assert!(
        ending_count > 2000 && others > 8000 && decided_count > 200,
        "{ending_count} {others} {decided_count}"
    );
}

#[test]
fn an_illegal_best_move_of_another_position_is_not_played() {
    // No colour can fill lines 4 and 5 of player 1, so that it does not matter which of them has the red tiles.
    let position_with = |lines: &str| {
        let board = format!("0:K1/-/Y1/{lines}:-:...../...../...../...../.....");
        let other = "0:W1/R1/R1/R1/R1:*:...../...../...../...../.....";
        let text = format!("-/-/-/-/- BYYKWW {board}|{other} 1 2 1 19,17,13,18,17 0,0,0,0,0");
        text.parse::<Position>()
    };
    let first = position_with("-/R3").expect("a position");
    let other = position_with("R3/-").expect("a position");
    let mut search = NullWindowSearch::new(
        RoundFrame::of(&other, 0, EndBonuses::Counted, Unfinished::Points),
        0,
        1,
    );
    assert_eq!(PositionKey::of(&first), PositionKey::of(&other));
    let best: Move = "CB4".parse().expect("a move");
    assert!(first.is_legal(best) && !other.is_legal(best));
    search.store_best_move(&other, best);
    // Player 1 has a point of line 1. Player 1 fills line 2 or line 3, and player 2 takes the tiles for the other line.
    // A move of the blue tile to the three red tiles would earn a third point.
    assert_eq!(search.bound(&mut other.clone(), 3, 0), Ok(2));
}

/// Three threads from the first node on, with a table too small for all positions.
#[test]
fn several_threads_agree_with_one_thread_on_value_and_best_moves() {
    let (mut ending_count, mut parallel_count) = (0, 0);
    for (players, groups, games) in [
        (Players::Two, 6, 60),
        (Players::Two, 9, 40),
        (Players::Three, 6, 20),
        (Players::Four, 7, 10),
    ] {
        for position in endings(players, groups, games) {
            let mut solver = RoundSolver::new(RoundQuestion::default());
            let solution = solver.solve(&position, None, &Control::default());
            let solution = solution.expect("a position that waits for a move");
            let searcher = if players == Players::Two {
                0
            } else {
                position.mover()
            };
            let frame =
                RoundFrame::of(&position, searcher, EndBonuses::Counted, Unfinished::Points);
            let mut search = NullWindowSearch::new(frame, 1 << 17, 3);
            let mut root = RootSearch::new(&mut search, position, 3);
            root.single_thread_nodes = 0;
            assert_eq!(root.decide(), Ok(()));
            let variation = root.variation();
            let parallel = root.solution(variation);
            assert_eq!(parallel.value(), solution.value(), "{position}");
            assert_eq!(parallel.best, solution.best, "{position}");
            assert!(parallel.best.contains(&parallel.variation[0]), "{position}");
            ending_count += 1;
            parallel_count += u32::from(root.has_threads());
        }
    }
    assert!(
        ending_count > 400 && parallel_count > 300,
        "{ending_count} {parallel_count}"
    );
}
