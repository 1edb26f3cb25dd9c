//! Random instances with constraints, by kind, size and seed. Each is made around an order that satisfies it.

use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::instance::{Builder, Instance, Sense};
use azulejo::wall::{Bonus, Cell};
use std::collections::BTreeSet;

/// The end bonus of the game.
const GAME: Bonus = Bonus {
    row: 2,
    column: 7,
    colour: 10,
};

/// A kind of instance.
pub(crate) struct Kind {
    /// Its name in files and on the command line.
    pub(crate) name: &'static str,
    /// What it states, on a wall of n×n cells.
    pub(crate) states: &'static str,
    build: fn(&mut Draft) -> Builder,
}

/// Every kind.
pub(crate) const KINDS: [Kind; 10] = [
    Kind {
        name: "precedences",
        states: "n pairs of cells, of which one is filled before the other",
        build: |draft| {
            (0..draft.side).fold(draft.begin(), |builder, _| {
                let [first, then] = draft.two_turns();
                builder.before(draft.cell_of(first), draft.cell_of(then))
            })
        },
    },
    Kind {
        name: "windows",
        states: "2n cells, each in one of the turns from n²/4 before to n²/4 after its turn in a random order",
        build: |draft| {
            let reach = (draft.turns() / 4) as u64;
            let last = draft.turns() as u64;
            let turns = draft.different_turns(2 * draft.side);
            turns.into_iter().fold(draft.begin(), |builder, turn| {
                let at = turn as u64 + 1;
                let window = at.saturating_sub(reach).max(1)..=(at + reach).min(last);
                builder.window(draft.cell_of(turn), window)
            })
        },
    },
    Kind {
        name: "four fixed",
        states: "four cells, each in a turn of its own",
        build: |draft| {
            let turns = draft.different_turns(4);
            turns.into_iter().fold(draft.begin(), |builder, turn| {
                builder.place_at(draft.cell_of(turn), turn as u64 + 1)
            })
        },
    },
    Kind {
        name: "tiles at first",
        states: "n tiles on the wall before turn 1",
        build: |draft| {
            let initial = draft.take_initial(draft.side);
            draft.begin().initial(initial)
        },
    },
    Kind {
        name: "half",
        states: "about half of the turns: from n(n − 1)/2 to n(n + 1)/2",
        build: |draft| {
            draft.shorten_to_about_half();
            draft.begin().turns(draft.turns() as u64)
        },
    },
    Kind {
        name: "half, bonus",
        states: "the same, with the end bonus of the game: 2 a row, 7 a column, 10 a colour",
        build: |draft| {
            draft.shorten_to_about_half();
            draft.begin().turns(draft.turns() as u64).bonus(GAME)
        },
    },
    Kind {
        name: "cells first",
        states: "n cells that are filled first",
        build: |draft| {
            let first: Vec<u64> = (0..draft.side).map(|turn| draft.cell_of(turn)).collect();
            draft.begin().first(first)
        },
    },
    Kind {
        name: "cells last",
        states: "n cells that are filled last",
        build: |draft| {
            let begin = draft.turns() - draft.side;
            let turns = begin..draft.turns();
            let last: Vec<u64> = turns.map(|turn| draft.cell_of(turn)).collect();
            draft.begin().last(last)
        },
    },
    Kind {
        name: "partial, bonus",
        states: "n²/4 to n²/2 tiles on the wall before turn 1, then 2n turns, with the end bonus of the game",
        build: |draft| {
            let quarter = draft.turns() / 4;
            let tiles = quarter + draft.below(quarter + 1);
            let initial = draft.take_initial(tiles);
            draft.order.truncate(2 * draft.side);
            let turns = draft.turns() as u64;
            draft.begin().initial(initial).turns(turns).bonus(GAME)
        },
    },
    Kind {
        name: "rounds, bonus",
        states: "`rounds`, with n/2 to n rounds and the end bonus of the game",
        build: |draft| {
            let fewest = draft.side.div_ceil(2);
            let rounds = fewest + draft.below(draft.side - fewest + 1);
            draft.deal_rounds(rounds);
            let turns = draft.turns() as u64;
            draft.begin().turns(turns).bonus(GAME).rounds()
        },
    },
];

/// The instance of a kind, a side of the wall and a seed, with an order that satisfies it. Even seeds ask for the
/// maximum, odd seeds for the minimum.
pub(crate) fn generate(kind: &Kind, side: usize, seed: u64) -> (Instance, Vec<Cell>) {
    let sense = match seed % 2 {
        0 => Sense::Maximize,
        _ => Sense::Minimize,
    };
    let mut draft = Draft::new(kind.name, side, sense, seed);
    let built = (kind.build)(&mut draft).build();
    let instance = built.unwrap_or_else(|faults| panic!("{}, seed {seed}: {faults}", kind.name));
    let order = draft.order.into_iter().map(Cell::from_index).collect();
    (instance, order)
}

/// An instance of several kinds of constraints at once, by a side of the wall and a seed, with an order that satisfies it.
/// Even seeds ask for the maximum, odd seeds for the minimum.
#[allow(dead_code)] // a part of those who draw instances draw such ones
pub(crate) fn mixed(side: usize, seed: u64) -> (Instance, Vec<Cell>) {
    let sense = match seed % 2 {
        0 => Sense::Maximize,
        _ => Sense::Minimize,
    };
    let mut draft = Draft::new("mixed", side, sense, seed);
    let mut steps: Vec<Step> = Vec::new();
    let holds = |draft: &mut Draft, out_of: usize| draft.below(out_of) == 0;
    let in_rounds = holds(&mut draft, 4);
    if in_rounds {
        let fewest = side.div_ceil(2);
        let rounds = fewest + draft.below(side - fewest + 1);
        let all = holds(&mut draft, 2);
        draft.deal_rounds(if all { side } else { rounds });
        steps.push(Box::new(|builder| builder.rounds()));
    } else {
        if holds(&mut draft, 3) {
            let tiles = 1 + draft.below(side);
            let initial = draft.take_initial(tiles);
            steps.push(Box::new(|builder| builder.initial(initial)));
        }
        if holds(&mut draft, 3) {
            let turns = draft.turns();
            let left = turns - draft.below(turns / 2);
            draft.order.truncate(left);
        }
    }
    let turns = draft.turns() as u64;
    steps.push(Box::new(move |builder| builder.turns(turns)));
    if holds(&mut draft, 3) {
        steps.push(Box::new(|builder| builder.bonus(GAME)));
    }
    if holds(&mut draft, 2) {
        let pairs = 1 + draft.below(2 * side);
        let pairs: BTreeSet<[usize; 2]> = (0..pairs).map(|_| draft.two_turns()).collect();
        for turns in pairs {
            let [first, then] = turns.map(|turn| draft.cell_of(turn));
            steps.push(Box::new(move |builder| builder.before(first, then)));
        }
    }
    // No cell has two turns of its own.
    let some = 1 + draft.below(2 * side);
    let own = draft.different_turns(some);
    let fixed = draft.below(4);
    for (index, turn) in own.into_iter().enumerate() {
        let (cell, at) = (draft.cell_of(turn), turn as u64 + 1);
        let reach = 1 + draft.below(draft.turns() / 2) as u64;
        match index < fixed {
            true => steps.push(Box::new(move |builder| builder.place_at(cell, at))),
            false => steps.push(Box::new(move |builder| {
                let window = at.saturating_sub(reach).max(1)..=(at + reach).min(turns);
                builder.window(cell, window)
            })),
        }
    }
    if holds(&mut draft, 3) {
        let count = 1 + draft.below(side);
        let first: Vec<u64> = (0..count).map(|turn| draft.cell_of(turn)).collect();
        steps.push(Box::new(move |builder| builder.first(first)));
    }
    if holds(&mut draft, 3) {
        let begin = draft.turns() - 1 - draft.below(side);
        let last: Vec<u64> = (begin..draft.turns())
            .map(|turn| draft.cell_of(turn))
            .collect();
        steps.push(Box::new(move |builder| builder.last(last)));
    }
    if holds(&mut draft, 2) {
        let [from, to] = draft.two_turns();
        let more = draft.two_turns();
        let mut cells: Vec<u64> = (from..=to)
            .chain(more)
            .map(|turn| draft.cell_of(turn))
            .collect();
        cells.sort_unstable();
        cells.dedup();
        let turns = from as u64 + 1..=to as u64 + 1;
        steps.push(Box::new(move |builder| builder.only(cells, turns)));
    }
    let built = steps
        .into_iter()
        .fold(draft.begin(), |builder, step| step(builder));
    let built = built.build();
    let instance = built.unwrap_or_else(|faults| panic!("mixed {side}, seed {seed}: {faults}"));
    let order = draft.order.into_iter().map(Cell::from_index).collect();
    (instance, order)
}

/// A step in the making of a mixed instance.
type Step = Box<dyn FnOnce(Builder) -> Builder>;

/// An instance in the making: a random order, which each step keeps true.
struct Draft {
    name: String,
    side: usize,
    sense: Sense,
    random: ChaCha8Rng,
    /// Indices of cells, turn by turn.
    order: Vec<usize>,
}

impl Draft {
    fn new(kind: &str, side: usize, sense: Sense, seed: u64) -> Self {
        let word = &sense.word()[..3];
        let name = format!("{side}x{side} {kind} {word} {seed}");
        // Each instance has numbers of its own: FNV-1a of its name.
        let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let mut draft = Self {
            name,
            side,
            sense,
            random: ChaCha8Rng::seed_from_u64(hash),
            order: (0..side * side).collect(),
        };
        for last in (1..draft.order.len()).rev() {
            let other = draft.below(last + 1);
            draft.order.swap(last, other);
        }
        draft
    }

    fn begin(&self) -> Builder {
        let side = self.side as u64;
        Instance::builder(side, side, self.sense).name(&*self.name)
    }

    fn below(&mut self, bound: usize) -> usize {
        below(&mut self.random, bound as u32) as usize
    }

    fn turns(&self) -> usize {
        self.order.len()
    }

    /// The number of the cell of a turn, from 0.
    fn cell_of(&self, turn: usize) -> u64 {
        self.order[turn] as u64 + 1
    }

    /// So many different turns, from 0, the first first.
    fn different_turns(&mut self, count: usize) -> Vec<usize> {
        let mut turns: Vec<usize> = Vec::new();
        while turns.len() < count {
            let turn = self.below(self.turns());
            if !turns.contains(&turn) {
                turns.push(turn);
            }
        }
        turns.sort_unstable();
        turns
    }

    fn two_turns(&mut self) -> [usize; 2] {
        let turns = self.different_turns(2);
        [turns[0], turns[1]]
    }

    /// Takes the first cells out of the order: they are filled before turn 1.
    fn take_initial(&mut self, count: usize) -> Vec<u64> {
        let mut initial: Vec<u64> = self
            .order
            .drain(..count)
            .map(|cell| cell as u64 + 1)
            .collect();
        initial.sort_unstable();
        initial
    }

    fn shorten_to_about_half(&mut self) {
        let fewest = self.side * (self.side - 1) / 2;
        let turns = fewest + self.below(self.side + 1);
        self.order.truncate(turns);
    }

    /// Deals the cells of the order out to rounds: in each of them the rows from top to bottom.
    fn deal_rounds(&mut self, rounds: usize) {
        let side = self.side;
        let rows: Vec<Vec<usize>> = (0..side)
            .map(|row| {
                self.order
                    .iter()
                    .copied()
                    .filter(|cell| cell / side == row)
                    .collect()
            })
            .collect();
        let dealt = (0..rounds).flat_map(|round| rows.iter().map(move |row| row[round]));
        self.order = dealt.collect();
    }
}
