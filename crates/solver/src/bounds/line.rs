//! Cuts of one line: the points of its orders against their starts.
//!
//! A line's points (its part of the score: the horizontal points of a row's tiles, the vertical
//! points of a column's) and its number of starts depend only on the order of its own cells. The
//! pairs (starts, points) that orders reach have a convex hull, and the hull's facets on the
//! objective's side hold for every order of the wall. They lift the linear relaxation's bound of the minimum, from 65 to
//! 85 on 5×5; that of the maximum is exact without them on 3×3 to 6×6.

use super::earlier::{Earlier, LineFacts};
use crate::instance::Sense;
use crate::problem::{Features, Problem};
use azulejo_control::{Control, Stopped};
use itertools::Itertools;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// `points·P + starts·S + filled·K ≥ right`, where P are the line's points, S its starts, and K how
/// many of its cells the order fills. K has a coefficient only where the horizon is short.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(
        description = "A line cut: the coefficients of the line's points, its starts and its filled cells, and the right-hand side."
    )
)]
pub struct LineCut {
    /// Coefficient of the points.
    pub points: i64,
    /// Coefficient of the starts.
    pub starts: i64,
    /// Coefficient of the filled cells.
    pub filled: i64,
    /// Right-hand side.
    pub right: i64,
}

/// Longest line with cuts where the horizon is short; their time grows with the sixth power of the length.
const LONGEST_PARTIAL: usize = 16;

/// The facets, on the objective's side, of the hull of all (filled, starts, points) that orders of a line reach. `initial` marks the
/// cells that are filled before turn 1, and `whole` a line that is filled in the end.
///
/// ```
/// use azulejo_solver::{bounds::{LineCut, line_cuts}, instance::Sense};
/// // A line of 5 earns at least 8 for 3 starts, 9 for 2 and 14 for 1 (thesis, figure 15).
/// let cuts = line_cuts(&[false; 5], true, Sense::Minimize);
/// assert!(cuts.contains(&LineCut { points: 1, starts: 1, filled: 0, right: 11 }));
/// # Ok::<(), azulejo_solver::wall::WallError>(())
/// ```
pub fn line_cuts(initial: &[bool], whole: bool, sense: Sense) -> Vec<LineCut> {
    let facts = LineFacts::initial(initial);
    cuts_of(&facts, whole, sense, &Control::default()).expect("not stopped")
}

/// [`line_cuts`] for the orders of a line that keep to the given facts.
pub(crate) fn cuts_of(
    facts: &LineFacts,
    whole: bool,
    sense: Sense,
    control: &Control,
) -> Result<Vec<LineCut>, Stopped> {
    let Some(scores) = points_of(facts, whole, sense, control)? else {
        return Ok(Vec::new());
    };
    let vertices = scores
        .into_iter()
        .map(|((filled, starts), points)| [filled as i64, starts as i64, -sense.gain(points)])
        .collect_vec();
    let facets = facets(&vertices, whole, control)?.into_iter();
    let cut = |([filled, starts, points], right): (Vector, i64)| LineCut {
        points: -sense.gain(points),
        starts,
        filled,
        right,
    };
    Ok(facets.map(cut).collect())
}

/// The best points of a line for every (filled, starts) that its orders reach: the most when maximizing, the
/// least when minimizing. The arguments are those of [`line_cuts`]; none where the line is too long.
pub fn line_points(
    initial: &[bool],
    whole: bool,
    sense: Sense,
) -> Option<BTreeMap<(usize, usize), i64>> {
    let facts = LineFacts::initial(initial);
    points_of(&facts, whole, sense, &Control::default()).expect("not stopped")
}

fn points_of(
    facts: &LineFacts,
    whole: bool,
    sense: Sense,
    control: &Control,
) -> Result<Option<BestPoints>, Stopped> {
    let initial = &facts.initial;
    if !whole && initial.len() > LONGEST_PARTIAL {
        return Ok(None);
    }
    let table = LineScores::new(facts, sense, control)?;
    if !whole {
        return Ok(Some(table.partial()));
    }
    let free = initial.iter().filter(|&&filled| !filled).count();
    let of_whole = table.interval(0, initial.len()).iter();
    let scores = of_whole.map(|(&starts, &points)| ((free, starts), points));
    Ok(Some(scores.collect()))
}

/// Dual bound, line by line, or the [trivial bound](Problem::trivial_bound) where that is tighter, and where the instance has
/// fields that lines do not know.
///
/// For the maximum, the best points of all lines, and 1 for each single: a single is a start of its row
/// and of its column, so the starts of either all rows or all columns count for them, whichever is
/// less. For the minimum of a filled wall, the best points of all lines.
///
/// Each line earns its best alone, under the known precedences of its cells. The last of n cells, with
/// a cells on one side and b on the other, earns n, but the others earn only as two separate lines: the maximum of the line is 1 +
/// a·b less than that of a line without constraints.
pub fn line_bound(problem: &Problem) -> u32 {
    line_bound_within(problem, &Control::default()).expect("not stopped")
}

/// [`line_bound`], unless the run is stopped.
pub(crate) fn line_bound_within(problem: &Problem, control: &Control) -> Result<u32, Stopped> {
    if problem.features().meets(Features::FIELDS) {
        return Ok(problem.trivial_bound());
    }
    let earlier = Earlier::new(problem);
    let plain = best_of_lines(problem, &earlier, 0, control)?;
    let lines = match problem.sense() {
        Sense::Maximize => {
            let with_starts = best_of_lines(problem, &earlier, 1, control)?;
            (plain[0] + with_starts[1]).min(with_starts[0] + plain[1])
        }
        Sense::Minimize => plain[0] + plain[1],
    };
    let bound = lines
        .try_into()
        .unwrap_or(u32::MAX)
        .saturating_add(problem.full_bonus());
    Ok(match problem.sense() {
        // Filling less never earns more.
        Sense::Maximize => bound.min(problem.trivial_bound()),
        Sense::Minimize if problem.fills_the_wall() => bound.max(problem.trivial_bound()),
        Sense::Minimize => problem.trivial_bound(),
    })
}

/// Best points of all rows and of all columns, filled, with `start` more points per start along them, under the known precedences.
pub(super) fn best_of_lines(
    problem: &Problem,
    earlier: &Earlier,
    start: i64,
    control: &Control,
) -> Result<[i64; 2], Stopped> {
    let mut best = [0; 2];
    let mut cache: FxHashMap<LineFacts, i64> = FxHashMap::default();
    for line in problem.wall().lines() {
        let facts = earlier.along(problem, line);
        let of_line = match cache.get(&facts) {
            Some(&of_line) => of_line,
            None => {
                let table = LineScores::new(&facts, problem.sense(), control)?;
                let scores = table.interval(0, facts.initial.len()).iter();
                let scores = scores.map(|(&starts, &points)| points + start * starts as i64);
                let of_line = problem.sense().best_of(scores).unwrap_or(0);
                cache.insert(facts, of_line);
                of_line
            }
        };
        best[line.axis() as usize] += of_line;
    }
    Ok(best)
}

/// The best points of a line for each number of filled cells and starts.
type BestPoints = BTreeMap<(usize, usize), i64>;

/// The best points of a line for each number of starts.
type PointsByStarts = BTreeMap<usize, i64>;

/// The best points of every interval of a line, by the number of starts in it.
///
/// The last tile of an interval that is bounded by empty cells or edges earns the interval's length
/// (or is its only start) and splits the rest into two intervals of the same kind.
struct LineScores<'a> {
    facts: &'a LineFacts,
    sense: Sense,
    /// `intervals[from][to - from]`: cells `from..to`, all filled in the end.
    intervals: Vec<Vec<PointsByStarts>>,
}

impl<'a> LineScores<'a> {
    fn new(facts: &'a LineFacts, sense: Sense, control: &Control) -> Result<Self, Stopped> {
        let length = facts.initial.len();
        let empty = PointsByStarts::from([(0, 0)]);
        let mut table = Self {
            facts,
            sense,
            intervals: vec![vec![empty]; length + 1],
        };
        for size in 1..=length {
            let mut common: Option<PointsByStarts> = None;
            for from in 0..=length - size {
                control.go_on()?;
                let scores = match &common {
                    Some(scores) => scores.clone(),
                    None => table.last_tiles(from, from + size),
                };
                // Only the length of an interval counts in a trivial line.
                if facts.is_trivial() {
                    common.get_or_insert_with(|| scores.clone());
                }
                table.intervals[from].push(scores);
            }
        }
        Ok(table)
    }

    fn interval(&self, from: usize, to: usize) -> &PointsByStarts {
        &self.intervals[from][to - from]
    }

    fn last_tiles(&self, from: usize, to: usize) -> PointsByStarts {
        let size = to - from;
        let (start, points) = if size == 1 { (1, 0) } else { (0, size as i64) };
        let mut best = PointsByStarts::new();
        for last in (from..to).filter(|&place| self.facts.may_be_last(place, &(from..to))) {
            let sides = (self.interval(from, last), self.interval(last + 1, to));
            for ((left, left_points), (right, right_points)) in
                sides.0.iter().cartesian_product(sides.1)
            {
                self.improve(
                    &mut best,
                    left + right + start,
                    left_points + right_points + points,
                );
            }
        }
        if best.is_empty() {
            best.insert(0, 0); // all initial
        }
        best
    }

    fn improve<K: Ord>(&self, best: &mut BTreeMap<K, i64>, key: K, points: i64) {
        let entry = best.entry(key).or_insert(points);
        *entry = self.sense.better_of(points, *entry);
    }

    /// The best points by (filled cells, starts) when any of the cells may stay empty.
    fn partial(&self) -> BTreeMap<(usize, usize), i64> {
        let initial = &self.facts.initial;
        let length = initial.len();
        // suffix[from]: cells `from..`, bounded on the left
        let mut suffix: Vec<BTreeMap<(usize, usize), i64>> = vec![BTreeMap::new(); length + 2];
        suffix[length + 1].insert((0, 0), 0);
        for from in (0..=length).rev() {
            let mut best = BTreeMap::new();
            // `gap` is the first cell that stays empty; one beyond the end if none does
            for gap in (from..=length).filter(|&gap| gap == length || !initial[gap]) {
                let filled = initial[from..gap].iter().filter(|&&filled| !filled).count();
                let block = self.interval(from, gap).iter();
                for ((starts, points), ((more, more_starts), more_points)) in
                    block.cartesian_product(&suffix[gap + 1])
                {
                    self.improve(
                        &mut best,
                        (filled + more, starts + more_starts),
                        points + more_points,
                    );
                }
            }
            suffix[from] = best;
        }
        suffix.swap_remove(0)
    }
}

type Vector = [i64; 3];

/// The facets `normal·x ≥ right` of the hull of the vertices and the ray that raises the last
/// coordinate. Where the first coordinate is always the same (`flat`), facets along it.
fn facets(
    vertices: &[Vector],
    flat: bool,
    control: &Control,
) -> Result<BTreeSet<(Vector, i64)>, Stopped> {
    const RAY: Vector = [0, 0, 1];
    const ALONG: Vector = [1, 0, 0];
    let mut hull = BTreeSet::new();
    for base in vertices {
        control.go_on()?;
        let edges = vertices
            .iter()
            .map(|vertex| std::array::from_fn(|k| vertex[k] - base[k]));
        let directions: Vec<Vector> = edges.chain([RAY]).collect();
        let partners = if flat {
            vec![ALONG]
        } else {
            directions.clone()
        };
        for (first, second) in directions.iter().cartesian_product(&partners) {
            let mut normal = cross(first, second);
            if normal[2] < 0 {
                normal = normal.map(|part| -part);
            }
            let divisor = normal
                .iter()
                .fold(0, |divisor, &part| gcd(divisor, part.abs()));
            if divisor == 0 {
                continue;
            }
            let normal = normal.map(|part| part / divisor);
            let supports = |normal: &Vector| {
                let right = dot(normal, base);
                vertices
                    .iter()
                    .all(|vertex| dot(normal, vertex) >= right)
                    .then_some((*normal, right))
            };
            hull.extend(supports(&normal));
            if normal[2] == 0 {
                hull.extend(supports(&normal.map(|part| -part)));
            }
        }
    }
    Ok(hull)
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|k| {
        let (next, after) = ((k + 1) % 3, (k + 2) % 3);
        a[next] * b[after] - a[after] * b[next]
    })
}

fn dot(a: &Vector, b: &Vector) -> i64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
