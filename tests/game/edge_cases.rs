//! The situations on which programs differ, and how often the games of a test met each of them. A test that compares
//! games says nothing of a situation that its games never meet.

use crate::referee::{
    Board, Colour, Destination, FACTORY_PLACES, FLOOR_COSTS, Game, Move, Piece, Source, total,
};
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
    /// The token on a floor of another player than the one who began the round.
    StarterChanges,
    ScoreClamped,
    /// The floor costs more than the score before the round, but not more than with the round's points.
    SavedByTheRoundsPoints,
    /// A deal takes exactly the bag: the lid stays.
    BagJustSuffices,
    BagEmptyBeforeTheDeal,
    BagEmptyInTheMiddleOfAFactory,
    BagEmptyBetweenTwoFactories,
    BothEmptyInTheMiddleOfAFactory,
    FactoriesWithoutTiles,
    /// A deal that was made from a possible one by a change, and is possible, too.
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

/// How often each was met.
#[derive(Debug, Default)]
pub(crate) struct Met(BTreeMap<EdgeCase, usize>);

impl Met {
    pub(crate) fn count(&mut self, case: EdgeCase) {
        *self.0.entry(case).or_default() += 1;
    }

    fn count_if(&mut self, condition: bool, case: EdgeCase) {
        if condition {
            self.count(case);
        }
    }

    /// Each of the cases was met so many times at least.
    pub(crate) fn assert_met(&self, least: usize, cases: &[EdgeCase]) {
        for case in cases {
            let met = self.0.get(case).copied().unwrap_or_default();
            assert!(met >= least, "{case:?} was met {met} times only: {self:?}");
        }
    }

    pub(crate) fn before_move(&mut self, game: &Game, chosen: Move) {
        let places = FLOOR_COSTS.len();
        let board = &game.boards[game.mover];
        let filled = board.floor.len();
        let with_token = chosen.source == Source::Centre && game.token_in_centre;
        self.count_if(
            with_token && filled >= places,
            EdgeCase::TokenWithAFullFloor,
        );
        self.count_if(
            with_token && filled + 1 == places,
            EdgeCase::TokenOnTheLastPlace,
        );
        if let Destination::Line(row) = chosen.destination {
            let tiles = game.tiles_on(chosen.source).iter();
            let tiles = tiles.filter(|&&tile| tile == chosen.colour).count();
            let room = row + 1 - board.lines[row].len();
            let free = places.saturating_sub(filled + usize::from(with_token));
            self.count_if(free > 0 && tiles > room + free, EdgeCase::LineFloorAndLid);
        }
    }

    pub(crate) fn before_round_end(&mut self, game: &Game) {
        self.count_if(game.token_in_centre, EdgeCase::NobodyTookTheToken);
        for (player, board) in game.boards.iter().enumerate() {
            let has_token = board.floor.contains(&Piece::Token);
            self.count_if(
                has_token && player != game.starter,
                EdgeCase::StarterChanges,
            );
            let points = board.clone().tile_wall(&mut [0; 5]);
            let without = board.score - board.floor_cost();
            self.count_if(without + points < 0, EdgeCase::ScoreClamped);
            self.count_if(
                without < 0 && without + points >= 0,
                EdgeCase::SavedByTheRoundsPoints,
            );
        }
    }

    pub(crate) fn before_deal(&mut self, game: &Game, factories: &[Vec<Colour>]) {
        let (bag, lid) = (total(&game.bag), total(&game.lid));
        let dealt: usize = factories.iter().map(Vec::len).sum();
        let pours = lid > 0 && dealt > bag;
        let whole_factories = bag.is_multiple_of(FACTORY_PLACES);
        self.count_if(dealt == bag && lid > 0, EdgeCase::BagJustSuffices);
        self.count_if(pours && bag == 0, EdgeCase::BagEmptyBeforeTheDeal);
        self.count_if(
            pours && !whole_factories,
            EdgeCase::BagEmptyInTheMiddleOfAFactory,
        );
        self.count_if(
            pours && whole_factories && bag > 0,
            EdgeCase::BagEmptyBetweenTwoFactories,
        );
        let part = |factory: &Vec<Colour>| (1..FACTORY_PLACES).contains(&factory.len());
        self.count_if(
            factories.iter().any(part),
            EdgeCase::BothEmptyInTheMiddleOfAFactory,
        );
        self.count_if(
            factories.iter().any(Vec::is_empty),
            EdgeCase::FactoriesWithoutTiles,
        );
    }

    pub(crate) fn at_game_end(&mut self, game: &Game) {
        let rows: Vec<_> = game.boards.iter().map(Board::complete_rows).collect();
        self.count_if(
            rows.iter().all(|&rows| rows == 0),
            EdgeCase::NothingCanBeDealt,
        );
        self.count_if(
            rows.iter().any(|&rows| rows > 1),
            EdgeCase::SeveralCompleteRows,
        );
        let with_rows = rows.iter().filter(|&&rows| rows > 0).count();
        self.count_if(with_rows > 1, EdgeCase::RowsOfSeveralPlayers);
        for board in &game.boards {
            self.count_if(board.complete_columns() > 0, EdgeCase::CompleteColumn);
            self.count_if(board.complete_colours() > 0, EdgeCase::CompleteColour);
        }
        let scores = game.final_scores();
        let winners = game.winners();
        let best = scores.iter().max();
        let with_best = scores.iter().filter(|&score| Some(score) == best).count();
        self.count_if(winners.len() < with_best, EdgeCase::RowsBreakATie);
        self.count_if(winners.len() == 2, EdgeCase::TwoShare);
        self.count_if(winners.len() == 3, EdgeCase::ThreeShare);
        self.count_if(winners.len() == 4, EdgeCase::FourShare);
    }
}
