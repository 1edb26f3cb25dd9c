//! Values, grades, reviews and puzzles in words.

use super::graded::{GradedWords, rows};
use super::text::text;
use super::words::{decimal, heading, move_phrase, signed};
use crate::analysis::{
    Certainty, Grade, JudgedMove, Judgement, Loss, MoveGrade, Puzzle, Review, Summary, TurningPoint,
};
use crate::counted::{agreeing, counted};
use crate::game::{Move, Position};
use crate::plan::Plan;
use crate::players::azulejo::LEVELS;
use crate::render::caption::bold;
use itertools::Itertools;

/// Best moves of a position, each with its value and its continuation.
pub fn best(position: &Position, judgement: &Judgement) -> String {
    let mut words = bold(heading(position)) + "\n";
    for move_ in &judgement.moves {
        words += &format!("\n{}", move_lines(position, move_).replace('\n', "\n     "));
    }
    let nodes = counted(judgement.nodes, "position");
    words + &format!("\n\n{nodes}")
}

/// Grade of a move, with the best move and the differences.
pub fn grade(position: &Position, grade: &MoveGrade) -> String {
    let is_other = grade.best.taken != grade.chosen.taken;
    words(position, grade).account(position, is_other)
}

/// Words on a graded move.
fn words(position: &Position, grade: &MoveGrade) -> GradedWords {
    let (best, move_) = (&grade.best, &grade.chosen);
    let better = || format!("{} is better by {}", best.taken, gain(grade.loss));
    GradedWords {
        grade: (grade.grade.name(), 10),
        loss: loss_phrase(grade),
        played: (move_.taken, value_phrase(move_)),
        better: (grade.grade != Grade::Best).then(better),
        moves: [move_, best].map(|move_| move_lines(position, move_)),
        sentences: sentences(grade).collect(),
    }
}

/// Sentences on the differences of a move and the best move.
pub(crate) fn sentences(grade: &MoveGrade) -> impl Iterator<Item = String> + '_ {
    let reasons = grade.reasons.iter();
    reasons.filter_map(|reason| reason.sentence.clone())
}

/// Loss of a move as a phrase.
pub(crate) fn loss_phrase(grade: &MoveGrade) -> String {
    if grade.chosen.taken == grade.best.taken {
        return "the best move".into();
    }
    let (win, points) = (100.0 * grade.loss.win, grade.loss.points);
    if grade.certainty == Certainty::Proven {
        let games = match win {
            0.0 => String::new(),
            win => format!("{win:.0} % of the victory and "),
        };
        return match points {
            0.0 if win == 0.0 => "proven to be as good as the best move".into(),
            _ => format!("proven to give away {games}{}", counted(points, "point")),
        };
    }
    let note = match grade.certainty {
        Certainty::Shallow => ", as far as a short search sees",
        _ => "",
    };
    let points = decimal(-points);
    format!("gives away {win:.1} % of the probability to win ({points} points){note}")
}

/// Move with its value, its effect and its continuation.
fn move_lines(position: &Position, move_: &JudgedMove) -> String {
    let first = move_line(position, move_.taken, &value_phrase(move_));
    format!("{first}\n{}", move_.line.iter().join(" "))
}

/// Move with its value and its effect.
pub(super) fn move_line(position: &Position, move_: Move, value: &str) -> String {
    format!("{move_}  {value}  {}", effect_phrase(position, move_))
}

/// Value of a move: the probability to win, the expected difference, and the certainty of both.
pub(crate) fn value_phrase(move_: &JudgedMove) -> String {
    let certainty = move_.certainty.name();
    let points = match move_.certainty {
        Certainty::Proven => signed(move_.points as i32),
        _ => decimal(move_.points),
    };
    format!("{} {points} ({certainty})", percent(move_.win))
}

/// Probability in percent.
pub(crate) fn percent(win: f64) -> String {
    format!("{:.0} %", 100.0 * win)
}

/// Effect of a move as a phrase.
pub(crate) fn effect_phrase(position: &Position, move_: Move) -> String {
    let effect = position.effect(move_);
    effect.map_or(String::new(), |effect| move_phrase(move_, &effect))
}

/// Review of a game: every move with its grade, the accuracy of each player, the turning points, and the costliest moves with
/// better ones.
pub fn review(review: &Review) -> String {
    rows(review, words) + &summary(review)
}

/// Lines below the moves of a review.
fn summary(review: &Review) -> String {
    let summary = review.summary();
    let mut text = format!("\n{}\n", result(&review.end));
    for player in 0..review.end.players().count() {
        text += &format!(
            "player {}: {}\n",
            player + 1,
            player_summary(&summary, player)
        );
    }
    for turning in summary.turning_points() {
        text += &turning_line(&turning);
    }
    for worst in summary.costliest() {
        let mut moves = review.moves.iter();
        let move_ = moves.find(|move_| move_.number == worst.number);
        text.extend(move_.map(|move_| words(&move_.position, &move_.graded).costly_move(move_)));
    }
    text + &stop_note(review.moves.len(), review.of)
}

/// Accuracy of a player, from 0, with the loss by move and the number of moves of each grade.
pub(crate) fn player_summary(summary: &Summary, player: usize) -> String {
    let accuracy = summary.accuracy(player);
    let loss_by_move = summary.given_away_by_move(player);
    let Some((accuracy, loss_by_move)) = accuracy.zip(loss_by_move) else {
        return "no move is graded".into();
    };
    let grades = Grade::ALL.map(|grade| moves_of_grade(grade, summary.count(player, grade)));
    format!(
        "accuracy {accuracy:.0}, gave away {:.1} % of the probability to win a move: {}",
        100.0 * loss_by_move,
        grades.join(", ")
    )
}

/// Number of moves of a grade: `3 inaccuracies`.
fn moves_of_grade(grade: Grade, count: usize) -> String {
    match grade {
        Grade::Best => format!("{count} best"),
        Grade::Good => format!("{count} good"),
        Grade::Inaccuracy => agreeing(count, "inaccuracy", "inaccuracies"),
        Grade::Mistake => counted(count, "mistake"),
        Grade::Blunder => counted(count, "blunder"),
    }
}

/// Note on a review that was stopped; empty for a review of all moves.
pub(super) fn stop_note(graded: usize, of: usize) -> String {
    if graded == of {
        return String::new();
    }
    let verb = if graded == 1 { "is" } else { "are" };
    format!(
        "\nstopped: {graded} of {} {verb} graded\n",
        counted(of, "move")
    )
}

/// Sentence on the scores at the end of the record, with end bonuses.
pub(super) fn result(end: &Position) -> String {
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

/// Gain by a better move: `8.2 % and 3.5 points`.
fn gain(loss: Loss) -> String {
    let win = format!("{:.1} %", 100.0 * loss.win);
    let points = format!("{:.1} points", loss.points.abs());
    match loss.points <= -0.05 {
        true => format!("{win}, though with {points} less"),
        false => format!("{win} and {points}"),
    }
}

/// Line on a turning point.
fn turning_line(turning: &TurningPoint) -> String {
    let side = if turning.above { "above" } else { "below" };
    format!(
        "from move {} on, player {}'s probability to win stays {side} {}\n",
        turning.number,
        turning.player + 1,
        percent(turning.threshold)
    )
}

/// Text of a puzzle, with its solution or without.
pub fn puzzle(puzzle: &Puzzle, with_solution: bool) -> String {
    let player = puzzle.position.mover() + 1;
    let mut text = text(&puzzle.position);
    text += &format!(
        "\n\nPlayer {player} to move: one move alone leads to the best result of the round.\n\
         Every other move is worth at least {} less, and loses {} % of the probability to win.\n\n\
         rating  {}\nproof   {}\n\n",
        counted(puzzle.margin, "point"),
        puzzle.loss,
        rating(puzzle),
        counted(puzzle.nodes, "position"),
    );
    if with_solution {
        let moves = puzzle.variation.iter().join(" ");
        let (best, value) = (puzzle.best, signed(puzzle.value));
        let effect = effect_phrase(&puzzle.position, best);
        let (theme, about) = (puzzle.theme.name(), puzzle.theme.about());
        text += &format!(
            "solution   {best}  {effect}\ntheme      {theme}: {about}\nvalue      {value}\nbest play  {moves}\n"
        );
    } else {
        text += "--solution shows it.\n";
    }
    text
}

/// Rating of a puzzle: `4: level 4, Sintra, finds the move, and so does every stronger level`.
pub fn rating(puzzle: &Puzzle) -> String {
    let rating = puzzle.rating();
    let Some(level) = LEVELS.get(usize::from(rating) - 1) else {
        let last = LEVELS[LEVELS.len() - 1].name;
        return format!("{rating}: not even {last}, the last level, finds the move");
    };
    let stronger = match usize::from(rating) == LEVELS.len() {
        true => "",
        false => ", and so does every stronger level",
    };
    format!(
        "{rating}: level {rating}, {}, finds the move{stronger}",
        level.name
    )
}

/// Plan in words: the points that the wall of a player, from 0, can still earn, and the tiles for them.
pub fn plan(player: usize, plan: &Plan) -> String {
    let (player, rounds) = (player + 1, counted(plan.rounds, "round"));
    let (points, bonus) = (counted(plan.points, "point"), plan.bonus);
    let title = bold(format!("Player {player}, {rounds}"));
    let mut words =
        format!("{title}: the wall can earn {points} at most, {bonus} of them as end bonuses\n");
    for (index, tiles) in plan.tiles.iter().enumerate() {
        words += &format!("round {}: {}\n", index + 1, tiles.iter().join(", "));
    }
    words +=
        "A round puts one tile in each row; they are listed from the top row to the bottom row.";
    words
}
