//! The rules of the game where programs go wrong, position by position.

use crate::games::{BARE, players, position, random_game};
use azulejo::game::{
    Colour, Deal, IllegalMove, ImpossibleDeal, Move, Phase, Players, Position, RoundScore, Source,
    TilePlacement, Tiles, WrongPhase,
};

fn play(position: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        let result = position.play(text.parse().expect("a move"));
        result.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.tiles(), Tiles::ALL);
    }
}

/// Position of two players at the end of a round, with a board for the first of them.
fn round_end(board: &str) -> Position {
    position(&format!("-/-/-/-/- - {board}|{BARE} 1 1 5"), [0; 5])
}

/// Position of two players before round 5.
fn before_a_deal(bag: [u8; 5]) -> Position {
    position(&format!("-/-/-/-/- - {BARE}|{BARE} 1 1 4"), bag)
}

fn end_round(position: &mut Position) -> RoundScore {
    position.end_round().expect("all sources are empty")
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
    assert_eq!([1, 0].map(|player| floor(&position, player)), ["*B", "Y"]);
    let score = end_round(&mut position);
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
    let white = Colour::White;
    assert_eq!(position.lid().count(white), lid.count(white) + 2);
    assert_eq!(position.phase(), Phase::RoundEnd);
    end_round(&mut position);
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
fn the_token_stays_without_a_move_from_the_centre() {
    let factories = "BBBB/YYYY/RRRR/KKKK/WWWW";
    let mut position = position(&format!("{factories} * {BARE}|{BARE} 2 2 1"), [8; 5]);
    play(&mut position, "1B4 2Y4 3R5 4K5 5W-");
    assert!(position.token_in_centre());
    assert_eq!((position.phase(), position.mover()), (Phase::RoundEnd, 0));
    end_round(&mut position);
    assert_eq!((position.starter(), position.mover()), (1, 1));
    assert_eq!(position.phase(), Phase::Deal);
}

#[test]
fn a_floor_move_is_always_legal_and_a_line_is_filled_as_far_as_possible() {
    let board = "0:-/-/-/-/R1:-:BY.K./...../...../...../.....";
    let mut position = position(&format!("BBRR/-/-/-/- * {board}|{BARE} 1 1 2"), [0; 5]);
    let legal: Vec<String> = position.legal().map(|move_| move_.to_string()).collect();
    assert_eq!(legal.join(" "), "1B2 1B3 1B4 1B- 1R1 1R2 1R3 1R4 1R5 1R-");
    play(&mut position, "1R1");
    assert_eq!(floor(&position, 0), "R");
}

#[test]
fn every_illegal_move_has_its_reason() {
    let board = "0:Y1/-/R2/-/-:-:...../.B.../...../...../.....";
    let position = position(&format!("BRYY/-/-/-/- B* {board}|{BARE} 1 1 2"), [0; 5]);
    let assert_refused = |text: &str, reason: IllegalMove| {
        let move_: Move = text.parse().expect("a move");
        assert!(!position.is_legal(move_));
        assert_eq!(position.check(move_), Err(reason));
        let mut after = position;
        assert!(after.play(move_).is_err() && after == position);
    };
    let source = |number| Source::factory(number).expect("a factory");
    let (factory, factories, colour) = (source(6), 5, Colour::Yellow);
    for (text, place) in [("2Y2", source(2)), ("CY2", Source::CENTRE)] {
        assert_refused(text, IllegalMove::NotThere { place, colour });
    }
    assert_refused("6Y2", IllegalMove::NoSuchFactory { factory, factories });
    assert_refused("1Y1", IllegalMove::FullLine { line: 1 });
    let (line, held) = (3, Colour::Red);
    assert_refused("1Y3", IllegalMove::OtherColour { line, held, colour });
    let (line, colour) = (2, Colour::Blue);
    assert_refused("CB2", IllegalMove::OnWall { line, colour });
    let mut end = position;
    play(&mut end, "1B- CB- CR- CY-");
    let result = end.play("CB-".parse().expect("a move")).map(|_| ());
    assert_eq!(result, Err(IllegalMove::NoTilesLeft));
}

#[test]
fn a_score_is_clamped_at_0_once_after_tiles_and_floor() {
    // 3 + 1 − 6 = −2: 0. A clamp before the tile, or after each tile, would give 1.
    let mut position = round_end("3:R1/-/-/-/-:*BBB:...../...../...../...../.....");
    let score = end_round(&mut position);
    let [first, second] = score.boards() else {
        panic!("two boards");
    };
    assert_eq!((first.before(), first.points(), first.after()), (3, 1, 0));
    assert_eq!(first.floor().charge(), 6);
    assert_eq!((second.before(), second.after()), (0, 0));
}

#[test]
fn full_lines_are_scored_from_top_to_bottom() {
    // Row 1 column 1 joins column 2 of its row: 2. Row 2 column 1 is below it: 2. Row 3 column 1 is below both: 3.
    let mut position = round_end("10:B1/W2/K3/R1/-:*:.Y.../...../...../...../.....");
    let lid = position.lid();
    let score = end_round(&mut position);
    let tile = |colour, points| Some(TilePlacement { colour, points });
    let (blue, white, black) = (Colour::Blue, Colour::White, Colour::Black);
    let tiles = [tile(blue, 2), tile(white, 2), tile(black, 3), None, None];
    assert_eq!(score.boards()[0].tiles(), tiles);
    assert_eq!(score.boards()[0].after(), 10 + 7 - 1);
    let board = &position.boards()[0];
    assert_eq!(board.wall(), 0b00001_00001_00011);
    let line = board.line(3).map(|line| line.count);
    assert_eq!(line, Some(1), "a line that is not full stays");
    // The other tiles of full lines.
    for (colour, more) in [(white, 1), (black, 2), (Colour::Red, 0)] {
        assert_eq!(position.lid().count(colour), lid.count(colour) + more);
    }
}

#[test]
fn several_rows_can_be_completed_in_the_last_round() {
    let mut position = round_end("30:B1/W2/-/-/-:*:.YRKW/.BYRK/...../...../.....");
    end_round(&mut position);
    assert_eq!(position.phase(), Phase::Over);
    let outcome = position.outcome().expect("the game is over");
    // Tiles: 5, then 5 + 2; floor −1; two rows.
    assert_eq!(outcome.bonuses()[0].rows, 2);
    assert_eq!(outcome.scores()[0], 30 + 12 - 1 + 4);
    assert_eq!(outcome.winner(), Some(0));
}

#[test]
fn columns_and_colours_count_at_the_end() {
    let position = round_end("50:-/-/-/-/-:-:BYRKW/WB.../KWB../R..B./Y...B");
    let outcome = position.outcome().expect("row 1 is complete");
    let bonus = outcome.bonuses()[0];
    assert_eq!((bonus.rows, bonus.columns, bonus.colours), (1, 1, 1));
    assert_eq!(outcome.scores(), [69, 0]);
}

#[test]
fn complete_rows_break_ties_and_equal_rows_share_the_victory() {
    let with_row = |score| format!("{score}:-/-/-/-/-:-:BYRKW/...../...../...../.....");
    let without_row = |score| BARE.replacen('0', score, 1);
    let winners = |boards: [String; 3]| {
        let boards = boards.join("|");
        let position = position(&format!("-/-/-/-/-/-/- - {boards} 1 1 5"), [0; 5]);
        let outcome = position.outcome().expect("a row is complete");
        assert_eq!(outcome.winner().is_some(), outcome.winners().count() == 1);
        outcome.winners().collect::<Vec<usize>>()
    };
    let most_points = winners([with_row("20"), without_row("23"), without_row("9")]);
    let most_rows = winners([without_row("22"), with_row("20"), without_row("22")]);
    let shared = winners([with_row("20"), without_row("22"), with_row("20")]);
    assert_eq!([most_points, most_rows, shared], [&[1][..], &[1], &[0, 2]]);
}

#[test]
fn the_lid_is_poured_into_the_bag_in_the_middle_of_a_deal() {
    let bag = [0, 3, 0, 4, 0];
    for seed in 0..50 {
        let mut position = before_a_deal(bag);
        let deal = position.deal_by_seed(seed).expect("it is time");
        assert_eq!((position.lid(), position.bag().len()), (Tiles::NONE, 80));
        assert_eq!(position.tiles(), Tiles::ALL);
        // The seven tiles of the bag are on the first two factories.
        let first = deal.factories()[..2].iter();
        let first: Tiles = first.flat_map(|tiles| tiles.iter()).collect();
        let bag = Tiles::from_counts(bag).expect("few");
        assert!(first.includes(bag), "{first}");
        assert_eq!((position.round(), position.phase()), (5, Phase::Moves));
    }
}

#[test]
fn an_empty_bag_is_filled_only_in_the_next_deal() {
    let mut position = before_a_deal([4; 5]);
    position.deal_by_seed(1).expect("it is time");
    assert_eq!((position.bag(), position.lid().len()), (Tiles::NONE, 80));
}

/// Walls and lines of four players with 93 tiles; 3 black and 4 white tiles lie elsewhere.
const CROWDED: &str = "9:-/K1/R2/Y3/B4:-:BYRK./WBYR./KWBY./RKWB./YRKW.|9:-/-/R2/Y1/-:-:BYRK./WBYR./KWBY./RKWB./YRKW.|\
                       9:-/-/-/-/-:-:BYRK./WBYR./KWBY./RKWB./YRKW.|9:-/-/-/-/-:-:BYRK./WBYR./KWBY./RKWB./YRKW.";

#[test]
fn places_stay_empty_when_bag_and_lid_are_empty() {
    let head = format!("-/-/-/-/-/-/-/-/- - {CROWDED} 1 1 6");
    let mut position = position(&head, [0, 0, 0, 1, 4]);
    assert_eq!(position.lid().counts(), [0, 0, 0, 2, 0]);
    let deal = position.deal_by_seed(1).expect("it is time");
    let sizes: Vec<usize> = deal.factories().iter().map(|tiles| tiles.len()).collect();
    assert_eq!(sizes, [4, 3, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(position.bag().len() + position.lid().len(), 0);
    assert_eq!(position.phase(), Phase::Moves);
}

#[test]
fn the_game_ends_without_tiles_for_a_deal() {
    let boards = "9:-/K1/R2/Y3/B4:-:BYRK./WBYR./KWBY./RKWB./YRKW.|7:-/K1/R2/Y3/B1:-:BYRK./WBYR./KWBY./RKWB./YRKW.|\
                  8:-/K1/R2/-/K3:-:BYRK./WBYR./KWBY./RKWB./.....|9:-/K1/R1/W3/W4:-:BYRK./WBYR./KWBY./...../.....";
    let mut position = position(&format!("-/-/-/-/-/-/-/-/- - {boards} 1 1 6"), [0; 5]);
    assert_eq!(position.phase(), Phase::Over);
    // Two players have four complete columns, and no player has a complete row.
    let outcome = position.outcome().expect("nothing can be dealt");
    assert_eq!(outcome.scores(), [37, 35, 8, 9]);
    let error = wrong_phase(Phase::Over);
    assert_eq!(position.deal_by_seed(1), Err(error));
}

fn wrong_phase(position: Phase) -> ImpossibleDeal {
    let wanted = Phase::Deal;
    WrongPhase { wanted, position }.into()
}

#[test]
fn no_deal_follows_the_last_round_with_a_number() {
    let before = |round: u32| {
        let head = format!("-/-/-/-/- - {BARE}|{BARE} 1 1 {round}");
        position(&head, [4; 5])
    };
    let (mut last, mut copy) = (before(u32::MAX - 1), before(u32::MAX - 1));
    let deal = last.deal_by_seed(1).expect("it is time");
    assert_eq!(copy.deal_given(&deal), Ok(()));
    assert_eq!((last, last.round()), (copy, Position::LAST_ROUND));
    assert_eq!(last.to_string().parse(), Ok(last));
    let position_before = before(Position::LAST_ROUND);
    let mut position = position_before;
    let refusal = ImpossibleDeal::LastRound;
    assert_eq!(position.deal_by_seed(1), Err(refusal.clone()));
    assert_eq!(position.deal_given(&deal), Err(refusal));
    assert_eq!(position, position_before, "it is as it was");
}

#[test]
fn an_impossible_deal_is_refused() {
    let tiles = |text: &str| -> Tiles { text.chars().filter_map(Colour::from_letter).collect() };
    let deal = |factories: &str| {
        let factories: Vec<Tiles> = factories.split('/').map(tiles).collect();
        Deal::new(Players::Two, &factories)
    };
    // The lid has 20, 17, 20, 16 and 20.
    let start = before_a_deal([0, 3, 0, 4, 0]);
    let position_after = |factories| {
        let mut position = start;
        let result = position.deal_given(&deal(factories).expect("five factories of four"));
        // An error changes nothing.
        assert_eq!(position == start, result.is_err());
        result.map(|()| position)
    };
    let position = position_after("YYYK/KKKB/BBBB/WWWW/RRRR").expect("the whole bag and 13 others");
    assert_eq!(position.bag().counts(), [15, 17, 16, 16, 16]);
    let second = Source::factory(2).expect("a factory");
    assert_eq!(position.source(second).to_string(), "BKKK");
    let (colour, left) = (Colour::Yellow, 1);
    let refusal = position_after("YYBK/KKKB/BBBB/WWWW/RRRR");
    assert_eq!(refusal, Err(ImpossibleDeal::BagNotEmpty { colour, left }));
    let tiles = ImpossibleDeal::Tiles {
        found: 19,
        wanted: 20,
        bag: 7,
        lid: 93,
    };
    assert_eq!(position_after("YYYK/KKK/BBBB/WWWW/RRRR"), Err(tiles));
    let (number, tiles) = (1, 5);
    let large = deal("YYYKK/KKK/BBBB/WWWW/RRRR");
    assert_eq!(large, Err(ImpossibleDeal::Factory { number, tiles }));
    let mut full = Position::new(Players::Two, 0);
    let blue = deal("BBBB/BBBB/BBBB/BBBB/BBBB").expect("five factories of four");
    assert_eq!(full.deal_given(&blue), Ok(()));
    assert_eq!(full.deal_given(&blue), Err(wrong_phase(Phase::Moves)));
    let mut less = before_a_deal([19, 20, 0, 0, 0]);
    let too_many = ImpossibleDeal::TooMany {
        colour: Colour::Blue,
        found: 20,
        most: 19,
    };
    assert_eq!(less.deal_given(&blue), Err(too_many));
    let three = Deal::new(Players::Three, &[Tiles::NONE; 7]).expect("seven factories");
    let refusal = less.deal_given(&three);
    assert!(matches!(refusal, Err(ImpossibleDeal::Factories { .. })));
}

#[test]
fn a_seed_determines_the_deals() {
    // ChaCha with 8 rounds has the same words on every platform.
    let mut position = Position::new(Players::Two, 0);
    position.deal_by_seed(2026).expect("it is time");
    let text = position.to_string();
    assert!(text.starts_with("BRKK/RRWW/YYKW/YYRK/BKKK "), "{text}");
}

#[test]
fn codes_and_masks_name_the_legal_moves() {
    for seed in 0..60 {
        let players = players(seed);
        random_game(players, seed, |position| {
            let codes: Vec<u16> = position.legal_codes().collect();
            let codes_of_moves = position.legal().map(|move_| move_.code(players));
            assert!(
                codes_of_moves.eq(codes.iter().copied().map(Some)),
                "{position}"
            );
            let mut mask = vec![9; usize::from(players.codes())];
            position.write_legal_mask(&mut mask);
            for (code, byte) in (0u16..).zip(mask) {
                let move_ = Move::from_code(u64::from(code), players).expect("in range");
                let is_legal = position.check(move_).is_ok();
                assert_eq!(position.is_legal(move_), is_legal, "{position} {move_}");
                assert_eq!(codes.contains(&code), is_legal, "{position} {move_}");
                assert_eq!(byte, u8::from(is_legal), "{position} {move_}");
            }
        });
    }
}
