use super::{Area, BOUND, FAINT, Keys, LABEL, PlotError, PlotResult, SIZE, TEXT, picture, words};
use crate::counted::counted;
use crate::harmless::harmless;
use crate::instance::Instance;
use crate::render::caption::{cut, wall_and_turns};
use crate::render::relaxation::number;
use crate::rows::ShadowPrice;
use plotters::prelude::*;

/// Width of the texts of rows, in pixels.
const ROWS: i32 = 330;

/// Maximum length of a row, in letters.
const MAX_LETTERS: usize = 34;

/// Maximum height of a bar with the space around it.
const HEIGHT: i32 = 44;

/// Shadow prices of the rows that an instance states, as SVG: a bar a row.
///
/// # Errors
/// When the drawing library fails, for which there is no reason.
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
    // The numbers beside the bars need 120 pixels.
    let longest = width.min(SIZE.0) as i32 - ROWS - 120;
    for (index, price) in prices.iter().enumerate() {
        let top = index as i32 * height;
        let middle = top + height / 2 - LABEL as i32 / 2;
        let row = cut(&harmless(&price.row), MAX_LETTERS);
        area.draw(&Text::new(row, (12, middle), words(LABEL, TEXT)))?;
        let (length, text) = match price.price {
            Some(price) => (
                (price.abs() / largest * f64::from(longest)) as i32,
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
