//! The page of the answers.

use super::generator::{COMBINED, KINDS, ROWS};
use super::{Entry, HELD_OUT};
use crate::statistics::median;
use itertools::Itertools;
use std::cmp::Reverse;
use std::fmt::Write;

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
--from 9000 --sides 8,10,12 --limit 30` measures them. The column *farthest* has the widest gap. The runs are `azulejo solve` with
its default method: *before* is that of commit `8cb6824`. Other programs took most of the two cores meanwhile.

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
    for kind in KINDS.iter().chain(&ROWS).chain([&COMBINED]) {
        let _ = writeln!(page, "| {} | {} |", kind.name, kind.states);
    }
    page += &origins(entries);
    let (combined, entries): (Vec<&Entry>, Vec<&Entry>) = entries
        .iter()
        .partition(|entry| entry.kind == COMBINED.name);
    for side in entries.iter().map(|entry| entry.side).unique().sorted() {
        let of_side = entries
            .iter()
            .copied()
            .filter(|entry| entry.side == side)
            .collect_vec();
        let limits = of_side.iter().map(|entry| entry.limit).unique().sorted();
        let _ = write!(
            page,
            "\n## {side}×{side}, {} s an instance\n\n| kind | run | proven | 50 % | 90 % | gap | best |\n|---|---|---|---|---|---|---|\n",
            limits.format(" or ")
        );
        let runs = of_side
            .iter()
            .map(|entry| &*entry.run)
            .unique()
            .collect_vec();
        let all = KINDS.iter().chain(&ROWS).map(|kind| Some(kind.name));
        let all = all.chain([None]);
        for (kind, run) in all.cartesian_product(&runs) {
            let of_row =
                |entry: &&Entry| entry.run == *run && kind.is_none_or(|kind| kind == entry.kind);
            let row = of_side.iter().copied().filter(of_row).collect_vec();
            if !row.is_empty() {
                page += &line(kind.unwrap_or("**all**"), run, &row, &of_side);
            }
        }
    }
    if !combined.is_empty() {
        page += &combined_walls(&combined);
    }
    page
}

/// The section on the origins of orders and proofs; empty where no entry has them.
fn origins(entries: &[Entry]) -> String {
    let of_auto = entries.iter().filter(|entry| entry.run == "auto");
    let proven = of_auto.filter_map(|entry| {
        let by = entry.order.as_ref().map_or("–", |order| &*order.by);
        Some(((by, entry.proof.as_deref()?), entry))
    });
    let mut groups = proven.into_group_map().into_iter().collect_vec();
    groups.sort_by_key(|(names, group)| (Reverse(group.len()), *names));
    let mut section = String::new();
    for ((by, proof), group) in groups {
        let orders = group.iter().filter_map(|entry| entry.order.as_ref());
        let of_order = median(orders.map(|order| order.seconds), |seconds| Some(*seconds));
        let of_proof = median(group.iter().map(|entry| entry.seconds), |it| Some(*it));
        let [of_order, of_proof] = [of_order, of_proof]
            .map(|seconds| seconds.map_or("–".into(), |seconds| format!("{seconds:.2}")));
        let walls = group.len();
        let _ = writeln!(
            section,
            "| {by} | {proof} | {walls} | {of_order} | {of_proof} |"
        );
    }
    match section.is_empty() {
        true => section,
        false => ORIGINS.to_owned() + &section,
    }
}

/// The section of combined instances: those for tuning, and those that are held out.
fn combined_walls(combined: &[&Entry]) -> String {
    let mut section = String::from(COMBINED_WALLS);
    let sides = combined.iter().map(|entry| entry.side).unique().sorted();
    for (side, held_out) in sides.cartesian_product([false, true]) {
        let of_walls = combined.iter().copied();
        let of_walls = of_walls.filter(|it| it.side == side && (it.seed >= HELD_OUT) == held_out);
        let of_walls = of_walls.collect_vec();
        let name = if held_out { "held-out" } else { "for tuning" };
        for run in of_walls.iter().map(|entry| &*entry.run).unique() {
            let row = of_walls.iter().copied().filter(|it| it.run == run);
            let row = row.collect_vec();
            let (figures, gaps) = (figures(&row), gaps(&row));
            let farthest = gaps.last().map_or("–".into(), |gap| format!("{gap:.1} %"));
            let best = row.iter().filter(|it| is_best(it, &of_walls)).count();
            let walls = format!("{side}×{side}, {name}");
            let _ = writeln!(
                section,
                "| {walls} | {run} | {figures} | {farthest} | {best} |"
            );
        }
    }
    section
}

fn line(kind: &str, run: &str, row: &[&Entry], of_side: &[&Entry]) -> String {
    let best = row.iter().filter(|entry| is_best(entry, of_side)).count();
    format!("| {kind} | {run} | {} | {best} |\n", figures(row))
}

/// The columns from *proven* to *gap*.
fn figures(row: &[&Entry]) -> String {
    let proven = row.iter().filter(|entry| entry.proven);
    let seconds = proven
        .map(|entry| entry.seconds)
        .sorted_by(f64::total_cmp)
        .collect_vec();
    let within = |percent: usize| {
        let needed = (row.len() * percent).div_ceil(100);
        match seconds.get(needed - 1) {
            Some(seconds) => format!("{seconds:.2}"),
            None => "–".into(),
        }
    };
    let gap = match &gaps(row)[..] {
        [] => "–".into(),
        gaps => {
            let around = [(gaps.len() - 1) / 2, gaps.len() / 2];
            format!(
                "{:.1} %",
                around.map(|at| gaps[at]).iter().sum::<f64>() / 2.0
            )
        }
    };
    format!(
        "{} of {} | {} | {} | {gap}",
        seconds.len(),
        row.len(),
        within(50),
        within(90)
    )
}

/// The differences between bound and order of what is open, in percent of the order, in ascending order.
fn gaps(row: &[&Entry]) -> Vec<f64> {
    let open = row.iter().filter(|entry| !entry.proven);
    let gaps = open.filter_map(|entry| Some((entry.score?, entry.score?.abs_diff(entry.bound?))));
    gaps.map(|(score, gap)| 100.0 * f64::from(gap) / f64::from(score))
        .sorted_by(f64::total_cmp)
        .collect_vec()
}

/// Whether the run has the best order of all runs on the instance.
fn is_best(entry: &Entry, of_side: &[&Entry]) -> bool {
    let others = of_side
        .iter()
        .filter(|other| other.is_of(entry.side, &entry.kind, entry.seed));
    let mut scores = others.filter_map(|other| other.score);
    entry
        .score
        .is_some_and(|score| scores.all(|other| !entry.sense().better(other, score)))
}
