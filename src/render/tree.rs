//! Picture of the tree of a branch and bound, from the root on the left to the leaves on the right.

use super::caption::Caption;
use super::colour;
use super::svg::{
    MARGIN, TEXT_SIZE, at, heading_size, in_light_or_dark, muted, rectangle, short, text, tip,
    width,
};
use crate::counted::counted;
use crate::formulation::Kind;
use crate::instance::Instance;
use crate::render::proof::INFEASIBLE;
use crate::tree::{Node, NodeEnd, Tree};
use svg::node::element::{Group, Path};

/// Height of a leaf, and width of a level.
const LEAF: f64 = 30.0;
const LEVEL: f64 = 156.0;
/// Width and height of a node.
const BOX: [f64; 2] = [66.0, 22.0];
const LEGEND: f64 = 44.0;

/// Styles of a node: its colour, the colour of its words, and its meaning.
const STYLES: [(&str, &str, &str); 5] = [
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

/// Picture of a tree. Each node has its bound, and each edge its decision. A large tree has only the part near the root,
/// with the number of nodes below.
pub fn svg(instance: &Instance, kind: Kind, tree: &Tree) -> String {
    let layout = Layout::new(&tree.nodes);
    let method = format!(
        "branch and bound without cuts over the linear relaxation of the {kind} formulation"
    );
    let caption = Caption::new(instance, [method, words(tree)]);
    let (title, above) = heading_size(&caption);
    let is_used = |index: usize| {
        let mut nodes = tree.nodes.iter().zip(&layout.places);
        nodes.any(|(node, place)| place.is_some() && style(node) == index)
    };
    let styles = STYLES.iter().enumerate();
    let styles = styles.filter(|(index, _)| is_used(*index));
    let (mut legend, mut x, mut y) = (Group::new(), 0.0, 0.0);
    for (_, (fill, _, meaning)) in styles {
        let entry_width = 24.0 + width(meaning, TEXT_SIZE) + 20.0;
        if x > 0.0 && x + entry_width > layout.size[0].max(title) {
            (x, y) = (0.0, y + 20.0);
        }
        let square = rectangle(x, y, 14.0, 14.0)
            .set("fill", *fill)
            .set("stroke", colour::GRID);
        legend = legend
            .add(square)
            .add(text(x + 20.0, y + 11.5, meaning).set("class", "az-text"));
        x += entry_width;
    }
    let top = MARGIN + above + LEGEND + y;
    let size = [title.max(layout.size[0]), top + layout.size[1] + MARGIN];
    let mut picture = Group::new();
    let places = || tree.nodes.iter().zip(&layout.places).enumerate();
    let places = || places().filter_map(|(number, (node, place))| Some((number, node, (*place)?)));
    for (_, node, place) in places() {
        if let Some((parent, column, value)) = &node.parent
            && let Some(from) = layout.places[*parent]
        {
            picture = picture.add(edge(from, place, &format!("{column} = {value}")));
        }
    }
    for (number, node, place) in places() {
        picture = picture.add(node_box(number, node, place));
        if let Some(hidden) = layout.hidden[number] {
            let more = format!("… {}", counted(hidden, "node"));
            picture = picture.add(muted(place[0] + BOX[0] + 6.0, place[1] + 4.5, &more));
        }
    }
    let svg = in_light_or_dark(size[0] + 2.0 * MARGIN, size[1], &caption)
        .add(at(MARGIN, MARGIN + above + 10.0).add(legend))
        .add(at(MARGIN, top).add(picture));
    format!("{svg}\n")
}

/// Size and result of a tree in words.
pub fn words(tree: &Tree) -> String {
    let nodes = counted(tree.nodes.len(), "node");
    let result = match (&tree.best, tree.complete) {
        (Some(best), true) => format!("no order is better than {}", best.score),
        (None, true) => INFEASIBLE.into(),
        (Some(best), false) => format!("stopped with an order of {}", best.score),
        (None, false) => "stopped without an order".into(),
    };
    format!("{nodes}; {result}")
}

fn style(node: &Node) -> usize {
    match node.end {
        NodeEnd::Split { .. } => 0,
        NodeEnd::Bounded => 1,
        NodeEnd::Infeasible => 2,
        NodeEnd::Order { .. } => 3,
        NodeEnd::Open => 4,
    }
}

fn edge([from_x, from_y]: [f64; 2], [x, y]: [f64; 2], label: &str) -> Group {
    let start = from_x + BOX[0];
    let bend = start + 14.0;
    let label = muted(bend + 4.0, y - 4.0, label).set("font-size", 10.5);
    let [start, from_y, bend, y, x] = [start, from_y, bend, y, x].map(short);
    let line = Path::new()
        .set("d", format!("M{start} {from_y}H{bend}V{y}H{x}"))
        .set("fill", "none")
        .set("stroke", colour::GRID)
        .set("stroke-width", 1.4);
    Group::new().add(line).add(label)
}

fn node_box(number: usize, node: &Node, [x, y]: [f64; 2]) -> Group {
    let (fill, ink, _) = STYLES[style(node)];
    let bound = node.bound.map(|bound| {
        format!("{:.2}", bound)
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned()
    });
    let (words, note) = match (&node.end, bound) {
        (NodeEnd::Order { score }, _) => (
            score.to_string(),
            format!("its solution is an order of score {score}"),
        ),
        (_, None) => ("none".into(), "no solution".into()),
        (NodeEnd::Split { on, value }, Some(bound)) => {
            let note = format!("bound {bound}; split on {on}, which is {value:.3} here");
            (bound, note)
        }
        (NodeEnd::Bounded, Some(bound)) => {
            let note = format!("bound {bound}, no better than an order that is known");
            (bound, note)
        }
        (_, Some(bound)) => (bound.clone(), format!("bound {bound}")),
    };
    let square = rectangle(x, y - BOX[1] / 2.0, BOX[0], BOX[1])
        .set("rx", 4)
        .set("fill", fill)
        .set("stroke", colour::GRID);
    let label = text(x + BOX[0] / 2.0, y + 4.5, &words)
        .set("text-anchor", "middle")
        .set("font-weight", 600)
        .set("fill", ink);
    let group = Group::new().set("data-node", number + 1);
    group
        .add(tip(&format!("node {}: {note}", number + 1)))
        .add(square)
        .add(label)
}

/// Maximum number of leaves in the picture.
const MAX_LEAVES: usize = 28;

/// Layout of a tree: the middle of the left edge of each visible node, and the number of nodes below a visible node without
/// visible children.
struct Layout {
    places: Vec<Option<[f64; 2]>>,
    hidden: Vec<Option<usize>>,
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
        let mut descendants = vec![0_usize; nodes.len()];
        for (index, node) in nodes.iter().enumerate().rev() {
            if let Some((parent, ..)) = node.parent {
                descendants[parent] += 1 + descendants[index];
            }
        }
        // The children of nodes become visible level by level, up to the maximum number of leaves.
        let mut visible = vec![false; nodes.len()];
        let mut hidden = vec![None; nodes.len()];
        let mut level: Vec<usize> = (0..nodes.len().min(1)).collect();
        let mut leaves = level.len();
        while !level.is_empty() {
            let mut next = Vec::new();
            for node in level {
                visible[node] = true;
                let more = children[node].len().saturating_sub(1);
                if leaves + more <= MAX_LEAVES {
                    leaves += more;
                    next.extend(&children[node]);
                } else {
                    hidden[node] = Some(descendants[node]);
                    children[node].clear();
                }
            }
            level = next;
        }
        let mut places = vec![None; nodes.len()];
        let mut rows = 0.0;
        let mut middle = vec![0.0; nodes.len()];
        // The leaves have their places from the top, in the order of the tree.
        let mut stack: Vec<usize> = (0..nodes.len().min(1)).collect();
        while let Some(node) = stack.pop() {
            if children[node].is_empty() {
                middle[node] = LEAF * (rows + 0.5);
                rows += 1.0;
            }
            stack.extend(children[node].iter().rev());
        }
        // Children have higher indices than their parent, so the loop from the last node places them first.
        for node in (0..nodes.len()).rev().filter(|&node| visible[node]) {
            if let (Some(&first), Some(&last)) = (children[node].first(), children[node].last()) {
                middle[node] = f64::midpoint(middle[first], middle[last]);
            }
            places[node] = Some([LEVEL * depth[node] as f64, middle[node]]);
        }
        let depths = depth.iter().zip(&visible).filter(|(_, visible)| **visible);
        let deepest = depths.map(|(depth, _)| *depth).max().unwrap_or(0);
        Self {
            places,
            hidden,
            size: [LEVEL * deepest as f64 + BOX[0] + 90.0, LEAF * rows],
        }
    }
}
