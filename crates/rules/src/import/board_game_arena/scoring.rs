//! The notifications of points in a log: the tiles on the walls and the floors of a round, and the bonuses at the end
//! of the game.

use super::notification::{Notification, Tile, colour, tile};
use super::{Log, expect_same};
use crate::import::Mismatch;
use crate::{Board, Colour, EndBonus, Phase, Players, RoundScore, TilePlacement};

/// The score of a round, and its notifications.
#[derive(Debug)]
pub(super) struct RoundScoring {
    pub(super) score: RoundScore,
    /// Whether the tile has been notified, by player and row.
    tiles: [[bool; Board::ROWS]; Players::MAX],
    /// Whether the floor has been notified, by player.
    floors: [bool; Players::MAX],
}

/// A bonus at the end: its points, and the index of its row, column or colour, where the log has it.
pub(super) type Bonus = (i64, Option<i64>);

impl RoundScoring {
    /// The tile from a player's line to the wall, if the tile has this colour.
    pub(super) fn placement(
        &self,
        player: usize,
        row: usize,
        colour: Colour,
    ) -> Result<TilePlacement, Mismatch> {
        let placement = self.score.boards()[player].tiles()[row];
        placement
            .filter(|placement| placement.colour == colour)
            .ok_or(Mismatch::Wall {
                player: player + 1,
                colour,
                line: row + 1,
            })
    }
}

impl Log<'_> {
    /// The score of the round that has ended.
    pub(super) fn score(&mut self) -> Result<&mut RoundScoring, Mismatch> {
        self.play_turn()?;
        if let Some(score) = self.game()?.end_round() {
            self.scoring = Some(RoundScoring {
                score,
                tiles: Default::default(),
                floors: Default::default(),
            });
        }
        self.scoring.as_mut().ok_or(Mismatch::RoundNotOver)
    }

    pub(super) fn tile_walls(&mut self, notification: Notification<'_>) -> Result<(), Mismatch> {
        self.score()?;
        for (id, line) in notification.by_player("completeLines")? {
            let player = self.seat_of(id)?;
            let tile = line
                .get("placedTile")
                .ok_or_else(|| line.missing("placedTile"))?;
            let tile = tile_on_wall(player, line, self::tile(tile)?)?;
            let scoring = self.score()?;
            let placement = scoring.placement(player, tile.row, tile.colour)?;
            if std::mem::replace(&mut scoring.tiles[player][tile.row], true) {
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
            let expected = i64::from(placement.points);
            match detail.number("points")? {
                Some(reported) if reported != expected => {
                    return Err(Mismatch::TilePoints {
                        player: player + 1,
                        colour: tile.colour,
                        line: tile.row + 1,
                        reported,
                        expected,
                    });
                }
                _ => {}
            }
            self.expect_runs(player, tile, detail)?;
        }
        Ok(())
    }

    /// Checks the tiles beside and above a new tile, with the tile itself. An empty list is not checked.
    fn expect_runs(
        &mut self,
        player: usize,
        tile: WallTile,
        detail: Notification<'_>,
    ) -> Result<(), Mismatch> {
        let board = self.game()?.position().boards()[player];
        // Lines are scored from the top, so that the rows below are unchanged.
        let placements = self.score()?.score.boards()[player].tiles();
        let has = |row: usize, column: usize| {
            let colour = Colour::at(row, column);
            let is_later = row > tile.row
                && placements[row].is_some_and(|placement| placement.colour == colour);
            board.has(row, colour) && !is_later
        };
        let column = tile.colour.column(tile.row);
        let run = |start: usize, has: &dyn Fn(usize) -> bool| {
            let count_before = (0..start).rev().take_while(|&place| has(place)).count();
            count_before
                + 1
                + (start + 1..Board::ROWS)
                    .take_while(|&place| has(place))
                    .count()
        };
        let in_row = run(column, &|column| has(tile.row, column));
        let in_column = run(tile.row, &|row| has(row, column));
        for (key, length) in [("rowTiles", in_row), ("columnTiles", in_column)] {
            let tiles = detail.tiles(key)?.unwrap_or_default();
            if tiles.is_empty() {
                continue;
            }
            expect_same(detail.name, key, tiles.len(), length)?;
            for tile_in_run in tiles {
                let run_tile = tile_on_wall(player, detail, tile_in_run)?;
                let run_column = run_tile.colour.column(run_tile.row);
                let is_in_run = match key {
                    "rowTiles" => run_tile.row == tile.row,
                    _ => run_column == column,
                };
                let is_new_tile = (run_tile.row, run_tile.colour) == (tile.row, tile.colour);
                if !is_in_run || !(is_new_tile || has(run_tile.row, run_column)) {
                    return Err(run_tile.wall_mismatch(player));
                }
            }
        }
        Ok(())
    }

    pub(super) fn empty_floors(&mut self, notification: Notification<'_>) -> Result<(), Mismatch> {
        if let Some(zero_factory) = notification
            .get("specialFactoryZeroTiles")
            .and_then(|value| value.as_object())
            && zero_factory
                .values()
                .any(|tiles| tiles.as_array().is_some_and(|tiles| !tiles.is_empty()))
        {
            return Err(Mismatch::Variant("special factories"));
        }
        self.score()?;
        for (id, floor) in notification.by_player("floorLines")? {
            let player = self.seat_of(id)?;
            let expected = -i64::from(self.charge(player)?);
            let scoring = self.score()?;
            if std::mem::replace(&mut scoring.floors[player], true) {
                return Err(Mismatch::FloorTwice(player + 1));
            }
            let points = floor
                .number("points")?
                .ok_or_else(|| floor.missing("points"))?;
            expect_points(player, "the floor", points, expected)?;
            let floor_items = &self.seats[player].floor;
            floor.expect_tiles("tiles", floor_items)?;
            let tiles = floor.tiles("tiles")?.unwrap_or_default();
            for ((tile, item), place) in tiles.iter().zip(floor_items).zip(1..) {
                if tile
                    .column
                    .is_some_and(|column| (column, tile.kind) != (place, *item))
                {
                    return Err(Mismatch::FalseSentence("the order of a floor line"));
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

    pub(super) fn score_end(&mut self, notification: Notification<'_>) -> Result<(), Mismatch> {
        self.score()?;
        self.expect_all_tiles_and_floors()?;
        let game = self.game()?;
        game.enter_game();
        if game.position().phase() != Phase::Over {
            return Err(Mismatch::GameNotOver);
        }
        self.has_end_score = true;
        for (id, bonus) in notification.by_player("scores")? {
            let player = self.seat_of(id)?;
            let points = bonus
                .number("points")?
                .ok_or_else(|| bonus.missing("points"))?;
            let tiles = bonus.tiles("tiles")?.unwrap_or_default();
            let place = self.bonus_index(player, bonus, points, &tiles)?;
            let bonus = (points, place);
            if place.is_some() && self.bonuses[player].contains(&bonus) {
                return Err(Mismatch::FalseSentence(
                    "a second endScore of one row, column or colour",
                ));
            }
            self.bonuses[player].push(bonus);
        }
        Ok(())
    }

    /// The index of the row, column or colour of a bonus; none where the log has no tiles of the bonus.
    fn bonus_index(
        &mut self,
        player: usize,
        notification: Notification<'_>,
        points: i64,
        tiles: &[Tile],
    ) -> Result<Option<i64>, Mismatch> {
        let [row, column, colour] = BONUSES;
        if ![row, column, colour].contains(&points) {
            let reported = points;
            let player = player + 1;
            return Err(Mismatch::Bonus { player, reported });
        }
        if tiles.is_empty() {
            return Ok(None);
        }
        let board = self.game()?.position().boards()[player];
        let mut places = Vec::new();
        for &tile in tiles {
            let tile = tile_on_wall(player, notification, tile)?;
            if !board.has(tile.row, tile.colour) {
                return Err(tile.wall_mismatch(player));
            }
            places.push((tile.row, tile.colour));
        }
        let index = |&(row_index, tile_colour): &(usize, Colour)| match points {
            _ if points == row => row_index,
            _ if points == column => tile_colour.column(row_index),
            _ => tile_colour.index(),
        };
        let first = index(&places[0]);
        places.sort_unstable();
        places.dedup();
        let is_complete =
            places.len() == Board::ROWS && places.iter().all(|place| index(place) == first);
        expect_same(
            notification.name,
            "tiles of a complete row, column or colour",
            is_complete,
            true,
        )?;
        Ok(Some(first as i64))
    }

    /// Checks that all tiles and all floors of the scored round have notifications.
    pub(super) fn expect_all_tiles_and_floors(&self) -> Result<(), Mismatch> {
        let Some(scoring) = &self.scoring else {
            return Ok(());
        };
        let boards = scoring.score.boards().iter();
        let expected = boards
            .map(|board| board.tiles().iter().flatten().count())
            .sum();
        let reported = scoring
            .tiles
            .iter()
            .flatten()
            .filter(|&&is_notified| is_notified)
            .count();
        if reported != expected {
            return Err(Mismatch::Walls { reported, expected });
        }
        let floors = scoring
            .score
            .boards()
            .iter()
            .zip(scoring.floors)
            .enumerate();
        for (player, (board, is_notified)) in floors {
            let charge = board.floor().charge();
            if charge > 0 && !is_notified {
                let player = player + 1;
                return Err(Mismatch::Floor { player, charge });
            }
        }
        Ok(())
    }

    /// Checks that all bonuses have notifications, if any bonus has one.
    pub(super) fn expect_all_bonuses(&mut self) -> Result<(), Mismatch> {
        let game = self.game()?;
        let Some(outcome) = game.position().outcome() else {
            return Ok(());
        };
        game.enter_game();
        if !self.has_end_score {
            return Ok(());
        }
        for (player, (bonuses, end_bonus)) in self.bonuses.iter().zip(outcome.bonuses()).enumerate()
        {
            let points = bonuses.iter().map(|(points, _)| points).sum();
            expect_points(
                player,
                "the end of the game",
                points,
                end_bonus.points().into(),
            )?;
            let kinds = [end_bonus.rows, end_bonus.columns, end_bonus.colours];
            for (points, number) in BONUSES.into_iter().zip(kinds) {
                let count = bonuses.iter().filter(|bonus| bonus.0 == points).count();
                let of = format!("player {}'s endScore", player + 1);
                expect_same(
                    of,
                    "the number of rows, columns or colours",
                    count,
                    number as usize,
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
    fn wall_mismatch(self, player: usize) -> Mismatch {
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
    let reported = tile.column.ok_or_else(|| notification.missing("column"))?;
    let row = line - 1;
    let expected = colour.column(row) + 1;
    if reported == expected as i64 {
        return Ok(WallTile { row, colour });
    }
    Err(Mismatch::Column {
        player: player + 1,
        colour,
        line,
        reported,
        expected,
    })
}

pub(super) fn expect_points(
    player: usize,
    what: &'static str,
    reported: i64,
    expected: i64,
) -> Result<(), Mismatch> {
    if reported == expected {
        return Ok(());
    }
    Err(Mismatch::Points {
        player: player + 1,
        what,
        reported,
        expected,
    })
}
