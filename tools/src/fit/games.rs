//! Self-play, and the samples of its positions.

use azulejo::control::Control;
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::{Move, Phase, Players, Position};
use azulejo::players::azulejo::{
    Azulejo, BoardView, FEATURES, Inputs, Line, Moment, POINT, Supply,
};
use azulejo::players::{Limits, Player};
use itertools::Itertools;
use rayon::prelude::*;
use std::ops::Range;

/// The limit of the final lead in points; games beyond it are decided anyway.
const MOST_DIFFERENCE: i32 = 60;

/// The number of moves of which one is random, on average.
const RANDOM_PERIOD: u32 = 14;

/// The number of positions within a round of which one is sampled, on average; each round's end is sampled.
const SAMPLING_PERIOD: u32 = 2;

/// The weight of each further round's end in the target of a position, relative to the end before it.
const TRACE_DECAY: f64 = 0.35;

/// The weight of the search's value in the target, where it is known.
const SEARCH_WEIGHT: f64 = 0.5;

/// A pair of boards of a position, with the result of the game.
pub(crate) struct Sample {
    pub(crate) game: u64,
    /// The two players.
    pub(crate) pair: [usize; 2],
    pub(crate) moment: Moment,
    /// The features of the first board less those of the second.
    pub(crate) numbers: [i16; FEATURES],
    pub(crate) inputs: Inputs,
    /// The final score of the first player less that of the second.
    pub(crate) difference: i16,
    /// The difference that the search expects, in points.
    search_lead: Option<f32>,
}

/// A position of a game, with the best other player and the lead over him that the search expects at the end, in points.
type SampledPosition = (Position, Option<(usize, f32)>);

impl Sample {
    /// Whether the game is over with the position. Its value is then counted, not estimated.
    pub(crate) fn is_end(&self) -> bool {
        self.moment.stage == 0 && self.moment.longest + 1 == Moment::LENGTHS
    }

    /// The result for the first player: 1 for a win, 0 for a loss, ½ for a draw.
    pub(crate) fn outcome(&self) -> f64 {
        0.5 + 0.5 * f64::from(self.difference.signum())
    }
}

/// Plays the games with the given seeds. The samples are in the order of the games; a game has a series of them for
/// each pair of one player and another. With `searches`, the values of the search are stored.
pub(crate) fn play(
    player: &Azulejo,
    players: Players,
    (nodes, searches): (u64, bool),
    seeds: Range<u64>,
) -> Vec<Sample> {
    let games = seeds.into_par_iter();
    let samples = games.flat_map_iter(|seed| game(player, players, (nodes, searches), seed));
    samples.collect()
}

fn game(
    player: &Azulejo,
    players: Players,
    (nodes, searches): (u64, bool),
    seed: u64,
) -> Vec<Sample> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let limits = Limits::of_nodes(nodes);
    let seats = players.count() as u32;
    let mut position = Position::new(players, below(&mut rng, seats) as usize);
    let player_of_pairs = match players {
        Players::Two => 0,
        _ => below(&mut rng, seats) as usize,
    };
    let mut sampled: Vec<SampledPosition> = Vec::new();
    let mut is_sampled = false;
    while position.round() < 15 {
        match position.phase() {
            Phase::Deal => drop(position.deal(&mut rng)),
            Phase::Over => break,
            Phase::RoundEnd => {
                sampled.push((position, None));
                drop(position.end_round());
            }
            Phase::Moves => {
                let result = searches.then(|| search(player, &position, &limits));
                if is_sampled {
                    let expected = result.map(|(_, other, lead)| (other, lead));
                    sampled.push((position, expected));
                }
                let move_ = if below(&mut rng, RANDOM_PERIOD) == 0 {
                    position.random_move(&mut rng).expect("it waits for a move")
                } else {
                    let best = result.map(|(best, ..)| best);
                    best.unwrap_or_else(|| player.choose(&position, &mut rng, &limits))
                };
                position.play_unchecked(move_);
                is_sampled =
                    position.phase() == Phase::Moves && below(&mut rng, SAMPLING_PERIOD) == 0;
            }
        }
    }
    let standing = position.standing();
    let scores: Vec<i32> = standing
        .scores()
        .iter()
        .map(|&score| score as i32)
        .collect();
    let others = (0..players.count()).filter(|&other| other != player_of_pairs);
    let pairs = others.map(|other| [player_of_pairs.min(other), player_of_pairs.max(other)]);
    let samples = pairs.cartesian_product(&sampled);
    let sample = |(pair, (position, search_result)): ([usize; 2], &SampledPosition)| {
        let difference = scores[pair[0]] - scores[pair[1]];
        let mover = position.mover();
        let search_lead = search_result.and_then(|(best, lead)| match [mover, best] {
            seats if seats == pair => Some(lead),
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
            difference: difference.clamp(-MOST_DIFFERENCE, MOST_DIFFERENCE) as i16,
            search_lead,
        }
    };
    samples.map(sample).collect()
}

/// The best move, the best other player at the end of the principal variation, and the mover's lead there in points.
fn search(player: &Azulejo, position: &Position, limits: &Limits) -> (Move, usize, f32) {
    let control = Control::default();
    let lines = player.lines(position, (1, &[]), limits, &control, |_| ());
    let Line { variation, leaf } = &lines.lines[0];
    let lead = leaf.lead as f32 / POINT as f32;
    let limit = MOST_DIFFERENCE as f32;
    (variation[0], leaf.other, lead.clamp(-limit, limit))
}

/// The final differences.
pub(crate) fn differences(samples: &[Sample]) -> Vec<f64> {
    samples
        .iter()
        .map(|sample| f64::from(sample.difference))
        .collect()
}

/// The target of each position: a mean of the values of its own and later rounds' ends, and of the final difference.
/// The next end counts most, each further one [`TRACE_DECAY`] times as much ("TD(λ)": Sutton, "Learning to predict by the
/// methods of temporal differences", 1988). Such a target has less variance than the final difference. Where the search
/// has evaluated the position, half of the target is its value, which is independent of later random moves.
pub(crate) fn aims(samples: &[Sample], values: &[f64]) -> Vec<f64> {
    let mut aims = vec![0.0; samples.len()];
    let (mut game, mut aim) = (None, 0.0);
    for (at, sample) in samples.iter().enumerate().rev() {
        if game != Some((sample.game, sample.pair)) {
            let difference = f64::from(sample.difference);
            (game, aim) = (Some((sample.game, sample.pair)), difference);
        }
        aims[at] = match sample.search_lead {
            Some(lead) => SEARCH_WEIGHT * f64::from(lead) + (1.0 - SEARCH_WEIGHT) * aim,
            None => aim,
        };
        if sample.moment.stage == 0 && !sample.is_end() {
            aim = TRACE_DECAY * aim + (1.0 - TRACE_DECAY) * values[at];
        }
    }
    aims
}
