//! The page of the answers.

use super::generator::COMBINED;
use super::{Entry, HELD_OUT, all_kinds};
use crate::page::{fixed, head, or_dash};
use crate::statistics::median;
use itertools::Itertools;
use std::cmp::Reverse;

const INTRODUCTION: &str = "# Constrained walls

Made by `cargo maintain constrained`; do not edit. Random instances with constraints, ten of each kind and size, or fewer, and 30
mixed ones of each size: half of them ask for the maximum, half for the minimum. Each is made around a random order, so each has an answer.
[`tools/src/constrained/`](../tools/src/constrained) has the generator; [`constrained.json`](constrained.json) has every answer.

- *proven*: how many of the instances that a run was given it solved to a proof within its time limit.
- *50 %* and *90 %*: the seconds within which half of the instances were proven, and nine of ten; – where fewer were.
- *best*: for how many instances no other run on the page found a better order.
- *gap*: of the instances that were not proven, the median of the difference between bound and order, in percent of the order. A run
  without an order or a bound has no gap.
- The runs are `azulejo solve` with its method and the version *before*: the default method before this page was
  first made, and for mixed walls the one before these were added (commit `aae2bf8`). CP-SAT and DIDP have the models of
  [`tools/peers/`](../tools/peers), two threads and the same time. They can state every kind, and were asked for fewer instances: of
  the kinds that are not mixed, only for such that fill a whole empty wall without a bonus. The models state no [rows](instances.md#rows).
- Every order was scored again by the verifier. No bound of a run rules out an order of another one.
- Each run had two cores, of which other work took a part: a factor of two in the seconds says nothing.
- That some of these walls take long is no accident: to find the optimum of a wall with precedences is NP-hard
  ([proof](proofs.md#12-with-constraints-it-is-hard)).

| kind | what an instance states, on a wall of n×n cells |
|---|---|
";

const COMBINED_WALLS: &str = "
## Held-out walls

Instances of a second generator, of the kind *combined*: methods were compared on the seeds from 1,000 on, and nobody looked at
those from 9,000 on before the methods were done. These are *held-out*. `cargo maintain constrained --method auto --kinds combined
--from 9000 --seeds 20 --sides 8,10,12 --limit 30` measures them. The column *farthest* has the widest gap. The runs are `azulejo solve`
with its default method: *before* is that of commit `8cb6824`. During the runs for tuning and those of *before* other programs took
most of the two cores; the held-out runs of `auto` had both. The held-out walls were measured five times, each time after changes that
were compared on the other walls alone.

| walls | run | proven | 50 % | 90 % | gap | farthest | best |
|---|---|---|---|---|---|---|---|
";

const ORIGINS: &str = "
## Where orders and proofs come from

Answers of `auto`, of all kinds and sizes: the method that found the order first, the bound or the method that proved it, and the
medians of the seconds to the order and to the proof. A dash in the first column stands for an order of the method that proved it, with
no other beside. [Methods](methods.md) has each of them.

| order | proof | walls | order, s | proof, s |
|---|---|---|---|---|
";

pub(crate) fn page(entries: &[Entry]) -> String {
    let mut page = String::from(INTRODUCTION);
    for kind in all_kinds() {
        page += &format!("| {} | {} |\n", kind.name, kind.states);
    }
    page += &origins(entries);
    let is_combined = |entry: &&Entry| entry.kind == COMBINED.name;
    let (combined, entries): (Vec<&Entry>, Vec<&Entry>) = entries.iter().partition(is_combined);
    for side in entries.iter().map(|entry| entry.side).unique().sorted() {
        let is_of = |entry: &&Entry| entry.side == side;
        let entries_of_side = entries.iter().copied().filter(is_of).collect_vec();
        page += &walls_of(side, &entries_of_side);
    }
    if !combined.is_empty() {
        page += &combined_walls(&combined);
    }
    page
}

/// The section of the instances of a size that are not combined.
fn walls_of(side: usize, entries_of_side: &[&Entry]) -> String {
    let limits = entries_of_side
        .iter()
        .map(|entry| entry.limit)
        .unique()
        .sorted();
    let limits = limits.format(" or ");
    let head = head("| kind | run | proven | 50 % | 90 % | gap | best |");
    let mut section = format!("\n## {side}×{side}, {limits} s an instance\n\n{head}");
    let plain = all_kinds().filter(|kind| kind.name != COMBINED.name);
    let kinds = plain.map(|kind| Some(kind.name)).chain([None]);
    let runs = entries_of_side.iter().map(|entry| &*entry.run).unique();
    for (kind, run) in kinds.cartesian_product(runs.collect_vec()) {
        let is_of =
            |entry: &&&Entry| entry.run == run && kind.is_none_or(|kind| kind == entry.kind);
        let row = entries_of_side.iter().filter(is_of).copied().collect_vec();
        if !row.is_empty() {
            let (kind, figures) = (kind.unwrap_or("**all**"), figures(&row));
            let best = best(&row, entries_of_side);
            section += &format!("| {kind} | {run} | {figures} | {best} |\n");
        }
    }
    section
}

/// The section on the origins of orders and proofs; empty where no entry has them.
fn origins(entries: &[Entry]) -> String {
    let auto_entries = entries.iter().filter(|entry| entry.run == "auto");
    let proven = auto_entries.filter_map(|entry| {
        let origin = entry.answer.order.as_ref().map_or("–", |order| &*order.by);
        Some(((origin, entry.answer.proof.as_deref()?), entry))
    });
    let groups = proven.into_group_map().into_iter();
    let rows = groups.sorted_by_key(|(names, group)| (Reverse(group.len()), *names));
    let rows = rows.map(|((origin, proof), group)| {
        let orders = group.iter().filter_map(|entry| entry.answer.order.as_ref());
        let order_seconds = median(orders.map(|order| order.seconds), |seconds| Some(*seconds));
        let seconds = group.iter().map(|entry| entry.answer.seconds);
        let proof_seconds = median(seconds, |seconds| Some(*seconds));
        let [order_seconds, proof_seconds] =
            [order_seconds, proof_seconds].map(|seconds| fixed(seconds, 2));
        format!(
            "| {origin} | {proof} | {} | {order_seconds} | {proof_seconds} |\n",
            group.len()
        )
    });
    match rows.collect::<String>() {
        rows if rows.is_empty() => rows,
        rows => ORIGINS.to_owned() + &rows,
    }
}

/// The section of combined instances: instances for tuning, and held-out instances.
fn combined_walls(combined: &[&Entry]) -> String {
    let mut section = String::from(COMBINED_WALLS);
    let sides = combined.iter().map(|entry| entry.side).unique().sorted();
    for (side, held_out) in sides.cartesian_product([false, true]) {
        let is_of = |entry: &&&Entry| entry.side == side && (entry.seed >= HELD_OUT) == held_out;
        let wall_entries = combined.iter().filter(is_of).copied().collect_vec();
        let name = if held_out { "held-out" } else { "for tuning" };
        for run in wall_entries.iter().map(|entry| &*entry.run).unique() {
            let row = wall_entries
                .iter()
                .copied()
                .filter(|entry| entry.run == run);
            let row = row.collect_vec();
            let farthest = or_dash(gaps(&row).last().map(|gap| format!("{gap:.1} %")));
            let (figures, best) = (figures(&row), best(&row, &wall_entries));
            section +=
                &format!("| {side}×{side}, {name} | {run} | {figures} | {farthest} | {best} |\n");
        }
    }
    section
}

/// The columns from *proven* to *gap*.
fn figures(row: &[&Entry]) -> String {
    let proven = row.iter().filter(|entry| entry.answer.proven);
    let seconds = proven.map(|entry| entry.answer.seconds);
    let seconds = seconds.sorted_by(f64::total_cmp).collect_vec();
    let within = |percent: usize| {
        let count = (row.len() * percent).div_ceil(100);
        fixed(seconds.get(count - 1).copied(), 2)
    };
    let gaps = gaps(row);
    let middle = (!gaps.is_empty()).then(|| {
        let middles = [(gaps.len() - 1) / 2, gaps.len() / 2];
        middles.map(|at| gaps[at]).iter().sum::<f64>() / 2.0
    });
    format!(
        "{} of {} | {} | {} | {}",
        seconds.len(),
        row.len(),
        within(50),
        within(90),
        or_dash(middle.map(|gap| format!("{gap:.1} %"))),
    )
}

/// The differences between bound and order of open instances, in percent of the order, in ascending order.
fn gaps(row: &[&Entry]) -> Vec<f64> {
    let open = row.iter().filter(|entry| !entry.answer.proven);
    let gaps = open.filter_map(|entry| {
        Some((
            entry.answer.score?,
            entry.answer.score?.abs_diff(entry.answer.bound?),
        ))
    });
    gaps.map(|(score, gap)| 100.0 * f64::from(gap) / f64::from(score))
        .sorted_by(f64::total_cmp)
        .collect_vec()
}

/// The number of instances on which no run has a better order.
fn best(row: &[&Entry], all: &[&Entry]) -> usize {
    let is_best = |entry: &&&Entry| {
        let is_of = |other: &&&Entry| other.is_of(entry.side, &entry.kind, entry.seed);
        let mut scores = all
            .iter()
            .filter(is_of)
            .filter_map(|other| other.answer.score);
        let (score, sense) = (entry.answer.score, entry.sense());
        score.is_some_and(|score| scores.all(|other| !sense.better(other, score)))
    };
    row.iter().filter(is_best).count()
}
