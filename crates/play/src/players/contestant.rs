use super::fault::PlayerFault;
use super::invalid::InvalidContestant;
use super::kind::{Options, PlayerKind};
use super::limits::Limits;
use super::player::{Player, SearchReport};
use azulejo_control::Control;
use azulejo_rules::random::ChaCha8Rng;
use azulejo_rules::{Move, Position};
use std::fmt;
use std::str::FromStr;

/// A player with its name and its limits.
#[derive(Debug)]
pub struct Contestant {
    /// The text from which the contestant was read.
    name: String,
    player: Box<dyn Player>,
    searches: bool,
    limits: Limits,
}

impl Contestant {
    /// A contestant whose player is not in the registry, with a name for tables. The player counts as one that
    /// searches.
    pub fn new(name: &str, player: impl Player + 'static, limits: Limits) -> Self {
        Self {
            name: name.to_owned(),
            player: Box::new(player),
            searches: true,
            limits,
        }
    }

    /// The text from which the contestant was read, or its name for tables.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The limits of the contestant's search.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether the player searches, so that a move can take long.
    pub fn searches(&self) -> bool {
        self.searches
    }

    /// Whether the judge may answer in place of the player.
    pub(crate) fn is_judge(&self) -> bool {
        self.player.is_judge()
    }

    /// The player's move in a position that [waits for a move](azulejo_rules::Phase::Moves), within the contestant's
    /// limits.
    ///
    /// # Panics
    /// When the position waits for something else.
    pub fn choose(&self, position: &Position, rng: &mut ChaCha8Rng) -> Move {
        self.player.choose(position, rng, &self.limits)
    }

    /// The player's move within other limits than the contestant's. `report` receives the results of the search on the
    /// way, and the control can stop it.
    ///
    /// # Panics
    /// When the position does not wait for a [move](azulejo_rules::Phase::Moves).
    pub fn think(
        &self,
        position: &Position,
        rng: &mut ChaCha8Rng,
        limits: &Limits,
        control: &Control,
        report: &dyn Fn(SearchReport),
    ) -> Move {
        self.player.think(position, rng, limits, control, report)
    }

    /// The fault of an external player that can play no more. The moves of the player after the fault are not to be
    /// played.
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
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let pair = option.split_once('=');
            let pair = pair.ok_or_else(|| InvalidContestant::NoValue(option.to_owned()))?;
            if pairs.iter().any(|(other, _)| *other == pair.0) {
                return Err(InvalidContestant::Twice(pair.0.to_owned()));
            }
            pairs.push(pair);
        }
        if kind.searches {
            let (limiting, others) = pairs
                .into_iter()
                .partition(|(name, _)| Limits::is_limit(name));
            pairs = others;
            limits = Limits::read(limiting)?;
        }
        let options = Options::read(kind, pairs)?;
        let player = (kind.build)(&options);
        Ok(Self {
            name: text.to_owned(),
            searches: kind.searches,
            limits: limits.unwrap_or_else(|| player.own_limits()),
            player,
        })
    }
}
