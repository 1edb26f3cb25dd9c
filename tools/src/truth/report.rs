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
use itertools::{Itertools, izip};

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

/// A last round with the answers of both evaluators.
struct Comparison {
    /// The line in the file.
    line: usize,
    move_: Move,
    /// The true loss of the move; none where it lets the game go on.
    truth: Option<i32>,
    /// The answers of the judge and of rollouts.
    answers: [Answer; 2],
    certainty: Certainty,
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

/// A table of figures by their names, in columns for the judge and for rollouts.
pub(crate) fn comparison_table<const ROWS: usize>(
    names: [&str; ROWS],
    [judge, rollouts]: [[String; ROWS]; 2],
) -> String {
    let rows = izip!(names, judge, rollouts);
    let rows = rows.map(|(name, judge, rollouts)| format!("| {name} | {judge} | {rollouts} |\n"));
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
        answers: [
            Answer {
                right: is_best(first),
                delta: judge_grade.loss.points,
                grade: judge_grade.grade.name(),
                worst: judge_grade.grade == Grade::Blunder,
                seconds,
            },
            Answer {
                right: is_best(rollout_grade.evaluation.best().taken),
                delta: rollout_grade.delta,
                grade: rollout_grade.grade.name(),
                worst: rollout_grade.grade == rollouts::Grade::Miss,
                seconds: rollout_seconds,
            },
        ],
    })
}

/// The settings of `--judge rollouts`, with the defaults.
pub(crate) fn rollout_settings() -> GradeSettings {
    GradeSettings {
        settings: EvaluatorSettings::default(),
        limits: EvaluationBudget::default().nodes(),
    }
}

/// The names of the [`figures`] about last rounds.
const NAMES: [&str; 5] = [
    "the first move is a best one",
    "what the played move gives away is told within half a point",
    "a best move is told to lose a point or more",
    "a best move has the worst grade",
    "seconds: median, 99 %, longest",
];

/// The figures of an evaluator, from its answers with the true losses of the moves.
fn figures(answers: &[(&Answer, Option<i32>)]) -> [String; NAMES.len()] {
    let count = |is_counted: fn(&Answer, Option<i32>) -> bool| {
        let counted = answers.iter();
        let counted = counted.filter(|(answer, truth)| is_counted(answer, *truth));
        counted.count()
    };
    let is_near = |answer: &Answer, truth: Option<i32>| {
        truth.is_some_and(|truth| (answer.delta - f64::from(truth)).abs() <= 0.5)
    };
    let best = count(|_, truth| truth == Some(0));
    let dear_best = count(|answer, truth| truth == Some(0) && answer.delta >= 1.0);
    let worst_best = count(|answer, truth| truth == Some(0) && answer.worst);
    let seconds = answers.iter().map(|(answer, _)| answer.seconds);
    let seconds = seconds.sorted_by(f64::total_cmp).collect_vec();
    let parts = [0.5, 0.99, 1.0].map(|part| quantile(&seconds, part).unwrap_or(0.0));
    [
        format!("{} of {}", count(|answer, _| answer.right), answers.len()),
        format!(
            "{} of {}",
            count(is_near),
            count(|_, truth| truth.is_some())
        ),
        format!("{dear_best} of {best}"),
        format!("{worst_best} of {best}"),
        parts.map(|seconds| format!("{seconds:.2}")).join(", "),
    ]
}

fn last_round_tables(comparisons: &[Comparison]) -> String {
    let all = comparisons.len();
    let is_proven = |comparison: &&Comparison| comparison.certainty == Certainty::Proven;
    let proven = comparisons.iter().filter(is_proven).count();
    let columns = [0, 1].map(|evaluator| {
        let answers = comparisons
            .iter()
            .map(|comparison| (&comparison.answers[evaluator], comparison.truth));
        figures(&answers.collect_vec())
    });
    let table = comparison_table(NAMES, columns);
    let errors = comparisons
        .iter()
        .filter_map(|comparison| Some((comparison, comparison.truth?)));
    let error = |(comparison, truth): &(&Comparison, i32)| {
        (comparison.answers[1].delta - f64::from(*truth)).abs()
    };
    let errors = errors.sorted_by(|left, right| error(right).total_cmp(&error(left)));
    let errors = errors.take(LISTED).map(|(comparison, truth)| {
        let [judge, rollouts] = &comparison.answers;
        format!(
            "| {} | `{}` | {truth} | {:.1} | {} | {:.1} | {} | {} |\n",
            comparison.line,
            comparison.move_,
            rollouts.delta,
            rollouts.grade,
            judge.delta,
            judge.grade,
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
