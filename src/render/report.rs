//! Report on a folder of models as a table.

use crate::counted::counted;
use crate::harmless::{harmless, harmless_lines};
use crate::render::tables::aligned;
use crate::schema::{FileReport, FileVerdict, Report};
use itertools::Itertools;

const COLUMNS: [&str; 6] = ["file", "exercise", "verdict", "points", "of", "why"];

/// Text of a report: a row for each file, and the number of files of each verdict.
pub fn text(report: &Report) -> String {
    let table = aligned(COLUMNS, report.files.iter().map(row), 3..=4);
    let table = table.lines().map(str::trim).join("\n");
    let count = |verdict| {
        let files = report.files.iter();
        files.filter(|file| file.verdict == verdict).count()
    };
    let right = count(FileVerdict::Right);
    let not_read = count(FileVerdict::NotRead);
    let stopped = count(FileVerdict::Stopped);
    let all = report.files.len();
    let mut sum = format!("{}: {right} right", counted(all, "file"));
    for (count, word) in [
        (all - right - not_read - stopped, "wrong"),
        (not_read, "not read"),
        (stopped, "stopped"),
    ] {
        if count > 0 {
            sum += &format!(", {count} {word}");
        }
    }
    format!("{}\n\n{table}\n\n{sum}", harmless_lines(&report.folder))
}

/// Report for spreadsheets. A cell in the form of a formula begins with an apostrophe.
pub fn csv(report: &Report) -> String {
    let line = |cells: [String; 6]| {
        let cells = cells.map(|cell| {
            let is_formula = cell.starts_with(['=', '+', '-', '@', '\t']);
            let apostrophe = if is_formula { "'" } else { "" };
            match is_formula || cell.contains(['"', ',', '\n', '\r', ';']) {
                true => format!("\"{apostrophe}{}\"", cell.replace('"', "\"\"")),
                false => cell,
            }
        });
        cells.join(",")
    };
    let rows = report.files.iter().map(|file| line(row(file)));
    let lines = std::iter::once(line(COLUMNS.map(String::from))).chain(rows);
    lines.collect_vec().join("\n")
}

fn row(file: &FileReport) -> [String; 6] {
    [
        harmless(&file.file),
        harmless(file.exercise.as_deref().unwrap_or_default()),
        match file.verdict {
            FileVerdict::Right => "right",
            FileVerdict::Wrong => "wrong",
            FileVerdict::GivenOut => "as given out",
            FileVerdict::NotRead => "not read",
            FileVerdict::Stopped => "stopped",
        }
        .into(),
        file.points.to_string(),
        file.of.to_string(),
        harmless(file.says.as_deref().unwrap_or_default()),
    ]
}
