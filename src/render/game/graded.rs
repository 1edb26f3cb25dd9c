//! Graded moves in words, for the judge and for rollouts.

use super::words::heading;
use crate::analysis::{MoveReview, Review};
use crate::game::{Move, Position};
use crate::render::caption::bold;
use itertools::Itertools;

/// Words on a graded move.
pub(super) struct GradedWords {
    /// Name of the grade, and the length of the longest such name in letters.
    pub(super) grade: (&'static str, usize),
    /// Loss as a phrase.
    pub(super) loss: String,
    /// Move, and its value.
    pub(super) played: (Move, String),
    /// Best move and its gain; `None` where the move is graded as the best.
    pub(super) better: Option<String>,
    /// Move and best move with their effects, in one line or in two.
    pub(super) moves: [String; 2],
    /// Sentences on the differences of the two moves.
    pub(super) sentences: Vec<String>,
}

impl GradedWords {
    /// Text on a move in a position, with the best move or without.
    pub(super) fn account(self, position: &Position, with_best: bool) -> String {
        let (grade, _) = self.grade;
        let mut rows = vec![
            bold(heading(position)),
            String::new(),
            format!("grade  {}  {}", bold(grade), self.loss),
        ];
        let moves = ["your", "best"].into_iter().zip(self.moves);
        for (owner, lines) in moves.take(1 + usize::from(with_best)) {
            rows.push(format!("{owner}   {}", lines.replace('\n', "\n       ")));
        }
        if !self.sentences.is_empty() {
            rows.push(String::new());
            rows.extend(self.sentences);
        }
        rows.join("\n")
    }

    /// Text on a costly move of a game.
    pub(super) fn costly_move<G>(self, move_: &MoveReview<G>) -> String {
        let (number, round, player) = (move_.number, move_.round, move_.player + 1);
        let ((grade, _), position) = (self.grade, &move_.position);
        let title = format!("Move {number}, round {round}, player {player}: {grade}");
        let (title, loss) = (bold(title), self.loss);
        let [played, better] = self.moves.map(|lines| lines.replace('\n', "\n          "));
        let sentences = self
            .sentences
            .iter()
            .map(|sentence| format!("  {sentence}\n"));
        let sentences: String = sentences.collect();
        format!(
            "\n{title}, {loss}\n  played  {played}\n  better  {better}\n{sentences}  {position}\n"
        )
    }

    /// Row of a move of a game.
    fn row<G>(self, move_: &MoveReview<G>) -> String {
        let (number, player) = (move_.number, move_.player + 1);
        let ((grade, width), (played, value)) = (self.grade, self.played);
        let played = played.to_string();
        let better = self.better.map(|better| format!("  {better}"));
        let better = better.unwrap_or_default();
        format!("{number:>4}  player {player}  {played:>3}  {grade:<width$}  {value}{better}\n")
    }
}

/// Rows of the moves of a review, with a heading for each round.
pub(super) fn rows<G>(review: &Review<G>, words: fn(&Position, &G) -> GradedWords) -> String {
    let rounds = review
        .moves
        .chunk_by(|move_, next| move_.round == next.round);
    let rounds = rounds.map(|moves| {
        let (round, position) = (moves[0].round, &moves[0].position);
        // Scores without end bonuses.
        let mut scores = position.boards().iter().map(|board| board.score());
        let (title, scores) = (bold(format!("Round {round}")), scores.join(" : "));
        let rows = moves.iter();
        let rows: String = rows
            .map(|move_| words(&move_.position, &move_.graded).row(move_))
            .collect();
        format!("{title}, from {scores}\n{rows}")
    });
    rounds.collect()
}
