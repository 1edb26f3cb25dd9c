use super::phase_tables::PhaseTables;
use crate::bounds::completion::places_of;
use crate::problem::Problem;
use crate::wall::Cell;
use azulejo_control::{Control, Stopped};

/// Gain of a state without a way to the end: no sum of points comes near. As many subproblems as a wall has can be added up in 32
/// bits.
const NEVER: i32 = -(1 << 26);

/// States between two looks at the clock.
const STATES: u32 = 1 << 12;

/// A move of a subproblem: its phase, the places that are filled before, and the place to fill.
#[derive(Debug, Clone, Copy)]
pub(super) struct Move {
    pub(super) phase: usize,
    pub(super) filled: u32,
    pub(super) place: usize,
}

/// A set of cells of which only the order among themselves counts, with the best gain of its tiles from each state to the end.
///
/// A state is a set of filled places and the phase of the next turn, and keeps to the constraints as far as it has their cells: a
/// cell waits for the cells of the subproblem that come before it, and the (k+1)-th tile comes in a turn that leaves as many turns
/// before and after as the other tiles need.
#[derive(Debug, Clone)]
pub(super) struct Subproblem {
    places: usize,
    initial: u32,
    /// `may[phase][k]`: the places that the (k+1)-th tile may fill.
    may: Vec<Vec<u32>>,
    /// Per place, the places that must be filled before it.
    before: Vec<u32>,
    /// `rest[phase][filled]`: the best gain from there to the end, in parts of a point.
    rest: Vec<Box<[i32]>>,
}

impl Subproblem {
    /// A subproblem whose tiles gain nothing yet.
    pub(super) fn new(problem: &Problem, phases: &PhaseTables, cells: &[Cell]) -> Self {
        let places = |is_in: &dyn Fn(Cell) -> bool| places_of(cells, is_in) as u32;
        let initial = places(&|cell| problem.initial().contains(cell));
        let waits = |&cell: &Cell| places(&|first| problem.before(cell).contains(first));
        let turns = problem.turns().map(|turn| {
            let open = problem.allowed(turn);
            let subset = places(&|cell| open.contains(cell));
            (subset, subset.count_ones() as usize == open.len())
        });
        Self {
            places: cells.len(),
            initial,
            may: may(
                &turns.collect::<Vec<_>>(),
                phases,
                cells.len() - initial.count_ones() as usize,
            ),
            before: cells.iter().map(waits).collect(),
            rest: vec![vec![0; 1 << cells.len()].into(); phases.count()],
        }
    }

    /// Fills the table of gains backwards; `share` is the gain of a move. A stopped table is of no use.
    pub(super) fn fill(
        &mut self,
        share: impl Fn(Move) -> i32,
        control: &Control,
    ) -> Result<(), Stopped> {
        for phase in (0..self.rest.len()).rev() {
            for filled in (0..self.full()).rev() {
                if filled.is_multiple_of(STATES) {
                    control.go_on()?;
                }
                if filled & self.initial == self.initial {
                    let best = self.best(phase, filled, &share);
                    self.rest[phase][filled as usize] = best.map_or(NEVER, |(rest, _)| rest);
                }
            }
        }
        Ok(())
    }

    /// Best gain from the initial state to the end.
    pub(super) fn whole(&self) -> i32 {
        self.rest(0, self.initial)
    }

    /// Best gain from a state to the end.
    pub(super) fn rest(&self, phase: usize, filled: u32) -> i32 {
        self.rest[phase][filled as usize]
    }

    /// Whether a summand of a sum of gains has no way to the end.
    pub(super) fn is_never(sum: i32) -> bool {
        sum < NEVER / 2
    }

    /// The moves of a best path from the initial state to the end; none where there is no path.
    pub(super) fn path(&self, share: impl Fn(Move) -> i32) -> Vec<Move> {
        let (mut phase, mut filled) = (0, self.initial);
        let mut path = Vec::with_capacity(self.places);
        while filled != self.full() {
            match self.best(phase, filled, &share) {
                Some((_, Some(step))) => {
                    path.push(step);
                    filled |= 1 << step.place;
                }
                Some((_, None)) => phase += 1,
                None => return Vec::new(),
            }
        }
        path
    }

    /// The best gain from a state with its move; without a move where the next phase is best.
    fn best(
        &self,
        phase: usize,
        filled: u32,
        share: impl Fn(Move) -> i32,
    ) -> Option<(i32, Option<Move>)> {
        let tiles = (filled & !self.initial).count_ones() as usize;
        let waiting = self.rest.get(phase + 1);
        let mut best = waiting.map(|rest| (rest[filled as usize], None));
        let mut open = self.may[phase][tiles] & !filled;
        while open != 0 {
            let place = open.trailing_zeros() as usize;
            open &= open - 1;
            if self.before[place] & !filled != 0 {
                continue;
            }
            let step = Move {
                phase,
                filled,
                place,
            };
            let rest = share(step) + self.rest(phase, filled | 1 << place);
            if best.is_none_or(|(gain, _)| rest > gain) {
                best = Some((rest, Some(step)));
            }
        }
        best
    }

    fn full(&self) -> u32 {
        (1 << self.places) - 1
    }
}

/// `may[phase][k]`, from the places that each turn may fill and whether it can fill no other cell.
fn may(turns: &[(u32, bool)], phases: &PhaseTables, tiles: usize) -> Vec<Vec<u32>> {
    let mut may = vec![vec![0; tiles]; phases.count()];
    let can = |turns: &[(u32, bool)]| turns.iter().filter(|(places, _)| *places != 0).count();
    let must = |turns: &[(u32, bool)]| turns.iter().filter(|(_, alone)| *alone).count();
    for (turn, &(places, _)) in turns.iter().enumerate() {
        let span = |turns| must(turns)..=can(turns);
        let (before, after) = (span(&turns[..turn]), span(&turns[turn + 1..]));
        for (k, may) in may[phases.of(turn)].iter_mut().enumerate() {
            let tiles_left = tiles - k - 1;
            if before.contains(&k) && after.contains(&tiles_left) {
                *may |= places;
            }
        }
    }
    may
}
