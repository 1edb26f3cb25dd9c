//! Positions as text and as numbers: conversions in both directions, and the place of every fault.

use crate::games::{BARE, players, position, random_game};
use azulejo::game::coding::{NotFlat, Rest, StateCode};
use azulejo::game::notation::{Fault, InvalidPosition};
use azulejo::game::{Deal, Players, Position, Tiles};
use proptest::prelude::*;

fn places(error: &InvalidPosition) -> Vec<&str> {
    error.faults().iter().map(Fault::place).collect()
}

fn places_in(text: &str) -> Vec<String> {
    let error = text.parse::<Position>().expect_err(text);
    places(&error).into_iter().map(str::to_owned).collect()
}

#[test]
fn positions_of_games_are_coded_and_decoded() {
    for seed in 0..60 {
        let players = players(seed);
        random_game(players, seed, |position| {
            let code = StateCode::from(position);
            assert_eq!(code.position(&Rest::from(position)).as_ref(), Ok(position));
            let flat = code.flat();
            assert_eq!(flat.len(), StateCode::flat_len(players));
            let mut buffer = vec![9; flat.len()];
            StateCode::write_flat(position, &mut buffer);
            assert_eq!(buffer, flat);
            assert_eq!(StateCode::from_flat(&flat), Ok(code));
        });
    }
}

#[test]
fn the_code_equals_the_published_example() {
    // The example of a centre in the source, with a board beside it.
    let board = "3:-/-/Y2/-/-:R:.Y.../...../...../...../.....";
    let head = format!("BYYW/BBBW/RKWW/BBBY/YRKW B* {BARE}|{board} 1 1 1");
    let position = position(&head, [3, 4, 5, 6, 7]);
    let code = StateCode::from(&position);
    assert_eq!(code.bag, [3, 4, 5, 6, 7]);
    assert_eq!(code.sources[0], [1, 2, 0, 0, 1, 0]);
    assert_eq!(code.sources[5], [1, 0, 0, 0, 0, 1]);
    let line = code.boards[1].lines[2];
    assert_eq!((line.size, line.colour, line.count), (3, Some(1), 2));
    assert_eq!((code.boards[1].floor, code.boards[1].wall[1]), (1, true));
    assert_eq!(code.flat()[5 + 36 + 41..][..9], [1, 0, 0, 2, 0, 0, 3, 2, 2]);
}

#[test]
fn a_false_code_is_refused() {
    let mut position = Position::new(Players::Two, 0);
    let blue = Tiles::from_counts([4, 0, 0, 0, 0]).expect("few");
    let deal = Deal::new(Players::Two, &[blue; 5]).expect("five factories");
    let result = position.deal_given(&deal);
    result.expect("the bag has 20 blue tiles");
    let (code, rest) = (StateCode::from(&position), Rest::from(&position));
    let assert_refused = |expected: &[&str], change: fn(&mut StateCode)| {
        let mut copy = code.clone();
        change(&mut copy);
        let error = copy.position(&rest).expect_err("it is false");
        assert_eq!(places(&error), expected);
    };
    let line = "board 1, line 4";
    assert_refused(&["board 2, floor"], |code| code.boards[1].floor = 2);
    assert_refused(&[line], |code| code.boards[0].lines[3].size = 5);
    assert_refused(&[line], |code| code.boards[0].lines[3].count = 2);
    assert_refused(&[line; 2], |code| code.boards[0].lines[3].colour = Some(5));
    assert_refused(&["factory 1"], |code| code.sources[0][5] = 1);
    assert_refused(&["factory 1"], |code| code.sources[0][0] = 21);
    assert_refused(&["token"], |code| code.sources[5][5] = 0);
    // A 21st blue tile.
    assert_refused(&["tiles"], |code| code.boards[0].wall[0] = true);
    assert_refused(&["bag"], |code| code.bag[1] = 21);
    assert_refused(&["factories"], |code| code.sources.clear());
    assert_refused(&["boards"], |code| code.boards.truncate(1));
    let mut flat = code.flat();
    flat[122] = 2;
    let value = NotFlat::Value {
        index: 122,
        value: 2,
        most: 1,
    };
    assert_eq!(StateCode::from_flat(&flat), Err(value));
    assert_eq!(StateCode::from_flat(&flat[1..]), Err(NotFlat::Length(122)));
}

#[test]
fn a_text_with_false_sums_of_tiles_is_refused() {
    let text = "BBRR/BKYY/-/KWWW/RYYY RRW* \
                18:B1/-/Y2/-/W3:*W:..R../...../K..../...../.....|21:-/-/-/-/-:-:...../...../...../...../..... \
                1 2 3 10,9,8,11,12 0,0,0,0,0";
    let error = text.parse::<Position>().expect_err(text);
    let faults = error.faults().iter().map(ToString::to_string);
    assert_eq!(
        faults.collect::<Vec<_>>(),
        [
            "tiles: 14 blue tiles: there are 20 (bag 10, lid 0, sources 3, boards 1)",
            "tiles: 16 yellow tiles: there are 20 (bag 9, lid 0, sources 5, boards 2)",
            "tiles: 14 red tiles: there are 20 (bag 8, lid 0, sources 5, boards 1)",
            "tiles: 14 black tiles: there are 20 (bag 11, lid 0, sources 2, boards 1)",
            "token: in the centre and on the floor of board 1",
        ]
    );
    // With one token and a lid of the missing tiles, the text is a position.
    let valid_text = text
        .replace("RRW*", "RRW")
        .replace("0,0,0,0,0", "6,4,6,6,0");
    let position: Position = valid_text.parse().expect("it adds up now");
    // The canonical text has its tiles in the order of the colours.
    let canonical = valid_text.replace("BKYY", "BYYK").replace("RYYY", "YYYR");
    assert_eq!(position.to_string(), canonical);
    assert_eq!(canonical.parse(), Ok(position));
}

#[test]
fn all_faults_are_reported_at_once_with_their_fields() {
    let text = "BBRRK/bb/-//- R** x:-/B3/-/-:-:...../Q|0:-/-/Y4/R5/-/-:BBBBBBBB:...../...../...../...../.. 3 0 -1 \
                1,2,3,4 21,0,0,0,0";
    assert_eq!(
        places_in(text).join("; "),
        "factory 1; factory 2; factory 4; centre; board 1, score; board 1, lines; board 1, wall; board 2, lines; \
         board 2, floor; board 2, wall row 5; mover; starter; round; bag; lid"
    );
    let text = format!("-/-/-/-/- * {BARE}|{BARE}");
    let numbers = ["mover", "starter", "round", "bag", "lid"];
    assert_eq!(places_in(&text), numbers);
    assert_eq!(places_in("").len(), 8);
    let longer = format!("{text} 1 1 1 20,20,20,20,20 0,0,0,0,0 1");
    assert_eq!(places_in(&longer), ["position"]);
    assert_eq!(places_in(&"-/".repeat(3000)), ["position"]);
}

#[test]
fn a_score_at_its_bound_is_read_back_after_the_round() {
    // Row 1 has four tiles on the wall and gets its fifth: 145 + 4·10 points before, 5 points more after.
    let text = "-/-/-/-/- - 185:W1/-/-/-/-:-:BYRK./...../...../...../.....|\
                0:-/-/-/-/-:*:...../...../...../...../..... 1 1 1 19,19,19,19,19 0,0,0,0,0";
    let mut position: Position = text.parse().expect("at the bound");
    position.end_round().expect("the sources are empty");
    assert_eq!(position.boards()[0].score(), 190);
    assert_eq!(position.to_string().parse(), Ok(position));
    let result = text.replace("185:", "186:").parse::<Position>();
    let faults = result.expect_err("one above the bound").to_string();
    let message =
        "board 1, score: 186: at most 185 with 4 tiles on the wall (145, and 10 for each tile)";
    assert!(faults.contains(message), "{faults}");
}

/// Positions with one fault each, after the place of the fault; `@` is an empty board. A missing token is the only
/// fault of its position, as the mover cannot be checked without a token.
const FAULTS: &str = "\
board 1, line 2: -/-/-/-/- * 0:-/B2/-/-/-:-:...../.B.../...../...../.....|@ 1 1 1 17,20,20,20,20 0,0,0,0,0
board 1, line 2: -/-/-/-/- * 0:-/B3/-/-/-:-:...../...../...../...../.....|@ 1 1 1 17,20,20,20,20 0,0,0,0,0
board 1, line 2: -/-/-/-/- * 0:-/B0/-/-/-:-:...../...../...../...../.....|@ 1 1 1 20,20,20,20,20 0,0,0,0,0
board 1, line 2: -/-/-/-/- * 0:-/G1/-/-/-:-:...../...../...../...../.....|@ 1 1 1 20,20,20,20,20 0,0,0,0,0
board 1, floor: -/-/-/-/- * 0:-/-/-/-/-::...../...../...../...../.....|@ 1 1 1 20,20,20,20,20 0,0,0,0,0
board 1, floor: -/-/-/-/- * 0:-/-/-/-/-:B**:...../...../...../...../.....|@ 1 1 1 19,20,20,20,20 0,0,0,0,0
board 1, floor: -/-/-/-/- * 0:-/-/-/-/-:BBBB*BBB:...../...../...../...../.....|@ 1 1 1 13,20,20,20,20 0,0,0,0,0
board 1, wall row 1: -/-/-/-/- * 0:-/-/-/-/-:-:Y..../...../...../...../.....|@ 1 1 1 20,19,20,20,20 0,0,0,0,0
board 1, wall: -/-/-/-/- * 0:-/-/-/-/-:-:BYRKW/...../...../...../.....|@ 1 1 1 19,19,19,19,19 0,0,0,0,0
board 1, score: -/-/-/-/- * 146:-/-/-/-/-:-:...../...../...../...../.....|@ 1 1 1 20,20,20,20,20 0,0,0,0,0
board 1, score: -/-/-/-/- * 156:-/-/-/-/-:-:B..../...../...../...../.....|@ 1 1 1 19,20,20,20,20 0,0,0,0,0
board 1, score: -/-/-/-/- * 396:-/-/-/-/-:-:B..../...../...../...../.....|@ 1 1 1 19,20,20,20,20 0,0,0,0,0
board 1: -/-/-/-/- * 0:-/-/-/-/-:-|@ 1 1 1 20,20,20,20,20 0,0,0,0,0
mover: -/-/-/-/- * @|@ 3 1 1 20,20,20,20,20 0,0,0,0,0
starter: -/-/-/-/- * @|@ 1 0 1 20,20,20,20,20 0,0,0,0,0
round: -/-/-/-/- * @|@ 1 1 4294967296 20,20,20,20,20 0,0,0,0,0
round: -/-/-/-/- * @|@ 1 1 0 19,20,20,20,20 1,0,0,0,0
bag: -/-/-/-/- * @|@ 1 1 1 20,20,20,20,20,20 0,0,0,0,0
lid: -/-/-/-/- * @|@ 1 1 1 20,20,20,20,20 0,+0,0,0,0
tiles: -/-/-/-/- * @|@ 1 1 1 20,20,20,20,19 0,0,0,0,0
token: -/-/-/-/- * 0:-/-/-/-/-:*:...../...../...../...../.....|@ 1 1 1 20,20,20,20,20 0,0,0,0,0
factories: -/-/-/-/-/- * @|@ 1 1 1 20,20,20,20,20 0,0,0,0,0
boards: -/-/-/-/- * @ 1 1 1 20,20,20,20,20 0,0,0,0,0
boards: -/-/-/-/- * @|@|@ 1 1 1 20,20,20,20,20 0,0,0,0,0
token: BBBB/-/-/-/- - @|@ 1 1 1 16,20,20,20,20 0,0,0,0,0
token: -/-/-/-/- - @|0:B1/-/-/-/-:-:...../...../...../...../..... 1 1 1 19,20,20,20,20 0,0,0,0,0
token: -/-/-/-/- - @|0:-/-/-/-/-:B:...../...../...../...../..... 1 1 1 19,20,20,20,20 0,0,0,0,0
mover: -/-/-/-/- - @|@ 1 2 1 19,20,20,20,20 1,0,0,0,0
centre: -/-/-/-/- BBBBBBBBBBBBBBBBBBBBB* @|@ 1 1 1 0,20,20,20,20 0,0,0,0,0
token: BBBB/-/-/-/- - 0:-/-/-/-/-:-:BYRKW/...../...../...../.....|@ 1 2 1 15,19,19,19,19 0,0,0,0,0";

#[test]
fn each_field_is_checked_against_the_rules() {
    for line in FAULTS.lines() {
        let (place, text) = line.split_once(": ").expect("a place and a text");
        assert_eq!(places_in(&text.replace('@', BARE)), [place], "{text}");
    }
}

/// Texts of positions of games with a few changes of letters.
fn faulty_texts() -> impl Strategy<Value = String> {
    let index = any::<prop::sample::Index>;
    let edits = proptest::collection::vec((index(), index(), 0..3), 0..4);
    (0u64..500, index(), edits).prop_map(|(seed, choice, edits)| {
        let mut positions = Vec::new();
        random_game(players(seed), seed, |position| positions.push(*position));
        let mut letters: Vec<char> = choice.get(&positions).to_string().chars().collect();
        let alphabet: Vec<char> = "BYRKW*-/|:. ,0123456789é".chars().collect();
        for (place, letter, kind) in edits {
            let place = place.index(letters.len());
            let letter = *letter.get(&alphabet);
            match kind {
                0 => letters[place] = letter,
                1 => letters.insert(place, letter),
                _ => _ = letters.remove(place),
            }
        }
        letters.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn texts_of_positions_are_read_back_or_refused(text in prop_oneof![9 => faulty_texts(), 1 => "\\PC{0,80}"]) {
        crate::readers::position_holds(&text);
    }
}
