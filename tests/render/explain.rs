//! Course of a solve: the histories, the account of the lines, and the pictures of both.

use crate::common::{cells, instance, parse, plain, random_instance};
use azulejo::bounds::{LineCut, line_bound, line_points};
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::instance::{Instance, Sense};
#[cfg(feature = "highs")]
use azulejo::milp::MilpOptions;
use azulejo::order::{LineAccounts, Replay, Story};
use azulejo::outcome::Verdict;
use azulejo::outcome::{History, LayerHistory};
use azulejo::problem::{Problem, Unfit};
use azulejo::render::{explain, plot};
use azulejo::schema;
use azulejo::solve::{Answer, Beside, Method, Settings, SolveError, solve};
use azulejo::wall::{Cell, Line};
use itertools::Itertools;
use proptest::prelude::*;

fn answer(instance: &Instance, method: Method) -> Answer {
    solve(instance, method, &Settings::default()).expect("it fits")
}

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

/// Checks an account against every order of every line.
fn assert_account<T: Copy + Into<Option<Cell>>>(instance: &Instance, order: &[T], score: u32) {
    let order: Vec<Cell> = azulejo::order::Order::from(order).cells().collect();
    let order = &order[..];
    let wall = instance.wall();
    let lines = LineAccounts::new(instance, order);
    assert_eq!(lines.score(), score);
    assert_eq!(lines.lines.len(), wall.rows() + wall.columns());
    for account in &lines.lines {
        let of_line: Vec<Cell> = match account.line {
            Line::Row(row) => wall
                .cells()
                .filter(|&cell| wall.row_of(cell) == row as usize)
                .collect(),
            Line::Column(column) => wall
                .cells()
                .filter(|&cell| wall.column_of(cell) == column as usize)
                .collect(),
        };
        let initial = of_line
            .iter()
            .map(|cell| instance.initial().contains(cell))
            .collect_vec();
        let place = |cell: &Cell| of_line.iter().position(|other| other == cell);
        let placed = order.iter().filter_map(place).collect_vec();
        let (points, starts) = along(of_line.len(), &initial, &placed);
        let told = (account.filled as usize, account.points, account.starts);
        assert_eq!(told, (placed.len(), points, starts), "{:?}", account.line);

        // Every order of as many cells of the line, and of all cells for the hull.
        let free = (0..of_line.len()).filter(|&at| !initial[at]).collect_vec();
        let reached = |count: usize| {
            let orders = free.iter().copied().permutations(count);
            orders
                .map(|placed| along(of_line.len(), &initial, &placed))
                .collect_vec()
        };
        let alone = reached(placed.len()).into_iter().map(|(points, _)| points);
        let best = match instance.sense() {
            Sense::Maximize => alone.max(),
            Sense::Minimize => alone.min(),
        };
        assert_eq!(account.best, best, "{:?}", account.line);
        let whole = instance.horizon() + instance.initial().len() == wall.len();
        let counts = if whole {
            free.len()..=free.len()
        } else {
            0..=free.len()
        };
        for (cut, slack) in &account.cuts {
            let side = |filled: usize, (points, starts): (u32, u32)| {
                cut.points * i64::from(points)
                    + cut.starts * i64::from(starts)
                    + cut.filled * filled as i64
                    - cut.right
            };
            let all = counts
                .clone()
                .flat_map(|count| reached(count).into_iter().map(move |it| (count, it)));
            let least = all.map(|(count, it)| side(count, it)).min();
            assert_eq!(
                least,
                Some(0),
                "a facet touches what can be reached: {cut:?}"
            );
            assert_eq!(
                i64::from(*slack),
                side(placed.len(), (points, starts)),
                "{cut:?}"
            );
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
        let found = answer(&instance, Method::Graph);
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
    assert!(
        all.clone().all(|account| account == (1, 5)),
        "{:?}",
        all.collect_vec()
    );
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn the_account_holds_for_random_instances(instance in random_instance(8)) {
        let found = answer(&instance, Method::Graph);
        if let Some(solution) = found.outcome.verdict.solution() {
            assert_account(&instance, &solution.order, solution.score);
        }
        prop_assert!(!explain::text(&instance, &found).is_empty());
        assert_picture(&instance, &found);
    }
}

fn layers_of(found: &Answer) -> &LayerHistory {
    match &found.outcome.history {
        History::Layers(history) => history,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_layers_are_those_that_were_counted() {
    let instance = plain(3, 3, Sense::Minimize);
    let graph = answer(&instance, Method::Graph);
    let states = layers_of(&graph)
        .layers
        .iter()
        .map(|layer| layer.states)
        .collect_vec();
    assert_eq!(
        states,
        [1, 9, 36, 84, 126, 126, 84, 36, 9, 1],
        "all sets of cells can be reached"
    );
    let frontier = answer(&instance, Method::Frontier);
    let history = layers_of(&frontier);
    let states: u64 = history.layers.iter().map(|layer| layer.states).sum();
    assert_eq!(Some(states as usize), frontier.outcome.stats.coverings);
    assert_eq!((history.symmetries, history.start), (8, Some(22)));
    let lines = line_bound(&Problem::from(&instance));
    assert!((lines..=22).contains(&history.bound), "{}", history.bound);
    for layer in &history.layers {
        assert!(
            layer.states >= 1 && u128::from(layer.states) <= layer.all,
            "{layer:?}"
        );
    }
    let text = explain::text(&instance, &frontier);
    assert!(
        text.contains("An order of score 22 is known from the start"),
        "{text}"
    );
    assert!(
        text.contains(&format!("{states} classes were gone through, of 512 sets")),
        "{text}"
    );
}

#[test]
fn a_search_that_is_stopped_tells_the_layers_so_far() {
    let settings = Settings::default();
    settings
        .control
        .stop
        .store(true, std::sync::atomic::Ordering::Relaxed);
    let instance = Instance::builder(5, 5, Sense::Minimize).rounds();
    let instance = instance.build().expect("valid");
    let found = solve(&instance, Method::Frontier, &settings).expect("it fits");
    assert_eq!(
        layers_of(&found).layers.len(),
        1,
        "the covering before turn 1"
    );
    assert!(explain::text(&instance, &found).contains("it was stopped early"));
    assert_picture(&instance, &found);
    // The order of the diagonal is proven by the bound alone.
    let instance = plain(5, 5, Sense::Maximize);
    let found = solve(&instance, Method::Frontier, &settings).expect("it fits");
    assert_eq!(found.outcome.verdict.status(), "optimal");
    let text = explain::text(&instance, &found);
    assert!(
        text.ends_with("and its score equals the bound by lines, before any search."),
        "{text}"
    );
}

/// The picture is well-formed, and says what it is about.
fn assert_picture(instance: &Instance, found: &Answer) {
    let svg = plot::svg(instance, found).expect("it is drawn");
    let mut open = Vec::new();
    let mut rest = svg.as_str();
    while let Some(at) = rest.find('<') {
        let (text, tag) = rest.split_at(at);
        assert!(
            !text.contains('>') && !text.contains("NaN") && !text.contains("inf "),
            "{text}"
        );
        let end = tag.find('>').expect("tags end");
        let inner = &tag[1..end];
        assert_eq!(inner.matches('"').count() % 2, 0, "{inner}");
        assert!(!inner.contains("NaN"), "{inner}");
        match inner.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "tags nest"),
            None if inner.ends_with('/') => {}
            None => open.push(inner.split(' ').next().expect("a name")),
        }
        rest = &tag[end + 1..];
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} {rest}");
    assert!(
        svg.starts_with("<svg ") && svg.contains(r##"fill="#FFFFFF""##),
        "a background of its own"
    );
    let (axes, keys): (&[&str], &[&str]) = match &found.outcome.history {
        History::Milp(_) => (&["seconds", "score"], &["no order scores"]),
        History::Layers(_) | History::Bound(_) => {
            (&["tiles"], &["sets of so many cells", "gone through"])
        }
    };
    for words in axes.iter().chain(keys) {
        assert!(svg.contains(words), "{words}: {svg}");
    }
    if let Verdict::Optimal { solution, .. } = &found.outcome.verdict {
        assert!(svg.contains(&format!("{} proven", solution.score)), "{svg}");
    }
}

#[test]
fn pictures_hold_no_more_of_a_name_than_xml_can() {
    let text =
        r#"{"name": "a<b>&\"c\u0007", "wall": {"rows": 1, "columns": 1}, "sense": "maximize"}"#;
    let instance = parse(text);
    let found = answer(&instance, Method::Graph);
    assert_picture(&instance, &found);
    let svg = plot::svg(&instance, &found).expect("it is drawn");
    assert!(svg.contains("a&lt;b&gt;&amp;&quot;c\u{fffd}"), "{svg}");
}

#[test]
fn an_answer_stands_where_what_is_said_beside_it_fails() {
    let instance = plain(3, 3, Sense::Maximize);
    let found = answer(&instance, Method::Frontier);
    let failure = || {
        SolveError::from(Unfit {
            taker: "the state graph takes",
            what: "empty cells",
            limit: 16,
            size: 17,
        })
    };
    let beside = Beside {
        cross_check: Some(Err(failure())),
        conflict: Some(Err(failure())),
        price: None,
        costs: Vec::new(),
    };
    let text = schema::pretty(&schema::Solve::new(&instance, &found, &beside, false));
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(
        (&json["status"], &json["score"]),
        (&"optimal".into(), &33.into())
    );
    for key in ["cross_check", "conflict"] {
        let error = json[key]["error"].as_str().expect("it is told");
        assert!(error.contains("at most 16 empty cells"), "{error}");
    }
}

#[cfg(feature = "highs")]
mod highs {
    use super::*;
    use azulejo::formulation::{Family, Kind};
    use azulejo::outcome::{MilpHistory, Proof, Unfinished};
    use azulejo::render::proof;
    use std::time::Duration;

    /// With them the bound of the minimum is the optimum before anything is solved.
    fn without_block_cuts() -> MilpOptions {
        MilpOptions {
            without: [Family::BlockCuts].into(),
            ..MilpOptions::default()
        }
    }

    /// The bound that the ordering formulation knows before it is solved.
    fn known(instance: &Instance, options: &MilpOptions) -> u32 {
        let formulation = Kind::Ordering.formulate(&Problem::from(instance), &options.without);
        formulation.expect("it fits").bound().score
    }

    fn milp_of(found: &Answer) -> &MilpHistory {
        match &found.outcome.history {
            History::Milp(history) => history,
            other => panic!("{other:?}"),
        }
    }

    /// The first moment knows what the formulation knows, nothing gets worse, the last knows the verdict.
    fn assert_history(instance: &Instance, found: &Answer, first: u32) {
        let (history, sense) = (milp_of(found), instance.sense());
        let moments = &history.moments;
        let (start, end) = (
            moments.first().expect("a start"),
            moments.last().expect("an end"),
        );
        assert_eq!((start.bound, start.round, start.nodes), (first, 0, 0));
        for (before, after) in moments.iter().tuple_windows() {
            assert!(
                before.seconds <= after.seconds && before.nodes <= after.nodes,
                "{before:?} {after:?}"
            );
            assert!(before.round <= after.round);
            assert!(
                !sense.better(after.bound, before.bound),
                "a bound got worse: {before:?} {after:?}"
            );
            match (before.incumbent, after.incumbent) {
                (Some(one), Some(two)) => assert!(!sense.better(one, two), "{before:?} {after:?}"),
                (one, _) => assert_eq!(one, None, "an order was lost"),
            }
        }
        for moment in moments {
            if let Some(score) = moment.incumbent {
                assert!(!sense.better(score, moment.bound), "{moment:?}");
            }
        }
        let verdict = &found.outcome.verdict;
        assert_eq!(end.incumbent, verdict.score());
        assert!(verdict.is_infeasible() || Some(end.bound) == verdict.bound());
        let stats = &found.outcome.stats;
        let rows: usize = history.rows.iter().map(|(_, rows)| rows).sum();
        assert_eq!(
            (stats.rows, stats.rounds, stats.nodes),
            (Some(rows), Some(history.rounds.len()), Some(end.nodes))
        );
        assert_eq!(
            history.rounds.iter().map(|round| round.nodes).sum::<u64>(),
            end.nodes
        );
        assert!(end.seconds <= stats.seconds);
        // Bounds and scores change few times, nodes double few times.
        assert!(moments.len() < 300, "{}", moments.len());
        assert_picture(instance, found);
    }

    #[test]
    fn the_bound_never_worsens_and_the_best_order_only_improves() {
        let rounds = parse(
            r#"{"wall": {"rows": 4, "columns": 4}, "sense": "minimize", "constraints": [{"type": "rounds"}]}"#,
        );
        let short = parse(
            r#"{"wall": {"rows": 4, "columns": 5}, "sense": "minimize", "turns": 12, "initial": [1, 7]}"#,
        );
        let instances = [
            plain(1, 1, Sense::Maximize),
            plain(1, 5, Sense::Minimize),
            plain(4, 5, Sense::Maximize),
            plain(5, 5, Sense::Minimize),
            plain(20, 20, Sense::Maximize),
            instance("case-study/3x3-centre-last.json"),
            instance("constraints/infeasible.json"),
            rounds,
            short,
        ];
        for instance in &instances {
            let found = answer(instance, Method::Ordering);
            let first = known(instance, &MilpOptions::default());
            // Where the first order meets the bound of a problem of many phases, no program is written.
            if let History::Bound(history) = found.outcome.history {
                assert!(Problem::from(instance).phases().len() > 4);
                assert_eq!((history.bound, history.start), (first, Some(first)));
                assert_eq!(found.outcome.verdict.score(), Some(first));
                continue;
            }
            assert_history(instance, &found, first);
        }
    }

    #[test]
    fn a_run_that_is_stopped_has_a_history_to_its_end() {
        let instance = plain(8, 8, Sense::Minimize);
        let milp = without_block_cuts();
        let settings = Settings {
            milp: milp.clone(),
            ..Settings::default()
        }
        .within(Some(Duration::from_secs(3)));
        let found = solve(&instance, Method::Ordering, &settings).expect("it fits");
        assert_history(&instance, &found, known(&instance, &milp));
        assert!(milp_of(&found).moments.last().expect("an end").seconds > 1.0);
    }

    #[test]
    fn the_case_studys_method_shows_the_bound_of_the_solver_beside_what_is_known() {
        let instance = instance("case-study/3x3-max.json");
        let settings = Settings::default().within(Some(Duration::from_secs(5)));
        let found = solve(&instance, Method::CaseStudy, &settings).expect("it fits");
        assert_history(&instance, &found, 54);
        let history = milp_of(&found);
        // Its first linear program promises far more than 9 tiles can earn.
        let relaxation = history.rounds[0]
            .relaxation
            .expect("it comes so far in 5 seconds");
        assert!((100.0..250.0).contains(&relaxation), "{relaxation}");
        assert!(
            history
                .moments
                .iter()
                .any(|moment| moment.solver_bound > Some(54))
        );
        let text = explain::text(&instance, &found);
        assert!(text.contains("HiGHS alone"), "{text}");
        let rows = history.rows.iter().map(|(of, rows)| (of.number, *rows));
        assert_eq!(
            rows.collect_vec(),
            [("CS-1", 9), ("CS-2", 9), ("CS-3a", 549), ("CS-3b", 549)]
        );
    }

    /// Whoever solved it, no text speaks of another solver.
    #[test]
    fn every_text_calls_the_solver_by_its_name() {
        let instance = instance("case-study/3x3-max.json");
        let settings = Settings::default().within(Some(Duration::from_secs(5)));
        let limited = solve(&instance, Method::CaseStudy, &settings).expect("it fits");
        let solved = answer(&plain(3, 3, Sense::Minimize), Method::Ordering);
        for (instance, mut answer) in [(instance, limited), (plain(3, 3, Sense::Minimize), solved)]
        {
            let told = |answer: &Answer| {
                let text = explain::text(&instance, answer);
                let plot = plot::svg(&instance, answer).expect("it can be drawn");
                let json = schema::pretty(&schema::Solve::new(
                    &instance,
                    answer,
                    &Beside::default(),
                    true,
                ));
                [text, plot, proof::line(answer), json]
            };
            let by_highs = told(&answer);
            assert!(by_highs.concat().contains("HiGHS"), "{by_highs:?}");
            match &mut answer.outcome.verdict {
                Verdict::Optimal { proof, .. } | Verdict::Infeasible { proof } => match proof {
                    Proof::Relaxation { solver, .. } | Proof::BranchAndBound { solver, .. } => {
                        *solver = "Other";
                    }
                    proof => panic!("{proof:?}"),
                },
                Verdict::Feasible { unfinished, .. } | Verdict::Unknown { unfinished, .. } => {
                    assert_eq!(*unfinished, Unfinished::InSolver("HiGHS"));
                    *unfinished = Unfinished::InSolver("Other");
                }
            }
            for (before, after) in by_highs.iter().zip(told(&answer)) {
                assert_eq!(before.replace("HiGHS", "Other"), after);
            }
        }
    }

    #[test]
    fn the_cycles_of_a_round_are_told() {
        // Each of three cells of a diagonal has to wait for another, and all of them are among the first.
        let circle = Instance::builder(3, 3, Sense::Maximize)
            .turns(5)
            .first([1, 5, 9]);
        let instance = circle
            .before(1, 5)
            .before(5, 9)
            .before(9, 1)
            .build()
            .expect("well-formed");
        let found = answer(&instance, Method::Ordering);
        assert!(found.outcome.verdict.is_infeasible());
        assert_history(&instance, &found, known(&instance, &MilpOptions::default()));
        let rounds = milp_of(&found)
            .rounds
            .iter()
            .map(|round| round.cycles.clone());
        assert_eq!(rounds.collect_vec(), [vec![3], vec![]]);
        let text = explain::text(&instance, &found);
        assert!(
            text.contains("round 1 went around: 1 cycle cut (1 of 3 cells)"),
            "{text}"
        );
    }

    #[test]
    fn the_root_is_told_as_it_was() {
        let instance = plain(5, 5, Sense::Minimize);
        let settings = Settings {
            milp: without_block_cuts(),
            ..Settings::default()
        };
        let found = solve(&instance, Method::Ordering, &settings).expect("it fits");
        let round = &milp_of(&found).rounds[0];
        assert_eq!(round.root_bound, found.outcome.stats.root_bound);
        let relaxation = round.relaxation.expect("a linear program was solved");
        assert!(relaxation <= round.root_bound.expect("a root") + 1e-6);
        assert!(round.solver_cuts.is_some_and(|cuts| cuts > 0), "{round:?}");
        let text = explain::text(&instance, &found);
        assert!(
            text.contains(&format!("at least {relaxation:.2}.")),
            "{text}"
        );
        assert!(
            text.contains("points ≥ 11 − starts"),
            "thesis, figure 15: {text}"
        );
        assert!(text.contains("89 is the minimum"), "{text}");
    }
}

/// The cost of the turns in a line is the line's loss, of orders drawn at random.
#[test]
fn what_turns_cost_is_what_lines_lose() {
    let walls = [
        r#"{"wall": {"rows": 4, "columns": 5}, "sense": "maximize"}"#,
        r#"{"wall": {"rows": 4, "columns": 5}, "sense": "minimize"}"#,
        r#"{"wall": {"rows": 4, "columns": 5}, "sense": "maximize", "initial": [2, 11], "turns": 9}"#,
        r#"{"wall": {"rows": 4, "columns": 5}, "sense": "minimize", "initial": [2, 11], "turns": 9}"#,
    ];
    let mut rng = ChaCha8Rng::seed_from_u64(36);
    for json in walls {
        let instance = parse(json);
        for _ in 0..50 {
            let mut free = instance
                .wall()
                .cells()
                .filter(|cell| !instance.initial().contains(cell))
                .collect_vec();
            let order = (0..instance.horizon())
                .map(|_| free.swap_remove(below(&mut rng, free.len() as u32) as usize))
                .collect_vec();
            let replay = Replay::new(&instance, &order).expect("every tile has a place");
            let story = Story::new(&replay);
            for (account, complete) in story.accounts.lines.iter().zip(&story.complete) {
                let of_line = story.costs.iter().flat_map(|cost| &cost.lines);
                let of_line = of_line.filter(|(line, _)| *line == account.line);
                let cost: u32 = of_line.map(|(_, points)| points).sum();
                assert_eq!(
                    Some(cost),
                    account.lost(),
                    "{json}: {order:?}: {}",
                    account.line
                );
                let in_line = |cell: &Cell| match account.line {
                    Line::Row(row) => instance.wall().row_of(*cell) == row as usize,
                    Line::Column(column) => instance.wall().column_of(*cell) == column as usize,
                };
                let turns = order.iter().enumerate().filter(|(_, cell)| in_line(cell));
                let there = instance
                    .initial()
                    .iter()
                    .filter(|cell| in_line(cell))
                    .count();
                let cells = instance.wall().cells().filter(in_line).count();
                let last = turns.clone().map(|(index, _)| index + 1).max().unwrap_or(0);
                let expected = (turns.count() + there == cells).then_some(last);
                assert_eq!(*complete, expected, "{json}: {order:?}: {}", account.line);
            }
            let dearest = story.costs.iter().map(|cost| cost.points()).max();
            assert_eq!(story.costliest().map(|cost| cost.points()), dearest);
        }
    }
}
