use ruint::aliases::U256;

/// The optimal score of a problem and the number of orders that reach it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// The optimal score and the number of optimal orders; none where no order satisfies the
    /// constraints.
    pub optimum: Option<(u32, U256)>,
    /// Coverings, or classes of coverings, of all layers.
    pub coverings: usize,
    /// Those of the largest layer.
    pub peak_layer: usize,
}
