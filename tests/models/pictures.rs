//! Pictures of the lecture, drawn from computed values. `make pictures` writes the files; the test compares the files with the
//! pictures.

use crate::common::plain;
use crate::course::lines_of_five;
use azulejo::control::Control;
use azulejo::formulation::{Families, Family, Kind};
use azulejo::instance::Sense;
use azulejo::problem::Problem;
use azulejo::tree::{Tree, branch_and_bound};
use std::fmt::{Display, Write};
use std::path::Path;

const FONT: &str = "font-family=\"Helvetica Neue, Arial, Liberation Sans, DejaVu Sans, sans-serif\" fill=\"#1c2733\"";

fn svg(width: u32, height: u32, label: &str, inside: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{label}\" {FONT}>\n{inside}</svg>\n"
    )
}

/// A text at a place, with attributes of its style.
fn label(x: f64, y: f64, style: &str, words: impl Display) -> String {
    format!("<text x=\"{x}\" y=\"{y}\"{style}>{words}</text>\n")
}

/// Twice the area of a triangle, positive if it turns left.
fn turn(a: (u32, u32), b: (u32, u32), c: (u32, u32)) -> i64 {
    let [(ax, ay), (bx, by), (cx, cy)] = [a, b, c].map(|(x, y)| (i64::from(x), i64::from(y)));
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

/// The corners of the convex hull, counterclockwise (Andrew's monotone chain).
fn hull(points: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let chain = |points: &mut dyn Iterator<Item = (u32, u32)>| {
        let mut chain: Vec<(u32, u32)> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..]
                && turn(a, b, point) <= 0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut corners = chain(&mut points.iter().copied());
    corners.extend(chain(&mut points.iter().rev().copied()));
    corners
}

/// Starts and points of a line of five cells: all orders, their hull, the fractions, and perhaps the line of a cut.
fn hull_of_a_line(with_cut: bool) -> String {
    let points: Vec<(u32, u32)> = lines_of_five().into_iter().collect();
    // The slide of the cut has a command below the picture, which leaves less height.
    let (rise, bottom, radius, height) = match with_cut {
        false => (48.0, 500.0, 11, 560),
        true => (22.0, 264.0, 8, 324),
    };
    let x = |starts: f64| 120.0 + 270.0 * (starts - 0.5);
    let y = |points: f64| bottom - rise * (points - 5.5);
    let place = |&(starts, points): &(u32, u32)| (x(starts.into()), y(points.into()));
    let corners = hull(&points);
    let mut inside = String::new();
    let outline = corners.iter().map(place).map(|(x, y)| format!("{x},{y}"));
    let outline = outline.collect::<Vec<_>>().join(" ");
    let _ = writeln!(
        inside,
        "<polygon points=\"{outline}\" fill=\"#d5e4f5\" stroke=\"#1f5fa8\" stroke-width=\"3\"/>"
    );
    let [left, top, base, right] = [x(0.6), y(14.6), y(5.6), x(3.6)];
    let _ = writeln!(
        inside,
        "<path d=\"M{left} {top} V{base} H{right}\" fill=\"none\" stroke=\"#5d6b7a\" stroke-width=\"2\"/>"
    );
    inside += "<g font-size=\"30\" fill=\"#3d4a57\">\n";
    let [middle, end] = ["middle", "end"].map(|anchor| format!(" text-anchor=\"{anchor}\""));
    for starts in 1..=3 {
        inside += &label(x(f64::from(starts)), base + 34.0, &middle, starts);
    }
    for points in (6..=14).step_by(2) {
        inside += &label(left - 10.0, y(f64::from(points)) + 8.0, &end, points);
    }
    inside += &label(x(3.45), base + 34.0, &middle, "starts S");
    inside += &label(left - 50.0, top - 14.0, "", "points P");
    inside += "</g>\n";
    if with_cut {
        // P + S = 11, from S = 1.1 to S = 3.4.
        let ends = [0.9, 3.5].map(|starts: f64| format!("{} {}", x(starts), y(11.0 - starts)));
        let _ = writeln!(
            inside,
            "<path data-cut=\"P + S = 11\" d=\"M{} L{}\" stroke=\"#b3261e\" stroke-width=\"5\" stroke-dasharray=\"14 9\"/>",
            ends[0], ends[1]
        );
        let style = " font-size=\"33\" font-weight=\"700\" fill=\"#b3261e\" text-anchor=\"end\"";
        inside += &label(x(1.5), y(9.5) + 36.0, style, "P + S = 11");
    }
    for point in &points {
        let (x, y) = place(point);
        let (starts, points) = point;
        let _ = writeln!(
            inside,
            "<circle data-starts=\"{starts}\" data-points=\"{points}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"#1f5fa8\"/>"
        );
    }
    let (left, top) = (x(2.5) - 12.0, y(6.5) - 12.0);
    let _ = writeln!(
        inside,
        "<path data-starts=\"2.5\" data-points=\"6.5\" d=\"M{left} {top} l24 24 m0 -24 l-24 24\" stroke=\"#b3261e\" stroke-width=\"6\"/>"
    );
    inside += "<g font-size=\"31\">\n";
    for (starts, points, words) in [
        (2.57, 6.3, "the fractions: (2.5, 6.5)"),
        (1.08, 14.0, "(1, 14)"),
        (2.08, 12.0, "(2, 12)"),
        (2.09, 9.15, "(2, 9)"),
        (3.08, if with_cut { 8.6 } else { 7.85 }, "(3, 8)"),
    ] {
        inside += &label(x(starts), y(points), "", words);
    }
    inside += "</g>\n";
    let words = match with_cut {
        false => {
            "Starts and points of all orders of a line of five cells, their convex hull, and the fractions outside of it"
        }
        true => {
            "The hull of a line of five cells, and the cut P + S = 11 between it and the fractions"
        }
    };
    svg(1130, height, words, &inside)
}

/// The places of the nodes of a tree: a leaf takes a column, a parent stands over the middle of its children.
fn places(tree: &Tree) -> Vec<(f64, usize)> {
    let mut children = vec![Vec::new(); tree.nodes.len()];
    for (index, node) in tree.nodes.iter().enumerate() {
        if let Some((parent, ..)) = &node.parent {
            children[*parent].push(index);
        }
    }
    let mut places = vec![(0.0, 0); tree.nodes.len()];
    let mut leaves = 0.0;
    let mut stack = vec![(0, 0, false)];
    while let Some((node, depth, are_placed)) = stack.pop() {
        let children = &children[node];
        if children.is_empty() {
            places[node] = (leaves, depth);
            leaves += 1.0;
        } else if are_placed {
            let middle =
                children.iter().map(|&child| places[child].0).sum::<f64>() / children.len() as f64;
            places[node] = (middle, depth);
        } else {
            stack.push((node, depth, true));
            stack.extend(
                children
                    .iter()
                    .rev()
                    .map(|&child| (child, depth + 1, false)),
            );
        }
    }
    places
}

/// The trees of a plain branch and bound for the maximum of 2×3, one beside the other.
fn three_trees() -> (String, Vec<usize>) {
    let problem = Problem::from(&plain(2, 3, Sense::Maximize));
    let widths = [620.0, 420.0, 120.0];
    let kinds = [
        (Kind::CaseStudy, "case study"),
        (Kind::Disaggregated, "a constraint for each condition"),
        (Kind::Ordering, "who came first"),
    ];
    let (mut inside, mut counts) = (String::new(), Vec::new());
    let mut left = 20.0;
    for ((kind, name), width) in kinds.into_iter().zip(widths) {
        let without = match kind {
            Kind::Ordering => Families::from([Family::LineCuts, Family::BlockCuts]),
            _ => Families::new(),
        };
        let formulation = kind.formulate(&problem, &without).expect("small");
        let tree = branch_and_bound(&*formulation, &problem, 20_000, &Control::default());
        let tree = tree.expect("a tree");
        let places = places(&tree);
        let columns = places.iter().map(|(x, _)| *x).fold(1.0, f64::max);
        let deepest = places.iter().map(|(_, depth)| *depth).max().unwrap_or(0);
        let point = |(x, depth): (f64, usize)| {
            let x = match tree.nodes.len() {
                1 => left + width / 2.0,
                _ => left + width * x / columns,
            };
            (x, 150.0 + 400.0 * depth as f64 / deepest.max(12) as f64)
        };
        let mut edges = String::new();
        for (node, &place) in tree.nodes.iter().zip(&places) {
            if let Some((parent, ..)) = &node.parent {
                let ((x, y), (parent_x, parent_y)) = (point(place), point(places[*parent]));
                let _ = write!(edges, "M{parent_x:.1} {parent_y:.1}L{x:.1} {y:.1}");
            }
        }
        let _ = writeln!(
            inside,
            "<path d=\"{edges}\" fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"1\" opacity=\".7\"/>"
        );
        let (x, y) = point(places[0]);
        let _ = writeln!(
            inside,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"9\" fill=\"#1f5fa8\"/>"
        );
        let bound = tree.nodes[0].bound;
        let nodes = tree.nodes.len();
        let words = if nodes == 1 { "node" } else { "nodes" };
        let bound = (100.0 * bound.unwrap_or(f64::NAN)).round() / 100.0;
        let center = left + width / 2.0;
        let _ = writeln!(
            inside,
            "<g text-anchor=\"middle\"><text x=\"{center}\" y=\"38\" font-size=\"28\" font-weight=\"700\" data-nodes=\"{nodes}\">{nodes} {words}</text>\n\
             <text x=\"{center}\" y=\"72\" font-size=\"23\" fill=\"#3d4a57\">{name}</text>\n\
             <text x=\"{center}\" y=\"104\" font-size=\"23\" fill=\"#3d4a57\" data-bound=\"{bound}\">root bound {bound}</text></g>"
        );
        counts.push(nodes);
        left += width + 40.0;
    }
    (
        svg(
            1300,
            570,
            "Three trees of a plain branch and bound for the maximum of 2×3",
            &inside,
        ),
        counts,
    )
}

#[test]
fn the_pictures_of_the_lecture_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/lecture");
    let (trees, counts) = three_trees();
    assert_eq!(counts.last(), Some(&1));
    let slides = std::fs::read_to_string(folder.join("slides.md")).expect("slides");
    for count in &counts[..2] {
        assert!(slides.contains(&count.to_string()), "{count}");
    }
    for (name, picture) in [
        ("hull.svg", hull_of_a_line(false)),
        ("cut.svg", hull_of_a_line(true)),
        ("trees.svg", trees),
    ] {
        let file = folder.join(name);
        if std::env::var_os("AZULEJO_PICTURES").is_some() {
            std::fs::write(&file, &picture).expect("a file");
        }
        let stored = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(stored == picture, "{name}: `make pictures` draws it anew");
    }
}
