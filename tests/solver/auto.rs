//! The default method: whose answer it is, and that it is the same whoever gives it.

use crate::common::{instance, parse};
use azulejo::bounds::Reason;
use azulejo::instance::Instance;
use azulejo::outcome::{Proof, Verdict};
use azulejo::solve::{Answer, Counter, Method, Settings, solve};
use azulejo::{frontier::FrontierOptions, problem::Problem};
use std::sync::atomic::Ordering;

fn wall(rows: u64, columns: u64, rest: &str) -> Instance {
    parse(&format!(
        r#"{{"wall": {{"rows": {rows}, "columns": {columns}}}, {rest}}}"#
    ))
}

fn answer(instance: &Instance, settings: &Settings) -> Answer {
    let answer = solve(instance, Method::default(), settings).expect("it fits");
    assert_eq!(answer.request, Method::Auto);
    answer
}

fn with_memory(memory: u64) -> Settings {
    Settings {
        frontier: FrontierOptions {
            memory: Some(memory),
            ..FrontierOptions::default()
        },
        ..Settings::default()
    }
}

#[test]
fn a_closed_bound_that_meets_a_construction_needs_no_method() {
    for (rest, score) in [
        (r#""sense": "minimize""#, 198),
        (r#""sense": "maximize", "bonus": {"row": 2}"#, 399),
    ] {
        let answer = answer(&wall(7, 7, rest), &Settings::default());
        assert_eq!(answer.method, Method::Auto);
        assert_eq!(answer.outcome.verdict.score(), Some(score));
        let proof = answer.outcome.verdict.proof();
        let closed = matches!(proof, Some(Proof::Bound(Reason::Closed(_))));
        assert!(closed, "{proof:?}");
    }
}

#[test]
fn dense_layers_take_what_they_fit() {
    for (rest, score) in [
        (r#""sense": "minimize", "turns": 18"#, 34),
        (r#""sense": "minimize", "turns": 20"#, 47),
        (
            r#""sense": "minimize", "constraints": [{"type": "rounds"}]"#,
            92,
        ),
    ] {
        let instance = wall(5, 5, rest);
        let found = answer(&instance, &Settings::default());
        assert_eq!(found.method, Method::Dense, "{rest}");
        assert_eq!(found.outcome.verdict.score(), Some(score), "{rest}");
    }
    // Without the memory for the table others prove the same.
    let short = wall(5, 5, r#""sense": "minimize", "turns": 6"#);
    let little = answer(&short, &with_memory(4 << 20));
    assert_ne!(little.method, Method::Dense);
    assert_eq!(little.outcome.verdict.score(), Some(6));
    assert_eq!(little.outcome.verdict.status(), "optimal");
}

#[test]
fn who_counts_depends_on_what_fits() {
    let problem = Problem::from(&instance("thesis/5x5-rounds-min.json"));
    let count = |settings: &Settings| {
        Counter::default()
            .count(&problem, settings)
            .expect("it fits")
    };
    let (dense, backward) = (count(&Settings::default()), count(&with_memory(1 << 20)));
    assert_eq!(
        (dense.counter, backward.counter),
        (Counter::Dense, Counter::Backward)
    );
    let orders =
        |counted: azulejo::solve::OptimalCount| counted.count.and_then(|count| count.optimum);
    let (dense, backward) = (orders(dense), orders(backward));
    assert!(dense.is_some());
    assert_eq!(dense, backward);
    // The frontier is quick where a closed bound is the score, but its lines have 16 cells.
    for (columns, by) in [(16, Counter::Frontier), (17, Counter::Dense)] {
        let problem = Problem::from(&wall(1, columns, r#""sense": "maximize""#));
        let counted = Counter::default()
            .count(&problem, &Settings::default())
            .expect("it fits");
        assert_eq!(counted.counter, by);
        let (_, orders) = orders(counted).expect("there are orders");
        assert_eq!(orders.to_string(), (1 << (columns - 1)).to_string());
    }
}

/// Whoever is first says the same as each of the two alone.
#[cfg(feature = "highs")]
#[test]
fn the_first_proof_ends_both_methods() {
    for (rows, columns, rest) in [
        (6, 6, r#""sense": "maximize", "turns": 4"#),
        (
            6,
            6,
            r#""sense": "maximize", "turns": 5, "bonus": {"row": 2}"#,
        ),
        (
            2,
            13,
            r#""sense": "maximize", "turns": 6, "constraints": [{"type": "rounds"}]"#,
        ),
        (
            6,
            6,
            r#""sense": "minimize", "constraints": [{"type": "before", "first": 1, "then": 2}, {"type": "before", "first": 2, "then": 1}]"#,
        ),
    ] {
        let instance = wall(rows, columns, rest);
        let found = answer(&instance, &Settings::default());
        let layers = match Problem::from(&instance).fills_the_wall() {
            true => Method::Backward,
            false => Method::Frontier,
        };
        let sides = [Method::Ordering, layers];
        // A bound may end the race before either side does.
        let ended = sides.contains(&found.method) || found.method == Method::Auto;
        assert!(ended, "{rest}: {}", found.method);
        let verdict = &found.outcome.verdict;
        let proven = verdict.is_decided();
        assert!(proven, "{rest}: {verdict:?}");
        let limited = Settings::default().within(Some(std::time::Duration::from_secs(2)));
        for method in sides {
            let alone = solve(&instance, method, &limited).expect("it fits");
            let other = &alone.outcome.verdict;
            assert!(
                verdict.agrees_with(other, instance.sense()),
                "{rest}: {verdict:?}, {method} {other:?}"
            );
        }
    }
}

#[test]
fn a_stopped_run_has_an_order_and_a_bound() {
    let settings = Settings::default();
    settings.control.stop.store(true, Ordering::Relaxed);
    for (rows, columns) in [(5, 5), (6, 6)] {
        let rest = r#""sense": "minimize", "constraints": [{"type": "rounds"}]"#;
        let stopped = answer(&wall(rows, columns, rest), &settings);
        let Verdict::Feasible {
            solution, bound, ..
        } = &stopped.outcome.verdict
        else {
            panic!("{:?}", stopped.outcome.verdict);
        };
        assert!(*bound >= (rows * columns) as u32 && *bound <= solution.score);
        assert!(stopped.report.is_some());
    }
}
