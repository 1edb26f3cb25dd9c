//! Last merges: what they refuse, their memory, and their checkpoint.

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

fn stopped() -> Control {
    let control = Control::default();
    control.stop.store(true, Ordering::Relaxed);
    control
}

#[test]
fn the_last_merge_refuses_what_is_no_plain_square_and_keeps_its_memory() {
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
        let refused = count(&other, FrontierOptions::default(), &Control::default());
        assert!(matches!(refused, Err(MergeError::Unfit)), "{other:?}");
    }
    let nine = plain(9, 9, Sense::Maximize);
    let limit = 4 << 20;
    let little = FrontierOptions {
        memory: Some(limit),
        ..FrontierOptions::default()
    };
    let full = count(&nine, little, &Control::default());
    assert!(matches!(full, Err(MergeError::Memory { limit: told }) if told == limit));
    let none = count(&nine, FrontierOptions::default(), &stopped());
    assert!(matches!(none, Ok(None)));
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
    // What is somebody else's stays as it is.
    let beside = folder.path().join("checkpoint.part");
    fs::write(&beside, "notes").expect("written");
    let in_the_way = count(false, &Control::default()).expect_err("it is there");
    let in_the_way = in_the_way.to_string();
    assert!(in_the_way.contains("is in the way"), "{in_the_way}");
    assert_eq!(fs::read_to_string(&beside).expect("it is there"), "notes");
    fs::remove_file(&beside).expect("it was there");
    // Stopped before its first layer, it has a file.
    assert!(matches!(count(false, &stopped()), Ok(None)));
    let begun = fs::read(&path).expect("the file");
    let from_begin = count(true, &Control::default()).expect("it goes on");
    fs::remove_file(&path).expect("it was there");
    let whole = count(false, &Control::default()).expect("it fits");
    assert_eq!(from_begin, whole);
    let whole = whole.expect("nobody stops it");
    assert_eq!(whole.optimum.map(|(score, _)| score), Some(246));
    assert!(begun.len() < fs::read(&path).expect("the file").len());
    // The checkpoint is there by then.
    let again = count(false, &Control::default()).expect_err("it is there");
    assert!(again.to_string().contains("is there already"), "{again}");
    let resumed = count(true, &Control::default()).expect("it goes on");
    assert_eq!(resumed, Some(whole));
    let bytes = fs::read(&path).expect("the file");
    for at in (0..bytes.len()).step_by(bytes.len() / 97) {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        fs::write(&path, &changed).expect("written");
        let refused = count(true, &Control::default()).expect_err("it was changed");
        let says = refused.to_string();
        assert!(says.contains("is damaged") || at < 14, "byte {at}: {says}");
        fs::write(&path, &bytes[..at]).expect("written");
        count(true, &Control::default()).expect_err("it ends too soon");
    }
}
