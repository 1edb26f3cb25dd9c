//! Values, grades, reviews and puzzles in words.

use super::text::text;
use super::words::{decimal, heading, move_phrase, signed};
use crate::analysis::{
    Certainty, Grade, JudgedMove, Judgement, Loss, MoveGrade, MoveReview, Puzzle, Review, Summary,
    TurningPoint,
};
use crate::counted::{agreeing, counted};
use crate::game::{Move, Position};
use crate::plan::Plan;
use crate::players::azulejo::LEVELS;
use itertools::Itertools;

/// The best moves of a position, each with its value and how the game goes on.
pub fn best(position: &Position, judgement: &Judgement) -> String {
    let bold = anstyle::Style::new().bold();
    let mut words = format!("{bold}{}{bold:#}\n", heading(position));
    for judged in &judgement.moves {
        words += &format!("\n{}\n     {}", valued(position, judged), line(judged));
    }
    let nodes = counted(judgement.nodes, "position");
    words + &format!("\n\n{nodes}")
}

/// The grade of a move, what the best move is, and what differs.
pub fn grade(position: &Position, graded: &MoveGrade) -> String {
    let bold = anstyle::Style::new().bold();
    let (heading, grade) = (heading(position), graded.grade.name());
    let mut rows = vec![
        format!("{bold}{heading}{bold:#}"),
        String::new(),
        format!("grade  {bold}{grade}{bold:#}  {}", gives_away(graded)),
        format!("your   {}", valued(position, &graded.chosen)),
        format!("       {}", line(&graded.chosen)),
    ];
    if graded.best.taken != graded.chosen.taken {
        rows.push(format!("best   {}", valued(position, &graded.best)));
        rows.push(format!("       {}", line(&graded.best)));
    }
    let mut reasons = sentences(graded).peekable();
    if reasons.peek().is_some() {
        rows.push(String::new());
        rows.extend(reasons);
    }
    rows.join("\n")
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
    let mut text: String = review.moves.iter().map(|it| row(it, review)).collect();
    text += &summary(review);
    text
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
        text += &reviewed.map_or(String::new(), costly);
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

/// The scores of all players, without end bonuses.
pub(super) fn scores(position: &Position) -> String {
    let scores = position.boards().iter().map(|board| board.score());
    scores.map(|it| it.to_string()).join(" : ")
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

/// A move of a review, with the heading of a round where one begins.
fn row(reviewed: &MoveReview, review: &Review) -> String {
    let bold = anstyle::Style::new().bold();
    let MoveGrade {
        best,
        chosen,
        grade,
        loss,
        ..
    } = &reviewed.graded;
    let before = reviewed.number.checked_sub(2);
    let begins = before.is_none_or(|before| review.moves[before].round != reviewed.round);
    let heading = match begins {
        true => format!(
            "{bold}Round {}{bold:#}, from {}\n",
            reviewed.round,
            scores(&reviewed.position)
        ),
        false => String::new(),
    };
    let better = match grade {
        Grade::Best => String::new(),
        _ => format!("  {} is better by {}", best.taken, lost(*loss)),
    };
    format!(
        "{heading}{:>4}  player {}  {:>3}  {:<10}  {}{better}\n",
        reviewed.number,
        reviewed.player + 1,
        chosen.taken.to_string(),
        grade.name(),
        worth(chosen),
    )
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

/// A costly move, the better one, and what differs.
fn costly(reviewed: &MoveReview) -> String {
    let bold = anstyle::Style::new().bold();
    let (position, graded) = (&reviewed.position, &reviewed.graded);
    let (number, player) = (reviewed.number, reviewed.player + 1);
    let sentences = sentences(graded).map(|it| format!("  {it}\n"));
    format!(
        "\n{bold}Move {number}, round {}, player {player}: {}{bold:#}, {}\n  played  {}\n          {}\n  better  {}\n          {}\n{}  {}\n",
        reviewed.round,
        graded.grade.name(),
        gives_away(graded),
        valued(position, &graded.chosen),
        line(&graded.chosen),
        valued(position, &graded.best),
        line(&graded.best),
        sentences.collect::<String>(),
        position,
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
    let bold = anstyle::Style::new().bold();
    let (player, rounds) = (player + 1, counted(plan.rounds, "round"));
    let (points, bonus) = (counted(plan.points, "point"), plan.bonus);
    let mut words = format!(
        "{bold}Player {player}, {rounds}{bold:#}: the wall can earn {points} at most, {bonus} of them as end bonuses\n"
    );
    for (index, tiles) in plan.tiles.iter().enumerate() {
        words += &format!("round {}: {}\n", index + 1, tiles.iter().join(", "));
    }
    words +=
        "A round puts one tile in each row; they are listed from the top row to the bottom row.";
    words
}
