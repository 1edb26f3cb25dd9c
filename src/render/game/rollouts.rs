//! Grades and reviews by rollouts in words.

use super::analysis::{does, result, scores, stopped};
use super::words::{decimal, heading, signed};
use crate::analysis::rollouts::{Grade, MoveGrade, MoveReview, Review};
use crate::counted::counted;
use crate::game::Position;
use crate::players::evaluator::EvaluatedMove;

/// The grade of a move, what the best move is, and what differs.
pub fn grade(position: &Position, graded: &MoveGrade) -> String {
    let bold = anstyle::Style::new().bold();
    let (heading, grade) = (heading(position), graded.grade.name());
    let mut rows = vec![
        format!("{bold}{heading}{bold:#}"),
        String::new(),
        format!("grade  {bold}{grade}{bold:#}  {}", gives_away(graded)),
        format!("your   {}", judged(position, &graded.chosen)),
        format!("best   {}", judged(position, &graded.best)),
    ];
    if !graded.feedback.is_empty() {
        rows.push(String::new());
        rows.extend(graded.feedback.iter().map(|it| it.text.clone()));
    }
    rows.join("\n")
}

/// The loss of a move, in words without an end.
pub(crate) fn gives_away(graded: &MoveGrade) -> String {
    let delta = graded.delta;
    if graded.chosen.taken == graded.best.taken {
        return "the best move".into();
    }
    match graded.chosen.exact {
        Some(_) if delta == 0.0 => "proven to be as good as the best move".into(),
        Some(_) => format!(
            "proven to be worth {} less than the best move",
            counted(delta, "point")
        ),
        None => format!("worth about {delta:.1} less than the best move"),
    }
}

/// A move with what it does and what it is worth.
fn judged(position: &Position, judged: &EvaluatedMove) -> String {
    let does = does(position, judged.taken);
    format!("{}  {}  {does}", judged.taken, worth(judged))
}

/// The value of a move: proven, or a mean with its standard error.
pub(crate) fn worth(judged: &EvaluatedMove) -> String {
    match judged.exact {
        Some(value) => format!("{} (proven)", signed(value)),
        None if judged.error() < 0.05 => decimal(judged.mean()),
        None => format!("{} ± {:.1}", decimal(judged.mean()), judged.error()),
    }
}

/// Every move with its grade, what each player gave away, and the worst moves with the better ones.
pub fn review(review: &Review) -> String {
    let bold = anstyle::Style::new().bold();
    let mut text = String::new();
    let mut round = 0;
    for reviewed in &review.moves {
        if reviewed.round != round {
            round = reviewed.round;
            let scores = scores(&reviewed.position);
            text += &format!("{bold}Round {round}{bold:#}, from {scores}\n");
        }
        text += &row(reviewed);
    }
    text += &format!("\n{}\n", result(&review.end));
    for player in 0..review.end.players().count() {
        let grades =
            Grade::ALL.map(|grade| format!("{} {}", review.count(player, grade), grade.name()));
        text += &format!(
            "player {} gave away about {:.1} points: {}\n",
            player + 1,
            review.given_away(player),
            grades.join(", ")
        );
    }
    for reviewed in review.worst() {
        text += &worst(reviewed);
    }
    text + &stopped(review.moves.len(), review.of)
}

fn row(reviewed: &MoveReview) -> String {
    let MoveGrade {
        best,
        chosen,
        grade,
        delta,
        ..
    } = &reviewed.graded;
    let better = match grade {
        Grade::Excellent => String::new(),
        _ => format!("  {} is {delta:.1} better", best.taken),
    };
    format!(
        "{:>4}  player {}  {:>3}  {:<9}  {}{better}\n",
        reviewed.number,
        reviewed.player + 1,
        chosen.taken.to_string(),
        grade.name(),
        worth(chosen),
    )
}

/// A bad move, the better one, and what differs.
fn worst(reviewed: &MoveReview) -> String {
    let bold = anstyle::Style::new().bold();
    let (position, graded) = (&reviewed.position, &reviewed.graded);
    let (number, player) = (reviewed.number, reviewed.player + 1);
    let sentences = graded.feedback.iter().map(|it| format!("  {}\n", it.text));
    format!(
        "\n{bold}Move {number}, round {}, player {player}: {}{bold:#}, {}\n  played  {}\n  better  {}\n{}  {}\n",
        reviewed.round,
        graded.grade.name(),
        gives_away(graded),
        judged(position, &graded.chosen),
        judged(position, &graded.best),
        sentences.collect::<String>(),
        position,
    )
}
