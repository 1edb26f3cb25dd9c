//! Writes `docs/steps.md`: the effect of each part of the ordering formulation on the minimum, other attempts, and the
//! size from which on generating rows takes less time than writing down all of them.
//!
//! `cargo maintain steps` runs it, within the hour. Every run is stored in `docs/steps.json`; remove an entry or the
//! file to measure it anew.

use crate::Result;
use crate::statistics::median;
use crate::storage::{StoredEntries, replace};
use azulejo::control::Control;
use azulejo::formulation::{Family, Formulation, OrderingFormulation};
use azulejo::heuristics;
use azulejo::heuristics::HeuristicOptions;
use azulejo::instance::{Builder, Instance, Sense};
use azulejo::milp::{self, MilpOptions, Relaxation, relax};
use azulejo::order::Incumbent;
use azulejo::problem::Problem;
use itertools::{Itertools, iproduct};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// The time limit of a run.
const PATIENCE: Duration = Duration::from_secs(180);

/// The seeds of each step.
const SEEDS: [u32; 3] = [0, 1, 2];

/// A way to solve: the families of rows that are left out, and additional measures.
struct Step {
    name: &'static str,
    without: &'static [Family],
    /// Whether cell 1 is fixed to be the first of the four corners: every order has a mirror image of that kind.
    symmetry: bool,
    /// Whether HiGHS has a warm start with a heuristic order.
    start: bool,
    /// Whether rows (1) and (2) are added as lazy constraints.
    generates: bool,
}

const ALL: Step = Step {
    name: "all",
    without: &[],
    symmetry: false,
    start: true,
    generates: false,
};

const WITHOUT_BLOCKS: Step = Step {
    name: "without block cuts",
    without: &[Family::BlockCuts],
    ..ALL
};

const FOR_THE_MINIMUM: [Step; 5] = [
    WITHOUT_BLOCKS,
    Step {
        name: "without block cuts, first corner chosen",
        symmetry: true,
        ..WITHOUT_BLOCKS
    },
    ALL,
    Step {
        name: "all, but no rectangle cuts",
        without: &[Family::RectangleCuts],
        ..ALL
    },
    Step {
        name: "all, but no order to begin with",
        start: false,
        ..ALL
    },
];

const ALL_ROWS: Step = Step {
    name: "all rows",
    without: &[Family::LineCuts],
    ..ALL
};

const OF_ROWS: [Step; 2] = [
    ALL_ROWS,
    Step {
        name: "rows generated",
        generates: true,
        ..ALL_ROWS
    },
];

/// A part of the page: steps on n×n walls.
struct Part {
    title: &'static str,
    says: &'static str,
    flags: fn(usize) -> String,
    instance: fn(u64) -> Builder,
    sizes: &'static [usize],
    steps: &'static [Step],
}

const BRANCHING: [Step; 2] = [
    ALL,
    Step {
        name: "all, rows generated",
        generates: true,
        ..ALL
    },
];

const PARTS: [Part; 3] = [
    Part {
        title: "The minimum",
        says: "Families are left out by `--without`. *First corner chosen*: of the four corners, cell 1 comes \
               first (`--before`), as in one of the mirror images of every order.",
        flags: |n| format!("--size {n} --sense min"),
        instance: |n| Instance::builder(n, n, Sense::Minimize),
        sizes: &[5, 6, 7, 8],
        steps: &FOR_THE_MINIMUM,
    },
    Part {
        title: "All rows, or those that are violated",
        says: "The maximum with cell 1 last, without line cuts: with them the bound is known before anything is \
               solved, and no row is generated at all.",
        flags: |n| format!("--size {n} --fix 1@{} --without line-cuts", n * n),
        instance: |n| Instance::builder(n, n, Sense::Maximize).place_at(1, n * n),
        sizes: &[5, 7, 9, 11, 13],
        steps: &OF_ROWS,
    },
    Part {
        title: "The same, where HiGHS has to branch",
        says: "The minimum under `last-round`. Each round of cycle cuts is a solve of its own.",
        flags: |n| format!("--size {n} --sense min --rule last-round"),
        instance: |n| Instance::builder(n, n, Sense::Minimize).last_round(),
        sizes: &[5, 6, 7],
        steps: &BRANCHING,
    },
];

/// The measurements of a run.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    flags: String,
    step: String,
    seed: u32,
    rows: Option<usize>,
    /// The bound of the linear program, for the first seed.
    lp_bound: Option<f64>,
    root_bound: Option<f64>,
    nodes: Option<u64>,
    seconds: f64,
    score: Option<u32>,
    bound: Option<u32>,
}

pub(crate) fn run() -> Result {
    let docs = crate::root().join("docs");
    let mut stored = StoredEntries::read(docs.join("steps.json"))?;
    for part in &PARTS {
        for (&n, step, seed) in iproduct!(part.sizes, part.steps, SEEDS) {
            let flags = (part.flags)(n);
            let is_this = |entry: &Entry| {
                (&entry.flags, &*entry.step, entry.seed) == (&flags, step.name, seed)
            };
            if !stored.entries.iter().any(is_this) {
                eprintln!("{flags}: {}, seed {seed}", step.name);
                stored.push(measure(part, n, step, seed)?)?;
            }
        }
    }
    Ok(replace(&docs.join("steps.md"), &page(&stored.entries)?)?)
}

fn measure(part: &Part, n: usize, step: &Step, seed: u32) -> Result<Entry> {
    let side = n as u64;
    let mut instance = (part.instance)(side);
    if step.symmetry {
        for corner in [side, side * side - side + 1, side * side] {
            instance = instance.before(1, corner);
        }
    }
    let problem = Problem::from(&instance.build()?);
    let without = step.without.iter().copied().collect();
    let options = MilpOptions {
        seed,
        ..MilpOptions::default()
    };
    let first = HeuristicOptions {
        seed,
        ..HeuristicOptions::default()
    };
    let control = Control::default().within(Some(PATIENCE));
    let clock = Instant::now();
    let formulation = match step.generates {
        true => OrderingFormulation::generating(&problem, &without)?,
        false => OrderingFormulation::without(&problem, &without)?,
    };
    let first = match step.start {
        true => heuristics::incumbent(&problem, formulation.bound(), first, &control),
        false => None,
    };
    let incumbent = Incumbent::new(problem.sense(), first);
    let outcome = milp::solve(&formulation, &problem, &incumbent, &options, &control)?;
    let seconds = clock.elapsed().as_secs_f64();
    let lp_bound = match seed == SEEDS[0] && !step.generates {
        true => match relax(formulation.program(), &Control::default())? {
            Relaxation::Solved { bound, .. } => Some(bound),
            other => return Err(format!("the relaxation is {other:?}").into()),
        },
        false => None,
    };
    Ok(Entry {
        flags: (part.flags)(n),
        step: step.name.into(),
        seed,
        rows: outcome
            .stats
            .rows
            .map(|rows| rows + outcome.stats.separated_rows.unwrap_or(0)),
        lp_bound,
        root_bound: outcome.stats.root_bound,
        nodes: outcome.stats.nodes,
        seconds,
        score: outcome.verdict.score(),
        bound: outcome.verdict.bound(),
    })
}

const INTRODUCTION: &str = "# The ordering formulation, part by part

Made by `cargo maintain steps`; do not edit. [`models/README.md`](../models/README.md) says what the parts are, and
[methods](methods.md#what-else-was-tried) what else was tried.

- Seeds 0, 1 and 2 of HiGHS; *seconds* are their median, *nodes* are of each.
- *Rows*, *LP bound*: of the program that `azulejo solve --method ordering` begins with, and of its linear
  relaxation. *Root bound*: when HiGHS has done with the root node, the median.
- A run is stopped after 180 seconds; then its best score and its bound are given, of the seed with the median of
  the bounds.
- Times are of one machine with two cores, one run after the other.
";

fn page(entries: &[Entry]) -> Result<String> {
    let mut page = String::from(INTRODUCTION);
    for part in &PARTS {
        write!(page, "\n## {}\n\n{}\n", part.title, part.says)?;
        for &n in part.sizes {
            let flags = (part.flags)(n);
            write!(page, "\n**{n}×{n}** (`{flags}`)\n\n{HEAD}")?;
            for step in part.steps {
                let runs = entries
                    .iter()
                    .filter(|entry| entry.flags == flags && entry.step == step.name);
                page += &row(step.name, &runs.collect_vec());
            }
        }
    }
    Ok(page)
}

const HEAD: &str = "| step | rows | LP bound | root bound | nodes | seconds | result |\n|---|---|---|---|---|---|---|\n";

fn row(name: &str, runs: &[&Entry]) -> String {
    let none = || "–".to_owned();
    let bound = |bound: Option<f64>| bound.map_or_else(none, |bound| format!("{bound:.1}"));
    let nodes = runs
        .iter()
        .map(|run| run.nodes.map_or_else(none, |nodes| nodes.to_string()))
        .join(", ");
    let root_bounds = runs.iter().filter_map(|run| run.root_bound);
    let result = median(runs.iter().copied(), |run| run.bound.map(f64::from)).map_or_else(
        none,
        |run| match (run.score, run.bound) {
            (Some(score), Some(bound)) if score == bound => format!("{score}, proven"),
            (Some(score), Some(bound)) => format!("stopped: {score}, bound {bound}"),
            (_, bound) => format!("stopped: no order, bound {}", bound.unwrap_or(0)),
        },
    );
    format!(
        "| {name} | {} | {} | {} | {nodes} | {:.2} | {result} |\n",
        median(runs.iter().copied(), |run| Some(run.rows? as f64))
            .and_then(|run| run.rows)
            .map_or_else(none, |rows| rows.to_string()),
        bound(runs.iter().find_map(|run| run.lp_bound)),
        bound(median(root_bounds, |bound| Some(*bound))),
        median(runs.iter().copied(), |run| Some(run.seconds)).map_or(0.0, |run| run.seconds),
    )
}
