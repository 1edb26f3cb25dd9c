use crate::arena::Estimate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A figure with its 95 % interval; none where it is not finite.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Figure {
    /// The figure.
    pub value: Option<f64>,
    /// The lower end of its interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl From<Estimate> for Figure {
    fn from(estimate: Estimate) -> Self {
        let finite = |end: f64| end.is_finite().then_some(end);
        Self {
            value: finite(estimate.value),
            low: finite(estimate.low),
            high: finite(estimate.high),
        }
    }
}
