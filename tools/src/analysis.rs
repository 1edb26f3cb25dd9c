//! Writes the tables of `docs/analysis.md` about proofs and rollouts: the cost of proofs, the accuracy of grades by rollouts,
//! and the share of best moves on the shortlist.

use crate::Result;
use crate::page::{head, percent, replace_between};
use crate::statistics::{mean, median, quantile, timed};
use azulejo::analysis::rollouts::{Grade, GradeSettings, grade};
use azulejo::control::Control;
use azulejo::exact::{RoundQuestion, RoundSolver};
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::game::{Move, Players, Position};
use azulejo::players::evaluator::{EvaluatorSettings, ShortlistWeights, evaluate, shortlist};
use azulejo::players::{Contestant, Limits};
use clap::Args;
use itertools::{Itertools, iproduct};

/// The players of the games from which positions are taken, one game each in turn.
const PLAYERS: [&str; 4] = [
    "random",
    "rollout-greedy:greedy=80",
    "strategic",
    "rollout-greedy",
];

/// A table: its name, and the function that makes it.
type Table = (&'static str, fn() -> Result<String>);

const TABLES: [Table; 4] = [
    ("costs", costs),
    ("errors", errors),
    ("grades", grades),
    ("shortlist", shortlists),
];

#[derive(Args)]
pub(crate) struct AnalysisArgs {
    /// The tables that are made; all by default
    #[arg(value_parser = TABLES.map(|(name, _)| name))]
    tables: Vec<String>,
}

pub(crate) fn run(args: &AnalysisArgs) -> Result {
    for (name, table) in TABLES {
        if args.tables.is_empty() || args.tables.iter().any(|request| request == name) {
            eprintln!("{name} …");
            replace_between("docs/analysis.md", name, &table()?)?;
        }
    }
    Ok(())
}

/// The first position with `groups` groups of each round in games of two players.
fn positions(groups: u32, seeds: impl Iterator<Item = u64>) -> impl Iterator<Item = Position> {
    seeds.flat_map(move |seed| {
        let name = PLAYERS[seed as usize % PLAYERS.len()];
        let player: Contestant = name.parse().expect("a player of the table");
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut position = Position::new(Players::Two, 0);
        let (mut samples, mut round) = (Vec::new(), 0);
        let result = position.play_out(12, &mut rng, |position, rng| {
            if position.group_count() == groups && round < position.round() {
                round = position.round();
                samples.push(*position);
            }
            Some(player.choose(position, rng))
        });
        result.expect("players keep to the rules");
        samples
    })
}

/// The table of the nodes and times of proofs, by the number of groups.
fn costs() -> Result<String> {
    let columns = "| groups | positions | positions judged: median | 90 % | 99 % | maximum | milliseconds: median | 90 % | 99 % | maximum | within a second |";
    let mut text = format!("\n{}", head(columns));
    let count = 1000;
    for groups in 2..=12 {
        let proofs = positions(groups, 1..).take(count).map(|position| {
            let mut solver = RoundSolver::new(RoundQuestion::default());
            let control = Control::default();
            let (solution, seconds) = timed(|| solver.solve(&position, None, &control));
            let solution = solution.expect("it waits for a move");
            assert!(solution.value().is_some());
            (solution.nodes, seconds)
        });
        let (mut nodes, mut times): (Vec<u64>, Vec<f64>) = proofs.unzip();
        nodes.sort_unstable();
        times.sort_by(f64::total_cmp);
        let parts = [0.5, 0.9, 0.99, 1.0];
        let row = parts.map(|part| quantile(&nodes, part).unwrap_or(0).to_string());
        let clock = parts.map(|part| quantile(&times, part).unwrap_or(0.0));
        let clock = clock.map(|seconds| format!("{:.1}", 1e3 * seconds));
        let [row, clock] = [row, clock].map(|cells| cells.join(" | "));
        let within_second = times.partition_point(|seconds| *seconds <= 1.0);
        text += &format!("| {groups} | {count} | {row} | {clock} | {within_second} |\n");
    }
    Ok(text + "\n")
}

/// The settings of rollouts, with a proof where so many positions suffice for it.
fn rollouts(exact: u64) -> EvaluatorSettings {
    EvaluatorSettings {
        exact,
        ..EvaluatorSettings::default()
    }
}

/// The table of the standard error of the best move, by the number of nodes.
fn errors() -> Result<String> {
    let columns = "| nodes | rollouts of the best move | standard error |";
    let mut text = format!("\n{}", head(columns));
    let openings: Vec<Position> = positions(15, 1..).take(40).collect();
    for nodes in [10_000, 40_000, 160_000, 640_000] {
        let limits = Limits::of_nodes(nodes);
        let best = openings.iter().map(|position| {
            let evaluation = evaluate(position, &rollouts(0), &limits, &[], &Control::default());
            (evaluation.best().rollouts as f64, evaluation.best().error())
        });
        let (count, error): (Vec<f64>, Vec<f64>) = best.unzip();
        let [count, error] = [count, error].map(|all| mean(all.into_iter()));
        text += &format!("| {nodes} | {count:.0} | {error:.3} |\n");
    }
    Ok(text + "\n")
}

/// The table of grades by rollouts against exact grades.
fn grades() -> Result<String> {
    const POSITIONS: usize = 1000;
    let judge = |exact, nodes| GradeSettings {
        settings: rollouts(exact),
        limits: Limits {
            nodes,
            ..Limits::NONE
        },
    };
    let nodes = Some(50_000);
    let proof = judge(u64::MAX, None);
    let [rollout_judge, default_judge] =
        [0, EvaluatorSettings::default().exact].map(|exact| judge(exact, nodes));
    let late = (4..=8).flat_map(|groups| positions(groups, 1..).take(POSITIONS / 5));
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let policy: Contestant = "rollout-greedy".parse()?;
    let mut table = [[0u32; 4]; 4];
    let mut differences = Vec::new();
    let mut correct_default_grades = 0;
    for (number, position) in late.enumerate() {
        // Half of the moves are random, half are those of a player.
        let move_: Move = if number % 2 == 0 {
            position.random_move(&mut rng).expect("it waits for a move")
        } else {
            policy.choose(&position, &mut rng)
        };
        let graded = |judge: &GradeSettings| grade(&position, move_, judge, &Control::default());
        let exact = graded(&proof)?;
        assert!(exact.chosen.exact.is_some(), "nothing limits the proof");
        let default_grade = graded(&default_judge)?;
        correct_default_grades += u32::from(default_grade.grade == exact.grade);
        let sampled = graded(&rollout_judge)?;
        table[exact.grade as usize][sampled.grade as usize] += 1;
        differences.push((exact.delta - sampled.delta).abs());
    }
    let equal: u32 = (0..4).map(|grade| table[grade][grade]).sum();
    let near = iproduct!(0..4_usize, 0..4).filter(|(exact, sampled)| exact.abs_diff(*sampled) <= 1);
    let near: u32 = near.map(|(exact, sampled)| table[exact][sampled]).sum();
    let mut text = format!(
        "\nThe grade by rollouts is the exact one in {equal} of {POSITIONS} positions, and at most one grade away in {near}.\n\
         What a move gives away differs by {:.2} in the median. With a proof where 50,000 positions suffice for it, as all\n\
         grades are made, {correct_default_grades} of {POSITIONS} grades are the exact ones.\n\n",
        median(differences, |&points| Some(points)).unwrap_or(0.0)
    );
    let names = Grade::ALL.map(Grade::name).join(" | ");
    text += &head(&format!("| exact \\ rollouts | {names} |"));
    for (grade, row) in Grade::ALL.iter().zip(table) {
        text += &format!("| {} | {} |\n", grade.name(), row.iter().join(" | "));
    }
    Ok(text + "\n")
}

/// Positions with the moves that are proven to be best.
fn proven(seeds: std::ops::Range<u64>) -> Vec<(Position, Vec<Move>)> {
    let with_choice = |position: &Position| position.legal_count() > 20;
    let positions =
        (8..=10).flat_map(|groups| positions(groups, seeds.clone()).filter(with_choice));
    let solved = positions.map(|position| {
        let mut solver = RoundSolver::new(RoundQuestion::default());
        let solution = solver.solve(&position, None, &Control::default());
        (position, solution.expect("it waits for a move").best)
    });
    solved.collect()
}

/// The share of positions with a best move among the first `size` moves of the shortlist.
fn share(data: &[(Position, Vec<Move>)], weights: &ShortlistWeights, size: usize) -> f64 {
    let hits = data.iter().filter(|(position, best)| {
        let moves = shortlist(position, weights, Some(size));
        best.iter().any(|move_| moves.contains(move_))
    });
    hits.count() as f64 / data.len() as f64
}

/// The table of shares of best moves on the shortlist, with the published weights and with fitted ones.
fn shortlists() -> Result<String> {
    let (fit, validation) = (proven(1000..1120), proven(2000..2120));
    let score = |weights: &ShortlistWeights| {
        share(&fit, weights, 5) + share(&fit, weights, 10) + share(&fit, weights, 20)
    };
    // Coordinate ascent: one weight at a time, by steps that become smaller.
    let mut fitted = ShortlistWeights::PUBLISHED;
    let weights: [fn(&mut ShortlistWeights) -> &mut i32; 8] = [
        |weights| &mut weights.line,
        |weights| &mut weights.completes,
        |weights| &mut weights.row,
        |weights| &mut weights.tile,
        |weights| &mut weights.token,
        |weights| &mut weights.factory,
        |weights| &mut weights.versatility,
        |weights| &mut weights.falls,
    ];
    for (step, _, weight) in iproduct!([40, 20, 10, 5, 2, 1], 0..3, weights) {
        for change in [-step, step] {
            let mut candidate = fitted;
            *weight(&mut candidate) += change;
            if score(&candidate) > score(&fitted) {
                fitted = candidate;
            }
        }
    }
    let mut text = format!(
        "\nFitted to {} positions, measured on {} others with more than 20 legal moves.\n\n{}",
        fit.len(),
        validation.len(),
        head("| weights | of 5 | of 10 | of 20 |")
    );
    let in_code = "in the code (`ShortlistWeights::FITTED`)";
    for (name, weights) in [
        ("published", ShortlistWeights::PUBLISHED),
        (in_code, ShortlistWeights::FITTED),
        ("fitted now", fitted),
    ] {
        let shares = [5, 10, 20].map(|size| percent(share(&validation, &weights, size)));
        text += &format!("| {name} | {} |\n", shares.join(" | "));
    }
    text += &format!("\nFitted now: `{fitted:?}`.\n\n");
    Ok(text)
}
