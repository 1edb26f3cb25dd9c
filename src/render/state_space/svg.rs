use super::layout::{Layout, Point, Segment};
use super::{caption, labels};
use crate::counted::counted;
use crate::graph::{Place, StateSpace};
use crate::instance::Instance;
use crate::render::colour;
use crate::render::svg::{
    MARGIN, TEXT_SIZE, at, document, grid, heading, heading_size, paper, rectangle, short, squares,
    text, tip, width,
};
use crate::wall::{Covering, Wall};
use svg::node::element::{Definitions, Group, Marker, Path, TSpan, Use};

/// Height of the words above the layers.
const HEADER: f64 = 34.0;
/// Height of the legend.
const LEGEND: f64 = 48.0;
const LEGEND_WIDTH: f64 = 470.0;

/// Style of the moves of optimal orders, or of other moves.
struct MoveStyle {
    marker: &'static str,
    head: f64,
    colour: &'static str,
    stroke: f64,
}

const OPTIMAL: MoveStyle = MoveStyle {
    marker: "azulejo-optimal",
    head: 15.0,
    colour: colour::OPTIMAL,
    stroke: 2.4,
};
const MOVE: MoveStyle = MoveStyle {
    marker: "azulejo-move",
    head: 12.0,
    colour: colour::MOVE,
    stroke: 1.2,
};

pub(super) fn picture(instance: &Instance, space: &StateSpace) -> String {
    let layout = Layout::new(instance.wall(), space);
    let caption = caption(instance, space);
    let (words, above) = heading_size(&caption);
    let inner = words.max(layout.size.x).max(LEGEND_WIDTH);
    let (full_width, full_height) = (
        inner + 2.0 * MARGIN,
        above + HEADER + layout.size.y + LEGEND + 2.0 * MARGIN,
    );
    let left = MARGIN + (inner - layout.size.x) / 2.0;
    let layers = at(left, MARGIN + above + HEADER)
        .add(header(space, &layout))
        .add(moves(&layout, false))
        .add(moves(&layout, true))
        .add(coverings(instance, space, &layout))
        .add(points(&layout, false))
        .add(points(&layout, true));
    let legend = legend(full_height - MARGIN, !instance.initial().is_empty());
    let picture = document(full_width, full_height, &caption)
        .add(definitions(instance.wall(), &layout))
        .add(paper())
        .add(heading(&caption))
        .add(layers)
        .add(legend);
    format!("{picture}\n")
}

/// Arrow heads, and the grid of a small wall.
fn definitions(wall: Wall, layout: &Layout) -> Definitions {
    let mut definitions = Definitions::new();
    for style in [OPTIMAL, MOVE] {
        let head = Path::new().set("d", "M0 1L10 5L0 9z");
        let marker = Marker::new()
            .set("id", style.marker)
            .set("viewBox", "0 0 10 10")
            .set("refX", 9)
            .set("refY", 5)
            .set("markerWidth", style.head)
            .set("markerHeight", style.head)
            .set("markerUnits", "userSpaceOnUse")
            .set("orient", "auto");
        definitions = definitions.add(marker.add(head.set("fill", style.colour)));
    }
    definitions.add(grid(wall, layout.cell).set("id", "azulejo-grid"))
}

fn header(space: &StateSpace, layout: &Layout) -> Group {
    let mut header = Group::new()
        .set("text-anchor", "middle")
        .set("font-weight", 600);
    for (layer, places) in space.layers.iter().zip(&layout.places) {
        let (Some(place), Some(at)) = (layer.first(), places.first()) else {
            continue;
        };
        let tiles = counted(place.covering.len(), "tile");
        header = header.add(text(at.x + layout.wall.x / 2.0, -12.0, &tiles));
    }
    header
}

fn moves(layout: &Layout, optimal: bool) -> Group {
    let style = if optimal { OPTIMAL } else { MOVE };
    let mut moves = Group::new()
        .set("stroke", style.colour)
        .set("stroke-width", style.stroke);
    for Segment { start, end, step } in layout.segments.iter().flatten() {
        if step.optimal == optimal {
            let [x, y, to_x, to_y] = [start.x, start.y, end.x, end.y].map(short);
            let points = counted(step.points, "point");
            let path = Path::new()
                .set("d", format!("M{x} {y}L{to_x} {to_y}"))
                .set("marker-end", format!("url(#{})", style.marker))
                .add(tip(&match step.cell {
                    Some(cell) => format!("cell {cell}: {points}"),
                    None => "no tile".to_owned(),
                }));
            moves = moves.add(path);
        }
    }
    moves
}

fn coverings(instance: &Instance, space: &StateSpace, layout: &Layout) -> Group {
    let wall = instance.wall();
    let initial: Covering = instance.initial().iter().copied().collect();
    let mut coverings = Group::new();
    for (layer, places) in space.layers.iter().zip(&layout.places) {
        for (Place { covering, optimal }, Point { x, y }) in layer.iter().zip(places) {
            // A white rim separates the wall from lines beside it.
            let (rim, stroke) = if *optimal {
                (2.0, colour::OPTIMAL)
            } else {
                (1.5, colour::PAPER)
            };
            let (width, height) = (layout.wall.x + 2.0 * rim, layout.wall.y + 2.0 * rim);
            let frame = rectangle(-rim, -rim, width, height)
                .set("rx", 1.5)
                .set("fill", colour::PAPER)
                .set("stroke", stroke)
                .set("stroke-width", 2.4);
            let mut small = at(*x, *y).add(frame);
            for (cells, colour) in [
                (covering.minus(initial), colour::TILE),
                (initial, colour::INITIAL),
            ] {
                if !cells.is_empty() {
                    small =
                        small.add(squares(wall, cells.cells(), layout.cell).set("fill", colour));
                }
            }
            let grid = Use::new().set("href", "#azulejo-grid");
            coverings = coverings.add(small.add(grid.set("stroke", colour::GRID)));
        }
    }
    coverings
}

fn points(layout: &Layout, optimal: bool) -> Group {
    let (colour, weight) = if optimal {
        (colour::OPTIMAL_TEXT, 700)
    } else {
        (colour::MUTED, 400)
    };
    // A white rim separates the digits from lines below.
    let mut points = Group::new()
        .set("fill", colour)
        .set("font-weight", weight)
        .set("font-size", short(layout.digits))
        .set("text-anchor", "middle")
        .set("stroke", colour::PAPER)
        .set("stroke-width", 4)
        .set("stroke-linejoin", "round")
        .set("paint-order", "stroke")
        .set("pointer-events", "none");
    for segments in &layout.segments {
        for label in labels::labels(segments, layout.digits) {
            let step = &segments[label.index].step;
            if step.optimal == optimal {
                let (x, y) = (label.at.x, label.at.y + 0.35 * layout.digits);
                points = points.add(text(x, y, &step.points.to_string()));
            }
        }
    }
    points
}

fn legend(bottom: f64, has_initial: bool) -> Group {
    let y = bottom - 8.0;
    let mut x = MARGIN;
    let mut legend = Group::new();
    for (style, words) in [(OPTIMAL, "move of an optimal order"), (MOVE, "other move")] {
        let arrow = Path::new()
            .set("d", format!("M{} {}h34", short(x), short(y - 4.5)))
            .set("stroke", style.colour)
            .set("stroke-width", style.stroke)
            .set("marker-end", format!("url(#{})", style.marker));
        legend = legend.add(arrow).add(text(x + 42.0, y, words));
        x += 42.0 + legend_width(words);
    }
    let four = TSpan::new("4").set("font-weight", 700);
    legend = legend.add(text(x, y, "").add(four).add(TSpan::new(" points")));
    x += legend_width("4 points");
    if has_initial {
        let square = rectangle(x, y - 10.5, 12.0, 12.0).set("fill", colour::INITIAL);
        legend = legend.add(square).add(text(x + 18.0, y, "filled before"));
    }
    legend
}

/// Width of words of the legend, with the space after.
fn legend_width(words: &str) -> f64 {
    width(words, TEXT_SIZE) + 18.0
}
