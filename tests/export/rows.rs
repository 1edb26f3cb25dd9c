//! Programs with rows, solved by HiGHS, GLPK and CBC: each finds the score of the best order.

use crate::exact::{CASE_STUDY, best, check_by};
use crate::random_rows::{Chance, instance};
use crate::solvers::{CBC, GLPSOL};
use azulejo::formulation::{Families, Kind};
use azulejo::problem::Problem;

fn are_solved_by_others(instances: usize, seed: u64) {
    let mut chance = Chance::new(seed);
    let made = std::iter::from_fn(|| Some(instance(&mut chance)));
    for instance in made.flatten().take(instances) {
        let best = best(&instance);
        let small = Problem::from(&instance).free_len() <= CASE_STUDY;
        for kind in Kind::ALL
            .into_iter()
            .filter(|kind| small || *kind == Kind::Ordering)
        {
            check_by(&[&GLPSOL, &CBC], &instance, kind, &Families::new(), best)
                .unwrap_or_else(|error| panic!("{error}: {instance:?}"));
        }
    }
}

#[test]
fn programs_with_rows_are_solved_by_other_solvers() {
    are_solved_by_others(12, 5);
}

#[test]
#[ignore = "minutes: `cargo maintain rows` runs it"]
fn a_hundred_programs_with_rows_are_solved_by_other_solvers() {
    are_solved_by_others(100, 6);
}
