use super::{Board, Players, Source, Tiles};
use serde::{Deserialize, Serialize};

/// A state of the game: the sources, the boards, the bag and the lid, the mover, and the starter of the round.
///
/// The text of a position is one line of fields between spaces; see [`notation`](super::notation).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) sources: [Tiles; Source::PLACES],
    /// The boards by player; boards beyond the players' stay empty.
    pub(super) boards: [Board; Players::MAX],
    pub(super) bag: Tiles,
    pub(super) lid: Tiles,
    pub(super) round: u32,
    /// The sources with tiles, bit `p` for place `p`; the set follows from the sources.
    // As wide as its reads: a wider read, with its neighbours, would wait for the last write.
    pub(super) nonempty_sources: u32,
    pub(super) players: Players,
    pub(super) mover: u8,
    pub(super) starter: u8,
    pub(super) token: Token,
}

/// The place of the first-player token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Token {
    /// In the centre.
    Centre,
    /// On a floor.
    Floor,
    /// With the starter, between two rounds.
    Starter,
}

// A search copies positions by the million.
const _: () = assert!(size_of::<Position>() <= 256);

/// The phase of a game: the action that a position waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(description = "The next step of a game.")
)]
pub enum Phase {
    /// Tiles are to be dealt.
    // By `Position::deal`.
    Deal,
    /// A move is to be played.
    // By `Position::play`.
    Moves,
    /// The round is to be scored.
    // By `Position::end_round`; all sources are empty.
    RoundEnd,
    /// Nothing: the game is over.
    // A wall row was complete at a round's end, or nothing can be dealt.
    Over,
}

impl std::fmt::Display for Phase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Deal => "a deal",
            Self::Moves => "a move",
            Self::RoundEnd => "the end of the round",
            Self::Over => "nothing, as the game is over",
        })
    }
}

/// The error of an action in another phase than its own.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("it is time for {}, not for {wanted}", .position)]
pub struct WrongPhase {
    /// The phase of the action.
    pub wanted: Phase,
    /// The phase of the position.
    pub position: Phase,
}

impl Position {
    /// The limit of the number of rounds. A game need not end, but none reaches the limit.
    pub const LAST_ROUND: u32 = u32::MAX;

    /// The start of a game: empty boards, a full bag, and the deal of round 1 to come.
    ///
    /// The starter of round 1 is `first`, from 0.
    ///
    /// # Panics
    /// When the game has no such player.
    pub fn new(players: Players, first: usize) -> Self {
        assert!(first < players.count(), "player {first} does not exist");
        Self {
            sources: [Tiles::NONE; Source::PLACES],
            boards: [Board::EMPTY; Players::MAX],
            bag: Tiles::ALL,
            lid: Tiles::NONE,
            round: 0,
            nonempty_sources: 0,
            players,
            mover: first as u8,
            starter: first as u8,
            token: Token::Starter,
        }
    }

    /// The number of players.
    pub fn players(&self) -> Players {
        self.players
    }

    /// The player, from 0, who moves next; before a deal, the starter of the next round.
    #[inline]
    pub fn mover(&self) -> usize {
        usize::from(self.mover)
    }

    /// The player, from 0, who began this round; before a deal, the starter of the next round.
    pub fn starter(&self) -> usize {
        usize::from(self.starter)
    }

    /// The number of rounds dealt: 0 before the first deal.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// The tiles of a source; none for a factory that the game does not have.
    pub fn source(&self, source: Source) -> Tiles {
        self.sources[source.place()]
    }

    /// Whether the first-player token lies in the centre.
    pub fn token_in_centre(&self) -> bool {
        self.token == Token::Centre
    }

    /// The boards, by player.
    #[inline]
    pub fn boards(&self) -> &[Board] {
        &self.boards[..self.players.count()]
    }

    /// The bag.
    pub fn bag(&self) -> Tiles {
        self.bag
    }

    /// The lid, where discarded tiles go.
    pub fn lid(&self) -> Tiles {
        self.lid
    }

    /// The phase: the action that the position waits for.
    #[inline]
    pub fn phase(&self) -> Phase {
        if self.nonempty_sources != 0 {
            Phase::Moves
        } else if self.token != Token::Starter {
            Phase::RoundEnd
        } else if self.has_complete_row() || self.is_exhausted() {
            Phase::Over
        } else {
            Phase::Deal
        }
    }

    /// All tiles of the game, wherever they are: 20 of each colour.
    pub fn tiles(&self) -> Tiles {
        let sources = self
            .sources
            .iter()
            .fold(Tiles::NONE, |sum, &tiles| sum + tiles);
        let boards = self
            .boards()
            .iter()
            .fold(Tiles::NONE, |sum, board| sum + board.tiles());
        self.bag + self.lid + sources + boards
    }

    /// The player on whose floor the token lies.
    pub fn token_holder(&self) -> Option<usize> {
        self.boards()
            .iter()
            .position(|board| board.floor.has_token())
    }

    /// The player, from 0, who begins the next round: the holder of the token, or otherwise the starter of this round.
    pub fn next_starter(&self) -> usize {
        self.token_holder().unwrap_or(self.starter())
    }

    #[inline]
    pub(super) fn has_complete_row(&self) -> bool {
        self.boards().iter().any(Board::has_complete_row)
    }

    pub(super) fn is_exhausted(&self) -> bool {
        self.bag.is_empty() && self.lid.is_empty()
    }

    /// Checks that the position is in a phase.
    ///
    /// # Errors
    /// When the position is in another phase.
    pub fn expect_phase(&self, wanted: Phase) -> Result<(), WrongPhase> {
        let position = self.phase();
        if position == wanted {
            Ok(())
        } else {
            Err(WrongPhase { wanted, position })
        }
    }

    /// Checks in debug builds that no tile has been lost or added.
    pub(super) fn debug_assert_tiles(&self) {
        debug_assert_eq!(self.tiles(), Tiles::ALL, "20 tiles of each colour");
    }
}
