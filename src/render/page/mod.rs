//! One self-contained page about an instance and an order: what was asked, the answer, its proof, pictures,
//! a replay, formulations and methods.
//!
//! The page is written by the template `web/page.html`. Without scripts it lacks nothing but the
//! slider.

use super::caption::{asked, conditions};
use super::picture::{self, PICTURES};
use super::plot::{self, PlotError};
use super::{colour, proof, tables};
use crate::control::Control;
use crate::counted::counted;
use crate::formulation::{Families, Formulation, Kind, Unwritten};
use crate::graph::StateGraph;
use crate::harmless::harmless;
use crate::instance::{Instance, Sense};
use crate::order::{Replay, Run, Step};
use crate::outcome::{Stats, Verdict};
use crate::problem::Problem;
use crate::schema;
use crate::solve::{Answer, CrossCheck, Method, SolveError, agree};
use crate::web::{TemplateError, Templates};
use itertools::Itertools;
use serde::Serialize;
use std::time::Duration;

/// What a page tells beside the order itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct Findings<'a> {
    /// How the order was found, if it was not given.
    pub answer: Option<&'a Answer>,
    /// What the state graph says of that.
    pub cross_check: Option<&'a CrossCheck>,
    /// What every method found, and how long each of them had, but for the one that found the answer.
    pub comparison: Option<(&'a [MethodRow<'a>], Duration)>,
    /// What the formulations keep to while they are written down to be measured, if that is limited.
    pub control: Option<&'a Control>,
}

/// A method's name, and what it found.
pub type MethodRow<'a> = (&'a str, Result<Answer, SolveError>);

/// The page, as HTML.
///
/// ```
/// use azulejo::{instance::Instance, order::Replay, render::page::{page, Findings}, wall::Cell};
/// let instance = Instance::from_json(
///     r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize"}"#,
/// )?;
/// let order = [1, 4, 2, 3].map(Cell::from_number);
/// let page = page(&Replay::new(&instance, &order)?, &Findings::default())?;
/// assert!(page.starts_with("<!DOCTYPE html>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the template cannot be filled or the plot not be drawn; nothing that is put into them makes that happen.
pub fn page(replay: &Replay<'_>, findings: &Findings<'_>) -> Result<String, PageError> {
    let (instance, report) = (replay.instance(), replay.report());
    let problem = Problem::from(instance);
    let asked = asked(instance);
    let (grid, walls) = picture::bare_strip(replay);
    // The strip is told turn by turn.
    let pictures = PICTURES.iter().filter(|&&one| *one != picture::STRIP);
    let plot = findings.answer.map(|answer| plot::bare(instance, answer));
    let plot = plot.transpose()?;
    let page = Page {
        version: env!("CARGO_PKG_VERSION"),
        dark: dark_styles(),
        title: title(instance, &asked),
        score: report.score,
        claim: claim(replay, findings.answer),
        violations: report.violations.iter().map(ToString::to_string).collect(),
        pictures: pictures
            .map(|picture| Drawn {
                name: picture.name,
                svg: picture::bare(replay, picture),
            })
            .collect(),
        order: replay.order().iter().join(" "),
        points: report.points.iter().join(" "),
        bonus: report.bonus,
        grid,
        turns: turns(replay, walls),
        proof: proof(&problem, findings),
        plot: plot.flatten(),
        stats: findings.answer.map_or_else(Vec::new, stats),
        formulations: formulations(&problem, findings.control),
        comparison: findings
            .comparison
            .map(|(rows, limit)| comparison(instance, rows, limit, findings.answer)),
        rules: conditions(instance),
        source: instance.source().map(harmless),
        published: published(instance, report.score),
        json: schema::pretty(instance),
        asked,
    };
    Ok(Templates::embedded().render("page.html", &page)?)
}

/// The page could not be written.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// The template could not be filled.
    #[error("cannot fill the page: {0}")]
    Template(#[from] TemplateError),
    /// The history of the answer could not be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
}

/// The colours of pictures where a person prefers dark, as styles of the page that they are on.
pub(crate) fn dark_styles() -> String {
    colour::DARK.to_owned() + &plot::dark(".plot")
}

/// The page: `web/page.html` writes it.
#[derive(Debug, Serialize)]
struct Page {
    version: &'static str,
    dark: String,
    title: String,
    score: u32,
    claim: String,
    violations: Vec<String>,
    pictures: Vec<Drawn>,
    order: String,
    points: String,
    bonus: u32,
    grid: String,
    turns: Vec<Turn>,
    proof: Vec<String>,
    /// How the bound and the best order came together, if there is a picture of that.
    plot: Option<String>,
    stats: Vec<(&'static str, String)>,
    /// The sizes of each formulation, or why it has none.
    formulations: Vec<(&'static str, Result<[usize; 4], String>)>,
    comparison: Option<Comparison>,
    asked: String,
    rules: Vec<String>,
    source: Option<String>,
    published: Option<String>,
    json: String,
}

#[derive(Debug, Serialize)]
struct Drawn {
    name: &'static str,
    svg: String,
}

#[derive(Debug, Serialize)]
struct Turn {
    number: usize,
    points: u32,
    /// The points of this turn and all before it.
    total: u32,
    /// The first and the last cell of the run, or nothing.
    row: String,
    column: String,
    svg: String,
    sentence: String,
}

#[derive(Debug, Serialize)]
struct Comparison {
    word: &'static str,
    limits: String,
    head: &'static [&'static str],
    rows: Vec<(String, Result<Vec<String>, String>)>,
}

/// So many constraints are named in the title.
const NAMED: usize = 2;

/// The name of the instance, or what is asked with its constraints: without them the answer would seem to be that of
/// another problem.
fn title(instance: &Instance, asked: &str) -> String {
    if let Some(name) = instance.name() {
        return harmless(name);
    }
    let conditions = conditions(instance);
    let named = match conditions.len() {
        0..=NAMED => conditions.join("; "),
        more => format!(
            "{}; and {} more",
            conditions[..NAMED].join("; "),
            more - NAMED
        ),
    };
    match named.is_empty() {
        true => asked.to_owned(),
        false => format!("{asked}; {named}"),
    }
}

/// What the score is.
fn claim(replay: &Replay<'_>, answer: Option<&Answer>) -> String {
    let sense = replay.instance().sense();
    let points = match replay.report().score {
        1 => "point",
        _ => "points",
    };
    match answer.map(|answer| &answer.outcome.verdict) {
        Some(Verdict::Optimal { solution, .. }) => {
            let more = match sense {
                Sense::Maximize => "more",
                Sense::Minimize => "less",
            };
            let score = solution.score;
            let order = match conditions(replay.instance()).is_empty() {
                true => "No order scores",
                false => "No order under these conditions scores",
            };
            format!(
                "{points}: the {} (score {score} = bound {score}). {order} {more}.",
                proof::proven(sense)
            )
        }
        Some(Verdict::Feasible { bound, .. }) => {
            let limited = proof::limited(sense, *bound);
            format!("{points}, the best so far: the search was stopped, and {limited}.")
        }
        _ => format!("{points}, by an order that was given."),
    }
}

fn turns(replay: &Replay<'_>, walls: Vec<String>) -> Vec<Turn> {
    let ends =
        |run: &Option<Run>| run.map_or(String::new(), |run| format!("{} {}", run.first, run.last));
    let mut total = 0;
    let turn = |(step, svg): (&Step, String)| {
        let points = step.kinds.total();
        total += points;
        let [row, column] = step.runs.each_ref().map(ends);
        Turn {
            number: step.turn,
            points,
            total,
            row,
            column,
            svg,
            sentence: replay.sentence(step),
        }
    };
    replay.steps().iter().zip(walls).map(turn).collect()
}

/// What stands behind the score.
fn proof(problem: &Problem, findings: &Findings<'_>) -> Vec<String> {
    let verified = "The verifier, which shares no code with the solvers, scored the order tile by tile \
                    and tested every constraint by its meaning.";
    let mut proof = vec![verified.to_owned()];
    let Some(answer) = findings.answer else {
        proof.push(
            "This order was given, not searched for: nothing is proven here about other orders."
                .into(),
        );
        return proof;
    };
    let verdict = &answer.outcome.verdict;
    let because = proof::by(&answer.outcome).in_a_sentence;
    proof.push(match (verdict, answer.method) {
        (Verdict::Optimal { .. }, Method::Auto) => format!("No order is better: {because}."),
        (Verdict::Optimal { .. }, method) => {
            format!("The {method} method proved that no order is better: {because}.")
        }
        (_, Method::Auto) => {
            "The search was stopped before it could prove that no order is better.".into()
        }
        (_, method) => {
            format!(
                "The {method} method was stopped before it could prove that no order is better."
            )
        }
    });
    proof.push(match findings.cross_check {
        None if answer.method == Method::Graph => {
            "There was no cross-check: the state graph is what other methods are checked with."
                .into()
        }
        None => match StateGraph::fits(problem) {
            Err(unfit) => format!("There was no cross-check: {unfit}."),
            Ok(()) => "There was no cross-check.".into(),
        },
        Some(check) => {
            let second = &check.answer.outcome;
            let word = if check.agrees { "agrees" } else { "DISAGREES" };
            let score = second.verdict.score();
            let score = score.map_or(second.verdict.status().into(), |score| score.to_string());
            let mut text = format!(
                "Cross-check: the state {} {word}: {score}",
                check.answer.method
            );
            if let (Verdict::Optimal { .. }, Some(orders)) = (&second.verdict, &second.stats.orders)
            {
                text += &format!(", reached by {}", counted(orders, "optimal order"));
            }
            if let Some(coverings) = second.stats.coverings {
                text += &format!(", over {}", counted(coverings, "covering"));
            }
            text + "."
        }
    });
    proof
}

/// The method whose answer it is.
fn method_of(answer: &Answer) -> String {
    match answer.method {
        Method::Auto => "none was needed: a bound equals the score of the order".into(),
        method => method.to_string(),
    }
}

/// What the answer cost.
fn stats(answer: &Answer) -> Vec<(&'static str, String)> {
    let Stats {
        columns,
        rows,
        nonzeros,
        nodes,
        iterations,
        root_bound,
        rounds,
        separated_rows,
        root_rounds,
        cycle_cuts,
        coverings,
        moves,
        orders,
        seconds,
        ..
    } = &answer.outcome.stats;
    let size = |value: &Option<usize>| value.map(|value| value.to_string());
    let count = |value: &Option<u64>| value.map(|value| value.to_string());
    let stats = [
        ("Method", Some(method_of(answer))),
        ("Columns", size(columns)),
        ("Rows", size(rows)),
        ("Nonzeros", size(nonzeros)),
        ("Root bound", root_bound.map(|bound| format!("{bound:.2}"))),
        ("Nodes", count(nodes)),
        ("Simplex iterations", count(iterations)),
        ("Separated rows", size(separated_rows)),
        ("Rounds of separation", size(root_rounds)),
        ("Rounds", size(rounds)),
        ("Cycle cuts", size(cycle_cuts)),
        (
            match answer.method {
                Method::Frontier | Method::Backward => "Classes of coverings",
                _ => "Coverings",
            },
            size(coverings),
        ),
        ("Moves", size(moves)),
        ("Optimal orders", orders.map(|orders| orders.to_string())),
        ("Seconds", Some(format!("{seconds:.3}"))),
    ];
    let known = stats.into_iter();
    known
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

/// The sizes of every formulation: columns, binary ones, rows, nonzeros.
fn formulations(
    problem: &Problem,
    control: Option<&Control>,
) -> Vec<(&'static str, Result<[usize; 4], String>)> {
    let unlimited = Control::default();
    let control = control.unwrap_or(&unlimited);
    let sizes = |formulation: &dyn Formulation| {
        let program = formulation.program();
        let columns = program.columns().len();
        [
            columns,
            program.binaries(),
            program.rows().len(),
            program.nonzeros(),
        ]
    };
    let formulate = |kind: Kind| kind.formulate_within(problem, &Families::new(), control);
    Kind::ALL
        .map(|kind| {
            let built = formulate(kind).map_err(|unwritten: Unwritten| unwritten.to_string());
            (kind.name(), built.map(|built| sizes(&*built)))
        })
        .into()
}

fn comparison(
    instance: &Instance,
    rows: &[MethodRow<'_>],
    limit: Duration,
    answer: Option<&Answer>,
) -> Comparison {
    let limit = humantime::format_duration(limit);
    Comparison {
        word: tables::agreement(rows, agree(instance, rows)),
        limits: match answer {
            Some(answer) if answer.method == Method::Auto => {
                format!("The answer above needed none of them; each had at most {limit}.")
            }
            Some(answer) => {
                format!(
                    "The {} method is the one above; each other had at most {limit}.",
                    answer.method
                )
            }
            None => format!("Each had at most {limit}."),
        },
        head: &tables::FIGURES,
        rows: rows
            .iter()
            .map(|(name, result)| {
                let figures = match result {
                    Ok(answer) => Ok(tables::figures(answer)),
                    Err(error) => Err(format!("{}: {error}", error.in_short())),
                };
                ((*name).to_owned(), figures)
            })
            .collect(),
    }
}

fn published(instance: &Instance, score: u32) -> Option<String> {
    let published = instance.published().score?;
    let word = if published == score {
        "the same"
    } else {
        "another score"
    };
    Some(format!("Published: {published}, {word}."))
}
