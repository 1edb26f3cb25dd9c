//! Words and figures that several outputs share.

use crate::outcome::Verdict;
use crate::solve;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// The version of every output, which is 1. Of another one nothing is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(into = "u64", try_from = "u64")]
#[schemars(inline, with = "Value", extend("const" = Self::NUMBER))]
pub struct Version;

impl Version {
    const NUMBER: u64 = 1;
}

impl From<Version> for u64 {
    fn from(_: Version) -> Self {
        Version::NUMBER
    }
}

impl TryFrom<u64> for Version {
    type Error = String;

    fn try_from(number: u64) -> Result<Self, String> {
        match number {
            Self::NUMBER => Ok(Self),
            other => Err(format!(
                "schema {other} is not known: this version reads schema {}",
                Self::NUMBER
            )),
        }
    }
}

/// A number of orders in decimal digits: it may have more than any number of JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(extend("pattern" = "^[0-9]+$"))]
pub struct Digits(String);

impl Digits {
    pub(super) fn of(number: impl fmt::Display) -> Self {
        Self(number.to_string())
    }
}

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How much is proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// No order has a better score.
    Optimal,
    /// Stopped with an order, which need not be the best.
    Feasible,
    /// No order satisfies the constraints.
    Infeasible,
    /// Stopped without an order.
    Unknown,
}

impl From<&Verdict> for Status {
    fn from(verdict: &Verdict) -> Self {
        match verdict {
            Verdict::Optimal { .. } => Self::Optimal,
            Verdict::Feasible { .. } => Self::Feasible,
            Verdict::Infeasible { .. } => Self::Infeasible,
            Verdict::Unknown { .. } => Self::Unknown,
        }
    }
}

/// A method, by its name in the table of methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(into = "&'static str", try_from = "String")]
#[schemars(with = "String", extend("enum" = methods()))]
pub struct Method(pub solve::Method);

fn methods() -> Vec<&'static str> {
    let methods = solve::Method::WITH_AUTO.iter();
    methods.map(|method| method.name()).collect()
}

impl From<solve::Method> for Method {
    fn from(method: solve::Method) -> Self {
        Self(method)
    }
}

impl From<Method> for &'static str {
    fn from(Method(method): Method) -> Self {
        method.name()
    }
}

impl TryFrom<String> for Method {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let mut methods = solve::Method::WITH_AUTO.iter();
        let method = methods.find(|method| method.name() == name);
        let unknown = || format!("no method is named {name:?}");
        method.copied().map(Self).ok_or_else(unknown)
    }
}

/// A result, or why there is none.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Or<T> {
    /// The result.
    Found(T),
    /// Why it was not.
    Failed {
        /// The reason.
        error: String,
    },
}

impl<T> Or<T> {
    pub(super) fn new<S, E: fmt::Display>(
        result: &Result<S, E>,
        convert: impl FnOnce(&S) -> T,
    ) -> Self {
        match result {
            Ok(result) => Self::Found(convert(result)),
            Err(error) => Self::Failed {
                error: error.to_string(),
            },
        }
    }
}
