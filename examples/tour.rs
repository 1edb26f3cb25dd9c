//! The way of a question through the whole project in one file: JSON becomes an instance, a problem and the integer
//! program of the case study; HiGHS solves the program through good_lp; the referee counts the score of the order
//! again; and the shortest path through the graph of all states, by petgraph, confirms it.

use azulejo::control::Control;
use azulejo::formulation::{CaseStudy, Formulation};
use azulejo::graph;
use azulejo::instance::Instance;
use azulejo::milp::{self, MilpOptions};
use azulejo::order::{Incumbent, verify};
use azulejo::problem::Problem;
use std::error::Error;

/// The problem of the case study's section VI: the most that a 3×3 wall scores if its centre is filled last.
const QUESTION: &str = r#"{
    "wall": {"rows": 3, "columns": 3},
    "sense": "maximize",
    "constraints": [{"type": "place-at", "cell": [2, 2], "turn": 9}]
}"#;

fn main() -> Result<(), Box<dyn Error>> {
    // The instance has passed all checks; the problem says which turns each cell may have.
    let instance = Instance::from_json(QUESTION)?;
    let problem = Problem::from(&instance);

    // The program, in integers: a row for each instance of the equations (1) to (6), the points (7) and (8) in the objective.
    let formulation = CaseStudy::new(&problem)?;
    let program = formulation.program();
    let (columns, rows) = (program.columns().len(), program.rows().len());
    println!("program: {columns} columns, {rows} rows");

    // HiGHS starts without an order, so that its result comes from the program alone.
    let incumbent = Incumbent::new(problem.sense(), None);
    let (options, control) = (MilpOptions::default(), Control::default());
    let outcome = milp::solve(&formulation, &problem, &incumbent, &options, &control)?;
    let nodes = outcome.stats.nodes.unwrap_or_default();
    let solution = outcome.verdict.solution().ok_or("HiGHS found no order")?;
    let status = outcome.verdict.status();
    println!("HiGHS: {}, {status} after {nodes} nodes", solution.score);

    // The referee reads the instance, not the problem, and counts the runs cell by cell.
    let report = verify(&instance, &solution.order);
    assert!(report.violations.is_empty());
    println!("referee: {} = {:?}", report.score, report.points);

    // The state graph has a node for each covering and an edge for each move. It knows no program.
    let shortest_path = graph::solve(&problem, &control)?;
    let agreement = outcome
        .verdict
        .agrees_with(&shortest_path.verdict, problem.sense())
        && report.score == solution.score;
    let score = shortest_path.verdict.score().unwrap_or_default();
    println!("petgraph: {score}, agreement: {agreement}");
    Ok(())
}
