//! Solves random instances with constraints by one method, and writes `docs/constrained.md`. The run fails where an order
//! breaks a constraint, where an instance is called infeasible, or where a bound excludes an order of another run.

pub(crate) mod generator;
mod page;
mod solvers;

use crate::Result;
use crate::page::write;
use crate::process;
use crate::storage::Stored;
use azulejo::instance::{Instance, Sense};
use clap::Args;
use generator::{COMBINED, KINDS, Kind, ROWS, generate, sense};
use itertools::{Itertools, iproduct};
use serde::{Deserialize, Serialize};
use solvers::{Answer, Solver};
use std::path::{Path, PathBuf};

/// Combined instances with seeds from this on are held out: methods are tuned to none of them. Such for tuning have seeds from 1,000
/// on.
pub(crate) const HELD_OUT: u64 = 9_000;

/// The sides of the walls, each with the time limit of an instance in seconds.
const LIMITS: [(usize, u64); 6] = [(5, 5), (6, 20), (7, 60), (8, 60), (10, 60), (12, 60)];

#[derive(Args)]
pub(crate) struct ConstrainedArgs {
    /// A method of azulejo, or cp-sat, or didp; without one, only the page is written
    #[arg(long)]
    method: Option<String>,
    /// The name of the run on the page, such as before; the method's name by default
    #[arg(long = "as")]
    name: Option<String>,
    /// The program azulejo, such as one of an earlier version; that of this checkout by default
    #[arg(long)]
    program: Option<PathBuf>,
    /// The sides of the walls
    #[arg(long, value_delimiter = ',', default_value = "5,6,7,8")]
    sides: Vec<usize>,
    /// The kinds of instances; all but combined by default
    #[arg(long, value_delimiter = ',')]
    kinds: Vec<String>,
    /// The first seed
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// How many instances of each kind and side
    #[arg(long, default_value_t = 10)]
    seeds: u64,
    /// Seconds for each instance, in place of those of its side
    #[arg(long)]
    limit: Option<u64>,
    /// A folder for the instances as files, in place of answers
    #[arg(long, conflicts_with = "method")]
    instances: Option<PathBuf>,
}

/// Every kind, in the order of the page.
fn all_kinds() -> impl Iterator<Item = &'static Kind> {
    KINDS.iter().chain(&ROWS).chain([&COMBINED])
}

/// An instance by its side, its seed and its kind.
type Case = (usize, u64, &'static Kind);

impl ConstrainedArgs {
    /// The instances of the arguments.
    fn cases(&self) -> impl Iterator<Item = Case> {
        let is_asked = |kind: &&Kind| match &self.kinds[..] {
            [] => kind.name != COMBINED.name,
            names => names.iter().any(|name| name == kind.name),
        };
        let seeds = self.from..self.from + self.seeds;
        let kinds = all_kinds().filter(is_asked).collect_vec();
        iproduct!(self.sides.clone(), seeds, kinds)
    }
}

/// The result of a run on an instance.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Entry {
    run: String,
    side: usize,
    kind: String,
    seed: u64,
    /// The time limit in seconds.
    limit: u64,
    #[serde(flatten)]
    answer: Answer,
}

impl Entry {
    fn sense(&self) -> Sense {
        sense(self.seed)
    }

    fn is_of(&self, side: usize, kind: &str, seed: u64) -> bool {
        (self.side, &*self.kind, self.seed) == (side, kind, seed)
    }
}

pub(crate) fn run(args: &ConstrainedArgs) -> Result {
    if let Some(folder) = &args.instances {
        return write_all(args, folder);
    }
    let mut stored: Stored<Vec<Entry>> = Stored::of_docs("constrained.json")?;
    let show = |entries: &[Entry]| write("constrained.md", &page::page(entries));
    match &args.method {
        None => show(&stored.value)?,
        Some(method) => {
            let default_program = || process::target().join("release/azulejo");
            let solver = Solver::new(method, args.program.clone().unwrap_or_else(default_program));
            process::run(solver.targets(), &[])?;
            let run = args.name.as_deref().unwrap_or(method);
            let is_of = |entry: &Entry, (side, seed, kind): &Case| {
                entry.run == run && entry.is_of(*side, kind.name, *seed)
            };
            let measure = |case: &Case| measure(run, &solver, args.limit, case);
            stored.complete(args.cases(), is_of, measure, show)?;
        }
    }
    let faults = contradictions(&stored.value);
    match faults.is_empty() {
        true => Ok(()),
        false => Err(faults.join("\n").into()),
    }
}

/// Writes each instance to a file of its own.
fn write_all(args: &ConstrainedArgs, folder: &Path) -> Result {
    std::fs::create_dir_all(folder)?;
    for (side, seed, kind) in args.cases() {
        let (instance, _) = generate(kind, side, seed);
        let name = name_of(&instance).replace([' ', ','], "-");
        let file = folder.join(name + ".json");
        std::fs::write(file, serde_json::to_string(&instance)?)?;
    }
    Ok(())
}

/// Solves an instance.
fn measure(run: &str, solver: &Solver, limit: Option<u64>, case: &Case) -> Result<Entry> {
    let &(side, seed, kind) = case;
    let (instance, _) = generate(kind, side, seed);
    let limit_of_side = LIMITS.iter().find(|(limit_side, _)| *limit_side == side);
    let limit = limit
        .or(limit_of_side.map(|(_, limit)| *limit))
        .unwrap_or(60);
    let answer = solver.solve(&instance, limit)?;
    eprintln!("{run}, {}: {answer:?}", name_of(&instance));
    Ok(Entry {
        run: run.into(),
        side,
        kind: kind.name.into(),
        seed,
        limit,
        answer,
    })
}

fn name_of(instance: &Instance) -> &str {
    instance.name().unwrap_or("unnamed")
}

/// The bounds that an order of another run beats.
fn contradictions(entries: &[Entry]) -> Vec<String> {
    let pairs = entries.iter().cartesian_product(entries);
    let contradictions = pairs.filter(|(entry, other)| {
        let (Some(bound), Some(score)) = (entry.answer.bound, other.answer.score) else {
            return false;
        };
        other.is_of(entry.side, &entry.kind, entry.seed) && entry.sense().better(score, bound)
    });
    let lines = contradictions.map(|(entry, other)| {
        let Entry { side, kind, .. } = entry;
        let (bound, score) = (entry.answer.bound, other.answer.score);
        let [bound, score] = [bound, score].map(Option::unwrap_or_default);
        format!(
            "{side}x{side} {kind} {}: {} has the bound {bound}, {} the score {score}",
            entry.seed, entry.run, other.run
        )
    });
    lines.collect()
}
