//! Random instances with rows.
#![allow(dead_code)] // each test file uses a part

use azulejo::instance::Instance;
use itertools::Itertools;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Random choices.
pub(crate) struct Chance(ChaCha8Rng);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end as u64) as usize
    }

    pub(crate) fn of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    pub(crate) fn cell(&mut self, cells: usize) -> usize {
        1 + self.below(cells)
    }

    /// Random initial tiles and turns: one tile in one of `times` cases, and now and then fewer turns than empty cells.
    pub(crate) fn tiles_and_turns(&mut self, cells: usize, times: usize) -> (Vec<usize>, usize) {
        let initial = match self.below(times) {
            0 => vec![self.cell(cells)],
            _ => Vec::new(),
        };
        let free = cells - initial.len();
        let turns = match self.below(3) {
            0 => 1 + self.below(free),
            _ => free,
        };
        (initial, turns)
    }

    fn time(&mut self, turns: usize, least: usize) -> String {
        match self.below(4) {
            0 => "end".into(),
            _ => (least + self.below(turns + 1 - least)).to_string(),
        }
    }

    fn set(&mut self, (rows, columns): (usize, usize)) -> String {
        match self.below(6) {
            0 => format!("row {}", self.cell(rows)),
            1 => format!("column {}", self.cell(columns)),
            2 => "row".into(),
            3 => "line".into(),
            4 if rows == columns => format!("colour {}", self.cell(rows)),
            _ => {
                let cells = (1..=rows * columns)
                    .filter(|_| self.below(3) == 0)
                    .collect_vec();
                match cells.is_empty() {
                    true => "1".into(),
                    false => cells.iter().join(" "),
                }
            }
        }
    }

    fn name(&mut self, size: (usize, usize), turns: usize) -> String {
        let cells = size.0 * size.1;
        match self.below(9) {
            0 | 1 => format!("turn({})", self.cell(cells)),
            2 => format!("points({})", self.cell(cells)),
            3 => format!("o({},{})", self.cell(cells), self.cell(cells)),
            4 => format!("x({},{})", self.cell(cells), self.time(turns, 1)),
            5 => format!("y({},{})", self.cell(cells), self.time(turns, 0)),
            6 => format!("earned({})", self.time(turns, 1)),
            _ => format!("count({}, {})", self.set(size), self.time(turns, 0)),
        }
    }

    fn clause(&mut self, size: (usize, usize), turns: usize) -> String {
        let relation = self.of(&["<=", ">=", "=", "<=", ">="]);
        let terms = 1 + self.below(3);
        let terms = (0..terms).map(|_| {
            let name = self.name(size, turns);
            let factor = self.of(&["", "", "", "2 ", "3*"]);
            let sign = self.of(&["+", "-"]);
            format!("{sign} {factor}{name}")
        });
        let left = terms.collect_vec().join(" ");
        format!("{left} {relation} {}", self.below(8) as i64 - 2)
    }

    pub(crate) fn row(&mut self, size: (usize, usize), turns: usize) -> String {
        match self.below(8) {
            0 => format!(
                "count({}, t) - count({}, t-1) <= {}",
                self.set(size),
                self.set(size),
                self.below(2)
            ),
            1 => format!(
                "count(row, t) - count(row, t-2) <= 1 for t in 2..{}",
                turns.max(2)
            ),
            2 => format!(
                "earned(t) >= {} for t in {}..{turns}",
                1 + self.below(2),
                1 + self.below(turns)
            ),
            3 => format!(
                "{} or {}",
                self.clause(size, turns),
                self.clause(size, turns)
            ),
            4 => {
                let [first, second] = [(); 2].map(|()| self.cell(size.0 * size.1));
                format!("y({first},t) <= y({second},t-1)")
            }
            _ => self.clause(size, turns),
        }
    }
}

/// An instance with rows on a wall of at most six cells; none where a row has a fault.
pub(crate) fn instance(chance: &mut Chance) -> Option<Instance> {
    let size = chance.of(&[(2, 2), (2, 3), (3, 2), (2, 3), (1, 5)]);
    instance_of_size(chance, size)
}

/// An instance with rows on a wall of this size; none where a row has a fault.
pub(crate) fn instance_of_size(
    chance: &mut Chance,
    (rows, columns): (usize, usize),
) -> Option<Instance> {
    let cells = rows * columns;
    let (initial, turns) = chance.tiles_and_turns(cells, 4);
    let texts = (0..1 + chance.below(3))
        .map(|_| chance.row((rows, columns), turns))
        .collect_vec();
    let constraints = texts
        .iter()
        .map(|text| serde_json::json!({"type": "subject-to", "row": text}));
    let json = serde_json::json!({
        "wall": {"rows": rows, "columns": columns},
        "sense": chance.of(&["maximize", "minimize"]),
        "initial": initial,
        "turns": turns,
        "bonus": {"row": chance.below(3), "column": chance.below(3)},
        "constraints": constraints.collect_vec(),
    });
    Instance::from_json(&json.to_string()).ok()
}
