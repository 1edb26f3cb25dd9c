//! The expected difference over a game as a picture.

use crate::analysis::rollouts::{Grade, Review, Reviewed};
use crate::game::Players;
use crate::render::caption::Caption;
use crate::render::colour;
use crate::render::svg::{MARGIN, document, heading, heading_size, paper, text};
use svg::node::element::{Circle, Group, Line, Polyline, Title};

/// The size of the plot without the words above it.
const SIZE: (f64, f64) = (820.0, 300.0);

/// The room for the numbers on the left.
const LEFT: f64 = 44.0;

/// One colour a player, which everybody can tell apart; the first is that of the difference of two players.
const LINES: [&str; 4] = ["#005a9c", "#d96b00", "#4c7a34", "#7a3f8f"];

/// The names of these colours.
const NAMES: [&str; 4] = ["blue", "orange", "green", "purple"];

/// The expected difference after each move, as SVG: of two players that of player 1 over player 2, of more that of each
/// player over the best other. Moves that gave something away have a mark.
pub fn svg(review: &Review) -> String {
    let players = review.end.players();
    let two = players == Players::Two;
    let caption = Caption {
        title: "The expected difference over the game".into(),
        lines: vec![
            match two {
                true => "what player 1 is expected to have more than player 2 after the round, after each move".into(),
                false => "what each player is expected to have more than the best other after the round, after each of his moves".into(),
            },
            format!("a dot is a move that gave points away, small for OKAY, large for MISS: {}", dots(players)),
        ],
    };
    let (words, above) = heading_size(&caption);
    let (width, height) = (
        words.max(SIZE.0) + 2.0 * MARGIN,
        above + SIZE.1 + 2.0 * MARGIN,
    );
    let values = || review.moves.iter().map(|it| value(it, two));
    // A round number, so that those at the side are whole.
    let most = values().fold(1.0_f64, |most, value| most.max(value.abs()));
    let most = 10.0 * (most / 10.0).ceil();
    let last = review.moves.len().max(2) as f64;
    let x = |number: usize| MARGIN + LEFT + (number as f64 - 1.0) / (last - 1.0) * (SIZE.0 - LEFT);
    let y = |value: f64| MARGIN + above + SIZE.1 * (0.5 - value / (2.0 * most));
    let mut plot = Group::new();
    for value in [-most, -most / 2.0, 0.0, most / 2.0, most] {
        plot = plot
            .add(rule(
                (x(1), y(value)),
                (MARGIN + SIZE.0, y(value)),
                value == 0.0,
            ))
            .add(text(
                MARGIN,
                y(value) + 4.0,
                &match value {
                    0.0 => "0".into(),
                    _ => format!("{value:+}").replace('-', "−"),
                },
            ));
    }
    let mut round = 0;
    for reviewed in &review.moves {
        if reviewed.round != round {
            round = reviewed.round;
            let at = x(reviewed.number);
            plot = plot
                .add(rule((at, y(most)), (at, y(-most)), false))
                .add(text(at + 3.0, y(-most) + 16.0, &format!("round {round}")));
        }
    }
    let series = if two { 1 } else { players.count() };
    for (player, line) in LINES.iter().enumerate().take(series) {
        let own = review.moves.iter().filter(|it| two || it.player == player);
        let points = own.map(|it| format!("{:.1},{:.1}", x(it.number), y(value(it, two))));
        let points = points.collect::<Vec<_>>().join(" ");
        plot = plot.add(
            Polyline::new()
                .set("points", points)
                .set("fill", "none")
                .set("stroke", *line)
                .set("stroke-width", 2),
        );
    }
    for reviewed in review
        .moves
        .iter()
        .filter(|it| it.graded.grade > Grade::Good)
    {
        plot = plot.add(mark(reviewed, x(reviewed.number), y(value(reviewed, two))));
    }
    let picture = document(width, height, &caption)
        .add(paper())
        .add(heading(&caption));
    picture.add(plot).to_string()
}

/// The colour of each player's dots.
fn dots(players: Players) -> String {
    let names = NAMES.iter().take(players.count()).enumerate();
    let dots = names.map(|(player, name)| format!("{name} of player {}", player + 1));
    dots.collect::<Vec<_>>().join(", ")
}

/// What is drawn for a move.
fn value(reviewed: &Reviewed, two: bool) -> f64 {
    let value = reviewed.graded.chosen.value();
    if two && reviewed.player == 1 {
        -value
    } else {
        value
    }
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

/// A dot on a move that gave something away, with its words for a pointer that rests on it.
fn mark(reviewed: &Reviewed, x: f64, y: f64) -> Circle {
    let graded = &reviewed.graded;
    let told = format!(
        "move {}, player {}: {} {}, {:.1} less than {}",
        reviewed.number,
        reviewed.player + 1,
        graded.chosen.taken,
        graded.grade.name(),
        graded.delta,
        graded.best.taken
    );
    let radius = if graded.grade == Grade::Miss { 5 } else { 3 };
    Circle::new()
        .set("cx", format!("{x:.1}"))
        .set("cy", format!("{y:.1}"))
        .set("r", radius)
        .set("fill", LINES[reviewed.player])
        .add(Title::new(told))
}
