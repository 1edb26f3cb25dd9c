//! Points of an order by kind, against figures 16b, 17b and 20b of the thesis.

use crate::common::{cells, plain, random_instance};
use azulejo::instance::Sense;
use azulejo::order::{Breakdown, verify};
use azulejo::render::tables;
use azulejo::wall::{Cell, PointsByKind};
use proptest::prelude::*;

/// A figure of the thesis, section 3.6: an order, and its distribution of points. The left margin of each figure has 8 horizontal
/// points a row.
struct Figure {
    name: &'static str,
    /// The turn of each cell, row by row.
    turns: [usize; 25],
    /// Top margin: the vertical points and the singles of each column.
    columns: [u32; 5],
    /// Section 3.6: "5×8 horizontal points, 4×8 + 9 vertical points and 8 single points".
    total: [u32; 3],
    /// The corner.
    score: u32,
}

const FIGURES: [Figure; 3] = [
    Figure {
        name: "16b",
        turns: [
            1, 21, 6, 16, 11, 7, 24, 2, 19, 12, 3, 22, 13, 17, 8, 9, 25, 4, 20, 15, 5, 23, 10, 18,
            14,
        ],
        columns: [11, 8, 11, 8, 11],
        total: [5 * 8, 4 * 8 + 9, 8],
        score: 89,
    },
    Figure {
        name: "17b",
        turns: [
            1, 21, 6, 16, 11, 7, 17, 2, 22, 12, 3, 23, 13, 18, 8, 9, 14, 4, 24, 19, 5, 25, 10, 20,
            15,
        ],
        columns: [11, 11, 11, 8, 11],
        total: [5 * 8, 3 * 8 + 9 + 11, 8],
        score: 92,
    },
    Figure {
        name: "20b",
        turns: [
            1, 21, 6, 16, 11, 7, 22, 2, 19, 12, 3, 23, 13, 17, 8, 9, 20, 4, 24, 15, 5, 25, 10, 18,
            14,
        ],
        columns: [11, 11, 11, 8, 11],
        total: [5 * 8, 3 * 8 + 9 + 11, 8],
        score: 92,
    },
];

/// The horizontal, the vertical and the single points.
fn by_kind(kinds: PointsByKind) -> [u32; 3] {
    [kinds.horizontal, kinds.vertical, kinds.single]
}

impl Figure {
    fn breakdown(&self) -> Breakdown {
        let instance = plain(5, 5, Sense::Minimize);
        let mut order = vec![Cell::from_index(0); 25];
        for (index, turn) in self.turns.iter().enumerate() {
            order[turn - 1] = Cell::from_index(index);
        }
        Breakdown::new(instance.wall(), &order, &verify(&instance, &order))
    }
}

#[test]
fn breakdowns_have_the_margins_of_the_figures_of_the_thesis() {
    for figure in FIGURES {
        let (name, breakdown) = (figure.name, figure.breakdown());
        let rows = breakdown.rows().into_iter().map(|row| row.horizontal);
        assert_eq!(rows.collect::<Vec<_>>(), [8; 5], "{name}");
        let margin = |column: PointsByKind| column.vertical + column.single;
        let columns = breakdown.columns().into_iter().map(margin);
        assert_eq!(columns.collect::<Vec<_>>(), figure.columns, "{name}");
        assert_eq!(by_kind(breakdown.total()), figure.total, "{name}");
        assert_eq!(breakdown.total().total(), figure.score, "{name}");
    }
}

#[test]
fn breakdowns_have_the_first_rows_of_figures_16b_and_17b() {
    let expected = [
        [[0, 0, 1], [5, 0, 0], [0, 2, 0], [3, 0, 0], [0, 0, 1]],
        [[0, 0, 1], [5, 2, 0], [0, 2, 0], [3, 0, 0], [0, 0, 1]],
    ];
    for (figure, expected) in FIGURES.iter().zip(expected) {
        let row = figure.breakdown().cells()[..5].to_vec();
        assert!(row.into_iter().map(by_kind).eq(expected), "{}", figure.name);
    }
}

#[test]
fn the_table_of_figure_16b() {
    insta::assert_snapshot!(tables::breakdown(&FIGURES[0].breakdown()));
}

#[test]
fn tiles_without_a_place_earn_no_points_of_any_kind() {
    let instance = plain(2, 2, Sense::Maximize);
    let order = cells(&[1, 2, 1, 9]);
    let report = verify(&instance, &order);
    let breakdown = Breakdown::new(instance.wall(), &order, &report);
    assert_eq!(breakdown.total().total(), report.score);
    let kinds = breakdown.cells().iter().copied().map(by_kind);
    assert!(kinds.eq([[0, 0, 1], [2, 0, 0], [0; 3], [0; 3]]));
}

proptest! {
    #[test]
    fn rows_columns_and_turns_all_add_up_to_the_score_without_the_bonus(
        instance in random_instance(12), seed: u64,
    ) {
        let mut order: Vec<Cell> = instance.wall().cells().collect();
        order.sort_by_key(|cell| (cell.index() as u64 + 1).wrapping_mul(seed | 1).rotate_left(29));
        let report = verify(&instance, &order);
        let breakdown = Breakdown::new(instance.wall(), &order, &report);
        let sum = |kinds: Vec<PointsByKind>| kinds.into_iter().map(PointsByKind::total).sum::<u32>();
        let total = report.score - report.bonus;
        prop_assert_eq!(sum(report.kinds.clone()), total);
        prop_assert_eq!(sum(breakdown.cells().to_vec()), total);
        prop_assert_eq!(sum(breakdown.rows()), total);
        prop_assert_eq!(sum(breakdown.columns()), total);
        prop_assert_eq!(breakdown.total().total(), total);
    }
}
