//! A tutorial for users of the library: from an instance in code to a verified order, a count, a sample and
//! a picture. Every example is run by the tests.
//!
//! 1. [An instance](#an-instance)
//! 2. [Solving it](#solving-it), twice
//! 3. [Reading a verdict](#reading-a-verdict)
//! 4. [Checking an order](#checking-an-order)
//! 5. [Counting and sampling](#counting-and-sampling)
//! 6. [Constraints, horizon and bonus](#constraints-horizon-and-bonus)
//! 7. [What happened](#what-happened)
//! 8. [Showing it](#showing-it)
//! 9. [The program](#the-program) as an LP file
//! 10. [Limits, stopping and progress](#limits-stopping-and-progress)
//! 11. [Errors](#errors)
//!
//! # An instance
//!
//! An [`Instance`](crate::instance::Instance) is what a person asks: a wall, the maximum or the minimum score, and
//! constraints on the order of the tiles. Here is the case study's extension, in which the centre of a 3×3
//! wall comes last. A cell is a pair of row and column or a number, both from 1; turns count from 1.
//!
//! ```
//! use azulejo::instance::{Instance, Sense};
//!
//! let instance = Instance::builder(3, 3, Sense::Maximize)
//!     .name("3×3, centre last")
//!     .place_at((2, 2), 9)
//!     .build()?;
//! assert_eq!(instance.horizon(), 9);
//!
//! // The same from JSON, as in the files of the command line.
//! let json = r#"{ "name": "3×3, centre last",
//!                 "wall": {"rows": 3, "columns": 3}, "sense": "maximize",
//!                 "constraints": [{"type": "place-at", "cell": 5, "turn": 9}] }"#;
//! assert_eq!(Instance::from_json(json)?, instance);
//! # Ok::<(), azulejo::instance::InvalidInstance>(())
//! ```
//!
//! An instance cannot be malformed: what is wrong with it is told when it is made, all of it at once and each
//! fault with its place.
//!
//! ```
//! use azulejo::instance::{Instance, Sense};
//!
//! let wrong = Instance::builder(3, 3, Sense::Maximize)
//!     .place_at(5, 10) // there are 9 turns
//!     .before(12, 1) // and 9 cells
//!     .build();
//! let faults = wrong.expect_err("two faults");
//! let places: Vec<&str> = faults.faults().iter().map(|fault| fault.place()).collect();
//! assert_eq!(places, ["constraints[0].turn", "constraints[1].first"]);
//! ```
//!
//! # Solving it
//!
//! [`solve`](crate::solve::solve) takes an instance, a [`Method`](crate::solve::Method) and
//! [`Settings`](crate::solve::Settings). Whatever order the method finds is scored again by the
//! [verifier](crate::order::verify), which knows nothing of the methods: an answer has passed it.
//!
//! ```
//! use azulejo::instance::{Instance, Sense};
//! use azulejo::solve::{Method, Settings, cross_check, solve};
//!
//! let instance = Instance::builder(3, 3, Sense::Maximize).place_at(5, 9).build()?;
//! let settings = Settings::default();
//!
//! // The default takes what fits: closed bounds, dense layers, or the ordering formulation beside the frontier.
//! let answer = solve(&instance, Method::default(), &settings)?;
//! assert_eq!(answer.outcome.verdict.score(), Some(30)); // case study, section VI
//!
//! // Another method, which shares nothing with the first but the problem.
//! let second = solve(&instance, Method::Graph, &settings)?;
//! assert_eq!(second.outcome.verdict.score(), Some(30));
//!
//! // The same in one call, for walls with at most 16 cells to fill.
//! let check = cross_check(&instance, &answer, &settings.control)?.expect("9 cells are few enough");
//! assert!(check.agrees);
//! let orders = check.answer.outcome.stats.orders.expect("it counts the optimal orders");
//! assert_eq!(orders.to_string(), "1088");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Reading a verdict
//!
//! A [`Verdict`](crate::outcome::Verdict) cannot contradict itself: an order is optimal, or the best so far
//! with a bound, or there is none, or nothing is known but a bound. The bound is on the objective's side: at
//! most so many points when maximizing, at least so many when minimizing.
//!
//! ```
//! use azulejo::instance::{Instance, Sense};
//! use azulejo::outcome::Verdict;
//! use azulejo::solve::{Method, Settings, solve};
//!
//! let instance = Instance::builder(4, 4, Sense::Minimize).build()?;
//! let answer = solve(&instance, Method::default(), &Settings::default())?;
//! match &answer.outcome.verdict {
//!     Verdict::Optimal { solution, .. } => {
//!         assert_eq!(solution.score, 52);
//!         assert_eq!(solution.order.len(), 16);
//!     }
//!     Verdict::Feasible { solution, bound, .. } => {
//!         panic!("no limit was set, but it ended between {bound} and {}", solution.score)
//!     }
//!     Verdict::Infeasible { .. } => panic!("without constraints every order will do"),
//!     Verdict::Unknown { bound, .. } => panic!("nothing but the bound {bound}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Of an infeasible instance, [`conflict::find`](crate::solve::conflict::find) names constraints that cannot hold
//! together, and of which none can be left out.
//!
//! ```
//! use azulejo::solve::conflict;
//! use azulejo::solve::Settings;
//! use azulejo::instance::{Instance, Sense};
//!
//! let instance = Instance::builder(3, 3, Sense::Maximize)
//!     .last([9]) // has nothing to do with it
//!     .place_at(1, 2)
//!     .before(2, 1)
//!     .before(3, 1)
//!     .build()?;
//! let conflict = conflict::find(&instance, &Settings::default())?.expect("it is infeasible");
//! assert_eq!(conflict.constraints, [1, 2, 3]);
//! assert!(conflict.irreducible());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Checking an order
//!
//! [`verify`](crate::order::verify) scores an order of anybody's and tests every constraint.
//!
//! ```
//! use azulejo::instance::{Instance, Sense};
//! use azulejo::order::verify;
//! use azulejo::wall::Cell;
//!
//! let instance = Instance::builder(3, 3, Sense::Maximize).place_at(5, 9).build()?;
//! let order = [5, 7, 3, 4, 2, 1, 6, 8, 9].map(Cell::from_number);
//! let report = verify(&instance, &order);
//! assert_eq!(report.score, 33); // more than 30, but the centre does not come last
//! assert_eq!(report.violations.len(), 1);
//! assert!(report.violations[0].to_string().contains("cell 5 in turn 9"));
//! # Ok::<(), azulejo::instance::InvalidInstance>(())
//! ```
//!
//! # Counting and sampling
//!
//! The solvers and the frontier work on a [`Problem`](crate::problem::Problem), to which an instance is
//! compiled. The [frontier](crate::frontier) counts all optimal orders exactly, lists them in order and draws
//! any of them with the same probability.
//!
//! ```
//! use azulejo::solve::{Settings, count, optimal_orders};
//! use azulejo::instance::{Instance, Sense};
//! use azulejo::problem::Problem;
//! use azulejo::order::verify;
//! use rand_chacha::ChaCha8Rng;
//! use rand_chacha::rand_core::{Rng, SeedableRng};
//!
//! let instance = Instance::builder(5, 5, Sense::Minimize).build()?;
//! let problem = Problem::from(&instance);
//! let settings = Settings::default();
//!
//! let counted = count(&problem, &settings)?.expect("nobody stopped it");
//! let (score, orders) = counted.optimum.expect("there is an order");
//! assert_eq!((score, orders.to_string().as_str()), (89, "1562034076438438272"));
//!
//! let all = optimal_orders(&problem, &settings)?.orders().expect("there is an order");
//! let mut random = ChaCha8Rng::seed_from_u64(7);
//! for _ in 0..10 {
//!     let order = all.sample(|| random.next_u64());
//!     assert_eq!(verify(&instance, &order).score, 89);
//! }
//! // They are listed from the lowest cells on.
//! let first_two: Vec<_> = all.iter().take(2).collect();
//! assert!(first_two[0] < first_two[1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Constraints, horizon and bonus
//!
//! There are seven kinds of [constraint](crate::instance::Constraint). The wall may hold tiles already, the
//! game may end before the wall is full, and what is complete at the end may earn a bonus.
//!
//! ```
//! use azulejo::instance::{Instance, Sense};
//! use azulejo::wall::Bonus;
//! use azulejo::solve::{Method, Settings, solve};
//!
//! // Five more tiles beside one in the corner, with the bonus of the game.
//! let game = Bonus { row: 2, column: 7, colour: 10 };
//! let instance = Instance::builder(3, 3, Sense::Maximize).initial([1]).turns(5).bonus(game).build()?;
//! let answer = solve(&instance, Method::default(), &Settings::default())?;
//! assert_eq!(answer.outcome.verdict.score(), Some(35));
//! let report = answer.report.expect("there is an order");
//! assert_eq!(report.bonus, 19); // a row, a column and a colour
//!
//! // The thesis's second rule, and windows and precedence besides.
//! let instance = Instance::builder(5, 5, Sense::Maximize).rounds().build()?;
//! let answer = solve(&instance, Method::Frontier, &Settings::default())?;
//! assert_eq!(answer.outcome.verdict.score(), Some(145)); // thesis, section 3.4
//! let instance = Instance::builder(3, 4, Sense::Minimize).window(6, 3..=5).before(1, 12).build()?;
//! let answer = solve(&instance, Method::Frontier, &Settings::default())?;
//! assert_eq!(answer.outcome.verdict.score(), Some(34));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What happened
//!
//! [`Stats`](crate::outcome::Stats) hold what an answer cost, its [`History`](crate::outcome::History) how
//! the bound and the best order came together, or what was kept of each layer of coverings. And
//! [`LineAccounts`](crate::order::LineAccounts) tell where an order earns its points.
//!
//! ```
//! use azulejo::order::LineAccounts;
//! use azulejo::outcome::History;
//! use azulejo::instance::{Instance, Sense};
//! use azulejo::solve::{Method, Settings, solve};
//!
//! let instance = Instance::builder(4, 4, Sense::Minimize).build()?;
//! let answer = solve(&instance, Method::Frontier, &Settings::default())?;
//! let History::Layers(history) = &answer.outcome.history else {
//!     panic!("the frontier goes layer by layer");
//! };
//! assert_eq!(history.layers.len(), 17); // of 0 to 16 tiles
//! assert_eq!(history.layers[8].all, 12_870); // sets of 8 of 16 cells
//! assert!(history.layers[8].kept < 12_870 / 8); // up to symmetry, and without what is hopeless
//!
//! let solution = answer.outcome.verdict.solution().expect("there is an order");
//! let lines = LineAccounts::new(&instance, &solution.order);
//! // What is not earned along the lines is earned by singles.
//! assert_eq!(lines.points() + lines.singles, 52);
//! assert_eq!(lines.best(), Some(48)); // what the lines would need alone
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Showing it
//!
//! Everything that shows an answer to people is in [`render`](crate::render), pure functions from data to text: walls
//! for a terminal, tables, and pictures as SVG. The JSON for programs is in [`schema`](crate::schema).
//!
//! ```
//! use azulejo::instance::{Instance, Sense};
//! use azulejo::render::{explain, plot, walls};
//! use azulejo::schema;
//! use azulejo::solve::{Beside, Method, Settings, solve};
//!
//! let instance = Instance::builder(2, 2, Sense::Maximize).build()?;
//! let answer = solve(&instance, Method::Graph, &Settings::default())?;
//! let solution = answer.outcome.verdict.solution().expect("there is an order");
//! let report = answer.report.as_ref().expect("it was verified");
//!
//! let text = walls::turns_and_points(&instance, &solution.order, &report.points);
//! assert_eq!(text.lines().count(), 3); // the titles and two rows, with colours
//! let told = explain::text(&instance, &answer);
//! assert!(told.contains("10 is the maximum"));
//! let for_programs = schema::Solve::new(&instance, &answer, &Beside::default(), false);
//! assert!(schema::pretty(&for_programs).contains(r#""score": 10"#));
//! let on_the_way = plot::svg(&instance, &answer)?;
//! assert!(on_the_way.starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Pictures of the order itself come from a [`Replay`](crate::order::Replay), which plays it turn by turn and
//! can tell each turn in a sentence. Of any order: it need not be the best.
//!
//! ```
//! use azulejo::instance::{Instance, Sense};
//! use azulejo::render::picture::{self, BREAKDOWN, TURNS};
//! use azulejo::order::Replay;
//! use azulejo::wall::Cell;
//!
//! let instance = Instance::builder(2, 2, Sense::Maximize).build()?;
//! let order = [1, 4, 2, 3].map(Cell::from_number);
//! let replay = Replay::new(&instance, &order)?;
//! let last = replay.steps().last().expect("four turns");
//! assert_eq!(
//!     replay.sentence(last),
//!     "Turn 4: cell 3 (row 2, column 1) earns 4: a run of 2 in its row and a run of 2 in its column."
//! );
//! let svg = picture::svg(&replay, None, &[&TURNS, &BREAKDOWN]);
//! assert!(svg.starts_with("<svg") && svg.contains("score 10"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The program
//!
//! A [`Formulation`](crate::formulation::Formulation) is data in integers, without any solver: its columns
//! state facts about an order, so that any order can be held against its rows. It can be written for any
//! solver.
//!
//! ```
//! use azulejo::formulation::{Formulation, OrderingFormulation, Timetable};
//! use azulejo::instance::{Instance, Sense};
//! use azulejo::problem::Problem;
//! use azulejo::wall::Cell;
//! use std::collections::BTreeSet;
//!
//! let problem = Problem::from(&Instance::builder(3, 3, Sense::Maximize).build()?);
//! let formulation = OrderingFormulation::complete(&problem, &BTreeSet::new())?; // with every family of cuts
//! let program = formulation.program();
//! assert_eq!((program.columns().len(), program.rows().len()), (54, 165));
//!
//! let order = [5, 7, 3, 4, 2, 1, 6, 8, 9].map(Cell::from_number);
//! let values = program.assignment(&Timetable::new(&problem, &order));
//! assert!(program.rows().iter().all(|row| row.holds(&values)));
//! assert_eq!(program.objective().value(&values), 33);
//!
//! use azulejo::render::model_file::{FileFormat, model_file};
//! let lp = model_file(program, FileFormat::Lp);
//! assert!(lp.contains("c6_row(1,1)")); // a line cut of the first row
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Limits, stopping and progress
//!
//! A [`Control`](crate::control::Control) limits a run, stops it from anywhere, and hears how far it is. What
//! is stopped ends with what is known by then: that is a verdict, not an error.
//!
//! ```
//! use azulejo::control::{Control, Progress};
//! use azulejo::instance::{Instance, Sense};
//! use azulejo::outcome::Verdict;
//! use azulejo::solve::{Method, Settings, solve};
//! use std::sync::Arc;
//! use std::sync::atomic::{AtomicBool, Ordering};
//! use std::time::Duration;
//!
//! let instance = Instance::builder(7, 7, Sense::Minimize).rounds().build()?;
//! let stop = Arc::new(AtomicBool::new(false));
//! let enough = Arc::clone(&stop);
//! let control = Control {
//!     stop,
//!     progress: Some(Arc::new(move |progress: &Progress| {
//!         if let Progress::Frontier { layer, .. } = progress {
//!             enough.store(*layer >= 4, Ordering::Relaxed); // that will do
//!         }
//!     })),
//!     ..Control::default()
//! };
//! // It could also run out of time, of which it would need minutes.
//! let settings = Settings::from(control).within(Some(Duration::from_secs(5)));
//! let answer = solve(&instance, Method::Frontier, &settings)?;
//! let Verdict::Feasible { solution, bound, .. } = &answer.outcome.verdict else {
//!     panic!("it was stopped, but {:?}", answer.outcome.verdict);
//! };
//! assert!(*bound < solution.score);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Errors
//!
//! [`SolveError`](crate::solve::SolveError) is for what is not an answer: the problem is too large for the
//! method, the solver failed, or the verifier refutes the method. Where it [is
//! unfit](crate::solve::SolveError::is_unfit), another method will do.
//!
//! ```
//! use azulejo::instance::{Instance, Sense};
//! use azulejo::solve::{Method, Settings, solve};
//!
//! let instance = Instance::builder(5, 5, Sense::Maximize).build()?;
//! let settings = Settings::default();
//! let error = solve(&instance, Method::Graph, &settings).expect_err("25 cells are too many");
//! assert!(error.is_unfit());
//! assert!(error.to_string().contains("at most 16 empty cells"));
//! let answer = solve(&instance, Method::Frontier, &settings)?;
//! assert_eq!(answer.outcome.verdict.score(), Some(145));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
