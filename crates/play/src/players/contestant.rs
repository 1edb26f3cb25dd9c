use super::fault::PlayerFault;
use super::invalid::InvalidContestant;
use super::kind::{Options, PlayerKind};
use super::limits::Limits;
use super::player::{Player, Thought};
use azulejo_control::Control;
use azulejo_rules::random::ChaCha8Rng;
use azulejo_rules::{Move, Position};
use std::fmt;
use std::str::FromStr;

/// A player with its name and its limits.
#[derive(Debug)]
pub struct Contestant {
    /// The text that it was read from.
    name: String,
    player: Box<dyn Player>,
    searches: bool,
    limits: Limits,
}

impl Contestant {
    /// A player that no text names, with a name for tables. It is taken for one that searches.
    pub fn new(name: &str, player: impl Player + 'static, limits: Limits) -> Self {
        Self {
            name: name.to_owned(),
            player: Box::new(player),
            searches: true,
            limits,
        }
    }

    /// The text that it was read from.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The limits of its search.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether it searches, so that a move can take long.
    pub fn searches(&self) -> bool {
        self.searches
    }

    /// Whether the judge may answer in its place.
    pub(crate) fn is_judge(&self) -> bool {
        self.player.is_judge()
    }

    /// Its move in a position that [waits for a move](azulejo_rules::Phase::Moves).
    ///
    /// # Panics
    /// When the position waits for something else.
    pub fn choose(&self, position: &Position, rng: &mut ChaCha8Rng) -> Move {
        self.player.choose(position, rng, &self.limits)
    }

    /// Its move with other limits than its own. It tells what it finds on the way, and stops when the control says so.
    ///
    /// # Panics
    /// When the position does not wait for a [move](azulejo_rules::Phase::Moves).
    pub fn think(
        &self,
        position: &Position,
        rng: &mut ChaCha8Rng,
        limits: &Limits,
        control: &Control,
        found: &dyn Fn(Thought),
    ) -> Move {
        self.player.think(position, rng, limits, control, found)
    }

    /// Why it can play no more: of one that is somebody's program. What it has chosen since then is not to be played.
    pub fn fault(&self) -> Option<PlayerFault> {
        self.player.fault()
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl FromStr for Contestant {
    type Err = InvalidContestant;

    /// Reads `name` or `name:option=value,…`.
    fn from_str(text: &str) -> Result<Self, InvalidContestant> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let kind = PlayerKind::named(name)?;
        let mut limits = None;
        let mut given: Vec<(&str, &str)> = Vec::new();
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let pair = option.split_once('=');
            let pair = pair.ok_or_else(|| InvalidContestant::NoValue(option.to_owned()))?;
            if given.iter().any(|(other, _)| *other == pair.0) {
                return Err(InvalidContestant::Twice(pair.0.to_owned()));
            }
            given.push(pair);
        }
        if kind.searches {
            let (limiting, others) = given.into_iter().partition(|(name, _)| Limits::has(name));
            given = others;
            limits = Limits::read(limiting)?;
        }
        let options = Options::read(kind, given)?;
        let player = (kind.build)(&options);
        Ok(Self {
            name: text.to_owned(),
            searches: kind.searches,
            limits: limits.unwrap_or_else(|| player.own_limits()),
            player,
        })
    }
}
