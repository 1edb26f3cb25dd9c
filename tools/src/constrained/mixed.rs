//! The kind of instances with two to four kinds of constraints at once.

use super::{GAME, Ingredient, Kind, ingredient};

/// The ingredients. Those that change the order come first, so that the constraints of the others hold in it.
const INGREDIENTS: [Ingredient; 11] = [
    ingredient("rounds", |draft, builder| {
        let fewest = draft.side.div_ceil(2);
        let rounds = fewest + draft.below(draft.side - fewest + 1);
        draft.deal_rounds(rounds);
        builder.rounds()
    }),
    ingredient("last-round", |draft, builder| {
        draft.deal_last_round();
        builder.last_round()
    }),
    ingredient("tiles at first", |draft, builder| {
        let tiles = 1 + draft.below(draft.side);
        let initial = draft.take_initial(tiles);
        builder.initial(initial)
    }),
    ingredient("ends early", |draft, builder| {
        let fewest = draft.turns() / 3;
        let gone = 1 + draft.below(draft.turns() - fewest);
        draft.drop_turns(gone);
        builder
    }),
    ingredient("bonus", |_, builder| builder.bonus(GAME)),
    ingredient("precedences", |draft, builder| {
        let pairs = 1 + draft.below(2 * draft.side);
        let mut pairs: Vec<[usize; 2]> = (0..pairs).map(|_| draft.two_turns()).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs.into_iter().fold(builder, |builder, [first, then]| {
            builder.before(draft.cell_of(first), draft.cell_of(then))
        })
    }),
    // Of the next two none takes a cell of the other: even turns have windows, odd turns are fixed.
    ingredient("windows", |draft, builder| {
        let cells = 1 + draft.below(draft.side);
        let reach = 1 + draft.below(draft.turns() / 3) as u64;
        let last = draft.turns() as u64;
        let turns = draft.turns_of_parity(cells, 0);
        turns.into_iter().fold(builder, |builder, turn| {
            let at = turn as u64 + 1;
            let window = at.saturating_sub(reach).max(1)..=(at + reach).min(last);
            builder.window(draft.cell_of(turn), window)
        })
    }),
    ingredient("fixed cells", |draft, builder| {
        let cells = 1 + draft.below(4);
        let turns = draft.turns_of_parity(cells, 1);
        turns.into_iter().fold(builder, |builder, turn| {
            builder.place_at(draft.cell_of(turn), turn as u64 + 1)
        })
    }),
    ingredient("first", |draft, builder| {
        let count = 1 + draft.below(draft.side);
        let first: Vec<u64> = (0..count).map(|turn| draft.cell_of(turn)).collect();
        builder.first(first)
    }),
    ingredient("last", |draft, builder| {
        let begin = draft.turns() - 1 - draft.below(draft.side);
        let last: Vec<u64> = (begin..draft.turns())
            .map(|turn| draft.cell_of(turn))
            .collect();
        builder.last(last)
    }),
    ingredient("only", |draft, builder| {
        let [from, to] = draft.two_turns();
        let more = draft.two_turns();
        let mut cells: Vec<u64> = (from..=to)
            .chain(more)
            .map(|turn| draft.cell_of(turn))
            .collect();
        cells.sort_unstable();
        cells.dedup();
        builder.only(cells, from as u64 + 1..=to as u64 + 1)
    }),
];

/// The kind of instances with two to four ingredients.
pub(crate) const MIXED: Kind = Kind {
    name: "mixed",
    states: "two to four of: `rounds`, `last-round`, tiles at first, fewer turns, the end bonus of the game, precedences, windows, fixed cells, `first`, `last`, `only`",
    build: |draft| {
        let count = 2 + draft.below(3);
        let mut chosen: Vec<usize> = Vec::new();
        while chosen.len() < count {
            let one = draft.below(INGREDIENTS.len());
            if chosen.iter().all(|&other| go_together(one, other)) {
                chosen.push(one);
            }
        }
        chosen.sort_unstable();
        let begin = draft.begin();
        let added = chosen.into_iter().map(|number| &INGREDIENTS[number]);
        let builder = added.fold(begin, |builder, ingredient| {
            (ingredient.add)(draft, builder)
        });
        builder.turns(draft.turns() as u64)
    },
};

/// Whether two different ingredients can be in one instance: rounds fix the turns of each row.
fn go_together(one: usize, other: usize) -> bool {
    let names = [one.min(other), one.max(other)].map(|number| INGREDIENTS[number].name);
    one != other
        && !matches!(
            names,
            ["rounds", "last-round" | "tiles at first" | "ends early"]
        )
}
