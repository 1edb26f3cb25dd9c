//! Counting the optimal orders of 5×5: the frontier and dense layers against the thesis's own algorithm, in one run; and
//! the expansion of a layer.

use azulejo::count::Counter;
use azulejo::instance::{Instance, Sense};
use azulejo::problem::Problem;
use azulejo::solve::{Settings, layers};
use azulejo_benches::every_covering;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::time::Duration;

fn problem(size: u64, sense: Sense) -> Problem {
    let instance = Instance::builder(size, size, sense).build();
    Problem::from(&instance.expect("valid"))
}

fn counting(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("count 5x5");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(5));
    for sense in [Sense::Maximize, Sense::Minimize] {
        let word = sense.word();
        let problem = problem(5, sense);
        let optimum = |counter: Counter| {
            let count = counter.count(&problem, &Settings::default());
            let count = count.expect("it fits").count.expect("nobody stops it");
            let (score, orders) = count.optimum.expect("there are orders");
            (score, orders.to::<u64>())
        };
        for counter in [Counter::Dense, Counter::Frontier] {
            assert_eq!(
                Some(optimum(counter)),
                every_covering(&problem),
                "{counter}"
            );
            let id = format!("{counter} {word}");
            group.bench_function(id, |bench| bench.iter(|| optimum(counter)));
        }
        group.bench_function(format!("every covering {word}"), |bench| {
            bench.iter(|| every_covering(&problem));
        });
    }
    group.finish();
}

/// Benchmarks the expansion of the largest layer of 5×5 min, and of one of 6×6 min.
fn expanding(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("expand a layer");
    group.sample_size(10);
    for (size, tiles) in [(5, 8), (6, 8)] {
        let problem = problem(size, Sense::Minimize);
        let mut layers = layers(&problem, &Settings::default()).expect("it fits");
        for _ in 0..tiles {
            assert!(layers.advance().expect("it fits"));
        }
        group.throughput(Throughput::Elements(layers.classes()));
        group.bench_function(format!("{tiles} tiles of {size}x{size} min"), |bench| {
            bench.iter(|| layers.expand().expect("it fits"));
        });
    }
    group.finish();
}

criterion_group!(benches, counting, expanding);
criterion_main!(benches);
