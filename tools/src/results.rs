//! Writes `docs/results.md`: the proven scores and counts of n×n walls under the rules of the sources.
//!
//! `cargo maintain results` runs it. Every answer is stored in `docs/results.json` at once, so that a stopped run can
//! be continued, and the page always shows the present results; remove an entry or the file to compute it anew.
//!
//! `cargo maintain results ten.json` first imports a count that takes longer than the limits of this program, from the
//! output of `azulejo count --size 10 --format json` in `ten.json`.

use crate::Result;
use crate::storage::{StoredEntries, replace};
use azulejo::instance::Instance;
use azulejo::outcome::Verdict;
use azulejo::problem::Problem;
use azulejo::solve::{Counter, Method, Settings, solve};
use itertools::{Itertools, chain, iproduct};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The time limit of the ordering formulation for each entry, and of the frontier if it does not count.
const TO_PROVE: Duration = Duration::from_secs(60);

/// The time limit of layers that count.
const TO_COUNT: Duration = Duration::from_secs(600);

/// A rule of the sources: its title, the largest wall, and its words in the instance and on the command line.
struct Rule {
    name: &'static str,
    largest: usize,
    title: &'static str,
    speaks_of_turns: bool,
    constraint: fn(usize) -> String,
    flag: fn(usize) -> String,
}

const RULES: [Rule; 4] = [
    Rule {
        name: "none",
        largest: 11,
        title: "No constraint",
        speaks_of_turns: false,
        constraint: |_| String::new(),
        flag: |_| String::new(),
    },
    Rule {
        name: "last-round",
        largest: 10,
        title: "The last turns fill row 1, row 2, … in that order (`last-round`)",
        speaks_of_turns: true,
        constraint: |_| r#"{"type": "last-round"}"#.into(),
        flag: |_| " --rule last-round".into(),
    },
    Rule {
        name: "rounds",
        largest: 11,
        title: "Every round from top to bottom (`rounds`)",
        speaks_of_turns: true,
        constraint: |_| r#"{"type": "rounds"}"#.into(),
        flag: |_| " --rule rounds".into(),
    },
    Rule {
        name: "centre last",
        largest: 9,
        title: "The centre last",
        speaks_of_turns: false,
        constraint: |n| {
            let (centre, last) = (centre(n), n * n);
            format!(r#"{{"type": "place-at", "cell": {centre}, "turn": {last}}}"#)
        },
        flag: |n| format!(" --fix {}@{}", centre(n), n * n),
    },
];

/// The number of the middle cell; for even n, the upper left one of the four middle cells.
fn centre(n: usize) -> usize {
    let middle = (n - 1) / 2;
    middle * n + middle + 1
}

#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    rule: String,
    sense: String,
    n: usize,
    ordering: OrderingFormulation,
    frontier: Layers,
    /// The frontier from the last turn backward, for rules about turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    backward: Option<Layers>,
    /// The count by the last merge, where layers have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last_merge: Option<Layers>,
}

/// The result of the ordering formulation.
#[derive(Debug, Serialize, Deserialize)]
struct OrderingFormulation {
    score: Option<u32>,
    bound: Option<u32>,
    nodes: Option<u64>,
    seconds: f64,
}

/// The result of layers; without a score if they were stopped.
#[derive(Debug, Serialize, Deserialize)]
struct Layers {
    score: Option<u32>,
    /// The number of orders; none where it was not counted.
    orders: Option<String>,
    /// The number of coverings; none where bounds proved the score before any search.
    coverings: Option<usize>,
    seconds: f64,
}

/// The parts that are imported from the output of `azulejo count --format json`.
#[derive(Debug, Deserialize)]
struct Count {
    instance: serde_json::Value,
    method: String,
    score: Option<u32>,
    orders: Option<String>,
    stats: CountStats,
}

#[derive(Debug, Deserialize)]
struct CountStats {
    coverings: Option<usize>,
    seconds: f64,
}

pub(crate) fn run(counts: &[PathBuf]) -> Result {
    let docs = crate::root().join("docs");
    let write = |entries: &[Entry]| replace(&docs.join("results.md"), &page(entries));
    let mut stored = StoredEntries::read(docs.join("results.json"))?;
    for path in counts {
        take_over(&mut stored, path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    write(&stored.entries)?;
    for rule in &RULES {
        for (n, sense) in iproduct!(1..=rule.largest, ["maximize", "minimize"]) {
            let known =
                |entry: &Entry| (&*entry.rule, &*entry.sense, entry.n) == (rule.name, sense, n);
            let entry = match stored.entries.iter().position(known) {
                None => compute(rule, sense, n)?,
                Some(place) if rule.speaks_of_turns && stored.entries[place].backward.is_none() => {
                    let mut entry = stored.entries.remove(place);
                    entry.backward = Some(from_the_end(&problem(rule, sense, n)?, rule, n)?);
                    entry
                }
                Some(_) => continue,
            };
            eprintln!("{n}×{n}, {}, {sense}", rule.name);
            stored.push(entry)?;
            write(&stored.entries)?;
        }
    }
    Ok(())
}

fn instance(rule: &Rule, sense: &str, n: usize) -> Result<Instance> {
    let constraint = (rule.constraint)(n);
    Ok(Instance::from_json(&format!(
        r#"{{"wall": {{"rows": {n}, "columns": {n}}}, "sense": "{sense}", "constraints": [{constraint}]}}"#
    ))?)
}

fn problem(rule: &Rule, sense: &str, n: usize) -> Result<Problem> {
    Ok(Problem::from(&instance(rule, sense, n)?))
}

fn compute(rule: &Rule, sense: &str, n: usize) -> Result<Entry> {
    let instance = instance(rule, sense, n)?;
    let problem = Problem::from(&instance);
    let settings = Settings::default().within(Some(TO_PROVE));
    let clock = Instant::now();
    let answer = solve(&instance, Method::Ordering, &settings)?;
    let verdict = &answer.outcome.verdict;
    let ordering = OrderingFormulation {
        score: verdict.score(),
        bound: verdict.bound(),
        nodes: answer.outcome.stats.nodes,
        seconds: clock.elapsed().as_secs_f64(),
    };
    // There are too many optimal orders of larger walls to go through their coverings.
    let countable = match (rule.name, sense) {
        ("none", "maximize") => n <= 9,
        ("rounds", "maximize") => true,
        ("none", _) => n <= 7,
        _ => n <= 6,
    };
    let frontier = layers(&problem, (Counter::Frontier, Method::Frontier), countable)?;
    let backward = rule
        .speaks_of_turns
        .then(|| from_the_end(&problem, rule, n));
    let backward = backward.transpose()?;
    let by_layers = [Some(&frontier), backward.as_ref()].into_iter().flatten();
    let proven = match verdict {
        Verdict::Optimal { solution, .. } => Some(solution.score),
        _ => None,
    };
    let scores = by_layers.filter_map(|layers| layers.score).chain(proven);
    if let Err(scores) = scores.unique().at_most_one() {
        let scores = scores.format(", ");
        return Err(format!("{n}×{n}, {}, {sense}: methods prove {scores}", rule.name).into());
    }
    Ok(Entry {
        rule: rule.name.into(),
        sense: sense.into(),
        n,
        ordering,
        frontier,
        backward,
        last_merge: None,
    })
}

/// Imports a count by the frontier or by the last merge into the entry of its instance, whose score it must have.
fn take_over(stored: &mut StoredEntries<Entry>, path: &Path) -> Result {
    let count: Count = serde_json::from_str(&fs::read_to_string(path)?)?;
    let counted = Instance::from_json(&count.instance.to_string())?;
    let by_merge = count.method == "last-merge";
    if !(by_merge || count.method == "frontier") || count.orders.is_none() {
        return Err("is no finished count by the frontier or by the last merge".into());
    }
    let is_of = |entry: &Entry| {
        let rule = RULES.iter().find(|rule| rule.name == entry.rule);
        let instance = rule.and_then(|rule| instance(rule, &entry.sense, entry.n).ok());
        instance.as_ref() == Some(&counted)
    };
    let place = stored.entries.iter().position(is_of);
    let mut entry = stored
        .entries
        .remove(place.ok_or("the results have no such instance")?);
    if count.score != entry.frontier.score {
        return Err("its score is not the score in the results".into());
    }
    let counted = Layers {
        score: count.score,
        orders: count.orders,
        coverings: count.stats.coverings,
        seconds: count.stats.seconds,
    };
    match by_merge {
        true => entry.last_merge = Some(counted),
        false => entry.frontier = counted,
    }
    stored.push(entry)
}

fn from_the_end(problem: &Problem, rule: &Rule, n: usize) -> Result<Layers> {
    let countable = match rule.name {
        "rounds" => n <= 8,
        _ => n <= 5,
    };
    layers(problem, (Counter::Backward, Method::Backward), countable)
}

/// The result of layers: the number of orders, if it is countable within the limit, otherwise a proof.
fn layers(
    problem: &Problem,
    (counter, method): (Counter, Method),
    countable: bool,
) -> Result<Layers> {
    let within = |limit| Settings::default().within(Some(limit));
    let clock = Instant::now();
    let counted = match countable {
        true => counter.count(problem, &within(TO_COUNT))?.count,
        false => None,
    };
    if let Some(counted) = counted {
        return Ok(Layers {
            score: counted.optimum.map(|(score, _)| score),
            orders: counted.optimum.map(|(_, orders)| orders.to_string()),
            coverings: Some(counted.coverings),
            seconds: clock.elapsed().as_secs_f64(),
        });
    }
    let outcome = method.run(problem, &within(TO_PROVE))?;
    Ok(Layers {
        score: match &outcome.verdict {
            Verdict::Optimal { solution, .. } => Some(solution.score),
            _ => None,
        },
        orders: outcome.stats.orders.map(|orders| orders.to_string()),
        coverings: outcome.stats.coverings,
        seconds: outcome.stats.seconds,
    })
}

/// The publications of a score, and of the number of its orders.
fn published(entry: &Entry) -> (Option<&'static str>, Option<&'static str>) {
    match (&*entry.rule, &*entry.sense, entry.n) {
        ("none", "maximize", 3) => (Some("case study, V; thesis, 3.1"), None),
        ("none", "maximize", 5) => (Some("thesis, 3.1"), Some("thesis, 3.1, rounded")),
        ("none", "maximize", _) => (Some("thesis, 3.1"), None),
        ("none", "minimize", 5) => (Some("thesis, 3.1"), Some("thesis, 3.1, rounded")),
        ("last-round", _, 5) => (Some("thesis, 3.3"), Some("thesis, 3.3, rounded")),
        ("rounds", "maximize", 2..) => (Some("thesis, 3.5"), Some("thesis, 3.5")),
        ("rounds", "minimize", 5) => (Some("thesis, 3.4"), Some("thesis, 3.4")),
        ("centre last", "maximize", 3) => (Some("case study, VI"), None),
        _ => (None, None),
    }
}

fn page(entries: &[Entry]) -> String {
    let mut page = String::from(INTRODUCTION);
    for rule in &RULES {
        let _ = write!(page, "\n## {}\n", rule.title);
        for (sense, word, title) in [
            ("maximize", "max", "Maximum"),
            ("minimize", "min", "Minimum"),
        ] {
            let _ = write!(page, "\n### {title}\n\n{HEAD}");
            let of_table = |entry: &&Entry| entry.rule == rule.name && entry.sense == sense;
            let by_size = entries
                .iter()
                .filter(of_table)
                .sorted_by_key(|entry| entry.n);
            for entry in by_size {
                page += &row(entry, word, &(rule.flag)(entry.n));
            }
        }
    }
    page
}

const INTRODUCTION: &str = "# Results

Made by `cargo maintain results`; do not edit. Scores and numbers of optimal orders of n×n walls.

- *score*: the proven optimum. If a bound is given with it, the optimum lies between the two.
- *orders*: the number of orders that reach the score, counted by the frontier, and for the maximum of 11×11 by the last
  merge (`azulejo count --method last-merge`). A dash says that it was not tried, or did not finish in ten minutes. The
  maximum of 10×10 took hours; [Large walls](large-walls.md) says how both numbers were checked.
  A [sum over posets](proofs.md#18-the-number-of-orders-with-the-maximum-score-as-a-sum-over-posets) gives the same numbers of the
  maximum without constraints up to 8×8.
- *agree*: the methods that prove the score, each by itself. The ordering formulation (HiGHS, at most a minute) has
  its number of nodes in parentheses. The frontier has its number of classes of coverings, or *bounds* if its bound
  equals the score of an order before any search. So has the backward search (`--method backward`), which is asked if the rule speaks
  of turns. The last merge has its number of classes of parts. To run them again, add the flags of the row to `azulejo solve --method ordering`
  and to `azulejo count --method frontier`. If there is no number of orders, the second command is
  `azulejo solve --method frontier`.
- *published*: the source of the score and of the number of orders. **New** means that no source known to us has
  published it. If **new** stands alone, both the score and the number of orders are new.
- There are formulas for the maximum and the minimum of every wall without constraints, and for both if one given cell
  is filled last. [Proofs](proofs.md) has both halves of each: that no order is better, and an order that reaches it.
- A wall of even n has four cells in the middle. *Centre* means the upper left one of them here.
";

const HEAD: &str =
    "| n | score | orders | agree | flags | published |\n|---|---|---|---|---|---|\n";

fn row(entry: &Entry, sense: &str, flag: &str) -> String {
    let Entry {
        n,
        ordering,
        frontier,
        backward,
        last_merge,
        ..
    } = entry;
    let by_layers = chain!(
        [("frontier", frontier)],
        backward.iter().map(|it| ("backward", it)),
        last_merge.iter().map(|it| ("last merge", it))
    );
    let known = by_layers.clone().find_map(|(_, layers)| layers.score);
    let score = match (ordering.score, ordering.bound, known) {
        (_, _, Some(score)) => score.to_string(),
        (Some(score), Some(bound), None) if score != bound => format!("{score}, bound {bound}"),
        (Some(score), ..) => score.to_string(),
        (None, ..) => "–".into(),
    };
    let mut agree = Vec::new();
    if ordering.score.is_some() && ordering.score == ordering.bound {
        agree.push(format!("ordering ({})", ordering.nodes.unwrap_or(0)));
    }
    for (method, layers) in by_layers
        .clone()
        .filter(|(_, layers)| layers.score.is_some())
    {
        let coverings = layers.coverings.map(|coverings| coverings.to_string());
        let how = coverings.as_deref().unwrap_or("bounds");
        agree.push(format!("{method} ({how})"));
    }
    let orders = by_layers
        .clone()
        .find_map(|(_, layers)| layers.orders.as_deref());
    let orders = orders.unwrap_or("–");
    let published = match published(entry) {
        (None, _) if score.parse::<u32>().is_err() => "–".into(),
        (None, _) if orders == "–" => "score: **new**".into(),
        (None, _) => "**new**".into(),
        (Some(score), Some(orders)) if score == orders => score.to_string(),
        (Some(score), Some(orders)) => format!("{score}; orders: {orders}"),
        (Some(score), None) if orders == "–" => score.to_string(),
        (Some(score), None) => format!("{score}; orders: **new**"),
    };
    let agree = agree.join(", ");
    format!(
        "| {n} | {score} | {orders} | {agree} | `--size {n} --sense {sense}{flag}` | {published} |\n"
    )
}
