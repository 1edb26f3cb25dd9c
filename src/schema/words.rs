//! Words and figures that several outputs share.

use crate::outcome::Verdict;
use crate::solve;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::fmt;

/// The version of every output, which is 1. Of another one nothing is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Version;

impl Version {
    const NUMBER: u64 = 1;
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(Self::NUMBER)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u64::deserialize(deserializer)? {
            Self::NUMBER => Ok(Self),
            other => Err(de::Error::custom(format!(
                "schema {other} is not known: this version reads schema {}",
                Self::NUMBER
            ))),
        }
    }
}

impl JsonSchema for Version {
    fn schema_name() -> Cow<'static, str> {
        "Version".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"const": Self::NUMBER})
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

/// A method, written by its name in the table of methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Method(pub solve::Method);

impl From<solve::Method> for Method {
    fn from(method: solve::Method) -> Self {
        Self(method)
    }
}

impl Serialize for Method {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl<'de> Deserialize<'de> for Method {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<str>::deserialize(deserializer)?;
        let mut methods = solve::Method::WITH_AUTO.iter();
        let method = methods.find(|method| method.name() == name);
        let unknown = || de::Error::custom(format_args!("no method is named {name:?}"));
        method.copied().map(Self).ok_or_else(unknown)
    }
}

impl JsonSchema for Method {
    fn schema_name() -> Cow<'static, str> {
        "Method".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names = solve::Method::WITH_AUTO.iter().map(|method| method.name());
        json_schema!({
            "description": "A method, by its name in the table of methods.",
            "type": "string",
            "enum": names.collect::<Vec<_>>(),
        })
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
