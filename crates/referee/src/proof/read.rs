//! The reader of certificates.

use crate::object::{DEEPEST, Object, is_too_deep, present};
use crate::refusal::{Refusal, need};
use crate::statement::{InstanceFields, Statement};
use serde::{Deserialize, Serialize};

/// A certificate.
#[derive(Debug, Clone)]
pub struct Certificate {
    /// The instance.
    pub statement: Statement,
    /// The claim about the instance.
    pub claim: Claim,
    /// The order of the claim, by the numbers of its cells, where the claim has one.
    pub order: Option<Vec<usize>>,
    /// The conflict of an infeasible instance: constraints that no order satisfies together.
    pub conflict: Option<Conflict>,
    /// The proof of the claim.
    pub proof: Proof,
}

/// A claim about an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Claim {
    /// No order has a better score than the bound, and the order has it.
    Optimal {
        /// The score of the order.
        score: u64,
        /// The bound of all orders, equal to the score.
        bound: u64,
    },
    /// No order satisfies the constraints.
    Infeasible {},
}

/// The proof of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// A tree of cases, each closed by a sum of rows: the nodes in preorder, the child in which the column is 0 first.
    /// A sum is a tree of one leaf.
    Tree(Vec<Node>),
    /// A sweep through all sets of filled cells, which the checker makes itself.
    Sweep,
    /// The formula for the maximum of a wall that is empty at first, after any number of turns.
    Shapes,
}

/// A node of a tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Node {
    /// A split into two cases: the column is 0, or it is 1.
    Split {
        /// The name of the column.
        column: String,
    },
    /// A case that a sum of rows closes.
    Leaf {
        /// The common denominator of the multipliers. If it is 0, the rows contradict each other.
        denominator: u32,
        /// The rows by name, each with the numerator of its multiplier.
        rows: Vec<(String, i32)>,
    },
}

/// An irreducible conflict: constraints that no order satisfies together, each of which is needed for that.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conflict {
    /// The positions of the constraints in the instance, from 0, in ascending order. The proof uses no other
    /// constraints.
    pub constraints: Vec<usize>,
    /// For each constraint of the conflict, an order that satisfies the others.
    pub orders: Vec<Vec<usize>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    certificate: u32,
    instance: Object<InstanceFields>,
    claim: Object<Claim>,
    order: Option<Vec<usize>>,
    conflict: Option<Object<Conflict>>,
    proof: Object<ProofFields>,
}

/// The fields of a node, or of a proof with its kind; each has some of them, and no others.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct ProofFields {
    #[serde(deserialize_with = "present")]
    kind: Option<String>,
    #[serde(deserialize_with = "present")]
    column: Option<String>,
    #[serde(deserialize_with = "present")]
    denominator: Option<u32>,
    #[serde(deserialize_with = "present")]
    rows: Option<Vec<(String, i32)>>,
    #[serde(deserialize_with = "present")]
    nodes: Option<Vec<Object<ProofFields>>>,
}

impl Certificate {
    /// The version of the format.
    pub const VERSION: u32 = 1;

    /// The limit of a file, in bytes.
    pub const MOST_BYTES: u64 = 256 << 20;

    /// The limit of a tree's nodes.
    pub const MOST_NODES: usize = 2_000_000;

    /// The limit of a leaf's rows. A number of a row is less than 2³¹, so that every sum fits in 62 bits.
    pub const MOST_ROWS: usize = 100_000;

    /// Reads a certificate.
    ///
    /// # Errors
    /// When a part of the text is unknown or malformed.
    pub fn from_json(text: &str) -> Result<Self, Refusal> {
        let is_short = text.len() as u64 <= Self::MOST_BYTES;
        need(is_short, "format", "larger than 256 MiB")?;
        let reason = format_args!("nested deeper than {DEEPEST}");
        need(!is_too_deep(text), "format", reason)?;
        let file = serde_json::from_str::<Object<File>>(text);
        let Object(file) = file.map_err(|error| Refusal::at("format", error))?;
        let reason = format_args!("version {}, not 1", file.certificate);
        need(file.certificate == Self::VERSION, "format", reason)?;
        let statement = file.instance.0.statement();
        Ok(Self {
            statement: statement.map_err(|refusal| refusal.within("instance"))?,
            claim: file.claim.0,
            order: file.order,
            conflict: file.conflict.map(|conflict| conflict.0),
            proof: file.proof.0.proof()?,
        })
    }
}

impl ProofFields {
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
        let (has_proof_fields, rows) = (self.kind.is_some() || self.nodes.is_some(), self.rows);
        match (has_proof_fields, self.column, self.denominator, rows) {
            (false, Some(column), None, None) => Ok(Node::Split { column }),
            (false, None, Some(denominator), Some(rows)) => Ok(Node::Leaf { denominator, rows }),
            _ => Err(Refusal::at("format", neither)),
        }
    }
}
