//! HiGHS, GLPK and CBC find the score of the best order in programs with rows.

use crate::common::{bonus, built};
use crate::export::exact::{CASE_STUDY, best, check_by};
use crate::export::solvers::{CBC, GLPSOL};
use crate::random_rows::{Chance, instance};
use azulejo::formulation::{Families, Kind};
use azulejo::instance::{ColoursSpec, Instance, Sense};
use azulejo::problem::Problem;

/// Asserts that HiGHS, GLPK and CBC find the best score in the programs of these kinds.
fn assert_solved(instance: &Instance, kinds: &[Kind]) {
    let (families, best) = (Families::new(), best(instance));
    for &kind in kinds {
        check_by(&[&GLPSOL, &CBC], instance, kind, &families, best);
    }
}

fn assert_random_programs_solved(count: usize, seed: u64) {
    let mut chance = Chance::new(seed);
    let instances = std::iter::from_fn(|| Some(instance(&mut chance)));
    for instance in instances.flatten().take(count) {
        let kinds: &[Kind] = match Problem::from(&instance).free_len() {
            ..=CASE_STUDY => &Kind::ALL,
            _ => &[Kind::Ordering],
        };
        assert_solved(&instance, kinds);
    }
}

#[test]
fn programs_with_rows_are_solved_by_other_solvers() {
    assert_random_programs_solved(12, 5);
}

/// Free colours: the maximum counts complete colours, and the minimum inevitable colours.
#[test]
fn programs_with_free_colours_are_solved_by_other_solvers() {
    for (sense, initial, turns) in [
        (Sense::Maximize, vec![], 7),
        (Sense::Maximize, vec![2, 4], 4),
        (Sense::Minimize, vec![2, 4], 6),
        (Sense::Minimize, vec![1, 5, 6, 8], 4),
    ] {
        let builder = Instance::builder(3, 3, sense).initial(initial).turns(turns);
        let builder = builder.bonus(bonus(1, 0, 4));
        let instance = built(builder.colours(ColoursSpec::Word("free".into())));
        let kinds = [Kind::Ordering, Kind::Disaggregated];
        assert_solved(&instance, if turns > 4 { &kinds[..1] } else { &kinds });
    }
}

#[test]
#[ignore = "minutes: `cargo maintain rows` runs it"]
fn a_hundred_programs_with_rows_are_solved_by_other_solvers() {
    assert_random_programs_solved(100, 6);
}
