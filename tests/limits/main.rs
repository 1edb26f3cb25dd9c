//! A run ends soon after its limit in every phase, as no phase is long without a look at the control.

// The system calls for processor times of threads are those of Unix.
#![cfg(unix)]

#[allow(dead_code)] // the page of tools/src/constrained reads more of it
#[path = "../../tools/src/constrained/generator.rs"]
mod generator;
mod looks;
mod phases;
mod stops;
