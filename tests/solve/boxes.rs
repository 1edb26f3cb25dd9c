//! Boxes of more dimensions (docs/proofs.md, section 13): the bound, and an order of every cube that reaches it.

use itertools::Itertools;

type Cell = Vec<usize>;

fn cells(sides: &[usize]) -> Vec<Cell> {
    let places = sides.iter().map(|&side| 0..side);
    places.multi_cartesian_product().collect()
}

/// The score of an order by the rules, axis by axis.
fn score(sides: &[usize], order: &[Cell]) -> usize {
    let index = |cell: &[usize]| {
        let places = cell.iter().zip(sides);
        places.fold(0, |index, (&place, &side)| index * side + place)
    };
    let mut filled = vec![false; sides.iter().product()];
    let mut score = 0;
    for cell in order {
        let mut runs = 0;
        for (axis, &side) in sides.iter().enumerate() {
            let is_filled = |&place: &usize| {
                let mut other = cell.clone();
                other[axis] = place;
                filled[index(&other)]
            };
            let below = (0..cell[axis]).rev().take_while(is_filled).count();
            let above = (cell[axis] + 1..side).take_while(is_filled).count();
            if below + above > 0 {
                runs += below + above + 1;
            }
        }
        filled[index(cell)] = true;
        score += runs.max(1);
    }
    score
}

fn bound(sides: &[usize]) -> usize {
    let volume: usize = sides.iter().product();
    let lines = sides.iter().map(|side| volume / side);
    let runs: usize = sides
        .iter()
        .map(|side| volume / side * side * (side + 1) / 2)
        .sum();
    runs - (lines.clone().sum::<usize>() - lines.min().expect("an axis"))
}

#[test]
fn no_order_of_a_small_box_beats_the_bound() {
    for sides in [[1, 1, 7], [1, 2, 3], [2, 2, 1], [2, 2, 2], [1, 2, 4]] {
        let all = cells(&sides);
        let count = all.len();
        let scores = all.into_iter().permutations(count);
        let scores = scores.map(|order| score(&sides, &order));
        let (least, most) = scores.minmax().into_option().expect("orders");
        assert_eq!(most, bound(&sides), "{sides:?}");
        if sides == [2, 2, 2] {
            assert_eq!((least, most), (25, 28));
        }
    }
}

/// The least and the greatest score of all orders of a box: the best ways to each set of filled cells.
fn extremes(sides: &[usize]) -> (usize, usize) {
    let all = cells(sides);
    let index = |cell: &[usize]| all.iter().position(|it| it == cell).expect("a cell");
    // For each cell and axis, the cells below it and above it, the nearest first.
    let towards = |cell: &Cell, axis: usize, places: &mut dyn Iterator<Item = usize>| {
        let on_line = places.map(|place| {
            let mut other = cell.clone();
            other[axis] = place;
            1u32 << index(&other)
        });
        on_line.collect_vec()
    };
    let lines = all.iter().map(|cell| {
        let axes = sides.iter().enumerate().map(|(axis, &side)| {
            let below = towards(cell, axis, &mut (0..cell[axis]).rev());
            (below, towards(cell, axis, &mut (cell[axis] + 1..side)))
        });
        axes.collect_vec()
    });
    let lines = lines.collect_vec();
    let points = |filled: u32, cell: usize| {
        let lengths = lines[cell].iter().map(|(below, above)| {
            let streak = |line: &[u32]| line.iter().take_while(|&&it| filled & it != 0).count();
            let beside = streak(below) + streak(above);
            if beside > 0 { beside + 1 } else { 0 }
        });
        lengths.sum::<usize>().max(1) as u16
    };
    let full = (1u32 << all.len()) - 1;
    let mut least = vec![u16::MAX; 1 << all.len()];
    let mut most = vec![0u16; 1 << all.len()];
    least[0] = 0;
    for filled in 0..full {
        for cell in (0..all.len()).filter(|cell| filled & (1 << cell) == 0) {
            let (points, next) = (points(filled, cell), (filled | 1 << cell) as usize);
            least[next] = least[next].min(least[filled as usize] + points);
            most[next] = most[next].max(most[filled as usize] + points);
        }
    }
    (least[full as usize].into(), most[full as usize].into())
}

#[test]
fn boxes_that_are_no_cubes_reach_the_bound_as_far_as_all_their_orders_were_tried() {
    let boxes = [
        ([2, 2, 2], 25, 28),
        ([2, 2, 3], 38, 48),
        ([2, 2, 4], 58, 72),
        ([2, 2, 5], 75, 100),
        ([2, 2, 6], 95, 132),
        ([2, 3, 3], 58, 84),
        ([2, 3, 4], 88, 124),
    ];
    let page = include_str!("../../docs/proofs.md");
    for (sides, least, most) in boxes {
        assert_eq!(extremes(&sides), (least, most), "{sides:?}");
        assert_eq!(bound(&sides), most, "{sides:?}");
        let row = format!("| {} | {most} | {most} | {least} |", sides.iter().join("×"));
        assert!(page.contains(&row), "the page lacks {row}");
    }
}

#[test]
fn singles_on_a_diagonal_and_then_by_psi_reach_the_bound_on_every_cube() {
    for (dimensions, largest) in [(1, 9), (2, 9), (3, 8), (4, 5), (5, 4), (6, 3)] {
        for n in 1..=largest {
            let sides = vec![n; dimensions];
            let mut order = cells(&sides);
            order.sort_by_key(|cell| {
                let rest = (cell.iter().sum::<usize>() % n) as i64;
                let squares = cell.iter().map(|&x| x as i64 * (x as i64 - 1));
                (rest > 0, squares.sum::<i64>() - rest * (rest - 2))
            });
            assert_eq!(score(&sides, &order), bound(&sides), "{sides:?}");
            let formula = dimensions * n.pow(dimensions as u32) * (n + 1) / 2
                - (dimensions - 1) * n.pow(dimensions as u32 - 1);
            assert_eq!(bound(&sides), formula);
        }
    }
}
