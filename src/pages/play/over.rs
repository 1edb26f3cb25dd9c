//! The end of a game: who won, why, and what to do next.

use super::Match;
use super::seats::level;
use crate::game::record::Event;
use crate::game::{EndBonus, Outcome};
use crate::pages::fields::Fields;
use crate::pages::request::Site;
use crate::pages::table::Names;
use crate::players::azulejo::LEVELS;
use crate::web::TemplateError;
use serde::Serialize;

/// The end of a game: `over.html` writes it.
#[derive(Debug, Serialize)]
struct Over<'a> {
    title: String,
    why: String,
    rows: Vec<Row>,
    /// The kinds of points, as HTML, each with the points of each player.
    parts: Vec<(&'static str, Vec<String>)>,
    /// The next level, with the address of a game against it.
    next: Option<(&'static str, String)>,
    again: String,
    query: String,
    root: &'a str,
}

/// Final points of a player.
#[derive(Debug, Serialize)]
struct Row {
    name: String,
    wins: bool,
    /// The points by kind, in the order of [`PARTS`]: those of the floor are negative.
    parts: [i64; PARTS.len()],
    total: u32,
}

/// Kinds of points: the head of the row, and the words of the sentence.
const PARTS: [(&str, &str); 6] = [
    ("Before this game", "points before this game"),
    ("Tiles on the wall", "tiles on the wall"),
    ("Floor", "floor"),
    ("Rows <small>2 each</small>", "complete rows"),
    ("Columns <small>7 each</small>", "complete columns"),
    ("Colours <small>10 each</small>", "complete colours"),
];

/// The rows of the table: what points are for, and how many each player has. Points that a position was set up with have a
/// row only where there are any.
fn parts(rows: &[Row]) -> Vec<(&'static str, Vec<String>)> {
    let all = PARTS.iter().enumerate();
    let parts = all.map(|(index, (head, _))| {
        let points: Vec<i64> = rows.iter().map(|row| row.parts[index]).collect();
        (index, *head, points)
    });
    let parts = parts.filter(|(index, _, points)| *index > 0 || points.iter().any(|&it| it != 0));
    parts
        .map(|(_, head, points)| (head, points.into_iter().map(minus).collect()))
        .collect()
}

/// A number with the sign of typesetters.
fn minus(number: i64) -> String {
    number.to_string().replace('-', "−")
}

/// The end of a game as HTML; empty while the game is played.
pub(super) fn over(game: &Match, site: &Site) -> Result<String, TemplateError> {
    let outcome = match game.resigned {
        Some(_) => game.game.end().standing(),
        None => match game.game.end().outcome() {
            Some(outcome) => outcome,
            None => return Ok(String::new()),
        },
    };
    let names = game.names();
    let rows = rows(game, &outcome, &names);
    let same = |seats: &[String]| {
        let mut fields = Fields::default();
        fields.push("players", seats.len());
        seats.iter().for_each(|seat| fields.push("seat", seat));
        fields.write()
    };
    let seats: Vec<String> = game.seats.iter().map(|it| it.text().to_owned()).collect();
    let won = outcome.winner().filter(|&it| game.seats[it].is_human());
    let won = won.filter(|_| game.resigned.is_none());
    let strongest = game.seats.iter().filter_map(|seat| level(seat.text()));
    let strongest = strongest.map(|level| level.number).max();
    // A person who has won against a level meets the next one.
    let next = strongest.filter(|_| won.is_some()).and_then(|number| {
        let next = LEVELS.get(usize::from(number))?;
        let raise = |seat: &String| match level(seat) {
            Some(level) if level.number == number => next.contestant(),
            _ => seat.clone(),
        };
        let raised: Vec<String> = seats.iter().map(raise).collect();
        Some((next.name, same(&raised)))
    });
    let (title, why) = match game.resigned {
        Some(player) => (
            names.does(player, "resign"),
            "The points are those of this moment, with what is complete.".into(),
        ),
        None => (title(&outcome, &names), why(&rows)),
    };
    let over = Over {
        title,
        why,
        parts: parts(&rows),
        rows,
        next,
        again: same(&seats),
        query: game.game.fields().write(),
        root: &site.root,
    };
    site.templates.render("pages/play/over.html", &over)
}

fn rows(game: &Match, outcome: &Outcome, names: &Names) -> Vec<Row> {
    let winners: Vec<usize> = outcome
        .winners()
        .filter(|_| game.resigned.is_none())
        .collect();
    let bonuses = outcome.bonuses().iter().enumerate();
    bonuses
        .map(|(player, bonus)| {
            let [tiles, floor] = earned(game, player);
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

/// The points of a player's tiles in all rounds, and the cost of the floor: no score goes below 0.
fn earned(game: &Match, player: usize) -> [i64; 2] {
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
        let all = i64::from(board.after()) - i64::from(board.before());
        [tiles + points, floor + all - points]
    })
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

/// The reason for the result: the kind of points in which the winner was ahead of the best other by no less than in all, or else
/// all kinds in which the winner was ahead.
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
    let margin = i64::from(winner.total) - i64::from(other.total);
    let mut ahead: Vec<(usize, i64)> = (winner.parts.iter().zip(&other.parts))
        .map(|(own, theirs)| own - theirs)
        .enumerate()
        .filter(|(_, ahead)| *ahead > 0)
        .collect();
    ahead.sort_by_key(|&(_, ahead)| std::cmp::Reverse(ahead));
    let against = |index: usize| {
        format!(
            "{} against {}",
            minus(winner.parts[index]),
            minus(other.parts[index])
        )
    };
    match ahead[..] {
        [(index, most), ..] if most >= margin => {
            format!("The {} decided: {} points.", PARTS[index].1, against(index))
        }
        _ => {
            let parts = ahead
                .iter()
                .map(|&(index, _)| format!("{}, {}", PARTS[index].1, against(index)));
            format!(
                "Nothing alone decided it. Ahead in: {}.",
                parts.collect::<Vec<_>>().join("; ")
            )
        }
    }
}
