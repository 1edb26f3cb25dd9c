//! What a log tells of the points: the tiles on the walls and the floors of a round, and the bonuses at the end of the game.

use super::told::{Tile, Told, colour, tile};
use super::{Log, same};
use crate::import::Mismatch;
use crate::{Board, Colour, EndBonus, Phase, Players, RoundScore, Tiled};

/// How a round was scored, and what has been told of it.
#[derive(Debug)]
pub(super) struct Scored {
    pub(super) score: RoundScore,
    /// For each player and row, whether the tile has been told.
    tiles: [[bool; Board::ROWS]; Players::MAX],
    /// For each player, whether the floor has been told.
    floors: [bool; Players::MAX],
}

/// A bonus at the end: its points, and its place among those of its kind, where that is told.
pub(super) type Bonus = (i64, Option<i64>);

impl Scored {
    /// The tile that a player's line put on the wall, if it had this colour.
    pub(super) fn tiled(
        &self,
        player: usize,
        row: usize,
        colour: Colour,
    ) -> Result<Tiled, Mismatch> {
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
    /// How the round is scored that has ended.
    pub(super) fn score(&mut self) -> Result<&mut Scored, Mismatch> {
        self.played()?;
        if let Some(score) = self.game()?.end_round() {
            self.scored = Some(Scored {
                score,
                tiles: Default::default(),
                floors: Default::default(),
            });
        }
        self.scored.as_mut().ok_or(Mismatch::RoundNotOver)
    }

    pub(super) fn on_walls(&mut self, told: Told<'_>) -> Result<(), Mismatch> {
        self.score()?;
        for (id, line) in told.by_player("completeLines")? {
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
            line.are("discardedTiles", &vec![tile.kind(); tile.row])?;
            let Some(detail) = line.get("pointsDetail") else {
                continue;
            };
            let args = detail
                .as_object()
                .ok_or_else(|| line.missing("pointsDetail"))?;
            let detail = Told { args, ..line };
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

    /// The tiles beside and above which a tile came, and itself. An empty list says nothing of them.
    fn same_runs(&mut self, player: usize, tile: OnWall, detail: Told<'_>) -> Result<(), Mismatch> {
        let board = self.game()?.position().boards()[player];
        // Lines are scored from the top, so that the rows below have what they had before.
        let later = self.score()?.score.boards()[player].tiles();
        let has = |row: usize, column: usize| {
            let colour = Colour::at(row, column);
            let comes_later = row > tile.row && later[row].is_some_and(|it| it.colour == colour);
            board.has(row, colour) && !comes_later
        };
        let column = tile.colour.column(tile.row);
        let run = |at: usize, has: &dyn Fn(usize) -> bool| {
            let before = (0..at).rev().take_while(|&it| has(it)).count();
            before + 1 + (at + 1..Board::ROWS).take_while(|&it| has(it)).count()
        };
        let in_row = run(column, &|column| has(tile.row, column));
        let in_column = run(tile.row, &|row| has(row, column));
        for (key, found) in [("rowTiles", in_row), ("columnTiles", in_column)] {
            let said = detail.tiles(key)?.unwrap_or_default();
            if said.is_empty() {
                continue;
            }
            same(detail.name, key, said.len(), found)?;
            for told in said {
                let told = tile_on_wall(player, detail, told)?;
                let there = told.colour.column(told.row);
                let beside = match key {
                    "rowTiles" => told.row == tile.row,
                    _ => there == column,
                };
                let itself = (told.row, told.colour) == (tile.row, tile.colour);
                if !beside || !(itself || has(told.row, there)) {
                    return Err(told.nowhere(player));
                }
            }
        }
        Ok(())
    }

    pub(super) fn floors(&mut self, told: Told<'_>) -> Result<(), Mismatch> {
        if let Some(zero) = told
            .get("specialFactoryZeroTiles")
            .and_then(|it| it.as_object())
            && zero
                .values()
                .any(|tiles| tiles.as_array().is_some_and(|tiles| !tiles.is_empty()))
        {
            return Err(Mismatch::Variant("special factories"));
        }
        self.score()?;
        for (id, floor) in told.by_player("floorLines")? {
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
            floor.are("tiles", lies)?;
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

    /// What a player's floor line costs in the round that was scored.
    pub(super) fn charge(&mut self, player: usize) -> Result<u8, Mismatch> {
        let board = self.score()?.score.boards()[player];
        Ok(board.floor().charge())
    }

    pub(super) fn end_score(&mut self, told: Told<'_>) -> Result<(), Mismatch> {
        self.score()?;
        self.all_told()?;
        let game = self.game()?;
        game.at_the_end();
        if game.position().phase() != Phase::Over {
            return Err(Mismatch::GameNotOver);
        }
        self.ended = true;
        for (id, bonus) in told.by_player("scores")? {
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

    /// Which row, column or colour the tiles of a bonus are; none where they are not told.
    fn complete(
        &mut self,
        player: usize,
        told: Told<'_>,
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
            let tile = tile_on_wall(player, told, tile)?;
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
            told.name,
            "tiles of a complete row, column or colour",
            five,
            true,
        )?;
        Ok(Some(first as i64))
    }

    /// Whether all tiles and all floors of the round that was scored have been told.
    pub(super) fn all_told(&self) -> Result<(), Mismatch> {
        let Some(scored) = &self.scored else {
            return Ok(());
        };
        let boards = scored.score.boards().iter();
        let found = boards
            .map(|board| board.tiles().iter().flatten().count())
            .sum();
        let said = scored.tiles.iter().flatten().filter(|&&told| told).count();
        if said != found {
            return Err(Mismatch::Walls { said, found });
        }
        let floors = scored.score.boards().iter().zip(scored.floors).enumerate();
        for (player, (board, told)) in floors {
            let charge = board.floor().charge();
            if charge > 0 && !told {
                let player = player + 1;
                return Err(Mismatch::Floor { player, charge });
            }
        }
        Ok(())
    }

    /// Whether all bonuses have been told, if any was.
    pub(super) fn all_bonuses_told(&mut self) -> Result<(), Mismatch> {
        let game = self.game()?;
        let Some(outcome) = game.position().outcome() else {
            return Ok(());
        };
        game.at_the_end();
        if !self.ended {
            return Ok(());
        }
        for (player, (told, found)) in self.bonuses.iter().zip(outcome.bonuses()).enumerate() {
            let said = told.iter().map(|(points, _)| points).sum();
            same_points(player, "the end of the game", said, found.points().into())?;
            let kinds = [found.rows, found.columns, found.colours];
            for (points, found) in BONUSES.into_iter().zip(kinds) {
                let said = told.iter().filter(|bonus| bonus.0 == points).count();
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
struct OnWall {
    /// From 0.
    row: usize,
    colour: Colour,
}

impl OnWall {
    fn kind(self) -> crate::Fallen {
        crate::Fallen::Tile(self.colour)
    }

    /// It is told of a wall that does not have it.
    fn nowhere(self, player: usize) -> Mismatch {
        Mismatch::Wall {
            player: player + 1,
            colour: self.colour,
            line: self.row + 1,
        }
    }
}

/// Where a tile lies on a wall: in the column of its colour.
fn tile_on_wall(player: usize, told: Told<'_>, tile: Tile) -> Result<OnWall, Mismatch> {
    let colour = colour(tile)?;
    let line = tile.line.filter(|line| (1..=5).contains(line));
    let line = line.ok_or_else(|| told.missing("line"))? as usize;
    let said = tile.column.ok_or_else(|| told.missing("column"))?;
    let row = line - 1;
    let found = colour.column(row) + 1;
    if said == found as i64 {
        return Ok(OnWall { row, colour });
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
