//! False games of a file of records, in words.

use crate::counted::counted;
use crate::harmless::harmless;
use crate::schema::game::RecordFault;

/// Maximum number of faults in the text.
const MAX_FAULTS: usize = 50;

/// First false statement of each false game, and the numbers of games.
pub fn text(games: usize, faults: &[RecordFault]) -> String {
    let mut text: String = faults.iter().take(MAX_FAULTS).map(line).collect();
    if let more @ 1.. = faults.len().saturating_sub(MAX_FAULTS) {
        text += &format!("… and {more} more, which --format json lists\n");
    }
    let games = counted(games, "game");
    text + &match faults.len() {
        0 => format!("{games}: every statement is true"),
        count => format!("{games}: {count} false"),
    }
}

fn line(fault: &RecordFault) -> String {
    let RecordFault {
        line,
        round,
        r#move,
        message,
    } = fault;
    let round = round.map_or(String::new(), |round| format!(", round {round}"));
    let number = r#move.map_or(String::new(), |number| format!(", move {number}"));
    format!("line {line}{round}{number}: {}\n", harmless(message))
}
