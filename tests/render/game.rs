//! Pictures of positions: SVG and PNG.

use azulejo::game::{Board, Colour, Floor, Position, Source};
use azulejo::render::game::svg;
use azulejo::render::png::png;
use itertools::Itertools;
use resvg::tiny_skia::Pixmap;
use roxmltree::{Document, Node};
use std::collections::HashSet;

const MIDDLE: &str = include_str!("../data/game/middle.txt");

fn read(text: &str) -> Position {
    text.parse().expect("a position")
}

/// Every position of random games of two, three and four.
fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for seed in 0..3 {
        crate::games::random_game(crate::games::players(seed), seed, |position| {
            positions.push(*position)
        });
    }
    positions
}

/// Numbers of strong and of faint uses of a symbol.
fn uses(document: &Document<'_>, name: &str) -> (usize, usize) {
    let is_use = |node: &Node<'_, '_>| {
        node.tag_name().name() == "use" && node.attribute("href") == Some(&format!("#az-{name}"))
    };
    let nodes: Vec<_> = document.descendants().filter(is_use).collect();
    let faint = nodes.iter().filter(|node| node.has_attribute("opacity"));
    let faint = faint.count();
    (nodes.len() - faint, faint)
}

#[test]
fn a_picture_has_every_tile_the_token_and_every_empty_place_of_a_wall() {
    for position in positions() {
        let picture = svg(&position);
        let document = Document::parse(&picture).expect("XML");
        for colour in Colour::ALL {
            let sources = Source::all(position.players()).map(|source| position.source(source));
            let on_sources = sources.map(|tiles| usize::from(tiles.count(colour)));
            let boards = position.boards().iter();
            let on_boards = boards
                .clone()
                .map(|board| usize::from(board.tiles().count(colour)));
            let tiles: usize = on_sources.chain(on_boards).sum();
            let empty = boards.map(|board| (0..5).filter(|&row| !board.has(row, colour)).count());
            let empty: usize = empty.sum();
            // Three further tiles: counts of bag and lid, and the legend, which has a faint blue tile, too.
            let legend = usize::from(colour == Colour::Blue);
            let counts = uses(&document, &colour.to_string());
            assert_eq!(counts, (tiles + 3, empty + legend), "{position}");
        }
        let has_token = position.token_in_centre() || position.token_holder().is_some();
        let counts = uses(&document, "token");
        assert_eq!(counts, (1 + usize::from(has_token), 0), "{position}");
    }
}

#[test]
fn tiles_lie_within_the_picture_and_apart_from_each_other() {
    // A full centre with three tiles of each of nine factories, and floors with the token beside seven tiles.
    let text = "-/-/-/-/-/-/-/-/- BBBBBYYYYYRRRRRKKKKKWWWWWWW 0:-/-/-/-/-:BBBBBBB*:...../...../...../...../.....|0:-/-/-/-/Y5:YYYRRRR:...../...../...../...../.....|0:-/-/-/-/-:-:...../...../...../...../.....|0:-/-/-/-/-:-:...../...../...../...../..... 1 1 3 8,7,11,15,13 0,0,0,0,0";
    let crowded = read(text);
    let picture = svg(&crowded);
    let document = Document::parse(&picture).expect("XML");
    let (_, _, squares) = squares(&document);
    let is_beyond = |start: f64, side: f64, other: f64| start + side <= other + 0.1;
    for [square, other] in squares.iter().array_combinations() {
        let ((x, y, side), (other_x, other_y, other_side)) = (*square, *other);
        let is_apart = is_beyond(x, side, other_x)
            || is_beyond(other_x, other_side, x)
            || is_beyond(y, side, other_y)
            || is_beyond(other_y, other_side, y);
        assert!(is_apart, "{square:?} and {other:?}");
    }
    for position in positions().into_iter().chain([crowded]) {
        let picture = svg(&position);
        let document = Document::parse(&picture).expect("XML");
        let (width, height, squares) = self::squares(&document);
        for (x, y, side) in squares {
            assert!(x >= 0.0 && y >= 0.0, "{position}");
            assert!(x + side <= width && y + side <= height, "{position}");
        }
    }
}

/// Width and height of a picture, and the corners and sides of its tiles.
fn squares(document: &Document<'_>) -> (f64, f64, Vec<(f64, f64, f64)>) {
    let root = document.root_element();
    let number = |name| {
        let text = root.attribute(name).expect("a side");
        text.parse().expect("a number")
    };
    let nodes = root.descendants();
    let uses = nodes.filter(|node| node.tag_name().name() == "use");
    let is_part = |letter: char| letter.is_ascii_digit() || letter == '.' || letter == '-';
    let squares = uses.map(|node| {
        let ancestors = node.ancestors();
        let (mut x, mut y, mut side) = (0.0, 0.0, 24.0);
        for words in ancestors.filter_map(|node| node.attribute("transform")) {
            let numbers = words.split(|letter: char| !is_part(letter));
            let numbers: Vec<f64> = numbers.filter_map(|word| word.parse().ok()).collect();
            (x, y) = (x + numbers[0], y + numbers[1]);
            side *= numbers.get(2).copied().unwrap_or(1.0);
        }
        (x, y, side)
    });
    (number("width"), number("height"), squares.collect())
}

#[test]
fn a_picture_has_words_for_a_screen_reader() {
    let picture = svg(&read(MIDDLE));
    for words in [
        "Player 2: 16 points",
        "The centre: BBBRRR",
        "Factory 1: -",
        "Round 4, player 2 to move",
    ] {
        assert!(picture.contains(words), "{words}");
    }
}

#[test]
fn a_picture_has_scores_and_charges() {
    let position = read(MIDDLE);
    let picture = svg(&position);
    let document = Document::parse(&picture).expect("XML");
    let nodes = document.descendants();
    let texts = nodes.filter(|node| node.tag_name().name() == "text");
    let texts: Vec<&str> = texts.filter_map(|node| Some(node.text()?.trim())).collect();
    let points = ["13 points", "16 points", "20 points"];
    for (board, expected) in position.boards().iter().zip(points) {
        assert_eq!(format!("{} points", board.score()), expected);
        assert!(texts.contains(&expected), "{texts:?}");
    }
    assert!(texts.contains(&"−6") && texts.contains(&"Player 2, to move"));
    let costs = texts.iter().filter(|text| **text == "−3").count();
    assert_eq!(costs, 2 * 3, "two places of each floor cost 3");
    assert_eq!((Floor::PLACES, Board::ROWS), (7, 5));
    let end = read(include_str!("../data/game/end.txt"));
    let outcome = end.outcome().expect("the game is over");
    for (board, score) in end.boards().iter().zip(outcome.scores()) {
        let words = format!("{} + {} = {score}", board.score(), score - board.score());
        assert!(svg(&end).contains(&words), "{words}");
    }
}

#[test]
fn the_picture_of_a_position() {
    insta::assert_snapshot!("position.svg", svg(&read(MIDDLE)));
}

#[test]
fn a_png_of_a_position_has_its_width_and_colours() {
    let bytes = png(&svg(&read(MIDDLE)), Some(600)).expect("small enough");
    let picture = Pixmap::decode_png(&bytes).expect("a PNG file");
    assert_eq!(picture.width(), 600);
    let pixels = picture.pixels().iter();
    let colours = pixels.map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]);
    let colours: HashSet<[u8; 3]> = colours.collect();
    // The fills of the five tiles.
    for fill in [
        [0x23, 0x68, 0xb8],
        [0xee, 0xb0, 0x2c],
        [0xc8, 0x41, 0x2f],
        [0x2a, 0x2f, 0x36],
        [0xee, 0xf4, 0xf2],
    ] {
        assert!(colours.contains(&fill), "{fill:?}");
    }
}
