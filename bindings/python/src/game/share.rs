//! A share of a batch, which one thread plays at a time.

use azulejo::arena::MOST_ROUNDS;
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::game::{Move, Outcome, Phase, Players, Position};
use std::ops::Range;

/// Games that are played side by side, with buffers for their results, so that a move allocates no memory.
pub(super) struct Share {
    /// The number of the first game.
    first: usize,
    // Apart from the dealers, which are large and seldom read.
    pub(super) positions: Vec<Position>,
    dealers: Vec<Dealer>,
    /// The moves to be played.
    moves: Vec<Move>,
    /// The codes of the legal moves, one game after the other.
    pub(super) codes: Vec<u16>,
    /// The end of each game's codes.
    pub(super) ends: Vec<u32>,
}

/// The dealer of a game's rounds, and of the games that follow it.
struct Dealer {
    rng: ChaCha8Rng,
    /// The starter of the next game.
    next: usize,
}

/// The state of a game: the text of its position, the starter of the next game, and the number of words drawn from its
/// random numbers.
pub(super) type GameState = (String, usize, u64);

/// The end of a game.
pub(super) struct End {
    /// The number of the game.
    pub(super) game: usize,
    pub(super) outcome: Outcome,
    /// Whether the game was left after the limit of rounds.
    pub(super) unfinished: bool,
}

impl Share {
    /// The limit of games in a share: handing fewer to a thread would take longer than playing them.
    pub(super) const GAMES: usize = 1024;

    /// The games with the given numbers, all of them dealt. Each has random numbers of its own.
    pub(super) fn new(games: Range<usize>, players: Players, seed: u64) -> Self {
        let first = games.start;
        let dealer = |game: usize| Dealer::new(game, seed, game % players.count());
        let mut dealers: Vec<Dealer> = games.map(dealer).collect();
        let begin = |dealer: &mut Dealer| dealer.begin(players);
        let positions = dealers.iter_mut().map(begin).collect();
        Self::from_parts(first, positions, dealers)
    }

    /// The saved games, of which the first has the number `first`.
    ///
    /// # Errors
    /// The first game that is invalid, with the reason.
    pub(super) fn restore(
        first: usize,
        saved: &[GameState],
        players: Players,
        seed: u64,
    ) -> Result<Self, String> {
        let mut positions = Vec::with_capacity(saved.len());
        let mut dealers = Vec::with_capacity(saved.len());
        for ((text, next, words), game) in saved.iter().zip(first..) {
            let position: Position = text
                .parse()
                .map_err(|faults| format!("game {game}: {faults}"))?;
            let result = position.expect_phase(Phase::Moves);
            result.map_err(|error| format!("game {game}: {error}"))?;
            let (count, expected) = (position.players().count(), players.count());
            if count != expected || *next >= expected {
                let numbers = format!("{count} players, of whom {next} begins the next game");
                return Err(format!("game {game}: {numbers}: there are {expected}"));
            }
            let mut dealer = Dealer::new(game, seed, *next);
            dealer.rng.set_word_pos((*words).into());
            positions.push(position);
            dealers.push(dealer);
        }
        Ok(Self::from_parts(first, positions, dealers))
    }

    fn from_parts(first: usize, positions: Vec<Position>, dealers: Vec<Dealer>) -> Self {
        Self {
            first,
            positions,
            dealers,
            moves: Vec::new(),
            codes: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// The state of each game.
    pub(super) fn states(&self) -> impl Iterator<Item = GameState> {
        let games = self.positions.iter().zip(&self.dealers);
        games.map(|(position, dealer)| {
            // A deal takes some words, so that no game comes to 2⁶⁴.
            let words = dealer.rng.get_word_pos() as u64;
            (position.to_string(), dealer.next, words)
        })
    }

    /// Lists the legal moves.
    pub(super) fn find_legal(&mut self) {
        self.codes.clear();
        self.ends.clear();
        for position in &self.positions {
            let codes = position.legal_codes();
            codes.for_each(|code| self.codes.push(code));
            self.ends.push(self.codes.len() as u32);
        }
    }

    /// Reads the moves to be played, each a code in 16 bits.
    ///
    /// # Errors
    /// The first game whose move is illegal, with the reason.
    pub(super) fn read(&mut self, codes: &[u8]) -> Result<(), String> {
        self.moves.clear();
        let codes = codes.chunks_exact(2).zip(self.first..);
        for (position, (code, game)) in self.positions.iter().zip(codes) {
            let code = u16::from_ne_bytes([code[0], code[1]]);
            let taken = Move::from_code(code.into(), position.players());
            let taken = taken.map_err(|error| format!("game {game}: {error}"))?;
            let result = position.check(taken);
            result.map_err(|reason| format!("game {game}: {taken}: {reason}"))?;
            self.moves.push(taken);
        }
        Ok(())
    }

    /// Plays the moves that were read, and returns the games that have ended.
    pub(super) fn play(&mut self) -> Vec<End> {
        let games = self.positions.iter_mut().zip(&mut self.dealers);
        let games = games.zip(self.moves.drain(..)).zip(self.first..);
        let ends = games.filter_map(|(((position, dealer), taken), game)| {
            let (outcome, unfinished) = dealer.step(position, taken)?;
            Some(End {
                game,
                outcome,
                unfinished,
            })
        });
        ends.collect()
    }
}

impl Dealer {
    /// The dealer of the game with a number, whose first game begins with player `next`.
    fn new(game: usize, seed: u64, next: usize) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(game as u64);
        Self { rng, next }
    }

    /// The first position of a new game.
    fn begin(&mut self, players: Players) -> Position {
        let mut position = Position::new(players, self.next);
        self.next = (self.next + 1) % players.count();
        self.deal(&mut position);
        position
    }

    fn deal(&mut self, position: &mut Position) {
        let result = position.deal(&mut self.rng);
        result.expect("it is time for a deal");
    }

    /// Plays a legal move, and continues to the next move. Returns the outcome of a game that has ended, and whether it
    /// was left.
    fn step(&mut self, position: &mut Position, taken: Move) -> Option<(Outcome, bool)> {
        position.play_unchecked(taken);
        if position.phase() != Phase::RoundEnd {
            return None;
        }
        position.end_round().expect("it is time for it");
        let is_over = position.phase() == Phase::Over;
        if !is_over && position.round() < MOST_ROUNDS {
            self.deal(position);
            return None;
        }
        let outcome = position.standing();
        *position = self.begin(position.players());
        Some((outcome, !is_over))
    }
}
