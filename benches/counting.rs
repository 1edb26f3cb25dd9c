//! Counting the optimal orders of 5×5: the frontier against the thesis's own algorithm, in one run; and
//! the expansion of a layer.

use azulejo::control::Control;
use azulejo::frontier::{Layers, count};
use azulejo::instance::{Instance, Sense};
use azulejo::problem::Problem;
use azulejo::wall::{Covering, Scorer, Wall};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::time::Duration;

/// The thesis's algorithm (section 3.1): every covering, in the order of its bits, takes the best score
/// and the number of routes from those with one tile fewer.
fn every_covering(wall: Wall, sense: Sense) -> (u32, u64) {
    let scorer = Scorer::new(wall);
    let coverings = 1usize << wall.len();
    let mut best = vec![(0u32, 0u64); coverings];
    best[0] = (0, 1);
    for bits in 1..coverings {
        let covering = Covering::from_bits(bits as u128);
        let mut known: Option<(u32, u64)> = None;
        for cell in covering.cells() {
            let before = covering.without(cell);
            let (score, routes) = best[before.bits() as usize];
            let score = score + scorer.points(before, cell);
            known = Some(match known {
                Some((best, count)) if best == score => (best, count + routes),
                Some((best, count)) if !sense.better(score, best) => (best, count),
                _ => (score, routes),
            });
        }
        best[bits] = known.unwrap_or_default();
    }
    best[coverings - 1]
}

fn counting(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("count 5x5");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(5));
    let wall = Wall::new(5, 5).expect("small");
    for sense in [Sense::Maximize, Sense::Minimize] {
        let word = sense.word();
        let text = format!(r#"{{"wall": {{"rows": 5, "columns": 5}}, "sense": "{word}"}}"#);
        let problem = Problem::from(&Instance::from_json(&text).expect("valid"));
        let frontier = || {
            let counted = count(&problem, &Control::default()).expect("it fits");
            let (score, orders) = counted.expect("nobody stops it").optimum.expect("orders");
            (score, orders.to::<u64>())
        };
        assert_eq!(
            frontier(),
            every_covering(wall, sense),
            "both count the same"
        );
        group.bench_function(format!("frontier {word}"), |bench| bench.iter(frontier));
        group.bench_function(format!("every covering {word}"), |bench| {
            bench.iter(|| every_covering(wall, sense));
        });
    }
    group.finish();
}

/// The largest layer of 5×5 min, and one of 6×6 min.
fn expanding(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("expand a layer");
    group.sample_size(10);
    for (size, tiles) in [(5, 8), (6, 8)] {
        let text =
            format!(r#"{{"wall": {{"rows": {size}, "columns": {size}}}, "sense": "minimize"}}"#);
        let problem = Problem::from(&Instance::from_json(&text).expect("valid"));
        let mut layers = Layers::new(&problem, Control::default()).expect("it fits");
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
