//! Findings beside an answer.

use super::conflict::{self, Conflict};
use super::{
    Answer, ConstraintCost, CrossCheck, Price, Settings, SolveError, cost_of_each, cross_check,
    price,
};
use crate::instance::Instance;
use std::time::Duration;

/// The findings beside an answer; nothing by default.
#[derive(Debug, Default)]
pub struct Beside {
    /// The answer of a second method, or why there is none.
    pub cross_check: Option<Result<CrossCheck, SolveError>>,
    /// The cost of the constraints, where it is known.
    pub price: Option<Price>,
    /// The cost of each constraint by itself, where that was asked for.
    pub costs: Vec<ConstraintCost>,
    /// Constraints that cannot hold together, or why they are not known.
    pub conflict: Option<Result<Conflict, SolveError>>,
}

/// The longest search for the cost of the constraints.
const PRICE_LIMIT: Duration = Duration::from_secs(1);

impl Beside {
    /// Finds it out within the settings of the answer: what constraints cost in a second at most, and what
    /// conflicts as [`conflict::find_soon`] does. A `second` method is asked only if that is wanted. `stage` is told
    /// what begins.
    pub fn find(
        instance: &Instance,
        answer: &Answer,
        settings: &Settings,
        second: bool,
        stage: impl Fn(&str),
    ) -> Self {
        let mut beside = Self::default();
        if second {
            stage("cross-check");
            beside.cross_check = cross_check(instance, answer, &settings.control).transpose();
        }
        if answer.outcome.verdict.is_infeasible() {
            stage("conflict");
            beside.conflict = conflict::find_soon(instance, settings).transpose();
        }
        if !settings.control.stopped() {
            stage("without the constraints");
            let left = settings.control.time_left().unwrap_or(PRICE_LIMIT);
            let soon = Settings::from(settings.control.clone());
            let soon = soon.within(Some(left.min(PRICE_LIMIT)));
            // The answer stands without it.
            beside.price = price(instance, answer, &soon).unwrap_or_default();
        }
        beside
    }

    /// Finds what each constraint costs by itself, in the time that the answer has left.
    pub fn find_costs(
        &mut self,
        instance: &Instance,
        answer: &Answer,
        settings: &Settings,
        stage: impl Fn(&str),
    ) {
        if settings.control.stopped() || instance.constraints().is_empty() {
            return;
        }
        stage("without each constraint");
        let alone = Settings::from(settings.control.clone());
        // The answer stands without it.
        self.costs = cost_of_each(instance, answer, &alone).unwrap_or_default();
    }
}
