//! Fits the weights of the player `azulejo` to its games against itself, and writes `src/players/azulejo/weights.txt`.
//!
//! Each round of the fit plays games with the weights of the round before, from positions that a random move now and then
//! makes more various. Every position is a line of a linear regression: by the differences of the numbers that describe two
//! boards, the final difference of their players. There is one regression for each moment of the
//! game. Ridge regression draws the weights of a moment to those of its stage as a whole. From the same games follows how
//! large a lead wins how often, by logistic regression.
//!
//! `make fit` runs it with the arguments that made the weights in the repository. The same arguments give the same weights.

mod kept;

use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::{Phase, Players, Position};
use azulejo::players::azulejo::{Azulejo, FEATURES, Moment, POINT, Set, Supply, View, Weights};
use azulejo::players::{Limits, Player};
use kept::replace;
use nalgebra::{DMatrix, DVector};
use rayon::prelude::*;
use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

/// The final difference counts up to this: what is beyond is won or lost anyway.
const MOST: i32 = 60;

/// One move of so many is random.
const RANDOM: u32 = 14;

/// One position of so many within a round is taken; each round's end is.
const TAKEN: u32 = 3;

/// What draws the weights of a moment to those of its stage, and those to 0: as if so many positions said so.
const RIDGE: f64 = 60.0;

/// Two boards of a position, and what became of them.
struct Sample {
    moment: Moment,
    numbers: [i16; FEATURES],
    difference: i16,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut given = arguments.iter().map(|it| it.parse::<u64>());
    let mut next = |name: &str| {
        given.next().ok_or(format!(
            "wanted: SEED ROUNDS GAMES NODES; {name} is missing"
        ))
    };
    let (seed, rounds) = (next("SEED")??, next("ROUNDS")??);
    let (games, nodes) = (next("GAMES")??, next("NODES")??);
    let began = Instant::now();
    let mut weights = Weights::plain();
    let mut before: Vec<Sample> = Vec::new();
    for round in 0..rounds {
        let first = (seed * 1000 + round * 10 + 2) << 32;
        let player = Azulejo::with(weights.clone());
        let seeds = (first..first + games).into_par_iter();
        let played: Vec<Sample> = seeds
            .flat_map_iter(|seed| game(&player, nodes, seed))
            .collect();
        let seconds = began.elapsed().as_secs();
        eprintln!(
            "round {}: {games} games, {} positions, {seconds} s",
            round + 1,
            played.len()
        );
        // The games of plain weights are worse than all others.
        let all: Vec<&Sample> = match round {
            0 | 1 => played.iter().collect(),
            _ => before.iter().chain(&played).collect(),
        };
        fit(&all, &mut weights);
        before = played;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/players/azulejo/weights.txt");
    let old = std::fs::read_to_string(&path)?;
    let about = "# The weights of the player azulejo, in ten-thousandths of a point, fitted to games of the player against itself.";
    let form = "# A line: stage, longest row, scale in hundredths of a point, and the weights in the order of features.rs.";
    let command = format!(
        "# command: cargo run --release --example fit -- {}",
        arguments.join(" ")
    );
    let made = format!(
        "# seed {seed}, {rounds} rounds of {games} games, {nodes} nodes a move, {}",
        today()
    );
    let new = format!("{about}\n{command}\n{made}\n{form}\n{weights}");
    eprintln!(
        "{}, {} s",
        if old.lines().skip(4).eq(new.lines().skip(4)) {
            "the same weights"
        } else {
            "new weights"
        },
        began.elapsed().as_secs()
    );
    Ok(replace(&path, &new)?)
}

/// The date, as `date` says it.
fn today() -> String {
    let said = std::process::Command::new("date").arg("+%F").output();
    let text = said.map(|it| String::from_utf8_lossy(&it.stdout).trim().to_owned());
    text.unwrap_or_default()
}

/// Plays a game, and takes positions from it.
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
            View::of(position, player, &supply)
                .each(|place, number| numbers[place] += number as i16);
            numbers
        });
        Sample {
            moment: Moment::of(position),
            numbers: std::array::from_fn(|at| one[at] - other[at]),
            difference: (finals[0] - finals[1]).clamp(-MOST, MOST) as i16,
        }
    });
    samples.collect()
}

/// Fits the weights of every moment.
fn fit(samples: &[&Sample], weights: &mut Weights) {
    let mut told = String::new();
    for stage in 0..Moment::STAGES {
        let of_stage: Vec<&Sample> = samples
            .iter()
            .copied()
            .filter(|it| it.moment.stage == stage)
            .collect();
        let whole = regression(&of_stage, &DVector::zeros(FEATURES));
        for longest in 0..Moment::LENGTHS {
            let moment = Moment { stage, longest };
            let of_moment: Vec<&Sample> = of_stage
                .iter()
                .copied()
                .filter(|it| it.moment == moment)
                .collect();
            let found = regression(&of_moment, &whole);
            let scale = scale(&of_moment, &found);
            let (error, spread) = errors(&of_moment, &found);
            let _ = writeln!(
                told,
                "  stage {stage} longest {longest}: {} positions, spread {spread:.1}, error {error:.1}, scale {scale:.2}",
                of_moment.len()
            );
            let set = Set {
                scale: (100.0 * scale).round() as i32,
                weights: std::array::from_fn(|at| (f64::from(POINT) * found[at]).round() as i32),
            };
            weights.put(moment, set);
        }
    }
    eprint!("{told}");
}

/// The weights, in points, with the least squares of the errors and of what they differ from others.
fn regression(samples: &[&Sample], others: &DVector<f64>) -> DVector<f64> {
    let chunks = samples.par_chunks(20_000).map(|samples| {
        let mut squares = DMatrix::<f64>::zeros(FEATURES, FEATURES);
        let mut products = DVector::<f64>::zeros(FEATURES);
        for sample in samples {
            let present: Vec<(usize, f64)> = (0..FEATURES)
                .filter(|&at| sample.numbers[at] != 0)
                .map(|at| (at, f64::from(sample.numbers[at])))
                .collect();
            for &(one, number) in &present {
                products[one] += number * f64::from(sample.difference);
                for &(other, factor) in &present {
                    squares[(one, other)] += number * factor;
                }
            }
        }
        (squares, products)
    });
    // Added up in their order, so that the result is the same on any number of threads.
    let chunks: Vec<_> = chunks.collect();
    let mut squares = DMatrix::<f64>::zeros(FEATURES, FEATURES);
    let mut products = DVector::<f64>::zeros(FEATURES);
    for (one, other) in chunks {
        squares += one;
        products += other;
    }
    let count = samples.len().max(1) as f64;
    products -= &squares * others;
    for at in 0..FEATURES {
        // By the mean square of the number, so that its unit does not matter.
        squares[(at, at)] += RIDGE * (squares[(at, at)] / count).max(0.02);
    }
    let solved = squares
        .cholesky()
        .expect("a ridge makes it positive definite");
    others + solved.solve(&products)
}

fn lead(sample: &Sample, weights: &DVector<f64>) -> f64 {
    let numbers = sample.numbers.iter().zip(weights.iter());
    numbers
        .map(|(&number, weight)| f64::from(number) * weight)
        .sum()
}

/// The lead, in points, whose odds to win are e to 1: logistic regression of one coefficient, by Newton's method.
fn scale(samples: &[&Sample], weights: &DVector<f64>) -> f64 {
    let data: Vec<(f64, f64)> = samples
        .iter()
        .map(|sample| {
            let won = 0.5 + 0.5 * f64::from(i32::from(sample.difference).signum());
            (lead(sample, weights), won)
        })
        .collect();
    // Where there is little, a lead of 10 points wins four of five games.
    let few = [(10.0, 1.0); 8].into_iter().chain([(10.0, 0.0); 2]);
    let data: Vec<(f64, f64)> = data.into_iter().chain(few).collect();
    let mut steepness = 0.1;
    for _ in 0..20 {
        let (mut slope, mut curve) = (0.0, 0.0);
        for &(lead, won) in &data {
            let likely = 1.0 / (1.0 + (-steepness * lead).exp());
            slope += lead * (won - likely);
            curve += lead * lead * likely * (1.0 - likely);
        }
        steepness = (steepness + slope / curve).clamp(0.02, 1.0);
    }
    1.0 / steepness
}

/// The root mean square of the errors, and of the differences themselves.
fn errors(samples: &[&Sample], weights: &DVector<f64>) -> (f64, f64) {
    let count = samples.len().max(1) as f64;
    let (mut errors, mut spread) = (0.0, 0.0);
    for sample in samples {
        let difference = f64::from(sample.difference);
        errors += (difference - lead(sample, weights)).powi(2);
        spread += difference.powi(2);
    }
    ((errors / count).sqrt(), (spread / count).sqrt())
}
