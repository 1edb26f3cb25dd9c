use super::invalid::InvalidContestant;
use crate::search::NodeBudget;
use azulejo_control::Control;
use std::time::Duration;

/// How long a player that searches may search for one move. Other players ignore it.
///
/// A search stops at the first limit that it meets, and at the end of the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The time for one move. With it, a move depends on the machine.
    pub time: Option<Duration>,
    /// The number of moves to look ahead, at least 1.
    pub depth: Option<u32>,
    /// The number of positions to visit, at least 1.
    pub nodes: Option<u64>,
    /// The memory of the transposition table in MB, where it is not to follow from the others.
    pub hash: Option<u64>,
}

impl Limits {
    /// What limits a search for which nothing else is said.
    pub const DEFAULT_NODES: u64 = 20_000;

    /// The names of the limits in a contestant's text, each with what it can be.
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

    /// A control that stops, too, when the time is over.
    pub(super) fn timed(&self, control: &Control) -> Control {
        match self.time {
            Some(time) => control.clone().within(Some(time)),
            None => control.clone(),
        }
    }

    /// The budget of a search that begins now.
    pub(super) fn budget(&self, control: &Control) -> NodeBudget {
        NodeBudget::new(self.nodes, self.timed(control))
    }

    pub(super) fn has(name: &str) -> bool {
        Self::OPTIONS.iter().any(|(limit, _)| *limit == name)
    }

    /// The limits of a contestant's text, if it gives any.
    pub(super) fn read(given: Vec<(&str, &str)>) -> Result<Option<Self>, InvalidContestant> {
        if given.is_empty() {
            return Ok(None);
        }
        let mut limits = Self::NONE;
        for (name, text) in given {
            let number = || text.parse().ok().filter(|number: &u64| *number > 0);
            let read = match name {
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
            if !read {
                let options = Self::OPTIONS.iter();
                let mut named = options.filter(|(limit, _)| *limit == name);
                let (option, known) = named.next().expect("the name of a limit");
                return Err(InvalidContestant::NoSuchValue {
                    option,
                    value: text.to_owned(),
                    known: (*known).to_owned(),
                });
            }
        }
        Ok(Some(limits))
    }
}

impl Default for Limits {
    /// [`DEFAULT_NODES`](Limits::DEFAULT_NODES).
    fn default() -> Self {
        Self {
            nodes: Some(Self::DEFAULT_NODES),
            ..Self::NONE
        }
    }
}
