//! Instances, the verifier and tilings.

mod faults;
mod instance;
mod permutation;
mod verifier;
