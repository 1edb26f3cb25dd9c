//! Listings of optimal orders: a question and its answer, the same for every front door.

use super::conflict::{Conflict, find_soon};
use super::{Settings, SolveError, optimal_orders};
use crate::dense;
use crate::frontier::Listing;
use crate::graph::{self, StateGraph};
use crate::instance::Instance;
use crate::order::{Order, Solution};
use crate::outcome::{NearListing, Nearness, Orders, Proof};
use crate::problem::{Feature, Features, Problem, Untaken};
use crate::wall::{Cell, Covering};

/// Optimal orders that are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrdersQuestion {
    /// The first so many, by the numbers of their cells.
    List(usize),
    /// Orders at random: each time, all of them have the same probability.
    Sample {
        /// The number of orders.
        count: usize,
        /// The seed: an equal one gives equal orders.
        seed: u64,
    },
    /// The beginnings of the orders: the sets of cells that the first tiles can fill. At most so many tiles are looked at as there are
    /// turns.
    FirstTiles(usize),
}

/// The optimal orders of an instance, as far as they were asked for.
#[derive(Debug)]
pub enum OrdersAnswer {
    /// There are some.
    Found(Box<FoundOrders>),
    /// No order satisfies the constraints.
    Infeasible {
        /// Constraints that cannot hold together, or why they are not known.
        conflict: Option<Result<Conflict, SolveError>>,
    },
    /// The search was stopped.
    Stopped,
}

/// Optimal orders.
#[derive(Debug, Clone)]
pub struct FoundOrders {
    /// The score of each.
    pub score: u32,
    /// The number of orders.
    pub count: Orders,
    /// The proof that no order scores better.
    pub proof: Proof,
    /// The orders that were asked for.
    pub listed: ListedOrders,
}

/// Optimal orders, or how they begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListedOrders {
    /// Optimal orders.
    Orders {
        /// The orders.
        orders: Vec<Order>,
        /// Whether there would be more of them, had the run not been stopped.
        stopped: bool,
    },
    /// The orders near the best score, with their scores.
    Near {
        /// The best ones first.
        orders: Vec<Solution>,
        /// Whether there would be more of them, had the run not been stopped.
        stopped: bool,
    },
    /// Sets of cells that the first tiles can fill, with the number of optimal orders behind each.
    FirstTiles(Vec<(Covering, Orders)>),
}

impl ListedOrders {
    /// The number of orders in a list that was stopped; none where it is whole.
    pub fn stopped_after(&self) -> Option<usize> {
        let (orders, stopped) = match self {
            Self::Orders { orders, stopped } => (orders.len(), *stopped),
            Self::Near { orders, stopped } => (orders.len(), *stopped),
            Self::FirstTiles(_) => return None,
        };
        stopped.then_some(orders)
    }
}

impl OrdersAnswer {
    /// Finds them within the settings. Where there are none, it looks for a conflict as [`find_soon`] does. `stage` is told
    /// what begins.
    ///
    /// ```
    /// use azulejo_solver::{instance::Instance, solve::{OrdersAnswer, OrdersQuestion, Settings, ListedOrders}};
    /// let instance = Instance::from_json(r#"{"wall": {"rows": 2, "columns": 2}, "sense": "maximize"}"#)?;
    /// let question = OrdersQuestion::List(3);
    /// let OrdersAnswer::Found(found) = OrdersAnswer::find(&instance, question, &Settings::default(), |_| ())? else {
    ///     panic!("there are orders")
    /// };
    /// assert_eq!((found.score, found.count.to_string().as_str()), (10, "8"));
    /// assert!(matches!(found.listed, ListedOrders::Orders { orders, stopped: false } if orders.len() == 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the wall is too large, the number of orders is, or the layers fit nowhere.
    pub fn find(
        instance: &Instance,
        question: OrdersQuestion,
        settings: &Settings,
        stage: impl Fn(&str),
    ) -> Result<Self, SolveError> {
        let problem = Problem::from(instance);
        let untaken = Features::ROWS_OF_MOVES.lacks(problem.features());
        match (question, untaken) {
            (OrdersQuestion::List(count), Some(feature))
                if matches!(feature, Feature::OrderRows | Feature::Passes)
                    || StateGraph::fits(&problem).is_ok() =>
            {
                stage("orders");
                let found = graph::first_orders(&problem, count, &settings.control)?;
                let listed = |orders: Vec<Solution>, stopped| ListedOrders::Orders {
                    orders: orders.into_iter().map(|one| one.order).collect(),
                    stopped,
                };
                return Self::of_near((instance, &problem), found, listed, settings, stage);
            }
            (_, Some(feature)) if feature != Feature::OrderRows => {
                let what = match question {
                    OrdersQuestion::List(_) => "the list of the first orders",
                    OrdersQuestion::Sample { .. } => "the sample of orders",
                    OrdersQuestion::FirstTiles(_) => "the list of first tiles",
                };
                let instead = match feature {
                    Feature::Passes => "orders without --sample and --first-tiles",
                    _ => "orders --within 0",
                };
                return Err(Untaken {
                    what,
                    feature,
                    instead,
                }
                .into());
            }
            _ => {}
        }
        stage("orders");
        let found = match optimal_orders(&problem, settings)? {
            Listing::Orders(found) => found,
            Listing::Infeasible => return Ok(Self::infeasible(instance, settings, stage)),
            Listing::Stopped => return Ok(Self::Stopped),
        };
        Ok(Self::Found(Box::new(FoundOrders {
            score: found.score(),
            count: found.count(),
            proof: found.proof(),
            listed: match question {
                OrdersQuestion::List(count) => some(found.iter().take(count), settings),
                OrdersQuestion::Sample { count, seed } => {
                    some(found.samples(seed).take(count), settings)
                }
                OrdersQuestion::FirstTiles(tiles) => {
                    ListedOrders::FirstTiles(found.first_tiles(tiles.min(problem.horizon())))
                }
            },
        })))
    }

    /// Finds orders that are near the best score, by the state graph where rows speak of more than one turn or turns may
    /// pass, else by dense layers. Else as [`find`](Self::find).
    ///
    /// # Errors
    /// When the wall is too large, or the layers do not fit into the memory.
    pub fn near(
        instance: &Instance,
        nearness: Nearness,
        settings: &Settings,
        stage: impl Fn(&str),
    ) -> Result<Self, SolveError> {
        stage("orders");
        let problem = Problem::from(instance);
        let (memory, control) = (settings.frontier.memory, &settings.control);
        let found = match by_graph(&problem) {
            true => graph::near(&problem, nearness, control)?,
            false => dense::near(&problem, nearness, memory, control)?,
        };
        let listed = |orders, stopped| ListedOrders::Near { orders, stopped };
        Self::of_near((instance, &problem), found, listed, settings, stage)
    }

    /// The answer with the orders of a state graph or of dense layers, which count the optimal ones, too.
    fn of_near(
        (instance, problem): (&Instance, &Problem),
        found: NearListing,
        listed: impl FnOnce(Vec<Solution>, bool) -> ListedOrders,
        settings: &Settings,
        stage: impl Fn(&str),
    ) -> Result<Self, SolveError> {
        let found = match found {
            NearListing::Orders(found) => found,
            NearListing::Infeasible => return Ok(Self::infeasible(instance, settings, stage)),
            NearListing::Stopped => return Ok(Self::Stopped),
        };
        stage("count");
        let counted = match by_graph(problem) {
            true => graph::count(problem, &settings.control)?,
            false => dense::count(problem, settings.frontier.memory, &settings.control)?,
        };
        let Some((_, count)) = counted.and_then(|counted| counted.optimum) else {
            return Ok(Self::Stopped);
        };
        Ok(Self::Found(Box::new(FoundOrders {
            score: found.best,
            count,
            proof: found.proof,
            listed: listed(found.orders, found.stopped),
        })))
    }

    fn infeasible(instance: &Instance, settings: &Settings, stage: impl Fn(&str)) -> Self {
        stage("conflict");
        Self::Infeasible {
            conflict: find_soon(instance, settings).transpose(),
        }
    }
}

/// Whether the state graph is needed: for rows about more than one turn, and where turns may pass.
fn by_graph(problem: &Problem) -> bool {
    let features = problem.features();
    features.has(Feature::OrderRows) || features.has(Feature::Passes)
}

/// The orders, as far as there is time.
fn some(orders: impl Iterator<Item = Vec<Cell>>, settings: &Settings) -> ListedOrders {
    let mut stopped = false;
    let orders = orders.take_while(|_| {
        stopped = settings.control.stopped();
        !stopped
    });
    let orders = orders.map(Order::from).collect();
    ListedOrders::Orders { orders, stopped }
}
