//! Why one move is better than another: parts that add up to the difference, and sentences on the largest of them.

use super::judge::JudgedMove;
use crate::players::azulejo::{POINT, Part};
use azulejo_rules::{Board, Colour, Move, PatternLine, Players, Position};

/// Whose board a part is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The mover's.
    Mover,
    /// The other player's, or the best other's.
    Other,
}

impl Side {
    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mover => "mover",
            Self::Other => "other",
        }
    }
}

/// A part of what the best move has more than the chosen one.
#[derive(Debug, Clone, PartialEq)]
pub struct Reason {
    /// What it is about.
    pub part: Part,
    /// Whose board.
    pub side: Side,
    /// The points that speak for the best move; below 0, they speak for the chosen one.
    pub points: f64,
    /// It in words. Only the largest parts that speak for the best move have them.
    pub sentence: Option<String>,
}

/// The most sentences.
const MOST: usize = 3;

/// The least that is told, in points.
const LEAST: f64 = 0.25;

/// What is not even counted.
const NOTHING: f64 = 0.005;

/// The parts of the difference of two moves, the largest first. Their points sum up to it.
pub(super) fn reasons(position: &Position, best: &JudgedMove, chosen: &JudgedMove) -> Vec<Reason> {
    if best.taken == chosen.taken {
        return Vec::new();
    }
    let in_points = |parts: i32| f64::from(parts) / f64::from(POINT);
    let mut found = Vec::new();
    let mut rest = best.points - chosen.points;
    for part in Part::ALL {
        let own = in_points(best.leaf.own.get(part) - chosen.leaf.own.get(part));
        let other = in_points(chosen.leaf.theirs.get(part) - best.leaf.theirs.get(part));
        if part == Part::Rest {
            continue;
        }
        // With two players one of them begins, and the other one does not: that is told once.
        let once = part == Part::Token && position.players() == Players::Two;
        let (own, other) = match once {
            true => (own + other, 0.0),
            false => (own, other),
        };
        for (side, points) in [(Side::Mover, own), (Side::Other, other)] {
            if points.abs() >= NOTHING {
                rest -= points;
                found.push((part, side, points));
            }
        }
    }
    if rest.abs() >= NOTHING {
        found.push((Part::Rest, Side::Mover, rest));
    }
    found.sort_by(|one, other| other.2.total_cmp(&one.2));
    let words = Words::new(position, best, chosen);
    let mut told = 0;
    let reasons = found.into_iter().map(|(part, side, points)| {
        let sentence = (points >= LEAST && told < MOST).then(|| words.sentence(part, side, points));
        told += usize::from(sentence.is_some());
        Reason {
            part,
            side,
            points,
            sentence,
        }
    });
    let mut reasons: Vec<Reason> = reasons.collect();
    if told == 0
        && let Some(first) = reasons.first_mut()
    {
        first.sentence = words.by_chance_alone();
    }
    reasons
}

/// The two lines of play, and where they end.
struct Words<'a> {
    best: &'a JudgedMove,
    chosen: &'a JudgedMove,
    mover: usize,
    /// Where the line of the best move ends, and that of the chosen one.
    ends: [Position; 2],
}

impl<'a> Words<'a> {
    fn new(position: &Position, best: &'a JudgedMove, chosen: &'a JudgedMove) -> Self {
        let end = |line: &[Move]| {
            let mut end = *position;
            for &taken in line {
                end.play_unchecked(taken);
            }
            end
        };
        Self {
            mover: position.mover(),
            ends: [end(&best.line), end(&chosen.line)],
            best,
            chosen,
        }
    }

    /// The boards of a side at the two ends, with the number of the player after the best move.
    fn boards(&self, side: Side) -> (usize, [&Board; 2]) {
        let players = match side {
            Side::Mover => [self.mover; 2],
            Side::Other => [self.best.leaf.other, self.chosen.leaf.other],
        };
        let boards = [0, 1].map(|end| &self.ends[end].boards()[players[end]]);
        (players[0], boards)
    }

    fn sentence(&self, part: Part, side: Side, points: f64) -> String {
        let (best, chosen) = (self.best.taken, self.chosen.taken);
        let (player, boards) = self.boards(side);
        let (subject, whose) = match side {
            Side::Mover => ("you".to_owned(), "your".to_owned()),
            Side::Other => (
                format!("player {}", player + 1),
                format!("player {}'s", player + 1),
            ),
        };
        let worth = format!("{points:.1} points");
        let after =
            |told: [String; 2]| format!("after {best} {}, after {chosen} {}", told[0], told[1]);
        let told = match part {
            Part::Points => {
                let lines = boards.map(full_lines);
                let full = boards.map(|board| lines_where(board, true).len());
                match lines[0] == lines[1] || speaks_for_chosen(side, full) {
                    true => format!(
                        "{subject} and the tiles of the round: {whose} score comes to {} by {best} and to {} by {chosen}, before the floor",
                        before_floor(boards[0]),
                        before_floor(boards[1])
                    ),
                    false => format!("in this round {subject} {} {}", fill(side), after(lines)),
                }
            }
            Part::Floor => format!(
                "{whose} floor costs {}",
                after(boards.map(|board| counted(board.floor().charge())))
            ),
            Part::Lines => match boards.map(begun_lines) {
                lines
                    if lines[0] == lines[1] || speaks_for_chosen(side, boards.map(begun_tiles)) =>
                {
                    format!("{whose} begun lines promise {} by {best}", more(side))
                }
                lines => format!("{whose} begun lines: {}", after(lines)),
            },
            Part::Rows => match better(side, boards, rows, |row| format!("row {}", row + 1)) {
                Some(rows) => format!("{whose} rows: {}", after(rows)),
                None => format!("{whose} rows have {} room for runs by {best}", more(side)),
            },
            Part::Columns => {
                match better(side, boards, columns, |column| {
                    format!("column {}", column + 1)
                }) {
                    Some(columns) => format!("{whose} columns: {}", after(columns)),
                    None => format!("{whose} columns need {} tiles by {best}", fewer(side)),
                }
            }
            Part::Colours => match better(side, boards, colours, colour_name) {
                Some(colours) => format!("{whose} tiles of a colour: {}", after(colours)),
                None => format!("{whose} colours need {} tiles by {best}", fewer(side)),
            },
            Part::Token => match side {
                Side::Mover => format!("{best} lets you begin the next round, {chosen} does not"),
                Side::Other => {
                    format!("{chosen} lets {subject} begin the next round, {best} does not")
                }
            },
            Part::Rest => {
                let line: Vec<String> = self.best.line.iter().map(Move::to_string).collect();
                return format!(
                    "The search sees {worth} more in {best} without a simple reason; it goes on {}.",
                    line.join(" ")
                );
            }
        };
        let mut letters = told.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        let told: String = first.into_iter().chain(letters).collect();
        format!("{told}: {worth}.")
    }

    /// A sentence where no part is large enough for one.
    fn by_chance_alone(&self) -> Option<String> {
        let (best, chosen) = (self.best, self.chosen);
        (best.win - chosen.win >= NOTHING).then(|| {
            let line: Vec<String> = best.line.iter().map(Move::to_string).collect();
            format!(
                "{} wins more often, though not by more points; it goes on {}.",
                best.taken,
                line.join(" ")
            )
        })
    }
}

fn fill(side: Side) -> &'static str {
    match side {
        Side::Mover => "fill",
        Side::Other => "fills",
    }
}

/// What speaks for a move on a board of this side.
fn more(side: Side) -> &'static str {
    match side {
        Side::Mover => "more",
        Side::Other => "less",
    }
}

fn fewer(side: Side) -> &'static str {
    match side {
        Side::Mover => "fewer",
        Side::Other => "more",
    }
}

fn counted(points: u8) -> String {
    match points {
        1 => "1 point".into(),
        _ => format!("{points} points"),
    }
}

fn before_floor(board: &Board) -> u32 {
    board.score() + board.full_points()
}

/// Whether numbers after the best and after the chosen move, as they are counted, would be a reason against the best one.
fn speaks_for_chosen(side: Side, [best, chosen]: [usize; 2]) -> bool {
    match side {
        Side::Mover => best < chosen,
        Side::Other => best > chosen,
    }
}

/// The lines of a board that are full, or only begun, each with its row.
fn lines_where(board: &Board, full: bool) -> Vec<(usize, PatternLine)> {
    let lines = (0..Board::ROWS).filter_map(|row| Some((row, board.line(row)?)));
    lines
        .filter(|(row, line)| (usize::from(line.count) > *row) == full)
        .collect()
}

/// The full lines of a board with their colours.
fn full_lines(board: &Board) -> String {
    let lines = lines_where(board, true).into_iter();
    let told = lines.map(|(row, line)| format!("line {} ({})", row + 1, line.colour));
    joined(told.collect(), "no line")
}

/// The begun lines of a board with their tiles.
fn begun_lines(board: &Board) -> String {
    let lines = lines_where(board, false).into_iter();
    let told = lines.map(|(row, line)| {
        let (count, colour, number) = (line.count, line.colour, row + 1);
        format!("{count} of {number} {colour} on line {number}")
    });
    joined(told.collect(), "nothing is begun")
}

/// The tiles on begun lines.
fn begun_tiles(board: &Board) -> usize {
    let lines = lines_where(board, false).into_iter();
    lines.map(|(_, line)| usize::from(line.count)).sum()
}

fn joined(parts: Vec<String>, none: &str) -> String {
    match parts.split_last() {
        None => none.into(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

fn colour_name(index: usize) -> String {
    Colour::from_index(index).map_or(String::new(), |it| it.to_string())
}

fn rows(wall: u32) -> [u32; Board::ROWS] {
    std::array::from_fn(|row| (wall >> (Board::ROWS * row) & 0b11111).count_ones())
}

fn columns(wall: u32) -> [u32; Board::ROWS] {
    std::array::from_fn(|column| {
        let places = (0..Board::ROWS).filter(|row| wall >> (Board::ROWS * row + column) & 1 == 1);
        places.count() as u32
    })
}

fn colours(wall: u32) -> [u32; Board::ROWS] {
    std::array::from_fn(|index| {
        let colour = Colour::from_index(index).expect("there are five colours");
        let places = (0..Board::ROWS)
            .filter(|&row| wall >> (Board::ROWS * row + colour.column(row)) & 1 == 1);
        places.count() as u32
    })
}

/// The numbers of tiles, each with the name of its place, which speak for the best move: on two walls with the tiles of full
/// lines, the mover's has more there after it, or the other's fewer.
fn better(
    side: Side,
    boards: [&Board; 2],
    counts: fn(u32) -> [u32; Board::ROWS],
    name: impl Fn(usize) -> String,
) -> Option<[String; 2]> {
    let [best, chosen] = boards.map(|board| counts(board.prospect().wall()));
    let speaks = |place: &usize| match side {
        Side::Mover => best[*place] > chosen[*place],
        Side::Other => best[*place] < chosen[*place],
    };
    let places: Vec<usize> = (0..Board::ROWS).filter(speaks).collect();
    (!places.is_empty()).then(|| {
        [best, chosen].map(|counts| {
            let told = places
                .iter()
                .map(|&it| format!("{} of 5 in {}", counts[it], name(it)));
            joined(told.collect(), "")
        })
    })
}
