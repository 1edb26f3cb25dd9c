use super::Version;
use crate::tiling::{
    self, Blocker, Obstacle, Permutation, Refutation, SeparatingTree, Sign, Step, maximum,
};
use crate::wall::Cell;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The output of `tiling`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Tiling {
    /// The version of the outputs.
    pub schema: Version,
    /// The column of each row's first tile; none where a row has none.
    pub permutation: Vec<Option<usize>>,
    /// Whether the first tiles can still lead to the maximum.
    pub feasible: bool,
    /// The maximum of the wall.
    pub maximum: u64,
    /// The score of the order.
    pub score: Option<u64>,
    /// An order that reaches the maximum, up to 1024 rows.
    pub order: Option<Vec<usize>>,
    /// A separating tree in post-order.
    pub tree: Option<Vec<TreeItem>>,
    /// The column of each row's tile, where rows had none.
    pub completion: Option<Vec<usize>>,
    /// Rows and columns of the tiles that rule out the maximum.
    pub pattern: Option<Vec<[usize; 2]>>,
    /// Why they do, where that takes a proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refutation: Option<Vec<RefutationStep>>,
}

/// A part of a separating tree.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum TreeItem {
    /// The column of a tile.
    Column(usize),
    /// The sign that joins the two subtrees before it.
    Sign(Sign),
}

/// No box within a region is the smallest that holds some tiles.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct RefutationStep {
    /// Rows and columns of the tiles.
    pub tiles: Vec<[usize; 2]>,
    /// The first row of the region and its last.
    pub rows: [i64; 2],
    /// Its first column and its last.
    pub columns: [i64; 2],
    /// Every way to part the tiles.
    pub partings: Vec<Parting>,
}

/// Why two squares that meet in a corner cannot hold the upper and the lower tiles.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Parting {
    /// The number of tiles in the upper square.
    pub upper: usize,
    /// How the two squares lie.
    pub sign: Sign,
    /// A contradiction for each corner.
    pub corners: Vec<Corners>,
}

/// A contradiction for the corners in a rectangle.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Corners {
    /// The corner is below one of these rows, first and last.
    pub below_row: [i64; 2],
    /// The corner is to the right of one of these columns, first and last.
    pub after_column: [i64; 2],
    /// The place of an earlier step, from 0; none where the squares have no room.
    pub step: Option<usize>,
}

impl Tiling {
    /// The output for a yes; `order` reaches the maximum, if there is one.
    pub fn feasible(
        permutation: &Permutation,
        tree: &SeparatingTree,
        order: Option<&[Cell]>,
    ) -> Self {
        let items = tree.nodes().iter().map(|node| match node.sign {
            None => TreeItem::Column(node.square.column as usize + 1),
            Some(sign) => TreeItem::Sign(sign),
        });
        Self {
            feasible: true,
            score: Some(maximum(permutation.rows())),
            order: order.map(|cells| cells.iter().map(|cell| cell.number()).collect()),
            tree: Some(items.collect()),
            completion: (!permutation.is_complete())
                .then(|| tree.tiles().map(|(_, column)| column + 1).collect()),
            ..Self::empty(permutation)
        }
    }

    /// The output for a no.
    pub fn infeasible(permutation: &Permutation, obstacle: &Obstacle) -> Self {
        let tiles = obstacle.tiles().into_iter();
        Self {
            pattern: Some(tiles.map(|(row, column)| [row + 1, column + 1]).collect()),
            refutation: match obstacle {
                Obstacle::Pattern { .. } => None,
                Obstacle::Tiles(refutation) => Some(steps(refutation)),
            },
            ..Self::empty(permutation)
        }
    }

    fn empty(permutation: &Permutation) -> Self {
        let column = |row| Some(permutation.column(row)? + 1);
        Self {
            schema: Version,
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
}

fn steps(refutation: &Refutation) -> Vec<RefutationStep> {
    let corners = |corners: &tiling::Corners| Corners {
        below_row: corners.above.into(),
        after_column: corners.left.into(),
        step: match corners.blocker {
            Blocker::NoRoom => None,
            Blocker::Step(index) => Some(index),
        },
    };
    let item = |step: &Step| RefutationStep {
        tiles: refutation.tiles[step.tiles.clone()]
            .iter()
            .map(|(row, column)| [row + 1, column + 1])
            .collect(),
        rows: [step.region.rows.start + 1, step.region.rows.end],
        columns: [step.region.columns.start + 1, step.region.columns.end],
        partings: step
            .partings
            .iter()
            .map(|parting| Parting {
                upper: parting.lower - step.tiles.start,
                sign: parting.sign,
                corners: parting.corners.iter().map(corners).collect(),
            })
            .collect(),
    };
    refutation.steps.iter().map(item).collect()
}
