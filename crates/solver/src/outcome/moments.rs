use crate::wall::Wall;
use num_rational::BigRational;

/// The mean and the variance of a score, as exact fractions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moments {
    /// The mean.
    pub mean: BigRational,
    /// The mean square of the distance from the mean.
    pub variance: BigRational,
}

impl Moments {
    /// The moments of all orders of an empty wall without constraints, in closed form (section 11 of docs/proofs.md).
    ///
    /// ```
    /// use azulejo_solver::{outcome::Moments, wall::Wall};
    /// let game = Moments::of_all_orders(Wall::new(5, 5)?);
    /// assert_eq!((game.mean.to_string(), game.variance.to_string()), ("1652/15".into(), "87263/3150".into()));
    /// # Ok::<(), azulejo_solver::wall::WallError>(())
    /// ```
    pub fn of_all_orders(wall: Wall) -> Self {
        let (a, b) = (wall.rows() as i64, wall.columns() as i64);
        let (short, long) = (a.min(b), a.max(b));
        // On a single line each tile is a run of its own in the other direction, and a start there.
        if short == 1 {
            return Self {
                mean: runs(long),
                variance: variance_of_runs(long),
            };
        }
        // Expected number of singles, by cells with 4, 3 and 2 neighbours.
        let singles = over((a - 2) * (b - 2), 5) + over(2 * (a + b - 4), 4) + over(4, 3);
        let starts = over(a * (b + 1) + b * (a + 1), 3) - singles;
        Self {
            mean: whole(a) * runs(b) + whole(b) * runs(a) - starts,
            variance: variance_of_lines(a, b)
                + variance_of_lines(b, a)
                + variance_of_starts(short, long),
        }
    }
}

fn over(numerator: i64, denominator: i64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

fn whole(number: i64) -> BigRational {
    over(number, 1)
}

fn harmonic(n: i64) -> BigRational {
    (1..=n).map(|k| over(1, k)).sum()
}

/// The mean sum of the runs of a line of n cells.
fn runs(n: i64) -> BigRational {
    whole(2 * (n + 1)) * harmonic(n) - whole(3 * n)
}

/// The variance of the sum of the runs of a line, which is the variance of the path length of a random search tree.
fn variance_of_runs(n: i64) -> BigRational {
    let squares: BigRational = (1..=n).map(|k| over(1, k * k)).sum();
    whole(7 * n * n + 13 * n)
        - whole(4 * (n + 1) * (n + 1)) * squares
        - whole(2 * (n + 1)) * harmonic(n)
}

/// The singles of a row: an outer row has one neighbouring row, an inner row two.
#[derive(Debug, Clone, Copy)]
enum Singles {
    Outer,
    Inner,
}

impl Singles {
    /// K: the covariance of the number of singles and the runs of their own row of n ≥ 2 cells.
    fn own_covariance(self, n: i64) -> BigRational {
        match self {
            Self::Outer => over(-n, 12) + over(1, 9) + over(1, 3 * n) - over(1, 3 * (n + 1)),
            Self::Inner => {
                over(-3 * n, 50) + over(3, 25) + over(1, 5 * n) - over(2, 5 * (n + 1))
                    + over(2, 15 * (n + 2))
            }
        }
    }

    /// J: the covariance of the number of singles and the runs of a neighbouring row.
    fn neighbour_covariance(self, n: i64) -> BigRational {
        match self {
            Self::Outer => {
                harmonic(n) / whole(6) - over(3, 8) + over(1, 2 * (n + 1)) + over(1, 2 * (n + 2))
                    - over(5, 6 * (n + 3))
            }
            Self::Inner => {
                harmonic(n) / whole(15) - over(32, 225)
                    + over(4, 15 * (n + 1))
                    + over(4, 15 * (n + 2))
                    - over(16, 15 * (n + 3))
                    + over(3, 5 * (n + 4))
            }
        }
    }
}

/// The part of the variance from the runs of a rows of b ≥ 2 cells.
fn variance_of_lines(a: i64, b: i64) -> BigRational {
    let [outer, inner] = [Singles::Outer, Singles::Inner];
    let outer = outer.own_covariance(b) + outer.neighbour_covariance(b);
    let inner = inner.own_covariance(b) + whole(2) * inner.neighbour_covariance(b);
    let with_singles = whole(2) * outer + whole(a - 2) * inner;
    let with_starts = over(-(b - 2) * (b + 3), 9 * b);
    whole(a) * (variance_of_runs(b) - whole(2) * with_starts) + whole(2) * with_singles
}

/// The variance of the number of tiles that start their row, their column or both.
fn variance_of_starts(short: i64, long: i64) -> BigRational {
    match (short, long) {
        (2, 2) => over(2, 9),
        (2, 3) => over(9, 20),
        (3, 3) => over(524, 525),
        (2, _) => over(61 * long, 630) + over(13, 105),
        (3, _) => over(361 * long, 1260) + over(457, 6300),
        _ => over(37 * short * long, 525) + over(47 * (short + long), 1050) - over(58, 1575),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::{Itertools, iproduct};

    fn choose(n: i64, k: i64) -> i64 {
        (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
    }

    /// ∫ t^k (1 − t)^q from 0 to 1.
    fn beta(k: i64, q: i64) -> BigRational {
        over(1, (k + q + 1) * choose(k + q, q))
    }

    /// ∫ t^m ∫ t^−k (1 − s/t)^x (1 − s)^y, the outer integral over t from 0 to 1, the inner one over s from 0 to t.
    fn nested(m: i64, k: i64, x: i64, y: i64) -> BigRational {
        let terms = iproduct!(0..=x, 0..=y).map(|(i, j)| {
            let sign = if (i + j) % 2 == 0 { 1 } else { -1 };
            over(
                sign * choose(x, i) * choose(y, j),
                (i + j + 1) * (m - k + j + 2),
            )
        });
        terms.sum()
    }

    /// The covariance of the runs of a line and its cells that come before all their neighbours, of which v are outside of the
    /// line: by the cases of docs/proofs.md, for each part of the line and each cell.
    fn line_covariance(n: i64, v: i64) -> BigRational {
        let parts = (0..n).array_combinations();
        let terms = iproduct!(parts, 0..n).map(|([left, right], j): ([i64; 2], i64)| {
            let m = right - left + 1;
            let near = [j - 1, j + 1].into_iter().filter(|c| (0..n).contains(c));
            let near = near.collect_vec();
            let q = near.len() as i64;
            let within = |c: i64| (left..=right).contains(&c);
            let near_within = near.iter().filter(|c| within(**c)).collect_vec();
            if !within(j) && near_within.is_empty() {
                return whole(0);
            }
            let end_terms = [left, right].map(|end| {
                if j == end {
                    whole(0)
                } else if within(j) {
                    let others = near_within.iter().filter(|c| ***c != end).count() as i64;
                    let outside = q - near_within.len() as i64;
                    nested(m - 1, 1, others, v + outside)
                } else {
                    let other = i64::from(*near_within[0] != end);
                    nested(m - 1, 0, other, v + q - 1)
                }
            });
            end_terms.into_iter().sum::<BigRational>() - over(2, m * (q + v + 1))
        });
        terms.sum()
    }

    /// The covariance of the runs of a line and the cells of a neighbouring line that come before all their neighbours.
    fn neighbour_covariance(n: i64, v: i64) -> BigRational {
        let integral = |k| {
            let term = |q: i64| (over(1, k + 1) - beta(k, q)) / whole(q);
            term(v + 1) - term(v + 2)
        };
        let terms = (1..n)
            .map(|k| over(k - 1, k) * integral(k) + (over(1, k) - over(2, k + 1)) * integral(0));
        whole(2) * terms.sum::<BigRational>()
    }

    /// The covariance of the runs of a line and its starts, from all orders of its cells.
    fn enumerated_covariance(n: usize) -> BigRational {
        let (mut orders, mut runs, mut starts, mut products) = (0, 0, 0, 0);
        for order in (0..n).permutations(n) {
            let mut filled = vec![false; n];
            let (mut sum, mut singles) = (0, 0);
            for cell in order {
                filled[cell] = true;
                let left = filled[..cell].iter().rev().take_while(|f| **f).count();
                let run = left + filled[cell..].iter().take_while(|f| **f).count();
                sum += run as i64;
                singles += i64::from(run == 1);
            }
            orders += 1;
            runs += sum;
            starts += singles;
            products += sum * singles;
        }
        over(products, orders) - over(runs, orders) * over(starts, orders)
    }

    #[test]
    fn the_covariance_of_runs_and_starts_matches_all_orders() {
        for n in 2..=8 {
            let formula = over(-(n - 2) * (n + 3), 9 * n);
            assert_eq!(enumerated_covariance(n as usize), formula, "{n}");
        }
    }

    #[test]
    fn covariances_match_their_integrals() {
        for n in 2..=16 {
            assert_eq!(
                line_covariance(n, 0),
                over(-(n - 2) * (n + 3), 9 * n),
                "{n}"
            );
            for (singles, v) in [(Singles::Outer, 1), (Singles::Inner, 2)] {
                assert_eq!(line_covariance(n, v), singles.own_covariance(n), "{n} {v}");
                assert_eq!(
                    neighbour_covariance(n, v),
                    singles.neighbour_covariance(n),
                    "{n} {v}"
                );
            }
        }
    }
}
