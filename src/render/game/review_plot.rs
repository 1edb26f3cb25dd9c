//! Game as a picture: the probability to win over its moves, or the expected difference by rollouts.

use super::words::signed;
use crate::analysis::{Grade, Summary, rollouts};
use crate::game::Players;
use crate::render::caption::Caption;
use crate::render::colour;
use crate::render::svg::{MARGIN, document, heading, heading_size, paper, text};
use svg::node::element::{Circle, Group, Line, Polyline, Title};

/// Size of the plot without the words above.
const SIZE: (f64, f64) = (820.0, 300.0);

/// Space for the numbers on the left, and their distance from the axis.
const LEFT: f64 = 56.0;
const GAP: f64 = 8.0;

/// Space between the words and the highest number.
const ABOVE: f64 = 12.0;

/// Colours of the players, distinct for everybody; the first is that of the difference of two players.
const LINES: [&str; 4] = ["#005a9c", "#d96b00", "#4c7a34", "#7a3f8f"];

/// Names of the colours of the players.
const NAMES: [&str; 4] = ["blue", "orange", "green", "purple"];

/// Words above a plot, and the numbers at its side.
struct Frame {
    title: &'static str,
    /// Meaning of the line of two players, and of the lines of more.
    meaning: [&'static str; 2],
    /// Meaning of the dots.
    dots: &'static str,
    /// Numbers from the lowest, each with its place from 0 at the bottom to 1.
    scale: [(f64, String); 5],
}

/// Move on the line of its player, or of the first of two players.
struct PlottedMove {
    number: usize,
    round: u32,
    player: usize,
    /// Place from 0 at the bottom to 1.
    place: f64,
    /// Loss of the move, if there is one: whether it is large, and the tooltip of the dot.
    loss: Option<(bool, String)>,
}

/// Probability to win after each move, as SVG: of two players that of player 1, of more that of each after his own moves.
/// Moves with a loss have a dot.
pub fn svg(summary: &Summary) -> String {
    let is_two_player = summary.players == Players::Two;
    let moves = summary.moves.iter().map(|move_| {
        let words = format!(
            "move {}, player {}: {} {}, {:.1} % less than {}",
            move_.number,
            move_.player + 1,
            move_.taken,
            move_.grade.name(),
            100.0 * move_.loss.win,
            move_.best
        );
        PlottedMove {
            number: move_.number,
            round: move_.round,
            player: move_.player,
            place: match is_two_player && move_.player == 1 {
                true => 1.0 - move_.win,
                false => move_.win,
            },
            loss: (move_.grade > Grade::Good).then_some((move_.grade == Grade::Blunder, words)),
        }
    });
    let frame = Frame {
        title: "The probability to win over the game",
        meaning: [
            "how likely player 1 wins, after each move",
            "how likely each player wins, after each of his moves",
        ],
        dots: "dots are moves that gave some of it away, large ones blunders",
        scale: [0.0, 0.25, 0.5, 0.75, 1.0].map(|win| (win, format!("{:.0} %", 100.0 * win))),
    };
    draw(&frame, summary.players, &moves.collect::<Vec<_>>())
}

/// Expected difference after each move by rollouts, as SVG: of two players that of player 1 over player 2, of more that of
/// each player over the best other.
pub fn rollouts(review: &rollouts::Review) -> String {
    let players = review.end.players();
    let value = |move_: &rollouts::MoveReview| {
        let value = move_.graded.chosen.value();
        match players == Players::Two && move_.player == 1 {
            true => -value,
            false => value,
        }
    };
    let values = review.moves.iter().map(value);
    // A round maximum, so that the numbers at the side are whole.
    let maximum = values.fold(1.0_f64, |maximum, value| maximum.max(value.abs()));
    let maximum = 10.0 * (maximum / 10.0).ceil();
    let place = |value: f64| 0.5 + value / (2.0 * maximum);
    let moves = review.moves.iter().map(|move_| {
        let grade = &move_.graded;
        let words = format!(
            "move {}, player {}: {} {}, {:.1} less than {}",
            move_.number,
            move_.player + 1,
            grade.chosen.taken,
            grade.grade.name(),
            grade.delta,
            grade.best.taken
        );
        let is_large = grade.grade == rollouts::Grade::Miss;
        PlottedMove {
            number: move_.number,
            round: move_.round,
            player: move_.player,
            place: place(value(move_)),
            loss: (grade.grade > rollouts::Grade::Good).then_some((is_large, words)),
        }
    });
    let frame = Frame {
        title: "The expected difference over the game",
        meaning: [
            "after each move, by how much player 1 is expected to lead at the end of the round",
            "after each of his moves, by how much each player is expected to lead the best other at the end of the round",
        ],
        dots: "dots are moves that gave points away: a small one is OKAY, a large one a MISS",
        scale: [-maximum, -maximum / 2.0, 0.0, maximum / 2.0, maximum]
            .map(|value| (place(value), signed(value as i32))),
    };
    draw(&frame, players, &moves.collect::<Vec<_>>())
}

/// Colours of the dots by player.
fn dot_colours(players: Players) -> String {
    let names = NAMES.iter().take(players.count()).enumerate();
    let dots = names.map(|(player, name)| format!("{name} of player {}", player + 1));
    dots.collect::<Vec<_>>().join(", ")
}

fn draw(frame: &Frame, players: Players, moves: &[PlottedMove]) -> String {
    let is_two_player = players == Players::Two;
    let caption = Caption {
        title: frame.title.into(),
        lines: vec![
            frame.meaning[usize::from(!is_two_player)].into(),
            format!("{}: {}", frame.dots, dot_colours(players)),
        ],
    };
    let (words, above) = heading_size(&caption);
    let (width, height) = (
        words.max(SIZE.0) + 2.0 * MARGIN,
        above + ABOVE + SIZE.1 + 2.0 * MARGIN,
    );
    let last = moves.len().max(2) as f64;
    let x = |number: usize| MARGIN + LEFT + (number as f64 - 1.0) / (last - 1.0) * (SIZE.0 - LEFT);
    let y = |place: f64| MARGIN + above + ABOVE + SIZE.1 * (1.0 - place);
    let mut plot = Group::new();
    for (place, number) in &frame.scale {
        let (from, to) = ((x(1), y(*place)), (MARGIN + SIZE.0, y(*place)));
        let number = text(x(1) - GAP, y(*place) + 4.0, number).set("text-anchor", "end");
        plot = plot.add(rule(from, to, *place == 0.5)).add(number);
    }
    for round in moves.chunk_by(|move_, next| move_.round == next.round) {
        let start = x(round[0].number);
        let words = format!("round {}", round[0].round);
        let words = text(start + 3.0, y(0.0) + 16.0, &words);
        let rule = rule((start, y(1.0)), (start, y(0.0)), false);
        plot = plot.add(rule).add(words);
    }
    let lines = if is_two_player { 1 } else { players.count() };
    for (player, colour) in LINES.into_iter().enumerate().take(lines) {
        let line = moves.iter();
        let line = line.filter(|move_| is_two_player || move_.player == player);
        let points = line.map(|move_| format!("{:.1},{:.1}", x(move_.number), y(move_.place)));
        plot = plot.add(
            Polyline::new()
                .set("points", points.collect::<Vec<_>>().join(" "))
                .set("fill", "none")
                .set("stroke", colour)
                .set("stroke-width", 2),
        );
    }
    for dot in moves {
        if let Some((is_large, words)) = &dot.loss {
            plot = plot.add(
                Circle::new()
                    .set("cx", format!("{:.1}", x(dot.number)))
                    .set("cy", format!("{:.1}", y(dot.place)))
                    .set("r", if *is_large { 5 } else { 3 })
                    .set("fill", LINES[dot.player])
                    .add(Title::new(words.clone())),
            );
        }
    }
    let picture = document(width, height, &caption);
    let picture = picture.add(paper()).add(heading(&caption));
    picture.add(plot).to_string()
}

fn rule(from: (f64, f64), to: (f64, f64), bold: bool) -> Line {
    Line::new()
        .set("x1", from.0)
        .set("y1", from.1)
        .set("x2", to.0)
        .set("y2", to.1)
        .set("stroke", colour::MUTED)
        .set("stroke-width", if bold { 1.0 } else { 0.3 })
}
