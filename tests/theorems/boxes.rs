//! Boxes of more dimensions (docs/proofs.md, section 13): both extremes, and orders that reach them.

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

fn maximum(sides: &[usize]) -> usize {
    let volume: usize = sides.iter().product();
    let lines = sides.iter().map(|side| volume / side);
    let runs: usize = sides
        .iter()
        .map(|side| volume / side * side * (side + 1) / 2)
        .sum();
    runs - (lines.clone().sum::<usize>() - lines.min().expect("an axis"))
}

fn minimum(sides: &[usize]) -> usize {
    let volume: usize = sides.iter().product();
    let least = |side: usize| (1..=side).map(|k| k.ilog2() as usize + 1).sum::<usize>();
    let lines = sides
        .iter()
        .map(|&side| volume / side * (least(side) - side.div_ceil(2)));
    let blocks: usize = sides.iter().map(|side| side.div_ceil(2)).product();
    lines.sum::<usize>() + blocks
}

/// The cells by the order of the cube of the longest side: the cells whose coordinates sum to 0 first, the others by Ψ.
fn maximum_order(sides: &[usize]) -> Vec<Cell> {
    let longest = *sides.iter().max().expect("an axis");
    let mut order = cells(sides);
    order.sort_by_key(|cell| {
        let rest = (cell.iter().sum::<usize>() % longest) as i64;
        let squares = cell.iter().map(|&x| x as i64 * (x as i64 - 1));
        (rest > 0, squares.sum::<i64>() - rest * (rest - 2))
    });
    order
}

/// Fills in the heights of the places of a line in its standard tree, and returns the number of levels.
fn standard(heights: &mut [usize]) -> usize {
    let n = heights.len();
    if n <= 1 {
        heights.fill(0);
        return n;
    }
    let half = (n - 1) / 2;
    let left = match (n % 2, half % 2) {
        (_, 1) => half,
        (0, _) => half + 1,
        _ => half - 1,
    };
    let (before, after) = heights.split_at_mut(left);
    let (root, after) = after.split_first_mut().expect("a root");
    *root = standard(before).max(standard(after));
    *root + 1
}

/// The cells by the sum of the heights of their places.
fn minimum_order(sides: &[usize]) -> Vec<Cell> {
    let trees = sides.iter().map(|&side| {
        let mut heights = vec![0; side];
        standard(&mut heights);
        heights
    });
    let trees = trees.collect_vec();
    let mut order = cells(sides);
    order.sort_by_key(|cell| {
        let heights = cell.iter().zip(&trees).map(|(&place, tree)| tree[place]);
        heights.sum::<usize>()
    });
    order
}

/// Sides of boxes up to symmetry, the longest first.
fn boxes(dimensions: usize, most_cells: usize) -> impl Iterator<Item = Vec<usize>> {
    let sides = (1..=9usize).rev().combinations_with_replacement(dimensions);
    sides.filter(move |sides| sides.iter().product::<usize>() <= most_cells)
}

/// Asserts the scores of both constructions.
#[track_caller]
fn assert_extremes(sides: &[usize]) {
    let orders = [maximum_order(sides), minimum_order(sides)];
    let scores = orders.map(|order| score(sides, &order));
    assert_eq!(scores, [maximum(sides), minimum(sides)], "{sides:?}");
}

#[test]
fn both_constructions_score_the_extremes_of_the_theorems_on_every_box() {
    let all = (1..=5).flat_map(|dimensions| boxes(dimensions, 700));
    let mut count = 0;
    for mut sides in all {
        assert_extremes(&sides);
        // The longest side may be any axis.
        sides.reverse();
        assert_extremes(&sides);
        count += 1;
    }
    assert!(count >= 400, "{count}");
    for (dimensions, n) in [(2_u32, 5_usize), (3, 4), (4, 3)] {
        let (cube, axes) = (vec![n; dimensions as usize], dimensions as usize);
        let formula = axes * n.pow(dimensions) * (n + 1) / 2 - (axes - 1) * n.pow(dimensions - 1);
        assert_eq!(maximum(&cube), formula);
    }
}

/// The least and the greatest score of all orders of a box, by dynamic programming over sets of filled cells.
fn extremes(sides: &[usize]) -> (usize, usize) {
    let all = cells(sides);
    let index = |cell: &[usize]| all.iter().position(|other| other == cell).expect("a cell");
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
            let streak = |line: &[u32]| line.iter().take_while(|&&bit| filled & bit != 0).count();
            let neighbours = streak(below) + streak(above);
            if neighbours > 0 { neighbours + 1 } else { 0 }
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
fn all_orders_of_boxes_of_at_most_24_cells_agree_with_the_theorems() {
    let boxes: [&[usize]; 13] = [
        &[1, 1, 7],
        &[1, 2, 3],
        &[2, 2, 1],
        &[1, 2, 4],
        &[2, 2, 2],
        &[2, 2, 3],
        &[2, 2, 4],
        &[2, 2, 5],
        &[2, 2, 6],
        &[2, 3, 3],
        &[2, 3, 4],
        &[2, 2, 2, 2],
        &[2, 2, 2, 3],
    ];
    let page = include_str!("../../docs/proofs.md");
    for sides in boxes {
        let (least, most) = (minimum(sides), maximum(sides));
        assert_eq!(extremes(sides), (least, most), "{sides:?}");
        let row = format!("| {} | {most} | {least} |", sides.iter().join("×"));
        let is_listed = sides.contains(&1) || page.contains(&row);
        assert!(is_listed, "the page lacks {row}");
    }
}
