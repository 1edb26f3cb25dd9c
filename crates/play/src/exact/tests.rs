//! Exhaustive tests of endings: merged positions have equal values, and a best move is among the moves that are not
//! pruned.

use super::frame::{EndBonuses, RoundFrame, Unfinished};
use super::key::PositionKey;
use super::moves::needed;
use super::null_window::NullWindowSearch;
use super::root::RootSearch;
use super::solve::{RoundQuestion, RoundSolver};
use azulejo_control::Control;
use azulejo_rules::random::{ChaCha8Rng, SeedableRng};
use azulejo_rules::{Move, Phase, Players, Position};
use rustc_hash::{FxHashMap, FxHashSet};

/// The round in which a random game is given up: it may come to a position in which no row can be completed any more.
const MOST_ROUNDS: u32 = 41;

/// The first position with `groups` groups left in each round of random games.
fn endings(players: Players, groups: u32, games: u64) -> Vec<Position> {
    let mut found = Vec::new();
    for seed in 0..games {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut position = Position::new(players, 0);
        let mut round = 0;
        let played = position.play_out(MOST_ROUNDS, &mut rng, |position, rng| {
            if position.group_count() == groups && position.round() > round {
                round = position.round();
                found.push(*position);
            }
            position.random_move(rng)
        });
        played.expect("legal moves");
    }
    found
}

/// Every position of an ending by its key, with its value and its legal moves.
struct ExhaustiveSearch {
    search: NullWindowSearch,
    known: FxHashMap<PositionKey, (i32, Position)>,
    seen: FxHashSet<Position>,
    /// The number of visits to positions that share a key with a position of other legal moves.
    others: usize,
}

impl ExhaustiveSearch {
    /// The value of a position by all its moves.
    fn value(&mut self, position: &Position) -> i32 {
        if position.phase() == Phase::RoundEnd {
            let frame = &self.search.frame;
            return frame.ended_value(position);
        }
        let key = PositionKey::of(position);
        let known = self.known.get(&key).copied();
        if self.seen.contains(position)
            && let Some((value, _)) = known
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
        let best = values.iter().max().expect("a move");
        let needed: Vec<Move> = needed(position, !self.search.frame.is_exhaustible()).collect();
        let unpruned = |place: &usize| needed.contains(&legal[*place]);
        let best_unpruned = (0..legal.len())
            .filter(unpruned)
            .map(|place| values[place])
            .max();
        assert_eq!(
            best_unpruned,
            Some(*best),
            "a best move is left out of {position}"
        );
        let value = if maximises { *best } else { -best };
        match known {
            Some((same, like)) => {
                assert_eq!(value, same, "{like} has the key of {position}");
                self.others += usize::from(like.legal().ne(position.legal()));
            }
            None => drop(self.known.insert(key, (value, *position))),
        }
        self.seen.insert(*position);
        value
    }
}

#[test]
fn what_has_one_key_is_worth_the_same_and_one_of_the_moves_that_are_kept_is_best() {
    let (mut endings_held, mut others, mut decided) = (0, 0, 0);
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
                    known: FxHashMap::default(),
                    seen: FxHashSet::default(),
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
                    let solved = solution.expect("it waits for a move").value();
                    assert_eq!(solved, Some(value), "{unfinished:?} {position}");
                    decided += u32::from(
                        unfinished != Unfinished::Points && value.abs() < Unfinished::POINTS,
                    );
                }
                endings_held += 1;
                others += exhaustive.others;
            }
        }
    }
    assert!(
        endings_held > 2000 && others > 8000 && decided > 200,
        "{endings_held} {others} {decided}"
    );
}

#[test]
fn the_best_move_of_another_position_is_not_played_where_it_is_illegal() {
    // No colour can fill lines 4 and 5 of player 1, so that it does not matter which of them has the red tiles.
    let with = |lines: &str| {
        let board = format!("0:K1/-/Y1/{lines}:-:...../...../...../...../.....");
        let other = "0:W1/R1/R1/R1/R1:*:...../...../...../...../.....";
        let text = format!("-/-/-/-/- BYYKWW {board}|{other} 1 2 1 19,17,13,18,17 0,0,0,0,0");
        text.parse::<Position>()
    };
    let first = with("-/R3").expect("a position");
    let other = with("R3/-").expect("a position");
    let mut search = NullWindowSearch::new(
        RoundFrame::of(&other, 0, EndBonuses::Counted, Unfinished::Points),
        0,
        1,
    );
    assert_eq!(PositionKey::of(&first), PositionKey::of(&other));
    let best: Move = "CB4".parse().expect("a move");
    assert!(first.is_legal(best) && !other.is_legal(best));
    search.advise(&other, best);
    // Player 1 has a point of line 1. He fills one of the lines 2 and 3, and player 2 takes what the other one needs. To put
    // the blue tile on the three red ones would be a third point.
    assert_eq!(search.bound(&mut other.clone(), 3, 0), Ok(2));
}

/// From the first question on, in a table that is too small for all of them.
#[test]
fn several_threads_find_the_value_and_the_best_moves_of_one() {
    let (mut endings_held, mut in_parallel) = (0, 0);
    for (players, groups, games) in [
        (Players::Two, 6, 60),
        (Players::Two, 9, 40),
        (Players::Three, 6, 20),
        (Players::Four, 7, 10),
    ] {
        for position in endings(players, groups, games) {
            let mut solver = RoundSolver::new(RoundQuestion::default());
            let solution = solver.solve(&position, None, &Control::default());
            let solution = solution.expect("it waits for a move");
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
            let found = root.solution(variation);
            assert_eq!(found.value(), solution.value(), "{position}");
            assert_eq!(found.best, solution.best, "{position}");
            assert!(found.best.contains(&found.variation[0]), "{position}");
            endings_held += 1;
            in_parallel += u32::from(root.has_threads());
        }
    }
    assert!(
        endings_held > 400 && in_parallel > 300,
        "{endings_held} {in_parallel}"
    );
}
