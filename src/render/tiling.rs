//! Answers to AzulOptimalTiling.

use super::json::{SCHEMA, numbers, pretty};
use crate::permutation::{
    Blocked, Blocker, Obstacle, Permutation, Refutation, RefutedSquare, SeparatingTree, Sign,
    Square, maximum,
};
use crate::wall::Cell;
use anstyle::{AnsiColor, Style};
use itertools::Itertools;
use serde::Serialize;
use std::fmt::Write;

#[derive(Serialize)]
struct Tiling {
    schema: u32,
    permutation: Vec<Option<usize>>,
    feasible: bool,
    maximum: u64,
    score: Option<u64>,
    order: Option<Vec<usize>>,
    /// In post-order: the column of a tile, or the sign that joins the two subtrees before it.
    tree: Option<Vec<TreeItem>>,
    /// The column of each row's tile, where rows had none.
    completion: Option<Vec<usize>>,
    /// Rows and columns of the tiles that rule out the maximum.
    pattern: Option<Vec<[usize; 2]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refutation: Option<Vec<Step>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum TreeItem {
    Column(usize),
    Sign(&'static str),
}

#[derive(Serialize)]
struct Step {
    row: u32,
    column: u32,
    size: u32,
    positive: Vec<Cuts>,
    negative: Vec<Cuts>,
}

#[derive(Serialize)]
struct Cuts {
    first: u32,
    last: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    tile: Option<[usize; 2]>,
    /// The place of an earlier step, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    square: Option<usize>,
}

/// The output of `tiling` for a yes; `order` reaches the maximum, if there is one.
pub fn feasible_json(
    permutation: &Permutation,
    tree: &SeparatingTree,
    order: Option<&[Cell]>,
) -> String {
    let items = tree.nodes().iter().map(|node| match node.sign {
        None => TreeItem::Column(node.square.column as usize + 1),
        Some(Sign::Positive) => TreeItem::Sign("+"),
        Some(Sign::Negative) => TreeItem::Sign("-"),
    });
    pretty(&Tiling {
        feasible: true,
        score: Some(maximum(permutation.rows())),
        order: order.map(numbers),
        tree: Some(items.collect()),
        completion: (!permutation.is_complete())
            .then(|| tree.tiles().map(|(_, column)| column + 1).collect()),
        ..unanswered(permutation)
    })
}

/// The output of `tiling` for a no.
pub fn infeasible_json(permutation: &Permutation, obstacle: &Obstacle) -> String {
    let refutation = match obstacle {
        Obstacle::Pattern { .. } => None,
        Obstacle::Tiles(refutation) => Some(refutation.squares.iter().map(step).collect()),
    };
    let tiles = tiles(obstacle).map(|(row, column)| [row + 1, column + 1]);
    pretty(&Tiling {
        pattern: Some(tiles.collect()),
        refutation,
        ..unanswered(permutation)
    })
}

fn unanswered(permutation: &Permutation) -> Tiling {
    let column = |row| Some(permutation.column(row)? + 1);
    Tiling {
        schema: SCHEMA,
        permutation: (0..permutation.rows()).map(column).collect(),
        feasible: false,
        maximum: maximum(permutation.rows()),
        score: None,
        order: None,
        tree: None,
        completion: None,
        pattern: None,
        refutation: None,
    }
}

fn step(refuted: &RefutedSquare) -> Step {
    let cuts = |blocked: &Blocked| {
        let (tile, square) = match blocked.by {
            Blocker::Tile { row, column } => (Some([row + 1, column + 1]), None),
            Blocker::Square(place) => (None, Some(place)),
        };
        Cuts {
            first: blocked.first,
            last: blocked.last,
            tile,
            square,
        }
    };
    let Square { row, column, size } = refuted.square;
    let [positive, negative] = &refuted.blocked;
    Step {
        row: row + 1,
        column: column + 1,
        size,
        positive: positive.iter().map(cuts).collect(),
        negative: negative.iter().map(cuts).collect(),
    }
}

fn tiles(obstacle: &Obstacle) -> impl Iterator<Item = (usize, usize)> {
    match obstacle {
        Obstacle::Pattern { rows, columns } => rows.iter().copied().zip(*columns).collect_vec(),
        Obstacle::Tiles(Refutation { tiles, .. }) => tiles.clone(),
    }
    .into_iter()
}

/// A separating tree, a line a node, the root first.
pub fn tree(tree: &SeparatingTree) -> String {
    let mut text = String::new();
    // The node, what is before it, and what is before its children.
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

/// The wall with its first tiles, those of the obstacle filled in and coloured.
pub fn obstructed_wall(permutation: &Permutation, obstacle: &Obstacle) -> String {
    let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    let culprits = tiles(obstacle).collect_vec();
    let line = |row: usize| {
        let mark = |column: usize| match permutation.column(row) {
            Some(tile) if tile == column && culprits.contains(&(row, column)) => {
                format!(" {red}■{red:#}")
            }
            Some(tile) if tile == column => " □".into(),
            _ => " ·".into(),
        };
        (0..permutation.rows()).map(mark).join("")
    };
    (0..permutation.rows()).map(line).join("\n")
}

/// Why the maximum is out of reach, in words; a proof of more than `most` lines is left out.
pub fn obstacle(obstacle: &Obstacle, most: usize) -> String {
    let list = tiles(obstacle)
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
        Obstacle::Tiles(refutation) => {
            let lines = refutation.squares.iter().rev().flat_map(|refuted| {
                let signs = Sign::ALL.into_iter().zip(&refuted.blocked);
                let reasons = signs.flat_map(move |(sign, blocked)| {
                    let reason = move |blocked| reason(refutation, refuted.square, sign, blocked);
                    blocked.iter().map(reason)
                });
                [format!("  {}:", place(refuted.square))]
                    .into_iter()
                    .chain(reasons)
            });
            let lines = lines.collect_vec();
            let proof = if lines.len() > most {
                format!("  {} lines, which --format json has", lines.len())
            } else {
                lines.join("\n")
            };
            format!(
                "These tiles are part of no separable permutation, and each of them is needed for that:\n\
                 {list}\n\n\
                 A separating tree would cut the wall, and each part again, so that the upper rows have\n\
                 their tiles in the first columns and the lower rows in the last (+), or the reverse (−):\n\
                 {proof}"
            )
        }
    }
}

fn reason(refutation: &Refutation, square: Square, sign: Sign, blocked: &Blocked) -> String {
    let (first, last) = (square.row + blocked.first, square.row + blocked.last);
    let cuts = if first == last {
        format!("cut after row {first}")
    } else {
        format!("cuts after rows {first}–{last}")
    };
    let mark = match sign {
        Sign::Positive => '+',
        Sign::Negative => '−',
    };
    let why = match blocked.by {
        Blocker::Tile { row, column } => {
            format!("row {} has its tile in column {}", row + 1, column + 1)
        }
        Blocker::Square(index) => {
            format!(
                "no completion of {}",
                place(refutation.squares[index].square)
            )
        }
    };
    format!("    {mark} {cuts}: {why}")
}
