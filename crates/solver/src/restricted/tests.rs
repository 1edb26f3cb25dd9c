use super::*;
use crate::bounds::minimum;
use crate::problem::brute_force::optimum;
use crate::problem::small::{json_of, problem_of, valid};
use crate::wall::Wall;
use itertools::iproduct;

const MEMORY: u64 = 1 << 30;

const EXTRAS: [&str; 10] = [
    "",
    r#", "initial": [2], "bonus": {"row": 2, "column": 7, "colour": 10}"#,
    r#", "constraints": [{"type": "only", "cells": [1, 2, 5], "from": 3, "to": 4}, {"type": "before", "first": 4, "then": 6}]"#,
    r#", "constraints": [{"type": "last-round"}, {"type": "window", "cell": 3, "from": 1, "to": 2}]"#,
    r#", "turns": 7, "bonus": {"row": 2, "column": 7, "colour": 10}"#,
    r#", "turns": 7, "constraints": [{"type": "last-round"}]"#,
    r#", "turns": 6, "constraints": [{"type": "rounds"}]"#,
    r#", "initial": [1, 6], "turns": 5, "constraints": [{"type": "before", "first": 3, "then": 2}]"#,
    r#", "constraints": [{"type": "subject-to", "row": "count(row 1, 4) <= 2"}, {"type": "subject-to", "row": "earned(5) <= 3"}]"#,
    r#", "turns": 5, "constraints": [{"type": "first", "cells": [1, 4]}, {"type": "last", "cells": [2, 5]}]"#,
];

/// Passes of growing widths: narrow ones give orders, none better than the best; a pass with room for all coverings proves the best.
#[test]
fn passes_end_with_the_best_score() {
    let (mut searches, mut proofs, mut passes, mut coverings) = (0, 0, 0, 0);
    let walls = [(2, 4), (3, 3), (3, 4), (4, 3), (4, 4)];
    for ((rows, columns), extra, sense) in
        iproduct!(walls, EXTRAS, [Sense::Maximize, Sense::Minimize])
    {
        let json = json_of((rows, columns), sense, extra);
        let Some(problem) = problem_of(&json) else {
            continue;
        };
        let (best, control) = (optimum(&problem), Control::default());
        let incumbent = Incumbent::new(problem.sense(), None);
        let no_time = control.clone().within(Some(std::time::Duration::ZERO));
        // Prices without a step are weak, and leave more coverings.
        for control in [&no_time, &control] {
            let bound = best.unwrap_or(10);
            let search = RestrictedSearch::new(&problem, (bound, MEMORY), &incumbent, control);
            let Some(mut search) = search else {
                assert_eq!(best, None, "{json}");
                continue;
            };
            searches += 1;
            let incumbent = Incumbent::new(problem.sense(), None);
            for width in [1, 2, 8, 64, 1_000, 20_000] {
                search.width = width;
                let pass = search.pass(&incumbent, &Control::default()).expect("time");
                passes += 1;
                coverings += pass.coverings;
                if let Some(solution) = &pass.solution {
                    assert!(problem.admits(&solution.order), "{json}");
                    assert_eq!(solution.order.score(&problem), solution.score, "{json}");
                    incumbent.offer(solution);
                }
                let score = incumbent.score();
                let beats =
                    |best: u32| score.is_some_and(|score| problem.sense().better(score, best));
                assert!(!best.is_some_and(beats), "{json}: {score:?} beats {best:?}");
                if pass.cut_layers == 0 {
                    assert_eq!(score, best, "{json}");
                    proofs += 1;
                    break;
                }
            }
        }
    }
    // Numbers of searches, proofs, passes and coverings. Looser bounds raise the last two numbers.
    assert_eq!(
        (searches, proofs, passes, coverings),
        (176, 176, 621, 186_912)
    );
}

/// A wall of 144 cells, which is too large for other layers, of which two rows are filled, one after the other. No column has two
/// tiles side by side.
#[test]
fn walls_too_large_for_other_layers_are_proven() {
    let row = Wall::new(1, 12).expect("valid");
    let rows = r#", "turns": 24, "constraints": [
        {"type": "only", "cells": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], "from": 1, "to": 12},
        {"type": "only", "cells": [37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48], "from": 13, "to": 24}]"#;
    for (sense, score) in [
        (Sense::Maximize, 78),
        (Sense::Minimize, minimum(row) as u32),
    ] {
        let (problem, control) = (valid(&json_of((12, 12), sense, rows)), Control::default());
        let incumbent = Incumbent::new(problem.sense(), None);
        let search = RestrictedSearch::new(&problem, (2 * score, MEMORY), &incumbent, &control);
        let mut search = search.expect("there is an order");
        let coverings = search.widen(&incumbent, &control, |_| ());
        assert!(coverings.is_some(), "{sense:?}");
        assert_eq!(incumbent.score(), Some(2 * score), "{sense:?}");
    }
}

#[test]
fn passes_stay_within_the_memory() {
    let problem = valid(&json_of((4, 4), Sense::Minimize, ""));
    let control = Control::default();
    let incumbent = Incumbent::new(problem.sense(), None);
    let new = |memory| RestrictedSearch::new(&problem, (40, memory), &incumbent, &control);
    assert!(new(1 << 10).is_none());
    let mut search = new(MEMORY).expect("there is an order");
    (search.memory, search.width) = (1 << 10, FIRST);
    assert!(search.widen(&incumbent, &control, |_| ()).is_none());
}
