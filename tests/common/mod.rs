//! Parts of several test files: a brute force that shares the types alone with the library, and random instances.
#![allow(dead_code)] // each test file uses a part

pub(crate) mod optional;

use azulejo::instance::{
    Builder, CellSpec, Constraint, ConstraintSpec, Form, Instance, KINDS, Located, Sense, Spec,
    ValueSpec, WallSpec,
};
use azulejo::order::verify;
use azulejo::wall::{Bonus, Cell};
use itertools::Itertools;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The files at or below a path, in the order of their paths.
pub(crate) fn files_at(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let entries = std::fs::read_dir(path).expect("a folder");
    let files = entries.flat_map(|entry| files_at(&entry.expect("an entry").path()));
    files.sorted().collect()
}

/// The instances of all files with their paths below `instances/`, without large walls and digraphs, which most methods refuse.
pub(crate) fn instances() -> Vec<(PathBuf, Instance)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances");
    let mut files = Vec::new();
    for path in files_at(&root) {
        let name = path.strip_prefix(&root).expect("below the root").to_owned();
        if name.starts_with("large") || name.starts_with("hardness") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("readable");
        let instance = Instance::from_json(&text);
        let instance = instance.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        files.push((name, instance));
    }
    assert!(files.len() >= 30, "only {} instances found", files.len());
    files
}

/// The instance of a file.
pub(crate) fn instance(name: &str) -> Instance {
    let entry = instances()
        .into_iter()
        .find(|(path, _)| path == Path::new(name));
    entry.unwrap_or_else(|| panic!("no instances/{name}")).1
}

/// The instance in a JSON text.
pub(crate) fn parse(json: &str) -> Instance {
    Instance::from_json(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

/// The instance of a wall, with more fields of its JSON.
pub(crate) fn stated(rows: u64, columns: u64, sense: Sense, fields: &str) -> Instance {
    let comma = if fields.is_empty() { "" } else { ", " };
    parse(&format!(
        r#"{{"wall": {{"rows": {rows}, "columns": {columns}}}, "sense": "{}"{comma}{fields}}}"#,
        sense.word()
    ))
}

/// The instance of a wall, with constraints in JSON.
pub(crate) fn constrained(rows: u64, columns: u64, sense: Sense, constraints: &str) -> Instance {
    let constraints = format!(r#""constraints": [{constraints}]"#);
    stated(rows, columns, sense, &constraints)
}

/// The instance of a builder without faults.
pub(crate) fn built(builder: Builder) -> Instance {
    builder.build().expect("valid")
}

/// An instance without constraints.
pub(crate) fn plain(rows: u64, columns: u64, sense: Sense) -> Instance {
    built(Instance::builder(rows, columns, sense))
}

/// The points for a complete row, a complete column and a complete colour.
pub(crate) const fn bonus(row: u32, column: u32, colour: u32) -> Bonus {
    Bonus {
        row,
        column,
        colour,
    }
}

/// The end bonus of the game.
pub(crate) const GAME: Bonus = bonus(2, 7, 10);

/// The cells of these numbers.
pub(crate) fn cells(numbers: &[usize]) -> Vec<Cell> {
    numbers
        .iter()
        .map(|&number| Cell::from_number(number))
        .collect()
}

/// The optimal score and the number of orders that reach it, by trying every order; none if no
/// order satisfies the constraints.
pub(crate) fn brute_force(instance: &Instance) -> Option<(u32, u128)> {
    let scores = brute_scores(instance);
    let best = instance.sense().best_of(scores.keys().copied())?;
    Some((best, scores[&best]))
}

/// The number of orders of each score, by trying every order.
pub(crate) fn brute_scores(instance: &Instance) -> BTreeMap<u32, u128> {
    let wall = instance.wall();
    let mut filled = vec![vec![false; wall.columns()]; wall.rows()];
    for &cell in instance.initial() {
        filled[wall.row_of(cell)][wall.column_of(cell)] = true;
    }
    let mut brute = Brute {
        instance,
        filled,
        order: Vec::new(),
        scores: BTreeMap::new(),
    };
    brute.extend(0);
    brute.scores
}

struct Brute<'a> {
    instance: &'a Instance,
    filled: Vec<Vec<bool>>,
    order: Vec<Cell>,
    scores: BTreeMap<u32, u128>,
}

impl Brute<'_> {
    fn extend(&mut self, score: u32) {
        if self.order.len() == self.instance.horizon() {
            if !self.satisfies_rows() {
                return;
            }
            *self.scores.entry(score + self.bonus()).or_default() += 1;
            return;
        }
        for cell in self.instance.wall().cells() {
            let columns = self.filled[0].len();
            let (row, column) = (cell.index() / columns, cell.index() % columns);
            if self.filled[row][column] || !self.may_place(cell) {
                continue;
            }
            self.filled[row][column] = true;
            self.order.push(cell);
            self.extend(score + self.points(row, column));
            self.order.pop();
            self.filled[row][column] = false;
        }
    }

    fn points(&self, row: usize, column: usize) -> u32 {
        let in_row = |column: &usize| self.filled[row][*column];
        let in_column = |row: &usize| self.filled[*row][column];
        let left = (0..column).rev().take_while(in_row).count();
        let right = (column + 1..self.filled[0].len()).take_while(in_row);
        let above = (0..row).rev().take_while(in_column).count();
        let below = (row + 1..self.filled.len()).take_while(in_column);
        let others = [left + right.count(), above + below.count()].into_iter();
        let points = others.filter(|&others| others > 0).map(|others| others + 1);
        points.sum::<usize>().max(1) as u32
    }

    fn bonus(&self) -> u32 {
        let (rows, columns) = (self.filled.len(), self.filled[0].len());
        // The number of complete lines, whose cells are a function of the line and the place in it.
        let complete = |lines: usize, length: usize, cell: &dyn Fn(usize, usize) -> [usize; 2]| {
            let is_filled = |[row, column]: [usize; 2]| self.filled[row][column];
            let is_complete = |line: &usize| (0..length).all(|place| is_filled(cell(*line, place)));
            (0..lines).filter(is_complete).count() as u32
        };
        let colours = if rows == columns { rows } else { 0 };
        let points = self.instance.bonus();
        points.row * complete(rows, columns, &|row, column| [row, column])
            + points.column * complete(columns, rows, &|column, row| [row, column])
            + points.colour * complete(colours, rows, &|colour, row| [row, (row + colour) % rows])
    }

    /// Whether the order satisfies the rows of the instance, by the referee.
    fn satisfies_rows(&self) -> bool {
        let is_row = |constraint: &Constraint| matches!(constraint, Constraint::SubjectTo { .. });
        let has_rows = self.instance.constraints().iter().any(is_row);
        !has_rows || verify(self.instance, &self.order).violations.is_empty()
    }

    /// Whether the next turn may fill the cell, by each constraint's own meaning.
    fn may_place(&self, cell: Cell) -> bool {
        let (turn, horizon) = (self.order.len() + 1, self.instance.horizon());
        let wall = self.instance.wall();
        let is_filled = |cell: Cell| self.filled[wall.row_of(cell)][wall.column_of(cell)];
        self.instance
            .constraints()
            .iter()
            .all(|constraint| match constraint {
                Constraint::PlaceAt {
                    cell: fixed,
                    turn: at,
                } => (*fixed == cell) == (at.number() == turn),
                Constraint::Window {
                    cell: bound,
                    from,
                    to,
                } => *bound != cell || (from.number()..=to.number()).contains(&turn),
                Constraint::Before { first, then } => *then != cell || is_filled(*first),
                Constraint::First { cells } => turn > cells.len() || cells.contains(&cell),
                Constraint::Last { cells } => {
                    turn + cells.len() <= horizon || cells.contains(&cell)
                }
                Constraint::Only { cells, from, to } => {
                    !(from.number()..=to.number()).contains(&turn) || cells.contains(&cell)
                }
                // Rows are about whole orders.
                Constraint::SubjectTo { .. } => true,
                Constraint::Rounds => wall.row_of(cell) == (turn - 1) % wall.rows(),
                Constraint::LastRound => {
                    turn + wall.rows() <= horizon
                        || wall.row_of(cell) == turn + wall.rows() - horizon - 1
                }
            })
    }
}

/// Random instances on walls of at most `max_cells` cells, with 1 to 3 constraints of any kind, and
/// sometimes initial tiles, a short horizon and a bonus. Some are infeasible.
pub(crate) fn random_instance(max_cells: u64) -> impl Strategy<Value = Instance> {
    // Walls of several rows and columns are four times as frequent as single lines.
    let walls =
        (1..=max_cells).flat_map(|rows| (1..=max_cells / rows).map(move |columns| (rows, columns)));
    let weighted = walls
        .filter(|(rows, columns)| rows * columns >= 2)
        .flat_map(|(rows, columns)| {
            std::iter::repeat_n((rows, columns), if rows.min(columns) > 1 { 4 } else { 1 })
        });
    let sides = proptest::sample::select(weighted.collect::<Vec<_>>());
    sides.prop_flat_map(|(rows, columns)| {
        let count = rows * columns;
        let cell = (1..=count).prop_map(CellSpec::Number).boxed();
        let initial = prop_oneof![
            3 => Just(Vec::new()),
            1 => proptest::collection::vec(cell.clone(), 0..=3),
        ];
        let turns = prop_oneof![3 => Just(None), 1 => (0..=count).prop_map(Some)];
        let bonus = prop_oneof![
            2 => Just(None),
            1 => (0u32..4, 0u32..8, 0u32..11).prop_map(move |(row, column, colour)| {
                Some(bonus(row, column, if rows == columns { colour } else { 0 }))
            }),
        ];
        let constraints = proptest::collection::vec(constraint(cell, count), 1..=3);
        let parts = (any::<bool>(), initial, turns, bonus, constraints);
        parts.prop_filter_map(
            "valid",
            move |(is_maximum, initial, turns, bonus, constraints)| {
                let wall = WallSpec {
                    rows,
                    columns,
                    place: "random".into(),
                };
                let sense = [Sense::Minimize, Sense::Maximize][usize::from(is_maximum)];
                let spec = Spec {
                    initial: initial.into_iter().map(at_random).collect(),
                    turns: turns.map(at_random),
                    bonus: bonus.map(at_random),
                    constraints: constraints.into_iter().map(at_random).collect(),
                    ..Spec::new(wall, sense)
                };
                Instance::try_from(spec).ok()
            },
        )
    })
}

/// A value of a random instance, with its place in messages of faults.
fn at_random<T>(value: T) -> Located<T> {
    Located::new("random", value)
}

/// Rows about one time or one turn, for walls of any size.
const ROWS: &[&str] = &[
    "count(line, 3) <= 2",
    "count(row, t) - count(row, t-1) <= 1",
    "earned(t) <= 3",
    "count(column 1, end) >= 1",
    "turn(1) >= 2 or y(2,2) = 1",
];

/// A constraint of any kind of the registry.
fn constraint(cell: BoxedStrategy<CellSpec>, turns: u64) -> impl Strategy<Value = ConstraintSpec> {
    let kind = proptest::sample::select(KINDS);
    kind.prop_flat_map(move |kind| {
        let cell_list = proptest::collection::vec(cell.clone(), 1..=3);
        let values = kind.fields.iter().map(|field| match field.form {
            Form::Cell => cell.clone().prop_map(ValueSpec::Cell).boxed(),
            Form::Turn => (1..=turns).prop_map(ValueSpec::Turn).boxed(),
            Form::Cells => cell_list.clone().prop_map(ValueSpec::Cells).boxed(),
            Form::Row => proptest::sample::select(ROWS)
                .prop_map(|row| ValueSpec::Row(row.into()))
                .boxed(),
        });
        let values: Vec<_> = values.collect();
        values.prop_map(move |values| ConstraintSpec::new(kind, values).expect("its fields"))
    })
}
