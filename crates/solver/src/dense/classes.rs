use super::cells::Cells;
use crate::problem::Problem;
use crate::wall::Symmetry;

/// Sets up to the symmetries of a problem: a class is all images of a set, and its representative the least of them.
#[derive(Debug)]
pub(super) struct Classes {
    maps: Vec<SetMap>,
}

/// `[k][b]`: the image of the cells `8k + i` for the bits `i` of `b`.
type SetMap = [[u32; 256]; 4];

impl Classes {
    pub(super) fn new(problem: &Problem, cells: &Cells) -> Self {
        let symmetries = problem.symmetries();
        let map = |symmetry: &Symmetry| {
            let image = |index: usize| match index < cells.len() {
                true => 1 << cells.index(symmetry.image(cells.cell(index))),
                false => 0,
            };
            let images = |byte: usize, bits: usize| {
                let set = (0..8).filter(|bit| bits >> bit & 1 == 1);
                set.fold(0, |images, bit| images | image(8 * byte + bit))
            };
            std::array::from_fn(|byte| std::array::from_fn(|bits| images(byte, bits)))
        };
        // The first one is the identity.
        let maps = symmetries.iter().skip(1).map(map).collect();
        Self { maps }
    }

    /// The representative of a set's class.
    pub(super) fn representative(&self, set: u32) -> u32 {
        self.images(set).fold(set, u32::min)
    }

    /// How many sets the class of a set has.
    pub(super) fn size(&self, set: u32) -> u32 {
        let fixed = self.images(set).filter(|&image| image == set).count() + 1;
        ((self.maps.len() + 1) / fixed) as u32
    }

    fn images(&self, set: u32) -> impl Iterator<Item = u32> {
        self.maps.iter().map(move |map| {
            let bytes = set.to_le_bytes().into_iter().zip(map);
            bytes.fold(0, |image, (byte, images)| image | images[byte as usize])
        })
    }
}
