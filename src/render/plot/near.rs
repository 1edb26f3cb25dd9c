use super::{Area, BOUND, FAINT, Keys, ORDER, PlotError, PlotResult, picture, style_mesh};
use crate::counted::counted;
use crate::instance::Instance;
use crate::order::{Solution, verify};
use crate::render::caption::statement;
use plotters::prelude::*;

/// Orders near the best, as SVG: the points of each up to every turn, less those of the first order.
///
/// # Errors
/// When the drawing library fails, for which there is no reason.
pub fn near(instance: &Instance, best: u32, orders: &[Solution]) -> Result<String, PlotError> {
    let farthest = orders.iter().map(|order| order.score.abs_diff(best)).max();
    let result = format!(
        "{} at most {} from the best, {best}",
        counted(orders.len(), "order"),
        counted(farthest.unwrap_or(0), "point")
    );
    picture(instance, statement(instance), result, |body| {
        lines(body, instance, orders)
    })
}

/// Points of an order up to each turn, from 0 before turn 1; the last number includes the bonus.
fn running_points(instance: &Instance, order: &Solution) -> Vec<i64> {
    let report = verify(instance, &order.order);
    let mut points = vec![0];
    let mut sum = 0;
    for turn_points in report.points {
        sum += i64::from(turn_points);
        points.push(sum);
    }
    if let Some(last) = points.last_mut() {
        *last += i64::from(report.bonus);
    }
    points
}

fn lines(area: &Area<'_>, instance: &Instance, orders: &[Solution]) -> PlotResult<Keys> {
    let points = orders.iter().map(|order| running_points(instance, order));
    let points: Vec<Vec<i64>> = points.collect();
    let first = points.first().cloned().unwrap_or_default();
    let differences = points.iter().map(|points| {
        let pairs = points.iter().zip(&first);
        pairs.map(|(points, first)| points - first).collect()
    });
    let differences: Vec<Vec<i64>> = differences.collect();
    let all = differences.iter().flatten().copied();
    let (low, high) = all.fold((-1, 1), |(low, high), difference| {
        (low.min(difference), high.max(difference))
    });
    let turns = instance.horizon().max(1);
    let mut chart = ChartBuilder::on(area)
        .x_label_area_size(52)
        .y_label_area_size(80)
        .build_cartesian_2d(0..turns, low - 1..high + 1)?;
    let mut mesh = chart.configure_mesh();
    style_mesh(&mut mesh);
    mesh.x_desc("turn")
        .y_desc("points, less those of the first")
        .x_labels(14)
        .draw()?;
    let best = orders.first().map(|order| order.score);
    let keys = [
        ("a worse score", FAINT.stroke_width(1)),
        ("an equal score", BOUND.stroke_width(2)),
        ("the first order", ORDER.stroke_width(3)),
    ];
    let [worse, equal, top] = keys.map(|(_, style)| style);
    // The first order is on top of the others.
    for (index, (order, line)) in orders.iter().zip(&differences).enumerate().rev() {
        let style = match index {
            0 => top,
            _ if Some(order.score) == best => equal,
            _ => worse,
        };
        let points = line.iter().copied().enumerate();
        chart.draw_series(LineSeries::new(points, style))?;
    }
    let keys = keys.into_iter().rev();
    Ok(keys.map(|(name, style)| (name.to_owned(), style)).collect())
}
