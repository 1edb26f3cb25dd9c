use super::exit::{Exit, Usage};
use super::flags::Format;
use super::{input, output};
use crate::counted::counted;
use crate::flags::SizeArg;
use crate::instance::{Instance, Sense};
use crate::order::points;
use crate::render::caption::bold;
use crate::render::{tiling, walls};
use crate::schema;
use crate::tiling::{Decision, Obstacle, Permutation, SeparatingTree, decide, maximum, order};
use crate::wall::{Cell, Wall};
use anyhow::{Context, bail};
use clap::Args;
use itertools::Itertools;
use std::path::Path;

#[derive(Debug, Args)]
pub(super) struct TilingArgs {
    /// The column of each row's tile, such as "4 5 3 1 2", _ for a row without one; or - for standard input
    #[arg(value_name = "PERMUTATION", required_unless_present = "size")]
    permutation: Vec<String>,
    /// Take the diagonal of this wall in place of PERMUTATION: 5 for 5x5
    #[arg(long, value_name = "SIZE", conflicts_with = "permutation")]
    size: Option<SizeArg>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Maximum number of rows of walls, trees and orders in text.
const MAX_ROWS: usize = 20;

/// Maximum number of lines of a proof in text.
const MAX_LINES: usize = 60;

/// Maximum size of the text of a permutation, in bytes.
const MAX_BYTES: u64 = 16 << 20;

pub(super) fn run(args: &TilingArgs) -> anyhow::Result<Exit> {
    let permutation = permutation(args)?;
    match decide(&permutation)? {
        Decision::Feasible(tree) => {
            let verified = verified_order(&permutation, &tree)?;
            output::result(&match args.format {
                Format::Json => {
                    let order = verified.as_ref().map(|verified| &verified.order[..]);
                    schema::pretty(&schema::Tiling::feasible(&permutation, &tree, order))
                }
                Format::Text => feasible(&permutation, &tree, verified.as_ref())?,
            })?;
            Ok(Exit::Done)
        }
        Decision::Infeasible(obstacle) => {
            output::result(&match args.format {
                Format::Json => {
                    schema::pretty(&schema::Tiling::infeasible(&permutation, &obstacle))
                }
                Format::Text => infeasible(&permutation, &obstacle),
            })?;
            Ok(Exit::Infeasible)
        }
    }
}

fn permutation(args: &TilingArgs) -> anyhow::Result<Permutation> {
    if let Some(size) = args.size {
        if size.rows != size.columns {
            let hint = "--size: the first tiles are those of a square wall, such as --size 5";
            return Err(Usage(hint.into()).into());
        }
        Wall::new(size.rows, size.columns).context("--size")?;
        return Ok(Permutation::diagonal(size.rows)?);
    }
    let stdin = Path::new("-");
    if args.permutation == ["-"] {
        let text = input::text_up_to(stdin, MAX_BYTES)?;
        return text.parse().with_context(|| input::file_name(stdin));
    }
    Ok(args.permutation.join(" ").parse()?)
}

/// Order with the maximum score, by the verifier.
struct VerifiedOrder {
    order: Vec<Cell>,
    points: Vec<u32>,
}

/// Verified order of a tree; `None` where the wall is too large for an order in full.
fn verified_order(
    permutation: &Permutation,
    tree: &SeparatingTree,
) -> anyhow::Result<Option<VerifiedOrder>> {
    let Ok((wall, order)) = order(permutation, tree) else {
        return Ok(None);
    };
    let Ok(points) = points(wall, &order) else {
        bail!("the verifier refuses the order, which is an error in this program");
    };
    let score: u64 = points.iter().copied().map(u64::from).sum();
    let expected = maximum(permutation.rows());
    if score != expected {
        bail!("the order scores {score}, not {expected}, which is an error in this program");
    }
    Ok(Some(VerifiedOrder { order, points }))
}

fn feasible(
    permutation: &Permutation,
    tree: &SeparatingTree,
    verified: Option<&VerifiedOrder>,
) -> anyhow::Result<String> {
    let n = permutation.rows();
    let proof = match verified {
        Some(_) => "verified",
        None => "by the separating tree; the order is too long to be written out",
    };
    let mut answer = format!(
        "yes: the maximum can still be reached\nscore  {} = {n}³ + {n}² − {n} ({proof})",
        maximum(n)
    );
    if n > MAX_ROWS {
        let json = "--format json has the permutation, its tree and, up to 1024 rows, the order.";
        return Ok([title(permutation), answer, json.to_owned()].join("\n\n"));
    }
    if !permutation.is_complete() {
        let columns = tree.tiles().map(|(_, column)| column + 1);
        answer += &format!("\ncompletion  {}", columns.format(" "));
    }
    let mut parts = vec![title(permutation), answer];
    if let Some(VerifiedOrder { order, points }) = verified {
        let instance = Instance::builder(n as u64, n as u64, Sense::Maximize).build()?;
        let pictures = walls::turns_and_points(&instance, &order[..].into(), points);
        parts.extend([pictures, format!("order  {}", order.iter().join(" "))]);
    }
    parts.push(format!(
        "separating tree (+ upper left and lower right, − upper right and lower left)\n{}",
        tiling::tree(tree)
    ));
    Ok(parts.join("\n\n"))
}

fn infeasible(permutation: &Permutation, obstacle: &Obstacle) -> String {
    let maximum = maximum(permutation.rows());
    let answer = format!("no: the maximum of {maximum} is out of reach");
    let mut parts = vec![title(permutation), answer];
    if permutation.rows() <= MAX_ROWS {
        parts.push(tiling::obstructed_wall(permutation, obstacle));
    }
    parts.push(tiling::obstacle(obstacle, MAX_LINES));
    parts.join("\n\n")
}

fn title(permutation: &Permutation) -> String {
    let n = permutation.rows();
    let tiles = if n <= MAX_ROWS {
        format!("first tiles {permutation}")
    } else {
        counted(permutation.tiles().count(), "first tile")
    };
    bold(format!("{n}×{n} wall, {tiles}"))
}
