//! The sum over the last merges: two sets whose boxes share the wall's rows and columns, and the staircases that are left when
//! a cell has joined them.

use super::boundary::{LOWER_LEFT, Path, UPPER_LEFT, UPPER_RIGHT, apart, is_joinable, join, paths};
use super::grow::{CornerSet, Halt, Numbers, corner_sets, half_turn};
use super::layer::{Classes, Layer};
use super::residues::Residues;
use azulejo_control::Control;
use itertools::Itertools;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// The last merges of sets of some rows with the smaller sets of the other rows.
#[derive(Debug)]
pub(super) struct LastMerge<'a> {
    numbers: &'a Numbers,
    /// The rows of the wall, of the upper set, and of the lower one, which has no more than the upper one.
    wall: usize,
    above: usize,
    below: usize,
    /// The place of a path in the tables.
    places: Vec<u32>,
    /// 1 through the hooks of each path of the upper set.
    upper_left: Vec<Residues>,
    /// The different lower left paths of the lower sets.
    lower_left: Vec<Path>,
    /// Per lower left path of the upper set and of the lower one: 1 through the hooks of both together.
    left: Vec<Residues>,
    lower: Vec<Lower>,
    /// Per upper right path of the lower set and of the upper one: 1 through the hooks of both together.
    right: FxHashMap<Path, Vec<Residues>>,
}

/// A lower set after a half turn.
#[derive(Debug)]
struct Lower {
    tiles: usize,
    upper_right: Path,
    /// The place of its lower left path among the different ones.
    lower_left: usize,
    /// The ways to reach it, through the factorial of its tiles and the hooks of its lower right staircase.
    share: Residues,
}

impl<'a> LastMerge<'a> {
    /// The last merges of sets of `above` rows with sets of the other rows. `lower` has these sets, each with its lower right
    /// cell filled, by tiles.
    pub(super) fn new(
        numbers: &'a Numbers,
        wall: usize,
        above: usize,
        lower: &[(usize, Vec<CornerSet>)],
    ) -> Self {
        let below = wall - above;
        let field = &numbers.field;
        let mut places = vec![0; 1 << (2 * above)];
        for (place, path) in paths(above).enumerate() {
            places[path as usize] = place as u32;
        }
        let sets = lower.iter();
        let lower = sets.flat_map(|(tiles, sets)| sets.iter().map(|set| (*tiles, set)));
        let lower = lower
            .map(|(tiles, set)| (tiles, half_turn(set.paths), set.share))
            .collect_vec();
        let lower_left = lower.iter().map(|(_, paths, _)| paths[LOWER_LEFT]);
        let lower_left = lower_left.unique().collect_vec();
        let upper_right = lower
            .iter()
            .map(|(_, paths, _)| paths[UPPER_RIGHT])
            .unique();
        // Paths that are not joinable belong to no sets with these corners filled.
        let joint_fraction =
            |first: Path, rows: usize, then: Path, path: fn(Path, usize, Path) -> Path| {
                match is_joinable(first, rows, then) {
                    true => numbers.hook_fraction(path(first, rows, then), wall),
                    false => Residues::ZERO,
                }
            };
        let left = paths(above).flat_map(|upper| {
            let lower = lower_left.iter();
            lower.map(move |&lower| joint_fraction(lower, below, upper, apart))
        });
        let right = upper_right.map(|lower| {
            let upper = paths(above).map(|upper| joint_fraction(upper, above, lower, join));
            (lower, upper.collect())
        });
        Self {
            numbers,
            wall,
            above,
            below,
            places,
            upper_left: paths(above)
                .map(|path| numbers.hook_fraction(path, above))
                .collect(),
            left: left.collect(),
            right: right.collect(),
            lower: lower
                .iter()
                .map(|(tiles, paths, share)| {
                    let [_, upper_right, lower_right, path] = *paths;
                    Lower {
                        tiles: *tiles,
                        upper_right,
                        lower_left: lower_left
                            .iter()
                            .position(|other| *other == path)
                            .unwrap_or(0),
                        share: field.product(share, &numbers.hook_fraction(lower_right, below)),
                    }
                })
                .collect(),
            lower_left,
        }
    }

    /// The orders of the wall whose last merge has an upper set of this layer, of so many tiles.
    pub(super) fn orders(
        &self,
        tiles: usize,
        layer: &Layer,
        control: &Control,
    ) -> Result<Residues, Halt> {
        let field = &self.numbers.field;
        let paths = self.lower_left.len();
        // Per upper right path of the upper set and lower left path of the lower one: the sum over the lower sets.
        let mut sums = vec![Residues::ZERO; self.upper_left.len() * paths];
        for lower in &self.lower {
            let both = tiles + lower.tiles;
            let rest = self.wall * self.wall - both - 1;
            let orders = field.product(
                &self.numbers.factorials[both],
                &self.numbers.factorials[rest],
            );
            let share = field.product(&orders, &lower.share);
            let right = &self.right[&lower.upper_right];
            for (place, fraction) in right.iter().enumerate() {
                let product = field.product(&share, fraction);
                field.add(&mut sums[place * paths + lower.lower_left], &product);
            }
        }
        let place = |path: Path| self.places[path as usize] as usize;
        let portion_sum = |classes: &Classes| -> Result<Residues, Halt> {
            control.go_on()?;
            let mut sum = Residues::ZERO;
            for &(class, ref ways) in classes {
                for set in corner_sets(self.numbers, self.above, tiles, class, ways) {
                    let left = &self.left[place(set.paths[LOWER_LEFT]) * paths..][..paths];
                    let right = &sums[place(set.paths[UPPER_RIGHT]) * paths..][..paths];
                    let mut set_sum = Residues::ZERO;
                    for (left, right) in left.iter().zip(right) {
                        field.add(&mut set_sum, &field.product(left, right));
                    }
                    let upper_left = &self.upper_left[place(set.paths[UPPER_LEFT])];
                    let set_sum = field.product(&set_sum, &field.product(&set.share, upper_left));
                    field.add(&mut sum, &set_sum);
                }
            }
            Ok(sum)
        };
        let sums = layer.portions().map(portion_sum);
        let sum = sums.try_reduce(
            || Residues::ZERO,
            |mut sum, other| {
                field.add(&mut sum, &other);
                Ok(sum)
            },
        )?;
        // Two ways to lay out the parts, two cells that can join them, and the parts can be exchanged.
        let ways = if self.above == self.below { 4 } else { 8 };
        Ok(field.product(&sum, &field.number(ways)))
    }
}
