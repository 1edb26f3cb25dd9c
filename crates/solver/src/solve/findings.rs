//! Findings beside an answer.

use super::conflict::{self, Conflict};
use super::{
    Answer, ConstraintCost, CrossCheck, Price, Settings, SolveError, cross_check, individual_costs,
    price,
};
use crate::instance::Instance;
use std::time::Duration;

/// The findings beside an answer; nothing by default.
#[derive(Debug, Default)]
pub struct Findings {
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

impl Findings {
    /// Computes the findings within the settings of the answer: the price of the constraints in a second at most, and a conflict as
    /// [`conflict::find_soon`] does. There is a `second` method only on request. `stage` is called at the begin of each stage.
    pub fn find(
        instance: &Instance,
        answer: &Answer,
        settings: &Settings,
        second: bool,
        stage: impl Fn(&str),
    ) -> Self {
        let mut findings = Self::default();
        if second {
            stage("cross-check");
            findings.cross_check = cross_check(instance, answer, &settings.control).transpose();
        }
        if answer.outcome.verdict.is_infeasible() {
            stage("conflict");
            findings.conflict = conflict::find_soon(instance, settings).transpose();
        }
        if !settings.control.stopped() {
            stage("without the constraints");
            let time_left = settings.control.time_left().unwrap_or(PRICE_LIMIT);
            let short = Settings::from(settings.control.clone());
            let short = short.within(Some(time_left.min(PRICE_LIMIT)));
            // The answer stands without it.
            findings.price = price(instance, answer, &short).unwrap_or_default();
        }
        findings
    }

    /// Computes the cost of each constraint by itself, in the rest of the answer's time.
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
        let costs_settings = Settings::from(settings.control.clone());
        // The answer stands without it.
        self.costs = individual_costs(instance, answer, &costs_settings).unwrap_or_default();
    }
}
