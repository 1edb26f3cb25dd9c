//! Costs of constraints in sentences.

use crate::instance::Instance;
use crate::render::caption::bold;
use crate::solve::{Answer, ConstraintCost, Cost};
use itertools::Itertools;

/// Sentences on the best score without each constraint, and on its cost. `name` gives the name of a constraint.
/// `None` without costs.
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
    let sentence = |entry: &ConstraintCost| {
        let words = match entry.without {
            Some(score) if answer.outcome.verdict.score() == Some(score) => {
                format!("without it the {best} is {score}, too")
            }
            Some(score) => format!("without it the {best} is {score}"),
            None => format!("the {best} without it is not proven in the time"),
        };
        format!(
            "  {}\n    {words}; {}",
            name(entry.constraint),
            points(entry.cost)
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

/// Proven cost: `it costs 5 points`, or its bounds.
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
