//! Course of a solve: the histories, and their pictures.

#[cfg(feature = "highs")]
use crate::common::instance;
use crate::common::{parse, plain, random_instance};
use crate::lines::assert_account;
use azulejo::bounds::line_bound;
use azulejo::instance::{Instance, Sense};
#[cfg(feature = "highs")]
use azulejo::milp::MilpOptions;
use azulejo::outcome::{History, LayerHistory, Verdict};
use azulejo::problem::{Problem, Unfit};
use azulejo::render::{explain, plot};
use azulejo::schema;
use azulejo::solve::{Answer, Beside, Method, Settings, SolveError, solve};
use itertools::Itertools;
use proptest::prelude::*;
use std::sync::atomic::Ordering;

fn answer(instance: &Instance, method: Method) -> Answer {
    solve(instance, method, &Settings::default()).expect("it fits")
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
    let layers = layers_of(&graph).layers.iter();
    // All sets of cells can be reached.
    let all = [1, 9, 36, 84, 126, 126, 84, 36, 9, 1];
    assert_eq!(layers.map(|layer| layer.states).collect_vec(), all);
    let frontier = answer(&instance, Method::Frontier);
    let history = layers_of(&frontier);
    let states: u64 = history.layers.iter().map(|layer| layer.states).sum();
    assert_eq!(Some(states as usize), frontier.outcome.stats.coverings);
    assert_eq!((history.symmetries, history.start), (8, Some(22)));
    let lines = line_bound(&Problem::from(&instance));
    assert!((lines..=22).contains(&history.bound), "{}", history.bound);
    for layer in &history.layers {
        let of_all = 1..=layer.all;
        assert!(of_all.contains(&u128::from(layer.states)), "{layer:?}");
    }
    let text = explain::text(&instance, &frontier);
    let known = "An order of score 22 is known from the start";
    assert!(text.contains(known), "{text}");
    let sets = format!("{states} classes were gone through, of 512 sets");
    assert!(text.contains(&sets), "{text}");
}

#[test]
fn a_search_that_is_stopped_tells_the_layers_so_far() {
    let settings = Settings::default();
    settings.control.stop.store(true, Ordering::Relaxed);
    let instance = Instance::builder(5, 5, Sense::Minimize).rounds();
    let instance = instance.build().expect("valid");
    let found = solve(&instance, Method::Frontier, &settings).expect("it fits");
    // The covering before turn 1.
    assert_eq!(layers_of(&found).layers.len(), 1);
    assert!(explain::text(&instance, &found).contains("it was stopped early"));
    assert_picture(&instance, &found);
    // The order of the diagonal is proven by the bound alone.
    let instance = plain(5, 5, Sense::Maximize);
    let found = solve(&instance, Method::Frontier, &settings).expect("it fits");
    assert_eq!(found.outcome.verdict.status(), "optimal");
    let text = explain::text(&instance, &found);
    let end = "and its score equals the bound by lines, before any search.";
    assert!(text.ends_with(end), "{text}");
}

/// The picture is well-formed, and says what it is about.
fn assert_picture(instance: &Instance, found: &Answer) {
    let svg = plot::svg(instance, found).expect("it is drawn");
    let mut open = Vec::new();
    let mut rest = svg.as_str();
    while let Some(at) = rest.find('<') {
        let (text, tag) = rest.split_at(at);
        for strange in [">", "NaN", "inf "] {
            assert!(!text.contains(strange), "{text}");
        }
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
    // A background of its own.
    assert!(svg.starts_with("<svg ") && svg.contains(r##"fill="#FFFFFF""##));
    let words = match &found.outcome.history {
        History::Milp(_) => ["seconds", "score", "no order scores"],
        History::Layers(_) | History::Bound(_) => {
            ["tiles", "sets of so many cells", "gone through"]
        }
    };
    for words in words {
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
    assert_eq!(json["status"], "optimal");
    assert_eq!(json["score"], 33);
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
        let start = moments.first().expect("a start");
        let end = moments.last().expect("an end");
        assert_eq!((start.bound, start.round, start.nodes), (first, 0, 0));
        for (before, after) in moments.iter().tuple_windows() {
            let both = format!("{before:?} {after:?}");
            assert!(before.seconds <= after.seconds, "{both}");
            assert!(before.nodes <= after.nodes, "{both}");
            assert!(before.round <= after.round, "{both}");
            assert!(!sense.better(after.bound, before.bound), "{both}");
            match (before.incumbent, after.incumbent) {
                (Some(one), Some(two)) => assert!(!sense.better(one, two), "{both}"),
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
        assert_eq!(stats.rows, Some(rows));
        assert_eq!(stats.rounds, Some(history.rounds.len()));
        assert_eq!(stats.nodes, Some(end.nodes));
        let nodes = history.rounds.iter().map(|round| round.nodes);
        assert_eq!(nodes.sum::<u64>(), end.nodes);
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
        let relaxation = history.rounds[0].relaxation;
        let relaxation = relaxation.expect("it comes so far in 5 seconds");
        assert!((100.0..250.0).contains(&relaxation), "{relaxation}");
        let mut moments = history.moments.iter();
        assert!(moments.any(|moment| moment.solver_bound > Some(54)));
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
                let json = schema::Solve::new(&instance, answer, &Beside::default(), true);
                let json = schema::pretty(&json);
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
        let circle = Instance::builder(3, 3, Sense::Maximize).turns(5);
        let circle = circle.first([1, 5, 9]).before(1, 5).before(5, 9);
        let instance = circle.before(9, 1).build().expect("well-formed");
        let found = answer(&instance, Method::Ordering);
        assert!(found.outcome.verdict.is_infeasible());
        assert_history(&instance, &found, known(&instance, &MilpOptions::default()));
        let rounds = milp_of(&found).rounds.iter();
        let cycles = rounds.map(|round| round.cycles.clone());
        assert_eq!(cycles.collect_vec(), [vec![3], vec![]]);
        let text = explain::text(&instance, &found);
        let cut = "round 1 went around: 1 cycle cut (1 of 3 cells)";
        assert!(text.contains(cut), "{text}");
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
        let least = format!("at least {relaxation:.2}.");
        // The second is that of figure 15 of the thesis.
        for part in [&*least, "points ≥ 11 − starts", "89 is the minimum"] {
            assert!(text.contains(part), "{text}");
        }
    }
}
