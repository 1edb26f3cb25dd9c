use crate::exact::{EndBonuses, RoundQuestion, RoundSolution};
use crate::game::{Move, Players, Position};
use crate::schema::{SCHEMA, pretty};
use serde::Serialize;

/// The output of `game solve`.
pub fn solve(position: &Position, question: &RoundQuestion, solution: &RoundSolution) -> String {
    #[derive(Serialize)]
    struct Solve {
        schema: u32,
        position: String,
        model: &'static str,
        /// Whether end bonuses count where the game ends.
        bonus: bool,
        proven: bool,
        /// None where it is not proven.
        value: Option<i32>,
        low: i32,
        high: i32,
        best: Vec<u16>,
        pv: Vec<u16>,
        nodes: u64,
    }
    let codes = |moves: &[Move]| {
        let codes = moves.iter().map(|it| it.code(position.players()));
        codes.collect::<Option<Vec<u16>>>().unwrap_or_default()
    };
    pretty(&Solve {
        schema: SCHEMA,
        position: position.to_string(),
        model: match position.players() {
            Players::Two => "minimax",
            _ => question.model.name(),
        },
        bonus: question.bonuses == EndBonuses::Counted,
        proven: solution.value().is_some(),
        value: solution.value(),
        low: solution.low,
        high: solution.high,
        best: codes(&solution.best),
        pv: codes(&solution.variation),
        nodes: solution.nodes,
    })
}
