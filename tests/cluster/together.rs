//! Several processes count what one counts.

use crate::{Site, alone, assert_ended, assert_same, assert_same_way};

#[test]
fn two_and_four_processes_count_what_one_counts() {
    for words in [
        "--size 5 --sense min",
        "--size 6",
        "--size 4x6 --sense min --rule last-round",
    ] {
        let expected = alone(words);
        for processes in [1, 2, 4] {
            assert_same_way(&Site::new(processes).count(words), &expected);
        }
    }
}

/// The layers go to the disk again and again.
#[test]
fn with_little_memory_they_count_the_same() {
    let words = "--size 4x6 --sense min --rule last-round";
    let counted = Site::new(3).count(&format!("{words} --memory 1MiB"));
    assert_same(&counted, &alone(words));
}

#[test]
fn where_no_order_is_left_all_say_so() {
    let words = "--size 3 --before 1:2 --before 2:1";
    for output in Site::new(2).all_ended(words) {
        assert_ended(&output, 3, "");
    }
}
