//! Twin factories: factories that hold the same tiles, so that taking from any of them leads to the same position.

use azulejo_rules::{Position, Source, Tiles};

/// The factories that hold the same tiles as a factory with a lower number, bit `k` for number `k`. No search needs
/// their moves.
pub(crate) fn twin_factories(position: &Position) -> u32 {
    let tiles =
        |number| Source::factory(number).map_or(Tiles::NONE, |source| position.source(source));
    let mut twins = 0;
    for number in 2..=position.players().factories() {
        let has_twin = || (1..number).any(|earlier| tiles(earlier) == tiles(number));
        if !tiles(number).is_empty() && has_twin() {
            twins |= 1 << number;
        }
    }
    twins
}
