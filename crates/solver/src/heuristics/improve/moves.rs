//! Moves, drawn at random.

use super::below;
use super::schedule::Schedule;
use rand_chacha::ChaCha8Rng;

/// Largest number of tiles of a block that stays together.
const LONGEST_BLOCK: usize = 5;

/// Draws a move and makes it: a tile to the turn of another cell of its line, a tile or a block of tiles to another turn, two
/// tiles that change places, a tile to another turn of those that may fill the same cells. False where there is no such move,
/// or a constraint forbids it.
///
/// The score depends only on the order along each line: a tile that passes no cell of its lines leaves the score as it is. Most
/// moves to any turn are short: as many reach 1 to 2 turns as 3 to 4, and 5 to 8, and so on.
pub(super) fn make(
    schedule: &mut Schedule<'_>,
    random: &mut ChaCha8Rng,
    places: &mut Vec<usize>,
) -> bool {
    let (turns, all) = (schedule.rules.horizon, schedule.cells().len());
    if turns == 0 || all < 2 {
        return false;
    }
    places.clear();
    let from = below(random, turns);
    let forward = below(random, 2) == 0;
    let shift = match below(random, 8) {
        0 | 1 => {
            let other = in_line_with(schedule, random, from);
            range(schedule, from, other, places);
            1
        }
        2 => {
            range(schedule, from, other_place(random, from, all), places);
            1
        }
        3 | 4 => {
            let other = in_line_with(schedule, random, from);
            places.extend([from.min(other), from.max(other)]);
            1
        }
        5 => {
            let other = below(random, all);
            places.extend([from.min(other), from.max(other)]);
            1
        }
        6 => {
            range(schedule, from, other_place(random, from, all), places);
            1 + below(random, LONGEST_BLOCK)
        }
        _ => {
            range(schedule, from, other_place(random, from, turns), places);
            let class = &schedule.rules.class;
            places.retain(|&place| class[place] == class[from]);
            1
        }
    };
    let count = places.len();
    if count < 2 || places[0] == places[1] || shift >= count {
        return false;
    }
    let shift = if forward { shift } else { count - shift };
    schedule.rotate(places, shift)
}

/// A place near another one, or farther off.
fn other_place(random: &mut ChaCha8Rng, from: usize, all: usize) -> usize {
    let scales = usize::BITS - all.leading_zeros();
    let scale = 1 + below(random, scales as usize);
    let reach = 1 + below(random, 1 << scale);
    match below(random, 2) {
        0 => from.saturating_sub(reach),
        _ => (from + reach).min(all - 1),
    }
}

/// The places between two places, without turns that may fill one cell alone. Of the places after the last turn, only the last one:
/// empty cells have no order.
fn range(schedule: &Schedule<'_>, from: usize, to: usize, places: &mut Vec<usize>) {
    let (low, high) = (from.min(to), from.max(to));
    let turns = schedule.rules.horizon;
    let pinned = &schedule.rules.pinned;
    places.extend((low..=high.min(turns - 1)).filter(|&place| !pinned[place]));
    if high >= turns {
        places.push(high);
    }
}

/// The place of another cell of a line of the cell of a place; the place itself for an initial one.
fn in_line_with(schedule: &Schedule<'_>, random: &mut ChaCha8Rng, place: usize) -> usize {
    let rules = schedule.rules;
    let line = rules.lines_of[schedule.cells()[place]][below(random, 2)];
    let cells = &rules.lines[line];
    match schedule.place(cells[below(random, cells.len())]) {
        usize::MAX => place,
        other => other,
    }
}
