//! The relaxation of a plain wall is tight (docs/proofs.md, section 10): the multipliers of the proof are added up, in integers.

use crate::common::plain;
use azulejo::bounds::{line_cuts, maximum, minimum};
use azulejo::formulation::{Families, Family, Kind, Program, Relation};
use azulejo::instance::Sense;
use azulejo::problem::Problem;
use itertools::{Itertools, iproduct};
use std::collections::BTreeMap;

/// Rows by their names, each with how often it is taken.
type Multipliers = BTreeMap<String, i64>;

/// The bound that the multipliers prove, times `scale`: no solution of the relaxation has a better objective.
fn bound(program: &Program, multipliers: &Multipliers, scale: i64) -> i64 {
    let most = program.sense() == Sense::Maximize;
    let mut left: Vec<i64> = vec![0; program.columns().len()];
    for (column, coefficient) in program.objective().terms() {
        left[column.index()] += scale * coefficient;
    }
    let mut bound = scale * program.objective().offset();
    let mut used = 0;
    for row in program.rows() {
        let Some(&times) = multipliers.get(&row.name) else {
            continue;
        };
        used += 1;
        assert!(times > 0, "{}", row.name);
        let times = match (row.relation, most) {
            (Relation::AtMost, true) | (Relation::AtLeast, false) => times,
            (Relation::AtLeast, true) | (Relation::AtMost, false) => -times,
            (Relation::Equal, _) => panic!("{}", row.name),
        };
        bound += times * row.right;
        for (column, coefficient) in row.expression.terms() {
            left[column.index()] -= times * coefficient;
        }
    }
    assert_eq!(used, multipliers.len(), "a row is missing");
    // What is left of each column has its best value in its range.
    let ends = program.columns().iter().zip(left).map(|(column, left)| {
        let ends = [left * column.range.start(), left * column.range.end()];
        let [low, high] = [ends[0].min(ends[1]), ends[0].max(ends[1])];
        if most { high } else { low }
    });
    bound + ends.sum::<i64>()
}

/// Each run's last tile came before (3); each line of the more numerous kind has a start (4); each single is a start of a
/// line of the other kind (5).
fn of_the_maximum(rows: usize, columns: usize, program: &Program) -> Multipliers {
    let (counted, other) = match columns >= rows {
        true => ("c4b_sv(", "_1"),
        false => ("c4b_sh(", "_2"),
    };
    let names = program.rows().iter().map(|row| &row.name);
    let taken = names.filter(|name| {
        name.starts_with("c3a_r(") && name.ends_with("_2")
            || name.starts_with(counted)
            || name.starts_with("c5a_u(") && name.ends_with(other)
    });
    taken.map(|name| (name.clone(), 1)).collect()
}

/// P + S ≥ Λ as a sum of the line cuts (6) of a line of that length: their numbers with multipliers, and what one P + S
/// takes of them.
fn least_of_line(length: usize) -> (Vec<(usize, i64)>, i64) {
    // Both orders of two cells have one start and two points: there is nothing to cut.
    if length == 2 {
        return (Vec::new(), 1);
    }
    let lambda = (1..=length + 1)
        .map(|k| i64::from(k.next_power_of_two().ilog2()))
        .sum::<i64>();
    let cuts = line_cuts(&vec![false; length], true, Sense::Minimize);
    let numbered = || cuts.iter().zip(1..);
    for ((one, first), (other, second)) in iproduct!(numbered(), numbered()) {
        // x · one + y · other is a multiple of P + S.
        let x = other.points - other.starts;
        let y = one.starts - one.points;
        let scale = x * one.points + y * other.points;
        if x >= 0 && y >= 0 && scale > 0 && x * one.right + y * other.right == scale * lambda {
            let taken = [(first, x), (second, y)];
            let taken = taken.into_iter().filter(|(_, times)| *times > 0);
            return (taken.collect(), scale);
        }
        if one.points == one.starts && one.right == one.points * lambda {
            return (vec![(first, 1)], one.points);
        }
    }
    panic!("no cuts of a line of {length} make P + S ≥ {lambda}");
}

/// Each line has Λ (6); each block has a tile that is no start (13); each other tile is a start once at most (5).
fn of_the_minimum(rows: usize, columns: usize, program: &Program) -> (Multipliers, i64) {
    let (of_row, row_scale) = least_of_line(columns);
    let (of_column, column_scale) = least_of_line(rows);
    let scale = row_scale * column_scale;
    let mut taken = Multipliers::new();
    for (line, (number, times)) in iproduct!(1..=rows, &of_row) {
        taken.insert(format!("c6_row({line},{number})"), times * column_scale);
    }
    for (line, (number, times)) in iproduct!(1..=columns, &of_column) {
        taken.insert(format!("c6_column({line},{number})"), times * row_scale);
    }
    for (row, column) in iproduct!(0..rows, 0..columns) {
        let cell = row * columns + column + 1;
        if row / 2 == rows / 2 || column / 2 == columns / 2 {
            taken.insert(format!("c5b_u({cell})"), scale);
        } else if row % 2 == 0 && column % 2 == 0 {
            taken.insert(format!("c13_block({cell})"), scale);
        }
    }
    // A row that bounds a column alone is the range of that column, and is not written.
    let written = program.rows().iter().map(|row| &row.name).collect_vec();
    taken.retain(|name, _| !name.starts_with("c6") || written.contains(&name));
    (taken, scale)
}

#[test]
fn the_multipliers_of_the_proof_reach_both_formulas_on_every_wall_up_to_12_by_12() {
    for (rows, columns) in iproduct!(2..=12usize, 2..=12usize) {
        let program = |sense, without| {
            let problem = Problem::from(&plain(rows as u64, columns as u64, sense));
            let formulation = Kind::Ordering.formulate(&problem, &without).expect("small");
            (problem.wall(), formulation.program().clone())
        };
        // The maximum needs no cuts at all.
        let (wall, most) = program(Sense::Maximize, Family::all());
        let proven = bound(&most, &of_the_maximum(rows, columns, &most), 1);
        assert_eq!(proven, maximum(wall) as i64, "{wall}");

        let without = Families::from([Family::RectangleCuts, Family::Schedules]);
        let (wall, least) = program(Sense::Minimize, without);
        let (taken, scale) = of_the_minimum(rows, columns, &least);
        let proven = bound(&least, &taken, scale);
        assert_eq!(proven, scale * minimum(wall) as i64, "{wall}");
    }
}
