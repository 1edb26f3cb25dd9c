//! The table of the share of each grade among the moves of each player.

use super::games::{KINDS, game};
use crate::Result;
use crate::page::{head, replace_between};
use crate::statistics::{mean, quantile};
use azulejo::analysis::{Effort, Grade, grade};
use azulejo::control::Control;
use azulejo::game::Players;

/// The first seed of the games, which no other program uses.
const FIRST: u64 = 1 << 41;

pub(crate) fn write(positions: usize) -> Result {
    let mut counts = [[0_u32; Grade::ALL.len()]; KINDS.len()];
    let mut losses: [Vec<f64>; KINDS.len()] = Default::default();
    let mut count = 0;
    let mut seed = FIRST;
    while count < positions {
        for sample in game(seed, Players::Two) {
            let (settings, control) = (Effort::Quick.settings(), Control::default());
            let grade = grade(&sample.position, sample.move_, &settings, &control)?;
            counts[sample.kind][grade.grade as usize] += 1;
            losses[sample.kind].push(grade.loss.win);
            count += 1;
        }
        seed += 1;
    }
    let names = Grade::ALL.map(Grade::name).join(" | ");
    let columns = format!("| moves of | positions | {names} | mean loss of win |");
    let mut text = format!("\n{}", head(&columns));
    for ((name, counts), mut losses) in KINDS.iter().zip(counts).zip(losses) {
        let all: u32 = counts.iter().sum();
        let share = |count: u32| 100.0 * f64::from(count) / f64::from(all.max(1));
        let shares = counts.map(|count| format!("{:.1} %", share(count)));
        let (shares, mean_loss) = (shares.join(" | "), 100.0 * mean(losses.iter().copied()));
        text += &format!("| `{name}` | {all} | {shares} | {mean_loss:.2} % |\n");
        losses.sort_by(f64::total_cmp);
        let at = |part: f64| quantile(&losses, part).unwrap_or(0.0);
        let parts = [0.5, 0.7, 0.8, 0.9, 0.95, 0.98].map(|part| format!("{:.3}", at(part)));
        let parts = parts.join(" ");
        eprintln!("{name}: losses at 50, 70, 80, 90, 95, 98 %: {parts}");
    }
    replace_between("docs/analysis.md", "coach-grades", &(text + "\n"))
}
