//! The number of ways that lead to each connected set that spans a box of some rows: it is born when two smaller ones are joined by a
//! cell, and then grows cell by cell.

use super::boundary::{
    Boundary, LOWER_LEFT, LOWER_RIGHT, Path, UPPER_LEFT, UPPER_RIGHT, empty, hooks,
};
use super::layer::{Filling, Full, Layer, Writer};
use super::residues::{Field, Residues};
use azulejo_control::{Control, Stopped};
use azulejo_solver::frontier::FrontierError;
use rayon::prelude::*;

/// Reasons why a layer is not finished.
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
    /// The factorials, and 1 through each.
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
    pub(super) fn filled(&self, path: Path, rows: usize) -> Residues {
        let hooks = hooks(path, 2 * rows);
        hooks.fold(self.factorials[0], |product, hook| {
            self.field.product(&product, &self.fraction(hook as usize))
        })
    }

    /// The ways to reach a set of a class, through the factorial of its tiles; the class has the ways of all its sets
    /// together, which are so many.
    fn share(&self, ways: &Residues, sets: usize, tiles: usize) -> Residues {
        let of_each = self.field.product(ways, &self.fraction(sets));
        self.field.product(&of_each, &self.inverses[tiles])
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
pub(super) fn cornered(
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
    let filled = images.filter(move |paths| paths[LOWER_RIGHT] == empty(rows));
    filled.map(move |paths| CornerSet { paths, share })
}

/// A half turn: of a set with its lower right cell filled it makes one with its upper left cell filled.
pub(super) fn turned(paths: [Path; 4]) -> [Path; 4] {
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
    /// With their lower right cell filled: to be turned.
    pub(super) lower: &'a [CornerSet],
}

/// The memory that a layer may take: the memory that other layers take already, and all of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Memory {
    pub(super) taken: u64,
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

    pub(super) fn is_done(&self) -> bool {
        self.tiles == self.rows * self.rows
    }

    /// The next layer. `tell` hears now and then of the classes that are done with, and what all layers take.
    pub(super) fn next(
        &mut self,
        numbers: &Numbers,
        parts: &[Parts<'_>],
        memory: Memory,
        control: &Control,
        tell: impl Fn(usize, u64) + Sync,
    ) -> Result<(), Halt> {
        let filling = Filling::new(&numbers.field, memory.taken, memory.limit);
        if self.rows == 1 {
            let mut writer = filling.writer();
            writer.add(Boundary::of([empty(1); 4]), numbers.factorials[1])?;
            writer.done()?;
        }
        for parts in parts {
            self.born(numbers, parts, &filling, control)?;
        }
        let grown = std::mem::take(&mut self.layer).into_portions();
        let grown = grown.map(|classes| -> Result<(), Halt> {
            control.go_on()?;
            let mut writer = filling.writer();
            for (class, ways) in &classes {
                for set in class.filled(self.rows) {
                    writer.add(set.class(self.rows), *ways)?;
                }
            }
            writer.done()?;
            tell(classes.len(), filling.taken());
            filling.free(classes);
            Ok(())
        });
        grown.collect::<Result<(), Halt>>()?;
        self.layer = filling.done();
        self.tiles += 1;
        Ok(())
    }

    /// The sets that are born with so many tiles. There are as many in each of the two ways to lay out the parts, with each
    /// of the two cells that can join them, and with the parts exchanged if they are not of the same size.
    fn born(
        &self,
        numbers: &Numbers,
        parts: &Parts<'_>,
        filling: &Filling<'_>,
        control: &Control,
    ) -> Result<(), Halt> {
        let field = &numbers.field;
        let ways = if parts.above == parts.below { 4 } else { 8 };
        let tiles = parts.tiles_above + parts.tiles_below;
        let orders = field.product(&field.number(ways), &numbers.factorials[tiles]);
        let lower = parts.lower.iter();
        let lower: Vec<_> = lower
            .map(|set| (turned(set.paths), field.product(&orders, &set.share)))
            .collect();
        let born = parts.upper.portions().map(|classes| -> Result<(), Halt> {
            control.go_on()?;
            let mut writer: Writer<'_> = filling.writer();
            for &(class, ref of_class) in classes {
                for upper in cornered(numbers, parts.above, parts.tiles_above, class, of_class) {
                    for (paths, share) in &lower {
                        let set = Boundary::merge(upper.paths, parts.above, *paths, parts.below);
                        let ways = field.product(&upper.share, share);
                        writer.add(set.class(self.rows), ways)?;
                    }
                }
            }
            Ok(writer.done()?)
        });
        born.collect()
    }
}
