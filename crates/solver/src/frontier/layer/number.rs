use super::record::first;
use ruint::Uint;
use std::fmt::Debug;

/// A number of orders while orders are added to it: any of the widths of [`as_wide_as`].
pub(in crate::frontier) trait Number: Copy + Ord + Debug + Send + Sync {
    /// The value of `len` bytes, the least first; `bytes` has as many as the type, or more.
    fn read(bytes: &[u8], len: usize) -> Self;

    /// Writes as many bytes as the type has, the least first.
    fn write(self, bytes: &mut [u8]);

    /// The sum, if it is not too wide.
    fn plus(self, other: Self) -> Option<Self>;
}

impl<const BITS: usize, const LIMBS: usize> Number for Uint<BITS, LIMBS> {
    fn read(bytes: &[u8], len: usize) -> Self {
        let bytes = &bytes[..8 * LIMBS];
        Self::from_limbs(std::array::from_fn(|limb| {
            let word = u64::from_le_bytes(first(&bytes[8 * limb..]));
            let bits = 8 * len.saturating_sub(8 * limb).min(8) as u32;
            word & u64::MAX.checked_shr(64 - bits).unwrap_or(0)
        }))
    }

    fn write(self, bytes: &mut [u8]) {
        let bytes = &mut bytes[..8 * LIMBS];
        for (limb, word) in self.as_limbs().iter().enumerate() {
            bytes[8 * limb..][..8].copy_from_slice(&word.to_le_bytes());
        }
    }

    fn plus(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }
}

/// Evaluates an expression in which `$number` is the narrowest [`Number`] that any number of orders of a layer fits.
macro_rules! as_wide_as {
    ($layout:expr, $number:ident => $work:expr) => {
        match $layout.bytes_of_orders() {
            0..=8 => {
                type $number = ruint::aliases::U64;
                $work
            }
            9..=16 => {
                type $number = ruint::aliases::U128;
                $work
            }
            17..=32 => {
                type $number = ruint::aliases::U256;
                $work
            }
            33..=48 => {
                type $number = ruint::aliases::U384;
                $work
            }
            49..=64 => {
                type $number = ruint::aliases::U512;
                $work
            }
            _ => {
                type $number = $crate::outcome::Orders;
                $work
            }
        }
    };
}
pub(in crate::frontier) use as_wide_as;
