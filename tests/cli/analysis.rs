//! The command line of the analysis: values, best moves.

use crate::run::{azulejo, azulejo_reading, numbers};
use azulejo::game::{Phase, Position};

/// Two groups are left; player 2 has no use for blue.
const LATE: &str = "-/-/-/-/- BRR 3:K1/W1/-/-/-:*:...../...../...../...../.....|\
                    0:-/-/-/-/-:-:...../...../...../...../..... 2 2 1 19,20,18,19,19 0,0,0,0,0";

/// A position of three players in the middle of a round.
const THREE: &str = "-/-/-/-/-/-/YYKW RW* 3:-/-/-/-/-:-:...../...../...../...../.....|\
                     0:-/-/-/-/-:-:...../...../...../...../.....|\
                     0:-/-/-/-/-:-:...../...../...../...../..... 1 1 1 20,18,19,19,18 0,0,0,0,0";

#[test]
fn solve_proves_the_value_of_the_rest_of_a_round() {
    let json = azulejo_reading("game solve - --format json", LATE).json(0);
    assert_eq!(
        (&json["proven"], &json["value"]),
        (&true.into(), &(-2).into())
    );
    assert_eq!((&json["low"], &json["high"]), (&(-2).into(), &(-2).into()));
    assert_eq!(numbers(&json["best"]), [163], "CR2");
    let mut position: Position = LATE.parse().expect("a position");
    for code in numbers(&json["pv"]) {
        let taken = azulejo::game::Move::from_code(code, position.players()).expect("a code");
        position.play(taken).expect("it is legal");
    }
    assert_eq!(position.phase(), Phase::RoundEnd);
    assert_eq!(json["model"], "minimax");
    let told = azulejo_reading("game solve -", LATE).ended(0);
    told.says("−2: after the round the mover has 2 points less than the other player, proven");
    told.says("CR2");
}

#[test]
fn solve_says_what_three_players_want() {
    let paranoid = azulejo_reading("game solve - --format json", THREE).json(0);
    let max_n = azulejo_reading("game solve - --format json --model max-n", THREE).json(0);
    assert_eq!(
        (&paranoid["model"], &max_n["model"]),
        (&"paranoid".into(), &"max-n".into())
    );
    let [paranoid, max_n] = [paranoid, max_n].map(|json| json["value"].as_i64().expect("proven"));
    assert!(
        paranoid <= max_n,
        "the others want the least: {paranoid} {max_n}"
    );
    azulejo_reading("game solve -", THREE).says("paranoid");
    azulejo_reading("game solve - --model max-n", THREE).says("each wants the most for himself");
}

#[test]
fn solve_stops_with_bounds() {
    let json = azulejo("game solve --seed 7 --nodes 2000 --format json").json(4);
    assert_eq!(
        (&json["proven"], &json["value"]),
        (&false.into(), &().into())
    );
    assert!(json["low"].as_i64() < json["high"].as_i64(), "{json}");
    let again = azulejo("game solve --seed 7 --nodes 2000 --format json").json(4);
    assert_eq!(json, again, "a limit of positions gives the same result");
    azulejo("game solve --seed 7 --time-limit 100ms")
        .ended(4)
        .says("not proven: at least");
}

#[test]
fn best_lets_any_player_choose() {
    let json = azulejo("game best --seed 7 --player alpha-beta:depth=2 --format json").json(0);
    assert!(json["value"].is_i64() && json["depth"] == 2, "{json}");
    let taken = json["move"].as_str().expect("a move");
    azulejo("game best --seed 7 --player alpha-beta:depth=2")
        .ended(0)
        .says(taken);
    let json = azulejo("game best --seed 7 --player strategic --format json").json(0);
    assert!(json["value"].is_null() && json["code"].is_u64(), "{json}");
    let codes: std::collections::BTreeSet<u64> = (0..10)
        .map(|seed| {
            azulejo(&format!(
                "game best --seed 7 --player random --rng-seed {seed} --format json"
            ))
            .json(0)
        })
        .filter_map(|json| json["code"].as_u64())
        .collect();
    assert!(codes.len() > 3, "{codes:?}");
}
