//! Every move of a game, graded.

use super::grade::{Grade, Graded, grade};
use super::judge::JudgeSettings;
use azulejo_control::{Control, Instant, Progress};
use azulejo_rules::record::{Event, False, Record};
use azulejo_rules::{Move, Players, Position};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// A move of a game with its grade.
#[derive(Debug, Clone)]
pub struct Reviewed {
    /// The round, from 1.
    pub round: u32,
    /// The number of the move in the game, from 1.
    pub number: usize,
    /// Who moved, from 0.
    pub player: usize,
    /// The position before the move.
    pub position: Position,
    /// What the move gives away, and why.
    pub graded: Graded,
}

/// A game with all its moves graded.
#[derive(Debug, Clone)]
pub struct Review {
    /// The moves in the order of play; those up to where the review was stopped.
    pub moves: Vec<Reviewed>,
    /// The moves of the record.
    pub of: usize,
    /// The position at the end of the record.
    pub end: Position,
}

/// A move after which a player's probability to win has crossed a threshold for good.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TurningPoint {
    /// The number of the move, from 1.
    pub number: usize,
    /// Whose probability it is, from 0.
    pub player: usize,
    /// The threshold: 0.25, 0.5 or 0.75.
    pub threshold: f64,
    /// Whether the probability is above it from there on.
    pub above: bool,
}

/// The costliest moves that are named.
const COSTLIEST: usize = 3;

/// The thresholds of turning points.
const THRESHOLDS: [f64; 3] = [0.25, 0.5, 0.75];

/// The mean loss of probability to win at which the accuracy of a player is 50.
const HALF: f64 = 0.02;

impl Review {
    /// Whether every move was graded.
    pub fn is_whole(&self) -> bool {
        self.moves.len() == self.of
    }

    /// The moves of a player that have a grade.
    pub fn count(&self, player: usize, grade: Grade) -> usize {
        let graded = |it: &&Reviewed| it.player == player && it.graded.grade == grade;
        self.moves.iter().filter(graded).count()
    }

    /// What a player gave away in all: probability to win.
    pub fn given_away(&self, player: usize) -> f64 {
        let own = self.moves.iter().filter(|it| it.player == player);
        own.map(|it| it.graded.loss.win).sum()
    }

    /// How well a player played, from 0 to 100: `100 / (1 + 50·m)`, where `m` is the mean loss of probability to win of his
    /// moves. None where no move of his was graded.
    pub fn accuracy(&self, player: usize) -> Option<f64> {
        let moves = self.moves.iter().filter(|it| it.player == player).count();
        let mean = self.given_away(player) / moves as f64;
        (moves > 0).then(|| 100.0 / (1.0 + mean / HALF))
    }

    /// The probability that a player wins, as the judge saw it after each move that tells it: of two players after every
    /// move, of more after the player's own.
    pub fn wins(&self, player: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let two = self.end.players() == Players::Two;
        let told = self
            .moves
            .iter()
            .filter(move |it| two || it.player == player);
        told.map(move |it| {
            let win = it.graded.chosen.win;
            (it.number, if it.player == player { win } else { 1.0 - win })
        })
    }

    /// The turning points of the game: of two players those of the first, as the other's are the same.
    pub fn turning_points(&self) -> Vec<TurningPoint> {
        let players = match self.end.players() {
            Players::Two => 1,
            players => players.count(),
        };
        let mut found = Vec::new();
        for player in 0..players {
            let wins: Vec<(usize, f64)> = self.wins(player).collect();
            for threshold in THRESHOLDS {
                let Some(&(_, last)) = wins.last() else {
                    continue;
                };
                let above = last >= threshold;
                let other_side = wins
                    .iter()
                    .rposition(|(_, win)| (*win >= threshold) != above);
                // Where it was never on the other side, it was crossed before the first move.
                if let Some(&(number, _)) = other_side.and_then(|at| wins.get(at + 1)) {
                    found.push(TurningPoint {
                        number,
                        player,
                        threshold,
                        above,
                    });
                }
            }
        }
        found.sort_by_key(|it| it.number);
        found
    }

    /// At most three moves that cost most, the costliest first; none that gave nothing away.
    pub fn costliest(&self) -> Vec<&Reviewed> {
        let mut bad: Vec<&Reviewed> = self.moves.iter().collect();
        bad.retain(|it| it.graded.grade > Grade::Good);
        let cost = |it: &Reviewed| (it.graded.loss.win, it.graded.loss.points);
        bad.sort_by(|one, other| {
            let (one, other) = (cost(one), cost(other));
            other.0.total_cmp(&one.0).then(other.1.total_cmp(&one.1))
        });
        bad.truncate(COSTLIEST);
        bad
    }
}

/// The moves of a record, each with the position before it, and the position after them.
///
/// # Errors
/// When the record is false.
pub fn played_moves(record: &Record) -> Result<(Vec<(Position, Move)>, Position), False> {
    let mut played = Vec::new();
    let end = record.replay(|step| {
        if let Event::Move(taken) = step.event {
            played.push((*step.before, taken));
        }
    })?;
    Ok((played, end))
}

/// Grades the moves of a record on so many threads, until the control says stop.
///
/// # Errors
/// When the record is false.
pub fn review(
    record: &Record,
    settings: &JudgeSettings,
    threads: usize,
    control: &Control,
) -> Result<Review, False> {
    let (played, end) = played_moves(record)?;
    Ok(review_moves(
        played,
        end,
        settings,
        threads,
        control,
        |_| (),
    ))
}

/// Grades moves of a game, each with the position before it, on so many threads, until the control says stop. Every grade is
/// shown as soon as it and all before it are known. `end` is the position after the moves. One thread is the caller's own.
///
/// # Panics
/// When a move is illegal.
pub fn review_moves(
    played: Vec<(Position, Move)>,
    end: Position,
    settings: &JudgeSettings,
    threads: usize,
    control: &Control,
    mut seen: impl FnMut(&Reviewed),
) -> Review {
    let (began, of) = (Instant::now(), played.len());
    // What was cut short is no grade.
    let graded = |index: usize| {
        let (position, taken) = played.get(index)?;
        let graded = grade(position, *taken, settings, control);
        control.go_on().ok()?;
        Some(graded.expect("a legal move"))
    };
    let mut moves: Vec<Reviewed> = Vec::new();
    let mut early: BTreeMap<usize, Graded> = BTreeMap::new();
    let mut take = |index: usize, graded: Graded| {
        early.insert(index, graded);
        let done = moves.len() + early.len();
        control.tell(&Progress::moves(done as u64, of as u64, began));
        while let Some(graded) = early.remove(&moves.len()) {
            let index = moves.len();
            let position = played[index].0;
            let reviewed = Reviewed {
                round: position.round(),
                number: index + 1,
                player: position.mover(),
                position,
                graded,
            };
            seen(&reviewed);
            moves.push(reviewed);
        }
    };
    if threads < 2 {
        // A page in a browser cannot start another thread.
        let grades = (0..of).map_while(|index| Some((index, graded(index)?)));
        grades.for_each(|(index, graded)| take(index, graded));
    } else {
        let next = AtomicUsize::new(0);
        let (send, receive) = channel();
        thread::scope(|scope| {
            for _ in 0..threads.min(of) {
                let (send, next, graded) = (send.clone(), &next, &graded);
                scope.spawn(move || {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(grade) = graded(index) else {
                            return;
                        };
                        if send.send((index, grade)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            receive
                .iter()
                .for_each(|(index, graded)| take(index, graded));
        });
    }
    Review { moves, of, end }
}
