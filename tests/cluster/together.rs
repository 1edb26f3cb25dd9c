//! The count of several processes against the count of one.

use crate::{Site, assert_ended, assert_same, assert_same_coverings, count_alone};

#[test]
fn the_counts_of_two_and_four_processes_equal_the_count_of_one() {
    for words in [
        "--size 5 --sense min",
        "--size 6",
        "--size 4x6 --sense min --rule last-round",
    ] {
        let expected = count_alone(words);
        for processes in [1, 2, 4] {
            assert_same_coverings(&Site::new(processes).count(words), &expected);
        }
    }
}

/// The layers do not fit into the memory.
#[test]
fn with_little_memory_the_count_is_the_same() {
    let words = "--size 4x6 --sense min --rule last-round";
    let count = Site::new(3).count(&format!("{words} --memory 1MiB"));
    assert_same(&count, &count_alone(words));
}

#[test]
fn all_processes_report_that_there_is_no_order() {
    let words = "--size 3 --before 1:2 --before 2:1";
    for output in Site::new(2).outputs(words) {
        assert_ended(&output, 3, "");
    }
}
