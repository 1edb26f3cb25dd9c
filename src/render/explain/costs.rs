//! Cost of each constraint, in sentences.

use crate::instance::Instance;
use crate::render::caption::bold;
use crate::solve::{Answer, ConstraintCost, Cost};
use itertools::Itertools;

/// A sentence for each constraint: the best score without it, and how many points it costs. `name` says which one it is.
/// None where nothing is known of any.
pub fn costs(
    instance: &Instance,
    answer: &Answer,
    costs: &[ConstraintCost],
    name: impl Fn(usize) -> String,
) -> Option<String> {
    if costs.is_empty() {
        return None;
    }
    let (best, _) = instance.sense().best();
    let sentence = |known: &ConstraintCost| {
        let words = match known.without {
            Some(score) if answer.outcome.verdict.score() == Some(score) => {
                format!("without it the {best} is {score}, too")
            }
            Some(score) => format!("without it the {best} is {score}"),
            None => format!("the {best} without it is not proven in the time"),
        };
        format!(
            "  {}\n    {words}; {}",
            name(known.constraint),
            points(known.cost)
        )
    };
    let sentences = costs.iter().map(sentence).join("\n");
    let left_out = instance.constraints().len() - costs.len();
    let rest = match left_out {
        0 => String::new(),
        1 => "\n  There was no time for the last constraint.".into(),
        _ => format!("\n  There was no time for the last {left_out} constraints."),
    };
    Some(format!(
        "{}\nEach is left out by itself, and all others stay.\n{sentences}{rest}",
        bold("What each constraint costs")
    ))
}

/// `it costs 5 points`, as far as that is proven.
fn points(cost: Cost) -> String {
    let counted = |points: u32| crate::counted::counted(points, "point");
    match (cost.at_least, cost.at_most) {
        (0, Some(0)) => "it costs nothing".into(),
        (least, Some(most)) if least == most => format!("it costs {}", counted(least)),
        (0, Some(most)) => format!("it costs at most {}", counted(most)),
        (least, Some(most)) => format!("it costs from {least} to {}", counted(most)),
        (least, None) => format!("it costs at least {}", counted(least)),
    }
}
