//! Writes `docs/formulations.md`: the effect of each step from the case study's formulation to the ordering formulation
//! on columns, rows, bounds, nodes and time. `models/README.md` has the tables of two problems, too.

use crate::Result;
use crate::page::{fixed, head, or_dash, replace_between, write};
use crate::runs::{Run, instance, lp_bound};
use crate::statistics::median;
use crate::storage::Stored;
use azulejo::formulation::Family;
use azulejo::instance::Instance;
use azulejo::milp::MilpOptions;
use azulejo::problem::Problem;
use azulejo::solve::{Answer, Method, Settings, solve};
use itertools::Itertools;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// A step: its name, the method, and the families of rows that it lacks.
type Step = (&'static str, Method, &'static [Family]);

const STEPS: [Step; 6] = [
    ("case study", Method::CaseStudy, &[]),
    ("disaggregated linking", Method::Disaggregated, &[]),
    ("ordering, bare", Method::Ordering, Family::ALL),
    (
        "+ rectangle cuts",
        Method::Ordering,
        &[Family::LineCuts, Family::BlockCuts],
    ),
    ("+ line cuts", Method::Ordering, &[Family::BlockCuts]),
    ("+ block cuts", Method::Ordering, &[]),
];

/// An instance: its title and its flags.
type Case = (&'static str, &'static str);

const CASES: [Case; 6] = [
    ("2×2, maximum", "--size 2"),
    TEACHING_CASES[0],
    (
        "3×3, maximum with the centre last (case study, section VI)",
        "--size 3 --fix 5@9",
    ),
    ("3×3, minimum", "--size 3 --sense min"),
    ("5×5, maximum", "--size 5"),
    TEACHING_CASES[1],
];

/// The instances whose tables the course shows.
const TEACHING_CASES: [Case; 2] = [
    ("3×3, maximum (case study, section V)", "--size 3"),
    ("5×5, minimum", "--size 5 --sense min"),
];

/// The begin of the flags of instances that are too large for the formulations of the case study.
const LARGE: &str = "--size 5";

/// The time limit of a run.
const PATIENCE: Duration = Duration::from_secs(430);

/// The time limit of all runs together.
const IN_ALL: Duration = Duration::from_secs(9 * 60);

/// The time up to which a run is repeated with other seeds; the median of the times is shown.
const QUICK: Duration = Duration::from_secs(2);

/// The number of seeds of a quick run.
const SEEDS: u32 = 5;

pub(crate) fn run() -> Result {
    let end = Instant::now() + IN_ALL;
    let mut stored: Stored<Vec<Run>> = Stored::of_docs("formulations.json")?;
    let cases = CASES.iter().cartesian_product(&STEPS);
    // Every case with every step, except pairs that would not end.
    let cases = cases.filter(|((_, flags), (_, method, _))| {
        *method == Method::Ordering || !flags.starts_with(LARGE)
    });
    let is_of = |run: &Run, ((_, flags), (step, ..)): &(&Case, &Step)| {
        (&*run.flags, &*run.step) == (*flags, *step)
    };
    stored.complete(cases, is_of, |(case, step)| measure(case, step, end), show)
}

/// Writes the tables of all cases, and the tables for teaching.
///
/// # Errors
/// When the steps prove different scores of a case.
fn show(runs: &[Run]) -> Result {
    for (title, flags) in &CASES {
        let proven = runs
            .iter()
            .filter(|run| run.flags == *flags && run.score == run.bound);
        let scores: BTreeSet<Option<u32>> = proven.map(|run| run.score).collect();
        if scores.len() > 1 {
            return Err(format!("{title}: the steps prove different scores: {scores:?}").into());
        }
    }
    let cores = runs.iter().filter_map(|run| run.cores).max();
    let measured = format!("Measured with {} cores.\n", cores.unwrap_or(0));
    let tables =
        |cases: &[Case]| -> String { cases.iter().map(|case| table(case, runs)).collect() };
    let all = tables(&CASES);
    write(
        "formulations.md",
        &format!("{INTRODUCTION}{LEGEND}- {measured}{all}"),
    )?;
    let part = format!("\n{measured}{}", tables(&TEACHING_CASES));
    replace_between("models/README.md", "formulations", &part)
}

fn measure((title, flags): &Case, step: &Step, end: Instant) -> Result<Run> {
    if Instant::now() >= end {
        return Err("the time is up; once more, and it goes on".into());
    }
    let (name, method, without) = *step;
    eprintln!("{title}: {name}");
    let instance = instance(flags)?;
    let limit = PATIENCE.min(end.saturating_duration_since(Instant::now()));
    let without: BTreeSet<Family> = without.iter().copied().collect();
    let answer = answer(&instance, method, &without, limit)?;
    let kind = method.formulation().ok_or("a method with a program")?;
    let formulation = kind.formulate(&Problem::from(&instance), &without)?;
    Ok(Run {
        cores: Some(std::thread::available_parallelism().map_or(1, usize::from)),
        lp_bound: Some(lp_bound(formulation.program())?),
        ..Run::of(flags, name, &answer.outcome)
    })
}

const INTRODUCTION: &str = "# The formulations, step by step

Made by `cargo maintain formulations`; do not edit. [`models/README.md`](../models/README.md) says what the steps are.
";

const LEGEND: &str = "
- *Columns*, *rows*: of the program that `azulejo solve --method ordering` begins with. *LP bound*: of the linear
  relaxation, `azulejo relax`, which knows the ranks of equation (O-15), too; they change none of these bounds. *Root bound*: when
  HiGHS has done with the root node, with its presolve and its own cuts. *Rounds*: how often the program was solved, each time with the cycles that
  the solution had cut off.
- *Bare* is the ordering formulation `--without rectangle-cuts,line-cuts,block-cuts`; each further step adds a
  family. The ordering formulation starts from an order that is found quickly, the others from nothing.
- Runs of up to two seconds: the median of five seeds, with the nodes of that run. *Stopped* is a run that its
  limit ended, with the bounds that it had by then. The case study's formulations are left out where they would
  not end.
";

fn table((title, flags): &Case, runs: &[Run]) -> String {
    let head = head(
        "| step | columns | rows | LP bound | root bound | nodes | rounds | seconds | result |",
    );
    let row = |run: &Run| {
        let seconds = if run.seconds < 10.0 { 3 } else { 0 };
        format!(
            "| {} | {} | {} | {} | {} | {} | {} | {:.seconds$} | {} |\n",
            run.step,
            or_dash(run.columns),
            or_dash(run.rows),
            fixed(run.lp_bound, 2),
            fixed(run.root_bound, 2),
            or_dash(run.nodes),
            or_dash(run.rounds),
            run.seconds,
            run.result(),
        )
    };
    let run_of_step = |(step, ..): &Step| {
        let mut runs = runs.iter();
        runs.find(|run| (&*run.flags, &*run.step) == (*flags, *step))
    };
    let rows: String = STEPS.iter().filter_map(run_of_step).map(row).collect();
    format!("\n**{title}** (`{flags}`)\n\n{head}{rows}")
}

/// The answer of a run; of quick runs, the answer with the median of the times of all seeds.
fn answer(
    instance: &Instance,
    method: Method,
    without: &BTreeSet<Family>,
    limit: Duration,
) -> Result<Answer> {
    let run = |seed| {
        let settings = Settings {
            milp: MilpOptions {
                seed,
                without: without.clone(),
                ..MilpOptions::default()
            },
            ..Settings::default()
        };
        solve(instance, method, &settings.within(Some(limit)))
    };
    let first = run(0)?;
    if first.outcome.stats.seconds > QUICK.as_secs_f64() {
        return Ok(first);
    }
    let others: Vec<Answer> = (1..SEEDS).map(run).try_collect()?;
    let answers = [first].into_iter().chain(others);
    let seconds = |answer: &Answer| Some(answer.outcome.stats.seconds);
    Ok(median(answers, seconds).ok_or("one ran")?)
}
