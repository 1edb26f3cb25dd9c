//! Every phase looks at the control often enough.

use crate::generator::{MIXED, generate};
use crate::looks::{Gap, Looks, MAX_GAP};
use azulejo::control::Control;
use azulejo::instance::{Builder, Instance, Sense};
use azulejo::solve::{Method, Settings, solve};
use azulejo::wall::Bonus;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The end bonus of the game.
const GAME: Bonus = Bonus {
    row: 2,
    column: 7,
    colour: 10,
};

/// Asserts that no thread of these methods works long between two looks, or from its last look to the end.
fn assert_looks(instance: &Instance, methods: &[&str]) {
    let known_methods = Method::WITH_AUTO.iter().copied();
    for method in known_methods.filter(|method| methods.contains(&method.name())) {
        let looks = Looks::default();
        let limit = Some(Duration::from_secs(1));
        let settings = Settings::from(looks.control(Control::default().within(limit)));
        let (answer, gap) = looks.measure(|| solve(instance, method, &settings));
        answer.unwrap_or_else(|error| panic!("{method}: {error}"));
        let (wall, Gap { time, end }) = (instance.wall(), gap);
        assert!(time < MAX_GAP, "{method} on {wall}: {time:?} until {end}");
    }
}

fn wall(rows: u64, columns: u64, sense: Sense) -> Builder {
    Instance::builder(rows, columns, sense)
}

fn build(builder: Builder) -> Instance {
    builder.build().expect("valid")
}

/// Tables of the points of lines take long if each turn may fill other cells of long lines.
#[test]
fn long_lines_with_many_phases_have_looks() {
    let windows = (0..120).fold(wall(8, 16, Sense::Minimize), |builder, cell| {
        builder.window(cell + 1, 1 + cell / 2..=8 + cell)
    });
    assert_looks(&build(windows), &["auto", "backward", "ordering"]);
    let rounds = wall(8, 16, Sense::Minimize).rounds();
    assert_looks(&build(rounds), &["auto", "backward", "frontier"]);
}

/// Upper bound on the number of expanded coverings between two looks, for all costs of their bounds.
#[test]
fn few_coverings_are_expanded_between_two_looks() {
    const FEW: usize = 64;
    let minimum = build(wall(5, 5, Sense::Minimize));
    let rounds = build(wall(7, 7, Sense::Minimize).rounds());
    for (instance, method) in [(minimum, Method::Frontier), (rounds, Method::Backward)] {
        let look_count = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&look_count);
        let control = Control {
            interrupt: Some(Arc::new(move || {
                counter.fetch_add(1, Ordering::Relaxed);
                false
            })),
            ..Control::default()
        };
        let answer = solve(&instance, method, &control.into()).expect("it fits");
        let coverings = answer.outcome.stats.coverings.expect("they were expanded");
        let looks = look_count.load(Ordering::Relaxed);
        assert!(coverings > 50 * FEW, "{coverings}");
        assert!(looks >= coverings / FEW, "{looks} for {coverings}");
    }
}

/// A bound by a short horizon takes a tenth of a millisecond for each covering.
#[test]
fn short_horizons_have_looks() {
    for sense in [Sense::Maximize, Sense::Minimize] {
        let bonus = Bonus { colour: 0, ..GAME };
        let long = wall(8, 16, sense).turns(70).bonus(bonus).before(1, 2);
        assert_looks(&build(long), &["auto", "frontier"]);
        let square = wall(10, 10, sense).turns(60).bonus(GAME).before(1, 2);
        assert_looks(&build(square), &["auto", "frontier"]);
    }
}

/// Looks during the formulation, the copies, the solves and the end of large programs.
#[test]
fn large_programs_have_looks() {
    let rounds = |side| build(wall(side, side, Sense::Minimize).rounds());
    assert_looks(&rounds(30), &["ordering"]);
    assert_looks(&rounds(12), &["ordering"]);
    let short = wall(30, 30, Sense::Minimize).turns(500).bonus(GAME);
    assert_looks(&build(short), &["auto"]);
    let small = build(wall(6, 6, Sense::Minimize));
    assert_looks(&small, &["case-study", "disaggregated"]);
}

#[test]
fn all_kinds_of_constraints_at_once_have_looks() {
    for (side, seed) in [(7, 7), (8, 5), (9, 0), (10, 4), (11, 7)] {
        let (instance, _) = generate(&MIXED, side, seed);
        assert_looks(&instance, &["auto", "frontier", "ordering"]);
    }
    assert_looks(&generate(&MIXED, 5, 1).0, &["dense"]);
    let four = build(wall(4, 4, Sense::Minimize).rounds());
    assert_looks(&four, &["graph"]);
}
