//! Choices for each group of tiles: the points of a move, or the reason why it is illegal.

use crate::counted::{agreeing, counted};
use crate::game::{Destination, Effect, Group, Move, Position};
use crate::render::game::words;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// Places for the tiles of each group, empty where no move is awaited. Groups with the same places share them, which keeps the
/// page light.
#[derive(Debug, Default, JsonSchema, Serialize)]
pub(in crate::pages) struct Choices {
    /// By the text of a group, such as `3Y`: index in `places`.
    groups: BTreeMap<String, usize>,
    /// By the last letter of a move: `1` to `5`, and `-` for the floor.
    places: Vec<BTreeMap<char, Place>>,
}

/// A place for the tiles.
#[derive(Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(untagged)]
pub(in crate::pages) enum Place {
    /// The move is legal.
    Legal {
        /// The points that the round's end gives more for this line, less what the floor costs more.
        net: i32,
        words: String,
    },
    /// The move is illegal, for this reason.
    Illegal { no: String },
}

/// Choices of the mover.
pub(in crate::pages) fn choices(position: &Position) -> Choices {
    let mut choices = Choices::default();
    for Group { source, colour, .. } in position.groups() {
        let places = Destination::ALL.map(|destination| {
            let move_ = Move::new(source, colour, destination);
            let letter = move_.to_string().chars().last().unwrap_or('-');
            (letter, place(position, move_))
        });
        let places = places.into();
        let same = choices.places.iter().position(|entry| *entry == places);
        let index = same.unwrap_or(choices.places.len());
        if same.is_none() {
            choices.places.push(places);
        }
        let name = Move::new(source, colour, Destination::Floor).to_string();
        let group = name.trim_end_matches('-').to_owned();
        choices.groups.insert(group, index);
    }
    choices
}

fn place(position: &Position, move_: Move) -> Place {
    let effect = match position.effect(move_) {
        Ok(effect) => effect,
        Err(illegal) => {
            return Place::Illegal {
                no: format!("{}.", words::sentence(&illegal.to_string())),
            };
        }
    };
    let points = line_points(position, move_);
    Place::Legal {
        net: points as i32 - i32::from(effect.charge),
        words: sentences(position, move_, &effect, points),
    }
}

/// Points of a line's tile on the wall, if the move fills the line.
fn line_points(position: &Position, move_: Move) -> u32 {
    let mover = position.mover();
    let full_points = |position: &Position| position.boards()[mover].full_points();
    let mut after = *position;
    match after.play(move_) {
        Ok(_) => full_points(&after) - full_points(position),
        Err(_) => 0,
    }
}

/// Move in short sentences.
fn sentences(position: &Position, move_: Move, effect: &Effect, points: u32) -> String {
    let mut sentences = Vec::new();
    match move_.destination().row() {
        None => sentences.push("All of them go to the floor.".to_owned()),
        Some(row) if effect.fills_line => {
            let (line, points) = (row + 1, counted(points, "point"));
            sentences.push(format!(
                "That fills line {line}: {points} at the end of the round."
            ));
        }
        Some(row) => {
            let board = &position.boards()[position.mover()];
            let count = board.line(row).map_or(0, |line| line.count);
            let missing = row as u8 + 1 - count - effect.placed;
            let (line, tiles) = (row + 1, counted(missing, "tile"));
            sentences.push(format!("Line {line} still needs {tiles}."));
        }
    }
    if effect.token {
        sentences.push(
            "You take the first-player token: it lies on your floor, and you begin the next round."
                .into(),
        );
    }
    if effect.fallen > 0 && move_.destination().row().is_some() {
        let tiles = agreeing(effect.fallen, "tile falls", "tiles fall");
        sentences.push(format!("{tiles} to the floor."));
    }
    if effect.discarded > 0 {
        let tiles = agreeing(effect.discarded, "tile is put", "tiles are put");
        sentences.push(format!("The floor is full: {tiles} out of the game."));
    }
    if effect.charge > 0 {
        let points = counted(effect.charge, "point");
        sentences.push(format!("The floor costs {points} more."));
    }
    sentences.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Players;
    use crate::game::random::{ChaCha8Rng, SeedableRng};

    /// Prediction of every move of played games, against the score at the end of the round.
    #[test]
    fn the_predicted_points_equal_the_points_of_the_end_of_the_round() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut total = 0;
        for players in Players::ALL {
            // A high score cannot fall below 0.
            let notation = Position::new(players, 0)
                .to_string()
                .replace("0:-/", "140:-/");
            let mut position: Position = notation.parse().expect("a position");
            let result = position.play_out(8, &mut rng, |position, rng| {
                let choices = choices(position);
                let legal = choices.groups.iter().flat_map(|(group, &index)| {
                    let places = choices.places[index].iter();
                    places.filter_map(move |(letter, place)| match place {
                        Place::Legal { net, .. } => Some((format!("{group}{letter}"), *net)),
                        Place::Illegal { .. } => None,
                    })
                });
                let mover = position.mover();
                let before = position.boards()[mover].prospect().score() as i32;
                let mut count = 0;
                for (text, net) in legal {
                    count += 1;
                    let mut after = *position;
                    after.play(text.parse().expect("a move")).expect("legal");
                    let score = after.boards()[mover].prospect().score() as i32;
                    assert_eq!(score - before, net, "{position} {text}");
                    total += 1;
                }
                assert_eq!(count, position.legal_count());
                position.random_move(rng)
            });
            result.expect("legal moves");
        }
        assert!(total > 1_000, "{total}");
    }

    #[test]
    fn an_illegal_place_has_a_reason() {
        let text = "BBRR/-/-/-/- * 0:-/R2/-/-/-:-:B..../...../...../...../.....|\
                    0:-/-/-/-/-:-:...../...../...../...../..... 1 1 1 17,20,16,20,20 0,0,0,0,0";
        let choices = choices(&text.parse().expect("a position"));
        let json = serde_json::to_value(&choices).expect("JSON");
        let place = |group: &str, letter: &str| {
            let index = json["groups"][group].as_u64().expect("a group") as usize;
            json["places"][index][letter].clone()
        };
        assert_eq!(
            place("1B", "1")["no"],
            "Row 1 of the wall has blue already, so that line 1 takes none."
        );
        assert_eq!(place("1R", "2")["no"], "Line 2 is full.");
        assert_eq!(
            place("1B", "2")["no"],
            "Line 2 holds red, so that it takes no blue."
        );
        assert_eq!(
            place("1R", "1")["net"],
            1 - 1,
            "a point, and one tile falls"
        );
        assert_eq!(place("1B", "3")["words"], "Line 3 still needs 1 tile.");
    }

    #[test]
    fn groups_with_the_same_places_share_them() {
        let text = "BBRR/BBRR/BBBR/-/- * 0:-/-/-/-/-:-:...../...../...../...../.....|\
                    0:-/-/-/-/-:-:...../...../...../...../..... 1 1 1 13,20,15,20,20 0,0,0,0,0";
        let Choices { groups, places } = choices(&text.parse().expect("a position"));
        assert_eq!(groups["1B"], groups["2B"]);
        assert_ne!(groups["1B"], groups["3B"]);
        assert_eq!(
            (groups.len(), places.len()),
            (6, 3),
            "one, two or three tiles"
        );
    }
}
