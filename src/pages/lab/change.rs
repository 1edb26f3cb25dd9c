//! Changes to the rows of a program, as lines of a text and as fields of an address.

use super::pasted::rows;
use crate::formulation::{Families, Formulation, Kind, Program, Row};
use crate::pages::address::Address;
use crate::render::document::plain;
use crate::rows::{RelaxQuestion, inequalities};
use crate::wall::Wall;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Changes in the words of an address.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Change {
    /// New rows, and rows in the place of others with the same name: `c1_1: o(1,2) <= 1`.
    pub(super) rows: Vec<String>,
    /// Names of the rows to leave out; the name of an equation, such as `c2`, stands for all its rows.
    pub(super) omissions: Vec<String>,
}

impl Change {
    pub(super) fn of_address(address: &Address) -> Self {
        let all = |name| address.page_fields(name).map(str::to_owned).collect();
        Self {
            rows: all("row"),
            omissions: all("drop"),
        }
    }

    /// Changes from a formulation's rows to lines of a text. A line without a name, or with an unknown name, is a new
    /// row.
    pub(super) fn of_lines<'a>(
        lines: impl Iterator<Item = &'a str>,
        wall: Wall,
        formulation: &dyn Formulation,
    ) -> Self {
        let program = formulation.program();
        let mut change = Self::default();
        let mut present = BTreeSet::new();
        let by_name = |name: &str| program.rows().iter().find(|row| row.name == name);
        let is_same = |text: &str, row: &Row| {
            let result = inequalities(text, wall, |name| formulation.quantity(name));
            result.is_ok_and(|pairs| match &pairs[..] {
                [(_, inequality)] => {
                    (
                        &inequality.expression,
                        inequality.relation,
                        inequality.right,
                    ) == (&row.expression, row.relation, row.right)
                }
                _ => false,
            })
        };
        for line in rows(lines) {
            let (name, text) = name_and_row(&line);
            match name.and_then(by_name) {
                Some(row) if present.insert(&row.name) => {
                    if text != program.row_formula(row) && !is_same(text, row) {
                        change.rows.push(line);
                    }
                }
                // A second line with the name of a row is a new row.
                Some(_) => change.rows.push(text.to_owned()),
                None => change.rows.push(line),
            }
        }
        for (equation, rows) in program.rows_by_equation() {
            let names = rows.iter().map(|row| &row.name);
            let missing: Vec<_> = names.filter(|name| !present.contains(name)).collect();
            match missing.len() == rows.len() {
                true => change.omissions.push(format!("c{}", equation.within())),
                false => change.omissions.extend(missing.into_iter().cloned()),
            }
        }
        change
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.omissions.is_empty()
    }

    /// Question about the relaxation with the changes. Its rows are the rows of the change, in the same order.
    pub(super) fn question(
        &self,
        kind: Kind,
        without: Families,
        program: &Program,
    ) -> RelaxQuestion {
        let names = self.rows.iter().filter_map(|row| name_and_row(row).0);
        let rewritten = names.filter(|name| program.rows().iter().any(|row| row.name == *name));
        let without_rows = rewritten.map(str::to_owned);
        RelaxQuestion {
            kind,
            without,
            rows: self
                .rows
                .iter()
                .map(|row| name_and_row(row).1.to_owned())
                .collect(),
            without_rows: self.omissions.iter().cloned().chain(without_rows).collect(),
            duals: false,
        }
    }

    /// Text of all rows of a program, equation by equation, with the changes in their places.
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
                let index = new
                    .iter()
                    .position(|line| name_and_row(line).0 == Some(&row.name));
                if let Some(index) = index {
                    let _ = writeln!(text, "{}", new.remove(index));
                } else if !self.omissions.contains(&row.name) && !self.omissions.contains(&all) {
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

    /// Fields of an address with the changes.
    pub(super) fn fields(&self) -> impl Iterator<Item = (String, String)> {
        let omissions = self
            .omissions
            .iter()
            .map(|name| ("drop".into(), name.clone()));
        omissions.chain(self.rows.iter().map(|row| ("row".into(), row.clone())))
    }
}

/// Name of a row, if the line has one, and the row.
fn name_and_row(line: &str) -> (Option<&str>, &str) {
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

    fn formulation() -> Box<dyn Formulation> {
        let json = r#"{"wall": {"rows": 2, "columns": 2}, "sense": "minimize"}"#;
        let instance = Instance::from_json(json).expect("an instance");
        let formulation = Kind::Ordering.formulate(&Problem::from(&instance), &Families::new());
        formulation.expect("small")
    }

    fn change_of(text: &str, formulation: &dyn Formulation) -> Change {
        let wall = Wall::new(2, 2).expect("a wall");
        Change::of_lines(text.lines(), wall, formulation)
    }

    #[test]
    fn an_unchanged_text_has_no_changes() {
        let formulation = formulation();
        let program = formulation.program();
        let text = Change::default().text(program);
        assert_eq!(
            text.lines().filter(|line| !line.starts_with('#')).count(),
            program.rows().len()
        );
        assert!(change_of(&text, &*formulation).is_empty());
        // Other signs, GMPL, and an LP file.
        let other = text.replace('≤', "<=").replace('≥', ">=").replace('−', "-");
        let other = other.lines().filter(|line| !line.starts_with('#'));
        let other: String = other.map(|line| format!("s.t. {line};\n")).collect();
        assert!(change_of(&other, &*formulation).is_empty());
        assert!(change_of(&model_file(program, FileFormat::Lp), &*formulation).is_empty());
    }

    #[test]
    fn changes_are_read_as_they_are_written() {
        let formulation = formulation();
        let program = formulation.program();
        let name = &program.rows()[3].name;
        let lines = Change::default().text(program);
        let lines = lines.lines().filter_map(|line| match line {
            line if line.starts_with("c2_") => None,
            line if line.starts_with(&format!("{}:", program.rows()[4].name)) => None,
            line if line.starts_with(&format!("{name}:")) => Some(format!("{name}: u(1) <= 0")),
            line => Some(line.to_owned()),
        });
        let lines: Vec<_> = lines.chain(["o(1,2) + u(1) >= 1".into()]).collect();
        let change = change_of(&lines.join("\n"), &*formulation);
        assert_eq!(
            change.rows,
            [&*format!("{name}: u(1) <= 0"), "o(1,2) + u(1) >= 1"]
        );
        assert_eq!(change.omissions, ["c2", &program.rows()[4].name]);
        let text = change.text(program);
        assert_eq!(change_of(&text, &*formulation), change);
        let question = change.question(Kind::Ordering, Families::new(), program);
        assert_eq!(question.rows, ["u(1) <= 0", "o(1,2) + u(1) >= 1"]);
        assert_eq!(question.without_rows, ["c2", &program.rows()[4].name, name]);
    }
}
