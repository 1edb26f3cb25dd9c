//! The number of ways to each connected set that spans a box of some rows. Such a set is born when a cell joins two smaller sets,
//! and then grows cell by cell.

use super::boundary::{
    Boundary, LOWER_LEFT, LOWER_RIGHT, Path, UPPER_LEFT, UPPER_RIGHT, empty, hooks,
};
use super::layer::{Full, Layer, LayerBuilder, Writer};
use super::residues::{Field, Residues};
use azulejo_control::{Control, Stopped};
use azulejo_solver::frontier::FrontierError;
use rayon::prelude::*;

/// Reasons for an unfinished layer.
#[derive(Debug)]
pub(super) enum Halt {
    Stopped,
    Full,
    Checkpoint(FrontierError),
}

impl From<FrontierError> for Halt {
    fn from(error: FrontierError) -> Self {
        Self::Checkpoint(error)
    }
}

impl From<Stopped> for Halt {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<Full> for Halt {
    fn from(_: Full) -> Self {
        Self::Full
    }
}

/// The field and the tables of a count.
#[derive(Debug)]
pub(super) struct Numbers {
    pub(super) field: Field,
    /// The factorials, and their inverses.
    pub(super) factorials: Vec<Residues>,
    pub(super) inverses: Vec<Residues>,
}

impl Numbers {
    /// With the factorials up to that of a number.
    pub(super) fn new(field: Field, largest: usize) -> Self {
        let mut factorials = vec![field.number(1)];
        for number in 1..=largest {
            let next = field.product(&factorials[number - 1], &field.number(number as u64));
            factorials.push(next);
        }
        let inverses = factorials.iter().map(|number| field.inverse(number));
        Self {
            inverses: inverses.collect(),
            factorials,
            field,
        }
    }

    /// 1 through a number; 0 for 0.
    pub(super) fn fraction(&self, number: usize) -> Residues {
        match number {
            0 => Residues::ZERO,
            number => self
                .field
                .product(&self.inverses[number], &self.factorials[number - 1]),
        }
    }

    /// 1 through the hooks of a staircase of a box: the ways to fill it, through the factorial of its cells.
    pub(super) fn hook_fraction(&self, path: Path, rows: usize) -> Residues {
        let hooks = hooks(path, 2 * rows);
        hooks.fold(self.factorials[0], |product, hook| {
            self.field.product(&product, &self.fraction(hook as usize))
        })
    }

    /// The ways to reach one set of a class, through the factorial of its tiles. `ways` belongs to all `sets` sets of the class.
    fn share(&self, ways: &Residues, sets: usize, tiles: usize) -> Residues {
        let set_ways = self.field.product(ways, &self.fraction(sets));
        self.field.product(&set_ways, &self.inverses[tiles])
    }
}

/// A set with its lower right cell filled.
#[derive(Debug, Clone, Copy)]
pub(super) struct CornerSet {
    pub(super) paths: [Path; 4],
    /// The ways to reach it, through the factorial of its tiles.
    pub(super) share: Residues,
}

/// The sets of a class that have their lower right cell filled.
pub(super) fn corner_sets(
    numbers: &Numbers,
    rows: usize,
    tiles: usize,
    class: Boundary,
    ways: &Residues,
) -> impl Iterator<Item = CornerSet> {
    let mut images = class.images(rows);
    images.sort_unstable();
    let mut sets = 0;
    for at in 0..images.len() {
        if at == 0 || images[at] != images[at - 1] {
            images[sets] = images[at];
            sets += 1;
        }
    }
    let share = numbers.share(ways, sets, tiles);
    let images = images.into_iter().take(sets).map(Boundary::paths);
    let corner_images = images.filter(move |paths| paths[LOWER_RIGHT] == empty(rows));
    corner_images.map(move |paths| CornerSet { paths, share })
}

/// The half turn of a set, which moves its lower right cell to the upper left.
pub(super) fn half_turn(paths: [Path; 4]) -> [Path; 4] {
    [
        paths[LOWER_RIGHT],
        paths[LOWER_LEFT],
        paths[UPPER_LEFT],
        paths[UPPER_RIGHT],
    ]
}

/// The layers of a number of rows, from the fewest tiles to a full box.
#[derive(Debug)]
pub(super) struct Growth {
    pub(super) rows: usize,
    /// The tiles of the layer.
    pub(super) tiles: usize,
    pub(super) layer: Layer,
}

/// Smaller sets that can be joined: the upper ones by classes, the lower ones one by one.
#[derive(Debug)]
pub(super) struct Parts<'a> {
    pub(super) above: usize,
    pub(super) tiles_above: usize,
    pub(super) upper: &'a Layer,
    pub(super) below: usize,
    pub(super) tiles_below: usize,
    /// The lower sets, each with its lower right cell filled.
    pub(super) lower: &'a [CornerSet],
}

/// The memory of the other layers, and the limit of all layers, in bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Memory {
    pub(super) used_bytes: u64,
    pub(super) limit: u64,
}

impl Growth {
    /// Before the first layer.
    pub(super) fn new(rows: usize) -> Self {
        Self {
            rows,
            tiles: (2 * rows).saturating_sub(2),
            layer: Layer::default(),
        }
    }

    pub(super) fn is_finished(&self) -> bool {
        self.tiles == self.rows * self.rows
    }

    /// Replaces the layer by the next one. `report` receives the number of finished classes and the memory of all layers.
    pub(super) fn next(
        &mut self,
        numbers: &Numbers,
        parts: &[Parts<'_>],
        memory: Memory,
        control: &Control,
        report: impl Fn(usize, u64) + Sync,
    ) -> Result<(), Halt> {
        let builder = LayerBuilder::new(&numbers.field, memory.used_bytes, memory.limit);
        if self.rows == 1 {
            let mut writer = builder.writer();
            writer.add(Boundary::of([empty(1); 4]), numbers.factorials[1])?;
            writer.flush()?;
        }
        for parts in parts {
            self.add_births(numbers, parts, &builder, control)?;
        }
        let portions = std::mem::take(&mut self.layer).into_portions();
        let extensions = portions.map(|classes| -> Result<(), Halt> {
            control.go_on()?;
            let mut writer = builder.writer();
            for (class, ways) in &classes {
                for set in class.successors(self.rows) {
                    writer.add(set.class(self.rows), *ways)?;
                }
            }
            writer.flush()?;
            report(classes.len(), builder.used_bytes());
            builder.free(classes);
            Ok(())
        });
        extensions.collect::<Result<(), Halt>>()?;
        self.layer = builder.build();
        self.tiles += 1;
        Ok(())
    }

    /// Adds the sets that are born with one tile more than the parts. Their number is the same for each of the two layouts of the
    /// parts, for each of the two cells that can join them, and for exchanged parts if these differ in size.
    fn add_births(
        &self,
        numbers: &Numbers,
        parts: &Parts<'_>,
        builder: &LayerBuilder<'_>,
        control: &Control,
    ) -> Result<(), Halt> {
        let field = &numbers.field;
        let layouts = if parts.above == parts.below { 4 } else { 8 };
        let tiles = parts.tiles_above + parts.tiles_below;
        let orders = field.product(&field.number(layouts), &numbers.factorials[tiles]);
        let lower = parts.lower.iter();
        let lower: Vec<_> = lower
            .map(|set| (half_turn(set.paths), field.product(&orders, &set.share)))
            .collect();
        let births = parts.upper.portions().map(|classes| -> Result<(), Halt> {
            control.go_on()?;
            let mut writer: Writer<'_> = builder.writer();
            for &(class, ref ways) in classes {
                for upper in corner_sets(numbers, parts.above, parts.tiles_above, class, ways) {
                    for (paths, share) in &lower {
                        let set = Boundary::merge(upper.paths, parts.above, *paths, parts.below);
                        let ways = field.product(&upper.share, share);
                        writer.add(set.class(self.rows), ways)?;
                    }
                }
            }
            Ok(writer.flush()?)
        });
        births.collect()
    }
}
