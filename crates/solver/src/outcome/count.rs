use ruint::aliases::U768;

/// A number of orders: of the at most 128 cells that are searched there are 128! orders at most, which take 717 bits.
pub type Orders = U768;

/// The optimal score of a problem and the number of orders that reach it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// The optimal score and the number of optimal orders; none where no order satisfies the
    /// constraints.
    pub optimum: Option<(u32, Orders)>,
    /// Coverings, or classes of coverings, of all layers.
    pub coverings: usize,
    /// The coverings of the largest layer.
    pub peak_layer: usize,
}
