//! The rules of the game where programs go wrong, position by position.

use crate::edge_cases::Occurrences;
use crate::games::{BARE, position};
use crate::pair::Pair;
use crate::referee::Game;
use azulejo::game::{
    Colour, Deal, IllegalMove, ImpossibleDeal, Move, Phase, Players, Position, Source, Tiles,
    WrongPhase,
};
use itertools::Itertools;

/// Cases of the rules: a rule, a position, and moves with the position after them. The move `.` is the end of a round.
/// All tiles that a position does not name are in the lid. After a score, `@` is a board without tiles; `=` is a wall
/// without tiles.
const CASES: &str = "\
The rest of a factory goes to the centre.
BBRK/-/-/-/- W* 0@|0@ 2 1 1
1B3 > -/-/-/-/- RKW* 0@|0:-/-/B2/-/-:-:= 1 1 1

The token falls before the tiles, and its holder begins the next round.
-/-/-/-/- BBBY* 0@|5@ 2 1 1
CB2 CY- > -/-/-/-/- - 0:-/-/-/-/-:Y:=|5:-/B2/-/-/-:*B:= 2 1 1
. > -/-/-/-/- - 0@|4:-/-/-/-/-:-:...../.B.../...../...../..... 2 2 1

A token beside a full floor costs nothing, and its holder begins the next round.
-/-/-/-/- WW* 20:-/-/-/-/-:BYRKWBY:=|0@ 1 2 3
CW- > -/-/-/-/- - 20:-/-/-/-/-:BYRKWBY*:=|0@ 2 2 3
. > -/-/-/-/- - 6@|0@ 1 1 3

Tiles beyond the floor go to the lid.
WWWW/-/-/-/- * 0:-/-/-/-/-:YYRRK:=|0@ 1 1 1
1W1 > -/-/-/-/- * 0:W1/-/-/-/-:YYRRKWW:=|0@ 2 1 1

The token stays without a move from the centre, and the starter begins again.
BBBB/YYYY/RRRR/KKKK/WWWW * 0@|0@ 2 2 1
1B4 2Y4 3R5 4K5 5W- > -/-/-/-/- * 0:-/-/-/Y4/K4:-:=|0:-/-/-/B4/R4:WWWW:= 1 2 1
. > -/-/-/-/- - 1:-/-/-/-/K4:-:...../...../...../....Y/.....|0:-/-/-/-/R4:-:...../...../...../...B./..... 2 2 1

A line is filled as far as possible, and the other tiles fall.
BBRR/-/-/-/- * 0:-/-/-/-/R1:-:BY.K./...../...../...../.....|0@ 1 1 2
1R1 > -/-/-/-/- BB* 0:R1/-/-/-/R1:R:BY.K./...../...../...../.....|0@ 2 1 2

A score is clamped at 0 once, after tiles and floor: 3 + 1 − 6. A clamp before the tile, or after each, would give 1.
-/-/-/-/- - 3:R1/-/-/-/-:*BBB:=|0@ 1 1 5
. > -/-/-/-/- - 0:-/-/-/-/-:-:..R../...../...../...../.....|0@ 1 1 5

Full lines are scored from top to bottom: 2 beside yellow, 2 below blue, 3 below both. A line that is not full stays.
-/-/-/-/- - 10:B1/W2/K3/R1/-:*:.Y.../...../...../...../.....|0@ 1 1 5
. > -/-/-/-/- - 16:-/-/-/R1/-:-:BY.../W..../K..../...../.....|0@ 1 1 5

Several rows can be completed in the last round: 5 + 7 − 1.
-/-/-/-/- - 30:B1/W2/-/-/-:*:.YRKW/.BYRK/...../...../.....|0@ 1 1 5
. > -/-/-/-/- - 41:-/-/-/-/-:-:BYRKW/WBYRK/...../...../.....|0@ 1 1 5";

/// Boards at the end of the game, final scores, and winners. After a score, `#` is a board whose only tiles are a
/// complete row 1. In the last case nothing can be dealt: two players have four complete columns, and no player has a
/// complete row.
const OUTCOMES: &str = "\
41:-/-/-/-/-:-:BYRKW/WBYRK/...../...../.....|0@ > 45 0 > 1
50:-/-/-/-/-:-:BYRKW/WB.../KWB../R..B./Y...B|0@ > 69 0 > 1
20#|23@|9@ > 22 23 9 > 2
22@|20#|22@ > 22 22 22 > 2
20#|22@|20# > 22 22 22 > 1 3
9:-/K1/R2/Y3/B4:-:BYRK./WBYR./KWBY./RKWB./YRKW.|7:-/K1/R2/Y3/B1:-:BYRK./WBYR./KWBY./RKWB./YRKW.|\
8:-/K1/R2/-/K3:-:BYRK./WBYR./KWBY./RKWB./.....|9:-/K1/R1/W3/W4:-:BYRK./WBYR./KWBY./...../..... > 37 35 8 9 > 1";

/// The position of a case, read by the library and by the referee.
fn pair(head: &str) -> Pair {
    let head = head.replace('#', ":-/-/-/-/-:-:BYRKW/...../...../...../.....");
    let head = head.replace('@', ":-/-/-/-/-:-:=");
    let head = head.replace('=', "...../...../...../...../.....");
    Pair::of(Game::from_text(&position(&head, [0; 5]).to_string()))
}

/// Position of two players before round 5.
fn before_a_deal(bag: [u8; 5]) -> Position {
    position(&format!("-/-/-/-/- - {BARE}|{BARE} 1 1 4"), bag)
}

#[test]
fn library_and_referee_follow_the_rules() {
    let mut occurrences = Occurrences::default();
    for case in CASES.split("\n\n") {
        let mut lines = case.lines();
        let rule = lines.next().expect("a rule");
        let mut pair = self::pair(lines.next().expect("a position"));
        for line in lines {
            let (moves, after) = line.split_once(" > ").expect("moves and a position");
            for text in moves.split(' ') {
                if text == "." {
                    pair.end_round(&mut occurrences);
                    continue;
                }
                let mut legal = pair.assert_same_moves().into_iter();
                let move_ = legal.find(|&move_| pair.library_move(move_).to_string() == text);
                pair.play(move_.expect(rule), &mut occurrences);
            }
            assert_eq!(pair.library, self::pair(after).library, "{rule}");
        }
    }
}

#[test]
fn most_points_win_and_complete_rows_break_ties() {
    for line in OUTCOMES.lines() {
        let parts: Vec<&str> = line.split(" > ").collect();
        let [boards, scores, winners] = parts[..] else {
            panic!("{line}");
        };
        let factories = "-/".repeat(2 * boards.split('|').count()) + "-";
        let mut pair = pair(&format!("{factories} - {boards} 1 1 6"));
        pair.assert_same_outcome(&mut Occurrences::default());
        let outcome = pair.library.outcome().expect("the game is over");
        assert_eq!(outcome.scores().iter().join(" "), scores, "{line}");
        let winner_numbers = outcome.winners().map(|winner| winner + 1).join(" ");
        assert_eq!(winner_numbers, winners, "{line}");
        let refusal = wrong_phase(Phase::Over);
        assert_eq!(pair.library.deal_by_seed(1), Err(refusal));
    }
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
    for text in "1B- CB- CR- CY-".split(' ') {
        end.play(text.parse().expect("a move")).expect(text);
    }
    let result = end.play("CB-".parse().expect("a move")).map(|_| ());
    assert_eq!(result, Err(IllegalMove::NoTilesLeft));
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
