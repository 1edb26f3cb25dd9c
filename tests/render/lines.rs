//! Account of the lines of an order, against every order of each line.

use crate::common::{cells, instance, parse, plain};
use azulejo::bounds::{LineCut, line_points};
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::instance::{Instance, Sense};
use azulejo::order::{LineAccounts, Replay, Story};
use azulejo::solve::{Method, Settings, solve};
use azulejo::wall::{Cell, Line};
use itertools::{Itertools, iproduct};

/// The points of the order along a line that all of `placed` fill in turn, and its number of starts, cell by cell from the
/// definition: a tile beside others earns the run through it.
fn along(length: usize, initial: &[bool], placed: &[usize]) -> (u32, u32) {
    let mut filled = initial.to_vec();
    let (mut points, mut starts) = (0, 0);
    for &at in placed {
        let left = (0..at).rev().take_while(|&other| filled[other]).count();
        let right = (at + 1..length).take_while(|&other| filled[other]).count();
        match left + right {
            0 => starts += 1,
            others => points += others as u32 + 1,
        }
        filled[at] = true;
    }
    (points, starts)
}

/// Whether a cell is in a line.
fn is_in(instance: &Instance, line: Line, cell: Cell) -> bool {
    match line {
        Line::Row(row) => instance.wall().row_of(cell) == row as usize,
        Line::Column(column) => instance.wall().column_of(cell) == column as usize,
    }
}

/// Checks an account against every order of every line.
pub(crate) fn assert_account<T: Copy + Into<Option<Cell>>>(
    instance: &Instance,
    order: &[T],
    score: u32,
) {
    let order: Vec<Cell> = azulejo::order::Order::from(order).cells().collect();
    let order = &order[..];
    let wall = instance.wall();
    let lines = LineAccounts::new(instance, order);
    assert_eq!(lines.score(), score);
    assert_eq!(lines.lines.len(), wall.rows() + wall.columns());
    for account in &lines.lines {
        let of_line = wall
            .cells()
            .filter(|&cell| is_in(instance, account.line, cell));
        let of_line = of_line.collect_vec();
        let initial = of_line.iter().map(|cell| instance.initial().contains(cell));
        let initial = initial.collect_vec();
        let place = |cell: &Cell| of_line.iter().position(|other| other == cell);
        let placed = order.iter().filter_map(place).collect_vec();
        let (points, starts) = along(of_line.len(), &initial, &placed);
        let told = (account.filled as usize, account.points, account.starts);
        assert_eq!(told, (placed.len(), points, starts), "{:?}", account.line);

        // Every order of as many cells of the line, and of all cells for the hull.
        let free = (0..of_line.len()).filter(|&at| !initial[at]).collect_vec();
        let reached = |count: usize| {
            let orders = free.iter().copied().permutations(count);
            let reached = orders.map(|placed| along(of_line.len(), &initial, &placed));
            reached.collect_vec()
        };
        let alone = reached(placed.len()).into_iter().map(|(points, _)| points);
        let best = match instance.sense() {
            Sense::Maximize => alone.max(),
            Sense::Minimize => alone.min(),
        };
        assert_eq!(account.best, best, "{:?}", account.line);
        let whole = instance.horizon() + instance.initial().len() == wall.len();
        let least = if whole { free.len() } else { 0 };
        let counts = least..=free.len();
        for (cut, slack) in &account.cuts {
            let side = |filled: usize, (points, starts): (u32, u32)| {
                cut.points * i64::from(points)
                    + cut.starts * i64::from(starts)
                    + cut.filled * filled as i64
                    - cut.right
            };
            let all = counts.clone().flat_map(|count| {
                let reached = reached(count).into_iter();
                reached.map(move |it| (count, it))
            });
            // A facet touches what can be reached.
            let least = all.map(|(count, it)| side(count, it)).min();
            assert_eq!(least, Some(0), "{cut:?}");
            let side = side(placed.len(), (points, starts));
            assert_eq!(i64::from(*slack), side, "{cut:?}");
        }
        assert!(account.tight().count() <= account.cuts.len());
    }
}

#[test]
fn the_account_of_the_lines_is_that_of_every_order_of_each_line() {
    for name in [
        "case-study/3x3-max.json",
        "case-study/3x3-centre-last.json",
        "constraints/all-kinds.json",
    ] {
        let instance = instance(name);
        let found = solve(&instance, Method::Graph, &Settings::default()).expect("it fits");
        let solution = found.outcome.verdict.solution().expect(name);
        assert_account(&instance, &solution.order, solution.score);
    }
}

#[test]
fn the_score_of_the_case_studys_order_falls_into_lines_and_singles() {
    let instance = plain(3, 3, Sense::Maximize);
    let lines = LineAccounts::new(&instance, &cells(&[5, 7, 3, 4, 2, 1, 6, 8, 9]));
    assert_eq!((lines.points(), lines.singles, lines.bonus), (30, 3, 0));
    assert_eq!((lines.best(), lines.lost()), (Some(30), Some(0)));
    // A line of 3 earns 2 + 3 with one start.
    let all = lines.lines.iter().map(|line| (line.starts, line.points));
    let all = all.collect_vec();
    assert!(all.iter().all(|account| *account == (1, 5)), "{all:?}");
    // Row by row every line has one start as well, but they meet in a single only in the corner.
    let by_rows = LineAccounts::new(&instance, &cells(&[1, 2, 3, 4, 5, 6, 7, 8, 9]));
    assert_eq!((by_rows.points(), by_rows.singles), (30, 1));
    assert_eq!(by_rows.lost(), Some(0));
}

/// 2 + 3 points, if the row grows from one end. Where its ends come first, only the last tile earns points in it.
#[test]
fn a_line_loses_points_to_its_best_and_some_cut_says_so() {
    let row = plain(1, 3, Sense::Maximize);
    for (order, points, lost) in [([1, 2, 3], 5, 0), ([1, 3, 2], 3, 2)] {
        let lines = LineAccounts::new(&row, &cells(&order));
        assert_eq!((lines.points(), lines.lost()), (points, Some(lost)));
        let account = &lines.lines[0];
        assert_eq!(account.lost(), Some(lost));
        let starts = i64::from(account.starts);
        let is_tight = |cut: &LineCut| {
            cut.points * i64::from(points) + cut.starts * starts + cut.filled * 3 == cut.right
        };
        let tight = account.cuts.iter().filter(|(cut, _)| is_tight(cut));
        assert!(account.tight().eq(tight.map(|(cut, _)| cut)));
        assert!(account.tight().next().is_some(), "{order:?}");
    }
}

/// Of a line of more cells, what its orders reach is not listed, unless they fill it.
#[test]
fn what_orders_of_a_line_reach_is_listed_up_to_a_length() {
    let listed = |length, whole| line_points(&vec![false; length], whole, Sense::Maximize);
    assert!(listed(16, false).is_some() && listed(17, false).is_none());
    assert!(listed(17, true).is_some());
}

/// The cost of the turns in a line is the line's loss, of orders drawn at random.
#[test]
fn what_turns_cost_is_what_lines_lose() {
    let wall = r#"{"wall": {"rows": 4, "columns": 5}, "sense": "#;
    let (whole, short) = ("", r#", "initial": [2, 11], "turns": 9"#);
    let mut rng = ChaCha8Rng::seed_from_u64(36);
    for (rest, sense) in iproduct!([whole, short], ["maximize", "minimize"]) {
        let json = format!("{wall}\"{sense}\"{rest}}}");
        let instance = parse(&json);
        let cells = instance.wall().cells();
        let cells = cells
            .filter(|cell| !instance.initial().contains(cell))
            .collect_vec();
        for _ in 0..50 {
            let mut free = cells.clone();
            let mut draw = || free.swap_remove(below(&mut rng, free.len() as u32) as usize);
            let order = (0..instance.horizon()).map(|_| draw()).collect_vec();
            let replay = Replay::new(&instance, &order).expect("every tile has a place");
            let story = Story::new(&replay);
            for (account, complete) in story.accounts.lines.iter().zip(&story.complete) {
                let of_line = story.costs.iter().flat_map(|cost| &cost.lines);
                let of_line = of_line.filter(|(line, _)| *line == account.line);
                let cost: u32 = of_line.map(|(_, points)| points).sum();
                let of = format!("{json}: {order:?}: {}", account.line);
                assert_eq!(Some(cost), account.lost(), "{of}");
                let in_line = |cell: &Cell| is_in(&instance, account.line, *cell);
                let turns = order.iter().positions(in_line).collect_vec();
                let initial = instance.initial().iter().filter(|cell| in_line(cell));
                let all = instance.wall().cells().filter(in_line);
                let last = turns.last().map_or(0, |index| index + 1);
                let filled = turns.len() + initial.count();
                let expected = (filled == all.count()).then_some(last);
                assert_eq!(*complete, expected, "{of}");
            }
            let dearest = story.costs.iter().map(|cost| cost.points()).max();
            assert_eq!(story.costliest().map(|cost| cost.points()), dearest);
        }
    }
}
