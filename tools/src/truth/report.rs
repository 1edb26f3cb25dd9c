//! The report of the judge and of rollouts on the truth sets.

use super::{gold_report, last_rounds};
use crate::Result;
use crate::statistics::quantile;
use crate::storage::replace_between;
use azulejo::analysis::rollouts::{self, GradeSettings};
use azulejo::analysis::{Certainty, Grade, JudgeSettings, graded, judge};
use azulejo::control::Control;
use azulejo::game::{Move, Position};
use azulejo::players::evaluator::{EvaluationBudget, EvaluatorSettings};
use std::fmt::Write;
use std::time::Instant;

/// The answer about a last round.
struct Answer {
    /// Whether the first move is a best one.
    right: bool,
    /// The loss of the played move, in points, and its grade.
    delta: f64,
    grade: &'static str,
    /// Whether the grade is the worst one.
    worst: bool,
    seconds: f64,
}

/// A last round with the answers of the judge and of rollouts.
struct Comparison {
    /// The line in the file.
    line: usize,
    taken: Move,
    /// The true loss of the move; none where it lets the game go on.
    truth: Option<i32>,
    judge: Answer,
    rollouts: Answer,
    certainty: Certainty,
}

/// The number of positions in the list of grades.
const LISTED: usize = 20;

pub(crate) fn write() -> Result {
    let mut text = String::from("\n");
    let entries = last_rounds::read()?.entries;
    let comparisons = entries.iter().enumerate().map(|(index, it)| ask(index, it));
    let comparisons: Vec<Comparison> = comparisons.collect::<Result<_, _>>()?;
    of_last_rounds(&mut text, &comparisons)?;
    gold_report::write(&mut text)?;
    replace_between("docs/analysis.md", "truth", &(text + "\n"))
}

fn ask(index: usize, entry: &last_rounds::LastRound) -> Result<Comparison> {
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
    Ok(Comparison {
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

/// The settings of `--judge rollouts`, with the defaults.
pub(crate) fn by_rollouts() -> GradeSettings {
    GradeSettings {
        settings: EvaluatorSettings::default(),
        limits: EvaluationBudget::default().nodes(),
    }
}

fn of_last_rounds(text: &mut String, comparisons: &[Comparison]) -> std::fmt::Result {
    let judge: Vec<(&Answer, Option<i32>)> =
        comparisons.iter().map(|it| (&it.judge, it.truth)).collect();
    let rollouts: Vec<_> = comparisons
        .iter()
        .map(|it| (&it.rollouts, it.truth))
        .collect();
    let proven = comparisons
        .iter()
        .filter(|it| it.certainty == Certainty::Proven)
        .count();
    let all = comparisons.len();
    let known = comparisons.iter().filter(|it| it.truth.is_some()).count();
    let best = comparisons.iter().filter(|it| it.truth == Some(0)).count();
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
        let at = |part| quantile(&seconds, part).unwrap_or(0.0);
        format!("{:.2}, {:.2}, {:.2}", at(0.5), at(0.99), at(1.0))
    })?;
    writeln!(
        text,
        "\n{LISTED} of the grades by rollouts that are wrong by most, with the line of `tools/coach/last-rounds.jsonl`:\n\n\
         | line | move | gives away | rollouts | | the judge | | |\n|---|---|---|---|---|---|---|---|"
    )?;
    let mut wrong: Vec<(&Comparison, i32)> = comparisons
        .iter()
        .filter_map(|it| Some((it, it.truth?)))
        .collect();
    let error = |(it, truth): &(&Comparison, i32)| (it.rollouts.delta - f64::from(*truth)).abs();
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
