//! The ordering formulation without some of its cuts: the same optimum.

use crate::common::{instance, parse, plain};
use azulejo::bounds::{block_bound, by_lines_and_blocks, line_bound};
use azulejo::control::Control;
use azulejo::formulation::{Family, Formulation, OrderingFormulation, Row, Timetable};
use azulejo::heuristics::{HeuristicOptions, incumbent};
use azulejo::instance::{Instance, Sense};
use azulejo::milp::MilpOptions;
use azulejo::order::verify;
use azulejo::problem::Problem;
use azulejo::solve::{Answer, Method, Settings, optimal_orders, solve};
use azulejo::wall::Bonus;
use azulejo::wall::{Axis, Cell, Covering, Wall};
use itertools::{Itertools, iproduct};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::BTreeSet;

fn without(instance: &Instance, families: &BTreeSet<Family>) -> Answer {
    let settings = Settings {
        milp: MilpOptions {
            without: families.clone(),
            ..MilpOptions::default()
        },
        ..Settings::default()
    };
    solve(instance, Method::Ordering, &settings).expect("it fits")
}

fn instances() -> Vec<Instance> {
    vec![
        plain(3, 3, Sense::Maximize),
        plain(3, 3, Sense::Minimize),
        plain(4, 4, Sense::Maximize),
        plain(4, 4, Sense::Minimize),
        instance("case-study/3x3-centre-last.json"),
        parse(
            r#"{"wall": {"rows": 3, "columns": 3}, "sense": "minimize", "constraints": [{"type": "last-round"}]}"#,
        ),
        parse(
            r#"{"wall": {"rows": 3, "columns": 4}, "sense": "minimize", "initial": [4], "constraints": [
                {"type": "window", "cell": 6, "from": 2, "to": 4}, {"type": "window", "cell": 1, "from": 9, "to": 11}]}"#,
        ),
        instance("constraints/all-kinds.json"),
        instance("constraints/partial-wall.json"),
        parse(
            r#"{"wall": {"rows": 3, "columns": 3}, "sense": "minimize", "turns": 6, "bonus": {"column": 7},
                "constraints": [{"type": "before", "first": 2, "then": 6}, {"type": "window", "cell": 7, "from": 1, "to": 3}]}"#,
        ),
    ]
}

#[test]
fn each_family_can_be_dropped_and_so_can_all() {
    for instance in instances() {
        let truth =
            solve(&instance, Method::Graph, &Settings::default()).expect("at most 16 cells");
        let score = truth.outcome.verdict.score();
        assert!(score.is_some());
        let dropped = Family::ALL.iter().map(|&family| BTreeSet::from([family]));
        for families in dropped.chain([Family::all()]) {
            let verdict = without(&instance, &families).outcome.verdict;
            assert_eq!(verdict.status(), "optimal", "without {families:?}");
            assert_eq!(verdict.score(), score, "without {families:?}");
        }
    }
}

/// On the game's own wall, against the frontier.
#[test]
fn each_family_can_be_dropped_on_5x5() {
    for sense in [Sense::Maximize, Sense::Minimize] {
        let instance = plain(5, 5, sense);
        let truth = solve(&instance, Method::Frontier, &Settings::default()).expect("it fits");
        for &family in Family::ALL {
            let verdict = without(&instance, &BTreeSet::from([family]))
                .outcome
                .verdict;
            assert_eq!(verdict.status(), "optimal", "without {family}");
            let score = truth.outcome.verdict.score();
            assert_eq!(verdict.score(), score, "without {family}");
        }
    }
}

/// Every row of a family is left out with it, and nothing else is.
#[test]
fn a_family_is_the_rows_of_its_equations() {
    for instance in instances() {
        let problem = Problem::from(&instance);
        let whole = OrderingFormulation::new(&problem).expect("small");
        for &family in Family::ALL {
            let part = OrderingFormulation::without(&problem, &[family].into()).expect("small");
            let rows = whole.program().rows().iter();
            let (left_out, kept): (Vec<_>, Vec<_>) =
                rows.partition(|row| family.equations().contains(&row.equation));
            let minimum = instance.sense() == Sense::Minimize;
            let for_it = match family {
                Family::RectangleCuts | Family::LineCuts => true,
                Family::BlockCuts => minimum,
                Family::Schedules => {
                    minimum && problem.fills_the_wall() && !instance.constraints().is_empty()
                }
            };
            assert_eq!(!left_out.is_empty(), for_it, "{family}");
            let shown = |ordering: &OrderingFormulation, rows: &[&Row]| {
                let program = ordering.program();
                rows.iter()
                    .map(|row| program.row_formula(row))
                    .collect_vec()
            };
            let rows = part.program().rows().iter().collect_vec();
            assert_eq!(shown(&whole, &kept), shown(&part, &rows), "{family}");
            let columns = whole.program().columns().iter();
            let columns =
                columns.filter(|column| family != Family::Schedules || column.kind() != "w");
            assert!(columns.eq(part.program().columns()), "{family}");
            let objective =
                |of: &OrderingFormulation| of.program().formula(of.program().objective());
            assert_eq!(objective(&whole), objective(&part));
        }
    }
}

#[test]
fn without_rectangle_cuts_their_cycles_are_cut_off_when_they_are_found() {
    let rounds = |families: &[Family]| {
        let families = families.iter().copied().collect();
        let stats = without(&plain(4, 4, Sense::Minimize), &families)
            .outcome
            .stats;
        (stats.rounds, stats.cycle_cuts)
    };
    let (more, cuts) = rounds(&[Family::RectangleCuts, Family::BlockCuts]);
    assert!(
        more > Some(1) && cuts > Some(0),
        "{more:?} rounds, {cuts:?} cuts"
    );
    assert_eq!(rounds(&[Family::BlockCuts]), (Some(1), Some(0)));
}

/// Along a line: the length of the run that a tile makes, or 0 for a start; by walking, cell by cell.
fn along(wall: Wall, filled: Covering, cell: Cell, axis: Axis) -> i64 {
    let reach = |direction| {
        let cells = wall.toward(cell, direction);
        cells.take_while(|&other| filled.contains(other)).count()
    };
    let run = axis.directions().map(reach).iter().sum::<usize>();
    if run == 0 { 0 } else { run as i64 + 1 }
}

/// The block cuts against all orders of a wall, over all of its coverings: as many starts as they allow are reached,
/// and no more. Some cells are filled before the first turn.
#[test]
fn block_cuts_allow_as_many_starts_as_there_can_be() {
    for (rows, columns, initial) in [
        (2, 2, &[][..]),
        (3, 3, &[]),
        (3, 3, &[5]),
        (3, 4, &[1, 6, 7]),
        (2, 7, &[3, 11]),
        (4, 4, &[]),
        (1, 6, &[]),
    ] {
        let instance = Instance::builder(rows, columns, Sense::Minimize)
            .initial(initial.iter().copied())
            .build()
            .expect("valid");
        let problem = Problem::from(&instance);
        let wall = problem.wall();
        let ordering = OrderingFormulation::new(&problem).expect("small");
        let first =
            Covering::from_bits(problem.initial().iter().map(|cell| 1 << cell.index()).sum());
        let order = wall
            .cells()
            .filter(|&cell| !first.contains(cell))
            .collect_vec();
        let values = ordering
            .program()
            .assignment(&Timetable::new(&problem, &order));
        for (row, column) in iproduct!(1..wall.rows(), 1..wall.columns()) {
            let places = iproduct!(row - 1..=row, column - 1..=column);
            let block = places
                .filter_map(|(row, column)| wall.cell(row, column))
                .collect_vec();
            let free = block.iter().filter(|&&cell| !first.contains(cell)).count() as i64;
            let starts = |filled, cell| {
                let start = Axis::ALL
                    .iter()
                    .any(|&axis| along(wall, filled, cell, axis) == 0);
                i64::from(block.contains(&cell) && start)
            };
            let most = -least(wall, first, &|filled, cell| -starts(filled, cell));
            let name = format!("c13_block({})", block[0]);
            let mut rows = ordering.program().rows().iter();
            let Some(cut) = rows.find(|row| row.name == name) else {
                assert_eq!(
                    most, 0,
                    "{wall} {initial:?} {name}: no row, and none is needed"
                );
                continue;
            };
            assert!(most < free, "{wall} {initial:?} {name}");
            if initial.is_empty() {
                assert_eq!(most, 3, "{wall} {name}");
            }
            // Its left side counts the starts of an order.
            let mut filled = first;
            let counted = order.iter().map(|&cell| {
                let start = starts(filled, cell);
                filled = filled.with(cell);
                start
            });
            let slack = cut.right - cut.expression.value(&values);
            assert_eq!(
                slack,
                free - 1 - counted.sum::<i64>(),
                "{wall} {initial:?} {name}"
            );
        }
    }
}

/// The least sum over the moves of an order, over all orders: backwards over all coverings.
fn least(wall: Wall, first: Covering, share: &dyn Fn(Covering, Cell) -> i64) -> i64 {
    let full = (1u128 << wall.len()) - 1;
    let mut rest = vec![0; full as usize + 1];
    for bits in (0..full).rev() {
        let filled = Covering::from_bits(bits);
        if !filled.includes(first) {
            continue;
        }
        let empty = wall.cells().filter(|&cell| !filled.contains(cell));
        let ways = empty.map(|cell| share(filled, cell) + rest[filled.with(cell).bits() as usize]);
        rest[bits as usize] = ways.min().expect("not full");
    }
    rest[first.bits() as usize]
}

/// The bound known beforehand is the maximum and the minimum of every empty wall: of small ones by all orders, of all up to 24×24
/// by the order that the search begins with, scored by the verifier.
#[test]
fn the_bounds_by_lines_and_blocks_are_the_extremes_of_empty_walls() {
    // A wall and its transpose have the same lines: of the large ones, one is enough.
    let walls =
        iproduct!(1..=24, 1..=24).filter(|(rows, columns)| rows <= columns || rows * columns <= 40);
    for (rows, columns) in walls {
        for (sense, sign) in [(Sense::Maximize, -1), (Sense::Minimize, 1)] {
            let name = format!("{rows}×{columns} {sense:?}");
            let instance = plain(rows, columns, sense);
            let problem = Problem::from(&instance);
            let bound = block_bound(&problem).unwrap_or_else(|| line_bound(&problem));
            assert_eq!(u64::from(bound), formula(rows, columns, sense), "{name}");
            let known = by_lines_and_blocks(&problem, &Control::default()).expect("unstopped");
            assert_eq!(known.score, bound, "{name}");
            let start = incumbent(
                &problem,
                known,
                HeuristicOptions::default(),
                &Control::default(),
            )
            .expect("there is one");
            let report = verify(&instance, &start.order);
            assert_eq!((report.score, report.violations), (bound, vec![]), "{name}");
            if rows * columns <= 16 {
                let wall = problem.wall();
                let points = |filled, cell| {
                    let [row, column] = Axis::ALL.map(|axis| along(wall, filled, cell, axis));
                    sign * (row + column).max(1)
                };
                let truth = sign * least(wall, Covering::EMPTY, &points);
                assert_eq!(truth, i64::from(bound), "{name}");
            }
        }
    }
}

/// The two formulas of docs/proofs.md, sections 2 and 3.
fn formula(a: u64, b: u64, sense: Sense) -> u64 {
    let of_line = |n: u64| {
        (1..=n + 1)
            .map(|k| u64::from(k.next_power_of_two().ilog2()))
            .sum::<u64>()
    };
    match sense {
        Sense::Maximize => a * b * (a + b + 2) / 2 - a.max(b),
        Sense::Minimize => a * of_line(b) + b * of_line(a) + (a / 2) * (b / 2) - a * b,
    }
}

/// With some cells filled, lines of which more is known, and a bonus, no order earns less.
#[test]
fn the_bound_by_blocks_keeps_to_what_is_known() {
    let mut met = 0;
    for (initial, first, bonus) in iproduct!(
        [&[][..], &[5], &[1, 3, 8], &[2, 3, 5, 6]],
        [None, Some(9), Some(4)],
        [0, 7]
    ) {
        if first.is_some_and(|first| initial.contains(&first)) {
            continue;
        }
        let mut builder = Instance::builder(3, 4, Sense::Minimize)
            .initial(initial.iter().copied())
            .bonus(Bonus {
                row: bonus,
                ..Bonus::default()
            });
        if let Some(first) = first {
            builder = builder.place_at(first, 12 - initial.len() as u64);
        }
        let instance = builder.build().expect("valid");
        let truth = solve(&instance, Method::Graph, &Settings::default()).expect("12 cells");
        let truth = truth.outcome.verdict.score().expect("an order");
        let bound = block_bound(&Problem::from(&instance)).expect("a whole wall");
        assert!(
            bound <= truth,
            "{initial:?} {first:?} {bonus}: {bound} > {truth}"
        );
        met += usize::from(bound == truth);
    }
    assert!(met >= 8, "{met}");
}

/// 90 and 386 are proven by the frontier and by HiGHS (docs/results.md); on 7×7 the centre is last in every order
/// of the least score.
#[test]
fn the_bound_by_blocks_knows_that_a_last_cell_is_no_start() {
    for (n, least) in [(3, 22), (5, 90), (7, 198), (9, 386), (25, 4470)] {
        let centre_last = Instance::builder(n, n, Sense::Minimize).place_at(n * n / 2 + 1, n * n);
        let problem = Problem::from(&centre_last.build().expect("valid"));
        assert_eq!(block_bound(&problem), Some(least), "{n}×{n}");
    }
}

#[test]
fn there_is_none_for_the_maximum_or_a_short_horizon() {
    assert_eq!(
        block_bound(&Problem::from(&plain(3, 3, Sense::Maximize))),
        None
    );
    let short = Instance::builder(3, 3, Sense::Minimize)
        .turns(8)
        .build()
        .expect("valid");
    assert_eq!(block_bound(&Problem::from(&short)), None);
}

/// All rows with the cuts, for optimal orders: thousands, drawn from all of them.
#[test]
fn no_cut_cuts_off_an_optimal_order() {
    for (size, sense) in iproduct!([4, 5], [Sense::Maximize, Sense::Minimize]) {
        let problem = Problem::from(&plain(size, size, sense));
        let ordering = OrderingFormulation::new(&problem).expect("small");
        let program = ordering.program();
        let orders = optimal_orders(&problem, &Settings::default()).expect("it fits");
        let orders = orders.orders().expect("there are some");
        let mut random = ChaCha8Rng::seed_from_u64(size);
        for _ in 0..2000 {
            let order = orders.sample(|| random.next_u64()).expect("there are some");
            let values = program.assignment(&Timetable::new(&problem, &order));
            for row in program.rows() {
                assert!(row.holds(&values), "{} {order:?}", row.name);
            }
        }
    }
}
