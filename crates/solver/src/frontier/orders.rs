use super::FrontierError;
use super::error::Halt;
use super::layer::LayerError;
use super::options::FrontierOptions;
use super::search::{Ends, Forward, ForwardSearch};
use crate::heuristics::WarmStart;
use crate::instance::Turn;
use crate::outcome::{Orders, Proof, uniform_below};
use crate::problem::Problem;
use crate::wall::{Cell, Covering};
use azulejo_control::{Control, unless_stopped};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rustc_hash::FxHashMap;
use std::sync::{Mutex, PoisonError};

/// All optimal orders of a problem, in lexicographic order of their cells' numbers; held as the classes
/// of coverings on their way, not one by one.
#[derive(Debug, Clone)]
pub struct OptimalOrders<'a> {
    search: ForwardSearch<'a>,
    score: u32,
    count: Orders,
    /// Classes of coverings of the search.
    classes: u64,
    /// Classes of optimal orders by number of finished turns.
    passages: Vec<Passage>,
}

/// Result of a search for all optimal orders.
#[derive(Debug, Clone)]
pub enum Listing<'a> {
    /// All optimal orders.
    Orders(Box<OptimalOrders<'a>>),
    /// No order satisfies the constraints.
    Infeasible,
    /// The search was stopped.
    Stopped,
}

impl<'a> Listing<'a> {
    /// The orders, if there are any.
    pub fn orders(self) -> Option<OptimalOrders<'a>> {
        match self {
            Self::Orders(orders) => Some(*orders),
            Self::Infeasible | Self::Stopped => None,
        }
    }
}

/// The classes of a layer that optimal orders pass through.
#[derive(Debug, Clone)]
struct Passage {
    places: FxHashMap<Covering, u32>,
    /// Score so far by place.
    scores: Vec<u32>,
    /// Number of completions by place, each with `words` words, enough for the number of all optimal orders.
    completions: Vec<u64>,
    words: usize,
}

/// A class that optimal orders pass through.
#[derive(Debug, Clone, Copy)]
struct Continuation {
    /// The score of all of them so far.
    score: u32,
    /// Number of ways in which an order goes on from one covering of the class: no more than there are optimal orders.
    completions: Orders,
}

impl Passage {
    fn new(count: Orders) -> Self {
        Self {
            places: FxHashMap::default(),
            scores: Vec::new(),
            completions: Vec::new(),
            words: count.bit_len().div_ceil(64),
        }
    }

    fn push(&mut self, covering: Covering, continuation: Continuation) {
        self.places.insert(covering, self.scores.len() as u32);
        self.scores.push(continuation.score);
        let words = continuation.completions.as_limbs();
        self.completions.extend_from_slice(&words[..self.words]);
    }

    fn get(&self, covering: Covering) -> Option<Continuation> {
        let place = *self.places.get(&covering)? as usize;
        let words = &self.completions[place * self.words..][..self.words];
        Some(Continuation {
            score: self.scores[place],
            completions: Orders::from_limbs_slice(words),
        })
    }

    /// Bytes of its table, at most half full, and of what it points to.
    fn memory(&self) -> u64 {
        let entry = 2 * (size_of::<(Covering, u32)>() + 1);
        let class = entry + size_of::<u32>() + self.words * size_of::<u64>();
        (self.scores.len() * class) as u64
    }
}

impl<'a> OptimalOrders<'a> {
    /// The most that the command and the Python package list or draw at once.
    pub const MOST_LISTED: usize = 1_000_000;

    /// Finds all optimal orders.
    ///
    /// # Errors
    /// When the number of orders is too large, or the layers fit nowhere.
    pub fn find(
        problem: &'a Problem,
        start: WarmStart,
        options: &FrontierOptions,
        control: &Control,
    ) -> Result<Listing<'a>, FrontierError> {
        let search = ForwardSearch::new(problem, start, options);
        let result = unless_stopped(Self::of(search, control))?;
        Ok(match result {
            Some(Some(orders)) => Listing::Orders(Box::new(orders)),
            Some(None) => Listing::Infeasible,
            None => Listing::Stopped,
        })
    }

    fn of(search: ForwardSearch<'a>, control: &Control) -> Result<Option<Self>, Halt> {
        let forward = search.forward(true, control)?;
        let Some(ends) = search.ends(&forward.last, control)? else {
            return Ok(None);
        };
        let passages = backward(&search, &ends, &forward, control)?;
        Ok(Some(Self {
            search,
            score: ends.score,
            count: ends.orders,
            classes: forward.section.coverings,
            passages,
        }))
    }

    /// The optimal score.
    pub fn score(&self) -> u32 {
        self.score
    }

    /// The proof that no order scores better.
    pub fn proof(&self) -> Proof {
        Proof::Layers {
            classes: self.classes,
        }
    }

    /// The number of optimal orders.
    pub fn count(&self) -> Orders {
        self.count
    }

    /// The order at an index from 0; none from [`count`](Self::count) on.
    pub fn get(&self, index: Orders) -> Option<Vec<Cell>> {
        if index >= self.count {
            return None;
        }
        let (mut covering, mut rest) = (self.search.successors.initial(), index);
        let mut order = Vec::with_capacity(self.search.problem.horizon());
        for turn in self.search.problem.turns() {
            let (cell, next) = self.moves(covering, turn).find_map(|(next, completions)| {
                if rest < completions {
                    return Some((next.minus(covering).cells().next()?, next));
                }
                rest -= completions;
                None
            })?;
            order.push(cell);
            covering = next;
        }
        Some(order)
    }

    /// Every optimal order, in lexicographic order.
    pub fn iter(&self) -> impl Iterator<Item = Vec<Cell>> {
        let indices = std::iter::successors(Some(Orders::ZERO), |index| {
            index.checked_add(Orders::from(1))
        });
        indices.map_while(|index| self.get(index))
    }

    /// An optimal order, each with the same probability if `bits` gives uniform random words; there is one at least.
    pub fn sample(&self, bits: impl FnMut() -> u64) -> Option<Vec<Cell>> {
        self.get(uniform_below(self.count, bits))
    }

    /// Optimal orders without end, each drawn uniformly at random; the same ones for the same seed.
    pub fn samples(&self, seed: u64) -> impl Iterator<Item = Vec<Cell>> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        std::iter::from_fn(move || self.sample(|| random.next_u64()))
    }

    /// The sets of cells that the first `turns` tiles of optimal orders fill, with the number of
    /// optimal orders behind each, by the cells' numbers.
    ///
    /// # Panics
    /// If there are fewer turns.
    pub fn first_tiles(&self, turns: usize) -> Vec<(Covering, Orders)> {
        assert!(
            turns <= self.search.problem.horizon(),
            "only as many tiles as there are turns"
        );
        let initial = self.search.successors.initial();
        let mut ways: FxHashMap<Covering, Orders> =
            FxHashMap::from_iter([(initial, Orders::from(1))]);
        for turn in self.search.problem.turns().take(turns) {
            let mut next: FxHashMap<Covering, Orders> = FxHashMap::default();
            for (&covering, &count) in &ways {
                for (successor, _) in self.moves(covering, turn) {
                    *next.entry(successor).or_default() += count; // at most the count of all orders
                }
            }
            ways = next;
        }
        let layer = &self.passages[turns];
        let continuation_of =
            |covering: Covering| layer.get(self.search.classes.representative(covering));
        let counts = ways.into_iter().filter_map(|(covering, ways)| {
            let continuation = continuation_of(covering)?;
            Some((covering.minus(initial), ways * continuation.completions))
        });
        let mut counts: Vec<_> = counts.collect();
        counts.sort_by_key(|(covering, _)| covering.cells().collect::<Vec<_>>());
        counts
    }

    /// The moves of optimal orders from a covering on their way, by cell, and in how many ways an order
    /// goes on after each.
    fn moves(&self, covering: Covering, turn: Turn) -> impl Iterator<Item = (Covering, Orders)> {
        let search = &self.search;
        let continuation = self.passages[turn.index()].get(search.classes.representative(covering));
        continuation.into_iter().flat_map(move |continuation| {
            search
                .successors
                .steps(covering, turn)
                .filter_map(move |step| {
                    let representative = search.classes.representative(step.covering);
                    let next = self.passages[turn.number()].get(representative)?;
                    (continuation.score + step.points == next.score)
                        .then_some((step.covering, next.completions))
                })
        })
    }
}

/// The classes of each layer that optimal orders pass through, from the ends back.
fn backward(
    search: &ForwardSearch<'_>,
    ends: &Ends,
    forward: &Forward,
    control: &Control,
) -> Result<Vec<Passage>, Halt> {
    let mut last = Passage::new(ends.orders);
    for &(covering, score) in &ends.coverings {
        let completions = Orders::from(1);
        last.push(covering, Continuation { score, completions });
    }
    let mut layers = vec![last];
    let mut room = search.space.memory;
    for (turn, layer) in search.problem.turns().zip(&forward.earlier).rev() {
        let after = &layers[layers.len() - 1];
        let passage = Mutex::new(Passage::new(ends.orders));
        let result = layer.in_pieces(|records| {
            control.go_on()?;
            let mut continuations = Vec::new();
            for (covering, label) in records.iter::<Orders>() {
                let mut completions = Orders::ZERO;
                for step in search.successors.steps(covering, turn) {
                    let next = after.get(search.classes.representative(step.covering));
                    let score = label.score + step.points;
                    if let Some(next) = next.filter(|next| score == next.score) {
                        let sum = completions.checked_add(next.completions);
                        completions = sum.ok_or(LayerError::Overflow)?;
                    }
                }
                if !completions.is_zero() {
                    let score = label.score;
                    continuations.push((covering, Continuation { score, completions }));
                }
            }
            let mut passage = passage.lock().unwrap_or_else(PoisonError::into_inner);
            for (covering, continuation) in continuations {
                passage.push(covering, continuation);
            }
            Ok::<_, LayerError>(())
        });
        result.map_err(|error| search.unreadable(error))?;
        let passage = passage.into_inner().unwrap_or_else(PoisonError::into_inner);
        let limit = search.space.memory;
        room = room
            .checked_sub(passage.memory())
            .ok_or(FrontierError::Memory { limit })?;
        layers.push(passage);
    }
    layers.reverse();
    Ok(layers)
}
