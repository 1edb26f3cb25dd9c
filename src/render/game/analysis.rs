//! Grades, reviews and puzzles in words.

use super::text::text;
use super::words::{decimal, heading, signed, told as told_move};
use crate::analysis::Puzzle;
use crate::analysis::rollouts::{Grade, Graded, Review, Reviewed};
use crate::counted::counted;
use crate::game::{Move, Position};
use crate::plan::Plan;
use crate::players::evaluator::EvaluatedMove;
use itertools::Itertools;

/// The grade of a move, what the best move is, and what differs.
pub fn grade(position: &Position, graded: &Graded) -> String {
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

/// What a move gives away, in words without an end.
pub(crate) fn gives_away(graded: &Graded) -> String {
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

/// What a move does, in words.
pub(crate) fn does(position: &Position, taken: Move) -> String {
    let effect = position.effect(taken);
    effect.map_or(String::new(), |effect| told_move(taken, &effect))
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
    if !review.is_whole() {
        let (graded, of) = (review.moves.len(), counted(review.of, "move"));
        let are = if graded == 1 { "is" } else { "are" };
        text += &format!("\nstopped: {graded} of {of} {are} graded\n");
    }
    text
}

/// The scores of all players, without end bonuses.
fn scores(position: &Position) -> String {
    let scores = position.boards().iter().map(|board| board.score());
    scores.map(|it| it.to_string()).join(" : ")
}

/// How the game stands at the end of the record, with end bonuses.
fn result(end: &Position) -> String {
    let standing = end.standing();
    let scores = standing.scores().iter().join(" : ");
    let winners = standing.winners().map(|player| player + 1).join(" and ");
    match (end.outcome(), standing.winner()) {
        (None, _) => format!("The record ends at {scores}, with what is complete so far."),
        (_, Some(_)) => {
            format!("The game ends at {scores} with all bonuses: player {winners} wins.")
        }
        (_, None) => format!(
            "The game ends at {scores} with all bonuses: players {winners} share the victory."
        ),
    }
}

fn row(reviewed: &Reviewed) -> String {
    let Graded {
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
fn worst(reviewed: &Reviewed) -> String {
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

/// A puzzle, with its solution where it is wanted.
pub fn puzzle(puzzle: &Puzzle, solved: bool) -> String {
    let player = puzzle.position.mover() + 1;
    let mut told = text(&puzzle.position);
    told += &format!(
        "\n\nPlayer {player} to move: one move alone leads to the best result of the round.\n\
         Every other move is worth at least {} less.\n",
        counted(puzzle.margin, "point")
    );
    if solved {
        let moves = puzzle.variation.iter().join(" ");
        let (best, value) = (puzzle.best, signed(puzzle.value));
        let does = does(&puzzle.position, best);
        told += &format!("\nsolution   {best}  {does}\nvalue      {value}\nbest play  {moves}\n");
    } else {
        told += "--solution shows it.\n";
    }
    told
}

/// What the wall of a player, from 0, can still earn, and with which tiles.
pub fn plan(player: usize, plan: &Plan) -> String {
    let bold = anstyle::Style::new().bold();
    let (player, rounds) = (player + 1, counted(plan.rounds, "round"));
    let (points, bonus) = (counted(plan.points, "point"), plan.bonus);
    let mut told = format!(
        "{bold}Player {player}, {rounds}{bold:#}: the wall can earn {points} at most, {bonus} of them as end bonuses\n"
    );
    for (index, tiles) in plan.tiles.iter().enumerate() {
        told += &format!("round {}: {}\n", index + 1, tiles.iter().join(", "));
    }
    told += "A round puts one tile in each row; they are told from the top row to the bottom row.";
    told
}
