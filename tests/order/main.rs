//! Instances, the verifier and tilings.

#[path = "../common/mod.rs"]
mod common;

mod faults;
mod instance;
mod permutation;
mod verifier;
