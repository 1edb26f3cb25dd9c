//! The classes of one number of tiles, each with its number of ways, in many small tables that threads fill together.

use super::boundary::Boundary;
use super::residues::{Field, Residues};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::mem;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Number of tables.
const TABLES: usize = 256;

/// Number of classes that a writer adds to a table at once.
const BATCH: usize = 64;

/// A class, and the number of ways of all its sets together.
type Class = (Boundary, Residues);

/// The bytes of a class in a table, with the control byte of the hash table.
const ENTRY_BYTES: usize = size_of::<Class>() + 1;

type Table = FxHashMap<Boundary, Residues>;

/// Classes of a layer.
pub(super) type Classes = Vec<Class>;

/// The classes of a number of tiles.
#[derive(Debug, Default, Clone)]
pub(super) struct Layer(Vec<Classes>);

impl Layer {
    pub(super) fn of(portions: Vec<Classes>) -> Self {
        Self(portions)
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    /// The memory of the layer, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.0
            .iter()
            .map(|classes| size_of_val(&**classes) as u64)
            .sum()
    }

    /// Classes of the layer, in portions.
    pub(super) fn portions(&self) -> impl ParallelIterator<Item = &Classes> {
        self.0.par_iter()
    }

    /// The portions by value, so that each can be dropped by itself.
    pub(super) fn into_portions(self) -> impl ParallelIterator<Item = Classes> {
        self.0.into_par_iter()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Class> {
        self.0.iter().flatten()
    }
}

/// The memory of a table, in bytes. A table doubles when seven eighths of its places are full.
fn bytes(table: &Table) -> u64 {
    (table.capacity() / 7 * 8 * ENTRY_BYTES) as u64
}

/// A layer that several threads fill.
#[derive(Debug)]
pub(super) struct LayerBuilder<'a> {
    field: &'a Field,
    tables: Vec<Mutex<Table>>,
    /// The memory of all layers, in bytes.
    used_bytes: AtomicU64,
    /// The memory that layers may take, in bytes.
    limit: u64,
}

/// The tables do not fit into the memory.
#[derive(Debug)]
pub(super) struct Full;

impl<'a> LayerBuilder<'a> {
    /// An empty layer beside other layers of `used_bytes` bytes.
    pub(super) fn new(field: &'a Field, used_bytes: u64, limit: u64) -> Self {
        let tables = (0..TABLES).map(|_| Mutex::new(Table::default()));
        Self {
            field,
            tables: tables.collect(),
            used_bytes: AtomicU64::new(used_bytes),
            limit,
        }
    }

    /// The memory of all layers, in bytes.
    pub(super) fn used_bytes(&self) -> u64 {
        self.used_bytes.load(Ordering::Relaxed)
    }

    /// Frees the memory of classes of another layer.
    pub(super) fn free(&self, classes: Classes) {
        let bytes = size_of_val(&*classes) as u64;
        self.used_bytes.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// A thread's own way into the tables.
    pub(super) fn writer(&self) -> Writer<'_> {
        Writer {
            builder: self,
            batches: (0..TABLES).map(|_| Vec::new()).collect(),
        }
    }

    /// The layer, without the room for more classes.
    pub(super) fn build(self) -> Layer {
        let tables = self.tables.into_par_iter();
        // A thread that panics ends the count.
        let tables = tables.filter_map(|table| table.into_inner().ok());
        Layer(tables.map(|table| table.into_iter().collect()).collect())
    }

    fn write(&self, table: usize, batch: &mut Vec<(Boundary, Residues)>) -> Result<(), Full> {
        let Ok(mut table) = self.tables[table].lock() else {
            return Err(Full);
        };
        let before = bytes(&table);
        for (class, ways) in batch.drain(..) {
            let sum = table.entry(class).or_insert(Residues::ZERO);
            self.field.add(sum, &ways);
        }
        let more = bytes(&table) - before;
        let used_bytes = self.used_bytes.fetch_add(more, Ordering::Relaxed) + more;
        if used_bytes > self.limit {
            Err(Full)
        } else {
            Ok(())
        }
    }
}

/// A thread's own way into the tables, in batches.
#[derive(Debug)]
pub(super) struct Writer<'a> {
    builder: &'a LayerBuilder<'a>,
    batches: Vec<Vec<(Boundary, Residues)>>,
}

impl Writer<'_> {
    pub(super) fn add(&mut self, class: Boundary, ways: Residues) -> Result<(), Full> {
        let table = class.place(TABLES as u64);
        let batch = &mut self.batches[table];
        batch.push((class, ways));
        if batch.len() >= BATCH {
            self.builder.write(table, batch)?;
        }
        Ok(())
    }

    pub(super) fn flush(mut self) -> Result<(), Full> {
        for (table, batch) in mem::take(&mut self.batches).iter_mut().enumerate() {
            self.builder.write(table, batch)?;
        }
        Ok(())
    }
}
