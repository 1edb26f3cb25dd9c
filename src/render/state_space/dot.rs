use super::caption;
use crate::graph::{Place, StateSpace, Step};
use crate::harmless::harmless;
use crate::instance::Instance;
use crate::render::colour;
use crate::wall::{Covering, Wall};
use std::fmt::Write;

/// Side of a cell in points, of which an inch has 72.
const CELL: usize = 12;

pub(super) fn digraph(instance: &Instance, space: &StateSpace) -> String {
    let caption = caption(instance, space);
    let lines = [&caption.title].into_iter().chain(&caption.lines);
    let label: Vec<String> = lines.map(|line| escape(line)).collect();
    let (optimal, plain) = (colour::OPTIMAL, colour::MOVE);
    // In tenths of an inch, with more space for the lines of more coverings.
    let ranksep = 8 + space.widest().min(90) * 6 / 10;
    let mut text = format!(
        "digraph azulejo {{\n  \
         graph [rankdir=LR, ranksep={}.{}, nodesep=0.25, labelloc=t, fontname=\"Helvetica,Arial,sans-serif\", fontcolor=\"{}\", label=\"{}\\n \"];\n  \
         node [shape=plain, fontname=\"Helvetica,Arial,sans-serif\"];\n  \
         edge [fontname=\"Helvetica,Arial,sans-serif\", fontsize=11, arrowsize=0.6, color=\"{plain}\", fontcolor=\"{}\"];\n",
        ranksep / 10,
        ranksep % 10,
        colour::TEXT,
        label.join("\\n"),
        colour::MUTED,
    );
    let initial: Covering = instance.initial().iter().copied().collect();
    for (turn, layer) in space.layers.iter().enumerate() {
        let _ = writeln!(text, "\n  {{\n    rank=same;");
        for (index, place) in layer.iter().enumerate() {
            let table = table(instance.wall(), initial, place);
            let _ = writeln!(text, "    {} [label=<{table}>];", name(turn, index));
        }
        text += "  }\n";
    }
    for (turn, steps) in space.steps.iter().enumerate() {
        text += "\n";
        for Step {
            from,
            to,
            points,
            optimal: is_optimal,
            ..
        } in steps
        {
            let ends = format!("{} -> {}", name(turn, *from), name(turn + 1, *to));
            let style = if *is_optimal {
                format!(
                    ", color=\"{optimal}\", fontcolor=\"{}\", penwidth=2.2",
                    colour::OPTIMAL_TEXT
                )
            } else {
                String::new()
            };
            let _ = writeln!(text, "  {ends} [label=\"{points}\"{style}];");
        }
    }
    text + "}\n"
}

/// Name of a covering by its layer and its place.
fn name(turn: usize, index: usize) -> String {
    format!("t{turn}_{}", index + 1)
}

/// Covering as a table of Graphviz's HTML-like labels.
fn table(wall: Wall, initial: Covering, place: &Place) -> String {
    let (border, width) = if place.optimal {
        (colour::OPTIMAL, 2)
    } else {
        (colour::GRID, 1)
    };
    let mut text = format!(
        "<table border=\"{width}\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"0\" color=\"{border}\">"
    );
    for row in 0..wall.rows() {
        text += "<tr>";
        for cell in (0..wall.columns()).filter_map(|column| wall.cell(row, column)) {
            let fill = if initial.contains(cell) {
                colour::INITIAL
            } else if place.covering.contains(cell) {
                colour::TILE
            } else {
                colour::PAPER
            };
            let _ = write!(
                text,
                "<td fixedsize=\"true\" width=\"{CELL}\" height=\"{CELL}\" color=\"{}\" bgcolor=\"{fill}\"></td>",
                colour::GRID
            );
        }
        text += "</tr>";
    }
    text + "</table>"
}

/// Text for double quotes of DOT. Graphviz reads backslashes and HTML's entities in a label.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for letter in harmless(text).chars() {
        match letter {
            '\\' => escaped += "\\\\",
            '"' => escaped += "\\\"",
            '&' => escaped += "&amp;",
            _ => escaped.push(letter),
        }
    }
    escaped
}
