//! One rollout: the rest of the round, and rounds after it, by a policy.

use super::features::{RolloutFeatures, wasted};
use super::settings::EvaluatorSettings;
use azulejo_rules::random::{ChaCha8Rng, SeedableRng};
use azulejo_rules::{Move, Phase, Position};

/// The result of a rollout.
#[derive(Debug, Clone, Copy)]
pub(super) struct RolloutSample {
    pub(super) utility: f64,
    pub(super) features: RolloutFeatures,
    /// The number of moves played.
    pub(super) nodes: u64,
}

/// Plays a move, and goes on by the policies. `number` is the index of the rollout, which determines its random
/// numbers.
pub(super) fn rollout(
    position: &Position,
    taken: Move,
    settings: &EvaluatorSettings,
    number: u64,
) -> RolloutSample {
    let mut rng = ChaCha8Rng::seed_from_u64(settings.seed.wrapping_add(number));
    let (player, round) = (position.mover(), position.round());
    let mut features: Option<RolloutFeatures> = None;
    // Wasted tiles of the player in the round of the move.
    let mut fallen = wasted(position, taken);
    let mut nodes = 1;
    let mut position = *position;
    position.play_unchecked(taken);
    let choose = |position: &Position, rng: &mut ChaCha8Rng| {
        let own = position.mover() == player;
        let mix = if own { settings.own } else { settings.others };
        mix.choose(position, rng)
    };
    play_on(
        &mut position,
        settings.rounds,
        &mut rng,
        choose,
        |position, taken| {
            match taken {
                Some(taken) if position.mover() == player && position.round() == round => {
                    fallen += wasted(position, taken);
                }
                Some(_) => {}
                None => {
                    features.get_or_insert_with(|| RolloutFeatures::at_end(position, player));
                }
            }
            nodes += u64::from(taken.is_some());
        },
    );
    RolloutSample {
        utility: settings.utility.of(&position, player),
        features: RolloutFeatures {
            wasted: fallen,
            ..features.unwrap_or_default()
        },
        nodes,
    }
}

/// Plays to the end of the round, and for `rounds` rounds in all, the later ones with random deals. `visit` receives
/// each position before a move, with the move, and each position at the end of a round, without one.
pub(in crate::players) fn play_on(
    position: &mut Position,
    rounds: u32,
    rng: &mut ChaCha8Rng,
    choose: impl Fn(&Position, &mut ChaCha8Rng) -> Move,
    mut visit: impl FnMut(&Position, Option<Move>),
) {
    let mut round_count = 0;
    loop {
        match position.phase() {
            Phase::Moves => {
                let taken = choose(position, rng);
                visit(position, Some(taken));
                position.play_unchecked(taken);
            }
            Phase::RoundEnd => {
                visit(position, None);
                position.end_round().expect("the end of a round");
                round_count += 1;
                if round_count == rounds {
                    return;
                }
            }
            Phase::Deal => {
                if position.deal(rng).is_err() {
                    return; // no next round
                }
            }
            Phase::Over => return,
        }
    }
}
