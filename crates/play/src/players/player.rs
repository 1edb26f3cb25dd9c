use super::fault::PlayerFault;
use super::limits::Limits;
use azulejo_control::Control;
use azulejo_rules::random::ChaCha8Rng;
use azulejo_rules::{Move, Position};

/// Somebody who plays.
pub trait Player: std::fmt::Debug + Send + Sync {
    /// A legal move of a position that [waits for a move](azulejo_rules::Phase::Moves).
    ///
    /// # Panics
    /// When the position waits for something else.
    fn choose(&self, position: &Position, rng: &mut ChaCha8Rng, limits: &Limits) -> Move;

    /// A legal move, as [`choose`](Self::choose) gives it, of a player who takes time: it tells what it finds on the way,
    /// and chooses at once when the control says so. Who takes no time tells nothing.
    ///
    /// # Panics
    /// When the position waits for something else.
    fn think(
        &self,
        position: &Position,
        rng: &mut ChaCha8Rng,
        limits: &Limits,
        _control: &Control,
        _found: &dyn Fn(Thought),
    ) -> Move {
        self.choose(position, rng, limits)
    }

    /// Whether it searches as [the judge](crate::analysis::judge()) does and holds nothing back, so that a proof may answer in its
    /// place.
    fn is_judge(&self) -> bool {
        false
    }

    /// What limits its search where nothing is said.
    fn own_limits(&self) -> Limits {
        Limits::default()
    }

    /// Why it can play no more: of a player that is somebody's program. What it has chosen since then is any legal move,
    /// and nobody should play it.
    fn fault(&self) -> Option<PlayerFault> {
        None
    }
}

/// What a player who takes time has found so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thought {
    /// How many moves it looked ahead.
    pub depth: u32,
    /// What the mover has more than the best of the others, as the player judges positions.
    pub value: i32,
    /// The probability to win in thousandths, of a player who judges that.
    pub win: Option<u16>,
    /// The positions that it visited.
    pub nodes: u64,
    /// The best move, and how the game may go on.
    pub variation: Vec<Move>,
}
