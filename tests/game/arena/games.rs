//! Games of a match: the deals, the seats, the threads, the ranges, the records.

use super::random_match;
use crate::kit::{contestant, recorded};
use azulejo::arena::{InvalidMatch, MOST_ROUNDS, Match, Sprt, Starter, Tally, Tournament, Watch};
use azulejo::control::{Control, Progress};
use azulejo::game::Phase;
use azulejo::game::record::Record;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

fn run(one: &Match<'_>, groups: Range<u64>) -> Tally {
    one.run(groups, Watch::default())
}

fn on_threads<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("threads").install(run)
}

fn dealt(record: &Record, round: usize) -> &Vec<Vec<u64>> {
    &record.rounds[round].deal
}

#[test]
fn the_games_are_the_same_on_any_number_of_threads() {
    for players in 2..=4 {
        let one = random_match(players, Starter::Each, 3);
        let alone = on_threads(1, || recorded(&one, 0..100));
        for threads in [2, 5] {
            let found = on_threads(threads, || recorded(&one, 0..100));
            assert!(found == alone, "{threads}");
        }
        assert_eq!(alone.0.games, 100 * players as u64);
        assert_eq!(alone.1.len(), 100 * players);
    }
}

#[test]
fn the_tallies_of_ranges_add_up_to_that_of_the_whole() {
    let (each, second) = (Starter::Each, Starter::Always(1));
    for (players, starter) in [(2, each), (3, each), (2, second)] {
        let one = random_match(players, starter, 4);
        let whole = run(&one, 0..500);
        // In any order, and with ends anywhere.
        let mut sum = Tally::new(players);
        for range in [499..500, 17..250, 0..17, 250..499, 77..77] {
            sum += &run(&one, range);
        }
        assert_eq!(sum, whole);
        let text = serde_json::to_string(&whole).expect("JSON");
        let read: Tally = serde_json::from_str(&text).expect("a tally");
        assert_eq!(read, whole);
        assert_ne!(run(&one, 500..1000), whole, "other games");
    }
}

#[test]
fn a_seed_decides_the_games() {
    let tally = |seed| run(&random_match(2, Starter::Each, seed), 0..50);
    assert_eq!(tally(1), tally(1));
    assert_ne!(tally(1), tally(2));
}

#[test]
fn the_games_of_a_group_have_the_same_deals_and_each_contestant_begins_one_of_them() {
    for players in 2..=4 {
        let one = random_match(players, Starter::Each, 5);
        let (_, records) = recorded(&one, 0..40);
        let mut deals = BTreeSet::new();
        for group in records.chunks(players) {
            for (first, record) in group.iter().enumerate() {
                assert_eq!(record.first, first as u64);
                assert_eq!(dealt(record, 0), dealt(&group[0], 0));
                // The bag is the same in round 2, as long as it lasts.
                assert_eq!(dealt(record, 1), dealt(&group[0], 1));
            }
            let moves = group.iter().map(|record| &record.rounds[0].moves);
            let different = moves.collect::<BTreeSet<_>>().len();
            assert_eq!(different, players, "the players differ");
            deals.insert(dealt(&group[0], 0).clone());
            assert_ne!(dealt(&group[0], 0), dealt(&group[0], 1));
        }
        assert_eq!(deals.len(), 40, "each group has deals of its own");
    }
}

#[test]
fn deals_are_the_same_whoever_plays_and_however_much_a_player_draws() {
    // With other players the moves differ, but not the deals of the first rounds.
    let (_, two) = recorded(&random_match(2, Starter::Each, 6), 0..20);
    let (_, fixed) = recorded(&random_match(2, Starter::Always(1), 6), 0..20);
    for (pair, alone) in two.chunks(2).zip(&fixed) {
        for round in 0..3 {
            assert_eq!(dealt(&pair[0], round), dealt(alone, round));
        }
    }
}

#[test]
fn who_begins_can_be_the_same_in_every_game() {
    for starter in 0..3 {
        let one = random_match(3, Starter::Always(starter), 7);
        assert_eq!(one.group_size(), 1);
        let (tally, records) = recorded(&one, 0..30);
        assert!(records.iter().all(|record| record.first == starter as u64));
        for (contestant, sums) in tally.contestants.iter().enumerate() {
            let begins = u64::from(contestant == starter);
            assert_eq!(sums.began, 30 * begins);
            assert_eq!(sums.began_wins, sums.wins * begins);
        }
    }
}

#[test]
fn matches_that_cannot_be_played_are_refused() {
    let random = contestant("random");
    for count in [0, 1, 5] {
        let refused = Match::new(vec![&random; count], Starter::Each, 0).expect_err("refused");
        assert!(matches!(refused, InvalidMatch::Players(_)), "{refused}");
    }
    let refused = Match::new(vec![&random; 2], Starter::Always(2), 0).expect_err("refused");
    let refused = refused.to_string();
    assert_eq!(refused, "contestant 3 cannot begin: there are 2");
    assert!(Tournament::new(&[&random], 0).is_err());
}

#[test]
fn the_tally_is_what_the_records_say() {
    for players in 2..=4 {
        let one = random_match(players, Starter::Each, 8);
        let (tally, records) = recorded(&one, 0..300);
        let mut expected = Tally::new(players);
        for group in records.chunks(players) {
            let (mut shares, mut points) = (vec![0; players], vec![0; players]);
            for record in group {
                let end = record.check().expect("true");
                assert_eq!(end.phase(), Phase::Over, "a rare game: take another seed");
                let finals = record.finals.as_ref().expect("it is over");
                let winners = record.winners.as_ref().expect("it is over");
                let most = finals.iter().max().expect("players");
                let tops = finals.iter().filter(|score| *score == most).count();
                expected.games += 1;
                let rounds = record.rounds.len() as u32;
                *expected.rounds.entry(rounds).or_default() += 1;
                for (contestant, sums) in expected.contestants.iter_mut().enumerate() {
                    let (score, number) = (finals[contestant], contestant as u64);
                    let won = u64::from(*winners == [number]);
                    sums.wins += won;
                    sums.most_points += u64::from(score == *most && tops == 1);
                    sums.points += score;
                    sums.points_squared += score * score;
                    sums.began += u64::from(record.first == number);
                    sums.began_wins += won * u64::from(record.first == number);
                    points[contestant] += score;
                    if winners.contains(&number) {
                        shares[contestant] += 12 / winners.len() as u64;
                    }
                }
            }
            expected.groups += 1;
            for (contestant, sums) in expected.contestants.iter_mut().enumerate() {
                sums.shares += shares[contestant];
                sums.group_shares_squared += shares[contestant] * shares[contestant];
                sums.group_points_squared += points[contestant] * points[contestant];
            }
            if players == 2 {
                expected.halves[shares[0] as usize / 6] += 1;
            }
        }
        assert_eq!(tally, expected);
        let shares: u64 = tally.contestants.iter().map(|sums| sums.shares).sum();
        assert_eq!(shares, 12 * tally.games);
        let winners = records.iter().filter_map(|record| record.winners.as_ref());
        let shared = winners.filter(|winners| winners.len() > 1);
        assert_eq!(tally.draws(), shared.count() as u64);
        assert!(tally.draws() <= tally.ties());
    }
}

#[test]
fn games_that_do_not_end_are_left_and_counted_as_they_stand() {
    // Of these games of four, one or more comes to a position in which no row can be completed any more.
    let one = random_match(4, Starter::Each, 1);
    let tallies = (0u64..=200_000).step_by(2_000);
    let mut tallies = tallies.map(|start| (start, run(&one, start..start + 2_000)));
    let left = tallies.find(|(_, found)| found.unfinished > 0);
    let (start, found) = left.expect("a game that was left");
    assert_eq!(found.rounds[&MOST_ROUNDS], found.unfinished);
    let (tally, records) = recorded(&one, start..start + 2_000);
    assert_eq!(tally, found);
    let mut left = records.iter().filter(|record| record.winners.is_none());
    let record = left.next().expect("a game that was left");
    let end = record.check().expect("true");
    assert_eq!((end.phase(), end.round()), (Phase::Deal, MOST_ROUNDS));
    assert_eq!(end.outcome(), None);
    for (board, score) in end.boards().iter().zip(end.standing().scores()) {
        assert_eq!(board.score() + board.end_bonus().points(), *score);
    }
    assert_eq!(left.count() as u64 + 1, tally.unfinished);
}

#[test]
fn a_match_that_is_stopped_is_a_shorter_one() {
    let one = random_match(2, Starter::Each, 9);
    for (threads, looks) in [(1, 0), (1, 1), (1, 5), (1, 400), (2, 0), (2, 5), (2, 400)] {
        let asked = AtomicU64::new(0);
        let control = Control {
            interrupt: Some(Arc::new(move || asked.fetch_add(1, Relaxed) >= looks)),
            ..Control::default()
        };
        let mut records = 0;
        let mut seen = |_: &Record| records += 1;
        let watch = Watch {
            control,
            records: Some(&mut seen),
            ..Watch::default()
        };
        let tally = on_threads(threads, || one.run(100..1_000_000, watch));
        // Each round of a game looks; the groups that have begun do not count. Of two threads, one
        // may sleep in the first group until the other has used all looks.
        assert!(tally.groups <= looks, "{} groups", tally.groups);
        assert!(tally.groups > 0 || looks < 400 || threads > 1);
        assert_eq!(records, tally.games);
        assert_eq!(tally, run(&one, 100..100 + tally.groups));
    }
}

#[test]
fn a_test_ends_a_match_after_the_same_games_on_any_number_of_threads() {
    // Far apart and near: the match is over at once, or after all threads have long been at work.
    for (text, seed) in [("-60,60", 10), ("-15,15", 11), ("-15,15", 12)] {
        let one = random_match(2, Starter::Each, seed);
        let sprt: Sprt = text.parse().expect("a test");
        let tested = |threads| {
            let mut records = 0;
            let mut seen = |_: &Record| records += 1;
            let watch = Watch {
                sprt: Some(sprt),
                records: Some(&mut seen),
                ..Watch::default()
            };
            let tally = on_threads(threads, || one.run(0..100_000, watch));
            // Games after the decision are not recorded.
            assert_eq!(records, tally.games);
            tally
        };
        let alone = tested(1);
        assert!(alone.groups.is_multiple_of(Sprt::EVERY), "{alone:?}");
        assert!(alone.groups < 50_000, "{alone:?}");
        assert!(sprt.test(&alone).accepted.is_some());
        let before = run(&one, 0..alone.groups - Sprt::EVERY);
        assert_eq!(sprt.test(&before).accepted, None);
        for threads in [2, 3, 4] {
            assert_eq!(tested(threads), alone);
        }
    }
}

#[test]
fn a_listener_is_told_of_the_games() {
    let random = contestant("random");
    let most = Arc::new(AtomicU64::new(0));
    let last = Arc::clone(&most);
    let control = Control {
        progress: Some(Arc::new(move |progress| {
            if let Progress::Games { played, of, .. } = *progress {
                assert!(played <= of && of == 3 * 2 * 30_000, "{progress:?}");
                assert!(last.swap(played, Relaxed) <= played, "it goes up");
            }
        })),
        ..Control::default()
    };
    let tournament = Tournament::new(&[&random; 3], 1).expect("three");
    tournament.run(30_000, &control);
    assert!(most.load(Relaxed) > 0);
}

#[test]
fn a_tournament_has_a_match_for_each_two_contestants() {
    let random = contestant("random");
    let contestants = [&random; 4];
    let tournament = Tournament::new(&contestants, 11).expect("four");
    let table = tournament.run(25, &Control::default());
    assert_eq!((table.contestants(), table.games()), (4, 6 * 50));
    let pairs: Vec<[usize; 2]> = table.pairs().map(|(pair, _)| pair).collect();
    assert_eq!(pairs, [[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3]]);
    let tallies = table.pairs().map(|(_, tally)| format!("{tally:?}"));
    let different = tallies.collect::<BTreeSet<_>>().len();
    assert_eq!(different, 6, "each pair has deals of its own");
    // A contestant that comes later changes nothing for the others.
    let fewer = Tournament::new(&contestants[..3], 11).expect("three");
    let fewer = fewer.run(25, &Control::default());
    let mut both = fewer.pairs().zip(table.pairs());
    assert!(both.all(|(few, many)| few == many));
    // A pair has its contestants in either order.
    let between = |one, other| {
        let found = table.between(one, other);
        found.map(|(tally, place)| (tally.games, place))
    };
    assert_eq!(between(2, 1), Some((50, 1)));
    assert_eq!(between(1, 2), Some((50, 0)));
    assert!(table.between(2, 2).is_none());
}
