//! Feedback: sentences on the differences between the best move and the chosen move.

use crate::players::evaluator::FeatureMeans;
use serde::{Deserialize, Serialize};

/// The subject of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    /// The charge of the floor.
    Floor,
    /// The lines that are full at the end of the round.
    Lines,
    /// The tiles that find no place on a line.
    Waste,
    /// The points of the tiles that come to the wall.
    Wall,
    /// The first-player token.
    Token,
}

impl Subject {
    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Floor => "floor",
            Self::Lines => "lines",
            Self::Waste => "waste",
            Self::Wall => "wall",
            Self::Token => "token",
        }
    }
}

/// A sentence on a difference.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Sentence")
)]
pub struct Feedback {
    /// The subject of the sentence.
    pub subject: Subject,
    /// The sentence.
    pub text: String,
    /// The size of the difference, above 0; that of the token is 0.3 (source).
    pub difference: f64,
}

/// The limit of sentences.
const MOST_SENTENCES: usize = 3;

/// The least differences that have a sentence (source, "Feedback Generation"; the least for the points of tiles is our
/// own).
const FLOOR: f64 = 0.5;
const LINES: f64 = 0.1;
const WASTE: f64 = 0.5;
const WALL: f64 = 0.5;

/// The difference that the token counts as.
const TOKEN: f64 = 0.3;

/// At most three sentences on the differences of the chosen move from the best move, the largest difference first. Each
/// sentence states a difference of means.
pub fn feedback(
    (best, best_takes_token): (FeatureMeans, bool),
    (chosen, chosen_takes_token): (FeatureMeans, bool),
) -> Vec<Feedback> {
    let more = |chosen: f64, best: f64| if chosen > best { "more" } else { "less" };
    let fewer = |chosen: f64, best: f64| if chosen > best { "more" } else { "fewer" };
    let mut sentences = Vec::new();
    let mut add = |subject, least: f64, chosen: f64, best: f64, text: String| {
        let difference = (chosen - best).abs();
        if difference > least {
            sentences.push(Feedback {
                subject,
                text,
                difference,
            });
        }
    };
    let gap = |chosen: f64, best: f64| (chosen - best).abs();
    let (value, reference) = (chosen.floor, best.floor);
    add(
        Subject::Floor,
        FLOOR,
        value,
        reference,
        format!(
            "After your move the floor costs about {:.1} points {} than after the best move.",
            gap(value, reference),
            more(value, reference)
        ),
    );
    let (value, reference) = (chosen.completions, best.completions);
    add(
        Subject::Lines,
        LINES,
        value,
        reference,
        format!(
            "Your move fills about {:.1} lines {} by the end of the round than the best move.",
            gap(value, reference),
            fewer(value, reference)
        ),
    );
    let (value, reference) = (chosen.wasted, best.wasted);
    add(
        Subject::Waste,
        WASTE,
        value,
        reference,
        format!(
            "After your move about {:.1} tiles {} fall on the floor than after the best move.",
            gap(value, reference),
            fewer(value, reference)
        ),
    );
    let (value, reference) = (chosen.tile_points, best.tile_points);
    add(
        Subject::Wall,
        WALL,
        value,
        reference,
        format!(
            "After your move the tiles that reach the wall earn about {:.1} points {} than after the best move.",
            gap(value, reference),
            more(value, reference)
        ),
    );
    if best_takes_token != chosen_takes_token {
        let text = if best_takes_token {
            "The best move takes the first-player token, and your move does not."
        } else {
            "Your move takes the first-player token, and the best move does not."
        };
        sentences.push(Feedback {
            subject: Subject::Token,
            text: text.into(),
            difference: TOKEN,
        });
    }
    sentences.sort_by(|first, second| second.difference.total_cmp(&first.difference));
    sentences.truncate(MOST_SENTENCES);
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;

    fn means(floor: f64, completions: f64, wasted: f64) -> FeatureMeans {
        FeatureMeans {
            floor,
            completions,
            wasted,
            tile_points: 0.0,
        }
    }

    /// Tests the appendix of the source: the white tiles on line 1 cost 4.8 points and 3.0 tiles more than the best
    /// move.
    #[test]
    fn the_worked_example_has_two_sentences() {
        let (best, chosen) = (means(0.4, 0.0, 0.0), means(5.2, 0.0, 3.0));
        let sentences = feedback((best, false), (chosen, false));
        let subjects: Vec<Subject> = sentences.iter().map(|sentence| sentence.subject).collect();
        assert_eq!(subjects, [Subject::Floor, Subject::Waste]);
        assert!(
            sentences[0].text.contains("about 4.8 points more"),
            "{sentences:?}"
        );
        assert!(
            sentences[1].text.contains("about 3.0 tiles more"),
            "{sentences:?}"
        );
    }

    #[test]
    fn a_small_difference_has_no_sentence() {
        // The other grade of the appendix: 0.2 points of the floor are no sentence.
        let sentences = feedback((means(0.4, 0.0, 0.0), false), (means(0.6, 0.0, 0.0), false));
        assert_eq!(sentences, []);
    }

    #[test]
    fn at_most_three_sentences_begin_with_the_largest_difference_and_state_its_direction() {
        let (best, chosen) = (means(3.0, 2.0, 4.0), means(1.0, 1.5, 1.0));
        let sentences = feedback((best, true), (chosen, false));
        let subjects: Vec<Subject> = sentences.iter().map(|sentence| sentence.subject).collect();
        assert_eq!(subjects, [Subject::Waste, Subject::Floor, Subject::Lines]);
        for (sentence, part) in
            sentences
                .iter()
                .zip(["3.0 tiles fewer", "2.0 points less", "0.5 lines fewer"])
        {
            assert!(sentence.text.contains(part), "{sentence:?}");
        }
    }
}
