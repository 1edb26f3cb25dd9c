//! Best sums of the runs of one line, by the order of its neighbours.
//!
//! A *word* of a line has, for each pair of neighbours, the cell that is filled first, and for each cell, whether the last round
//! reserves it. A table gives the best sum of a word. An automaton reads the words from one end to the other: prefixes with equal
//! losses in all continuations share a state.

use super::table::Table;
use itertools::Itertools;
use rustc_hash::FxHashMap;

/// The longest line: its places are bits of a number.
pub(crate) const LONGEST: usize = 12;

/// Time at which a cell is filled, as far as it is known beforehand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Stage {
    Initial,
    Turn,
    Never,
}

/// The cells of a line that the last round reserves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Reserve {
    /// There is no last round.
    None,
    /// One of these places.
    One(u16),
    /// Any of these places; they are filled from the first to the last.
    Some(u16),
}

/// The rules of a line, which hold for all its words.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct LineRules {
    pub(super) stages: Vec<Stage>,
    /// Per place, the places that every order fills after it.
    pub(super) later: Vec<u16>,
    pub(super) reserve: Reserve,
}

/// A cell of a word: whether the last round reserves the cell, and whether the cell is filled before the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Letter {
    pub(super) in_reserve: bool,
    /// True for the last cell of a line.
    pub(super) forward: bool,
}

impl Letter {
    pub(super) const ALL: [Self; 4] = [
        Self::new(false, true),
        Self::new(false, false),
        Self::new(true, true),
        Self::new(true, false),
    ];

    pub(super) const fn new(in_reserve: bool, forward: bool) -> Self {
        Self {
            in_reserve,
            forward,
        }
    }

    pub(super) fn index(self) -> usize {
        usize::from(self.in_reserve) * 2 + usize::from(!self.forward)
    }
}

/// The next state after a letter, and the loss.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Step {
    pub(super) loss: u16,
    pub(super) next: u16,
}

/// Prefixes of one length with equal continuations; one continuation has no loss.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct State {
    /// Whether the cell before is filled first.
    pub(super) forward: bool,
    /// Per letter.
    pub(super) steps: [Option<Step>; 4],
}

/// The words of a line, with their losses against the best sum of runs.
#[derive(Debug, Clone)]
pub(super) struct LineWords {
    pub(super) rules: LineRules,
    /// The greatest sum of runs of an order of the line.
    pub(super) best: u32,
    /// Per place; there is one state at first, and none after the last cell, whose steps lead to 0.
    pub(super) states: Vec<Vec<State>>,
}

impl LineWords {
    /// The words of a line, for the greatest sum of runs; none where no order is possible.
    pub(super) fn new(rules: LineRules) -> Option<Self> {
        let places = rules.stages.len();
        let mut builder = Builder {
            table: Table::new(&rules),
            indices: vec![FxHashMap::default(); places],
            states: vec![Vec::new(); places],
        };
        let (best, _) = builder.explore(0)?;
        let states = builder.states;
        Some(Self {
            best: best as u32,
            states,
            rules,
        })
    }

    /// The words with a loss of at most `slack`.
    pub(super) fn within(&self, slack: u16) -> Self {
        let losses = self.prefix_losses();
        let mut states: Vec<Vec<State>> = vec![Vec::new(); self.states.len()];
        // Per state of the next place, its new index, if the state remains.
        let mut new_indices = vec![Some(0)];
        for (place, old_states) in self.states.iter().enumerate().rev() {
            let mut index_of = FxHashMap::default();
            let remap = |step: Step| {
                let next = new_indices[usize::from(step.next)]?;
                (step.loss <= slack).then_some(Step { next, ..step })
            };
            let indices = old_states.iter().zip(&losses[place]).map(|(state, &loss)| {
                let steps = state.steps.map(|step| step.and_then(remap));
                let forward = state.forward;
                let state = State { forward, steps };
                (loss <= slack).then(|| intern(&mut states[place], &mut index_of, state))
            });
            new_indices = indices.collect();
        }
        Self {
            rules: self.rules.clone(),
            best: self.best,
            states,
        }
    }

    /// Per state, the least loss of the letters before it.
    fn prefix_losses(&self) -> Vec<Vec<u16>> {
        let mut losses: Vec<Vec<u16>> = vec![vec![0]];
        for (states, next) in self.states.iter().tuple_windows() {
            let mut next_losses = vec![u16::MAX; next.len()];
            for (state, &before) in states.iter().zip(&losses[losses.len() - 1]) {
                for step in state.steps.iter().flatten() {
                    let loss = &mut next_losses[usize::from(step.next)];
                    *loss = before.saturating_add(step.loss).min(*loss);
                }
            }
            losses.push(next_losses);
        }
        losses
    }

    /// The most states of a place.
    pub(super) fn width(&self) -> usize {
        self.states.iter().map(Vec::len).max().unwrap_or(0)
    }
}

fn intern(states: &mut Vec<State>, indices: &mut FxHashMap<State, u16>, state: State) -> u16 {
    *indices.entry(state).or_insert_with_key(|state| {
        states.push(state.clone());
        (states.len() - 1) as u16
    })
}

struct Builder<'a> {
    table: Table<'a>,
    indices: Vec<FxHashMap<State, u16>>,
    states: Vec<Vec<State>>,
}

impl Builder<'_> {
    /// Best sum of all words with the letters before this place, and the state of these letters; none where there is no order.
    fn explore(&mut self, place: usize) -> Option<(i32, u16)> {
        let last = place + 1 == self.table.places();
        let mut branches = [None; 4];
        for letter in Letter::ALL {
            if (last && !letter.forward) || !self.table.put(place, letter) {
                continue;
            }
            branches[letter.index()] = match last {
                true => self.table.best().map(|best| (best, 0)),
                false => self.explore(place + 1),
            };
        }
        let best = branches.iter().flatten().map(|&(best, _)| best).max()?;
        let step = |(sum, next)| Step {
            loss: (best - sum) as u16,
            next,
        };
        let state = State {
            forward: place == 0 || self.table.letter(place - 1).forward,
            steps: branches.map(|branch| branch.map(step)),
        };
        let indices = &mut self.indices[place];
        Some((best, intern(&mut self.states[place], indices, state)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::iproduct;

    fn rules(stages: &[Stage], reserve: Reserve, waits: &[(usize, usize)]) -> LineRules {
        let later = |place: usize| {
            let others =
                (0..stages.len()).filter(|&other| match stages[place].cmp(&stages[other]) {
                    std::cmp::Ordering::Equal if stages[place] != Stage::Turn => place < other,
                    std::cmp::Ordering::Equal => waits.contains(&(place, other)),
                    order => order.is_lt(),
                });
            others.fold(0, |places, place| places | 1 << place)
        };
        LineRules {
            stages: stages.to_vec(),
            later: (0..stages.len()).map(later).collect(),
            reserve,
        }
    }

    /// Every order of a line, with the sum of its runs and each word that it has.
    fn orders(rules: &LineRules) -> Vec<(Vec<usize>, i32, Vec<Letter>)> {
        let places = rules.stages.len();
        let sets = (0u16..1 << places).filter(|set| match rules.reserve {
            Reserve::None => *set == 0,
            Reserve::One(mask) => set.count_ones() == 1 && set & !mask == 0,
            Reserve::Some(mask) => set & !mask == 0,
        });
        let mut orders = Vec::new();
        for (order, reserve) in iproduct!((0..places).permutations(places), sets) {
            let rank = |place: usize| order.iter().position(|&other| other == place);
            let holds = (0..places).array_combinations().all(|[left, right]| {
                let left_first = rank(left) < rank(right);
                let later = |first: usize, then: usize| rules.later[first] >> then & 1 == 1;
                let (left_in_reserve, right_in_reserve) =
                    (reserve >> left & 1 == 1, reserve >> right & 1 == 1);
                let never = |place: usize| rules.stages[place] == Stage::Never;
                let last = match (left_in_reserve, right_in_reserve) {
                    (true, false) => !left_first || never(right),
                    (false, true) => left_first || never(left),
                    (true, true) => left_first,
                    (false, false) => true,
                };
                last && (left_first || !later(left, right)) && (!left_first || !later(right, left))
            });
            if !holds {
                continue;
            }
            let mut filled = vec![false; places];
            let mut sum = 0;
            for &place in order
                .iter()
                .filter(|&&place| rules.stages[place] != Stage::Never)
            {
                filled[place] = true;
                let left = filled[..place]
                    .iter()
                    .rev()
                    .take_while(|filled| **filled)
                    .count();
                let right = filled[place..].iter().take_while(|filled| **filled).count();
                if rules.stages[place] == Stage::Turn {
                    sum += (left + right) as i32;
                }
            }
            let word = (0..places).map(|place| Letter {
                in_reserve: reserve >> place & 1 == 1,
                forward: place + 1 == places || rank(place) < rank(place + 1),
            });
            orders.push((order.clone(), sum, word.collect()));
        }
        orders
    }

    /// The loss of a word; none if it is no word of the line.
    fn loss(words: &LineWords, word: &[Letter]) -> Option<u16> {
        let mut state = 0;
        let mut loss = 0;
        for (states, letter) in words.states.iter().zip(word) {
            let step = states[state].steps[letter.index()]?;
            (state, loss) = (usize::from(step.next), loss + step.loss);
        }
        Some(loss)
    }

    fn lines() -> impl Iterator<Item = LineRules> {
        use Stage::{Initial, Never, Turn};
        let stages: [&[Stage]; 6] = [
            &[Turn],
            &[Turn, Turn, Turn],
            &[Turn; 6],
            &[Turn, Initial, Turn, Turn, Turn],
            &[Turn, Turn, Never, Turn, Turn, Turn],
            &[Initial, Initial, Turn, Turn, Never, Never],
        ];
        let reserve = [Reserve::None, Reserve::One(0b1101), Reserve::Some(0b1101)];
        iproduct!(stages, reserve).filter_map(|(stages, reserve)| {
            let turns = stages.iter().positions(|&stage| stage == Turn);
            let turns = turns.fold(0, |places, place| places | 1 << place);
            let reserve = match reserve {
                Reserve::None => Reserve::None,
                Reserve::One(places) => Reserve::One(places & turns),
                Reserve::Some(places) => Reserve::Some(places & turns),
            };
            Some(rules(stages, reserve, &[]))
        })
    }

    #[test]
    fn the_loss_of_a_word_is_the_loss_of_its_best_order() {
        for rules in lines() {
            let words = LineWords::new(rules.clone());
            let mut best: FxHashMap<Vec<usize>, i32> = FxHashMap::default();
            let index = |word: &[Letter]| word.iter().map(|letter| letter.index()).collect_vec();
            let orders = orders(&rules);
            for (_, sum, word) in &orders {
                let most = best.entry(index(word)).or_insert(*sum);
                *most = *sum.max(most);
            }
            let Some(greatest) = best.values().copied().max() else {
                assert!(words.is_none(), "{rules:?}");
                continue;
            };
            let words = words.expect("there are orders");
            assert_eq!(words.best as i32, greatest, "{rules:?}");
            let letters = (0..rules.stages.len()).map(|_| Letter::ALL);
            for word in letters.multi_cartesian_product() {
                let expected = best.get(&index(&word)).map(|best| (greatest - best) as u16);
                assert_eq!(loss(&words, &word), expected, "{rules:?}, {word:?}");
                for slack in 0..3 {
                    let small_loss =
                        loss(&words.within(slack), &word).filter(|loss| *loss <= slack);
                    assert_eq!(
                        small_loss,
                        expected.filter(|loss| *loss <= slack),
                        "{rules:?}, {word:?}"
                    );
                }
            }
            // Every order that keeps to the pairs of a word is a best order of the word.
            for (order, sum, word) in &orders {
                let mut table = Table::new(&rules);
                assert!(
                    word.iter()
                        .enumerate()
                        .all(|(place, letter)| table.put(place, *letter))
                );
                let rank = |place: usize| order.iter().position(|&other| other == place);
                if table
                    .pairs()
                    .iter()
                    .all(|&(first, then)| rank(first) < rank(then))
                {
                    assert_eq!(*sum, best[&index(word)], "{rules:?}, {order:?}");
                }
            }
        }
    }

    /// Cells that wait for others leave fewer orders.
    #[test]
    fn no_order_beats_its_word() {
        for waits in [vec![(4, 0)], vec![(0, 2), (2, 4)], vec![(1, 4), (5, 1)]] {
            let rules = rules(&[Stage::Turn; 6], Reserve::None, &waits);
            let words = LineWords::new(rules.clone()).expect("there are orders");
            let orders = orders(&rules);
            for (order, sum, word) in &orders {
                let loss = loss(&words, word).map(i32::from);
                let most = loss.map(|loss| words.best as i32 - loss);
                assert!(most >= Some(*sum), "{waits:?}, {order:?}");
            }
            let greatest = orders.iter().map(|(_, sum, _)| *sum).max();
            assert!(greatest.is_some_and(|sum| sum <= words.best as i32));
        }
    }
}
