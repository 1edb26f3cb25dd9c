//! Several processes count what one counts.

use crate::{Site, alone, assert_same};

#[test]
fn two_and_four_processes_count_what_one_counts() {
    for words in [
        "--size 5 --sense min",
        "--size 6",
        "--size 4x6 --sense min --rule last-round",
    ] {
        let expected = alone(&format!("{words} --memory 64MiB"));
        for processes in [1, 2, 4] {
            assert_same(&Site::new(processes).count(words), &expected);
        }
    }
}

/// The layers go to the disk again and again.
#[test]
fn with_little_memory_they_count_the_same() {
    let words = "--size 4x6 --sense min --rule last-round";
    let (counted, expected) = (
        Site::new(3).count(&format!("{words} --memory 1MiB")),
        alone(&format!("{words} --memory 64MiB")),
    );
    assert_eq!(counted["orders"], expected["orders"]);
    assert_eq!(counted["score"], expected["score"]);
}

#[test]
fn where_no_order_is_left_all_say_so() {
    let site = Site::new(2);
    let words = "--size 3 --before 1:2 --before 2:1";
    for child in site.all(words) {
        assert_eq!(crate::ended(child).status.code(), Some(3));
    }
}
