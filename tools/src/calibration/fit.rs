//! The fit of the calibration in `players/azulejo/win.rs`, by logistic regression.

use super::games;
use crate::Result;
use azulejo::control::Control;
use azulejo::game::Players;
use azulejo::players::Limits;
use azulejo::players::azulejo::{Azulejo, Moment};

/// The first seed of the games, which no other program uses.
const FIRST: u64 = 1 << 40;

/// The nodes of a position's search; it is much smaller than that of an answer, and its values differ little.
const NODES: u64 = 12_000;

pub(crate) fn fit(positions: usize) -> Result {
    let limits = Limits::of_nodes(NODES);
    for players in Players::ALL {
        let target = match players {
            Players::Two => positions,
            _ => positions / 4,
        };
        // A group a length of the longest row; with more players, one in all.
        let mut groups: Vec<Vec<(f64, f64)>> = vec![Vec::new(); Moment::LENGTHS];
        let mut positions_count = 0;
        let mut seed = FIRST;
        while positions_count < target {
            for sample in games::game(seed, players) {
                let control = Control::default();
                let lines =
                    Azulejo::default().lines(&sample.position, (1, &[]), &limits, &control, |_| ());
                let leaf = lines.lines[0].leaf;
                positions_count += 1;
                if !leaf.ended {
                    let longest = match players {
                        // The first moves tell little by themselves.
                        Players::Two => Moment::of(&sample.position).longest.max(1),
                        _ => 0,
                    };
                    groups[longest].push((f64::from(leaf.value) / 1000.0, sample.share));
                }
            }
            seed += 1;
        }
        for (longest, group) in groups.iter().enumerate() {
            if group.len() >= 100 {
                let (zero, slope) = logistic(group, players != Players::Two);
                println!(
                    "{} players, longest row {longest}: {} positions, line({:.0}, {:.0})",
                    players.count(),
                    group.len(),
                    1000.0 * zero,
                    1000.0 * slope
                );
            }
        }
    }
    Ok(())
}

/// The maximum likelihood line from a value to the logit of its outcome, by Newton's method; its intercept is 0 unless
/// `free`.
fn logistic(samples: &[(f64, f64)], free: bool) -> (f64, f64) {
    let (mut zero, mut slope) = (0.0, 1.0);
    for _ in 0..30 {
        let (mut g0, mut g1, mut h00, mut h01, mut h11) = (0.0, 0.0, 1e-6, 0.0, 1e-6);
        for &(value, won) in samples {
            let value = value.clamp(-8.0, 8.0);
            let p = 1.0 / (1.0 + (-(zero + slope * value)).exp());
            let (error, weight) = (won - p, p * (1.0 - p));
            g0 += error;
            g1 += error * value;
            h00 += weight;
            h01 += weight * value;
            h11 += weight * value * value;
        }
        if !free {
            slope += g1 / h11;
            continue;
        }
        let determinant = h00 * h11 - h01 * h01;
        zero += (h11 * g0 - h01 * g1) / determinant;
        slope += (h00 * g1 - h01 * g0) / determinant;
    }
    (zero, slope)
}
