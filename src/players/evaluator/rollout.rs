//! One rollout: the rest of the round, and rounds after it, by a policy.

use super::features::{Features, wasted};
use super::settings::Settings;
use crate::game::random::{ChaCha8Rng, SeedableRng, below};
use crate::game::{Move, Phase, Position};
use crate::players::rollout_greedy;

/// How many moves of a hundred are greedy; the others are random. The source has 0, 20, 80 and 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mix(u32);

impl Mix {
    /// Every move is greedy.
    pub const GREEDY: Self = Self(100);

    /// So many moves of a hundred are greedy.
    ///
    /// # Panics
    /// Above 100.
    pub fn new(greedy: u32) -> Self {
        assert!(greedy <= 100, "{greedy} of a hundred");
        Self(greedy)
    }

    pub(super) fn choose(self, position: &Position, rng: &mut ChaCha8Rng) -> Move {
        if self.0 < 100 && below(rng, 100) >= self.0 {
            let legal = position.numbered();
            let number = below(rng, legal.count() as u32) as usize;
            return legal.nth(number).expect("a number below the count");
        }
        rollout_greedy::greedy(position, rng)
    }
}

/// What came of a rollout.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sample {
    pub(super) utility: f64,
    pub(super) features: Features,
    /// The moves that were played.
    pub(super) nodes: u64,
}

/// Plays a move and goes on by the policies. `number` is that of the rollout.
pub(super) fn rollout(
    position: &Position,
    taken: Move,
    settings: &Settings,
    number: u64,
) -> Sample {
    let mut rng = ChaCha8Rng::seed_from_u64(settings.seed.wrapping_add(number));
    let player = position.mover();
    let mut position = *position;
    let mut nodes = 0;
    // In the round in which the move is played.
    let mut in_round = 0;
    let round = position.round();
    let mut play = |position: &mut Position, taken: Move| {
        if position.mover() == player && position.round() == round {
            in_round += wasted(position, taken);
        }
        nodes += 1;
        position.play_unchecked(taken);
    };
    play(&mut position, taken);
    let mut features: Option<Features> = None;
    let mut rounds = 0;
    loop {
        match position.phase() {
            Phase::Moves => {
                let mix = if position.mover() == player {
                    settings.own
                } else {
                    settings.others
                };
                let taken = mix.choose(&position, &mut rng);
                play(&mut position, taken);
            }
            Phase::RoundEnd => {
                features.get_or_insert_with(|| Features::at_end(&position, player));
                position.end_round().expect("it is time for it");
                rounds += 1;
                if rounds == settings.rounds {
                    break;
                }
            }
            Phase::Deal => {
                position.deal(&mut rng).expect("it is time for it");
            }
            Phase::Over => break,
        }
    }
    Sample {
        utility: settings.utility.of(&position, player),
        features: Features {
            wasted: in_round,
            ..features.unwrap_or_default()
        },
        nodes,
    }
}
