//! The kind of instances that no method was tuned to: two or three kinds of constraints that fill much of the wall, and often a
//! short horizon with the bonus, or tiles at first.

use super::{GAME, Ingredient, Kind, ingredient};

/// The constraints. Each holds in the order of the draft.
const INGREDIENTS: [Ingredient; 6] = [
    ingredient("precedences", |draft, builder| {
        let pairs = draft.different_pairs(draft.side);
        draft.precedences(builder, pairs)
    }),
    // Of the next two none takes a cell of the other: even turns have windows, odd turns are fixed.
    ingredient("windows", |draft, builder| {
        let (last, reach) = (draft.turns(), draft.turns() / 3 + 1);
        let turns = draft.some_of_parity(draft.side, 0);
        turns.into_iter().fold(builder, |builder, turn| {
            let (earlier, later) = (draft.below(reach), draft.below(reach));
            let from = turn.saturating_sub(earlier) + 1;
            let to = (turn + later + 1).min(last);
            builder.window(draft.cell_of(turn), from as u64..=to as u64)
        })
    }),
    ingredient("fixed cells", |draft, builder| {
        let turns = draft.some_of_parity(3, 1);
        draft.fixed_cells(builder, turns)
    }),
    ingredient("first", |draft, builder| {
        builder.first(draft.cells_of(0..draft.side))
    }),
    ingredient("last", |draft, builder| {
        let turns = draft.turns() - draft.side..draft.turns();
        builder.last(draft.cells_of(turns))
    }),
    ingredient("only", |draft, builder| {
        let side = draft.side;
        let from = draft.below(draft.turns() - side + 1);
        let mut turns: Vec<usize> = (from..from + side).collect();
        while turns.len() < (2 * side).min(draft.turns()) {
            let turn = draft.below(draft.turns());
            if !turns.contains(&turn) {
                turns.push(turn);
            }
        }
        let mut cells = draft.cells_of(turns);
        cells.sort_unstable();
        builder.only(cells, from as u64 + 1..=(from + side) as u64)
    }),
];

/// The kind of instances with two or three ingredients.
pub(crate) const COMBINED: Kind = Kind {
    name: "combined",
    states: "two or three of: n precedences, windows of n cells of up to a third of the turns to either side, three fixed cells, the first n cells, the last n, n turns that fill only 2n given cells; a third ends after one to two thirds of the turns and has the end bonus of the game; a third has n or 2n tiles at first",
    build: |draft| {
        let count = 2 + draft.below(2);
        let ingredients = draft.choose(count, &INGREDIENTS, |first, second| first != second);
        let mut builder = draft.begin();
        if draft.below(3) == 0 {
            let tiles = (1 + draft.below(2)) * draft.side;
            let initial = draft.take_initial(tiles);
            builder = builder.initial(initial);
        }
        if draft.below(3) == 0 {
            let third = draft.turns() / 3;
            let turns = third + draft.below(third + 1);
            // The first and the last cells have room beside each other.
            draft.order.truncate(turns.max(2 * draft.side));
            builder = builder.bonus(GAME);
        }
        let builder = draft.with(builder, ingredients);
        draft.ended(builder)
    },
};
