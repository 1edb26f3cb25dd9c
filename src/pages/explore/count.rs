//! Number of optimal orders, and a random sample of them.

use super::live;
use super::view::{self, AnswerView};
use crate::count::{CountAnswer, CountQuestion, Counter, Counts};
use crate::instance::Instance;
use crate::order::Solution;
use crate::outcome::Verdict;
use crate::pages::address::Address;
use crate::pages::refusal::Refusal;
use crate::pages::request::Site;
use crate::pages::run::Run;
use crate::problem::Problem;
use crate::solve::{FoundOrders, ListedOrders, Method, OrdersAnswer, OrdersQuestion, SolveError};
use std::time::Duration;

/// Time limit of a count.
const COUNT_LIMIT: Duration = Duration::from_secs(3);

/// Time limit of a sample.
const SAMPLE_LIMIT: Duration = Duration::from_secs(10);

/// Number of optimal orders in decimal digits; none where the time limit ends the count. Where the address names the method
/// that has proven the optimum, the count takes the same method, if it can count.
pub(super) fn optimal_order_count(
    run: &Run,
    address: &Address,
    instance: &Instance,
) -> Option<String> {
    let settings = live::settings(run).within(Some(COUNT_LIMIT));
    let counter = match address.page_field("method") {
        Some(method) if method == Method::Frontier.name() => Counter::Frontier,
        _ => Counter::default(),
    };
    let question = CountQuestion::Best(counter);
    let answer = CountAnswer::find(instance, question, &settings, |_| ()).ok()?;
    let Counts::Best(best) = answer.counts else {
        return None;
    };
    let (_, orders) = best.count?.optimum?;
    Some(orders.to_string())
}

/// Random optimal order, each order with the same probability, by the seed of the address.
pub(super) fn sample(
    run: &Run,
    site: &Site,
    address: &Address,
    instance: &Instance,
) -> Result<AnswerView, Refusal> {
    let seed = address.page_field("seed").map_or(Ok(0), str::parse);
    let seed = seed.map_err(|_| Refusal::wrong("seed: use a whole number"))?;
    let settings = live::settings(run).within(Some(SAMPLE_LIMIT));
    let question = OrdersQuestion::Sample { count: 1, seed };
    let answer = OrdersAnswer::find(instance, question, &settings, |_| ());
    let timeout = "There are too many orders to draw one of them in time.";
    let optimum = orders_of(answer, timeout)?;
    let order = match optimum.listed {
        ListedOrders::Orders { mut orders, .. } => orders.pop(),
        ListedOrders::FirstTiles(_) | ListedOrders::Near { .. } => None,
    };
    let verdict = Verdict::Optimal {
        solution: Solution::new(
            &Problem::from(instance),
            order.ok_or_else(|| Refusal::busy(timeout))?,
        ),
        proof: optimum.proof,
    };
    Ok(view::of_verdict(site, address, &verdict, None, None)?)
}

/// Orders of an answer, if there are any; `timeout` is the message for an answer that the time limit stopped.
pub(super) fn orders_of(
    answer: Result<OrdersAnswer, SolveError>,
    timeout: &str,
) -> Result<FoundOrders, Refusal> {
    match answer.map_err(Refusal::wrong)? {
        OrdersAnswer::Found(orders) => Ok(*orders),
        OrdersAnswer::Infeasible { .. } => {
            Err(Refusal::wrong("No order satisfies the constraints."))
        }
        OrdersAnswer::Stopped => Err(Refusal::busy(timeout)),
    }
}
