//! One suite for every method: its duties on any instance.

mod common;

use crate::common::{bonus, brute_force, built, instance, instances, plain};
use azulejo::graph::StateGraph;
use azulejo::instance::{Instance, Sense};
use azulejo::milp::{MilpOptions, Solver};
use azulejo::outcome::Verdict;
use azulejo::problem::Problem;
use azulejo::solve::{Answer, Method, Settings, solve};
use azulejo::wall::Bonus;
use rayon::prelude::*;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The time limit of methods that take minutes, such as the formulations of the case study from 3×3 on. Their answers have to
/// contradict no other method.
const PATIENCE: Duration = Duration::from_millis(300);

/// The most empty cells at which a method must prove its answer in a test.
fn proves_up_to(method: Method) -> usize {
    match method.name() {
        "ordering" => usize::MAX,
        "case-study" | "disaggregated" => 6,
        "frontier" | "backward" => 25,
        "dense" => azulejo::dense::MAX_FREE,
        "auto" if Solver::default().is_built_in() => usize::MAX,
        "auto" => 25,
        "graph" => StateGraph::MAX_FREE,
        other => panic!("no expectation for {other}"),
    }
}

fn must_prove(method: Method, settings: &Settings, instance: &Instance) -> bool {
    let problem = Problem::from(instance);
    // A bonus on a wall that is not filled is for dense layers; other methods take a minute.
    let has_bonus = instance.bonus() != Bonus::default() && !problem.fills_the_wall();
    if has_bonus && problem.free_len() > 16 && !["dense", "auto"].contains(&method.name()) {
        return false;
    }
    let by_solver = match settings.milp.solver {
        Solver::Microlp => 6,
        _ => usize::MAX,
    };
    problem.free_len() <= proves_up_to(method).min(by_solver)
}

/// Whether the solver of a method, if it needs one, is built in.
fn is_built_in(method: Method, settings: &Settings) -> bool {
    method.formulation().is_none() || settings.milp.solver.is_built_in()
}

fn answer(method: Method, settings: &Settings, instance: &Instance) -> Option<Answer> {
    let limit = (!must_prove(method, settings, instance)).then_some(PATIENCE);
    match solve(instance, method, &settings.clone().within(limit)) {
        Ok(answer) => Some(answer),
        Err(error) if error.is_unfit() => None,
        Err(error) => panic!("{method}: {error}"),
    }
}

/// A method proves the best score, or that there is no order, as the brute force does.
fn assert_proven(method: Method, settings: &Settings, instance: &Instance, score: Option<u32>) {
    let Some(answer) = answer(method, settings, instance) else {
        let fits = method != Method::Backward || Problem::from(instance).fills_the_wall();
        let refuses = fits && is_built_in(method, settings);
        assert!(!refuses, "{method} refuses {instance:?}");
        return;
    };
    let verdict = answer.outcome.verdict;
    let decided = verdict.is_decided();
    assert!(decided, "{method}: {verdict:?} on {instance:?}");
    assert_eq!(verdict.score(), score, "{method} on {instance:?}");
    let truth = brute_force(instance).map(|(score, _)| score);
    assert_eq!(truth, score, "brute force on {instance:?}");
}

fn with_solver(solver: Solver) -> Settings {
    Settings {
        milp: MilpOptions {
            solver,
            ..MilpOptions::default()
        },
        ..Settings::default()
    }
}

#[cfg(all(feature = "microlp", feature = "pages"))]
#[test]
fn texts_and_plots_name_microlp() {
    use azulejo::render::{explain, plot, proof};
    let instance = plain(2, 2, Sense::Minimize);
    let settings = with_solver(Solver::Microlp);
    let answer = solve(&instance, Method::Ordering, &settings).expect("small");
    let plot = plot::svg(&instance, &answer).expect("it can be drawn");
    let text = explain::text(&instance, &answer) + &proof::line(&answer) + &plot;
    let names_microlp = text.contains("microlp") && !text.contains("HiGHS");
    assert!(names_microlp, "{text}");
}

/// Rows with equations, and columns of numbers beside those of 0 and 1.
#[cfg(feature = "microlp")]
#[test]
fn the_dual_solution_of_microlp_adds_up_to_the_bound() {
    use azulejo::control::Control;
    use azulejo::formulation::{Families, Kind};
    use azulejo::milp::{Relaxation, relax};
    use azulejo::solve::Duals;
    for (sense, row, price) in [
        (Sense::Maximize, "points(5) >= 6", 2.0), // docs/instances.md
        (Sense::Minimize, "count(row 3, 6) >= 2", 0.0),
    ] {
        let instance = Instance::builder(3, 3, sense).subject_to(row).build();
        let problem = Problem::from(&instance.expect("valid"));
        let control = Control::default();
        for kind in Kind::ALL {
            let formulation = kind.formulate(&problem, &Families::new()).expect("small");
            let program = formulation.program();
            let duals = Duals::of(program, &control).expect("built in");
            let duals = duals.expect("a solution");
            let Ok(Relaxation::Solved { bound, .. }) = relax(program, &control) else {
                panic!("{kind}: {row}");
            };
            assert!((duals.bound() - bound).abs() < 1e-6, "{kind}: {row}");
            let rows = duals.rows.iter().filter(|row| row.name.starts_with("c16"));
            let sum: f64 = rows.map(|row| row.multiplier).sum();
            if kind == Kind::Ordering {
                assert!((sum.abs() - price).abs() < 1e-6, "{row}: {sum}");
            }
        }
    }
}

fn reproduces_published_scores_and_contradicts_no_other_method(
    method: Method,
    settings: &Settings,
) {
    // In parallel: the longest run would keep a single core busy.
    instances().into_par_iter().for_each(|(path, instance)| {
        let path = path.display();
        let Some(answer) = answer(method, settings, &instance) else {
            return;
        };
        let verdict = &answer.outcome.verdict;
        let proven = verdict.is_decided() || !must_prove(method, settings, &instance);
        assert!(proven, "{path}: {}", verdict.status());
        let published = instance.published().score;
        if let (Verdict::Optimal { solution, .. }, Some(published)) = (verdict, published) {
            assert_eq!(solution.score, published, "{path}");
        }
        if let Ok(states) = solve(&instance, Method::Graph, &Settings::default()) {
            let other = &states.outcome.verdict;
            let agree = verdict.agrees_with(other, instance.sense());
            assert!(agree, "{path}: {verdict:?}, {other:?}");
        }
    });
}

fn proves_small_problems(method: Method, settings: &Settings) {
    let square = || Instance::builder(2, 2, Sense::Maximize);
    let cycle = || square().before(1, 2).before(2, 1);
    let full = Instance::builder(2, 1, Sense::Maximize).initial([1, 2]);
    for (builder, score) in [
        (Instance::builder(1, 1, Sense::Maximize), Some(1)),
        (Instance::builder(1, 2, Sense::Minimize), Some(3)),
        (Instance::builder(1, 6, Sense::Minimize), Some(14)),
        (Instance::builder(6, 1, Sense::Maximize), Some(21)),
        (square(), Some(10)),
        (Instance::builder(2, 2, Sense::Minimize), Some(9)),
        // Without a turn.
        (full.bonus(bonus(0, 7, 0)), Some(7)),
        (Instance::builder(2, 2, Sense::Minimize).turns(0), Some(0)),
        // Constraints that cannot hold.
        (cycle(), None),
        // Two cells that wait for each other stay empty if the horizon allows it.
        (cycle().turns(2), Some(3)),
        (square().window(1, 1..=2).window(2, 1..=2).first([3]), None),
    ] {
        assert_proven(method, settings, &built(builder), score);
    }
}

fn stops_at_a_signal_and_claims_nothing_false(method: Method, settings: &Settings) {
    settings.control.stop.store(true, Ordering::Relaxed);
    let instance = instance("plain/4x4-min.json");
    let Some(answer) = answer(method, settings, &instance) else {
        assert!(!is_built_in(method, settings), "stopping is no error");
        return;
    };
    let truth = solve(&instance, Method::Graph, &Settings::default()).expect("it fits");
    let (verdict, truth) = (answer.outcome.verdict, truth.outcome.verdict);
    let agree = verdict.agrees_with(&truth, instance.sense());
    assert!(agree, "{verdict:?} against {truth:?}");
    assert_ne!(verdict.status(), "infeasible");
}

/// A module of a method with its settings, and a test for each of these functions.
macro_rules! solver_suite {
    ($name:ident, $method:expr, $settings:expr) => {
        solver_suite! {
            $name, $method, $settings;
            reproduces_published_scores_and_contradicts_no_other_method
            proves_small_problems
            stops_at_a_signal_and_claims_nothing_false
        }
    };
    ($name:ident, $method:expr, $settings:expr; $($test:ident)+) => {
        mod $name {
            use super::*;

            $(
                #[test]
                fn $test() {
                    super::$test($method, &$settings);
                }
            )+
        }
    };
}

/// A suite for each method, under its name, and the list of them.
macro_rules! suites {
    ($($name:ident: $method:expr),+ $(,)?) => {
        $(solver_suite!($name, $method, Settings::default());)+
        const SUITES: &[Method] = &[$($method),+];
    };
}

suites! {
    auto: Method::Auto,
    ordering: Method::Ordering,
    dense: Method::Dense,
    frontier: Method::Frontier,
    backward: Method::Backward,
    graph: Method::Graph,
    disaggregated: Method::Disaggregated,
    case_study: Method::CaseStudy,
}
#[cfg(feature = "microlp")]
solver_suite!(microlp, Method::Ordering, with_solver(Solver::Microlp));

#[test]
fn every_method_has_a_suite() {
    assert_eq!(SUITES, Method::WITH_AUTO);
}

/// The error of a method without its solver names the flag that builds it in.
#[test]
fn the_error_of_a_missing_solver_names_its_feature() {
    let instance = plain(2, 2, Sense::Minimize);
    for &solver in Solver::ALL.iter().filter(|solver| !solver.is_built_in()) {
        let settings = with_solver(solver);
        let methods = Method::ALL.iter();
        for &method in methods.filter(|method| method.formulation().is_some()) {
            let error = solve(&instance, method, &settings).expect_err("it is not built in");
            assert!(error.is_unfit());
            assert_eq!(error.in_short(), "not built in");
            let (message, flag) = (error.to_string(), format!("--features {solver}"));
            assert!(message.contains(&flag), "{message}");
        }
        let auto = solve(&instance, Method::Auto, &settings).expect("others do");
        assert_eq!(auto.outcome.verdict.score(), Some(9));
    }
}
