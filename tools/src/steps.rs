//! Writes `docs/steps.md`: the effect of each part of the ordering formulation on the minimum, other attempts, and the
//! size from which on generating rows takes less time than writing down all of them.

use crate::Result;
use crate::page::{fixed, head, or_dash, write};
use crate::runs::{Run, instance, lp_bound};
use crate::statistics::median;
use crate::storage::Stored;
use azulejo::control::Control;
use azulejo::formulation::{Family, Formulation, OrderingFormulation};
use azulejo::heuristics::{HeuristicOptions, incumbent};
use azulejo::instance::Builder;
use azulejo::milp::{self, MilpOptions};
use azulejo::order::Incumbent;
use azulejo::problem::Problem;
use itertools::{Itertools, iproduct};
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

const ALL_ROWS: Step = Step {
    name: "all rows",
    without: &[Family::LineCuts],
    ..ALL
};

/// A part of the page: steps on n×n walls.
struct Part {
    title: &'static str,
    description: &'static str,
    flags: fn(usize) -> String,
    sizes: &'static [usize],
    steps: &'static [Step],
}

const PARTS: [Part; 3] = [
    Part {
        title: "The minimum",
        description: "Families are left out by `--without`. *First corner chosen*: of the four corners, cell 1 comes \
               first (`--before`), as in one of the mirror images of every order.",
        flags: |n| format!("--size {n} --sense min"),
        sizes: &[5, 6, 7, 8],
        steps: &[
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
        ],
    },
    Part {
        title: "All rows, or those that are violated",
        description: "The maximum with cell 1 last, without line cuts: with them the bound is known before anything is \
               solved, and no row is generated at all.",
        flags: |n| format!("--size {n} --fix 1@{} --without line-cuts", n * n),
        sizes: &[5, 7, 9, 11, 13],
        steps: &[
            ALL_ROWS,
            Step {
                name: "rows generated",
                generates: true,
                ..ALL_ROWS
            },
        ],
    },
    Part {
        title: "The same, where HiGHS has to branch",
        description: "The minimum under `last-round`. Each round of cycle cuts is a solve of its own.",
        flags: |n| format!("--size {n} --sense min --rule last-round"),
        sizes: &[5, 6, 7],
        steps: &[
            ALL,
            Step {
                name: "all, rows generated",
                generates: true,
                ..ALL
            },
        ],
    },
];

pub(crate) fn run() -> Result {
    let mut stored: Stored<Vec<Run>> = Stored::of_docs("steps.json")?;
    for part in &PARTS {
        let cases = iproduct!(part.sizes, part.steps, SEEDS);
        let cases = cases.map(|(&n, step, seed)| (n, (part.flags)(n), step, seed));
        let is_of = |run: &Run, (_, flags, step, seed): &(usize, String, &Step, u32)| {
            (&run.flags, &*run.step, run.seed) == (flags, step.name, Some(*seed))
        };
        let measure = |(n, flags, step, seed): &(usize, String, &Step, u32)| {
            measure(*n as u64, flags, step, *seed)
        };
        let show = |runs: &[Run]| write("steps.md", &page(runs));
        stored.complete(cases, is_of, measure, show)?;
    }
    Ok(())
}

fn measure(side: u64, flags: &str, step: &Step, seed: u32) -> Result<Run> {
    eprintln!("{flags}: {}, seed {seed}", step.name);
    let mut instance = instance(flags)?;
    if step.symmetry {
        let corners = [side, side * side - side + 1, side * side];
        let builder = Builder::from(&instance);
        let corners = corners.into_iter();
        let builder = corners.fold(builder, |builder, corner| builder.before(1, corner));
        instance = builder.build()?;
    }
    let problem = Problem::from(&instance);
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
        true => incumbent(&problem, formulation.bound(), first, &control),
        false => None,
    };
    let incumbent = Incumbent::new(problem.sense(), first);
    let outcome = milp::solve(&formulation, &problem, &incumbent, &options, &control)?;
    let seconds = clock.elapsed().as_secs_f64();
    let is_first = seed == SEEDS[0] && !step.generates;
    let lp_bound = is_first.then(|| lp_bound(formulation.program()));
    let run = Run::of(flags, step.name, &outcome);
    let separated = outcome.stats.separated_rows.unwrap_or(0);
    Ok(Run {
        seed: Some(seed),
        columns: None,
        rows: run.rows.map(|rows| rows + separated),
        lp_bound: lp_bound.transpose()?,
        rounds: None,
        seconds,
        ..run
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

fn page(all: &[Run]) -> String {
    let head = head("| step | rows | LP bound | root bound | nodes | seconds | result |");
    let mut page = String::from(INTRODUCTION);
    for part in &PARTS {
        page += &format!("\n## {}\n\n{}\n", part.title, part.description);
        for &n in part.sizes {
            let flags = (part.flags)(n);
            page += &format!("\n**{n}×{n}** (`{flags}`)\n\n{head}");
            for step in part.steps {
                let is_of = |run: &&Run| run.flags == flags && run.step == step.name;
                page += &row(step.name, &all.iter().filter(is_of).collect_vec());
            }
        }
    }
    page
}

fn row(name: &str, runs: &[&Run]) -> String {
    let middle = |key: fn(&Run) -> Option<f64>| median(runs.iter().copied(), |run| key(run));
    let rows = middle(|run| Some(run.rows? as f64)).and_then(|run| run.rows);
    let nodes = runs.iter().map(|run| or_dash(run.nodes)).join(", ");
    let root_bounds = runs.iter().filter_map(|run| run.root_bound);
    let root_bound = median(root_bounds, |bound| Some(*bound));
    let seconds = middle(|run| Some(run.seconds)).map_or(0.0, |run| run.seconds);
    let result = middle(|run| run.bound.map(f64::from)).map(Run::result);
    format!(
        "| {name} | {} | {} | {} | {nodes} | {seconds:.2} | {} |\n",
        or_dash(rows),
        fixed(runs.iter().find_map(|run| run.lp_bound), 1),
        fixed(root_bound, 1),
        or_dash(result),
    )
}
