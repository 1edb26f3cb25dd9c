//! The tree of a branch and bound, as a picture: from the root on the left to the leaves on the right.

use super::caption::{Caption, counted};
use super::colour;
use super::svg::{
    MARGIN, TEXT_SIZE, at, document, heading, heading_size, paper, rectangle, short, text, tip,
    width,
};
use crate::formulation::Kind;
use crate::instance::Instance;
use crate::milp::{Node, NodeEnd, Tree};
use svg::node::element::{Group, Path, Style};

/// The height of a leaf, and the width of a level.
const LEAF: f64 = 30.0;
const LEVEL: f64 = 150.0;
/// A node.
const BOX: [f64; 2] = [66.0, 22.0];
const LEGEND: f64 = 44.0;

/// The looks of a node: its colour, the colour of its words, and what it means.
const LOOKS: [(&str, &str, &str); 5] = [
    ("#d5e4f5", colour::TEXT, "split in two"),
    (
        colour::HOLE,
        colour::MUTED,
        "closed: the bound is no better than an order that is known",
    ),
    (colour::PAPER, colour::MUTED, "closed: no solution"),
    (
        colour::OPTIMAL,
        "#000000",
        "closed: the solution is an order",
    ),
    ("#f5efc4", colour::TEXT, "still open"),
];

/// The picture of a tree. Each node has its bound, and each edge the column that was fixed.
pub fn svg(instance: &Instance, kind: Kind, tree: &Tree) -> String {
    let layout = Layout::new(&tree.nodes);
    let caption = Caption::new(instance, [words(kind, tree)]);
    let (title, above) = heading_size(&caption);
    let shown = LOOKS
        .iter()
        .zip(used(&tree.nodes))
        .filter(|(_, used)| *used);
    let (mut legend, mut x, mut y) = (Group::new(), 0.0, 0.0);
    for ((fill, _, says), _) in shown {
        let room = 24.0 + width(says, TEXT_SIZE) + 20.0;
        if x > 0.0 && x + room > layout.size[0].max(title) {
            (x, y) = (0.0, y + 20.0);
        }
        let square = rectangle(x, y, 14.0, 14.0)
            .set("fill", *fill)
            .set("stroke", colour::GRID);
        legend = legend
            .add(square)
            .add(text(x + 20.0, y + 11.5, says).set("class", "az-text"));
        x += room;
    }
    let top = MARGIN + above + LEGEND + y;
    let size = [title.max(layout.size[0]), top + layout.size[1] + MARGIN];
    let mut picture = Group::new();
    for (node, place) in tree.nodes.iter().zip(&layout.places) {
        if let Some((parent, column, value)) = &node.parent {
            let from = layout.places[*parent];
            picture = picture.add(edge(from, *place, &format!("{column} = {value}")));
        }
    }
    for (number, (node, place)) in tree.nodes.iter().zip(&layout.places).enumerate() {
        picture = picture.add(drawn(number, node, *place));
    }
    let svg = document(size[0] + 2.0 * MARGIN, size[1], &caption)
        .add(Style::new(colour::DARK))
        .add(paper())
        .add(heading(&caption))
        .add(at(MARGIN, MARGIN + above + 10.0).add(legend))
        .add(at(MARGIN, top).add(picture));
    format!("{svg}\n")
}

/// What the tree proves, in words.
pub fn words(kind: Kind, tree: &Tree) -> String {
    let nodes = counted(tree.nodes.len(), "node");
    let found = match (&tree.best, tree.complete) {
        (Some(best), true) => format!("no order is better than {}", best.score),
        (None, true) => "no order satisfies the constraints".into(),
        (Some(best), false) => format!("stopped with an order of {}", best.score),
        (None, false) => "stopped without an order".into(),
    };
    format!(
        "branch and bound over the {kind} formulation's linear relaxation, without cuts: {nodes}; {found}"
    )
}

fn look(node: &Node) -> usize {
    match node.end {
        NodeEnd::Split { .. } => 0,
        NodeEnd::Bounded => 1,
        NodeEnd::Infeasible => 2,
        NodeEnd::Order { .. } => 3,
        NodeEnd::Open => 4,
    }
}

fn used(nodes: &[Node]) -> [bool; LOOKS.len()] {
    let mut used = [false; LOOKS.len()];
    for node in nodes {
        used[look(node)] = true;
    }
    used
}

fn edge([from_x, from_y]: [f64; 2], [x, y]: [f64; 2], label: &str) -> Group {
    let start = from_x + BOX[0];
    let bend = start + 14.0;
    let path = format!(
        "M{} {}H{}V{}H{}",
        short(start),
        short(from_y),
        short(bend),
        short(y),
        short(x)
    );
    let line = Path::new()
        .set("d", path)
        .set("fill", "none")
        .set("stroke", colour::GRID)
        .set("stroke-width", 1.4);
    let label = text(bend + 4.0, y - 4.0, label)
        .set("class", "az-muted")
        .set("fill", colour::MUTED)
        .set("font-size", 10.5);
    Group::new().add(line).add(label)
}

fn drawn(number: usize, node: &Node, [x, y]: [f64; 2]) -> Group {
    let (fill, ink, _) = LOOKS[look(node)];
    let bound = node.bound.map(|bound| {
        format!("{:.2}", bound)
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned()
    });
    let (shown, says) = match (&node.end, bound) {
        (NodeEnd::Order { score }, _) => (
            score.to_string(),
            format!("its solution is an order of score {score}"),
        ),
        (_, None) => ("none".into(), "no solution".into()),
        (NodeEnd::Split { on, value }, Some(bound)) => {
            let says = format!("bound {bound}; split on {on}, which is {value:.3} here");
            (bound, says)
        }
        (NodeEnd::Bounded, Some(bound)) => {
            let says = format!("bound {bound}, no better than an order that is known");
            (bound, says)
        }
        (_, Some(bound)) => (bound.clone(), format!("bound {bound}")),
    };
    let square = rectangle(x, y - BOX[1] / 2.0, BOX[0], BOX[1])
        .set("rx", 4)
        .set("fill", fill)
        .set("stroke", colour::GRID);
    let label = text(x + BOX[0] / 2.0, y + 4.5, &shown)
        .set("text-anchor", "middle")
        .set("font-weight", 600)
        .set("fill", ink);
    let group = Group::new().set("data-node", number + 1);
    group
        .add(tip(&format!("node {}: {says}", number + 1)))
        .add(square)
        .add(label)
}

/// Where the nodes are: the middle of their left edge.
struct Layout {
    places: Vec<[f64; 2]>,
    size: [f64; 2],
}

impl Layout {
    fn new(nodes: &[Node]) -> Self {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
        let mut depth = vec![0_usize; nodes.len()];
        for (index, node) in nodes.iter().enumerate() {
            if let Some((parent, ..)) = node.parent {
                children[parent].push(index);
                depth[index] = depth[parent] + 1;
            }
        }
        let mut places = vec![[0.0; 2]; nodes.len()];
        let mut leaves = 0.0;
        // The children of a node come after it, so from the last to the first every child has its place before its
        // parent has; the leaves take theirs from the top, in the order of the tree.
        let mut stack: Vec<usize> = (0..nodes.len().min(1)).collect();
        while let Some(node) = stack.pop() {
            if children[node].is_empty() {
                places[node][1] = LEAF * (leaves + 0.5);
                leaves += 1.0;
            }
            stack.extend(children[node].iter().rev());
        }
        for node in (0..nodes.len()).rev() {
            places[node][0] = LEVEL * depth[node] as f64;
            if let (Some(&first), Some(&last)) = (children[node].first(), children[node].last()) {
                places[node][1] = f64::midpoint(places[first][1], places[last][1]);
            }
        }
        let deepest = depth.iter().max().copied().unwrap_or(0);
        Self {
            places,
            size: [LEVEL * deepest as f64 + BOX[0], LEAF * leaves],
        }
    }
}
