//! The table of the share of each grade among the moves of each player.

use super::games::{KINDS, game};
use crate::Result;
use crate::statistics::{mean, quantile};
use crate::storage::replace_between;
use azulejo::analysis::{Effort, Grade, grade};
use azulejo::control::Control;
use azulejo::game::Players;
use std::fmt::Write;

/// The first seed of the games, which no other program uses.
const FIRST: u64 = 1 << 41;

pub(crate) fn write(positions: usize) -> Result {
    let mut counts = [[0_u32; Grade::ALL.len()]; KINDS.len()];
    let mut losses: [Vec<f64>; KINDS.len()] = Default::default();
    let mut seen = 0;
    let mut seed = FIRST;
    while seen < positions {
        for sample in game(seed, Players::Two) {
            let settings = Effort::Quick.settings();
            let graded = grade(
                &sample.position,
                sample.taken,
                &settings,
                &Control::default(),
            )?;
            counts[sample.kind][graded.grade as usize] += 1;
            losses[sample.kind].push(graded.loss.win);
            seen += 1;
        }
        seed += 1;
    }
    let mut text = String::from("\n| moves of | positions |");
    for grade in Grade::ALL {
        write!(text, " {} |", grade.name())?;
    }
    text += " mean loss of win |\n|---|---|---|---|---|---|---|---|\n";
    for (kind, name) in KINDS.iter().enumerate() {
        let all: u32 = counts[kind].iter().sum();
        write!(text, "| `{name}` | {all} |")?;
        for count in counts[kind] {
            write!(
                text,
                " {:.1} % |",
                100.0 * f64::from(count) / f64::from(all.max(1))
            )?;
        }
        let losses = &mut losses[kind];
        writeln!(text, " {:.2} % |", 100.0 * mean(losses.iter().copied()))?;
        losses.sort_by(f64::total_cmp);
        let at = |part: f64| quantile(losses, part).unwrap_or(0.0);
        let parts = [0.5, 0.7, 0.8, 0.9, 0.95, 0.98].map(|part| format!("{:.3}", at(part)));
        eprintln!(
            "{name}: losses at 50, 70, 80, 90, 95, 98 %: {}",
            parts.join(" ")
        );
    }
    replace_between("docs/analysis.md", "coach-grades", &(text + "\n"))
}
