//! Strip cuts: what two neighbouring lines, and the lines across, earn at least.

use super::points::{LineSums, Points};
use crate::formulation::program::Relation::AtLeast;
use crate::formulation::{Equation, Linear, across_least, strip_least};
use crate::wall::{Axis, Cell, Line};
use itertools::Itertools;
use rustc_hash::FxHashMap;

static STRIPS: Equation = Equation {
    number: "13",
    says: "Strip cuts: what two neighbouring lines earn at least along themselves, with 1 for each tile that \
           has no filled neighbour there and none in the other of the two. Such a tile is a single, or its \
           neighbour on the far side came before it: $b(c) = o(c,c′) − s(c)$, with $c′$ the neighbour in the \
           other line, or $1 − s(c)$ without one, and $s(c)$ the start across",
    each: "every strip $S$ of two rows, and of two columns; the last may be one alone",
    formula: "Σ_{ℓ ∈ S} P(ℓ) + Σ_{c ∈ S} (u(c) + b(c)) ≥ T(S)",
};

static ACROSS: Equation = Equation {
    number: "14",
    says: "What a line across the strips earns at least, less what was counted for singles that are none",
    each: "every line $ℓ$ across the strips of two rows, and across those of two columns",
    formula: "P(ℓ) − Σ_{c ∈ ℓ} b(c) ≥ K(ℓ)",
};

impl Points<'_> {
    /// (13), (14) The strip cuts of both axes, for the minimum of a filled wall; returns what they bound the
    /// score by without the bonus, the better of the two axes.
    pub(super) fn cut_strips(
        &mut self,
        lines: &FxHashMap<Line, LineSums>,
        singles: &FxHashMap<Cell, Linear>,
    ) -> Option<u32> {
        let mut known = FxHashMap::default();
        let bounds = Axis::ALL.map(|axis| self.cut_along(axis, lines, singles, &mut known));
        bounds.into_iter().flatten().max()
    }

    /// Those of strips along an axis; none, and no cuts, where the lines are too long.
    fn cut_along(
        &mut self,
        axis: Axis,
        lines: &FxHashMap<Line, LineSums>,
        singles: &FxHashMap<Cell, Linear>,
        known: &mut FxHashMap<Vec<Vec<bool>>, Option<i64>>,
    ) -> Option<u32> {
        let wall = self.problem.wall();
        let (along, across): (Vec<Line>, Vec<Line>) =
            wall.lines().partition(|line| line.axis() == axis);
        let initial = |line: Line| -> Vec<bool> {
            let cells = wall.line_cells(line);
            cells
                .map(|cell| self.problem.initial().contains(cell))
                .collect()
        };
        let free = |line: Line| {
            let cells = wall.line_cells(line);
            cells.filter(|cell| !self.problem.initial().contains(*cell))
        };
        let strips = along.chunks(2).collect_vec();
        let mut strip_bounds = Vec::new();
        for strip in &strips {
            let initial = strip.iter().map(|&line| initial(line)).collect_vec();
            let least = *known
                .entry(initial)
                .or_insert_with_key(|initial| strip_least(initial));
            strip_bounds.push(least?);
        }
        let across_bounds: Vec<i64> = across
            .iter()
            .map(|&line| across_least(&initial(line)))
            .collect::<Option<_>>()?;
        let mut rows = Vec::new();
        for (index, (strip, &least)) in strips.iter().zip(&strip_bounds).enumerate() {
            let points = strip.iter().map(|line| lines[line].points.clone());
            let cells = strip.iter().flat_map(|&line| free(line));
            let seeming = cells.map(|cell| singles[&cell].clone() + self.seeming(cell, axis));
            let left = points.chain(seeming).sum::<Linear>();
            rows.push((
                &STRIPS,
                format!("_{}({})", name(axis), index + 1),
                left,
                least,
            ));
        }
        for (index, (&line, &least)) in across.iter().zip(&across_bounds).enumerate() {
            let seeming: Linear = free(line).map(|cell| self.seeming(cell, axis)).sum();
            let left = lines[&line].points.clone() - seeming;
            rows.push((
                &ACROSS,
                format!("_{}({})", name(axis), index + 1),
                left,
                least,
            ));
        }
        for (equation, label, left, least) in rows {
            self.program.row(equation, label, left, AtLeast, least);
        }
        let bound: i64 = strip_bounds.iter().chain(&across_bounds).sum();
        u32::try_from(bound).ok()
    }

    /// b(c): the cell's partner in its strip is empty when it is filled, and its outsider is not.
    fn seeming(&self, cell: Cell, axis: Axis) -> Linear {
        let wall = self.problem.wall();
        let line = |cell| match axis {
            Axis::Horizontal => wall.row_of(cell),
            Axis::Vertical => wall.column_of(cell),
        };
        let (partners, outsiders): (Vec<Cell>, Vec<Cell>) = wall
            .neighbours(cell, axis.other())
            .partition(|&other| line(other) / 2 == line(cell) / 2);
        if outsiders.is_empty() {
            return Linear::default();
        }
        let alone = partners.iter().map(|&partner| self.before(partner, cell));
        let alone = Linear::constant(1) - alone.sum::<Linear>();
        alone - self.starts[&(cell, axis.other())].clone()
    }
}

fn name(axis: Axis) -> &'static str {
    match axis {
        Axis::Horizontal => "rows",
        Axis::Vertical => "columns",
    }
}
