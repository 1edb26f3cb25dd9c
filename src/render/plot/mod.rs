//! Plots: the bound and the best order of a solve over time, the layers of a search, and distributions of scores.
//!
//! A plot needs no fonts: the program that shows the SVG sets its texts.

mod by_tiles;
mod distribution;
mod near;
mod shadow_prices;

pub use by_tiles::by_tiles;
pub use distribution::distribution;
pub use near::near;
pub use shadow_prices::shadow_prices;

use super::caption::{cut, statement};
use crate::counted::counted;
use crate::harmless::harmless;
use crate::instance::{Instance, Sense};
use crate::outcome::{History, Layer, MilpHistory, Moment, Outcome, Verdict};
use crate::solve::Answer;
use plotters::chart::MeshStyle;
use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::prelude::*;
use std::ops::Range;

/// Width, and height without a title.
const SIZE: (u32, u32) = (960, 476);

/// Height of the title.
const TITLE: u32 = 64;

/// Height of the legend.
const LEGEND: u32 = 48;

/// Space at a side for numbers of seven digits and their noun.
const SIDE: u32 = 100;

/// Maximum length of a title, in letters.
const MAX_LETTERS: usize = 60;

/// Font size of all words except the title.
const LABEL: u32 = 18;

const TEXT: RGBColor = RGBColor(0x22, 0x22, 0x22);
const FAINT: RGBColor = RGBColor(0x9a, 0x9a, 0x9a);
const GRID: RGBColor = RGBColor(0xe4, 0xe4, 0xe4);
/// Blue and orange, which are distinct for everybody.
const BOUND: RGBColor = RGBColor(0x00, 0x5a, 0x9c);
const ORDER: RGBColor = RGBColor(0xd9, 0x6b, 0x00);

/// Minimum ratio of the last time to the first for an axis in powers of ten.
const DECADES: f64 = 30.0;

/// Failure to draw a plot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot draw the plot: {0}")]
pub struct PlotError(String);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Plot of an answer as SVG.
///
/// A mixed-integer method has the bound and the score of the best order over time, with the nodes; the
/// other methods have the sizes of their layers of coverings.
///
/// # Errors
/// When the drawing library fails, for which there is no reason.
pub fn svg(instance: &Instance, answer: &Answer) -> Result<String, PlotError> {
    let result = result(answer);
    picture(
        instance,
        statement(instance),
        result,
        |body| match &answer.outcome.history {
            History::Milp(history) => bounds(body, history, &answer.outcome, instance.sense()),
            History::Layers(history) => layers(body, &history.layers, history.symmetries),
            History::Bound(_) => note_no_search(body),
        },
    )
}

/// Result of the backend for SVG.
type PlotResult<T> = Result<T, DrawingAreaErrorKind<std::io::Error>>;

/// Picture as SVG: a title, the result in a line, the legend, and the chart of `draw`.
fn picture(
    instance: &Instance,
    statement: String,
    result: String,
    draw: impl FnOnce(&Area<'_>) -> PlotResult<Keys>,
) -> Result<String, PlotError> {
    let mut svg = String::new();
    let draw_all = || {
        let size = (SIZE.0, TITLE + SIZE.1);
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        area.fill(&WHITE)?;
        let (head, body) = area.split_vertically(TITLE + LEGEND);
        let (head, legend_area) = head.split_vertically(TITLE);
        draw_title(&head, instance, statement, result)?;
        let keys = draw(&body.margin(0, 10, 12, 12))?;
        legend(&legend_area, &keys)?;
        area.present()
    };
    let result: PlotResult<()> = draw_all();
    result.map_err(|error| PlotError(error.to_string()))?;
    Ok(svg)
}

/// Sets the style of axes, grid and words that all charts share.
fn style_mesh<X: Ranged, Y: Ranged>(mesh: &mut MeshStyle<'_, '_, X, Y, SVGBackend<'_>>) {
    mesh.y_labels(8)
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .axis_style(FAINT)
        .label_style(words(LABEL, TEXT))
        .axis_desc_style(words(LABEL, TEXT));
}

/// Verdict in a line, with the method and its effort.
fn result(answer: &Answer) -> String {
    let stats = &answer.outcome.stats;
    let mut result = match &answer.outcome.verdict {
        Verdict::Optimal { solution, .. } => format!("{} proven", solution.score),
        Verdict::Feasible {
            solution, bound, ..
        } => {
            format!("stopped at {} with the bound {bound}", solution.score)
        }
        Verdict::Infeasible { .. } => "infeasible".into(),
        Verdict::Unknown { bound, .. } => format!("stopped with the bound {bound}"),
    };
    result += &format!(" by the {} method in {:.3} s", answer.method, stats.seconds);
    if let Some(nodes) = stats.nodes {
        result += &format!(", {}", counted(nodes, "node"));
    }
    result
}

/// Draws the title and a line below it.
fn draw_title(
    area: &Area<'_>,
    instance: &Instance,
    statement: String,
    mut result: String,
) -> PlotResult<()> {
    let title = match instance.name() {
        Some(name) => cut(&harmless(name), MAX_LETTERS),
        None => statement.clone(),
    };
    if instance.name().is_some() {
        result = format!("{statement}: {result}");
    }
    area.draw(&Text::new(title, (24, 18), words(28, TEXT)))?;
    area.draw(&Text::new(result, (24, 50), words(LABEL, TEXT)))
}

/// Chart of the bound and the best order over time.
fn bounds(
    area: &Area<'_>,
    history: &MilpHistory,
    outcome: &Outcome,
    sense: Sense,
) -> PlotResult<Keys> {
    let moments = &history.moments;
    let end = moments.last().map_or(0.0, |last| last.seconds).max(1e-3);
    // The first moment lasts until the second: the axis begins at half of that time.
    let second = moments.get(1).map_or(end, |moment| moment.seconds);
    let first = (second / 2.0).max(1e-3);
    let outcome = (outcome, sense);
    if end / first >= DECADES {
        let span = first..end * 1.1;
        draw_moments(
            area,
            span.clone().log_scale(),
            decade,
            span,
            history,
            outcome,
        )
    } else {
        let span = 0.0..end * 1.03;
        draw_moments(area, span.clone(), short, span, history, outcome)
    }
}

fn draw_moments<X>(
    area: &Area<'_>,
    time: X,
    label: fn(f64) -> String,
    span: Range<f64>,
    history: &MilpHistory,
    (outcome, sense): (&Outcome, Sense),
) -> PlotResult<Keys>
where
    X: AsRangedCoord<Value = f64> + Clone,
    X::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let (moments, from) = (&history.moments, span.start);
    let scores = moments
        .iter()
        .flat_map(|moment| [Some(moment.bound), moment.solver_bound, moment.incumbent]);
    let scores = scores.flatten().map(i64::from);
    let (low, high) = scores.fold((i64::MAX, 0), |(low, high), score| {
        (low.min(score), high.max(score))
    });
    let margin = ((high - low) / 12).max(1);
    let most_nodes = moments.last().map_or(0, |moment| moment.nodes);
    let mut chart = ChartBuilder::on(area)
        .x_label_area_size(52)
        .y_label_area_size(SIDE)
        .right_y_label_area_size(SIDE)
        .build_cartesian_2d(time.clone(), (low - margin).max(0)..high + margin)?
        .set_secondary_coord(time, 0..(most_nodes + most_nodes / 10).max(2));
    let mut mesh = chart.configure_mesh();
    style_mesh(&mut mesh);
    mesh.x_desc("seconds")
        .y_desc("score")
        .x_labels(10)
        .x_label_formatter(&|seconds| label(*seconds))
        .draw()?;
    let mut keys = Vec::new();
    if most_nodes > 1 {
        chart
            .configure_secondary_axes()
            .y_desc("nodes")
            .axis_style(FAINT)
            .label_style(words(LABEL, FAINT))
            .draw()?;
        let nodes = moments
            .iter()
            .map(|moment| (moment.seconds.max(from), moment.nodes));
        let style = FAINT.stroke_width(1);
        chart.draw_secondary_series(LineSeries::new(nodes, style))?;
        keys.push(("nodes".to_owned(), style));
    }
    let side = match sense {
        Sense::Maximize => "no order scores more",
        Sense::Minimize => "no order scores less",
    };
    let solver_alone = outcome.verdict.solver().unwrap_or("the solver");
    let solver_name = format!("by {solver_alone} alone");
    let has_own_bound = moments.iter().any(|moment| {
        moment
            .solver_bound
            .is_some_and(|bound| bound != moment.bound)
    });
    let solver = |moment: &Moment| moment.solver_bound.filter(|_| has_own_bound);
    let lines = [
        (
            steps(moments, from, solver),
            BOUND.stroke_width(1),
            &*solver_name,
        ),
        (
            steps(moments, from, |moment| Some(moment.bound)),
            BOUND.stroke_width(3),
            side,
        ),
        (
            steps(moments, from, |moment| moment.incumbent),
            ORDER.stroke_width(3),
            "best order so far",
        ),
    ];
    for (points, style, name) in lines {
        if !points.is_empty() {
            chart.draw_series(LineSeries::new(points, style))?;
            keys.push((name.to_owned(), style));
        }
    }
    if let Verdict::Optimal { solution, .. } = &outcome.verdict {
        let score = i64::from(solution.score);
        let style = TEXT.stroke_width(1);
        chart.draw_series(LineSeries::new([(from, score), (span.end, score)], style))?;
        keys.push((format!("optimum {score}"), style));
    }
    keys.reverse();
    Ok(keys)
}

/// Meanings of the lines, from the line on top to the lowest.
type Keys = Vec<(String, ShapeStyle)>;

/// Draws the legend of the lines, side by side.
fn legend(area: &Area<'_>, keys: &Keys) -> PlotResult<()> {
    let width = (SIZE.0 - 48) / keys.len().max(4) as u32;
    for (index, (name, style)) in keys.iter().enumerate() {
        let left = 24 + index as i32 * width as i32;
        area.draw(&PathElement::new([(left, 25), (left + 22, 25)], *style))?;
        area.draw(&Text::new(
            name.clone(),
            (left + 30, 18),
            words(LABEL, TEXT),
        ))?;
    }
    Ok(())
}

fn words(size: u32, colour: RGBColor) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&colour)
}

/// Points of a step function that is constant between two moments.
fn steps(moments: &[Moment], from: f64, value: impl Fn(&Moment) -> Option<u32>) -> Vec<(f64, i64)> {
    let mut points: Vec<(f64, i64)> = Vec::new();
    for moment in moments {
        let Some(value) = value(moment) else { continue };
        let (seconds, value) = (moment.seconds.max(from), i64::from(value));
        if let Some(&(_, before)) = points.last() {
            points.push((seconds, before));
        }
        points.push((seconds, value));
    }
    points
}

/// Seconds without trailing zeros.
fn short(seconds: f64) -> String {
    let text = format!("{seconds:.6}");
    let digits = text.trim_end_matches('0').trim_end_matches('.');
    digits.to_owned()
}

/// Label of seconds that are 1, 2 or 5 times a power of ten, and empty for others, so that labels do not touch.
fn decade(seconds: f64) -> String {
    let digits = seconds / 10f64.powf(seconds.log10().floor());
    match digits.round() as u32 {
        1 | 2 | 5 | 10 => short(seconds),
        _ => String::new(),
    }
}

/// Draws the note that there was no search, as a formula met the first order.
fn note_no_search(area: &Area<'_>) -> PlotResult<Keys> {
    let note = "No search was needed, so there is nothing to plot.";
    area.draw(&Text::new(note, (12, 18), words(LABEL, TEXT)))?;
    Ok(Vec::new())
}

/// Chart of the classes of each layer, in powers of ten.
fn layers(area: &Area<'_>, layers: &[Layer], symmetries: usize) -> PlotResult<Keys> {
    let maximum = layers
        .iter()
        .map(|layer| layer.all.max(layer.states.into()))
        .max()
        .unwrap_or(1);
    let tiles = layers.len().saturating_sub(1).max(1);
    let mut chart = ChartBuilder::on(area)
        .x_label_area_size(52)
        .y_label_area_size(SIDE)
        .margin_right(24)
        .build_cartesian_2d(0..tiles, (0.8..maximum as f64 * 2.0).log_scale())?;
    let mut mesh = chart.configure_mesh();
    style_mesh(&mut mesh);
    mesh.x_desc("tiles")
        .x_labels(12)
        .y_label_formatter(&|count| power(*count))
        .draw()?;
    let noun = if symmetries > 1 {
        "classes gone through"
    } else {
        "coverings gone through"
    };
    let all = layers.iter().map(|layer| layer.all as f64);
    let classes = layers.iter().map(|layer| layer.states as f64);
    let series: [(Vec<f64>, RGBColor, &str); 2] = [
        (all.collect(), FAINT, "sets of so many cells"),
        (classes.collect(), BOUND, noun),
    ];
    let mut keys = Vec::new();
    for (counts, colour, name) in series {
        // A logarithmic scale has no place for an empty layer.
        let points = counts
            .into_iter()
            .enumerate()
            .filter(|(_, count)| *count > 0.0);
        let style = colour.stroke_width(3);
        chart.draw_series(LineSeries::new(points, style.filled()).point_size(4))?;
        keys.push((name.to_owned(), style));
    }
    keys.reverse();
    Ok(keys)
}

/// Count below ten millions in full, and a larger count as a power of ten.
fn power(count: f64) -> String {
    if count < 1e7 {
        format!("{count:.0}")
    } else {
        format!("1e{:.0}", count.log10())
    }
}
