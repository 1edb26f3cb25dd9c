//! Pictures of positions: SVG and PNG.

use azulejo::game::{Board, Colour, Floor, Position, Source};
use azulejo::render::game::svg;
use azulejo::render::png::png;
use resvg::tiny_skia::Pixmap;
use roxmltree::{Document, Node};
use std::collections::HashSet;

const MIDDLE: &str = include_str!("../data/game/middle.txt");

fn read(text: &str) -> Position {
    text.parse().expect("a position")
}

/// Every position of random games of two, three and four.
fn positions() -> Vec<Position> {
    let mut seen = Vec::new();
    for seed in 0..3 {
        crate::games::random_game(crate::games::players(seed), seed, |position| {
            seen.push(*position)
        });
    }
    seen
}

/// How often something is drawn strongly and faintly.
fn uses(document: &Document<'_>, name: &str) -> (usize, usize) {
    let used = |node: &Node<'_, '_>| {
        node.tag_name().name() == "use" && node.attribute("href") == Some(&format!("#az-{name}"))
    };
    let used: Vec<_> = document.descendants().filter(used).collect();
    let faint = used
        .iter()
        .filter(|node| node.has_attribute("opacity"))
        .count();
    (used.len() - faint, faint)
}

#[test]
fn every_tile_is_drawn_and_the_token_and_every_empty_place_of_a_wall() {
    for position in positions() {
        let picture = svg(&position);
        let document = Document::parse(&picture).expect("XML");
        let sources = Source::all(position.players()).map(|source| position.source(source));
        let sources: Vec<_> = sources.collect();
        for colour in Colour::ALL {
            let on_sources = sources.iter().map(|tiles| usize::from(tiles.count(colour)));
            let on_boards = position
                .boards()
                .iter()
                .map(|board| usize::from(board.tiles().count(colour)));
            let tiles: usize = on_sources.chain(on_boards).sum();
            let walls = position.boards().iter();
            let empty: usize = walls
                .map(|board| (0..5).filter(|&row| !board.has(row, colour)).count())
                .sum();
            // One in the bag's count, one in the lid's, one in the legend, which has a faint blue one, too.
            let legend = usize::from(colour == Colour::Blue);
            assert_eq!(
                uses(&document, &colour.to_string()),
                (tiles + 3, empty + legend),
                "{position}"
            );
        }
        let token = position.token_in_centre() || position.token_holder().is_some();
        assert_eq!(
            uses(&document, "token"),
            (1 + usize::from(token), 0),
            "{position}"
        );
    }
}

#[test]
fn nothing_is_drawn_outside_the_picture_or_on_something_else() {
    // The most that can lie in the centre: three tiles of each of nine factories; and floors that are more than full.
    let crowded = "-/-/-/-/-/-/-/-/- BBBBBYYYYYRRRRRKKKKKWWWWWWW 0:-/-/-/-/-:BBBBBBB*:...../...../...../...../.....|0:-/-/-/-/Y5:YYYRRRR:...../...../...../...../.....|0:-/-/-/-/-:-:...../...../...../...../.....|0:-/-/-/-/-:-:...../...../...../...../..... 1 1 3 8,7,11,15,13 0,0,0,0,0";
    let crowded = read(crowded);
    let picture = svg(&crowded);
    let document = Document::parse(&picture).expect("XML");
    let (_, _, squares) = squares(&document);
    for (index, &(x, y, side)) in squares.iter().enumerate() {
        for &(other_x, other_y, other) in &squares[..index] {
            let apart = x + side <= other_x + 0.1
                || other_x + other <= x + 0.1
                || y + side <= other_y + 0.1
                || other_y + other <= y + 0.1;
            assert!(apart, "{x} {y} {side} and {other_x} {other_y} {other}");
        }
    }
    for position in positions().into_iter().chain([crowded]) {
        let picture = svg(&position);
        let document = Document::parse(&picture).expect("XML");
        let (width, height, squares) = self::squares(&document);
        for (x, y, side) in squares {
            assert!(
                x >= 0.0 && y >= 0.0 && x + side <= width && y + side <= height,
                "{position}"
            );
        }
    }
}

/// The width and the height of a picture, and where its tiles are and how large.
fn squares(document: &Document<'_>) -> (f64, f64, Vec<(f64, f64, f64)>) {
    let root = document.root_element();
    let number = |name| {
        root.attribute(name)
            .and_then(|text| text.parse().ok())
            .expect("a number")
    };
    let used = root
        .descendants()
        .filter(|node| node.tag_name().name() == "use");
    let squares = used.map(|node| {
        let moved = node
            .ancestors()
            .filter_map(|node| node.attribute("transform"));
        let (mut x, mut y, mut side) = (0.0, 0.0, 24.0);
        for words in moved {
            let numbers = words
                .split(|letter: char| !(letter.is_ascii_digit() || letter == '.' || letter == '-'));
            let numbers: Vec<f64> = numbers.filter_map(|word| word.parse().ok()).collect();
            (x, y) = (x + numbers[0], y + numbers[1]);
            side *= numbers.get(2).copied().unwrap_or(1.0);
        }
        (x, y, side)
    });
    (number("width"), number("height"), squares.collect())
}

#[test]
fn tiles_can_be_told_apart_without_their_colours() {
    let picture = svg(&read(MIDDLE));
    let document = Document::parse(&picture).expect("XML");
    let pattern = |colour: Colour| {
        let name = format!("az-{colour}");
        let tile = document
            .descendants()
            .find(|node| node.attribute("id") == Some(&name));
        let path = tile.and_then(|tile| {
            tile.descendants()
                .find(|node| node.tag_name().name() == "path")
        });
        path.and_then(|path| path.attribute("d"))
            .expect("a pattern")
            .to_owned()
    };
    let patterns: HashSet<String> = Colour::ALL.map(pattern).into();
    assert_eq!(patterns.len(), Colour::COUNT);
    // The words for a reader that does not see the picture.
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
fn scores_and_charges_are_written() {
    let position = read(MIDDLE);
    let picture = svg(&position);
    let document = Document::parse(&picture).expect("XML");
    let texts: Vec<&str> = document
        .descendants()
        .filter(|node| node.tag_name().name() == "text")
        .filter_map(|node| Some(node.text()?.trim()))
        .collect();
    for (board, wanted) in position
        .boards()
        .iter()
        .zip(["13 points", "16 points", "20 points"])
    {
        assert_eq!(format!("{} points", board.score()), wanted);
        assert!(texts.contains(&wanted), "{texts:?}");
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
fn the_picture_of_a_position_is_this() {
    insta::assert_snapshot!("position.svg", svg(&read(MIDDLE)));
}

#[test]
fn a_position_becomes_a_png_of_the_wanted_width() {
    let bytes = png(&svg(&read(MIDDLE)), Some(600)).expect("small enough");
    let picture = Pixmap::decode_png(&bytes).expect("a PNG file");
    assert_eq!(picture.width(), 600);
    let colours: HashSet<[u8; 3]> = picture
        .pixels()
        .iter()
        .map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
        .collect();
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
