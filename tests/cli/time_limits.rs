//! Every phase of a run looks at the clock: wherever it is stopped, it ends soon, with what is known.

use crate::common::parse;
use crate::run::azulejo;
use azulejo::control::Control;
use azulejo::formulation::{Formulation, Kind, OrderingFormulation, Program, Unwritten};
use azulejo::frontier::{Checkpoint, FrontierOptions, Listing};
use azulejo::instance::Instance;
use azulejo::problem::Problem;
use azulejo::published::Figure;
use azulejo::published::games::MatchTallies;
use azulejo::solve::{Method, Settings, count, optimal_orders, solve};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Half a second is promised. The machines of tests are busy.
const SOON: Duration = Duration::from_secs(3);

/// A control that stops at the look of this number, from 0, and when that was.
fn stopping_at(look: u64) -> (Control, Arc<Mutex<Option<Instant>>>) {
    let (looks, stopped) = (AtomicU64::new(0), Arc::new(Mutex::new(None)));
    let since = Arc::clone(&stopped);
    let control = Control {
        interrupt: Some(Arc::new(move || {
            let stop = looks.fetch_add(1, Relaxed) >= look;
            if stop {
                let mut since = since.lock().unwrap_or_else(PoisonError::into_inner);
                since.get_or_insert_with(Instant::now);
            }
            stop
        })),
        ..Control::default()
    };
    (control, stopped)
}

/// Runs something that is stopped at one look after another, each time later, until it is not stopped any more or
/// at the last. It ends soon after each stop.
fn at_every_look(last: u64, mut run: impl FnMut(&Control, u64)) {
    let looks = std::iter::successors(Some(0), |look| Some(look * 3 / 2 + 1));
    for look in looks.take_while(|look| *look <= last) {
        let (control, stopped) = stopping_at(look);
        run(&control, look);
        let stopped = *stopped.lock().expect("no panic before");
        let Some(stopped) = stopped else { break };
        let late = stopped.elapsed();
        assert!(late < SOON, "look {look}: {late:?} late");
    }
}

fn instance_of(rows: u64, columns: u64, rest: &str) -> Instance {
    parse(&format!(
        r#"{{"wall": {{"rows": {rows}, "columns": {columns}}}, {rest}}}"#
    ))
}

const MIN_IN_ROUNDS: &str = r#""sense": "minimize", "constraints": [{"type": "rounds"}]"#;

#[test]
fn a_solve_ends_soon_wherever_it_is_stopped_and_says_nothing_wrong() {
    let short = r#""sense": "maximize", "turns": 9, "bonus": {"row": 2, "column": 7}"#;
    let infeasible = r#""sense": "minimize", "constraints": [{"type": "before", "first": 1, "then": 2},
        {"type": "before", "first": 2, "then": 3}, {"type": "before", "first": 3, "then": 1}]"#;
    for (rows, columns, rest) in [
        (4, 4, MIN_IN_ROUNDS),
        (3, 5, short),
        (1, 12, r#""sense": "minimize""#),
        (3, 3, infeasible),
    ] {
        let instance = instance_of(rows, columns, rest);
        let truth = solve(&instance, Method::Graph, &Settings::default()).expect("small");
        let fills = Problem::from(&instance).fills_the_wall();
        let fit = |method: &&Method| fills || **method != Method::Backward;
        for &method in Method::ASKED.iter().filter(fit) {
            // HiGHS runs in a thread of its own, at which it is looked some times a second.
            let is_milp = method.formulation().is_some();
            let last = if is_milp { 100 } else { 3_000 };
            at_every_look(last, |control, look| {
                let answer = solve(&instance, method, &control.clone().into()).expect("small");
                let (verdict, truth) = (&answer.outcome.verdict, &truth.outcome.verdict);
                assert!(
                    verdict.agrees_with(truth, instance.sense()),
                    "{method} stopped at look {look}: {verdict:?}, but {truth:?}"
                );
            });
        }
    }
}

#[test]
fn large_walls_end_soon_wherever_they_are_stopped() {
    for (rows, columns, rest) in [
        (30, 30, MIN_IN_ROUNDS),
        (30, 30, r#""sense": "maximize", "turns": 400"#),
        (11, 11, MIN_IN_ROUNDS),
        (
            8,
            16,
            r#""sense": "minimize", "turns": 60, "bonus": {"row": 2}"#,
        ),
    ] {
        let instance = instance_of(rows, columns, rest);
        let problem = Problem::from(&instance);
        for &method in Method::ASKED {
            for look in [0, 100, u64::MAX] {
                let (limit, clock) = (Duration::from_millis(500), Instant::now());
                let settings = Settings::from(stopping_at(look).0).within(Some(limit));
                match solve(&instance, method, &settings) {
                    Ok(answer) => assert!(
                        !answer.outcome.verdict.is_infeasible(),
                        "{method} {rows}×{columns}"
                    ),
                    Err(error) => assert!(error.is_unfit(), "{error}"),
                }
                let late = clock.elapsed().saturating_sub(limit);
                assert!(
                    late < SOON,
                    "{method} {rows}×{columns}, look {look}: {late:?} late"
                );
            }
        }
        for kind in Kind::ALL {
            let (control, _) = stopping_at(1_000);
            let clock = Instant::now();
            let built = kind.formulate_within(&problem, &BTreeSet::new(), &control);
            assert!(clock.elapsed() < SOON, "{kind} {rows}×{columns}");
            assert!(!matches!(built, Err(Unwritten::TooLarge)));
        }
    }
}

#[test]
fn a_program_that_grows_too_large_is_given_up() {
    let problem = Problem::from(&instance_of(12, 12, MIN_IN_ROUNDS));
    let built = OrderingFormulation::new(&problem).expect("it is small enough");
    assert!(built.program().nonzeros() < Program::MOST_NONZEROS);
    let problem = Problem::from(&instance_of(20, 20, MIN_IN_ROUNDS));
    let refused = OrderingFormulation::new(&problem).map(|_| ());
    assert_eq!(refused, Err(Unwritten::TooLarge));
    // Most of its rows are those of phases, which may be left out.
    let generating = OrderingFormulation::generating(&problem, &BTreeSet::new());
    let nonzeros = generating.expect("small enough").program().nonzeros();
    assert!(nonzeros < Program::MOST_NONZEROS / 4, "{nonzeros}");
}

#[test]
fn what_is_stopped_while_it_writes_or_reads_a_checkpoint_goes_on_from_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("checkpoint");
    let instance = instance_of(4, 5, MIN_IN_ROUNDS);
    let problem = Problem::from(&instance);
    let whole = count(&problem, &Settings::default()).expect("it fits");
    let (mut unfinished, mut finished) = (0, false);
    at_every_look(1 << 20, |control, _| {
        let frontier = FrontierOptions {
            checkpoint: Some(Checkpoint {
                path: path.clone(),
                resume: path.exists(),
            }),
            memory: Some(1 << 20),
            ..FrontierOptions::default()
        };
        let settings = Settings {
            frontier,
            ..Settings::from(control.clone())
        };
        match count(&problem, &settings).expect("it fits") {
            None => unfinished += 1,
            found => {
                assert_eq!(found, whole);
                finished = true;
            }
        }
    });
    assert!(finished && unfinished > 5, "{unfinished}");
    let left = std::fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(left, 1, "nothing beside it");
}

#[test]
fn orders_and_figures_end_soon_wherever_they_are_stopped() {
    let problem = Problem::from(&instance_of(4, 5, r#""sense": "minimize""#));
    let mut found = false;
    at_every_look(1 << 20, |control, _| {
        let orders = optimal_orders(&problem, &control.clone().into()).expect("it fits");
        found |= matches!(orders, Listing::Orders(_));
    });
    assert!(found);
    for figure in Figure::all() {
        // Searches are looked at before each of their moves, which take a tenth of a second.
        let is_search = figure.source.starts_with("Wilson");
        let look = if is_search { 10 } else { 200 };
        let (control, stopped) = stopping_at(look);
        let name = figure.figure.clone();
        figure
            .reproduce(&control.into(), &mut MatchTallies::default())
            .expect("it can be computed");
        let stopped = *stopped.lock().expect("no panic before");
        let late = stopped.map_or(Duration::ZERO, |stopped| stopped.elapsed());
        assert!(late < SOON, "{name}: {late:?} late");
    }
}

#[test]
fn a_run_ends_soon_after_its_limit() {
    let limit = Duration::from_millis(300);
    for words in [
        "solve --size 11 --rule rounds --sense min",
        "solve --size 11 --rule rounds --sense min --method frontier",
        "solve --size 30 --rule rounds --sense min",
        "solve --size 12 --sense min --turns 70 --bonus 2,7,10",
        "count --size 11 --rule rounds --sense min",
        "orders --size 5 --sense min --list 1000000",
        "render --size 20 --rule rounds --sense min -q",
    ] {
        if words.starts_with("solve --size 30") && cfg!(not(feature = "highs")) {
            continue; // no other method takes such a wall
        }
        let clock = Instant::now();
        let run = azulejo(&format!("{words} --time-limit 300ms"));
        let late = clock.elapsed().saturating_sub(limit);
        assert!([0, 4, 5].contains(&run.code), "{words}: {run:?}");
        assert!(late < SOON, "{words}: {late:?} late");
    }
    // Each figure has the whole limit: together they have little.
    let clock = Instant::now();
    azulejo("reproduce --time-limit 1ms").says("were stopped");
    assert!(clock.elapsed() < SOON, "{:?}", clock.elapsed());
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_reproduction() {
    let script = "\"$0\" reproduce --all & sleep 0.5; kill -INT $! && wait $!";
    let clock = Instant::now();
    let run = crate::helpers::shell(".", script).ended(5);
    run.says("were stopped");
    assert!(clock.elapsed() < SOON, "{:?}", clock.elapsed());
}
