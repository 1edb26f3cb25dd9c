//! Edge cases of the rules, on which programs differ, and their occurrences in the games of a test. A comparison of
//! games says nothing of an edge case without an occurrence.

use crate::referee::{
    Board, Colour, Destination, FACTORY_PLACES, FLOOR_COSTS, Game, Move, Piece, Source, total,
};
use EdgeCase::*;
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum EdgeCase {
    TokenWithAFullFloor,
    /// The token takes the last place, and the tiles that come with it go to the lid.
    TokenOnTheLastPlace,
    OverflowToTheLid,
    /// From one move, some tiles go on the line, some on the floor and some to the lid.
    LineFloorAndLid,
    NobodyTookTheToken,
    /// The token lies on a floor of another player than the starter of the round.
    StarterChanges,
    ScoreClamped,
    /// The floor costs more than the score before the round, but not more than this score with the points of the round.
    SavedByTheRoundsPoints,
    /// A deal takes exactly the bag: the lid stays.
    BagJustSuffices,
    BagEmptyBeforeTheDeal,
    BagEmptyInTheMiddleOfAFactory,
    BagEmptyBetweenTwoFactories,
    BothEmptyInTheMiddleOfAFactory,
    FactoriesWithoutTiles,
    /// A possible deal after a random change is still possible.
    AnotherPossibleDeal,
    ImpossibleDeal,
    NothingCanBeDealt,
    SeveralCompleteRows,
    CompleteColumn,
    CompleteColour,
    RowsOfSeveralPlayers,
    RowsBreakATie,
    TwoShare,
    ThreeShare,
    FourShare,
}

/// Numbers of occurrences of edge cases.
#[derive(Debug, Default)]
pub(crate) struct Occurrences(BTreeMap<EdgeCase, usize>);

impl Occurrences {
    pub(crate) fn count(&mut self, case: EdgeCase) {
        *self.0.entry(case).or_default() += 1;
    }

    fn count_if(&mut self, case: EdgeCase, condition: bool) {
        if condition {
            self.count(case);
        }
    }

    /// Asserts a least number of occurrences of each of the cases, which are given by name.
    pub(crate) fn assert_at_least(&self, least: usize, names: &str) {
        for name in names.split_whitespace() {
            let entry = self.0.iter().find(|(case, _)| format!("{case:?}") == name);
            let count = entry.map_or(0, |(_, count)| *count);
            assert!(
                count >= least,
                "{name} was met {count} times only: {self:?}"
            );
        }
    }

    pub(crate) fn record_move(&mut self, game: &Game, move_: Move) {
        let places = FLOOR_COSTS.len();
        let board = &game.boards[game.mover];
        let filled = board.floor.len();
        let with_token = move_.source == Source::Centre && game.token_in_centre;
        self.count_if(TokenWithAFullFloor, with_token && filled >= places);
        let is_last_place = filled + 1 == places;
        self.count_if(TokenOnTheLastPlace, with_token && is_last_place);
        if let Destination::Line(row) = move_.destination {
            let tiles = game.tiles_on(move_.source).iter();
            let tiles = tiles.filter(|&&tile| tile == move_.colour).count();
            let room = row + 1 - board.lines[row].len();
            let free = places.saturating_sub(filled + usize::from(with_token));
            self.count_if(LineFloorAndLid, free > 0 && tiles > room + free);
        }
    }

    pub(crate) fn record_round_end(&mut self, game: &Game) {
        self.count_if(NobodyTookTheToken, game.token_in_centre);
        for (player, board) in game.boards.iter().enumerate() {
            let has_token = board.floor.contains(&Piece::Token);
            self.count_if(StarterChanges, has_token && player != game.starter);
            let without = board.score - board.floor_cost();
            let points: i32 = board.clone().tile_wall(&mut [0; 5]).iter().sum();
            let score = without + points;
            self.count_if(ScoreClamped, score < 0);
            self.count_if(SavedByTheRoundsPoints, without < 0 && score >= 0);
        }
    }

    pub(crate) fn record_deal(&mut self, game: &Game, factories: &[Vec<Colour>]) {
        let (bag, lid) = (total(&game.bag), total(&game.lid));
        let tile_count: usize = factories.iter().map(Vec::len).sum();
        let pours = lid > 0 && tile_count > bag;
        let whole = bag.is_multiple_of(FACTORY_PLACES);
        self.count_if(BagJustSuffices, tile_count == bag && lid > 0);
        self.count_if(BagEmptyBeforeTheDeal, pours && bag == 0);
        self.count_if(BagEmptyInTheMiddleOfAFactory, pours && !whole);
        self.count_if(BagEmptyBetweenTwoFactories, pours && whole && bag > 0);
        let is_part = |factory: &Vec<Colour>| (1..FACTORY_PLACES).contains(&factory.len());
        let has_part = factories.iter().any(is_part);
        self.count_if(BothEmptyInTheMiddleOfAFactory, has_part);
        let has_none = factories.iter().any(Vec::is_empty);
        self.count_if(FactoriesWithoutTiles, has_none);
    }

    pub(crate) fn record_game_end(&mut self, game: &Game) {
        let rows: Vec<_> = game.boards.iter().map(Board::complete_rows).collect();
        let with_rows = rows.iter().filter(|&&rows| rows > 0).count();
        self.count_if(NothingCanBeDealt, with_rows == 0);
        self.count_if(SeveralCompleteRows, rows.iter().any(|&rows| rows > 1));
        self.count_if(RowsOfSeveralPlayers, with_rows > 1);
        for board in &game.boards {
            self.count_if(CompleteColumn, board.complete_columns() > 0);
            self.count_if(CompleteColour, board.complete_colours() > 0);
        }
        let (scores, winners) = (game.final_scores(), game.winners().len());
        let best = scores.iter().max();
        let with_best = scores.iter().filter(|&score| Some(score) == best).count();
        self.count_if(RowsBreakATie, winners < with_best);
        self.count_if(TwoShare, winners == 2);
        self.count_if(ThreeShare, winners == 3);
        self.count_if(FourShare, winners == 4);
    }
}
