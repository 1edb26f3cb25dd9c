//! Sizes of the checkers in lines of code, without tests, comments and blank lines: few enough to be read.

use crate::common::files_at;
use std::path::{Path, PathBuf};

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("text")
}

/// The number of lines of code in files, without their tests.
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

/// The parser of rows is no part of a proof. Certificates of instances with fields are refused, so that the parser of fields is no
/// part either. Some 50 of the other lines pass fields on.
#[test]
fn the_checker_in_rust_has_at_most_2_000_lines_620_of_rows_and_300_of_fields() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/referee/src");
    let mut files = files_at(&source);
    files.retain(|path| {
        let is_outside_checks = ["closed.rs", "show.rs"]
            .iter()
            .any(|name| path.ends_with(name));
        !is_outside_checks && !path.starts_with(source.join("bin"))
    });
    let below = |folder: &str| {
        let folder = source.join(folder);
        lines(files.iter().filter(|path| path.starts_with(&folder)))
    };
    let (rows, fields) = (below("row"), below("fields"));
    let others = lines(files.iter()) - rows - fields;
    assert!((1_000..=2_000).contains(&others), "{others}");
    assert!((300..=620).contains(&rows), "{rows}");
    assert!((100..=300).contains(&fields), "{fields}");
}

/// Some 180 of the lines read rows.
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
