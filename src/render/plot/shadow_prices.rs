use super::{Area, BOUND, FAINT, Keys, LABEL, PlotError, PlotResult, SIZE, TEXT, picture, words};
use crate::counted::counted;
use crate::harmless::harmless;
use crate::instance::Instance;
use crate::render::caption::{cut, wall_and_turns};
use crate::render::relaxation::number;
use crate::rows::ShadowPrice;
use plotters::prelude::*;

/// The width of the texts of rows, in pixels.
const ROWS: i32 = 330;

/// Letters of a row.
const LETTERS: usize = 34;

/// The height of a bar with the room around it, at most.
const HEIGHT: i32 = 44;

/// The shadow prices of the rows that an instance states, as SVG: a bar a row.
///
/// # Errors
/// When the drawing library fails, which it has no reason to.
pub fn shadow_prices(instance: &Instance, prices: &[ShadowPrice]) -> Result<String, PlotError> {
    let result = format!(
        "points of the bound for each unit by which one of {} is relaxed",
        counted(prices.len(), "row")
    );
    picture(instance, wall_and_turns(instance), result, |body| {
        bars(body, prices)
    })
}

fn bars(area: &Area<'_>, prices: &[ShadowPrice]) -> PlotResult<Keys> {
    let (width, height) = area.dim_in_pixel();
    let height = (height as i32 / prices.len().max(1) as i32).min(HEIGHT);
    let largest = prices.iter().filter_map(|price| price.price);
    let largest = largest.map(f64::abs).fold(1e-9, f64::max);
    // Numbers stand beside their bars.
    let most = width.min(SIZE.0) as i32 - ROWS - 120;
    for (index, price) in prices.iter().enumerate() {
        let top = index as i32 * height;
        let middle = top + height / 2 - LABEL as i32 / 2;
        let row = cut(&harmless(&price.row), LETTERS);
        area.draw(&Text::new(row, (12, middle), words(LABEL, TEXT)))?;
        let (length, text) = match price.price {
            Some(price) => (
                (price.abs() / largest * f64::from(most)) as i32,
                number(price),
            ),
            None => (0, "no row in the program".into()),
        };
        let corners = [
            (ROWS, top + height / 5),
            (ROWS + length.max(1), top + height - height / 5),
        ];
        let colour = if length > 0 { BOUND } else { FAINT };
        area.draw(&Rectangle::new(corners, colour.filled()))?;
        let place = (ROWS + length + 12, middle);
        area.draw(&Text::new(text, place, words(LABEL, TEXT)))?;
    }
    Ok(Vec::new())
}
