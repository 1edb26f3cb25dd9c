use crate::problem::Problem;
use crate::wall::Covering;
use ruint::aliases::U256;

/// What is known of a class of coverings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::frontier) struct Reached {
    /// The best score of an order that leads to a covering of the class, below 2^16.
    pub(in crate::frontier) score: u32,
    /// The number of orders that lead to any covering of the class with that score; at least 1.
    pub(in crate::frontier) orders: U256,
}

/// How the classes of a layer are packed: the representative's cells in as many bytes as the wall
/// needs, 2 bytes of score, and the number of orders in as many bytes as the layer's largest can need. Least
/// byte first. On 6×6 a record has 8 bytes in the first layer, 14 in the largest, 25 in the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::frontier) struct Layout {
    cells: usize,
    orders: usize,
}

impl Layout {
    /// Bytes that there must be after a record, so that whole words can be read and written.
    pub(super) const PAD: usize = 64;

    const SCORE: usize = 2;

    /// The layout of the layer of so many tiles. A score fits 16 bits: a wall of 128 cells has at most
    /// 128 turns of at most 129 points, and no bonus is earned before the end.
    pub(in crate::frontier) fn new(problem: &Problem, tiles: usize) -> Self {
        // There are at most free·(free − 1)⋯ orders of so many tiles, and at most tiles! that lead to
        // each of the at most eight coverings of a class.
        let product = |factors: &mut dyn Iterator<Item = usize>| {
            factors.fold(U256::from(1), |product, factor| {
                product.saturating_mul(U256::from(factor))
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
    pub(super) fn read(self, bytes: &[u8]) -> (Covering, Reached) {
        let (score, orders) = (self.score(bytes), self.orders(bytes));
        (self.covering(bytes), Reached { score, orders })
    }

    /// The score of the record that begins the bytes.
    pub(super) fn score(self, bytes: &[u8]) -> u32 {
        u16::from_le_bytes(first(&bytes[self.cells..])).into()
    }

    /// The number of orders of the record that begins the bytes.
    pub(super) fn orders(self, bytes: &[u8]) -> U256 {
        let word = U256::from_le_bytes::<32>(first(&bytes[self.cells + Self::SCORE..]));
        word & (U256::MAX >> (256 - 8 * self.orders))
    }

    /// Writes a record to the beginning of the bytes.
    pub(super) fn write(self, bytes: &mut [u8], covering: Covering, reached: &Reached) {
        // Whole words, of which the next overwrites what is too much of the one before.
        let behind: [u8; 32] = first(&bytes[self.width()..]);
        let (score, orders) = (reached.score as u16, reached.orders.to_le_bytes::<32>());
        bytes[..16].copy_from_slice(&covering.bits().to_le_bytes());
        bytes[self.cells..][..2].copy_from_slice(&score.to_le_bytes());
        bytes[self.cells + Self::SCORE..][..32].copy_from_slice(&orders);
        bytes[self.width()..][..32].copy_from_slice(&behind);
    }
}

fn first<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.first_chunk().copied().unwrap_or([0; N])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Instance;
    use crate::wall::Cell;

    #[test]
    fn records_come_back() {
        for (rows, columns) in [(1, 1), (3, 3), (6, 6), (8, 16)] {
            let json = format!(
                r#"{{"wall": {{"rows": {rows}, "columns": {columns}}}, "sense": "maximize"}}"#
            );
            let problem = Problem::from(&Instance::from_json(&json).expect("valid"));
            for tiles in [0, 1, rows * columns / 2, rows * columns] {
                let layout = Layout::new(&problem, tiles);
                let covering: Covering = (0..tiles).map(Cell::from_index).collect();
                let most = U256::MAX >> (256 - 8 * layout.orders);
                for (score, orders) in [(0, U256::from(1)), (u16::MAX.into(), most)] {
                    let mut bytes = vec![0xff; layout.width() + Layout::PAD];
                    let reached = Reached { score, orders };
                    layout.write(&mut bytes, covering, &reached);
                    assert_eq!(layout.read(&bytes), (covering, reached));
                    assert_eq!(bytes[layout.width()], 0xff, "nothing beyond");
                }
            }
        }
    }

    #[test]
    fn widths_are_as_the_docs_say() {
        let json = r#"{"wall": {"rows": 6, "columns": 6}, "sense": "minimize"}"#;
        let problem = Problem::from(&Instance::from_json(json).expect("valid"));
        let widths = [1, 17, 36].map(|tiles| Layout::new(&problem, tiles).width());
        assert_eq!(widths, [8, 14, 25]);
        let json = r#"{"wall": {"rows": 9, "columns": 9}, "sense": "maximize"}"#;
        let problem = Problem::from(&Instance::from_json(json).expect("valid"));
        let widths = [1, 81].map(|tiles| Layout::new(&problem, tiles).width());
        assert_eq!(widths, [14, 45]);
    }
}
