//! The network in real numbers, and its training.

use super::games::Sample;
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::players::azulejo::{HIDDEN, Head, INPUTS, InvalidNet, Moment, Net, ONE, PART, POINT};
use rayon::prelude::*;

/// The number of passes through the samples.
const EPOCHS: usize = 8;

/// The samples of a step.
const BATCH: usize = 4096;

/// The samples of a step that one thread processes together; the sums are the same on any number of threads.
const CHUNK: usize = 1024;

/// The largest learning rate. The rate grows to it in the first part of the training, and then shrinks to 0.
const STEP: f32 = 0.003;

/// The part of the training in which the rate grows.
const WARM_UP: f32 = 0.05;

/// The weight decay of a step, as a part of the rate.
const DECAY: f32 = 0.01;

/// The points of an output weight of 1.
const UNIT: f32 = 10.0;

/// The network. Its units are at most 1.
#[derive(Clone)]
pub(crate) struct Real {
    rows: Vec<[f32; HIDDEN]>,
    bias: [f32; HIDDEN],
    /// The output weights of every moment, and the additions at each moment.
    head: [f32; HIDDEN],
    heads: Vec<[f32; HIDDEN]>,
}

impl Real {
    fn zero() -> Self {
        Self {
            rows: vec![[0.0; HIDDEN]; INPUTS],
            bias: [0.0; HIDDEN],
            head: [0.0; HIDDEN],
            heads: vec![[0.0; HIDDEN]; Moment::COUNT],
        }
    }

    fn random(rng: &mut ChaCha8Rng) -> Self {
        let mut uniform =
            |limit: f32| limit * (below(rng, 1 << 20) as f32 / (1 << 19) as f32 - 1.0);
        let mut net = Self::zero();
        let rows = net.rows.iter_mut().flatten();
        rows.for_each(|weights| *weights = uniform(0.15));
        net.bias
            .iter_mut()
            .for_each(|bias| *bias = 0.4 + uniform(0.3));
        net.head
            .iter_mut()
            .for_each(|weight| *weight = uniform(0.1));
        net
    }

    fn each(&mut self) -> impl Iterator<Item = &mut f32> {
        let layer = self.rows.iter_mut().flatten().chain(&mut self.bias);
        let heads = self.heads.iter_mut().flatten();
        layer.chain(&mut self.head).chain(heads)
    }

    /// The sums of a player's units, and the inputs that are on.
    fn sums(&self, sample: &Sample, player: usize, active: &mut Vec<usize>) -> [f32; HIDDEN] {
        active.clear();
        sample.inputs.each(player, |input| active.push(input));
        let mut sums = self.bias;
        for &input in &*active {
            for (sum, weight) in sums.iter_mut().zip(&self.rows[input]) {
                *sum += weight;
            }
        }
        sums
    }

    fn output(&self, moment: Moment) -> [f32; HIDDEN] {
        let head = &self.heads[moment.index()];
        std::array::from_fn(|unit| self.head[unit] + head[unit])
    }

    /// The correction of the first player's lead, in points.
    pub(crate) fn correction(&self, sample: &Sample) -> f64 {
        let mut active = Vec::new();
        let sums = [0, 1].map(|player| self.sums(sample, player, &mut active));
        f64::from(UNIT * value(&sums, &self.output(sample.moment)))
    }

    /// Adds the gradient of half the squared error.
    fn add_gradient(
        &self,
        sample: &Sample,
        target: f32,
        active: &mut [Vec<usize>; 2],
        gradient: &mut Self,
    ) {
        let sums = [0, 1].map(|player| self.sums(sample, player, &mut active[player]));
        let output = self.output(sample.moment);
        let error = value(&sums, &output) - target;
        let at = sample.moment.index();
        for (player, error) in [(0, error), (1, -error)] {
            let sums = &sums[player];
            let units: [f32; HIDDEN] =
                std::array::from_fn(|unit| error * sums[unit].clamp(0.0, 1.0));
            let back: [f32; HIDDEN] = std::array::from_fn(|unit| {
                let is_linear = sums[unit] > 0.0 && sums[unit] < 1.0;
                if is_linear { error * output[unit] } else { 0.0 }
            });
            add(&mut gradient.head, &units);
            add(&mut gradient.heads[at], &units);
            add(&mut gradient.bias, &back);
            for &input in &active[player] {
                add(&mut gradient.rows[input], &back);
            }
        }
    }

    /// The nearest network in integers, with the given scales.
    pub(crate) fn rounded(&self, scales: &[i32]) -> Result<Net, InvalidNet> {
        let unit = f32::from(ONE);
        let points = UNIT * POINT as f32 * PART as f32 / unit;
        let inner = |row: &[f32; HIDDEN]| row.map(|weight| (weight * unit).round() as i16);
        let heads = Moment::all().zip(scales).map(|(moment, &scale)| Head {
            scale,
            weights: self
                .output(moment)
                .map(|weight| (weight * points).round() as i16),
        });
        Net::new(
            self.rows.iter().map(inner).collect(),
            inner(&self.bias),
            heads.collect(),
        )
    }
}

fn add(sums: &mut [f32; HIDDEN], values: &[f32; HIDDEN]) {
    sums.iter_mut()
        .zip(values)
        .for_each(|(sum, value)| *sum += value);
}

fn value(sums: &[[f32; HIDDEN]; 2], output: &[f32; HIDDEN]) -> f32 {
    let mut value = 0.0;
    for unit in 0..HIDDEN {
        let [first, second] = [0, 1].map(|player| sums[player][unit].clamp(0.0, 1.0));
        value += output[unit] * (first - second);
    }
    value
}

/// Trains a network on the differences of targets and values ("AdamW": Loshchilov and Hutter, "Decoupled weight decay
/// regularization", 2019).
pub(crate) fn train(samples: &[Sample], values: &[f64], aims: &[f64], seed: u64) -> Real {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut net = Real::random(&mut rng);
    let [mut means, mut squares] = [Real::zero(), Real::zero()];
    let order = (0..samples.len()).filter(|&at| !samples[at].is_end());
    let mut order: Vec<usize> = order.collect();
    let steps = EPOCHS * order.len().div_ceil(BATCH);
    let (mut step, mut mean_decay, mut square_decay) = (0, 1.0, 1.0);
    for _ in 0..EPOCHS {
        for at in (1..order.len()).rev() {
            order.swap(at, below(&mut rng, at as u32 + 1) as usize);
        }
        for batch in order.chunks(BATCH) {
            let chunks = batch.par_chunks(CHUNK).map(|chunk| {
                let (mut gradient, mut active) = (Real::zero(), [Vec::new(), Vec::new()]);
                for &at in chunk {
                    let target = (aims[at] - values[at]) as f32 / UNIT;
                    net.add_gradient(&samples[at], target, &mut active, &mut gradient);
                }
                gradient
            });
            let chunks: Vec<Real> = chunks.collect();
            let mut gradient = Real::zero();
            for mut chunk in chunks {
                let sums = gradient.each().zip(chunk.each());
                sums.for_each(|(sum, value)| *sum += *value);
            }
            step += 1;
            (mean_decay, square_decay) = (0.9 * mean_decay, 0.999 * square_decay);
            let progress = step as f32 / steps as f32;
            let length = STEP * (progress / WARM_UP).min(1.0) * (1.0 - progress);
            let moments = means.each().zip(squares.each());
            let updates = net.each().zip(gradient.each()).zip(moments);
            for ((weight, gradient), (mean, square)) in updates {
                let gradient = *gradient / batch.len() as f32;
                *mean = 0.9 * *mean + 0.1 * gradient;
                *square = 0.999 * *square + 0.001 * gradient * gradient;
                let spread = (*square / (1.0 - square_decay)).sqrt() + 1e-8;
                *weight -= length * (*mean / (1.0 - mean_decay) / spread + DECAY * *weight);
            }
        }
    }
    net
}
