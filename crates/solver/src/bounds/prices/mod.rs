//! Bounds by lines with prices: a Lagrangian decomposition of an order into its rows and its columns.
//!
//! Each line does the best that it can alone, turn by turn, in turns that may fill its cells. Alone, lines would share
//! the best turns, and a row would fill a cell in another turn than its column. So a cell has a price in each turn, one
//! for its row and one for its column, and both together are the price of the turn. An order pays the price of each
//! turn exactly once, whatever the prices are. So what all lines gain at best, less what they pay, and the prices of
//! all turns is a bound. It holds for a covering in the middle of the order, too, with the turns that are still to come.
//! Subgradient steps look for prices with a tight bound.
//!
//! A cell that waits for a cell of another line pays for it, too.
//!
//! Rows may be taken two at a time, as strips: a tile's *partner* is the cell beside it in the other row of its strip, and its
//! *outsiders* are the other cells above and below it. Where rows are taken one at a time, there are no partners.
//!
//! A single tile earns 1. A tile *looks like* a single in its strip if it starts a run of its row and its partner is empty. It is
//! *hidden* in its column if its partner is empty and an outsider is filled: then it may look like a single and is none. For the
//! maximum a single counts with a weight as a tile that looks like a single, and with the rest of 1 as a start of its column. For the
//! minimum it counts with a weight as a tile that looks like a single, less the hidden tiles.

mod joint;
mod multipliers;
mod precedences;
mod subproblem;
mod subproblems;
mod tables;

pub(crate) use tables::{PriceBounds, PricedSum};

use super::colours::colour_points;
use super::{Bound, Reason};
use crate::instance::Sense;
use crate::problem::Problem;
use crate::wall::Wall;
use azulejo_control::Control;
use itertools::Itertools;
use joint::{Ends, Joint, free_ends};
use multipliers::{IntegerPrices, Multipliers, in_parts};
use precedences::Precedences;
use subproblem::{GainTables, Subproblem};

/// Parts of a point, in which prices are whole numbers.
const PARTS: i32 = 64;

/// Number of steps without a better bound after which steps become shorter, and the factor.
const PATIENCE: usize = 30;
const SHORTER: f64 = 0.7;

/// First step length from prices that are good already: those of lines for strips, and those for another score. Longer steps would
/// lead away from them.
const WARM_STEP: f64 = 0.06;

/// The shortest step that changes something.
const SHORTEST: f64 = 0.01;

/// Divisor of the time: prices for lines have one part, before strips have the rest.
const LINES: u32 = 3;

/// Ends of the range, in points for a line and against it, in which the price of a turn is searched, and the number of
/// halvings.
const DEAREST: f64 = 32.0;
const HALVINGS: usize = 12;

/// A Lagrangian decomposition, with the best multipliers so far.
#[derive(Debug)]
pub(crate) struct Decomposition {
    wall: Wall,
    sense: Sense,
    /// The rows of a strip.
    height: usize,
    strips: Vec<Subproblem>,
    columns: Vec<Subproblem>,
    precedences: Precedences,
    constant: i32,
    current: Multipliers,
    best: Multipliers,
    /// The bound of the best prices, as a gain in parts of a point.
    bound: i32,
    /// The score that the last steps were for, and their length at the end.
    target: Option<u32>,
    length: f64,
    /// Gains of the subproblems, strips first.
    gain_tables: Vec<GainTables>,
    /// Demands on all ends together, where the wall is not filled.
    joint: Option<Joint>,
    /// The points of colours in the tables of coverings.
    colours: i32,
}

impl Decomposition {
    /// The longest line: its tables have an entry for each turn and each set of places.
    pub(crate) const LONGEST: usize = 12;

    /// The largest strip: its number of places.
    const LARGEST: usize = 16;

    /// The decomposition without prices, for strips of `height` rows. Lines have at most [`LONGEST`](Self::LONGEST) cells.
    fn new(problem: &Problem, height: usize) -> Self {
        let (wall, sense) = (problem.wall(), problem.sense());
        let tight = problem.with_propagation();
        let precedences = Precedences::new(problem);
        let size = (problem.horizon(), wall.len(), precedences.len());
        let multipliers = Multipliers::uniform(size, 0.0, 0.5);
        let strips = (0..wall.rows()).step_by(height);
        let strips = strips.map(|first| subproblems::strip(problem, &tight, first, height));
        let strips: Vec<Subproblem> = strips.collect();
        let columns =
            (0..wall.columns()).map(|column| subproblems::column(problem, &tight, column, height));
        let columns: Vec<Subproblem> = columns.collect();
        let subproblems = strips.iter().chain(&columns).collect_vec();
        let joint = Joint::new(problem, &subproblems);
        let gain_tables = subproblems.iter().map(|_| GainTables::default()).collect();
        let colours = colour_points(problem);
        let constant = match &joint {
            Some(joint) if joint.has_colours() => 0,
            _ => sense.gain(colours),
        };
        Self {
            wall,
            sense,
            height,
            strips,
            columns,
            precedences,
            constant,
            current: multipliers.clone(),
            best: multipliers,
            bound: i32::MAX,
            target: None,
            length: 1.0,
            gain_tables,
            joint,
            colours: sense.gain(colours),
        }
    }

    /// Prices for strips of two rows, from the best prices so far or from none, whichever bound is tighter; none where there are no
    /// strips, or these are too large.
    fn in_strips(&self, problem: &Problem, memory: u64) -> Option<Self> {
        if !Self::has_strips(problem) || Self::bytes(problem, 2) > memory {
            return None;
        }
        let mut strips = Self::new(problem, 2);
        for mut multipliers in [self.best.clone(), strips.current.clone()] {
            // Strips see most of what makes a single.
            multipliers.weights.fill(1.0);
            let (bound, _) = strips.slope(&multipliers)?;
            if bound < strips.bound {
                (strips.bound, strips.best) = (bound, multipliers);
            }
        }
        strips.length = WARM_STEP;
        Some(strips)
    }

    /// Whether there are prices of strips of two rows. For the maximum these are hardly tighter than those of lines.
    fn has_strips(problem: &Problem) -> bool {
        problem.sense() == Sense::Minimize && 2 * problem.wall().columns() <= Self::LARGEST
    }

    /// The bytes that prices and their tables take, with strips of `height` rows.
    fn bytes(problem: &Problem, height: usize) -> u64 {
        let wall = problem.wall();
        // Three numbers per place, and two per turn: in the tables, and during their construction.
        let bytes_of = |subproblems: usize, places: usize| {
            let numbers = 3 * places + 2 * (problem.horizon() + 1);
            ((subproblems * numbers * size_of::<i32>()) as u64) << places
        };
        let strips = bytes_of(wall.rows().div_ceil(height), height * wall.columns());
        strips + bytes_of(wall.columns(), wall.rows())
    }

    /// Prices with the bound `target`, or as near to it as the time allows, and their bound. None where there is no order, where lines
    /// are too long, where `memory` bytes are too few, or where prices are weak: for the minimum of a filled wall that is too wide for
    /// strips.
    pub(crate) fn search(
        problem: &Problem,
        target: u32,
        memory: u64,
        control: &Control,
    ) -> Option<(Self, Bound)> {
        let longest = problem.wall().longest_line();
        // Lines alone are weak for the minimum of a whole wall.
        let minimum = problem.sense() == Sense::Minimize && problem.fills_the_wall();
        let is_weak = minimum && !Self::has_strips(problem);
        if longest > Self::LONGEST || is_weak || Self::bytes(problem, 1) > memory {
            return None;
        }
        let mut prices = Self::new(problem, 1);
        if !problem.fills_the_wall() && !prices.level(control) {
            return None;
        }
        let part = control.time_left().map(|time| time / LINES);
        let bound = prices.ascend(target, &control.clone().within(part))?;
        if bound.score == target || control.stopped() {
            return Some((prices, bound));
        }
        let Some(mut strips) = prices.in_strips(problem, memory) else {
            let bound = prices.ascend(target, control)?;
            return Some((prices, bound));
        };
        let by_strips = strips.ascend(target, control)?;
        let tightest = if strips.bound < prices.bound {
            strips
        } else {
            prices
        };
        Some((tightest, bound.tighter(by_strips, problem.sense())))
    }

    /// Continues from the best prices, toward the bound `target`.
    pub(crate) fn ascend(&mut self, target: u32, control: &Control) -> Option<Bound> {
        if self.target.is_some_and(|last| last != target) {
            self.length = self.length.max(WARM_STEP);
        }
        self.target = Some(target);
        self.current = self.best.clone();
        let is_feasible = self.steps(target as i32, usize::MAX, control);
        let reason = Reason::Prices;
        let score = self.bound().max(0) as u32;
        is_feasible.then_some(Bound { score, reason })
    }

    /// Whether more steps would change little.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.length < SHORTEST
    }

    /// Dual bound by the best prices, in points.
    fn bound(&self) -> i32 {
        self.sense
            .gain(self.bound.div_euclid(PARTS) + self.constant)
    }

    /// The bound by prices, as a gain in parts of a point, and its subgradient; none where there is no order.
    fn slope(&mut self, multipliers: &Multipliers) -> Option<(i32, Multipliers)> {
        let prices = self.apply(multipliers);
        let mut sum = prices.total;
        let turns = multipliers.turns.len();
        let size = (turns, self.wall.len(), self.precedences.len());
        let mut slope = Multipliers::uniform(size, 2.0, 0.0);
        let ends = self.best_ends(&prices)?;
        sum = sum.saturating_add(ends.gain);
        let mut tiles = Vec::new();
        let subproblems = self
            .strips
            .iter()
            .map(|subproblem| (subproblem, &prices.strips, 1.0));
        let columns = self
            .columns
            .iter()
            .map(|subproblem| (subproblem, &prices.columns, -1.0));
        let subproblems = subproblems
            .chain(columns)
            .zip(&self.gain_tables)
            .zip(&ends.of_subproblems);
        for (((subproblem, prices, side), gain_tables), &end) in subproblems {
            subproblem.trace(end, gain_tables, prices, &mut tiles);
            for &(turn, cell, is_marked) in &tiles {
                slope.turns[turn] -= 1.0;
                slope.cells[turn][cell] -= side;
                self.precedences.count(&mut slope.waits, turn, cell);
                if is_marked {
                    slope.weights[cell] += self.sense.gain(side);
                }
            }
        }
        Some((sum, slope))
    }

    /// The best ends of all subproblems together; none where there is no order.
    fn best_ends(&mut self, prices: &IntegerPrices) -> Option<Ends> {
        let gains = self.gains(prices);
        let subproblems = self.strips.iter().chain(&self.columns).collect_vec();
        match &self.joint {
            Some(joint) => joint.best(&subproblems, self.strips.len(), &gains),
            None => free_ends(&gains),
        }
    }

    /// Gains of the subproblems, strips first, with each of their ends.
    fn gains(&mut self, prices: &IntegerPrices) -> Vec<Vec<i32>> {
        let strips = self
            .strips
            .iter()
            .map(|subproblem| (subproblem, &prices.strips));
        let columns = self
            .columns
            .iter()
            .map(|subproblem| (subproblem, &prices.columns));
        let subproblems = strips.chain(columns).zip(&mut self.gain_tables);
        let gains = subproblems.map(|((subproblem, prices), gain_tables)| {
            subproblem.write_gains(prices, gain_tables);
            subproblem.ends(gain_tables, prices.len())
        });
        gains.collect()
    }

    /// Levels the best prices where turns do not fill the wall: a surcharge on all turns, with which lines want about as many tiles as
    /// there are turns. The bound stays the same. False where there is no order.
    fn level(&mut self, control: &Control) -> bool {
        if self.joint.is_none() {
            return true;
        }
        let (mut low, mut high) = (-DEAREST, DEAREST);
        let mut best = (i32::MAX, 0.0);
        for _ in 0..HALVINGS {
            if control.stopped() {
                break;
            }
            let surcharge = (low + high) / 2.0;
            let prices = self.apply(&self.best.dearer(surcharge));
            let Some(ends) = free_ends(&self.gains(&prices)) else {
                return false;
            };
            let sum = prices.total.saturating_add(ends.gain);
            if sum < best.0 {
                best = (sum, surcharge);
            }
            let subproblems = self
                .strips
                .iter()
                .chain(&self.columns)
                .zip(&ends.of_subproblems);
            let tiles =
                subproblems.map(|(subproblem, end)| (end & !subproblem.initial()).count_ones());
            // Turns become dearer where lines want too many tiles.
            match tiles.sum::<u32>() as usize > 2 * self.best.turns.len() {
                true => low = surcharge,
                false => high = surcharge,
            }
        }
        self.best = self.best.dearer(best.1);
        true
    }

    /// Takes at most `steps` steps toward the bound `target`, until they change little or the time is over. False where there is no
    /// order.
    fn steps(&mut self, target: i32, steps: usize, control: &Control) -> bool {
        let goal = f64::from(PARTS) * f64::from(self.sense.gain(target) - self.constant);
        let mut idle = 0;
        let mut direction: Option<Multipliers> = None;
        for _ in 0..steps {
            if control.stopped() || self.is_exhausted() {
                break;
            }
            let Some((sum, mut slope)) = self.slope(&self.current.clone()) else {
                return false;
            };
            if sum < self.bound {
                idle = if f64::from(self.bound) - f64::from(sum) > 0.02 * f64::from(PARTS) {
                    0
                } else {
                    idle + 1
                };
                (self.bound, self.best) = (sum, self.current.clone());
            } else {
                idle += 1;
            }
            if idle > PATIENCE {
                (self.length, idle) = (self.length * SHORTER, 0);
                self.current = self.best.clone();
                continue;
            }
            let excess = f64::from(sum) - goal;
            if excess < 1.0 {
                break;
            }
            if let Some(last) = &direction {
                slope.deflect(last);
            }
            let square = slope.square();
            if square == 0.0 {
                break;
            }
            self.current
                .step(&slope, self.length * excess / (square * f64::from(PARTS)));
            direction = Some(slope);
        }
        true
    }

    /// Tables that bound the rest of coverings, by the best prices. A stop leaves the price of all turns as it is.
    pub(crate) fn tables(&mut self, control: &Control) -> PriceBounds {
        self.level(control);
        let prices = self.apply(&self.best.clone());
        let tables = |subproblems: &[Subproblem], prices: &[Vec<i32>]| {
            let tables = subproblems.iter().map(|subproblem| subproblem.rest(prices));
            tables.collect_vec()
        };
        let to_come = prices.turns.iter().scan(prices.total, |remaining, price| {
            *remaining -= price;
            Some(*remaining)
        });
        PriceBounds {
            wall: self.wall,
            sense: self.sense,
            height: self.height,
            strips: tables(&self.strips, &prices.strips),
            columns: tables(&self.columns, &prices.columns),
            turn_prices: std::iter::once(prices.total).chain(to_come).collect(),
            precedences: self.precedences.clone(),
            wait_prices: prices.wait_prices,
            constant: self.colours,
        }
    }

    /// Prices in whole numbers; the subproblems get the gains of marked tiles.
    fn apply(&mut self, multipliers: &Multipliers) -> IntegerPrices {
        let weights = multipliers.weights.iter();
        let weights = weights
            .map(|weight| in_parts(*weight).clamp(0, PARTS))
            .collect_vec();
        let sense = self.sense;
        for strip in &mut self.strips {
            strip.weigh(|cell| sense.gain(weights[cell]));
        }
        for column in &mut self.columns {
            column.weigh(|cell| match sense {
                Sense::Maximize => PARTS - weights[cell],
                Sense::Minimize => weights[cell],
            });
        }
        let turns = multipliers
            .turns
            .iter()
            .map(|price| 2 * in_parts(*price))
            .collect_vec();
        let rows = turns.iter().zip(&multipliers.cells).map(|(price, cells)| {
            cells
                .iter()
                .map(|surcharge| price / 2 + in_parts(*surcharge))
                .collect_vec()
        });
        let mut rows = rows.collect_vec();
        let columns = turns
            .iter()
            .zip(&rows)
            .map(|(price, rows)| rows.iter().map(|of_row| price - of_row).collect());
        let mut columns: Vec<Vec<i32>> = columns.collect();
        let wait_prices = Precedences::wait_prices(&multipliers.waits);
        self.precedences.charge(&wait_prices, &mut rows);
        self.precedences.charge(&wait_prices, &mut columns);
        IntegerPrices {
            columns,
            strips: rows,
            total: turns.iter().sum(),
            turns,
            wait_prices,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
