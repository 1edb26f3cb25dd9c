//! The best order of a problem that does not fill the wall, by the sets of cells that are filled at the end.

use super::orientation::{self, OrientationResult};
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
    /// The most nodes.
    pub(crate) nodes: usize,
    /// The most coverings that are made on the way to all ends.
    pub(crate) coverings: usize,
    /// Bytes of memory: half for the search, and half for the coverings on the way to one end.
    pub(crate) memory: u64,
}

impl Effort {
    /// An effort of seconds, and of up to a quarter of the memory that is allowed.
    pub(crate) fn quick(allowed: u64) -> Self {
        Self {
            nodes: 1 << 18,
            coverings: 1 << 24,
            memory: (1 << 27).min(allowed / 4),
        }
    }

    /// An effort without a limit but that of the memory.
    pub(crate) fn within(memory: u64) -> Self {
        Self {
            nodes: usize::MAX,
            coverings: usize::MAX,
            memory,
        }
    }
}

/// The memory of a covering, in bytes: its entry, and as much room again for more.
const COVERING: usize = 2 * size_of::<(Covering, Label)>();

/// Width of a first look at an end. Such a look often finds the best order, and decides the end where no layer
/// has more.
const NARROW: usize = 1_000;

/// The most orders that are made for the end of a look.
const ORDERS: usize = 20;

/// Offers better orders than the one that is known, and says what no order beats. None where the problem fills the wall or has long
/// lines, where no order ends at all, or when it is stopped at once.
pub(crate) fn search(
    problem: &Problem,
    incumbent: &Incumbent,
    effort: Effort,
    control: &Control,
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
        left: effort.coverings,
        at_once: memory / COVERING,
        unknown: None,
        control,
    };
    let limits = Limits {
        nodes: effort.nodes,
        memory,
    };
    ends::bound(problem, &line_ends, limits, control, &mut search)
}

/// Looks at ends for their best orders.
struct EndSearch<'a> {
    problem: &'a Problem,
    incumbent: &'a Incumbent,
    /// The way back from an end; none where the wall is larger than a covering.
    predecessors: Option<Rc<Predecessors>>,
    /// The most coverings, or states of a sweep, that all further looks may make, and that one look may.
    left: usize,
    at_once: usize,
    /// The best that an end may score of which nobody knows its best order.
    unknown: Option<u32>,
    control: &'a Control,
}

impl Orders for EndSearch<'_> {
    fn known(&self) -> Option<u32> {
        self.incumbent.score()
    }

    fn look(&mut self, bits: &LineBits) -> Look {
        let Some(predecessors) = self.predecessors.clone() else {
            return self.look_by_orientations(bits);
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
                _ => match self.look_by_orientations(bits) {
                    Look::Decided => return Look::Decided,
                    Look::Unknown(other) => {
                        other.map_or(bound, |other| sense.tighter(bound, other))
                    }
                },
            };
            let most = self.left.min(self.at_once);
            let pass = Pass {
                problem: self.problem,
                predecessors: &predecessors,
                incumbent: self.incumbent,
                width,
                most,
            };
            let passed = match beats(bound, self.unknown) {
                true => pass.back_from(end, self.control),
                false => return Look::Unknown(Some(bound)),
            };
            let Some(passed) = passed else {
                self.left -= most;
                self.unknown = Some(bound);
                return Look::Unknown(Some(bound));
            };
            self.left -= passed.coverings;
            if let Some(order) = &passed.better {
                self.incumbent.offer(order);
            }
            if !passed.cut {
                break;
            }
        }
        Look::Decided
    }
}

impl EndSearch<'_> {
    /// A look at an end by orientations alone.
    fn look_by_orientations(&mut self, end: &LineBits) -> Look {
        let wall = self.problem.wall();
        let end = CellSet::of(wall, end.cells(wall));
        let effort = orientation::Effort {
            orders: ORDERS,
            lower: 0,
            memory: (self.left.min(self.at_once) * COVERING) as u64,
            seed: 1,
        };
        let mut bound = None;
        let learn = |score| bound = Some(score);
        let incumbent = self.incumbent;
        let searched =
            orientation::search((self.problem, &end), incumbent, effort, self.control, learn);
        let OrientationResult { decided, states } = searched.unwrap_or_default();
        self.left = self.left.saturating_sub(states);
        match decided {
            true => Look::Decided,
            false => Look::Unknown(bound),
        }
    }
}

/// Layer after layer from the end back. Coverings are kept from which the best order that is known may be beaten, so many of each
/// layer that promise most, and not more than so many of all layers.
struct Pass<'a> {
    problem: &'a Problem,
    predecessors: &'a Predecessors,
    incumbent: &'a Incumbent,
    width: usize,
    most: usize,
}

/// The result of a pass.
struct PassResult {
    /// An order that beats what was known: the best one with this end, if no layer was cut.
    better: Option<Solution>,
    cut: bool,
    coverings: usize,
}

impl Pass<'_> {
    /// The layers from an end back; none if that takes too many coverings, or it is stopped.
    fn back_from(&self, end: Covering, control: &Control) -> Option<PassResult> {
        let (sense, bonus) = (self.problem.sense(), self.predecessors.bonus(end));
        let (mut coverings, mut cut) = (0, false);
        let mut steps = Steps::default();
        let mut layer = vec![Node {
            filled: end,
            reached: Label::default(),
        }];
        for turn in self.problem.turns().rev() {
            let mut next = Layer::new(self.width, i64::MIN);
            for (parent, node) in layer.iter().enumerate() {
                control.go_on().ok()?;
                let known = self.incumbent.score();
                for step in self.predecessors.back(node.filled, turn) {
                    let score = node.reached.score + step.points;
                    let hope = score + step.past + bonus;
                    if known.is_some_and(|known| !sense.better(hope, known)) {
                        continue;
                    }
                    let reached = Label {
                        score,
                        promise: sense.gain(i64::from(hope)),
                        parent: parent as u32,
                        cell: step.cell.index() as u8,
                    };
                    next.add(step.covering, reached);
                }
                if coverings + next.len() > self.most {
                    return None;
                }
            }
            let (nodes, is_cut) = next.finish(self.width);
            layer = nodes;
            // Of ways that are alike, the first stays.
            layer.sort_unstable_by_key(|node| node.filled);
            cut |= is_cut;
            coverings += layer.len();
            steps.push(&layer);
        }
        // Orders come to the covering before turn 1 alone.
        let order = (!layer.is_empty()).then(|| Order::from(steps.back_from(0)));
        Some(PassResult {
            better: order.map(|order| Solution::new(self.problem, order)),
            cut,
            coverings,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::small::valid;

    #[test]
    fn a_narrow_pass_finds_an_order_and_says_that_it_was_cut() {
        let json = r#"{"wall": {"rows": 4, "columns": 4}, "sense": "minimize", "turns": 10}"#;
        let problem = valid(json);
        let control = Control::default();
        let predecessors = Predecessors::new(&problem, &control).expect("nobody stops it");
        let predecessors = predecessors.expect("short lines");
        let incumbent = Incumbent::new(problem.sense(), None);
        // The first two rows, and two cells of the third.
        let end = Covering::from_bits(0b11_1111_1111);
        let pass = |width: usize, most: usize| {
            let (problem, predecessors, incumbent) = (&problem, &predecessors, &incumbent);
            let pass = Pass {
                problem,
                predecessors,
                incumbent,
                width,
                most,
            };
            pass.back_from(end, &control)
        };
        let all = pass(usize::MAX, usize::MAX).expect("there is room");
        let best = all.better.expect("there are orders");
        assert!(!all.cut && problem.admits(&best.order));
        assert!(pass(usize::MAX, all.coverings).is_some());
        assert!(pass(usize::MAX, all.coverings - 1).is_none());
        let narrow = pass(3, usize::MAX).expect("there is room");
        let found = narrow.better.expect("there are orders");
        assert!(narrow.cut && narrow.coverings < all.coverings);
        assert!(problem.admits(&found.order) && found.score >= best.score);
        // What is known already is not found again.
        incumbent.offer(&best);
        let again = pass(usize::MAX, usize::MAX).expect("there is room");
        assert!(again.better.is_none() && !again.cut);
    }
}
