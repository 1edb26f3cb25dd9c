//! Games for their positions.

use crate::Result;
use azulejo::game::random::ChaCha8Rng;
use azulejo::game::{Move, Phase, Position};
use azulejo::players::Contestant;
use azulejo::players::azulejo::LEVELS;

/// Plays a game for at most `rounds` rounds, until it is over or `choose` returns no move.
pub(crate) fn play_on(
    position: &mut Position,
    rounds: u32,
    deals: &mut ChaCha8Rng,
    mut choose: impl FnMut(&Position, &mut ChaCha8Rng) -> Option<Move>,
) {
    while position.round() < rounds {
        match position.phase() {
            Phase::Deal => drop(position.deal(deals)),
            Phase::RoundEnd => drop(position.end_round()),
            Phase::Over => break,
            Phase::Moves => match choose(position, deals) {
                Some(chosen) => {
                    position.play_unchecked(chosen);
                }
                None => break,
            },
        }
    }
}

/// The players of all levels, the easiest first.
pub(crate) fn levels() -> Result<Vec<Contestant>> {
    let levels = LEVELS.iter().map(|level| level.contestant().parse());
    Ok(levels.collect::<Result<_, _>>()?)
}
