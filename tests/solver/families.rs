//! The ordering formulation without some of its cuts: the same optimum.

use crate::common::{bonus, built, constrained, instance, plain, stated};
use crate::kit::{proven, with};
use azulejo::bounds::block_bound;
use azulejo::formulation::{Families, Family, Formulation, OrderingFormulation, Row, Timetable};
use azulejo::instance::{Instance, Sense};
use azulejo::milp::MilpOptions;
use azulejo::outcome::Outcome;
use azulejo::problem::Problem;
use azulejo::solve::{Method, Settings, optimal_orders, solve};
use azulejo::wall::{Axis, Cell, Covering, Wall};
use itertools::{Itertools, iproduct};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

fn without(instance: &Instance, families: &Families) -> Outcome {
    let settings = with(MilpOptions {
        without: families.clone(),
        ..MilpOptions::default()
    });
    let answer = solve(instance, Method::Ordering, &settings);
    answer.expect("it fits").outcome
}

fn instances() -> Vec<Instance> {
    let windows = r#""initial": [4], "constraints": [
        {"type": "window", "cell": 6, "from": 2, "to": 4}, {"type": "window", "cell": 1, "from": 9, "to": 11}]"#;
    let short = r#""turns": 6, "bonus": {"column": 7}, "constraints": [
        {"type": "before", "first": 2, "then": 6}, {"type": "window", "cell": 7, "from": 1, "to": 3}]"#;
    vec![
        plain(3, 3, Sense::Maximize),
        plain(3, 3, Sense::Minimize),
        plain(4, 4, Sense::Maximize),
        plain(4, 4, Sense::Minimize),
        instance("case-study/3x3-centre-last.json"),
        constrained(3, 3, Sense::Minimize, r#"{"type": "last-round"}"#),
        stated(3, 4, Sense::Minimize, windows),
        instance("constraints/all-kinds.json"),
        instance("constraints/partial-wall.json"),
        stated(3, 3, Sense::Minimize, short),
    ]
}

/// Without each of some sets of families, the ordering formulation has the best score that a method proves.
fn assert_dropped(instance: &Instance, method: Method, sets: impl Iterator<Item = Families>) {
    let score = proven(instance, method);
    assert!(score.is_some());
    for families in sets {
        let verdict = without(instance, &families).verdict;
        let result = (verdict.status(), verdict.score());
        assert_eq!(result, ("optimal", score), "without {families:?}");
    }
}

fn each_family() -> impl Iterator<Item = Families> {
    Family::ALL.iter().map(|&family| Families::from([family]))
}

#[test]
fn each_family_can_be_dropped_and_so_can_all() {
    for instance in instances() {
        let sets = each_family().chain([Family::all()]);
        assert_dropped(&instance, Method::Graph, sets);
    }
}

/// On the game's own wall, against the frontier.
#[test]
fn each_family_can_be_dropped_on_5x5() {
    for sense in [Sense::Maximize, Sense::Minimize] {
        assert_dropped(&plain(5, 5, sense), Method::Frontier, each_family());
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
            let (family_rows, other_rows): (Vec<_>, Vec<_>) =
                rows.partition(|row| family.equations().contains(&row.equation));
            let minimum = instance.sense() == Sense::Minimize;
            let has_rows = match family {
                Family::RectangleCuts | Family::LineCuts => true,
                Family::BlockCuts => minimum,
                Family::Schedules => {
                    minimum && problem.fills_the_wall() && !instance.constraints().is_empty()
                }
            };
            assert_eq!(!family_rows.is_empty(), has_rows, "{family}");
            let formulas = |ordering: &OrderingFormulation, rows: &[&Row]| {
                let rows = rows.iter().map(|row| ordering.program().row_formula(row));
                rows.collect_vec()
            };
            let rows = part.program().rows().iter().collect_vec();
            assert_eq!(
                formulas(&whole, &other_rows),
                formulas(&part, &rows),
                "{family}"
            );
            let stays = |kind: &str| family != Family::Schedules || kind != "w";
            let columns = whole.program().columns().iter();
            let columns = columns.filter(|column| stays(column.kind()));
            assert!(columns.eq(part.program().columns()), "{family}");
            let objective = |ordering: &OrderingFormulation| {
                ordering.program().formula(ordering.program().objective())
            };
            assert_eq!(objective(&whole), objective(&part));
        }
    }
}

#[test]
fn without_rectangle_cuts_their_cycles_are_cut_off_when_they_are_found() {
    let rounds = |families: &[Family]| {
        let families = families.iter().copied().collect();
        let stats = without(&plain(4, 4, Sense::Minimize), &families).stats;
        (stats.rounds, stats.cycle_cuts)
    };
    let (round_count, cuts) = rounds(&[Family::RectangleCuts, Family::BlockCuts]);
    let has_both = round_count > Some(1) && cuts > Some(0);
    assert!(has_both, "{round_count:?} rounds, {cuts:?} cuts");
    assert_eq!(rounds(&[Family::BlockCuts]), (Some(1), Some(0)));
}

/// Whether a tile has no filled neighbour along its row or along its column.
fn is_start(wall: Wall, filled: Covering, cell: Cell) -> bool {
    let is_beside = |direction| {
        let mut cells = wall.toward(cell, direction);
        cells.next().is_some_and(|other| filled.contains(other))
    };
    let mut axes = Axis::ALL.iter();
    axes.any(|axis| !axis.directions().into_iter().any(is_beside))
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
        let builder = Instance::builder(rows, columns, Sense::Minimize);
        let instance = built(builder.initial(initial.iter().copied()));
        let problem = Problem::from(&instance);
        let wall = problem.wall();
        let ordering = OrderingFormulation::new(&problem).expect("small");
        let first =
            Covering::from_bits(problem.initial().iter().map(|cell| 1 << cell.index()).sum());
        let order = wall.cells().filter(|&cell| !first.contains(cell));
        let order = order.collect_vec();
        let timetable = Timetable::new(&problem, &order);
        let values = ordering.program().assignment(&timetable);
        for (row, column) in iproduct!(1..wall.rows(), 1..wall.columns()) {
            let places = iproduct!(row - 1..=row, column - 1..=column);
            let block = places.filter_map(|(row, column)| wall.cell(row, column));
            let block = block.collect_vec();
            let free = block.iter().filter(|&&cell| !first.contains(cell)).count() as i64;
            let starts = |filled, cell| {
                let is_start = is_start(wall, filled, cell);
                i64::from(block.contains(&cell) && is_start)
            };
            let maximum = maximum_sum(wall, first, &starts);
            let name = format!("c13_block({})", block[0]);
            let context = format!("{wall} {initial:?} {name}");
            let mut rows = ordering.program().rows().iter();
            let Some(cut) = rows.find(|row| row.name == name) else {
                assert_eq!(maximum, 0, "{context}: no row, and none is needed");
                continue;
            };
            assert!(maximum < free, "{context}");
            assert!(maximum == 3 || !initial.is_empty(), "{context}");
            // Its left side counts the starts of an order.
            let mut filled = first;
            let start_counts = order.iter().map(|&cell| {
                let start = starts(filled, cell);
                filled = filled.with(cell);
                start
            });
            let slack = cut.right - cut.expression.value(&values);
            let expected = free - 1 - start_counts.sum::<i64>();
            assert_eq!(slack, expected, "{context}");
        }
    }
}

/// The greatest sum over the moves of an order, over all orders: backwards over all coverings.
fn maximum_sum(wall: Wall, first: Covering, share: &dyn Fn(Covering, Cell) -> i64) -> i64 {
    let full = (1u128 << wall.len()) - 1;
    let mut rest = vec![0; full as usize + 1];
    for bits in (0..full).rev() {
        let filled = Covering::from_bits(bits);
        if !filled.includes(first) {
            continue;
        }
        let empty = wall.cells().filter(|&cell| !filled.contains(cell));
        let ways = empty.map(|cell| share(filled, cell) + rest[filled.with(cell).bits() as usize]);
        rest[bits as usize] = ways.max().expect("not full");
    }
    rest[first.bits() as usize]
}

/// With some cells filled, lines of which more is known, and a bonus, no order earns less.
#[test]
fn the_bound_by_blocks_is_valid_with_tiles_last_cells_and_bonuses() {
    let mut tight_bounds = 0;
    for (initial, first, points) in iproduct!(
        [&[][..], &[5], &[1, 3, 8], &[2, 3, 5, 6]],
        [None, Some(9), Some(4)],
        [0, 7]
    ) {
        if first.is_some_and(|first| initial.contains(&first)) {
            continue;
        }
        let builder = Instance::builder(3, 4, Sense::Minimize).bonus(bonus(points, 0, 0));
        let builder = builder.initial(initial.iter().copied());
        let turns = 12 - initial.len() as u64;
        let instance = built(match first {
            Some(first) => builder.place_at(first, turns),
            None => builder,
        });
        let truth = proven(&instance, Method::Graph).expect("an order");
        let bound = block_bound(&Problem::from(&instance)).expect("a whole wall");
        assert!(bound <= truth, "{instance:?}: {bound} > {truth}");
        tight_bounds += usize::from(bound == truth);
    }
    assert!(tight_bounds >= 8, "{tight_bounds}");
}

#[test]
fn the_bound_by_blocks_is_none_for_the_maximum_or_a_short_horizon() {
    let short = built(Instance::builder(3, 3, Sense::Minimize).turns(8));
    for instance in [plain(3, 3, Sense::Maximize), short] {
        assert_eq!(block_bound(&Problem::from(&instance)), None);
    }
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
