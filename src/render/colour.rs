//! The colours of the pictures.
//!
//! People who confuse red and green can distinguish them. A picture repeats the meaning of each colour
//! by a number or a place.

use colorous::VIRIDIS;

pub(super) const TILE: &str = "#1f5fa8";
pub(super) const INITIAL: &str = "#7d8894";
pub(super) const PAPER: &str = "#ffffff";
pub(super) const GRID: &str = "#8a97a6";
pub(super) const OPTIMAL: &str = "#e0700a";
pub(super) const OPTIMAL_TEXT: &str = "#a84f00";
pub(super) const MOVE: &str = "#b3bcc6";
pub(super) const MUTED: &str = "#56616d";
pub(super) const TEXT: &str = "#1c2733";
pub(super) const HOLE: &str = "#eef1f4";

/// Colours of the classes of [`picture`](super::picture) where a person prefers dark.
pub(crate) const DARK: &str = "@media screen and (prefers-color-scheme:dark){\
    .az-paper{fill:#12181f}.az-text{fill:#e8edf2}.az-muted{fill:#a3afbb}.az-hole{fill:#202a34}\
    .az-grid{stroke:#4a5866}.az-tile{fill:#3f7fc4}.az-horizontal{fill:#86b9f2}.az-vertical{fill:#f2a65a}}";

/// Colour of a background, and the colour of legible text on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Paint {
    pub(super) fill: String,
    pub(super) ink: &'static str,
}

/// Colour of step `index` of `steps`, from dark blue to yellow: viridis, in which equal steps look
/// equal.
pub(super) fn scale(index: usize, steps: usize) -> Paint {
    let fill = VIRIDIS.eval_continuous(index as f64 / steps.saturating_sub(1).max(1) as f64);
    let background = luminance(fill.into_array());
    let [white, black] = [1.0, 0.0].map(|ink| contrast(ink, background));
    Paint {
        fill: format!("#{fill:x}"),
        ink: if white > black { "#ffffff" } else { "#000000" },
    }
}

/// Contrast of two luminances, 1 to 21 (WCAG 2.2).
fn contrast(first: f64, second: f64) -> f64 {
    (first.max(second) + 0.05) / (first.min(second) + 0.05)
}

/// Relative luminance of a colour, 0 to 1 (WCAG 2.2).
fn luminance(colour: [u8; 3]) -> f64 {
    let [red, green, blue] = colour.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_can_be_read_on_every_colour_of_the_scale() {
        for steps in 1..=400 {
            for index in 0..steps {
                let paint = scale(index, steps);
                let ink = if paint.ink == "#ffffff" { 1.0 } else { 0.0 };
                let part = |start: usize| u8::from_str_radix(&paint.fill[start..start + 2], 16);
                let colour = [1, 3, 5].map(|start| part(start).expect("two digits"));
                let ratio = contrast(ink, luminance(colour));
                assert!(ratio >= 4.5, "{index} of {steps}: {ratio}");
            }
        }
    }

    #[test]
    fn black_on_white_has_the_contrast_of_the_standard() {
        let [black, white] = [0, 255].map(|part| luminance([part; 3]));
        assert!((contrast(black, white) - 21.0).abs() < 1e-9);
        assert_ne!(scale(0, 9).ink, scale(8, 9).ink);
        assert_eq!(scale(0, 1), scale(0, 9));
    }
}
