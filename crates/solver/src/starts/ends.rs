//! The best order of a problem that does not fill the wall, by the sets of cells that are filled at the end.

use crate::bounds::ends::{self, Look};
use crate::bounds::rest::LineBits;
use crate::bounds::{LineEnds, Retracer};
use crate::order::{Incumbent, Order, Solution};
use crate::problem::Problem;
use crate::wall::{Cell, Covering, Wall};
use azulejo_control::Control;
use rustc_hash::FxHashMap;

/// How far a search through ends goes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    /// How many nodes it goes through at most.
    pub(crate) nodes: usize,
    /// How many coverings it makes at most on the way to all ends that it looks at.
    pub(crate) coverings: usize,
    /// In bytes: half of it is for nodes, and half for the coverings on the way to one end.
    pub(crate) memory: u64,
}

impl Effort {
    /// What takes seconds.
    pub(crate) const QUICK: Self = Self {
        nodes: 1 << 18,
        coverings: 1 << 24,
        memory: 1 << 27,
    };

    /// Until it is stopped.
    pub(crate) fn within(memory: u64) -> Self {
        Self {
            nodes: usize::MAX,
            coverings: usize::MAX,
            memory,
        }
    }
}

/// What a covering takes in the memory, in bytes: its entry, and as much room again for more.
const COVERING: u64 = 2 * size_of::<(Covering, (u32, Covering))>() as u64;

/// Offers better orders than the one that is known, and says what no order beats. None where the problem fills the wall or is too large.
pub(crate) fn search(
    problem: &Problem,
    incumbent: &Incumbent,
    effort: Effort,
    control: &Control,
) -> Option<u32> {
    if problem.fills_the_wall() || problem.wall().rows().max(problem.wall().columns()) > ends::LONGEST {
        return None;
    }
    let retracer = Retracer::new(problem, control).ok()?;
    let line_ends = match &retracer {
        Some(retracer) => retracer.line_ends(),
        None => LineEnds::new(problem, control).ok()?,
    };
    let mut left = effort.coverings;
    let known = || incumbent.score();
    let (mut shown, clock) = (0u64, std::time::Instant::now());
    let mut look = |end: &LineBits| {
        let Some(retracer) = &retracer else {
            return Look::Unknown(None);
        };
        let end = covering(problem.wall(), end);
        let Some(bound) = retracer.end(end) else {
            return Look::Decided;
        };
        if known().is_some_and(|known| !problem.sense().better(bound, known)) {
            return Look::Decided;
        }
        let most = left.min((effort.memory / 2 / COVERING) as usize);
        let looked = order_of(problem, retracer, end, known(), most, control);
        shown += 1;
        let Some((order, coverings)) = looked else {
            left -= most;
            return Look::Unknown(Some(bound));
        };
        left -= coverings;
        if shown.is_power_of_two() { eprintln!("ENDS {:.1}s shown {shown} coverings {} known {:?} end {}", clock.elapsed().as_secs_f64(), effort.coverings - left, known(), retracer.end(end).unwrap_or(0)); }
        if let Some(order) = order {
            incumbent.offer(&order);
        }
        Look::Decided
    };
    let limits = (effort.nodes, effort.memory / 2);
    let bound = ends::bound(problem, &line_ends, limits, control, &known, &mut look);
    eprintln!("ENDS done {:.1}s shown {shown} bound {bound:?} known {:?}", clock.elapsed().as_secs_f64(), known());
    bound
}

/// The covering of the cells that are filled; the wall has a covering.
fn covering(wall: Wall, bits: &LineBits) -> Covering {
    let filled = |cell: &Cell| bits.rows[wall.row_of(*cell)] >> wall.column_of(*cell) & 1 == 1;
    wall.cells().filter(filled).collect()
}

/// The best order that ends in a covering, if one beats the score that is known, and the number of coverings that were looked at; none if that
/// takes more coverings than `most`, or it is stopped.
///
/// Layer after layer from the end back, coverings are kept from which the score may be beaten.
fn order_of(
    problem: &Problem,
    retracer: &Retracer,
    end: Covering,
    known: Option<u32>,
    most: usize,
    control: &Control,
) -> Option<(Option<Solution>, usize)> {
    let mut coverings = 0;
    let sense = problem.sense();
    let bonus = retracer.bonus(end);
    let mut layers: Vec<FxHashMap<Covering, (u32, Covering)>> = Vec::new();
    let mut layer = FxHashMap::from_iter([(end, (0, end))]);
    for turn in problem.turns().rev() {
        let mut next: FxHashMap<Covering, (u32, Covering)> = FxHashMap::default();
        for (&covering, &(score, _)) in &layer {
            control.go_on().ok()?;
            for step in retracer.back(covering, turn) {
                let score = score + step.points;
                let hope = score + step.past + bonus;
                if known.is_some_and(|known| !sense.better(hope, known)) {
                    continue;
                }
                let to = (score, covering);
                let best = next.entry(step.covering).or_insert(to);
                let tie = score == best.0 && covering < best.1;
                if sense.better(score, best.0) || tie {
                    *best = to;
                }
            }
        }
        coverings += next.len();
        if coverings > most {
            return None;
        }
        layers.push(std::mem::replace(&mut layer, next));
    }
    layers.push(layer);
    let order = trace(&layers, retracer.initial());
    Some((order.map(|order| Solution::new(problem, order)), coverings))
}

/// On from the covering before turn 1.
fn trace(layers: &[FxHashMap<Covering, (u32, Covering)>], initial: Covering) -> Option<Order> {
    let mut covering = initial;
    let mut order: Vec<Cell> = Vec::with_capacity(layers.len());
    for layer in layers.iter().rev() {
        let &(_, next) = layer.get(&covering)?;
        order.extend(next.minus(covering).cells());
        covering = next;
    }
    Some(order.into())
}
