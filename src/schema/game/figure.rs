use crate::arena::Estimate;
use serde::Serialize;

/// A figure with its 95 % interval; none where it is not finite.
#[derive(Serialize)]
pub(super) struct Figure {
    pub(super) value: Option<f64>,
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
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
