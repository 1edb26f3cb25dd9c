//! The rules of the game where programs go wrong, position by position, and what holds after every move of random
//! games.

use crate::games::{BARE, players, position, random_game};
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::game::{
    Colour, Deal, IllegalMove, ImpossibleDeal, Move, Phase, Players, Position, Source,
    TilePlacement, Tiles, WrongPhase, perft,
};

fn play(position: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        let taken = text.parse().expect("a move");
        position
            .play(taken)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.tiles(), Tiles::ALL);
    }
}

fn floor(position: &Position, player: usize) -> String {
    position.boards()[player].floor().to_string()
}

#[test]
fn the_rest_of_a_factory_goes_to_the_centre() {
    let mut position = position(&format!("BBRK/-/-/-/- W* {BARE}|{BARE} 2 1 1"), [0; 5]);
    play(&mut position, "1B3");
    assert_eq!(position.source(Source::CENTRE).to_string(), "RKW");
    assert!(position.token_in_centre());
    assert_eq!(position.mover(), 0);
    let line = position.boards()[1].line(2).expect("two tiles");
    assert_eq!((line.colour, line.count), (Colour::Blue, 2));
}

#[test]
fn the_token_falls_before_the_tiles() {
    let mut position = position(&format!("-/-/-/-/- BBBY* {BARE}|{BARE} 2 1 1"), [0; 5]);
    play(&mut position, "CB2 CY-");
    assert_eq!(
        (floor(&position, 1), floor(&position, 0)),
        ("*B".into(), "Y".into())
    );
    let score = position.end_round().expect("all sources are empty");
    assert_eq!(score.boards()[1].floor().charge(), 2);
    assert_eq!((position.starter(), position.mover()), (1, 1));
}

#[test]
fn a_token_beside_a_full_floor_costs_nothing_and_starts_the_next_round() {
    let full = BARE.replace(":-:", ":BYRKWBY:").replacen('0', "20", 1);
    let mut position = position(&format!("-/-/-/-/- WW* {full}|{BARE} 1 2 3"), [0; 5]);
    let lid = position.lid();
    play(&mut position, "CW-");
    assert_eq!(floor(&position, 0), "BYRKWBY*");
    assert_eq!(
        position.lid().count(Colour::White),
        lid.count(Colour::White) + 2
    );
    assert_eq!(position.phase(), Phase::RoundEnd);
    position.end_round().expect("all sources are empty");
    assert_eq!(position.boards()[0].score(), 20 - 14);
    assert_eq!(position.starter(), 0);
}

#[test]
fn tiles_beyond_the_floor_go_to_the_lid() {
    let five = BARE.replace(":-:", ":YYRRK:");
    let mut position = position(&format!("WWWW/-/-/-/- * {five}|{BARE} 1 1 1"), [0; 5]);
    let lid = position.lid().count(Colour::White);
    play(&mut position, "1W1");
    assert_eq!(floor(&position, 0), "YYRRKWW");
    assert_eq!(position.lid().count(Colour::White), lid + 1);
}

#[test]
fn the_token_stays_when_nobody_takes_from_the_centre() {
    let factories = "BBBB/YYYY/RRRR/KKKK/WWWW";
    let mut position = position(&format!("{factories} * {BARE}|{BARE} 2 2 1"), [8; 5]);
    play(&mut position, "1B4 2Y4 3R5 4K5 5W-");
    assert!(position.token_in_centre());
    assert_eq!((position.phase(), position.mover()), (Phase::RoundEnd, 0));
    position.end_round().expect("all sources are empty");
    assert_eq!(
        (position.starter(), position.mover(), position.phase()),
        (1, 1, Phase::Deal)
    );
}

#[test]
fn a_floor_move_is_always_legal_and_room_is_never_left() {
    let board = "0:-/-/-/-/R1:-:BY.K./...../...../...../.....";
    let mut position = position(&format!("BBRR/-/-/-/- * {board}|{BARE} 1 1 2"), [0; 5]);
    let legal: Vec<String> = position.legal().map(|taken| taken.to_string()).collect();
    assert_eq!(
        legal,
        [
            "1B2", "1B3", "1B4", "1B-", "1R1", "1R2", "1R3", "1R4", "1R5", "1R-"
        ]
    );
    play(&mut position, "1R1");
    assert_eq!(floor(&position, 0), "R");
}

#[test]
fn every_illegal_move_says_why() {
    let board = "0:Y1/-/R2/-/-:-:B..../...../...../...../.....";
    let position = position(&format!("BRYY/-/-/-/- * {board}|{BARE} 1 1 2"), [0; 5]);
    let why = |text: &str| {
        let taken: Move = text.parse().expect("a move");
        assert!(!position.is_legal(taken));
        position.check(taken).expect_err(text)
    };
    let (source, colour) = (
        |number| Source::factory(number).expect("a factory"),
        Colour::Yellow,
    );
    assert_eq!(
        why("2Y2"),
        IllegalMove::NotThere {
            place: source(2),
            colour
        }
    );
    assert_eq!(
        why("CY2"),
        IllegalMove::NotThere {
            place: Source::CENTRE,
            colour
        }
    );
    assert_eq!(
        why("6Y2"),
        IllegalMove::NoSuchFactory {
            factory: source(6),
            factories: 5
        }
    );
    assert_eq!(why("1Y1"), IllegalMove::FullLine { line: 1 });
    assert_eq!(
        why("1Y3"),
        IllegalMove::OtherColour {
            line: 3,
            held: Colour::Red,
            colour
        }
    );
    let blue = "-/-/-/-/- B* 0:-/-/-/-/-:-:B..../...../...../...../.....|";
    let walled = crate::games::position(&format!("{blue}{BARE} 1 1 2"), [0; 5]);
    let onto = walled.check("CB1".parse().expect("a move"));
    assert_eq!(
        onto,
        Err(IllegalMove::OnWall {
            line: 1,
            colour: Colour::Blue
        })
    );
    let mut over = walled;
    play(&mut over, "CB-");
    let late = over.play("CB-".parse().expect("a move")).map(|_| ());
    assert_eq!(late, Err(IllegalMove::NoTilesLeft));
}

#[test]
fn a_score_is_kept_from_falling_below_0_once_after_tiles_and_floor() {
    // 3 + 1 − 6 is −2: 0. Kept before the tile, or tile by tile, it would be 1.
    let board = "3:R1/-/-/-/-:*BBB:...../...../...../...../.....";
    let mut position = position(&format!("-/-/-/-/- - {board}|{BARE} 1 1 1"), [0; 5]);
    let score = position.end_round().expect("all sources are empty");
    let [one, two] = score.boards() else {
        panic!("two boards");
    };
    assert_eq!(
        (
            one.before(),
            one.points(),
            one.floor().charge(),
            one.after()
        ),
        (3, 1, 6, 0)
    );
    assert_eq!((two.before(), two.after()), (0, 0));
}

#[test]
fn full_lines_are_scored_from_top_to_bottom() {
    // Row 1 column 1 joins column 2 of its row: 2. Row 2 column 1 is below it: 2. Row 3 column 1 is below both: 3.
    let board = "10:B1/W2/K3/R1/-:*:.Y.../...../...../...../.....";
    let mut position = position(&format!("-/-/-/-/- - {board}|{BARE} 2 1 2"), [0; 5]);
    let score = position.end_round().expect("all sources are empty");
    let tile = |colour, points| Some(TilePlacement { colour, points });
    let tiles = [
        tile(Colour::Blue, 2),
        tile(Colour::White, 2),
        tile(Colour::Black, 3),
        None,
        None,
    ];
    assert_eq!(score.boards()[0].tiles(), tiles);
    assert_eq!(score.boards()[0].after(), 10 + 7 - 1);
    let board = &position.boards()[0];
    assert_eq!(board.wall(), 0b00001_00001_00011);
    assert_eq!(
        board.line(3).map(|line| line.count),
        Some(1),
        "a line that is not full stays"
    );
}

#[test]
fn several_rows_can_be_completed_in_the_last_round() {
    let board = "30:B1/W2/-/-/-:*:.YRKW/.BYRK/...../...../.....";
    let mut position = position(&format!("-/-/-/-/- - {board}|{BARE} 1 1 5"), [0; 5]);
    position.end_round().expect("all sources are empty");
    assert_eq!(position.phase(), Phase::Over);
    let outcome = position.outcome().expect("the game is over");
    // Tiles: 5, then 5 + 2; floor −1; two rows.
    assert_eq!(
        (outcome.bonuses()[0].rows, outcome.scores()[0]),
        (2, 30 + 12 - 1 + 4)
    );
    assert_eq!(outcome.winner(), Some(0));
}

#[test]
fn columns_and_colours_count_at_the_end() {
    let board = "50:-/-/-/-/-:-:BYRKW/WB.../KWB../R..B./Y...B";
    let position = position(&format!("-/-/-/-/- - {board}|{BARE} 1 1 5"), [0; 5]);
    let outcome = position.outcome().expect("row 1 is complete");
    let bonus = outcome.bonuses()[0];
    assert_eq!((bonus.rows, bonus.columns, bonus.colours), (1, 1, 1));
    assert_eq!(outcome.scores(), [69, 0]);
}

#[test]
fn ties_go_to_the_complete_rows_and_are_shared_then() {
    let row = |score| format!("{score}:-/-/-/-/-:-:BYRKW/...../...../...../.....");
    let none = |score| BARE.replacen('0', score, 1);
    let winners = |boards: [String; 3]| {
        let boards = boards.join("|");
        let position = position(&format!("-/-/-/-/-/-/- - {boards} 1 1 5"), [0; 5]);
        let outcome = position.outcome().expect("a row is complete");
        assert_eq!(outcome.winner().is_some(), outcome.winners().count() == 1);
        outcome.winners().collect::<Vec<usize>>()
    };
    assert_eq!(
        winners([row("20"), none("23"), none("9")]),
        [1],
        "most points"
    );
    assert_eq!(
        winners([none("22"), row("20"), none("22")]),
        [1],
        "then most complete rows"
    );
    assert_eq!(
        winners([row("20"), none("22"), row("20")]),
        [0, 2],
        "then it is shared"
    );
}

#[test]
fn the_lid_is_poured_into_the_bag_in_the_middle_of_a_deal() {
    let bag = [0, 3, 0, 4, 0];
    for seed in 0..50 {
        let mut position = position(&format!("-/-/-/-/- - {BARE}|{BARE} 1 1 4"), bag);
        let deal = position
            .deal(&mut ChaCha8Rng::seed_from_u64(seed))
            .expect("it is time");
        assert_eq!(position.lid(), Tiles::NONE);
        assert_eq!(position.bag().len(), 80);
        assert_eq!(position.tiles(), Tiles::ALL);
        // The seven tiles of the bag are on the first two factories.
        let first: Tiles = deal.factories()[..2]
            .iter()
            .flat_map(|tiles| tiles.iter())
            .collect();
        assert!(
            first.includes(Tiles::from_counts(bag).expect("few")),
            "{first}"
        );
        assert_eq!((position.round(), position.phase()), (5, Phase::Moves));
    }
}

#[test]
fn a_bag_that_is_just_emptied_is_not_filled_before_the_next_deal() {
    let mut position = position(&format!("-/-/-/-/- - {BARE}|{BARE} 1 1 4"), [4; 5]);
    position
        .deal(&mut ChaCha8Rng::seed_from_u64(1))
        .expect("it is time");
    assert_eq!((position.bag(), position.lid().len()), (Tiles::NONE, 80));
}

/// Walls and lines of four players that hold 93 tiles; 3 black and 4 white ones are left.
const CROWDED: &str = "9:-/K1/R2/Y3/B4:-:BYRK./WBYR./KWBY./RKWB./YRKW.|9:-/-/R2/Y1/-:-:BYRK./WBYR./KWBY./RKWB./YRKW.|\
                       9:-/-/-/-/-:-:BYRK./WBYR./KWBY./RKWB./YRKW.|9:-/-/-/-/-:-:BYRK./WBYR./KWBY./RKWB./YRKW.";

#[test]
fn places_stay_empty_when_bag_and_lid_are_empty() {
    let head = format!("-/-/-/-/-/-/-/-/- - {CROWDED} 1 1 6");
    let mut position = position(&head, [0, 0, 0, 1, 4]);
    assert_eq!(position.lid().counts(), [0, 0, 0, 2, 0]);
    let deal = position
        .deal(&mut ChaCha8Rng::seed_from_u64(1))
        .expect("it is time");
    let sizes: Vec<usize> = deal.factories().iter().map(|tiles| tiles.len()).collect();
    assert_eq!(sizes, [4, 3, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(position.bag().len() + position.lid().len(), 0);
    assert_eq!(position.phase(), Phase::Moves);
}

#[test]
fn the_game_ends_when_nothing_can_be_dealt() {
    let boards = "9:-/K1/R2/Y3/B4:-:BYRK./WBYR./KWBY./RKWB./YRKW.|7:-/K1/R2/Y3/B1:-:BYRK./WBYR./KWBY./RKWB./YRKW.|\
                  8:-/K1/R2/-/K3:-:BYRK./WBYR./KWBY./RKWB./.....|9:-/K1/R1/W3/W4:-:BYRK./WBYR./KWBY./...../.....";
    let mut position = position(&format!("-/-/-/-/-/-/-/-/- - {boards} 1 1 6"), [0; 5]);
    assert_eq!(position.phase(), Phase::Over);
    // Four complete columns of two players, three complete rows of nobody.
    let outcome = position.outcome().expect("nothing can be dealt");
    assert_eq!(outcome.scores(), [37, 35, 8, 9]);
    let wrong = position.deal(&mut ChaCha8Rng::seed_from_u64(1));
    assert_eq!(
        wrong,
        Err(WrongPhase {
            wanted: Phase::Deal,
            position: Phase::Over
        }
        .into())
    );
}

#[test]
fn no_round_is_dealt_after_the_last_that_has_a_number() {
    let before = |round: u32| {
        let head = format!("-/-/-/-/- - {BARE}|{BARE} 1 1 {round}");
        position(&head, [4; 5])
    };
    let (mut last, mut given) = (before(u32::MAX - 1), before(u32::MAX - 1));
    let deal = last
        .deal(&mut ChaCha8Rng::seed_from_u64(1))
        .expect("it is time");
    assert_eq!(given.deal_given(&deal), Ok(()));
    assert_eq!((last, last.round()), (given, Position::LAST_ROUND));
    assert_eq!(last.to_string().parse(), Ok(last));
    let waiting = before(Position::LAST_ROUND);
    let mut position = waiting;
    let refused = position.deal(&mut ChaCha8Rng::seed_from_u64(1));
    assert_eq!(refused, Err(ImpossibleDeal::LastRound));
    let refused = position.deal_given(&deal);
    assert_eq!(refused, Err(ImpossibleDeal::LastRound));
    assert_eq!(position, waiting, "it is as it was");
}

#[test]
fn a_given_deal_must_be_possible() {
    let tiles = |text: &str| -> Tiles { text.chars().filter_map(Colour::from_letter).collect() };
    let deal = |factories: [&str; 5]| Deal::new(Players::Two, &factories.map(tiles));
    let bag = [0, 3, 0, 4, 0]; // the lid has 20, 17, 20, 16, 20
    let start = position(&format!("-/-/-/-/- - {BARE}|{BARE} 1 1 4"), bag);
    let given = |factories| {
        let mut position = start;
        let given = position.deal_given(&deal(factories).expect("five factories of four"));
        assert_eq!(
            position == start,
            given.is_err(),
            "an error changes nothing"
        );
        given.map(|()| position)
    };
    let dealt =
        given(["YYYK", "KKKB", "BBBB", "WWWW", "RRRR"]).expect("the whole bag and 13 others");
    assert_eq!(dealt.bag().counts(), [15, 17, 16, 16, 16]);
    assert_eq!(
        dealt
            .source(Source::factory(2).expect("a factory"))
            .to_string(),
        "BKKK"
    );
    let colour = Colour::Yellow;
    assert_eq!(
        given(["YYBK", "KKKB", "BBBB", "WWWW", "RRRR"]),
        Err(ImpossibleDeal::BagNotEmpty { colour, left: 1 })
    );
    let tiles = ImpossibleDeal::Tiles {
        found: 19,
        wanted: 20,
        bag: 7,
        lid: 93,
    };
    assert_eq!(given(["YYYK", "KKK", "BBBB", "WWWW", "RRRR"]), Err(tiles));
    let large = deal(["YYYKK", "KKK", "BBBB", "WWWW", "RRRR"]);
    assert_eq!(
        large,
        Err(ImpossibleDeal::Factory {
            number: 1,
            tiles: 5
        })
    );
    let mut full = Position::new(Players::Two, 0);
    let blue = deal(["BBBB"; 5]).expect("five factories of four");
    assert_eq!(full.deal_given(&blue), Ok(()));
    let again = WrongPhase {
        wanted: Phase::Deal,
        position: Phase::Moves,
    };
    assert_eq!(full.deal_given(&blue), Err(again.into()));
    let mut less = position(
        &format!("-/-/-/-/- - {BARE}|{BARE} 1 1 4"),
        [19, 20, 0, 0, 0],
    );
    let colour = Colour::Blue;
    let too_many = ImpossibleDeal::TooMany {
        colour,
        found: 20,
        most: 19,
    };
    assert_eq!(less.deal_given(&blue), Err(too_many));
    let three = Deal::new(Players::Three, &[Tiles::NONE; 7]).expect("seven factories");
    assert!(matches!(
        less.deal_given(&three),
        Err(ImpossibleDeal::Factories { .. })
    ));
}

#[test]
fn deals_follow_from_the_seed() {
    // The same on every platform: these are the words of ChaCha with 8 rounds.
    let mut position = Position::new(Players::Two, 0);
    position
        .deal(&mut ChaCha8Rng::seed_from_u64(2026))
        .expect("it is time");
    let factories = position.to_string();
    let factories = factories.split(' ').next().expect("a field");
    assert_eq!(factories, "BRKK/RRWW/YYKW/YYRK/BKKK");
}

#[test]
fn every_position_of_random_games_holds_together() {
    for seed in 0..60 {
        let players = players(seed);
        random_game(players, seed, |position| {
            assert_eq!(position.tiles(), Tiles::ALL);
            let legal: Vec<Move> = position.legal().collect();
            assert_eq!(legal.len(), position.legal_count());
            assert_eq!(legal.is_empty(), position.phase() != Phase::Moves);
            for (number, &taken) in legal.iter().enumerate() {
                assert_eq!(position.nth_legal(number), Some(taken));
                let mut after = *position;
                let undo = after.play(taken).expect("it is legal");
                assert_eq!(after.tiles(), Tiles::ALL);
                assert_eq!(after.mover(), (position.mover() + 1) % players.count());
                after.take_back(undo);
                assert_eq!(after, *position);
            }
            assert_eq!(position.nth_legal(legal.len()), None);
            let codes = (0..u64::from(players.codes())).filter(|&code| {
                let taken = Move::from_code(code, players).expect("in range");
                assert_eq!(position.is_legal(taken), position.check(taken).is_ok());
                position.is_legal(taken)
            });
            let codes: Vec<u64> = codes.collect();
            assert!(
                codes
                    .iter()
                    .copied()
                    .eq(position.legal_codes().map(u64::from))
            );
            let mut mask = vec![9; usize::from(players.codes())];
            position.write_legal_mask(&mut mask);
            for (code, &byte) in (0..).zip(&mask) {
                assert_eq!(byte, u8::from(codes.contains(&code)));
            }
            let found = legal.iter().map(|taken| taken.code(players).map(u64::from));
            assert!(
                codes.into_iter().map(Some).eq(found),
                "in the order of the codes"
            );
            assert_eq!(
                position.outcome().is_some(),
                position.phase() == Phase::Over
            );
        });
    }
}

#[test]
fn leaves_are_counted_as_in_the_files() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/perft");
    let folder = std::path::Path::new(folder);
    let mut counted = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("readable").path();
        let text = std::fs::read_to_string(&path).expect("readable");
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (position, counts) = line.split_once(" ; ").expect("a position and counts");
            let position: Position = position.parse().expect("a position");
            for (depth, count) in counts.split_whitespace().enumerate() {
                let count: u64 = count.parse().expect("a number");
                assert_eq!(perft(&position, depth as u32 + 1), count, "{line}");
                counted += 1;
            }
        }
    }
    assert!(counted >= 30, "only {counted} counts");
}

#[test]
#[ignore = "a million games take a minute: cargo test --release --test game_rules -- --ignored million"]
fn a_million_random_games_lose_no_tile() {
    for seed in 0..1_000_000 {
        let keeps = |position: &Position| assert_eq!(position.tiles(), Tiles::ALL);
        random_game(players(seed), seed, keeps);
    }
}
