//! Proof trees of small problems, which the referee accepts without a search of its own.

use super::*;
use crate::instance::Sense;
use crate::problem::small::json_of;
use crate::solve::{Method, Settings, solve};
use itertools::iproduct;

/// Constraints of each kind, and constraints from which further turns of other cells follow.
const MEMBERS: [&str; 9] = [
    "",
    r#", "constraints": [{"type": "first", "cells": [5, 7, 9]}]"#,
    r#", "constraints": [{"type": "last", "cells": [1, 6, 8]}], "initial": [2]"#,
    r#", "constraints": [{"type": "before", "first": 6, "then": 1}, {"type": "before", "first": 3, "then": 6}]"#,
    r#", "constraints": [{"type": "only", "cells": [1, 3, 5, 7], "from": 3, "to": 5}], "turns": 7"#,
    r#", "constraints": [{"type": "only", "cells": [1, 5, 6, 9], "from": 2, "to": 5}], "turns": 6"#,
    r#", "constraints": [{"type": "only", "cells": [2, 4, 8], "from": 3, "to": 5},
        {"type": "window", "cell": 5, "from": 2, "to": 4}]"#,
    r#", "constraints": [{"type": "window", "cell": 1, "from": 3, "to": 5}, {"type": "before", "first": 2, "then": 9}],
        "turns": 5, "bonus": {"row": 2, "column": 7, "colour": 10}"#,
    r#", "initial": [4, 5], "turns": 5, "bonus": {"row": 2, "column": 7, "colour": 10}"#,
];

/// A linear program that knows more than the referee would lead to cases without an order that no sum closes.
#[test]
fn small_problems_have_trees() {
    let cases = iproduct!(
        [(3, 3), (3, 4)],
        [Sense::Maximize, Sense::Minimize],
        MEMBERS
    );
    let (mut trees, mut leaves) = (0, 0);
    for (size, sense, members) in cases {
        let json = json_of(size, sense, members);
        // Not all walls have colours.
        let Ok(instance) = Instance::from_json(&json) else {
            continue;
        };
        let answer = solve(&instance, Method::Auto, &Settings::default()).expect(&json);
        let verdict = &answer.outcome.verdict;
        let order = verdict.solution().map(|solution| solution.order.numbers());
        let score = u64::from(verdict.score().expect(&json));
        let mut certificate = Certificate {
            certificate: azulejo_check::Certificate::VERSION,
            instance: instance.clone(),
            claim: Claim::Optimal {
                score,
                bound: score,
            },
            order,
            conflict: None,
            proof: Proof::Sweep,
        };
        let tree = certificate.grow_tree(&instance, 2_000, &Control::default());
        certificate.proof = tree.unwrap_or_else(|reason| panic!("{json}: {reason}"));
        trees += 1;
        leaves += certificate.leaves();
    }
    assert_eq!(trees, 32);
    assert!(leaves < 1_500, "{leaves}");
}
