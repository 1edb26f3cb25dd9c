//! False games of a file of records, in words.

use crate::counted::counted;
use crate::harmless::harmless;
use crate::schema::game::RecordFault;

/// False games that are named one by one.
const NAMED: usize = 50;

/// The first false statement of each false game, and how many games there are.
pub fn text(games: usize, faulty: &[RecordFault]) -> String {
    let mut text: String = faulty.iter().take(NAMED).map(line).collect();
    if let more @ 1.. = faulty.len().saturating_sub(NAMED) {
        text += &format!("… and {more} more, which --format json lists\n");
    }
    let games = counted(games, "game");
    text + &match faulty.len() {
        0 => format!("{games}: every statement is true"),
        false_ones => format!("{games}: {false_ones} false"),
    }
}

fn line(faulty: &RecordFault) -> String {
    let RecordFault {
        line,
        round,
        r#move,
        message,
    } = faulty;
    let round = round.map_or(String::new(), |round| format!(", round {round}"));
    let number = r#move.map_or(String::new(), |number| format!(", move {number}"));
    format!("line {line}{round}{number}: {}\n", harmless(message))
}
