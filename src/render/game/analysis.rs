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

/// The best moves of a position, each with its value and how the game goes on.
pub fn best(position: &Position, judgement: &Judgement) -> String {
    let mut words = bold(heading(position)) + "\n";
    for judged in &judgement.moves {
        words += &format!("\n{}\n     {}", valued(position, judged), line(judged));
    }
    let nodes = counted(judgement.nodes, "position");
    words + &format!("\n\n{nodes}")
}

/// The grade of a move, what the best move is, and what differs.
pub fn grade(position: &Position, graded: &MoveGrade) -> String {
    let differs = graded.best.taken != graded.chosen.taken;
    in_words(position, graded).account(position, differs)
}

/// A graded move in words.
fn in_words(position: &Position, graded: &MoveGrade) -> GradedWords {
    let (best, chosen) = (&graded.best, &graded.chosen);
    let better = || format!("{} is better by {}", best.taken, lost(graded.loss));
    GradedWords {
        grade: (graded.grade.name(), 10),
        loss: gives_away(graded),
        taken: (chosen.taken, worth(chosen)),
        better: (graded.grade != Grade::Best).then(better),
        moves: [chosen, best].map(|it| format!("{}\n{}", valued(position, it), line(it))),
        sentences: sentences(graded).collect(),
    }
}

/// The sentences on what differs.
pub(crate) fn sentences(graded: &MoveGrade) -> impl Iterator<Item = String> + '_ {
    let reasons = graded.reasons.iter();
    reasons.filter_map(|reason| reason.sentence.clone())
}

/// The loss of a move, in words without an end.
pub(crate) fn gives_away(graded: &MoveGrade) -> String {
    if graded.chosen.taken == graded.best.taken {
        return "the best move".into();
    }
    let (win, points) = (100.0 * graded.loss.win, graded.loss.points);
    if graded.certainty == Certainty::Proven {
        let games = match win {
            0.0 => String::new(),
            win => format!("{win:.0} % of the victory and "),
        };
        return match points {
            0.0 if win == 0.0 => "proven to be as good as the best move".into(),
            _ => format!("proven to give away {games}{}", counted(points, "point")),
        };
    }
    let how = match graded.certainty {
        Certainty::Shallow => ", as far as a short search sees",
        _ => "",
    };
    let points = decimal(-points);
    format!("gives away {win:.1} % of the probability to win ({points} points){how}")
}

/// A move with its value and what it does.
fn valued(position: &Position, judged: &JudgedMove) -> String {
    let does = does(position, judged.taken);
    format!("{}  {}  {does}", judged.taken, worth(judged))
}

/// The value of a move: the probability to win, the expected difference, and how certain both are.
pub(crate) fn worth(judged: &JudgedMove) -> String {
    let certainty = judged.certainty.name();
    let points = match judged.certainty {
        Certainty::Proven => signed(judged.points as i32),
        _ => decimal(judged.points),
    };
    format!("{} {points} ({certainty})", percent(judged.win))
}

/// A probability.
pub(crate) fn percent(win: f64) -> String {
    format!("{:.0} %", 100.0 * win)
}

/// How the game goes on after a move.
pub(crate) fn line(judged: &JudgedMove) -> String {
    judged.line.iter().join(" ")
}

/// The effect of a move, in words.
pub(crate) fn does(position: &Position, taken: Move) -> String {
    let effect = position.effect(taken);
    effect.map_or(String::new(), |effect| move_phrase(taken, &effect))
}

/// Every move with its grade, how well each player played, where the game turned, and the costliest moves with the better ones.
pub fn review(review: &Review) -> String {
    rows(review, in_words) + &summary(review)
}

/// The summary of a review, once all moves are known.
fn summary(review: &Review) -> String {
    let all = review.summary();
    let mut text = format!("\n{}\n", result(&review.end));
    for player in 0..review.end.players().count() {
        text += &format!("player {}: {}\n", player + 1, played(&all, player));
    }
    for turning in all.turning_points() {
        text += &turned(&turning);
    }
    for worst in all.costliest() {
        let reviewed = review.moves.iter().find(|it| it.number == worst.number);
        text.extend(reviewed.map(|it| in_words(&it.position, &it.graded).costly(it)));
    }
    text + &stopped(review.moves.len(), review.of)
}

/// How well a player, from 0, played, what he gave away, and his moves of each grade.
pub(crate) fn played(all: &Summary, player: usize) -> String {
    let (Some(accuracy), Some(by_move)) = (all.accuracy(player), all.given_away_by_move(player))
    else {
        return "no move is graded".into();
    };
    let grades = Grade::ALL.map(|grade| moves_of_grade(grade, all.count(player, grade)));
    format!(
        "accuracy {accuracy:.0}, gave away {:.1} % of the probability to win a move: {}",
        100.0 * by_move,
        grades.join(", ")
    )
}

/// A number of moves of a grade, as a part of a list: `3 inaccuracies`.
fn moves_of_grade(grade: Grade, count: usize) -> String {
    match grade {
        Grade::Best => format!("{count} best"),
        Grade::Good => format!("{count} good"),
        Grade::Inaccuracy => agreeing(count, "inaccuracy", "inaccuracies"),
        Grade::Mistake => counted(count, "mistake"),
        Grade::Blunder => counted(count, "blunder"),
    }
}

/// The words for a review that was stopped before all moves were graded; empty for any other.
pub(super) fn stopped(graded: usize, of: usize) -> String {
    if graded == of {
        return String::new();
    }
    let are = if graded == 1 { "is" } else { "are" };
    format!(
        "\nstopped: {graded} of {} {are} graded\n",
        counted(of, "move")
    )
}

/// How the game stands at the end of the record, with end bonuses.
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

/// The gain by a better move: `8.2 % and 3.5 points`.
fn lost(loss: Loss) -> String {
    let win = format!("{:.1} %", 100.0 * loss.win);
    let points = format!("{:.1} points", loss.points.abs());
    match loss.points <= -0.05 {
        true => format!("{win}, though with {points} less"),
        false => format!("{win} and {points}"),
    }
}

/// A turning point in a line.
fn turned(turning: &TurningPoint) -> String {
    let side = if turning.above { "above" } else { "below" };
    format!(
        "from move {} on, player {}'s probability to win stays {side} {}\n",
        turning.number,
        turning.player + 1,
        percent(turning.threshold)
    )
}

/// A puzzle, with its solution where it is wanted.
pub fn puzzle(puzzle: &Puzzle, solved: bool) -> String {
    let player = puzzle.position.mover() + 1;
    let mut words = text(&puzzle.position);
    words += &format!(
        "\n\nPlayer {player} to move: one move alone leads to the best result of the round.\n\
         Every other move is worth at least {} less, and loses {} % of the probability to win.\n\n\
         rating  {}\nproof   {}\n\n",
        counted(puzzle.margin, "point"),
        puzzle.loss,
        rating(puzzle),
        counted(puzzle.nodes, "position"),
    );
    if solved {
        let moves = puzzle.variation.iter().join(" ");
        let (best, value) = (puzzle.best, signed(puzzle.value));
        let does = does(&puzzle.position, best);
        let (theme, about) = (puzzle.theme.name(), puzzle.theme.about());
        words += &format!(
            "solution   {best}  {does}\ntheme      {theme}: {about}\nvalue      {value}\nbest play  {moves}\n"
        );
    } else {
        words += "--solution shows it.\n";
    }
    words
}

/// How hard a puzzle is: `4: level 4, Sintra, finds the move, and so does every stronger level`.
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

/// A plan in words: the points that the wall of a player, from 0, can still earn, and with which tiles.
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
