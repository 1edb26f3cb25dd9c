//! Account of the lines of an order, against every order of each line.

use crate::common::{cells, instance, parse, plain};
use azulejo::bounds::{LineCut, line_points};
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::instance::{Instance, Sense};
use azulejo::order::{LineAccounts, Replay, Story};
use azulejo::solve::{Method, Settings, solve};
use azulejo::wall::{Cell, Line};
use itertools::{Itertools, iproduct};

/// Points and number of starts along a line that `cells` fill in turn, from the definition: a tile beside others earns
/// the length of the run through the tile.
fn points_and_starts(length: usize, initial: &[bool], cells: &[usize]) -> (u32, u32) {
    let mut filled = initial.to_vec();
    let (mut points, mut starts) = (0, 0);
    for &cell in cells {
        let left = (0..cell).rev().take_while(|&other| filled[other]).count();
        let right = (cell + 1..length)
            .take_while(|&other| filled[other])
            .count();
        match left + right {
            0 => starts += 1,
            others => points += others as u32 + 1,
        }
        filled[cell] = true;
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

/// Checks an account of lines against every order of every line.
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
        let line_cells = wall
            .cells()
            .filter(|&cell| is_in(instance, account.line, cell));
        let line_cells = line_cells.collect_vec();
        let initial = line_cells
            .iter()
            .map(|cell| instance.initial().contains(cell));
        let initial = initial.collect_vec();
        let place = |cell: &Cell| line_cells.iter().position(|other| other == cell);
        let places = order.iter().filter_map(place).collect_vec();
        let (points, starts) = points_and_starts(line_cells.len(), &initial, &places);
        let triple = (account.filled as usize, account.points, account.starts);
        assert_eq!(triple, (places.len(), points, starts), "{:?}", account.line);

        // Every order of equally many cells of the line, and of all cells for the hull.
        let free = (0..line_cells.len())
            .filter(|&index| !initial[index])
            .collect_vec();
        let results = |count: usize| {
            let orders = free.iter().copied().permutations(count);
            let results =
                orders.map(|places| points_and_starts(line_cells.len(), &initial, &places));
            results.collect_vec()
        };
        let all_points = results(places.len()).into_iter().map(|(points, _)| points);
        let best = match instance.sense() {
            Sense::Maximize => all_points.max(),
            Sense::Minimize => all_points.min(),
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
                let results = results(count).into_iter();
                results.map(move |result| (count, result))
            });
            // A facet touches a reachable point.
            let least = all.map(|(count, result)| side(count, result)).min();
            assert_eq!(least, Some(0), "{cut:?}");
            let side = side(places.len(), (points, starts));
            assert_eq!(i64::from(*slack), side, "{cut:?}");
        }
        assert!(account.tight().count() <= account.cuts.len());
    }
}

#[test]
fn the_account_of_the_lines_agrees_with_every_order_of_each_line() {
    for name in [
        "case-study/3x3-max.json",
        "case-study/3x3-centre-last.json",
        "constraints/all-kinds.json",
    ] {
        let instance = instance(name);
        let answer = solve(&instance, Method::Graph, &Settings::default()).expect("it fits");
        let solution = answer.outcome.verdict.solution().expect(name);
        assert_account(&instance, &solution.order, solution.score);
    }
}

#[test]
fn the_score_of_the_order_of_the_case_study_is_the_sum_of_lines_and_singles() {
    let instance = plain(3, 3, Sense::Maximize);
    let lines = LineAccounts::new(&instance, &cells(&[5, 7, 3, 4, 2, 1, 6, 8, 9]));
    assert_eq!((lines.points(), lines.singles, lines.bonus), (30, 3, 0));
    assert_eq!((lines.best(), lines.lost()), (Some(30), Some(0)));
    // A line of 3 earns 2 + 3 with one start.
    let starts_and_points = lines.lines.iter().map(|line| (line.starts, line.points));
    let starts_and_points = starts_and_points.collect_vec();
    assert!(
        starts_and_points.iter().all(|pair| *pair == (1, 5)),
        "{starts_and_points:?}"
    );
    // Row by row every line has one start as well, but only in the corner two starts meet in a single.
    let by_rows = LineAccounts::new(&instance, &cells(&[1, 2, 3, 4, 5, 6, 7, 8, 9]));
    assert_eq!((by_rows.points(), by_rows.singles), (30, 1));
    assert_eq!(by_rows.lost(), Some(0));
}

/// A row that grows from one end earns 2 + 3 points. A row with its ends first earns points only for the last tile.
#[test]
fn a_line_has_a_loss_to_its_best_order_and_a_tight_cut() {
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

/// Longer lines have no list of the points of their orders, unless the orders fill the line.
#[test]
fn points_of_orders_of_a_line_are_listed_up_to_a_length() {
    let list = |length, whole| line_points(&vec![false; length], whole, Sense::Maximize);
    assert!(list(16, false).is_some() && list(17, false).is_none());
    assert!(list(17, true).is_some());
}

/// The cost of the turns in a line is the loss of the line, for random orders.
#[test]
fn the_costs_of_turns_are_the_losses_of_lines() {
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
                let line_costs = story.costs.iter().flat_map(|cost| &cost.lines);
                let line_costs = line_costs.filter(|(line, _)| *line == account.line);
                let cost: u32 = line_costs.map(|(_, points)| points).sum();
                let label = format!("{json}: {order:?}: {}", account.line);
                assert_eq!(Some(cost), account.lost(), "{label}");
                let in_line = |cell: &Cell| is_in(&instance, account.line, *cell);
                let turns = order.iter().positions(in_line).collect_vec();
                let initial = instance.initial().iter().filter(|cell| in_line(cell));
                let all = instance.wall().cells().filter(in_line);
                let last = turns.last().map_or(0, |index| index + 1);
                let filled = turns.len() + initial.count();
                let expected = (filled == all.count()).then_some(last);
                assert_eq!(*complete, expected, "{label}");
            }
            let dearest = story.costs.iter().map(|cost| cost.points()).max();
            assert_eq!(story.costliest().map(|cost| cost.points()), dearest);
        }
    }
}
