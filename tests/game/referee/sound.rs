//! Invariants of all positions.

use super::{Board, COLOURS, Colour, FACTORY_PLACES, FLOOR_COSTS, Game, Piece, TILES_OF_A_COLOUR};

/// The most points that the tiles of a wall can earn, end bonuses apart.
const HIGHEST_SCORE: i32 = 145;

/// The most points of one tile: five in a row and five in a column.
const HIGHEST_OF_A_TILE: i32 = 10;

impl Game {
    /// A rule that the position breaks.
    pub(crate) fn broken_rule(&self) -> Option<&'static str> {
        let (boards, tokens) = (&self.boards, self.tokens());
        let all = |holds: fn(&Board) -> bool| boards.iter().all(holds);
        let has_twenty = |&colour: &Colour| self.tiles_of(colour) == TILES_OF_A_COLOUR;
        let has_places = |tiles: &Vec<Colour>| tiles.len() <= FACTORY_PLACES;
        let colours = COLOURS.iter().all(has_twenty);
        let factories = self.factories.iter().all(has_places);
        let scores = all(Board::has_possible_score);
        let lines = all(Board::has_possible_lines);
        let floors = all(Board::has_possible_floor);
        let goes_on = all(|board| board.complete_rows() == 0);
        let is_scored = tokens == 1 || self.is_scored();
        let is_starter = tokens == 1 || self.mover == self.starter;
        let is_dealt = self.round > 0;
        let is_full = self.bag == [TILES_OF_A_COLOUR; 5];
        let rules = [
            (colours, "there are twenty tiles of each colour"),
            (factories, "a factory has four places"),
            (scores, "a score is at most 145, and 10 for each tile"),
            (lines, "a line takes what its wall row lacks"),
            (floors, "a floor has seven places"),
            (tokens <= 1, "there is one token"),
            (is_scored, "the starter has the token between rounds"),
            (is_starter, "the starter moves first"),
            (tokens == 0 || goes_on, "a complete row ends the game"),
            (is_dealt || is_full, "at first all tiles are in the bag"),
            (is_dealt || tokens == 0, "the first deal brings the token"),
        ];
        let entry = rules.into_iter().find(|(holds, _)| !holds);
        entry.map(|(_, rule)| rule)
    }

    /// Number of tokens in the centre and on floors.
    fn tokens(&self) -> usize {
        let floors = self.boards.iter().map(Board::tokens);
        usize::from(self.token_in_centre) + floors.sum::<usize>()
    }

    /// Whether sources, floors and full lines are empty.
    fn is_scored(&self) -> bool {
        let is_scored = |board: &Board| {
            let is_full = |(row, line): (usize, &Vec<Colour>)| line.len() == row + 1;
            board.floor.is_empty() && !board.lines.iter().enumerate().any(is_full)
        };
        self.round_is_over() && self.boards.iter().all(is_scored)
    }
}

impl Board {
    fn tokens(&self) -> usize {
        let pieces = self.floor.iter();
        pieces.filter(|&&piece| piece == Piece::Token).count()
    }

    fn has_possible_score(&self) -> bool {
        (0..=self.highest_score()).contains(&self.score)
    }

    /// Highest score in the setup of a board.
    pub(crate) fn highest_score(&self) -> i32 {
        let tiles = self.wall.iter().flatten().flatten().count();
        HIGHEST_SCORE + HIGHEST_OF_A_TILE * tiles as i32
    }

    fn has_possible_lines(&self) -> bool {
        self.lines.iter().enumerate().all(|(row, line)| {
            let on_wall = |colour: &Colour| self.wall[row].contains(&Some(*colour));
            line.len() <= row + 1 && !line.iter().any(on_wall)
        })
    }

    /// Only the token can lie beside the seven places.
    fn has_possible_floor(&self) -> bool {
        let beside = self.floor.iter().skip(FLOOR_COSTS.len());
        beside.eq(&[Piece::Token]) || self.floor.len() <= FLOOR_COSTS.len()
    }
}
