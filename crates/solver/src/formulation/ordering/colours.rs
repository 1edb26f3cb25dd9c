//! The equations of free colours, with their numbers.

use crate::formulation::colours::ColourEquations;

pub(super) static COLOURS: ColourEquations =
    ColourEquations::with_numbers(["O-18", "O-18a", "O-18b", "O-18c", "O-18d", "O-18e", "O-19"]);
