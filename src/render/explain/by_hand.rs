//! Proof of a small wall that a person can check by hand.

use super::bound_phrase;
use crate::certificate::{Certificate, Leaf};
use crate::control::Control;
use crate::instance::{Instance, Sense};
use crate::render::tables::table;
use crate::solve::Answer;
use std::fmt::Write;

/// Maximum number of cells of a wall whose proof fits a page.
const MAX_CELLS: usize = 9;

/// Maximum number of cases of such a proof.
const MAX_LEAVES: usize = 4;

/// Rows with their multipliers and their sum; `None` where the proof is no sum, or is too long.
pub fn proof_by_hand(instance: &Instance, answer: &Answer) -> Option<String> {
    if instance.wall().len() > MAX_CELLS {
        return None;
    }
    let verdict = &answer.outcome.verdict;
    let certificate = Certificate::of(instance, verdict, None, &Control::default()).ok()?;
    let leaves = certificate.written_out();
    if leaves.is_empty() || leaves.len() > MAX_LEAVES {
        return None;
    }
    let mut text = String::from(
        "sh(c) is 1 if cell c has no filled neighbour along its row when it is filled, sv(c) the same along its column, and u(c)\n\
         both: a single. o(a,b) is 1 if cell a comes before cell b, y(c,t) if cell c is filled by turn t. The points of a line are\n\
         the lengths of its runs of two or more. The score is the sum of the points of all lines, of all u(c) and of the bonus. To the\n\
         score each row below is added as often as its number says: the difference of its two sides. What is left is bounded\n\
         line by line.",
    );
    for leaf in &leaves {
        let _ = write!(text, "\n\n{}", case(leaf, instance.sense()));
    }
    Some(text)
}

fn case(leaf: &Leaf, sense: Sense) -> String {
    let fixed: Vec<String> = leaf
        .fixed
        .iter()
        .map(|(column, value)| format!("{column} = {}", u8::from(*value)))
        .collect();
    let mut text = match fixed.is_empty() {
        true => String::new(),
        false => format!("If {}:\n", fixed.join(", ")),
    };
    let Some(lines) = &leaf.lines else {
        return text + "Some line of the wall has no order at all.";
    };
    let rows = lines.iter();
    let rows = rows.map(|line| [line.description.clone(), line.amount.to_string()]);
    let total: i128 = lines.iter().map(|line| line.amount).sum();
    let _ = writeln!(text, "{}", table(["what", "adds"], rows));
    let denominator = leaf.denominator;
    let relation = match sense {
        Sense::Maximize => '≤',
        Sense::Minimize => '≥',
    };
    if denominator == 0 {
        return text + &format!("Together 0 {relation} {total}: there is no order.");
    }
    let bound = sense.gain(sense.gain(total).div_euclid(denominator.into()));
    let (sum, bound) = (fraction(total, denominator), bound_phrase(sense, bound));
    text + &format!("Together: score {relation} {sum}, so it is {bound}.")
}

/// `33 + 1/3`
fn fraction(total: i128, denominator: u32) -> String {
    let denominator = i128::from(denominator);
    let whole = total.div_euclid(denominator);
    let numerator = total.rem_euclid(denominator);
    let is_common = |divisor: &i128| numerator % divisor == 0 && denominator % divisor == 0;
    let common = (1..=denominator).rev().find(is_common);
    let common = common.unwrap_or(1);
    match numerator {
        0 => whole.to_string(),
        _ => format!("{whole} + {}/{}", numerator / common, denominator / common),
    }
}
