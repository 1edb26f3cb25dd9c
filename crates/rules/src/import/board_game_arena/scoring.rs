//! The notifications of points in a log: the tiles on the walls and the floors of a round, and the bonuses at the end
//! of the game.

use super::notification::{Notification, Tile, colour, tile};
use super::{Log, same};
use crate::import::Mismatch;
use crate::{Board, Colour, EndBonus, Phase, Players, RoundScore, TilePlacement};

/// The score of a round, and the notifications of it.
#[derive(Debug)]
pub(super) struct ScoredRound {
    pub(super) score: RoundScore,
    /// Whether the tile has been notified, by player and row.
    tiles: [[bool; Board::ROWS]; Players::MAX],
    /// Whether the floor has been notified, by player.
    floors: [bool; Players::MAX],
}

/// A bonus at the end: its points, and the index of its row, column or colour, where the log has it.
pub(super) type Bonus = (i64, Option<i64>);

impl ScoredRound {
    /// The tile that a player's line put on the wall, if it has this colour.
    pub(super) fn tiled(
        &self,
        player: usize,
        row: usize,
        colour: Colour,
    ) -> Result<TilePlacement, Mismatch> {
        let tiled = self.score.boards()[player].tiles()[row];
        tiled
            .filter(|tiled| tiled.colour == colour)
            .ok_or(Mismatch::Wall {
                player: player + 1,
                colour,
                line: row + 1,
            })
    }
}

impl Log<'_> {
    /// The score of the round that has ended.
    pub(super) fn score(&mut self) -> Result<&mut ScoredRound, Mismatch> {
        self.played()?;
        if let Some(score) = self.game()?.end_round() {
            self.scored = Some(ScoredRound {
                score,
                tiles: Default::default(),
                floors: Default::default(),
            });
        }
        self.scored.as_mut().ok_or(Mismatch::RoundNotOver)
    }

    pub(super) fn on_walls(&mut self, notification: Notification<'_>) -> Result<(), Mismatch> {
        self.score()?;
        for (id, line) in notification.by_player("completeLines")? {
            let player = self.seated(id)?;
            let tile = line
                .get("placedTile")
                .ok_or_else(|| line.missing("placedTile"))?;
            let tile = tile_on_wall(player, line, self::tile(tile)?)?;
            let scored = self.score()?;
            let tiled = scored.tiled(player, tile.row, tile.colour)?;
            if std::mem::replace(&mut scored.tiles[player][tile.row], true) {
                return Err(Mismatch::Wall {
                    player: player + 1,
                    colour: tile.colour,
                    line: tile.row + 1,
                });
            }
            line.expect_tiles("discardedTiles", &vec![tile.kind(); tile.row])?;
            let Some(detail) = line.get("pointsDetail") else {
                continue;
            };
            let args = detail
                .as_object()
                .ok_or_else(|| line.missing("pointsDetail"))?;
            let detail = Notification { args, ..line };
            let found = i64::from(tiled.points);
            match detail.number("points")? {
                Some(said) if said != found => {
                    return Err(Mismatch::TilePoints {
                        player: player + 1,
                        colour: tile.colour,
                        line: tile.row + 1,
                        said,
                        found,
                    });
                }
                _ => {}
            }
            self.same_runs(player, tile, detail)?;
        }
        Ok(())
    }

    /// Checks the tiles beside and above a new tile, with the tile itself. An empty list is not checked.
    fn same_runs(
        &mut self,
        player: usize,
        tile: WallTile,
        detail: Notification<'_>,
    ) -> Result<(), Mismatch> {
        let board = self.game()?.position().boards()[player];
        // Lines are scored from the top, so that the rows below have what they had before.
        let later = self.score()?.score.boards()[player].tiles();
        let has = |row: usize, column: usize| {
            let colour = Colour::at(row, column);
            let comes_later =
                row > tile.row && later[row].is_some_and(|placement| placement.colour == colour);
            board.has(row, colour) && !comes_later
        };
        let column = tile.colour.column(tile.row);
        let run = |at: usize, has: &dyn Fn(usize) -> bool| {
            let before = (0..at).rev().take_while(|&place| has(place)).count();
            before
                + 1
                + (at + 1..Board::ROWS)
                    .take_while(|&place| has(place))
                    .count()
        };
        let in_row = run(column, &|column| has(tile.row, column));
        let in_column = run(tile.row, &|row| has(row, column));
        for (key, found) in [("rowTiles", in_row), ("columnTiles", in_column)] {
            let said = detail.tiles(key)?.unwrap_or_default();
            if said.is_empty() {
                continue;
            }
            same(detail.name, key, said.len(), found)?;
            for listed in said {
                let listed = tile_on_wall(player, detail, listed)?;
                let there = listed.colour.column(listed.row);
                let beside = match key {
                    "rowTiles" => listed.row == tile.row,
                    _ => there == column,
                };
                let itself = (listed.row, listed.colour) == (tile.row, tile.colour);
                if !beside || !(itself || has(listed.row, there)) {
                    return Err(listed.nowhere(player));
                }
            }
        }
        Ok(())
    }

    pub(super) fn floors(&mut self, notification: Notification<'_>) -> Result<(), Mismatch> {
        if let Some(zero) = notification
            .get("specialFactoryZeroTiles")
            .and_then(|value| value.as_object())
            && zero
                .values()
                .any(|tiles| tiles.as_array().is_some_and(|tiles| !tiles.is_empty()))
        {
            return Err(Mismatch::Variant("special factories"));
        }
        self.score()?;
        for (id, floor) in notification.by_player("floorLines")? {
            let player = self.seated(id)?;
            let found = -i64::from(self.charge(player)?);
            let scored = self.score()?;
            if std::mem::replace(&mut scored.floors[player], true) {
                return Err(Mismatch::FloorTwice(player + 1));
            }
            let points = floor
                .number("points")?
                .ok_or_else(|| floor.missing("points"))?;
            same_points(player, "the floor", points, found)?;
            let lies = &self.seats[player].floor;
            floor.expect_tiles("tiles", lies)?;
            let tiles = floor.tiles("tiles")?.unwrap_or_default();
            for ((tile, lies), place) in tiles.iter().zip(lies).zip(1..) {
                if tile
                    .column
                    .is_some_and(|column| (column, tile.kind) != (place, *lies))
                {
                    return Err(Mismatch::Untrue("the order of a floor line"));
                }
            }
        }
        Ok(())
    }

    /// The charge of a player's floor line in the scored round.
    pub(super) fn charge(&mut self, player: usize) -> Result<u8, Mismatch> {
        let board = self.score()?.score.boards()[player];
        Ok(board.floor().charge())
    }

    pub(super) fn end_score(&mut self, notification: Notification<'_>) -> Result<(), Mismatch> {
        self.score()?;
        self.expect_all_tiles_and_floors()?;
        let game = self.game()?;
        game.at_the_end();
        if game.position().phase() != Phase::Over {
            return Err(Mismatch::GameNotOver);
        }
        self.ended = true;
        for (id, bonus) in notification.by_player("scores")? {
            let player = self.seated(id)?;
            let points = bonus
                .number("points")?
                .ok_or_else(|| bonus.missing("points"))?;
            let tiles = bonus.tiles("tiles")?.unwrap_or_default();
            let place = self.complete(player, bonus, points, &tiles)?;
            let bonus = (points, place);
            if place.is_some() && self.bonuses[player].contains(&bonus) {
                return Err(Mismatch::Untrue(
                    "a second endScore of one row, column or colour",
                ));
            }
            self.bonuses[player].push(bonus);
        }
        Ok(())
    }

    /// The index of the row, column or colour of a bonus; none where the log has no tiles of it.
    fn complete(
        &mut self,
        player: usize,
        notification: Notification<'_>,
        points: i64,
        tiles: &[Tile],
    ) -> Result<Option<i64>, Mismatch> {
        let [row, column, colour] = BONUSES;
        if ![row, column, colour].contains(&points) {
            let said = points;
            let player = player + 1;
            return Err(Mismatch::Bonus { player, said });
        }
        if tiles.is_empty() {
            return Ok(None);
        }
        let board = self.game()?.position().boards()[player];
        let mut places = Vec::new();
        for &tile in tiles {
            let tile = tile_on_wall(player, notification, tile)?;
            if !board.has(tile.row, tile.colour) {
                return Err(tile.nowhere(player));
            }
            places.push((tile.row, tile.colour));
        }
        let kind = |&(at, of): &(usize, Colour)| match points {
            _ if points == row => at,
            _ if points == column => of.column(at),
            _ => of.index(),
        };
        let first = kind(&places[0]);
        places.sort_unstable();
        places.dedup();
        let five = places.len() == Board::ROWS && places.iter().all(|place| kind(place) == first);
        same(
            notification.name,
            "tiles of a complete row, column or colour",
            five,
            true,
        )?;
        Ok(Some(first as i64))
    }

    /// Checks that all tiles and all floors of the scored round have been notified.
    pub(super) fn expect_all_tiles_and_floors(&self) -> Result<(), Mismatch> {
        let Some(scored) = &self.scored else {
            return Ok(());
        };
        let boards = scored.score.boards().iter();
        let found = boards
            .map(|board| board.tiles().iter().flatten().count())
            .sum();
        let said = scored
            .tiles
            .iter()
            .flatten()
            .filter(|&&notified| notified)
            .count();
        if said != found {
            return Err(Mismatch::Walls { said, found });
        }
        let floors = scored.score.boards().iter().zip(scored.floors).enumerate();
        for (player, (board, notified)) in floors {
            let charge = board.floor().charge();
            if charge > 0 && !notified {
                let player = player + 1;
                return Err(Mismatch::Floor { player, charge });
            }
        }
        Ok(())
    }

    /// Checks that all bonuses have been notified, if any has.
    pub(super) fn expect_all_bonuses(&mut self) -> Result<(), Mismatch> {
        let game = self.game()?;
        let Some(outcome) = game.position().outcome() else {
            return Ok(());
        };
        game.at_the_end();
        if !self.ended {
            return Ok(());
        }
        for (player, (notified, found)) in self.bonuses.iter().zip(outcome.bonuses()).enumerate() {
            let said = notified.iter().map(|(points, _)| points).sum();
            same_points(player, "the end of the game", said, found.points().into())?;
            let kinds = [found.rows, found.columns, found.colours];
            for (points, found) in BONUSES.into_iter().zip(kinds) {
                let said = notified.iter().filter(|bonus| bonus.0 == points).count();
                let of = format!("player {}'s endScore", player + 1);
                same(
                    of,
                    "the number of rows, columns or colours",
                    said,
                    found as usize,
                )?;
            }
        }
        Ok(())
    }
}

/// The points of a complete row, column and colour.
pub(super) const BONUSES: [i64; 3] = [
    EndBonus::ROW as i64,
    EndBonus::COLUMN as i64,
    EndBonus::COLOUR as i64,
];

/// A tile on a wall.
#[derive(Debug, Clone, Copy)]
struct WallTile {
    /// The row, from 0.
    row: usize,
    colour: Colour,
}

impl WallTile {
    fn kind(self) -> crate::FloorItem {
        crate::FloorItem::Tile(self.colour)
    }

    /// The mismatch of a tile that is not on the wall of the player.
    fn nowhere(self, player: usize) -> Mismatch {
        Mismatch::Wall {
            player: player + 1,
            colour: self.colour,
            line: self.row + 1,
        }
    }
}

/// The place of a tile on a wall: the column has to be that of its colour.
fn tile_on_wall(
    player: usize,
    notification: Notification<'_>,
    tile: Tile,
) -> Result<WallTile, Mismatch> {
    let colour = colour(tile)?;
    let line = tile.line.filter(|line| (1..=5).contains(line));
    let line = line.ok_or_else(|| notification.missing("line"))? as usize;
    let said = tile.column.ok_or_else(|| notification.missing("column"))?;
    let row = line - 1;
    let found = colour.column(row) + 1;
    if said == found as i64 {
        return Ok(WallTile { row, colour });
    }
    Err(Mismatch::Column {
        player: player + 1,
        colour,
        line,
        said,
        found,
    })
}

pub(super) fn same_points(
    player: usize,
    what: &'static str,
    said: i64,
    found: i64,
) -> Result<(), Mismatch> {
    if said == found {
        return Ok(());
    }
    Err(Mismatch::Points {
        player: player + 1,
        what,
        said,
        found,
    })
}
