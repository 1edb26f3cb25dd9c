//! Names of players: as they sit at the table, or by their numbers.

/// Somebody at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::pages) enum Name {
    /// The only person, who is spoken to.
    You,
    /// A person or a program: what it is called, and what it is.
    Other(String, String),
}

/// Names of the players, in their order; by their numbers where nobody is named.
#[derive(Debug, Clone, Default)]
pub(in crate::pages) struct Names(pub(in crate::pages) Vec<Name>);

impl Names {
    /// `You`, `Lisboa`, or `Player 2`.
    pub(in crate::pages) fn of(&self, player: usize) -> String {
        match self.0.get(player) {
            Some(Name::You) => "You".into(),
            Some(Name::Other(name, _)) => name.clone(),
            None => format!("Player {}", player + 1),
        }
    }

    /// The words beside the name.
    pub(in crate::pages) fn about(&self, player: usize) -> String {
        match self.0.get(player) {
            Some(Name::Other(_, about)) => about.clone(),
            _ => String::new(),
        }
    }

    /// The name before a verb: `You take`, `Lisboa takes`.
    pub(in crate::pages) fn does(&self, player: usize, verb: &str) -> String {
        match self.0.get(player) {
            Some(Name::You) => format!("You {verb}"),
            _ => format!("{} {verb}s", self.of(player)),
        }
    }

    /// Whose turn it is.
    pub(in crate::pages) fn turn(&self, player: usize) -> String {
        match self.0.get(player) {
            Some(Name::You) => "It is your turn.".into(),
            Some(Name::Other(name, _)) => format!("It is the turn of {name}."),
            None => format!("It is the turn of player {}.", player + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_spoken_to_and_others_are_named() {
        let names = Names(vec![Name::You, Name::Other("Lisboa".into(), String::new())]);
        assert_eq!(names.does(0, "take"), "You take");
        assert_eq!(names.does(1, "take"), "Lisboa takes");
        assert_eq!(names.turn(0), "It is your turn.");
        let nobody = Names::default();
        assert_eq!(nobody.does(1, "take"), "Player 2 takes");
    }
}
