//! Line cuts: the points of a line against its starts.

use super::table::{Cuts, Rows};
use crate::bounds::cuts_of;
use crate::formulation::ordering::points::{LineSums, PointRows};
use crate::formulation::program::Relation::AtLeast;
use crate::formulation::{BuildError, Equation};
use crate::wall::Line;
use azulejo_control::Control;
use std::collections::hash_map::Entry;

pub(super) static CUTS: Cuts = Cuts {
    name: "line-cuts",
    help: "(O-6) How many points a line can earn with so many starts",
    equations: &[&LINE_CUTS],
    columns: &[],
    helps: None,
    rows: Rows::OfLine(cut),
};

static LINE_CUTS: Equation = Equation {
    number: "O-6",
    statement: "Line cuts: the facets $αP + βS + γK ≥ δ$ of what orders of the line reach, for its points \
           $P(ℓ)$, its starts $S(ℓ)$ and, where the horizon is short, its filled cells $K(ℓ)$",
    each: "every line $ℓ$ and every facet on the objective's side",
    formula: "α·P(ℓ) + β·S(ℓ) + γ·K(ℓ) ≥ δ",
};

/// (O-6) The line cuts of a line.
fn cut(
    points: &mut PointRows<'_>,
    line: Line,
    sums: &LineSums,
    control: &Control,
) -> Result<(), BuildError> {
    let problem = points.problem;
    let facts = points.earlier.along(problem, line);
    let cuts = match points.cuts.entry(facts) {
        Entry::Occupied(entry) => entry.into_mut(),
        Entry::Vacant(entry) => {
            let (whole, sense) = (problem.fills_the_wall(), problem.sense());
            let cuts = cuts_of(entry.key(), whole, sense, control)?;
            entry.insert(cuts)
        }
    };
    let (name, number) = line.word_and_number();
    for (cut, of_line) in cuts.iter().zip(1..) {
        let mut left = sums.points.clone() * cut.points;
        left.add_times(cut.starts, &sums.starts);
        left.add_times(cut.filled, &sums.filled);
        let label = format!("_{name}({number},{of_line})");
        points
            .program
            .row(&LINE_CUTS, label, left, AtLeast, cut.right);
    }
    Ok(())
}
