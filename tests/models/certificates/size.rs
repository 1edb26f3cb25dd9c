//! The checkers stay small enough to be read: what counts is lines of code, without tests, comments and blank lines.

use std::path::{Path, PathBuf};

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("a file").path());
    paths
        .flat_map(|path| match path.is_dir() {
            true => files(&path),
            false => vec![path],
        })
        .collect()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("it is text")
}

/// Lines of code of these files, without their tests.
fn lines<'a>(files: impl Iterator<Item = &'a PathBuf>) -> usize {
    let lines = files.map(|path| {
        let text = read(path);
        let code = text.split("#[cfg(test)]\nmod tests").next();
        let code = code.unwrap_or_default().lines().map(str::trim);
        code.filter(|line| !line.is_empty() && !line.starts_with("//"))
            .count()
    });
    lines.sum()
}

/// The language of rows is read by a parser of its own, which is no part of any proof; nor are fields, as certificates of instances
/// with fields are refused. Some 50 of the other lines pass fields on.
#[test]
fn the_checker_in_rust_has_at_most_2_000_lines_620_that_read_rows_and_300_of_fields() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/referee/src");
    let mut all = files(&source);
    all.retain(|path| {
        let is_no_check = ["closed.rs", "show.rs"]
            .iter()
            .any(|name| path.ends_with(name));
        !is_no_check && !path.starts_with(source.join("bin"))
    });
    let below = |folder: &str| {
        let folder = source.join(folder);
        lines(all.iter().filter(|path| path.starts_with(&folder)))
    };
    let (rows, fields) = (below("row"), below("fields"));
    let others = lines(all.iter()) - rows - fields;
    assert!((1_000..=2_000).contains(&others), "{others}");
    assert!((300..=620).contains(&rows), "{rows}");
    assert!((100..=300).contains(&fields), "{fields}");
}

/// Some 180 of them read rows.
#[test]
fn the_checker_in_python_has_at_most_700_lines() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/check_certificate.py");
    let text = read(&file);
    // Every other part between the quotes of documentation is code.
    let code = text.split(r#"""""#).step_by(2);
    let lines = code.flat_map(str::lines).map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let lines = lines.count();
    assert!((300..=700).contains(&lines), "{lines}");
}
