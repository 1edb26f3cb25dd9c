//! Writes `docs/results.md`: the proven scores and counts of n×n walls under the rules of the sources.
//!
//! `cargo maintain results ten.json` first imports a count that takes longer than the limits of this program, from the
//! output of `azulejo count --size 10 --format json` in `ten.json`.

use crate::Result;
use crate::page::{head, or_dash, write};
use crate::runs::instance;
use crate::statistics::timed;
use crate::storage::Stored;
use azulejo::count::Counter;
use azulejo::outcome::Verdict;
use azulejo::problem::Problem;
use azulejo::schema;
use azulejo::solve::{Method, Settings, solve};
use itertools::{Itertools, chain, iproduct};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The time limit of the ordering formulation for each entry, and of the frontier if it does not count.
const TO_PROVE: Duration = Duration::from_secs(60);

/// The time limit of layers that count.
const TO_COUNT: Duration = Duration::from_secs(600);

/// A rule of the sources: its title, the largest wall, and its flag on the command line.
struct Rule {
    name: &'static str,
    largest: usize,
    title: &'static str,
    speaks_of_turns: bool,
    flag: fn(usize) -> String,
}

const RULES: [Rule; 4] = [
    Rule {
        name: "none",
        largest: 11,
        title: "No constraint",
        speaks_of_turns: false,
        flag: |_| String::new(),
    },
    Rule {
        name: "last-round",
        largest: 10,
        title: "The last turns fill row 1, row 2, … in that order (`last-round`)",
        speaks_of_turns: true,
        flag: |_| " --rule last-round".into(),
    },
    Rule {
        name: "rounds",
        largest: 11,
        title: "Every round from top to bottom (`rounds`)",
        speaks_of_turns: true,
        flag: |_| " --rule rounds".into(),
    },
    Rule {
        name: "centre last",
        largest: 9,
        title: "The centre last",
        speaks_of_turns: false,
        flag: |n| format!(" --fix {}@{}", centre(n), n * n),
    },
];

impl Rule {
    /// The flags of an instance.
    fn flags(&self, sense: &str, n: usize) -> String {
        format!("--size {n} --sense {}{}", &sense[..3], (self.flag)(n))
    }
}

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

pub(crate) fn run(counts: &[PathBuf]) -> Result {
    let mut stored: Stored<Vec<Entry>> = Stored::of_docs("results.json")?;
    for path in counts {
        take_over(&mut stored, path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let cases = RULES.iter().flat_map(|rule| {
        let cases = iproduct!(1..=rule.largest, ["maximize", "minimize"]);
        cases.map(move |(n, sense)| (rule, sense, n))
    });
    let is_of = |entry: &Entry, (rule, sense, n): &(&Rule, &str, usize)| {
        (&*entry.rule, &*entry.sense, entry.n) == (rule.name, *sense, *n)
    };
    let measure = |&(rule, sense, n): &(&Rule, &str, usize)| compute(rule, sense, n);
    let show = |entries: &[Entry]| write("results.md", &page(entries));
    stored.complete(cases, is_of, measure, show)
}

fn compute(rule: &Rule, sense: &str, n: usize) -> Result<Entry> {
    eprintln!("{n}×{n}, {}, {sense}", rule.name);
    let instance = instance(&rule.flags(sense, n))?;
    let problem = Problem::from(&instance);
    let settings = Settings::default().within(Some(TO_PROVE));
    let (answer, seconds) = timed(|| solve(&instance, Method::Ordering, &settings));
    let answer = answer?;
    let verdict = &answer.outcome.verdict;
    let ordering = OrderingFormulation {
        score: verdict.score(),
        bound: verdict.bound(),
        nodes: answer.outcome.stats.nodes,
        seconds,
    };
    // There are too many optimal orders of larger walls to go through their coverings.
    let countable = match (rule.name, sense) {
        ("none", "maximize") => n <= 9,
        ("rounds", "maximize") => true,
        ("none", _) => n <= 7,
        _ => n <= 6,
    };
    let frontier = layers(&problem, (Counter::Frontier, Method::Frontier), countable)?;
    let countable = n <= if rule.name == "rounds" { 8 } else { 5 };
    let backward = rule
        .speaks_of_turns
        .then(|| layers(&problem, (Counter::Backward, Method::Backward), countable));
    let backward = backward.transpose()?;
    let layer_scores = chain!([&frontier], &backward).filter_map(|layers| layers.score);
    let scores = layer_scores.chain(proven(verdict)).unique();
    if let Err(scores) = scores.at_most_one() {
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

/// The score, where it is proven to be the best.
fn proven(verdict: &Verdict) -> Option<u32> {
    verdict.proof().and(verdict.score())
}

/// Imports a count by the frontier or by the last merge into the entry of its instance, whose score it must have.
fn take_over(stored: &mut Stored<Vec<Entry>>, path: &Path) -> Result {
    let count: schema::Count = serde_json::from_str(&fs::read_to_string(path)?)?;
    let is_by_merge = count.method == schema::Counter::LastMerge;
    let is_exact = is_by_merge || count.method == schema::Counter::Frontier;
    let Some(orders) = count.orders.filter(|_| is_exact) else {
        return Err("is no finished count by the frontier or by the last merge".into());
    };
    let is_of = |entry: &Entry| {
        let rule = RULES.iter().find(|rule| rule.name == entry.rule);
        let flags = rule.map(|rule| rule.flags(&entry.sense, entry.n));
        let instance = flags.and_then(|flags| instance(&flags).ok());
        instance.as_ref() == Some(&count.instance)
    };
    let place = stored.value.iter().position(is_of);
    let place = place.ok_or("the results have no such instance")?;
    let mut entry = stored.value.remove(place);
    if count.score != entry.frontier.score {
        return Err("its score is not the score in the results".into());
    }
    let layers = Layers {
        score: count.score,
        orders: Some(orders.to_string()),
        coverings: count.stats.coverings,
        seconds: count.stats.seconds,
    };
    match is_by_merge {
        true => entry.last_merge = Some(layers),
        false => entry.frontier = layers,
    }
    stored.push(entry)
}

/// The result of layers: the number of orders, if it is countable within the limit, otherwise a proof.
fn layers(
    problem: &Problem,
    (counter, method): (Counter, Method),
    countable: bool,
) -> Result<Layers> {
    let within = |limit| Settings::default().within(Some(limit));
    if countable {
        let (counts, seconds) = timed(|| counter.count(problem, &within(TO_COUNT)));
        if let Some(count) = counts?.count {
            return Ok(Layers {
                score: count.optimum.map(|(score, _)| score),
                orders: count.optimum.map(|(_, orders)| orders.to_string()),
                coverings: Some(count.coverings),
                seconds,
            });
        }
    }
    let outcome = method.run(problem, &within(TO_PROVE))?;
    Ok(Layers {
        score: proven(&outcome.verdict),
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
    let head = head("| n | score | orders | agree | flags | published |");
    let mut page = String::from(INTRODUCTION);
    for rule in &RULES {
        page += &format!("\n## {}\n", rule.title);
        for (sense, title) in [("maximize", "Maximum"), ("minimize", "Minimum")] {
            page += &format!("\n### {title}\n\n{head}");
            let is_of_table = |entry: &&Entry| entry.rule == rule.name && entry.sense == sense;
            let table_entries = entries.iter().filter(is_of_table);
            for entry in table_entries.sorted_by_key(|entry| entry.n) {
                page += &row(entry, &rule.flags(sense, entry.n));
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

fn row(entry: &Entry, flags: &str) -> String {
    let Entry { n, ordering, .. } = entry;
    let layers_by_method = chain!(
        [("frontier", &entry.frontier)],
        entry.backward.iter().map(|layers| ("backward", layers)),
        entry.last_merge.iter().map(|layers| ("last merge", layers))
    );
    let proven_score = layers_by_method
        .clone()
        .find_map(|(_, layers)| layers.score);
    let score = match (ordering.score, ordering.bound, proven_score) {
        (Some(score), Some(bound), None) if score != bound => format!("{score}, bound {bound}"),
        (score, _, proven_score) => or_dash(proven_score.or(score)),
    };
    let mut agree = Vec::new();
    if ordering.score.is_some() && ordering.score == ordering.bound {
        agree.push(format!("ordering ({})", ordering.nodes.unwrap_or(0)));
    }
    for (method, layers) in layers_by_method.clone() {
        if layers.score.is_some() {
            let coverings = layers.coverings.map(|coverings| coverings.to_string());
            let evidence = coverings.as_deref().unwrap_or("bounds");
            agree.push(format!("{method} ({evidence})"));
        }
    }
    let mut order_counts = layers_by_method.filter_map(|(_, layers)| layers.orders.as_deref());
    let orders = or_dash(order_counts.next());
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
    format!("| {n} | {score} | {orders} | {agree} | `{flags}` | {published} |\n")
}
