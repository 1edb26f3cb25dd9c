//! The searches: leaves a second of tree searches from an opening, and positions a second of our player.

use azulejo::control::Control;
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::players::azulejo::Azulejo;
use azulejo::players::tree_search::{Bonus, Method, TreeSearch, leaves_of_opening, opening};
use azulejo::players::{Limits, Player};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const SEED: u64 = 1;

fn searching(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("leaves");
    for method in Method::ALL {
        // Depth 4 of minimax takes a second.
        let depth = if method == Method::Minimax { 3 } else { 4 };
        let search = TreeSearch {
            method,
            bonus: Bonus::default(),
        };
        let limits = Limits::of_depth(depth);
        let leaves = leaves_of_opening(&search, SEED, depth);
        group.throughput(Throughput::Elements(leaves.iter().sum()));
        group.bench_function(format!("{}, depth {depth}", method.name()), |bench| {
            let opening = opening(SEED);
            bench.iter(|| search.deepen(&opening, &limits, &Control::default()).last());
        });
    }
    group.finish();
}

/// Benchmarks our player in positions a second, from an opening and from the middle of a round.
fn our_player(criterion: &mut Criterion) {
    const NODES: u64 = 20_000;
    let mut group = criterion.benchmark_group("positions");
    let (player, limits) = (Azulejo::default(), Limits::of_nodes(NODES));
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let opening = opening(SEED);
    let mut middle = opening;
    for _ in 0..4 {
        middle.play_unchecked(player.choose(&middle, &mut rng, &limits));
    }
    group.throughput(Throughput::Elements(NODES));
    for (name, position) in [("opening", opening), ("middle of a round", middle)] {
        group.bench_function(format!("azulejo, {name}"), |bench| {
            bench.iter(|| player.choose(&position, &mut rng, &limits));
        });
    }
    group.finish();
}

criterion_group!(benches, searching, our_player);
criterion_main!(benches);
