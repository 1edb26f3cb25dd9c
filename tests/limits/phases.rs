//! Every phase looks at the control often enough.

use crate::generator::{MIXED, generate};
use crate::looks::{Longest, Looks, PROMISED};
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

/// By each of these methods, no thread works long between two looks, or from its last look to the end.
fn looks_often(instance: &Instance, methods: &[&str]) {
    let asked = Method::ASKED.iter().copied();
    for method in asked.filter(|method| methods.contains(&method.name())) {
        let looks = Looks::default();
        let limit = Some(Duration::from_secs(1));
        let settings = Settings::from(looks.at(Control::default().within(limit)));
        let (answer, longest) = looks.longest_of(|| solve(instance, method, &settings));
        answer.unwrap_or_else(|error| panic!("{method}: {error}"));
        let (wall, Longest { time, until }) = (instance.wall(), longest);
        assert!(
            time < PROMISED,
            "{method} on {wall}: {time:?} until {until}"
        );
    }
}

fn wall(rows: u64, columns: u64, sense: Sense) -> Builder {
    Instance::builder(rows, columns, sense)
}

fn built(builder: Builder) -> Instance {
    builder.build().expect("valid")
}

/// The tables of what lines have earned take long where each turn may fill other cells of long lines.
#[test]
fn long_lines_with_many_phases() {
    let windows = (0..120).fold(wall(8, 16, Sense::Minimize), |builder, cell| {
        builder.window(cell + 1, 1 + cell / 2..=8 + cell)
    });
    looks_often(&built(windows), &["auto", "backward", "ordering"]);
    let rounds = wall(8, 16, Sense::Minimize).rounds();
    looks_often(&built(rounds), &["auto", "backward", "frontier"]);
}

/// Whatever the bounds of a covering take: so many at most are expanded between two looks.
#[test]
fn few_coverings_are_expanded_between_two_looks() {
    const FEW: usize = 64;
    let minimum = built(wall(5, 5, Sense::Minimize));
    let rounds = built(wall(7, 7, Sense::Minimize).rounds());
    for (instance, method) in [(minimum, Method::Frontier), (rounds, Method::Backward)] {
        let asked = Arc::new(AtomicUsize::new(0));
        let looks = Arc::clone(&asked);
        let control = Control {
            interrupt: Some(Arc::new(move || {
                looks.fetch_add(1, Ordering::Relaxed);
                false
            })),
            ..Control::default()
        };
        let answer = solve(&instance, method, &control.into()).expect("it fits");
        let coverings = answer.outcome.stats.coverings.expect("they were expanded");
        let looks = asked.load(Ordering::Relaxed);
        assert!(coverings > 50 * FEW, "{coverings}");
        assert!(looks >= coverings / FEW, "{looks} for {coverings}");
    }
}

/// A bound by a short horizon takes a tenth of a millisecond for each covering.
#[test]
fn short_horizons() {
    for sense in [Sense::Maximize, Sense::Minimize] {
        let bonus = Bonus { colour: 0, ..GAME };
        let long = wall(8, 16, sense).turns(70).bonus(bonus).before(1, 2);
        looks_often(&built(long), &["auto", "frontier"]);
        let square = wall(10, 10, sense).turns(60).bonus(GAME).before(1, 2);
        looks_often(&built(square), &["auto", "frontier"]);
    }
}

/// Programs are written, copied, solved and given up.
#[test]
fn large_programs() {
    let rounds = |side| built(wall(side, side, Sense::Minimize).rounds());
    looks_often(&rounds(30), &["ordering"]);
    looks_often(&rounds(12), &["ordering"]);
    let short = wall(30, 30, Sense::Minimize).turns(500).bonus(GAME);
    looks_often(&built(short), &["auto"]);
    let small = built(wall(6, 6, Sense::Minimize));
    looks_often(&small, &["case-study", "disaggregated"]);
}

#[test]
fn all_kinds_of_constraints_at_once() {
    for (side, seed) in [(7, 7), (8, 5), (9, 0), (10, 4), (11, 7)] {
        let (instance, _) = generate(&MIXED, side, seed);
        looks_often(&instance, &["auto", "frontier", "ordering"]);
    }
    looks_often(&generate(&MIXED, 5, 1).0, &["dense"]);
    let four = built(wall(4, 4, Sense::Minimize).rounds());
    looks_often(&four, &["graph"]);
}
