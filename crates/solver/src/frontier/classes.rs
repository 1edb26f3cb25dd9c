use crate::problem::Problem;
use crate::wall::{Cell, CellSet, Covering, Symmetry};

/// Coverings up to the symmetries of a problem: a class is all images of a covering, and its
/// representative the least of them.
#[derive(Debug, Clone)]
pub(super) struct Classes {
    maps: Vec<CoveringMap>,
}

impl Classes {
    /// The classes by all symmetries of a problem.
    pub(super) fn new(problem: &Problem) -> Self {
        Self::by(problem, |_| true)
    }

    /// The classes by the symmetries that map a set of cells onto itself.
    pub(super) fn fixing(problem: &Problem, cells: &CellSet) -> Self {
        let wall = problem.wall();
        Self::by(problem, |it| it.image_of_set(wall, cells) == *cells)
    }

    fn by(problem: &Problem, keeps: impl Fn(&Symmetry) -> bool) -> Self {
        let cells = problem.wall().len();
        let symmetries = problem.symmetries();
        let others = symmetries.iter().skip(1).filter(|it| keeps(it));
        Self {
            maps: others.map(|it| CoveringMap::new(it, cells)).collect(),
        }
    }

    /// The representative of a covering's class.
    pub(super) fn representative(&self, covering: Covering) -> Covering {
        self.maps
            .iter()
            .map(|map| map.image(covering))
            .fold(covering, Covering::min)
    }

    /// How many coverings the class of a covering has.
    #[cfg(test)]
    fn size(&self, covering: Covering) -> u32 {
        let fixed = self
            .maps
            .iter()
            .filter(|map| map.image(covering) == covering)
            .count()
            + 1;
        ((self.maps.len() + 1) / fixed) as u32
    }
}

/// A symmetry on coverings, eight cells at a time.
#[derive(Debug, Clone)]
struct CoveringMap {
    /// `bytes[k][b]`: the image of the cells `8k + i` for the bits `i` of `b`.
    bytes: Vec<[u128; 256]>,
}

impl CoveringMap {
    fn new(symmetry: &Symmetry, cells: usize) -> Self {
        let image = |index: usize| {
            if index < cells {
                1 << symmetry.image(Cell::from_index(index)).index()
            } else {
                0
            }
        };
        let table = |byte: usize| {
            std::array::from_fn(|bits| {
                let set = (0..8).filter(|bit| bits >> bit & 1 == 1);
                set.fold(0, |map, bit| map | image(8 * byte + bit))
            })
        };
        Self {
            bytes: (0..cells.div_ceil(8)).map(table).collect(),
        }
    }

    fn image(&self, covering: Covering) -> Covering {
        let mut rest = covering.bits();
        let mut image = 0;
        for table in &self.bytes {
            image |= table[(rest & 0xff) as usize];
            rest >>= 8;
        }
        Covering::from_bits(image)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Instance;
    use std::collections::BTreeMap;

    #[test]
    fn classes_are_as_large_as_they_say_and_make_up_all_coverings() {
        for (json, symmetries) in [
            (
                r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize"}"#,
                8,
            ),
            (
                r#"{"wall": {"rows": 3, "columns": 4}, "sense": "maximize"}"#,
                4,
            ),
            (
                r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize", "initial": [1]}"#,
                2,
            ),
            (
                r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize", "constraints": [{"type": "rounds"}]}"#,
                2,
            ),
            (
                r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize", "constraints": [{"type": "place-at", "cell": 5, "turn": 9}]}"#,
                8,
            ),
            (
                r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize", "constraints": [{"type": "before", "first": 2, "then": 8}]}"#,
                2,
            ),
            (
                r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize", "bonus": {"row": 2, "column": 7}}"#,
                4,
            ),
            // Colour 0 is the main diagonal: only its own mirror images and the half turn keep the colours.
            (
                r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize", "bonus": {"colour": 10}}"#,
                4,
            ),
        ] {
            let instance = Instance::from_json(json).expect("valid");
            let problem = Problem::from(&instance);
            let classes = Classes::new(&problem);
            assert_eq!(classes.maps.len() + 1, symmetries, "{json}");
            let mut members: BTreeMap<Covering, u32> = BTreeMap::new();
            for bits in 0..1u128 << problem.wall().len() {
                *members
                    .entry(classes.representative(Covering::from_bits(bits)))
                    .or_default() += 1;
            }
            for (representative, count) in members {
                assert_eq!(
                    classes.size(representative),
                    count,
                    "{json} {representative:?}"
                );
            }
        }
    }
}
