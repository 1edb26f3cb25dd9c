//! The searches: leaves a second from an opening.

use azulejo::control::Control;
use azulejo::players::Limits;
use azulejo::players::search::{Bonus, Method, Search, leaves_of_opening, opening};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const SEED: u64 = 1;

fn searching(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("leaves");
    for method in Method::ALL {
        // Depth 4 of minimax takes a second.
        let depth = if method == Method::Minimax { 3 } else { 4 };
        let search = Search {
            method,
            bonus: Bonus::default(),
        };
        let limits = Limits {
            depth: Some(depth),
            ..Limits::NONE
        };
        let leaves = leaves_of_opening(&search, SEED, depth);
        group.throughput(Throughput::Elements(leaves.iter().sum()));
        group.bench_function(format!("{}, depth {depth}", method.name()), |bench| {
            let opening = opening(SEED);
            bench.iter(|| search.deepen(&opening, &limits, &Control::default()).last());
        });
    }
    group.finish();
}

criterion_group!(benches, searching);
criterion_main!(benches);
