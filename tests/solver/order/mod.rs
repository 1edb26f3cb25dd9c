//! Instances, the verifier and tilings.

mod evidence;
mod faults;
mod instance;
mod permutation;
mod verifier;
