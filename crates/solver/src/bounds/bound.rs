use super::last_round::last_round_bound;
use super::{
    ClosedBound, block_bound_within, certified_maximum, certified_minimum, line_bound_within,
    maximum, maximum_after, maximum_ending_in, minimum, minimum_ending_in,
};
use crate::instance::Sense;
use crate::problem::{Features, Problem};
use azulejo_control::{Control, Stopped};

/// A dual bound that is known before any search, with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bound {
    /// The score.
    pub score: u32,
    /// The reason why no order beats it.
    pub reason: Reason,
}

/// Reasons why no order beats a bound that is known before any search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// A tile earns at least 1, and at most the lengths of its row and its column; times the factor of its cell.
    Tiles,
    /// Each line does the best that it can alone.
    Lines,
    /// Each line does the best that it can alone, and in each 2×2 block the last tile is no start.
    Blocks,
    /// The wall is empty at first and filled in the end: no constraint is needed for the bound but that of a cell that
    /// comes last, if there is one.
    Closed(ClosedBound),
    /// The wall is empty at first and not filled in the end: the tiles of the rows and the tiles of the columns are
    /// those of one set of cells.
    Shapes,
    /// Each line does the best that it can alone, whatever set of cells is filled at the end.
    Ends,
    /// Lines and starts do the best that they can together, as far as they agree on who comes first among neighbours.
    Orientation,
    /// Each row keeps a cell for the last round, and lines and 2×2 blocks do the best that they can with those.
    LastRound,
    /// Strips of two lines and the lines across them do the best that they can alone.
    Strips,
    /// Each line does the best that it can alone, at prices for filling a cell in a turn: a Lagrangian decomposition.
    Prices,
}

impl Bound {
    /// The trivial bound, which holds for every order.
    pub fn trivial(problem: &Problem) -> Self {
        Self {
            score: problem.trivial_bound(),
            reason: Reason::Tiles,
        }
    }

    /// The tighter one of two; the first one where they are alike.
    #[must_use]
    pub fn tighter(self, other: Self, sense: Sense) -> Self {
        match sense.better(self.score, other.score) {
            true => other,
            false => self,
        }
    }
}

/// Dual bound by lines; for the maximum, the closed form where that is tighter. The trivial bound where the instance has fields that
/// lines do not know.
///
/// # Errors
/// When the run has to end.
pub fn by_lines(problem: &Problem, control: &Control) -> Result<Bound, Stopped> {
    if problem.features().meets(Features::FIELDS) {
        return Ok(Bound::trivial(problem));
    }
    let line_bound = Bound {
        score: line_bound_within(problem, control)?,
        reason: Reason::Lines,
    };
    Ok(match closed(problem) {
        Some(closed) if problem.sense() == Sense::Maximize => {
            closed.tighter(line_bound, Sense::Maximize)
        }
        _ => line_bound,
    })
}

/// Tightest dual bound in closed form, by lines, by blocks and by the last round; the last two bound only the minimum of a filled
/// wall.
///
/// # Errors
/// When the run has to end.
pub fn by_lines_and_blocks(problem: &Problem, control: &Control) -> Result<Bound, Stopped> {
    let lines = by_lines(problem, control)?;
    if problem.features().meets(Features::FIELDS) {
        return Ok(lines);
    }
    let blocks = block_bound_within(problem, control)?;
    let blocks = blocks.map(|score| Bound {
        score,
        reason: Reason::Blocks,
    });
    let last_round = last_round_bound(problem, control)?.map(|score| Bound {
        score,
        reason: Reason::LastRound,
    });
    let bounds = [blocks, last_round, Some(lines)].into_iter().flatten();
    let all = closed(problem).into_iter().chain(bounds);
    let tightest = all.reduce(|first, second| first.tighter(second, problem.sense()));
    Ok(tightest.unwrap_or_else(|| Bound::trivial(problem)))
}

/// The closed bound of a wall that is empty at first. If it is filled in the end, all bonuses are earned; where the last cell is
/// known, it is the bound of the orders that end in it.
fn closed(problem: &Problem) -> Option<Bound> {
    if !problem.initial().is_empty() {
        return None;
    }
    if !problem.fills_the_wall() {
        return shapes(problem);
    }
    let (wall, last) = (problem.wall(), problem.last_cell());
    let (points, certificate) = match problem.sense() {
        Sense::Maximize => (
            last.map_or_else(|| maximum(wall), |cell| maximum_ending_in(wall, cell)),
            certified_maximum(wall, last),
        ),
        Sense::Minimize => (
            last.map_or_else(|| minimum(wall), |cell| minimum_ending_in(wall, cell)),
            certified_minimum(wall, last),
        ),
    };
    Some(Bound {
        score: u32::try_from(points)
            .ok()?
            .checked_add(problem.full_bonus())?,
        reason: Reason::Closed(certificate),
    })
}

/// The bound of a wall that is empty at first and not filled in the end.
fn shapes(problem: &Problem) -> Option<Bound> {
    if problem.sense() == Sense::Minimize {
        return None;
    }
    let score = maximum_after(problem.wall(), problem.horizon(), problem.bonus())?;
    Some(Bound {
        score: u32::try_from(score).ok()?,
        reason: Reason::Shapes,
    })
}
