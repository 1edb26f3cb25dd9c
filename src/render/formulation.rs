//! A formulation of an instance as a document: sizes, sets, columns and numbered equations.

use super::caption::{conditions, statement};
use super::document::{Block, Document, Item, Members, NumberedEquation};
use crate::formulation::{ColumnKind, Equation, Families, Formulation, Kind, Row};
use crate::harmless::harmless;
use crate::instance::{Instance, Sense};
use crate::problem::Problem;
use itertools::Itertools;

/// Default maximum number of members of a set.
const MAX_MEMBERS: usize = 100;

/// Default maximum number of rows of an equation.
const MAX_ROWS: usize = 8;

/// Detail of an instance in a document.
#[derive(Debug, Clone, Copy)]
pub struct Detail {
    /// Whether the rows of the instance follow each equation.
    pub rows: bool,
    /// Whether all members and rows are listed, without a maximum.
    pub all: bool,
}

impl Detail {
    fn maximum(self, default: usize) -> usize {
        if self.all { usize::MAX } else { default }
    }
}

/// Document of an instance in a formulation without the families `without` of cuts. The title has the question.
pub fn whole(
    instance: &Instance,
    kind: Kind,
    without: &Families,
    formulation: &dyn Formulation,
    detail: Detail,
) -> Document {
    let name = instance.name().map(|name| format!("{name}: "));
    let without = without.iter().map(|family| format!(" without {family}"));
    let title = format!(
        "{}{}; the {kind} formulation{}",
        name.unwrap_or_default(),
        statement(instance),
        without.collect::<String>()
    );
    let mut document = document(title, formulation, &Problem::from(instance), detail);
    let conditions = conditions(instance).join("; ");
    if !conditions.is_empty() {
        document.blocks.insert(0, Block::Paragraph(conditions));
    }
    document
}

/// Document of a problem.
pub fn document(
    title: String,
    formulation: &dyn Formulation,
    problem: &Problem,
    detail: Detail,
) -> Document {
    let program = formulation.program();
    let description = formulation.describe(problem);
    let (columns, binaries) = (program.columns().len(), program.binaries());
    let mut blocks = vec![
        Block::Heading("Sizes"),
        Block::Figures(vec![
            ("columns", format!("{columns} ({binaries} binary)")),
            ("rows", program.rows().len().to_string()),
            ("nonzeros", program.nonzeros().to_string()),
        ]),
    ];
    let sets = description.sets.into_iter().filter_map(|set| {
        let count = set.members.len();
        let words = format!("{}: {count}", set.meaning);
        (count > 0).then(|| Item {
            term: set.name,
            words,
            members: Members::first(set.members, detail.maximum(MAX_MEMBERS)),
        })
    });
    blocks.extend([Block::Heading("Sets"), list(sets)]);

    let kinds = |are_numbers: bool| {
        let of_kind = |kind: &ColumnKind| {
            let columns = program.columns().iter();
            let count = columns
                .filter(|column| column.kind() == kind.prefix && column.is_number() == are_numbers)
                .count();
            (count > 0).then(|| Item {
                term: kind.name.clone(),
                words: format!("{}: {count}", kind.meaning),
                members: Members::none(),
            })
        };
        let items = description.columns.iter().filter_map(of_kind);
        items.collect_vec()
    };
    blocks.extend([
        Block::Heading("Columns, each 1 if it is so and 0 if not"),
        list(kinds(false)),
    ]);
    let numbers = kinds(true);
    if !numbers.is_empty() {
        blocks.extend([
            Block::Heading("Columns that are numbers"),
            Block::List(numbers),
        ]);
    }
    blocks.push(Block::Paragraph(description.notes.into()));

    let by_equation = program.rows_by_equation().into_iter();
    let equations = by_equation.map(|(equation, rows)| {
        let line = |row: &&Row| (row.name.clone(), program.row_formula(row));
        Block::Equation(NumberedEquation {
            words: format!(
                "{}. Rows for {}: {}.",
                equation.statement,
                equation.each,
                rows.len()
            ),
            rows: match detail.rows {
                true => Members::first(rows.iter(), detail.maximum(MAX_ROWS)).map(line),
                false => Members::none(),
            },
            ..numbered_equation(equation)
        })
    });
    blocks.push(Block::Heading("Equations"));
    blocks.extend(equations);
    for equation in description.later {
        blocks.push(Block::Equation(numbered_equation(equation)));
    }
    blocks.push(Block::Heading(match program.sense() {
        Sense::Maximize => "Points, to be maximized",
        Sense::Minimize => "Points, to be minimized",
    }));
    for points in description.points {
        let expanded = points.expanded.into_iter().filter(|_| detail.rows);
        blocks.push(Block::Equation(NumberedEquation {
            rows: Members::first(expanded, usize::MAX).map(|line| (String::new(), line)),
            ..numbered_equation(points.equation)
        }));
    }
    Document {
        title: harmless(&title),
        blocks,
    }
}

fn list(items: impl IntoIterator<Item = Item>) -> Block {
    let items = items.into_iter().collect_vec();
    match items.is_empty() {
        true => Block::Paragraph("None.".into()),
        false => Block::List(items),
    }
}

fn numbered_equation(equation: &Equation) -> NumberedEquation {
    NumberedEquation {
        number: equation.number.into(),
        words: phrase(equation),
        formula: equation.formula.into(),
        rows: Members::none(),
    }
}

fn phrase(equation: &Equation) -> String {
    match equation.each {
        "" => format!("{}.", equation.statement),
        each => format!("{}. For {each}.", equation.statement),
    }
}
