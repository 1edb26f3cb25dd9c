//! The LaTeX of `formulate` is well-formed, and pdfLaTeX sets it: every formulation, rule, kind of constraint,
//! horizon, bonus and family of cuts, in general and row by row.
//!
//! Where there is no pdfLaTeX (`make deps-tex` installs it) that part says so and is left out.

use crate::common::instances;
use crate::common::optional::skipped;
use crate::run::{azulejo, azulejo_reading};
use azulejo::wall::Colours;
use itertools::Itertools;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Flags of instances: walls, and all that has equations or members of its own.
const ASKED: [&str; 22] = [
    "--size 1",
    "--size 1 --initial 1",
    "--size 1x4",
    "--size 2x3",
    "--size 3",
    "--size 3 --rule rounds",
    "--size 3 --rule last-round",
    "--size 2x3 --fix 2@3",
    "--size 2x3 --window 4@2-3",
    "--size 2x3 --before 1:4",
    "--size 2x3 --first \"1 5\"",
    "--size 2x3 --last \"4\"",
    "--size 2x3 --turns 4",
    "--size 2x3 --turns 0",
    "--size 2x3 --turns 4 --bonus 2,7,0",
    "--size 2x3 --turns 4 --rule rounds --rule last-round",
    "--size 3 --bonus 2,7,10",
    "--size 2x3 --initial 1",
    "--size 2x3 --initial \"1 2 3 4 5 6\"",
    "--size 3 --initial 5 --turns 7 --bonus 2,7,10 --before 1:2 --window 4@2-5",
    "--size 3 --initial 5 --turns 6 --rule last-round --first \"1 2\"",
    "--size 2 --fix 1@2 --before 2:1 --before 3:1", // infeasible
];

const METHODS: [&str; 3] = ["ordering", "case-study", "disaggregated"];

const FAMILIES: [&str; 4] = ["rectangle-cuts", "line-cuts", "block-cuts", "schedules"];

/// The words of each command, without `formulate` and the format.
fn commands() -> Vec<String> {
    let ways = ["", " --expand", " --sense min --expand --all"];
    let asked = ASKED.iter().cartesian_product(METHODS);
    let asked = asked.cartesian_product(ways);
    let asked = asked.map(|((words, method), way)| format!("{words} --method {method}{way}"));
    let families = FAMILIES.iter().powerset().filter(|some| !some.is_empty());
    let without = families.map(|some| {
        let some = some.iter().join(",");
        format!("--size 3 --sense min --rule rounds --without {some} --expand")
    });
    let files = instances().into_iter();
    let files = files.filter(|(_, instance)| instance.colours() != &Colours::Free);
    let files = files.flat_map(|(path, instance)| {
        let methods = if instance.wall().len() <= 9 { 3 } else { 1 };
        let file = format!("\"instances/{}\"", path.display());
        let methods = METHODS[..methods].iter();
        methods.map(move |method| format!("{file} --method {method} --expand"))
    });
    asked.chain(without).chain(files).collect()
}

/// An instance whose name has every letter that is let through, and some that are not.
fn named() -> (String, String) {
    let letters = (' '..='\u{250}').chain("\u{1b}\u{202e}\u{2028}Σσ東👩\u{e0041}".chars());
    let name = serde_json::Value::from(letters.collect::<String>());
    let wall = r#""wall": {"rows": 2, "columns": 2}, "sense": "maximize""#;
    let text = format!(r#"{{"name": {name}, {wall}}}"#);
    let run = azulejo_reading("formulate - --format latex", text).ended(0);
    ("every letter in a name".into(), run.out)
}

#[test]
fn every_formulation_is_set_by_pdflatex() {
    let documents = commands().into_par_iter().map(|words| {
        let run = azulejo(&format!("formulate {words} --format latex")).ended(0);
        (words, run.out)
    });
    let mut documents: Vec<(String, String)> = documents.collect();
    documents.push(named());
    assert!(documents.len() > 200, "{} documents", documents.len());
    for (words, tex) in &documents {
        assert_well_formed(words, tex);
    }
    if Command::new("pdflatex").arg("--version").output().is_err() {
        return skipped("pdflatex", "deps-tex");
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let halves = documents
        .par_chunks(documents.len().div_ceil(2))
        .enumerate();
    let faults = halves
        .flat_map(|(half, documents)| faults(folder.path(), &format!("half-{half}"), documents));
    let faults: Vec<String> = faults.collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Sets many documents as one, and gives what pdfLaTeX has against each.
fn faults(folder: &Path, name: &str, documents: &[(String, String)]) -> Vec<String> {
    let (begin, end) = ("\\begin{document}\n", "\\end{document}\n");
    fn parts<'a>(tex: &'a str, [begin, end]: [&str; 2]) -> (&'a str, &'a str) {
        let (head, rest) = tex.split_once(begin).expect("a head");
        (head, rest.strip_suffix(end).expect("an end"))
    }
    let (head, _) = parts(&documents[0].1, [begin, end]);
    let mut all = format!("{head}{begin}");
    for (words, tex) in documents {
        let (own, body) = parts(tex, [begin, end]);
        assert_eq!(own, head, "{words}");
        all += &format!("\\clearpage\\typeout{{azulejo: {words}}}\n{body}");
    }
    let file = folder.join(name).with_extension("tex");
    std::fs::write(&file, all + end).expect("writable");
    let mut pdflatex = Command::new("pdflatex");
    pdflatex.args(["-interaction=nonstopmode", "-draftmode", "-no-shell-escape"]);
    pdflatex.arg("-output-directory").arg(folder).arg(&file);
    let output = pdflatex.env("max_print_line", "1000").output();
    let output = output.expect("it starts");
    let log = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut set = "the head";
    let mut seen = 0;
    let mut faults = Vec::new();
    for line in log.lines() {
        if let Some(words) = line.strip_prefix("azulejo: ") {
            set = words;
            seen += 1;
        } else if line.starts_with('!') || line.starts_with("Missing character") {
            faults.push(format!("{set}: {line}"));
        }
    }
    assert!(output.status.success() || !faults.is_empty(), "{log}");
    assert!(seen == documents.len() || !faults.is_empty(), "{seen}");
    faults
}

/// Braces, dollar signs and environments match, and there is no letter that pdfLaTeX does not know.
fn assert_well_formed(words: &str, tex: &str) {
    let bare = ["\\\\", "\\{", "\\}", "\\$"]
        .iter()
        .fold(tex.to_owned(), |tex, escaped| tex.replace(escaped, ""));
    let mut depth = 0i32;
    for letter in bare.chars() {
        depth += match letter {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        assert!(depth >= 0, "{words}: a brace closes that was not opened");
    }
    assert_eq!(depth, 0, "{words}");
    for line in bare.lines() {
        assert_eq!(line.matches('$').count() % 2, 0, "{words}: {line}");
    }
    let mut open = Vec::new();
    for part in bare.split('\\').skip(1) {
        if let Some(rest) = part.strip_prefix("begin{") {
            open.push(rest.split('}').next());
        } else if let Some(rest) = part.strip_prefix("end{") {
            assert_eq!(open.pop(), Some(rest.split('}').next()), "{words}");
        }
    }
    assert!(open.is_empty(), "{words}: {open:?}");
    let known = |letter: char| letter.is_ascii() || ('\u{a0}'..='\u{17f}').contains(&letter);
    let strange: BTreeSet<char> = tex.chars().filter(|&it| !known(it)).collect();
    assert!(
        strange.is_empty(),
        "{words}: pdfLaTeX does not know {strange:?}"
    );
    let bare_list = "\\begin{description}\n\\end";
    assert!(!tex.contains(bare_list), "{words}: a list without items");
}
