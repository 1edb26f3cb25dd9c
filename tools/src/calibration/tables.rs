//! The tables of the judge's accuracy about the results of games.

use super::games::{KINDS, game};
use crate::Result;
use crate::page::{head, percent, replace_between};
use crate::statistics::{mean, rounded};
use crate::storage::Lines;
use azulejo::analysis::{Certainty, Effort, judge};
use azulejo::control::Control;
use azulejo::game::Players;
use azulejo::players::azulejo::Moment;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The judgement of a position, and the result of its game.
#[derive(Debug, Serialize, Deserialize)]
struct JudgedSample {
    seed: u64,
    kind: usize,
    round: u32,
    longest: usize,
    certainty: usize,
    win: f64,
    points: f64,
    /// The lead in points at the position, with the bonuses of complete lines.
    lead: f64,
    won: f64,
    difference: f64,
}

pub(crate) fn write(positions: usize) -> Result {
    let mut stored: Lines<JudgedSample> = Lines::of_coach("calibration.jsonl")?;
    let mut seed = stored.entries.last().map_or(0, |entry| entry.seed + 1);
    let settings = Effort::Quick.settings();
    while stored.entries.len() < positions {
        for sample in game(seed, Players::Two) {
            let position = &sample.position;
            let judged = judge(position, &settings, &[], &Control::default(), |_| ());
            let best = judged.best();
            let standing = position.standing();
            let [own, other] = [position.mover(), 1 - position.mover()]
                .map(|player| f64::from(standing.scores()[player]));
            stored.push(JudgedSample {
                seed,
                kind: sample.kind,
                round: position.round(),
                longest: Moment::of(position).longest,
                certainty: best.certainty as usize,
                win: rounded(best.win),
                points: rounded(best.points),
                lead: own - other,
                won: sample.share,
                difference: sample.difference,
            })?;
        }
        seed += 1;
    }
    replace_between("docs/analysis.md", "calibration", &tables(&stored.entries))
}

/// The probability to win by the lead alone: the best logistic fit, by the longest row.
fn win_by_lead(all: &[JudgedSample]) -> Vec<f64> {
    let slopes = (0..Moment::LENGTHS).map(|longest| {
        let brier = |slope: f64| -> f64 {
            let samples = all.iter().filter(|sample| sample.longest == longest);
            let errors = samples.map(|sample| sigmoid(slope * sample.lead) - sample.won);
            errors.map(|error| error.powi(2)).sum()
        };
        let slopes = (0..200).map(|step| f64::from(step) / 200.0);
        let best = slopes.min_by(|left, right| brier(*left).total_cmp(&brier(*right)));
        best.unwrap_or(0.0)
    });
    let slopes: Vec<f64> = slopes.collect();
    let probabilities = all
        .iter()
        .map(|sample| sigmoid(slopes[sample.longest] * sample.lead));
    probabilities.collect()
}

fn sigmoid(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

fn tables(all: &[JudgedSample]) -> String {
    let lead = win_by_lead(all);
    let games: BTreeSet<u64> = all.iter().map(|sample| sample.seed).collect();
    let mut text = format!(
        "\n{} positions of {} games that nothing was fitted to.\n\n{}",
        all.len(),
        games.len(),
        head("| told | positions | told on average | won |")
    );
    for tenth in 0..10 {
        let [low, high] = [tenth, tenth + 1].map(|tenth| f64::from(tenth) / 10.0);
        let selected = || {
            let wins = all.iter();
            wins.filter(move |sample| sample.win >= low && (sample.win < high || tenth == 9))
        };
        text += &format!(
            "| {:.0}–{:.0} % | {} | {} | {} |\n",
            100.0 * low,
            100.0 * high,
            selected().count(),
            percent(mean(selected().map(|sample| sample.win))),
            percent(mean(selected().map(|sample| sample.won)))
        );
    }
    let columns = "| positions | number | Brier score | that of the lead alone | told, won | error of the expected difference, mean absolute | that of the lead alone |";
    text += &format!("\n{}", head(columns));
    let mut row = |name: &str, is_selected: &dyn Fn(&JudgedSample) -> bool| {
        let selected = || {
            all.iter()
                .zip(&lead)
                .filter(|(sample, _)| is_selected(sample))
        };
        if selected().count() > 0 {
            text += &format!(
                "| {name} | {} | {:.4} | {:.4} | {}, {} | {:.2} | {:.2} |\n",
                selected().count(),
                mean(selected().map(|(sample, _)| (sample.win - sample.won).powi(2))),
                mean(selected().map(|(sample, lead)| (lead - sample.won).powi(2))),
                percent(mean(selected().map(|(sample, _)| sample.win))),
                percent(mean(selected().map(|(sample, _)| sample.won))),
                mean(selected().map(|(sample, _)| (sample.points - sample.difference).abs())),
                mean(selected().map(|(sample, _)| (sample.lead - sample.difference).abs())),
            );
        }
    };
    row("all", &|_| true);
    for round in 1..=6 {
        row(&format!("round {round}"), &|sample| sample.round == round);
    }
    row("later rounds", &|sample| sample.round > 6);
    for (kind, name) in KINDS.iter().enumerate() {
        row(&format!("`{name}`"), &|sample| sample.kind == kind);
    }
    for certainty in Certainty::ALL {
        row(certainty.name(), &|sample| {
            sample.certainty == certainty as usize
        });
    }
    text + "\n"
}
