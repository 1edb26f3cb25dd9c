use super::grade::OneGraded;
use crate::analysis::{Grade, Review, Reviewed};
use crate::schema::{SCHEMA, pretty};
use serde::Serialize;

/// The output of `game review`.
pub fn review(review: &Review) -> String {
    #[derive(Serialize)]
    struct Whole {
        schema: u32,
        whole: bool,
        players: Vec<Player>,
        moves: Vec<OneMove>,
        /// The numbers of the worst moves, the worst first.
        worst: Vec<usize>,
    }
    #[derive(Serialize)]
    struct Player {
        given_away: f64,
        excellent: usize,
        good: usize,
        okay: usize,
        miss: usize,
    }
    let player = |player: usize| Player {
        given_away: review.given_away(player),
        excellent: review.count(player, Grade::Excellent),
        good: review.count(player, Grade::Good),
        okay: review.count(player, Grade::Okay),
        miss: review.count(player, Grade::Miss),
    };
    pretty(&Whole {
        schema: SCHEMA,
        whole: review.is_whole(),
        players: (0..review.end.players().count()).map(player).collect(),
        moves: review.moves.iter().map(OneMove::from).collect(),
        worst: review.worst().iter().map(|it| it.number).collect(),
    })
}

#[derive(Serialize)]
struct OneMove {
    number: usize,
    round: u32,
    player: usize,
    position: String,
    #[serde(flatten)]
    graded: OneGraded,
}

impl From<&Reviewed> for OneMove {
    fn from(reviewed: &Reviewed) -> Self {
        Self {
            number: reviewed.number,
            round: reviewed.round,
            player: reviewed.player,
            position: reviewed.position.to_string(),
            graded: OneGraded::new(&reviewed.position, &reviewed.graded),
        }
    }
}
