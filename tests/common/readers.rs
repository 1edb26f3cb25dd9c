//! Rules for every reader of the game and any text: no panic, and an accepted text is written and read back. The fuzz
//! targets in `tests/fuzz/` and the property tests call the same functions.
#![allow(dead_code)] // each user takes a part

use azulejo::game::record::Record;
use azulejo::game::{Move, Position, Tiles};

/// Asserts that a valid move is written as the same text.
pub(crate) fn move_holds(text: &str) {
    match text.parse::<Move>() {
        Ok(move_) => assert_eq!(move_.to_string(), text),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Asserts that a valid position is whole, has playable moves, and is read back from its own text.
pub(crate) fn position_holds(text: &str) {
    match text.parse::<Position>() {
        Ok(position) => {
            assert_eq!(position.tiles(), Tiles::ALL);
            assert_eq!(position.to_string().parse::<Position>(), Ok(position));
            assert_eq!(position.legal().count(), position.legal_count());
            for move_ in position.legal() {
                let mut after = position;
                let undo = after.play_unchecked(move_);
                assert_eq!(after.to_string().parse::<Position>(), Ok(after));
                after.take_back(undo);
                assert_eq!(after, position);
            }
            let mut after = position;
            if after.end_round().is_ok() {
                assert_eq!(after.to_string().parse::<Position>(), Ok(after));
            }
            assert_eq!(
                position.outcome().is_some(),
                position.phase() == azulejo::game::Phase::Over
            );
        }
        Err(error) => assert!(!error.faults().is_empty()),
    }
}

/// Asserts that a record is read back from its own JSON, and that a true one can be completed and stays true.
pub(crate) fn record_holds(text: &str) {
    let Ok(record) = Record::from_json(text) else {
        return;
    };
    assert_eq!(
        Record::from_json(&record.to_json()).ok().as_ref(),
        Some(&record)
    );
    match record.check() {
        Ok(position) => {
            assert_eq!(position.tiles(), Tiles::ALL);
            let completed = record.completed().expect("it was true");
            assert_eq!(completed.check(), Ok(position));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
