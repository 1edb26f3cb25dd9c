use super::{Area, BOUND, Keys, ORDER, PlotError, PlotResult, picture, style_mesh};
use crate::by_tiles::BestOf;
use crate::counted::counted;
use crate::instance::Instance;
use crate::outcome::Verdict;
use crate::render::caption::statement;
use plotters::prelude::*;

/// Best score by number of tiles, as SVG, with the bound where the score is not proven.
///
/// # Errors
/// When the drawing library fails, for which there is no reason.
pub fn by_tiles(instance: &Instance, best: &[BestOf]) -> Result<String, PlotError> {
    let tiles = best.last().map_or(0, |last| last.tiles);
    let result = format!("the best score of up to {}", counted(tiles, "tile"));
    picture(instance, statement(instance), result, |body| {
        lines(body, best)
    })
}

fn lines(area: &Area<'_>, best: &[BestOf]) -> PlotResult<Keys> {
    let points = |figure: fn(&Verdict) -> Option<u32>| {
        let points = best.iter().filter_map(move |entry| {
            let figure = figure(entry.verdict.as_ref()?)?;
            Some((entry.tiles as f64, f64::from(figure)))
        });
        points.collect::<Vec<_>>()
    };
    let (scores, bounds) = (points(Verdict::score), points(Verdict::bound));
    let figures = scores.iter().chain(&bounds).map(|&(_, figure)| figure);
    let highest = figures.fold(1.0, f64::max) * 1.08;
    let last = best.last().map_or(1.0, |last| last.tiles as f64).max(1.0);
    let mut chart = ChartBuilder::on(area)
        .x_label_area_size(52)
        .y_label_area_size(80)
        .build_cartesian_2d(0.0..last, 0.0..highest)?;
    let mut mesh = chart.configure_mesh();
    style_mesh(&mut mesh);
    mesh.x_desc("tiles")
        .y_desc("best score")
        .x_labels(14)
        .x_label_formatter(&|tiles| format!("{tiles:.0}"))
        .y_label_formatter(&|score| format!("{score:.0}"))
        .draw()?;
    let mut keys = Vec::new();
    if bounds != scores {
        let style = BOUND.stroke_width(2);
        chart.draw_series(LineSeries::new(bounds, style))?;
        keys.push(("bound".to_owned(), style));
    }
    let style = ORDER.stroke_width(2);
    chart.draw_series(LineSeries::new(scores, style.filled()).point_size(3))?;
    keys.push(("best order".to_owned(), style));
    Ok(keys)
}
