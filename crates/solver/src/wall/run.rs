use std::ops::Range;

/// The run through a place of a line of `length` places: the place itself and the filled places on both sides of it,
/// without a gap. `filled` is asked for other places only.
pub(crate) fn run(length: usize, place: usize, filled: impl Fn(usize) -> bool) -> Range<usize> {
    let before = (0..place).rev().take_while(|&at| filled(at)).count();
    let after = (place + 1..length).take_while(|&at| filled(at)).count();
    place - before..place + 1 + after
}
