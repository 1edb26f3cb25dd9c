//! `solve --tree`: the tree of a branch and bound, beside the answer.

use super::flags::{CutArgs, formulation_of};
use super::output;
use super::target::{Target, svg_file};
use crate::formulation::{Families, Kind};
use crate::instance::Instance;
use crate::outcome::Verdict;
use crate::problem::Problem;
use crate::render::tree::{svg, words};
use crate::solve::{Answer, Method, Settings};
use crate::tree::{Tree, branch_and_bound};
use std::path::Path;

/// Maximum number of nodes of a tree.
const MAX_NODES: usize = 20_000;

/// Request for the picture of a tree.
pub(super) struct TreeRequest {
    kind: Kind,
    without: Families,
    target: Target,
}

impl TreeRequest {
    /// Request for the tree of the formulation of a method, in the file `path`.
    pub(super) fn new(path: &Path, method: Method, cuts: &CutArgs) -> anyhow::Result<Self> {
        let kind = formulation_of(method, "--tree")?;
        Ok(Self {
            kind,
            without: cuts.families(kind.name())?,
            target: svg_file("--tree", path)?,
        })
    }

    /// Tree within the limits of the run.
    pub(super) fn grow(&self, instance: &Instance, settings: &Settings) -> anyhow::Result<Tree> {
        let problem = Problem::from(instance);
        let control = &settings.control;
        let formulation = self
            .kind
            .formulate_within(&problem, &self.without, control)?;
        Ok(branch_and_bound(
            &*formulation,
            &problem,
            MAX_NODES,
            control,
        )?)
    }

    /// Whether the tree and the answer can both be true.
    pub(super) fn is_consistent(&self, tree: &Tree, answer: &Answer) -> bool {
        match (&answer.outcome.verdict, tree.complete) {
            (Verdict::Optimal { solution, .. }, true) => tree
                .best
                .as_ref()
                .is_some_and(|best| best.score == solution.score),
            (Verdict::Infeasible { .. }, true) => tree.best.is_none(),
            _ => true,
        }
    }

    /// Writes the picture, and a note on stderr about a tree that is not complete.
    pub(super) fn write(&self, instance: &Instance, tree: &Tree) -> anyhow::Result<()> {
        if !tree.complete {
            output::note(&format!("the tree is not complete: {}", words(tree)));
        }
        self.target.write(svg(instance, self.kind, tree).as_bytes())
    }
}
