//! The end of a game: who won, why, and what to do next.

use super::Match;
use super::seats::Seat;
use crate::counted::counted;
use crate::game::{EndBonus, Outcome};
use crate::pages::fields::Fields;
use crate::pages::levels::{LEVELS, level};
use crate::pages::request::Site;
use crate::pages::table::Names;
use crate::web::TemplateError;
use serde::Serialize;

/// The end of a game: `over.html` writes it.
#[derive(Debug, Serialize)]
struct Over<'a> {
    title: String,
    why: String,
    rows: Vec<Row>,
    /// The next level, with the address of a game against it.
    next: Option<(&'static str, String)>,
    again: String,
    query: String,
    root: &'a str,
}

/// What a player has at the end.
#[derive(Debug, Serialize)]
struct Row {
    name: String,
    wins: bool,
    score: u32,
    /// Points for complete rows, columns and colours.
    parts: [u32; 3],
    total: u32,
}

/// What the points of a bonus are for.
const PARTS: [&str; 3] = ["complete rows", "complete columns", "complete colours"];

/// What is said of the end of a game; nothing while it is played.
pub(super) fn over(game: &Match, site: &Site) -> Result<String, TemplateError> {
    let Some(outcome) = game.game.end().outcome() else {
        return Ok(String::new());
    };
    let names = Seat::names(&game.seats);
    let rows = rows(game, &outcome, &names);
    let same = |seats: &[String]| {
        let mut fields = Fields::default();
        fields.push("players", seats.len());
        seats.iter().for_each(|seat| fields.push("seat", seat));
        fields.write()
    };
    let seats: Vec<String> = game.seats.iter().map(|it| it.text().to_owned()).collect();
    let won = outcome.winner().filter(|&it| game.seats[it].is_human());
    let strongest = game.seats.iter().filter_map(|seat| level(seat.text()));
    let strongest = strongest.map(|level| level.number).max();
    // Who has won against a level meets the next one.
    let next = strongest.filter(|_| won.is_some()).and_then(|number| {
        let next = LEVELS.get(usize::from(number))?;
        let raise = |seat: &String| match level(seat) {
            Some(level) if level.number == number => next.contestant(),
            _ => seat.clone(),
        };
        let raised: Vec<String> = seats.iter().map(raise).collect();
        Some((next.name, same(&raised)))
    });
    let shown = Over {
        title: title(&outcome, &names),
        why: why(&rows),
        rows,
        next,
        again: same(&seats),
        query: game.game.fields().write(),
        root: &site.root,
    };
    site.templates.render("pages/play/over.html", &shown)
}

fn rows(game: &Match, outcome: &Outcome, names: &Names) -> Vec<Row> {
    let winners: Vec<usize> = outcome.winners().collect();
    let bonuses = outcome.bonuses().iter().enumerate();
    bonuses
        .map(|(player, bonus)| Row {
            name: names.of(player),
            wins: winners.contains(&player),
            score: game.game.end().boards()[player].score(),
            parts: [
                EndBonus::ROW * bonus.rows,
                EndBonus::COLUMN * bonus.columns,
                EndBonus::COLOUR * bonus.colours,
            ],
            total: outcome.scores()[player],
        })
        .collect()
}

/// `You win, 64 to 51`.
fn title(outcome: &Outcome, names: &Names) -> String {
    let Some(winner) = outcome.winner() else {
        return "A shared victory".into();
    };
    let others = outcome.scores().iter().enumerate();
    let others = others.filter(|&(player, _)| player != winner);
    let best = others.map(|(_, score)| score).max();
    let (won, best) = (outcome.scores()[winner], best.copied().unwrap_or_default());
    format!("{}, {won} to {best}", names.does(winner, "win"))
}

/// Where the winner was ahead of the best other by most.
fn why(rows: &[Row]) -> String {
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
    let ahead = |it: u32, than: u32| i64::from(it) - i64::from(than);
    let wall = (
        ahead(winner.score, other.score),
        format!(
            "The wall itself made the difference: {} against {}.",
            counted(winner.score, "point"),
            other.score
        ),
    );
    let parts = PARTS.iter().zip(winner.parts.iter().zip(other.parts));
    let parts = parts.map(|(noun, (own, theirs))| {
        let (points, against) = (
            counted(*own, "point"),
            match theirs {
                0 => "none".to_owned(),
                points => points.to_string(),
            },
        );
        (
            ahead(*own, theirs),
            format!("The {noun} made the difference: {points} against {against}."),
        )
    });
    let all = [wall].into_iter().chain(parts);
    all.max_by_key(|(ahead, _)| *ahead)
        .map_or(String::new(), |(_, words)| words)
}
