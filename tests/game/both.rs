//! A game that the library and the referee play side by side. They are compared through codes and texts, so that
//! neither needs to know what the other looks like.

use crate::edge_cases::{EdgeCase, Met};
use crate::referee::{COLOURS, Colour, FACTORY_PLACES, Game, Move, TILES_OF_A_COLOUR};
use azulejo::game::{self, Deal, ImpossibleDeal, Phase, Players, Position, Tiles};
use rand_chacha::ChaCha8Rng;

#[derive(Clone)]
pub(crate) struct Both {
    pub(crate) library: Position,
    pub(crate) referee: Game,
}

impl Both {
    pub(crate) fn new(players: Players, first: usize) -> Self {
        let both = Self {
            library: Position::new(players, first),
            referee: Game::new(players.count(), first),
        };
        both.assert_same();
        both
    }

    /// The position of the referee, which the library reads.
    pub(crate) fn of(referee: Game) -> Self {
        let text = referee.to_text();
        let library = text.parse();
        let library = library.unwrap_or_else(|faults| panic!("{text}: {faults}"));
        let both = Self { library, referee };
        both.assert_same();
        both
    }

    fn code_of(&self, chosen: Move) -> u16 {
        u16::try_from(self.referee.code(chosen)).expect("codes are small")
    }

    fn library_move(&self, chosen: Move) -> game::Move {
        let code = u64::from(self.code_of(chosen));
        game::Move::from_code(code, self.library.players()).expect("it is a move's code")
    }

    /// Both have the same position, and all tiles are there.
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

    /// Both read what either has written.
    pub(crate) fn assert_read_back(&self) {
        let text = self.library.to_string();
        assert_eq!(text.parse().as_ref(), Ok(&self.library), "{text}");
        let read = Game::from_text(&text).map(|referee| referee.to_text());
        assert_eq!(read, Ok(text));
    }

    /// Both know the same moves, which are returned.
    pub(crate) fn assert_same_moves(&self) -> Vec<Move> {
        let (library, legal) = (self.library, self.referee.legal());
        let codes = legal.iter().map(|&one| Some(self.code_of(one)));
        let found = library.legal().map(|one| one.code(library.players()));
        assert!(found.eq(codes), "{library}");
        assert_eq!(library.legal_count(), legal.len());
        legal
    }

    /// Both number the moves alike, and hold the same ones of all codes for legal. A move that is not legal changes
    /// nothing.
    pub(crate) fn assert_legality(&self, legal: &[Move]) {
        let (library, players) = (self.library, self.library.players());
        for (number, &one) in legal.iter().enumerate() {
            let taken = Some(self.library_move(one));
            assert_eq!(library.nth_legal(number), taken, "{library}");
        }
        assert_eq!(library.nth_legal(legal.len()), None, "{library}");
        let legal: Vec<_> = legal.iter().map(|&one| self.code_of(one)).collect();
        for code in 0..players.codes() {
            let taken = game::Move::from_code(u64::from(code), players);
            let taken = taken.expect("below the number of codes");
            let is_legal = legal.contains(&code);
            assert_eq!(library.is_legal(taken), is_legal, "{library} {taken:?}");
            if !is_legal {
                let mut after = library;
                assert!(after.play(taken).is_err(), "{library} {taken:?}");
                assert_eq!(after, library);
            }
        }
    }

    /// Both play a move; the library takes it back and plays it again.
    pub(crate) fn play(&mut self, chosen: Move, met: &mut Met) {
        met.before_move(&self.referee, chosen);
        let taken = self.library_move(chosen);
        let before = self.library;
        let undo = self.library.play(taken);
        let undo = undo.unwrap_or_else(|error| panic!("{before} {taken:?}: {error}"));
        let after = self.library;
        self.library.take_back(undo);
        assert_eq!(self.library, before, "{before} {taken:?}");
        self.library.play_unchecked(taken);
        assert_eq!(self.library, after, "{before} {taken:?}");
        let lid_before = self.referee.lid;
        self.referee.play(chosen);
        if self.referee.lid != lid_before {
            met.count(EdgeCase::OverflowToTheLid);
        }
        self.assert_same();
    }

    /// Both end the round, with the same points for tiles and floors.
    pub(crate) fn end_round(&mut self, met: &mut Met) {
        met.before_round_end(&self.referee);
        assert_eq!(self.library.phase(), Phase::RoundEnd, "{}", self.library);
        let text = self.library.to_string();
        let scored = self.library.end_round().expect("the round is over");
        for (board, scored) in self.referee.boards.iter().zip(scored.boards()) {
            let points = board.clone().tile_wall(&mut [0; 5]);
            assert_eq!(i64::from(scored.points()), i64::from(points), "{text}");
            let cost = i64::from(scored.floor().charge());
            assert_eq!(cost, i64::from(board.floor_cost()), "{text}");
            assert_eq!(i64::from(scored.before()), i64::from(board.score), "{text}");
            let after = scored.before() + scored.points();
            let after = (i64::from(after) - cost).max(0);
            assert_eq!(i64::from(scored.after()), after, "{text}");
        }
        self.referee.end_round();
        let phase = match self.referee.game_is_over() {
            true => Phase::Over,
            false => Phase::Deal,
        };
        assert_eq!(self.library.phase(), phase, "{text}");
        self.assert_same();
    }

    /// Both deal these factories.
    pub(crate) fn deal(&mut self, factories: &[Vec<Colour>], met: &mut Met) {
        met.before_deal(&self.referee, factories);
        let deal = library_deal(self.library.players(), factories);
        let dealt = deal.and_then(|deal| self.library.deal_given(&deal));
        dealt.unwrap_or_else(|error| panic!("{} {factories:?}: {error}", self.library));
        self.referee.deal(factories).expect("it is possible");
        self.assert_same();
    }

    /// The library deals at random, and the referee finds the deal possible.
    pub(crate) fn deal_at_random(&mut self, rng: &mut ChaCha8Rng, met: &mut Met) {
        let dealt = self.library.deal(rng).expect("it is time to deal");
        let colours = |tiles: &Tiles| tiles.iter().map(|colour| COLOURS[colour.index()]).collect();
        let factories: Vec<Vec<_>> = dealt.factories().iter().map(colours).collect();
        // One factory after the other is filled.
        let sizes = factories.iter().map(Vec::len);
        let mut after_the_last = sizes.skip_while(|&size| size == FACTORY_PLACES).skip(1);
        assert!(after_the_last.all(|size| size == 0), "{factories:?}");
        met.before_deal(&self.referee, &factories);
        let possible = self.referee.deal(&factories);
        possible.unwrap_or_else(|error| panic!("{}: {error}", self.library));
        self.assert_same();
    }

    /// Both find a deal possible, or both impossible; an impossible one changes nothing.
    pub(crate) fn assert_same_verdict(&self, factories: &[Vec<Colour>], met: &mut Met) {
        let (mut library, mut referee) = (self.library, self.referee.clone());
        let deal = library_deal(library.players(), factories);
        let possible = deal.and_then(|deal| library.deal_given(&deal));
        let by_referee = referee.deal(factories).is_ok();
        assert_eq!(possible.is_ok(), by_referee, "{library} {factories:?}");
        assert_eq!(library.to_string(), referee.to_text());
        met.count(match possible {
            Ok(()) => EdgeCase::AnotherPossibleDeal,
            Err(_) => EdgeCase::ImpossibleDeal,
        });
    }

    /// Both know the same final scores and winners.
    pub(crate) fn assert_same_outcome(&self, met: &mut Met) {
        met.at_game_end(&self.referee);
        let text = self.referee.to_text();
        let outcome = self.library.outcome();
        let outcome = outcome.unwrap_or_else(|| panic!("{text} has an outcome"));
        let finals = self.referee.final_scores().into_iter().map(i64::from);
        let scores = outcome.scores().iter().copied().map(i64::from);
        assert!(scores.eq(finals), "{text} {outcome:?}");
        let boards = self.referee.boards.iter();
        let wanted = boards.map(|board| i64::from(board.bonus()));
        let bonuses = outcome.bonuses().iter();
        let bonuses = bonuses.map(|bonus| i64::from(bonus.points()));
        assert!(bonuses.eq(wanted), "{text} {outcome:?}");
        let winners = self.referee.winners();
        assert!(outcome.winners().eq(winners.clone()), "{text} {outcome:?}");
        let alone = (winners.len() == 1).then(|| winners[0]);
        assert_eq!(outcome.winner(), alone, "{text}");
    }
}

/// The deal in the library's types.
fn library_deal(players: Players, factories: &[Vec<Colour>]) -> Result<Deal, ImpossibleDeal> {
    let colour = |colour: &Colour| game::Colour::ALL[*colour as usize];
    let tiles = |factory: &Vec<Colour>| factory.iter().map(colour).collect::<Tiles>();
    Deal::new(players, &factories.iter().map(tiles).collect::<Vec<_>>())
}
