use super::{IllegalMove, Move, Position};
use serde::{Deserialize, Serialize};

/// The effect of a move on the tiles that it takes: `taken = placed + fallen + discarded`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Effect {
    /// Tiles that are taken.
    // At least 1.
    pub taken: u8,
    /// Tiles that come to a line.
    // 0–5.
    pub placed: u8,
    /// Tiles that fall to the floor.
    // 0–7, without the token.
    pub fallen: u8,
    /// Tiles that the floor has no room for.
    // They go to the lid.
    pub discarded: u8,
    /// Whether the token comes with them.
    // It falls on the floor line before the tiles.
    pub token: bool,
    /// Whether the line is full after the move.
    // Then the end of the round tiles the wall.
    pub fills_line: bool,
    /// The points that the floor costs more.
    // For token and tiles together: 0–14.
    pub charge: u8,
}

impl Position {
    /// The effect of a move of the mover.
    ///
    /// ```
    /// use azulejo_rules::Position;
    /// let position: Position = "BBRR/-/-/-/- * 0:-/-/-/-/-:-:...../...../...../...../.....|\
    ///                           0:-/-/-/-/-:-:...../...../...../...../..... 1 1 1 18,20,18,20,20 0,0,0,0,0".parse()?;
    /// let effect = position.effect("1R1".parse()?)?;
    /// assert_eq!((effect.taken, effect.placed, effect.fallen), (2, 1, 1));
    /// assert!(effect.fills_line);
    /// assert_eq!(effect.charge, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The rule that the move breaks.
    pub fn effect(&self, taken: Move) -> Result<Effect, IllegalMove> {
        let mut after = *self;
        after.play(taken)?;
        let (before, board) = (&self.boards[self.mover()], &after.boards[self.mover()]);
        let row = taken.destination().row();
        let counts = row.map_or([0; 2], |row| {
            [before, board].map(|board| board.line(row).map_or(0, |line| line.count))
        });
        let fallen = board.floor.tiles().len() - before.floor.tiles().len();
        Ok(Effect {
            taken: self.source(taken.source()).count(taken.colour()),
            placed: counts[1] - counts[0],
            fallen: fallen as u8,
            discarded: (after.lid.len() - self.lid.len()) as u8,
            token: board.floor.has_token() && !before.floor.has_token(),
            fills_line: row.is_some_and(|row| usize::from(counts[1]) == row + 1),
            charge: board.floor.charge() - before.floor.charge(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Players;
    use crate::random::{ChaCha8Rng, SeedableRng};

    #[test]
    fn every_tile_of_a_move_has_a_place_and_the_token_moves_once_a_round() {
        for players in Players::ALL {
            let mut rng = ChaCha8Rng::seed_from_u64(3);
            let mut position = Position::new(players, 0);
            let mut tokens = 0;
            let result = position.play_out(10, &mut rng, |position, rng| {
                let taken = position
                    .random_move(rng)
                    .expect("a position that waits for a move");
                let effect = position.effect(taken).expect("a legal move");
                let total = effect.placed + effect.fallen + effect.discarded;
                assert_eq!(effect.taken, total, "{taken}: {effect:?}");
                let overflows = effect.placed < effect.taken && taken.destination().row().is_some();
                assert!(!overflows || effect.fills_line, "{taken}: {effect:?}");
                assert!(
                    !effect.fills_line || effect.placed > 0,
                    "{taken}: {effect:?}"
                );
                let costs_nothing = effect.fallen == 0 && !effect.token;
                assert!(!costs_nothing || effect.charge == 0, "{taken}: {effect:?}");
                assert_eq!(
                    effect.token,
                    position.token_in_centre() && taken.source().is_centre()
                );
                tokens += u32::from(effect.token);
                let mut after = *position;
                after.play(taken).expect("a legal move");
                assert!(after.effect(taken).is_err(), "no tiles left on the source");
                Some(taken)
            });
            result.expect("legal moves");
            assert!((5..=position.round()).contains(&tokens), "{tokens}");
        }
    }
}
