//! The tables of the judge's accuracy about the results of games.

use super::games::{KINDS, game};
use crate::Result;
use crate::statistics::{mean, rounded};
use crate::storage::{Lines, replace_between};
use azulejo::analysis::{Certainty, Effort, judge};
use azulejo::control::Control;
use azulejo::game::Players;
use azulejo::players::azulejo::Moment;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

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
    let mut seed = stored.entries.last().map_or(0, |it| it.seed + 1);
    let settings = Effort::Quick.settings();
    while stored.entries.len() < positions {
        for sample in game(seed, Players::Two) {
            let position = &sample.position;
            let judged = judge(position, &settings, &[], &Control::default(), |_| ());
            let best = judged.best();
            let standing = position.standing();
            let [own, other] =
                [position.mover(), 1 - position.mover()].map(|it| f64::from(standing.scores()[it]));
            stored.push(JudgedSample {
                seed,
                kind: sample.kind,
                round: position.round(),
                longest: Moment::of(position).longest,
                certainty: best.certainty as usize,
                win: rounded(best.win),
                points: rounded(best.points),
                lead: own - other,
                won: sample.won,
                difference: sample.difference,
            })?;
        }
        seed += 1;
    }
    replace_between("docs/analysis.md", "calibration", &tables(&stored.entries)?)
}

/// The probability to win by the lead alone: the best logistic fit, by the longest row.
fn by_lead(all: &[JudgedSample]) -> Vec<f64> {
    let slopes: Vec<f64> = (0..Moment::LENGTHS)
        .map(|longest| {
            let of: Vec<&JudgedSample> = all.iter().filter(|it| it.longest == longest).collect();
            let brier = |slope: f64| -> f64 {
                of.iter()
                    .map(|it| (sigmoid(slope * it.lead) - it.won).powi(2))
                    .sum()
            };
            let slopes = (0..200).map(|it| f64::from(it) / 200.0);
            slopes
                .min_by(|one, other| brier(*one).total_cmp(&brier(*other)))
                .unwrap_or(0.0)
        })
        .collect();
    all.iter()
        .map(|it| sigmoid(slopes[it.longest] * it.lead))
        .collect()
}

fn sigmoid(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

fn tables(all: &[JudgedSample]) -> Result<String> {
    let lead = by_lead(all);
    let games = all
        .iter()
        .map(|it| it.seed)
        .collect::<std::collections::BTreeSet<_>>()
        .len();
    let mut text = format!(
        "\n{} positions of {games} games that nothing was fitted to.\n\n",
        all.len()
    );
    text += "| told | positions | told on average | won |\n|---|---|---|---|\n";
    for tenth in 0..10 {
        let (low, high) = (f64::from(tenth) / 10.0, f64::from(tenth + 1) / 10.0);
        let of = || {
            all.iter()
                .filter(move |it| it.win >= low && (it.win < high || tenth == 9))
        };
        writeln!(
            text,
            "| {:.0}–{:.0} % | {} | {:.1} % | {:.1} % |",
            100.0 * low,
            100.0 * high,
            of().count(),
            100.0 * mean(of().map(|it| it.win)),
            100.0 * mean(of().map(|it| it.won))
        )?;
    }
    text += "\n| positions | number | Brier score | that of the lead alone | told, won | error of the expected difference, mean absolute | that of the lead alone |\n|---|---|---|---|---|---|---|\n";
    let mut row =
        |name: &str, chosen: &dyn Fn(&JudgedSample) -> bool| -> Result<(), std::fmt::Error> {
            let of = || all.iter().zip(&lead).filter(|(it, _)| chosen(it));
            if of().count() == 0 {
                return Ok(());
            }
            writeln!(
                text,
                "| {name} | {} | {:.4} | {:.4} | {:.1} %, {:.1} % | {:.2} | {:.2} |",
                of().count(),
                mean(of().map(|(it, _)| (it.win - it.won).powi(2))),
                mean(of().map(|(it, lead)| (lead - it.won).powi(2))),
                100.0 * mean(of().map(|(it, _)| it.win)),
                100.0 * mean(of().map(|(it, _)| it.won)),
                mean(of().map(|(it, _)| (it.points - it.difference).abs())),
                mean(of().map(|(it, _)| (it.lead - it.difference).abs())),
            )
        };
    row("all", &|_| true)?;
    for round in 1..=6 {
        row(&format!("round {round}"), &|it| it.round == round)?;
    }
    row("later rounds", &|it| it.round > 6)?;
    for (kind, name) in KINDS.iter().enumerate() {
        row(&format!("`{name}`"), &|it| it.kind == kind)?;
    }
    for certainty in Certainty::ALL {
        row(certainty.name(), &|it| it.certainty == certainty as usize)?;
    }
    Ok(text + "\n")
}
