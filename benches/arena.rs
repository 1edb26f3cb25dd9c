//! Games a second through the arena: what it costs beyond its players.

use azulejo::arena::{Match, Starter, Watch};
use azulejo::players::Contestant;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Groups of games a measurement.
const GROUPS: u64 = 1000;

fn matches(criterion: &mut Criterion) {
    let random: Contestant = "random".parse().expect("a player");
    let mut group = criterion.benchmark_group("random players in the arena");
    let threads = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let one_thread = threads.expect("a thread");
    for players in 2..=4 {
        let pairing = Match::new(vec![&random; players], Starter::Each, 1).expect("a match");
        group.throughput(Throughput::Elements(GROUPS * players as u64));
        group.bench_function(format!("{players} players, one thread"), |bench| {
            bench.iter(|| one_thread.install(|| pairing.run(0..GROUPS, Watch::default())));
        });
    }
    group.finish();
}

criterion_group!(benches, matches);
criterion_main!(benches);
