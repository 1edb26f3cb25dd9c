//! The reference wall: a second wall that the address keeps beside the first, to compare them.

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
use crate::web::TemplateError;
use itertools::Itertools;
use serde::Serialize;

/// The reference wall beside the first: `kept.html` writes it.
#[derive(Debug, Serialize)]
struct ReferenceView<'a> {
    root: &'a str,
    answer: AnswerView,
    faults: Vec<String>,
    difference: String,
    /// The conditions of one of the two walls alone.
    only: [(&'static str, Vec<String>); 2],
    /// The addresses of the two in each other's place, and of the first alone.
    swapped: String,
    alone: String,
}

/// The address of the reference wall of an address, if any.
pub(super) fn address(address: &Address) -> Option<Address> {
    address.reference().map(Address::read)
}

/// View of the reference wall, solved as far as there is time, beside a wall whose order scores so much.
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
    let scored = verdict.as_ref().and_then(Verdict::score);
    let answer = match &verdict {
        Some(verdict) => view::read_only(site, &reference, verdict)?,
        None => AnswerView::nothing(site, &reference)?,
    };
    let [here, there] = [address, &reference].map(question::sentences);
    let only = |these: &[String], those: &[String]| {
        these
            .iter()
            .filter(|one| !those.contains(one))
            .cloned()
            .collect_vec()
    };
    let view = ReferenceView {
        root: &site.root,
        answer,
        faults: reference.all_faults(),
        difference: score
            .zip(scored)
            .map_or(String::new(), |(here, there)| difference(here, there)),
        only: [
            ("Only the first wall", only(&here, &there)),
            ("Only this wall", only(&there, &here)),
        ],
        swapped: reference.with_reference(Some(&address.query())),
        alone: address.with_reference(None),
    };
    let html = site.templates.render("pages/explore/kept.html", &view);
    html.map(Some)
}

/// The verdict on a reference wall, with the order of its address, if that has one that holds.
fn verdict_of_order(reference: &Address, verdict: Verdict) -> Verdict {
    let order = reference.instance.as_ref().and_then(|instance| {
        let numbers = reference.other(ORDER)?.split('.');
        let cells: Option<Vec<_>> = numbers
            .map(|number| {
                CellSpec::Number(number.parse().ok()?)
                    .on(instance.wall())
                    .ok()
            })
            .collect();
        let cells = cells?;
        let holds = verify(instance, &cells).violations.is_empty();
        holds.then(|| Solution::new(&Problem::from(instance), cells.into()))
    });
    let Some(solution) = order else {
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
        none @ Verdict::Infeasible { .. } => none,
    }
}

/// The points between two orders.
fn difference(here: u32, there: u32) -> String {
    let points = counted(here.abs_diff(there), "point");
    match here.cmp(&there) {
        std::cmp::Ordering::Equal => format!("Both walls score {here}."),
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
    fn two_walls_are_compared_in_words() {
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
            super::address(&swapped).map(|it| it.query()),
            Some(address.query())
        );
    }
}
