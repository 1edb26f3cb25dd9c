//! The generator of `tools/src/constrained/`: each of its instances has a feasible order.

use crate::generator::{COMBINED, KINDS, Kind, MIXED, ROWS, generate};
use azulejo::instance::Constraint;
use azulejo::order::verify;
use itertools::{Itertools, iproduct};
use std::collections::BTreeSet;

fn kinds() -> impl Iterator<Item = &'static Kind> + Clone {
    KINDS.iter().chain(&ROWS).chain([&COMBINED])
}

#[test]
fn each_instance_has_an_order_and_all_instances_differ() {
    let texts = iproduct!(kinds(), [5, 6, 7, 8], 0..10).map(|(kind, side, seed)| {
        let (instance, order) = generate(kind, side, seed);
        let name = instance.name().expect("it has a name").to_owned();
        assert_eq!(verify(&instance, &order).violations, [], "{name}");
        serde_json::to_string(&instance).expect("an instance is JSON")
    });
    assert!(texts.collect_vec().iter().all_unique());
}

#[test]
fn each_mixed_instance_has_an_order_and_several_kinds_of_constraints() {
    let mut kinds = BTreeSet::new();
    for (side, seed) in iproduct!(5..=12, 0..40) {
        let (instance, order) = generate(&MIXED, side, seed);
        assert_eq!(verify(&instance, &order).violations, [], "{side} {seed}");
        kinds.extend(
            instance
                .constraints()
                .iter()
                .map(|constraint| constraint.kind().name),
        );
    }
    assert!(kinds.len() >= 7, "{kinds:?}");
}

/// Each kind of constraint, whole and short horizons, walls with and without tiles and bonus.
#[test]
fn each_combined_instance_has_an_order_and_all_ingredients_are_used() {
    let mut ingredients = BTreeSet::new();
    for (side, seed) in iproduct!(5..=12, 0..60) {
        let (instance, order) = generate(&COMBINED, side, seed);
        assert_eq!(verify(&instance, &order).violations, [], "{side} {seed}");
        ingredients.extend(
            instance
                .constraints()
                .iter()
                .map(|constraint| constraint.kind().name),
        );
        let initial = instance.initial().len();
        assert!([0, side, 2 * side].contains(&initial), "{side} {seed}");
        let is_short = instance.horizon() < side * side - initial;
        assert_eq!(is_short, instance.bonus().row > 0, "{side} {seed}");
        ingredients.insert(if is_short { "short" } else { "whole" });
        ingredients.insert(if initial > 0 { "tiles" } else { "empty" });
    }
    let expected = "before empty first last only place-at short tiles whole window";
    assert_eq!(ingredients.iter().join(" "), expected);
}

#[test]
fn rows_have_the_class_of_their_kind() {
    for kind in &ROWS {
        for (side, seed) in iproduct!(4..=8, 0..20) {
            let (instance, _) = generate(kind, side, seed);
            for constraint in instance.constraints() {
                let Constraint::SubjectTo { row } = constraint else {
                    panic!("{constraint}");
                };
                // A row that every order satisfies has no requirements.
                let is_of_kind = format!("{} rows", row.class()) == kind.name;
                assert!(is_of_kind || row.requirements().is_empty(), "{row}");
            }
        }
    }
}

#[test]
fn the_page_has_every_kind() {
    let page = include_str!("../../docs/constrained.md");
    for kind in kinds() {
        let row = format!("| {} | {} |", kind.name, kind.states);
        assert!(page.contains(&row), "{row}");
    }
}

#[test]
fn the_same_seed_gives_the_same_instance() {
    for kind in kinds() {
        assert_eq!(generate(kind, 6, 3), generate(kind, 6, 3), "{}", kind.name);
    }
    // The first constraints of an instance, of which answers are on file.
    let windows = KINDS.iter().find(|kind| kind.name == "windows");
    let (instance, _) = generate(windows.expect("it is a kind"), 5, 0);
    insta::assert_snapshot!(instance.constraints()[..3].iter().join("; "));
}
