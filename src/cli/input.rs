//! Instances, orders and files of a command line.

use super::exit::Usage;
use super::flags::{InstanceArgs, InstanceFlags, OrderArgs};
use super::{mistakes, output};
use crate::flags::{CellsArg, SizeArg, joined};
use crate::harmless::harmless_path;
use crate::instance::{CellSpec, Instance, Located, Sense, Spec, WallSpec};
use crate::order::Order;
use crate::solution_file;
use anyhow::{Context, anyhow, bail};
use itertools::Itertools;
use serde::Deserialize;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::num::NonZeroUsize;
use std::path::Path;

/// Instance of a file or of flags.
pub(super) fn instance(args: &InstanceArgs) -> anyhow::Result<Instance> {
    instance_on(args, args.flags.size)
}

/// Instance of a file, or of flags on a wall of `size`.
pub(super) fn instance_on(args: &InstanceArgs, size: Option<SizeArg>) -> anyhow::Result<Instance> {
    if let Some(advice) = args.file.as_deref().and_then(mistakes::no_such_file) {
        return Err(Usage(advice).into());
    }
    let instance = match (&args.file, args.flags.present_flags().join(", ")) {
        (Some(path), flags) if flags.is_empty() => {
            let text = text(path)?;
            Instance::from_json(&text).with_context(|| file_name(path))?
        }
        (Some(path), flags) => {
            let path = file_name(path);
            let hint = format!("{path} holds a whole instance: leave out {flags}, or the file");
            return Err(Usage(hint).into());
        }
        (None, _) => Instance::try_from(spec(&args.flags, size)?)?,
    };
    warn(&instance);
    Ok(instance)
}

/// Maximum number of warnings that are printed.
const MAX_WARNINGS: usize = 20;

/// Prints the warnings about an instance.
fn warn(instance: &Instance) {
    let warnings = instance.warnings();
    for warning in warnings.iter().take(MAX_WARNINGS) {
        let (place, message) = (warning.place(), warning.message());
        output::note(&format!("warning: {place}: {message}"));
    }
    if warnings.len() > MAX_WARNINGS {
        let more = warnings.len() - MAX_WARNINGS;
        output::note(&format!("… and {more} more warnings"));
    }
}

/// Usage error where both the instance and another input are in standard input.
pub(super) fn check_single_stdin(
    instance: &InstanceArgs,
    other: Option<&Path>,
    name: &str,
) -> Result<(), Usage> {
    let stdin = Some(Path::new("-"));
    match [instance.file.as_deref(), other] == [stdin; 2] {
        true => Err(Usage(format!(
            "the instance and the {name} cannot both come from standard input"
        ))),
        false => Ok(()),
    }
}

/// Order of the flags, if a flag names one.
pub(super) fn order(instance: &Instance, args: &OrderArgs) -> anyhow::Result<Option<Order>> {
    let cells = match (&args.order, &args.solution) {
        (Some(cells), _) => cells.0.clone(),
        (None, Some(path)) => {
            let text = text_up_to(path, MAX_SOLUTION_BYTES)?;
            let name = file_name(path);
            let nth = args.nth.map_or(1, NonZeroUsize::get);
            if !text.trim_start().starts_with('{') {
                let order = solution_file::order(&text, instance);
                let order = order.with_context(|| name.clone())?;
                return match nth {
                    1 => Ok(Some(order)),
                    _ => Err(anyhow!("{name} holds only one order")),
                };
            }
            let numbers = order_of_output(&text, &name, nth)?;
            numbers.into_iter().map(CellSpec::Number).collect()
        }
        (None, None) => return Ok(None),
    };
    let turns = cells.into_iter().map(|cell| match cell {
        CellSpec::Number(0) if instance.passes() => Ok(None),
        cell => cell.on(instance.wall()).map(Some),
    });
    Ok(Some(turns.collect::<Result<Order, _>>()?))
}

/// Maximum size of a solution, in bytes: a solver lists the rows of its program, too.
const MAX_SOLUTION_BYTES: u64 = 1 << 26;

/// The `nth` order of a JSON output, from 1.
fn order_of_output(text: &str, name: &str, nth: usize) -> anyhow::Result<Vec<u64>> {
    /// Orders in the output of `solve`, `check` or `orders`.
    #[derive(Deserialize)]
    struct Solution {
        order: Option<Vec<u64>>,
        listed: Option<Vec<Vec<u64>>>,
    }
    let Solution { order, listed } = serde_json::from_str(text)
        .with_context(|| format!("{name} is not the JSON output of solve or orders"))?;
    let orders: Vec<Vec<u64>> = order
        .into_iter()
        .chain(listed.into_iter().flatten())
        .collect();
    let count = orders.len();
    let order = orders.into_iter().nth(nth - 1);
    order.with_context(|| match count {
        0 => format!("{name} holds no order"),
        1 => format!("{name} holds only one order"),
        _ => format!("{name} holds only {count} orders"),
    })
}

/// Text of a file, or of standard input for `-`, of at most the size of an instance.
pub(super) fn text(path: &Path) -> anyhow::Result<String> {
    text_up_to(path, Instance::MAX_BYTES as u64)
}

/// Text of a file, or of standard input for `-`, of at most `limit` bytes.
pub(super) fn text_up_to(path: &Path, limit: u64) -> anyhow::Result<String> {
    let bytes = bytes_up_to(open(path)?, path, limit)?;
    String::from_utf8(bytes).with_context(|| format!("{} is not UTF-8 text", file_name(path)))
}

/// Bytes of the file at `path`, or an error beyond `limit` of them.
pub(super) fn bytes_up_to(file: impl Read, path: &Path, limit: u64) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(limit + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {}", file_name(path)))?;
    if bytes.len() as u64 > limit {
        bail!("{} is larger than {limit} bytes", file_name(path));
    }
    Ok(bytes)
}

/// File, or standard input for `-`.
pub(super) fn open(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(std::io::stdin().lock()));
    }
    let file = File::open(path).with_context(|| format!("cannot open {}", file_name(path)))?;
    Ok(Box::new(file))
}

/// File, or standard input for `-`, decompressed where gzip compressed it.
pub(super) fn unpacked(path: &Path) -> anyhow::Result<impl BufRead> {
    let file = BufReader::new(open(path)?);
    crate::unpacked::unpacked(file).with_context(|| format!("cannot read {}", file_name(path)))
}

/// Name of a file in messages.
pub(super) fn file_name(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".into()
    } else {
        harmless_path(path)
    }
}

fn spec(flags: &InstanceFlags, size: Option<SizeArg>) -> anyhow::Result<Spec> {
    let Some(SizeArg { rows, columns }) = size else {
        let beside = flags
            .present_flags()
            .next()
            .map(|flag| format!(" beside {flag}"));
        let beside = beside.unwrap_or_default();
        let hint = format!("no instance: name a file (INSTANCE), or give --size{beside}");
        return Err(Usage(hint).into());
    };
    let wall = WallSpec {
        rows,
        columns,
        place: "--size".into(),
    };
    let initial = flags.initial.iter().flat_map(|CellsArg(cells)| cells);
    let holes = flags.holes.iter().flat_map(|CellsArg(cells)| cells);
    let bonus_sets = flags.bonus_set.iter().map(|set| {
        let place = format!("--bonus-set {}", joined(&set.cells, set.points));
        Located::new(place, set.clone())
    });
    let factors = flags.factor.iter().map(|factor| {
        let place = format!("--factor {}", joined(&factor.cells, factor.factor));
        Located::new(place, factor.clone())
    });
    let colours = flags.colours.clone();
    Ok(Spec {
        holes: holes.map(|&cell| Located::new("--holes", cell)).collect(),
        initial: initial
            .map(|&cell| Located::new("--initial", cell))
            .collect(),
        turns: flags.turns.map(|turns| Located::new("--turns", turns)),
        tiles: flags.tiles.map(|tiles| Located::new("--tiles", tiles)),
        bonus: flags.bonus.map(|bonus| Located::new("--bonus", bonus)),
        bonus_sets: bonus_sets.collect(),
        colours: colours.map(|colours| Located::new("--colours", colours)),
        factors: factors.collect(),
        constraints: flags.constraints.constraints.clone(),
        ..Spec::new(wall, flags.sense.unwrap_or(Sense::Maximize))
    })
}

/// Place of a constraint of the instance by its index: its flag, or its place in the file.
pub(super) fn place(args: &InstanceArgs, index: usize) -> String {
    let flag = match args.file {
        Some(_) => None,
        None => args.flags.constraints.constraints.get(index),
    };
    flag.map_or_else(
        || format!("constraints[{index}]"),
        |flag| flag.place.clone(),
    )
}
