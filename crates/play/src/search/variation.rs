//! The principal variation: the line of best play.

use azulejo_rules::{Move, Phase, Position};

/// The principal variation of a position: the best moves to the end of the round, or until `best` knows none.
pub(crate) fn principal_variation(
    mut position: Position,
    mut best: impl FnMut(&Position) -> Option<Move>,
) -> impl Iterator<Item = Move> {
    std::iter::from_fn(move || {
        if position.phase() != Phase::Moves {
            return None;
        }
        let taken = best(&position)?;
        position.play_unchecked(taken);
        Some(taken)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_rules::Players;
    use azulejo_rules::random::{ChaCha8Rng, SeedableRng};

    #[test]
    fn a_variation_ends_with_the_round_or_where_nothing_is_known() {
        let mut position = Position::new(Players::Two, 0);
        let deal = position.deal(&mut ChaCha8Rng::seed_from_u64(1));
        deal.expect("a new game waits for a deal");
        let mut played = position;
        for taken in principal_variation(position, |position| position.legal().next()) {
            played.play(taken).expect("it is legal");
        }
        assert_eq!(played.phase(), Phase::RoundEnd);
        let mut left = 3;
        let known = principal_variation(position, |position| {
            left -= 1;
            position.legal().next().filter(|_| left >= 0)
        });
        assert_eq!(known.count(), 3);
    }
}
