//! The best order of a problem that does not fill the wall, by the sets of cells that are filled at the end.

use super::orientation::{self, OrientationResult};
use super::{greedy, improve};
use crate::bounds::completion::LineBits;
use crate::bounds::ends::{self, Limits, Look, Orders};
use crate::bounds::{LineEnds, Predecessors};
use crate::order::{Incumbent, Order, Solution};
use crate::problem::Problem;
use crate::restricted::{Label, Layer, Node, Steps};
use crate::wall::{CellSet, Covering};
use azulejo_control::Control;
use std::rc::Rc;

/// Effort of a search through ends.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    /// Largest number of nodes.
    pub(crate) nodes: usize,
    /// Largest number of coverings on the way to all ends.
    pub(crate) coverings: usize,
    /// Largest number of times that turns are divided into phases.
    pub(crate) levels: u32,
    /// Bytes of memory: half for the search, and half for the coverings on the way to one end.
    pub(crate) memory: u64,
}

impl Effort {
    /// An effort of seconds, and of up to a quarter of the memory.
    pub(crate) fn quick(memory: u64) -> Self {
        Self {
            nodes: 1 << 18,
            coverings: 1 << 24,
            levels: 0,
            memory: (1 << 27).min(memory / 4),
        }
    }

    /// An effort without a limit but that of the memory.
    pub(crate) fn within(memory: u64) -> Self {
        Self {
            nodes: usize::MAX,
            coverings: usize::MAX,
            levels: u32::MAX,
            memory,
        }
    }
}

/// The memory of a covering, in bytes: its entry, and as much room again for more.
const COVERING: usize = 2 * size_of::<(Covering, Label)>();

/// Width of a first look at an end. Such a look often finds the best order, and decides the end where no layer
/// has more.
const NARROW: usize = 1_000;

/// Largest number of coverings of a look at the first level, and the factor for each further level.
const LOOK: usize = 1 << 18;
const LOOK_FACTOR: usize = 4;

/// Steps of local search from an order with certain phases.
const ROUNDING: u64 = 20_000;

/// Largest number of orders for the end of a look.
const ORDERS: usize = 20;

/// Offers better orders to the incumbent, and hands dual bounds on, each with a number of nodes; the result is the last bound. None
/// where the problem fills the wall or has long lines, where no order ends at all, or when the run is stopped at once.
pub(crate) fn search(
    problem: &Problem,
    incumbent: &Incumbent,
    effort: Effort,
    control: &Control,
    learn: &mut dyn FnMut(u32, usize),
) -> Option<u32> {
    let wall = problem.wall();
    if problem.fills_the_wall() || wall.longest_line() > ends::LONGEST {
        return None;
    }
    let predecessors = Predecessors::new(problem, control).ok()?;
    let line_ends = match &predecessors {
        Some(predecessors) => predecessors.line_ends(),
        None => LineEnds::new(problem, control).ok()?,
    };
    let memory = usize::try_from(effort.memory / 2).unwrap_or(usize::MAX);
    let mut search = EndSearch {
        problem,
        incumbent,
        predecessors: predecessors.map(Rc::new),
        coverings_left: effort.coverings,
        look_limit: memory / COVERING,
        roundings: 0,
        learn,
        has_levels: effort.levels > 0,
        control,
    };
    let limits = Limits {
        nodes: effort.nodes,
        memory,
        levels: effort.levels,
    };
    ends::bound(problem, &line_ends, limits, control, &mut search)
}

/// The search for the best orders of ends.
struct EndSearch<'a> {
    problem: &'a Problem,
    incumbent: &'a Incumbent,
    /// The predecessors of coverings; none where the wall is larger than a covering.
    predecessors: Option<Rc<Predecessors>>,
    /// Largest number of coverings, or of states of a sweep, in all further looks, and in one look.
    coverings_left: usize,
    look_limit: usize,
    learn: &'a mut dyn FnMut(u32, usize),
    /// Number of roundings, the seed of the last one.
    roundings: u32,
    /// Whether looks at higher levels follow.
    has_levels: bool,
    control: &'a Control,
}

impl Orders for EndSearch<'_> {
    fn best_score(&self) -> Option<u32> {
        self.incumbent.score()
    }

    fn learn(&mut self, bound: u32, parts: usize) {
        (self.learn)(bound, parts);
    }

    fn round(&mut self, phases: &[(usize, &CellSet)]) {
        let mut problem = self.problem.clone();
        let mut turn = 0;
        for (turns, cells) in phases {
            problem.only(turn..turn + *turns, cells);
            turn += turns;
        }
        let Some(first) = greedy::solution(&problem, self.control) else {
            return;
        };
        let goal = (self.problem.trivial_bound(), ROUNDING);
        self.roundings += 1;
        let order = improve::improve(self.problem, first, goal, self.roundings, self.control);
        self.incumbent.offer(&order);
    }

    fn look(&mut self, bits: &LineBits, level: u32) -> Look {
        let limit = self.limit(level);
        let Some(predecessors) = self.predecessors.clone() else {
            return self.look_by_orientations(bits, limit);
        };
        let end: Covering = bits.cells(self.problem.wall()).collect();
        let sense = self.problem.sense();
        let beats =
            |bound: u32, other: Option<u32>| other.is_none_or(|score| sense.better(bound, score));
        for width in [NARROW, usize::MAX] {
            let bound = predecessors.end(end);
            let bound = bound.filter(|&bound| beats(bound, self.incumbent.score()));
            let Some(bound) = bound else {
                return Look::Decided;
            };
            let bound = match width {
                NARROW => bound,
                _ => match self.look_by_orientations(bits, limit) {
                    Look::Decided => return Look::Decided,
                    Look::Unknown(other) => {
                        other.map_or(bound, |other| sense.tighter(bound, other))
                    }
                },
            };
            let pass = Pass {
                problem: self.problem,
                predecessors: &predecessors,
                incumbent: self.incumbent,
                width,
                limit,
            };
            let Some(result) = pass.run(end, self.control) else {
                self.coverings_left = self.coverings_left.saturating_sub(limit);
                return Look::Unknown(Some(bound));
            };
            self.coverings_left = self.coverings_left.saturating_sub(result.coverings);
            if let Some(solution) = &result.solution {
                self.incumbent.offer(solution);
            }
            if !result.is_cut {
                break;
            }
        }
        Look::Decided
    }
}

impl EndSearch<'_> {
    /// Largest number of coverings, or of states of a sweep, of a look at a level.
    fn limit(&self, level: u32) -> usize {
        let limit = self.coverings_left.min(self.look_limit);
        match self.has_levels {
            true => limit.min(LOOK.saturating_mul(LOOK_FACTOR.saturating_pow(level))),
            false => limit,
        }
    }

    /// A look at an end by orientations alone.
    fn look_by_orientations(&mut self, end: &LineBits, limit: usize) -> Look {
        let wall = self.problem.wall();
        let end = CellSet::of(wall, end.cells(wall));
        let effort = orientation::Effort {
            orders: ORDERS,
            lower: 0,
            memory: (limit * COVERING) as u64,
            seed: 1,
        };
        let mut bound = None;
        let learn = |score| bound = Some(score);
        let incumbent = self.incumbent;
        let result =
            orientation::search((self.problem, &end), incumbent, effort, self.control, learn);
        let OrientationResult { is_decided, states } = result.unwrap_or_default();
        self.coverings_left = self.coverings_left.saturating_sub(states);
        match is_decided {
            true => Look::Decided,
            false => Look::Unknown(bound),
        }
    }
}

/// A pass backward through the layers, from an end. Of each layer it keeps the `width` most promising coverings that may beat the
/// incumbent, and of all layers at most `limit` coverings.
struct Pass<'a> {
    problem: &'a Problem,
    predecessors: &'a Predecessors,
    incumbent: &'a Incumbent,
    width: usize,
    limit: usize,
}

/// Result of a pass.
struct PassResult {
    /// An order that beats the incumbent: the best one with this end, if no layer was cut.
    solution: Option<Solution>,
    is_cut: bool,
    coverings: usize,
}

impl Pass<'_> {
    /// The result; none where the limit is too small, or the run is stopped.
    fn run(&self, end: Covering, control: &Control) -> Option<PassResult> {
        let (sense, bonus) = (self.problem.sense(), self.predecessors.bonus(end));
        let (mut coverings, mut is_cut) = (0, false);
        let mut steps = Steps::default();
        let mut layer = vec![Node {
            filled: end,
            label: Label::default(),
        }];
        for turn in self.problem.turns().rev() {
            let mut next = Layer::new(self.width, i64::MIN);
            for (parent, node) in layer.iter().enumerate() {
                control.go_on().ok()?;
                let best_score = self.incumbent.score();
                for step in self.predecessors.of(node.filled, turn) {
                    let score = node.label.score + step.points;
                    let bound = score + step.prefix_bound + bonus;
                    if best_score.is_some_and(|best| !sense.better(bound, best)) {
                        continue;
                    }
                    let label = Label {
                        score,
                        promise: sense.gain(i64::from(bound)),
                        parent: parent as u32,
                        cell: step.cell.index() as u8,
                    };
                    next.add(step.covering, label);
                }
                if coverings + next.len() > self.limit {
                    return None;
                }
            }
            let (nodes, layer_is_cut) = next.finish(self.width);
            layer = nodes;
            // Of equal paths, the first stays.
            layer.sort_unstable_by_key(|node| node.filled);
            is_cut |= layer_is_cut;
            coverings += layer.len();
            steps.push(&layer);
        }
        // Only the covering before turn 1 is reached.
        let order = (!layer.is_empty()).then(|| Order::from(steps.trace(0)));
        Some(PassResult {
            solution: order.map(|order| Solution::new(self.problem, order)),
            is_cut,
            coverings,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::small::valid;

    #[test]
    fn a_narrow_pass_finds_an_order_and_is_cut() {
        let json = r#"{"wall": {"rows": 4, "columns": 4}, "sense": "minimize", "turns": 10}"#;
        let problem = valid(json);
        let control = Control::default();
        let predecessors = Predecessors::new(&problem, &control).expect("not stopped");
        let predecessors = predecessors.expect("short lines");
        let incumbent = Incumbent::new(problem.sense(), None);
        // The first two rows, and two cells of the third.
        let end = Covering::from_bits(0b11_1111_1111);
        let pass = |width: usize, limit: usize| {
            let (problem, predecessors, incumbent) = (&problem, &predecessors, &incumbent);
            let pass = Pass {
                problem,
                predecessors,
                incumbent,
                width,
                limit,
            };
            pass.run(end, &control)
        };
        let all = pass(usize::MAX, usize::MAX).expect("there is room");
        let best = all.solution.expect("there are orders");
        assert!(!all.is_cut && problem.admits(&best.order));
        assert!(pass(usize::MAX, all.coverings).is_some());
        assert!(pass(usize::MAX, all.coverings - 1).is_none());
        let narrow = pass(3, usize::MAX).expect("there is room");
        let solution = narrow.solution.expect("there are orders");
        assert!(narrow.is_cut && narrow.coverings < all.coverings);
        assert!(problem.admits(&solution.order) && solution.score >= best.score);
        // A pass finds only orders that beat the incumbent.
        incumbent.offer(&best);
        let second = pass(usize::MAX, usize::MAX).expect("there is room");
        assert!(second.solution.is_none() && !second.is_cut);
    }
}
