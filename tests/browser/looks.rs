//! The looks of the pages: contrast of the tokens, distinct tiles, and no error on random walks.

use crate::states::{forget_refusal, server_of_short_runs, states};
use crate::ways::with_server;
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::{Colour, Players, Position};
use azulejo::render::game::svg;
use azulejo::render::png::png;
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
use std::collections::HashMap;
use std::fs;

/// The tokens of the style, in the light and the dark scheme.
fn tokens() -> [HashMap<String, [u8; 3]>; 2] {
    let style = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/web/pages/tokens.css"));
    let style = style.expect("the tokens");
    let (light, dark) = style.split_once("@media").expect("light, then dark");
    let read = |text: &str| -> HashMap<String, [u8; 3]> {
        let fields = text.split([';', '{']).filter_map(|field| {
            let field = field.rsplit("*/").next()?;
            let (name, value) = field.trim().strip_prefix("--")?.split_once(':')?;
            let digits = value.trim().strip_prefix('#')?;
            let part = |index: usize| u8::from_str_radix(digits.get(index..index + 2)?, 16).ok();
            Some((name.to_owned(), [part(0)?, part(2)?, part(4)?]))
        });
        fields.collect()
    };
    let light = read(light);
    let mut dark_tokens = light.clone();
    dark_tokens.extend(read(dark));
    [light, dark_tokens]
}

/// The contrast ratio by WCAG 2.2.
fn contrast(first: [u8; 3], second: [u8; 3]) -> f64 {
    let luminance = |colour: [u8; 3]| {
        let linear = colour.map(|part| {
            let part = f64::from(part) / 255.0;
            match part <= 0.04045 {
                true => part / 12.92,
                false => ((part + 0.055) / 1.055).powf(2.4),
            }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    };
    let (first, second) = (luminance(first) + 0.05, luminance(second) + 0.05);
    first.max(second) / first.min(second)
}

#[test]
fn tokens_have_contrast() {
    let texts = [
        ("ink", "ground card sunk soft glow"),
        ("quiet", "ground card sunk soft"),
        ("blue", "ground card soft"),
        ("on-blue", "blue"),
        ("ember", "ground card glow"),
        ("card", "ember"),
        ("good", "ground card"),
        ("bad", "ground card"),
        ("on-ahead", "ahead"),
        ("on-behind", "behind"),
        (
            "glaze-ink",
            "glaze-0 glaze-1 glaze-2 glaze-3 glaze-4 glaze-5",
        ),
        ("glaze-light", "glaze-6 glaze-7 glaze-8 glaze-9"),
    ];
    let signs = [
        ("edge", "ground card"),
        ("ember", "ground card sunk soft"),
        ("blue", "ground card sunk soft"),
        ("good", "ground card soft"),
        ("warn", "ground card soft"),
        ("bad", "ground card soft"),
        ("ahead", "behind"),
    ];
    for (scheme, tokens) in ["light", "dark"].into_iter().zip(tokens()) {
        for (least, pairs) in [(4.5, &texts[..]), (3.0, &signs[..])] {
            for (above, below) in pairs {
                for below in below.split(' ') {
                    let ratio = contrast(tokens[*above], tokens[below]);
                    assert!(
                        ratio >= least,
                        "{scheme}: {above} on {below} has {ratio:.2}"
                    );
                }
            }
        }
    }
}

#[test]
fn only_the_tokens_have_colours_and_sizes_of_text() {
    for name in ["frame", "explore", "table", "panel", "learn", "lab"] {
        let path = format!("{}/web/pages/{name}.css", env!("CARGO_MANIFEST_DIR"));
        let style = fs::read_to_string(path).expect("a style");
        // The plot is a picture of the library, with its own colours.
        for line in style.lines().filter(|line| !line.contains(".plot-frame [")) {
            let bare = line.split("/*").next().unwrap_or_default();
            let hex = bare.split('#').skip(1).any(|after| {
                let digits = after.chars().take_while(char::is_ascii_hexdigit);
                [3, 6].contains(&digits.count()) && bare.contains(&format!(": #{}", &after[..3]))
            });
            assert!(!hex && !bare.contains("rgb("), "{name}: {line}");
            for field in ["font-size: ", "border-radius: ", "box-shadow: "] {
                for value in bare.split(field).skip(1) {
                    let is_neutral = value.starts_with("var(")
                        || ["0", "1", "50%", "inherit", "inset", "none"]
                            .iter()
                            .any(|word| value.starts_with(word));
                    assert!(is_neutral || value.starts_with("calc("), "{name}: {line}");
                    assert!(
                        field != "font-size: " || value.starts_with("var("),
                        "{name}: {line}"
                    );
                }
            }
        }
    }
}

/// The side of the smallest tiles of the pages, in the list of moves, in pixels.
const SMALLEST: u32 = 20;

/// The grey values of a tile as the pages draw it, in rows, less their mean.
fn pattern(definitions: &str, colour: &str) -> Vec<f64> {
    let tile = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="{SMALLEST}" height="{SMALLEST}">{definitions}<use href="#az-{colour}"/></svg>"##
    );
    let image = png(&tile, Some(SMALLEST)).expect("a picture");
    let pixels = Pixmap::decode_png(&image).expect("a PNG file");
    assert_eq!((pixels.width(), pixels.height()), (SMALLEST, SMALLEST));
    let light = |pixel: &PremultipliedColorU8| {
        let [red, green, blue] = [pixel.red(), pixel.green(), pixel.blue()].map(f64::from);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let values: Vec<f64> = pixels.pixels().iter().map(light).collect();
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(|value| value - mean).collect()
}

/// The sum of the products of two patterns.
fn product(first: &[f64], second: &[f64]) -> f64 {
    let pairs = first.iter().zip(second);
    pairs.map(|(first, second)| first * second).sum()
}

#[test]
fn tiles_are_distinct_without_colours() {
    let position = Position::new(Players::Two, 0);
    let picture = svg(&position);
    let (_, after) = picture.split_once("<defs>").expect("definitions");
    let (definitions, _) = after.split_once("</defs>").expect("an end");
    let definitions = format!("<defs>{definitions}</defs>");
    let tiles = Colour::ALL.map(|colour| (colour, pattern(&definitions, &colour.to_string())));
    for (index, (colour, first)) in tiles.iter().enumerate() {
        let square = product(first, first);
        let spread = (square / first.len() as f64).sqrt();
        // A visible pattern differs from its glaze by a tenth of the range from black to white.
        assert!(spread > 25.5, "{colour} spreads {spread:.1}");
        for (other, second) in &tiles[..index] {
            // The square of the correlation does not depend on brightness, and is 1 for a pattern and its negative.
            let similarity = product(first, second).powi(2) / (square * product(second, second));
            assert!(
                similarity < 0.25,
                "{colour} and {other} are alike: {similarity:.2}"
            );
            println!("{colour} and {other}: {similarity:.2}");
        }
    }
}

#[test]
fn a_hundred_random_walks_meet_no_error() {
    const WALKS: u64 = 100;
    const STEPS: u32 = 15;
    with_server(server_of_short_runs, |browser, url| {
        let states = states();
        // All controls except links, files and requests with much work.
        let usable = "[...document.querySelectorAll('button:not(:disabled), select, input:not([type=file]):not([readonly]), summary, [role=tab]')].filter((it) => it.getClientRects().length > 0 && (!document.querySelector('dialog[open]') || it.closest('dialog[open]')) && !['review', 'next-puzzle'].includes(it.id) && it.type !== 'submit')";
        let keys = "Enter Space Escape Tab ArrowLeft ArrowRight ArrowUp ArrowDown Delete Home";
        let keys: Vec<&str> = keys.split(' ').collect();
        for walk in 0..WALKS {
            let mut rng = ChaCha8Rng::seed_from_u64(walk);
            let (address, script) = &states[walk as usize % states.len()];
            let mut tab = browser.tab(url);
            tab.look("light", [390, 768, 1280][walk as usize % 3]);
            tab.visit(address);
            tab.run(script);
            for _ in 0..STEPS {
                let method = match below(&mut rng, 3) {
                    0 => {
                        tab.press(keys[below(&mut rng, keys.len() as u32) as usize]);
                        continue;
                    }
                    1 => "focus",
                    _ => "click",
                };
                let index = below(&mut rng, 10_000);
                tab.run(&format!(
                    "(() => {{ const all = {usable}; all[{index} % all.length]?.{method}(); }})()"
                ));
            }
            forget_refusal(&mut tab, address);
            tab.finish();
        }
    });
}
