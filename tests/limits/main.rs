//! A run ends soon after its limit, wherever it is: no phase goes long without a look at the control.

// Processor times of threads are asked for as Unix has them.
#![cfg(unix)]

#[allow(dead_code)] // the page of tools/src/constrained reads more of it
#[path = "../../tools/src/constrained/generator.rs"]
mod generator;
mod looks;
mod phases;
mod stops;
