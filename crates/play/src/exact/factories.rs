//! The tiles on the factories of a position.

use azulejo_rules::{Position, Source, Tiles};

/// The tiles of each factory, in the order of their numbers; no tiles for factories that the game does not have.
pub(super) fn contents(position: &Position) -> [Tiles; Source::MAX_FACTORIES] {
    std::array::from_fn(|place| {
        let factory = Source::factory(place + 1).expect("one of nine");
        position.source(factory)
    })
}

/// The factories that have tiles, bit `k` for number `k + 1`.
#[inline]
pub(super) fn nonempty_factories(position: &Position) -> u16 {
    let contents = contents(position);
    (0..Source::MAX_FACTORIES).fold(0, |set, place| {
        set | u16::from(!contents[place].is_empty()) << place
    })
}
