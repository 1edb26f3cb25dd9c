//! Words for people: numbers with their nouns, harmless text, errors of a disk.

pub mod counted;
pub mod disk;
pub mod harmless;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
