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
//! maximum a single counts as one that looks so with one weight, and as a start of its column with the rest of 1. For the minimum
//! it counts with a weight times what looks so, less what is hidden.

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
use multipliers::{IntegerPrices, Multipliers, whole};
use precedences::Precedences;
use subproblem::{GainTables, Subproblem};

/// Parts of a point, in which prices are whole numbers.
const PARTS: i32 = 64;

/// Number of steps without a better bound after which steps become shorter, and the factor.
const PATIENCE: usize = 30;
const SHORTER: f64 = 0.7;

/// The first step where prices go on from such that are good already: those of lines for strips, and those towards another score.
/// Longer steps would lead away from what has been found.
const AGAIN: f64 = 0.06;

/// The shortest step that changes something.
const SHORTEST: f64 = 0.01;

/// Divisor of the time: prices for lines have one part, before strips have the rest.
const LINES: u32 = 3;

/// Ends of the range, in points for a line and against it, in which the price of a turn is first looked for, and the number of
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
    beside: i32,
    now: Multipliers,
    best: Multipliers,
    /// The bound of the best prices, as a gain in parts of a point.
    bound: i32,
    /// The score that the last steps were for, and how long they were at the end.
    target: Option<u32>,
    length: f64,
    /// Gains of the subproblems, strips first.
    past: Vec<GainTables>,
    /// Demands on all ends together, where the wall is not filled.
    joint: Option<Joint>,
    /// The points of colours in the tables of coverings.
    colours: i32,
}

impl Decomposition {
    /// The longest line: its tables have an entry for each turn and each set of places.
    pub(crate) const LONGEST: usize = 12;

    /// The largest strip: so many places.
    const LARGEST: usize = 16;

    /// The decomposition without prices, for strips of so many rows. Lines have at most [`LONGEST`](Self::LONGEST) cells.
    fn new(problem: &Problem, height: usize) -> Self {
        let (wall, sense) = (problem.wall(), problem.sense());
        let tight = problem.tightened();
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
        let past = subproblems.iter().map(|_| GainTables::default()).collect();
        let colours = colour_points(problem);
        let beside = match &joint {
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
            beside,
            now: multipliers.clone(),
            best: multipliers,
            bound: i32::MAX,
            target: None,
            length: 1.0,
            past,
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
        for mut multipliers in [self.best.clone(), strips.now.clone()] {
            // Strips see most of what makes a single.
            multipliers.weights.fill(1.0);
            let (bound, _) = strips.slope(&multipliers)?;
            if bound < strips.bound {
                (strips.bound, strips.best) = (bound, multipliers);
            }
        }
        strips.length = AGAIN;
        Some(strips)
    }

    /// Whether there are prices of strips of two rows. For the maximum these would tell hardly more than lines.
    fn has_strips(problem: &Problem) -> bool {
        problem.sense() == Sense::Minimize && 2 * problem.wall().columns() <= Self::LARGEST
    }

    /// The bytes that prices and their tables take, with strips of so many rows.
    fn bytes(problem: &Problem, height: usize) -> u64 {
        let wall = problem.wall();
        // Three numbers of each place, and those of each turn in the tables and while they are made.
        let of = |subproblems: usize, places: usize| {
            let numbers = 3 * places + 2 * (problem.horizon() + 1);
            ((subproblems * numbers * size_of::<i32>()) as u64) << places
        };
        let strips = of(wall.rows().div_ceil(height), height * wall.columns());
        strips + of(wall.columns(), wall.rows())
    }

    /// Prices by which no score beats `target`, or as near to that as the time allows, and the bound on the whole by them. None
    /// where there is no order, where lines are too long, where so many bytes are too few, or where prices say little: of the minimum
    /// of a filled wall that is too wide for strips.
    pub(crate) fn search(
        problem: &Problem,
        target: u32,
        memory: u64,
        control: &Control,
    ) -> Option<(Self, Bound)> {
        let longest = problem.wall().longest_line();
        // Lines alone say too little of the minimum of a whole wall.
        let minimum = problem.sense() == Sense::Minimize && problem.fills_the_wall();
        let says_little = minimum && !Self::has_strips(problem);
        if longest > Self::LONGEST || says_little || Self::bytes(problem, 1) > memory {
            return None;
        }
        let mut prices = Self::new(problem, 1);
        if !problem.fills_the_wall() && !prices.level(control) {
            return None;
        }
        let part = control.time_left().map(|left| left / LINES);
        let known = prices.go_on(target, &control.clone().within(part))?;
        if known.score == target || control.stopped() {
            return Some((prices, known));
        }
        let Some(mut strips) = prices.in_strips(problem, memory) else {
            let known = prices.go_on(target, control)?;
            return Some((prices, known));
        };
        let by_strips = strips.go_on(target, control)?;
        let better = if strips.bound < prices.bound {
            strips
        } else {
            prices
        };
        Some((better, known.tighter(by_strips, problem.sense())))
    }

    /// Goes on from the best prices, towards such that no score beats `target`.
    pub(crate) fn go_on(&mut self, target: u32, control: &Control) -> Option<Bound> {
        if self.target.is_some_and(|last| last != target) {
            self.length = self.length.max(AGAIN);
        }
        self.target = Some(target);
        self.now = self.best.clone();
        let may_be = self.steps(target as i32, usize::MAX, control);
        let reason = Reason::Prices;
        let score = self.bound().max(0) as u32;
        may_be.then_some(Bound { score, reason })
    }

    /// Whether more steps would change little.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.length < SHORTEST
    }

    /// Dual bound by the best prices, in points.
    fn bound(&self) -> i32 {
        self.sense.gain(self.bound.div_euclid(PARTS) + self.beside)
    }

    /// The bound by prices, as a gain in parts of a point, and in which direction it grows; none where there is no order.
    fn slope(&mut self, multipliers: &Multipliers) -> Option<(i32, Multipliers)> {
        let prices = self.set(multipliers);
        let mut sum = prices.paid;
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
            .zip(&self.past)
            .zip(&ends.of_subproblems);
        for (((subproblem, prices, side), past), &end) in subproblems {
            subproblem.way_to(end, past, prices, &mut tiles);
            for &(turn, cell, marked) in &tiles {
                slope.turns[turn] -= 1.0;
                slope.cells[turn][cell] -= side;
                self.precedences.count(&mut slope.waits, turn, cell);
                if marked {
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
        let subproblems = strips.chain(columns).zip(&mut self.past);
        let gains = subproblems.map(|((subproblem, prices), past)| {
            subproblem.write_past(prices, past);
            subproblem.ends(past, prices.len())
        });
        gains.collect()
    }

    /// Levels the best prices where turns do not fill the wall: so much more for all turns that lines want about as many tiles as
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
            let more = (low + high) / 2.0;
            let prices = self.set(&self.best.dearer(more));
            let Some(ends) = free_ends(&self.gains(&prices)) else {
                return false;
            };
            let sum = prices.paid.saturating_add(ends.gain);
            if sum < best.0 {
                best = (sum, more);
            }
            let subproblems = self
                .strips
                .iter()
                .chain(&self.columns)
                .zip(&ends.of_subproblems);
            let tiles =
                subproblems.map(|(subproblem, end)| (end & !subproblem.initial()).count_ones());
            // What lines want too much makes turns dearer.
            match tiles.sum::<u32>() as usize > 2 * self.best.turns.len() {
                true => low = more,
                false => high = more,
            }
        }
        self.best = self.best.dearer(best.1);
        true
    }

    /// Takes so many steps towards such prices at most, until they change little or the time is over. Whether there may be an order
    /// at all.
    fn steps(&mut self, target: i32, steps: usize, control: &Control) -> bool {
        let goal = f64::from(PARTS) * f64::from(self.sense.gain(target) - self.beside);
        let mut idle = 0;
        let mut direction: Option<Multipliers> = None;
        for _ in 0..steps {
            if control.stopped() || self.is_exhausted() {
                break;
            }
            let Some((sum, mut slope)) = self.slope(&self.now.clone()) else {
                return false;
            };
            if sum < self.bound {
                idle = if f64::from(self.bound) - f64::from(sum) > 0.02 * f64::from(PARTS) {
                    0
                } else {
                    idle + 1
                };
                (self.bound, self.best) = (sum, self.now.clone());
            } else {
                idle += 1;
            }
            if idle > PATIENCE {
                (self.length, idle) = (self.length * SHORTER, 0);
                self.now = self.best.clone();
                continue;
            }
            let over = f64::from(sum) - goal;
            if over < 1.0 {
                break;
            }
            if let Some(last) = &direction {
                slope.keep(last);
            }
            let square = slope.square();
            if square == 0.0 {
                break;
            }
            self.now
                .step(&slope, self.length * over / (square * f64::from(PARTS)));
            direction = Some(slope);
        }
        true
    }

    /// Tables that bound the rest of coverings, by the best prices. A stop leaves the price of all turns as it is.
    pub(crate) fn tables(&mut self, control: &Control) -> PriceBounds {
        self.level(control);
        let prices = self.set(&self.best.clone());
        let tables = |subproblems: &[Subproblem], prices: &[Vec<i32>]| {
            let tables = subproblems.iter().map(|subproblem| subproblem.rest(prices));
            tables.collect_vec()
        };
        let to_come = prices.turns.iter().scan(prices.paid, |left, price| {
            *left -= price;
            Some(*left)
        });
        PriceBounds {
            wall: self.wall,
            sense: self.sense,
            height: self.height,
            strips: tables(&self.strips, &prices.strips),
            columns: tables(&self.columns, &prices.columns),
            paid: std::iter::once(prices.paid).chain(to_come).collect(),
            precedences: self.precedences.clone(),
            wait_prices: prices.wait_prices,
            beside: self.colours,
        }
    }

    /// The prices in whole numbers, once the subproblems have the gains of marked tiles.
    fn set(&mut self, multipliers: &Multipliers) -> IntegerPrices {
        let weights = multipliers.weights.iter();
        let weights = weights
            .map(|weight| whole(*weight).clamp(0, PARTS))
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
            .map(|price| 2 * whole(*price))
            .collect_vec();
        let rows = turns.iter().zip(&multipliers.cells).map(|(price, cells)| {
            cells
                .iter()
                .map(|more| price / 2 + whole(*more))
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
            paid: turns.iter().sum(),
            turns,
            wait_prices,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
