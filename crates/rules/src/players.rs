/// The number of players: two, three or four.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(try_from = "u64", into = "u64")]
#[repr(u8)]
pub enum Players {
    /// Two players, five factories.
    Two = 2,
    /// Three players, seven factories.
    Three = 3,
    /// Four players, nine factories.
    Four = 4,
}

/// The error of a number of players that the game does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0} players: the game is for 2, 3 or 4")]
pub struct NotPlayers(pub u64);

impl Players {
    /// The largest number of players.
    pub const MAX: usize = 4;

    /// Every number of players.
    pub const ALL: [Self; 3] = [Self::Two, Self::Three, Self::Four];

    /// The number of players, 2–4.
    pub const fn count(self) -> usize {
        self as usize
    }

    /// The number of factories, `2·players + 1`.
    pub const fn factories(self) -> usize {
        2 * self.count() + 1
    }

    /// The number of codes of moves, `30·(factories + 1)`: 180, 240 or 300.
    pub const fn codes(self) -> u16 {
        30 * (self.factories() as u16 + 1)
    }
}

impl TryFrom<u64> for Players {
    type Error = NotPlayers;

    fn try_from(count: u64) -> Result<Self, NotPlayers> {
        match count {
            2 => Ok(Self::Two),
            3 => Ok(Self::Three),
            4 => Ok(Self::Four),
            _ => Err(NotPlayers(count)),
        }
    }
}

impl From<Players> for u64 {
    fn from(players: Players) -> Self {
        players.count() as Self
    }
}
