//! Invariants of a position, however it came about.

use super::{Board, COLOURS, Colour, FACTORY_PLACES, FLOOR_COSTS, Game, Piece, TILES_OF_A_COLOUR};

/// The most points that the tiles of a wall can earn, end bonuses apart.
const HIGHEST_SCORE: i32 = 145;

/// The most points of one tile: five in a row and five in a column.
const HIGHEST_OF_A_TILE: i32 = 10;

impl Game {
    /// A rule that the position breaks.
    pub(crate) fn broken_rule(&self) -> Option<&'static str> {
        let tokens = self.tokens();
        let boards = &self.boards;
        let rules = [
            (
                COLOURS
                    .iter()
                    .all(|&colour| self.tiles_of(colour) == TILES_OF_A_COLOUR),
                "there are twenty tiles of each colour",
            ),
            (
                self.factories
                    .iter()
                    .all(|tiles| tiles.len() <= FACTORY_PLACES),
                "a factory has four places",
            ),
            (
                boards.iter().all(Board::has_possible_score),
                "a score is from 0 to 145, and 10 more for each tile of the wall",
            ),
            (
                boards.iter().all(Board::has_possible_lines),
                "a line takes what its wall row lacks",
            ),
            (
                boards.iter().all(Board::has_possible_floor),
                "a floor has seven places",
            ),
            (tokens <= 1, "there is one token"),
            (
                tokens == 1 || self.is_scored(),
                "the token is with the starter only between two rounds",
            ),
            (
                tokens == 1 || self.mover == self.starter,
                "the starter moves first",
            ),
            (
                tokens == 0 || boards.iter().all(|board| board.complete_rows() == 0),
                "no round is played after a row is complete",
            ),
            (
                self.round > 0 || self.bag == [TILES_OF_A_COLOUR; 5],
                "at first all tiles are in the bag",
            ),
            (
                self.round > 0 || tokens == 0,
                "the token comes to the centre with the first deal",
            ),
        ];
        let broken = rules.into_iter().find(|(kept, _)| !kept);
        broken.map(|(_, rule)| rule)
    }

    /// How many tokens are in the centre and on floors.
    fn tokens(&self) -> usize {
        let floors = self.boards.iter().map(Board::tokens);
        usize::from(self.token_in_centre) + floors.sum::<usize>()
    }

    /// Whether nothing is left of a round.
    fn is_scored(&self) -> bool {
        let scored = |board: &Board| {
            let full = |(row, line): (usize, &Vec<Colour>)| line.len() == row + 1;
            board.floor.is_empty() && !board.lines.iter().enumerate().any(full)
        };
        self.round_is_over() && self.boards.iter().all(scored)
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

    /// The highest score with which the board can be set up.
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
