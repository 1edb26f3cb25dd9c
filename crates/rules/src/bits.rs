//! Iteration over the bits of a word.

/// The indices of the set bits, in ascending order.
#[inline]
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}

/// Writes a byte for each bit from the lowest, 1 where it is set, as far as `bytes` has room.
#[inline]
pub(super) fn write_bits(set: u32, bytes: &mut [u8]) {
    for (eight, bytes) in set.to_le_bytes().into_iter().zip(bytes.chunks_mut(8)) {
        // Byte i masks bit i; the sum carries every byte above 0 into its highest bit.
        let spread = (u64::from(eight) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
        let ones = (spread + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101;
        bytes.copy_from_slice(&ones.to_le_bytes()[..bytes.len()]);
    }
}
