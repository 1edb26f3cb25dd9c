use ruint::aliases::U768;

/// A number of orders: the at most 128 cells of a search have at most 128! orders, which take 717 bits.
pub type Orders = U768;

/// A uniform random number below a positive `count`; `bits` gives uniform random words.
pub(crate) fn uniform_below(count: Orders, mut bits: impl FnMut() -> u64) -> Orders {
    let length = count.bit_len();
    let words = length.div_ceil(64);
    loop {
        // At least half of the numbers of this length are below the count.
        let word = |index| if index < words { bits() } else { 0 };
        let number = Orders::from_limbs(std::array::from_fn(word)) >> (64 * words - length);
        if number < count {
            return number;
        }
    }
}

/// The optimal score of a problem and the number of orders that reach it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// The optimal score and the number of optimal orders; none if no order satisfies the
    /// constraints.
    pub optimum: Option<(u32, Orders)>,
    /// Coverings, or classes of coverings, of all layers.
    pub coverings: usize,
    /// The coverings of the largest layer.
    pub peak_layer: usize,
}
