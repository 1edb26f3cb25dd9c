//! The LaTeX of `formulate` is well-formed, and pdfLaTeX sets it: every formulation, rule, kind of constraint,
//! horizon, bonus and family of cuts, in general and row by row.
//!
//! Without pdfLaTeX (`make deps-tex` installs pdfLaTeX) the test skips the typesetting, and reports the skipped check.

use crate::common::instances;
use crate::common::optional::skipped;
use crate::run::{azulejo, azulejo_reading};
use azulejo::wall::Colours;
use itertools::Itertools;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Flags of instances: walls, and everything with equations or members of its own.
const INSTANCES: [&str; 22] = [
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
    let options = ["", " --expand", " --sense min --expand --all"];
    let flags = INSTANCES.iter().cartesian_product(METHODS);
    let flags = flags.cartesian_product(options);
    let flags = flags.map(|((words, method), option)| format!("{words} --method {method}{option}"));
    let families = FAMILIES
        .iter()
        .powerset()
        .filter(|families| !families.is_empty());
    let without = families.map(|families| {
        let families = families.iter().join(",");
        format!("--size 3 --sense min --rule rounds --without {families} --expand")
    });
    let files = instances().into_iter();
    let files = files.filter(|(_, instance)| instance.colours() != &Colours::Free);
    let files = files.flat_map(|(path, instance)| {
        let methods = if instance.wall().len() <= 9 { 3 } else { 1 };
        let file = format!("\"instances/{}\"", path.display());
        let methods = METHODS[..methods].iter();
        methods.map(move |method| format!("{file} --method {method} --expand"))
    });
    flags.chain(without).chain(files).collect()
}

/// The LaTeX of an instance whose name has every harmless letter, and some harmful ones.
fn document_of_all_letters() -> (String, String) {
    let letters = (' '..='\u{250}').chain("\u{1b}\u{202e}\u{2028}Σσ東👩\u{e0041}".chars());
    let name = serde_json::Value::from(letters.collect::<String>());
    let wall = r#""wall": {"rows": 2, "columns": 2}, "sense": "maximize""#;
    let text = format!(r#"{{"name": {name}, {wall}}}"#);
    let run = azulejo_reading("formulate - --format latex", text).ended(0);
    ("every letter in a name".into(), run.out)
}

#[test]
fn pdflatex_sets_every_formulation() {
    let documents = commands().into_par_iter().map(|words| {
        let run = azulejo(&format!("formulate {words} --format latex")).ended(0);
        (words, run.out)
    });
    let mut documents: Vec<(String, String)> = documents.collect();
    documents.push(document_of_all_letters());
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
    let errors = halves
        .flat_map(|(half, documents)| errors(folder.path(), &format!("half-{half}"), documents));
    let errors: Vec<String> = errors.collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

/// Sets many documents as one document, and returns the errors of pdfLaTeX with the words of their documents.
fn errors(folder: &Path, name: &str, documents: &[(String, String)]) -> Vec<String> {
    let (begin, end) = ("\\begin{document}\n", "\\end{document}\n");
    fn parts<'a>(tex: &'a str, [begin, end]: [&str; 2]) -> (&'a str, &'a str) {
        let (head, rest) = tex.split_once(begin).expect("a head");
        (head, rest.strip_suffix(end).expect("an end"))
    }
    let (head, _) = parts(&documents[0].1, [begin, end]);
    let mut joint = format!("{head}{begin}");
    for (words, tex) in documents {
        let (other_head, body) = parts(tex, [begin, end]);
        assert_eq!(other_head, head, "{words}");
        joint += &format!("\\clearpage\\typeout{{azulejo: {words}}}\n{body}");
    }
    let file = folder.join(name).with_extension("tex");
    std::fs::write(&file, joint + end).expect("writable");
    let mut pdflatex = Command::new("pdflatex");
    pdflatex.args(["-interaction=nonstopmode", "-draftmode", "-no-shell-escape"]);
    pdflatex.arg("-output-directory").arg(folder).arg(&file);
    let output = pdflatex.env("max_print_line", "1000").output();
    let output = output.expect("pdfLaTeX");
    let log = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut document = "the head";
    let mut document_count = 0;
    let mut errors = Vec::new();
    for line in log.lines() {
        if let Some(words) = line.strip_prefix("azulejo: ") {
            document = words;
            document_count += 1;
        } else if line.starts_with('!') || line.starts_with("Missing character") {
            errors.push(format!("{document}: {line}"));
        }
    }
    assert!(output.status.success() || !errors.is_empty(), "{log}");
    assert!(
        document_count == documents.len() || !errors.is_empty(),
        "{document_count}"
    );
    errors
}

/// Asserts that braces, dollar signs and environments match, and that pdfLaTeX knows each letter.
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
    let mut environments = Vec::new();
    for part in bare.split('\\').skip(1) {
        if let Some(rest) = part.strip_prefix("begin{") {
            environments.push(rest.split('}').next());
        } else if let Some(rest) = part.strip_prefix("end{") {
            assert_eq!(environments.pop(), Some(rest.split('}').next()), "{words}");
        }
    }
    assert!(environments.is_empty(), "{words}: {environments:?}");
    let is_known = |letter: char| letter.is_ascii() || ('\u{a0}'..='\u{17f}').contains(&letter);
    let unknown: BTreeSet<char> = tex.chars().filter(|&letter| !is_known(letter)).collect();
    assert!(
        unknown.is_empty(),
        "{words}: pdfLaTeX does not know {unknown:?}"
    );
    let bare_list = "\\begin{description}\n\\end";
    assert!(!tex.contains(bare_list), "{words}: a list without items");
}
