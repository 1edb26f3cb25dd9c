use super::Problem;
use crate::wall::{Cell, CellSet, Covering, NumberedCells, Symmetry};
use itertools::Itertools;

/// Classes of sets of cells by the symmetries of a problem: a class is the orbit of a set, and its representative is the least set.
#[derive(Debug, Clone)]
pub(crate) struct SymmetryClasses<S> {
    /// The symmetries without the identity.
    maps: Vec<SetMap<S>>,
}

impl SymmetryClasses<Covering> {
    /// The classes of the coverings of a wall, by all symmetries of a problem.
    pub(crate) fn of_coverings(problem: &Problem) -> Self {
        Self::with_symmetries(problem, &problem.wall().cells().collect_vec(), |_| true)
    }

    /// The classes of the coverings of a wall, by the stabilizer of a set of cells.
    pub(crate) fn fixing(problem: &Problem, cells: &CellSet) -> Self {
        let wall = problem.wall();
        Self::with_symmetries(problem, &wall.cells().collect_vec(), |symmetry| {
            symmetry.image_of_set(wall, cells) == *cells
        })
    }
}

impl<S: NumberedCells> SymmetryClasses<S> {
    /// The classes of sets of these cells, with the index of a cell as its bit. The cells are sorted, and all symmetries of the
    /// problem map them onto themselves.
    pub(crate) fn of_sets(problem: &Problem, cells: &[Cell]) -> Self {
        Self::with_symmetries(problem, cells, |_| true)
    }

    fn with_symmetries(
        problem: &Problem,
        cells: &[Cell],
        is_member: impl Fn(&Symmetry) -> bool,
    ) -> Self {
        let symmetries = problem.symmetries();
        let others = symmetries
            .iter()
            .skip(1)
            .filter(|symmetry| is_member(symmetry));
        Self {
            maps: others
                .map(|symmetry| SetMap::new(symmetry, cells))
                .collect(),
        }
    }

    /// The representative of a set's class.
    pub(crate) fn representative(&self, set: S) -> S {
        self.maps.iter().map(|map| map.image(set)).fold(set, S::min)
    }

    /// The number of sets in the class of a set.
    pub(crate) fn size(&self, set: S) -> u32 {
        let stabilizer = self.maps.iter().filter(|map| map.image(set) == set).count() + 1;
        ((self.maps.len() + 1) / stabilizer) as u32
    }
}

/// A symmetry as a map of sets, in bytes of eight cells.
#[derive(Debug, Clone)]
struct SetMap<S> {
    /// `bytes[k][b]`: the image of the cells `8k + i` for the bits `i` of `b`.
    bytes: Vec<[S; 256]>,
}

impl<S: NumberedCells> SetMap<S> {
    fn new(symmetry: &Symmetry, cells: &[Cell]) -> Self {
        let image = |&cell: &Cell| {
            let image = symmetry.image(cell);
            S::single(cells.partition_point(|&other| other < image))
        };
        let table = |cells: &[Cell]| {
            std::array::from_fn(|bits| {
                let set = cells.iter().enumerate();
                let set = set.filter(|(bit, _)| bits >> bit & 1 == 1);
                set.fold(S::default(), |map, (_, cell)| map.union(image(cell)))
            })
        };
        Self {
            bytes: cells.chunks(8).map(table).collect(),
        }
    }

    fn image(&self, set: S) -> S {
        let bytes = self.bytes.iter().zip(set.bytes());
        bytes.fold(S::default(), |image, (table, byte)| {
            image.union(table[usize::from(byte)])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Sense;
    use crate::problem::small::{json_of, valid};
    use std::collections::BTreeMap;

    #[test]
    fn class_sizes_count_all_coverings() {
        let centre = r#", "constraints": [{"type": "place-at", "cell": 5, "turn": 9}]"#;
        let precedence = r#", "constraints": [{"type": "before", "first": 2, "then": 8}]"#;
        for (columns, members, symmetries) in [
            (3, "", 8),
            (4, "", 4),
            (3, r#", "initial": [1]"#, 2),
            (3, r#", "constraints": [{"type": "rounds"}]"#, 2),
            (3, centre, 8),
            (3, precedence, 2),
            (3, r#", "bonus": {"row": 2, "column": 7}"#, 4),
            // Colour 0 is the main diagonal: only its mirror images and the half turn map colours to colours.
            (3, r#", "bonus": {"colour": 10}"#, 4),
        ] {
            let json = json_of((3, columns), Sense::Maximize, members);
            let problem = valid(&json);
            let classes = SymmetryClasses::of_coverings(&problem);
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
            // Sets of the empty cells, numbered from 0.
            let free = problem.free().collect_vec();
            let set_classes = SymmetryClasses::<u32>::of_sets(&problem, &free);
            let covering = |set: u32| {
                let cells = free.iter().enumerate();
                let filled = cells.filter(|(bit, _)| set >> bit & 1 == 1);
                filled.fold(Covering::from(problem.initial()), |covering, (_, &cell)| {
                    covering.with(cell)
                })
            };
            for set in 0..1 << free.len() {
                let representative = covering(set_classes.representative(set));
                assert_eq!(
                    representative,
                    classes.representative(covering(set)),
                    "{json}"
                );
                assert_eq!(set_classes.size(set), classes.size(covering(set)), "{json}");
            }
        }
    }
}
