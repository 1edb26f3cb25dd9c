//! Model files with names, for other solvers and for people, in the dialect that HiGHS, SCIP, CBC and glpsol share.
//!
//! - The constant of the objective is the coefficient of a column `one` that is fixed to 1: glpsol reads no
//!   constant in LP files.
//! - A program without rows gets one in LP files, which says that `one` is 1: glpsol reads no file without rows.
//! - Binaries are integers from 0 to 1: CBC passes over a list of binaries in LP files.
//! - MPS files say that their format is free: CBC takes a line with a name of twelve letters for one of the
//!   fixed format.
//! - MPS files minimize; a maximum is minus the minimum of the negated score: CBC passes over OBJSENSE, and
//!   glpsol does not read it.

use crate::formulation::{Linear, Program, Relation, Row};
use crate::instance::Sense;
use itertools::Itertools;
use std::fmt::Write;

/// File format for mixed-integer programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileFormat {
    /// CPLEX LP.
    Lp,
    /// Free MPS, to be minimized.
    Mps,
}

/// Name of the column that is 1.
const ONE: &str = "one";

/// Length of the lines of an LP file, about; some readers take only 255 letters.
const WIDTH: usize = 100;

/// Model file of a program.
pub fn model_file(program: &Program, format: FileFormat) -> String {
    match format {
        FileFormat::Lp => lp(program),
        FileFormat::Mps => mps(program),
    }
}

/// Names of the columns in the sequence of their first occurrences in a model file, which is glpsol's numbering.
pub fn column_names(program: &Program, format: FileFormat) -> Vec<&str> {
    let all = program.columns().iter().map(|column| &*column.name);
    let constant = needs_one(program).then_some(ONE);
    match format {
        FileFormat::Mps => all.chain(constant).collect(),
        FileFormat::Lp => {
            let rows = program.rows().iter().map(|row| (&row.expression, 0));
            let objective = (program.objective(), program.objective().offset());
            let expressions = [objective].into_iter().chain(rows);
            let terms = expressions
                .flat_map(|(expression, constant)| named_terms(program, expression, constant));
            let only_row = program.rows().is_empty().then_some(ONE);
            let names = terms.map(|(_, name)| name).chain(only_row);
            let names = names.chain(all).chain(constant);
            names.unique().collect()
        }
    }
}

/// Whether there is a column for a constant: in the objective, or in a row without other terms.
fn needs_one(program: &Program) -> bool {
    program.objective().offset() != 0 || program.columns().is_empty() || program.is_contradictory()
}

fn lp(program: &Program) -> String {
    let mut text = String::from(match program.sense() {
        Sense::Maximize => "Maximize\n",
        Sense::Minimize => "Minimize\n",
    });
    let terms = terms(program, program.objective(), program.objective().offset());
    text += &wrap("score", &terms, "");
    text += "Subject To\n";
    for row in program.rows() {
        let relation = match row.relation {
            Relation::AtMost => "<=",
            Relation::AtLeast => ">=",
            Relation::Equal => "=",
        };
        let end = format!(" {relation} {}", row.right);
        text += &wrap(&row.name, &self::terms(program, &row.expression, 0), &end);
    }
    let no_rows = program.rows().is_empty();
    if no_rows {
        let _ = writeln!(text, " c_{ONE}: + {ONE} = 1");
    }
    text += "Bounds\n";
    for column in program.columns() {
        let (least, most) = (column.range.start(), column.range.end());
        let _ = writeln!(text, " {least} <= {} <= {most}", column.name);
    }
    if no_rows || needs_one(program) {
        let _ = writeln!(text, " {ONE} = 1");
    }
    text += "Generals\n";
    for column in program.columns().iter().filter(|column| column.integer) {
        let _ = writeln!(text, " {}", column.name);
    }
    text + "End\n"
}

/// Coefficients of an expression with a constant, each with the name of its column; at least one.
fn named_terms<'a>(
    program: &'a Program,
    expression: &'a Linear,
    constant: i64,
) -> impl Iterator<Item = (i64, &'a str)> {
    let columns = expression
        .terms()
        .map(|(column, coefficient)| (coefficient, &*program.columns()[column.index()].name));
    let is_empty = expression.terms().len() == 0;
    let constant = (constant != 0 || is_empty).then_some((constant, ONE));
    columns.chain(constant)
}

/// Terms of an expression with a constant; at least one.
fn terms(program: &Program, expression: &Linear, constant: i64) -> Vec<String> {
    let term = |(coefficient, name): (i64, &str)| match coefficient {
        1 => format!(" + {name}"),
        -1 => format!(" - {name}"),
        _ if coefficient < 0 => format!(" - {} {name}", -coefficient),
        _ => format!(" + {coefficient} {name}"),
    };
    let terms = named_terms(program, expression, constant);
    terms.map(term).collect()
}

fn wrap(name: &str, terms: &[String], end: &str) -> String {
    let mut text = String::new();
    let mut line = format!(" {name}:");
    for term in terms {
        if line.len() + term.len() > WIDTH {
            let _ = writeln!(text, "{line}");
            line = String::from(" ");
        }
        line += term;
    }
    text + &line + end + "\n"
}

fn mps(program: &Program) -> String {
    let sign = -program.sense().gain(1_i64);
    let mut text = String::new();
    if sign < 0 {
        text += "* the minimum of the negated score\n";
    }
    text += "NAME azulejo FREE\nROWS\n N score\n";
    for row in program.rows() {
        let kind = match row.relation {
            Relation::AtMost => 'L',
            Relation::AtLeast => 'G',
            Relation::Equal => 'E',
        };
        let _ = writeln!(text, " {kind} {}", row.name);
    }
    text += "COLUMNS\n";
    for (column, entries) in program.columns().iter().zip(entries(program, sign)) {
        for (row, coefficient) in entries {
            let _ = writeln!(text, " {} {row} {coefficient}", column.name);
        }
    }
    if needs_one(program) {
        let _ = writeln!(text, " {ONE} score {}", sign * program.objective().offset());
    }
    text += "RHS\n";
    for Row { name, right, .. } in program.rows().iter().filter(|row| row.right != 0) {
        let _ = writeln!(text, " right {name} {right}");
    }
    text += "BOUNDS\n";
    for column in program.columns() {
        let (name, least, most) = (&column.name, column.range.start(), column.range.end());
        let _ = match (column.integer, *least) {
            (true, _) => writeln!(text, " BV box {name}"),
            (false, 0) => writeln!(text, " UP box {name} {most}"),
            (false, _) => writeln!(text, " LO box {name} {least}\n UP box {name} {most}"),
        };
    }
    if needs_one(program) {
        let _ = writeln!(text, " FX box {ONE} 1");
    }
    text + "ENDATA\n"
}

/// Rows of each column with their coefficients, the objective times `sign` first.
fn entries(program: &Program, sign: i64) -> Vec<Vec<(&str, i64)>> {
    let mut entries: Vec<Vec<(&str, i64)>> = vec![vec![("score", 0)]; program.columns().len()];
    for (column, coefficient) in program.objective().terms() {
        entries[column.index()][0].1 = sign * coefficient;
    }
    for row in program.rows() {
        for (column, coefficient) in row.expression.terms() {
            entries[column.index()].push((&row.name, coefficient));
        }
    }
    entries
}
