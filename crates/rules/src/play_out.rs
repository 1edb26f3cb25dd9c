use super::random::{Rng, below};
use super::{IllegalMove, Move, Phase, Position};

impl Position {
    /// Plays until the deal of round `rounds`, the end of the game, or a position for which `choose` returns no move. Deals are
    /// those of `rng`; `choose` returns the move of each position that waits for one.
    ///
    /// ```
    /// use azulejo_rules::random::{ChaCha8Rng, SeedableRng};
    /// use azulejo_rules::{Phase, Players, Position};
    /// let mut position = Position::new(Players::Two, 0);
    /// let mut moves = 0;
    /// position.play_out(2, &mut ChaCha8Rng::seed_from_u64(7), |position, rng| {
    ///     moves += 1;
    ///     position.random_move(rng)
    /// })?;
    /// assert_eq!((position.round(), position.phase()), (2, Phase::Moves));
    /// assert!(moves >= 5); // a move takes tiles from one of five factories, or from the centre
    /// # Ok::<(), azulejo_rules::IllegalMove>(())
    /// ```
    ///
    /// # Errors
    /// The first illegal move of `choose`; the position then waits for a move.
    pub fn play_out<R: Rng>(
        &mut self,
        rounds: u32,
        rng: &mut R,
        mut choose: impl FnMut(&Self, &mut R) -> Option<Move>,
    ) -> Result<(), IllegalMove> {
        while self.round() < rounds {
            let goes_on = match self.phase() {
                Phase::Deal => self.deal(rng).is_ok(),
                Phase::RoundEnd => self.end_round().is_ok(),
                Phase::Over => false,
                Phase::Moves => match choose(self, rng) {
                    Some(move_) => self.play(move_).map(|_| true)?,
                    None => false,
                },
            };
            if !goes_on {
                break;
            }
        }
        Ok(())
    }

    /// A legal move, each with the same probability; none where the position waits for no move.
    pub fn random_move(&self, rng: &mut (impl Rng + ?Sized)) -> Option<Move> {
        let moves = self.numbered();
        let count = moves.count() as u32;
        (count > 0)
            .then(|| below(rng, count))
            .and_then(|number| moves.nth(number as usize))
    }
}
