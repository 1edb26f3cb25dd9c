//! The evaluator: against the rules where nothing is left to chance, and against exact values.

use crate::kit::{contestant, play_out, played};
use azulejo::control::Control;
use azulejo::exact::{RoundQuestion, RoundSolver};
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::game::{Move, Players, Position};
use azulejo::players::Limits;
use azulejo::players::evaluator::{
    Evaluation, EvaluationBudget, EvaluatorSettings, ShortlistWeights, Utility, evaluate, shortlist,
};
use azulejo::players::tree_search::opening;

/// Positions of random games that wait for a move.
fn positions(players: Players, seeds: std::ops::Range<u64>, mut seen: impl FnMut(&Position)) {
    for seed in seeds {
        play_out(players, seed, 9, |position, rng| {
            seen(position);
            position.random_move(rng).expect("it waits for a move")
        });
    }
}

fn evaluated(
    position: &Position,
    settings: &EvaluatorSettings,
    limits: Limits,
    wanted: &[Move],
) -> Evaluation {
    evaluate(position, settings, &limits, wanted, &Control::default())
}

/// Settings without exact values.
fn sampling() -> EvaluatorSettings {
    EvaluatorSettings {
        exact: 0,
        ..EvaluatorSettings::default()
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
                    shortlist: None,
                    ..sampling()
                };
                let found = evaluated(position, &settings, Limits::of_nodes(1), &[]);
                assert_eq!(found.moves.len(), position.legal_count());
                for judged in &found.moves {
                    let mut after = *position;
                    let effect = position.effect(judged.taken).expect("it is legal");
                    after.play(judged.taken).expect("it is legal");
                    let ended = after.end_round().expect("the last move");
                    let me = position.mover();
                    let counts = utility == Utility::Bonus
                        || utility == Utility::Final && after.outcome().is_some();
                    let points = |player: usize| {
                        let board = &after.boards()[player];
                        let bonus = u32::from(counts) * board.end_bonus().points();
                        (board.score() + bonus) as i32
                    };
                    let others = (0..players.count()).filter(|&other| other != me);
                    let others = others.map(points);
                    let lead = points(me) - others.max().expect("two play");
                    let (mean, taken) = (judged.mean(), judged.taken);
                    assert_eq!(mean, f64::from(lead), "{position} {taken}");
                    let features = judged.features();
                    let board = ended.boards()[me];
                    let completions = board.tiles().iter().flatten().count();
                    assert_eq!(features.floor, f64::from(board.floor().charge()));
                    assert_eq!(features.tile_points, f64::from(board.points()));
                    assert_eq!(features.completions, completions as f64);
                    assert_eq!(features.wasted, f64::from(effect.taken - effect.placed));
                    held += 1;
                }
                // The best is first.
                let values = found.moves.iter().map(|it| it.value());
                assert!(values.is_sorted_by(|one, other| one >= other));
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
        let (settings, limits) = (EvaluatorSettings::default(), Limits::of_nodes(20_000));
        let found = evaluated(position, &settings, limits, &[worst]);
        let control = Control::default();
        let mut solver = RoundSolver::new(RoundQuestion::default());
        let solution = solver.solve(position, None, &control).expect("moves");
        if !found.exact {
            sampled += 1;
            return;
        }
        assert!(solution.best.contains(&found.best().taken), "{position}");
        assert_eq!(found.best().exact, solution.value(), "{position}");
        let of_worst = solver.worth(position, worst, None, &control);
        let judged = found.of(worst).expect("it was wanted");
        let value = judged.exact.map(|it| (it, it));
        assert_eq!(value, Some(of_worst.expect("legal")), "{position}");
        exact += 1;
    });
    assert!(exact > 100 && sampled < exact / 5, "{exact} {sampled}");
}

#[test]
fn the_standard_error_falls_with_the_square_root_of_the_rollouts() {
    for seed in 0..3 {
        let of = |nodes| evaluated(&opening(seed), &sampling(), Limits::of_nodes(nodes), &[]);
        let (little, much) = (of(30_000), of(480_000));
        let best = much.best();
        let before = little.of(best.taken).expect("a good move");
        let rollouts = [before.rollouts, best.rollouts];
        let [few, many] = rollouts.map(|count| (count as f64).sqrt());
        let ratio = before.error() * few / (best.error() * many);
        assert!((0.7..1.4).contains(&ratio), "{ratio}");
        assert!(rollouts[1] > 8 * rollouts[0], "{rollouts:?}");
    }
}

#[test]
fn a_budget_of_nodes_has_fifty_times_the_rollouts_of_the_source() {
    for seed in 0..3 {
        let fast = || {
            let limits = EvaluationBudget::Fast.nodes();
            evaluated(&opening(seed), &sampling(), limits, &[])
        };
        let found = fast();
        assert_eq!(found.moves.len(), 20);
        let rollouts: u64 = found.moves.iter().map(|it| it.rollouts).sum();
        assert!(rollouts / 20 >= 500, "{rollouts}");
        assert_eq!(found, fast());
        // Bad moves get fewer.
        let best = found.best().rollouts;
        assert!(found.moves.iter().any(|it| it.rollouts * 4 < best));
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
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let (limits, control) = (Limits::of_nodes(3000), Control::default());
        let taken = contestant(player).think(&last, &mut rng, &limits, &control, &|_| ());
        assert!(last.is_legal(taken), "{player}");
    }
}

#[test]
fn rollouts_beyond_the_round_and_the_probability_to_win() {
    let position = opening(1);
    for players in Players::ALL {
        let mut position = Position::new(players, 0);
        position.deal_by_seed(1).expect("a new game");
        let settings = EvaluatorSettings {
            utility: Utility::Win,
            rounds: 20,
            ..EvaluatorSettings::default()
        };
        let found = evaluated(&position, &settings, Limits::of_nodes(200_000), &[]);
        let best = found.best().mean();
        let fair = 100.0 / players.count() as f64;
        // The greedy player of rollouts who begins is neither lost nor sure to win.
        let neither = 0.4 * fair..100.0 - 0.4 * fair;
        assert!(neither.contains(&best), "{players:?} {best}");
        let rollouts: u64 = found.moves.iter().map(|it| it.rollouts).sum();
        assert!(found.nodes / rollouts > 20);
    }
    let short = shortlist(&position, &ShortlistWeights::PUBLISHED, Some(5));
    let settings = EvaluatorSettings {
        shortlist: Some(5),
        ..sampling()
    };
    let found = evaluated(&position, &settings, Limits::of_nodes(1_000), &[]);
    assert!(found.moves.iter().all(|it| short.contains(&it.taken)));
}

/// 20 games each, 10 deals twice.
#[test]
fn players_with_rollouts_beat_the_policy_of_their_rollouts() {
    let greedy = contestant("rollout-greedy");
    for player in ["evaluator:nodes=10000", "mcts:nodes=10000"] {
        let tally = played(&[&contestant(player), &greedy], 5, 10);
        let score = tally.score(0).value;
        assert!(score > 0.75, "{player}: {score}");
    }
}
