//! Answers of methods and of counters, with the checks of each answer.

use azulejo::count::Counter;
use azulejo::instance::Instance;
use azulejo::order::verify;
use azulejo::outcome::{Count, Verdict};
use azulejo::problem::Problem;
use azulejo::solve::{Answer, Method, Settings, solve};
use azulejo::wall::Cell;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use std::time::Duration;

/// The best score, and the number of orders that have it; none where no order satisfies the constraints.
pub(crate) type Optimum = Option<(u32, u128)>;

/// Beyond this many cells the case study's formulations may stop early, with a bound that holds.
const CASE_STUDY_PROVES: usize = 6;

/// Random instances, in each run the same.
pub(crate) fn samples(strategy: impl Strategy<Value = Instance>) -> impl Iterator<Item = Instance> {
    let mut runner = TestRunner::deterministic();
    std::iter::repeat_with(move || {
        let tree = strategy.new_tree(&mut runner);
        tree.expect("the strategy gives instances").current()
    })
}

/// Options of mixed-integer solvers beside the default ones.
#[cfg(feature = "highs")]
pub(crate) fn with(milp: azulejo::milp::MilpOptions) -> Settings {
    Settings {
        milp,
        ..Settings::default()
    }
}

/// The answer of a method, without limits.
#[track_caller]
pub(crate) fn answer(instance: &Instance, method: Method) -> Answer {
    solve(instance, method, &Settings::default()).expect("it fits")
}

/// The verdict of a method, without limits.
#[track_caller]
pub(crate) fn verdict(instance: &Instance, method: Method) -> Verdict {
    answer(instance, method).outcome.verdict
}

/// The best score, proven by a method, of an order that the referee confirms; none where it is proven that there is no order.
#[track_caller]
pub(crate) fn proven(instance: &Instance, method: Method) -> Option<u32> {
    let verdict = verdict(instance, method);
    assert!(verdict.is_decided(), "{method}: {verdict:?}: {instance:?}");
    if let Some(solution) = verdict.solution() {
        assert_scores(instance, &solution.order, solution.score);
    }
    verdict.score()
}

/// The referee finds nothing wrong with an order, and it has this score.
#[track_caller]
pub(crate) fn assert_scores<T: Copy + Into<Option<Cell>>>(
    instance: &Instance,
    order: &[T],
    score: u32,
) {
    let report = verify(instance, order);
    let result = (report.score, report.violations);
    assert_eq!(result, (score, vec![]), "{instance:?}");
}

/// The count of a counter, without limits.
#[track_caller]
pub(crate) fn count_orders(problem: &Problem, counter: Counter) -> Count {
    let count = counter.count(problem, &Settings::default());
    count.expect("it fits").count.expect("nobody stops it")
}

/// The best score and the number of orders that have it, by a counter.
#[track_caller]
pub(crate) fn optimum(instance: &Instance, counter: Counter) -> Optimum {
    let optimum = count_orders(&Problem::from(instance), counter).optimum;
    optimum.map(|(score, orders)| (score, orders.to()))
}

/// The methods that take an instance. Each of them finds the best score, or that there is no order.
pub(crate) fn methods_agree(instance: &Instance, best: Optimum) -> Vec<Method> {
    let large = Problem::from(instance).free_len() > CASE_STUDY_PROVES;
    let best_score = best.map(|(score, _)| score);
    let beats = |first: Option<u32>, second: Option<u32>| {
        let both = first.zip(second);
        both.is_some_and(|(first, second)| instance.sense().better(first, second))
    };
    let takers = Method::WITH_AUTO.iter().copied().filter(|&method| {
        let limited = large && ["case-study", "disaggregated"].contains(&method.name());
        let settings = Settings::default().within(limited.then_some(Duration::from_millis(100)));
        let outcome = match solve(instance, method, &settings) {
            Ok(answer) => answer.outcome,
            Err(error) if error.is_unfit() => return false,
            Err(error) => panic!("{method}: {error}: {instance:?}"),
        };
        let verdict = &outcome.verdict;
        let is_true = match verdict.is_decided() {
            true => verdict.score() == best_score,
            false => {
                let (score, bound) = (verdict.score(), verdict.bound());
                let possible = score.is_none() || best_score.is_some();
                limited && possible && !beats(score, best_score) && !beats(best_score, bound)
            }
        };
        assert!(is_true, "{method}: {verdict:?}, not {best:?}: {instance:?}");
        if let (Some(orders), Some((_, count))) = (&outcome.stats.orders, best) {
            let orders = orders.to_string();
            assert_eq!(orders, count.to_string(), "{method}: {instance:?}");
        }
        true
    });
    takers.collect()
}

/// The counters that take an instance. Each of them counts the same.
pub(crate) fn counters_agree(instance: &Instance, best: Optimum) -> Vec<Counter> {
    let problem = Problem::from(instance);
    let takers = Counter::ALL.iter().copied().filter(|&counter| {
        let count = match counter.count(&problem, &Settings::default()) {
            Ok(count) => count.count.expect("nobody stops it"),
            Err(error) if error.is_unfit() => return false,
            Err(error) => panic!("{counter}: {error}: {instance:?}"),
        };
        let optimum = count.optimum;
        let optimum = optimum.map(|(score, orders)| (score, orders.to::<u128>()));
        assert_eq!(optimum, best, "{counter}: {instance:?}");
        true
    });
    takers.collect()
}
