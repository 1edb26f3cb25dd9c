//! Stops at random times of random instances with constraints of all kinds.

use crate::generator::{KINDS, MIXED, generate};
use crate::looks::{Looks, MAX_GAP};
use azulejo::control::Control;
use azulejo::dense::MAX_FREE;
use azulejo::formulation::CaseStudy;
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::graph::StateGraph;
use azulejo::instance::Instance;
use azulejo::order::verify;
use azulejo::outcome::Verdict;
use azulejo::problem::Problem;
use azulejo::solve::{Method, Settings, solve};
use azulejo::wall::Cell;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};

/// Number of instances.
const INSTANCES: u64 = 200;

/// Time of the latest stop in milliseconds.
const LATEST: u32 = 4_000;

/// An instance of 5×5 to 10×10, half of the time with several kinds of constraints, and a feasible order.
fn random_instance(random: &mut ChaCha8Rng, seed: u64) -> (Instance, Vec<Cell>) {
    let side = 5 + below(random, 6) as usize;
    match below(random, 2) {
        0 => generate(&MIXED, side, seed),
        _ => generate(
            &KINDS[below(random, KINDS.len() as u32) as usize],
            side,
            seed,
        ),
    }
}

/// Whether a verdict is consistent with a feasible order.
fn is_consistent(instance: &Instance, order: &[Cell], verdict: &Verdict) -> bool {
    let sense = instance.sense();
    let score = verify(instance, order).score;
    let is_valid = verdict.solution().is_none_or(|solution| {
        let report = verify(instance, &solution.order);
        report.violations.is_empty() && report.score == solution.score
    });
    let bound = verdict.bound();
    is_valid && bound.is_some_and(|bound| !sense.better(score, bound))
}

#[test]
#[ignore = "ten minutes: `cargo maintain stops` runs it"]
fn at_random() {
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let (mut longest, mut latest) = (Duration::ZERO, Duration::ZERO);
    let mut proven = 0;
    for seed in 0..INSTANCES {
        let (instance, order) = random_instance(&mut random, seed);
        let problem = Problem::from(&instance);
        let fit = |method: &Method| match method.name() {
            "backward" => problem.fills_the_wall(),
            "dense" => problem.free_len() <= MAX_FREE,
            "graph" => problem.free_len() <= StateGraph::MAX_FREE,
            "case-study" | "disaggregated" => instance.wall().len() <= CaseStudy::MAX_CELLS,
            _ => true,
        };
        let methods: Vec<Method> = Method::WITH_AUTO.iter().copied().filter(fit).collect();
        let method = methods[below(&mut random, methods.len() as u32) as usize];
        let limit = Duration::from_millis(below(&mut random, LATEST).into());
        // A stop by a time limit, or by Ctrl-C.
        let by_limit = below(&mut random, 2) == 0;
        let looks = Looks::default();
        let control = Control::default().within(by_limit.then_some(limit));
        let control = looks.control(control);
        let (stop, start) = (control.stop.clone(), Instant::now());
        if !by_limit {
            thread::spawn(move || {
                thread::sleep(limit);
                stop.store(true, Relaxed);
            });
        }
        let settings = Settings::from(control);
        let (answer, gap) = looks.measure(|| solve(&instance, method, &settings));
        let late = start.elapsed().saturating_sub(limit);
        let name = instance.name().unwrap_or("unnamed").to_owned();
        let answer = answer.unwrap_or_else(|error| panic!("{method}, {name}: {error}"));
        let verdict = answer.outcome.verdict;
        println!(
            "{gap:.3?} processor, {late:.3?} late: {method}, {name}, {limit:?}: {verdict:?}",
            gap = gap.time
        );
        let is_consistent = is_consistent(&instance, &order, &verdict);
        assert!(is_consistent, "{method}, {name}: {verdict:?}");
        assert!(gap.time < MAX_GAP, "{method}, {name}: {gap:?}");
        longest = longest.max(gap.time);
        latest = latest.max(late);
        proven += usize::from(matches!(verdict, Verdict::Optimal { .. }));
    }
    println!(
        "{INSTANCES} instances, {proven} proven before: at most {longest:.3?} of a processor since the last look, \
         {latest:.3?} late by the clock"
    );
}
