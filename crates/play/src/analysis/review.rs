//! The review of a game: every move graded.

use super::grade::{MoveGrade, grade};
use super::judge::JudgeSettings;
use super::summary::{GradedMove, Summary};
use azulejo_control::{Control, Instant, Progress};
use azulejo_rules::record::{Event, False, Record};
use azulejo_rules::{Move, Position};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// A move of a game with a grade.
#[derive(Debug, Clone)]
pub struct MoveReview<G = MoveGrade> {
    /// The round, from 1.
    pub round: u32,
    /// The number of the move in the game, from 1.
    pub number: usize,
    /// The player of the move, from 0.
    pub player: usize,
    /// The position before the move.
    pub position: Position,
    /// The grade of the move.
    pub graded: G,
}

/// A game with all its moves graded.
#[derive(Debug, Clone)]
pub struct Review<G = MoveGrade> {
    /// The graded moves in the order of play; a stopped review has the first of them.
    pub moves: Vec<MoveReview<G>>,
    /// The number of moves of the record.
    pub of: usize,
    /// The position at the end of the record.
    pub end: Position,
}

impl Review {
    /// The summary of the grades.
    pub fn summary(&self) -> Summary {
        let moves = self.moves.iter().map(|review| GradedMove {
            number: review.number,
            round: review.round,
            player: review.player,
            taken: review.graded.chosen.taken,
            best: review.graded.best.taken,
            win: review.graded.chosen.win,
            loss: review.graded.loss,
            grade: review.graded.grade,
        });
        Summary {
            moves: moves.collect(),
            of: self.of,
            players: self.end.players(),
        }
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

/// Grades the moves of a record on `threads` threads, until the control stops the review.
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

/// Grades moves of a game, each with the position before it, on `threads` threads, until the control stops the review.
/// `report` receives the grades in the order of play, each as soon as all earlier grades are there. `end` is the
/// position after the moves. With one thread, the caller's thread grades.
///
/// # Panics
/// When a move is illegal.
pub fn review_moves(
    game_moves: Vec<(Position, Move)>,
    end: Position,
    settings: &JudgeSettings,
    threads: usize,
    control: &Control,
    report: impl FnMut(&MoveReview),
) -> Review {
    let grade = |position: &Position, taken| {
        grade(position, taken, settings, control).expect("a legal move")
    };
    grade_moves(game_moves, end, threads, control, grade, report)
}

/// Grades moves of a game by `grade`, as [`review_moves`] does.
pub(super) fn grade_moves<G: Send>(
    game_moves: Vec<(Position, Move)>,
    end: Position,
    threads: usize,
    control: &Control,
    grade: impl Fn(&Position, Move) -> G + Sync,
    mut report: impl FnMut(&MoveReview<G>),
) -> Review<G> {
    let (start, total) = (Instant::now(), game_moves.len());
    // The grade of a stopped search does not count.
    let grade_at = |index: usize| {
        let (position, taken) = game_moves.get(index)?;
        let graded = grade(position, *taken);
        control.go_on().ok()?;
        Some(graded)
    };
    let mut moves: Vec<MoveReview<G>> = Vec::new();
    let mut pending: BTreeMap<usize, G> = BTreeMap::new();
    let mut insert = |index: usize, graded: G| {
        pending.insert(index, graded);
        let grade_count = moves.len() + pending.len();
        control.tell(&Progress::moves(grade_count as u64, total as u64, start));
        while let Some(graded) = pending.remove(&moves.len()) {
            let index = moves.len();
            let position = game_moves[index].0;
            let move_review = MoveReview {
                round: position.round(),
                number: index + 1,
                player: position.mover(),
                position,
                graded,
            };
            report(&move_review);
            moves.push(move_review);
        }
    };
    if threads < 2 {
        // A page in a browser cannot start another thread.
        let grades = (0..total).map_while(|index| Some((index, grade_at(index)?)));
        grades.for_each(|(index, graded)| insert(index, graded));
    } else {
        let next = AtomicUsize::new(0);
        let (send, receive) = channel();
        thread::scope(|scope| {
            for _ in 0..threads.min(total) {
                let (send, next, grade_at) = (send.clone(), &next, &grade_at);
                scope.spawn(move || {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(grade) = grade_at(index) else {
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
                .for_each(|(index, graded)| insert(index, graded));
        });
    }
    Review {
        moves,
        of: total,
        end,
    }
}
