//! The evaluator: against the rules where nothing is left to chance, and against exact values.

use azulejo::control::Control;
use azulejo::exact::{RoundQuestion, RoundSolver};
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::game::{Players, Position};
use azulejo::players::evaluator::{
    EvaluationBudget, EvaluatorSettings, ShortlistWeights, Utility, evaluate, shortlist,
};
use azulejo::players::tree_search::opening;
use azulejo::players::{Contestant, Limits};

/// Positions of random games that wait for a move.
fn positions(players: Players, seeds: std::ops::Range<u64>, mut seen: impl FnMut(&Position)) {
    for seed in seeds {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut position = Position::new(players, 0);
        let played = position.play_out(9, &mut rng, |position, rng| {
            seen(position);
            position.random_move(rng)
        });
        played.expect("legal moves");
    }
}

#[test]
fn a_move_that_is_the_last_of_the_round_is_worth_what_the_rules_make_of_it() {
    let mut held = 0;
    for players in Players::ALL {
        positions(players, 0..20, |position| {
            if !position.awaits_last_move() {
                return;
            }
            for utility in [Utility::Points, Utility::Final, Utility::Bonus] {
                let settings = EvaluatorSettings {
                    utility,
                    exact: 0,
                    shortlist: None,
                    ..EvaluatorSettings::default()
                };
                let found = evaluate(
                    position,
                    &settings,
                    &Limits::of_nodes(1),
                    &[],
                    &Control::default(),
                );
                assert_eq!(found.moves.len(), position.legal_count());
                for judged in &found.moves {
                    let mut after = *position;
                    let effect = position.effect(judged.taken).expect("it is legal");
                    after.play(judged.taken).expect("it is legal");
                    let ended = after.end_round().expect("the last move");
                    let me = position.mover();
                    let bonus = |player: usize| {
                        let counts = utility == Utility::Bonus
                            || utility == Utility::Final && after.outcome().is_some();
                        if counts {
                            after.boards()[player].end_bonus().points()
                        } else {
                            0
                        }
                    };
                    let points =
                        |player: usize| (after.boards()[player].score() + bonus(player)) as i32;
                    let others = (0..players.count())
                        .filter(|&other| other != me)
                        .map(points);
                    let lead = points(me) - others.max().expect("two play");
                    assert_eq!(
                        judged.mean(),
                        f64::from(lead),
                        "{position} {}",
                        judged.taken
                    );
                    let features = judged.features();
                    let board = ended.boards()[me];
                    assert_eq!(features.floor, f64::from(board.floor().charge()));
                    assert_eq!(features.tile_points, f64::from(board.points()));
                    assert_eq!(
                        features.completions,
                        board.tiles().iter().flatten().count() as f64
                    );
                    assert_eq!(features.wasted, f64::from(effect.taken - effect.placed));
                    held += 1;
                }
                let values: Vec<f64> = found.moves.iter().map(|it| it.value()).collect();
                assert!(
                    values.is_sorted_by(|one, other| one >= other),
                    "the best is first"
                );
            }
        });
    }
    assert!(held > 500, "{held}");
}

#[test]
fn exact_values_take_the_place_of_samples_where_they_fit() {
    let (mut exact, mut sampled) = (0, 0);
    positions(Players::Two, 0..6, |position| {
        if position.group_count() > 7 {
            return;
        }
        let worst = position.legal().last().expect("moves");
        let found = evaluate(
            position,
            &EvaluatorSettings::default(),
            &Limits::of_nodes(20_000),
            &[worst],
            &Control::default(),
        );
        let mut solver = RoundSolver::new(RoundQuestion::default());
        let solution = solver
            .solve(position, None, &Control::default())
            .expect("moves");
        if !found.exact {
            sampled += 1;
            return;
        }
        assert!(solution.best.contains(&found.best().taken), "{position}");
        assert_eq!(found.best().exact, solution.value(), "{position}");
        let of_worst = solver
            .worth(position, worst, None, &Control::default())
            .expect("legal");
        let judged = found.of(worst).expect("it was wanted");
        assert_eq!(
            judged.exact.map(|it| (it, it)),
            Some(of_worst),
            "{position}"
        );
        exact += 1;
    });
    assert!(exact > 100 && sampled < exact / 5, "{exact} {sampled}");
}

#[test]
fn the_standard_error_falls_with_the_square_root_of_the_rollouts() {
    let settings = EvaluatorSettings {
        exact: 0,
        ..EvaluatorSettings::default()
    };
    for seed in 0..3 {
        let of = |limit| {
            evaluate(
                &opening(seed),
                &settings,
                &Limits::of_nodes(limit),
                &[],
                &Control::default(),
            )
        };
        let (little, much) = (of(30_000), of(480_000));
        let best = much.best();
        let before = little.of(best.taken).expect("a good move");
        let ratio = before.error() * (before.rollouts as f64).sqrt()
            / (best.error() * (best.rollouts as f64).sqrt());
        assert!((0.7..1.4).contains(&ratio), "{ratio}");
        assert!(
            best.rollouts > 8 * before.rollouts,
            "{} {}",
            best.rollouts,
            before.rollouts
        );
    }
}

#[test]
fn a_budget_of_nodes_has_fifty_times_the_rollouts_of_the_source() {
    let settings = EvaluatorSettings {
        exact: 0,
        ..EvaluatorSettings::default()
    };
    for seed in 0..3 {
        let limits = EvaluationBudget::Fast.nodes();
        let found = evaluate(&opening(seed), &settings, &limits, &[], &Control::default());
        assert_eq!(found.moves.len(), 20);
        let rollouts: u64 = found.moves.iter().map(|it| it.rollouts).sum();
        assert!(rollouts / 20 >= 500, "{rollouts}");
        assert_eq!(
            found,
            evaluate(&opening(seed), &settings, &limits, &[], &Control::default())
        );
        let best = found.best().rollouts;
        assert!(
            found.moves.iter().any(|it| it.rollouts * 4 < best),
            "bad moves get fewer"
        );
        assert!((500_000..600_000).contains(&found.nodes), "{}", found.nodes);
    }
}

#[test]
fn rollouts_end_with_the_last_round_that_can_be_dealt() {
    let text = opening(1).to_string();
    let last = text.replace(" 1 1 1 ", &format!(" 1 1 {} ", Position::LAST_ROUND));
    let last: Position = last.parse().expect("a position");
    assert_eq!(last.round(), Position::LAST_ROUND);
    for player in ["evaluator:rounds=3", "mcts:rounds=3"] {
        let contestant: Contestant = player.parse().expect("a player");
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let (limits, control) = (Limits::of_nodes(3000), Control::default());
        let taken = contestant.think(&last, &mut rng, &limits, &control, &|_| ());
        assert!(last.is_legal(taken), "{player}");
    }
}

#[test]
fn rollouts_beyond_the_round_and_the_probability_to_win() {
    let position = opening(1);
    for players in Players::ALL {
        let mut position = Position::new(players, 0);
        position
            .deal(&mut ChaCha8Rng::seed_from_u64(1))
            .expect("a new game");
        let settings = EvaluatorSettings {
            utility: Utility::Win,
            rounds: 20,
            ..EvaluatorSettings::default()
        };
        let found = evaluate(
            &position,
            &settings,
            &Limits::of_nodes(200_000),
            &[],
            &Control::default(),
        );
        let best = found.best().mean();
        let fair = 100.0 / players.count() as f64;
        // The greedy player of rollouts who begins is neither lost nor sure to win.
        assert!(
            (0.4 * fair..100.0 - 0.4 * fair).contains(&best),
            "{players:?} {best}"
        );
        assert!(found.nodes / found.moves.iter().map(|it| it.rollouts).sum::<u64>() > 20);
    }
    let short = shortlist(&position, &ShortlistWeights::PUBLISHED, Some(5));
    let settings = EvaluatorSettings {
        shortlist: Some(5),
        exact: 0,
        ..EvaluatorSettings::default()
    };
    let found = evaluate(
        &position,
        &settings,
        &Limits::of_nodes(1_000),
        &[],
        &Control::default(),
    );
    assert!(found.moves.iter().all(|it| short.contains(&it.taken)));
}

/// Points of the first of two players over 20 games, 10 deals twice.
fn score(one: &str, other: &str) -> f64 {
    use azulejo::arena::{Match, Starter, Watch};
    let players = [one, other].map(|name| name.parse::<Contestant>().expect("a player"));
    let pairing = Match::new(players.iter().collect(), Starter::Each, 5).expect("two");
    pairing.run(0..10, Watch::default()).score(0).value
}

#[test]
fn players_with_rollouts_beat_the_policy_of_their_rollouts() {
    for player in ["evaluator:nodes=10000", "mcts:nodes=10000"] {
        let score = score(player, "rollout-greedy");
        assert!(score > 0.75, "{player}: {score}");
    }
}
