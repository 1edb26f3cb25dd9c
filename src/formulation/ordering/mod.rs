//! The ordering formulation: who came first along each line.
//!
//! The score does not depend on turns, only on which of two cells of a line came first. Columns:
//! `o(a,b)`, cell a is filled before cell b; and what follows from those, continuous in [0, 1]:
//! runs `r`, starts `sh` and `sv`, singles `u`. Only where constraints speak of turns are there
//! columns for them: `y(c,t)`, cell c is filled by turn t, at the ends of the [phases](phases).
//!
//! | equation | says | file |
//! |---|---|---|
//! | (1) | no three cells of a line come before each other around | `precedence` |
//! | (2) | nor the four corners of a rectangle | `precedence` |
//! | (3) | a run of k cells is filled if that of k − 1 is and the k-th cell is | `points` |
//! | (4) | a start has no filled neighbour along its line | `points` |
//! | (5) | a single is a horizontal and a vertical start | `points` |
//! | (6) | line cuts | `points` |
//! | (7) | a phase fills as many cells as it has turns | `phases` |
//! | (8) | what is filled by the end of a phase came before what is not | `precedence` |
//! | (9) | a cell that has to wait for another comes after it | `precedence` |
//! | (10) | the end bonus | `conjunction` |
//! | (11) | longer cycles, added when a solution has one | `cycles` |
//! | (12) | points are runs, and 1 for each tile that is no start, and 1 for a single | `points` |
//! | (13) | block cuts: one of the cells of a 2×2 block is no start | `blocks` |
//! | (14) | schedules: what a line earns at least by the phases of its cells | `schedules` |
//!
//! (2), (6), (13) and (14) are [families](Family) that it can go without. On a large wall there are far
//! more rows (1) and (2) than a solution ever comes near to: it can leave them out and
//! [separate](Formulation::separate) those that the linear relaxation violates.

mod blocks;
mod cycles;
mod describe;
mod phases;
mod points;
mod precedence;
mod schedules;

use super::conjunction::Conjunction;
use super::earlier::Earlier;
use super::{Description, Equation, Family, Formulation, Program, Reading, Row, Unfit, Unwritten};
use super::{block_bound, line_cuts};
use crate::control::{Control, Stopped};
use crate::problem::Problem;
use phases::Phases;
use precedence::{Circles, Precedence};
use std::collections::BTreeSet;

static BONUS: Conjunction = Conjunction {
    parts: Equation {
        number: "10a",
        says: "A line is complete at the end only if each of its cells is filled",
        each: "every line $ℓ$ with a bonus and every cell $c$ of it",
        formula: "full(ℓ) ≤ f(c)",
    },
    whole: Equation {
        number: "10b",
        says: "A line is complete at the end if all of its cells are filled",
        each: "every line $ℓ$ with a bonus",
        formula: "full(ℓ) ≥ Σ_{c ∈ ℓ} f(c) − (|ℓ| − 1)",
    },
};

/// A program in the ordering formulation.
#[derive(Debug, Clone)]
pub struct Ordering {
    program: Program,
    phases: Phases,
    precedence: Precedence,
    /// What is separated.
    left_out: Option<Circles>,
    bound: u32,
}

impl Ordering {
    /// The largest wall that all rows are written down for.
    pub const MAX_CELLS: usize = 400;

    /// The largest wall that rows are generated for.
    pub const MAX_GENERATED: usize = 900;

    /// The longest line: the rows of equation (1) grow with the cube of it.
    pub const MAX_LINE: usize = 64;

    /// As many rows (1) and (2) are given to HiGHS at once, about those of 10×10; where there are more, they are
    /// generated. Generated rows are quicker where the relaxation decides, all rows where HiGHS has to branch
    /// (`docs/steps.md`), and on large walls and in long lines there are too many.
    #[cfg(feature = "highs")]
    const ALL_ROWS: usize = 9_000;

    fn fits(problem: &Problem, cells: usize) -> Result<(), Unfit> {
        let wall = problem.wall();
        let longest = wall.rows().max(wall.columns());
        let sizes = [
            ("cells", cells, wall.len()),
            ("cells in a line", Self::MAX_LINE, longest),
        ];
        match sizes.into_iter().find(|(_, limit, size)| size > limit) {
            Some((what, limit, size)) => Err(Unfit {
                formulation: "ordering",
                what,
                limit,
                size,
            }),
            None => Ok(()),
        }
    }

    /// The program of a problem, with all cuts.
    ///
    /// # Errors
    /// When the wall has more than [`Ordering::MAX_CELLS`] cells, or more than
    /// [`Ordering::MAX_LINE`] in a line.
    pub fn new(problem: &Problem) -> Result<Self, Unwritten> {
        Self::without(problem, &BTreeSet::new())
    }

    /// The program of a problem without some families of cuts.
    ///
    /// # Errors
    /// As [`Ordering::new`].
    pub fn without(problem: &Problem, without: &BTreeSet<Family>) -> Result<Self, Unwritten> {
        Self::within(problem, &going_without(without))
    }

    /// The same within the limits of a run, without the families of cuts that it goes without.
    ///
    /// # Errors
    /// As [`Ordering::new`], or when it was stopped.
    pub fn within(problem: &Problem, control: &Control) -> Result<Self, Unwritten> {
        Self::fits(problem, Self::MAX_CELLS)?;
        let bound = Self::bound_of(problem, control)?;
        Self::build(problem, false, bound, control)
    }

    /// The program of a problem without equation (1) and without some families of cuts; what that leaves out
    /// of (1) and (2) is [generated](Formulation::generates).
    ///
    /// # Errors
    /// When the wall has more than [`Ordering::MAX_GENERATED`] cells, or more than
    /// [`Ordering::MAX_LINE`] in a line.
    pub fn generating(problem: &Problem, without: &BTreeSet<Family>) -> Result<Self, Unwritten> {
        Self::fits(problem, Self::MAX_GENERATED)?;
        let control = going_without(without);
        let bound = Self::bound_of(problem, &control)?;
        Self::build(problem, true, bound, &control)
    }

    /// Whether a problem is small enough to be solved by it.
    #[cfg(feature = "highs")]
    pub(crate) fn takes(problem: &Problem) -> Result<(), Unfit> {
        Self::fits(problem, Self::MAX_GENERATED)
    }

    /// The program to solve a problem by, whose [bound](Self::bound_of) is known: where there are few rows with
    /// all of them, else generating.
    #[cfg(feature = "highs")]
    pub(crate) fn to_solve(
        problem: &Problem,
        bound: u32,
        control: &Control,
    ) -> Result<Self, Unwritten> {
        Self::takes(problem)?;
        let generating = precedence::short_cycles_of(problem) > Self::ALL_ROWS;
        Self::build(problem, generating, bound, control)
    }

    /// What no score can beat, as far as line cuts and block cuts know, of those that it has: what its
    /// [`bound`](Formulation::bound) is.
    pub(crate) fn bound_of(problem: &Problem, control: &Control) -> Result<u32, Stopped> {
        let without = &control.without;
        let by_lines = match without.contains(&Family::LineCuts) {
            false => line_cuts::bound(problem, control)?,
            true => problem.trivial_bound(),
        };
        let cuts = BTreeSet::from([Family::LineCuts, Family::BlockCuts]);
        let by_blocks = match without.is_disjoint(&cuts) {
            true => block_bound::bound(problem, control)?,
            false => None,
        };
        let tighter = |bound| problem.sense().tighter(bound, by_lines);
        Ok(by_blocks.map_or(by_lines, tighter))
    }

    fn build(
        problem: &Problem,
        generating: bool,
        bound: u32,
        control: &Control,
    ) -> Result<Self, Unwritten> {
        let without = &control.without;
        control.go_on()?;
        let mut program = Program::new(problem.sense());
        let phases = Phases::new(&mut program, problem, control)?;
        let earlier = Earlier::new(problem);
        let in_lines = precedence::in_lines(problem);
        let precedence = Precedence::new(&mut program, problem, &earlier, in_lines);
        let circles = Circles::new(problem, !without.contains(&Family::RectangleCuts));
        if !generating {
            precedence.short_cycles(&mut program, &circles, control)?;
        }
        precedence.waiting(&mut program, problem, &phases, control)?;
        precedence.across_phases(&mut program, &phases, control)?;
        points::add(
            &mut program,
            problem,
            &phases,
            &precedence,
            &earlier,
            control,
        )?;
        program.add_bonus(&BONUS, problem, |cell| phases.filled(cell));
        Ok(Self {
            program,
            phases,
            precedence,
            left_out: generating.then_some(circles),
            bound,
        })
    }

    /// The program without its points: any solution is an order that satisfies the constraints, with an
    /// objective of 0. Far smaller than the whole; for deciding whether there is an order at all.
    ///
    /// # Errors
    /// When the wall has more than [`Ordering::MAX_GENERATED`] cells, or more than
    /// [`Ordering::MAX_LINE`] in a line, or when the program is too large.
    pub fn skeleton(problem: &Problem) -> Result<Self, Unwritten> {
        Self::skeleton_within(problem, &Control::default())
    }

    /// The same within the limits of a run.
    ///
    /// # Errors
    /// As [`Ordering::skeleton`], or when it was stopped.
    pub fn skeleton_within(problem: &Problem, control: &Control) -> Result<Self, Unwritten> {
        Self::fits(problem, Self::MAX_GENERATED)?;
        control.go_on()?;
        let mut program = Program::new(problem.sense());
        let phases = Phases::new(&mut program, problem, control)?;
        let earlier = Earlier::new(problem);
        let precedence = Precedence::new(&mut program, problem, &earlier, Vec::new());
        precedence.waiting(&mut program, problem, &phases, control)?;
        precedence.across_phases(&mut program, &phases, control)?;
        Ok(Self {
            program,
            phases,
            precedence,
            left_out: None,
            bound: 0,
        })
    }
}

/// A run without limits, and without some families of cuts.
fn going_without(without: &BTreeSet<Family>) -> Control {
    Control {
        without: without.clone(),
        ..Control::default()
    }
}

impl Formulation for Ordering {
    fn program(&self) -> &Program {
        &self.program
    }

    /// What the line cuts alone give, or line cuts and block cuts together, if it has them.
    fn bound(&self) -> u32 {
        self.bound
    }

    fn generates(&self) -> bool {
        self.left_out.is_some()
    }

    fn separate(&self, values: &[f64]) -> Vec<Row> {
        match &self.left_out {
            Some(circles) => self.precedence.violated(circles, values),
            None => Vec::new(),
        }
    }

    fn read(&self, values: &[i64]) -> Reading {
        cycles::read(&self.phases, &self.precedence, values)
    }

    fn describe(&self, problem: &Problem) -> Description {
        let mut description = describe::describe(problem, &self.program);
        if self.generates() {
            description.later.splice(..0, precedence::SHORT_CYCLES);
        }
        description
    }
}
