//! Statistics of the sums: intervals, Elo, strengths, the sequential test.

use super::random_match;
use azulejo::arena::{Crosstable, Estimate, Hypothesis, Sprt, Starter, Sums, Tally, Watch};
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};

#[track_caller]
fn assert_near(estimate: Estimate, value: f64, low: f64, high: f64, error: f64) {
    for (number, expected) in [
        (estimate.value, value),
        (estimate.low, low),
        (estimate.high, high),
    ] {
        let is_near = number == expected || (number - expected).abs() <= error;
        assert!(is_near, "{number}, not {expected}");
    }
}

/// Tally of pairs of games, by the half points of the first contestant.
fn pairs(halves: [u64; 5]) -> Tally {
    let mut tally = Tally::new(2);
    tally.groups = halves.iter().sum();
    tally.games = 2 * tally.groups;
    tally.halves = halves;
    for (half, groups) in halves.into_iter().enumerate() {
        let shares = [half as u64, 4 - half as u64].map(|half| 6 * half);
        for (sums, shares) in tally.contestants.iter_mut().zip(shares) {
            sums.shares += groups * shares;
            sums.group_shares_squared += groups * shares * shares;
        }
    }
    tally
}

#[test]
fn the_interval_of_a_share_is_the_wilson_interval() {
    // Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3.
    for (successes, trials, low, high) in [
        (81.0, 263.0, 0.2553, 0.3662),
        (15.0, 148.0, 0.0624, 0.1605),
        (0.0, 20.0, 0.0, 0.1611),
        (1.0, 29.0, 0.0061, 0.1718),
        (20.0, 20.0, 0.8389, 1.0),
    ] {
        let estimate = Estimate::wilson(successes, trials);
        assert_near(estimate, successes / trials, low, high, 5e-5);
    }
}

#[test]
fn elo_and_its_interval_come_from_the_variance_over_pairs() {
    // By hand: the mean of 100 pairs is (5·0 + 20·½ + 40·1 + 25·3⁄2 + 10·2) / 200 = 0.5375 a game. The half points of a
    // pair have mean 2.15 and squares 5.65, so that their variance is (565 − 462.25) / 99 = 1.03788, and the standard
    // error of the mean √(1.03788 / 100) / 4 = 0.025469. The interval is 0.5375 ± 0.049919.
    let tally = pairs([5, 20, 40, 25, 10]);
    assert_near(tally.score(0), 0.5375, 0.487581, 0.587419, 1e-6);
    assert_near(tally.score(1), 0.4625, 0.412581, 0.512419, 1e-6);
    // 400·log₁₀(0.5375 / 0.4625) = 26.11, and so on.
    assert_near(tally.elo(0), 26.107, -8.631, 61.374, 2e-3);
    assert_near(tally.elo(1), -26.107, -61.374, 8.631, 2e-3);
}

#[test]
fn a_contestant_with_all_wins_has_a_lower_bound_of_elo() {
    let tally = pairs([0, 0, 0, 0, 50]);
    // 100 of 100 games: Wilson's lower end is 1 / (1 + 1.96²/100) = 0.96301.
    assert_near(tally.score(0), 1.0, 0.96301, 1.0, 1e-5);
    let elo = tally.elo(0);
    assert_eq!((elo.value, elo.high), (f64::INFINITY, f64::INFINITY));
    assert!((elo.low - 566.2).abs() < 0.1, "{elo:?}");
    let elo = tally.elo(1);
    assert_eq!((elo.value, elo.low), (f64::NEG_INFINITY, f64::NEG_INFINITY));
    assert!((elo.high + 566.2).abs() < 0.1, "{elo:?}");
    // Even pairs say nothing about their variance: the interval is that of single games.
    let even = pairs([0, 0, 50, 0, 0]).score(0);
    assert_near(even, 0.5, 0.403832, 0.596168, 1e-6);
    // The interval ends at 1.
    assert_eq!(pairs([0, 0, 0, 1, 10]).score(0).high, 1.0);
}

#[test]
fn elo_among_three_or_four_is_0_for_an_equal_share() {
    for contestants in [3usize, 4] {
        let mut tally = Tally::new(contestants);
        (tally.games, tally.groups) = (1200, 1200 / contestants as u64);
        tally.contestants[0].shares = 12 * 1200 / contestants as u64;
        assert!(tally.elo(0).value.abs() < 1e-9);
        // γ : 1 : 1 (: 1) with γ = 2 gives 2 / (n + 1) of the victories.
        tally.contestants[1].shares = 2 * 12 * 1200 / (contestants as u64 + 1);
        let double = tally.elo(1).value;
        assert!((double - 400.0 * 2f64.log10()).abs() < 0.5, "{double}");
    }
}

#[test]
fn points_have_an_interval_from_the_groups() {
    let mut tally = Tally::new(2);
    (tally.games, tally.groups) = (8, 4);
    // Groups of 60, 70, 80 and 90 points: the variance is 500 / 3, and the standard error of their sum is
    // √(4·500 / 3) = 25.82.
    tally.contestants[0] = Sums {
        points: 300,
        group_points_squared: 60 * 60 + 70 * 70 + 80 * 80 + 90 * 90,
        ..Sums::default()
    };
    assert_near(tally.points(0), 37.5, 37.5 - 6.3257, 37.5 + 6.3257, 1e-3);
    (tally.games, tally.groups) = (2, 1);
    // One group says nothing of their variance.
    assert_eq!(tally.points(0).high, f64::INFINITY);
}

#[test]
fn random_players_win_as_often_as_each_other_and_the_intervals_hold() {
    let contest = random_match(2, Starter::Each, 12);
    let tally = contest.run(0..20_000, Watch::default());
    // Five standard deviations of 40,000 games are 500.
    let half = tally.games * Tally::WIN / 2;
    let shares = tally.contestants[0].shares;
    assert!(shares.abs_diff(half) < 500 * Tally::WIN, "{tally:?}");
    let points = [0, 1].map(|contestant| tally.points(contestant).value);
    assert!((points[0] - points[1]).abs() < 0.5, "{points:?}");
    // Of 100 intervals of 95 %, about 95 hold ½; fewer than 85 or all 100 hardly ever do.
    let holds = (0..100u64).filter(|part| {
        let tally = contest.run(part * 200..part * 200 + 200, Watch::default());
        let score = tally.score(0);
        score.low <= 0.5 && 0.5 <= score.high
    });
    let holds = holds.count();
    assert!((85..=99).contains(&holds), "{holds}");
    let games: u64 = tally.rounds.values().sum();
    assert_eq!(games, tally.games);
    let rounds = tally.mean_rounds();
    assert!((5.0..15.0).contains(&rounds), "{rounds}");
}

/// Expected share of the victories for a lead in Elo.
fn expected_share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Adds a random pair of games. The first contestant wins a game with the probability `share`.
fn draw_pair(halves: &mut [u64; 5], share: f64, rng: &mut ChaCha8Rng) {
    let mut win = || f64::from(below(rng, 1 << 30)) < share * (1u64 << 30) as f64;
    halves[2 * (usize::from(win()) + usize::from(win()))] += 1;
}

fn ratings(contestants: usize, tallies: &[Tally]) -> Vec<Estimate> {
    let value = serde_json::json!({"contestants": contestants, "tallies": tallies});
    let table: Crosstable = serde_json::from_value(value).expect("a table");
    table.ratings()
}

/// Tallies of a tournament of pairs of games, at random for these strengths in Elo, or with the expected shares without
/// a generator.
fn tournament(elo: &[f64], groups: u64, mut rng: Option<&mut ChaCha8Rng>) -> Vec<Tally> {
    let mut tallies = Vec::new();
    for second in 1..elo.len() {
        for first in 0..second {
            let share = expected_share(elo[first] - elo[second]);
            let mut halves = [0; 5];
            match &mut rng {
                Some(rng) => (0..groups).for_each(|_| draw_pair(&mut halves, share, rng)),
                None => {
                    let wins = (groups as f64 * share).round() as u64;
                    (halves[4], halves[0]) = (wins, groups - wins);
                }
            }
            tallies.push(pairs(halves));
        }
    }
    tallies
}

#[test]
fn ratings_recover_the_strengths_of_the_contestants() {
    for elo in [
        &[150.0, 0.0, -150.0][..],
        &[-300.0, -10.0, 10.0, 0.0, 300.0],
        &[40.0, -40.0],
    ] {
        let estimates = ratings(elo.len(), &tournament(elo, 10_000_000, None));
        for (estimate, elo) in estimates.iter().zip(elo) {
            assert!(
                (estimate.value - elo).abs() < 0.01,
                "{estimate:?}, not {elo}"
            );
        }
    }
}

#[test]
fn the_intervals_of_strengths_have_their_confidence_level() {
    let elo = [120.0, 30.0, -20.0, -130.0];
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    let (mut holds, mut width) = (0, 0.0);
    for _ in 0..200 {
        let estimates = ratings(elo.len(), &tournament(&elo, 200, Some(&mut rng)));
        let sum: f64 = estimates.iter().map(|estimate| estimate.value).sum();
        assert!(sum.abs() < 1e-6, "{sum}");
        let rows = estimates.iter().zip(elo);
        let hits = rows.filter(|(estimate, elo)| (estimate.low..=estimate.high).contains(elo));
        holds += hits.count();
        width += estimates[0].high - estimates[0].low;
    }
    // 760 of 800 are expected, with a deviation of 6 for independent intervals; those of a tournament are not quite.
    assert!((725..=790).contains(&holds), "{holds}");
    // 1200 games of one contestant: about 2·1.96·174·√(1 / 1200 / ¼)·√¾.
    assert!((25.0..45.0).contains(&(width / 200.0)), "{width}");
}

#[test]
fn two_contestants_have_half_the_difference_of_their_match_each() {
    let tally = pairs([500, 2000, 4000, 2500, 1000]);
    let estimates = ratings(2, std::slice::from_ref(&tally));
    let elo = tally.elo(0);
    let [value, low, high] = [elo.value, elo.low, elo.high].map(|elo| elo / 2.0);
    assert_near(estimates[0], value, low, high, 0.02);
    assert_near(estimates[1], -value, -high, -low, 0.02);
    // A contestant with all wins has a finite strength, by an additional draw. 1000½ : ½ is 1320 Elo.
    let estimates = ratings(2, &[pairs([0, 0, 0, 0, 500])]);
    assert!((estimates[0].value - 660.2).abs() < 0.1, "{estimates:?}");
    assert!(
        estimates[0].low.is_finite() && estimates[0].low > 0.0,
        "{estimates:?}"
    );
    // A contestant without games has the mean strength.
    let estimates = ratings(2, &[Tally::new(2)]);
    assert!(estimates[0].value.abs() < 1e-9, "{estimates:?}");
    assert!(estimates[0].high > 200.0, "{estimates:?}");
}

#[test]
fn the_sequential_test_has_its_error_rate() {
    let sprt: Sprt = "0,50".parse().expect("a test");
    let mut rng = ChaCha8Rng::seed_from_u64(14);
    for (elo, hypothesis) in [(0.0, Hypothesis::Null), (50.0, Hypothesis::Alternative)] {
        let share = expected_share(elo);
        let mut errors = 0;
        for _ in 0..400 {
            let mut halves = [0; 5];
            let accepted = loop {
                for _ in 0..Sprt::EVERY {
                    draw_pair(&mut halves, share, &mut rng);
                }
                let test = sprt.test(&pairs(halves));
                assert!((test.high - 2.944).abs() < 0.001 && test.low == -test.high);
                if let Some(accepted) = test.accepted {
                    break accepted;
                }
            };
            errors += u32::from(accepted != hypothesis);
        }
        // 20 of 400 are expected at most, with a deviation of 4.4.
        assert!((2..=42).contains(&errors), "{elo}: {errors}");
    }
}
