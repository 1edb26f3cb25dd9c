//! Whether a row of a program is valid: whether every order that the problem admits satisfies it.
//!
//! A row counts facts about an order. Each fact is decided when a certain cell is filled, by what is filled before. So a
//! table over the sets of filled cells has the greatest left-hand side of all orders, and an order that reaches it. Where
//! the table would be too large, the mixed-integer solver maximizes the left-hand side over the whole program.

use azulejo_control::Control;
use azulejo_solver::formulation::{Fact, Formulation, Program, Reading, Relation, Row, Timetable};
use azulejo_solver::instance::Sense;
use azulejo_solver::milp;
use azulejo_solver::order::Order;
use azulejo_solver::problem::Problem;
use azulejo_solver::solve::SolveError;
use azulejo_solver::wall::{Axis, Cell};
use itertools::Itertools;

/// Whether a row holds for every order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Validity {
    /// Every order satisfies the row.
    Valid {
        /// The least difference between the two sides over all orders; 0 where an order has equality. None where the
        /// solver was stopped before a decision.
        slack: Option<u64>,
    },
    /// An order violates the row.
    CutsOff {
        /// An order that breaks the row the most, as far as that is known.
        order: Order,
        /// The distance between the two sides.
        by: u64,
    },
    /// No order satisfies the constraints.
    NoOrder,
    /// The solver was stopped before a decision.
    Unknown,
}

/// Whether every order of the problem satisfies a row of a formulation that is
/// [complete](azulejo_solver::formulation::Kind::formulate).
///
/// # Errors
/// When the solver fails.
pub fn validity(
    formulation: &dyn Formulation,
    problem: &Problem,
    row: &Row,
    control: &Control,
) -> Result<Validity, SolveError> {
    let mut slack = Some(u64::MAX);
    let mut unknown = false;
    for &sense in senses(row.relation) {
        // The distance of the side beyond the right-hand side.
        let beyond = |value: i64| sense.gain(value - row.right);
        match extreme(formulation, problem, row, sense, control)? {
            Extreme::Of { value, order } if beyond(value) > 0 => {
                let by = beyond(value).unsigned_abs();
                return Ok(Validity::CutsOff { order, by });
            }
            Extreme::Of { value, .. } => {
                slack = slack.map(|slack| slack.min(beyond(value).unsigned_abs()));
            }
            Extreme::Within { bound } if beyond(bound) <= 0 => slack = None,
            Extreme::Within { .. } | Extreme::Unknown => unknown = true,
            Extreme::None => return Ok(Validity::NoOrder),
        }
    }
    Ok(match unknown {
        true => Validity::Unknown,
        false => Validity::Valid { slack },
    })
}

fn senses(relation: Relation) -> &'static [Sense] {
    match relation {
        Relation::AtMost => &[Sense::Maximize],
        Relation::AtLeast => &[Sense::Minimize],
        Relation::Equal => &[Sense::Maximize, Sense::Minimize],
    }
}

/// The greatest or the least value of a sum of columns over all orders.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Extreme {
    /// The extreme value, and an order with this value.
    Of { value: i64, order: Order },
    /// A bound on all orders.
    Within { bound: i64 },
    /// No order satisfies the constraints.
    None,
    /// The solver was stopped before a bound.
    Unknown,
}

fn extreme(
    formulation: &dyn Formulation,
    problem: &Problem,
    row: &Row,
    sense: Sense,
    control: &Control,
) -> Result<Extreme, SolveError> {
    match Table::new(formulation.program(), problem, row) {
        Some(table) => Ok(table.extreme(problem, sense)),
        None => solve_program(formulation, problem, row, sense, control),
    }
}

/// The extreme over the whole program, by the solver.
fn solve_program(
    formulation: &dyn Formulation,
    problem: &Problem,
    row: &Row,
    sense: Sense,
    control: &Control,
) -> Result<Extreme, SolveError> {
    let program = formulation
        .program()
        .with_objective(sense, row.expression.clone());
    let solution = milp::best(&program, control)?;
    let order = solution
        .values
        .and_then(|values| match formulation.read(&values) {
            Reading::Order(order) if problem.admits(&order) => {
                let timetable = Timetable::new(problem, &order);
                let value = row.expression.value(&program.assignment(&timetable));
                Some((value, order))
            }
            _ => None,
        });
    let bound = solution
        .bound
        .map(|bound| sense.rounded(bound, 1e-6) as i64);
    Ok(match (order, bound) {
        _ if solution.infeasible => Extreme::None,
        (Some((value, order)), _) if sense.better(value, row.right) || bound == Some(value) => {
            Extreme::Of { value, order }
        }
        (_, Some(bound)) => Extreme::Within { bound },
        _ => Extreme::Unknown,
    })
}

/// The condition of a term of a row, at the time when the cell of the term is filled.
#[derive(Debug, Clone, Copy)]
enum Part {
    /// All these cells are filled.
    After(u32),
    /// None of these cells is filled.
    Without(u32),
    /// The number of turns before is in this range, from the first number to the second.
    Turns(usize, usize),
    /// All these cells are filled, and so many turns were played before.
    AfterAt(u32, usize),
    /// A rank: the number of the turn.
    Number,
}

/// The gains of the left-hand side of a row, by the set of filled cells.
struct Table {
    /// The cells whose order matters.
    cells: Vec<Cell>,
    /// For each of these cells, the factors and the conditions of its terms.
    parts: Vec<Vec<(i64, Part)>>,
    /// The sum of the terms that are true for all orders.
    constant: i64,
    /// For each turn the cells that may be filled in it, and for each cell those that it waits for; none where any order
    /// is allowed.
    rules: Option<(Vec<u32>, Vec<u32>)>,
}

/// The greatest number of cells of a table.
const CELLS: usize = 20;

impl Table {
    /// The table; none where it is too large, or where the cells filled before a cell do not decide a fact.
    fn new(program: &Program, problem: &Problem, row: &Row) -> Option<Self> {
        if !problem.fills_the_wall() || !problem.features().is_empty() {
            return None;
        }
        let facts = row.expression.terms();
        let facts = facts
            .map(|(column, factor)| (factor, &program.columns()[column.index()].fact))
            .collect_vec();
        let is_free = |cell: &Cell| !problem.initial().contains(*cell);
        let plain = problem.phases().len() <= 1
            && problem.free().all(|cell| problem.before(cell).is_empty());
        let timeless = facts.iter().all(|(_, fact)| {
            matches!(
                fact,
                Fact::Before { .. }
                    | Fact::Start { .. }
                    | Fact::After { turn: None, .. }
                    | Fact::Complete { .. }
            )
        });
        let cells = match plain && timeless {
            true => facts
                .iter()
                .flat_map(|(_, fact)| cells_of(problem, fact))
                .filter(is_free)
                .sorted()
                .dedup()
                .collect_vec(),
            false => problem.free().collect_vec(),
        };
        if cells.len() > CELLS {
            return None;
        }
        let mut table = Self {
            parts: vec![Vec::new(); cells.len()],
            constant: 0,
            rules: None,
            cells,
        };
        for (factor, fact) in facts {
            table.add(problem, factor, fact)?;
        }
        if !(plain && timeless) {
            let turn_cells = problem
                .turns()
                .map(|turn| table.mask(problem.allowed(turn).iter()));
            let before = table.cells.iter().map(|&cell| {
                let predecessors = problem.before(cell).iter();
                // A cell that waits for itself is never filled: it waits for a bit that no set has.
                match problem.before(cell).contains(cell) {
                    true => u32::MAX,
                    false => table.mask(predecessors),
                }
            });
            table.rules = Some((turn_cells.collect(), before.collect()));
        }
        Some(table)
    }

    /// The set of the cells that are in the table.
    fn mask(&self, cells: impl Iterator<Item = Cell>) -> u32 {
        let places = cells.filter_map(|cell| self.place(cell));
        places.fold(0, |mask, place| mask | 1 << place)
    }

    fn place(&self, cell: Cell) -> Option<usize> {
        self.cells.binary_search(&cell).ok()
    }

    fn add(&mut self, problem: &Problem, factor: i64, fact: &Fact) -> Option<()> {
        let initial = |cell: &Cell| problem.initial().contains(*cell);
        let (cell, part) = match fact {
            Fact::Complete { .. } => {
                self.constant += factor;
                return Some(());
            }
            Fact::At { cell, turn } => (*cell, Part::Turns(turn.index(), turn.index())),
            Fact::By { cell, turn } => (*cell, Part::Turns(0, turn.index())),
            Fact::Rank { cell } => (*cell, Part::Number),
            // The table is of problems without rows and without fields.
            Fact::Earned { .. } | Fact::Clause { .. } | Fact::Colours(_) => return None,
            Fact::Within { windows } => match windows[..] {
                [(cell, first, last)] => (cell, Part::Turns(first.index(), last.index())),
                _ => return None,
            },
            Fact::Before { first, then } => (*then, Part::After(self.mask([*first].into_iter()))),
            Fact::After { cell, turn, set } => {
                let set = self.mask(set.iter().copied());
                let part = match turn {
                    Some(turn) => Part::AfterAt(set, turn.index()),
                    None => Part::After(set),
                };
                (*cell, part)
            }
            Fact::Start { cell, axes } => {
                let beside = neighbours(problem, *cell, axes).collect_vec();
                if beside.iter().any(initial) {
                    return Some(());
                }
                (*cell, Part::Without(self.mask(beside.into_iter())))
            }
        };
        let place = self.place(cell)?;
        self.parts[place].push((factor, part));
        Some(())
    }

    /// The gain of filling a cell after a set of filled cells.
    fn gain(&self, place: usize, filled: u32) -> i64 {
        let turns = filled.count_ones() as usize;
        let parts = self.parts[place].iter();
        let gains = parts.map(|&(factor, part)| {
            let is_true = match part {
                Part::Number => return factor * (turns as i64 + 1),
                Part::After(set) => filled & set == set,
                Part::Without(set) => filled & set == 0,
                Part::Turns(first, last) => (first..=last).contains(&turns),
                Part::AfterAt(set, turn) => turn == turns && filled & set == set,
            };
            if is_true { factor } else { 0 }
        });
        gains.sum()
    }

    fn is_allowed(&self, place: usize, filled: u32) -> bool {
        let Some((turn_cells, predecessors)) = &self.rules else {
            return true;
        };
        let turn = filled.count_ones() as usize;
        turn_cells[turn] >> place & 1 == 1 && filled & predecessors[place] == predecessors[place]
    }

    /// The greatest or the least left-hand side, by the sets of filled cells from the empty one to the full one.
    fn extreme(&self, problem: &Problem, sense: Sense) -> Extreme {
        let cells = self.cells.len();
        let full = (1_u32 << cells) - 1;
        let mut best: Vec<Option<i64>> = vec![None; 1 << cells];
        best[0] = Some(self.constant);
        let open = |filled: u32| (0..cells).filter(move |place| filled >> place & 1 == 0);
        for filled in 0..full {
            let Some(value) = best[filled as usize] else {
                continue;
            };
            for place in open(filled).filter(|&place| self.is_allowed(place, filled)) {
                let successor = &mut best[(filled | 1 << place) as usize];
                let value = value + self.gain(place, filled);
                if successor.is_none_or(|best| sense.better(value, best)) {
                    *successor = Some(value);
                }
            }
        }
        let Some(value) = best[full as usize] else {
            return Extreme::None;
        };
        let (mut filled, mut order) = (full, Vec::new());
        while filled != 0 {
            let last = (0..cells)
                .filter(|place| filled >> place & 1 == 1)
                .find(|&place| {
                    let before = filled & !(1 << place);
                    let candidate =
                        best[before as usize].map(|value| value + self.gain(place, before));
                    candidate == best[filled as usize] && self.is_allowed(place, before)
                });
            let Some(last) = last else {
                return Extreme::Unknown;
            };
            filled &= !(1 << last);
            order.push(self.cells[last]);
        }
        order.reverse();
        let rest = problem.free().filter(|cell| self.place(*cell).is_none());
        let order: Order = order.into_iter().chain(rest).collect();
        Extreme::Of { value, order }
    }
}

/// The cells whose sequence decides a fact without turns.
fn cells_of(problem: &Problem, fact: &Fact) -> Vec<Cell> {
    match fact {
        Fact::Start { cell, axes } => neighbours(problem, *cell, axes).chain([*cell]).collect(),
        Fact::Complete { .. } => Vec::new(),
        _ => fact.cells(),
    }
}

/// The cells beside a cell along some axes.
fn neighbours(problem: &Problem, cell: Cell, axes: &[Axis]) -> impl Iterator<Item = Cell> {
    let wall = problem.wall();
    axes.iter()
        .flat_map(move |&axis| wall.neighbours(cell, axis))
}

#[cfg(all(test, feature = "highs"))]
mod tests {
    use super::*;
    use crate::rows::inequalities;
    use azulejo_solver::formulation::{Families, Kind, Linear};
    use azulejo_solver::instance::Instance;

    /// A random row, by a generator that is the same on each machine.
    fn row(program: &Program, seed: u64) -> Row {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut next = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        // The ranks of equation (O-15) only grow along an order: a program leaves them more freedom than an order does.
        let columns = program
            .columns()
            .iter()
            .filter(|column| !column.is_number());
        let columns = columns.collect_vec();
        let mut text = format!("{} {}", next(3) + 1, columns[next(columns.len())].name);
        for _ in 0..3 {
            let sign = ["+", "-"][next(2)];
            text += &format!(
                " {sign} {} {}",
                next(3) + 1,
                columns[next(columns.len())].name
            );
        }
        let relation = ["<=", ">=", "="][next(3)];
        text += &format!(" {relation} {}", next(4));
        let wall = azulejo_solver::wall::Wall::new(1, 1).expect("a cell");
        let quantity = |name: &str| -> Option<Linear> { program.column_named(name) };
        match inequalities(&text, wall, quantity) {
            Ok(rows) => rows[0].1.clone(),
            Err(_) => row(program, seed + 1000),
        }
    }

    #[test]
    fn the_table_and_the_solver_agree_on_random_rows() {
        let plain = Instance::builder(2, 3, Sense::Minimize)
            .build()
            .expect("valid");
        let constrained = Instance::builder(2, 3, Sense::Maximize)
            .before(1, 6)
            .window(2, 2..=4)
            .build();
        for (instance, seeds) in [(plain, 12), (constrained.expect("valid"), 12)] {
            let problem = Problem::from(&instance);
            for kind in [Kind::Ordering, Kind::CaseStudy] {
                let formulation = kind.formulate(&problem, &Families::new()).expect("small");
                for seed in 0..seeds {
                    let row = row(formulation.program(), seed);
                    let control = Control::default();
                    for &sense in senses(row.relation) {
                        let Some(table) = Table::new(formulation.program(), &problem, &row) else {
                            continue;
                        };
                        let by_table = table.extreme(&problem, sense);
                        let by_solver =
                            solve_program(&*formulation, &problem, &row, sense, &control);
                        let value = |extreme: &Extreme| match extreme {
                            Extreme::Of { value, order } => {
                                assert!(problem.admits(order), "{order:?}");
                                Some(*value)
                            }
                            Extreme::Within { bound } => Some(*bound),
                            _ => None,
                        };
                        let by_solver = by_solver.expect("HiGHS runs");
                        let text = formulation.program().row_formula(&row);
                        match (&by_table, &by_solver) {
                            // A rank need only be greater than those before it: then there is a bound alone.
                            (Extreme::Of { value, .. }, Extreme::Within { bound })
                                if text.contains("rank(") =>
                            {
                                let beats = sense.better(value, bound);
                                assert!(!beats, "{kind} {text} {sense:?}: {value} beats {bound}");
                            }
                            _ => assert_eq!(
                                value(&by_table),
                                value(&by_solver),
                                "{kind} {text} {sense:?}"
                            ),
                        }
                        assert!(value(&by_table).is_some(), "{text}");
                    }
                }
            }
        }
    }
}
