//! Colours that may be complete at the end.

use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::Cell;
use itertools::Itertools;

/// Colours that the turns can complete one by one, each by its cells; none where colours earn nothing, and for the minimum: a bonus
/// only adds.
pub(super) fn completable_colours(problem: &Problem) -> Vec<Vec<Cell>> {
    if problem.sense() == Sense::Minimize || problem.bonus().colour == 0 {
        return Vec::new();
    }
    let wall = problem.wall();
    let colours = (0..wall.colours()).map(|colour| wall.colour_cells(colour).collect_vec());
    colours
        .filter(|cells| missing(problem, cells) <= problem.horizon())
        .collect()
}

/// Number of cells that are empty at first.
fn missing<'a>(problem: &Problem, cells: impl IntoIterator<Item = &'a Cell>) -> usize {
    let cells = cells.into_iter();
    let missing = cells.filter(|cell| !problem.initial().contains(**cell));
    missing.count()
}

/// The sets of colours that the turns can complete, each colour by its cells; the empty set alone where colours earn nothing, and for
/// the minimum.
pub(super) fn colour_sets(problem: &Problem) -> Vec<Vec<Vec<Cell>>> {
    let sets = completable_colours(problem).into_iter().powerset();
    sets.filter(|colours| missing(problem, colours.iter().flatten()) <= problem.horizon())
        .collect()
}

/// Points of as many colours as the turns can complete; for the minimum, of the colours that stay complete wherever the empty cells
/// of the end are.
pub(super) fn colour_points(problem: &Problem) -> i32 {
    let (wall, points) = (problem.wall(), problem.bonus().colour as i32);
    if points == 0 {
        return 0;
    }
    if problem.sense() == Sense::Minimize {
        let empty = problem.free_len() - problem.horizon();
        return wall.colours().saturating_sub(empty) as i32 * points;
    }
    let missing = |colour: usize| missing(problem, &wall.colour_cells(colour).collect_vec());
    let mut turns_left = problem.horizon();
    let mut complete = 0;
    for missing in (0..wall.colours()).map(missing).sorted() {
        let Some(turns_after) = turns_left.checked_sub(missing) else {
            break;
        };
        turns_left = turns_after;
        complete += 1;
    }
    complete * points
}
