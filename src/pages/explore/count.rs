//! The number of optimal orders, and one of them at random.

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

/// Counting is quick where it takes no longer.
const QUICK: Duration = Duration::from_secs(3);

/// Time limit of drawing an order.
const DRAW: Duration = Duration::from_secs(10);

/// The number of optimal orders in decimal digits; none where it is not known soon. Where the address names the method
/// that has proven the optimum, the orders are counted in the same way, if it has one.
pub(super) fn optimal_orders(run: &Run, address: &Address, instance: &Instance) -> Option<String> {
    let settings = live::settings(run).within(Some(QUICK));
    let counter = match address.other("method") {
        Some(method) if method == Method::Frontier.name() => Counter::Frontier,
        _ => Counter::default(),
    };
    let question = CountQuestion::Best(counter);
    let answer = CountAnswer::find(instance, question, &settings, |_| ()).ok()?;
    let Counts::Best(counted) = answer.counts else {
        return None;
    };
    let (_, orders) = counted.count?.optimum?;
    Some(orders.to_string())
}

/// An optimal order, each with the same probability; the same for the same seed.
pub(super) fn sample(
    run: &Run,
    site: &Site,
    address: &Address,
    instance: &Instance,
) -> Result<AnswerView, Refusal> {
    let seed = address.other("seed").map_or(Ok(0), str::parse);
    let seed = seed.map_err(|_| Refusal::wrong("seed: use a whole number"))?;
    let settings = live::settings(run).within(Some(DRAW));
    let question = OrdersQuestion::Sample { count: 1, seed };
    let answer = OrdersAnswer::find(instance, question, &settings, |_| ());
    let late = "There are too many orders to draw one of them in time.";
    let found = found(answer, late)?;
    let order = match found.listed {
        ListedOrders::Orders { mut orders, .. } => orders.pop(),
        ListedOrders::FirstTiles(_) | ListedOrders::Near { .. } => None,
    };
    let verdict = Verdict::Optimal {
        solution: Solution::new(
            &Problem::from(instance),
            order.ok_or_else(|| Refusal::busy(late))?,
        ),
        proof: found.proof,
    };
    Ok(view::of_sample(site, address, &verdict)?)
}

/// The orders of an answer, if there are some; `late` says that there was no time for them.
pub(super) fn found(
    answer: Result<OrdersAnswer, SolveError>,
    late: &str,
) -> Result<FoundOrders, Refusal> {
    match answer.map_err(Refusal::wrong)? {
        OrdersAnswer::Found(found) => Ok(*found),
        OrdersAnswer::Infeasible { .. } => {
            Err(Refusal::wrong("No order satisfies the constraints."))
        }
        OrdersAnswer::Stopped => Err(Refusal::busy(late)),
    }
}
