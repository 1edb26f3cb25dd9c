use super::alpha_beta::AlphaBeta;
use super::minimax::Minimax;
use super::presort::Presort;
use super::search_method::SearchMethod;

/// The method of a tree search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// The search of every move of every position.
    Minimax,
    /// Alpha-beta with the moves in the order of their codes.
    AlphaBeta,
    /// Alpha-beta with the best moves of the previous depth first.
    Presort,
}

impl Method {
    /// Every method.
    pub const ALL: [Self; 3] = [Self::Minimax, Self::AlphaBeta, Self::Presort];

    /// The name of the method's player.
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
