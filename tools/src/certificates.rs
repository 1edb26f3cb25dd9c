//! Measures certificates for `docs/certificates.md`: the proofs of `auto`, whether they have a certificate, its size,
//! and the time of making and checking it. Each of 602 instances may take 40 seconds.

use crate::Result;
use crate::constrained::{HELD_OUT, generator};
use crate::page::{head, or_dash, replace_between};
use crate::root;
use crate::statistics::timed;
use crate::storage::Stored;
use azulejo::certificate::Certificate;
use azulejo::control::Control;
use azulejo::instance::{Instance, Sense};
use azulejo::solve::{Method, Settings, conflict, solve};
use itertools::{Itertools, chain, iproduct};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

/// The time limit of an answer, and of its certificate.
const PATIENCE: Duration = Duration::from_secs(20);

/// The number of seeds for each kind of constrained instance and each size.
const SEEDS: u64 = 10;

/// The number of held-out instances of each size.
const HELD_OUT_SEEDS: u64 = 20;

#[derive(Serialize, Deserialize)]
struct Entry {
    set: String,
    name: String,
    method: String,
    /// The proof of the answer; none where it is not proven.
    proof: Option<String>,
    solving: f64,
    making: f64,
    certificate: Option<CertificateFigures>,
}

#[derive(Serialize, Deserialize)]
struct CertificateFigures {
    kind: String,
    leaves: usize,
    bytes: usize,
    checking: f64,
}

pub(crate) fn run() -> Result {
    let mut stored: Stored<Vec<Entry>> = Stored::of_docs("certificates.json")?;
    let is_of =
        |entry: &Entry, (set, name, _): &NamedInstance| (&entry.set, &entry.name) == (set, name);
    stored.complete(instances()?, is_of, measure, |entries| {
        let page = "docs/certificates.md";
        replace_between(page, "sets", &sets(entries))?;
        replace_between(page, "methods", &methods(entries))?;
        replace_between(page, "without", &without(entries))
    })
}

/// An instance with its set and its name.
type NamedInstance = (String, String, Instance);

fn instances() -> Result<Vec<NamedInstance>> {
    let mut all = Vec::new();
    for folder in ["case-study", "constraints", "plain", "thesis", "large"] {
        let files = fs::read_dir(root().join("instances").join(folder))?;
        let files: Vec<_> = files.map_ok(|entry| entry.path()).try_collect()?;
        for path in files.into_iter().sorted() {
            let instance = Instance::from_json(&fs::read_to_string(&path)?)?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            all.push((format!("`instances/{folder}`"), name.into_owned(), instance));
        }
    }
    for (side, sense) in (2..=10).cartesian_product([Sense::Maximize, Sense::Minimize]) {
        let name = format!("{side}x{side} {}", &sense.word()[..3]);
        let instance = Instance::builder(side, side, sense).build()?;
        all.push(("empty walls to 10×10".into(), name, instance));
    }
    for (seed, side, kind) in iproduct!(0..SEEDS, 5..=8, &generator::KINDS) {
        let (instance, _) = generator::generate(kind, side, seed);
        let set = format!("{side}×{side} with constraints");
        all.push((set, format!("{} {seed}", kind.name), instance));
    }
    for (seed, side) in iproduct!(0..HELD_OUT_SEEDS, [5, 6, 7, 8, 10]) {
        let (instance, _) = generator::generate(&generator::COMBINED, side, HELD_OUT + seed);
        let set = format!("{side}×{side}, held-out");
        all.push((set, format!("combined {}", HELD_OUT + seed), instance));
    }
    Ok(all)
}

fn measure((set, name, instance): &NamedInstance) -> Result<Entry> {
    eprintln!("{set}: {name}");
    let settings = Settings::default().within(Some(PATIENCE));
    let (answer, solving) = timed(|| solve(instance, Method::Auto, &settings));
    let answer = answer?;
    let verdict = &answer.outcome.verdict;
    let conflict = match verdict.is_infeasible() {
        true => conflict::find_soon(instance, &Settings::default())?,
        false => None,
    };
    let control = Control::default().within(Some(PATIENCE));
    let make = || Certificate::of(instance, verdict, conflict.as_ref(), &control);
    let (result, making) = timed(make);
    let certificate = match result {
        Err(reason) => {
            eprintln!("{set}: {name}: {reason}");
            None
        }
        Ok(certificate) => {
            let text = certificate.to_json();
            let (verdict_of_check, checking) = timed(|| azulejo_check::check(&text));
            verdict_of_check?;
            Some(CertificateFigures {
                kind: certificate.kind().into(),
                leaves: certificate.leaves(),
                bytes: text.len(),
                checking,
            })
        }
    };
    let proof = verdict.proof().map(|proof| {
        let words = format!("{proof:?}");
        let words = words.split([' ', '{']).next().unwrap_or_default();
        words.trim_end_matches(')').replace('(', ": ")
    });
    Ok(Entry {
        set: set.clone(),
        name: name.clone(),
        method: answer.method.name().into(),
        proof,
        solving,
        making,
        certificate,
    })
}

/// The time below which a certificate counts as checked soon, in seconds.
const FAST_CHECK: f64 = 10.0;

/// A table of entries in groups; the first column is the group.
fn table<'a>(title: &str, groups: impl IntoIterator<Item = (String, Vec<&'a Entry>)>) -> String {
    let columns = "proven | with a certificate | checked in under 10 s | kinds | bytes | making, s | checking, s";
    let rows = groups.into_iter();
    let rows = rows.map(|(group, entries)| format!("| {group} {}\n", row(&entries)));
    head(&format!("| {title} | {columns} |")) + &rows.collect::<String>()
}

fn sets(entries: &[Entry]) -> String {
    let sets = entries.iter().map(|entry| &entry.set).unique();
    let sets = sets.map(|set| {
        let set_entries = entries.iter().filter(|entry| entry.set == *set);
        (set.clone(), set_entries.collect_vec())
    });
    table(
        "instances",
        chain!(sets, [("all".into(), entries.iter().collect_vec())]),
    )
}

fn methods(entries: &[Entry]) -> String {
    let by = |entry: &&Entry| {
        let proof = entry.proof.as_deref().unwrap_or("not proven");
        format!("`{}`, {proof}", entry.method)
    };
    let methods: BTreeMap<_, _> = entries.iter().into_group_map_by(by).into_iter().collect();
    table("method, proof", methods)
}

fn row(entries: &[&Entry]) -> String {
    let proven = entries.iter().filter(|entry| entry.proof.is_some());
    let certificates = proven.clone();
    let certificates = certificates.filter_map(|entry| Some((*entry, entry.certificate.as_ref()?)));
    let certificates = certificates.collect_vec();
    let fast = certificates.iter();
    let fast = fast.filter(|(_, certificate)| certificate.checking < FAST_CHECK);
    let kinds = certificates.iter();
    let kinds = kinds.counts_by(|(_, certificate)| certificate.kind.as_str());
    let kinds = kinds.into_iter().sorted();
    let kinds = kinds.map(|(kind, count)| format!("{count} {kind}"));
    let middle_and_last = |figure: fn(&Entry, &CertificateFigures) -> f64, digits: usize| {
        let figures = certificates.iter();
        let figures = figures.map(|(entry, certificate)| figure(entry, certificate));
        let sorted = figures.sorted_by(f64::total_cmp).collect_vec();
        let figures = sorted.get(sorted.len() / 2).zip(sorted.last());
        or_dash(figures.map(|(middle, last)| format!("{middle:.digits$}, {last:.digits$}")))
    };
    format!(
        "| {} of {} | {} | {} | {} | {} | {} | {} |",
        proven.count(),
        entries.len(),
        certificates.len(),
        fast.count(),
        kinds.format(", "),
        middle_and_last(|_, certificate| certificate.bytes as f64, 0),
        middle_and_last(|entry, _| entry.making, 2),
        middle_and_last(|_, certificate| certificate.checking, 2),
    )
}

/// The table of proven answers without a certificate, or with one that takes long to check.
fn without(entries: &[Entry]) -> String {
    let mut text = head("| instance | method, proof | solving, s | certificate |");
    for entry in entries {
        let Some(proof) = &entry.proof else { continue };
        let description = match &entry.certificate {
            Some(certificate) if certificate.checking < FAST_CHECK => continue,
            Some(certificate) => format!(
                "{}, checked in {:.1} s",
                certificate.kind, certificate.checking
            ),
            None => format!("none after {:.1} s", entry.making),
        };
        let Entry {
            set,
            name,
            method,
            solving,
            ..
        } = entry;
        text +=
            &format!("| {set}, {name} | `{method}`, {proof} | {solving:.1} | {description} |\n");
    }
    text
}
