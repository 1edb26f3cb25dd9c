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
use azulejo::instance::{Instance, Sense};
use azulejo::problem::Problem;
use azulejo::solve::{Method, Settings};
use azulejo::wall::{Bonus, Cell, Covering, Scorer, Wall};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;

fn instance(size: usize, sense: Sense) -> Instance {
    let sense = sense.word();
    let text = format!(r#"{{"wall": {{"rows": {size}, "columns": {size}}}, "sense": "{sense}"}}"#);
    Instance::from_json(&text).expect("valid")
}

fn problem(size: usize, sense: Sense) -> Problem {
    Problem::from(&instance(size, sense))
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
        criterion.bench_with_input(
            BenchmarkId::new("build ordering", size),
            &problem,
            |bench, problem| {
                bench.iter(|| {
                    OrderingFormulation::new(problem)
                        .expect("small")
                        .program()
                        .rows()
                        .len()
                });
            },
        );
    }
    let three = problem(3, Sense::Maximize);
    criterion.bench_function("build case-study/3", |bench| {
        bench.iter(|| {
            CaseStudy::new(&three)
                .expect("small")
                .program()
                .rows()
                .len()
        });
    });
    let five = problem(5, Sense::Minimize);
    criterion.bench_function("beam search/5", |bench| {
        bench.iter(|| {
            let start = WarmStart::new(
                &five,
                None,
                HeuristicOptions::default(),
                &Control::default(),
            );
            start
                .and_then(|start| start.solution)
                .map(|best| best.score)
        });
    });
    let game = Bonus {
        row: 2,
        column: 7,
        colour: 10,
    };
    let begun = Instance::builder(6, 6, Sense::Maximize);
    let begun = begun.initial([5, 8, 9, 17, 25, 32]).turns(12).bonus(game);
    let begun = Problem::from(&begun.build().expect("valid"));
    let control = Control::default();
    let start = WarmStart::new(&begun, None, HeuristicOptions::default(), &control).expect("small");
    criterion.bench_function("ends/6, begun", |bench| {
        bench.iter(|| {
            start
                .clone()
                .look_at_ends(&begun, HeuristicOptions::default(), &control)
        });
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
        group.bench_function(
            BenchmarkId::new(format!("graph {}", sense.word()), size),
            |bench| {
                bench.iter(|| {
                    graph::solve(&problem, &Control::default())
                        .expect("it fits")
                        .verdict
                        .score()
                });
            },
        );
    }
    for (name, rest) in [
        ("max", r#""sense": "maximize""#),
        (
            "half",
            r#""sense": "maximize", "turns": 12, "bonus": {"row": 2, "column": 7, "colour": 10}"#,
        ),
        (
            "rounds",
            r#""sense": "minimize", "constraints": [{"type": "rounds"}]"#,
        ),
    ] {
        let text = format!(r#"{{"wall": {{"rows": 5, "columns": 5}}, {rest}}}"#);
        let problem = Problem::from(&Instance::from_json(&text).expect("valid"));
        group.bench_function(BenchmarkId::new("dense/5", name), |bench| {
            bench.iter(|| {
                dense::solve(&problem, None, &Control::default())
                    .expect("it fits")
                    .verdict
                    .score()
            });
        });
    }
    for (size, sense) in [
        (3, Sense::Maximize),
        (5, Sense::Maximize),
        (5, Sense::Minimize),
    ] {
        let problem = problem(size, sense);
        group.bench_function(
            BenchmarkId::new(format!("ordering {}", sense.word()), size),
            |bench| {
                let run = || {
                    Method::Ordering
                        .run(&problem, &Settings::default())
                        .expect("it fits")
                };
                bench.iter(|| run().verdict.score());
            },
        );
    }
    group.finish();
}

criterion_group!(benches, wall, building, solving);
criterion_main!(benches);
