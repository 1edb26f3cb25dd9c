//! An upper bound of the tiles that fall on the floor of a player who always gets the worst groups.

use azulejo_rules::Board;
use std::sync::LazyLock;

/// The most tiles that fall where a player gets `moves` groups of `tiles` tiles together, of colours that every one of
/// the `empty` lines takes, bit `k` for row `k`.
///
/// The groups come one by one, each of the worst size. The player puts each on the best line, or lets it fall, and does
/// not know the later groups.
#[inline]
pub(super) fn most_floor_tiles(empty: u32, moves: u32, tiles: u8) -> u8 {
    let moves = (moves as usize).min(MOVES);
    if moves == MOVES {
        return tiles;
    }
    let tiles = usize::from(tiles).min(TILES - 1);
    FLOOR_TILES[moves][tiles][empty as usize]
}

/// The number of moves from which on the table has no entry: all tiles may fall then.
const MOVES: usize = 12;

/// The number of tiles to which larger numbers are cut: 23 tiles are more than the floor charges after five lines are
/// full.
const TILES: usize = 24;

type FloorTilesTable = [[[u8; 1 << Board::ROWS]; TILES]; MOVES];

static FLOOR_TILES: LazyLock<Box<FloorTilesTable>> = LazyLock::new(|| {
    let mut table = Box::new([[[0; 1 << Board::ROWS]; TILES]; MOVES]);
    for moves in 1..MOVES {
        for tiles in 0..TILES {
            for empty in 0..1 << Board::ROWS {
                table[moves][tiles][empty] = worst_case(&table[moves - 1], tiles, empty);
            }
        }
    }
    table
});

/// The most tiles that fall, of the worst next group and of the groups after it; `rest` is the table of the groups
/// after it.
fn worst_case(rest: &[[u8; 1 << Board::ROWS]; TILES], tiles: usize, empty: usize) -> u8 {
    let floor_tiles = |size: usize| {
        let floor = size as u8 + rest[tiles - size][empty];
        let rows = (0..Board::ROWS).filter(|row| empty >> row & 1 == 1);
        let lines = rows.map(|row| {
            let overflow = size.saturating_sub(row + 1);
            overflow as u8 + rest[tiles - size][empty & !(1 << row)]
        });
        lines.fold(floor, u8::min)
    };
    (0..=tiles).map(floor_tiles).max().unwrap_or(0)
}
