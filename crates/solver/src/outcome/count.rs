use ruint::aliases::U768;

/// A number of orders: of the at most 128 cells that are searched there are 128! orders at most, which take 717 bits.
pub type Orders = U768;

/// A number below `count`, which is above 0; each with the same probability if `bits` gives uniform random words.
pub(crate) fn uniform_below(count: Orders, mut bits: impl FnMut() -> u64) -> Orders {
    let most = count.bit_len();
    let words = most.div_ceil(64);
    loop {
        // At least half of the numbers with as many bits as the count are below it.
        let word = |index| if index < words { bits() } else { 0 };
        let number = Orders::from_limbs(std::array::from_fn(word)) >> (64 * words - most);
        if number < count {
            return number;
        }
    }
}

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
