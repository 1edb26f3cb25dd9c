//! The principal variation: the line of best play.

use azulejo_rules::{Move, Phase, Position};

/// The principal variation of a position: the best moves to the end of the round, as far as `best` gives one.
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
    fn a_variation_ends_with_the_round_or_with_the_last_best_move() {
        let mut position = Position::new(Players::Two, 0);
        let deal = position.deal(&mut ChaCha8Rng::seed_from_u64(1));
        deal.expect("a new game waits for a deal");
        let mut end = position;
        for taken in principal_variation(position, |position| position.legal().next()) {
            end.play(taken).expect("a legal move");
        }
        assert_eq!(end.phase(), Phase::RoundEnd);
        let mut move_limit = 3;
        let variation = principal_variation(position, |position| {
            move_limit -= 1;
            position.legal().next().filter(|_| move_limit >= 0)
        });
        assert_eq!(variation.count(), 3);
    }
}
