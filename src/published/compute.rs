use super::error::ComputeError;
use super::games::{Entry, MatchTallies, SearchMatch};
use super::{POINT_EQUATIONS, SETS, tilings};
use crate::formulation::expansion;
use crate::graph::{StateGraph, StateSpace};
use crate::instance::{Instance, Sense};
use crate::milp::Solver;
use crate::order::{Breakdown, Violation, verify};
use crate::outcome::Verdict;
use crate::players::tree_search::{
    Bonus, Method as Searching, TreeSearch, leaves_of_opening, seeds_of_openings,
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
    /// The optimal score, by the default method and by the frontier.
    Score(Instance),
    /// The optimal score, by the case study's formulation.
    CaseStudyScore(Instance),
    /// Simplex iterations of the case study's formulation.
    CaseStudyIterations(Instance),
    /// The number of optimal orders.
    Orders(Instance),
    /// The points of an order's tiles.
    Points {
        rows: u64,
        columns: u64,
        order: Vec<usize>,
    },
    /// The sets of the case study's formulation on 3×3.
    Sets,
    /// Point equations of the case study's formulation on 3×3.
    Equations,
    /// The maximum of n×n for n from 1 on.
    Maxima(u64),
    /// The number of optimal orders of the maximum under `rounds`, for n from … to.
    OrdersUnderRounds([u64; 2]),
    /// The score of an order, given as the turn of each cell, and the rules of the thesis that hold.
    Rules(Vec<Vec<usize>>),
    /// The rules that such an order breaks.
    Breaks(Vec<Vec<usize>>),
    /// The points of such an order by kind, with the margins of the thesis's figures.
    PointsByKind(Vec<Vec<usize>>),
    /// The coverings from which an order can be completed.
    StateSpace(Instance),
    /// The decisions for all first tiles of walls of up to so many rows.
    Decisions(u64),
    /// The decision for a permutation of which a part is said to have a forbidden pattern.
    Pattern {
        permutation: Vec<u64>,
        part: Vec<u64>,
    },
    /// The order along a permutation's separating tree.
    Filling(Vec<u64>),
    /// The orders along those of the diagonals of 1, 2, … rows.
    Diagonals(u64),
    /// The minimum of a line of so many cells, and the points of its tiles.
    Line(u64),
    /// In how many ways the first tiles of optimal orders can lie.
    Beginnings { tiles: usize, instance: Instance },
    /// In which columns they lie.
    Columns { tiles: usize, instance: Instance },
    /// A percentage of a table of games.
    #[serde(skip)]
    Percentage(Entry),
    /// How many games of a player of the thesis against itself end in the fifth round.
    FiveRounds(String),
    /// The mean leaves of a search at depths 1 to 4, from openings with as many moves as the published one.
    Leaves(String),
    /// A match between two searches.
    #[serde(skip)]
    SearchMatch(SearchMatch),
}

/// None if it was stopped.
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
            Self::Score(it) => score(it, &[Method::ALL[0], Method::Frontier], settings),
            Self::CaseStudyScore(it) => {
                case_study(it, settings, |answer| answer.verdict.score().map(u64::from))
            }
            Self::CaseStudyIterations(it) => {
                case_study(it, settings, |answer| answer.stats.iterations)
            }
            Self::Orders(it) => orders(it, settings),
            Self::Points {
                rows,
                columns,
                order,
            } => points(*rows, *columns, order),
            Self::Sets => sets().map(Some),
            Self::Equations => equations().map(Some),
            Self::Maxima(most) => each(1..=*most, |n| {
                let wall = Instance::builder(n, n, Sense::Maximize).build()?;
                score(&wall, &[Method::default()], settings)
            }),
            Self::OrdersUnderRounds([from, to]) => each(*from..=*to, |n| {
                let wall = Instance::builder(n, n, Sense::Maximize);
                orders(&wall.rounds().build()?, settings)
            }),
            Self::Rules(turns) => {
                let (score, held, _) = rules(turns)?;
                let held = match held.len() {
                    0 => "no rule holds".into(),
                    1 => format!("{} holds", held[0]),
                    _ => format!("{} hold", held.join(" and ")),
                };
                Ok(Some(format!("{score}; {held}")))
            }
            Self::Breaks(turns) => {
                let (_, _, broken) = rules(turns)?;
                Ok(Some(format!("breaks {}", broken.join(" and "))))
            }
            Self::PointsByKind(turns) => kinds(turns).map(Some),
            Self::StateSpace(it) => state_space(it, settings),
            Self::Decisions(most) => tilings::decisions(*most, &settings.control),
            Self::Pattern { permutation, part } => tilings::pattern(permutation, part).map(Some),
            Self::Filling(columns) => {
                let columns = columns.iter().map(|&column| Some(column));
                tilings::fillings(&[Permutation::new(columns)?], &settings.control)
            }
            Self::Diagonals(most) => {
                let diagonals: Result<Vec<_>, _> = (1..=*most).map(Permutation::diagonal).collect();
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
                let computed = entry.compute(tallies, GROUPS, &settings.control);
                Ok(computed.map(|computed| entry.words(computed.value)))
            }
            Self::Leaves(name) => Ok(leaves(name, settings)),
            Self::SearchMatch(one) => {
                let tally = one.tally(tallies, SearchMatch::GROUPS, &settings.control);
                Ok(tally.map(|tally| SearchMatch::words(SearchMatch::computed(tally))))
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

/// The means over openings, rounded.
fn leaves(name: &str, settings: &Settings) -> Option<String> {
    const MOVES: usize = 84;
    const OPENINGS: u64 = 100;
    const DEPTH: u32 = 4;
    let method = Searching::ALL.into_iter().find(|it| it.name() == name)?;
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

/// Groups of two games a match: a tenth of the 100,000 games of the thesis.
const GROUPS: u64 = 5_000;

fn each(range: impl Iterator<Item = u64>, compute: impl FnMut(u64) -> Computation) -> Computation {
    let all: Result<Option<Vec<String>>, ComputeError> =
        range.map(compute).collect::<Result<_, _>>();
    Ok(all?.map(|all| all.join(", ")))
}

/// The score that all methods prove.
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
    let counted = count(&Problem::from(instance), settings)?;
    Ok(counted.map(|counted| match counted.optimum {
        Some((_, orders)) => orders.to_string(),
        None => "0".into(),
    }))
}

fn points(rows: u64, columns: u64, order: &[usize]) -> Computation {
    let instance = Instance::builder(rows, columns, Sense::Maximize).build()?;
    let order: Vec<Cell> = order
        .iter()
        .map(|&number| Cell::from_number(number))
        .collect();
    let report = verify(&instance, &order);
    Ok(Some(report.points.iter().join(" ")))
}

/// Lines of a data file: a head, and words.
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

/// The sizes of the sets, and whether they are as listed.
fn sets() -> Result<String, ComputeError> {
    let wall = Wall::new(3, 3)?;
    let (mut sizes, mut as_listed) = (Vec::new(), true);
    for (index, (_, words)) in list(SETS).enumerate() {
        let published: BTreeSet<Vec<Cell>> = words.iter().map(|word| digits(word)).collect();
        let of_cell = |cell: Cell| {
            let products = expansion(wall, cell).into_keys();
            let of_size = products.filter(move |set| set.len() == index + 1);
            of_size.map(move |set| [vec![cell], set].concat())
        };
        let ours: BTreeSet<Vec<Cell>> = wall.cells().flat_map(of_cell).collect();
        as_listed &= ours == published;
        sizes.push(ours.len());
    }
    let word = if as_listed {
        "as listed"
    } else {
        "not as listed"
    };
    Ok(format!("{} elements, {word}", sizes.iter().join(", ")))
}

/// How many point equations are as published.
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

/// An order from the turn of each cell, row by row.
fn order_of(turns: &[Vec<usize>]) -> Vec<Cell> {
    let turns = turns.iter().flatten().enumerate();
    let by_turn = turns.sorted_by_key(|(_, turn)| **turn);
    by_turn.map(|(index, _)| Cell::from_index(index)).collect()
}

/// Points by kind; a row's margin is its horizontal points, a column's its vertical ones and singles.
fn kinds(turns: &[Vec<usize>]) -> Result<String, ComputeError> {
    let (n, order) = (turns.len() as u64, order_of(turns));
    let instance = Instance::builder(n, n, Sense::Minimize).build()?;
    let report = verify(&instance, &order);
    let breakdown = Breakdown::new(instance.wall(), &order, &report);
    let total = breakdown.total();
    let rows = breakdown.rows().into_iter().map(|row| row.horizontal);
    let columns = breakdown
        .columns()
        .into_iter()
        .map(|it| it.vertical + it.single);
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
    let coverings: usize = space.layers.iter().map(Vec::len).sum();
    Ok(Some(format!("{coverings} coverings")))
}

/// The score of an order, and which of the thesis's two rules hold and which are broken.
fn rules(
    turns: &[Vec<usize>],
) -> Result<(u32, Vec<&'static str>, Vec<&'static str>), ComputeError> {
    let order = order_of(turns);
    let n = turns.len() as u64;
    let instance = Instance::builder(n, n, Sense::Minimize);
    let report = verify(&instance.last_round().rounds().build()?, &order);
    let broken = |rule: usize| {
        let mut violations = report.violations.iter();
        violations.any(|it| matches!(it, Violation::Broken { index, .. } if *index == rule))
    };
    let (held, not) = ["last-round", "rounds"]
        .into_iter()
        .enumerate()
        .partition::<Vec<_>, _>(|(index, _)| !broken(*index));
    let names =
        |rules: Vec<(usize, &'static str)>| rules.into_iter().map(|(_, name)| name).collect();
    Ok((report.score, names(held), names(not)))
}

/// The minimum of a line alone, and the points of its tiles, least first, in every optimal order.
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
