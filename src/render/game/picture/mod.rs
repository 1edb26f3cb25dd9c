//! Position as an SVG picture: the factories around the centre, and the boards beside them.

mod board;
mod sources;
mod tiles;

use super::words::{heading, victory};
use crate::game::{Colour, Phase, Position};
use crate::render::caption::Caption;
use crate::render::colour;
use crate::render::svg::{
    MARGIN, TEXT_SIZE, at, document, heading as words_above, heading_size, paper, text, width,
};
use svg::node::element::{Group, Style};

/// Space between panels.
const BETWEEN: f64 = 24.0;

/// Position as an SVG document, in light or dark as its reader prefers.
pub fn svg(position: &Position) -> String {
    let caption = caption(position);
    let (words, above) = heading_size(&caption);
    let top = MARGIN + above + 10.0;
    let (left, mut height) = sources::size(position);
    let mut boards = Group::new();
    // Two boards stand one above the other, more of them two by two.
    let across = if position.boards().len() == 2 { 1 } else { 2 };
    for player in 0..position.boards().len() {
        let x = (board::WIDTH + BETWEEN) * (player % across) as f64;
        let y = (board::HEIGHT + BETWEEN) * (player / across) as f64;
        boards = boards.add(at(x, y).add(board::board(position, player)));
        height = height.max(y + board::HEIGHT);
    }
    let wide = left + (BETWEEN + board::WIDTH) * across as f64;
    let (legend, legend_width) = legend();
    let wide = wide.max(words).max(legend_width);
    let picture = document(
        wide + 2.0 * MARGIN,
        top + height + BETWEEN + 22.0 + MARGIN,
        &caption,
    );
    let picture = picture
        .add(Style::new(colour::DARK))
        .add(tiles::definitions())
        .add(paper())
        .add(words_above(&caption))
        .add(at(MARGIN, top).add(sources::sources(position)))
        .add(at(MARGIN + left + BETWEEN, top).add(boards))
        .add(at(MARGIN, top + height + BETWEEN).add(legend));
    format!("{picture}\n")
}

/// Symbols of the tiles and of the token, to be used by their names: `az-blue`, `az-token`.
pub(crate) fn tile_symbols() -> String {
    tiles::symbols().to_string()
}

/// Sign of the pages, a blue tile, as an SVG document.
pub(crate) fn sign() -> String {
    tiles::document(Colour::Blue).to_owned()
}

fn caption(position: &Position) -> Caption {
    let outcome = position.outcome();
    let starter = position.starter() + 1;
    let second = match (outcome, position.phase()) {
        (Some(outcome), _) => format!("{}, end bonuses included", victory(&outcome)),
        (None, Phase::Deal) => "The tiles of the next round are not dealt yet".to_owned(),
        (None, _) => format!("Player {starter} began this round"),
    };
    Caption {
        title: heading(position),
        lines: vec![second],
    }
}

/// Legend of the patterns, and its width.
fn legend() -> (Group, f64) {
    let (mut group, mut x) = (Group::new(), 0.0);
    let colours = Colour::ALL.map(|colour| {
        let words = format!("{} {colour}", colour.letter());
        (tiles::tile(colour, 0.0, 0.0, 20.0), words)
    });
    let token = (
        tiles::token(0.0, 0.0, 20.0),
        "* first-player token".to_owned(),
    );
    let faint = (
        tiles::faint(Colour::Blue, 0.0, 0.0, 20.0),
        "an empty wall place".to_owned(),
    );
    for (tile, words) in colours.into_iter().chain([token, faint]) {
        let label = text(26.0, 15.0, &words).set("class", "az-text");
        group = group.add(at(x, 0.0).add(tile).add(label));
        x += 26.0 + width(&words, TEXT_SIZE) + 10.0;
    }
    (group, x)
}
