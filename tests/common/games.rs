//! Positions for the tests of the game: fixed ones, and those of random games.
#![allow(dead_code)] // each test file uses a part

use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::record::Record;
use azulejo::game::{Phase, Players, Position};

/// An empty board.
pub(crate) const BARE: &str = "0:-/-/-/-/-:-:...../...../...../...../.....";

/// The position of the first six fields and the bag, with all other tiles in the lid.
pub(crate) fn position(head: &str, bag: [u8; 5]) -> Position {
    let boards: Vec<&str> = head.split_whitespace().take(3).collect();
    let letters: Vec<char> = boards.join(" ").chars().collect();
    let lid: Vec<String> = "BYRKW"
        .chars()
        .zip(bag)
        .map(|(colour, in_bag)| {
            let places = letters
                .iter()
                .enumerate()
                .filter(|(_, letter)| **letter == colour);
            // A digit after the letter is the count of a pattern line.
            let counts = places.map(|(place, _)| {
                let next = letters.get(place + 1).and_then(|next| next.to_digit(10));
                next.unwrap_or(1)
            });
            (20 - u32::from(in_bag) - counts.sum::<u32>()).to_string()
        })
        .collect();
    let bag = bag.map(|count| count.to_string()).join(",");
    let text = format!("{head} {bag} {}", lid.join(","));
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The most rounds of a random game: in some positions no row can be completed any more.
const MOST_ROUNDS: u32 = 40;

/// Plays a random game, passes every position to `visit`, and returns the record and the last position.
pub(crate) fn random_game(
    players: Players,
    seed: u64,
    mut visit: impl FnMut(&Position),
) -> (Record, Position) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let first = below(&mut rng, players.count() as u32) as usize;
    let mut position = Position::new(players, first);
    let mut record = Record::new(players, first);
    visit(&position);
    while position.round() < MOST_ROUNDS {
        match position.phase() {
            Phase::Deal => {
                record.push_deal(&position.deal(&mut rng).expect("it is time for a deal"));
            }
            Phase::Moves => {
                let move_ = position.random_move(&mut rng).expect("it waits for a move");
                record.push_move(move_);
                position.play(move_).expect("it is legal");
            }
            Phase::RoundEnd => {
                position.end_round().expect("it is time for it");
            }
            Phase::Over => break,
        }
        visit(&position);
    }
    (record, position)
}

/// The number of players for a seed: each in turn.
pub(crate) fn players(seed: u64) -> Players {
    Players::ALL[seed as usize % Players::ALL.len()]
}
