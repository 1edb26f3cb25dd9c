//! A certificate as it is written.

use crate::object::{DEEPEST, Object, given, too_deep};
use crate::refusal::{Refusal, need};
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
    /// Where there is none, some constraints that alone are the reason.
    pub conflict: Option<Conflict>,
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
    Infeasible {},
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
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

/// Constraints that no order satisfies together, of which each is needed for that.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conflict {
    /// Their positions among the instance's constraints, from 0, in their order. The proof uses no others.
    pub constraints: Vec<usize>,
    /// For each of them an order that satisfies the others.
    pub orders: Vec<Vec<usize>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    certificate: u32,
    instance: Object<Written>,
    claim: Object<Claim>,
    order: Option<Vec<usize>>,
    conflict: Option<Object<Conflict>>,
    proof: Object<WrittenProof>,
}

/// A node, or a proof with its kind: each has some of these fields, and no others.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct WrittenProof {
    #[serde(deserialize_with = "given")]
    kind: Option<String>,
    #[serde(deserialize_with = "given")]
    column: Option<String>,
    #[serde(deserialize_with = "given")]
    denominator: Option<u32>,
    #[serde(deserialize_with = "given")]
    rows: Option<Vec<(String, i32)>>,
    #[serde(deserialize_with = "given")]
    nodes: Option<Vec<Object<WrittenProof>>>,
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
        let short = text.len() as u64 <= Self::MOST_BYTES;
        need(short, "format", "larger than 256 MiB")?;
        let reason = format_args!("nested deeper than {DEEPEST}");
        need(!too_deep(text), "format", reason)?;
        let written = serde_json::from_str::<Object<File>>(text);
        let Object(written) = written.map_err(|error| Refusal::at("format", error))?;
        let reason = format_args!("version {}, not 1", written.certificate);
        need(written.certificate == Self::VERSION, "format", reason)?;
        let statement = written.instance.0.stated();
        Ok(Self {
            statement: statement.map_err(|refusal| refusal.within("instance"))?,
            claim: written.claim.0,
            order: written.order,
            conflict: written.conflict.map(|conflict| conflict.0),
            proof: written.proof.0.proof()?,
        })
    }
}

impl WrittenProof {
    fn proof(self) -> Result<Proof, Refusal> {
        let (kind, rows) = (self.kind.as_deref(), self.rows);
        match (kind, self.nodes, self.column, self.denominator, rows) {
            (Some("tree"), Some(nodes), None, None, None) => {
                let nodes = nodes.into_iter().map(|node| node.0.node());
                Ok(Proof::Tree(nodes.collect::<Result<_, _>>()?))
            }
            (Some("sum"), None, None, Some(denominator), Some(rows)) => {
                Ok(Proof::Tree(vec![Node::Leaf { denominator, rows }]))
            }
            (Some("sweep"), None, None, None, None) => Ok(Proof::Sweep),
            (Some("shapes"), None, None, None, None) => Ok(Proof::Shapes),
            _ => Err(Refusal::at("format", "no proof of a known kind")),
        }
    }

    fn node(self) -> Result<Node, Refusal> {
        let neither = "a node that is neither a split nor a leaf";
        let (of_proof, rows) = (self.kind.is_some() || self.nodes.is_some(), self.rows);
        match (of_proof, self.column, self.denominator, rows) {
            (false, Some(column), None, None) => Ok(Node::Split { column }),
            (false, None, Some(denominator), Some(rows)) => Ok(Node::Leaf { denominator, rows }),
            _ => Err(Refusal::at("format", neither)),
        }
    }
}
