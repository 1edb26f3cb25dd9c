use super::*;
use crate::bounds::Predecessors;
use crate::problem::brute_force;
use crate::problem::small::{json_of, problem_of, valid};
use crate::wall::Covering;
use itertools::{chain, iproduct};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::atomic::Ordering;

fn predecessors_of(problem: &Problem) -> Predecessors {
    let predecessors = Predecessors::new(problem, &Control::default());
    predecessors.expect("not stopped").expect("short lines")
}

/// Recorder of the looks at ends that may beat the best known score, each with that score.
struct Recorder<'a> {
    problem: &'a Problem,
    predecessors: Predecessors,
    best_score: Option<u32>,
    visits: Vec<(Covering, Option<u32>)>,
    /// Dual bounds, none better than the one before.
    bounds: Vec<u32>,
    /// Result of the look at an end with this bound, and the best score after it.
    look: &'a dyn Fn(u32) -> (Look, Option<u32>),
}

impl Orders for Recorder<'_> {
    fn best_score(&self) -> Option<u32> {
        self.best_score
    }

    fn learn(&mut self, bound: u32, _: usize) {
        assert!(
            self.bounds
                .last()
                .is_none_or(|&last| !self.problem.sense().better(bound, last))
        );
        self.bounds.push(bound);
    }

    fn round(&mut self, _: &[(usize, &CellSet)]) {}

    fn look(&mut self, end: &LineBits, _: u32) -> Look {
        let (wall, sense) = (self.problem.wall(), self.problem.sense());
        let end: Covering = end.cells(wall).collect();
        let Some(bound) = self.predecessors.end(end) else {
            return Look::Decided;
        };
        if self
            .best_score
            .is_some_and(|score| !sense.better(bound, score))
        {
            return Look::Decided;
        }
        self.visits.push((end, self.best_score));
        let (look, best_score) = (self.look)(bound);
        self.best_score = best_score;
        look
    }
}

const ALL: Limits = Limits {
    nodes: usize::MAX,
    memory: usize::MAX,
    levels: 0,
};

/// The bound, and the ends of all looks, each with the best score before the look.
fn search(
    problem: &Problem,
    best_score: Option<u32>,
    look: &dyn Fn(u32) -> (Look, Option<u32>),
) -> (Option<u32>, Vec<(Covering, Option<u32>)>) {
    let predecessors = predecessors_of(problem);
    let line_ends = predecessors.line_ends();
    let mut recorder = Recorder {
        problem,
        predecessors,
        best_score,
        visits: Vec::new(),
        bounds: Vec::new(),
        look,
    };
    let bound = bound(problem, &line_ends, ALL, &Control::default(), &mut recorder);
    (bound, recorder.visits)
}

/// Comparison with brute force, where no look decides: phases alone make the bound tighter.
#[test]
fn a_bound_in_phases_is_between_the_optimum_and_the_bound_of_ends() {
    let extras = [
        r#", "constraints": [{"type": "only", "cells": [1, 5, 6, 9], "from": 2, "to": 4}]"#,
        r#", "constraints": [{"type": "only", "cells": [2, 4, 6], "from": 1, "to": 2}, {"type": "before", "first": 7, "then": 2}, {"type": "before", "first": 2, "then": 3}]"#,
        r#", "initial": [4], "bonus": {"row": 2, "column": 7, "colour": 10}, "constraints": [{"type": "window", "cell": 8, "from": 2, "to": 3}]"#,
        r#", "constraints": [{"type": "place-at", "cell": 5, "turn": 3}]"#,
    ];
    let (mut tighter, mut exact, mut count) = ([0; 2], 0, 0);
    for ((rows, columns), extra, sense, turns) in iproduct!(
        [(3, 3), (4, 3)],
        extras,
        [Sense::Maximize, Sense::Minimize],
        [4, 6, 8]
    ) {
        let members = format!(r#", "turns": {turns}{extra}"#);
        let json = json_of((rows, columns), sense, &members);
        let Some(problem) = problem_of(&json) else {
            continue;
        };
        let Some(optimum) = brute_force::optimum(&problem) else {
            continue;
        };
        let predecessors = predecessors_of(&problem);
        // Without an order that hides a bound below the optimum.
        for levels in [0, 1, 2, 3] {
            let limits = Limits { levels, ..ALL };
            let mut recorder = Recorder {
                problem: &problem,
                predecessors: predecessors.clone(),
                best_score: None,
                visits: Vec::new(),
                bounds: Vec::new(),
                look: &|bound| (Look::Unknown(Some(bound)), None),
            };
            let line_ends = predecessors.line_ends();
            let control = Control::default();
            let bound = bound(&problem, &line_ends, limits, &control, &mut recorder);
            let bound = bound.expect("there is an order");
            assert!(!sense.better(optimum, bound), "{json} {levels} {bound}");
        }
        let mut previous = None;
        for (place, levels) in [0, 1, u32::MAX].into_iter().enumerate() {
            let limits = Limits { levels, ..ALL };
            let mut recorder = Recorder {
                problem: &problem,
                predecessors: predecessors.clone(),
                best_score: Some(optimum),
                visits: Vec::new(),
                bounds: Vec::new(),
                look: &|bound| (Look::Unknown(Some(bound)), Some(optimum)),
            };
            let line_ends = predecessors.line_ends();
            let control = Control::default();
            let bound = bound(&problem, &line_ends, limits, &control, &mut recorder);
            let bound = bound.expect("there is an order");
            assert!(!sense.better(optimum, bound), "{json} {levels}");
            if let Some(previous) = previous {
                assert!(!sense.better(bound, previous), "{json} {levels}");
                tighter[place - 1] += usize::from(bound != previous);
            }
            previous = Some(bound);
        }
        exact += usize::from(previous == Some(optimum));
        count += 1;
    }
    assert!(
        tighter[0] > 3 && tighter[1] > 0 && exact > 30 && count > 40,
        "{tighter:?} {exact} {count}"
    );
}

/// Comparison with the bounds of all ends, for each result of a look.
#[test]
fn looks_are_at_the_ends_whose_bound_beats_the_best_score() {
    let extras = [
        "",
        r#", "initial": [2, 4], "bonus": {"row": 2, "column": 7}"#,
        r#", "constraints": [{"type": "window", "cell": 3, "from": 1, "to": 2}, {"type": "before", "first": 1, "then": 5}]"#,
        r#", "initial": [1, 5], "bonus": {"row": 2, "column": 7, "colour": 10}"#,
    ];
    for ((rows, columns), extra, sense, turns) in iproduct!(
        [(2, 4), (3, 3), (4, 3)],
        extras,
        [Sense::Maximize, Sense::Minimize],
        [1, 3, 5]
    ) {
        let members = format!(r#", "turns": {turns}{extra}"#);
        let json = json_of((rows, columns), sense, &members);
        let Some(problem) = problem_of(&json) else {
            continue;
        };
        let predecessors = predecessors_of(&problem);
        let cells = problem.free().combinations(turns);
        let ends =
            cells.map(|cells| chain!(predecessors.initial().cells(), cells).collect::<Covering>());
        let possible = ends.filter_map(|end| Some((end, predecessors.end(end)?)));
        let bounds: FxHashMap<Covering, u32> = possible.collect();
        let best = sense.best_of(bounds.values().copied());

        // No look decides: the bound is the best bound of the ends.
        let (bound, visits) = search(&problem, None, &|bound| (Look::Unknown(Some(bound)), None));
        assert_eq!(bound, best, "{json}");
        assert_eq!(visits.is_empty(), best.is_none(), "{json}");

        // No end has an order: there is a look at each end, once.
        let (bound, visits) = search(&problem, None, &|_| (Look::Decided, None));
        assert_eq!(bound, None, "{json}");
        let all: FxHashSet<Covering> = visits.iter().map(|&(end, _)| end).collect();
        assert_eq!(all.len(), bounds.len(), "{json}");
        assert_eq!(visits.len(), bounds.len(), "{json}");

        // Each end has an order with the score of its bound: the bound is the best of these scores, and there are looks only
        // at ends that may beat the best score.
        let (bound, visits) = search(&problem, None, &|bound| (Look::Decided, Some(bound)));
        assert_eq!(bound, best, "{json}");
        for ((before, _), (end, score)) in visits.iter().tuple_windows() {
            assert_eq!(score.as_ref(), Some(&bounds[before]), "{json}");
            assert!(sense.better(bounds[end], bounds[before]), "{json}");
        }
        if let Some(best) = best {
            let (bound, visits) = search(&problem, Some(best), &|_| (Look::Unknown(None), None));
            assert_eq!((bound, visits.len()), (Some(best), 0), "{json}");
        }
    }
}

#[test]
fn without_a_possible_end_there_is_no_bound() {
    let bound = |rest: &str| {
        let json = format!(r#"{{"sense": "maximize", {rest}}}"#);
        let problem = valid(&json);
        search(&problem, None, &|bound| (Look::Unknown(Some(bound)), None)).0
    };
    let two = r#""wall": {"rows": 2, "columns": 2}"#;
    assert_eq!(bound(&format!(r#"{two}, "turns": 2"#)), Some(3));
    // Two cells that wait for each other are both left out, or neither is.
    let waits =
        r#"[{"type": "before", "first": 1, "then": 2}, {"type": "before", "first": 2, "then": 1}]"#;
    let waits =
        format!(r#""wall": {{"rows": 1, "columns": 3}}, "turns": 2, "constraints": {waits}"#);
    assert_eq!(bound(&waits), None);
}

/// The bound of a search that is stopped, or that meets a limit, is the bound of its open nodes.
#[test]
fn a_search_that_is_stopped_gives_a_weaker_bound() {
    let json = r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize", "turns": 5}"#;
    let problem = valid(json);
    let control = Control::default();
    let look = |_| {
        control.stop.store(true, Ordering::Relaxed);
        (Look::Decided, None)
    };
    let run = |limits: Limits| {
        let predecessors = predecessors_of(&problem);
        let line_ends = predecessors.line_ends();
        let mut recorder = Recorder {
            problem: &problem,
            predecessors,
            best_score: None,
            visits: Vec::new(),
            bounds: Vec::new(),
            look: &look,
        };
        let bound = bound(&problem, &line_ends, limits, &control, &mut recorder);
        (bound, recorder.visits.len())
    };
    let none = run(Limits { nodes: 0, ..ALL });
    assert!(none.0 >= Some(12) && none.1 == 0, "{none:?}");
    let small = run(Limits { memory: 0, ..ALL });
    assert!(small.0 >= none.0 && small.1 == 0, "{small:?}");
    let stopped = run(ALL);
    assert!(stopped.0 >= Some(12) && stopped.1 == 1, "{stopped:?}");
}

/// Each round gives every row a tile: all rows have equally many tiles.
#[test]
fn rounds_leave_few_ends() {
    let json = r#"{"wall": {"rows": 4, "columns": 4}, "sense": "maximize", "turns": 8, "constraints": [{"type": "rounds"}]}"#;
    let problem = valid(json);
    let (_, visits) = search(&problem, None, &|_| (Look::Decided, None));
    assert_eq!(visits.len(), 6usize.pow(4));
}

/// The last two turns fill two cells, and one of these waits for a third.
#[test]
fn some_cells_are_in_every_end() {
    let json = r#"{"wall": {"rows": 3, "columns": 3}, "sense": "minimize", "turns": 4, "constraints": [
        {"type": "last", "cells": [2, 6]}, {"type": "before", "first": 7, "then": 6}]}"#;
    let problem = valid(json);
    let (_, visits) = search(&problem, None, &|_| (Look::Decided, None));
    let all: FxHashSet<Covering> = visits.iter().map(|&(end, _)| end).collect();
    assert_eq!((visits.len(), all.len()), (6, 6));
    let mandatory: Covering = problem.mandatory_cells().iter().collect();
    assert_eq!(mandatory.len(), 3);
    assert!(all.iter().all(|end| end.includes(mandatory)));
}
