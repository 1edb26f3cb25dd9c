//! Positions as text and as numbers: all ways round, and every fault named.

use crate::games::{BARE, players, random_game};
use azulejo::game::Position;
use azulejo::game::coding::{NotFlat, Rest, StateCode};
use proptest::prelude::*;

/// The faults of a text, `place: message` each.
fn faults(text: &str) -> Vec<String> {
    let error = text.parse::<Position>().expect_err(text);
    error.faults().iter().map(ToString::to_string).collect()
}

fn places(text: &str) -> Vec<String> {
    let error = text.parse::<Position>().expect_err(text);
    error
        .faults()
        .iter()
        .map(|fault| fault.place().to_owned())
        .collect()
}

#[test]
fn positions_of_games_are_read_as_they_are_written() {
    for seed in 0..60 {
        random_game(players(seed), seed, |position| {
            assert_eq!(
                position.to_string().parse::<Position>().as_ref(),
                Ok(position)
            );
        });
    }
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
            let mut written = vec![9; flat.len()];
            StateCode::write_flat(position, &mut written);
            assert_eq!(written, flat);
            assert_eq!(StateCode::from_flat(&flat), Ok(code));
        });
    }
}

#[test]
fn the_coding_is_the_published_one() {
    // The source's example of a centre, with a board beside it.
    let board = "3:-/-/Y2/-/-:*R:.Y.../...../...../...../.....";
    let head = format!("BYYW/BBBW/RKWW/BBBY/YRKW B* {BARE}|{board} 1 1 1");
    let head = head.replace("*R", "R");
    let position = crate::games::position(&head, [3, 4, 5, 6, 7]);
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
fn a_false_coding_is_refused() {
    let mut position = Position::new(azulejo::game::Players::Two, 0);
    let blue = azulejo::game::Tiles::from_counts([4, 0, 0, 0, 0]).expect("few");
    let deal = azulejo::game::Deal::new(azulejo::game::Players::Two, &[blue; 5]);
    position
        .deal_given(&deal.expect("five factories"))
        .expect("the bag has 20 blue tiles");
    let (code, rest) = (StateCode::from(&position), Rest::from(&position));
    let refused = |change: &dyn Fn(&mut StateCode)| {
        let mut changed = code.clone();
        change(&mut changed);
        let error = changed.position(&rest).expect_err("it is false");
        error
            .faults()
            .iter()
            .map(|fault| fault.place().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        refused(&|code| code.boards[1].floor = 2),
        ["board 2, floor"]
    );
    assert_eq!(
        refused(&|code| code.boards[0].lines[3].size = 5),
        ["board 1, line 4"]
    );
    assert_eq!(
        refused(&|code| code.boards[0].lines[3].count = 2),
        ["board 1, line 4"]
    );
    assert_eq!(
        refused(&|code| code.boards[0].lines[3].colour = Some(5)),
        ["board 1, line 4"; 2]
    );
    assert_eq!(refused(&|code| code.sources[0][5] = 1), ["factory 1"]);
    assert_eq!(refused(&|code| code.sources[0][0] = 21), ["factory 1"]);
    assert_eq!(refused(&|code| code.sources[5][5] = 0), ["token"]);
    assert_eq!(
        refused(&|code| code.boards[0].wall[0] = true),
        ["tiles"],
        "a 21st blue tile"
    );
    assert_eq!(refused(&|code| code.bag[1] = 21), ["bag"]);
    assert_eq!(refused(&|code| code.sources.clear()), ["factories"]);
    assert_eq!(refused(&|code| code.boards.truncate(1)), ["boards"]);
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
fn the_form_that_does_not_add_up_is_refused() {
    let text = "BBRR/BKYY/-/KWWW/RYYY RRW* \
                18:B1/-/Y2/-/W3:*W:..R../...../K..../...../.....|21:-/-/-/-/-:-:...../...../...../...../..... \
                1 2 3 10,9,8,11,12 0,0,0,0,0";
    assert_eq!(
        faults(text),
        [
            "tiles: 14 blue tiles: there are 20 (bag 10, lid 0, sources 3, boards 1)",
            "tiles: 16 yellow tiles: there are 20 (bag 9, lid 0, sources 5, boards 2)",
            "tiles: 14 red tiles: there are 20 (bag 8, lid 0, sources 5, boards 1)",
            "tiles: 14 black tiles: there are 20 (bag 11, lid 0, sources 2, boards 1)",
            "token: in the centre and on the floor of board 1",
        ]
    );
    // With one token and the lid that adds up, the form is a position.
    let mended = text
        .replace("RRW*", "RRW")
        .replace("0,0,0,0,0", "6,4,6,6,0");
    let position: Position = mended.parse().expect("it adds up now");
    // Canonical are the tiles in the order of the colours.
    let canonical = mended.replace("BKYY", "BYYK").replace("RYYY", "YYYR");
    assert_eq!(position.to_string(), canonical);
    assert_eq!(canonical.parse(), Ok(position));
}

#[test]
fn all_faults_are_told_at_once_each_with_its_field() {
    let text = "BBRRK/bb/-//- R** x:-/B3/-/-:-:...../Q|0:-/-/Y4/R5/-/-:BBBBBBBB:...../...../...../...../.. 3 0 -1 \
                1,2,3,4 21,0,0,0,0";
    assert_eq!(
        places(text),
        [
            "factory 1",
            "factory 2",
            "factory 4",
            "centre",
            "board 1, score",
            "board 1, lines",
            "board 1, wall",
            "board 2, lines",
            "board 2, floor",
            "board 2, wall row 5",
            "mover",
            "starter",
            "round",
            "bag",
            "lid",
        ]
    );
    let text = format!("-/-/-/-/- * {BARE}|{BARE}");
    assert_eq!(places(&text), ["mover", "starter", "round", "bag", "lid"]);
    assert_eq!(places("").len(), 8);
    assert_eq!(
        places(&format!("{text} 1 1 1 20,20,20,20,20 0,0,0,0,0 1")),
        ["position"]
    );
    assert_eq!(places(&"-/".repeat(3000)), ["position"]);
}

#[test]
fn a_score_that_is_set_up_at_its_bound_is_written_and_read_after_the_round() {
    // Four tiles of row 1 are on the wall, and the fifth comes: 145 + 4·10 before, 5 points more after.
    let text = "-/-/-/-/- - 185:W1/-/-/-/-:-:BYRK./...../...../...../.....|\
                0:-/-/-/-/-:*:...../...../...../...../..... 1 1 1 19,19,19,19,19 0,0,0,0,0";
    let mut position: Position = text.parse().expect("at the bound");
    position.end_round().expect("the sources are empty");
    assert_eq!(position.boards()[0].score(), 190);
    assert_eq!(position.to_string().parse(), Ok(position));
    let faults = text.replace("185:", "186:").parse::<Position>();
    let faults = faults.expect_err("one above the bound").to_string();
    let message =
        "board 1, score: 186: at most 185 with 4 tiles on the wall (145, and 10 for each tile)";
    assert!(faults.contains(message), "{faults}");
}

#[test]
fn each_field_is_held_against_the_rules() {
    let head = "-/-/-/-/- * @|0:-/-/-/-/-:-:...../...../...../...../.....";
    let with = |board: &str, rest: &str| format!("{} {rest}", head.replace('@', board));
    let cases = [
        (
            "0:-/B2/-/-/-:-:...../.B.../...../...../.....",
            "1 1 1 17,20,20,20,20 0,0,0,0,0",
            "board 1, line 2",
        ),
        (
            "0:-/B3/-/-/-:-:...../...../...../...../.....",
            "1 1 1 17,20,20,20,20 0,0,0,0,0",
            "board 1, line 2",
        ),
        (
            "0:-/B0/-/-/-:-:...../...../...../...../.....",
            "1 1 1 20,20,20,20,20 0,0,0,0,0",
            "board 1, line 2",
        ),
        (
            "0:-/G1/-/-/-:-:...../...../...../...../.....",
            "1 1 1 20,20,20,20,20 0,0,0,0,0",
            "board 1, line 2",
        ),
        (
            "0:-/-/-/-/-::...../...../...../...../.....",
            "1 1 1 20,20,20,20,20 0,0,0,0,0",
            "board 1, floor",
        ),
        (
            "0:-/-/-/-/-:B**:...../...../...../...../.....",
            "1 1 1 19,20,20,20,20 0,0,0,0,0",
            "board 1, floor",
        ),
        (
            "0:-/-/-/-/-:BBBB*BBB:...../...../...../...../.....",
            "1 1 1 13,20,20,20,20 0,0,0,0,0",
            "board 1, floor",
        ),
        (
            "0:-/-/-/-/-:-:Y..../...../...../...../.....",
            "1 1 1 20,19,20,20,20 0,0,0,0,0",
            "board 1, wall row 1",
        ),
        (
            "0:-/-/-/-/-:-:BYRKW/...../...../...../.....",
            "1 1 1 19,19,19,19,19 0,0,0,0,0",
            "board 1, wall",
        ),
        (
            "146:-/-/-/-/-:-:...../...../...../...../.....",
            "1 1 1 20,20,20,20,20 0,0,0,0,0",
            "board 1, score",
        ),
        (
            "156:-/-/-/-/-:-:B..../...../...../...../.....",
            "1 1 1 19,20,20,20,20 0,0,0,0,0",
            "board 1, score",
        ),
        (
            "396:-/-/-/-/-:-:B..../...../...../...../.....",
            "1 1 1 19,20,20,20,20 0,0,0,0,0",
            "board 1, score",
        ),
        ("0:-/-/-/-/-:-", "1 1 1 20,20,20,20,20 0,0,0,0,0", "board 1"),
        (BARE, "3 1 1 20,20,20,20,20 0,0,0,0,0", "mover"),
        (BARE, "1 0 1 20,20,20,20,20 0,0,0,0,0", "starter"),
        (BARE, "1 1 4294967296 20,20,20,20,20 0,0,0,0,0", "round"),
        (BARE, "1 1 0 19,20,20,20,20 1,0,0,0,0", "round"),
        (BARE, "1 1 1 20,20,20,20,20,20 0,0,0,0,0", "bag"),
        (BARE, "1 1 1 20,20,20,20,20 0,+0,0,0,0", "lid"),
        (BARE, "1 1 1 20,20,20,20,19 0,0,0,0,0", "tiles"),
        (
            "0:-/-/-/-/-:*:...../...../...../...../.....",
            "1 1 1 20,20,20,20,20 0,0,0,0,0",
            "token",
        ),
    ];
    for (board, rest, place) in cases {
        assert_eq!(places(&with(board, rest)), [place], "{board} {rest}");
    }
    let whole = [
        (
            format!("-/-/-/-/-/- * {BARE}|{BARE} 1 1 1 20,20,20,20,20 0,0,0,0,0"),
            "factories",
        ),
        (
            format!("-/-/-/-/- * {BARE} 1 1 1 20,20,20,20,20 0,0,0,0,0"),
            "boards",
        ),
        (
            format!("-/-/-/-/- * {BARE}|{BARE}|{BARE} 1 1 1 20,20,20,20,20 0,0,0,0,0"),
            "boards",
        ),
        (
            format!("BBBB/-/-/-/- - {BARE}|{BARE} 1 1 1 16,20,20,20,20 0,0,0,0,0"),
            "token",
        ),
        (
            format!(
                "-/-/-/-/- - {BARE}|{} 1 1 1 19,20,20,20,20 0,0,0,0,0",
                BARE.replacen('-', "B1", 1)
            ),
            "token",
        ),
        (
            format!(
                "-/-/-/-/- - {BARE}|{} 1 1 1 19,20,20,20,20 0,0,0,0,0",
                BARE.replace(":-:", ":B:")
            ),
            "token",
        ),
        (
            format!("-/-/-/-/- - {BARE}|{BARE} 1 2 1 19,20,20,20,20 1,0,0,0,0"),
            "mover",
        ),
        (
            format!("-/-/-/-/- BBBBBBBBBBBBBBBBBBBBB* {BARE}|{BARE} 1 1 1 0,20,20,20,20 0,0,0,0,0"),
            "centre",
        ),
    ];
    for (text, place) in whole {
        assert_eq!(places(&text), [place], "{text}");
    }
}

#[test]
fn a_missing_token_is_the_only_fault_it_makes() {
    let row = "0:-/-/-/-/-:-:BYRKW/...../...../...../.....";
    let text = format!("BBBB/-/-/-/- - {row}|{BARE} 1 2 1 15,19,19,19,19 0,0,0,0,0");
    assert_eq!(places(&text), ["token"]);
}

/// Texts that are nearly positions: one of a game, with a few letters changed.
fn nearly() -> impl Strategy<Value = String> {
    let edits = proptest::collection::vec(
        (
            any::<prop::sample::Index>(),
            any::<prop::sample::Index>(),
            0..3,
        ),
        0..4,
    );
    (0u64..500, any::<prop::sample::Index>(), edits).prop_map(|(seed, at, edits)| {
        let mut positions = Vec::new();
        random_game(players(seed), seed, |position| positions.push(*position));
        let mut letters: Vec<char> = at.get(&positions).to_string().chars().collect();
        let others: Vec<char> = "BYRKW*-/|:. ,0123456789é".chars().collect();
        for (place, other, kind) in edits {
            let place = place.index(letters.len());
            let other = *other.get(&others);
            match kind {
                0 => letters[place] = other,
                1 => letters.insert(place, other),
                _ => {
                    letters.remove(place);
                }
            }
        }
        letters.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn readers_of_positions_hold(text in prop_oneof![9 => nearly(), 1 => "\\PC{0,80}"]) {
        crate::readers::position_holds(&text);
    }

    #[test]
    fn readers_of_moves_hold(text in "\\PC{0,5}|[0-9C][BYRKW][1-6-]") {
        crate::readers::move_holds(&text);
    }
}
