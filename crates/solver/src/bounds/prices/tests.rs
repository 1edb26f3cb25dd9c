use super::*;
use crate::bounds::completion::LineBits;
use crate::bounds::minimum;
use crate::problem::brute_force::backward_layers;
use crate::problem::small::{json_of, problem_of, valid};
use itertools::iproduct;

const EXTRAS: [&str; 15] = [
    "",
    r#", "initial": [2], "bonus": {"row": 2, "column": 7, "colour": 10}"#,
    r#", "constraints": [{"type": "only", "cells": [1, 2, 5], "from": 3, "to": 4}, {"type": "before", "first": 4, "then": 6}]"#,
    r#", "constraints": [{"type": "last-round"}, {"type": "window", "cell": 3, "from": 1, "to": 2}]"#,
    r#", "initial": [2, 3], "turns": 3"#,
    r#", "turns": 4"#,
    r#", "turns": 5, "bonus": {"row": 2, "column": 7, "colour": 10}"#,
    r#", "initial": [1, 6], "turns": 3, "constraints": [{"type": "before", "first": 3, "then": 2}]"#,
    r#", "turns": 6, "constraints": [{"type": "last-round"}]"#,
    r#", "turns": 6, "constraints": [{"type": "rounds"}]"#,
    r#", "turns": 5, "constraints": [{"type": "place-at", "cell": 5, "turn": 5}]"#,
    r#", "turns": 4, "constraints": [{"type": "window", "cell": 3, "from": 1, "to": 2}, {"type": "before", "first": 4, "then": 1}]"#,
    r#", "turns": 5, "constraints": [{"type": "first", "cells": [1, 4]}, {"type": "last", "cells": [2, 5]}]"#,
    r#", "turns": 5, "constraints": [{"type": "only", "cells": [1, 5, 6], "from": 2, "to": 4}, {"type": "before", "first": 4, "then": 6}]"#,
    r#", "turns": 4, "bonus": {"row": 2, "column": 7}, "constraints": [{"type": "window", "cell": 3, "from": 1, "to": 2}, {"type": "first", "cells": [3, 4]}]"#,
];

/// Comparison with all coverings that orders reach, with the prices of one step, of some and of many.
#[test]
fn no_order_earns_more_after_any_covering() {
    let (mut comparisons, mut roots) = (0, 0);
    let (mut matches, mut root_matches) = ([0; 2], [[0; 3]; 2]);
    let walls = [(1, 6), (2, 4), (4, 2), (3, 3)];
    for ((rows, columns), extra, sense, height) in
        iproduct!(walls, EXTRAS, [Sense::Maximize, Sense::Minimize], [1, 2])
    {
        let json = json_of((rows, columns), sense, extra);
        let Some(problem) = problem_of(&json) else {
            continue;
        };
        let layers = backward_layers(&problem);
        let Some(&best) = layers[0].values().next() else {
            continue;
        };
        let mut prices = Decomposition::new(&problem, height);
        roots += 1;
        for (kind, steps) in [1, 5, 200].into_iter().enumerate() {
            let control = Control::default();
            assert!(prices.steps(best as i32, steps, &control));
            let root = prices.bound().max(0) as u32;
            assert!(!sense.better(best, root), "{json}: {best} beats {root}");
            root_matches[height - 1][kind] += u32::from(root == best);
            let bounds = prices.tables(&control);
            for (turns, layer) in layers.iter().enumerate() {
                for (&covering, &score) in layer {
                    let bits = LineBits::of(problem.wall(), covering);
                    let sum = bounds.sum(&bits, turns);
                    let bound = bounds.points(sum).expect("orders go on from it");
                    assert!(
                        !sense.better(score, bound),
                        "{json} {covering:?}: {score} beats {bound}"
                    );
                    comparisons += 1;
                    matches[height - 1] += u32::from(bound == score);
                    // The sum of a step is the sum of the covering after it.
                    for cell in covering.cells() {
                        let before = LineBits::of(problem.wall(), covering.without(cell));
                        let place = (problem.wall().row_of(cell), problem.wall().column_of(cell));
                        let next_sum =
                            bounds.sum_with(bounds.sum(&before, turns), &before, turns, place);
                        assert_eq!(next_sum, sum);
                    }
                }
            }
        }
    }
    // Numbers of exact completion bounds, by lines and by strips, and of exact bounds of the whole, after one step, some and many. A
    // looser bound lowers these numbers.
    assert_eq!(
        (comparisons, matches, roots, root_matches),
        (
            2 * 36_318,
            [17_997, 22_100],
            2 * 108,
            [[13, 14, 79], [12, 14, 74]]
        )
    );
}

/// A wall of 144 cells, which is too large for a [`Covering`], of which two rows are filled.
#[test]
fn walls_too_large_for_coverings_have_prices() {
    let rows = r#", "turns": 24, "constraints": [
        {"type": "only", "cells": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], "from": 1, "to": 12},
        {"type": "only", "cells": [37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48], "from": 13, "to": 24}]"#;
    // One row after the other, and no column has two tiles side by side.
    let row = |sense| match sense {
        Sense::Maximize => (1..=12).sum::<u32>(),
        Sense::Minimize => minimum(Wall::new(1, 12).expect("small")) as u32,
    };
    for sense in [Sense::Maximize, Sense::Minimize] {
        let problem = valid(&json_of((12, 12), sense, rows));
        let control = Control::default();
        let (_, bound) = Decomposition::search(&problem, 2 * row(sense), 1 << 30, &control)
            .expect("it has orders");
        assert_eq!(bound.score, 2 * row(sense), "{sense:?}");
    }
}
