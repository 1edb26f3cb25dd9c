use super::{
    BOUND, FAINT, GRID, Keys, LABEL, LEGEND, ORDER, PlotError, PlotResult, SIZE, TEXT, TITLE,
    legend, titled, words,
};
use crate::by_tiles::BestOf;
use crate::counted::counted;
use crate::instance::Instance;
use crate::outcome::Verdict;
use crate::render::caption::statement;
use plotters::prelude::*;

/// The best score by number of tiles, as SVG, with the bound where it is not proven.
///
/// # Errors
/// When the drawing library fails, which it has no reason to.
pub fn by_tiles(instance: &Instance, best: &[BestOf]) -> Result<String, PlotError> {
    let mut svg = String::new();
    draw(&mut svg, instance, best).map_err(|error| PlotError(error.to_string()))?;
    Ok(svg)
}

fn draw(svg: &mut String, instance: &Instance, best: &[BestOf]) -> PlotResult<()> {
    let area = SVGBackend::with_string(svg, (SIZE.0, TITLE + SIZE.1)).into_drawing_area();
    area.fill(&WHITE)?;
    let (head, body) = area.split_vertically(TITLE + LEGEND);
    let (head, keyed) = head.split_vertically(TITLE);
    let tiles = best.last().map_or(0, |last| last.tiles);
    let found = format!("the best score of up to {}", counted(tiles, "tile"));
    titled(&head, instance, statement(instance), found)?;
    let keys = lines(&body.margin(0, 10, 12, 12), best)?;
    legend(&keyed, &keys)?;
    area.present()
}

fn lines(area: &super::Area<'_>, best: &[BestOf]) -> PlotResult<Keys> {
    let of = |figure: fn(&Verdict) -> Option<u32>| {
        let known = best.iter().filter_map(move |one| {
            let figure = figure(one.verdict.as_ref()?)?;
            Some((one.tiles as f64, f64::from(figure)))
        });
        known.collect::<Vec<_>>()
    };
    let (scores, bounds) = (of(Verdict::score), of(Verdict::bound));
    let figures = scores.iter().chain(&bounds).map(|&(_, figure)| figure);
    let highest = figures.fold(1.0, f64::max) * 1.08;
    let last = best.last().map_or(1.0, |last| last.tiles as f64).max(1.0);
    let mut chart = ChartBuilder::on(area)
        .x_label_area_size(52)
        .y_label_area_size(80)
        .build_cartesian_2d(0.0..last, 0.0..highest)?;
    chart
        .configure_mesh()
        .x_desc("tiles")
        .y_desc("best score")
        .x_labels(14)
        .y_labels(8)
        .x_label_formatter(&|tiles| format!("{tiles:.0}"))
        .y_label_formatter(&|score| format!("{score:.0}"))
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .axis_style(FAINT)
        .label_style(words(LABEL, TEXT))
        .axis_desc_style(words(LABEL, TEXT))
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
