use super::{
    Area, BOUND, FAINT, Keys, LABEL, ORDER, PlotError, PlotResult, TEXT, picture, style_mesh, words,
};
use crate::counted::counted;
use crate::instance::Instance;
use crate::outcome::Distribution;
use crate::render::caption::wall_and_turns;
use plotters::prelude::*;

/// Distribution of scores, as SVG: the share of each score in columns, and the number of orders in powers of ten as a line,
/// which also shows rare scores.
///
/// # Errors
/// When the drawing library fails, for which there is no reason.
pub fn distribution(instance: &Instance, scores: &Distribution) -> Result<String, PlotError> {
    let (mean, deviation) = (scores.mean(), scores.deviation());
    let result = match (mean, deviation) {
        (Some(mean), Some(deviation)) => format!(
            "{}, mean score {mean:.2}, standard deviation {deviation:.2}",
            counted(round(scores.total()), "order")
        ),
        _ => "no order".into(),
    };
    picture(instance, wall_and_turns(instance), result, |body| {
        columns(body, scores)
    })
}

fn columns(area: &Area<'_>, scores: &Distribution) -> PlotResult<Keys> {
    let total = scores.total() as f64;
    let share = |orders: u128| 100.0 * orders as f64 / total;
    let (least, most) = scores
        .iter()
        .fold((u32::MAX, 0), |(least, most), (score, _)| {
            (least.min(score), most.max(score))
        });
    let highest = scores.iter().map(|(_, orders)| orders).max().unwrap_or(1);
    // A column for each score, with half a column free at both ends.
    let span = f64::from(least) - 1.0..f64::from(most) + 1.0;
    let decades = (highest as f64).log10().max(1.0);
    let mut chart = ChartBuilder::on(area)
        .x_label_area_size(52)
        .y_label_area_size(80)
        .right_y_label_area_size(80)
        .build_cartesian_2d(span.clone(), 0.0..share(highest) * 1.08)?
        .set_secondary_coord(span.clone(), 0.0..decades * 1.08);
    let mut mesh = chart.configure_mesh();
    style_mesh(&mut mesh);
    mesh.x_desc("score")
        .y_desc("% of all orders")
        .x_labels(16)
        .x_label_formatter(&|score| format!("{score:.0}"))
        .draw()?;
    chart
        .configure_secondary_axes()
        .y_desc("orders")
        .y_label_formatter(&|decade| power_label(*decade))
        .axis_style(FAINT)
        .label_style(words(LABEL, TEXT))
        .draw()?;
    let column = |(score, orders)| {
        let score = f64::from(score);
        let corners = [(score - 0.4, 0.0), (score + 0.4, share(orders))];
        Rectangle::new(corners, BOUND.filled())
    };
    chart.draw_series(scores.iter().map(column))?;
    let decade = |(score, orders)| (f64::from(score), (orders as f64).log10());
    let line = ORDER.stroke_width(2);
    let points = scores.iter().map(decade);
    chart.draw_secondary_series(LineSeries::new(points, line.filled()).point_size(3))?;
    let mut keys = vec![
        ("share of the orders".to_owned(), BOUND.stroke_width(8)),
        ("number of orders".to_owned(), line),
    ];
    if let (Some(mean), Some(deviation)) = (scores.mean(), scores.deviation())
        && deviation > 0.0
    {
        let density = |score: f64| {
            let distance = (score - mean) / deviation;
            100.0 * (-distance * distance / 2.0).exp() / (deviation * std::f64::consts::TAU.sqrt())
        };
        let steps =
            (0..=200).map(|step| span.start + (span.end - span.start) * f64::from(step) / 200.0);
        let style = TEXT.mix(0.6).stroke_width(2);
        chart.draw_series(LineSeries::new(
            steps.map(|score| (score, density(score))),
            style,
        ))?;
        keys.push(("normal curve".to_owned(), style));
    }
    if let Some(mean) = scores.mean() {
        let style = TEXT.stroke_width(1);
        let top = share(highest) * 1.08;
        chart.draw_series(LineSeries::new([(mean, 0.0), (mean, top)], style))?;
        keys.push((format!("mean {mean:.2}"), style));
    }
    Ok(keys)
}

/// Number up to a million in full, and a larger number with three digits.
fn round(orders: u128) -> String {
    match orders {
        0..=1_000_000 => orders.to_string(),
        _ => format!("{:.2e}", orders as f64),
    }
}

/// Label of a power of ten with a whole exponent; empty between two powers.
fn power_label(decade: f64) -> String {
    match (decade - decade.round()).abs() < 1e-6 {
        true => format!("1e{decade:.0}"),
        false => String::new(),
    }
}
