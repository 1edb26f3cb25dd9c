//! The report of the judge and of rollouts on the gold sets.

use super::gold::{Gold, PlayedOut, Set};
use super::report::by_rollouts;
use crate::Result;
use crate::statistics::mean;
use azulejo::analysis::{JudgeSettings, judge};
use azulejo::control::Control;
use azulejo::players::evaluator::evaluate;
use std::fmt::Write;

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

/// The evaluations by the judge, and by rollouts.
type Evaluations = [Evaluation; 2];

/// The tables of both sets.
pub(crate) fn write(text: &mut String) -> Result {
    let [quick, deep] = [Set::Quick.read()?, Set::Deep.read()?].map(|set| set.entries);
    let evaluations: Vec<Evaluations> = quick.iter().map(ask).collect::<Result<_, _>>()?;
    for (entries, heading) in [
        (
            &quick,
            "the rest of the round by 200 to 400 positions a move",
        ),
        (
            &deep,
            "the rest of the round by 40,000 to 60,000 positions a move",
        ),
    ] {
        if !entries.is_empty() {
            table(text, heading, entries, &evaluations)?;
        }
    }
    let losses = quick.iter().zip(&deep).map(|(quick, deep)| {
        let best = best_of(&quick.moves, |it| it.win);
        MeasuredLoss::of(deep, best).loss
    });
    let near = losses.filter(|&loss| loss < NEAR).count();
    writeln!(
        text,
        "\nThe move that wins most games of the first of these sets loses less than 1 % of those of the second in {near} of {} positions.",
        deep.len()
    )?;
    Ok(())
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
    let halves = itertools::iproduct!(entries, [0, 1]);
    let losses = halves.map(|(entry, half)| {
        let chosen = best_of(&entry.moves, |it| it.halves[half]);
        let best = best_of(&entry.moves, |it| it.halves[1 - half]);
        let [chosen, best] = [chosen, best].map(|index| entry.moves[index].halves[1 - half]);
        best - chosen
    });
    losses.filter(|&loss| loss < NEAR).count()
}

fn table(
    text: &mut String,
    heading: &str,
    entries: &[Gold],
    evaluations: &[Evaluations],
) -> std::fmt::Result {
    let all = entries.len();
    let lost = [0, 1].map(|who| -> Vec<Option<MeasuredLoss>> {
        let both = entries.iter().zip(evaluations);
        both.map(|(entry, evaluations)| Some(MeasuredLoss::of(entry, evaluations[who].first?)))
            .collect()
    });
    let pairs = |who: usize, of: fn(&Evaluation) -> &[f64], truth: fn(&PlayedOut) -> f64| {
        let positions = entries.iter().zip(evaluations).enumerate();
        let pairs = positions.flat_map(|(position, (entry, evaluations))| {
            let values = of(&evaluations[who]).iter().zip(&entry.moves);
            values.map(move |(&expected, played)| Pair {
                position,
                expected,
                gold: truth(played),
            })
        });
        pairs.collect::<Vec<Pair>>()
    };
    let wins = [0, 1].map(|who| pairs(who, |it| &it.wins, |it| it.win));
    let points = [0, 1].map(|who| pairs(who, |it| &it.points, |it| it.points));
    let errors = entries.iter().flat_map(|it| &it.moves);
    let error = mean(errors.map(|it| it.behind_error).filter(|&it| it > 0.0));
    let games = entries.iter().map(|it| it.games).min().unwrap_or(0);
    writeln!(
        text,
        "\n{all} earlier positions, four moves of each played out in {games} games, {heading}. The standard error of what a \
         move wins less than the best one is {:.1} % on average. The move that wins most of one half of the games loses less than 1 % of \
         the other half in {:.1} % of the cases.\n",
        100.0 * error,
        100.0 * halves_agree(entries) as f64 / (2 * all) as f64
    )?;
    *text += "| | the judge | rollouts |\n|---|---|---|\n";
    let mut row = |name: &str, figure: &dyn Fn(usize) -> String| {
        writeln!(text, "| {name} | {} | {} |", figure(0), figure(1))
    };
    let mut losses = |name: &str, is_wanted: &dyn Fn(&MeasuredLoss) -> bool| {
        row(name, &|who| {
            let near = lost[who].iter().flatten().filter(|it| is_wanted(it));
            format!("{} of {all}", near.count())
        })
    };
    losses("the first move loses less than 1 % of wins", &|it| {
        it.loss < NEAR
    })?;
    losses("the first move loses less than 2 % of wins", &|it| {
        it.loss < 0.02
    })?;
    losses(
        "the first move loses 1 % or more beyond two standard errors",
        &|it| it.loss - 2.0 * it.error >= 0.01,
    )?;
    row("the first move is none of the four", &|who| {
        format!("{}", lost[who].iter().filter(|it| it.is_none()).count())
    })?;
    let mut mean_loss = |name: &str, loss: &dyn Fn(&MeasuredLoss) -> f64| {
        row(name, &|who| {
            let losses = lost[who].iter().flatten().map(loss);
            format!("{:.2} %", 100.0 * mean(losses))
        })
    };
    mean_loss("mean loss of the first move, of the four", &|it| it.loss)?;
    mean_loss(
        "the same against the move that wins most of the other half of the games",
        &|it| it.crossed,
    )?;
    row("correlation with wins", &|who| {
        format!("{:.3}", correlation(&wins[who]))
    })?;
    row("correlation with wins, within positions", &|who| {
        format!("{:.3}", correlation(&within(&wins[who])))
    })?;
    row("correlation with the final difference", &|who| {
        format!("{:.3}", correlation(&points[who]))
    })?;
    row(
        "correlation with the final difference, within positions",
        &|who| format!("{:.3}", correlation(&within(&points[who]))),
    )?;
    Ok(())
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
