//! Fits the weights and the network of the player `azulejo` to self-play, with two, three or four players, and writes
//! them in `crates/play/src/players/azulejo/fitted/`.
//!
//! Each round of the fit plays games with the weights of the round before; random moves now and then vary the
//! positions. Every position is a sample of a linear regression of the players' final difference on the differences of
//! the features of their boards. There is one regression for each moment of the game. Ridge regression draws the
//! weights of a moment to those of its stage as a whole. From the same games, logistic regression gives the odds to win
//! of a lead.
//!
//! The last round plays many more games. The targets of its positions are the values of later rounds' ends, rather than
//! the final difference alone. The network is trained on the residuals of the weights. Then games can be played with
//! both, and both be fitted once more. One game of ten is held back: the program prints the errors of both there.
//!
//! With no rounds and no games without a network, the player of the repository plays the games, and its files are
//! fitted once more: a new generation. The files keep the commands of all generations.
//!
//! `cargo maintain fit` makes such a generation. The result is reproducible from the same files, as long as the player
//! makes the same moves.

mod games;
mod linear;
mod network;

use crate::Result;
use crate::storage::replace;
use azulejo::game::Players;
use azulejo::players::azulejo::{Azulejo, BoardWeights, HIDDEN, Layers, Moment, Net, POINT};
use clap::Args;
use games::Sample;
use itertools::{Itertools, chain};
use rayon::prelude::*;
use std::time::Instant;

/// The number of games of which one is for validation.
const VALIDATION_PERIOD: u64 = 10;

/// The games after which the program reports its progress.
const REPORTED: u64 = 6000;

/// The largest error of the network in integers against the trained one, in points.
const ROUNDING: f64 = 0.5;

// By default a new generation of the files for two players.
#[derive(Args)]
pub(crate) struct FitArgs {
    /// How many players a game has: 2, 3 or 4
    #[arg(default_value = "2", value_parser = players)]
    players: Players,
    /// The seed of games and of the network
    #[arg(default_value_t = 4)]
    seed: u64,
    /// How often weights alone are fitted to new games
    #[arg(default_value_t = 0)]
    rounds: u64,
    /// The games of such a round
    #[arg(default_value_t = 0)]
    games: u64,
    /// The nodes that a player visits for a move
    #[arg(default_value_t = 300)]
    nodes: u64,
    /// The games of the last round, to which the network is fitted, too
    #[arg(default_value_t = 0)]
    last: u64,
    /// The games with the network to which both are fitted once more
    #[arg(default_value_t = 400_000)]
    again: u64,
}

fn players(text: &str) -> Result<Players, String> {
    let mut all = Players::ALL.into_iter();
    let players = all.find(|players| players.count().to_string() == text);
    players.ok_or_else(|| "wanted: 2, 3 or 4".into())
}

pub(crate) fn run(args: &FitArgs) -> Result {
    let &FitArgs {
        players,
        seed,
        rounds,
        games,
        nodes,
        last,
        again,
    } = args;
    let began = Instant::now();
    let report = |message: &str| eprintln!("{message}, {} s", began.elapsed().as_secs());
    let play_games = |player: &Azulejo, searches: bool, round: u64, games: u64| {
        let first = (seed * 1000 + round * 10 + players.count() as u64) << 32;
        let mut samples = Vec::new();
        for begin in (0..games).step_by(REPORTED as usize) {
            let end = games.min(begin + REPORTED);
            let seeds = first + begin..first + end;
            samples.extend(games::play(player, players, (nodes, searches), seeds));
            let (round, positions) = (round + 1, samples.len());
            report(&format!(
                "round {round}: {end} games, {positions} positions"
            ));
        }
        samples
    };
    let is_continued = rounds == 0 && last == 0;
    let mut fitted = if is_continued {
        FittedParameters::stored(players)
    } else {
        let mut weights = BoardWeights::plain();
        for round in 0..rounds {
            let samples = play_games(&Azulejo::with(weights, None), false, round, games);
            weights = linear::fit(&samples, &games::differences(&samples));
        }
        let samples = play_games(&Azulejo::with(weights.clone(), None), false, rounds, last);
        let (samples, validation) = split_validation(samples);
        let aims = games::aims(&samples, &linear::values(&samples, &weights));
        weights = linear::fit(&samples, &aims);
        let aims = games::aims(&samples, &linear::values(&samples, &weights));
        report("the weights are fitted");
        FittedParameters::new((&samples, &validation), weights, &aims, seed)?
    };
    if again > 0 {
        let player = Azulejo::with(fitted.weights.clone(), Some(fitted.net.clone()));
        let (samples, validation) = split_validation(play_games(&player, true, rounds + 1, again));
        let aims = games::aims(&samples, &fitted.values(&samples));
        let weights = linear::fit(&samples, &aims);
        fitted = FittedParameters::new((&samples, &validation), weights, &aims, seed)?;
    } else if is_continued {
        return Err("AGAIN: wanted at least 1, where ROUNDS and LAST are 0".into());
    }
    report("weights and network are fitted");
    let count = players.count();
    let before = match is_continued {
        true => String::new(),
        false => format!("{rounds} rounds of {games} games, {last} games without a network, "),
    };
    let command = format!(
        "# command: cargo maintain fit {count} {seed} {rounds} {games} {nodes} {last} {again}\n# {count} players, seed {seed}, {before}{again} games with the network, {nodes} nodes a move, {HIDDEN} units, {}",
        today()
    );
    let write = |name: &str, about: [&str; 2], text: &str| {
        let name = format!("{name}-{count}.txt");
        write(&name, about, (&command, is_continued), text)
    };
    write(
        "weights",
        [
            "# The weights of the player azulejo, in ten-thousandths of a point, fitted to games of the player against itself.",
            "# A line: stage, longest row, scale in hundredths of a point, and the weights in the order of features.rs.",
        ],
        &fitted.weights.to_string(),
    )?;
    write(
        "net",
        [
            "# The network of the player azulejo, which corrects what the weights say, fitted to the same games.",
            "# A line for each input in the order of inputs.rs, one for none, and one a moment: stage, longest row, scale, weights.",
        ],
        &fitted.net.to_string(),
    )?;
    report("written");
    Ok(())
}

/// The positions for the fit, and the positions of the validation games.
fn split_validation(samples: Vec<Sample>) -> (Vec<Sample>, Vec<Sample>) {
    let is_for_fit = |sample: &Sample| !sample.game.is_multiple_of(VALIDATION_PERIOD);
    samples.into_iter().partition(is_for_fit)
}

/// The fitted parameters.
struct FittedParameters {
    weights: BoardWeights,
    net: Net,
}

impl FittedParameters {
    fn stored(players: Players) -> Self {
        Self {
            weights: BoardWeights::fitted(players).clone(),
            net: Net::fitted(players).clone(),
        }
    }

    /// Weights, and a network that is trained on their residuals. Reports the errors of both in games that neither was
    /// fitted to.
    fn new(
        (samples, validation): (&[Sample], &[Sample]),
        weights: BoardWeights,
        aims: &[f64],
        seed: u64,
    ) -> Result<Self> {
        let values = linear::values(samples, &weights);
        let real = network::train(samples, &values, aims, seed);
        let corrected = corrected(samples, &values, |sample| real.correction(sample));
        let net = real.rounded(&linear::scales(samples, &corrected))?;
        let fitted = Self { weights, net };
        fitted.report(validation, &real)?;
        Ok(fitted)
    }

    /// The lead of each position's first player, in points.
    fn values(&self, samples: &[Sample]) -> Vec<f64> {
        let weight_values = linear::values(samples, &self.weights);
        corrected(samples, &weight_values, |sample| {
            let mut layers = Layers::new(&self.net);
            layers.update(&sample.inputs);
            f64::from(layers.correction(sample.moment)) / f64::from(POINT)
        })
    }

    /// Reports the errors of weights and network in games that neither was fitted to, and the difference between the
    /// network in integers and the trained one.
    ///
    /// # Errors
    /// When the difference is more than [`ROUNDING`].
    fn report(&self, validation: &[Sample], real: &network::Real) -> Result<(), String> {
        let weight_values = linear::values(validation, &self.weights);
        let real_values = corrected(validation, &weight_values, |sample| real.correction(sample));
        let net_values = self.values(validation);
        let aims = games::aims(validation, &net_values);
        eprintln!("in games that were held back, root mean square of what is left open:");
        eprintln!(
            "stage, longest row: positions; final difference: spread, weights, network; aim: weights, network"
        );
        for moment in Moment::all() {
            let is_of_moment =
                |at: &usize| validation[*at].moment == moment && !validation[*at].is_end();
            let all: Vec<usize> = (0..validation.len()).filter(is_of_moment).collect();
            if all.is_empty() {
                continue;
            }
            let root_mean_square = |error: &dyn Fn(usize) -> f64| {
                let squares: f64 = all.iter().map(|&at| error(at).powi(2)).sum();
                (squares / all.len() as f64).sqrt()
            };
            let difference = |at: usize| f64::from(validation[at].difference);
            eprintln!(
                "{} {}: {}; {:.2} {:.2} {:.2}; {:.2} {:.2}",
                moment.stage,
                moment.longest,
                all.len(),
                root_mean_square(&difference),
                root_mean_square(&|at| difference(at) - weight_values[at]),
                root_mean_square(&|at| difference(at) - net_values[at]),
                root_mean_square(&|at| aims[at] - weight_values[at]),
                root_mean_square(&|at| aims[at] - net_values[at]),
            );
        }
        let rounding = real_values.iter().zip(&net_values);
        let rounding = rounding.map(|(real, net)| (real - net).abs());
        let rounding = rounding.fold(0.0, f64::max);
        eprintln!("the network in integers is off by at most {rounding:.3} points");
        if rounding > ROUNDING {
            return Err(format!("which is more than {ROUNDING}"));
        }
        Ok(())
    }
}

/// The values with the corrections of a network.
fn corrected(
    samples: &[Sample],
    values: &[f64],
    correction: impl Fn(&Sample) -> f64 + Sync,
) -> Vec<f64> {
    let samples = samples.par_iter().zip(values);
    let values = samples.map(|(sample, value)| value + correction(sample));
    values.collect()
}

/// Writes a file whose head has its commands: the commands of the old file, if the fit continues it, and the
/// new one.
fn write(
    name: &str,
    about: [&str; 2],
    (command, is_continued): (&str, bool),
    text: &str,
) -> std::io::Result<()> {
    let folder = crate::root().join("crates/play/src/players/azulejo/fitted");
    let path = folder.join(name);
    let old = std::fs::read_to_string(&path).unwrap_or_default();
    let (head, lines): (Vec<_>, Vec<_>) = old.lines().partition(|line| line.starts_with('#'));
    let is_same = lines.into_iter().eq(text.lines());
    eprintln!("{name}: {}", if is_same { "the same" } else { "new" });
    let head = head.into_iter();
    let before = head.filter(|line| is_continued && !about.contains(line));
    let [first, last] = about;
    let head = chain!([first], before, [command, last]).join("\n");
    replace(&path, &format!("{head}\n{text}"))
}

/// The date, from the command `date`.
fn today() -> String {
    let output = std::process::Command::new("date").arg("+%F").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    text.unwrap_or_default()
}
