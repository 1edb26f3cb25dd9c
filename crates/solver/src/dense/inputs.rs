use super::DenseError;
use super::cells::EmptyCells;
use super::cost::Scale;
use crate::memory;
use azulejo_control::Control;

/// The empty cells of a problem with the scale of their costs, and the limits of a table.
pub(super) struct Inputs<'a> {
    pub(super) cells: EmptyCells,
    pub(super) scale: Scale,
    /// Memory limit of the table, in bytes.
    pub(super) memory: u64,
    pub(super) control: &'a Control,
}

impl<'a> Inputs<'a> {
    /// Inputs of a table. `memory` is as for [`solve`](super::solve).
    pub(super) fn new(
        cells: EmptyCells,
        memory: Option<u64>,
        control: &'a Control,
    ) -> Result<Self, DenseError> {
        Ok(Self {
            scale: Scale::new(&cells)?,
            memory: memory::limit(memory),
            control,
            cells,
        })
    }
}
