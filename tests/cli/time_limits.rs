//! Every phase of a run looks at the clock: a stop at any look ends the run soon, with its results so far.

use crate::common::{constrained, plain, stated};
use crate::run::azulejo;
use azulejo::control::Control;
use azulejo::formulation::{BuildError, Formulation, Kind, OrderingFormulation, Program};
use azulejo::frontier::{Checkpoint, FrontierOptions, Listing};
use azulejo::instance::{Instance, Sense};
use azulejo::problem::Problem;
use azulejo::published::Figure;
use azulejo::published::games::MatchTallies;
use azulejo::solve::{Method, Settings, count, optimal_orders, solve};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The longest wait for a stop: half a second is promised, but the machines of tests are busy.
const SOON: Duration = Duration::from_secs(3);

/// A control that stops at a look, numbered from 0, and the time of the stop.
fn stop_at(look: u64) -> (Control, Arc<Mutex<Option<Instant>>>) {
    let (looks, stop_time) = (AtomicU64::new(0), Arc::new(Mutex::new(None)));
    let since = Arc::clone(&stop_time);
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
    (control, stop_time)
}

/// Calls `run` with stops at later and later looks, until a call ends without a stop, or until the look `last`. Asserts that each
/// call ends soon after its stop.
fn at_every_look(last: u64, mut run: impl FnMut(&Control, u64)) {
    let looks = std::iter::successors(Some(0), |look| Some(look * 3 / 2 + 1));
    for look in looks.take_while(|look| *look <= last) {
        let (control, stop_time) = stop_at(look);
        run(&control, look);
        let stop_time = *stop_time.lock().expect("no panic before");
        let Some(stop_time) = stop_time else { break };
        let delay = stop_time.elapsed();
        assert!(delay < SOON, "look {look}: {delay:?} late");
    }
}

/// The instance of a minimum in rounds.
fn min_in_rounds(rows: u64, columns: u64) -> Instance {
    constrained(rows, columns, Sense::Minimize, r#"{"type": "rounds"}"#)
}

#[test]
fn a_solve_ends_soon_after_any_stop_with_a_true_verdict() {
    let short = r#""turns": 9, "bonus": {"row": 2, "column": 7}"#;
    let circle = r#"{"type": "before", "first": 1, "then": 2},
        {"type": "before", "first": 2, "then": 3}, {"type": "before", "first": 3, "then": 1}"#;
    for instance in [
        min_in_rounds(4, 4),
        stated(3, 5, Sense::Maximize, short),
        plain(1, 12, Sense::Minimize),
        constrained(3, 3, Sense::Minimize, circle),
    ] {
        let truth = solve(&instance, Method::Graph, &Settings::default()).expect("small");
        let fills = Problem::from(&instance).fills_the_wall();
        let is_fit = |method: &&Method| fills || **method != Method::Backward;
        for &method in Method::WITH_AUTO.iter().filter(is_fit) {
            // HiGHS runs in a thread of its own, with some looks a second.
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
fn solves_of_large_walls_end_soon_after_any_stop() {
    for instance in [
        min_in_rounds(30, 30),
        stated(30, 30, Sense::Maximize, r#""turns": 400"#),
        min_in_rounds(11, 11),
        stated(
            8,
            16,
            Sense::Minimize,
            r#""turns": 60, "bonus": {"row": 2}"#,
        ),
    ] {
        let wall = instance.wall();
        let problem = Problem::from(&instance);
        for &method in Method::WITH_AUTO {
            for look in [0, 100, u64::MAX] {
                let (limit, clock) = (Duration::from_millis(500), Instant::now());
                let settings = Settings::from(stop_at(look).0).within(Some(limit));
                match solve(&instance, method, &settings) {
                    Ok(answer) => {
                        assert!(!answer.outcome.verdict.is_infeasible(), "{method} {wall}")
                    }
                    Err(error) => assert!(error.is_unfit(), "{error}"),
                }
                let delay = clock.elapsed().saturating_sub(limit);
                assert!(delay < SOON, "{method} {wall}, look {look}: {delay:?} late");
            }
        }
        for kind in Kind::ALL {
            let (control, _) = stop_at(1_000);
            let clock = Instant::now();
            let formulation = kind.formulate_within(&problem, &BTreeSet::new(), &control);
            assert!(clock.elapsed() < SOON, "{kind} {wall}");
            assert!(!matches!(formulation, Err(BuildError::TooLarge)));
        }
    }
}

#[test]
fn a_program_that_grows_too_large_is_given_up() {
    let problem = Problem::from(&min_in_rounds(12, 12));
    let formulation = OrderingFormulation::new(&problem).expect("it is small enough");
    assert!(formulation.program().nonzeros() < Program::MOST_NONZEROS);
    let problem = Problem::from(&min_in_rounds(20, 20));
    let result = OrderingFormulation::new(&problem).map(|_| ());
    assert_eq!(result, Err(BuildError::TooLarge));
    // Most rows are about phases, and optional.
    let formulation = OrderingFormulation::generating(&problem, &BTreeSet::new());
    let nonzeros = formulation.expect("small enough").program().nonzeros();
    assert!(nonzeros < Program::MOST_NONZEROS / 4, "{nonzeros}");
}

#[test]
fn a_count_goes_on_from_a_checkpoint_after_a_stop_during_its_writing_or_reading() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("checkpoint");
    let instance = min_in_rounds(4, 5);
    let problem = Problem::from(&instance);
    let expected = count(&problem, &Settings::default()).expect("it fits");
    let (mut stop_count, mut is_finished) = (0, false);
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
            None => stop_count += 1,
            result => {
                assert_eq!(result, expected);
                is_finished = true;
            }
        }
    });
    assert!(is_finished && stop_count > 5, "{stop_count}");
    let files = std::fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(files, 1, "nothing beside it");
}

#[test]
fn orders_and_figures_end_soon_after_any_stop() {
    let problem = Problem::from(&plain(4, 5, Sense::Minimize));
    let mut has_orders = false;
    at_every_look(1 << 20, |control, _| {
        let orders = optimal_orders(&problem, &control.clone().into()).expect("it fits");
        has_orders |= matches!(orders, Listing::Orders(_));
    });
    assert!(has_orders);
    for figure in Figure::all() {
        // Searches look at the clock before each of their moves, which take a tenth of a second.
        let is_search = figure.source.starts_with("Wilson");
        let look = if is_search { 10 } else { 200 };
        let (control, stop_time) = stop_at(look);
        let name = figure.figure.clone();
        figure
            .reproduce(&control.into(), &mut MatchTallies::default())
            .expect("it can be computed");
        let stop_time = *stop_time.lock().expect("no panic before");
        let delay = stop_time.map_or(Duration::ZERO, |time| time.elapsed());
        assert!(delay < SOON, "{name}: {delay:?} late");
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
        let delay = clock.elapsed().saturating_sub(limit);
        assert!([0, 4, 5].contains(&run.code), "{words}: {run:?}");
        assert!(delay < SOON, "{words}: {delay:?} late");
    }
    // The limit is for each figure: the sum over all figures is short, too.
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
