//! Topics of the exercises of the course. Its text (`models/README.md`), the sheets and the Lab have the same numbers and titles.

use serde::Serialize;

/// Topic of an exercise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Topic {
    /// Number of the topic: the section, and a letter where the section has several.
    pub number: &'static str,
    /// Title of the topic.
    pub title: &'static str,
}

macro_rules! topics {
    ($($name:ident: $number:literal, $title:literal;)+) => {
        $(pub(crate) const $name: Topic = Topic { number: $number, title: $title };)+

        /// All topics, in the order of the course.
        pub const TOPICS: &[Topic] = &[$($name),+];
    };
}

topics! {
    BY_HAND: "1", "By hand";
    BEFORE: "2a", "One cell before another";
    MINIMUM: "2b", "The minimum";
    ONE_SENSE: "2c", "Constraints that are needed for one sense only";
    FIRST_TURNS: "3a", "The first turns";
    FEWER_TURNS: "3b", "Fewer turns than cells";
    LAST_TILES: "4", "The last tiles in MiniZinc";
    OWN_ROW: "5", "A constraint of your own";
    TAKEN_APART: "6", "Constraints taken apart";
    FIRST_OR_LAST: "7a", "The first or the last cell";
    VALID: "7b", "Valid or not?";
    LINE_CUT: "8", "A line cut";
    CYCLE: "9", "A cycle";
    BLOCK_CUTS: "10", "Block cuts";
    ADDED_UP: "11", "A proof of 3×3";
    DUALS: "12", "The price of a constraint";
    SYMMETRY: "13", "One corner first";
    LAZY: "14", "The constraint that is added";
    BIG_M: "15", "The smallest M";
    CONFLICT: "16", "A smallest set";
    LOG: "17", "Two logs";
    WARM_START: "18", "What a first order does not do";
    POOL: "19", "The next order";
    GAP: "20", "When to stop";
    STATED_ROW: "21", "State your own";
}
