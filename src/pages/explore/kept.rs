//! A second wall that is kept beside the first, to compare them.

use super::told::{self, AnswerView};
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

/// The wall that is kept: `kept.html` writes it.
#[derive(Debug, Serialize)]
struct Kept<'a> {
    root: &'a str,
    shown: AnswerView,
    faults: Vec<String>,
    difference: String,
    /// The conditions of one of the two walls alone.
    only: [(&'static str, Vec<String>); 2],
    /// The addresses of the two in each other's place, and of the first alone.
    swapped: String,
    alone: String,
}

/// The wall that an address keeps beside its own, if any.
pub(super) fn asked(address: &Address) -> Option<Address> {
    address.kept().map(Address::read)
}

/// The wall that is kept, solved as far as there is time, beside a wall whose order scores so much.
pub(super) fn kept(
    run: &Run,
    site: &Site,
    address: &Address,
    score: Option<u32>,
) -> Result<Option<String>, TemplateError> {
    let Some(other) = asked(address) else {
        return Ok(None);
    };
    let answer = other.instance.as_ref();
    let answer = answer.and_then(|instance| solve_soon(instance, &live::settings(run)).ok());
    let verdict = answer.map(|answer| seen(&other, answer.outcome.verdict));
    let scored = verdict.as_ref().and_then(Verdict::score);
    let shown = match &verdict {
        Some(verdict) => told::read_only(site, &other, verdict)?,
        None => AnswerView::nothing(site, &other)?,
    };
    let [here, there] = [address, &other].map(question::sentences);
    let only = |these: &[String], those: &[String]| {
        these
            .iter()
            .filter(|one| !those.contains(one))
            .cloned()
            .collect_vec()
    };
    let kept = Kept {
        root: &site.root,
        shown,
        faults: other.all_faults(),
        difference: score
            .zip(scored)
            .map_or(String::new(), |(here, there)| difference(here, there)),
        only: [
            ("Only the first wall", only(&here, &there)),
            ("Only this wall", only(&there, &here)),
        ],
        swapped: other.keeping(Some(&address.query())),
        alone: address.keeping(None),
    };
    let html = site.templates.render("pages/explore/kept.html", &kept);
    html.map(Some)
}

/// The verdict on a kept wall, with the order that was seen when it was kept, if the address has one that holds.
fn seen(kept: &Address, verdict: Verdict) -> Verdict {
    let order = kept.instance.as_ref().and_then(|instance| {
        let numbers = kept.other(ORDER)?.split('.');
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
fn difference(here: u32, kept: u32) -> String {
    let points = counted(here.abs_diff(kept), "point");
    match here.cmp(&kept) {
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
        let other = asked(&address).expect("it is kept");
        assert_eq!(other.query(), "size=5x5&sense=min&initial=1+2");
        let again = Address::read(&address.keeping(address.kept()));
        assert_eq!(
            (again.query(), again.kept()),
            (address.query(), address.kept())
        );
        let swapped = Address::read(&other.keeping(Some(&address.query())));
        assert_eq!(swapped.query(), other.query());
        assert_eq!(asked(&swapped).map(|it| it.query()), Some(address.query()));
    }
}
