//! End of a game: the winner, the reason, and the next games.

use super::Match;
use super::seats::level;
use crate::game::record::Event;
use crate::game::{EndBonus, Outcome};
use crate::pages::fields::Fields;
use crate::pages::request::Site;
use crate::pages::table::Names;
use crate::players::azulejo::LEVELS;
use crate::web::{Serde, TemplateError, context};
use itertools::Itertools;
use serde::Serialize;

/// Final points of a player.
#[derive(Debug, Serialize)]
struct Row {
    name: String,
    wins: bool,
    /// The points by kind, in the order of [`PARTS`]; the points of the floor are negative.
    parts: [i64; PARTS.len()],
    total: u32,
}

/// Kinds of points: the head of a row, and the words in a sentence.
const PARTS: [(&str, &str); 6] = [
    ("Before this game", "points before this game"),
    ("Tiles on the wall", "tiles on the wall"),
    ("Floor", "floor"),
    ("Rows <small>2 each</small>", "complete rows"),
    ("Columns <small>7 each</small>", "complete columns"),
    ("Colours <small>10 each</small>", "complete colours"),
];

/// Rows of the table: a kind of points, and the points of each player. The points before the game have a
/// row only where a player has some.
fn parts(rows: &[Row]) -> Vec<(&'static str, Vec<String>)> {
    let has_row = |index: usize| index > 0 || rows.iter().any(|row| row.parts[index] != 0);
    let all = PARTS.iter().enumerate();
    let parts = all.filter(|(index, _)| has_row(*index));
    let parts = parts.map(|(index, (head, _))| {
        let points = rows.iter().map(|row| typeset(row.parts[index]));
        (*head, points.collect())
    });
    parts.collect()
}

/// Number with the minus sign of typesetters.
fn typeset(number: i64) -> String {
    number.to_string().replace('-', "−")
}

/// HTML of the end of a game; empty before the end.
pub(super) fn over(game: &Match, site: &Site) -> Result<String, TemplateError> {
    let outcome = match game.resignation {
        Some(_) => game.game.end().standing(),
        None => match game.game.end().outcome() {
            Some(outcome) => outcome,
            None => return Ok(String::new()),
        },
    };
    let names = game.names();
    let rows = rows(game, &outcome, &names);
    let new_game = |seats: &[String]| {
        let mut fields = Fields::default();
        fields.push("players", seats.len());
        seats.iter().for_each(|seat| fields.push("seat", seat));
        fields.query()
    };
    let seats: Vec<String> = game
        .seats
        .iter()
        .map(|seat| seat.text().to_owned())
        .collect();
    let winner = outcome
        .winner()
        .filter(|&player| game.seats[player].is_human());
    let winner = winner.filter(|_| game.resignation.is_none());
    let levels = game.seats.iter().filter_map(|seat| level(seat.text()));
    let highest = levels.map(|level| level.number).max();
    // The next game of a person who has won against a level is against the next level.
    let next = highest.filter(|_| winner.is_some()).and_then(|number| {
        let next = LEVELS.get(usize::from(number))?;
        let raise = |seat: &String| match level(seat) {
            Some(level) if level.number == number => next.contestant(),
            _ => seat.clone(),
        };
        let raised_seats: Vec<String> = seats.iter().map(raise).collect();
        Some((next.name, new_game(&raised_seats)))
    });
    let (title, why) = match game.resignation {
        Some(player) => (
            names.with_verb(player, "resign"),
            "The points are those of this moment, with what is complete.".into(),
        ),
        None => (title(&outcome, &names), reason(&rows)),
    };
    let over = context! {
        title,
        why,
        parts => Serde(parts(&rows)),
        rows => Serde(rows),
        next => Serde(next),
        again => new_game(&seats),
        query => game.game.fields().query(),
        root => &site.root,
    };
    site.templates.render("pages/play/over.html", &over)
}

fn rows(game: &Match, outcome: &Outcome, names: &Names) -> Vec<Row> {
    let winners: Vec<usize> = outcome
        .winners()
        .filter(|_| game.resignation.is_none())
        .collect();
    let bonuses = outcome.bonuses().iter().enumerate();
    bonuses
        .map(|(player, bonus)| {
            let [tiles, floor] = round_points(game, player);
            let score = i64::from(game.game.end().boards()[player].score());
            Row {
                name: names.of(player),
                wins: winners.contains(&player),
                parts: [
                    score - tiles - floor,
                    tiles,
                    floor,
                    (EndBonus::ROW * bonus.rows).into(),
                    (EndBonus::COLUMN * bonus.columns).into(),
                    (EndBonus::COLOUR * bonus.colours).into(),
                ],
                total: outcome.scores()[player],
            }
        })
        .collect()
}

/// Points of a player's tiles in all rounds, and the points lost to the floor: no score goes below 0.
fn round_points(game: &Match, player: usize) -> [i64; 2] {
    let rounds = game
        .game
        .steps()
        .iter()
        .filter_map(|(_, event)| match event {
            Event::RoundEnd(score) => Some(score.boards()[player]),
            Event::Deal(_) | Event::Move(_) => None,
        });
    rounds.fold([0, 0], |[tiles, floor], board| {
        let points = i64::from(board.points());
        let change = i64::from(board.after()) - i64::from(board.before());
        [tiles + points, floor + change - points]
    })
}

/// Title, such as `You win, 64 to 51`.
fn title(outcome: &Outcome, names: &Names) -> String {
    let Some(winner) = outcome.winner() else {
        return "A shared victory".into();
    };
    let others = outcome.scores().iter().enumerate();
    let others = others.filter(|&(player, _)| player != winner);
    let best = others.map(|(_, score)| score).max();
    let (points, best) = (outcome.scores()[winner], best.copied().unwrap_or_default());
    format!("{}, {points} to {best}", names.with_verb(winner, "win"))
}

/// Reason for the result: the kind of points in which the winner leads by the whole margin or more, or else
/// all kinds in which the winner leads.
fn reason(rows: &[Row]) -> String {
    let Some(winner) = rows.iter().find(|row| row.wins) else {
        return String::new();
    };
    let others = rows.iter().filter(|row| row.name != winner.name);
    let Some(other) = others.max_by_key(|row| row.total) else {
        return String::new();
    };
    if other.wins {
        return "Nobody was ahead, neither in points nor in complete rows.".into();
    }
    if other.total == winner.total {
        return "The points are equal, and more rows are complete.".into();
    }
    let margin = i64::from(winner.total) - i64::from(other.total);
    let mut leads: Vec<(usize, i64)> = (winner.parts.iter().zip(&other.parts))
        .map(|(own, rival)| own - rival)
        .enumerate()
        .filter(|(_, lead)| *lead > 0)
        .collect();
    leads.sort_by_key(|&(_, lead)| std::cmp::Reverse(lead));
    let against = |index: usize| {
        format!(
            "{} against {}",
            typeset(winner.parts[index]),
            typeset(other.parts[index])
        )
    };
    match leads[..] {
        [(index, lead), ..] if lead >= margin => {
            format!("The {} decided: {} points.", PARTS[index].1, against(index))
        }
        _ => {
            let parts = leads
                .iter()
                .map(|&(index, _)| format!("{}, {}", PARTS[index].1, against(index)));
            format!(
                "Nothing alone decided it. Ahead in: {}.",
                parts.format("; ")
            )
        }
    }
}
