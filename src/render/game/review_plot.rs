//! A game as a picture: the probability to win over its moves, or what rollouts expect of its rounds.

use crate::analysis::rollouts;
use crate::analysis::{Grade, Summary};
use crate::game::Players;
use crate::render::caption::Caption;
use crate::render::colour;
use crate::render::svg::{MARGIN, document, heading, heading_size, paper, text};
use svg::node::element::{Circle, Group, Line, Polyline, Title};

/// The size of the plot without the words above it.
const SIZE: (f64, f64) = (820.0, 300.0);

/// The room for the numbers on the left, and how far they stay from the axis.
const LEFT: f64 = 56.0;
const GAP: f64 = 8.0;

/// The room between the words and the highest number.
const ABOVE: f64 = 12.0;

/// One colour a player, which everybody can tell apart; the first is that of the difference of two players.
const LINES: [&str; 4] = ["#005a9c", "#d96b00", "#4c7a34", "#7a3f8f"];

/// The names of these colours.
const NAMES: [&str; 4] = ["blue", "orange", "green", "purple"];

/// Contents of the plot.
struct Plot {
    caption: Caption,
    /// The numbers at the side, from the highest, each with its place from 0 at the bottom to 1.
    scale: Vec<(f64, String)>,
    /// The moves at which rounds begin.
    rounds: Vec<(usize, u32)>,
    /// The number of the last move.
    last: usize,
    /// A line a player: the numbers of moves, and places from 0 to 1.
    lines: Vec<Vec<(usize, f64)>>,
    dots: Vec<Dot>,
}

/// A dot on a move that gave something away, with its words for a pointer that rests on it.
struct Dot {
    number: usize,
    player: usize,
    place: f64,
    large: bool,
    words: String,
}

/// The probability to win after each move, as SVG: of two players that of player 1, of more that of each after his own moves.
/// Moves that gave something away have a mark.
pub fn svg(summary: &Summary) -> String {
    let players = summary.players;
    let two = players == Players::Two;
    let lines: Vec<Vec<(usize, f64)>> = match two {
        true => vec![summary.wins(0).collect()],
        false => (0..players.count())
            .map(|player| summary.wins(player).collect())
            .collect(),
    };
    let bad = summary.moves.iter().filter(|it| it.grade > Grade::Good);
    let dots = bad.map(|it| {
        let win = it.win;
        Dot {
            number: it.number,
            player: it.player,
            place: if two && it.player == 1 {
                1.0 - win
            } else {
                win
            },
            large: it.grade == Grade::Blunder,
            words: format!(
                "move {}, player {}: {} {}, {:.1} % less than {}",
                it.number,
                it.player + 1,
                it.taken,
                it.grade.name(),
                100.0 * it.loss.win,
                it.best
            ),
        }
    });
    let percents = [0.0, 0.25, 0.5, 0.75, 1.0].map(|it| (it, format!("{:.0} %", 100.0 * it)));
    draw(&Plot {
        caption: Caption {
            title: "The probability to win over the game".into(),
            lines: vec![
                match two {
                    true => "how likely player 1 wins, after each move".into(),
                    false => "how likely each player wins, after each of his moves".into(),
                },
                format!(
                    "dots are moves that gave some of it away, large ones blunders: {}",
                    dot_colours(players)
                ),
            ],
        },
        scale: percents.into(),
        rounds: rounds(summary.moves.iter().map(|it| (it.number, it.round))),
        last: summary.moves.len(),
        lines,
        dots: dots.collect(),
    })
}

/// The difference that rollouts expect after each move, as SVG: of two players that of player 1 over player 2, of more that
/// of each player over the best other.
pub fn rollouts(review: &rollouts::Review) -> String {
    let players = review.end.players();
    let two = players == Players::Two;
    let value = |reviewed: &rollouts::MoveReview| {
        let value = reviewed.graded.chosen.value();
        if two && reviewed.player == 1 {
            -value
        } else {
            value
        }
    };
    let values = review.moves.iter().map(value);
    // A round number, so that those at the side are whole.
    let most = values.fold(1.0_f64, |most, value| most.max(value.abs()));
    let most = 10.0 * (most / 10.0).ceil();
    let place = |value: f64| 0.5 + value / (2.0 * most);
    let line = |player: usize| {
        let own = review.moves.iter().filter(|it| two || it.player == player);
        own.map(|it| (it.number, place(value(it)))).collect()
    };
    let bad = review.moves.iter();
    let bad = bad.filter(|it| it.graded.grade > rollouts::Grade::Good);
    let dots = bad.map(|it| Dot {
        number: it.number,
        player: it.player,
        place: place(value(it)),
        large: it.graded.grade == rollouts::Grade::Miss,
        words: format!(
            "move {}, player {}: {} {}, {:.1} less than {}",
            it.number,
            it.player + 1,
            it.graded.chosen.taken,
            it.graded.grade.name(),
            it.graded.delta,
            it.graded.best.taken
        ),
    });
    let scale = [-most, -most / 2.0, 0.0, most / 2.0, most].map(|value| {
        let number = match value {
            0.0 => "0".into(),
            _ => format!("{value:+}").replace('-', "−"),
        };
        (place(value), number)
    });
    draw(&Plot {
        caption: Caption {
            title: "The expected difference over the game".into(),
            lines: vec![
                match two {
                    true => "after each move, by how much player 1 is expected to lead at the end of the round".into(),
                    false => "after each of his moves, by how much each player is expected to lead the best other at the end of the round".into(),
                },
                format!(
                    "dots are moves that gave points away: a small one is OKAY, a large one a MISS: {}",
                    dot_colours(players)
                ),
            ],
        },
        scale: scale.into(),
        rounds: rounds(review.moves.iter().map(|it| (it.number, it.round))),
        last: review.moves.len(),
        lines: (0..if two { 1 } else { players.count() }).map(line).collect(),
        dots: dots.collect(),
    })
}

/// The moves at which rounds begin.
fn rounds(moves: impl Iterator<Item = (usize, u32)>) -> Vec<(usize, u32)> {
    let mut begun = Vec::new();
    for (number, round) in moves {
        if begun.last().is_none_or(|&(_, last)| last != round) {
            begun.push((number, round));
        }
    }
    begun
}

/// The colour of each player's dots.
fn dot_colours(players: Players) -> String {
    let names = NAMES.iter().take(players.count()).enumerate();
    let dots = names.map(|(player, name)| format!("{name} of player {}", player + 1));
    dots.collect::<Vec<_>>().join(", ")
}

fn draw(plotted: &Plot) -> String {
    let (words, above) = heading_size(&plotted.caption);
    let (width, height) = (
        words.max(SIZE.0) + 2.0 * MARGIN,
        above + ABOVE + SIZE.1 + 2.0 * MARGIN,
    );
    let last = plotted.last.max(2) as f64;
    let x = |number: usize| MARGIN + LEFT + (number as f64 - 1.0) / (last - 1.0) * (SIZE.0 - LEFT);
    let y = |place: f64| MARGIN + above + ABOVE + SIZE.1 * (1.0 - place);
    let mut plot = Group::new();
    for (place, number) in &plotted.scale {
        let (from, to) = ((x(1), y(*place)), (MARGIN + SIZE.0, y(*place)));
        let number = text(x(1) - GAP, y(*place) + 4.0, number).set("text-anchor", "end");
        plot = plot.add(rule(from, to, *place == 0.5)).add(number);
    }
    for &(number, round) in &plotted.rounds {
        let at = x(number);
        plot = plot.add(rule((at, y(1.0)), (at, y(0.0)), false)).add(text(
            at + 3.0,
            y(0.0) + 16.0,
            &format!("round {round}"),
        ));
    }
    for (line, colour) in plotted.lines.iter().zip(LINES) {
        let points = line
            .iter()
            .map(|&(number, place)| format!("{:.1},{:.1}", x(number), y(place)));
        plot = plot.add(
            Polyline::new()
                .set("points", points.collect::<Vec<_>>().join(" "))
                .set("fill", "none")
                .set("stroke", colour)
                .set("stroke-width", 2),
        );
    }
    for dot in &plotted.dots {
        plot = plot.add(
            Circle::new()
                .set("cx", format!("{:.1}", x(dot.number)))
                .set("cy", format!("{:.1}", y(dot.place)))
                .set("r", if dot.large { 5 } else { 3 })
                .set("fill", LINES[dot.player])
                .add(Title::new(dot.words.clone())),
        );
    }
    let picture = document(width, height, &plotted.caption)
        .add(paper())
        .add(heading(&plotted.caption));
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
