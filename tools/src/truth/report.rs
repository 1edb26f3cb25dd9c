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
    move_: Move,
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
    let comparisons = entries
        .iter()
        .enumerate()
        .map(|(index, entry)| compare(index, entry));
    let comparisons: Vec<Comparison> = comparisons.try_collect()?;
    let text = format!(
        "\n{}{}\n",
        last_round_tables(&comparisons),
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
pub(crate) fn comparison_table(rows: &[(&str, &dyn Fn(Evaluator) -> String)]) -> String {
    let rows = rows.iter().map(|(name, figure)| {
        let [judge, rollouts] = [Evaluator::Judge, Evaluator::Rollouts].map(figure);
        format!("| {name} | {judge} | {rollouts} |\n")
    });
    head("| | the judge | rollouts |") + &rows.collect::<String>()
}

fn compare(index: usize, entry: &last_rounds::LastRound) -> Result<Comparison> {
    let position: Position = entry.position.parse()?;
    let (code, value) = entry.moves[0];
    let move_ = Move::from_code(u64::from(code), position.players())?;
    let (settings, control) = (JudgeSettings::default(), Control::default());
    let is_best = |candidate: Move| {
        let code = candidate.code(position.players());
        code.is_some_and(|code| entry.best.contains(&code))
    };
    let (judgement, seconds) = timed(|| judge(&position, &settings, &[move_], &control, |_| ()));
    let first = judgement.best().taken;
    let judge_grade = graded(&position, move_, judgement);
    let settings_of_rollouts = rollout_settings();
    let (rollout_grade, rollout_seconds) =
        timed(|| rollouts::grade(&position, move_, &settings_of_rollouts, &control));
    let rollout_grade = rollout_grade?;
    Ok(Comparison {
        line: index + 1,
        move_,
        truth: value.map(|value| entry.value - value),
        certainty: judge_grade.certainty,
        judge: Answer {
            right: is_best(first),
            delta: judge_grade.loss.points,
            grade: judge_grade.grade.name(),
            worst: judge_grade.grade == Grade::Blunder,
            seconds,
        },
        rollouts: Answer {
            right: is_best(rollout_grade.evaluation.best().taken),
            delta: rollout_grade.delta,
            grade: rollout_grade.grade.name(),
            worst: rollout_grade.grade == rollouts::Grade::Miss,
            seconds: rollout_seconds,
        },
    })
}

/// The settings of `--judge rollouts`, with the defaults.
pub(crate) fn rollout_settings() -> GradeSettings {
    GradeSettings {
        settings: EvaluatorSettings::default(),
        limits: EvaluationBudget::default().nodes(),
    }
}

fn last_round_tables(comparisons: &[Comparison]) -> String {
    let all = comparisons.len();
    let count = |is_counted: fn(&Comparison) -> bool| {
        comparisons
            .iter()
            .filter(|comparison| is_counted(comparison))
            .count()
    };
    let proven = count(|comparison| comparison.certainty == Certainty::Proven);
    let proven_truths = count(|comparison| comparison.truth.is_some());
    let best = count(|comparison| comparison.truth == Some(0));
    let share_of = |evaluator, is_counted: fn(&Answer, Option<i32>) -> bool, all: usize| {
        let answers = comparisons.iter();
        let answers =
            answers.filter(|comparison| is_counted(comparison.answer(evaluator), comparison.truth));
        format!("{} of {all}", answers.count())
    };
    let table = comparison_table(&[
        ("the first move is a best one", &|evaluator| {
            share_of(evaluator, |answer, _| answer.right, all)
        }),
        (
            "what the played move gives away is told within half a point",
            &|evaluator| {
                let is_near = |answer: &Answer, truth: Option<i32>| {
                    truth.is_some_and(|truth| (answer.delta - f64::from(truth)).abs() <= 0.5)
                };
                share_of(evaluator, is_near, proven_truths)
            },
        ),
        (
            "a best move is told to lose a point or more",
            &|evaluator| {
                share_of(
                    evaluator,
                    |answer, truth| truth == Some(0) && answer.delta >= 1.0,
                    best,
                )
            },
        ),
        ("a best move has the worst grade", &|evaluator| {
            share_of(
                evaluator,
                |answer, truth| truth == Some(0) && answer.worst,
                best,
            )
        }),
        ("seconds: median, 99 %, longest", &|evaluator| {
            let seconds = comparisons
                .iter()
                .map(|comparison| comparison.answer(evaluator).seconds);
            let seconds = seconds.sorted_by(f64::total_cmp).collect_vec();
            let parts = [0.5, 0.99, 1.0].map(|part| quantile(&seconds, part).unwrap_or(0.0));
            parts.map(|seconds| format!("{seconds:.2}")).join(", ")
        }),
    ]);
    let errors = comparisons
        .iter()
        .filter_map(|comparison| Some((comparison, comparison.truth?)));
    let error = |(comparison, truth): &(&Comparison, i32)| {
        (comparison.rollouts.delta - f64::from(*truth)).abs()
    };
    let errors = errors.sorted_by(|left, right| error(right).total_cmp(&error(left)));
    let errors = errors.take(LISTED).map(|(comparison, truth)| {
        format!(
            "| {} | `{}` | {truth} | {:.1} | {} | {:.1} | {} | {} |\n",
            comparison.line,
            comparison.move_,
            comparison.rollouts.delta,
            comparison.rollouts.grade,
            comparison.judge.delta,
            comparison.judge.grade,
            comparison.certainty.name()
        )
    });
    format!(
        "{all} last rounds, the normal effort; {proven} grades are proven.\n\n{table}\n\
         {LISTED} of the grades by rollouts that are wrong by most, with the line of `tools/coach/last-rounds.jsonl`:\n\n{}{}",
        head("| line | move | gives away | rollouts | | the judge | | |"),
        errors.collect::<String>()
    )
}
