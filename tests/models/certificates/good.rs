//! Valid certificates of every kind.

use super::{certificate_of, count_accepted};
use crate::common::{constrained, plain, stated};
use crate::generator;
use azulejo::instance::Instance;
use azulejo::instance::Sense::{Maximize, Minimize};
use itertools::iproduct;
use std::collections::BTreeMap;

/// Small instances with every kind of constraint. Their certificates are of every kind.
pub(super) fn instances() -> Vec<Instance> {
    let bonus = r#""bonus": {"row": 2, "column": 7, "colour": 10}"#;
    let short = format!(r#"{bonus}, "turns": 5"#);
    let some = r#""turns": 6, "initial": [1, [2, 2]]"#;
    let mut instances = vec![
        plain(2, 2, Maximize),
        plain(2, 2, Minimize),
        plain(3, 3, Maximize),
        plain(3, 3, Minimize),
        plain(1, 5, Maximize),
        plain(4, 2, Minimize),
        stated(3, 3, Maximize, bonus),
        stated(3, 3, Minimize, &short),
        stated(3, 3, Maximize, &short),
        stated(3, 4, Maximize, r#""turns": 6"#),
        stated(3, 4, Minimize, some),
        plain(1, 14, Minimize),
        plain(14, 2, Maximize),
    ];
    let constraints = [
        r#"{"type": "place-at", "cell": [2, 2], "turn": 9}"#,
        r#"{"type": "place-at", "cell": 5, "turn": 1}, {"type": "place-at", "cell": 1, "turn": 9}"#,
        r#"{"type": "window", "cell": 5, "from": 4, "to": 6}, {"type": "before", "first": 9, "then": 1}"#,
        r#"{"type": "first", "cells": [1, 9, 3]}, {"type": "last", "cells": [5, 8]}"#,
        r#"{"type": "only", "cells": [1, 2, 3, 5], "from": 2, "to": 4}"#,
        r#"{"type": "rounds"}"#,
        r#"{"type": "last-round"}, {"type": "place-at", "cell": 5, "turn": 8}"#,
        r#"{"type": "window", "cell": 1, "from": 8, "to": 9}, {"type": "window", "cell": 9, "from": 1, "to": 2}, {"type": "before", "first": 5, "then": 6}"#,
        // Constraints without an order.
        r#"{"type": "before", "first": 1, "then": 2}, {"type": "before", "first": 2, "then": 6}, {"type": "before", "first": 9, "then": 8}, {"type": "before", "first": 6, "then": 1}"#,
        r#"{"type": "place-at", "cell": 5, "turn": 1}, {"type": "rounds"}"#,
        r#"{"type": "first", "cells": [1, 2]}, {"type": "window", "cell": 9, "from": 1, "to": 2}"#,
        r#"{"type": "only", "cells": [1, 2, 3], "from": 1, "to": 3}, {"type": "window", "cell": 1, "from": 5, "to": 9}"#,
        r#"{"type": "subject-to", "row": "count(row, t) <= 2 for t in 6..7"}"#,
        r#"{"type": "before", "first": 1, "then": 2}, {"type": "subject-to", "row": "turn(1) + turn(5) + turn(9) <= 5"}"#,
        r#"{"type": "subject-to", "row": "turn(5) + turn(9) = 4"}"#,
    ];
    for (constraint, sense) in iproduct!(constraints, [Maximize, Minimize]) {
        instances.push(constrained(3, 3, sense, constraint));
    }
    for kind in &generator::KINDS {
        instances.extend((0..2).map(|seed| generator::generate(kind, 4, seed).0));
    }
    instances
}

#[test]
fn both_checkers_accept_each_certificate() {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let texts: Vec<String> = instances()
        .iter()
        .map(|instance| {
            let certificate = certificate_of(instance);
            *kinds.entry(certificate.kind()).or_default() += 1;
            certificate.to_json()
        })
        .collect();
    assert_eq!(count_accepted(&texts), texts.len());
    let names: Vec<&str> = kinds.keys().copied().collect();
    assert_eq!(names, ["shapes", "sum", "sweep", "tree"], "{kinds:?}");
}
