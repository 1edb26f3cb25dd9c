use super::invalid::InvalidContestant;
use crate::search::NodeBudget;
use azulejo_control::Control;
use std::time::Duration;

/// The limits of a search for one move. Players that do not search ignore them.
///
/// A search stops at the first limit that it meets, and at the end of the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The time for one move. With it, a move depends on the machine.
    pub time: Option<Duration>,
    /// The depth in plies, at least 1.
    pub depth: Option<u32>,
    /// The number of nodes, at least 1.
    pub nodes: Option<u64>,
    /// The memory of the transposition table in MiB; without a number it follows from the other limits.
    pub hash: Option<u64>,
}

impl Limits {
    /// The node limit of a search for which no other limit is given.
    pub const DEFAULT_NODES: u64 = 20_000;

    /// The names of the limits in a contestant's text, each with its valid values.
    pub const OPTIONS: [(&str, &str); 3] = [
        ("time", "a time such as 100ms or 2s"),
        ("depth", "a whole number from 1"),
        ("nodes", "a whole number from 1"),
    ];

    /// No limits but the end of the round.
    pub const NONE: Self = Self {
        time: None,
        depth: None,
        nodes: None,
        hash: None,
    };

    /// A limit of time for a move.
    pub const fn of_time(time: Duration) -> Self {
        Self {
            time: Some(time),
            ..Self::NONE
        }
    }

    /// A limit of depth, in plies.
    pub const fn of_depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::NONE
        }
    }

    /// A limit of nodes for a move.
    pub const fn of_nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::NONE
        }
    }

    /// A control that stops as `control` does, and when the time is over.
    pub(super) fn timed(&self, control: &Control) -> Control {
        match self.time {
            Some(time) => control.clone().within(Some(time)),
            None => control.clone(),
        }
    }

    /// The node budget of a search that begins at the call.
    pub(super) fn budget(&self, control: &Control) -> NodeBudget {
        NodeBudget::new(self.nodes, self.timed(control))
    }

    pub(super) fn is_limit(name: &str) -> bool {
        Self::OPTIONS.iter().any(|(limit, _)| *limit == name)
    }

    /// Reads the limits of a contestant's text; none where the text has no limits.
    pub(super) fn read(pairs: Vec<(&str, &str)>) -> Result<Option<Self>, InvalidContestant> {
        if pairs.is_empty() {
            return Ok(None);
        }
        let mut limits = Self::NONE;
        for (name, text) in pairs {
            let number = || text.parse().ok().filter(|number: &u64| *number > 0);
            let is_valid = match name {
                "time" => {
                    limits.time = humantime::parse_duration(text).ok();
                    limits.time.is_some()
                }
                "depth" => {
                    limits.depth = number().and_then(|number| number.try_into().ok());
                    limits.depth.is_some()
                }
                _ => {
                    limits.nodes = number();
                    limits.nodes.is_some()
                }
            };
            if !is_valid {
                let mut options = Self::OPTIONS.iter();
                let option = options.find(|(limit, _)| *limit == name);
                let (option, values) = option.expect("the name of a limit");
                return Err(InvalidContestant::NoSuchValue {
                    option,
                    value: text.to_owned(),
                    known: (*values).to_owned(),
                });
            }
        }
        Ok(Some(limits))
    }
}

impl Default for Limits {
    /// The node limit [`DEFAULT_NODES`](Limits::DEFAULT_NODES).
    fn default() -> Self {
        Self {
            nodes: Some(Self::DEFAULT_NODES),
            ..Self::NONE
        }
    }
}
