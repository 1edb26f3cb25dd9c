//! Games a second through the arena, on one thread: the overhead of the arena, and the speed of the players.

use azulejo::arena::{Match, Starter, Watch};
use azulejo::players::Contestant;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// The number of groups of games in a measurement.
const GROUPS: u64 = 1000;

/// The players without a search, each against itself.
const QUICK: [&str; 6] = [
    "greedy",
    "smart",
    "strategic",
    "opponent",
    "improved",
    "rollout-greedy",
];

fn matches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("games");
    let threads = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let one_thread = threads.expect("a thread");
    let random = (2..=4).map(|players| ("random", players));
    for (name, players) in random.chain(QUICK.map(|name| (name, 2))) {
        let contestant: Contestant = name.parse().expect("a player");
        let pairing = Match::new(vec![&contestant; players], Starter::Each, 1).expect("a match");
        group.throughput(Throughput::Elements(GROUPS * players as u64));
        group.bench_function(format!("{players} {name}"), |bench| {
            bench.iter(|| one_thread.install(|| pairing.run(0..GROUPS, Watch::default())));
        });
    }
    group.finish();
}

criterion_group!(benches, matches);
criterion_main!(benches);
