//! The evaluator: against the rules where chance plays no part, and against exact values.

use crate::kit::{contestant, match_tally, play_out};
use crate::plain::after;
use azulejo::control::Control;
use azulejo::exact::{RoundQuestion, RoundSolver};
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::game::{Move, Players, Position};
use azulejo::players::Limits;
use azulejo::players::evaluator::{
    Evaluation, EvaluationBudget, EvaluatorSettings, ShortlistWeights, Utility, evaluate, shortlist,
};
use azulejo::players::tree_search::opening;

/// Visits the positions of random games.
fn visit_positions(
    players: Players,
    seeds: std::ops::Range<u64>,
    mut visit: impl FnMut(&Position),
) {
    for seed in seeds {
        play_out(players, seed, 9, |position, rng| {
            visit(position);
            position.random_move(rng).expect("it waits for a move")
        });
    }
}

fn evaluation(
    position: &Position,
    settings: &EvaluatorSettings,
    limits: Limits,
    moves: &[Move],
) -> Evaluation {
    evaluate(position, settings, &limits, moves, &Control::default())
}

/// Settings without exact values.
fn sampling_settings() -> EvaluatorSettings {
    EvaluatorSettings {
        exact: 0,
        ..EvaluatorSettings::default()
    }
}

#[test]
fn the_last_move_of_a_round_has_the_value_of_the_rules() {
    let mut comparisons = 0;
    for players in Players::ALL {
        visit_positions(players, 0..20, |position| {
            if !position.awaits_last_move() {
                return;
            }
            for utility in [Utility::Points, Utility::Final, Utility::Bonus] {
                let settings = EvaluatorSettings {
                    utility,
                    shortlist: None,
                    ..sampling_settings()
                };
                let evaluation = evaluation(position, &settings, Limits::of_nodes(1), &[]);
                assert_eq!(evaluation.moves.len(), position.legal_count());
                for candidate in &evaluation.moves {
                    let effect = position.effect(candidate.taken).expect("it is legal");
                    let mut after = after(position, candidate.taken);
                    let round_score = after.end_round().expect("the last move");
                    let mover = position.mover();
                    let has_bonus = utility == Utility::Bonus
                        || utility == Utility::Final && after.outcome().is_some();
                    let points = |player: usize| {
                        let board = &after.boards()[player];
                        let bonus = u32::from(has_bonus) * board.end_bonus().points();
                        (board.score() + bonus) as i32
                    };
                    let others = (0..players.count()).filter(|&other| other != mover);
                    let others = others.map(points);
                    let lead = points(mover) - others.max().expect("two play");
                    let (mean, move_) = (candidate.mean(), candidate.taken);
                    assert_eq!(mean, f64::from(lead), "{position} {move_}");
                    let features = candidate.features();
                    let board = round_score.boards()[mover];
                    let completions = board.tiles().iter().flatten().count();
                    assert_eq!(features.floor, f64::from(board.floor().charge()));
                    assert_eq!(features.tile_points, f64::from(board.points()));
                    assert_eq!(features.completions, completions as f64);
                    assert_eq!(features.wasted, f64::from(effect.taken - effect.placed));
                    comparisons += 1;
                }
                // The best move is first.
                let values = evaluation.moves.iter().map(|candidate| candidate.value());
                assert!(values.is_sorted_by(|first, second| first >= second));
            }
        });
    }
    assert!(comparisons > 500, "{comparisons}");
}

#[test]
fn exact_values_replace_samples_of_small_positions() {
    let (mut exact_count, mut sample_count) = (0, 0);
    visit_positions(Players::Two, 0..6, |position| {
        if position.group_count() > 7 {
            return;
        }
        let worst = position.legal().last().expect("moves");
        let (settings, limits) = (EvaluatorSettings::default(), Limits::of_nodes(20_000));
        let evaluation = evaluation(position, &settings, limits, &[worst]);
        let control = Control::default();
        let mut solver = RoundSolver::new(RoundQuestion::default());
        let solution = solver.solve(position, None, &control).expect("moves");
        if !evaluation.exact {
            sample_count += 1;
            return;
        }
        assert!(
            solution.best.contains(&evaluation.best().taken),
            "{position}"
        );
        assert_eq!(evaluation.best().exact, solution.value(), "{position}");
        let worst_worth = solver.worth(position, worst, None, &control);
        let candidate = evaluation.of(worst).expect("it was wanted");
        let value = candidate.exact.map(|value| (value, value));
        assert_eq!(value, Some(worst_worth.expect("legal")), "{position}");
        exact_count += 1;
    });
    assert!(
        exact_count > 100 && sample_count < exact_count / 5,
        "{exact_count} {sample_count}"
    );
}

#[test]
fn the_standard_error_falls_with_the_square_root_of_the_rollouts() {
    for seed in 0..3 {
        let evaluation_of = |nodes| {
            evaluation(
                &opening(seed),
                &sampling_settings(),
                Limits::of_nodes(nodes),
                &[],
            )
        };
        let (short, long) = (evaluation_of(30_000), evaluation_of(480_000));
        let best = long.best();
        let early = short.of(best.taken).expect("a good move");
        let rollouts = [early.rollouts, best.rollouts];
        let [few, many] = rollouts.map(|count| (count as f64).sqrt());
        let ratio = early.error() * few / (best.error() * many);
        assert!((0.7..1.4).contains(&ratio), "{ratio}");
        assert!(rollouts[1] > 8 * rollouts[0], "{rollouts:?}");
    }
}

#[test]
fn a_budget_of_nodes_has_fifty_times_the_rollouts_of_the_source() {
    for seed in 0..3 {
        let fast_evaluation = || {
            let limits = EvaluationBudget::Fast.nodes();
            evaluation(&opening(seed), &sampling_settings(), limits, &[])
        };
        let evaluation = fast_evaluation();
        assert_eq!(evaluation.moves.len(), 20);
        let rollouts: u64 = evaluation
            .moves
            .iter()
            .map(|candidate| candidate.rollouts)
            .sum();
        assert!(rollouts / 20 >= 500, "{rollouts}");
        assert_eq!(evaluation, fast_evaluation());
        // Bad moves have fewer rollouts.
        let best = evaluation.best().rollouts;
        assert!(
            evaluation
                .moves
                .iter()
                .any(|candidate| candidate.rollouts * 4 < best)
        );
        assert!(
            (500_000..600_000).contains(&evaluation.nodes),
            "{}",
            evaluation.nodes
        );
    }
}

#[test]
fn rollouts_end_with_the_last_possible_round() {
    let text = opening(1).to_string();
    let last = text.replace(" 1 1 1 ", &format!(" 1 1 {} ", Position::LAST_ROUND));
    let last: Position = last.parse().expect("a position");
    assert_eq!(last.round(), Position::LAST_ROUND);
    for player in ["evaluator:rounds=3", "mcts:rounds=3"] {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let (limits, control) = (Limits::of_nodes(3000), Control::default());
        let move_ = contestant(player).think(&last, &mut rng, &limits, &control, &|_| ());
        assert!(last.is_legal(move_), "{player}");
    }
}

#[test]
fn rollouts_beyond_the_round_have_a_fair_probability_to_win() {
    let position = opening(1);
    for players in Players::ALL {
        let mut position = Position::new(players, 0);
        position.deal_by_seed(1).expect("a new game");
        let settings = EvaluatorSettings {
            utility: Utility::Win,
            rounds: 20,
            ..EvaluatorSettings::default()
        };
        let evaluation = evaluation(&position, &settings, Limits::of_nodes(200_000), &[]);
        let best = evaluation.best().mean();
        let fair = 100.0 / players.count() as f64;
        // The greedy starter of rollouts is neither lost nor sure of the victory.
        let open_range = 0.4 * fair..100.0 - 0.4 * fair;
        assert!(open_range.contains(&best), "{players:?} {best}");
        let rollouts: u64 = evaluation
            .moves
            .iter()
            .map(|candidate| candidate.rollouts)
            .sum();
        assert!(evaluation.nodes / rollouts > 20);
    }
    let short = shortlist(&position, &ShortlistWeights::PUBLISHED, Some(5));
    let settings = EvaluatorSettings {
        shortlist: Some(5),
        ..sampling_settings()
    };
    let evaluation = evaluation(&position, &settings, Limits::of_nodes(1_000), &[]);
    assert!(
        evaluation
            .moves
            .iter()
            .all(|candidate| short.contains(&candidate.taken))
    );
}

/// 20 games each, 10 deals twice.
#[test]
fn players_with_rollouts_beat_the_policy_of_their_rollouts() {
    let greedy = contestant("rollout-greedy");
    for player in ["evaluator:nodes=10000", "mcts:nodes=10000"] {
        let tally = match_tally(&[&contestant(player), &greedy], 5, 10);
        let score = tally.score(0).value;
        assert!(score > 0.75, "{player}: {score}");
    }
}
