//! Histories of solves, and their pictures.

#[cfg(feature = "highs")]
use crate::common::{built, instance};
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
use azulejo::solve::{Answer, Findings, Method, Settings, SolveError, solve};
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
        let answer = answer(&instance, Method::Graph);
        if let Some(solution) = answer.outcome.verdict.solution() {
            assert_account(&instance, &solution.order, solution.score);
        }
        prop_assert!(!explain::text(&instance, &answer).is_empty());
        assert_picture(&instance, &answer);
    }
}

fn layers_of(answer: &Answer) -> &LayerHistory {
    match &answer.outcome.history {
        History::Layers(history) => history,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_layers_have_the_counts_of_the_search() {
    let instance = plain(3, 3, Sense::Minimize);
    let graph = answer(&instance, Method::Graph);
    let layers = layers_of(&graph).layers.iter();
    // The states of a layer are all sets of its number of cells.
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
        let range = 1..=layer.all;
        assert!(range.contains(&u128::from(layer.states)), "{layer:?}");
    }
    let text = explain::text(&instance, &frontier);
    let sentence = "An order of score 22 is known from the start";
    assert!(text.contains(sentence), "{text}");
    let sets = format!("{states} classes were gone through, of 512 sets");
    assert!(text.contains(&sets), "{text}");
}

#[test]
fn a_stopped_search_has_the_layers_so_far() {
    let settings = Settings::default();
    settings.control.stop.store(true, Ordering::Relaxed);
    let instance = Instance::builder(5, 5, Sense::Minimize).rounds();
    let instance = instance.build().expect("valid");
    let answer = solve(&instance, Method::Frontier, &settings).expect("it fits");
    // The layer of the covering before turn 1.
    assert_eq!(layers_of(&answer).layers.len(), 1);
    assert!(explain::text(&instance, &answer).contains("it was stopped early"));
    assert_picture(&instance, &answer);
    // The order of the diagonal is proven by the bound alone.
    let instance = plain(5, 5, Sense::Maximize);
    let answer = solve(&instance, Method::Frontier, &settings).expect("it fits");
    assert_eq!(answer.outcome.verdict.status(), "optimal");
    let text = explain::text(&instance, &answer);
    let end = "and its score equals the bound by lines, before any search.";
    assert!(text.ends_with(end), "{text}");
}

/// The picture is well-formed, and has its words.
fn assert_picture(instance: &Instance, answer: &Answer) {
    let svg = plot::svg(instance, answer).expect("it is drawn");
    roxmltree::Document::parse(&svg).expect("XML");
    for fault in ["NaN", "inf "] {
        assert!(!svg.contains(fault), "{svg}");
    }
    // A background.
    assert!(svg.starts_with("<svg ") && svg.contains(r##"fill="#FFFFFF""##));
    let words = match &answer.outcome.history {
        History::Milp(_) => ["seconds", "score", "no order scores"],
        History::Layers(_) | History::Bound(_) => {
            ["tiles", "sets of so many cells", "gone through"]
        }
    };
    for phrase in words {
        assert!(svg.contains(phrase), "{phrase}: {svg}");
    }
    if let Verdict::Optimal { solution, .. } = &answer.outcome.verdict {
        assert!(svg.contains(&format!("{} proven", solution.score)), "{svg}");
    }
}

#[test]
fn names_in_pictures_have_only_characters_of_xml() {
    let text =
        r#"{"name": "a<b>&\"c\u0007", "wall": {"rows": 1, "columns": 1}, "sense": "maximize"}"#;
    let instance = parse(text);
    let answer = answer(&instance, Method::Graph);
    assert_picture(&instance, &answer);
    let svg = plot::svg(&instance, &answer).expect("it is drawn");
    assert!(svg.contains("a&lt;b&gt;&amp;&quot;c\u{fffd}"), "{svg}");
}

#[test]
fn an_answer_is_complete_despite_failures_of_its_additions() {
    let instance = plain(3, 3, Sense::Maximize);
    let answer = answer(&instance, Method::Frontier);
    let failure = || {
        SolveError::from(Unfit {
            taker: "the state graph takes",
            what: "empty cells",
            limit: 16,
            size: 17,
        })
    };
    let findings = Findings {
        cross_check: Some(Err(failure())),
        conflict: Some(Err(failure())),
        price: None,
        costs: Vec::new(),
    };
    let text = schema::pretty(&schema::Solve::new(&instance, &answer, &findings, false));
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

    /// Options without block cuts, with which the first bound of a minimum is already the optimum.
    fn without_block_cuts() -> MilpOptions {
        MilpOptions {
            without: [Family::BlockCuts].into(),
            ..MilpOptions::default()
        }
    }

    /// Bound of the ordering formulation before the solve.
    fn first_bound(instance: &Instance, options: &MilpOptions) -> u32 {
        let formulation = Kind::Ordering.formulate(&Problem::from(instance), &options.without);
        formulation.expect("it fits").bound().score
    }

    fn milp_of(answer: &Answer) -> &MilpHistory {
        match &answer.outcome.history {
            History::Milp(history) => history,
            other => panic!("{other:?}"),
        }
    }

    /// The first moment has the bound of the formulation, no moment is worse than its predecessor, and the last has
    /// the score and the bound of the verdict.
    fn assert_history(instance: &Instance, answer: &Answer, first: u32) {
        let (history, sense) = (milp_of(answer), instance.sense());
        let moments = &history.moments;
        let start = moments.first().expect("a start");
        let end = moments.last().expect("an end");
        assert_eq!((start.bound, start.round, start.nodes), (first, 0, 0));
        for (before, after) in moments.iter().tuple_windows() {
            let pair = format!("{before:?} {after:?}");
            assert!(before.seconds <= after.seconds, "{pair}");
            assert!(before.nodes <= after.nodes, "{pair}");
            assert!(before.round <= after.round, "{pair}");
            assert!(!sense.better(after.bound, before.bound), "{pair}");
            match (before.incumbent, after.incumbent) {
                (Some(first), Some(second)) => assert!(!sense.better(first, second), "{pair}"),
                (first, _) => assert_eq!(first, None, "an order was lost"),
            }
        }
        for moment in moments {
            if let Some(score) = moment.incumbent {
                assert!(!sense.better(score, moment.bound), "{moment:?}");
            }
        }
        let verdict = &answer.outcome.verdict;
        assert_eq!(end.incumbent, verdict.score());
        assert!(verdict.is_infeasible() || Some(end.bound) == verdict.bound());
        let stats = &answer.outcome.stats;
        let rows: usize = history.rows.iter().map(|(_, rows)| rows).sum();
        assert_eq!(stats.rows, Some(rows));
        assert_eq!(stats.rounds, Some(history.rounds.len()));
        assert_eq!(stats.nodes, Some(end.nodes));
        let nodes = history.rounds.iter().map(|round| round.nodes);
        assert_eq!(nodes.sum::<u64>(), end.nodes);
        assert!(end.seconds <= stats.seconds);
        // Bounds and scores change few times, and the number of nodes doubles few times.
        assert!(moments.len() < 300, "{}", moments.len());
        assert_picture(instance, answer);
    }

    #[test]
    fn the_bound_never_worsens_and_the_best_order_only_improves() {
        let rounds = Instance::builder(4, 4, Sense::Minimize).rounds();
        let short = Instance::builder(4, 5, Sense::Minimize);
        let short = short.turns(12).initial([1, 7]);
        let instances = [
            plain(1, 1, Sense::Maximize),
            plain(1, 5, Sense::Minimize),
            plain(4, 5, Sense::Maximize),
            plain(5, 5, Sense::Minimize),
            plain(20, 20, Sense::Maximize),
            instance("case-study/3x3-centre-last.json"),
            instance("constraints/infeasible.json"),
            built(rounds),
            built(short),
        ];
        for instance in &instances {
            let answer = answer(instance, Method::Ordering);
            let bound = first_bound(instance, &MilpOptions::default());
            // A first order that meets the bound of a problem of many phases makes a program unnecessary.
            if let History::Bound(history) = answer.outcome.history {
                assert!(Problem::from(instance).phases().len() > 4);
                assert_eq!((history.bound, history.start), (bound, Some(bound)));
                assert_eq!(answer.outcome.verdict.score(), Some(bound));
                continue;
            }
            assert_history(instance, &answer, bound);
        }
    }

    #[test]
    fn a_stopped_run_has_a_history_to_its_end() {
        let instance = plain(8, 8, Sense::Minimize);
        let milp = without_block_cuts();
        let settings = Settings {
            milp: milp.clone(),
            ..Settings::default()
        }
        .within(Some(Duration::from_secs(3)));
        let answer = solve(&instance, Method::Ordering, &settings).expect("it fits");
        assert_history(&instance, &answer, first_bound(&instance, &milp));
        assert!(milp_of(&answer).moments.last().expect("an end").seconds > 1.0);
    }

    #[test]
    fn the_method_of_the_case_study_has_the_bound_of_the_solver_beside_the_best_bound() {
        let instance = instance("case-study/3x3-max.json");
        let settings = Settings::default().within(Some(Duration::from_secs(5)));
        let answer = solve(&instance, Method::CaseStudy, &settings).expect("it fits");
        assert_history(&instance, &answer, 54);
        let history = milp_of(&answer);
        // The first linear program has a bound far above the points of 9 tiles.
        let relaxation = history.rounds[0].relaxation;
        let relaxation = relaxation.expect("it comes so far in 5 seconds");
        assert!((100.0..250.0).contains(&relaxation), "{relaxation}");
        let mut moments = history.moments.iter();
        assert!(moments.any(|moment| moment.solver_bound > Some(54)));
        let text = explain::text(&instance, &answer);
        assert!(text.contains("HiGHS alone"), "{text}");
        let rows = history
            .rows
            .iter()
            .map(|(group, rows)| (group.number, *rows));
        assert_eq!(
            rows.collect_vec(),
            [("CS-1", 9), ("CS-2", 9), ("CS-3a", 549), ("CS-3b", 549)]
        );
    }

    /// No text names another solver than the solver of the answer.
    #[test]
    fn every_text_has_the_name_of_the_solver() {
        let instance = instance("case-study/3x3-max.json");
        let settings = Settings::default().within(Some(Duration::from_secs(5)));
        let limited = solve(&instance, Method::CaseStudy, &settings).expect("it fits");
        let solved = answer(&plain(3, 3, Sense::Minimize), Method::Ordering);
        for (instance, mut answer) in [(instance, limited), (plain(3, 3, Sense::Minimize), solved)]
        {
            let texts = |answer: &Answer| {
                let text = explain::text(&instance, answer);
                let plot = plot::svg(&instance, answer).expect("it can be drawn");
                let json = schema::Solve::new(&instance, answer, &Findings::default(), true);
                let json = schema::pretty(&json);
                [text, plot, proof::line(answer), json]
            };
            let texts_of_highs = texts(&answer);
            assert!(
                texts_of_highs.concat().contains("HiGHS"),
                "{texts_of_highs:?}"
            );
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
            for (before, after) in texts_of_highs.iter().zip(texts(&answer)) {
                assert_eq!(before.replace("HiGHS", "Other"), after);
            }
        }
    }

    #[test]
    fn the_cycles_of_a_round_are_in_the_text() {
        // Each of three cells of a diagonal has to wait for another of them, and all three are among the first.
        let circle = Instance::builder(3, 3, Sense::Maximize).turns(5);
        let circle = circle.first([1, 5, 9]).before(1, 5).before(5, 9);
        let instance = circle.before(9, 1).build().expect("well-formed");
        let answer = answer(&instance, Method::Ordering);
        assert!(answer.outcome.verdict.is_infeasible());
        assert_history(
            &instance,
            &answer,
            first_bound(&instance, &MilpOptions::default()),
        );
        let rounds = milp_of(&answer).rounds.iter();
        let cycles = rounds.map(|round| round.cycles.clone());
        assert_eq!(cycles.collect_vec(), [vec![3], vec![]]);
        let text = explain::text(&instance, &answer);
        let cut = "round 1 went around: 1 cycle cut (1 of 3 cells)";
        assert!(text.contains(cut), "{text}");
    }

    #[test]
    fn the_text_has_the_root_of_the_search() {
        let instance = plain(5, 5, Sense::Minimize);
        let settings = Settings {
            milp: without_block_cuts(),
            ..Settings::default()
        };
        let answer = solve(&instance, Method::Ordering, &settings).expect("it fits");
        let round = &milp_of(&answer).rounds[0];
        assert_eq!(round.root_bound, answer.outcome.stats.root_bound);
        let relaxation = round.relaxation.expect("a linear program was solved");
        assert!(relaxation <= round.root_bound.expect("a root") + 1e-6);
        assert!(round.solver_cuts.is_some_and(|cuts| cuts > 0), "{round:?}");
        let text = explain::text(&instance, &answer);
        let least = format!("at least {relaxation:.2}.");
        // The second part is in figure 15 of the thesis.
        for part in [&*least, "points ≥ 11 − starts", "89 is the minimum"] {
            assert!(text.contains(part), "{text}");
        }
    }
}
