//! An experiment: does a small network judge positions better than the weighted sum?
//!
//! `net data SEED GAMES NODES FILE` plays games as `fit` does; `net train FILE LAMBDA EPOCHS HIDDEN DECAY RATE [OUT]` fits the weighted
//! sum and a network that corrects it, and says what they leave open in games that neither has seen.

use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::{Phase, Players, Position};
use azulejo::players::azulejo::net::{BOARD, HEADS, INPUTS, Inputs, COMMON};
use azulejo::players::azulejo::{Azulejo, FEATURES, Moment, POINT, Set, Supply, View, Weights};
use azulejo::players::{Limits, Player};
use nalgebra::{DMatrix, DVector};
use rayon::prelude::*;
use std::error::Error;
use std::io::{Read, Write};
use std::time::Instant;

const MOST: i32 = 60;
const RANDOM: u32 = 14;
const TAKEN: u32 = 2;
const RIDGE: f64 = 60.0;

#[derive(Clone)]
struct Sample {
    game: u32,
    moment: Moment,
    inputs: Inputs,
    numbers: [i16; FEATURES],
    difference: i16,
    won: i8,
}

const BYTES: usize = 4 + 2 + 48 + 2 + 2 * FEATURES + 2 + 1;

impl Sample {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(BYTES);
        bytes.extend(self.game.to_le_bytes());
        bytes.extend([self.moment.stage as u8, self.moment.longest as u8]);
        for word in [self.inputs.boards[0], self.inputs.boards[1], self.inputs.common] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(self.inputs.leads);
        for number in self.numbers {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.difference.to_le_bytes());
        bytes.push(self.won as u8);
        bytes
    }

    fn read(bytes: &[u8]) -> Self {
        let word = |at: usize| u128::from_le_bytes(bytes[at..at + 16].try_into().unwrap());
        let short = |at: usize| i16::from_le_bytes(bytes[at..at + 2].try_into().unwrap());
        Self {
            game: u32::from_le_bytes(bytes[..4].try_into().unwrap()),
            moment: Moment { stage: bytes[4].into(), longest: bytes[5].into() },
            inputs: Inputs {
                boards: [word(6), word(22)],
                common: word(38),
                leads: [bytes[54], bytes[55]],
            },
            numbers: std::array::from_fn(|at| short(56 + 2 * at)),
            difference: short(56 + 2 * FEATURES),
            won: bytes[58 + 2 * FEATURES] as i8,
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments[0].as_str() {
        "data" => data(&arguments[1..]),
        _ => learn(&arguments[1..]),
    }
}

fn data(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let (seed, games, nodes): (u64, u64, u64) =
        (arguments[0].parse()?, arguments[1].parse()?, arguments[2].parse()?);
    let player = Azulejo::default();
    let first = (seed * 1000 + 500) << 32;
    let mut file = std::io::BufWriter::new(std::fs::File::create(&arguments[3])?);
    let began = Instant::now();
    for chunk in 0..games.div_ceil(1000) {
        let numbers = (chunk * 1000..games.min(chunk * 1000 + 1000)).into_par_iter();
        let played: Vec<Sample> = numbers
            .flat_map_iter(|number| game(&player, nodes, first + number, number as u32))
            .collect();
        for sample in &played {
            file.write_all(&sample.bytes())?;
        }
        eprintln!("{} games, {} s", (chunk + 1) * 1000, began.elapsed().as_secs());
    }
    Ok(())
}

fn game(player: &Azulejo, nodes: u64, seed: u64, number: u32) -> Vec<Sample> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
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
                    position.nth_legal(number as usize).expect("below the count")
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
    let difference = finals[0] - finals[1];
    let rows = [0, 1].map(|player| position.boards()[player].complete_rows() as i32);
    let won = (difference.signum() * 2 + (rows[0] - rows[1]).signum()).signum();
    let samples = taken.iter().map(|position| {
        let supply = Supply::of(position);
        let [one, other] = [0, 1].map(|player| {
            let mut numbers = [0; FEATURES];
            View::of(position, player, &supply)
                .each(|place, number| numbers[place] += number as i16);
            numbers
        });
        Sample {
            game: number,
            moment: Moment::of(position),
            inputs: Inputs::of(position, &supply),
            numbers: std::array::from_fn(|at| one[at] - other[at]),
            difference: difference.clamp(-MOST, MOST) as i16,
            won: won as i8,
        }
    });
    samples.collect()
}

/// The target of each position: what the ends of the rounds that follow are worth by the weights, the nearer the more.
fn targets(samples: &[Sample], leads: &[f64], lambda: f64) -> Vec<f64> {
    let mut targets = vec![0.0; samples.len()];
    let mut later = 0.0;
    for at in (0..samples.len()).rev() {
        let sample = &samples[at];
        if at + 1 == samples.len() || samples[at + 1].game != sample.game {
            later = f64::from(sample.difference);
        }
        targets[at] = later;
        if sample.moment.stage == 0 {
            let value = match sample.moment.longest {
                5 => f64::from(sample.difference),
                _ => leads[at],
            };
            later = lambda * later + (1.0 - lambda) * value;
        }
    }
    targets
}

fn learn(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let began = Instant::now();
    let mut bytes = Vec::new();
    std::fs::File::open(&arguments[0])?.read_to_end(&mut bytes)?;
    let samples: Vec<Sample> = bytes.par_chunks_exact(BYTES).map(Sample::read).collect();
    drop(bytes);
    let lambda: f64 = arguments[1].parse()?;
    let epochs: usize = arguments[2].parse()?;
    let hidden: usize = arguments[3].parse()?;
    let decay: f32 = arguments[4].parse()?;
    let rate: f32 = arguments[5].parse()?;
    let out = arguments.get(6);
    // The ends of games are exact, so that nothing is asked about them.
    let wanted = |sample: &Sample| (sample.moment.stage, sample.moment.longest) != (0, 5);
    let (train, test): (Vec<usize>, Vec<usize>) = (0..samples.len())
        .filter(|&at| wanted(&samples[at]))
        .partition(|&at| samples[at].game % 10 != 0);
    eprintln!("{} positions, {} to learn from, {} s", samples.len(), train.len(), began.elapsed().as_secs());
    let present = Weights::fitted();
    let old: Vec<f64> = samples.iter().map(|it| lead(it, present.at(it.moment))).collect();
    let ends: Vec<f64> = samples.iter().map(|it| f64::from(it.difference)).collect();
    let refit = fit(&samples, &train, &ends);
    let refitted: Vec<f64> = samples.iter().map(|it| lead(it, refit.at(it.moment))).collect();
    let first = targets(&samples, &refitted, lambda);
    let boot = fit(&samples, &train, &first);
    let base: Vec<f64> = samples.iter().map(|it| lead(it, boot.at(it.moment))).collect();
    let aims = targets(&samples, &base, lambda);
    report("present weights", &samples, &train, &test, &old, None);
    report("weights, refitted", &samples, &train, &test, &refitted, Some(&old));
    report("weights, refitted with lambda", &samples, &train, &test, &base, Some(&old));
    eprintln!("{} s", began.elapsed().as_secs());
    let plan = Plan { epochs, decay, rate };
    let told = |leads: &[f64]| report("net", &samples, &train, &test, leads, Some(&base));
    match hidden {
        8 => drop(train_net::<8>(&samples, &train, &test, &base, &aims, plan, told)),
        16 => drop(train_net::<16>(&samples, &train, &test, &base, &aims, plan, told)),
        32 => {
            let net = train_net::<32>(&samples, &train, &test, &base, &aims, plan, told);
            if let Some(out) = out {
                write_net(&net, &samples, &train, &base, out)?;
            }
        }
        64 => drop(train_net::<64>(&samples, &train, &test, &base, &aims, plan, told)),
        _ => (),
    }
    if let Some(out) = out {
        let mut with_scales = boot.clone();
        rescale(&mut with_scales, &samples, &train, &base);
        std::fs::write(format!("{out}.weights"), with_scales.to_string())?;
        let mut with_scales = refit.clone();
        rescale(&mut with_scales, &samples, &train, &refitted);
        std::fs::write(format!("{out}.refit"), with_scales.to_string())?;
    }
    eprintln!("{} s", began.elapsed().as_secs());
    Ok(())
}

fn rescale(weights: &mut Weights, samples: &[Sample], train: &[usize], leads: &[f64]) {
    for (index, scale) in scales(samples, train, leads).into_iter().enumerate() {
        let moment = moment(index);
        let mut set = *weights.at(moment);
        set.scale = (100.0 * scale).round() as i32;
        weights.put(moment, set);
    }
}

fn write_net(net: &Real<32>, samples: &[Sample], train: &[usize], base: &[f64], out: &str) -> Result<(), Box<dyn Error>> {
    let leads: Vec<f64> = samples.par_iter().zip(base).map(|(sample, base)| base + net.value(sample)).collect();
    let mut text = String::new();
    let mut line = |numbers: &[f32]| {
        text += &numbers.iter().map(|it| it.to_string()).collect::<Vec<_>>().join(" ");
        text.push('\n');
    };
    net.rows.iter().for_each(|row| line(row));
    line(&net.bias);
    net.heads.iter().for_each(|row| line(&row.map(|it| 10.0 * it)));
    let scales: Vec<f32> = scales(samples, train, &leads).iter().map(|it| (100.0 * it).round() as f32).collect();
    line(&scales);
    Ok(std::fs::write(out, text)?)
}

fn index(moment: Moment) -> usize {
    moment.stage * Moment::LENGTHS + moment.longest
}

fn moment(index: usize) -> Moment {
    Moment { stage: index / Moment::LENGTHS, longest: index % Moment::LENGTHS }
}

fn scales(samples: &[Sample], train: &[usize], leads: &[f64]) -> Vec<f64> {
    let of = |wanted: usize| {
        let all = train.iter().filter(|&&at| index(samples[at].moment) == wanted);
        let data = all.map(|&at| (leads[at], 0.5 + 0.5 * f64::from(samples[at].won)));
        scale(data.collect())
    };
    (0..HEADS).into_par_iter().map(of).collect()
}

fn report(name: &str, samples: &[Sample], train: &[usize], test: &[usize], leads: &[f64], other: Option<&[f64]>) {
    let scales_of = scales(samples, train, leads);
    let others = other.map(|other| (other, scales(samples, train, other)));
    let mut sums = vec![[0.0; 5]; HEADS];
    // By game, for the standard error of the gain.
    let mut games: Vec<[f64; 2]> = vec![[0.0; 2]; 1 << 20];
    let loss = |lead: f64, scale: f64, won: i8| {
        let likely = 1.0 / (1.0 + (-lead / scale).exp());
        let won = 0.5 + 0.5 * f64::from(won);
        -(won * likely.max(1e-9).ln() + (1.0 - won) * (1.0 - likely).max(1e-9).ln())
    };
    for &at in test {
        let sample = &samples[at];
        let which = index(sample.moment);
        let difference = f64::from(sample.difference);
        let (square, log) = ((difference - leads[at]).powi(2), loss(leads[at], scales_of[which], sample.won));
        let (square_before, log_before) = match &others {
            Some((other, scales)) => ((difference - other[at]).powi(2), loss(other[at], scales[which], sample.won)),
            None => (square, log),
        };
        for (sum, more) in sums[which].iter_mut().zip([1.0, square, log, square_before, log_before]) {
            *sum += more;
        }
        games[sample.game as usize][0] += square_before - square;
        games[sample.game as usize][1] += log_before - log;
    }
    let total = sums.iter().fold([0.0; 5], |all, it| std::array::from_fn(|at| all[at] + it[at]));
    let error = |at: usize| games.iter().map(|it| it[at].powi(2)).sum::<f64>().sqrt();
    eprintln!(
        "{name}: mean square {:.3}, log loss {:.5}; less by {:.3} ± {:.3} ({:.2} %) and {:.5} ± {:.5}",
        total[1] / total[0],
        total[2] / total[0],
        (total[3] - total[1]) / total[0],
        error(0) / total[0],
        100.0 * (total[3] - total[1]) / total[3],
        (total[4] - total[2]) / total[0],
        error(1) / total[0],
    );
    if std::env::var_os("LONG").is_some() {
        for (which, sum) in sums.iter().enumerate().filter(|(_, it)| it[0] > 0.0) {
            eprintln!(
                "  stage {} longest {}: {} positions, root mean square {:.2} from {:.2} ({:.2} % less), log loss {:.4} from {:.4}",
                which / Moment::LENGTHS,
                which % Moment::LENGTHS,
                sum[0],
                (sum[1] / sum[0]).sqrt(),
                (sum[3] / sum[0]).sqrt(),
                100.0 * (sum[3] - sum[1]) / sum[3],
                sum[2] / sum[0],
                sum[4] / sum[0]
            );
        }
    }
}

fn lead(sample: &Sample, set: &Set) -> f64 {
    let numbers = sample.numbers.iter().zip(&set.weights);
    numbers.map(|(&number, &weight)| f64::from(number) * f64::from(weight)).sum::<f64>() / f64::from(POINT)
}

fn fit(samples: &[Sample], train: &[usize], targets: &[f64]) -> Weights {
    let mut weights = Weights::plain();
    for stage in 0..Moment::STAGES {
        let of_stage: Vec<usize> = train.iter().copied().filter(|&at| samples[at].moment.stage == stage).collect();
        let whole = regression(samples, &of_stage, targets, &DVector::zeros(FEATURES));
        for longest in 0..Moment::LENGTHS {
            let moment = Moment { stage, longest };
            let of_moment: Vec<usize> = of_stage.iter().copied().filter(|&at| samples[at].moment == moment).collect();
            let found = regression(samples, &of_moment, targets, &whole);
            let data = of_moment.iter().map(|&at| {
                let lead: f64 = samples[at].numbers.iter().zip(found.iter()).map(|(&number, weight)| f64::from(number) * weight).sum();
                (lead, 0.5 + 0.5 * f64::from(samples[at].won))
            });
            let set = Set {
                scale: (100.0 * scale(data.collect())).round() as i32,
                weights: std::array::from_fn(|at| (f64::from(POINT) * found[at]).round() as i32),
            };
            weights.put(moment, set);
        }
    }
    weights
}

fn regression(samples: &[Sample], which: &[usize], targets: &[f64], others: &DVector<f64>) -> DVector<f64> {
    let chunks = which.par_chunks(20_000).map(|chunk| {
        let mut squares = DMatrix::<f64>::zeros(FEATURES, FEATURES);
        let mut products = DVector::<f64>::zeros(FEATURES);
        for &at in chunk {
            let sample = &samples[at];
            let present: Vec<(usize, f64)> = (0..FEATURES)
                .filter(|&at| sample.numbers[at] != 0)
                .map(|at| (at, f64::from(sample.numbers[at])))
                .collect();
            for &(one, number) in &present {
                products[one] += number * targets[at];
                for &(other, factor) in &present {
                    squares[(one, other)] += number * factor;
                }
            }
        }
        (squares, products)
    });
    let chunks: Vec<_> = chunks.collect();
    let mut squares = DMatrix::<f64>::zeros(FEATURES, FEATURES);
    let mut products = DVector::<f64>::zeros(FEATURES);
    for (one, other) in chunks {
        squares += one;
        products += other;
    }
    let count = which.len().max(1) as f64;
    products -= &squares * others;
    for at in 0..FEATURES {
        squares[(at, at)] += RIDGE * (squares[(at, at)] / count).max(0.02);
    }
    others + squares.cholesky().expect("a ridge makes it positive definite").solve(&products)
}

fn scale(mut data: Vec<(f64, f64)>) -> f64 {
    data.extend([(10.0, 1.0); 8]);
    data.extend([(10.0, 0.0); 2]);
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

#[derive(Clone, Copy)]
struct Plan {
    epochs: usize,
    decay: f32,
    rate: f32,
}

/// The network in real numbers; output weights in tens of points.
#[derive(Clone)]
struct Real<const H: usize> {
    rows: Vec<[f32; H]>,
    bias: [f32; H],
    heads: Vec<[f32; H]>,
}

/// The inputs that are on, for each player.
fn active(inputs: &Inputs) -> [([u16; 160], usize); 2] {
    [0, 1].map(|player| {
        let mut list = [0; 160];
        let mut count = 0;
        let mut put = |mut bits: u128, from: usize| {
            while bits != 0 {
                list[count] = (from + bits.trailing_zeros() as usize) as u16;
                count += 1;
                bits &= bits - 1;
            }
        };
        put(inputs.boards[player], 0);
        put(inputs.boards[1 - player], BOARD);
        put(inputs.common, 2 * BOARD);
        put(inputs.leads[player].into(), 2 * BOARD + COMMON);
        (list, count)
    })
}

impl<const H: usize> Real<H> {
    fn zero() -> Self {
        Self { rows: vec![[0.0; H]; INPUTS], bias: [0.0; H], heads: vec![[0.0; H]; HEADS] }
    }

    fn random(seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut uniform = |most: f32| most * (below(&mut rng, 1 << 20) as f32 / (1 << 19) as f32 - 1.0);
        let mut net = Self::zero();
        net.rows.iter_mut().flatten().for_each(|it| *it = uniform(0.15));
        net.bias.iter_mut().for_each(|it| *it = 0.4 + uniform(0.3));
        let mut head = [0.0; H];
        head.iter_mut().for_each(|it| *it = uniform(0.1));
        net.heads = vec![head; HEADS];
        net
    }

    #[inline]
    fn sums(&self, active: &[u16]) -> [f32; H] {
        let mut sums = self.bias;
        for &at in active {
            let row = &self.rows[usize::from(at)];
            for h in 0..H {
                sums[h] += row[h];
            }
        }
        sums
    }

    /// In points.
    fn value(&self, sample: &Sample) -> f64 {
        let [one, other] = active(&sample.inputs).map(|(list, count)| self.sums(&list[..count]));
        let head = &self.heads[index(sample.moment)];
        let mut sum = 0.0;
        for h in 0..H {
            sum += head[h] * (one[h].clamp(0.0, 1.0) - other[h].clamp(0.0, 1.0));
        }
        10.0 * f64::from(sum)
    }

    /// Adds the slope of half the squared error, in tens of points.
    fn slope(&self, sample: &Sample, residual: f32, slope: &mut Self) {
        let lists = active(&sample.inputs);
        let sums = [0, 1].map(|player| self.sums(&lists[player].0[..lists[player].1]));
        let which = index(sample.moment);
        let head = &self.heads[which];
        let mut value = 0.0;
        for h in 0..H {
            value += head[h] * (sums[0][h].clamp(0.0, 1.0) - sums[1][h].clamp(0.0, 1.0));
        }
        let error = value - residual / 10.0;
        for (player, sign) in [(0, error), (1, -error)] {
            let mut back = [0.0; H];
            for h in 0..H {
                let sum = sums[player][h];
                slope.heads[which][h] += sign * sum.clamp(0.0, 1.0);
                back[h] = if sum > 0.0 && sum < 1.0 { sign * head[h] } else { 0.0 };
                slope.bias[h] += back[h];
            }
            for &at in &lists[player].0[..lists[player].1] {
                let row = &mut slope.rows[usize::from(at)];
                for h in 0..H {
                    row[h] += back[h];
                }
            }
        }
    }

    fn each(&mut self) -> impl Iterator<Item = &mut f32> {
        self.rows.iter_mut().flatten().chain(&mut self.bias).chain(self.heads.iter_mut().flatten())
    }
}

fn train_net<const H: usize>(
    samples: &[Sample],
    train: &[usize],
    test: &[usize],
    base: &[f64],
    aims: &[f64],
    plan: Plan,
    told: impl Fn(&[f64]),
) -> Real<H> {
    const BATCH: usize = 4096;
    let mut net = Real::<H>::random(1);
    let again: usize = std::env::var("AGAIN").map_or(0, |it| it.parse().unwrap());
    let lambda: f64 = std::env::var("LAMBDA").map_or(0.5, |it| it.parse().unwrap());
    let mut own_aims = aims.to_vec();
    for turn in 0..=again {
    let aims = &own_aims;
    if turn == again { net = Real::<H>::random(1 + turn as u64); }
    let (mut means, mut squares) = (Real::<H>::zero(), Real::<H>::zero());
    let mut order = train.to_vec();
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let steps = plan.epochs * order.len().div_ceil(BATCH);
    let mut step = 0;
    let _ = test;
    for epoch in 0..plan.epochs {
        for at in (1..order.len()).rev() {
            order.swap(at, below(&mut rng, at as u32 + 1) as usize);
        }
        for batch in order.chunks(BATCH) {
            let parts: Vec<Real<H>> = batch
                .par_chunks(BATCH / 4)
                .map(|part| {
                    let mut slope = Real::zero();
                    for &at in part {
                        net.slope(&samples[at], (aims[at] - base[at]) as f32, &mut slope);
                    }
                    slope
                })
                .collect();
            let mut parts = parts.into_iter();
            let mut slope = parts.next().expect("a batch is not empty");
            for mut part in parts {
                slope.each().zip(part.each()).for_each(|(sum, more)| *sum += *more);
            }
            step += 1;
            let part = step as f32 / steps as f32;
            let rate = plan.rate * (1.0 - part).max(0.0) * (part * 20.0).min(1.0);
            let (warm, hot) = (1.0 - 0.9_f32.powi(step), 1.0 - 0.999_f32.powi(step));
            let count = batch.len() as f32;
            for (((weight, slope), mean), square) in
                net.each().zip(slope.each()).zip(means.each()).zip(squares.each())
            {
                let slope = *slope / count;
                *mean = 0.9 * *mean + 0.1 * slope;
                *square = 0.999 * *square + 0.001 * slope * slope;
                *weight -= rate * (*mean / warm / ((*square / hot).sqrt() + 1e-8) + plan.decay * *weight);
            }
        }
        if (epoch + 1) % 5 == 0 || epoch + 1 == plan.epochs {
            let leads: Vec<f64> = samples.par_iter().zip(base).map(|(sample, base)| base + net.value(sample)).collect();
            let left = train.iter().map(|&at| (aims[at] - leads[at]).powi(2)).sum::<f64>() / train.len() as f64;
            let before = train.iter().map(|&at| (aims[at] - base[at]).powi(2)).sum::<f64>() / train.len() as f64;
            let unseen = test.iter().map(|&at| (aims[at] - leads[at]).powi(2)).sum::<f64>() / test.len() as f64;
            let unseen_before = test.iter().map(|&at| (aims[at] - base[at]).powi(2)).sum::<f64>() / test.len() as f64;
            eprintln!("epoch {}: targets {before:.3} to {left:.3}, unseen {unseen_before:.3} to {unseen:.3}", epoch + 1);
            told(&leads);
        }
    }
    let leads: Vec<f64> = samples.par_iter().zip(base).map(|(sample, base)| base + net.value(sample)).collect();
    own_aims = targets(samples, &leads, lambda);
    }
    net
}
