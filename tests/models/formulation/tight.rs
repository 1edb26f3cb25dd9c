//! The relaxation of a plain wall is tight (docs/proofs.md, section 10): a sum of the proof's multipliers, in integers.

use crate::common::plain;
use azulejo::bounds::{line_cuts, maximum, minimum};
use azulejo::formulation::{Families, Family, Kind, Program, Relation};
use azulejo::instance::Sense;
use azulejo::problem::Problem;
use itertools::{Itertools, iproduct};
use std::collections::BTreeMap;

/// The multiplier of each row, by the row's name.
type Multipliers = BTreeMap<String, i64>;

/// The bound that the multipliers prove, times `scale`: no solution of the relaxation has a better objective.
fn bound(program: &Program, multipliers: &Multipliers, scale: i64) -> i64 {
    let is_maximum = program.sense() == Sense::Maximize;
    let mut reduced_costs: Vec<i64> = vec![0; program.columns().len()];
    for (column, coefficient) in program.objective().terms() {
        reduced_costs[column.index()] += scale * coefficient;
    }
    let mut bound = scale * program.objective().offset();
    let mut row_count = 0;
    for row in program.rows() {
        let Some(&multiplier) = multipliers.get(&row.name) else {
            continue;
        };
        row_count += 1;
        assert!(multiplier > 0, "{}", row.name);
        let multiplier = match (row.relation, is_maximum) {
            (Relation::AtMost, true) | (Relation::AtLeast, false) => multiplier,
            (Relation::AtLeast, true) | (Relation::AtMost, false) => -multiplier,
            (Relation::Equal, _) => panic!("{}", row.name),
        };
        bound += multiplier * row.right;
        for (column, coefficient) in row.expression.terms() {
            reduced_costs[column.index()] -= multiplier * coefficient;
        }
    }
    assert_eq!(row_count, multipliers.len(), "a row is missing");
    // Each column takes the best value of its range by its reduced cost.
    let ends = program
        .columns()
        .iter()
        .zip(reduced_costs)
        .map(|(column, cost)| {
            let ends = [cost * column.range.start(), cost * column.range.end()];
            let [low, high] = [ends[0].min(ends[1]), ends[0].max(ends[1])];
            if is_maximum { high } else { low }
        });
    bound + ends.sum::<i64>()
}

/// The multipliers of the maximum: each run's last tile precedes (3), each line of the more numerous kind has a start
/// (4), and each single is a start of a line of the other kind (5).
fn maximum_multipliers(rows: usize, columns: usize, program: &Program) -> Multipliers {
    let (starts, singles) = match columns >= rows {
        true => ("c4b_sv(", "_1"),
        false => ("c4b_sh(", "_2"),
    };
    let names = program.rows().iter().map(|row| &row.name);
    let names = names.filter(|name| {
        name.starts_with("c3a_r(") && name.ends_with("_2")
            || name.starts_with(starts)
            || name.starts_with("c5a_u(") && name.ends_with(singles)
    });
    names.map(|name| (name.clone(), 1)).collect()
}

/// P + S ≥ Λ as a sum of the line cuts (6) of a line of a length: the numbers of the cuts with their multipliers, and the factor of
/// P + S in the sum.
fn line_multipliers(length: usize) -> (Vec<(usize, i64)>, i64) {
    // Both orders of two cells have one start and two points, and need no cut.
    if length == 2 {
        return (Vec::new(), 1);
    }
    let lambda = (1..=length + 1)
        .map(|k| i64::from(k.next_power_of_two().ilog2()))
        .sum::<i64>();
    let cuts = line_cuts(&vec![false; length], true, Sense::Minimize);
    let numbered = || cuts.iter().zip(1..);
    for ((first, first_number), (second, second_number)) in iproduct!(numbered(), numbered()) {
        // x · first + y · second is a multiple of P + S.
        let x = second.points - second.starts;
        let y = first.starts - first.points;
        let scale = x * first.points + y * second.points;
        if x >= 0 && y >= 0 && scale > 0 && x * first.right + y * second.right == scale * lambda {
            let multipliers = [(first_number, x), (second_number, y)];
            let multipliers = multipliers
                .into_iter()
                .filter(|(_, multiplier)| *multiplier > 0);
            return (multipliers.collect(), scale);
        }
        if first.points == first.starts && first.right == first.points * lambda {
            return (vec![(first_number, 1)], first.points);
        }
    }
    panic!("no cuts of a line of {length} make P + S ≥ {lambda}");
}

/// The multipliers of the minimum, and their scale: each line has Λ (6), each block has a tile that is no start (13), and each
/// other tile is a start at most once (5).
fn minimum_multipliers(rows: usize, columns: usize, program: &Program) -> (Multipliers, i64) {
    let (of_row, row_scale) = line_multipliers(columns);
    let (of_column, column_scale) = line_multipliers(rows);
    let scale = row_scale * column_scale;
    let mut multipliers = Multipliers::new();
    for (line, (number, multiplier)) in iproduct!(1..=rows, &of_row) {
        multipliers.insert(
            format!("c6_row({line},{number})"),
            multiplier * column_scale,
        );
    }
    for (line, (number, multiplier)) in iproduct!(1..=columns, &of_column) {
        multipliers.insert(
            format!("c6_column({line},{number})"),
            multiplier * row_scale,
        );
    }
    for (row, column) in iproduct!(0..rows, 0..columns) {
        let cell = row * columns + column + 1;
        if row / 2 == rows / 2 || column / 2 == columns / 2 {
            multipliers.insert(format!("c5b_u({cell})"), scale);
        } else if row % 2 == 0 && column % 2 == 0 {
            multipliers.insert(format!("c13_block({cell})"), scale);
        }
    }
    // A row with one column is the range of the column, and no row of the program.
    let names = program.rows().iter().map(|row| &row.name).collect_vec();
    multipliers.retain(|name, _| !name.starts_with("c6") || names.contains(&name));
    (multipliers, scale)
}

#[test]
fn the_multipliers_of_the_proof_reach_both_formulas_on_every_wall_up_to_12_by_12() {
    for (rows, columns) in iproduct!(2..=12usize, 2..=12usize) {
        let program_of = |sense, without| {
            let problem = Problem::from(&plain(rows as u64, columns as u64, sense));
            let formulation = Kind::Ordering.formulate(&problem, &without).expect("small");
            (problem.wall(), formulation.program().clone())
        };
        // The maximum needs no cuts at all.
        let (wall, program) = program_of(Sense::Maximize, Family::all());
        let bound = self::bound(&program, &maximum_multipliers(rows, columns, &program), 1);
        assert_eq!(bound, maximum(wall) as i64, "{wall}");

        let without = Families::from([Family::RectangleCuts, Family::Schedules]);
        let (wall, program) = program_of(Sense::Minimize, without);
        let (multipliers, scale) = minimum_multipliers(rows, columns, &program);
        let bound = self::bound(&program, &multipliers, scale);
        assert_eq!(bound, scale * minimum(wall) as i64, "{wall}");
    }
}
