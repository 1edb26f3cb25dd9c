//! Sentences on the differences between the ends of two lines of play, with tiles, lines and players.

use super::ending;
use super::judge::JudgedMove;
use super::side::Side;
use super::tallies::{
    Sets, begun_lines, begun_tiles, full_count, full_lines, join, neighbour_points,
    neighbour_tiles, player, points_text,
};
use crate::players::azulejo::Part;
use azulejo_rules::{Board, Move, Phase, Players, Position};

/// The least difference that has a sentence, in points.
pub(super) const LEAST: f64 = 0.25;

/// The largest difference that counts as none, in points.
pub(super) const NOTHING: f64 = 0.005;

/// The lines of play of the best move and of the chosen move, with their ends.
pub(super) struct Sentences<'a> {
    best: &'a JudgedMove,
    chosen: &'a JudgedMove,
    mover: usize,
    /// The end of the best move's line, and that of the chosen move's line.
    ends: [Position; 2],
}

impl<'a> Sentences<'a> {
    pub(super) fn new(position: &Position, best: &'a JudgedMove, chosen: &'a JudgedMove) -> Self {
        Self {
            mover: position.mover(),
            ends: [best, chosen].map(|judged_move| ending::end(position, &judged_move.line)),
            best,
            chosen,
        }
    }

    /// The ends of both lines of play.
    pub(super) fn ends(&self) -> &[Position; 2] {
        &self.ends
    }

    /// The other player of all sentences: of several, the best one after the chosen move.
    pub(super) fn other(&self) -> usize {
        self.chosen.leaf.other
    }

    /// Whether the game ends with the round after either move.
    pub(super) fn is_last_round(&self) -> bool {
        self.ends.iter().any(ending::is_last_round)
    }

    /// Whether the game ends with the round after exactly one of the moves.
    pub(super) fn ends_after_one_move(&self) -> bool {
        let [best, chosen] = self.ends.each_ref().map(ending::is_last_round);
        best != chosen
    }

    /// The sentence on a part; none where no countable difference favours the best move.
    pub(super) fn of(&self, part: Part, side: Side, points: f64) -> Option<String> {
        let value = format!("{points:.1} points");
        let best = self.best.taken;
        let (subject, possessive) = match side {
            Side::Mover => ("you".to_owned(), "your".to_owned()),
            Side::Other => {
                let name = player(self.other());
                let possessive = format!("{name}'s");
                (name, possessive)
            }
        };
        let boards = self.boards(side);
        let text = match part {
            Part::Points => {
                side.favours_best(boards.map(full_count))?;
                let fill = if side == Side::Mover { "fill" } else { "fills" };
                let lines = self.comparison(boards.map(full_lines));
                format!("in this round {subject} {fill} {lines}")
            }
            Part::Neighbours => {
                side.favours_best(boards.map(neighbour_points))?;
                let tiles = self.comparison(boards.map(neighbour_tiles));
                format!("{possessive} tiles beside others: {tiles}")
            }
            Part::Floor => {
                let charges = boards.map(|board| u32::from(board.floor().charge()));
                let [best, chosen] = charges;
                side.favours_best([chosen, best])?;
                format!(
                    "{possessive} floor costs {}",
                    self.comparison(charges.map(points_text))
                )
            }
            Part::Lines => {
                let lines = boards.map(begun_lines);
                match side.favours_best(boards.map(begun_tiles)) {
                    Some(()) => format!("{possessive} begun lines: {}", self.comparison(lines)),
                    None if lines[0] == lines[1] => return None,
                    None => format!("{possessive} begun lines promise {} by {best}", side.more()),
                }
            }
            Part::Rows => match self.sets(side, Sets::Rows) {
                Some(rows) => format!("{possessive} rows: {rows}"),
                None if self.is_last_round() => return None,
                None => format!(
                    "{possessive} rows have {} room for runs by {best}",
                    side.more()
                ),
            },
            Part::Columns => match self.sets(side, Sets::Columns) {
                Some(columns) => format!("{possessive} columns: {columns}"),
                None => format!(
                    "{possessive} columns {}",
                    self.missing_claim(side, Sets::Columns)?
                ),
            },
            Part::Colours => match self.sets(side, Sets::Colours) {
                Some(colours) => format!("{possessive} tiles of a colour: {colours}"),
                None => format!(
                    "{possessive} colours {}",
                    self.missing_claim(side, Sets::Colours)?
                ),
            },
            Part::Token => format!("who begins the next round: {}", self.next_starter(side)?),
            Part::End => return None,
            Part::Rest => return Some(self.search_sentence(points)),
        };
        let mut letters = text.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        let text: String = first.into_iter().chain(letters).collect();
        Some(format!("{text}: {value}."))
    }

    /// The sentence on the end of the game, where it is a reason. `win` is the best move's lead in the probability to
    /// win, and `points` is the part of the loss that is due to the end.
    pub(super) fn ending(&self, win: f64, points: f64) -> Option<String> {
        let moves = [self.best.taken, self.chosen.taken];
        if !self.ends_after_one_move() {
            let fates = self
                .ends
                .each_ref()
                .map(|end| ending::fate(end, self.mover));
            let [Some(best), Some(chosen)] = fates else {
                return None;
            };
            return (win >= NOTHING).then(|| {
                format!(
                    "The game ends with this round: after {} {best}; after {} {chosen}.",
                    moves[0], moves[1]
                )
            });
        }
        let ending_index = usize::from(!ending::is_last_round(&self.ends[0]));
        let fate = ending::fate(&self.ends[ending_index], self.mover);
        // An end with an open result needs a lead of the best move.
        if fate.is_none() && win < NOTHING && points < LEAST {
            return None;
        }
        let fate = fate.map_or(String::new(), |fate| format!(", and {fate}"));
        let goes_on = match self.ends[1 - ending_index].phase() {
            Phase::Moves => "can go on",
            _ => "goes on",
        };
        let value = match points >= LEAST {
            true => format!(": {points:.1} points"),
            false => String::new(),
        };
        let (ends, other) = (moves[ending_index], moves[1 - ending_index]);
        Some(format!(
            "The game ends with this round after {ends}{fate}; after {other} it {goes_on}{value}."
        ))
    }

    /// The sentence where no part has one.
    pub(super) fn fallback(&self) -> Option<String> {
        let (best, chosen) = (self.best, self.chosen);
        let points = best.points - chosen.points;
        if points >= LEAST {
            return Some(self.search_sentence(points));
        }
        (best.win - chosen.win >= NOTHING).then(|| {
            format!(
                "{} wins more often, though not by more points; it goes on {}.",
                best.taken,
                line(best)
            )
        })
    }

    fn search_sentence(&self, points: f64) -> String {
        let best = self.best;
        format!(
            "The search sees {points:.1} points more in {} without a simple reason; it goes on {}.",
            best.taken,
            line(best)
        )
    }

    /// The boards of a side at both ends.
    fn boards(&self, side: Side) -> [&Board; 2] {
        let player = match side {
            Side::Mover => self.mover,
            Side::Other => self.other(),
        };
        self.ends.each_ref().map(|end| &end.boards()[player])
    }

    fn comparison(&self, [best, chosen]: [String; 2]) -> String {
        let moves = (self.best.taken, self.chosen.taken);
        format!("after {} {best}, after {} {chosen}", moves.0, moves.1)
    }

    /// The sets whose numbers of tiles favour the best move; in the last round, only complete sets count.
    fn sets(&self, side: Side, sets: Sets) -> Option<String> {
        let filled = self.boards(side).map(|board| sets.filled(board));
        let [best, chosen] = filled;
        let counts = |tiles: u32| match self.is_last_round() {
            true => tiles / Board::ROWS as u32,
            false => tiles,
        };
        let favours = |&index: &usize| {
            side.favours_best([best[index], chosen[index]].map(counts))
                .is_some()
        };
        let indices: Vec<usize> = (0..Board::ROWS).filter(favours).collect();
        (!indices.is_empty()).then(|| {
            self.comparison(filled.map(|filled| {
                let parts = indices.iter();
                let parts =
                    parts.map(|&index| format!("{} of 5 in {}", filled[index], sets.name(index)));
                join(parts.collect(), "")
            }))
        })
    }

    /// The claim that sets with equal numbers of tiles lack fewer tiles after one move.
    fn missing_claim(&self, side: Side, sets: Sets) -> Option<String> {
        let [best, chosen] = self.boards(side);
        let same = sets.filled(best) == sets.filled(chosen);
        if !same || self.is_last_round() {
            return None;
        }
        side.favours_best([chosen, best].map(|board| sets.missing_tiles(board)))?;
        let need = match side {
            Side::Mover => "fewer",
            Side::Other => "more",
        };
        Some(format!("need {need} tiles by {}", self.best.taken))
    }

    /// The player who begins the next round, after either move.
    fn next_starter(&self, side: Side) -> Option<String> {
        let is_over = |end: &Position| ending::fate(end, self.mover).is_some();
        if self.ends.iter().any(is_over) {
            return None;
        }
        let starters = self.ends.each_ref().map(|end| {
            let is_over = end.phase() == Phase::RoundEnd;
            end.token_holder().or(is_over.then(|| end.next_starter()))
        });
        let [best, chosen] = starters;
        let own = best == Some(self.mover) && chosen != best;
        let others = chosen == Some(self.other()) && chosen != best;
        let is_favourable = match side {
            Side::Mover => own || others && self.ends[0].players() == Players::Two,
            Side::Other => others,
        };
        is_favourable.then(|| {
            self.comparison(starters.map(|starter| match starter {
                Some(starter) if starter == self.mover => "you".into(),
                Some(starter) => player(starter),
                None => "nobody yet".into(),
            }))
        })
    }
}

fn line(judged_move: &JudgedMove) -> String {
    let moves: Vec<String> = judged_move.line.iter().map(Move::to_string).collect();
    moves.join(" ")
}
