use super::fault::PlayerFault;
use super::limits::Limits;
use azulejo_control::Control;
use azulejo_rules::random::ChaCha8Rng;
use azulejo_rules::{Move, Position};

/// A player of the game.
pub trait Player: std::fmt::Debug + Send + Sync {
    /// A legal move of a position that [waits for a move](azulejo_rules::Phase::Moves).
    ///
    /// # Panics
    /// When the position waits for no move.
    fn choose(&self, position: &Position, rng: &mut ChaCha8Rng, limits: &Limits) -> Move;

    /// A legal move, as [`choose`](Self::choose) gives it. A player that searches passes its results on the way to
    /// `report`, and chooses at once when the control stops. A player that does not search reports nothing.
    ///
    /// # Panics
    /// When the position waits for no move.
    fn think(
        &self,
        position: &Position,
        rng: &mut ChaCha8Rng,
        limits: &Limits,
        _control: &Control,
        _report: &dyn Fn(SearchReport),
    ) -> Move {
        self.choose(position, rng, limits)
    }

    /// Whether the player searches as [the judge](crate::analysis::judge()) does and without a level, so that a proof
    /// may replace its search.
    fn is_judge(&self) -> bool {
        false
    }

    /// The default limits of the player's search.
    fn own_limits(&self) -> Limits {
        Limits::default()
    }

    /// The fault of an external player that can play no more. The moves of the player after the fault are arbitrary
    /// legal moves, and are not to be played.
    fn fault(&self) -> Option<PlayerFault> {
        None
    }
}

/// An intermediate result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchReport {
    /// The depth in plies.
    pub depth: u32,
    /// The value: the mover's lead over the best other player, in points, by the player's evaluation.
    pub value: i32,
    /// The probability to win in thousandths, of a player that estimates it.
    pub win: Option<u16>,
    /// The nodes of the search so far.
    pub nodes: u64,
    /// The principal variation, with the best move first.
    pub variation: Vec<Move>,
}
