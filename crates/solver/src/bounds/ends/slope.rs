//! Slopes of a dual bound: the direction in which each Lagrangian multiplier lowers it.

use super::charges::{Charges, PARTS, unit};
use super::counts::Counts;
use super::lines::{LineGains, LineTable};
use itertools::{Itertools, chain};

/// The best gain of all lines in a way to count, in parts of a point, and the direction in which each multiplier lowers it.
pub(super) struct Slope {
    pub(super) gain: i32,
    /// A cell's in a phase is 1 where the phase fills the cell in the row and not in the column, −1 the other way round. A phase's is the
    /// number of its tiles in rows less its turns, in units. A colour's is 1 where the colour is complete and the row ends without the
    /// cell, −1 the other way round. A precedence's in a phase is 1 where rows have its second cell alone by the end of the phase, −1
    /// with the first one alone.
    pub(super) values: Vec<f64>,
    /// Per cell, the phase that fills it in its row and in its column.
    pub(super) phases: Vec<[usize; 2]>,
}

/// The slope of a way to count; none where there is no end.
pub(super) fn slope(
    (way, multipliers): (usize, &[f64]),
    gains: &LineGains,
    (counts, tiles): (&mut Counts, usize),
) -> Option<Slope> {
    let (wall, charges) = (gains.wall, Charges::new(multipliers, gains));
    let tables = charges.tables(gains, way);
    let best = tables
        .each_ref()
        .map(|tables| tables.iter().map(LineTable::best_ends).collect_vec());
    let [rows, columns] = best.each_ref().map(|lines| {
        let gains = lines
            .iter()
            .map(|ends| ends.iter().map(|end| end.0).collect_vec());
        gains.collect_vec()
    });
    let split = counts.split(&rows, &columns, tiles)?;
    let traces = |axis: usize, numbers: &[usize]| {
        let ends = best[axis]
            .iter()
            .zip(numbers)
            .map(|(ends, &number)| ends[number].1);
        tables[axis]
            .iter()
            .zip(ends)
            .map(|(table, end)| table.trace(end))
            .collect_vec()
    };
    let (in_rows, in_columns) = (traces(0, &split.rows), traces(1, &split.columns));
    let phases = wall.cells().map(|cell| {
        let (row, column) = (wall.row_of(cell), wall.column_of(cell));
        [in_rows[row][column], in_columns[column][row]]
    });
    let phases = phases.collect_vec();
    let count = gains.phases.len();
    let is = |holds: bool| f64::from(u8::from(holds));
    let of_cells = phases.iter().flat_map(|&[row, column]| {
        (0..count).map(move |phase| is(row == phase) - is(column == phase))
    });
    let mut sizes = vec![0; count + 1];
    gains
        .free()
        .for_each(|cell| sizes[phases[cell.index()][0]] += 1);
    let of_phases = gains.phases.turns().zip(&sizes);
    let of_phases = of_phases.map(|(turns, &size)| f64::from(size - turns as i32) * unit(turns));
    let mut of_colours = vec![0.0; wall.len()];
    for (cells, &rest) in gains.open.iter().zip(&charges.of_colours) {
        for &cell in cells {
            of_colours[cell.index()] = is(rest > 0) - is(phases[cell.index()][0] < count);
        }
    }
    let of_precedences = gains.precedences.iter().flat_map(|pair| {
        let [first, then] = pair.map(|cell| phases[cell.index()][0]);
        (0..count).map(move |phase| is(then <= phase) - is(first <= phase))
    });
    Some(Slope {
        gain: split.gain + gains.extra[way] * PARTS + charges.extra(),
        values: chain!(of_cells, of_phases, of_colours, of_precedences).collect(),
        phases,
    })
}
