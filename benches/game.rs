//! The game's rules: random games with deals and legal moves, leaves of the tree of moves, and the check of records.

use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::record::Record;
use azulejo::game::{Phase, Players, Position, perft};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// The round in which a random game is given up: it may come to a position in which no row can be completed any more.
const MOST_ROUNDS: u32 = 40;

fn random_game(players: Players, rng: &mut ChaCha8Rng) -> Record {
    let mut position = Position::new(players, 0);
    let mut record = Record::new(players, 0);
    play(&mut position, rng, &mut |event| match event {
        Event::Deal(deal) => record.push_deal(&deal),
        Event::Move(move_) => record.push_move(move_),
    });
    record
}

enum Event {
    Deal(azulejo::game::Deal),
    Move(azulejo::game::Move),
}

fn play(position: &mut Position, rng: &mut ChaCha8Rng, visit: &mut impl FnMut(Event)) {
    while position.round() < MOST_ROUNDS {
        match position.phase() {
            Phase::Deal => visit(Event::Deal(position.deal(rng).expect("it is time"))),
            Phase::Moves => {
                let moves = position.numbered();
                let number = below(rng, moves.count() as u32);
                let move_ = moves.nth(number as usize);
                let move_ = move_.expect("below the count");
                position.play_unchecked(move_);
                visit(Event::Move(move_));
            }
            Phase::RoundEnd => {
                position.end_round().expect("it is time");
            }
            Phase::Over => break,
        }
    }
}

fn playing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random games");
    group.throughput(Throughput::Elements(1));
    for players in Players::ALL {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        group.bench_function(format!("{} players", players.count()), |bench| {
            bench.iter(|| {
                let mut position = Position::new(players, 0);
                play(&mut position, &mut rng, &mut |_| ());
                position
            });
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
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let games: Vec<String> = (0..100)
        .map(|_| random_game(Players::Two, &mut rng).completed())
        .map(|record| record.expect("played by the rules").to_json())
        .collect();
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
