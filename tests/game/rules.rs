//! The referee itself, against the rules: positions whose outcome was worked out by hand.

use crate::referee::{
    COLOURS, Colour, Destination, Game, Move, Source, TILES_OF_A_COLOUR, number_of_factories,
};

const EMPTY_WALL: &str = "...../...../...../...../.....";
const EMPTY_BOARD: &str = "0:-/-/-/-/-:-:...../...../...../...../.....";

fn read(text: &str) -> Game {
    Game::from_text(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A position of two players without tiles on the sources.
fn round_end(first: &str, second: &str, bag: &str) -> Game {
    read(&format!(
        "-/-/-/-/- * {first}|{second} 2 1 4 {bag} 0,0,0,0,0"
    ))
}

fn play(game: &mut Game, source: Source, colour: Colour, destination: Destination) {
    game.play(Move {
        source,
        colour,
        destination,
    });
}

#[test]
fn a_position_that_was_read_is_written_the_same() {
    let text = "BBRR/BYYK/-/KWWW/YYRR RRW \
                18:B1/-/Y2/-/W3:*W:..R../...../K..../...../.....|21:-/-/-/-/-:-:...../...../...../...../..... \
                1 2 3 10,9,8,11,12 0,0,0,0,0";
    assert_eq!(read(text).to_text(), text);
}

#[test]
fn the_first_to_take_from_the_centre_takes_the_token_before_the_tiles() {
    let boards = [EMPTY_BOARD; 2].join("|");
    let mut game = read(&format!(
        "BBRR/-/-/-/- KK* {boards} 1 1 1 0,0,0,0,0 0,0,0,0,0"
    ));
    play(
        &mut game,
        Source::Centre,
        Colour::Black,
        Destination::Line(0),
    );
    assert!(
        game.to_text()
            .starts_with("BBRR/-/-/-/- - 0:K1/-/-/-/-:*K:")
    );
    play(
        &mut game,
        Source::Factory(0),
        Colour::Red,
        Destination::Floor,
    );
    assert_eq!(
        game.to_text(),
        format!(
            "-/-/-/-/- BB 0:K1/-/-/-/-:*K:{EMPTY_WALL}|0:-/-/-/-/-:RR:{EMPTY_WALL} 1 1 1 0,0,0,0,0 0,0,0,0,0"
        )
    );
}

#[test]
fn the_token_comes_with_a_full_floor_too_and_costs_nothing_there() {
    let mut game = read(&format!(
        "-/-/-/-/- YY* 9:-/-/-/-/-:-:{EMPTY_WALL}|30:-/-/-/-/-:BBBBRRR:{EMPTY_WALL} 2 1 1 0,0,0,0,0 0,0,0,0,0"
    ));
    play(
        &mut game,
        Source::Centre,
        Colour::Yellow,
        Destination::Floor,
    );
    assert!(game.to_text().contains("30:-/-/-/-/-:BBBBRRR*:"));
    assert_eq!(game.lid, [0, 2, 0, 0, 0]);
    game.end_round();
    assert_eq!(game.boards[1].score, 16);
    assert_eq!((game.starter, game.mover), (1, 1));
    assert_eq!(game.lid, [4, 2, 3, 0, 0]);
}

#[test]
fn a_tile_scores_its_runs_and_the_floor_is_charged_after_all_tiles() {
    let mut game = round_end(
        "0:B1/Y2/R3/-/K4:*YY:.YR../W..../...../...../.....",
        EMPTY_BOARD,
        "9,9,9,9,9",
    );
    game.end_round();
    // Blue: three in its row and two in its column; yellow: two in its column; red: alone. The floor costs 1 + 1 + 2.
    let board = "4:-/-/-/-/K4:-:BYR../W.Y../....R/...../.....";
    assert_eq!(game.boards[0].score, 3 + 2 + 2 + 1 - 4);
    let text = game.to_text();
    assert!(text.contains(board), "{text}");
    assert_eq!(game.lid, [0, 3, 2, 0, 0]);
}

#[test]
fn the_score_is_clamped_once_after_tiles_and_floor_together() {
    let board = format!("2:B1/-/-/-/-:YYYYRRR:{EMPTY_WALL}");
    let mut game = round_end(&board, EMPTY_BOARD, "9,9,9,9,9");
    game.end_round();
    assert_eq!(game.boards[0].score, 0);
    // Row of five less the floor: had the floor been charged and clamped first, 5 points would stay.
    let board = "0:B1/-/-/-/-:YYY:.YRKW/...../...../...../.....";
    let mut game = round_end(board, EMPTY_BOARD, "9,9,9,9,9");
    game.end_round();
    assert_eq!(game.boards[0].score, 1);
    assert!(game.game_is_over());
}

#[test]
fn a_line_takes_one_colour_that_its_wall_row_lacks_and_nothing_when_it_is_full() {
    let board = "0:B1/Y1/-/R2/-:-:...../...../..B../...../.R...";
    let boards = format!("{board}|{EMPTY_BOARD}");
    let game = read(&format!(
        "BYRR/-/-/-/- * {boards} 1 1 1 0,0,0,0,0 0,0,0,0,0"
    ));
    let codes: Vec<_> = game.legal().into_iter().map(|one| game.code(one)).collect();
    // Blue: line 5 and the floor; yellow: lines 2, 3, 5 and the floor; red: lines 3, 4 and the floor.
    assert_eq!(codes, [4, 5, 7, 8, 10, 11, 14, 15, 17]);
}

#[test]
fn bonuses_and_winners() {
    let complete = "BYRKW/WBYRK/KWBYR/RKWBY/YRKWB";
    let game = round_end(
        &format!("10:-/-/-/-/-:-:{complete}"),
        "105:-/-/-/-/-:-:BYRKW/...../...../...../.....",
        "0,0,0,0,0",
    );
    assert_eq!(game.boards[0].bonus(), 10 + 35 + 50);
    assert_eq!(game.final_scores(), [105, 107]);
    assert_eq!(game.winners(), [1]);
    let row = "BYRKW/...../...../...../.....";
    let column = "B..../W..../K..../R..../Y....";
    let tie = |first: u32, second: u32, walls: [&str; 2]| {
        let board = |score, wall| format!("{score}:-/-/-/-/-:-:{wall}");
        let boards = (board(first, walls[0]), board(second, walls[1]));
        round_end(&boards.0, &boards.1, "0,0,0,0,0").winners()
    };
    assert_eq!(tie(15, 10, [row, column]), [0]);
    assert_eq!(tie(10, 15, [column, row]), [1]);
    assert_eq!(tie(8, 8, [row, row]), [0, 1]);
}

#[test]
fn a_deal_draws_the_bag_before_the_lid() {
    let mut game = Game::new(2, 0);
    (game.bag, game.lid) = ([1, 1, 0, 0, 0], [0, 0, 8, 1, 0]);
    assert_eq!(game.tiles_to_deal(), 11);
    let factories = |text: &str| {
        let letters = |part: &str| {
            part.chars()
                .map(|letter| match letter {
                    'B' => Colour::Blue,
                    'Y' => Colour::Yellow,
                    'R' => Colour::Red,
                    _ => Colour::Black,
                })
                .collect::<Vec<_>>()
        };
        text.split('/').map(letters).collect::<Vec<_>>()
    };
    for impossible in [
        "RRYB/RRRR/RRK/",   // four factories
        "RRYB/RRRR/RRKR//", // twelve tiles
        "RRYB/RRRR/RR//",   // a place stays empty though a tile is left
        "RRYB/RRRR/RRR//",  // nine red tiles
        "RRYBK/RRRR/RR//",  // five tiles on a factory
    ] {
        assert!(game.deal(&factories(impossible)).is_err(), "{impossible}");
        assert_eq!(total_on_factories(&game), 0);
    }
    game.deal(&factories("RYRB/RRKR/RRR//")).expect("possible");
    assert_eq!((game.bag, game.lid), ([0; 5], [0; 5]));
    assert_eq!(total_on_factories(&game), 11);

    let mut game = Game::new(2, 0);
    (game.bag, game.lid) = ([1, 1, 0, 0, 0], [0, 0, 20, 1, 0]);
    let without_yellow = factories("RRRR/RRRB/RRRR/RRRR/RRRR");
    assert!(game.deal(&without_yellow).is_err());
    game.deal(&factories("RRRR/RRRB/RRRR/RRRR/YRRR"))
        .expect("possible");
    assert_eq!((game.bag, game.lid), ([0, 0, 2, 1, 0], [0; 5]));
}

fn total_on_factories(game: &Game) -> usize {
    game.factories.iter().map(Vec::len).sum()
}

#[test]
fn a_game_begins_with_all_tiles_in_the_bag() {
    for players in 2..=4 {
        let game = Game::new(players, players - 1);
        for colour in COLOURS {
            assert_eq!(game.tiles_of(colour), TILES_OF_A_COLOUR);
        }
        assert_eq!(game.tiles_to_deal(), 4 * number_of_factories(players));
    }
}
