//! Last merges: refused problems, memory, and checkpoint.

use crate::common::{bonus, built, plain};
use azulejo::control::Control;
use azulejo::frontier::{Checkpoint, FrontierOptions};
use azulejo::instance::{Instance, Sense};
use azulejo::merge::{self, MergeError, PrimeSet};
use azulejo::outcome::Count;
use azulejo::problem::Problem;
use std::fs;
use std::sync::atomic::Ordering;

fn count(
    instance: &Instance,
    options: FrontierOptions,
    control: &Control,
) -> Result<Option<Count>, MergeError> {
    merge::count(&Problem::from(instance), PrimeSet::First, &options, control)
}

fn stopped_control() -> Control {
    let control = Control::default();
    control.stop.store(true, Ordering::Relaxed);
    control
}

#[test]
fn the_last_merge_refuses_other_problems_and_keeps_its_memory_limit() {
    let square = || Instance::builder(3, 3, Sense::Maximize);
    for other in [
        Instance::builder(3, 4, Sense::Maximize),
        Instance::builder(3, 3, Sense::Minimize),
        square().turns(8),
        square().initial([5]),
        square().bonus(bonus(2, 0, 0)),
        square().before(1, 9),
        square().rounds(),
    ] {
        let other = built(other);
        let result = count(&other, FrontierOptions::default(), &Control::default());
        assert!(matches!(result, Err(MergeError::Unfit)), "{other:?}");
    }
    let nine = plain(9, 9, Sense::Maximize);
    let limit = 4 << 20;
    let little = FrontierOptions {
        memory: Some(limit),
        ..FrontierOptions::default()
    };
    let result = count(&nine, little, &Control::default());
    assert!(matches!(result, Err(MergeError::Memory { limit: reported }) if reported == limit));
    let result = count(&nine, FrontierOptions::default(), &stopped_control());
    assert!(matches!(result, Ok(None)));
}

/// A count that is stopped after each layer and goes on comes to the same end, and a file that was changed is refused.
#[test]
fn the_last_merge_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("checkpoint");
    let wall = plain(6, 6, Sense::Maximize);
    let count = |resume: bool, control: &Control| {
        let path = path.clone();
        let options = FrontierOptions {
            checkpoint: Some(Checkpoint { path, resume }),
            ..FrontierOptions::default()
        };
        count(&wall, options, control)
    };
    // A file of another program stays.
    let beside = folder.path().join("checkpoint.part");
    fs::write(&beside, "notes").expect("written");
    let obstacle = count(false, &Control::default()).expect_err("it is there");
    let obstacle = obstacle.to_string();
    assert!(obstacle.contains("is in the way"), "{obstacle}");
    assert_eq!(fs::read_to_string(&beside).expect("it is there"), "notes");
    fs::remove_file(&beside).expect("it was there");
    // Stopped before its first layer, it has a file.
    assert!(matches!(count(false, &stopped_control()), Ok(None)));
    let first_state = fs::read(&path).expect("the file");
    let resumed_count = count(true, &Control::default()).expect("it goes on");
    fs::remove_file(&path).expect("it was there");
    let whole = count(false, &Control::default()).expect("it fits");
    assert_eq!(resumed_count, whole);
    let whole = whole.expect("nobody stops it");
    assert_eq!(whole.optimum.map(|(score, _)| score), Some(246));
    assert!(first_state.len() < fs::read(&path).expect("the file").len());
    // The checkpoint is there by then.
    let error = count(false, &Control::default()).expect_err("it is there");
    assert!(error.to_string().contains("is there already"), "{error}");
    let resumed = count(true, &Control::default()).expect("it goes on");
    assert_eq!(resumed, Some(whole));
    let bytes = fs::read(&path).expect("the file");
    for at in (0..bytes.len()).step_by(bytes.len() / 97) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        fs::write(&path, &damaged).expect("written");
        let error = count(true, &Control::default()).expect_err("it was changed");
        let message = error.to_string();
        assert!(
            message.contains("is damaged") || at < 14,
            "byte {at}: {message}"
        );
        fs::write(&path, &bytes[..at]).expect("written");
        count(true, &Control::default()).expect_err("it ends too soon");
    }
}
