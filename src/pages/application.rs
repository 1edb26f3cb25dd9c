//! Application that a browser installs: its manifest, and its icons as PNG files beside the SVG icon.

use crate::render::game::sign;
use crate::render::png::{PngError, png};

/// Manifest, whose addresses are relative to the root of the pages.
pub const MANIFEST: &str = include_str!("../../web/manifest.json");

/// An icon of the manifest.
#[derive(Debug)]
pub struct Icon {
    /// The name of the file in the folder `icons`.
    pub name: &'static str,
    /// The side in pixels.
    pub side: u32,
    /// The ground around the tile on each side, in 64ths of the icon's side.
    margin: u32,
}

/// Icons as PNG files. A system may cut a maskable icon to a circle of four fifths of its side, which holds the tile.
pub static ICONS: [Icon; 3] = [
    icon("icon-192.png", 192, 0),
    icon("icon-512.png", 512, 0),
    icon("maskable-512.png", 512, 14),
];

const fn icon(name: &'static str, side: u32, margin: u32) -> Icon {
    Icon { name, side, margin }
}

impl Icon {
    /// The PNG file: the sign of the pages, on a ground if there is a margin.
    ///
    /// # Errors
    /// When the picture cannot be drawn.
    pub fn png(&self) -> Result<Vec<u8>, PngError> {
        let Self { side, margin, .. } = *self;
        let mut svg = sign();
        if margin > 0 {
            let scale = f64::from(64 - 2 * margin) / 64.0;
            svg = format!(
                r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#1f4e9c"/><g transform="translate({margin} {margin}) scale({scale})">{svg}</g></svg>"##
            );
        }
        png(&svg, Some(side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::tiny_skia::Pixmap;
    use serde_json::Value;

    #[test]
    fn the_manifest_names_every_icon_with_its_size() {
        let manifest: Value = serde_json::from_str(MANIFEST).expect("JSON");
        let entries = manifest["icons"].as_array().expect("icons");
        let pngs: Vec<&Value> = entries
            .iter()
            .filter(|entry| entry["type"] == "image/png")
            .collect();
        assert_eq!(pngs.len(), ICONS.len());
        for (entry, icon) in pngs.into_iter().zip(&ICONS) {
            let pixmap = Pixmap::decode_png(&icon.png().expect("a picture")).expect("a PNG file");
            assert_eq!([pixmap.width(), pixmap.height()], [icon.side; 2]);
            assert_eq!(entry["src"], format!("icons/{}", icon.name));
            assert_eq!(entry["sizes"], format!("{0}x{0}", icon.side));
            // A maskable icon has no hole, and any other icon has the round corners of the tile.
            let is_whole = pixmap.pixels().iter().all(|pixel| pixel.alpha() == 255);
            assert_eq!(is_whole, entry["purpose"] == "maskable");
        }
    }

    /// The tile of a maskable icon lies in the circle that every system shows.
    #[test]
    fn a_maskable_icon_is_ground_outside_its_circle() {
        for icon in ICONS.iter().filter(|icon| icon.margin > 0) {
            let pixmap = Pixmap::decode_png(&icon.png().expect("a picture")).expect("a PNG file");
            let ground = pixmap.pixel(0, 0).expect("a corner");
            let half = f64::from(icon.side) / 2.0;
            let mut tile_pixels = 0;
            for (index, pixel) in pixmap.pixels().iter().enumerate() {
                let [x, y] = [index as u32 % icon.side, index as u32 / icon.side]
                    .map(|place| f64::from(place) + 0.5 - half);
                let is_outside = x.hypot(y) > 0.8 * half;
                assert!(!is_outside || *pixel == ground, "{}: {x}, {y}", icon.name);
                tile_pixels += u32::from(*pixel != ground);
            }
            assert!(tile_pixels > icon.side * icon.side / 5, "the tile is there");
        }
    }
}
