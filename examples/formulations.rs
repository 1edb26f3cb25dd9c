//! Writes `docs/formulations.md`: what each step from the case study's formulation to the ordering formulation
//! does to columns, rows, bounds, nodes and time.
//!
//! `make formulations` runs it, within ten minutes. The same tables take the place of what is between
//! `<!-- formulations: begin -->` and `<!-- formulations: end -->` in `models/README.md` and `README.md`, where
//! these marks are.

use azulejo::control::Control;
use azulejo::formulation::{Family, Kind};
use azulejo::instance::Instance;
use azulejo::milp::{Relaxation, relax};
use azulejo::outcome::{Stats, Verdict};
use azulejo::problem::Problem;
use azulejo::solve::{Answer, Method, solve};
use itertools::Itertools;
use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// A step: its name, the method, and what is left out of it.
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
        without: &Family::ALL,
    },
    Step {
        name: "+ rectangle cuts",
        method: Method::Ordering,
        kind: Kind::Ordering,
        without: &[Family::LineCuts, Family::StripCuts],
    },
    Step {
        name: "+ line cuts",
        method: Method::Ordering,
        kind: Kind::Ordering,
        without: &[Family::StripCuts],
    },
    Step {
        name: "+ strip cuts",
        method: Method::Ordering,
        kind: Kind::Ordering,
        without: &[],
    },
];

/// An instance: its title, how it is written on the command line and in JSON, and whether it is too much for
/// the formulations of the case study.
struct Case {
    title: &'static str,
    flags: &'static str,
    json: &'static str,
    large: bool,
}

const CASES: [Case; 6] = [
    Case {
        title: "2×2, maximum",
        flags: "--size 2",
        json: r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize"}"#,
        large: false,
    },
    Case {
        title: "3×3, maximum (case study, section V)",
        flags: "--size 3",
        json: r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize"}"#,
        large: false,
    },
    Case {
        title: "3×3, maximum with the centre last (case study, section VI)",
        flags: "--size 3 --fix 5@9",
        json: r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize",
                  "constraints": [{"type": "place-at", "cell": 5, "turn": 9}]}"#,
        large: false,
    },
    Case {
        title: "3×3, minimum",
        flags: "--size 3 --sense min",
        json: r#"{"wall": {"rows": 3, "columns": 3}, "sense": "minimize"}"#,
        large: false,
    },
    Case {
        title: "5×5, maximum",
        flags: "--size 5",
        json: r#"{"wall": {"rows": 5, "columns": 5}, "sense": "maximize"}"#,
        large: true,
    },
    Case {
        title: "5×5, minimum",
        flags: "--size 5 --sense min",
        json: r#"{"wall": {"rows": 5, "columns": 5}, "sense": "minimize"}"#,
        large: true,
    },
];

/// A run may take so long,
const PATIENCE: Duration = Duration::from_secs(430);

/// and all of them together.
const IN_ALL: Duration = Duration::from_secs(9 * 60);

/// A run that takes no longer is repeated with other seeds, and the median of the times is shown.
const QUICK: Duration = Duration::from_secs(2);

/// The seeds of a quick run.
const SEEDS: u32 = 5;

const BEGIN: &str = "<!-- formulations: begin -->";
const END: &str = "<!-- formulations: end -->";

fn main() -> Result<(), Box<dyn Error>> {
    let end = Instant::now() + IN_ALL;
    let mut tables = String::new();
    for case in &CASES {
        tables += &table(case, end)?;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let part = format!("{LEGEND}- Measured with {cores} cores.\n{tables}");
    replace(
        &root.join("docs/formulations.md"),
        &(INTRODUCTION.to_owned() + &part),
    )?;
    for page in ["models/README.md", "README.md"] {
        let path = root.join(page);
        let Ok(text) = fs::read_to_string(&path) else {
            continue; // not there, or not in this package
        };
        if let Some(text) = between_marks(&text, &part) {
            replace(&path, &text)?;
        }
    }
    Ok(())
}

/// The text with what is between the marks replaced; none without both marks.
fn between_marks(text: &str, part: &str) -> Option<String> {
    let (before, rest) = text.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n{part}{END}{after}"))
}

/// Writes beside, then renames.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let beside = path.with_extension("part");
    fs::write(&beside, text)?;
    fs::rename(beside, path)
}

const INTRODUCTION: &str = "# The formulations, step by step

Made by `make formulations`; do not edit. [`models/README.md`](../models/README.md) says what the steps are.
";

const LEGEND: &str = "
- *LP bound*: of the linear relaxation, `azulejo relax`. *Root bound*: when HiGHS has done with the root node,
  with its presolve and its own cuts. *Rounds*: how often the program was solved, each time with the cycles that
  the solution had cut off.
- *Bare* is the ordering formulation `--without rectangle-cuts,line-cuts`; each further step adds a family. The
  ordering formulation starts from the order of a beam search, the others from nothing.
- Runs of up to two seconds: the median of five seeds, with the nodes of that run. *Stopped* is a run that its
  limit ended, with the bounds that it had by then. The case study's formulations are left out where they would
  not end.
";

const HEAD: &str =
    "| step | columns | rows | LP bound | root bound | nodes | rounds | seconds | result |
|---|---|---|---|---|---|---|---|---|
";

fn table(case: &Case, end: Instant) -> Result<String, Box<dyn Error>> {
    let instance = Instance::from_json(case.json)?;
    let mut table = format!("\n**{}** (`{}`)\n\n{HEAD}", case.title, case.flags);
    let mut scores = BTreeSet::new();
    for step in &STEPS {
        if case.large && step.kind != Kind::Ordering {
            continue;
        }
        let limit = PATIENCE.min(end.saturating_duration_since(Instant::now()));
        eprintln!("{}: {}", case.title, step.name);
        let without: BTreeSet<Family> = step.without.iter().copied().collect();
        let answer = median(&instance, step.method, &without, limit)?;
        if let Verdict::Optimal(solution) = &answer.outcome.verdict {
            scores.insert(solution.score);
        }
        let lp_bound = lp_bound(&instance, step.kind, &without)?;
        table += &row(step.name, lp_bound, &answer);
    }
    if scores.len() > 1 {
        return Err(format!(
            "{}: the steps prove different scores: {scores:?}",
            case.title
        )
        .into());
    }
    Ok(table)
}

fn lp_bound(
    instance: &Instance,
    kind: Kind,
    without: &BTreeSet<Family>,
) -> Result<f64, Box<dyn Error>> {
    let formulation = kind.formulate(&Problem::from(instance), without)?;
    match relax(formulation.program(), &Control::default())? {
        Relaxation::Solved { bound, .. } => Ok(bound),
        other => Err(format!("the relaxation is {other:?}").into()),
    }
}

/// The answer; of quick runs, that with the median of the times of all seeds.
fn median(
    instance: &Instance,
    method: Method,
    without: &BTreeSet<Family>,
    limit: Duration,
) -> Result<Answer, Box<dyn Error>> {
    let run = |seed| {
        let control = Control {
            seed,
            without: without.clone(),
            ..Control::default()
        };
        solve(instance, method, &control.within(Some(limit)))
    };
    let first = run(0)?;
    if first.outcome.stats.seconds > QUICK.as_secs_f64() {
        return Ok(first);
    }
    let others: Vec<Answer> = (1..SEEDS).map(run).try_collect()?;
    let mut answers: Vec<Answer> = [first].into_iter().chain(others).collect();
    answers.sort_by(|one, other| {
        let seconds = |answer: &Answer| answer.outcome.stats.seconds;
        seconds(one).total_cmp(&seconds(other))
    });
    Ok(answers.swap_remove(answers.len() / 2))
}

fn row(step: &str, lp_bound: f64, answer: &Answer) -> String {
    let Stats {
        columns,
        rows,
        root_bound,
        nodes,
        rounds,
        seconds,
        ..
    } = &answer.outcome.stats;
    let shown = |bound: Option<f64>| bound.map_or("–".into(), |bound| format!("{bound:.2}"));
    let whole = |number: Option<usize>| number.map_or("–".into(), |number| number.to_string());
    let result = match &answer.outcome.verdict {
        Verdict::Optimal(solution) => format!("{}, proven", solution.score),
        Verdict::Feasible { solution, bound } => {
            format!("stopped: {}, bound {bound}", solution.score)
        }
        Verdict::Unknown { bound } => format!("stopped: no order, bound {bound}"),
        Verdict::Infeasible => "infeasible".into(),
    };
    let mut row = String::new();
    let _ = writeln!(
        row,
        "| {step} | {} | {} | {} | {} | {} | {} | {} | {result} |",
        whole(*columns),
        whole(*rows),
        shown(Some(lp_bound)),
        shown(*root_bound),
        nodes.map_or("–".into(), |nodes| nodes.to_string()),
        whole(*rounds),
        match *seconds {
            seconds if seconds < 10.0 => format!("{seconds:.3}"),
            seconds => format!("{seconds:.0}"),
        },
    );
    row
}
