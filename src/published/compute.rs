use super::error::ComputeError;
use super::games::{Entry, MatchTallies, SearchMatch};
use super::{POINT_EQUATIONS, SETS, tilings};
use crate::formulation::expansion;
use crate::graph::{StateGraph, StateSpace};
use crate::instance::{Instance, Sense};
use crate::milp::Solver;
use crate::order::{Breakdown, Fault, verify};
use crate::outcome::Verdict;
use crate::players::tree_search::{
    Bonus, Method as SearchMethod, TreeSearch, leaves_of_opening, seeds_of_openings,
};
use crate::problem::Problem;
use crate::solve::{Method, Settings, count, optimal_orders, solve};
use crate::tiling::Permutation;
use crate::wall::{Cell, Covering, Wall};
use itertools::Itertools;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// Computation of a figure.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Compute {
    /// Optimal score, by the default method and by the frontier.
    Score(Instance),
    /// Optimal score, by the case study's formulation.
    CaseStudyScore(Instance),
    /// Simplex iterations of the case study's formulation.
    CaseStudyIterations(Instance),
    /// Number of optimal orders.
    Orders(Instance),
    /// Points of the tiles of an order of a square wall.
    Points(Vec<usize>),
    /// Sets of the case study's formulation on 3×3.
    Sets,
    /// Point equations of the case study's formulation on 3×3.
    Equations,
    /// Maxima of n×n for n from 1 to the number.
    Maxima(u64),
    /// Numbers of optimal orders of the maximum under `rounds`, for n from the first number to the second.
    OrdersUnderRounds([u64; 2]),
    /// Score of an order, from the turn of each cell, and the rules of the thesis that hold.
    Rules(Vec<Vec<usize>>),
    /// Rules that an order breaks, from the turn of each cell.
    Breaks(Vec<Vec<usize>>),
    /// Points of an order by kind, from the turn of each cell, with the margins of the thesis's figures.
    PointsByKind(Vec<Vec<usize>>),
    /// Coverings from which an order can be completed.
    StateSpace(Instance),
    /// Decisions for all first tiles of walls of up to a number of rows.
    Decisions(u64),
    /// Decision for a permutation, and whether a part has a forbidden pattern.
    Pattern {
        permutation: Vec<u64>,
        part: Vec<u64>,
    },
    /// Order along the separating tree of a permutation.
    Filling(Vec<u64>),
    /// Orders along the separating trees of the diagonals of 1, 2, … rows.
    Diagonals(u64),
    /// Minimum of a line of a number of cells, and the points of its tiles.
    Line(u64),
    /// Number of sets of first tiles of optimal orders.
    Beginnings { tiles: usize, instance: Instance },
    /// Columns of the first tiles of optimal orders.
    Columns { tiles: usize, instance: Instance },
    /// Percentage of a table of games.
    #[serde(skip)]
    Percentage(Entry),
    /// Share of games of a player of the thesis against itself with five rounds.
    FiveRounds(String),
    /// Mean number of leaves of a search at depths 1 to 4, from openings with as many moves as the published one.
    Leaves(String),
    /// Match between two searches.
    #[serde(skip)]
    SearchMatch([&'static str; 2]),
}

/// Figure of a computation, or `None` after a stop.
type Computation = Result<Option<String>, ComputeError>;

impl Compute {
    pub(super) fn is_possible(&self) -> bool {
        let needs_solver = matches!(
            self,
            Self::CaseStudyScore(_) | Self::CaseStudyIterations(_) | Self::Maxima(_)
        );
        Solver::default().is_built_in() || !needs_solver
    }

    pub(super) fn run(&self, settings: &Settings, tallies: &mut MatchTallies) -> Computation {
        if settings.control.stopped() {
            return Ok(None);
        }
        match self {
            Self::Score(instance) => score(instance, &[Method::ALL[0], Method::Frontier], settings),
            Self::CaseStudyScore(instance) => case_study(instance, settings, |answer| {
                answer.verdict.score().map(u64::from)
            }),
            Self::CaseStudyIterations(instance) => {
                case_study(instance, settings, |answer| answer.stats.iterations)
            }
            Self::Orders(instance) => orders(instance, settings),
            Self::Points(order) => points(order).map(Some),
            Self::Sets => sets().map(Some),
            Self::Equations => equations().map(Some),
            Self::Maxima(last) => each(1..=*last, |n| {
                let wall = Instance::builder(n, n, Sense::Maximize).build()?;
                score(&wall, &[Method::default()], settings)
            }),
            Self::OrdersUnderRounds([from, to]) => each(*from..=*to, |n| {
                let wall = Instance::builder(n, n, Sense::Maximize);
                orders(&wall.rounds().build()?, settings)
            }),
            Self::Rules(turns) => {
                let (score, valid, _) = rules(turns)?;
                let sentence = match valid.len() {
                    0 => "no rule holds".into(),
                    1 => format!("{} holds", valid[0]),
                    _ => format!("{} hold", valid.join(" and ")),
                };
                Ok(Some(format!("{score}; {sentence}")))
            }
            Self::Breaks(turns) => {
                let (_, _, violated) = rules(turns)?;
                Ok(Some(format!("breaks {}", violated.join(" and "))))
            }
            Self::PointsByKind(turns) => points_by_kind(turns).map(Some),
            Self::StateSpace(instance) => state_space(instance, settings),
            Self::Decisions(max_rows) => tilings::decisions(*max_rows, &settings.control),
            Self::Pattern { permutation, part } => tilings::pattern(permutation, part).map(Some),
            Self::Filling(columns) => {
                let columns = columns.iter().map(|&column| Some(column));
                tilings::fillings(&[Permutation::new(columns)?], &settings.control)
            }
            Self::Diagonals(max_rows) => {
                let diagonals: Result<Vec<_>, _> =
                    (1..=*max_rows).map(Permutation::diagonal).collect();
                tilings::fillings(&diagonals?, &settings.control)
            }
            Self::Line(cells) => line(*cells, settings),
            Self::Beginnings { tiles, instance } => {
                let count =
                    |beginnings: &[Covering]| format!("{} configurations", beginnings.len());
                beginnings(instance, *tiles, settings, count)
            }
            Self::Columns { tiles, instance } => {
                let columns = |beginnings: &[Covering]| {
                    let cells = beginnings.iter().flat_map(|covering| covering.cells());
                    let columns = cells.map(|cell| instance.wall().column_of(cell) + 1);
                    columns.sorted().dedup().join(", ")
                };
                beginnings(instance, *tiles, settings, columns)
            }
            Self::Percentage(entry) => {
                let estimate = entry.compute(tallies, GROUPS, &settings.control);
                Ok(estimate.map(|estimate| entry.words(estimate.value)))
            }
            Self::Leaves(name) => Ok(leaves(name, settings)),
            Self::SearchMatch(contestants) => {
                let tally = tallies.tally(*contestants, SearchMatch::GROUPS, &settings.control);
                Ok(tally.map(SearchMatch::words))
            }
            Self::FiveRounds(player) => {
                let tally = tallies.tally([player, player], GROUPS, &settings.control);
                Ok(tally.map(|tally| {
                    let games = tally.rounds.get(&5).copied().unwrap_or(0);
                    format!("{:.1} %", 100.0 * games as f64 / tally.games as f64)
                }))
            }
        }
    }
}

/// Rounded means of the numbers of leaves over openings.
fn leaves(name: &str, settings: &Settings) -> Option<String> {
    const MOVES: usize = 84;
    const OPENINGS: u64 = 100;
    const DEPTH: u32 = 4;
    let method = SearchMethod::ALL
        .into_iter()
        .find(|method| method.name() == name)?;
    let search = TreeSearch {
        method,
        bonus: Bonus::default(),
    };
    let mut sums = [0; DEPTH as usize];
    for seed in seeds_of_openings(MOVES).take(OPENINGS as usize) {
        settings.control.go_on().ok()?;
        let leaves = leaves_of_opening(&search, seed, DEPTH);
        for (sum, leaves) in sums.iter_mut().zip(leaves) {
            *sum += leaves;
        }
    }
    let means = sums.map(|sum: u64| (sum + OPENINGS / 2) / OPENINGS);
    Some(means.into_iter().join(", "))
}

/// Number of groups of two games of a match: a tenth of the 100,000 games of the thesis.
const GROUPS: u64 = 5_000;

fn each(range: impl Iterator<Item = u64>, compute: impl FnMut(u64) -> Computation) -> Computation {
    let figures: Result<Option<Vec<String>>, ComputeError> =
        range.map(compute).collect::<Result<_, _>>();
    Ok(figures?.map(|figures| figures.join(", ")))
}

/// Score of all methods, with a proof.
fn score(instance: &Instance, methods: &[Method], settings: &Settings) -> Computation {
    let mut scores = Vec::new();
    for method in methods {
        match solve(instance, *method, settings)?.outcome.verdict {
            Verdict::Optimal { solution, .. } => scores.push(solution.score.to_string()),
            Verdict::Infeasible { .. } => scores.push("infeasible".into()),
            Verdict::Feasible { .. } | Verdict::Unknown { .. } => return Ok(None),
        }
    }
    if !scores.iter().all_equal() {
        return Err(ComputeError::Disagree {
            methods: methods.iter().join(", "),
            scores: scores.join(", "),
        });
    }
    Ok(scores.pop())
}

fn case_study(
    instance: &Instance,
    settings: &Settings,
    figure: impl Fn(&crate::outcome::Outcome) -> Option<u64>,
) -> Computation {
    let answer = solve(instance, Method::CaseStudy, settings)?;
    Ok(match &answer.outcome.verdict {
        Verdict::Optimal { .. } => figure(&answer.outcome).map(|figure| figure.to_string()),
        _ => None,
    })
}

fn orders(instance: &Instance, settings: &Settings) -> Computation {
    let count = count(&Problem::from(instance), settings)?;
    Ok(count.map(|count| match count.optimum {
        Some((_, orders)) => orders.to_string(),
        None => "0".into(),
    }))
}

fn points(order: &[usize]) -> Result<String, ComputeError> {
    let n = order.len().isqrt() as u64;
    let instance = Instance::builder(n, n, Sense::Maximize).build()?;
    let order: Vec<Cell> = order.iter().copied().map(Cell::from_number).collect();
    Ok(verify(&instance, &order).points.iter().join(" "))
}

/// Lines of a data file, each with a head and words.
fn list(text: &str) -> impl Iterator<Item = (&str, Vec<&str>)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| {
        let (head, rest) = line.split_once(": ")?;
        Some((head, rest.split(' ').collect()))
    })
}

fn digits(word: &str) -> Vec<Cell> {
    let digits = word.chars().filter_map(|letter| letter.to_digit(10));
    digits
        .map(|digit| Cell::from_number(digit as usize))
        .collect()
}

/// Sizes of the sets, and whether the sets equal the published ones.
fn sets() -> Result<String, ComputeError> {
    let wall = Wall::new(3, 3)?;
    let (mut sizes, mut are_equal) = (Vec::new(), true);
    for (index, (_, words)) in list(SETS).enumerate() {
        let published: BTreeSet<Vec<Cell>> = words.iter().map(|word| digits(word)).collect();
        let of_cell = |cell: Cell| {
            let products = expansion(wall, cell).into_keys();
            let of_size = products.filter(move |set| set.len() == index + 1);
            of_size.map(move |set| [vec![cell], set].concat())
        };
        let computed: BTreeSet<Vec<Cell>> = wall.cells().flat_map(of_cell).collect();
        are_equal &= computed == published;
        sizes.push(computed.len());
    }
    let word = if are_equal {
        "as listed"
    } else {
        "not as listed"
    };
    Ok(format!("{} elements, {word}", sizes.iter().join(", ")))
}

/// Number of point equations that equal the published ones.
fn equations() -> Result<String, ComputeError> {
    let wall = Wall::new(3, 3)?;
    let equal = list(POINT_EQUATIONS).filter(|(position, terms)| {
        let sign = |term: &str| if term.starts_with('-') { -1 } else { 1 };
        let published: BTreeMap<Vec<Cell>, i64> = terms
            .iter()
            .map(|term| (digits(term), sign(term)))
            .collect();
        digits(position)
            .first()
            .is_some_and(|&cell| expansion(wall, cell) == published)
    });
    Ok(format!("{}, term by term", equal.count()))
}

/// Order from the turn of each cell, row by row.
fn order_of(turns: &[Vec<usize>]) -> Vec<Cell> {
    let turns = turns.iter().flatten().enumerate();
    let by_turn = turns.sorted_by_key(|(_, turn)| **turn);
    by_turn.map(|(index, _)| Cell::from_index(index)).collect()
}

/// Points by kind; a row's margin is its horizontal points, a column's its vertical ones and singles.
fn points_by_kind(turns: &[Vec<usize>]) -> Result<String, ComputeError> {
    let (n, order) = (turns.len() as u64, order_of(turns));
    let instance = Instance::builder(n, n, Sense::Minimize).build()?;
    let report = verify(&instance, &order);
    let breakdown = Breakdown::new(instance.wall(), &order, &report);
    let total = breakdown.total();
    let rows = breakdown.rows().into_iter().map(|row| row.horizontal);
    let columns = breakdown
        .columns()
        .into_iter()
        .map(|column| column.vertical + column.single);
    Ok(format!(
        "{} horizontal, {} vertical, {} single; rows {}; columns {}",
        total.horizontal,
        total.vertical,
        total.single,
        rows.into_iter().join(" "),
        columns.into_iter().join(" ")
    ))
}

fn state_space(instance: &Instance, settings: &Settings) -> Computation {
    let Some(graph) = StateGraph::build(&Problem::from(instance), &settings.control)? else {
        return Ok(None);
    };
    let space = StateSpace::new(&graph, instance.sense());
    Ok(Some(format!("{} coverings", space.coverings())))
}

/// Score of an order, the rules of the thesis that hold, and the rules that the order breaks.
fn rules(
    turns: &[Vec<usize>],
) -> Result<(u32, Vec<&'static str>, Vec<&'static str>), ComputeError> {
    let order = order_of(turns);
    let n = turns.len() as u64;
    let instance = Instance::builder(n, n, Sense::Minimize);
    let report = verify(&instance.last_round().rounds().build()?, &order);
    let is_broken = |index: usize| {
        let mut violations = report.violations.iter();
        violations.any(|violation| violation.fault == Fault::Broken { index })
    };
    let (valid, violated) = ["last-round", "rounds"]
        .into_iter()
        .enumerate()
        .partition::<Vec<_>, _>(|(index, _)| !is_broken(*index));
    let names =
        |rules: Vec<(usize, &'static str)>| rules.into_iter().map(|(_, name)| name).collect();
    Ok((report.score, names(valid), names(violated)))
}

/// Minimum of a line alone, and the points of its tiles in every optimal order, in ascending order.
fn line(cells: u64, settings: &Settings) -> Computation {
    let instance = Instance::builder(1, cells, Sense::Minimize).build()?;
    let problem = Problem::from(&instance);
    let Some(orders) = optimal_orders(&problem, settings)?.orders() else {
        return Ok(None);
    };
    let mut sums = BTreeSet::new();
    for order in orders.iter() {
        if settings.control.stopped() {
            return Ok(None);
        }
        let points = verify(&instance, &order).points;
        sums.insert(points.iter().sorted().join("+"));
    }
    Ok(Some(format!(
        "{} as {}",
        orders.score(),
        sums.iter().join(" or ")
    )))
}

fn beginnings(
    instance: &Instance,
    tiles: usize,
    settings: &Settings,
    words: impl Fn(&[Covering]) -> String,
) -> Computation {
    let problem = Problem::from(instance);
    let Some(orders) = optimal_orders(&problem, settings)?.orders() else {
        return Ok(None);
    };
    let beginnings = orders.first_tiles(tiles).into_iter();
    let coverings: Vec<Covering> = beginnings.map(|(covering, _)| covering).collect();
    Ok(Some(words(&coverings)))
}
