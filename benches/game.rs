//! The game's rules: random games with deals and legal moves, leaves of the tree of moves, and the check of records.

use azulejo::arena::{Match, Starter, Watch};
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::record::Record;
use azulejo::game::{Phase, Players, Position, perft};
use azulejo::players::Contestant;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// The round in which a random game is given up: it may come to a position in which no row can be completed any more.
const MOST_ROUNDS: u32 = 40;

fn random_game(players: Players, rng: &mut ChaCha8Rng) -> Position {
    let mut position = Position::new(players, 0);
    while position.round() < MOST_ROUNDS {
        match position.phase() {
            Phase::Deal => {
                position.deal(rng).expect("it is time");
            }
            Phase::Moves => {
                let moves = position.numbered();
                let number = below(rng, moves.count() as u32);
                let move_ = moves.nth(number as usize);
                position.play_unchecked(move_.expect("below the count"));
            }
            Phase::RoundEnd => {
                position.end_round().expect("it is time");
            }
            Phase::Over => break,
        }
    }
    position
}

fn playing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random games");
    group.throughput(Throughput::Elements(1));
    for players in Players::ALL {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        group.bench_function(format!("{} players", players.count()), |bench| {
            bench.iter(|| random_game(players, &mut rng));
        });
    }
    group.finish();
}

fn counting(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    for players in Players::ALL {
        let mut position = Position::new(players, 0);
        let deal = position.deal(&mut ChaCha8Rng::seed_from_u64(1));
        deal.expect("a new game waits for a deal");
        group.throughput(Throughput::Elements(perft(&position, 3)));
        group.bench_function(format!("{} players, depth 3", players.count()), |bench| {
            bench.iter(|| perft(&position, 3));
        });
    }
    group.finish();
}

fn checking(criterion: &mut Criterion) {
    let random: Contestant = "random".parse().expect("a player");
    let pairing = Match::new(vec![&random; 2], Starter::Each, 1).expect("a match");
    let mut games: Vec<String> = Vec::new();
    let mut push = |record: &Record| games.push(record.to_json());
    let watch = Watch {
        records: Some(&mut push),
        ..Watch::default()
    };
    pairing.run(0..50, watch);
    let mut group = criterion.benchmark_group("records");
    group.throughput(Throughput::Elements(games.len() as u64));
    group.bench_function("read and check", |bench| {
        bench.iter(|| {
            let true_games = games.iter().filter(|game| {
                let record = Record::from_json(game).expect("a record");
                record.check().is_ok()
            });
            assert_eq!(true_games.count(), games.len());
        });
    });
    group.finish();
}

criterion_group!(benches, playing, counting, checking);
criterion_main!(benches);
