//! The objective: the points of all lines, and 1 for each single; those of each cell times its factor.

use super::families::{self, Families};
use super::phases::Phases;
use super::points::{PointRows, Quantities};
use super::precedence::Precedence;
use crate::bounds::Earlier;
use crate::formulation::{BuildError, Program};
use crate::problem::Problem;
use azulejo_control::Control;

/// Adds runs, starts, singles and the cuts of [families](super::Family), and the objective.
///
/// `points(c) = factor(c)·(Σ runs + (filled − start_h) + (filled − start_v) + single)`, split by line.
pub(super) fn add(
    program: &mut Program,
    problem: &Problem,
    phases: &Phases,
    precedence: &Precedence,
    earlier: &Earlier,
    without: &Families,
    control: &Control,
) -> Result<Quantities, BuildError> {
    let mut points = PointRows::new(program, problem, phases, precedence, earlier);
    for line in problem.wall().lines() {
        let of_line = points.line(line, control)?;
        families::cut(&mut points, without, Some((line, &of_line)), control)?;
        for (cell, cell_points) in of_line.of_cells {
            let factor = problem.factors().of(cell);
            points.program.reward(factor.into(), cell_points);
        }
    }
    for cell in problem.free() {
        let single = points.single(cell);
        let factor = problem.factors().of(cell);
        points.program.reward(factor.into(), single.clone());
        points.singles.insert(cell, single);
    }
    families::cut(&mut points, without, None, control)?;
    Ok(points.quantities)
}
