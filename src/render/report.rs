//! A report of a folder of models, as a table.

use crate::counted::counted;
use crate::harmless::{harmless, harmless_lines};
use crate::render::tables::aligned;
use crate::schema::{FileReport, FileVerdict, Report};
use itertools::Itertools;

const COLUMNS: [&str; 6] = ["file", "exercise", "verdict", "points", "of", "why"];

/// For people: a row for each file, and how many files are what.
pub fn text(report: &Report) -> String {
    let table = aligned(COLUMNS, report.files.iter().map(row), 3..=4);
    let table = table.lines().map(str::trim).join("\n");
    let of = |verdict| {
        let files = report.files.iter();
        files.filter(|file| file.verdict == verdict).count()
    };
    let right = of(FileVerdict::Right);
    let read = of(FileVerdict::NotRead);
    let stopped = of(FileVerdict::Stopped);
    let all = report.files.len();
    let mut sum = format!("{}: {right} right", counted(all, "file"));
    for (count, says) in [
        (all - right - read - stopped, "wrong"),
        (read, "not read"),
        (stopped, "stopped"),
    ] {
        if count > 0 {
            sum += &format!(", {count} {says}");
        }
    }
    format!("{}\n\n{table}\n\n{sum}", harmless_lines(&report.folder))
}

/// For spreadsheets. A cell that one would take for a formula has an apostrophe before it.
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
