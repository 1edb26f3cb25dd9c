use crate::bounds::{By, Certificate, LastCell, Lines};
use crate::outcome::{Proof, Unfinished, Verdict};
use crate::wall::Cell;
use itertools::Itertools;
use serde_json::{Value, json};

/// `by`, and what it took. A closed bound comes with its certificate: for each row and each column a number for each of
/// its tiles, and the lines or the blocks (cells by number) that are counted against them. Where the bound holds for the
/// orders that end in a cell, `last` is that cell, with a list for each part of its row and of its column.
pub(super) fn proof(verdict: &Verdict) -> Value {
    let Some(proof) = verdict.proof() else {
        return match verdict.unfinished() {
            Some(Unfinished::Unwritten(unwritten)) => {
                json!({"by": null, "unwritten": unwritten.to_string()})
            }
            Some(Unfinished::Stopped | Unfinished::InSolver(_)) | None => Value::Null,
        };
    };
    match proof {
        Proof::Bound(by) => bound(by),
        Proof::Fixed => json!({"by": "nothing-to-decide"}),
        Proof::Relaxation {
            solver,
            rounds,
            rows,
        } => json!({"by": "linear-relaxation", "solver": solver, "rounds": rounds, "rows": rows}),
        Proof::BranchAndBound {
            solver,
            nodes,
            rounds,
        } => json!({"by": "branch-and-bound", "solver": solver, "nodes": nodes, "rounds": rounds}),
        Proof::Layers { classes } => json!({"by": "layers", "classes": classes}),
        Proof::Dense { coverings } => json!({"by": "dense-layers", "coverings": coverings}),
        Proof::StateGraph { coverings, moves } => {
            json!({"by": "state-graph", "coverings": coverings, "moves": moves})
        }
    }
}

fn bound(by: &By) -> Value {
    let bound = |name: &str| json!({"by": "bound", "bound": name});
    match by {
        By::Tiles => bound("tiles"),
        By::Lines => bound("lines"),
        By::Blocks => bound("blocks"),
        By::LastRound => bound("last-round"),
        By::Strips => bound("strips"),
        By::Ends => bound("ends"),
        By::Shapes => bound("shapes"),
        By::Closed(certificate) => {
            let lists = |lines: &Lines| json!({"row": lines.row, "column": lines.column});
            let (mut pieces, last) = match certificate {
                Certificate::Maximum { runs, apart, last } => {
                    let apart = apart.iter().map(ToString::to_string).collect_vec();
                    (json!({"runs": lists(runs), "apart": apart}), last)
                }
                Certificate::Minimum {
                    levels,
                    blocks,
                    last,
                } => {
                    let blocks = blocks.iter().map(|block| block.map(Cell::number));
                    let blocks = blocks.collect_vec();
                    (json!({"levels": lists(levels), "blocks": blocks}), last)
                }
            };
            if let Some(LastCell { cell, row, column }) = last {
                pieces["last"] = json!({"cell": cell.number(), "row": row, "column": column});
            }
            json!({"by": "bound", "bound": "closed", "certificate": pieces})
        }
    }
}
