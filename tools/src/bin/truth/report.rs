//! What the judge says of the truth sets, beside what rollouts say.

use crate::{gold, last_rounds};
use azulejo::analysis::rollouts::{self, GradeSettings};
use azulejo::analysis::{Certainty, Grade, JudgeSettings, graded, judge};
use azulejo::control::Control;
use azulejo::game::{Move, Position};
use azulejo::players::evaluator::{EvaluationBudget, EvaluatorSettings, evaluate};
use azulejo_tools::kept::replace_between;
use std::error::Error;
use std::fmt::Write;
use std::time::Instant;

/// What was said of a last round.
struct Answer {
    /// Whether the first move is a best one.
    right: bool,
    /// What the move that was played is told to give away, in points, and in which words.
    delta: f64,
    grade: &'static str,
    /// Whether that is the worst grade.
    worst: bool,
    seconds: f64,
}

/// A last round with both answers.
struct Asked {
    /// The line in the file.
    line: usize,
    taken: Move,
    /// What the move gives away; none where it lets the game go on.
    truth: Option<i32>,
    judge: Answer,
    rollouts: Answer,
    certainty: Certainty,
}

/// The positions of the list of grades.
const LISTED: usize = 20;

pub(crate) fn write() -> Result<(), Box<dyn Error>> {
    let mut text = String::from("\n");
    let entries = last_rounds::read()?;
    let asked = entries.iter().enumerate().map(|(index, it)| ask(index, it));
    let asked: Vec<Asked> = asked.collect::<Result<_, _>>()?;
    of_last_rounds(&mut text, &asked)?;
    let gold = gold::read()?;
    if !gold.is_empty() {
        of_gold(&mut text, &gold)?;
    }
    let page = azulejo_tools::root().join("docs/analysis.md");
    replace_between(&page, "truth", &(text + "\n"))
}

fn ask(index: usize, entry: &last_rounds::LastRound) -> Result<Asked, Box<dyn Error>> {
    let position: Position = entry.position.parse()?;
    let (code, value) = entry.moves[0];
    let taken = Move::from_code(u64::from(code), position.players())?;
    let (settings, control) = (JudgeSettings::default(), Control::default());
    let is_best = |taken: Move| {
        let code = taken.code(position.players());
        code.is_some_and(|code| entry.best.contains(&code))
    };
    let began = Instant::now();
    let judgement = judge(&position, &settings, &[taken], &control, |_| ());
    let seconds = began.elapsed().as_secs_f64();
    let first = judgement.best().taken;
    let by_judge = graded(&position, taken, judgement);
    let began = Instant::now();
    let by_rollouts = rollouts::grade(&position, taken, &by_rollouts(), &control)?;
    Ok(Asked {
        line: index + 1,
        taken,
        truth: value.map(|value| entry.value - value),
        certainty: by_judge.certainty,
        judge: Answer {
            right: is_best(first),
            delta: by_judge.loss.points,
            grade: by_judge.grade.name(),
            worst: by_judge.grade == Grade::Blunder,
            seconds,
        },
        rollouts: Answer {
            right: is_best(by_rollouts.evaluation.best().taken),
            delta: by_rollouts.delta,
            grade: by_rollouts.grade.name(),
            worst: by_rollouts.grade == rollouts::Grade::Miss,
            seconds: began.elapsed().as_secs_f64(),
        },
    })
}

/// The rollouts of `--judge rollouts`, with the defaults.
fn by_rollouts() -> GradeSettings {
    GradeSettings {
        settings: EvaluatorSettings::default(),
        limits: EvaluationBudget::default().nodes(),
    }
}

fn of_last_rounds(text: &mut String, asked: &[Asked]) -> std::fmt::Result {
    let judge: Vec<(&Answer, Option<i32>)> = asked.iter().map(|it| (&it.judge, it.truth)).collect();
    let rollouts: Vec<_> = asked.iter().map(|it| (&it.rollouts, it.truth)).collect();
    let proven = asked
        .iter()
        .filter(|it| it.certainty == Certainty::Proven)
        .count();
    let all = asked.len();
    let known = asked.iter().filter(|it| it.truth.is_some()).count();
    let best = asked.iter().filter(|it| it.truth == Some(0)).count();
    writeln!(
        text,
        "{all} last rounds, the normal effort; {proven} grades are proven.\n"
    )?;
    *text += "| | the judge | rollouts |\n|---|---|---|\n";
    type Rows<'a> = &'a [(&'a Answer, Option<i32>)];
    let mut row = |name: &str, figure: &dyn Fn(Rows<'_>) -> String| {
        writeln!(
            text,
            "| {name} | {} | {} |",
            figure(&judge),
            figure(&rollouts)
        )
    };
    row("the first move is a best one", &|rows| {
        let right = rows.iter().filter(|(it, _)| it.right).count();
        format!("{right} of {all}")
    })?;
    row(
        "what the played move gives away is told within half a point",
        &|rows| {
            let near = rows.iter().filter(|(it, truth)| {
                truth.is_some_and(|truth| (it.delta - f64::from(truth)).abs() <= 0.5)
            });
            format!("{} of {known}", near.count())
        },
    )?;
    row("a best move is told to lose a point or more", &|rows| {
        let wrong = rows
            .iter()
            .filter(|(it, truth)| *truth == Some(0) && it.delta >= 1.0);
        format!("{} of {best}", wrong.count())
    })?;
    row("a best move has the worst grade", &|rows| {
        let wrong = rows
            .iter()
            .filter(|(it, truth)| *truth == Some(0) && it.worst);
        format!("{} of {best}", wrong.count())
    })?;
    row("seconds: median, 99 %, longest", &|rows| {
        let mut seconds: Vec<f64> = rows.iter().map(|it| it.0.seconds).collect();
        seconds.sort_by(f64::total_cmp);
        let at = |part: usize| seconds[(seconds.len() * part / 100).min(seconds.len() - 1)];
        format!("{:.2}, {:.2}, {:.2}", at(50), at(99), at(100))
    })?;
    writeln!(
        text,
        "\n{LISTED} of the grades by rollouts that are wrong by most, with the line of `bench/coach/last-rounds.jsonl`:\n\n\
         | line | move | gives away | rollouts | | the judge | | |\n|---|---|---|---|---|---|---|---|"
    )?;
    let mut wrong: Vec<(&Asked, i32)> = asked
        .iter()
        .filter_map(|it| Some((it, it.truth?)))
        .collect();
    let error = |(it, truth): &(&Asked, i32)| (it.rollouts.delta - f64::from(*truth)).abs();
    wrong.sort_by(|one, other| error(other).total_cmp(&error(one)));
    for (it, truth) in wrong.into_iter().take(LISTED) {
        writeln!(
            text,
            "| {} | `{}` | {truth} | {:.1} | {} | {:.1} | {} | {} |",
            it.line,
            it.taken,
            it.rollouts.delta,
            it.rollouts.grade,
            it.judge.delta,
            it.judge.grade,
            it.certainty.name()
        )?;
    }
    Ok(())
}

/// A move of the gold standard: what was told of it, and what it came to.
struct Pair {
    /// The number of the position.
    position: usize,
    told: f64,
    gold: f64,
}

/// What a move wins less often than the move that won most games.
struct Lost {
    loss: f64,
    /// Its standard error.
    error: f64,
    /// The same against the move that won most of one half of the games, in the other half: chance that makes a move look best
    /// is not in it.
    crossed: f64,
}

impl Lost {
    fn of(entry: &gold::Gold, index: usize) -> Self {
        let played = &entry.moves[index];
        let best = |wins: &dyn Fn(&gold::PlayedOut) -> f64| {
            let moves = entry.moves.iter();
            let best = moves.max_by(|one, other| wins(one).total_cmp(&wins(other)));
            best.expect("four moves are played out")
        };
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

fn of_gold(text: &mut String, gold: &[gold::Gold]) -> Result<(), Box<dyn Error>> {
    let control = Control::default();
    // What the first move of each loses; of the judge, then of rollouts. None where it was not played out.
    let mut lost: [Vec<Option<Lost>>; 2] = Default::default();
    let mut wins: [Vec<Pair>; 2] = Default::default();
    let mut points: [Vec<Pair>; 2] = Default::default();
    for (number, entry) in gold.iter().enumerate() {
        let position: Position = entry.position.parse()?;
        let codes = entry.moves.iter().map(|it| u64::from(it.code));
        let wanted: Vec<Move> = codes
            .map(|code| Move::from_code(code, position.players()))
            .collect::<Result<_, _>>()?;
        let judged = judge(
            &position,
            &JudgeSettings::default(),
            &wanted,
            &control,
            |_| (),
        );
        let settings = by_rollouts();
        let evaluated = evaluate(
            &position,
            &settings.settings,
            &settings.limits,
            &wanted,
            &control,
        );
        let firsts = [judged.best().taken, evaluated.best().taken];
        for (lost, first) in lost.iter_mut().zip(firsts) {
            let played = wanted.iter().position(|&it| it == first);
            lost.push(played.map(|index| Lost::of(entry, index)));
        }
        for (taken, truth) in wanted.iter().zip(&entry.moves) {
            let by_judge = judged.of(*taken).ok_or("a wanted move is judged")?;
            let value = evaluated.of(*taken).ok_or("a wanted move is judged")?;
            let pair = |told, gold| Pair {
                position: number,
                told,
                gold,
            };
            wins[0].push(pair(by_judge.win, truth.win));
            points[0].push(pair(by_judge.points, truth.points));
            wins[1].push(pair(value.value(), truth.win));
            points[1].push(pair(value.value(), truth.points));
        }
    }
    let all = gold.len();
    let errors = gold.iter().flat_map(|it| &it.moves);
    let error = mean(errors.map(|it| it.behind_error).filter(|&it| it > 0.0));
    let games = gold.iter().map(|it| it.games).min().unwrap_or(0);
    writeln!(
        text,
        "\n{all} earlier positions, four moves of each played out in {games} games. The standard error of what a move \
         wins less than the best one is {:.1} % on average.\n",
        100.0 * error
    )?;
    *text += "| | the judge | rollouts |\n|---|---|---|\n";
    let mut row = |name: &str, figure: &dyn Fn(usize) -> String| {
        writeln!(text, "| {name} | {} | {} |", figure(0), figure(1))
    };
    let mut losses = |name: &str, is_wanted: &dyn Fn(&Lost) -> bool| {
        row(name, &|who| {
            let near = lost[who].iter().flatten().filter(|it| is_wanted(it));
            format!("{} of {all}", near.count())
        })
    };
    losses("the first move loses less than 1 % of wins", &|it| {
        it.loss < 0.01
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
    let mut mean_loss = |name: &str, loss: &dyn Fn(&Lost) -> f64| {
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

/// The same less the mean of each position.
fn within(pairs: &[Pair]) -> Vec<Pair> {
    let of = |pair: &Pair| {
        let like = || pairs.iter().filter(|it| it.position == pair.position);
        Pair {
            position: pair.position,
            told: pair.told - mean(like().map(|it| it.told)),
            gold: pair.gold - mean(like().map(|it| it.gold)),
        }
    };
    pairs.iter().map(of).collect()
}

fn correlation(pairs: &[Pair]) -> f64 {
    let told = mean(pairs.iter().map(|it| it.told));
    let gold = mean(pairs.iter().map(|it| it.gold));
    let product = |of: &dyn Fn(&Pair) -> f64| mean(pairs.iter().map(of));
    let both = product(&|it| (it.told - told) * (it.gold - gold));
    let own = product(&|it| (it.told - told).powi(2)) * product(&|it| (it.gold - gold).powi(2));
    both / own.sqrt()
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), it| (sum + it, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}
