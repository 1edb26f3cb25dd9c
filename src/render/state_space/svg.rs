use super::layout::{Layout, Point, Segment};
use super::{Caption, colour, harmless, labels};
use crate::graph::{Place, StateSpace};
use crate::instance::Instance;
use crate::wall::{Cell, Covering, Wall};
use std::fmt::Write;

const MARGIN: f64 = 28.0;
const TITLE_SIZE: f64 = 19.0;
const TEXT_SIZE: f64 = 13.0;
const LINE: f64 = 19.0;
/// The height of the words above the layers.
const HEADER: f64 = 34.0;
/// The height of the legend.
const LEGEND: f64 = 48.0;
const LEGEND_WIDTH: f64 = 470.0;

pub(super) fn picture(instance: &Instance, space: &StateSpace) -> String {
    let layout = Layout::new(instance.wall(), space);
    let caption = Caption::new(instance, space);
    let lines = caption.lines.iter().map(|line| width(line, TEXT_SIZE));
    let words = lines.fold(width(&caption.title, TITLE_SIZE), f64::max);
    let inner = words.max(layout.size.x).max(LEGEND_WIDTH);
    let above = TITLE_SIZE + LINE * caption.lines.len() as f64 + 10.0;
    let (full_width, full_height) = (
        inner + 2.0 * MARGIN,
        above + HEADER + layout.size.y + LEGEND + 2.0 * MARGIN,
    );
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" \
         role=\"img\" font-family=\"system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif\" \
         font-size=\"{TEXT_SIZE}\" fill=\"{2}\">\n<title>{3}</title>\n<desc>{4}</desc>\n",
        full_width.ceil(),
        full_height.ceil(),
        colour::TEXT,
        escaped(&caption.title),
        escaped(&caption.lines.join("; ")),
    );
    definitions(&mut svg, instance.wall(), &layout);
    svg += "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n";
    self::caption(&mut svg, &caption);
    let left = MARGIN + (inner - layout.size.x) / 2.0;
    let top = MARGIN + above + HEADER;
    let _ = writeln!(svg, "<g transform=\"translate({left:.1} {top:.1})\">");
    header(&mut svg, space, &layout);
    for optimal in [false, true] {
        moves(&mut svg, &layout, optimal);
    }
    coverings(&mut svg, instance, space, &layout);
    for optimal in [false, true] {
        points(&mut svg, &layout, optimal);
    }
    svg += "</g>\n";
    legend(
        &mut svg,
        full_height - MARGIN,
        !instance.initial().is_empty(),
    );
    svg + "</svg>\n"
}

/// Arrow heads, and the grid of a small wall.
fn definitions(svg: &mut String, wall: Wall, layout: &Layout) {
    *svg += "<defs>\n";
    for (name, size, colour) in [("optimal", 9, colour::OPTIMAL), ("move", 7, colour::MOVE)] {
        let _ = writeln!(
            svg,
            "<marker id=\"azulejo-{name}\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"{size}\" \
             markerHeight=\"{size}\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 1L10 5L0 9z\" fill=\"{colour}\"/></marker>",
        );
    }
    let (Point { x, y }, cell) = (layout.wall, layout.cell);
    let mut grid = format!("M0 0H{x}V{y}H0z");
    for column in 1..wall.columns() {
        let _ = write!(grid, "M{} 0V{y}", cell * column as f64);
    }
    for row in 1..wall.rows() {
        let _ = write!(grid, "M0 {}H{x}", cell * row as f64);
    }
    let _ = writeln!(
        svg,
        "<path id=\"azulejo-grid\" d=\"{grid}\" fill=\"none\"/>\n</defs>"
    );
}

fn caption(svg: &mut String, caption: &Caption) {
    let mut y = MARGIN + TITLE_SIZE * 0.8;
    let _ = writeln!(
        svg,
        "<text x=\"{MARGIN}\" y=\"{y:.1}\" font-size=\"{TITLE_SIZE}\" font-weight=\"600\">{}</text>",
        escaped(&caption.title)
    );
    y += 5.0;
    for line in &caption.lines {
        y += LINE;
        let _ = writeln!(
            svg,
            "<text x=\"{MARGIN}\" y=\"{y:.1}\" fill=\"{}\">{}</text>",
            colour::MOVE_TEXT,
            escaped(line)
        );
    }
}

/// The number of tiles above each layer.
fn header(svg: &mut String, space: &StateSpace, layout: &Layout) {
    let _ = writeln!(svg, "<g text-anchor=\"middle\" font-weight=\"600\">");
    for (layer, places) in space.layers.iter().zip(&layout.places) {
        let (Some(place), Some(at)) = (layer.first(), places.first()) else {
            continue;
        };
        let tiles = super::counted(place.covering.len() as u128, "tile");
        let x = at.x + layout.wall.x / 2.0;
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"-12\">{tiles}</text>");
    }
    *svg += "</g>\n";
}

fn moves(svg: &mut String, layout: &Layout, optimal: bool) {
    let (name, colour, width) = if optimal {
        ("optimal", colour::OPTIMAL, 2.4)
    } else {
        ("move", colour::MOVE, 1.2)
    };
    let _ = writeln!(svg, "<g stroke=\"{colour}\" stroke-width=\"{width}\">");
    for Segment { start, end, step } in layout.segments.iter().flatten() {
        if step.optimal == optimal {
            let _ = writeln!(
                svg,
                "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" marker-end=\"url(#azulejo-{name})\"><title>cell {}: {}</title></path>",
                start.x,
                start.y,
                end.x,
                end.y,
                step.cell,
                super::counted(step.points.into(), "point"),
            );
        }
    }
    *svg += "</g>\n";
}

fn coverings(svg: &mut String, instance: &Instance, space: &StateSpace, layout: &Layout) {
    let wall = instance.wall();
    let initial: Covering = instance.initial().iter().copied().collect();
    for (layer, places) in space.layers.iter().zip(&layout.places) {
        for (Place { covering, optimal }, Point { x, y }) in layer.iter().zip(places) {
            let _ = write!(svg, "<g transform=\"translate({x:.1} {y:.1})\">");
            let (width, height) = (layout.wall.x, layout.wall.y);
            // A white rim keeps lines that pass by apart from the wall.
            let (rim, stroke) = if *optimal {
                (2.0, colour::OPTIMAL)
            } else {
                (1.5, colour::EMPTY)
            };
            let _ = write!(
                svg,
                "<rect x=\"-{rim}\" y=\"-{rim}\" width=\"{}\" height=\"{}\" rx=\"1.5\" fill=\"{}\" stroke=\"{stroke}\" stroke-width=\"2.4\"/>",
                width + 2.0 * rim,
                height + 2.0 * rim,
                colour::EMPTY,
            );
            for (cells, colour) in [
                (covering.minus(initial), colour::TILE),
                (initial, colour::INITIAL),
            ] {
                if !cells.is_empty() {
                    let squares = cells.cells().map(|cell| square(wall, cell, layout.cell));
                    let path: String = squares.collect();
                    let _ = write!(svg, "<path d=\"{path}\" fill=\"{colour}\"/>");
                }
            }
            let _ = writeln!(
                svg,
                "<use href=\"#azulejo-grid\" stroke=\"{}\"/></g>",
                colour::GRID
            );
        }
    }
}

fn square(wall: Wall, cell: Cell, side: f64) -> String {
    let (row, column) = (wall.row_of(cell) as f64, wall.column_of(cell) as f64);
    format!("M{} {}h{side}v{side}h-{side}z", column * side, row * side)
}

fn points(svg: &mut String, layout: &Layout, optimal: bool) {
    let (colour, weight) = if optimal {
        (colour::OPTIMAL_TEXT, 700)
    } else {
        (colour::MOVE_TEXT, 400)
    };
    // A white rim keeps the digits apart from the lines under them.
    let _ = writeln!(
        svg,
        "<g fill=\"{colour}\" font-weight=\"{weight}\" font-size=\"12\" text-anchor=\"middle\" stroke=\"#ffffff\" \
         stroke-width=\"4\" stroke-linejoin=\"round\" paint-order=\"stroke\" pointer-events=\"none\">",
    );
    for segments in &layout.segments {
        for label in labels::labels(segments) {
            let step = &segments[label.index].step;
            if step.optimal == optimal {
                let (x, y) = (label.at.x, label.at.y + 4.2);
                let _ = writeln!(
                    svg,
                    "<text x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
                    step.points
                );
            }
        }
    }
    *svg += "</g>\n";
}

fn legend(svg: &mut String, bottom: f64, initial: bool) {
    let y = bottom - 8.0;
    let mut x = MARGIN;
    for (name, colour, width, words) in [
        ("optimal", colour::OPTIMAL, 2.4, "move of an optimal order"),
        ("move", colour::MOVE, 1.2, "other move"),
    ] {
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.1} {0:.1}h34\" stroke=\"{colour}\" stroke-width=\"{width}\" marker-end=\"url(#azulejo-{name})\"/>\
             <text x=\"{1:.1}\" y=\"{y:.1}\">{words}</text>",
            y - 4.5,
            x + 42.0,
        );
        x += 42.0 + width_of_words(words);
    }
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\"><tspan font-weight=\"700\">4</tspan> points</text>"
    );
    x += width_of_words("4 points");
    if initial {
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"12\" height=\"12\" fill=\"{}\"/><text x=\"{:.1}\" y=\"{y:.1}\">filled before</text>",
            y - 10.5,
            colour::INITIAL,
            x + 18.0,
        );
    }
}

/// Room for words of the legend, and for the space after them.
fn width_of_words(words: &str) -> f64 {
    width(words, TEXT_SIZE) + 18.0
}

/// About how wide a text is: fonts differ.
fn width(text: &str, size: f64) -> f64 {
    let letters = text
        .chars()
        .map(|letter| if letter < '\u{1100}' { 0.54 } else { 1.0 });
    letters.sum::<f64>() * size
}

/// A text between XML's tags.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in harmless(text) {
        match letter {
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '&' => escaped += "&amp;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&apos;",
            _ => escaped.push(letter),
        }
    }
    escaped
}
