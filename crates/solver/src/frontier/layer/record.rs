use super::number::Number;
use crate::outcome::Orders;
use crate::problem::Problem;
use crate::wall::Covering;

/// Best score and number of orders of a class of coverings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::frontier) struct Label<N = Orders> {
    /// The best score of an order that leads to a covering of the class, below 2^16.
    pub(in crate::frontier) score: u32,
    /// The number of orders that lead to any covering of the class with that score; at least 1.
    pub(in crate::frontier) orders: N,
}

/// The packing of the classes of a layer: the representative's cells in as many bytes as the wall
/// needs, 2 bytes of score, and the number of orders in as many bytes as the layer's largest can need. Least
/// byte first. On 6×6 a record has 8 bytes in the first layer, 14 in the largest, 25 in the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::frontier) struct Layout {
    cells: usize,
    orders: usize,
}

impl Layout {
    /// Bytes that there must be after a record, so that whole words can be read and written.
    pub(in crate::frontier) const PAD: usize = 128;

    const SCORE: usize = 2;

    /// The layout of the layer with `tiles` tiles. A score fits 16 bits: a wall of 128 cells has at most
    /// 128 turns of at most 129 points, and no bonus is earned before the end.
    pub(in crate::frontier) fn new(problem: &Problem, tiles: usize) -> Self {
        // There are at most free·(free − 1)⋯ orders of this number of tiles, and at most tiles! that lead to
        // each of the at most eight coverings of a class.
        let product = |factors: &mut dyn Iterator<Item = usize>| {
            factors.fold(Orders::from(1), |product, factor| {
                product.saturating_mul(Orders::from(factor))
            })
        };
        let free = problem.free_len();
        let of_the_layer = product(&mut (free - tiles + 1..=free));
        let of_a_class = product(&mut (1..=tiles).chain([8]));
        Self {
            cells: problem.wall().len().div_ceil(8),
            orders: of_the_layer.min(of_a_class).byte_len(),
        }
    }

    /// Bytes of a number of orders: no sum of orders of the layer needs more.
    pub(in crate::frontier) fn bytes_of_orders(self) -> usize {
        self.orders
    }

    /// Bytes of a record.
    pub(in crate::frontier) fn width(self) -> usize {
        self.cells + Self::SCORE + self.orders
    }

    /// The covering of the record that begins the bytes.
    pub(super) fn covering(self, bytes: &[u8]) -> Covering {
        let word = u128::from_le_bytes(first(bytes));
        Covering::from_bits(word & (u128::MAX >> (128 - 8 * self.cells)))
    }

    /// The record that begins the bytes.
    pub(in crate::frontier) fn read<N: Number>(self, bytes: &[u8]) -> (Covering, Label<N>) {
        let (score, orders) = (self.score(bytes), self.orders(bytes));
        (self.covering(bytes), Label { score, orders })
    }

    /// The score of the record that begins the bytes.
    pub(super) fn score(self, bytes: &[u8]) -> u32 {
        u16::from_le_bytes(first(&bytes[self.cells..])).into()
    }

    /// The number of orders of the record that begins the bytes.
    pub(super) fn orders<N: Number>(self, bytes: &[u8]) -> N {
        N::read(&bytes[self.cells + Self::SCORE..], self.orders)
    }

    /// Writes a record to the beginning of the bytes.
    pub(in crate::frontier) fn write<N: Number>(
        self,
        bytes: &mut [u8],
        covering: Covering,
        label: &Label<N>,
    ) {
        // Whole words, each of which overwrites the excess of the one before.
        let behind: [u8; Self::BEHIND] = first(&bytes[self.width()..]);
        let score = label.score as u16;
        bytes[..16].copy_from_slice(&covering.bits().to_le_bytes());
        bytes[self.cells..][..2].copy_from_slice(&score.to_le_bytes());
        label.orders.write(&mut bytes[self.cells + Self::SCORE..]);
        bytes[self.width()..][..Self::BEHIND].copy_from_slice(&behind);
    }

    /// Writes a record to the end.
    pub(super) fn append<N: Number>(
        self,
        bytes: &mut Vec<u8>,
        covering: Covering,
        label: &Label<N>,
    ) {
        let start = bytes.len();
        bytes.resize(start + self.width() + Self::PAD, 0);
        self.write(&mut bytes[start..], covering, label);
        bytes.truncate(start + self.width());
    }

    /// The most bytes that whole words reach beyond a record: a number is as wide as [`as_wide_as`](super::as_wide_as) says.
    const BEHIND: usize = 32;
}

/// The first bytes, padded with zeros.
pub(super) fn first<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.first_chunk().copied().unwrap_or_else(|| {
        let mut padded = [0; N];
        padded[..bytes.len()].copy_from_slice(bytes);
        padded
    })
}

#[cfg(test)]
mod tests {
    use super::super::as_wide_as;
    use super::*;
    use crate::instance::{Instance, Sense};
    use crate::wall::Cell;

    fn problem(rows: u64, columns: u64) -> Problem {
        let instance = Instance::builder(rows, columns, Sense::Maximize).build();
        Problem::from(&instance.expect("valid"))
    }

    fn check_round_trip<N: Number>(layout: Layout, covering: Covering) {
        let bytes = size_of::<N>();
        assert!(layout.orders <= bytes, "{bytes} bytes for {layout:?}");
        let ones = [0xff; Layout::PAD];
        let [least, most] = [1, layout.orders].map(|len| N::read(&ones, len));
        for (score, orders) in [(0, least), (u16::MAX.into(), most)] {
            let mut bytes = vec![0xff; layout.width() + Layout::PAD];
            let label = Label { score, orders };
            layout.write(&mut bytes, covering, &label);
            assert_eq!(layout.read::<N>(&bytes), (covering, label));
            let widest = layout.read::<Orders>(&bytes).1;
            assert_eq!(format!("{:?}", widest.orders), format!("{orders:?}"));
            assert_eq!(
                bytes[layout.width()..],
                [0xff; Layout::PAD],
                "nothing beyond"
            );
        }
    }

    #[test]
    fn records_survive_a_round_trip() {
        for (rows, columns) in [(1, 1), (3, 3), (6, 6), (10, 10), (8, 16)] {
            let problem = problem(rows, columns);
            for tiles in 0..=problem.horizon() {
                let layout = Layout::new(&problem, tiles);
                let covering: Covering = (0..tiles).map(Cell::from_index).collect();
                as_wide_as!(layout, N => check_round_trip::<N>(layout, covering));
            }
        }
    }

    #[test]
    fn widths_equal_the_documented_ones() {
        let layout = |size, tiles| Layout::new(&problem(size, size), tiles);
        let widths = [1, 17, 36].map(|tiles| layout(6, tiles).width());
        assert_eq!(widths, [8, 14, 25]);
        // 41! has 165 bits and 81! 401.
        let widths = [1, 40, 81].map(|tiles| layout(9, tiles).width());
        assert_eq!(widths, [14, 34, 64]);
    }

    /// 57!·8 has 258 bits, 56!·8 has 253; 100! has 525 bits, 128! has 717.
    #[test]
    fn a_number_is_as_wide_as_its_layer_needs() {
        let bytes = |layout: Layout| as_wide_as!(layout, N => size_of::<N>());
        let layout = |size, tiles| Layout::new(&problem(size, size), tiles);
        let of_ten = [19, 20, 33, 34, 56, 57, 100].map(|tiles| bytes(layout(10, tiles)));
        assert_eq!(of_ten, [8, 16, 16, 32, 32, 48, 96]);
        assert_eq!(
            [19, 33, 36].map(|tiles| bytes(layout(6, tiles))),
            [8, 16, 32]
        );
        assert_eq!(Layout::new(&problem(8, 16), 128).orders, 90);
    }
}
