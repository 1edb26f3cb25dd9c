//! How the pages look: contrast of the tokens, tiles that can be told apart, and no error wherever somebody clicks.

use crate::states::{forget_refusal, served, states};
use crate::ways::by_server;
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::{Colour, Players, Position};
use azulejo::render::game::svg;
use azulejo::render::png::png;
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
use std::collections::HashMap;
use std::fs;

/// The tokens of the style, in light and in the dark.
fn tokens() -> [HashMap<String, [u8; 3]>; 2] {
    let style = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/web/pages/tokens.css"));
    let style = style.expect("the tokens");
    let (light, dark) = style.split_once("@media").expect("light, then dark");
    let read = |text: &str| -> HashMap<String, [u8; 3]> {
        let fields = text.split([';', '{']).filter_map(|field| {
            let field = field.rsplit("*/").next()?;
            let (name, value) = field.trim().strip_prefix("--")?.split_once(':')?;
            let digits = value.trim().strip_prefix('#')?;
            let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
            Some((name.to_owned(), [part(0)?, part(2)?, part(4)?]))
        });
        fields.collect()
    };
    let light = read(light);
    let mut both = light.clone();
    both.extend(read(dark));
    [light, both]
}

/// As WCAG 2.2 defines it.
fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
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
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
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
                    let found = contrast(tokens[*above], tokens[below]);
                    assert!(
                        found >= least,
                        "{scheme}: {above} on {below} has {found:.2}"
                    );
                }
            }
        }
    }
}

#[test]
fn nothing_else_in_the_styles_names_a_colour_or_a_size_of_text() {
    for name in ["frame", "explore", "table", "panel", "learn", "lab"] {
        let path = format!("{}/web/pages/{name}.css", env!("CARGO_MANIFEST_DIR"));
        let style = fs::read_to_string(path).expect("a style");
        // The plot is a picture of the library with colours of its own.
        for line in style.lines().filter(|line| !line.contains(".plot-frame [")) {
            let bare = line.split("/*").next().unwrap_or_default();
            let hex = bare.split('#').skip(1).any(|after| {
                let digits = after.chars().take_while(char::is_ascii_hexdigit);
                [3, 6].contains(&digits.count()) && bare.contains(&format!(": #{}", &after[..3]))
            });
            assert!(!hex && !bare.contains("rgb("), "{name}: {line}");
            for field in ["font-size: ", "border-radius: ", "box-shadow: "] {
                for value in bare.split(field).skip(1) {
                    let own = value.starts_with("var(")
                        || ["0", "1", "50%", "inherit", "inset", "none"]
                            .iter()
                            .any(|it| value.starts_with(it));
                    assert!(own || value.starts_with("calc("), "{name}: {line}");
                    assert!(
                        field != "font-size: " || value.starts_with("var("),
                        "{name}: {line}"
                    );
                }
            }
        }
    }
}

/// The side of the smallest tiles of the pages, in the list of moves.
const SMALLEST: u32 = 20;

/// The grey values of a tile as the pages draw it, in rows.
fn grey(definitions: &str, colour: &str) -> Vec<f64> {
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
    pixels.pixels().iter().map(light).collect()
}

/// How much one pattern tells of another, from 0 to 1: the square of their correlation. How bright they are has no part in it,
/// and a pattern and its negative are the same.
fn alike(one: &[f64], other: &[f64]) -> f64 {
    let centred = |values: &[f64]| -> Vec<f64> {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        values.iter().map(|value| value - mean).collect()
    };
    let (one, other) = (centred(one), centred(other));
    let product = |one: &[f64], other: &[f64]| -> f64 {
        one.iter().zip(other).map(|(one, other)| one * other).sum()
    };
    product(&one, &other).powi(2) / (product(&one, &one) * product(&other, &other))
}

#[test]
fn tiles_can_be_told_apart_without_colours() {
    let position = Position::new(Players::Two, 0);
    let picture = svg(&position);
    let (_, after) = picture.split_once("<defs>").expect("definitions");
    let (definitions, _) = after.split_once("</defs>").expect("their end");
    let definitions = format!("<defs>{definitions}</defs>");
    let tiles = Colour::ALL.map(|colour| (colour, grey(&definitions, &colour.to_string())));
    for (at, (colour, one)) in tiles.iter().enumerate() {
        let mean = one.iter().sum::<f64>() / one.len() as f64;
        let spread = one.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / one.len() as f64;
        // A pattern that is as grey as its glaze is none: a tenth of black to white is seen.
        assert!(
            spread.sqrt() > 25.5,
            "{colour} spreads {:.1}",
            spread.sqrt()
        );
        for (other, two) in &tiles[..at] {
            let found = alike(one, two);
            assert!(found < 0.25, "{colour} and {other} are alike: {found:.2}");
            println!("{colour} and {other}: {found:.2}");
        }
    }
}

#[test]
fn a_hundred_random_walks_meet_no_error() {
    const WALKS: u64 = 100;
    const STEPS: u32 = 15;
    by_server(served, |browser, url| {
        let states = states();
        // Everything that can be used, but links that lead away, files, and what asks for much work.
        let usable = "[...document.querySelectorAll('button:not(:disabled), select, input:not([type=file]):not([readonly]), summary, [role=tab]')].filter((it) => it.getClientRects().length > 0 && (!document.querySelector('dialog[open]') || it.closest('dialog[open]')) && !['review', 'next-puzzle'].includes(it.id) && it.type !== 'submit')";
        let keys = "Enter Space Escape Tab ArrowLeft ArrowRight ArrowUp ArrowDown Delete Home";
        let keys: Vec<&str> = keys.split(' ').collect();
        for walk in 0..WALKS {
            let mut rng = ChaCha8Rng::seed_from_u64(walk);
            let (address, does) = &states[walk as usize % states.len()];
            let mut tab = browser.tab(url);
            tab.look("light", [390, 768, 1280][walk as usize % 3]);
            tab.visit(address);
            tab.run(does);
            for _ in 0..STEPS {
                let act = match below(&mut rng, 3) {
                    0 => {
                        tab.press(keys[below(&mut rng, keys.len() as u32) as usize]);
                        continue;
                    }
                    1 => "focus",
                    _ => "click",
                };
                let at = below(&mut rng, 10_000);
                tab.run(&format!(
                    "(() => {{ const all = {usable}; all[{at} % all.length]?.{act}(); }})()"
                ));
            }
            forget_refusal(&mut tab, address);
            tab.finish();
        }
    });
}
