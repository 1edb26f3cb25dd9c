use super::alpha_beta::AlphaBeta;
use super::minimax::Minimax;
use super::presort::Presort;
use super::search_method::SearchMethod;

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
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
            Self::Presort => "alpha-beta-presort",
        }
    }

    pub(super) fn tree(self) -> Box<dyn SearchMethod> {
        match self {
            Self::Minimax => Box::new(Minimax),
            Self::AlphaBeta => Box::new(AlphaBeta),
            Self::Presort => Box::new(Presort::new()),
        }
    }
}
