//! Writes `docs/formulations.md`: the effect of each step from the case study's formulation to the ordering formulation
//! on columns, rows, bounds, nodes and time.
//!
//! `cargo maintain formulations` runs it, within ten minutes. Every step is stored in `docs/formulations.json` at once,
//! so that a stopped run can be continued; remove an entry or the file to measure it anew. The tables of two problems
//! also replace the text between `<!-- formulations: begin -->` and `<!-- formulations: end -->` in `models/README.md`.

use crate::Result;
use crate::statistics::median;
use crate::storage::{StoredEntries, replace, replace_between};
use azulejo::control::Control;
use azulejo::formulation::{Family, Kind};
use azulejo::instance::Instance;
use azulejo::milp::{MilpOptions, Relaxation, relax};
use azulejo::outcome::Stats;
use azulejo::problem::Problem;
use azulejo::solve::{Answer, Method, Settings, solve};
use itertools::Itertools;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// A step: its name, the method, and the families of rows that it lacks.
struct Step {
    name: &'static str,
    method: Method,
    kind: Kind,
    without: &'static [Family],
}

const STEPS: [Step; 6] = [
    Step {
        name: "case study",
        method: Method::CaseStudy,
        kind: Kind::CaseStudy,
        without: &[],
    },
    Step {
        name: "disaggregated linking",
        method: Method::Disaggregated,
        kind: Kind::Disaggregated,
        without: &[],
    },
    Step {
        name: "ordering, bare",
        method: Method::Ordering,
        kind: Kind::Ordering,
        without: Family::ALL,
    },
    Step {
        name: "+ rectangle cuts",
        method: Method::Ordering,
        kind: Kind::Ordering,
        without: &[Family::LineCuts, Family::BlockCuts],
    },
    Step {
        name: "+ line cuts",
        method: Method::Ordering,
        kind: Kind::Ordering,
        without: &[Family::BlockCuts],
    },
    Step {
        name: "+ block cuts",
        method: Method::Ordering,
        kind: Kind::Ordering,
        without: &[],
    },
];

/// An instance: its title, its flags and its JSON, and whether it is too large for the formulations of the case study.
struct Case {
    title: &'static str,
    flags: &'static str,
    json: &'static str,
    large: bool,
    /// Whether the course shows its table.
    taught: bool,
}

const CASES: [Case; 6] = [
    Case {
        title: "2×2, maximum",
        flags: "--size 2",
        json: r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize"}"#,
        large: false,
        taught: false,
    },
    Case {
        title: "3×3, maximum (case study, section V)",
        flags: "--size 3",
        json: r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize"}"#,
        large: false,
        taught: true,
    },
    Case {
        title: "3×3, maximum with the centre last (case study, section VI)",
        flags: "--size 3 --fix 5@9",
        json: r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize",
                  "constraints": [{"type": "place-at", "cell": 5, "turn": 9}]}"#,
        large: false,
        taught: false,
    },
    Case {
        title: "3×3, minimum",
        flags: "--size 3 --sense min",
        json: r#"{"wall": {"rows": 3, "columns": 3}, "sense": "minimize"}"#,
        large: false,
        taught: false,
    },
    Case {
        title: "5×5, maximum",
        flags: "--size 5",
        json: r#"{"wall": {"rows": 5, "columns": 5}, "sense": "maximize"}"#,
        large: true,
        taught: false,
    },
    Case {
        title: "5×5, minimum",
        flags: "--size 5 --sense min",
        json: r#"{"wall": {"rows": 5, "columns": 5}, "sense": "minimize"}"#,
        large: true,
        taught: true,
    },
];

/// The time limit of a run.
const PATIENCE: Duration = Duration::from_secs(430);

/// The time limit of all runs together.
const IN_ALL: Duration = Duration::from_secs(9 * 60);

/// The time up to which a run is repeated with other seeds; the median of the times is shown.
const QUICK: Duration = Duration::from_secs(2);

/// The number of seeds of a quick run.
const SEEDS: u32 = 5;

/// The measurements of a step on a case.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Entry {
    flags: String,
    step: String,
    /// The number of cores of the machine.
    cores: usize,
    columns: Option<usize>,
    rows: Option<usize>,
    lp_bound: f64,
    root_bound: Option<f64>,
    nodes: Option<u64>,
    rounds: Option<usize>,
    seconds: f64,
    score: Option<u32>,
    bound: Option<u32>,
}

pub(crate) fn run() -> Result {
    let end = Instant::now() + IN_ALL;
    let root = crate::root();
    let mut stored = StoredEntries::read(root.join("docs/formulations.json"))?;
    for (case, step) in measured() {
        if find(&stored.entries, case, step).is_none() {
            if Instant::now() >= end {
                return Err("the time is up; once more, and it goes on".into());
            }
            eprintln!("{}: {}", case.title, step.name);
            stored.push(measure(case, step, end)?)?;
        }
    }
    let entries = stored.entries;
    for case in &CASES {
        let of_case = STEPS.iter().filter_map(|step| find(&entries, case, step));
        let proven = of_case.filter(|entry| entry.score == entry.bound);
        let scores: BTreeSet<Option<u32>> = proven.map(|entry| entry.score).collect();
        if scores.len() > 1 {
            let title = case.title;
            return Err(format!("{title}: the steps prove different scores: {scores:?}").into());
        }
    }
    let cores = entries.iter().map(|entry| entry.cores).max();
    let measured = format!("Measured with {} cores.\n", cores.unwrap_or(0));
    let tables = |cases: &mut dyn Iterator<Item = &Case>| -> String {
        cases.map(|case| table(case, &entries)).collect()
    };
    let all = tables(&mut CASES.iter());
    let page = format!("{INTRODUCTION}{LEGEND}- {measured}{all}");
    replace(&root.join("docs/formulations.md"), &page)?;
    let taught = tables(&mut CASES.iter().filter(|case| case.taught));
    let part = format!("\n{measured}{taught}");
    replace_between("models/README.md", "formulations", &part)
}

/// Every case with every step, except those that would not end.
fn measured() -> impl Iterator<Item = (&'static Case, &'static Step)> {
    let all = CASES.iter().cartesian_product(&STEPS);
    all.filter(|(case, step)| !case.large || step.kind == Kind::Ordering)
}

fn find<'a>(entries: &'a [Entry], case: &Case, step: &Step) -> Option<&'a Entry> {
    let mut entries = entries.iter();
    entries.find(|entry| (&*entry.flags, &*entry.step) == (case.flags, step.name))
}

fn measure(case: &Case, step: &Step, end: Instant) -> Result<Entry> {
    let instance = Instance::from_json(case.json)?;
    let limit = PATIENCE.min(end.saturating_duration_since(Instant::now()));
    let without: BTreeSet<Family> = step.without.iter().copied().collect();
    let answer = answer(&instance, step.method, &without, limit)?;
    let Stats {
        columns,
        rows,
        root_bound,
        nodes,
        rounds,
        seconds,
        ..
    } = answer.outcome.stats;
    Ok(Entry {
        flags: case.flags.into(),
        step: step.name.into(),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        columns,
        rows,
        lp_bound: lp_bound(&instance, step.kind, &without)?,
        root_bound,
        nodes,
        rounds,
        seconds,
        score: answer.outcome.verdict.score(),
        bound: answer.outcome.verdict.bound(),
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

const HEAD: &str =
    "| step | columns | rows | LP bound | root bound | nodes | rounds | seconds | result |
|---|---|---|---|---|---|---|---|---|
";

fn table(case: &Case, entries: &[Entry]) -> String {
    let found = STEPS.iter().filter_map(|step| find(entries, case, step));
    let rows = found.map(|entry| {
        let result = match (entry.score, entry.bound) {
            (Some(score), Some(bound)) if score == bound => format!("{score}, proven"),
            (Some(score), Some(bound)) => format!("stopped: {score}, bound {bound}"),
            (_, Some(bound)) => format!("stopped: no order, bound {bound}"),
            (_, None) => "infeasible".into(),
        };
        let [columns, rows, lp_bound, root_bound, nodes, rounds, seconds] = figures(entry);
        format!(
            "| {} | {columns} | {rows} | {lp_bound} | {root_bound} | {nodes} | {rounds} | {seconds} | {result} |\n",
            entry.step
        )
    });
    let rows: String = rows.collect();
    format!("\n**{}** (`{}`)\n\n{HEAD}{rows}", case.title, case.flags)
}

/// The figures of an entry: columns, rows, the two bounds, nodes, rounds and seconds.
fn figures(entry: &Entry) -> [String; 7] {
    let bound = |bound: f64| format!("{bound:.2}");
    let none = || "–".to_owned();
    [
        entry.columns.map_or_else(none, |count| count.to_string()),
        entry.rows.map_or_else(none, |count| count.to_string()),
        bound(entry.lp_bound),
        entry.root_bound.map_or_else(none, bound),
        entry.nodes.map_or_else(none, |count| count.to_string()),
        entry.rounds.map_or_else(none, |count| count.to_string()),
        match entry.seconds {
            seconds if seconds < 10.0 => format!("{seconds:.3}"),
            seconds => format!("{seconds:.0}"),
        },
    ]
}

fn lp_bound(instance: &Instance, kind: Kind, without: &BTreeSet<Family>) -> Result<f64> {
    let formulation = kind.formulate(&Problem::from(instance), without)?;
    match relax(formulation.program(), &Control::default())? {
        Relaxation::Solved { bound, .. } => Ok(bound),
        other => Err(format!("the relaxation is {other:?}").into()),
    }
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
