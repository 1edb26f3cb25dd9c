//! A certificate as it is written.

use super::Refusal;
use crate::statement::{Statement, Written};
use serde::{Deserialize, Serialize};

/// A certificate, read.
#[derive(Debug, Clone)]
pub struct Certificate {
    /// The instance.
    pub statement: Statement,
    /// What is claimed of it.
    pub claim: Claim,
    /// The order, by the numbers of its cells, where there is one.
    pub order: Option<Vec<usize>>,
    /// Why the claim is true.
    pub proof: Proof,
}

/// What is claimed of an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Claim {
    /// No order has a better score than the bound, and the order has it.
    Optimal {
        /// The score of the order.
        score: u64,
        /// What no order beats; the same number.
        bound: u64,
    },
    /// No order satisfies the constraints.
    Infeasible,
}

/// Why a claim is true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// A tree of cases, each of which is closed by a sum of rows: the nodes, each before its children, the child where the
    /// column is 0 first. A sum is a tree of one leaf.
    Tree(Vec<Node>),
    /// All sets of filled cells, which the checker goes through itself.
    Sweep,
    /// The formula for the maximum of an empty wall after any number of turns.
    Shapes,
}

/// A node of a tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Node {
    /// Two cases: the column is 0, or it is 1.
    Split {
        /// The name of the column.
        column: String,
    },
    /// A case that a sum of rows closes.
    Leaf {
        /// The multipliers are these numbers by this one. If it is 0, the rows contradict each other.
        denominator: u32,
        /// Rows by name, each with its number.
        rows: Vec<(String, i32)>,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    certificate: u32,
    instance: Written,
    claim: Claim,
    order: Option<Vec<usize>>,
    proof: WrittenProof,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
enum WrittenProof {
    Sum {
        denominator: u32,
        rows: Vec<(String, i32)>,
    },
    Tree {
        nodes: Vec<Node>,
    },
    Sweep {},
    Shapes {},
}

impl Certificate {
    /// The version of the format.
    pub const VERSION: u32 = 1;

    /// The largest file.
    pub const MOST_BYTES: u64 = 256 << 20;

    /// The most nodes of a tree.
    pub const MOST_NODES: usize = 2_000_000;

    /// The most rows of a leaf. A number of a row is less than 2³¹, so that no sum leaves 62 bits.
    pub const MOST_ROWS: usize = 100_000;

    /// Reads a certificate.
    ///
    /// # Errors
    /// When anything of it is not understood.
    pub fn from_json(text: &str) -> Result<Self, Refusal> {
        if text.len() as u64 > Self::MOST_BYTES {
            return Err(Refusal::at("format", "larger than 256 MiB"));
        }
        let written: File =
            serde_json::from_str(text).map_err(|error| Refusal::at("format", error))?;
        if written.certificate != Self::VERSION {
            return Err(Refusal::at(
                "format",
                format!("version {}, not 1", written.certificate),
            ));
        }
        let statement = written
            .instance
            .stated()
            .map_err(|error| Refusal::at("instance", error))?;
        let proof = match written.proof {
            WrittenProof::Sum { denominator, rows } => {
                Proof::Tree(vec![Node::Leaf { denominator, rows }])
            }
            WrittenProof::Tree { nodes } => Proof::Tree(nodes),
            WrittenProof::Sweep {} => Proof::Sweep,
            WrittenProof::Shapes {} => Proof::Shapes,
        };
        Ok(Self {
            statement,
            claim: written.claim,
            order: written.order,
            proof,
        })
    }
}

impl Serialize for Proof {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = match self.clone() {
            Self::Tree(mut nodes) => match (nodes.len(), nodes.pop()) {
                (1, Some(Node::Leaf { denominator, rows })) => {
                    WrittenProof::Sum { denominator, rows }
                }
                (_, last) => WrittenProof::Tree {
                    nodes: nodes.into_iter().chain(last).collect(),
                },
            },
            Self::Sweep => WrittenProof::Sweep {},
            Self::Shapes => WrittenProof::Shapes {},
        };
        written.serialize(serializer)
    }
}
