//! Games of the player against itself, and what is taken from them.

use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::{Phase, Players, Position};
use azulejo::players::azulejo::{Azulejo, BoardView, FEATURES, Inputs, Moment, Supply};
use azulejo::players::{Limits, Player};
use rayon::prelude::*;
use std::ops::Range;

/// The final difference counts up to this: what is beyond is won or lost anyway.
const MOST: i32 = 60;

/// One move of so many is random.
const RANDOM: u32 = 14;

/// One position of so many within a round is taken; each round's end is.
const TAKEN: u32 = 2;

/// By how much less each further round's end counts in the aim of a position.
const LATER: f64 = 0.35;

/// Two boards of a position, and what became of them.
pub(crate) struct Sample {
    pub(crate) game: u64,
    pub(crate) moment: Moment,
    /// The numbers that describe the first board less those of the second.
    pub(crate) numbers: [i16; FEATURES],
    pub(crate) inputs: Inputs,
    /// The final score of the first player less that of the second.
    pub(crate) difference: i16,
}

impl Sample {
    /// Whether the game is over with the position. What it is worth is then counted, not judged.
    pub(crate) fn is_end(&self) -> bool {
        self.moment.stage == 0 && self.moment.longest + 1 == Moment::LENGTHS
    }

    /// 1 for a game that the first player won, 0 for one that he lost.
    pub(crate) fn won(&self) -> f64 {
        0.5 + 0.5 * f64::from(self.difference.signum())
    }
}

/// Plays the games with these seeds. The positions come in the order of the games.
pub(crate) fn play(player: &Azulejo, nodes: u64, seeds: Range<u64>) -> Vec<Sample> {
    let games = seeds.into_par_iter();
    games
        .flat_map_iter(|seed| game(player, nodes, seed))
        .collect()
}

fn game(player: &Azulejo, nodes: u64, seed: u64) -> Vec<Sample> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::NONE
    };
    let mut position = Position::new(Players::Two, below(&mut rng, 2) as usize);
    let mut taken = Vec::new();
    while position.round() < 15 {
        match position.phase() {
            Phase::Deal => drop(position.deal(&mut rng)),
            Phase::Over => break,
            Phase::RoundEnd => {
                taken.push(position);
                drop(position.end_round());
            }
            Phase::Moves => {
                let chosen = if below(&mut rng, RANDOM) == 0 {
                    let number = below(&mut rng, position.legal_count() as u32);
                    position
                        .nth_legal(number as usize)
                        .expect("below the count")
                } else {
                    player.choose(&position, &mut rng, &limits)
                };
                position.play_unchecked(chosen);
                if position.phase() == Phase::Moves && below(&mut rng, TAKEN) == 0 {
                    taken.push(position);
                }
            }
        }
    }
    let standing = position.standing();
    let finals: Vec<i32> = standing.scores().iter().map(|&it| it as i32).collect();
    let samples = taken.iter().map(|position| {
        let supply = Supply::of(position);
        let [one, other] = [0, 1].map(|player| {
            let mut numbers = [0; FEATURES];
            BoardView::of(position, player, &supply)
                .each(|place, number| numbers[place] += number as i16);
            numbers
        });
        Sample {
            game: seed,
            moment: Moment::of(position),
            numbers: std::array::from_fn(|at| one[at] - other[at]),
            inputs: Inputs::of(position, &supply),
            difference: (finals[0] - finals[1]).clamp(-MOST, MOST) as i16,
        }
    });
    samples.collect()
}

/// The final differences.
pub(crate) fn differences(samples: &[Sample]) -> Vec<f64> {
    let differences = samples.iter().map(|it| f64::from(it.difference));
    differences.collect()
}

/// What each position should be worth: a mean of what the ends of its own and of the later rounds are worth by these values,
/// and of the final difference. The next one counts most, each further one [`LATER`] times as much ("TD(λ)": Sutton,
/// "Learning to predict by the methods of temporal differences", 1988). It has less chance in it than the final difference.
pub(crate) fn aims(samples: &[Sample], values: &[f64]) -> Vec<f64> {
    let mut aims = vec![0.0; samples.len()];
    let (mut game, mut aim) = (None, 0.0);
    for (at, sample) in samples.iter().enumerate().rev() {
        if game != Some(sample.game) {
            (game, aim) = (Some(sample.game), f64::from(sample.difference));
        }
        aims[at] = aim;
        if sample.moment.stage == 0 && !sample.is_end() {
            aim = LATER * aim + (1.0 - LATER) * values[at];
        }
    }
    aims
}
