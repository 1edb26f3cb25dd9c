//! Games of a match: the deals, the seats, the threads, the ranges, the records.

use super::random_match;
use crate::kit::{contestant, tally_and_records};
use azulejo::arena::{InvalidMatch, MOST_ROUNDS, Match, Sprt, Starter, Tally, Tournament, Watch};
use azulejo::control::{Control, Progress};
use azulejo::game::Phase;
use azulejo::game::record::Record;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

fn run(contest: &Match<'_>, groups: Range<u64>) -> Tally {
    contest.run(groups, Watch::default())
}

fn on_threads<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("threads").install(run)
}

fn deal(record: &Record, round: usize) -> &Vec<Vec<u64>> {
    &record.rounds[round].deal
}

#[test]
fn the_games_are_the_same_on_any_number_of_threads() {
    for players in 2..=4 {
        let contest = random_match(players, Starter::Each, 3);
        let expected = on_threads(1, || tally_and_records(&contest, 0..100));
        for threads in [2, 5] {
            let result = on_threads(threads, || tally_and_records(&contest, 0..100));
            assert!(result == expected, "{threads}");
        }
        assert_eq!(expected.0.games, 100 * players as u64);
        assert_eq!(expected.1.len(), 100 * players);
    }
}

#[test]
fn the_tallies_of_ranges_add_up_to_the_tally_of_the_whole() {
    let (each, second) = (Starter::Each, Starter::Always(1));
    for (players, starter) in [(2, each), (3, each), (2, second)] {
        let contest = random_match(players, starter, 4);
        let whole = run(&contest, 0..500);
        // Ranges in any order, with any ends.
        let mut sum = Tally::new(players);
        for range in [499..500, 17..250, 0..17, 250..499, 77..77] {
            sum += &run(&contest, range);
        }
        assert_eq!(sum, whole);
        let text = serde_json::to_string(&whole).expect("JSON");
        let copy: Tally = serde_json::from_str(&text).expect("a tally");
        assert_eq!(copy, whole);
        assert_ne!(run(&contest, 500..1000), whole, "other games");
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
        let contest = random_match(players, Starter::Each, 5);
        let (_, records) = tally_and_records(&contest, 0..40);
        let mut deals = BTreeSet::new();
        for group in records.chunks(players) {
            for (first, record) in group.iter().enumerate() {
                assert_eq!(record.first, first as u64);
                assert_eq!(deal(record, 0), deal(&group[0], 0));
                // The tiles of the bag come in the same order in round 2.
                assert_eq!(deal(record, 1), deal(&group[0], 1));
            }
            let moves = group.iter().map(|record| &record.rounds[0].moves);
            let different = moves.collect::<BTreeSet<_>>().len();
            assert_eq!(different, players, "the players differ");
            deals.insert(deal(&group[0], 0).clone());
            assert_ne!(deal(&group[0], 0), deal(&group[0], 1));
        }
        assert_eq!(deals.len(), 40, "each group has deals of its own");
    }
}

#[test]
fn deals_are_the_same_for_all_players_and_all_random_choices_of_players() {
    // With other players the moves differ, but not the deals of the first rounds.
    let (_, two) = tally_and_records(&random_match(2, Starter::Each, 6), 0..20);
    let (_, fixed) = tally_and_records(&random_match(2, Starter::Always(1), 6), 0..20);
    for (pair, game) in two.chunks(2).zip(&fixed) {
        for round in 0..3 {
            assert_eq!(deal(&pair[0], round), deal(game, round));
        }
    }
}

#[test]
fn the_starter_can_be_the_same_in_every_game() {
    for starter in 0..3 {
        let contest = random_match(3, Starter::Always(starter), 7);
        assert_eq!(contest.group_size(), 1);
        let (tally, records) = tally_and_records(&contest, 0..30);
        assert!(records.iter().all(|record| record.first == starter as u64));
        for (contestant, sums) in tally.contestants.iter().enumerate() {
            let begins = u64::from(contestant == starter);
            assert_eq!(sums.began, 30 * begins);
            assert_eq!(sums.began_wins, sums.wins * begins);
        }
    }
}

#[test]
fn impossible_matches_are_refused() {
    let random = contestant("random");
    for count in [0, 1, 5] {
        let refusal = Match::new(vec![&random; count], Starter::Each, 0).expect_err("refused");
        assert!(matches!(refusal, InvalidMatch::Players(_)), "{refusal}");
    }
    let refusal = Match::new(vec![&random; 2], Starter::Always(2), 0).expect_err("refused");
    let message = refusal.to_string();
    assert_eq!(message, "contestant 3 cannot begin: there are 2");
    assert!(Tournament::new(&[&random], 0).is_err());
}

#[test]
fn the_tally_equals_the_sums_over_the_records() {
    for players in 2..=4 {
        let contest = random_match(players, Starter::Each, 8);
        let (tally, records) = tally_and_records(&contest, 0..300);
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
                    let win = u64::from(*winners == [number]);
                    sums.wins += win;
                    sums.most_points += u64::from(score == *most && tops == 1);
                    sums.points += score;
                    sums.points_squared += score * score;
                    sums.began += u64::from(record.first == number);
                    sums.began_wins += win * u64::from(record.first == number);
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
        let draws = winners.filter(|winners| winners.len() > 1);
        assert_eq!(tally.draws(), draws.count() as u64);
        assert!(tally.draws() <= tally.ties());
    }
}

#[test]
fn games_without_an_end_are_stopped_and_counted_by_their_standing() {
    // At least one of these games of four reaches a position in which no row can be completed any more.
    let contest = random_match(4, Starter::Each, 1);
    let tallies = (0u64..=200_000).step_by(2_000);
    let mut tallies = tallies.map(|start| (start, run(&contest, start..start + 2_000)));
    let stopped = tallies.find(|(_, tally)| tally.unfinished > 0);
    let (start, expected) = stopped.expect("a stopped game");
    assert_eq!(expected.rounds[&MOST_ROUNDS], expected.unfinished);
    let (tally, records) = tally_and_records(&contest, start..start + 2_000);
    assert_eq!(tally, expected);
    let mut stopped = records.iter().filter(|record| record.winners.is_none());
    let record = stopped.next().expect("a stopped game");
    let end = record.check().expect("true");
    assert_eq!((end.phase(), end.round()), (Phase::Deal, MOST_ROUNDS));
    assert_eq!(end.outcome(), None);
    for (board, score) in end.boards().iter().zip(end.standing().scores()) {
        assert_eq!(board.score() + board.end_bonus().points(), *score);
    }
    assert_eq!(stopped.count() as u64 + 1, tally.unfinished);
}

#[test]
fn a_stopped_match_is_a_shorter_match() {
    let contest = random_match(2, Starter::Each, 9);
    for (threads, looks) in [(1, 0), (1, 1), (1, 5), (1, 400), (2, 0), (2, 5), (2, 400)] {
        let look_count = AtomicU64::new(0);
        let control = Control {
            interrupt: Some(Arc::new(move || look_count.fetch_add(1, Relaxed) >= looks)),
            ..Control::default()
        };
        let mut records = 0;
        let mut count = |_: &Record| records += 1;
        let watch = Watch {
            control,
            records: Some(&mut count),
            ..Watch::default()
        };
        let tally = on_threads(threads, || contest.run(100..1_000_000, watch));
        // Each round of a game looks; an unfinished group does not count. One of two threads
        // may sleep in the first group until the other thread has used all looks.
        assert!(tally.groups <= looks, "{} groups", tally.groups);
        assert!(tally.groups > 0 || looks < 400 || threads > 1);
        assert_eq!(records, tally.games);
        assert_eq!(tally, run(&contest, 100..100 + tally.groups));
    }
}

#[test]
fn a_test_ends_a_match_after_the_same_games_on_any_number_of_threads() {
    // Hypotheses far apart and near: the match is over at once, or after long work of all threads.
    for (text, seed) in [("-60,60", 10), ("-15,15", 11), ("-15,15", 12)] {
        let contest = random_match(2, Starter::Each, seed);
        let sprt: Sprt = text.parse().expect("a test");
        let tally_on = |threads| {
            let mut records = 0;
            let mut count = |_: &Record| records += 1;
            let watch = Watch {
                sprt: Some(sprt),
                records: Some(&mut count),
                ..Watch::default()
            };
            let tally = on_threads(threads, || contest.run(0..100_000, watch));
            // Games after the decision are not recorded.
            assert_eq!(records, tally.games);
            tally
        };
        let expected = tally_on(1);
        assert!(expected.groups.is_multiple_of(Sprt::EVERY), "{expected:?}");
        assert!(expected.groups < 50_000, "{expected:?}");
        assert!(sprt.test(&expected).accepted.is_some());
        let before = run(&contest, 0..expected.groups - Sprt::EVERY);
        assert_eq!(sprt.test(&before).accepted, None);
        for threads in [2, 3, 4] {
            assert_eq!(tally_on(threads), expected);
        }
    }
}

#[test]
fn progress_reports_the_number_of_games() {
    let random = contestant("random");
    let games = Arc::new(AtomicU64::new(0));
    let last = Arc::clone(&games);
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
    assert!(games.load(Relaxed) > 0);
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
    // A further contestant changes nothing for the others.
    let fewer = Tournament::new(&contestants[..3], 11).expect("three");
    let fewer = fewer.run(25, &Control::default());
    let mut rows = fewer.pairs().zip(table.pairs());
    assert!(rows.all(|(few, many)| few == many));
    // A pair has its contestants in either order.
    let games_between = |first, second| {
        let result = table.between(first, second);
        result.map(|(tally, place)| (tally.games, place))
    };
    assert_eq!(games_between(2, 1), Some((50, 1)));
    assert_eq!(games_between(1, 2), Some((50, 0)));
    assert!(table.between(2, 2).is_none());
}
