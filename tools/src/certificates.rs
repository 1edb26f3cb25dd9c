//! Measures certificates for `docs/certificates.md`: the proofs of `auto`, whether they have a certificate, its size,
//! and the time of making and checking it.
//!
//! `cargo maintain certificates` runs it. From nothing the run takes hours, as each of 462 instances may take a minute.
//! The run can be stopped at any time: every answer is stored in `docs/certificates.json` and in the tables at once,
//! and the next run measures the missing ones. To measure an entry anew, remove it from the file.

use crate::Result;
use crate::constrained::generator;
use crate::root;
use crate::storage::{StoredEntries, replace_between};
use azulejo::certificate::Certificate;
use azulejo::control::Control;
use azulejo::instance::{Instance, Sense};
use azulejo::solve::{Method, Settings, conflict, solve};
use itertools::Itertools;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// The time limit of an answer, and of its certificate.
const PATIENCE: Duration = Duration::from_secs(20);

/// The number of seeds for each kind of constrained instance and each size.
const SEEDS: u64 = 10;

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
    let docs = root().join("docs");
    let mut stored: StoredEntries<Entry> = StoredEntries::read(docs.join("certificates.json"))?;
    let all = instances()?;
    let known = |stored: &StoredEntries<Entry>, set: &str, name: &str| {
        let mut entries = stored.entries.iter();
        entries.any(|entry| entry.set == set && entry.name == name)
    };
    let missing = all.iter();
    let missing = missing.filter(|(set, name, _)| !known(&stored, set, name));
    let missing = missing.collect_vec();
    write_tables(&stored.entries)?;
    for (index, (set, name, instance)) in missing.iter().enumerate() {
        eprintln!("{} of {}: {set}: {name}", index + 1, missing.len());
        stored.push(measure(set.clone(), name.clone(), instance)?)?;
        write_tables(&stored.entries)?;
    }
    Ok(())
}

fn write_tables(entries: &[Entry]) -> Result {
    let page = "docs/certificates.md";
    replace_between(page, "sets", &sets(entries)?)?;
    replace_between(page, "methods", &methods(entries)?)?;
    replace_between(page, "without", &without(entries)?)
}

/// An instance with its set and its name.
type NamedInstance = (String, String, Instance);

fn instances() -> Result<Vec<NamedInstance>> {
    let mut all = Vec::new();
    for folder in ["case-study", "constraints", "plain", "thesis", "large"] {
        for path in files(&root().join("instances").join(folder))? {
            let instance = Instance::from_json(&std::fs::read_to_string(&path)?)?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            all.push((format!("`instances/{folder}`"), name.into_owned(), instance));
        }
    }
    for side in 2..=10 {
        for sense in [Sense::Maximize, Sense::Minimize] {
            let name = format!("{side}x{side} {}", &sense.word()[..3]);
            let instance = Instance::builder(side, side, sense).build()?;
            all.push(("empty walls to 10×10".into(), name, instance));
        }
    }
    for (seed, side) in (0..SEEDS).cartesian_product(5..=8) {
        for kind in &generator::KINDS {
            let (instance, _) = generator::generate(kind, side, seed);
            let set = format!("{side}×{side} with constraints");
            all.push((set, format!("{} {seed}", kind.name), instance));
        }
    }
    Ok(all)
}

fn files(folder: &Path) -> std::io::Result<Vec<std::path::PathBuf>> {
    let files = std::fs::read_dir(folder)?.map_ok(|entry| entry.path());
    let mut files: Vec<_> = files.try_collect()?;
    files.sort();
    Ok(files)
}

fn measure(set: String, name: String, instance: &Instance) -> Result<Entry> {
    let settings = Settings::default().within(Some(PATIENCE));
    let clock = Instant::now();
    let answer = solve(instance, Method::Auto, &settings)?;
    let solving = clock.elapsed().as_secs_f64();
    let verdict = &answer.outcome.verdict;
    let conflict = match verdict.is_infeasible() {
        true => conflict::find_soon(instance, &Settings::default())?,
        false => None,
    };
    let control = Control::default().within(Some(PATIENCE));
    let clock = Instant::now();
    let made = Certificate::of(instance, verdict, conflict.as_ref(), &control);
    let making = clock.elapsed().as_secs_f64();
    let certificate = match made {
        Err(none) => {
            eprintln!("{set}: {name}: {none}");
            None
        }
        Ok(certificate) => {
            let text = certificate.to_json();
            let clock = Instant::now();
            azulejo_check::check(&text)?;
            Some(CertificateFigures {
                kind: certificate.kind().into(),
                leaves: certificate.leaves(),
                bytes: text.len(),
                checking: clock.elapsed().as_secs_f64(),
            })
        }
    };
    let proof = verdict.proof().map(|proof| {
        let words = format!("{proof:?}");
        let words = words.split([' ', '{']).next().unwrap_or_default();
        words.trim_end_matches(')').replace('(', ": ")
    });
    Ok(Entry {
        set,
        name,
        method: answer.method.name().into(),
        proof,
        solving,
        making,
        certificate,
    })
}

/// The time below which a certificate counts as checked soon, in seconds.
const SOON: f64 = 10.0;

const HEAD: &str = "proven | with a certificate | checked in under 10 s | kinds | bytes | making, s | checking, s |\n|---|---|---|---|---|---|---|---|\n";

fn sets(entries: &[Entry]) -> Result<String> {
    let mut text = format!("| instances | {HEAD}");
    for set in entries.iter().map(|entry| &entry.set).unique() {
        let some = entries.iter().filter(|entry| entry.set == *set);
        writeln!(text, "| {set} {}", row(&some.collect_vec()))?;
    }
    writeln!(text, "| all {}", row(&entries.iter().collect_vec()))?;
    Ok(text)
}

fn methods(entries: &[Entry]) -> Result<String> {
    let mut text = format!("| method, proof | {HEAD}");
    let by = |entry: &Entry| {
        let proof = entry.proof.as_deref().unwrap_or("not proven");
        format!("`{}`, {proof}", entry.method)
    };
    for which in entries.iter().map(by).unique().sorted() {
        let some = entries.iter().filter(|entry| by(entry) == which);
        writeln!(text, "| {which} {}", row(&some.collect_vec()))?;
    }
    Ok(text)
}

fn row(entries: &[&Entry]) -> String {
    let proven = entries.iter().filter(|entry| entry.proof.is_some());
    let proven = proven.collect_vec();
    let made = proven.iter().filter_map(|entry| entry.certificate.as_ref());
    let made = made.collect_vec();
    let soon = made.iter().filter(|made| made.checking < SOON).count();
    let kinds = made.iter().counts_by(|made| made.kind.as_str());
    let kinds = kinds
        .into_iter()
        .sorted()
        .map(|(kind, count)| format!("{count} {kind}"));
    let of = |numbers: Vec<f64>, digits: usize| {
        let sorted = numbers.into_iter().sorted_by(f64::total_cmp).collect_vec();
        match sorted.as_slice() {
            [] => "–".to_owned(),
            all => format!(
                "{:.digits$}, {:.digits$}",
                all[all.len() / 2],
                all[all.len() - 1]
            ),
        }
    };
    let bytes = of(made.iter().map(|made| made.bytes as f64).collect(), 0);
    let checking = of(made.iter().map(|made| made.checking).collect(), 2);
    let with = proven.iter().filter(|entry| entry.certificate.is_some());
    let making = of(with.map(|entry| entry.making).collect(), 2);
    format!(
        "| {} of {} | {} | {soon} | {} | {bytes} | {making} | {checking} |",
        proven.len(),
        entries.len(),
        made.len(),
        kinds.format(", "),
    )
}

/// The table of proven answers without a certificate, or with one that takes long to check.
fn without(entries: &[Entry]) -> Result<String> {
    let mut text = String::from(
        "| instance | method, proof | solving, s | certificate |\n|---|---|---|---|\n",
    );
    for entry in entries {
        let Some(proof) = &entry.proof else { continue };
        let says = match &entry.certificate {
            Some(made) if made.checking < SOON => continue,
            Some(made) => format!("{}, checked in {:.1} s", made.kind, made.checking),
            None => format!("none after {:.1} s", entry.making),
        };
        let Entry {
            set,
            name,
            method,
            solving,
            ..
        } = entry;
        writeln!(
            text,
            "| {set}, {name} | `{method}`, {proof} | {solving:.1} | {says} |"
        )?;
    }
    Ok(text)
}
