//! Games of the player against itself, and what is taken from them.

use crate::games::visiting;
use azulejo::control::Control;
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::{Move, Phase, Players, Position};
use azulejo::players::azulejo::{
    Azulejo, BoardView, FEATURES, Inputs, Line, Moment, POINT, Supply,
};
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

/// How much of the aim is what the search found, where it is known.
const SEARCHED: f64 = 0.5;

/// Two boards of a position, and what became of them.
pub(crate) struct Sample {
    pub(crate) game: u64,
    /// The two players.
    pub(crate) pair: [usize; 2],
    pub(crate) moment: Moment,
    /// The numbers that describe the first board less those of the second.
    pub(crate) numbers: [i16; FEATURES],
    pub(crate) inputs: Inputs,
    /// The final score of the first player less that of the second.
    pub(crate) difference: i16,
    /// What the search expects it to be.
    searched: Option<f32>,
}

/// A position of a game, and what the search expects the mover to be ahead of the best other in the end, in points.
struct Taken {
    position: Position,
    searched: Option<(usize, f32)>,
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

/// Plays the games with these seeds. The positions come in the order of the games, in each for one pair of players after the other:
/// of one player with every other. `searches` says whether what the search expects is kept.
pub(crate) fn play(
    player: &Azulejo,
    players: Players,
    (nodes, searches): (u64, bool),
    seeds: Range<u64>,
) -> Vec<Sample> {
    let games = seeds.into_par_iter();
    games
        .flat_map_iter(|seed| game(player, players, (nodes, searches), seed))
        .collect()
}

fn game(
    player: &Azulejo,
    players: Players,
    (nodes, searches): (u64, bool),
    seed: u64,
) -> Vec<Sample> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let limits = visiting(nodes);
    let seats = players.count() as u32;
    let mut position = Position::new(players, below(&mut rng, seats) as usize);
    let one = match players {
        Players::Two => 0,
        _ => below(&mut rng, seats) as usize,
    };
    let mut taken: Vec<Taken> = Vec::new();
    let mut is_wanted = false;
    while position.round() < 15 {
        match position.phase() {
            Phase::Deal => drop(position.deal(&mut rng)),
            Phase::Over => break,
            Phase::RoundEnd => {
                taken.push(Taken {
                    position,
                    searched: None,
                });
                drop(position.end_round());
            }
            Phase::Moves => {
                let searched = searches.then(|| search(player, &position, &limits));
                if is_wanted {
                    taken.push(Taken {
                        position,
                        searched: searched.map(|(_, other, lead)| (other, lead)),
                    });
                }
                let chosen = if below(&mut rng, RANDOM) == 0 {
                    let number = below(&mut rng, position.legal_count() as u32);
                    position
                        .nth_legal(number as usize)
                        .expect("below the count")
                } else {
                    let found = searched.map(|(chosen, ..)| chosen);
                    found.unwrap_or_else(|| player.choose(&position, &mut rng, &limits))
                };
                position.play_unchecked(chosen);
                is_wanted = position.phase() == Phase::Moves && below(&mut rng, TAKEN) == 0;
            }
        }
    }
    let standing = position.standing();
    let finals: Vec<i32> = standing.scores().iter().map(|&it| it as i32).collect();
    let others = (0..players.count()).filter(|&other| other != one);
    let samples = others.flat_map(|other| {
        let pair = [one.min(other), one.max(other)];
        let difference = finals[pair[0]] - finals[pair[1]];
        let difference = difference.clamp(-MOST, MOST) as i16;
        let of_pair = taken.iter().map(move |Taken { position, searched }| {
            let mover = position.mover();
            let searched = searched.and_then(|(best, lead)| match [mover, best] {
                it if it == pair => Some(lead),
                [second, first] if [first, second] == pair => Some(-lead),
                _ => None,
            });
            let supply = Supply::of(position);
            let [first, second] = pair.map(|player| {
                let mut numbers = [0; FEATURES];
                BoardView::of(position, player, &supply)
                    .each(|place, number| numbers[place] += number as i16);
                numbers
            });
            Sample {
                game: seed,
                pair,
                moment: Moment::of(position),
                numbers: std::array::from_fn(|at| first[at] - second[at]),
                inputs: Inputs::of(position, pair, &supply),
                difference,
                searched,
            }
        });
        of_pair.collect::<Vec<_>>()
    });
    samples.collect()
}

/// The best move, the best other player where its line of play ends, and by how many points the mover is ahead of him there.
fn search(player: &Azulejo, position: &Position, limits: &Limits) -> (Move, usize, f32) {
    let control = Control::default();
    let lines = player.lines(position, (1, &[]), limits, &control, |_| ());
    let Line { variation, leaf } = &lines.lines[0];
    let lead = leaf.lead as f32 / POINT as f32;
    let most = MOST as f32;
    (variation[0], leaf.other, lead.clamp(-most, most))
}

/// The final differences.
pub(crate) fn differences(samples: &[Sample]) -> Vec<f64> {
    let differences = samples.iter().map(|it| f64::from(it.difference));
    differences.collect()
}

/// What each position should be worth: a mean of what the ends of its own and of the later rounds are worth by these values,
/// and of the final difference. The next one counts most, each further one [`LATER`] times as much ("TD(λ)": Sutton,
/// "Learning to predict by the methods of temporal differences", 1988). It has less chance in it than the final difference. Where the
/// search has looked at the position, half of the aim is what it found: it knows nothing of random moves that were played later.
pub(crate) fn aims(samples: &[Sample], values: &[f64]) -> Vec<f64> {
    let mut aims = vec![0.0; samples.len()];
    let (mut game, mut aim) = (None, 0.0);
    for (at, sample) in samples.iter().enumerate().rev() {
        if game != Some((sample.game, sample.pair)) {
            let difference = f64::from(sample.difference);
            (game, aim) = (Some((sample.game, sample.pair)), difference);
        }
        aims[at] = match sample.searched {
            Some(lead) => SEARCHED * f64::from(lead) + (1.0 - SEARCHED) * aim,
            None => aim,
        };
        if sample.moment.stage == 0 && !sample.is_end() {
            aim = LATER * aim + (1.0 - LATER) * values[at];
        }
    }
    aims
}
