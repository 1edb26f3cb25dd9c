//! Problems that do not fill the wall, by the ends of their orders.

use crate::common::{GAME, built};
use crate::kit::{answer, proven};
use azulejo::bounds::Reason;
use azulejo::control::Control;
use azulejo::heuristics::{HeuristicOptions, WarmStart};
use azulejo::instance::{Instance, Sense};
use azulejo::outcome::Proof;
use azulejo::problem::Problem;
use azulejo::solve::Method;
use azulejo::wall::Bonus;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Walls with some tiles, some turns, and some constraints, drawn at random.
fn random_instance(seed: u64) -> Option<Instance> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut below = |limit: u64| u64::from(random.next_u32()) % limit;
    let (rows, columns) = [(2, 5), (3, 3), (3, 4), (4, 3), (4, 4)][below(5) as usize];
    let cells = rows * columns;
    let sense = [Sense::Maximize, Sense::Minimize][below(2) as usize];
    let mut instance = Instance::builder(rows, columns, sense);
    let mut initial: Vec<u64> = (0..below(5)).map(|_| below(cells) + 1).collect();
    initial.sort_unstable();
    initial.dedup();
    let turns = 1 + below(cells - initial.len() as u64 - 1);
    instance = instance.initial(initial).turns(turns);
    if below(2) == 0 && rows == columns {
        instance = instance.bonus(GAME);
    } else if below(2) == 0 {
        instance = instance.bonus(Bonus { colour: 0, ..GAME });
    }
    for _ in 0..below(4) {
        instance = match below(2) {
            0 => instance.before(below(cells) + 1, below(cells) + 1),
            _ => instance.window(below(cells) + 1, 1 + below(2)..=turns),
        };
    }
    // Not all constraints fit.
    instance.build().ok()
}

/// The search through the ends always comes to its end on small walls: its order is optimal, as the state graph says.
#[test]
fn the_ends_of_small_walls_give_the_optimum() {
    let mut counts = [0, 0];
    for instance in (0..400).filter_map(random_instance) {
        let problem = Problem::from(&instance);
        let optimum = proven(&instance, Method::Graph);
        let control = Control::default();
        let start = WarmStart::new(&problem, None, HeuristicOptions::default(), &control);
        let mut start = start.expect("small");
        start.look_at_ends(&problem, HeuristicOptions::default(), &control);
        let score = start.solution.as_ref().map(|best| best.score);
        assert_eq!(score, optimum, "{instance:?}");
        if let Some(optimum) = optimum {
            assert_eq!(start.bound(&problem).score, optimum, "{instance:?}");
            counts[usize::from(instance.sense() == Sense::Minimize)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

/// Before there was this search, a minute brought the bounds to 115, 115 and 145.
#[test]
fn walls_with_some_tiles_and_twice_as_many_turns_as_lines_are_proven() {
    for (n, score, initial) in [
        (6, 88, vec![5, 8, 9, 17, 25, 32]),
        (6, 88, vec![4, 6, 11, 24, 33, 35]),
        (7, 106, vec![5, 8, 9, 17, 29, 32, 37]),
    ] {
        let builder = Instance::builder(n, n, Sense::Maximize).initial(initial);
        let instance = built(builder.turns(2 * n).bonus(GAME));
        let verdict = answer(&instance, Method::Frontier).outcome.verdict;
        assert_eq!(verdict.score(), Some(score), "{instance:?}");
        let ends = Proof::Bound(Reason::Ends);
        assert_eq!(verdict.proof(), Some(&ends), "{instance:?}");
    }
}
