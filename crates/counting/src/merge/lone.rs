//! The last merges in which one part is a single tile. The other part has one row less than the wall, and there are more such
//! parts than of all smaller sizes together. So they are not enumerated: the sum runs over their births, and what happens
//! from a birth to the end of the order is known for each corner by itself ([`Edges`]).
//!
//! ```text
//! parts of k and n − 1 − k rows ── birth ──▶ (a part of n − 1 rows) ── a single joins at a corner c ──▶ the wall
//! staircase at c: filled before the single    opposite: fills at any time    the two beside c: made longer by the single
//! ```

use super::boundary::{
    LOWER_LEFT, LOWER_RIGHT, Path, UPPER_LEFT, UPPER_RIGHT, apart, cells, empty, join,
    mirror_image, paths,
};
use super::edges::Edges;
use super::grow::{CornerSet, Halt, Numbers, corner_sets, half_turn};
use super::layer::{Classes, Layer};
use super::residues::{Field, Residues};
use azulejo_control::Control;
use itertools::Itertools;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::sync::Mutex;

/// Births from parts of some rows and smaller ones.
#[derive(Debug)]
pub(super) struct LoneMerge<'a> {
    numbers: &'a Numbers,
    edges: &'a Edges,
    /// The rows of the wall, of the upper part, and of the lower one, which has no more than the upper one.
    wall: usize,
    above: usize,
    below: usize,
    /// Per path of the upper part: 1 through the hooks.
    upper_left: FxHashMap<Path, Residues>,
    /// The lower parts, added up where they differ in the filling of the lower right staircase alone.
    sides: Vec<Lower>,
    /// The lower parts by their other two paths.
    ends: Vec<Ends>,
}

/// Lower parts after a half turn.
#[derive(Debug, Clone)]
struct Lower {
    tiles: usize,
    upper_right: Path,
    lower_left: Path,
    /// The cells of the lower right staircase.
    cells: usize,
    /// The ways to reach them, through the factorial of their tiles and the hooks of the lower right staircase.
    share: Residues,
}

/// Lower parts with the same upper right and lower left path.
#[derive(Debug)]
struct Ends {
    /// The cells of both together with the block between the upper and the lower part, and one cell less where they are joined.
    upper_right: usize,
    lower_left: usize,
    /// Per path of the upper part: 1 through the hooks of both together.
    right: FxHashMap<Path, Residues>,
    left: FxHashMap<Path, Residues>,
    /// The tiles, the lower right path in the box of both parts, and the share.
    lower: Vec<(usize, Path, Residues)>,
}

impl<'a> LoneMerge<'a> {
    /// Births from parts of `above` rows and lower ones of one row less than the wall together, which are given with their
    /// tiles, each with its lower right cell filled.
    pub(super) fn new(
        numbers: &'a Numbers,
        edges: &'a Edges,
        wall: usize,
        above: usize,
        lower: &[(usize, Vec<CornerSet>)],
    ) -> Self {
        let below = wall - 1 - above;
        let field = &numbers.field;
        let lower = lower.iter();
        let lower = lower.flat_map(|(tiles, sets)| sets.iter().map(|set| (*tiles, set)));
        let lower = lower
            .map(|(tiles, set)| (tiles, half_turn(set.paths), set.share))
            .collect_vec();
        let mut sides: FxHashMap<_, Residues> = FxHashMap::default();
        for (tiles, paths, share) in &lower {
            let [_, upper_right, lower_right, lower_left] = *paths;
            let key = (*tiles, upper_right, lower_left, cells(lower_right));
            let share = field.product(share, &numbers.hook_fraction(lower_right, below));
            field.add(sides.entry(key).or_insert(Residues::ZERO), &share);
        }
        let sides = sides
            .into_iter()
            .map(|((tiles, upper_right, lower_left, cells), share)| Lower {
                tiles,
                upper_right,
                lower_left,
                cells,
                share,
            });
        let both = above + below;
        let ends = lower
            .iter()
            .map(|(tiles, paths, share)| {
                let lower_right = empty(above) | paths[LOWER_RIGHT] << above;
                let ends = (paths[UPPER_RIGHT], paths[LOWER_LEFT]);
                (ends, (*tiles, lower_right, *share))
            })
            .into_group_map();
        let upper = || paths(above).filter(|path| path & 1 == 1 && path >> (2 * above - 1) == 0);
        let ends = ends.into_iter().map(|((right, left), lower)| Ends {
            upper_right: cells(right) + above * below - 1,
            lower_left: cells(left) + above * below,
            right: upper()
                .map(|path| (path, numbers.hook_fraction(join(path, above, right), both)))
                .collect(),
            left: upper()
                .map(|path| (path, numbers.hook_fraction(apart(left, below, path), both)))
                .collect(),
            lower,
        });
        Self {
            numbers,
            edges,
            wall,
            above,
            below,
            upper_left: upper()
                .map(|path| (path, numbers.hook_fraction(path, above)))
                .collect(),
            sides: sides.collect(),
            ends: ends.collect(),
        }
    }

    /// The orders of the wall whose last merge is with a single tile, after one with an upper part of this layer, of so many
    /// tiles.
    pub(super) fn orders(
        &self,
        tiles: usize,
        layer: &Layer,
        control: &Control,
    ) -> Result<Residues, Halt> {
        let sides = Sums::new();
        let ends = Sums::new();
        let add_up = |classes: &Classes| -> Result<(), Halt> {
            control.go_on()?;
            for &(class, ref ways) in classes {
                for set in corner_sets(self.numbers, self.above, tiles, class, ways) {
                    self.add_up(&set, &sides, &ends);
                }
            }
            Ok(())
        };
        layer.portions().try_for_each(add_up)?;
        let weights = |tiles_below| Weights::new(self.numbers, self.wall, tiles + tiles_below);
        let tiles_below = self.sides.iter().map(|lower| lower.tiles).unique();
        let weights = tiles_below.map(|tiles| (tiles, weights(tiles))).collect();
        let free_cells = self.above * self.above - tiles;
        let side_sum = self.total(sides, control, |sums| {
            self.beside_upper_right(sums, free_cells, &weights)
        })?;
        let end_sum = self.total(ends, control, |sums| {
            self.beside_upper_left(sums, free_cells, &weights)
        })?;
        let field = &self.numbers.field;
        let mut sum = side_sum;
        field.add(&mut sum, &end_sum);
        // Two ways to lay out the parts, two cells that can join them, and the parts can be exchanged.
        let ways = if self.above == self.below { 4 } else { 8 };
        let orders = self.numbers.factorials[self.wall * self.wall];
        Ok(field.product(&sum, &field.product(&orders, &field.number(ways))))
    }

    /// Adds an upper part to the sums of its paths.
    fn add_up(&self, set: &CornerSet, sides: &Sums<Side>, ends: &Sums<End>) {
        let field = &self.numbers.field;
        let paths = &set.paths;
        let (right, left) = (paths[UPPER_RIGHT], paths[LOWER_LEFT]);
        let share = field.product(&set.share, &self.upper_left[&paths[UPPER_LEFT]]);
        let cells_right = cells(right);
        sides.add(field, right, (right, cells(left), left), &share);
        for (at, kind) in self.ends.iter().enumerate() {
            let both = field.product(&kind.right[&right], &kind.left[&left]);
            let share = field.product(&set.share, &both);
            let upper_left = paths[UPPER_LEFT];
            ends.add(field, upper_left, (upper_left, cells_right, at), &share);
        }
    }

    /// The sum over all tables.
    fn total<K: Ord + Send>(
        &self,
        sums: Sums<K>,
        control: &Control,
        table_sum: impl Fn(&[(K, Residues)]) -> Residues + Sync,
    ) -> Result<Residues, Halt> {
        let tables = sums.0.into_par_iter();
        // A thread that panics ends the count.
        let tables = tables.filter_map(|table| table.into_inner().ok());
        let table_sums = tables.map(|table| {
            control.go_on()?;
            let mut sums = table.into_iter().collect_vec();
            sums.sort_unstable_by(|(left, _), (right, _)| left.cmp(right));
            Ok(table_sum(&sums))
        });
        table_sums.try_reduce(
            || Residues::ZERO,
            |mut sum, other| {
                self.numbers.field.add(&mut sum, &other);
                Ok(sum)
            },
        )
    }

    /// The single joins in the lower right or in the upper left corner: the staircases of the other two corners are made longer.
    fn beside_upper_right(
        &self,
        sums: &[(Side, Residues)],
        free_cells: usize,
        weights: &FxHashMap<usize, Weights>,
    ) -> Residues {
        let field = &self.numbers.field;
        let rows = self.above + self.below;
        let mut total = Residues::ZERO;
        let groups = sums.chunk_by(|((right, left, _), _), ((to_right, to_left, _), _)| {
            right == to_right && left == to_left
        });
        for group in groups {
            let ((upper_right, cells_left, _), _) = group[0];
            let upper_left = free_cells - cells_left - cells(upper_right);
            for lower in &self.sides {
                let right = join(upper_right, self.above, lower.upper_right);
                let (mut reflection, mut plain) = (Vec::new(), Vec::new());
                for ((_, _, left), share) in group {
                    let left = apart(lower.lower_left, self.below, *left);
                    self.add_polynomial(&mut reflection, mirror_image(left, rows), share);
                    self.add_polynomial(&mut plain, left, share);
                }
                let weights = &weights[&lower.tiles];
                let first = weights.integral(field, lower.cells, self.edges.of(right), &reflection);
                let right = self.edges.of(mirror_image(right, rows));
                let mut both = weights.integral(field, upper_left, right, &plain);
                field.add(&mut both, &first);
                field.add(&mut total, &field.product(&both, &lower.share));
            }
        }
        total
    }

    /// The single joins in one of the other two corners.
    fn beside_upper_left(
        &self,
        sums: &[(End, Residues)],
        free_cells: usize,
        weights: &FxHashMap<usize, Weights>,
    ) -> Residues {
        let field = &self.numbers.field;
        let rows = self.above + self.below;
        let mut total = Residues::ZERO;
        for ((upper_left, cells_right, kind), share) in sums {
            let ends = &self.ends[*kind];
            let cells_left = free_cells - cells(*upper_left) - cells_right;
            let (right, left) = (cells_right + ends.upper_right, cells_left + ends.lower_left);
            let upper_left = empty(self.below) | upper_left << self.below;
            let reflection = self.edges.of(mirror_image(upper_left, rows));
            let plain = self.edges.of(upper_left);
            for (tiles, lower_right, lower_share) in &ends.lower {
                let weights = &weights[tiles];
                let other = self.edges.of(mirror_image(*lower_right, rows));
                let first = weights.integral(field, right, plain, other);
                let other = self.edges.of(*lower_right);
                let mut both = weights.integral(field, left, reflection, other);
                field.add(&mut both, &first);
                let share = field.product(share, lower_share);
                field.add(&mut total, &field.product(&both, &share));
            }
        }
        total
    }

    fn add_polynomial(&self, sum: &mut Vec<Residues>, path: Path, factor: &Residues) {
        let polynomial = self.edges.of(path);
        sum.resize(sum.len().max(polynomial.len()), Residues::ZERO);
        for (sum, coefficient) in sum.iter_mut().zip(polynomial) {
            let field = &self.numbers.field;
            field.add(sum, &field.product(coefficient, factor));
        }
    }
}

/// An upper right path, and a lower left one after its number of cells.
type Side = (Path, usize, Path);

/// An upper left path, the cells of the upper right staircase, and a kind of lower parts.
type End = (Path, usize, usize);

/// Sums that several threads add up, in many tables.
#[derive(Debug)]
struct Sums<K>(Vec<Mutex<FxHashMap<K, Residues>>>);

impl<K: Eq + Hash> Sums<K> {
    /// Number of tables.
    const TABLES: usize = 256;

    fn new() -> Self {
        let tables = (0..Self::TABLES).map(|_| Mutex::new(FxHashMap::default()));
        Self(tables.collect())
    }

    /// Adds a share to the sum of a key. All keys of a path are in one table.
    fn add(&self, field: &Field, path: Path, key: K, share: &Residues) {
        let mixed = u64::from(path).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        // A thread that panics ends the count.
        if let Ok(mut table) = self.0[mixed as usize % Self::TABLES].lock() {
            field.add(table.entry(key).or_insert(Residues::ZERO), share);
        }
    }
}

/// The integrals over both times, for births from parts of so many tiles together.
#[derive(Debug)]
struct Weights {
    /// Per cells of the staircase that is filled before the single comes: the integral for each power of z.
    powers: Vec<Vec<Residues>>,
}

impl Weights {
    /// Let the part be born when a share 1 − r of the time is left, and the single come with z(1 − r) left. All other
    /// tiles come at any time, in an order that is allowed: of the parts r^a, of the staircases (1 − r)^D, with D as many cells as
    /// are left without the two that join; and the single before 1 − z(1 − r).
    fn new(numbers: &Numbers, wall: usize, tiles: usize) -> Self {
        let field = &numbers.field;
        let rows = wall - 1;
        let rest = wall * wall - 3 - tiles;
        let beta = |first: usize, other: usize| {
            let product = field.product(&numbers.factorials[first], &numbers.factorials[other]);
            field.product(&product, &numbers.inverses[first + other + 1])
        };
        let (birth, joining) = (beta(tiles, rest + 1), beta(tiles, rest + 2));
        // The two staircases beside the single's corner are longer by 2(n − 1) cells. One of these joins; the derivative says when.
        let integral = |filled: usize, power: usize| {
            let mut sum = field.product(&birth, &beta(filled, power - 1));
            field.subtract(&mut sum, &field.product(&joining, &beta(filled, power)));
            field.product(&sum, &field.number(power as u64))
        };
        let free_cells = rest - (2 * rows - 1);
        let integrals = |filled: usize| {
            let powers = 2 * rows..=2 * rows + free_cells - filled;
            powers.map(|power| integral(filled, power)).collect()
        };
        Self {
            powers: (0..=free_cells).map(integrals).collect(),
        }
    }

    /// The integral over the derivative of the product of two polynomials.
    fn integral(
        &self,
        field: &Field,
        filled: usize,
        first: &[Residues],
        other: &[Residues],
    ) -> Residues {
        let mut sum = Residues::ZERO;
        let weights = &self.powers[filled];
        for (at, coefficient) in first.iter().enumerate() {
            let mut inner = Residues::ZERO;
            for (weight, second) in weights[at..].iter().zip(other) {
                field.add(&mut inner, &field.product(weight, second));
            }
            field.add(&mut sum, &field.product(coefficient, &inner));
        }
        sum
    }
}
