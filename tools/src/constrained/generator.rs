//! The generator of random instances with constraints, by kind, size and seed. Each instance is built around an order
//! that satisfies it.

use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::instance::{Builder, Instance, Sense};
use azulejo::wall::{Bonus, Cell};

#[path = "combined.rs"]
mod combined;
#[path = "mixed.rs"]
mod mixed;
#[path = "rows.rs"]
mod rows;
pub(crate) use mixed::MIXED;
#[allow(unused_imports)] // some tests draw other kinds
pub(crate) use {combined::COMBINED, rows::ROWS};

/// The end bonus of the game.
const GAME: Bonus = Bonus {
    row: 2,
    column: 7,
    colour: 10,
};

/// A kind of instance.
pub(crate) struct Kind {
    /// The name of the kind in files and on the command line.
    pub(crate) name: &'static str,
    /// The constraints of the kind, in words, on a wall of n×n cells.
    pub(crate) states: &'static str,
    build: fn(&mut Draft) -> Builder,
}

/// A kind of constraint as an ingredient of an instance.
struct Ingredient {
    name: &'static str,
    add: fn(&mut Draft, Builder) -> Builder,
}

const fn ingredient(name: &'static str, add: fn(&mut Draft, Builder) -> Builder) -> Ingredient {
    Ingredient { name, add }
}

/// Every kind without rows that methods were tuned to.
pub(crate) const KINDS: [Kind; 11] = [
    Kind {
        name: "precedences",
        states: "n pairs of cells, of which one is filled before the other",
        build: |draft| {
            let pairs: Vec<[usize; 2]> = (0..draft.side).map(|_| draft.two_turns()).collect();
            draft.precedences(draft.begin(), pairs)
        },
    },
    Kind {
        name: "windows",
        states: "2n cells, each in one of the turns from n²/4 before to n²/4 after its turn in a random order",
        build: |draft| {
            let reach = draft.turns() / 4;
            let turns = draft.different_turns(2 * draft.side);
            draft.windows(draft.begin(), turns, reach)
        },
    },
    Kind {
        name: "four fixed",
        states: "four cells, each in a turn of its own",
        build: |draft| {
            let turns = draft.different_turns(4);
            draft.fixed_cells(draft.begin(), turns)
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
            draft.ended(draft.begin())
        },
    },
    Kind {
        name: "half, bonus",
        states: "the same, with the end bonus of the game: 2 a row, 7 a column, 10 a colour",
        build: |draft| {
            draft.shorten_to_about_half();
            draft.ended(draft.begin()).bonus(GAME)
        },
    },
    Kind {
        name: "cells first",
        states: "n cells that are filled first",
        build: |draft| draft.begin().first(draft.cells_of(0..draft.side)),
    },
    Kind {
        name: "cells last",
        states: "n cells that are filled last",
        build: |draft| {
            let turns = draft.turns() - draft.side..draft.turns();
            draft.begin().last(draft.cells_of(turns))
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
            draft.ended(draft.begin()).initial(initial).bonus(GAME)
        },
    },
    Kind {
        name: "rounds, bonus",
        states: "`rounds`, with n/2 to n rounds and the end bonus of the game",
        build: |draft| {
            draft.deal_rounds();
            draft.ended(draft.begin()).bonus(GAME).rounds()
        },
    },
    MIXED,
];

/// The sense of the instances of a seed: even seeds are maxima, odd seeds minima.
pub(crate) fn sense(seed: u64) -> Sense {
    match seed % 2 {
        0 => Sense::Maximize,
        _ => Sense::Minimize,
    }
}

/// The instance of a kind, a side of the wall and a seed, with an order that satisfies it.
pub(crate) fn generate(kind: &Kind, side: usize, seed: u64) -> (Instance, Vec<Cell>) {
    let mut draft = Draft::new(kind.name, side, sense(seed), seed);
    let instance = (kind.build)(&mut draft).build();
    let instance = instance.unwrap_or_else(|faults| panic!("{}: {faults}", draft.name));
    let order = draft.order.into_iter().map(Cell::from_index).collect();
    (instance, order)
}

/// An instance under construction: a random order, which each step keeps feasible.
struct Draft {
    name: String,
    side: usize,
    sense: Sense,
    random: ChaCha8Rng,
    /// The indices of cells, by turn.
    order: Vec<usize>,
    /// The number of turns of the last round.
    last_round: usize,
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
            last_round: 0,
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

    /// The instance whose horizon are the turns of the order.
    fn ended(&self, builder: Builder) -> Builder {
        builder.turns(self.turns() as u64)
    }

    /// The instance with precedences between the cells of pairs of turns.
    fn precedences(&self, builder: Builder, pairs: Vec<[usize; 2]>) -> Builder {
        pairs.into_iter().fold(builder, |builder, [first, then]| {
            builder.before(self.cell_of(first), self.cell_of(then))
        })
    }

    /// The instance with a window for the cell of each turn, which reaches to turns before and after it.
    fn windows(&self, builder: Builder, turns: Vec<usize>, reach: usize) -> Builder {
        let (reach, last) = (reach as u64, self.turns() as u64);
        turns.into_iter().fold(builder, |builder, turn| {
            let at = turn as u64 + 1;
            let window = at.saturating_sub(reach).max(1)..=(at + reach).min(last);
            builder.window(self.cell_of(turn), window)
        })
    }

    /// The instance with the cell of each turn fixed.
    fn fixed_cells(&self, builder: Builder, turns: Vec<usize>) -> Builder {
        turns.into_iter().fold(builder, |builder, turn| {
            builder.place_at(self.cell_of(turn), turn as u64 + 1)
        })
    }

    /// A number of ingredients of a list, in its order, any two of which are compatible by their numbers.
    fn choose(
        &mut self,
        count: usize,
        all: &'static [Ingredient],
        are_compatible: fn(usize, usize) -> bool,
    ) -> Vec<&'static Ingredient> {
        let mut selection: Vec<usize> = Vec::new();
        while selection.len() < count {
            let number = self.below(all.len());
            if selection.iter().all(|&other| are_compatible(number, other)) {
                selection.push(number);
            }
        }
        selection.sort_unstable();
        selection.into_iter().map(|number| &all[number]).collect()
    }

    /// The instance with ingredients.
    fn with(&mut self, builder: Builder, ingredients: Vec<&Ingredient>) -> Builder {
        let ingredients = ingredients.into_iter();
        ingredients.fold(builder, |builder, ingredient| {
            (ingredient.add)(self, builder)
        })
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

    /// The numbers of the cells of some turns.
    fn cells_of(&self, turns: impl IntoIterator<Item = usize>) -> Vec<u64> {
        turns.into_iter().map(|turn| self.cell_of(turn)).collect()
    }

    /// Different turns, from 0, in ascending order.
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

    /// At most `count` different pairs of turns, in ascending order.
    fn different_pairs(&mut self, count: usize) -> Vec<[usize; 2]> {
        let mut pairs: Vec<[usize; 2]> = (0..count).map(|_| self.two_turns()).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// At most `count` different turns, from 0, with the remainder `rest` modulo 2, in ascending order.
    fn turns_of_parity(&mut self, count: usize, rest: usize) -> Vec<usize> {
        let turns = self.different_turns(count.min(self.turns()));
        turns.into_iter().filter(|turn| turn % 2 == rest).collect()
    }

    /// As many different turns, from 0, with the remainder `rest` modulo 2, as there are up to `count`, in ascending order.
    fn some_of_parity(&mut self, count: usize, rest: usize) -> Vec<usize> {
        let mut turns: Vec<usize> = (0..self.turns()).filter(|turn| turn % 2 == rest).collect();
        while turns.len() > count {
            let index = self.below(turns.len());
            turns.remove(index);
        }
        turns
    }

    /// Removes the first cells from the order: they are filled before turn 1.
    fn take_initial(&mut self, count: usize) -> Vec<u64> {
        let mut initial = self.cells_of(0..count);
        self.order.drain(..count);
        initial.sort_unstable();
        initial
    }

    fn shorten_to_about_half(&mut self) {
        let fewest = self.side * (self.side - 1) / 2;
        let turns = fewest + self.below(self.side + 1);
        self.order.truncate(turns);
    }

    /// Removes turns from the order: the last ones, except those of a last round.
    fn drop_turns(&mut self, count: usize) {
        let end = self.turns() - self.last_round;
        self.order.drain(end.saturating_sub(count)..end);
    }

    /// Reorders the last turns so that they fill a cell of each row, from the top.
    fn deal_last_round(&mut self) {
        let side = self.side;
        for row in 0..side {
            let place = self.order.iter().position(|cell| cell / side == row);
            let place = place.expect("no cell of the row is filled yet");
            self.order[place..].rotate_left(1);
        }
        self.last_round = side;
    }

    /// Reorders the cells into rounds, each of which fills the rows from top to bottom: at least half of all rounds.
    fn deal_rounds(&mut self) {
        let side = self.side;
        let fewest = side.div_ceil(2);
        let rounds = fewest + self.below(side - fewest + 1);
        let rows: Vec<Vec<usize>> = (0..side)
            .map(|row| {
                let cells = self.order.iter().copied();
                cells.filter(|cell| cell / side == row).collect()
            })
            .collect();
        let cells = (0..rounds).flat_map(|round| rows.iter().map(move |row| row[round]));
        self.order = cells.collect();
    }
}
