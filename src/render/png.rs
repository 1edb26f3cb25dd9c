//! SVG pictures as PNG files, with an embedded font for equal bytes on every machine.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Options, Tree};
use std::sync::Arc;

const FONTS: [&[u8]; 2] = [
    include_bytes!("font/DejaVuSans.ttf"),
    include_bytes!("font/DejaVuSans-Bold.ttf"),
];

/// Maximum number of pixels of a picture: 64 million, which take 256 MB of memory.
pub const MAX_PIXELS: u64 = 64_000_000;

/// Default number of pixels for a unit of a picture.
const SCALE: f32 = 2.0;

/// Errors of a PNG picture.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// Text that is no SVG picture.
    #[error("the picture cannot be read: {0}")]
    Svg(#[from] usvg::Error),
    /// Picture larger than [`MAX_PIXELS`].
    #[error(
        "a picture of {width}×{height} pixels is too large: at most {MAX_PIXELS} pixels, choose a smaller width"
    )]
    TooLarge {
        /// Width of the picture in pixels.
        width: u64,
        /// Height of the picture in pixels.
        height: u64,
    },
    /// Failure to write the picture as PNG.
    #[error("the picture cannot be written: {0}")]
    Encoding(String),
}

/// PNG file of an SVG picture. `width` is in pixels; by default it is twice that of the picture.
///
/// # Errors
/// When the text is no SVG picture, or the PNG would have more than [`MAX_PIXELS`] pixels.
pub fn png(svg: &str, width: Option<u32>) -> Result<Vec<u8>, PngError> {
    let tree = Tree::from_str(svg, &options())?;
    let size = tree.size();
    let scale = width.map_or(SCALE, |width| width as f32 / size.width());
    let [width, height] = [size.width(), size.height()].map(|side| (side * scale).round().max(1.0));
    let too_large = || PngError::TooLarge {
        width: width as u64,
        height: height as u64,
    };
    if width as u64 * height as u64 > MAX_PIXELS {
        return Err(too_large());
    }
    let mut pixels = Pixmap::new(width as u32, height as u32).ok_or_else(too_large)?;
    let fit = Transform::from_scale(width / size.width(), height / size.height());
    resvg::render(&tree, fit, &mut pixels.as_mut());
    let file = pixels.encode_png();
    file.map_err(|error| PngError::Encoding(error.to_string()))
}

fn options() -> Options<'static> {
    let mut options = Options::default();
    let fonts = Arc::make_mut(&mut options.fontdb);
    for font in FONTS {
        fonts.load_font_data(font.to_vec());
    }
    options.font_family = "DejaVu Sans".into();
    fonts.set_sans_serif_family("DejaVu Sans");
    options
}
