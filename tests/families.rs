//! The ordering formulation without some of its cuts: the same optimum.
#![cfg(feature = "highs")]

mod common;

use azulejo::control::Control;
use azulejo::formulation::{Family, Formulation, Ordering, Timetable, across_least, strip_least};
use azulejo::frontier::OptimalOrders;
use azulejo::instance::{Instance, Sense};
use azulejo::problem::Problem;
use azulejo::solve::{Answer, Method, solve};
use azulejo::wall::{Axis, Cell, Covering, Wall};
use common::{instance, parse, plain};
use itertools::Itertools;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::BTreeSet;

fn without(instance: &Instance, families: &BTreeSet<Family>) -> Answer {
    let control = Control {
        without: families.clone(),
        ..Control::default()
    };
    solve(instance, Method::Ordering, &control).expect("it fits")
}

fn instances() -> Vec<Instance> {
    vec![
        plain(3, 3, Sense::Maximize),
        plain(3, 3, Sense::Minimize),
        plain(4, 4, Sense::Maximize),
        plain(4, 4, Sense::Minimize),
        instance("case-study/3x3-centre-last.json"),
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
        let truth = solve(&instance, Method::Graph, &Control::default()).expect("at most 16 cells");
        let score = truth.outcome.verdict.score();
        assert!(score.is_some());
        let dropped = Family::ALL.map(|family| BTreeSet::from([family]));
        for families in dropped.into_iter().chain([Family::all()]) {
            let verdict = without(&instance, &families).outcome.verdict;
            assert_eq!(verdict.status(), "optimal", "without {families:?}");
            assert_eq!(verdict.score(), score, "without {families:?}");
        }
    }
}

/// What is left out is left out, and nothing else is.
#[test]
fn a_family_is_the_rows_of_its_equations() {
    for instance in instances() {
        let problem = Problem::from(&instance);
        let whole = Ordering::new(&problem).expect("small");
        for (family, numbers) in [
            (Family::RectangleCuts, &["2"][..]),
            (Family::LineCuts, &["6"]),
            (Family::StripCuts, &["13", "14"]),
        ] {
            let part = Ordering::without(&problem, &[family].into()).expect("small");
            let rows = whole.program().rows().iter();
            let (left_out, kept): (Vec<_>, Vec<_>) =
                rows.partition(|row| numbers.contains(&row.equation.number));
            let for_it = family != Family::StripCuts
                || instance.sense() == Sense::Minimize && problem.fills_the_wall();
            assert_eq!(!left_out.is_empty(), for_it, "{family}");
            assert!(kept.into_iter().eq(part.program().rows()), "{family}");
            assert_eq!(whole.program().columns(), part.program().columns());
            assert_eq!(whole.program().objective(), part.program().objective());
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
    let (more, cuts) = rounds(&[Family::RectangleCuts, Family::StripCuts]);
    assert!(
        more > Some(1) && cuts > Some(0),
        "{more:?} rounds, {cuts:?} cuts"
    );
    assert_eq!(rounds(&[Family::StripCuts]), (Some(1), Some(0)));
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

/// What the tiles of a move add to the left-hand sides of the strip cuts of strips along rows: of those of
/// its strip and of its column.
fn strip_shares(wall: Wall, filled: Covering, cell: Cell) -> (i64, i64) {
    let [in_row, in_column] = Axis::ALL.map(|axis| along(wall, filled, cell, axis));
    let row = wall.row_of(cell);
    let beside = |other: Option<usize>| {
        let other = other.and_then(|other| wall.cell(other, wall.column_of(cell)));
        other.is_some_and(|other| filled.contains(other))
    };
    let above = row.checked_sub(1);
    let below = Some(row + 1);
    let (partner, outsider) = if row.is_multiple_of(2) {
        (below, above)
    } else {
        (above, below)
    };
    let seems = i64::from(!beside(partner) && beside(outsider));
    let single = i64::from(in_row == 0 && in_column == 0);
    (in_row + single + seems, in_column - seems)
}

/// The strip cuts against all orders of a wall, over all of its coverings: none earns less than they say, and
/// some order of the wall earns no more, so that none of them could say more.
#[test]
fn strip_cuts_are_what_the_orders_of_a_whole_wall_earn_at_least() {
    for (rows, columns) in [(2, 2), (3, 3), (4, 4), (3, 5), (5, 3), (2, 7), (1, 6)] {
        let wall = Wall::new(rows, columns).expect("small");
        let least = |share: &dyn Fn(Covering, Cell) -> i64| {
            let full = (1u128 << wall.len()) - 1;
            let mut rest = vec![0; full as usize + 1];
            for bits in (0..full).rev() {
                let filled = Covering::from_bits(bits);
                let empty = wall.cells().filter(|&cell| !filled.contains(cell));
                let ways =
                    empty.map(|cell| share(filled, cell) + rest[filled.with(cell).bits() as usize]);
                rest[bits as usize] = ways.min().expect("not full");
            }
            rest[0]
        };
        for strip in 0..wall.rows().div_ceil(2) {
            let found = least(&|filled, cell| match wall.row_of(cell) / 2 == strip {
                true => strip_shares(wall, filled, cell).0,
                false => 0,
            });
            let lines = (wall.rows() - 2 * strip).min(2);
            let said = strip_least(&vec![vec![false; wall.columns()]; lines]);
            assert!(
                said.is_some_and(|said| said <= found),
                "{wall} strip {strip}"
            );
        }
        let column = least(&|filled, cell| match wall.column_of(cell) {
            0 => strip_shares(wall, filled, cell).1,
            _ => 0,
        });
        assert_eq!(
            across_least(&vec![false; wall.rows()]),
            Some(column),
            "{wall}"
        );
    }
}

/// All rows with the cuts, for optimal orders: thousands, drawn from all of them.
#[test]
fn no_cut_cuts_off_an_optimal_order() {
    for (size, sense) in itertools::iproduct!([4, 5], [Sense::Maximize, Sense::Minimize]) {
        let problem = Problem::from(&plain(size, size, sense));
        let ordering = Ordering::new(&problem).expect("small");
        let program = ordering.program();
        let orders = OptimalOrders::new(&problem, &Control::default()).expect("it fits");
        let orders = orders.expect("nobody stops it").expect("there are some");
        let mut random = ChaCha8Rng::seed_from_u64(size);
        for _ in 0..2000 {
            let order = orders.sample(|| random.next_u64());
            let values = program.assignment(&Timetable::new(&problem, &order));
            for row in program.rows() {
                assert!(row.holds(&values), "{} {order:?}", row.name);
            }
        }
    }
}

#[test]
fn names_of_families_are_unique() {
    assert!(Family::ALL.iter().map(|family| family.name()).all_unique());
}
