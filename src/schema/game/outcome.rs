use crate::game::{EndBonus, Outcome};
use serde::Serialize;

/// How a game ended, with the keys of records: end bonuses and final scores by player, and who wins.
#[derive(Serialize)]
pub(super) struct End {
    bonus: Vec<u32>,
    r#final: Vec<u32>,
    winners: Vec<usize>,
}

impl From<&Outcome> for End {
    fn from(outcome: &Outcome) -> Self {
        let bonuses = outcome.bonuses().iter().copied();
        Self {
            bonus: bonuses.map(EndBonus::points).collect(),
            r#final: outcome.scores().to_vec(),
            winners: outcome.winners().collect(),
        }
    }
}
