//! The kinds of instances with rows.

use super::{Draft, Kind};
use azulejo::instance::Builder;
use azulejo::order::points;
use azulejo::wall::{Cell, Wall};
use itertools::Itertools;

/// The kinds with rows, one for each class.
pub(crate) const ROWS: [Kind; 3] = [
    Kind {
        name: "level rows",
        states: "2n level rows: how many cells of a row, of a column, of a colour or of n random cells are filled after a random turn, at most, at least or exactly",
        build: |draft| {
            let count = 2 * draft.side;
            with_rows(draft, count, Draft::level_row)
        },
    },
    Kind {
        name: "step rows",
        states: "n step rows: how much a random turn earns, at most or at least",
        build: |draft| {
            let count = draft.side;
            with_rows(draft, count, Draft::step_row)
        },
    },
    Kind {
        name: "order rows",
        states: "two order rows: how many turns are between two random cells, exactly",
        build: |draft| with_rows(draft, 2, Draft::order_row),
    },
];

/// A plain wall with `count` different rows.
fn with_rows(draft: &mut Draft, count: usize, row: fn(&mut Draft) -> String) -> Builder {
    let mut rows: Vec<String> = Vec::new();
    while rows.len() < count {
        let text = row(draft);
        if !rows.contains(&text) {
            rows.push(text);
        }
    }
    rows.into_iter().fold(draft.begin(), Builder::subject_to)
}

/// The line of a cell by the side of the wall and the cell's row and column, all from 0.
type LineOf = fn(usize, usize, usize) -> usize;

impl Draft {
    fn level_row(&mut self) -> String {
        let side = self.side;
        let line = 1 + self.below(side);
        let lines: [(&str, LineOf); 3] = [
            ("row", |_, row, _| row),
            ("column", |_, _, column| column),
            ("colour", |side, row, column| (column + side - row) % side),
        ];
        let (set, cells) = match lines.get(self.below(4)) {
            Some((name, line_of)) => {
                let is_of = |cell: &usize| line_of(side, cell / side, cell % side) + 1 == line;
                let cells = (0..side * side).filter(is_of).collect_vec();
                (format!("{name} {line}"), cells)
            }
            None => {
                let cells = self.different_turns(side);
                (cells.iter().map(|cell| cell + 1).join(" "), cells)
            }
        };
        let time = 1 + self.below(self.turns() - 1);
        let relation = ["<=", ">=", "="][self.below(3)];
        let filled = self.order[..time].iter();
        let filled = filled.filter(|cell| cells.contains(cell));
        format!("count({set}, {time}) {relation} {}", filled.count())
    }

    fn step_row(&mut self) -> String {
        let side = self.side as u64;
        let wall = Wall::new(side, side).expect("a wall");
        let order = self.order.iter().map(|&cell| Cell::from_index(cell));
        let points = points(wall, &order.collect_vec()).expect("each cell is filled once");
        let turn = self.below(self.turns());
        let relation = ["<=", ">="][self.below(2)];
        format!("earned({}) {relation} {}", turn + 1, points[turn])
    }

    fn order_row(&mut self) -> String {
        let [first, then] = self.two_turns();
        let (later_cell, earlier_cell) = (self.cell_of(then), self.cell_of(first));
        format!(
            "turn({later_cell}) - turn({earlier_cell}) = {}",
            then - first
        )
    }
}
