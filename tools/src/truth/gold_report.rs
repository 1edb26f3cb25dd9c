//! The report of the judge and of rollouts on the gold sets.

use super::gold::{Gold, PlayedOut, Set};
use super::report::{comparison_table, rollout_settings};
use crate::Result;
use crate::page::percent;
use crate::statistics::mean;
use azulejo::analysis::{JudgeSettings, judge};
use azulejo::control::Control;
use azulejo::players::evaluator::evaluate;
use itertools::{Itertools, iproduct};

/// The evaluation of a position's moves.
struct Evaluation {
    /// The index of the best move among the moves of the gold set; none if another move is best.
    first: Option<usize>,
    /// The expected share of wins of each move of the gold set.
    wins: Vec<f64>,
    points: Vec<f64>,
}

/// The loss of the share of wins up to which a move counts as best.
const NEAR: f64 = 0.01;

/// The evaluations by the judge and by rollouts.
type Evaluations = [Evaluation; 2];

/// The tables of both sets.
pub(crate) fn text() -> Result<String> {
    let [quick, deep] = [Set::Quick.read()?, Set::Deep.read()?].map(|set| set.entries);
    let evaluations: Vec<Evaluations> = quick.iter().map(evaluate_moves).try_collect()?;
    let tables = [(&quick, "200 to 400"), (&deep, "40,000 to 60,000")];
    let tables = tables
        .into_iter()
        .filter(|(entries, _)| !entries.is_empty());
    let tables = tables.map(|(entries, nodes)| table(entries, nodes, &evaluations));
    let losses = quick.iter().zip(&deep).map(|(quick, deep)| {
        let best = best_of(&quick.moves, |move_| move_.win);
        MeasuredLoss::of(deep, best).loss
    });
    let near = losses.filter(|&loss| loss < NEAR).count();
    Ok(format!(
        "{}\nThe move that wins most games of the first of these sets loses less than 1 % of those of the second in {near} of {} positions.\n",
        tables.collect::<String>(),
        deep.len()
    ))
}

fn evaluate_moves(entry: &Gold) -> Result<Evaluations> {
    let (position, moves) = entry.parsed()?;
    let control = Control::default();
    let settings = JudgeSettings::default();
    let judgement = judge(&position, &settings, &moves, &control, |_| ());
    let rollouts = rollout_settings();
    let (settings, limits) = (&rollouts.settings, &rollouts.limits);
    let evaluation = evaluate(&position, settings, limits, &moves, &control);
    let judged_moves: Option<Vec<_>> = moves.iter().map(|&move_| judgement.of(move_)).collect();
    let judged_moves = judged_moves.ok_or("a wanted move is judged")?;
    let values = moves
        .iter()
        .map(|&move_| Some(evaluation.of(move_)?.value()));
    let values: Option<Vec<f64>> = values.collect();
    let values = values.ok_or("a wanted move is judged")?;
    let index = |first| moves.iter().position(|&move_| move_ == first);
    Ok([
        Evaluation {
            first: index(judgement.best().taken),
            wins: judged_moves.iter().map(|move_| move_.win).collect(),
            points: judged_moves.iter().map(|move_| move_.points).collect(),
        },
        Evaluation {
            first: index(evaluation.best().taken),
            wins: values.clone(),
            points: values,
        },
    ])
}

/// The loss of a move in wins against the move that won most games.
struct MeasuredLoss {
    loss: f64,
    /// The standard error of the loss.
    error: f64,
    /// The loss in one half of the games against the move that won most of the other half: selection by chance does not
    /// bias it.
    crossed: f64,
}

impl MeasuredLoss {
    fn of(entry: &Gold, index: usize) -> Self {
        let move_ = &entry.moves[index];
        let best = |wins: &dyn Fn(&PlayedOut) -> f64| &entry.moves[best_of(&entry.moves, wins)];
        let crossed = [0, 1].map(|half| {
            let best = best(&|other| other.halves[half]);
            best.halves[1 - half] - move_.halves[1 - half]
        });
        Self {
            loss: best(&|other| other.win).win - move_.win,
            error: move_.behind_error,
            crossed: crossed.iter().sum::<f64>() / 2.0,
        }
    }
}

/// The index of the move with the highest value.
fn best_of(moves: &[PlayedOut], value: impl Fn(&PlayedOut) -> f64) -> usize {
    let best = (0..moves.len())
        .max_by(|&left, &right| value(&moves[left]).total_cmp(&value(&moves[right])));
    best.expect("moves are played out")
}

/// The number of halves in which the best move of the other half loses little.
fn halves_agree(entries: &[Gold]) -> usize {
    let halves = iproduct!(entries, [0, 1]);
    let losses = halves.map(|(entry, half)| {
        let selection = best_of(&entry.moves, |move_| move_.halves[half]);
        let best = best_of(&entry.moves, |move_| move_.halves[1 - half]);
        let [selection, best] = [selection, best].map(|index| entry.moves[index].halves[1 - half]);
        best - selection
    });
    losses.filter(|&loss| loss < NEAR).count()
}

/// The names of the [`figures`] on a set.
const NAMES: [&str; 10] = [
    "the first move loses less than 1 % of wins",
    "the first move loses less than 2 % of wins",
    "the first move loses 1 % or more beyond two standard errors",
    "the first move is none of the four",
    "mean loss of the first move, of the four",
    "the same against the move that wins most of the other half of the games",
    "correlation with wins",
    "correlation with wins, within positions",
    "correlation with the final difference",
    "correlation with the final difference, within positions",
];

/// The figures of an evaluator, from the positions of a set with its evaluations.
fn figures(positions: &[(&Gold, &Evaluation)]) -> [String; NAMES.len()] {
    let all = positions.len();
    let losses = positions.iter();
    let losses =
        losses.filter_map(|(entry, evaluation)| Some(MeasuredLoss::of(entry, evaluation.first?)));
    let losses = losses.collect_vec();
    let count = |is_counted: fn(&MeasuredLoss) -> bool| {
        let losses = losses.iter().filter(|loss| is_counted(loss));
        format!("{} of {all}", losses.count())
    };
    let mean_loss =
        |loss: fn(&MeasuredLoss) -> f64| format!("{:.2} %", 100.0 * mean(losses.iter().map(loss)));
    // The correlation over all moves, and that within positions.
    let correlations = |expected: fn(&Evaluation) -> &[f64], gold: fn(&PlayedOut) -> f64| {
        let moves = positions.iter().map(|(entry, evaluation)| {
            let gold = entry.moves.iter().map(gold);
            let pairs = expected(evaluation).iter().copied().zip(gold);
            pairs.collect_vec()
        });
        let moves = moves.collect_vec();
        let within = moves.iter().flat_map(|moves| centred(moves));
        [moves.concat(), within.collect()].map(|pairs| format!("{:.3}", correlation(&pairs)))
    };
    let [wins, wins_within] = correlations(|evaluation| &evaluation.wins, |move_| move_.win);
    let [points, points_within] =
        correlations(|evaluation| &evaluation.points, |move_| move_.points);
    [
        count(|loss| loss.loss < NEAR),
        count(|loss| loss.loss < 0.02),
        count(|loss| loss.loss - 2.0 * loss.error >= 0.01),
        (all - losses.len()).to_string(),
        mean_loss(|loss| loss.loss),
        mean_loss(|loss| loss.crossed),
        wins,
        wins_within,
        points,
        points_within,
    ]
}

/// The table of a set, in which moves of the rest of the round have so many nodes.
fn table(entries: &[Gold], nodes: &str, evaluations: &[Evaluations]) -> String {
    let all = entries.len();
    let columns = [0, 1].map(|evaluator| {
        let evaluations = evaluations.iter().map(|both| &both[evaluator]);
        figures(&entries.iter().zip(evaluations).collect_vec())
    });
    let errors = entries.iter().flat_map(|entry| &entry.moves);
    let errors = errors.map(|move_| move_.behind_error);
    let error = mean(errors.filter(|&error| error > 0.0));
    let games = entries.iter().map(|entry| entry.games).min().unwrap_or(0);
    format!(
        "\n{all} earlier positions, four moves of each played out in {games} games, the rest of the round by {nodes} positions a move. \
         The standard error of what a move wins less than the best one is {} on average. The move that wins most of one half of the \
         games loses less than 1 % of the other half in {:.1} % of the cases.\n\n{}",
        percent(error),
        100.0 * halves_agree(entries) as f64 / (2 * all) as f64,
        comparison_table(NAMES, columns)
    )
}

/// Pairs of an expected and a measured value, less their means.
fn centred(pairs: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let expected_mean = mean(pairs.iter().map(|(expected, _)| *expected));
    let gold_mean = mean(pairs.iter().map(|(_, gold)| *gold));
    let pairs = pairs.iter();
    let pairs = pairs.map(|(expected, gold)| (expected - expected_mean, gold - gold_mean));
    pairs.collect()
}

fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let pairs = centred(pairs);
    let mean_of = |term: fn(&(f64, f64)) -> f64| mean(pairs.iter().map(term));
    let variances = mean_of(|(expected, _)| expected.powi(2)) * mean_of(|(_, gold)| gold.powi(2));
    mean_of(|(expected, gold)| expected * gold) / variances.sqrt()
}
