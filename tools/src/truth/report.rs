//! The report of the judge and of rollouts on the truth sets.

use super::{gold_report, last_rounds};
use crate::Result;
use crate::page::{head, replace_between};
use crate::statistics::{quantile, timed};
use azulejo::analysis::rollouts::{self, GradeSettings};
use azulejo::analysis::{Certainty, Grade, JudgeSettings, graded, judge};
use azulejo::control::Control;
use azulejo::game::{Move, Position};
use azulejo::players::evaluator::{EvaluationBudget, EvaluatorSettings};
use itertools::Itertools;

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

impl Comparison {
    fn answer(&self, evaluator: Evaluator) -> &Answer {
        match evaluator {
            Evaluator::Judge => &self.judge,
            Evaluator::Rollouts => &self.rollouts,
        }
    }
}

/// The number of positions in the list of grades.
const LISTED: usize = 20;

pub(crate) fn write() -> Result {
    let entries = last_rounds::read()?.entries;
    let comparisons = entries.iter().enumerate().map(|(index, it)| ask(index, it));
    let comparisons: Vec<Comparison> = comparisons.try_collect()?;
    let text = format!(
        "\n{}{}\n",
        of_last_rounds(&comparisons),
        gold_report::text()?
    );
    replace_between("docs/analysis.md", "truth", &text)
}

/// The two evaluators that are compared: the columns of the tables.
#[derive(Clone, Copy)]
pub(crate) enum Evaluator {
    Judge,
    Rollouts,
}

/// A table with a figure of each evaluator in a row.
pub(crate) fn comparing(rows: &[(&str, &dyn Fn(Evaluator) -> String)]) -> String {
    let rows = rows.iter().map(|(name, figure)| {
        let [judge, rollouts] = [Evaluator::Judge, Evaluator::Rollouts].map(figure);
        format!("| {name} | {judge} | {rollouts} |\n")
    });
    head("| | the judge | rollouts |") + &rows.collect::<String>()
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
    let (judgement, seconds) = timed(|| judge(&position, &settings, &[taken], &control, |_| ()));
    let first = judgement.best().taken;
    let by_judge = graded(&position, taken, judgement);
    let by_rollouts = by_rollouts();
    let (by_rollouts, of_rollouts) =
        timed(|| rollouts::grade(&position, taken, &by_rollouts, &control));
    let by_rollouts = by_rollouts?;
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
            seconds: of_rollouts,
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

fn of_last_rounds(comparisons: &[Comparison]) -> String {
    let all = comparisons.len();
    let count = |is_counted: fn(&Comparison) -> bool| {
        comparisons.iter().filter(|it| is_counted(it)).count()
    };
    let proven = count(|it| it.certainty == Certainty::Proven);
    let known = count(|it| it.truth.is_some());
    let best = count(|it| it.truth == Some(0));
    let of = |evaluator, is_counted: fn(&Answer, Option<i32>) -> bool, all: usize| {
        let answers = comparisons.iter();
        let counted = answers.filter(|it| is_counted(it.answer(evaluator), it.truth));
        format!("{} of {all}", counted.count())
    };
    let table = comparing(&[
        ("the first move is a best one", &|who| {
            of(who, |it, _| it.right, all)
        }),
        (
            "what the played move gives away is told within half a point",
            &|who| {
                let is_near = |it: &Answer, truth: Option<i32>| {
                    truth.is_some_and(|truth| (it.delta - f64::from(truth)).abs() <= 0.5)
                };
                of(who, is_near, known)
            },
        ),
        ("a best move is told to lose a point or more", &|who| {
            of(who, |it, truth| truth == Some(0) && it.delta >= 1.0, best)
        }),
        ("a best move has the worst grade", &|who| {
            of(who, |it, truth| truth == Some(0) && it.worst, best)
        }),
        ("seconds: median, 99 %, longest", &|who| {
            let seconds = comparisons.iter().map(|it| it.answer(who).seconds);
            let seconds = seconds.sorted_by(f64::total_cmp).collect_vec();
            let parts = [0.5, 0.99, 1.0].map(|part| quantile(&seconds, part).unwrap_or(0.0));
            parts.map(|seconds| format!("{seconds:.2}")).join(", ")
        }),
    ]);
    let wrong = comparisons.iter().filter_map(|it| Some((it, it.truth?)));
    let error = |(it, truth): &(&Comparison, i32)| (it.rollouts.delta - f64::from(*truth)).abs();
    let wrong = wrong.sorted_by(|one, other| error(other).total_cmp(&error(one)));
    let wrong = wrong.take(LISTED).map(|(it, truth)| {
        format!(
            "| {} | `{}` | {truth} | {:.1} | {} | {:.1} | {} | {} |\n",
            it.line,
            it.taken,
            it.rollouts.delta,
            it.rollouts.grade,
            it.judge.delta,
            it.judge.grade,
            it.certainty.name()
        )
    });
    format!(
        "{all} last rounds, the normal effort; {proven} grades are proven.\n\n{table}\n\
         {LISTED} of the grades by rollouts that are wrong by most, with the line of `tools/coach/last-rounds.jsonl`:\n\n{}{}",
        head("| line | move | gives away | rollouts | | the judge | | |"),
        wrong.collect::<String>()
    )
}
