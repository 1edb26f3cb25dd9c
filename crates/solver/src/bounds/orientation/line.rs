//! Best sums of the runs of one line, by which of two neighbours is filled first.
//!
//! A *word* of a line says of each pair of neighbours which one is filled first, and of each cell whether it is kept for the last
//! round. A table gives the best sum of a word. The words are read from one end to the other, by an automaton whose states are
//! told apart only by what may follow: prefixes that lose the same by all that comes after them share a state.

use super::table::Table;
use itertools::Itertools;
use rustc_hash::FxHashMap;

/// The longest line: its places are bits of a number.
pub(crate) const LONGEST: usize = 12;

/// When the cell of a place is filled, as far as it is known beforehand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Stage {
    Initial,
    Turn,
    Never,
}

/// The cells of a line that are kept for the last round.
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

/// A cell of a word: whether it is kept, and whether it is filled before the next one.
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

/// The prefixes of a length after which the same may follow. There is a way to go on that loses nothing.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct State {
    /// Whether the cell before is filled first.
    pub(super) forward: bool,
    /// Per letter.
    pub(super) steps: [Option<Step>; 4],
}

/// The words of a line, and what each of them loses of the best sum of runs.
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
            known: vec![FxHashMap::default(); places],
            states: vec![Vec::new(); places],
        };
        let (best, _) = builder.from(0)?;
        let states = builder.states;
        Some(Self {
            best: best as u32,
            states,
            rules,
        })
    }

    /// The words that lose so much at most.
    pub(super) fn within(&self, slack: u16) -> Self {
        let behind = self.behind();
        let mut states: Vec<Vec<State>> = vec![Vec::new(); self.states.len()];
        // Per state of the next place, the one that it is now, if it is one.
        let mut now = vec![Some(0)];
        for (place, all) in self.states.iter().enumerate().rev() {
            let mut known = FxHashMap::default();
            let retained = |step: Step| {
                let next = now[usize::from(step.next)]?;
                (step.loss <= slack).then_some(Step { next, ..step })
            };
            let merged = all.iter().zip(&behind[place]).map(|(state, &behind)| {
                let steps = state.steps.map(|step| step.and_then(retained));
                let forward = state.forward;
                let state = State { forward, steps };
                (behind <= slack).then(|| intern(&mut states[place], &mut known, state))
            });
            now = merged.collect();
        }
        Self {
            rules: self.rules.clone(),
            best: self.best,
            states,
        }
    }

    /// Per state, the least that the letters before it lose.
    fn behind(&self) -> Vec<Vec<u16>> {
        let mut behind: Vec<Vec<u16>> = vec![vec![0]];
        for (states, next) in self.states.iter().tuple_windows() {
            let mut losses = vec![u16::MAX; next.len()];
            for (state, &before) in states.iter().zip(&behind[behind.len() - 1]) {
                for step in state.steps.iter().flatten() {
                    let loss = &mut losses[usize::from(step.next)];
                    *loss = before.saturating_add(step.loss).min(*loss);
                }
            }
            behind.push(losses);
        }
        behind
    }

    /// The most states of a place.
    pub(super) fn width(&self) -> usize {
        self.states.iter().map(Vec::len).max().unwrap_or(0)
    }
}

fn intern(states: &mut Vec<State>, known: &mut FxHashMap<State, u16>, state: State) -> u16 {
    *known.entry(state).or_insert_with_key(|state| {
        states.push(state.clone());
        (states.len() - 1) as u16
    })
}

struct Builder<'a> {
    table: Table<'a>,
    known: Vec<FxHashMap<State, u16>>,
    states: Vec<Vec<State>>,
}

impl Builder<'_> {
    /// The best sum of all words with the letters before this place, and the state of these; none where there is no order.
    fn from(&mut self, place: usize) -> Option<(i32, u16)> {
        let last = place + 1 == self.table.places();
        let mut ways = [None; 4];
        for letter in Letter::ALL {
            if (last && !letter.forward) || !self.table.put(place, letter) {
                continue;
            }
            ways[letter.index()] = match last {
                true => self.table.best().map(|best| (best, 0)),
                false => self.from(place + 1),
            };
        }
        let best = ways.iter().flatten().map(|&(best, _)| best).max()?;
        let step = |(sum, next)| Step {
            loss: (best - sum) as u16,
            next,
        };
        let state = State {
            forward: place == 0 || self.table.letter(place - 1).forward,
            steps: ways.map(|way| way.map(step)),
        };
        let known = &mut self.known[place];
        Some((best, intern(&mut self.states[place], known, state)))
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
            Reserve::One(one) => set.count_ones() == 1 && set & !one == 0,
            Reserve::Some(some) => set & !some == 0,
        });
        let mut orders = Vec::new();
        for (order, reserve) in iproduct!((0..places).permutations(places), sets) {
            let when = |place: usize| order.iter().position(|&other| other == place);
            let holds = (0..places).array_combinations().all(|[one, other]| {
                let one_first = when(one) < when(other);
                let later = |first: usize, then: usize| rules.later[first] >> then & 1 == 1;
                let (one_in_reserve, other_in_reserve) =
                    (reserve >> one & 1 == 1, reserve >> other & 1 == 1);
                let never = |place: usize| rules.stages[place] == Stage::Never;
                let last = match (one_in_reserve, other_in_reserve) {
                    (true, false) => !one_first || never(other),
                    (false, true) => one_first || never(one),
                    (true, true) => one_first,
                    (false, false) => true,
                };
                last && (one_first || !later(one, other)) && (!one_first || !later(other, one))
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
                forward: place + 1 == places || when(place) < when(place + 1),
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
    fn a_word_loses_what_its_best_order_lacks() {
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
                let lacks = best.get(&index(&word)).map(|best| (greatest - best) as u16);
                assert_eq!(loss(&words, &word), lacks, "{rules:?}, {word:?}");
                for slack in 0..3 {
                    let few = loss(&words.within(slack), &word).filter(|loss| *loss <= slack);
                    assert_eq!(
                        few,
                        lacks.filter(|lacks| *lacks <= slack),
                        "{rules:?}, {word:?}"
                    );
                }
            }
            // Whichever order keeps to the pairs of a word is one of its best.
            for (order, sum, word) in &orders {
                let mut table = Table::new(&rules);
                assert!(
                    word.iter()
                        .enumerate()
                        .all(|(place, letter)| table.put(place, *letter))
                );
                let when = |place: usize| order.iter().position(|&other| other == place);
                if table
                    .pairs()
                    .iter()
                    .all(|&(first, then)| when(first) < when(then))
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
