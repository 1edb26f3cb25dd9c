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
    replace_between("docs/analysis.md", "calibration", &tables(&stored.entries))
}

/// The probability to win by the lead alone: the best logistic fit, by the longest row.
fn by_lead(all: &[JudgedSample]) -> Vec<f64> {
    let slopes = (0..Moment::LENGTHS).map(|longest| {
        let brier = |slope: f64| -> f64 {
            let of = all.iter().filter(|it| it.longest == longest);
            let errors = of.map(|it| sigmoid(slope * it.lead) - it.won);
            errors.map(|error| error.powi(2)).sum()
        };
        let slopes = (0..200).map(|it| f64::from(it) / 200.0);
        let best = slopes.min_by(|one, other| brier(*one).total_cmp(&brier(*other)));
        best.unwrap_or(0.0)
    });
    let slopes: Vec<f64> = slopes.collect();
    let likely = all.iter().map(|it| sigmoid(slopes[it.longest] * it.lead));
    likely.collect()
}

fn sigmoid(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

fn tables(all: &[JudgedSample]) -> String {
    let lead = by_lead(all);
    let games: BTreeSet<u64> = all.iter().map(|it| it.seed).collect();
    let mut text = format!(
        "\n{} positions of {} games that nothing was fitted to.\n\n{}",
        all.len(),
        games.len(),
        head("| told | positions | told on average | won |")
    );
    for tenth in 0..10 {
        let [low, high] = [tenth, tenth + 1].map(|it| f64::from(it) / 10.0);
        let of = || {
            let wins = all.iter();
            wins.filter(move |it| it.win >= low && (it.win < high || tenth == 9))
        };
        text += &format!(
            "| {:.0}–{:.0} % | {} | {} | {} |\n",
            100.0 * low,
            100.0 * high,
            of().count(),
            percent(mean(of().map(|it| it.win))),
            percent(mean(of().map(|it| it.won)))
        );
    }
    let columns = "| positions | number | Brier score | that of the lead alone | told, won | error of the expected difference, mean absolute | that of the lead alone |";
    text += &format!("\n{}", head(columns));
    let mut row = |name: &str, chosen: &dyn Fn(&JudgedSample) -> bool| {
        let of = || all.iter().zip(&lead).filter(|(it, _)| chosen(it));
        if of().count() > 0 {
            text += &format!(
                "| {name} | {} | {:.4} | {:.4} | {}, {} | {:.2} | {:.2} |\n",
                of().count(),
                mean(of().map(|(it, _)| (it.win - it.won).powi(2))),
                mean(of().map(|(it, lead)| (lead - it.won).powi(2))),
                percent(mean(of().map(|(it, _)| it.win))),
                percent(mean(of().map(|(it, _)| it.won))),
                mean(of().map(|(it, _)| (it.points - it.difference).abs())),
                mean(of().map(|(it, _)| (it.lead - it.difference).abs())),
            );
        }
    };
    row("all", &|_| true);
    for round in 1..=6 {
        row(&format!("round {round}"), &|it| it.round == round);
    }
    row("later rounds", &|it| it.round > 6);
    for (kind, name) in KINDS.iter().enumerate() {
        row(&format!("`{name}`"), &|it| it.kind == kind);
    }
    for certainty in Certainty::ALL {
        row(certainty.name(), &|it| it.certainty == certainty as usize);
    }
    text + "\n"
}
