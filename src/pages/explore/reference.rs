//! Reference wall: a second wall of the address, for comparison with the first.

use super::view::{self, AnswerView};
use super::{live, question};
use crate::counted::counted;
use crate::instance::CellSpec;
use crate::order::{Solution, verify};
use crate::outcome::{Unfinished, Verdict};
use crate::pages::address::{Address, ORDER};
use crate::pages::request::Site;
use crate::pages::run::Run;
use crate::problem::Problem;
use crate::solve::solve_soon;
use crate::web::{Serde, TemplateError, context};
use itertools::Itertools;

/// Address of the reference wall of an address, if any.
pub(super) fn address(address: &Address) -> Option<Address> {
    address.reference().map(Address::read)
}

/// View of the reference wall, solved as far as there is time; `score` is the score of the first wall.
pub(super) fn view(
    run: &Run,
    site: &Site,
    address: &Address,
    score: Option<u32>,
) -> Result<Option<String>, TemplateError> {
    let Some(reference) = self::address(address) else {
        return Ok(None);
    };
    let answer = reference.instance.as_ref();
    let answer = answer.and_then(|instance| solve_soon(instance, &live::settings(run)).ok());
    let verdict = answer.map(|answer| verdict_of_order(&reference, answer.outcome.verdict));
    let reference_score = verdict.as_ref().and_then(Verdict::score);
    let answer = match &verdict {
        Some(verdict) => view::read_only(site, &reference, verdict)?,
        None => AnswerView::empty(site, &reference)?,
    };
    let [first, second] = [address, &reference].map(question::sentences);
    let only = |own: &[String], other: &[String]| {
        own.iter()
            .filter(|sentence| !other.contains(sentence))
            .cloned()
            .collect_vec()
    };
    let only = [
        ("Only the first wall", only(&first, &second)),
        ("Only this wall", only(&second, &first)),
    ];
    let difference = score
        .zip(reference_score)
        .map(|(first, second)| difference(first, second));
    let view = context! {
        root => &site.root,
        answer => Serde(answer),
        faults => Serde(reference.all_faults()),
        difference => difference.unwrap_or_default(),
        // The sentences of one of the two walls alone.
        only => Serde(only),
        swapped => reference.with_reference(Some(&address.query())),
        alone => address.with_reference(None),
    };
    let html = site.templates.render("pages/explore/kept.html", &view);
    html.map(Some)
}

/// Verdict on a reference wall, with the order of its address, if the address has a feasible order.
fn verdict_of_order(reference: &Address, verdict: Verdict) -> Verdict {
    let solution = reference.instance.as_ref().and_then(|instance| {
        let numbers = reference.page_field(ORDER)?.split('.');
        let cells: Option<Vec<_>> = numbers
            .map(|number| {
                CellSpec::Number(number.parse().ok()?)
                    .on(instance.wall())
                    .ok()
            })
            .collect();
        let cells = cells?;
        let is_feasible = verify(instance, &cells).violations.is_empty();
        is_feasible.then(|| Solution::new(&Problem::from(instance), cells.into()))
    });
    let Some(solution) = solution else {
        return verdict;
    };
    match verdict {
        Verdict::Optimal {
            solution: best,
            proof,
        } if best.score == solution.score => Verdict::Optimal { solution, proof },
        Verdict::Optimal { solution: best, .. } => Verdict::Feasible {
            bound: best.score,
            solution,
            unfinished: Unfinished::Stopped,
        },
        Verdict::Feasible {
            bound, unfinished, ..
        }
        | Verdict::Unknown { bound, unfinished } => Verdict::Feasible {
            solution,
            bound,
            unfinished,
        },
        infeasible @ Verdict::Infeasible { .. } => infeasible,
    }
}

/// Sentence about the difference of two scores.
fn difference(first: u32, second: u32) -> String {
    let points = counted(first.abs_diff(second), "point");
    match first.cmp(&second) {
        std::cmp::Ordering::Equal => format!("Both walls score {first}."),
        std::cmp::Ordering::Less => format!("The first wall scores {points} less than this one."),
        std::cmp::Ordering::Greater => {
            format!("The first wall scores {points} more than this one.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_of_two_scores_is_a_sentence() {
        assert_eq!(
            difference(136, 145),
            "The first wall scores 9 points less than this one."
        );
        assert_eq!(
            difference(145, 144),
            "The first wall scores 1 point more than this one."
        );
        assert_eq!(difference(33, 33), "Both walls score 33.");
    }

    #[test]
    fn a_link_holds_two_walls() {
        let query = "size=5x5&sense=max&fix=13@25&kept=size%3D5x5%26sense%3Dmin%26initial%3D1+2";
        let address = Address::read(query);
        let reference = super::address(&address).expect("a reference wall");
        assert_eq!(reference.query(), "size=5x5&sense=min&initial=1+2");
        let again = Address::read(&address.with_reference(address.reference()));
        assert_eq!(
            (again.query(), again.reference()),
            (address.query(), address.reference())
        );
        let swapped = Address::read(&reference.with_reference(Some(&address.query())));
        assert_eq!(swapped.query(), reference.query());
        assert_eq!(
            super::address(&swapped).map(|reference| reference.query()),
            Some(address.query())
        );
    }
}
