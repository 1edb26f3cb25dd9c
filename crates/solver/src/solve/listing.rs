//! Listings of optimal orders: a question and its answer, the same for every front door.

use super::conflict::{self, Conflict};
use super::{Method, Settings, SolveError, optimal_orders};
use crate::dense;
use crate::frontier::Listing;
use crate::graph::{self, OptimalPaths};
use crate::instance::Instance;
use crate::order::{Order, Solution};
use crate::outcome::{NearListing, Nearness, Orders, Proof};
use crate::problem::{Feature, Problem, Unfit, UnsupportedFeature};
use crate::wall::Covering;

/// Optimal orders that are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrdersQuestion {
    /// The first orders, at most this number, by the numbers of their cells.
    List(usize),
    /// Orders at random: each time, all of them have the same probability.
    Sample {
        /// The number of orders.
        count: usize,
        /// The seed: an equal one gives equal orders.
        seed: u64,
    },
    /// The beginnings of the orders: the sets of cells of this number of first tiles, at most the number of
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
    /// Finds them within the settings. Where there are none, it looks for a [conflict](conflict::find_soon). `stage` is told
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
        stage("orders");
        if !Method::Frontier.takes().covers(problem.features()) {
            return Self::by_paths((instance, &problem), question, settings, stage);
        }
        let orders = match optimal_orders(&problem, settings)? {
            Listing::Orders(orders) => orders,
            Listing::Infeasible => return Ok(Self::infeasible(instance, settings, stage)),
            Listing::Stopped => return Ok(Self::Stopped),
        };
        Ok(Self::Found(Box::new(FoundOrders {
            score: orders.score(),
            count: orders.count(),
            proof: orders.proof(),
            listed: match question {
                OrdersQuestion::List(count) => list(orders.iter().take(count), settings),
                OrdersQuestion::Sample { count, seed } => {
                    list(orders.samples(seed).take(count), settings)
                }
                OrdersQuestion::FirstTiles(tiles) => {
                    ListedOrders::FirstTiles(orders.first_tiles(tiles.min(problem.horizon())))
                }
            },
        })))
    }

    /// The answer by the state graph, for features that the frontier does not take.
    fn by_paths(
        (instance, problem): (&Instance, &Problem),
        question: OrdersQuestion,
        settings: &Settings,
        stage: impl Fn(&str),
    ) -> Result<Self, SolveError> {
        let subject = match question {
            OrdersQuestion::List(_) => "the list of the first orders",
            OrdersQuestion::Sample { .. } => "the sample of orders",
            OrdersQuestion::FirstTiles(_) => "the list of first tiles",
        };
        if problem.passes() && matches!(question, OrdersQuestion::FirstTiles(_)) {
            // Orders have different numbers of tiles after a number of turns.
            let (feature, instead) = (Feature::Passes, "orders --list N");
            return Err(UnsupportedFeature {
                what: subject,
                feature,
                instead,
            }
            .into());
        }
        let result = OptimalPaths::find(problem, &settings.control);
        let Some(paths) = result.map_err(|unfit| too_large(subject, problem, unfit))? else {
            return Ok(Self::Stopped);
        };
        let Some(score) = paths.score() else {
            return Ok(Self::infeasible(instance, settings, stage));
        };
        Ok(Self::Found(Box::new(FoundOrders {
            score,
            count: paths.count(),
            proof: paths.proof(),
            listed: match question {
                OrdersQuestion::List(count) => list(paths.iter().take(count), settings),
                OrdersQuestion::Sample { count, seed } => {
                    list(paths.samples(seed).take(count), settings)
                }
                OrdersQuestion::FirstTiles(tiles) => {
                    ListedOrders::FirstTiles(paths.first_tiles(tiles.min(problem.horizon())))
                }
            },
        })))
    }

    /// Finds orders that are near the best score, by the state graph where rows speak of more than one turn or turns may pass,
    /// else by dense layers. Else as [`find`](Self::find).
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
        let by_dense = dense_lists(&problem);
        let result = match by_dense {
            true => dense::near(&problem, nearness, memory, control)?,
            false => graph::near(&problem, nearness, control)?,
        };
        let near = match result {
            NearListing::Orders(near) => near,
            NearListing::Infeasible => return Ok(Self::infeasible(instance, settings, stage)),
            NearListing::Stopped => return Ok(Self::Stopped),
        };
        stage("count");
        let counts = match by_dense {
            true => dense::count(&problem, memory, control)?,
            false => graph::count(&problem, control)?,
        };
        let Some((_, count)) = counts.and_then(|counts| counts.optimum) else {
            return Ok(Self::Stopped);
        };
        Ok(Self::Found(Box::new(FoundOrders {
            score: near.best,
            count,
            proof: near.proof,
            listed: ListedOrders::Near {
                orders: near.orders,
                stopped: near.stopped,
            },
        })))
    }

    fn infeasible(instance: &Instance, settings: &Settings, stage: impl Fn(&str)) -> Self {
        stage("conflict");
        Self::Infeasible {
            conflict: conflict::find_soon(instance, settings).transpose(),
        }
    }
}

/// The refusal of a problem that is too large for the state graph and has features that the frontier does not take. Dense layers list
/// the orders of a score, where they take the features.
fn too_large(subject: &'static str, problem: &Problem, unfit: Unfit) -> SolveError {
    let features = problem.features();
    match Method::Frontier.takes().lacks(features) {
        Some(feature) if dense_lists(problem) && problem.free_len() <= dense::MAX_FREE => {
            let instead = "orders --list N --within 0";
            UnsupportedFeature {
                what: subject,
                feature,
                instead,
            }
            .into()
        }
        _ => unfit.into(),
    }
}

/// Whether dense layers list orders of a problem, if it is small enough: they take its features, and no turn passes.
fn dense_lists(problem: &Problem) -> bool {
    dense::TAKES.covers(problem.features()) && !problem.passes()
}

/// The orders, as far as there is time.
fn list(orders: impl Iterator<Item = impl Into<Order>>, settings: &Settings) -> ListedOrders {
    let mut stopped = false;
    let orders = orders.take_while(|_| {
        stopped = settings.control.stopped();
        !stopped
    });
    let orders = orders.map(Into::into).collect();
    ListedOrders::Orders { orders, stopped }
}
