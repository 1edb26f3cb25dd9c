//! Changes to the rows of a program: as the lines of a text, and as fields of an address.

use super::pasted::rows;
use crate::formulation::{Families, Formulation, Kind, Program, Row};
use crate::pages::address::Address;
use crate::render::document::plain;
use crate::rows::{RelaxQuestion, inequalities};
use crate::wall::Wall;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The changes, in the words of an address.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Change {
    /// Rows that are new, or written anew under the name of another: `c1_1: o(1,2) <= 1`.
    pub(super) rows: Vec<String>,
    /// The names of rows that are left out, or of all rows of an equation: `c2`.
    pub(super) left_out: Vec<String>,
}

impl Change {
    pub(super) fn of_address(address: &Address) -> Self {
        let all = |name| address.others(name).map(str::to_owned).collect();
        Self {
            rows: all("row"),
            left_out: all("drop"),
        }
    }

    /// The changes that make these lines of a formulation's rows. A line without a name, or with one that no row has, is a
    /// row of its own.
    pub(super) fn of_lines<'a>(
        lines: impl Iterator<Item = &'a str>,
        wall: Wall,
        formulation: &dyn Formulation,
    ) -> Self {
        let program = formulation.program();
        let mut change = Self::default();
        let mut present = BTreeSet::new();
        let known = |name: &str| program.rows().iter().find(|row| row.name == name);
        let is = |text: &str, row: &Row| {
            let read = inequalities(text, wall, |name| formulation.quantity(name));
            read.is_ok_and(|read| match &read[..] {
                [(_, read)] => {
                    (&read.expression, read.relation, read.right)
                        == (&row.expression, row.relation, row.right)
                }
                _ => false,
            })
        };
        for line in rows(lines) {
            let (name, text) = named(&line);
            match name.and_then(known) {
                Some(row) if present.insert(&row.name) => {
                    if text != program.row_formula(row) && !is(text, row) {
                        change.rows.push(line);
                    }
                }
                // The same name once more is another row.
                Some(_) => change.rows.push(text.to_owned()),
                None => change.rows.push(line),
            }
        }
        for (equation, rows) in program.rows_by_equation() {
            let names = rows.iter().map(|row| &row.name);
            let gone: Vec<_> = names.filter(|name| !present.contains(name)).collect();
            match gone.len() == rows.len() {
                true => change.left_out.push(format!("c{}", equation.within())),
                false => change.left_out.extend(gone.into_iter().cloned()),
            }
        }
        change
    }

    pub(super) fn is_none(&self) -> bool {
        self.rows.is_empty() && self.left_out.is_empty()
    }

    /// The question what the relaxation is with the changes. Its rows are those of the change, in their order.
    pub(super) fn question(
        &self,
        kind: Kind,
        without: Families,
        program: &Program,
    ) -> RelaxQuestion {
        let names = self.rows.iter().filter_map(|row| named(row).0);
        let rewritten = names.filter(|name| program.rows().iter().any(|row| row.name == *name));
        let without_rows = rewritten.map(str::to_owned);
        RelaxQuestion {
            kind,
            without,
            rows: self
                .rows
                .iter()
                .map(|row| named(row).1.to_owned())
                .collect(),
            without_rows: self.left_out.iter().cloned().chain(without_rows).collect(),
            duals: false,
        }
    }

    /// All rows of a program as a text, equation by equation, with the changes in their places.
    pub(super) fn text(&self, program: &Program) -> String {
        let mut text = String::new();
        let mut new: Vec<&str> = self.rows.iter().map(String::as_str).collect();
        for (equation, rows) in program.rows_by_equation() {
            let _ = writeln!(
                text,
                "# ({}) {}",
                equation.number,
                plain(equation.statement)
            );
            let all = format!("c{}", equation.within());
            for row in rows {
                let anew = new.iter().position(|line| named(line).0 == Some(&row.name));
                if let Some(at) = anew {
                    let _ = writeln!(text, "{}", new.remove(at));
                } else if !self.left_out.contains(&row.name) && !self.left_out.contains(&all) {
                    let _ = writeln!(text, "{}: {}", row.name, program.row_formula(row));
                }
            }
        }
        if !new.is_empty() {
            text += "# Your own\n";
        }
        for line in new {
            let _ = writeln!(text, "{line}");
        }
        text
    }

    /// The changes as fields of an address.
    pub(super) fn fields(&self) -> impl Iterator<Item = (String, String)> {
        let left_out = self
            .left_out
            .iter()
            .map(|name| ("drop".into(), name.clone()));
        left_out.chain(self.rows.iter().map(|row| ("row".into(), row.clone())))
    }
}

/// The name of a row, and the row.
fn named(line: &str) -> (Option<&str>, &str) {
    match line.split_once(':') {
        Some((name, text)) => (Some(name.trim()), text.trim()),
        None => (None, line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Instance;
    use crate::problem::Problem;
    use crate::render::model_file::{FileFormat, model_file};

    fn written() -> Box<dyn Formulation> {
        let json = r#"{"wall": {"rows": 2, "columns": 2}, "sense": "minimize"}"#;
        let instance = Instance::from_json(json).expect("an instance");
        let written = Kind::Ordering.formulate(&Problem::from(&instance), &Families::new());
        written.expect("small")
    }

    fn of(text: &str, formulation: &dyn Formulation) -> Change {
        let wall = Wall::new(2, 2).expect("a wall");
        Change::of_lines(text.lines(), wall, formulation)
    }

    #[test]
    fn a_text_that_nobody_changed_changes_nothing() {
        let written = written();
        let program = written.program();
        let text = Change::default().text(program);
        assert_eq!(
            text.lines().filter(|line| !line.starts_with('#')).count(),
            program.rows().len()
        );
        assert!(of(&text, &*written).is_none());
        // Another hand, and the files that other programs read.
        let other = text.replace('≤', "<=").replace('≥', ">=").replace('−', "-");
        let other = other.lines().filter(|line| !line.starts_with('#'));
        let other: String = other.map(|line| format!("s.t. {line};\n")).collect();
        assert!(of(&other, &*written).is_none());
        assert!(of(&model_file(program, FileFormat::Lp), &*written).is_none());
    }

    #[test]
    fn changes_are_read_as_they_are_written() {
        let written = written();
        let program = written.program();
        let name = &program.rows()[3].name;
        let lines = Change::default().text(program);
        let lines = lines.lines().filter_map(|line| match line {
            line if line.starts_with("c2_") => None,
            line if line.starts_with(&format!("{}:", program.rows()[4].name)) => None,
            line if line.starts_with(&format!("{name}:")) => Some(format!("{name}: u(1) <= 0")),
            line => Some(line.to_owned()),
        });
        let lines: Vec<_> = lines.chain(["o(1,2) + u(1) >= 1".into()]).collect();
        let change = of(&lines.join("\n"), &*written);
        assert_eq!(
            change.rows,
            [&*format!("{name}: u(1) <= 0"), "o(1,2) + u(1) >= 1"]
        );
        assert_eq!(change.left_out, ["c2", &program.rows()[4].name]);
        let text = change.text(program);
        assert_eq!(of(&text, &*written), change);
        let question = change.question(Kind::Ordering, Families::new(), program);
        assert_eq!(question.rows, ["u(1) <= 0", "o(1,2) + u(1) >= 1"]);
        assert_eq!(question.without_rows, ["c2", &program.rows()[4].name, name]);
    }
}
