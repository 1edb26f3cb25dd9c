//! The kind of instances with two to four kinds of constraints at once.

use super::{GAME, Ingredient, Kind, ingredient};

/// The ingredients. Those that change the order come first, so that the constraints of the others hold in it.
const INGREDIENTS: [Ingredient; 11] = [
    ingredient("rounds", |draft, builder| {
        draft.deal_rounds();
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
        let count = 1 + draft.below(draft.turns() - fewest);
        draft.drop_turns(count);
        builder
    }),
    ingredient("bonus", |_, builder| builder.bonus(GAME)),
    ingredient("precedences", |draft, builder| {
        let count = 1 + draft.below(2 * draft.side);
        let pairs = draft.different_pairs(count);
        draft.precedences(builder, pairs)
    }),
    // The next two ingredients take no cell of each other: even turns have windows, odd turns are fixed.
    ingredient("windows", |draft, builder| {
        let cells = 1 + draft.below(draft.side);
        let reach = 1 + draft.below(draft.turns() / 3);
        let turns = draft.turns_of_parity(cells, 0);
        draft.windows(builder, turns, reach)
    }),
    ingredient("fixed cells", |draft, builder| {
        let cells = 1 + draft.below(4);
        let turns = draft.turns_of_parity(cells, 1);
        draft.fixed_cells(builder, turns)
    }),
    ingredient("first", |draft, builder| {
        let count = 1 + draft.below(draft.side);
        builder.first(draft.cells_of(0..count))
    }),
    ingredient("last", |draft, builder| {
        let begin = draft.turns() - 1 - draft.below(draft.side);
        builder.last(draft.cells_of(begin..draft.turns()))
    }),
    ingredient("only", |draft, builder| {
        let [from, to] = draft.two_turns();
        let other_turns = draft.two_turns();
        let mut cells = draft.cells_of((from..=to).chain(other_turns));
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
        let ingredients = draft.choose(count, &INGREDIENTS, are_compatible);
        let builder = draft.with(draft.begin(), ingredients);
        draft.ended(builder)
    },
};

/// Whether two different ingredients can be in one instance: rounds fix the turns of each row.
fn are_compatible(first: usize, second: usize) -> bool {
    let names = [first.min(second), first.max(second)].map(|number| INGREDIENTS[number].name);
    first != second
        && !matches!(
            names,
            ["rounds", "last-round" | "tiles at first" | "ends early"]
        )
}
