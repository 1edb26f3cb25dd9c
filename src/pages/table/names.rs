//! Names of players: by their seats, or by their numbers.

/// Name of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::pages) enum Name {
    /// The only person, addressed as you.
    You,
    /// Another person or a program: the name, and a description.
    Other(String, String),
}

/// Names of the players, in their order; a player without a name has a number.
#[derive(Debug, Clone, Default)]
pub(in crate::pages) struct Names(pub(in crate::pages) Vec<Name>);

impl Names {
    /// Name of a player: `You`, `Lisboa`, or `Player 2`.
    pub(in crate::pages) fn of(&self, player: usize) -> String {
        match self.0.get(player) {
            Some(Name::You) => "You".into(),
            Some(Name::Other(name, _)) => name.clone(),
            None => format!("Player {}", player + 1),
        }
    }

    /// Description of a player.
    pub(in crate::pages) fn about(&self, player: usize) -> String {
        match self.0.get(player) {
            Some(Name::Other(_, about)) => about.clone(),
            _ => String::new(),
        }
    }

    /// Name of a player with a verb: `You take`, `Lisboa takes`.
    pub(in crate::pages) fn with_verb(&self, player: usize, verb: &str) -> String {
        match self.0.get(player) {
            Some(Name::You) => format!("You {verb}"),
            _ => format!("{} {verb}s", self.of(player)),
        }
    }

    /// Sentence about the player to move.
    pub(in crate::pages) fn turn_sentence(&self, player: usize) -> String {
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
    fn the_only_person_is_you_and_others_have_names() {
        let names = Names(vec![Name::You, Name::Other("Lisboa".into(), String::new())]);
        assert_eq!(names.with_verb(0, "take"), "You take");
        assert_eq!(names.with_verb(1, "take"), "Lisboa takes");
        assert_eq!(names.turn_sentence(0), "It is your turn.");
        let no_names = Names::default();
        assert_eq!(no_names.with_verb(1, "take"), "Player 2 takes");
    }
}
