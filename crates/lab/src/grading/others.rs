//! Solutions of a linear model that are no order.
//!
//! Each way of being no order is tested by itself: two cells in one turn, say, or a cycle. A model that has no solution
//! of any of these ways has no solutions but orders. This test needs far fewer solves than to rule out the orders one by one, and no
//! list of all orders.

use super::Reading;
use super::variables::Keys;
use azulejo_control::Control;
use azulejo_solver::instance::Instance;
use azulejo_solver::milp::{FileRow, FileSolution, FileValues, MilpError, ModelFile};
use azulejo_solver::order::Order;
use itertools::Itertools;
use rustc_hash::FxHashMap;

/// A way of being no order: the values of some columns, and rows that hold beside those of the model.
#[derive(Debug)]
struct Way {
    fixed: Vec<(usize, f64)>,
    rows: Vec<FileRow>,
}

/// The greatest number of ways.
const MOST_WAYS: usize = 500;

/// The values of a solution that is no order, if there is one. The outer option is none without a test, or for a test without an answer in
/// time. `sample` are all orders of the wall, or none.
pub(super) fn other(
    file: &ModelFile,
    keys: &Keys,
    instance: &Instance,
    sample: &[&Order],
    control: &Control,
) -> Result<Option<Option<Vec<f64>>>, MilpError> {
    let is_fractional =
        |column: usize| file.program().columns[column].values == FileValues::Continuous;
    let half = if keys.reading == Reading::Turns {
        1.5
    } else {
        0.5
    };
    let fractions = keys.columns.iter().map(|(column, _)| *column);
    let fractions = fractions.filter(|&column| is_fractional(column));
    let fractions = fractions
        .map(|column| Way::of([(column, half)]))
        .collect_vec();
    let Some(ways) = ways(keys, instance, !sample.is_empty()) else {
        return Ok(None);
    };
    for way in fractions.into_iter().chain(ways) {
        if control.stopped() {
            return Ok(None);
        }
        match file.any_with(&way.rows, &way.fixed, control)? {
            FileSolution::Infeasible => {}
            // Without a column for each cell in each turn, an order can have these values.
            FileSolution::Optimal { values, .. }
                if sample
                    .iter()
                    .any(|order| keys.is_assignment(order, &values)) =>
            {
                return Ok(None);
            }
            FileSolution::Optimal { values, .. } => return Ok(Some(Some(values))),
            FileSolution::Unbounded | FileSolution::Stopped => return Ok(None),
        }
    }
    Ok(Some(None))
}

/// The ways of being no order whose columns are 0 or 1, or numbers of turns; none where they are unknown or too many.
fn ways(keys: &Keys, instance: &Instance, has_all_orders: bool) -> Option<Vec<Way>> {
    let (wall, horizon) = (instance.wall(), instance.horizon());
    let is_free = |cell: usize| {
        let mut others = instance.initial().iter().chain(instance.holes());
        !others.any(|other| other.number() == cell)
    };
    let free = (1..=wall.len()).filter(|&cell| is_free(cell)).collect_vec();
    let is_filled = free.len() == horizon;
    match keys.reading {
        Reading::Positions => {
            let is_whole = free
                .iter()
                .cartesian_product(1..=horizon)
                .all(|(&cell, turn)| {
                    let mut columns = keys.columns.iter();
                    columns.any(|(_, numbers)| *numbers == [turn, cell])
                });
            (is_whole || has_all_orders).then(|| position_ways(keys, horizon, is_free))
        }
        // Among cells that stay empty, it does not matter which comes first.
        Reading::Pairs if is_filled => pair_ways(keys, &free),
        Reading::Turns if is_filled => turn_ways(keys, &free),
        Reading::Pairs | Reading::Turns => None,
    }
}

impl Way {
    fn of(fixed: impl IntoIterator<Item = (usize, f64)>) -> Self {
        Self {
            fixed: fixed.into_iter().collect(),
            rows: Vec::new(),
        }
    }

    /// The sum of columns lies between two numbers.
    fn sum(terms: impl IntoIterator<Item = (usize, f64)>, sides: [f64; 2]) -> Self {
        let terms = terms.into_iter().collect();
        Self {
            fixed: Vec::new(),
            rows: vec![FileRow { sides, terms }],
        }
    }
}

/// A turn without a cell or with two; a cell that is filled twice, or filled although it is full at first.
fn position_ways(keys: &Keys, horizon: usize, is_free: impl Fn(usize) -> bool) -> Vec<Way> {
    let at_least = |columns: &[usize], least: f64| {
        let terms = columns.iter().map(|&column| (column, 1.0));
        Way::sum(terms, [least, f64::INFINITY])
    };
    let groups = |part: usize| {
        let columns = keys.columns.iter();
        columns
            .map(|(column, numbers)| (numbers[part], *column))
            .into_group_map()
    };
    let (turns, cells) = (groups(0), groups(1));
    let all_zero = |columns: &Vec<usize>| Way::of(columns.iter().map(|&column| (column, 0.0)));
    let turns = (1..=horizon).filter_map(|turn| turns.get(&turn));
    let turns = turns.flat_map(|columns| [at_least(columns, 2.0), all_zero(columns)]);
    let cells = cells.iter().sorted();
    let cells =
        cells.map(|(&cell, columns)| at_least(columns, if is_free(cell) { 2.0 } else { 1.0 }));
    turns.chain(cells).collect()
}

/// Each of two cells comes before the other, or none does; cells form a cycle, in which each comes before the next. A shortest
/// cycle has no other pairs among its cells.
fn pair_ways(keys: &Keys, free: &[usize]) -> Option<Vec<Way>> {
    let columns: FxHashMap<(usize, usize), usize> = keys
        .columns
        .iter()
        .map(|(column, numbers)| ((numbers[0], numbers[1]), *column))
        .filter(|((a, b), _)| a != b && free.contains(a) && free.contains(b))
        .collect();
    let mut ways = Vec::new();
    for (&(a, b), &first) in columns.iter().sorted() {
        if let Some(&second) = columns.get(&(b, a)).filter(|_| a < b) {
            ways.extend([1.0, 0.0].map(|value| Way::of([(first, value), (second, value)])));
        }
    }
    let is_pair =
        |a: usize, b: usize| columns.contains_key(&(a, b)) || columns.contains_key(&(b, a));
    let before = |a: usize, b: usize| match columns.get(&(a, b)) {
        Some(&column) => (column, 1.0),
        None => (columns[&(b, a)], 0.0),
    };
    let mut paths = free.iter().map(|&cell| vec![cell]).collect_vec();
    while let Some(path) = paths.pop() {
        let (first, last) = (path[0], path[path.len() - 1]);
        for &next in free
            .iter()
            .filter(|&&next| next > first && !path.contains(&next))
        {
            let mut inner = path[..path.len() - 1].iter().skip(1);
            if !is_pair(last, next) || inner.any(|&cell| is_pair(cell, next)) {
                continue;
            }
            let longer = path.iter().copied().chain([next]).collect_vec();
            if path.len() == 1 || !is_pair(next, first) {
                paths.push(longer);
            } else {
                let ends = longer.iter().copied().circular_tuple_windows();
                ways.push(Way::of(ends.map(|(a, b)| before(a, b))));
            }
            if ways.len() > MOST_WAYS {
                return None;
            }
        }
    }
    Some(ways)
}

/// Two cells with one turn, or a number that is no turn.
fn turn_ways(keys: &Keys, free: &[usize]) -> Option<Vec<Way>> {
    let columns: FxHashMap<usize, usize> = keys
        .columns
        .iter()
        .map(|(column, numbers)| (numbers[0], *column))
        .collect();
    let turn_columns = free.iter().map(|cell| columns.get(cell).copied());
    let turn_columns = turn_columns.collect::<Option<Vec<usize>>>()?;
    let beyond = free.len() as f64 + 1.0;
    let outside = turn_columns.iter().flat_map(|&column| {
        [[f64::NEG_INFINITY, 0.0], [beyond, f64::INFINITY]]
            .map(|sides| Way::sum([(column, 1.0)], sides))
    });
    let pairs = turn_columns.iter().array_combinations();
    let equal_turns =
        pairs.map(|[&first, &second]| Way::sum([(first, 1.0), (second, -1.0)], [0.0, 0.0]));
    let ways = equal_turns.chain(outside).collect_vec();
    (ways.len() <= MOST_WAYS).then_some(ways)
}
