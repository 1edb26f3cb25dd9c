//! Searches within a round: minimax, alpha-beta, and alpha-beta with presort (Wilson, "Azul AI").
//!
//! A [`TreeSearch`] looks ahead over the moves of a round, depth by depth. What it finds at each depth is a
//! [`SearchedDepth`]:
//!
//! ```
//! use azulejo_control::Control;
//! use azulejo_play::players::Limits;
//! use azulejo_play::players::tree_search::{Bonus, Method, TreeSearch, opening};
//!
//! let search = TreeSearch { method: Method::AlphaBeta, bonus: Bonus::Counted };
//! let limits = Limits { depth: Some(3), ..Limits::NONE };
//! let opening = opening(1);
//! for depth in search.deepen(&opening, &limits, &Control::default()) {
//!     println!("depth {}: {} is worth {}, {} leaves", depth.depth, depth.best, depth.value, depth.leaves);
//! }
//! ```
//!
//! All methods find the same value at the same depth. A position is judged by its [`value`]; the search ends with the
//! round, as nobody knows the next deal.
//!
//! With three or four players a search is **paranoid**: the one who searches wants the most of his points less those of
//! the best other, and takes all others for one opponent who wants the least of it. With two players this is minimax. The
//! other usual way, max^n, lets each want the most for himself; there a branch can hardly ever be cut off, so that
//! alpha-beta would have nothing to show.

mod alpha_beta;
mod choice;
mod deepening;
mod figures;
mod minimax;
mod presort;
mod value;
mod walk;

pub(super) use alpha_beta::KIND as ALPHA_BETA;
pub(super) use minimax::KIND as MINIMAX;
pub(super) use presort::KIND as PRESORT;

pub use deepening::{Deepening, SearchedDepth};
pub use figures::{SearchedTurn, leaves_of_opening, opening, round_by_turns, seeds_of_openings};
pub use value::{Bonus, value};

use super::kind::{Options, PlayerKind};
use super::{Limits, Player, Thought};
use azulejo_control::{Control, Stopped};
use azulejo_rules::random::ChaCha8Rng;
use azulejo_rules::{Move, Phase, Position};
use choice::FoundMove;
use walk::TreeWalk;

/// How a search walks the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Every move of every position.
    Minimax,
    /// The moves in the order of their codes, without those that cannot matter.
    AlphaBeta,
    /// Alpha-beta with the best moves of the depth before first.
    Presort,
}

impl Method {
    /// Every method.
    pub const ALL: [Self; 3] = [Self::Minimax, Self::AlphaBeta, Self::Presort];

    /// The name of the player who searches so.
    pub fn name(self) -> &'static str {
        match self {
            Self::Minimax => MINIMAX.name,
            Self::AlphaBeta => ALPHA_BETA.name,
            Self::Presort => PRESORT.name,
        }
    }

    fn tree(self) -> Box<dyn SearchMethod> {
        match self {
            Self::Minimax => Box::new(minimax::Minimax),
            Self::AlphaBeta => Box::new(alpha_beta::AlphaBeta),
            Self::Presort => Box::new(presort::Presort::new()),
        }
    }
}

/// A tree of moves that is searched to a depth, and then to a greater one.
trait SearchMethod: std::fmt::Debug + Send {
    /// The value of the walk's position and its best move.
    fn search(&mut self, walk: &mut TreeWalk, depth: u32) -> Result<FoundMove, Stopped>;
}

/// A method with the way in which it judges positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeSearch {
    /// How it walks the tree.
    pub method: Method,
    /// How it judges positions.
    pub bonus: Bonus,
}

impl TreeSearch {
    /// A kind of player that searches.
    const fn kind(
        name: &'static str,
        about: &'static str,
        build: fn(&Options) -> Box<dyn Player>,
    ) -> PlayerKind {
        PlayerKind {
            name,
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

    /// Searches a position depth by depth, until a limit strikes or the control stops it.
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
        found: &dyn Fn(Thought),
    ) -> Move {
        let depths = self.deepen(position, limits, control);
        let told = depths.inspect(|depth| {
            found(Thought {
                depth: depth.depth,
                value: depth.value,
                win: None,
                nodes: depth.nodes,
                variation: vec![depth.best],
            });
        });
        told.last().expect("depth 1 is always finished").best
    }
}
