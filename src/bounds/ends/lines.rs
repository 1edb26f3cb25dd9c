//! What the tiles of one line gain at best on the way from what is filled to what is filled at the end.

use super::counts::NEVER;
use crate::bounds::rest::line_points;
use crate::instance::Sense;

/// What a line gains at best in two ways to count: without and with 1 for each start. A gain is points for the maximum,
/// and points with the other sign for the minimum.
pub(super) type Gains<T> = [T; 2];

/// A number with its sign.
pub(super) fn gain(sense: Sense, points: u32) -> i32 {
    match sense {
        Sense::Maximize => points as i32,
        Sense::Minimize => -(points as i32),
    }
}

/// From some filled places of a line to every set of places that includes these, by bits.
pub(super) fn onward(length: usize, initial: u16, sense: Sense) -> Gains<Vec<i32>> {
    [0, 1].map(|start| {
        let mut best = vec![NEVER; 1 << length];
        best[usize::from(initial)] = 0;
        for bits in usize::from(initial)..best.len() {
            let before = best[bits];
            if before <= NEVER / 2 {
                continue;
            }
            for place in (0..length).filter(|place| bits >> place & 1 == 0) {
                let next = &mut best[bits | 1 << place];
                *next = (before + of_tile(bits, place, start, sense)).max(*next);
            }
        }
        best
    })
}

/// From every set of places that an end includes to that end, by bits.
pub(super) fn back(length: usize, end: u16, sense: Sense) -> Gains<Vec<i32>> {
    let end = usize::from(end);
    [0, 1].map(|start| {
        let mut best = vec![NEVER; 1 << length];
        best[end] = 0;
        for bits in (0..end).rev().filter(|bits| bits & !end == 0) {
            let places = (0..length).filter(|place| (end & !bits) >> place & 1 == 1);
            let after =
                places.map(|place| of_tile(bits, place, start, sense) + best[bits | 1 << place]);
            best[bits] = after.max().unwrap_or(NEVER);
        }
        best
    })
}

fn of_tile(bits: usize, place: usize, start: u32, sense: Sense) -> i32 {
    match line_points(bits, place) {
        0 => gain(sense, start),
        points => gain(sense, points),
    }
}
