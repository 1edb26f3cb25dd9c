//! The ordering formulation: precedences along each line.
//!
//! The score does not depend on turns, only on which of two cells of a line came first. Columns:
//! `o(a,b)`, cell a is filled before cell b; and what follows from those, continuous in [0, 1]:
//! runs `r`, starts `sh` and `sv`, singles `u`. Only where constraints speak of turns are there
//! columns for them: `y(c,t)`, cell c is filled by turn t, at the ends of the [phases](phases).
//!
//! | equation | statement | file |
//! |---|---|---|
//! | (O-1) | no three cells of a line form a cycle, in which each is filled before the next | `precedence` |
//! | (O-2) | nor the four corners of a rectangle | `families/rectangles` |
//! | (O-3) | a run of k cells is filled if that of k − 1 is and the k-th cell is | `points` |
//! | (O-4) | a start has no filled neighbour along its line | `points` |
//! | (O-5) | a single is a horizontal and a vertical start | `points` |
//! | (O-6) | line cuts | `families/lines` |
//! | (O-7) | a phase fills as many cells as it has turns; (O-7b) and (O-7c) where turns may pass | `phases` |
//! | (O-8) | a cell that is filled by the end of a phase comes before a cell that is not | `precedence` |
//! | (O-9) | a cell that has to wait for another comes after it | `precedence` |
//! | (O-10) | the end bonus | `conjunction` |
//! | (O-11) | longer cycles, added when a solution has one | `cycles` |
//! | (O-12) | points are runs, and 1 for each tile that is no start, and 1 for a single | `points` |
//! | (O-13) | block cuts: one of the cells of a 2×2 block is no start | `families/blocks` |
//! | (O-14) | schedules: the least points of a line by the phases of its cells | `families/schedules` |
//! | (O-15) | ranks grow along the order: no longer cycle in a program that is written down | `ranks` |
//! | (O-16), (O-17) | rows that are stated, and the quantities in them | `stated` |
//! | (O-18), (O-19) | free colours that are complete at the end, and their bonus | `describe` |
//!
//! The rows of [families](Family) are optional.
//!
//! Longer cycles are kept out in one of three ways:
//!
//! - [`OrderingFormulation::complete`] has equation (O-15). Any solution of it is an order, by any solver. It is the program that is
//!   written to files, and relaxed.
//! - [`OrderingFormulation::without`] is for a solve that reads each solution, adds (O-11) where the solution has a cycle, and solves
//!   again: the ranks of (O-15) would only slow it down.
//! - [`OrderingFormulation::generating`] leaves out (O-1), (O-2) and (O-8), too, and [separates](Formulation::separate) those
//!   that the linear relaxation violates: on a large wall, and with many phases, there are far more than a solution ever
//!   comes near to.

mod circles;
mod cycles;
mod describe;
mod families;
mod phases;
mod points;
mod precedence;
mod ranks;
mod stated;

use super::conjunction::Conjunction;
use super::{BuildError, CycleCut, Description, Equation, Formulation, Linear, Program, Reading};
use crate::bounds::{Bound, Earlier, Reason, by_lines, by_lines_and_blocks};
use crate::problem::{Problem, Unfit};
use crate::wall::Cell;
use azulejo_control::{Control, Stopped};
use circles::{circles, generated_equations};
use cycles::LONGER_CYCLES;
use describe::COLOURS;
pub use families::{Families, Family};
use phases::Phases;
use points::{PointRows, Quantities};
use precedence::{Circle, Precedence};

static BONUS: Conjunction = Conjunction {
    parts: Equation {
        number: "O-10a",
        statement: "A line is complete at the end only if each of its cells is filled",
        each: "every line $ℓ$ with a bonus and every cell $c$ of it",
        formula: "full(ℓ) ≤ f(c)",
    },
    whole: Equation {
        number: "O-10b",
        statement: "A line is complete at the end if all of its cells are filled",
        each: "every line $ℓ$ with a bonus",
        formula: "full(ℓ) ≥ Σ_{c ∈ ℓ} f(c) − (|ℓ| − 1)",
    },
};

/// A program in the ordering formulation.
#[derive(Debug, Clone)]
pub struct OrderingFormulation {
    program: Program,
    phases: Phases,
    precedence: Precedence,
    cycles: Cycles,
    bound: Bound,
    quantities: Quantities,
}

/// Extent of the rows (O-1), (O-2) and (O-8) in a program.
enum Rows {
    All,
    /// All where these are few, else those that are generated.
    Few,
    Generated,
}

/// Ways to keep cycles out of a solution.
#[derive(Debug, Clone)]
enum Cycles {
    /// Rows of the program against all cycles.
    Excluded,
    /// Rows against short cycles, and a cut for each longer cycle of a solution.
    Cut,
    /// Separation of the circles' rows, and of rows (O-8) if the program has none; a cut for each longer cycle of a solution.
    Separated {
        circles: Vec<Circle>,
        /// The equations whose rows the program leaves out.
        equations: Vec<&'static Equation>,
    },
}

impl OrderingFormulation {
    /// The largest wall that all rows are written down for.
    pub const MAX_CELLS: usize = 400;

    /// The largest wall that rows are generated for.
    pub const MAX_GENERATED: usize = 900;

    /// The longest line: the rows of equation (O-1) grow with the cube of it.
    pub const MAX_LINE: usize = 64;

    /// The most rows (O-1) and (O-2) that HiGHS gets at once, about those of 10×10. Where there are more, they are
    /// generated. Generated rows are quicker where the relaxation decides, all rows where HiGHS has to branch
    /// (`docs/steps.md`), and on large walls and in long lines there are too many.
    const ALL_ROWS: usize = 9_000;

    /// The most rows (O-8) that HiGHS gets at once. Where there are more, and more than a few phases, all of (O-1), (O-2) and
    /// (O-8) are generated: the relaxation needs a tenth of them, and with all of them HiGHS spends its time at the root
    /// (`docs/methods.md`). With few phases most of them are needed.
    const ALL_ACROSS: usize = 10_000;

    /// The number of phases of which all rows (O-8) are given to HiGHS, however many these are.
    const FEW_PHASES: usize = 4;

    fn fits(problem: &Problem, cells: usize) -> Result<(), Unfit> {
        let wall = problem.wall();
        let longest = wall.longest_line();
        Unfit::unless(
            "the ordering formulation takes",
            &[
                ("cells", cells, wall.len()),
                ("cells in a line", Self::MAX_LINE, longest),
            ],
        )
    }

    /// The program of a problem that `solve` begins with, with all cuts.
    ///
    /// # Errors
    /// When the wall has more than [`OrderingFormulation::MAX_CELLS`] cells, or more than
    /// [`OrderingFormulation::MAX_LINE`] in a line.
    pub fn new(problem: &Problem) -> Result<Self, BuildError> {
        Self::without(problem, &Families::new())
    }

    /// The program of a problem that `solve` begins with, without some families of cuts. A solution of it can
    /// have a cycle, for which [reading](Formulation::read) it gives rows to add.
    ///
    /// # Errors
    /// As [`OrderingFormulation::new`].
    pub fn without(problem: &Problem, without: &Families) -> Result<Self, BuildError> {
        Self::within(problem, without, &Control::default())
    }

    fn within(
        problem: &Problem,
        without: &Families,
        control: &Control,
    ) -> Result<Self, BuildError> {
        Self::fits(problem, Self::MAX_CELLS)?;
        let bound = Self::bound_of(problem, without, control)?;
        Self::build(problem, Rows::All, bound, Some(without), control)
    }

    /// The program of a problem as it is written down, without some families of cuts: no solution of it has a
    /// cycle. It has equation (O-15) wherever (O-1) and (O-2) are not known to exclude all cycles.
    ///
    /// # Errors
    /// As [`OrderingFormulation::new`], or when it was stopped.
    pub fn complete(
        problem: &Problem,
        without: &Families,
        control: &Control,
    ) -> Result<Self, BuildError> {
        let mut formulation = Self::within(problem, without, control)?;
        let with_rectangles = !without.contains(&Family::RectangleCuts);
        let program = &mut formulation.program;
        formulation
            .precedence
            .ranks(program, problem, with_rectangles, control)?;
        formulation.cycles = Cycles::Excluded;
        Ok(formulation)
    }

    /// The program of a problem without equations (O-1) and (O-8) and without some families of cuts; what that leaves out
    /// of (O-1), (O-2) and (O-8) is [generated](Formulation::generates).
    ///
    /// # Errors
    /// When the wall has more than [`OrderingFormulation::MAX_GENERATED`] cells, or more than
    /// [`OrderingFormulation::MAX_LINE`] in a line.
    pub fn generating(problem: &Problem, without: &Families) -> Result<Self, BuildError> {
        Self::takes(problem)?;
        let control = Control::default();
        let bound = Self::bound_of(problem, without, &control)?;
        Self::build(problem, Rows::Generated, bound, Some(without), &control)
    }

    /// Whether a problem is small enough to be solved by it.
    ///
    /// # Errors
    /// When the wall has more than [`OrderingFormulation::MAX_GENERATED`] cells, or more than [`OrderingFormulation::MAX_LINE`] in a line.
    pub fn takes(problem: &Problem) -> Result<(), Unfit> {
        Self::fits(problem, Self::MAX_GENERATED)
    }

    /// The program to solve a problem by, whose [bound](Self::bound_of) is known: where there are few rows with
    /// all of them, else generating.
    ///
    /// # Errors
    /// As [`OrderingFormulation::takes`], or when it was stopped.
    pub fn to_solve(
        problem: &Problem,
        bound: Bound,
        without: &Families,
        control: &Control,
    ) -> Result<Self, BuildError> {
        Self::takes(problem)?;
        Self::build(problem, Rows::Few, bound, Some(without), control)
    }

    /// Dual bound by those of the families of line cuts and block cuts that the formulation has: its [`bound`](Formulation::bound).
    ///
    /// # Errors
    /// When it was stopped.
    pub fn bound_of(
        problem: &Problem,
        without: &Families,
        control: &Control,
    ) -> Result<Bound, Stopped> {
        let has = |family| !without.contains(&family);
        match (has(Family::LineCuts), has(Family::BlockCuts)) {
            (true, true) => by_lines_and_blocks(problem, control),
            (true, false) => by_lines(problem, control),
            (false, _) => Ok(Bound::trivial(problem)),
        }
    }

    /// The program with points, `without` these families, or without points and the pairs that only points need.
    fn build(
        problem: &Problem,
        rows: Rows,
        bound: Bound,
        without: Option<&Families>,
        control: &Control,
    ) -> Result<Self, BuildError> {
        control.go_on()?;
        let mut program = Program::new(problem.sense());
        let phases = Phases::new(&mut program, problem, control)?;
        let earlier = Earlier::new(problem);
        let mut pairs: Vec<_> = stated::pairs(problem).collect();
        if without.is_some() {
            pairs.extend(precedence::in_lines(problem));
        }
        let precedence = Precedence::new(&mut program, problem, &earlier, pairs);
        let (many_circles, many_phases) = match rows {
            Rows::All => (false, false),
            Rows::Few => (
                circles(problem, &Families::new())
                    .nth(Self::ALL_ROWS)
                    .is_some(),
                phases.count() > Self::FEW_PHASES
                    && precedence
                        .all_across(&phases)
                        .nth(Self::ALL_ACROSS)
                        .is_some(),
            ),
            Rows::Generated => (true, true),
        };
        let circles = without.map_or_else(Vec::new, |without| circles(problem, without).collect());
        let cycles = if many_circles || many_phases {
            let phases = many_phases && precedence.all_across(&phases).next().is_some();
            Cycles::Separated {
                circles,
                equations: generated_equations(phases).collect(),
            }
        } else {
            precedence.short_cycles(&mut program, &circles, control)?;
            Cycles::Cut
        };
        precedence.add_waiting(&mut program, problem, &phases, control)?;
        if !many_phases {
            precedence.across_phases(&mut program, &phases, control)?;
        }
        let mut quantities = Quantities::default();
        if let Some(without) = without {
            let points = PointRows::new(&mut program, problem, &phases, &precedence, &earlier);
            quantities = objective(points, without, control)?;
            program.add_bonus(&BONUS, problem, |cell| phases.filled(cell));
            program.add_colours(&COLOURS, problem, |cell| phases.filled(cell));
        }
        stated::add(
            &mut program,
            problem,
            &phases,
            &precedence,
            &quantities,
            control,
        )?;
        Ok(Self {
            program,
            phases,
            precedence,
            cycles,
            bound,
            quantities,
        })
    }

    /// The program without its points: any solution is an order that satisfies the constraints, with an
    /// objective of 0. Far smaller than the whole; for deciding whether there is an order at all. Where rows speak of
    /// points, the result is the whole.
    ///
    /// # Errors
    /// When the wall has more than [`OrderingFormulation::MAX_GENERATED`] cells, or more than
    /// [`OrderingFormulation::MAX_LINE`] in a line, when the program is too large, or when it was stopped.
    pub fn skeleton(problem: &Problem, control: &Control) -> Result<Self, BuildError> {
        Self::takes(problem)?;
        if stated::has_points(problem) {
            let (bound, without) = (Bound::trivial(problem), Families::new());
            return Self::build(problem, Rows::Few, bound, Some(&without), control);
        }
        let (score, reason) = (0, Reason::Tiles);
        Self::build(problem, Rows::All, Bound { score, reason }, None, control)
    }
}

/// Adds runs, starts, singles and the cuts of [families](Family), and the objective: the points of all lines, and 1 for
/// each single; those of each cell times its factor.
///
/// `points(c) = factor(c)·(Σ runs + (filled − start_h) + (filled − start_v) + single)`, split by line.
fn objective(
    mut points: PointRows<'_>,
    without: &Families,
    control: &Control,
) -> Result<Quantities, BuildError> {
    let problem = points.problem;
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

impl Formulation for OrderingFormulation {
    fn program(&self) -> &Program {
        &self.program
    }

    /// Dual bound by line cuts, or by line cuts and block cuts, as far as the formulation has them; else the trivial bound.
    fn bound(&self) -> Bound {
        self.bound.clone()
    }

    fn generates(&self) -> bool {
        matches!(self.cycles, Cycles::Separated { .. })
    }

    fn separate(&self, values: &[f64]) -> Vec<CycleCut> {
        match &self.cycles {
            Cycles::Separated { circles, .. } => {
                self.precedence.violated(circles, &self.phases, values)
            }
            Cycles::Excluded | Cycles::Cut => Vec::new(),
        }
    }

    fn read(&self, values: &[i64]) -> Reading {
        cycles::read(&self.phases, &self.precedence, values)
    }

    /// A column, o(b,a) for 1 − o(a,b), or a quantity that is constant or equal to another column.
    fn quantity(&self, name: &str) -> Option<Linear> {
        let of_points = || self.quantities.get(name).cloned();
        let of_pair = || {
            let (first, then) = name
                .strip_prefix("o(")?
                .strip_suffix(')')?
                .split_once(',')?;
            let cell = |number: &str| number.parse().ok().filter(|&number| number > 0);
            let (first, then) = (cell(first)?, cell(then)?);
            self.precedence
                .try_before(Cell::from_number(first), Cell::from_number(then))
        };
        of_points()
            .or_else(of_pair)
            .or_else(|| self.program.column_named(name))
    }

    fn describe(&self, problem: &Problem) -> Description {
        Description {
            later: match &self.cycles {
                Cycles::Excluded => Vec::new(),
                Cycles::Cut => vec![&LONGER_CYCLES],
                Cycles::Separated { equations, .. } => {
                    equations.iter().copied().chain([&LONGER_CYCLES]).collect()
                }
            },
            ..describe::describe(problem, &self.program)
        }
    }
}
