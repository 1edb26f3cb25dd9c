//! Graded moves in words, whoever grades them: the judge, or rollouts.

use super::words::heading;
use crate::analysis::{MoveReview, Review};
use crate::game::{Move, Position};
use crate::render::caption::bold;
use itertools::Itertools;

/// The words on a graded move.
pub(super) struct GradedWords {
    /// The name of the grade, and the letters of the longest such name.
    pub(super) grade: (&'static str, usize),
    /// The loss, without an end.
    pub(super) loss: String,
    /// The move, and its value.
    pub(super) taken: (Move, String),
    /// The best move, and by how much it is better; none where the move is graded as the best.
    pub(super) better: Option<String>,
    /// The move and the best one with what they do, in one line or in two.
    pub(super) moves: [String; 2],
    /// The sentences on what differs.
    pub(super) sentences: Vec<String>,
}

impl GradedWords {
    /// The account of a move in a position, with the best move or without.
    pub(super) fn account(self, position: &Position, with_best: bool) -> String {
        let (grade, _) = self.grade;
        let mut rows = vec![
            bold(heading(position)),
            String::new(),
            format!("grade  {}  {}", bold(grade), self.loss),
        ];
        let moves = ["your", "best"].into_iter().zip(self.moves);
        for (whose, lines) in moves.take(1 + usize::from(with_best)) {
            rows.push(format!("{whose}   {}", lines.replace('\n', "\n       ")));
        }
        if !self.sentences.is_empty() {
            rows.push(String::new());
            rows.extend(self.sentences);
        }
        rows.join("\n")
    }

    /// The account of a costly move of a game.
    pub(super) fn costly<G>(self, reviewed: &MoveReview<G>) -> String {
        let (number, round, player) = (reviewed.number, reviewed.round, reviewed.player + 1);
        let ((grade, _), position) = (self.grade, &reviewed.position);
        let title = format!("Move {number}, round {round}, player {player}: {grade}");
        let (title, loss) = (bold(title), self.loss);
        let [played, better] = self.moves.map(|it| it.replace('\n', "\n          "));
        let sentences = self.sentences.iter().map(|it| format!("  {it}\n"));
        let sentences: String = sentences.collect();
        format!(
            "\n{title}, {loss}\n  played  {played}\n  better  {better}\n{sentences}  {position}\n"
        )
    }

    /// The row of a move of a game.
    fn row<G>(self, reviewed: &MoveReview<G>) -> String {
        let (number, player) = (reviewed.number, reviewed.player + 1);
        let ((grade, width), (taken, worth)) = (self.grade, self.taken);
        let (taken, better) = (taken.to_string(), self.better.map(|it| format!("  {it}")));
        let better = better.unwrap_or_default();
        format!("{number:>4}  player {player}  {taken:>3}  {grade:<width$}  {worth}{better}\n")
    }
}

/// A row for each move of a review, with a heading where a round begins.
pub(super) fn rows<G>(review: &Review<G>, words: fn(&Position, &G) -> GradedWords) -> String {
    let rounds = review.moves.chunk_by(|one, next| one.round == next.round);
    let rounds = rounds.map(|moves| {
        let (round, position) = (moves[0].round, &moves[0].position);
        // Without end bonuses.
        let mut scores = position.boards().iter().map(|board| board.score());
        let (title, scores) = (bold(format!("Round {round}")), scores.join(" : "));
        let rows = moves.iter();
        let rows: String = rows
            .map(|it| words(&it.position, &it.graded).row(it))
            .collect();
        format!("{title}, from {scores}\n{rows}")
    });
    rounds.collect()
}
