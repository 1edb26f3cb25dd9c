//! The report of the judge and of rollouts on the gold sets.

use super::gold::{Gold, PlayedOut, Set};
use super::report::{Evaluator, by_rollouts, comparing};
use crate::Result;
use crate::page::percent;
use crate::statistics::mean;
use azulejo::analysis::{JudgeSettings, judge};
use azulejo::control::Control;
use azulejo::players::evaluator::evaluate;
use itertools::{Itertools, iproduct};

/// The evaluation of a position's moves.
struct Evaluation {
    /// The index of the best move among those that were played out; none if another move is best.
    first: Option<usize>,
    /// The expected share of wins of each move that was played out.
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
    let evaluations: Vec<Evaluations> = quick.iter().map(ask).try_collect()?;
    let tables = [(&quick, "200 to 400"), (&deep, "40,000 to 60,000")];
    let tables = tables
        .into_iter()
        .filter(|(entries, _)| !entries.is_empty());
    let tables = tables.map(|(entries, nodes)| table(entries, nodes, &evaluations));
    let losses = quick.iter().zip(&deep).map(|(quick, deep)| {
        let best = best_of(&quick.moves, |it| it.win);
        MeasuredLoss::of(deep, best).loss
    });
    let near = losses.filter(|&loss| loss < NEAR).count();
    Ok(format!(
        "{}\nThe move that wins most games of the first of these sets loses less than 1 % of those of the second in {near} of {} positions.\n",
        tables.collect::<String>(),
        deep.len()
    ))
}

fn ask(entry: &Gold) -> Result<Evaluations> {
    let (position, wanted) = entry.parsed()?;
    let control = Control::default();
    let settings = JudgeSettings::default();
    let judged = judge(&position, &settings, &wanted, &control, |_| ());
    let rollouts = by_rollouts();
    let (settings, limits) = (&rollouts.settings, &rollouts.limits);
    let evaluated = evaluate(&position, settings, limits, &wanted, &control);
    let by_judge: Option<Vec<_>> = wanted.iter().map(|&it| judged.of(it)).collect();
    let by_judge = by_judge.ok_or("a wanted move is judged")?;
    let values = wanted.iter().map(|&it| Some(evaluated.of(it)?.value()));
    let values: Option<Vec<f64>> = values.collect();
    let values = values.ok_or("a wanted move is judged")?;
    let index = |first| wanted.iter().position(|&it| it == first);
    Ok([
        Evaluation {
            first: index(judged.best().taken),
            wins: by_judge.iter().map(|it| it.win).collect(),
            points: by_judge.iter().map(|it| it.points).collect(),
        },
        Evaluation {
            first: index(evaluated.best().taken),
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
        let played = &entry.moves[index];
        let best = |wins: &dyn Fn(&PlayedOut) -> f64| &entry.moves[best_of(&entry.moves, wins)];
        let crossed = [0, 1].map(|half| {
            let best = best(&|it| it.halves[half]);
            best.halves[1 - half] - played.halves[1 - half]
        });
        Self {
            loss: best(&|it| it.win).win - played.win,
            error: played.behind_error,
            crossed: crossed.iter().sum::<f64>() / 2.0,
        }
    }
}

/// The index of the move with the highest value.
fn best_of(moves: &[PlayedOut], of: impl Fn(&PlayedOut) -> f64) -> usize {
    let best =
        (0..moves.len()).max_by(|&one, &other| of(&moves[one]).total_cmp(&of(&moves[other])));
    best.expect("moves are played out")
}

/// The number of halves in which the best move of the other half loses little.
fn halves_agree(entries: &[Gold]) -> usize {
    let halves = iproduct!(entries, [0, 1]);
    let losses = halves.map(|(entry, half)| {
        let chosen = best_of(&entry.moves, |it| it.halves[half]);
        let best = best_of(&entry.moves, |it| it.halves[1 - half]);
        let [chosen, best] = [chosen, best].map(|index| entry.moves[index].halves[1 - half]);
        best - chosen
    });
    losses.filter(|&loss| loss < NEAR).count()
}

/// The table of a set, in which moves of the rest of the round have so many nodes.
fn table(entries: &[Gold], nodes: &str, evaluations: &[Evaluations]) -> String {
    let all = entries.len();
    let both = || entries.iter().zip(evaluations);
    // The losses of the first moves; none where the move was not played out.
    let lost = [0, 1].map(|who| {
        let losses = both().map(|(entry, evaluations)| {
            let first = evaluations[who].first;
            first.map(|first| MeasuredLoss::of(entry, first))
        });
        losses.collect_vec()
    });
    let pairs = |who: usize, of: fn(&Evaluation) -> &[f64], truth: fn(&PlayedOut) -> f64| {
        let positions = both().enumerate();
        let pairs = positions.flat_map(|(position, (entry, evaluations))| {
            let values = of(&evaluations[who]).iter().zip(&entry.moves);
            values.map(move |(&expected, played)| Pair {
                position,
                expected,
                gold: truth(played),
            })
        });
        pairs.collect_vec()
    };
    let wins = [0, 1].map(|who| pairs(who, |it| &it.wins, |it| it.win));
    let points = [0, 1].map(|who| pairs(who, |it| &it.points, |it| it.points));
    let errors = entries.iter().flat_map(|it| &it.moves);
    let error = mean(errors.map(|it| it.behind_error).filter(|&it| it > 0.0));
    let games = entries.iter().map(|it| it.games).min().unwrap_or(0);
    let known = |who: Evaluator| lost[who as usize].iter().flatten();
    let losing = |who, is_counted: fn(&MeasuredLoss) -> bool| {
        let counted = known(who).filter(|it| is_counted(it));
        format!("{} of {all}", counted.count())
    };
    let mean_loss = |who, loss: fn(&MeasuredLoss) -> f64| {
        format!("{:.2} %", 100.0 * mean(known(who).map(loss)))
    };
    let correlated = |pairs: &[Pair]| format!("{:.3}", correlation(pairs));
    let table = comparing(&[
        ("the first move loses less than 1 % of wins", &|who| {
            losing(who, |it| it.loss < NEAR)
        }),
        ("the first move loses less than 2 % of wins", &|who| {
            losing(who, |it| it.loss < 0.02)
        }),
        (
            "the first move loses 1 % or more beyond two standard errors",
            &|who| losing(who, |it| it.loss - 2.0 * it.error >= 0.01),
        ),
        ("the first move is none of the four", &|who| {
            (all - known(who).count()).to_string()
        }),
        ("mean loss of the first move, of the four", &|who| {
            mean_loss(who, |it| it.loss)
        }),
        (
            "the same against the move that wins most of the other half of the games",
            &|who| mean_loss(who, |it| it.crossed),
        ),
        ("correlation with wins", &|who| {
            correlated(&wins[who as usize])
        }),
        ("correlation with wins, within positions", &|who| {
            correlated(&within(&wins[who as usize]))
        }),
        ("correlation with the final difference", &|who| {
            correlated(&points[who as usize])
        }),
        (
            "correlation with the final difference, within positions",
            &|who| correlated(&within(&points[who as usize])),
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
    let of = |pair: &Pair| {
        let like = || pairs.iter().filter(|it| it.position == pair.position);
        Pair {
            position: pair.position,
            expected: pair.expected - mean(like().map(|it| it.expected)),
            gold: pair.gold - mean(like().map(|it| it.gold)),
        }
    };
    pairs.iter().map(of).collect()
}

fn correlation(pairs: &[Pair]) -> f64 {
    let expected = mean(pairs.iter().map(|it| it.expected));
    let gold = mean(pairs.iter().map(|it| it.gold));
    let product = |of: &dyn Fn(&Pair) -> f64| mean(pairs.iter().map(of));
    let both = product(&|it| (it.expected - expected) * (it.gold - gold));
    let own =
        product(&|it| (it.expected - expected).powi(2)) * product(&|it| (it.gold - gold).powi(2));
    both / own.sqrt()
}
