//! Answers to AzulOptimalTiling as text.

use crate::counted::counted;
use crate::tiling::{
    Blocker, Obstacle, Permutation, Refutation, Region, SeparatingTree, Sign, Square, Step,
};
use anstyle::{AnsiColor, Style};
use itertools::Itertools;
use std::fmt::Write;
use std::ops::Range;

/// Separating tree, a line a node, the root first.
pub fn tree(tree: &SeparatingTree) -> String {
    let mut text = String::new();
    // Index of a node, indent of the node, and indent of its children.
    let mut open = vec![(tree.nodes().len() - 1, String::new(), String::new())];
    while let Some((index, before, below)) = open.pop() {
        let node = tree.nodes()[index];
        let gap = if text.is_empty() { "" } else { "\n" };
        let sign = match node.sign {
            None => "",
            Some(Sign::Positive) => "+ ",
            Some(Sign::Negative) => "− ",
        };
        let _ = write!(text, "{gap}{before}{sign}{}", place(node.square));
        if let Some([left, right]) = tree.children(index) {
            open.push((right, format!("{below}└─ "), format!("{below}   ")));
            open.push((left, format!("{below}├─ "), format!("{below}│  ")));
        }
    }
    text
}

fn place(square: Square) -> String {
    let Square { row, column, size } = square;
    if size == 1 {
        format!("row {}, column {}", row + 1, column + 1)
    } else {
        let (bottom, right) = (row + size, column + size);
        format!("rows {}–{bottom}, columns {}–{right}", row + 1, column + 1)
    }
}

/// Wall with its first tiles; those of the obstacle are filled and in colour.
pub fn obstructed_wall(permutation: &Permutation, obstacle: &Obstacle) -> String {
    let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    let obstructing = obstacle.tiles();
    let line = |row: usize| {
        let mark = |column: usize| match permutation.column(row) {
            Some(tile) if tile == column && obstructing.contains(&(row, column)) => {
                format!(" {red}■{red:#}")
            }
            Some(tile) if tile == column => " □".into(),
            _ => " ·".into(),
        };
        (0..permutation.rows()).map(mark).join("")
    };
    (0..permutation.rows()).map(line).join("\n")
}

/// Obstacle in words, without a proof of more than `maximum` lines.
pub fn obstacle(obstacle: &Obstacle, maximum: usize) -> String {
    let tiles = obstacle.tiles();
    let list = tiles
        .iter()
        .map(|(row, column)| format!("  row {}, column {}", row + 1, column + 1))
        .join("\n");
    match obstacle {
        Obstacle::Pattern { columns, .. } => {
            let name = if columns[0] < columns[3] {
                "(2, 4, 1, 3)"
            } else {
                "(3, 1, 4, 2)"
            };
            format!("These four tiles have the pattern {name}:\n{list}")
        }
        Obstacle::Tiles(refutation) => format!(
            "These tiles are part of no separable permutation, and each of them is needed for that:\n\
             {list}\n\n{}",
            proof(refutation, maximum)
        ),
    }
}

fn proof(refutation: &Refutation, maximum: usize) -> String {
    let steps = refutation.steps.iter().rev();
    let lines = steps.flat_map(|step| lines(refutation, step)).collect_vec();
    if lines.is_empty() {
        return "The proof, box by box, is too long to be written out.".into();
    }
    let introduction = "Some box of a separating tree would be the smallest that holds them, made of two squares that\n\
               meet in a corner (+ upper left and lower right, − upper right and lower left):";
    if lines.len() > maximum {
        let lines = counted(lines.len(), "line");
        format!("{introduction}\n  {lines}, which --format json has")
    } else {
        format!("{introduction}\n{}", lines.join("\n"))
    }
}

fn lines(refutation: &Refutation, step: &Step) -> Vec<String> {
    let rows = |tiles: Range<usize>| {
        let rows = refutation.tiles[tiles].iter().map(|(row, _)| row + 1);
        format!("{}", rows.format(", "))
    };
    let noun = |tiles: &Range<usize>| if tiles.len() == 1 { "row" } else { "rows" };
    let title = format!(
        "  the tiles of rows {}, by boxes within {}:",
        rows(step.tiles.clone()),
        region(&step.region)
    );
    let mut lines = vec![title];
    for split in &step.partings {
        let (upper, lower) = (step.tiles.start..split.lower, split.lower..step.tiles.end);
        let sign = match split.sign {
            Sign::Positive => '+',
            Sign::Negative => '−',
        };
        for corners in &split.corners {
            let reason = match corners.blocker {
                Blocker::NoRoom => "no room for squares that hold them".into(),
                Blocker::Step(index) => {
                    let other = &refutation.steps[index];
                    let (tiles, region) = (rows(other.tiles.clone()), region(&other.region));
                    format!("rows {tiles} would be within {region}")
                }
            };
            lines.push(format!(
                "    {sign} {} {} above {} {}, corner below row {}, right of column {}: {reason}",
                noun(&upper),
                rows(upper.clone()),
                noun(&lower),
                rows(lower.clone()),
                span(corners.above),
                span(corners.left),
            ));
        }
    }
    lines
}

fn region(region: &Region) -> String {
    let rows = span((region.rows.start + 1, region.rows.end));
    let columns = span((region.columns.start + 1, region.columns.end));
    format!("rows {rows}, columns {columns}")
}

fn span((first, last): (i64, i64)) -> String {
    if first == last {
        first.to_string()
    } else {
        format!("{first}–{last}")
    }
}
