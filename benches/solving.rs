//! The times of the parts of a solve. Absolute times depend on the machine: compare within a run.
//!
//! `cargo bench -p azulejo-benches` runs all; `… -- ordering` those whose names contain the word.

use azulejo::bounds::completion::LineBounds;
use azulejo::bounds::line_cuts;
use azulejo::control::Control;
use azulejo::dense;
use azulejo::formulation::{CaseStudy, Formulation, OrderingFormulation};
use azulejo::graph;
use azulejo::heuristics::{HeuristicOptions, WarmStart};
use azulejo::instance::{Builder, Instance, Sense};
use azulejo::problem::Problem;
use azulejo::solve::{Method, Settings};
use azulejo::wall::{Bonus, Cell, Covering, Scorer, Wall};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;

/// The end bonus of the game.
const GAME: Bonus = Bonus {
    row: 2,
    column: 7,
    colour: 10,
};

fn problem_of(builder: Builder) -> Problem {
    Problem::from(&builder.build().expect("valid"))
}

fn problem(size: u64, sense: Sense) -> Problem {
    problem_of(Instance::builder(size, size, sense))
}

/// Benchmarks the score of a tile and a covering.
fn wall(criterion: &mut Criterion) {
    let wall = Wall::new(5, 5).expect("small");
    let scorer = Scorer::new(wall);
    let covering = Covering::from_bits(0b10110_01101_11010_00111_10101);
    let cell = Cell::from_index(12);
    criterion.bench_function("score a tile of 5x5", |bench| {
        bench.iter(|| scorer.points(black_box(covering), black_box(cell)));
    });
    let bounds = LineBounds::new(&problem(5, Sense::Minimize)).expect("short lines");
    criterion.bench_function("bound the rest of 5x5", |bench| {
        bench.iter(|| bounds.rest(black_box(covering)));
    });
}

/// Benchmarks the work before HiGHS starts.
fn building(criterion: &mut Criterion) {
    criterion.bench_function("line cuts of a line of 10", |bench| {
        bench.iter(|| line_cuts(black_box(&[false; 10]), true, Sense::Minimize));
    });
    for size in [3, 5, 10] {
        let problem = problem(size, Sense::Minimize);
        let build = || OrderingFormulation::new(&problem).expect("small");
        criterion.bench_function(&format!("build ordering/{size}"), |bench| {
            bench.iter(|| build().program().rows().len());
        });
    }
    let three = problem(3, Sense::Maximize);
    let build = || CaseStudy::new(&three).expect("small");
    criterion.bench_function("build case-study/3", |bench| {
        bench.iter(|| build().program().rows().len());
    });
    let (options, control) = (HeuristicOptions::default(), Control::default());
    let five = problem(5, Sense::Minimize);
    criterion.bench_function("beam search/5", |bench| {
        bench.iter(|| {
            let start = WarmStart::new(&five, None, options, &control);
            Some(start?.solution?.score)
        });
    });
    let builder = Instance::builder(6, 6, Sense::Maximize);
    let partial = problem_of(builder.initial([5, 8, 9, 17, 25, 32]).turns(12).bonus(GAME));
    let start = WarmStart::new(&partial, None, options, &control).expect("small");
    criterion.bench_function("ends/6, begun", |bench| {
        bench.iter(|| start.clone().look_at_ends(&partial, options, &control));
    });
}

/// Benchmarks whole solves, to proven optimality.
fn solving(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("solve");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(10));
    for (size, sense) in [(3, Sense::Maximize), (4, Sense::Minimize)] {
        let problem = problem(size, sense);
        let run = || graph::solve(&problem, &Control::default()).expect("it fits");
        let id = BenchmarkId::new(format!("graph {}", sense.word()), size);
        group.bench_function(id, |bench| bench.iter(|| run().verdict.score()));
    }
    let five = |sense| Instance::builder(5, 5, sense);
    for (name, builder) in [
        ("max", five(Sense::Maximize)),
        ("half", five(Sense::Maximize).turns(12).bonus(GAME)),
        ("rounds", five(Sense::Minimize).rounds()),
    ] {
        let problem = problem_of(builder);
        let run = || dense::solve(&problem, None, &Control::default()).expect("it fits");
        let id = BenchmarkId::new("dense/5", name);
        group.bench_function(id, |bench| bench.iter(|| run().verdict.score()));
    }
    for (size, sense) in [
        (3, Sense::Maximize),
        (5, Sense::Maximize),
        (5, Sense::Minimize),
    ] {
        let (problem, settings) = (problem(size, sense), Settings::default());
        let run = || Method::Ordering.run(&problem, &settings).expect("it fits");
        let id = BenchmarkId::new(format!("ordering {}", sense.word()), size);
        group.bench_function(id, |bench| bench.iter(|| run().verdict.score()));
    }
    group.finish();
}

criterion_group!(benches, wall, building, solving);
criterion_main!(benches);
