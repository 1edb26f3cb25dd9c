//! The minimum of walls whose lines have a single balanced tree (docs/large-walls.md): in its orders each tile comes after
//! the tiles below it in both trees.

use std::collections::HashMap;

/// For each place of a line of n = 2^k − 1 places, the two places right below it in the only balanced tree.
fn below(n: usize) -> Vec<Vec<usize>> {
    let mut below = vec![Vec::new(); n];
    let mut step = n.div_ceil(4);
    while step > 0 {
        for root in (2 * step - 1..n).step_by(4 * step) {
            below[root] = vec![root - step, root + step];
        }
        step /= 2;
    }
    below
}

/// The number of orders of n×n cells with each cell after the cells below it in its row and in its column, modulo 2^64; and
/// the number of sets of cells in such orders.
fn orders(n: usize) -> (u64, usize) {
    let below = below(n);
    let cells = n * n;
    let before: Vec<u64> = (0..cells)
        .map(|cell| {
            let (row, column) = (cell / n, cell % n);
            let in_row = below[column].iter().map(|&place| row * n + place);
            let in_column = below[row].iter().map(|&place| place * n + column);
            in_row.chain(in_column).map(|lower| 1 << lower).sum()
        })
        .collect();
    let mut layer = HashMap::from([(0u64, 1u64)]);
    let mut sets = 1;
    for _ in 0..cells {
        let mut next = HashMap::new();
        for (filled, ways) in layer {
            for (cell, before) in before.iter().enumerate() {
                if filled & (1 << cell) == 0 && before & !filled == 0 {
                    let count: &mut u64 = next.entry(filled | 1 << cell).or_default();
                    *count = count.wrapping_add(ways);
                }
            }
        }
        sets += next.len();
        layer = next;
    }
    (layer[&((1 << cells) - 1)], sets)
}

/// A decimal number modulo 2^64.
fn modulo(digits: &str) -> u64 {
    digits.bytes().fold(0, |number: u64, digit| {
        number
            .wrapping_mul(10)
            .wrapping_add(u64::from(digit - b'0'))
    })
}

#[test]
fn orders_of_two_trees_are_the_orders_with_the_minimum() {
    let page = include_str!("../../docs/large-walls.md");
    let (_, row) = page.split_once("| 7×7 | minimum | 198 | ").expect("7×7");
    let (number, _) = row.split_once(' ').expect("a number");
    assert_eq!(orders(1).0, 1);
    assert_eq!(orders(3).0, 1088);
    let (ways, sets) = orders(7);
    assert_eq!(ways, modulo(number));
    assert_eq!(sets, 10_944_660);
    assert!(page.contains("10,944,660 sets of cells"));
}
