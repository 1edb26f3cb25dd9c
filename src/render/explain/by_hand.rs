//! The proof of a small wall, as a person can follow it with a pencil.

use super::bounded;
use crate::certificate::{Certificate, Leaf};
use crate::control::Control;
use crate::instance::{Instance, Sense};
use crate::render::tables::table;
use crate::solve::Answer;
use std::fmt::Write;

/// Walls of so many cells have a proof that fits a page.
const MOST_CELLS: usize = 9;

/// And so many cases do.
const MOST_LEAVES: usize = 4;

/// The rows, times their numbers, with what they add up to; none where the proof is no sum, or too long.
pub fn proof_by_hand(instance: &Instance, answer: &Answer) -> Option<String> {
    if instance.wall().len() > MOST_CELLS {
        return None;
    }
    let verdict = &answer.outcome.verdict;
    let certificate = Certificate::of(instance, verdict, None, &Control::default()).ok()?;
    let leaves = certificate.written_out();
    if leaves.is_empty() || leaves.len() > MOST_LEAVES {
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
    let by = leaf.denominator;
    let relation = match sense {
        Sense::Maximize => '≤',
        Sense::Minimize => '≥',
    };
    if by == 0 {
        return text + &format!("Together 0 {relation} {total}: there is no order.");
    }
    let whole = sense.gain(sense.gain(total).div_euclid(by.into()));
    let (sum, whole) = (fraction(total, by), bounded(sense, whole));
    text + &format!("Together: score {relation} {sum}, so it is {whole}.")
}

/// `33 + 1/3`
fn fraction(total: i128, by: u32) -> String {
    let by = i128::from(by);
    let (whole, left) = (total.div_euclid(by), total.rem_euclid(by));
    let common = (1..=by).rev().find(|&one| left % one == 0 && by % one == 0);
    let common = common.unwrap_or(1);
    match left {
        0 => whole.to_string(),
        left => format!("{whole} + {}/{}", left / common, by / common),
    }
}
