//! The report of the judge and of rollouts on the gold sets.

use super::gold::{Gold, PlayedOut, Set};
use super::report::{Evaluator, comparison_table, rollout_settings};
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

/// The evaluations by each [`Evaluator`].
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

/// A move of the gold standard: its expected and its measured value.
struct Pair {
    /// The index of the position.
    position: usize,
    expected: f64,
    gold: f64,
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

/// The table of a set, in which moves of the rest of the round have so many nodes.
fn table(entries: &[Gold], nodes: &str, evaluations: &[Evaluations]) -> String {
    let all = entries.len();
    let evaluated_entries = || entries.iter().zip(evaluations);
    // The losses of the first moves; none for a move outside of the gold set.
    let losses_by_evaluator = [0, 1].map(|evaluator| {
        let losses = evaluated_entries().map(|(entry, evaluations)| {
            let first = evaluations[evaluator].first;
            first.map(|first| MeasuredLoss::of(entry, first))
        });
        losses.collect_vec()
    });
    let pairs = |evaluator: usize,
                 expected_values: fn(&Evaluation) -> &[f64],
                 truth: fn(&PlayedOut) -> f64| {
        let positions = evaluated_entries().enumerate();
        let pairs = positions.flat_map(|(position, (entry, evaluations))| {
            let values = expected_values(&evaluations[evaluator])
                .iter()
                .zip(&entry.moves);
            values.map(move |(&expected, move_)| Pair {
                position,
                expected,
                gold: truth(move_),
            })
        });
        pairs.collect_vec()
    };
    let wins =
        [0, 1].map(|evaluator| pairs(evaluator, |evaluation| &evaluation.wins, |move_| move_.win));
    let points = [0, 1].map(|evaluator| {
        pairs(
            evaluator,
            |evaluation| &evaluation.points,
            |move_| move_.points,
        )
    });
    let errors = entries.iter().flat_map(|entry| &entry.moves);
    let error = mean(
        errors
            .map(|move_| move_.behind_error)
            .filter(|&error| error > 0.0),
    );
    let games = entries.iter().map(|entry| entry.games).min().unwrap_or(0);
    let losses_of = |evaluator: Evaluator| losses_by_evaluator[evaluator as usize].iter().flatten();
    let count_losses = |evaluator, is_counted: fn(&MeasuredLoss) -> bool| {
        let losses = losses_of(evaluator).filter(|loss| is_counted(loss));
        format!("{} of {all}", losses.count())
    };
    let mean_loss = |evaluator, loss: fn(&MeasuredLoss) -> f64| {
        format!("{:.2} %", 100.0 * mean(losses_of(evaluator).map(loss)))
    };
    let correlated = |pairs: &[Pair]| format!("{:.3}", correlation(pairs));
    let table = comparison_table(&[
        ("the first move loses less than 1 % of wins", &|evaluator| {
            count_losses(evaluator, |loss| loss.loss < NEAR)
        }),
        ("the first move loses less than 2 % of wins", &|evaluator| {
            count_losses(evaluator, |loss| loss.loss < 0.02)
        }),
        (
            "the first move loses 1 % or more beyond two standard errors",
            &|evaluator| count_losses(evaluator, |loss| loss.loss - 2.0 * loss.error >= 0.01),
        ),
        ("the first move is none of the four", &|evaluator| {
            (all - losses_of(evaluator).count()).to_string()
        }),
        ("mean loss of the first move, of the four", &|evaluator| {
            mean_loss(evaluator, |loss| loss.loss)
        }),
        (
            "the same against the move that wins most of the other half of the games",
            &|evaluator| mean_loss(evaluator, |loss| loss.crossed),
        ),
        ("correlation with wins", &|evaluator| {
            correlated(&wins[evaluator as usize])
        }),
        ("correlation with wins, within positions", &|evaluator| {
            correlated(&within(&wins[evaluator as usize]))
        }),
        ("correlation with the final difference", &|evaluator| {
            correlated(&points[evaluator as usize])
        }),
        (
            "correlation with the final difference, within positions",
            &|evaluator| correlated(&within(&points[evaluator as usize])),
        ),
    ]);
    format!(
        "\n{all} earlier positions, four moves of each played out in {games} games, the rest of the round by {nodes} positions a move. \
         The standard error of what a move wins less than the best one is {} on average. The move that wins most of one half of the \
         games loses less than 1 % of the other half in {:.1} % of the cases.\n\n{table}",
        percent(error),
        100.0 * halves_agree(entries) as f64 / (2 * all) as f64
    )
}

/// The pairs with the mean of each position subtracted.
fn within(pairs: &[Pair]) -> Vec<Pair> {
    let centred = |pair: &Pair| {
        let others = || pairs.iter().filter(|other| other.position == pair.position);
        Pair {
            position: pair.position,
            expected: pair.expected - mean(others().map(|other| other.expected)),
            gold: pair.gold - mean(others().map(|other| other.gold)),
        }
    };
    pairs.iter().map(centred).collect()
}

fn correlation(pairs: &[Pair]) -> f64 {
    let expected = mean(pairs.iter().map(|pair| pair.expected));
    let gold = mean(pairs.iter().map(|pair| pair.gold));
    let product = |term: &dyn Fn(&Pair) -> f64| mean(pairs.iter().map(term));
    let covariance = product(&|pair| (pair.expected - expected) * (pair.gold - gold));
    let variances = product(&|pair| (pair.expected - expected).powi(2))
        * product(&|pair| (pair.gold - gold).powi(2));
    covariance / variances.sqrt()
}
