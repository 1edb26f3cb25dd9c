use super::exit::{Exit, Usage};
use super::flags::{Format, FormulationArgs, InstanceArgs, LimitArgs};
use super::target::plot_file;
use super::{input, output, progress};
use crate::formulation::Kind;
use crate::instance::{CellSpec, Instance};
use crate::milp::Relaxation;
use crate::problem::Problem;
use crate::render::caption::title;
use crate::render::plot;
use crate::render::relaxation::text;
use crate::rows::{InequalityError, RelaxError, RelaxQuestion, relaxed};
use crate::schema;
use anyhow::anyhow;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct RelaxArgs {
    #[command(flatten)]
    instance: InstanceArgs,
    #[command(flatten)]
    formulation: FormulationArgs,
    /// Try a row, such as "o(1,2) + o(2,3) <= 1"; can be repeated
    ///
    /// The names are those that `formulate --expand` shows, and in the ordering formulation also o(b,a) for
    /// 1 - o(a,b), h(c) and v(c) for the points of a cell along its row and its column, and P(row 1) and S(row 1) for
    /// the points and the starts of a line. With (row), (column) or (line) the row is written for each of them.
    #[arg(
        long = "row",
        value_name = "ROW",
        allow_hyphen_values = true,
        help_heading = "Rows to try"
    )]
    rows: Vec<String>,
    /// Try the rows of a file, one a line, after # a comment; - for standard input
    #[arg(long = "rows", value_name = "FILE", help_heading = "Rows to try")]
    file_of_rows: Option<PathBuf>,
    /// Leave out a row by its name, or all rows of an equation, such as c2; can be repeated
    #[arg(
        long = "without-row",
        value_name = "NAME",
        help_heading = "Rows to try"
    )]
    without_rows: Vec<String>,
    /// Also show the dual solution: the multiplier of each row, and how the bound is their sum; and the shadow prices of the
    /// rows of --subject-to
    #[arg(long, help_heading = "Run")]
    duals: bool,
    /// Draw the shadow prices of the rows of --subject-to
    #[arg(
        long,
        value_name = "FILE.svg",
        requires = "duals",
        help_heading = "Run"
    )]
    plot: Option<PathBuf>,
    /// Show every column that is not 0, however many there are
    #[arg(long, help_heading = "Run")]
    all: bool,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Run")]
    format: Format,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(super) fn run(args: &RelaxArgs) -> anyhow::Result<Exit> {
    let picture = plot_file(args.plot.as_deref())?;
    let kind = args.formulation.method;
    let without = args.formulation.cuts.families(kind.name())?;
    input::check_single_stdin(&args.instance, args.file_of_rows.as_deref(), "rows")?;
    let instance = input::instance(&args.instance)?;
    let mut constraints = instance.constraints().iter();
    if picture.is_some() && constraints.all(|constraint| constraint.row().is_none()) {
        let hint =
            "--plot: no row is stated whose shadow price could be drawn; state one by --subject-to";
        return Err(Usage(hint.into()).into());
    }
    let texts = texts(args)?;
    let question = RelaxQuestion {
        kind,
        without,
        rows: texts.iter().map(|(_, text)| text.clone()).collect(),
        without_rows: args.without_rows.clone(),
        duals: args.duals,
    };
    let line = progress::Line::new(&args.limits)?;
    let control = line.control().within(args.limits.time_limit);
    let answer = relaxed(&instance, &question, &control, |stage| line.stage(stage));
    drop(line);
    let answer = answer.map_err(|error| located_error(error, &instance, &question, &texts))?;
    if let Some(picture) = picture.filter(|_| answer.duals.is_some()) {
        picture.write(plot::shadow_prices(&instance, &answer.shadow_prices)?.as_bytes())?;
    }
    output::result(&match args.format {
        Format::Text => format!("{}\n\n{}", title(&instance), text(&answer, args.all)),
        Format::Json => schema::pretty(&schema::Relax::from(&answer)),
    })?;
    Ok(match answer.relaxation {
        _ if answer.refutes_a_row() => Exit::Infeasible,
        Relaxation::Solved { .. } => Exit::Done,
        Relaxation::Infeasible => Exit::Infeasible,
        Relaxation::Stopped => Exit::StoppedEmpty,
    })
}

/// Error with the place of its row, and the command that lists the names of the program.
fn located_error(
    error: RelaxError,
    instance: &Instance,
    question: &RelaxQuestion,
    texts: &[(String, String)],
) -> anyhow::Error {
    let kind = question.kind;
    let names = format!("`azulejo formulate --method {kind} --expand` shows the names");
    match error {
        RelaxError::Row { given, error } => {
            let (place, text) = &texts[given];
            let error = match &error {
                InequalityError::Name(name) => match advice_on_name(name, instance, question) {
                    Some(advice) => anyhow!("{error}: {advice}"),
                    None => anyhow!("{error}; {names}"),
                },
                _ => error.into(),
            };
            error.context(format!("{place}: {text}"))
        }
        RelaxError::TooMany { given } => Usage(format!(
            "{}: {}",
            texts[given].0,
            RelaxError::TooMany { given }
        ))
        .into(),
        RelaxError::NoRow(name) => {
            let by_number = name.trim_start_matches(|letter: char| !letter.is_ascii_digit());
            let by_number = by_number.trim_end_matches(')');
            let names = match by_number.is_empty() || name.starts_with('c') {
                true => names,
                false => {
                    let of = if kind == Kind::Ordering { "O" } else { "CS" };
                    format!(
                        "the rows of equation {of}-{by_number} begin with c{by_number}; {names}"
                    )
                }
            };
            Usage(format!(
                "--without-row {name}: no row has that name; {names}"
            ))
            .into()
        }
        error => error.into(),
    }
}

/// Names of columns and quantities of the two formulations.
const CASE_STUDY: [&str; 5] = ["A", "B", "C", "D", "E"];
const ORDERING: [&str; 10] = ["o", "r", "sh", "sv", "u", "h", "v", "P", "S", "turn"];

/// Advice on a name that people write and the program does not have.
fn advice_on_name(name: &str, instance: &Instance, question: &RelaxQuestion) -> Option<String> {
    let Some((word, cells)) = name.strip_suffix(')').and_then(|name| name.split_once('(')) else {
        let is_name = [&CASE_STUDY[..], &ORDERING[..]].concat().contains(&name);
        return is_name.then(|| "write what it is of in parentheses, as in o(1,2)".to_owned());
    };
    let of_case_study = CASE_STUDY.contains(&word);
    let of_ordering = ORDERING.contains(&word);
    match question.kind {
        Kind::Ordering if of_case_study => {
            let method = Kind::CaseStudy;
            Some(format!("{word} is a column of --method {method}"))
        }
        Kind::Ordering if word == "o" => no_pair(cells, instance, question),
        Kind::CaseStudy | Kind::Disaggregated if of_ordering => {
            let method = Kind::Ordering;
            Some(format!("{word} is a name of --method {method}"))
        }
        _ => None,
    }
}

/// Reason why the ordering formulation has no column for a pair of cells.
fn no_pair(cells: &str, instance: &Instance, question: &RelaxQuestion) -> Option<String> {
    let wall = instance.wall();
    let cells = cells.split(',').map(|cell| cell.parse().ok());
    let cells = cells.collect::<Option<Vec<u64>>>()?;
    let on_wall = cells.iter().map(|&cell| CellSpec::Number(cell).on(wall));
    let (first, second) = match on_wall.collect::<Result<Vec<_>, _>>() {
        Err(error) => return Some(error.to_string()),
        Ok(cells) => match cells[..] {
            [first, second] if first == second => {
                return Some("a cell does not come before itself".into());
            }
            [first, second] => (first, second),
            _ => return None,
        },
    };
    let problem = Problem::from(instance);
    let formulation = question.kind.formulate(&problem, &question.without).ok()?;
    let has_ranks = [first, second]
        .iter()
        .all(|cell| formulation.quantity(&format!("rank({cell})")).is_some());
    let alternative = match has_ranks {
        true => {
            format!("the row rank({first}) + 1 <= rank({second}), or --before {first}:{second},")
        }
        false => format!("--before {first}:{second}"),
    };
    Some(format!(
        "cells {first} and {second} have no line in common, and o is for two cells of a line; {alternative} says that cell \
         {first} comes before cell {second}"
    ))
}

/// Rows to try as text, each after its place.
fn texts(args: &RelaxArgs) -> anyhow::Result<Vec<(String, String)>> {
    let flags = args.rows.iter();
    let flags = flags.map(|row| ("--row".to_owned(), row.clone()));
    let mut texts: Vec<(String, String)> = flags.collect();
    if let Some(path) = &args.file_of_rows {
        let (text, name) = (input::text(path)?, input::file_name(path));
        for (index, line) in text.lines().enumerate() {
            let row = line.split('#').next().unwrap_or_default().trim();
            if !row.is_empty() {
                texts.push((format!("{name}, line {}", index + 1), row.to_owned()));
            }
        }
    }
    Ok(texts)
}
