use crate::bounds::{By, Certificate};
use crate::outcome::Proof;
use crate::wall::Cell;
use itertools::Itertools;
use serde_json::{Value, json};

/// `by`, and what it took. A closed bound comes with its certificate: for each row and each column a number for each of
/// its tiles, and the lines or the blocks (cells by number) that are counted against them.
pub(super) fn proof(proof: &Proof) -> Value {
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
        Proof::Unfinished {
            unwritten: None, ..
        } => Value::Null,
        Proof::Unfinished {
            unwritten: Some(unwritten),
            ..
        } => json!({"by": null, "unwritten": unwritten.to_string()}),
    }
}

fn bound(by: &By) -> Value {
    let bound = |name: &str| json!({"by": "bound", "bound": name});
    match by {
        By::Tiles => bound("tiles"),
        By::Lines => bound("lines"),
        By::Blocks => bound("blocks"),
        By::Strips => bound("strips"),
        By::Closed(certificate) => {
            let certificate = match certificate {
                Certificate::Maximum { runs, apart } => json!({
                    "runs": {"row": runs.row, "column": runs.column},
                    "apart": apart.iter().map(ToString::to_string).collect_vec(),
                }),
                Certificate::Minimum { levels, blocks } => json!({
                    "levels": {"row": levels.row, "column": levels.column},
                    "blocks": blocks.iter().map(|block| block.map(Cell::number)).collect_vec(),
                }),
            };
            json!({"by": "bound", "bound": "closed", "certificate": certificate})
        }
    }
}
