//! Choices for each group of tiles: the score of a move, or why the move is not possible.

use crate::counted::counted;
use crate::game::{Destination, Effect, Group, Move, Position};
use crate::render::game::words;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// Places for the tiles of each group, empty where no move is awaited. Groups with the same places share them: a page with four
/// boards would weigh a tenth more.
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

/// The choices of the mover.
pub(in crate::pages) fn choices(position: &Position) -> Choices {
    let mut choices = Choices::default();
    for Group { source, colour, .. } in position.groups() {
        let places = Destination::ALL.map(|destination| {
            let taken = Move::new(source, colour, destination);
            let letter = taken.to_string().chars().last().unwrap_or('-');
            (letter, place(position, taken))
        });
        let places = places.into();
        let known = choices.places.iter().position(|known| *known == places);
        let index = known.unwrap_or(choices.places.len());
        if known.is_none() {
            choices.places.push(places);
        }
        let name = Move::new(source, colour, Destination::Floor).to_string();
        let group = name.trim_end_matches('-').to_owned();
        choices.groups.insert(group, index);
    }
    choices
}

fn place(position: &Position, taken: Move) -> Place {
    let effect = match position.effect(taken) {
        Ok(effect) => effect,
        Err(illegal) => {
            return Place::Illegal {
                no: format!("{}.", words::sentence(&illegal.to_string())),
            };
        }
    };
    let earned = earned(position, taken);
    Place::Legal {
        net: earned as i32 - i32::from(effect.charge),
        words: said(position, taken, &effect, earned),
    }
}

/// The points of the tile of the line if the move fills it.
fn earned(position: &Position, taken: Move) -> u32 {
    let mover = position.mover();
    let full = |position: &Position| position.boards()[mover].full_points();
    let mut after = *position;
    match after.play(taken) {
        Ok(_) => full(&after) - full(position),
        Err(_) => 0,
    }
}

/// The move in short sentences.
fn said(position: &Position, taken: Move, effect: &Effect, earned: u32) -> String {
    let mut said = Vec::new();
    match taken.destination().row() {
        None => said.push("All of them go to the floor.".to_owned()),
        Some(row) if effect.fills_line => {
            let line = row + 1;
            said.push(format!(
                "That fills line {line}: {} at the end of the round.",
                counted(earned, "point")
            ));
        }
        Some(row) => {
            let board = &position.boards()[position.mover()];
            let held = board.line(row).map_or(0, |line| line.count);
            let missing = row as u8 + 1 - held - effect.placed;
            let line = row + 1;
            said.push(format!(
                "Line {line} still needs {}.",
                counted(missing, "tile")
            ));
        }
    }
    if effect.token {
        said.push(
            "You take the first-player token: it lies on your floor, and you begin the next round."
                .into(),
        );
    }
    if effect.fallen > 0 && taken.destination().row().is_some() {
        let fall = if effect.fallen == 1 { "falls" } else { "fall" };
        said.push(format!(
            "{} {fall} to the floor.",
            counted(effect.fallen, "tile")
        ));
    }
    if effect.discarded > 0 {
        said.push(format!(
            "The floor is full: {} out of the game.",
            match effect.discarded {
                1 => "1 tile is put".to_owned(),
                more => format!("{more} tiles are put"),
            }
        ));
    }
    if effect.charge > 0 {
        said.push(format!(
            "The floor costs {} more.",
            counted(effect.charge, "point")
        ));
    }
    said.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Players;
    use crate::game::random::{ChaCha8Rng, SeedableRng};

    /// The predicted score of a move is the one that the end of the round gives.
    #[test]
    fn what_a_move_would_score_is_what_the_end_of_the_round_gives() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut seen = 0;
        for players in Players::ALL {
            // With so many points, no score would fall below 0.
            let rich = Position::new(players, 0)
                .to_string()
                .replace("0:-/", "140:-/");
            let mut position: Position = rich.parse().expect("a position");
            let played = position.play_out(8, &mut rng, |position, rng| {
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
                    seen += 1;
                }
                assert_eq!(count, position.legal_count());
                position.random_move(rng)
            });
            played.expect("legal moves");
        }
        assert!(seen > 1_000, "{seen}");
    }

    #[test]
    fn what_cannot_be_done_says_why() {
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
