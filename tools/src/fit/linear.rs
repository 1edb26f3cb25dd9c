//! The weights by linear regression, and the odds to win by logistic regression.

use super::games::Sample;
use azulejo::players::azulejo::{BoardWeights, FEATURES, Moment, POINT, WeightSet};
use nalgebra::{DMatrix, DVector};
use rayon::prelude::*;
use std::ops::AddAssign;

/// The ridge parameter, as a number of samples: weights of a moment are drawn to those of its stage, and those to 0.
const RIDGE: f64 = 60.0;

/// The weights with the least squared errors against the targets, for every moment.
pub(crate) fn fit(samples: &[Sample], aims: &[f64]) -> BoardWeights {
    let mut weights = BoardWeights::plain();
    for stage in 0..Moment::STAGES {
        let moments = Moment::all().filter(|moment| moment.stage == stage);
        let sums: Vec<Sums> = moments
            .map(|moment| Sums::of(samples, aims, moment))
            .collect();
        let mut all = Sums::zero();
        sums.iter().for_each(|sum| all += sum);
        let whole = all.solve(&DVector::zeros(FEATURES));
        for (longest, sums) in sums.iter().enumerate() {
            let solution = sums.solve(&whole);
            let set = WeightSet {
                scale: 1000,
                weights: std::array::from_fn(|at| (f64::from(POINT) * solution[at]).round() as i32),
            };
            weights.put(Moment { stage, longest }, set);
        }
    }
    let values = values(samples, &weights);
    for (moment, scale) in Moment::all().zip(scales(samples, &values)) {
        let set = *weights.at(moment);
        weights.put(moment, WeightSet { scale, ..set });
    }
    weights
}

/// The lead of each position's first player by the weights, in points.
pub(crate) fn values(samples: &[Sample], weights: &BoardWeights) -> Vec<f64> {
    let value = |sample: &Sample| {
        let weights = &weights.at(sample.moment).weights;
        let products = sample.numbers.iter().zip(weights);
        let products = products.map(|(&number, &weight)| i64::from(number) * i64::from(weight));
        products.sum::<i64>() as f64 / f64::from(POINT)
    };
    samples.par_iter().map(value).collect()
}

/// The sufficient statistics of a regression.
struct Sums {
    /// The sums of products of features, on and below the diagonal.
    squares: DMatrix<f64>,
    /// The sums of products of features and targets.
    products: DVector<f64>,
    count: f64,
}

impl AddAssign<&Sums> for Sums {
    fn add_assign(&mut self, other: &Sums) {
        self.squares += &other.squares;
        self.products += &other.products;
        self.count += other.count;
    }
}

impl Sums {
    fn zero() -> Self {
        Self {
            squares: DMatrix::zeros(FEATURES, FEATURES),
            products: DVector::zeros(FEATURES),
            count: 0.0,
        }
    }

    fn of(samples: &[Sample], aims: &[f64], moment: Moment) -> Self {
        let chunks = samples.par_chunks(100_000).zip(aims.par_chunks(100_000));
        let chunks = chunks.map(|(samples, aims)| {
            let mut sums = Self::zero();
            let mut present = Vec::with_capacity(FEATURES);
            for (sample, aim) in samples.iter().zip(aims) {
                if sample.moment != moment {
                    continue;
                }
                present.clear();
                let numbers = sample.numbers.iter().enumerate();
                let numbers = numbers.filter(|entry| *entry.1 != 0);
                present.extend(numbers.map(|(at, &number)| (at, f64::from(number))));
                for (index, &(column, number)) in present.iter().enumerate() {
                    sums.products[column] += number * aim;
                    for &(row, factor) in &present[index..] {
                        sums.squares[(row, column)] += number * factor;
                    }
                }
                sums.count += 1.0;
            }
            sums
        });
        // Added up in their order, so that the result is the same on any number of threads.
        let chunks: Vec<Self> = chunks.collect();
        let mut all = Self::zero();
        chunks.iter().for_each(|chunk| all += chunk);
        all
    }

    /// The weights, in points, that minimise the squared errors and the squared distance from `others`.
    fn solve(&self, others: &DVector<f64>) -> DVector<f64> {
        let mut squares = self.squares.clone();
        squares.fill_upper_triangle_with_lower_triangle();
        let products = &self.products - &squares * others;
        for at in 0..FEATURES {
            // By the mean square of the number, so that its unit does not matter.
            squares[(at, at)] += RIDGE * (squares[(at, at)] / self.count.max(1.0)).max(0.02);
        }
        let factors = squares.cholesky();
        let factors = factors.expect("a ridge makes it positive definite");
        others + factors.solve(&products)
    }
}

/// The lead at which the odds to win are e to 1, in hundredths of a point, for each moment.
pub(crate) fn scales(samples: &[Sample], values: &[f64]) -> Vec<i32> {
    let of = |moment| {
        let all = samples.iter().zip(values);
        let data = all.filter(|(sample, _)| sample.moment == moment);
        let scale = scale(
            data.map(|(sample, &value)| (value, sample.outcome()))
                .collect(),
        );
        (100.0 * scale).round() as i32
    };
    let moments: Vec<Moment> = Moment::all().collect();
    moments.into_par_iter().map(of).collect()
}

/// Logistic regression of one coefficient, by Newton's method.
fn scale(mut data: Vec<(f64, f64)>) -> f64 {
    // Where there is little, a lead of 10 points wins four of five games.
    data.extend([(10.0, 1.0); 8].into_iter().chain([(10.0, 0.0); 2]));
    let mut steepness = 0.1;
    for _ in 0..20 {
        let (mut slope, mut curve) = (0.0, 0.0);
        for &(lead, won) in &data {
            let likely = 1.0 / (1.0 + f64::exp(-steepness * lead));
            slope += lead * (won - likely);
            curve += lead * lead * likely * (1.0 - likely);
        }
        steepness = f64::clamp(steepness + slope / curve, 0.02, 1.0);
    }
    1.0 / steepness
}
