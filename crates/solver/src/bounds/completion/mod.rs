//! Completion bounds: [`LineBounds`] and the tighter [`StripBounds`] for a filled wall, `HorizonBounds` for any other wall.

mod deadlines;
mod horizon;
mod lines;
mod strips;
mod successors;
mod whole;

pub use strips::StripBounds;
pub use whole::LineBounds;

pub(crate) use horizon::HorizonBounds;
pub(crate) use lines::{LineBits, empty_places, line_points, places_of};
pub(crate) use successors::Successors;

#[cfg(test)]
mod tests {
    use super::{StripBounds, Successors};
    use crate::bounds::Reason;
    use crate::instance::{Sense, Turn};
    use crate::problem::Problem;
    use crate::problem::small::{json_of, problem_of, valid};
    use crate::wall::Covering;
    use azulejo_control::Control;
    use rustc_hash::FxHashMap;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Exact completion value of each covering; none of a dead end.
    type Values = FxHashMap<Covering, Option<u32>>;

    fn exact(
        successors: &Successors,
        problem: &Problem,
        covering: Covering,
        turn: usize,
        table: &mut Values,
    ) -> Option<u32> {
        if let Some(&value) = table.get(&covering) {
            return value;
        }
        let value = if turn == problem.horizon() {
            Some(successors.bonus(covering))
        } else {
            let steps: Vec<_> = successors.steps(covering, Turn::from_index(turn)).collect();
            let values = steps.into_iter().filter_map(|step| {
                let rest = exact(successors, problem, step.covering, turn + 1, table)?;
                let (bound, value) = (successors.bound_after(&step), step.points + rest);
                assert!(
                    !problem.sense().better(value, bound),
                    "{covering:?} {step:?}: {value} beats {bound}"
                );
                Some(value)
            });
            problem.sense().best_of(values)
        };
        table.insert(covering, value);
        value
    }

    #[test]
    fn strips_are_never_on_the_wrong_side_of_the_exact_rest_whatever_their_multipliers() {
        let walls = [(1, 5), (2, 3), (4, 2), (3, 3), (3, 4), (5, 2), (5, 3)];
        let extras = [
            "",
            r#", "initial": [2, 3], "bonus": {"row": 2, "column": 7}"#,
            r#", "constraints": [{"type": "last-round"}]"#,
            r#", "constraints": [{"type": "rounds"}]"#,
            r#", "constraints": [{"type": "place-at", "cell": 5, "turn": 5}]"#,
            r#", "constraints": [{"type": "window", "cell": 3, "from": 1, "to": 2}, {"type": "before", "first": 4, "then": 1}]"#,
            r#", "constraints": [{"type": "first", "cells": [1, 4]}, {"type": "last", "cells": [2, 5]}]"#,
        ];
        let (mut comparisons, mut dead_ends, mut matches, mut roots) = (0, 0, [0; 3], [0; 3]);
        for ((rows, columns), extra, sense) in
            itertools::iproduct!(walls, extras, [Sense::Maximize, Sense::Minimize])
        {
            let json = json_of((rows, columns), sense, extra);
            let Some(problem) = problem_of(&json) else {
                continue;
            };
            let mut successors = Successors::new(&problem).expect("small");
            let mut values = Values::default();
            let best = exact(&successors, &problem, successors.initial(), 0, &mut values);
            // Multipliers go astray toward a target out of reach; the bounds still hold.
            let beyond_reach = best.map(|best| match problem.sense() {
                Sense::Maximize => best / 2,
                Sense::Minimize => best * 2,
            });
            for (target_index, target) in [None, best, beyond_reach].into_iter().enumerate() {
                successors.strengthen(&problem, target, None, &Control::default());
                for (&covering, &value) in &values {
                    let Some(bound) = successors.rest_bound(covering) else {
                        assert_eq!(value, None, "{json} {covering:?} has an end");
                        dead_ends += 1;
                        continue;
                    };
                    assert!(
                        value.is_none_or(|value| !problem.sense().better(value, bound)),
                        "{json} {covering:?}: {value:?} beats {bound}"
                    );
                    comparisons += 1;
                    matches[target_index] += u32::from(value == Some(bound));
                }
                let root = successors.rest_bound(successors.initial());
                roots[target_index] += u32::from(root == best);
            }
        }
        assert!(
            comparisons > 500_000 && dead_ends > 10_000,
            "{comparisons} {dead_ends}"
        );
        // Numbers of exact bounds of all coverings and of the initial ones, by target. A change may only raise these numbers.
        let exact = ([176_346, 188_793, 192_640], [90, 97, 97]);
        assert_eq!((matches, roots), exact);
    }

    #[test]
    fn never_on_the_wrong_side_of_the_exact_rest() {
        let walls = [(1, 5), (2, 2), (2, 3), (3, 3), (4, 2), (3, 4)];
        let extras = [
            "",
            r#", "bonus": {"row": 2, "column": 7}"#,
            r#", "initial": [1, 4]"#,
            r#", "initial": [2], "bonus": {"row": 1, "column": 3}"#,
            r#", "bonus": {"row": 2, "column": 7, "colour": 10}"#,
            r#", "constraints": [{"type": "before", "first": 2, "then": 1}]"#,
        ];
        let (mut comparisons, mut matches) = (0, 0);
        for ((rows, columns), extra) in itertools::iproduct!(walls, extras) {
            if extra.contains("colour") && rows != columns {
                continue; // only a square wall has colours
            }
            let cells: usize = rows * columns;
            for (sense, turns) in itertools::iproduct!(
                [Sense::Maximize, Sense::Minimize],
                [1, cells / 3, cells / 2, cells - 3, cells]
            ) {
                let turns = turns.min(cells - 2 * usize::from(extra.contains("initial")));
                let members = format!(r#", "turns": {turns}{extra}"#);
                let json = json_of((rows, columns), sense, &members);
                let problem = valid(&json);
                let successors = Successors::new(&problem).expect("small");
                let mut values = Values::default();
                exact(&successors, &problem, successors.initial(), 0, &mut values);
                for (covering, value) in values {
                    let Some(value) = value else { continue };
                    let bound = successors.rest_bound(covering).expect("there is an end");
                    assert!(
                        !problem.sense().better(value, bound),
                        "{json} {covering:?}: {value} beats {bound}"
                    );
                    comparisons += 1;
                    matches += u32::from(value == bound);
                }
            }
        }
        assert!(comparisons > 100_000, "{comparisons}");
        // Number of exact bounds. A looser bound lowers it.
        assert_eq!(matches, 74_615);
    }

    /// Without phases, the bound after a step is the bound of the covering after the step.
    #[test]
    fn the_bound_after_a_step_is_that_of_its_covering() {
        let mut comparisons = 0;
        for ((rows, columns), sense) in
            itertools::iproduct!([(3, 4), (4, 3)], [Sense::Maximize, Sense::Minimize])
        {
            let bonus = r#", "bonus": {"row": 2, "column": 7}"#;
            let json = json_of((rows, columns), sense, bonus);
            let problem = valid(&json);
            let mut successors = Successors::new(&problem).expect("small");
            for has_strips in [false, true] {
                if has_strips {
                    successors.strengthen(&problem, None, None, &Control::default());
                }
                for covering in (0..(1 << 12) - 1).map(Covering::from_bits) {
                    for step in successors.steps(covering, Turn::from_index(covering.len())) {
                        let rest = successors
                            .rest_bound(step.covering)
                            .expect("there is an end");
                        assert_eq!(successors.bound_after(&step), step.points + rest, "{json}");
                        comparisons += 1;
                    }
                }
            }
        }
        assert_eq!(comparisons, 4 * 2 * 12 * (1 << 11));
    }

    /// The run stops after the first tables, whose bound is 89; the bound of lines alone is 85. Partly filled tables are of no use.
    #[test]
    fn the_bound_of_stopped_strips_counts_with_the_bonus() {
        let json = r#"{"wall": {"rows": 5, "columns": 5}, "sense": "minimize", "bonus": {"row": 2, "column": 7}}"#;
        let problem = valid(json);
        // Each table queries the interrupt once: there are three strips and five columns.
        let stopped = || {
            let calls = AtomicUsize::new(0);
            Control {
                interrupt: Some(Arc::new(move || {
                    calls.fetch_add(1, Ordering::Relaxed) >= 10
                })),
                ..Control::default()
            }
        };
        let result = StripBounds::search(&problem, Some(200), None, &stopped());
        let (tables, bound) = result.expect("the wall is filled");
        assert_eq!((tables.is_some(), bound), (false, Some(89)));
        let mut successors = Successors::new(&problem).expect("small");
        successors.strengthen(&problem, Some(200), None, &stopped());
        let bound = successors.bound().expect("there is an order");
        assert_eq!(
            (bound.score, bound.reason),
            (89 + 5 * (2 + 7), Reason::Strips)
        );
    }
}
