//! A game of the library beside the same game of the referee. Codes and texts are compared, so that neither of the two
//! needs the types of the other.

use crate::edge_cases::{EdgeCase, Occurrences};
use crate::referee::{COLOURS, Colour, FACTORY_PLACES, Game, Move, TILES_OF_A_COLOUR};
use azulejo::game::{self, Deal, ImpossibleDeal, Phase, Players, Position, TilePlacement, Tiles};
use rand_chacha::ChaCha8Rng;

#[derive(Clone)]
pub(crate) struct Pair {
    pub(crate) library: Position,
    pub(crate) referee: Game,
}

impl Pair {
    pub(crate) fn new(players: Players, first: usize) -> Self {
        let pair = Self {
            library: Position::new(players, first),
            referee: Game::new(players.count(), first),
        };
        pair.assert_same();
        pair
    }

    /// The position of the referee, which the library reads.
    pub(crate) fn of(referee: Game) -> Self {
        let text = referee.to_text();
        let position = text.parse();
        let library = position.unwrap_or_else(|faults| panic!("{text}: {faults}"));
        let pair = Self { library, referee };
        pair.assert_same();
        pair
    }

    fn code_of(&self, move_: Move) -> u16 {
        u16::try_from(self.referee.code(move_)).expect("codes are small")
    }

    pub(crate) fn library_move(&self, move_: Move) -> game::Move {
        let code = u64::from(self.code_of(move_));
        game::Move::from_code(code, self.library.players()).expect("it is a move's code")
    }

    /// Library and referee have the same position, and all tiles are there.
    pub(crate) fn assert_same(&self) {
        let text = self.referee.to_text();
        assert_eq!(self.library.to_string(), text);
        for colour in COLOURS {
            assert_eq!(self.referee.tiles_of(colour), TILES_OF_A_COLOUR, "{text}");
        }
        assert_eq!(self.library.tiles(), Tiles::ALL, "{text}");
        let is_open = self.library.phase() == Phase::Moves;
        assert_eq!(is_open, !self.referee.round_is_over(), "{text}");
    }

    /// Library and referee read the text of the position.
    pub(crate) fn assert_read_back(&self) {
        let text = self.library.to_string();
        assert_eq!(text.parse().as_ref(), Ok(&self.library), "{text}");
        assert_eq!(Game::from_text(&text).to_text(), text);
    }

    /// Legal moves, which are the same for library and referee.
    pub(crate) fn assert_same_moves(&self) -> Vec<Move> {
        let (library, legal) = (self.library, self.referee.legal());
        let codes = legal.iter().map(|&move_| Some(self.code_of(move_)));
        let library_codes = library.legal().map(|move_| move_.code(library.players()));
        assert!(library_codes.eq(codes.clone()), "{library}");
        assert!(library.legal_codes().map(Some).eq(codes), "{library}");
        assert_eq!(library.legal_count(), legal.len());
        legal
    }

    /// Library and referee number the moves alike, and the same codes are legal for both. An illegal move changes
    /// nothing.
    pub(crate) fn assert_legality(&self, legal: &[Move]) {
        let (library, players) = (self.library, self.library.players());
        for (number, &move_) in legal.iter().enumerate() {
            let expected = Some(self.library_move(move_));
            assert_eq!(library.nth_legal(number), expected, "{library}");
        }
        assert_eq!(library.nth_legal(legal.len()), None, "{library}");
        let legal: Vec<_> = legal.iter().map(|&move_| self.code_of(move_)).collect();
        let mut mask = vec![9; usize::from(players.codes())];
        library.write_legal_mask(&mut mask);
        let expected = (0..players.codes()).map(|code| u8::from(legal.contains(&code)));
        assert!(mask.into_iter().eq(expected), "{library}");
        for code in 0..players.codes() {
            let move_ = game::Move::from_code(u64::from(code), players);
            let move_ = move_.expect("below the number of codes");
            let is_legal = legal.contains(&code);
            assert_eq!(library.is_legal(move_), is_legal, "{library} {move_:?}");
            if !is_legal {
                let mut after = library;
                assert!(after.play(move_).is_err(), "{library} {move_:?}");
                assert_eq!(after, library);
            }
        }
    }

    /// Plays a move in both games; the library takes the move back and plays it again.
    pub(crate) fn play(&mut self, move_: Move, occurrences: &mut Occurrences) {
        occurrences.record_move(&self.referee, move_);
        let library_move = self.library_move(move_);
        let before = self.library;
        let undo = self.library.play(library_move);
        let undo = undo.unwrap_or_else(|error| panic!("{before} {library_move:?}: {error}"));
        let after = self.library;
        self.library.take_back(undo);
        assert_eq!(self.library, before, "{before} {library_move:?}");
        self.library.play_unchecked(library_move);
        assert_eq!(self.library, after, "{before} {library_move:?}");
        let lid_before = self.referee.lid;
        self.referee.play(move_);
        if self.referee.lid != lid_before {
            occurrences.count(EdgeCase::OverflowToTheLid);
        }
        self.assert_same();
    }

    /// Ends the round of both games, with the same points for tiles and floors.
    pub(crate) fn end_round(&mut self, occurrences: &mut Occurrences) {
        occurrences.record_round_end(&self.referee);
        assert_eq!(self.library.phase(), Phase::RoundEnd, "{}", self.library);
        let text = self.library.to_string();
        let score = self.library.end_round().expect("the round is over");
        for (board, score) in self.referee.boards.iter().zip(score.boards()) {
            let points = board.clone().tile_wall(&mut [0; 5]);
            let lines = board.lines.iter().zip(points);
            let tiles =
                lines.map(|(line, points)| (points > 0).then(|| (line[0] as usize, points)));
            let tile = |tile: TilePlacement| (tile.colour.index(), i32::from(tile.points));
            assert!(
                tiles.eq(score.tiles().map(|placement| placement.map(tile))),
                "{text}"
            );
            let points: i32 = points.iter().sum();
            assert_eq!(i64::from(score.points()), i64::from(points), "{text}");
            let cost = i64::from(score.floor().charge());
            assert_eq!(cost, i64::from(board.floor_cost()), "{text}");
            assert_eq!(i64::from(score.before()), i64::from(board.score), "{text}");
            let after = score.before() + score.points();
            let after = (i64::from(after) - cost).max(0);
            assert_eq!(i64::from(score.after()), after, "{text}");
        }
        self.referee.end_round();
        let phase = match self.referee.game_is_over() {
            true => Phase::Over,
            false => Phase::Deal,
        };
        assert_eq!(self.library.phase(), phase, "{text}");
        self.assert_same();
    }

    /// Deals these factories in both games.
    pub(crate) fn deal(&mut self, factories: &[Vec<Colour>], occurrences: &mut Occurrences) {
        occurrences.record_deal(&self.referee, factories);
        let deal = library_deal(self.library.players(), factories);
        let result = deal.and_then(|deal| self.library.deal_given(&deal));
        result.unwrap_or_else(|error| panic!("{} {factories:?}: {error}", self.library));
        self.referee.deal(factories).expect("it is possible");
        self.assert_same();
    }

    /// The library deals at random, and the referee finds the deal possible.
    pub(crate) fn deal_at_random(&mut self, rng: &mut ChaCha8Rng, occurrences: &mut Occurrences) {
        let deal = self.library.deal(rng).expect("it is time to deal");
        let colours = |tiles: &Tiles| tiles.iter().map(|colour| COLOURS[colour.index()]).collect();
        let factories: Vec<Vec<_>> = deal.factories().iter().map(colours).collect();
        // One factory after the other is filled.
        let sizes = factories.iter().map(Vec::len);
        let mut after_the_last = sizes.skip_while(|&size| size == FACTORY_PLACES).skip(1);
        assert!(after_the_last.all(|size| size == 0), "{factories:?}");
        occurrences.record_deal(&self.referee, &factories);
        let result = self.referee.deal(&factories);
        result.unwrap_or_else(|error| panic!("{}: {error}", self.library));
        self.assert_same();
    }

    /// A deal is possible or impossible for library and referee alike; an impossible deal changes nothing.
    pub(crate) fn assert_same_verdict(
        &self,
        factories: &[Vec<Colour>],
        occurrences: &mut Occurrences,
    ) {
        let (mut library, mut referee) = (self.library, self.referee.clone());
        let deal = library_deal(library.players(), factories);
        let result = deal.and_then(|deal| library.deal_given(&deal));
        let is_possible = referee.deal(factories).is_ok();
        assert_eq!(result.is_ok(), is_possible, "{library} {factories:?}");
        assert_eq!(library.to_string(), referee.to_text());
        occurrences.count(match result {
            Ok(()) => EdgeCase::AnotherPossibleDeal,
            Err(_) => EdgeCase::ImpossibleDeal,
        });
    }

    /// Library and referee have the same final scores and winners.
    pub(crate) fn assert_same_outcome(&self, occurrences: &mut Occurrences) {
        occurrences.record_game_end(&self.referee);
        let text = self.referee.to_text();
        let outcome = self.library.outcome();
        let outcome = outcome.unwrap_or_else(|| panic!("{text} has an outcome"));
        let finals = self.referee.final_scores().into_iter().map(i64::from);
        let scores = outcome.scores().iter().copied().map(i64::from);
        assert!(scores.eq(finals), "{text} {outcome:?}");
        let boards = self.referee.boards.iter();
        let expected = boards.map(|board| i64::from(board.bonus()));
        let bonuses = outcome.bonuses().iter();
        let bonuses = bonuses.map(|bonus| i64::from(bonus.points()));
        assert!(bonuses.eq(expected), "{text} {outcome:?}");
        let winners = self.referee.winners();
        assert!(outcome.winners().eq(winners.clone()), "{text} {outcome:?}");
        let winner = (winners.len() == 1).then(|| winners[0]);
        assert_eq!(outcome.winner(), winner, "{text}");
    }
}

/// The deal in the library's types.
fn library_deal(players: Players, factories: &[Vec<Colour>]) -> Result<Deal, ImpossibleDeal> {
    let colour = |colour: &Colour| game::Colour::ALL[*colour as usize];
    let tiles = |factory: &Vec<Colour>| factory.iter().map(colour).collect::<Tiles>();
    Deal::new(players, &factories.iter().map(tiles).collect::<Vec<_>>())
}
