//! The players that search the tree of a round.

use super::deepening::Deepening;
use super::method::Method;
use super::value::Bonus;
use super::walk::TreeWalk;
use crate::players::kind::{Options, PlayerKind};
use crate::players::limits::Limits;
use crate::players::player::{Player, SearchReport};
use azulejo_control::Control;
use azulejo_rules::random::ChaCha8Rng;
use azulejo_rules::{Move, Phase, Position};

pub(in crate::players) const MINIMAX: PlayerKind = TreeSearch::kind(
    Method::Minimax,
    "searches the whole tree, deeper and deeper",
    |options| TreeSearch::build(Method::Minimax, options),
);

pub(in crate::players) const ALPHA_BETA: PlayerKind = TreeSearch::kind(
    Method::AlphaBeta,
    "searches the tree with alpha-beta pruning, deeper and deeper",
    |options| TreeSearch::build(Method::AlphaBeta, options),
);

pub(in crate::players) const PRESORT: PlayerKind = TreeSearch::kind(
    Method::Presort,
    "alpha-beta with the moves in the order of their values at the depth before",
    |options| TreeSearch::build(Method::Presort, options),
);

/// A tree search: a method with an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeSearch {
    /// The method of the search.
    pub method: Method,
    /// The bonuses that the evaluation counts.
    pub bonus: Bonus,
}

impl TreeSearch {
    /// The kind of player of a method.
    const fn kind(
        method: Method,
        about: &'static str,
        build: fn(&Options) -> Box<dyn Player>,
    ) -> PlayerKind {
        PlayerKind {
            name: method.name(),
            about,
            options: &[Bonus::OPTION],
            searches: true,
            build,
        }
    }

    fn build(method: Method, options: &Options) -> Box<dyn Player> {
        let bonus = Bonus::read(options);
        Box::new(Self { method, bonus })
    }

    /// Searches a position by iterative deepening, until a limit strikes or the control stops it.
    ///
    /// # Panics
    /// When the position does not wait for a move.
    pub fn deepen(&self, position: &Position, limits: &Limits, control: &Control) -> Deepening {
        assert_eq!(position.phase(), Phase::Moves, "a search needs moves");
        let walk = TreeWalk::new(*position, self.bonus, limits.budget(control));
        Deepening::new(walk, self.method.tree(), limits.depth)
    }
}

impl Player for TreeSearch {
    fn choose(&self, position: &Position, rng: &mut ChaCha8Rng, limits: &Limits) -> Move {
        self.think(position, rng, limits, &Control::default(), &|_| ())
    }

    fn think(
        &self,
        position: &Position,
        _: &mut ChaCha8Rng,
        limits: &Limits,
        control: &Control,
        report: &dyn Fn(SearchReport),
    ) -> Move {
        let depths = self.deepen(position, limits, control);
        let depths = depths.inspect(|depth| {
            report(SearchReport {
                depth: depth.depth,
                value: depth.value,
                win: None,
                nodes: depth.nodes,
                variation: vec![depth.best],
            });
        });
        depths.last().expect("depth 1 is always finished").best
    }
}
