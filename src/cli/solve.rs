use super::exit::Exit;
use super::flags::{
    CheckpointArgs, CutArgs, Format, InstanceArgs, RunArgs, by_name, formulation_of, no_checkpoint,
};
use super::target::{Target, plot_file};
use super::tree::TreeRequest;
use super::{conflict, input, output, progress};
use crate::certificate::Certificate;
use crate::counted::counted;
use crate::harmless::harmless;
use crate::instance::{Instance, Sense};
use crate::outcome::Verdict;
use crate::render::caption::title;
use crate::render::{explain, plot, proof, tables, walls};
use crate::schema;
use crate::solve::{self, Answer, CrossCheck, Findings, Method, Price};
use clap::Args;
use std::fmt::Write;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct SolveArgs {
    #[command(flatten)]
    instance: InstanceArgs,
    /// How to solve it; `auto` takes what fits, or with --without the ordering formulation
    #[arg(long, value_parser = by_name(Method::WITH_AUTO, Method::name), default_value = Method::default().name(), help_heading = "Run")]
    #[arg(default_value_if("without", clap::builder::ArgPredicate::IsPresent, Method::Ordering.name()))]
    method: Method,
    /// Do not solve it again over the state graph (done where at most 16 cells are to be filled)
    #[arg(long, help_heading = "Run")]
    no_cross_check: bool,
    #[command(flatten)]
    cuts: CutArgs,
    #[command(flatten)]
    run: RunArgs,
    /// Also print the case study's two tables: positions and points per turn
    #[arg(short, long, help_heading = "Run")]
    verbose: bool,
    /// Also explain the answer: how the bound moved, the rows by equation, the points line by line, what each constraint costs
    #[arg(long, help_heading = "Run")]
    explain: bool,
    /// Also draw the bound and the best order over time (of a search over coverings, its layers)
    #[arg(long, value_name = "FILE.svg", help_heading = "Run")]
    plot: Option<PathBuf>,
    /// Also draw the tree of a plain branch and bound over the formulation of --method
    ///
    /// HiGHS keeps its own tree to itself. This tree is that of a branch and bound without cuts and heuristics, in which
    /// HiGHS solves the linear relaxations. Each node has its bound, the column that it was split on, or why it was
    /// closed. Of a large tree, the part near the root is drawn, and the nodes below are counted.
    #[arg(long, value_name = "FILE.svg", help_heading = "Run")]
    tree: Option<PathBuf>,
    /// Also write the log of HiGHS: presolve, the root, the tree; round after round where there are several
    #[arg(long, value_name = "FILE", help_heading = "Run")]
    log: Option<PathBuf>,
    /// Also write a proof of the answer, which `azulejo-check` or another checker can check: docs/certificates.md
    #[arg(long, value_name = "FILE", help_heading = "Run")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    checkpoint: CheckpointArgs,
}

/// File for the log of HiGHS, empty so that a failure to write shows at once.
fn log_file(args: &SolveArgs) -> anyhow::Result<Option<PathBuf>> {
    let Some(path) = &args.log else {
        return Ok(None);
    };
    formulation_of(args.method, "--log")?;
    Target::new(path)?.write(b"")?;
    Ok(Some(path.clone()))
}

pub(super) fn run(args: &SolveArgs) -> anyhow::Result<Exit> {
    if args.checkpoint.checkpoint.is_some() && !args.method.keeps_checkpoints() {
        return Err(no_checkpoint(args.method.name()));
    }
    let without = args.cuts.families(args.method.name())?;
    let instance = input::instance(&args.instance)?;
    let plot = plot_file(args.plot.as_deref())?;
    let tree = args.tree.as_deref();
    let tree = tree.map(|path| TreeRequest::new(path, args.method, &args.cuts));
    let tree = tree.transpose()?;
    let certificate = args.certificate.as_deref().map(Target::new).transpose()?;
    let line = progress::Line::new(&args.run.limits)?;
    let mut settings = line.settings(&args.run);
    settings.milp.without = without;
    settings.milp.log = log_file(args)?;
    settings.frontier = progress::frontier(&args.run.frontier, Some(&args.checkpoint));
    let settings = settings.within(args.run.limits.time_limit);
    line.stage(args.method.name());
    let answer = solve::solve(&instance, args.method, &settings)?;
    let cross_check = !args.no_cross_check;
    let mut findings = Findings::find(&instance, &answer, &settings, cross_check, |stage| {
        line.stage(stage);
    });
    if args.explain {
        findings.find_costs(&instance, &answer, &settings, |stage| line.stage(stage));
    }
    let tree = match tree {
        Some(request) => {
            line.stage("tree");
            Some((request.grow(&instance, &settings)?, request))
        }
        None => None,
    };
    let certificate = certificate.map(|target| {
        line.stage("certificate");
        let verdict = &answer.outcome.verdict;
        let conflict = findings.conflict.as_ref();
        let conflict = conflict.and_then(|conflict| conflict.as_ref().ok());
        let certificate = Certificate::of(&instance, verdict, conflict, &settings.control);
        (target, certificate)
    });
    drop(line);
    match args.run.format {
        Format::Json => {
            let mut solution = schema::Solve::new(&instance, &answer, &findings, args.explain);
            solution.certificate = certificate
                .as_ref()
                .map(|(_, certificate)| certificate.into());
            output::result(&schema::pretty(&solution))?;
        }
        Format::Text => {
            let mut text = describe(&args.instance, &instance, &answer, &findings);
            if let Some((_, certificate)) = &certificate {
                let sentence = match certificate {
                    Ok(certificate) => proof::certificate(certificate),
                    Err(reason) => format!("no certificate: {reason}"),
                };
                let _ = write!(text, "\ncertificate  {sentence}");
            }
            let mut parts = vec![text];
            let solution = answer.outcome.verdict.solution();
            if let (true, Some(solution), Some(report)) = (args.verbose, solution, &answer.report) {
                let (order, points) = (&solution.order, &report.points);
                parts.push(tables::case_study(&instance, order, points));
            }
            if args.explain {
                parts.push(explain::text(&instance, &answer));
                let name = |index| conflict::located_constraint(&args.instance, &instance, index);
                parts.extend(explain::costs(&instance, &answer, &findings.costs, name));
            }
            output::result(&parts.join("\n\n"))?;
        }
    }
    // The answer is printed before the files, for which a disk may be full.
    if let Some(Err(error)) = &findings.cross_check {
        output::note(&format!("the cross-check failed: {error}"));
    }
    conflict::note_failure(findings.conflict.as_ref());
    if let Some((target, Ok(certificate))) = &certificate {
        target.write(certificate.to_json().as_bytes())?;
    }
    if let Some(plot) = plot {
        plot.write(plot::svg(&instance, &answer)?.as_bytes())?;
    }
    if let Some((tree, request)) = tree {
        request.write(&instance, &tree)?;
        if !request.is_consistent(&tree, &answer) {
            return Ok(Exit::Disagree);
        }
    }
    let check = findings
        .cross_check
        .as_ref()
        .and_then(|check| check.as_ref().ok());
    Ok(Exit::of_verdict(&answer.outcome.verdict, check))
}

fn describe(
    args: &InstanceArgs,
    instance: &Instance,
    answer: &Answer,
    findings: &Findings,
) -> String {
    let mut parts = vec![title(instance)];
    let verdict = &answer.outcome.verdict;
    if let (Some(solution), Some(report)) = (verdict.solution(), &answer.report) {
        let (order, points) = (&solution.order, &report.points);
        parts.push(walls::turns_and_points(instance, order, points));
        if report.bonus > 0 {
            parts.push(format!("bonus        {}", report.bonus));
        }
    }
    let mut text = verdict_line(instance.sense(), verdict);
    let _ = write!(text, "\nproof        {}", proof::line(answer));
    if let Some(Ok(check)) = &findings.cross_check {
        let opinion = second_opinion(instance.sense(), verdict, check);
        let _ = write!(text, "\ncross-check  {opinion}");
    }
    if let Some(Price { without, points }) = findings.price {
        let (best, _) = instance.sense().best();
        let noun = match instance.constraints().len() {
            1 => "the constraint",
            _ => "the constraints",
        };
        let _ = write!(
            text,
            "\ncost         {points}: the {best} without {noun} is {without}"
        );
    }
    if let (Verdict::Optimal { solution, .. }, Some(published)) =
        (verdict, instance.published().score)
    {
        let word = if solution.score == published {
            "the same"
        } else {
            "ANOTHER score"
        };
        let source = harmless(instance.source().unwrap_or("no source given"));
        let _ = write!(text, "\npublished    {word}: {published} ({source})");
    }
    parts.push(text);
    if let Some(Ok(conflict)) = &findings.conflict {
        parts.push(conflict::words(args, instance, conflict));
    }
    parts.join("\n\n")
}

fn verdict_line(sense: Sense, verdict: &Verdict) -> String {
    match verdict {
        Verdict::Optimal { solution, .. } => {
            let (score, proven) = (solution.score, proof::proven(sense));
            format!("score        {score} = bound {score} ({proven})")
        }
        Verdict::Feasible {
            solution, bound, ..
        } => {
            let score = solution.score;
            let gap = score.abs_diff(*bound);
            let limited = proof::limited(sense, *bound);
            format!("score        {score} (stopped early: {limited}, gap {gap})")
        }
        Verdict::Infeasible { .. } => format!("infeasible: {}", proof::INFEASIBLE),
        Verdict::Unknown { bound, .. } => {
            let limited = proof::limited_if_any(sense, *bound);
            format!("no order found before the end; {limited}")
        }
    }
}

/// Cross-check of a verdict by the state graph: agreement, or a proof that the verdict lacks.
fn second_opinion(sense: Sense, verdict: &Verdict, check: &CrossCheck) -> String {
    let outcome = &check.answer.outcome;
    let method = check.answer.method;
    let (best, _) = sense.best();
    let opinion = match (verdict, &outcome.verdict) {
        _ if !check.agrees => format!("DISAGREES: {}", score_or_status(&outcome.verdict)),
        (
            Verdict::Feasible { solution, .. },
            Verdict::Optimal {
                solution: proven, ..
            },
        ) => match proven.score == solution.score {
            true => format!("proves that {} is the {best}", proven.score),
            false => format!("proves a better score: the {best} is {}", proven.score),
        },
        (
            Verdict::Unknown { .. },
            Verdict::Optimal {
                solution: proven, ..
            },
        ) => {
            format!("proves that the {best} is {}", proven.score)
        }
        (Verdict::Unknown { .. }, Verdict::Infeasible { .. }) => {
            format!("proves that {}", proof::INFEASIBLE)
        }
        (_, second) => format!("agrees: {}", score_or_status(second)),
    };
    let mut text = format!("the state {method} {opinion}");
    if let (Verdict::Optimal { .. }, Some(orders)) = (&outcome.verdict, &outcome.stats.orders) {
        let coverings = counted(outcome.stats.coverings.unwrap_or(0), "covering");
        let orders = counted(orders, "optimal order");
        let _ = write!(text, ", {orders}, {coverings}");
    }
    text
}

fn score_or_status(verdict: &Verdict) -> String {
    match verdict.score() {
        Some(score) => score.to_string(),
        None => verdict.status().into(),
    }
}
