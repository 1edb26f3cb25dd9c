use std::ops::Range;

/// The run through a place of a line of `length` places: the place itself and the filled places on both sides of it,
/// without a gap. `filled` gets only other places.
pub(crate) fn run(length: usize, place: usize, filled: impl Fn(usize) -> bool) -> Range<usize> {
    let before = (0..place).rev().take_while(|&index| filled(index)).count();
    let after = (place + 1..length)
        .take_while(|&index| filled(index))
        .count();
    place - before..place + 1 + after
}
