use super::args::{CheckArgs, Format, OrderArgs};
use super::exit::{Exit, Usage};
use super::solve::title;
use super::{input, output};
use crate::breakdown::Breakdown;
use crate::instance::{CellSpec, Instance};
use crate::render::{json, tables, walls};
use crate::verify::{Report, verify};
use crate::wall::Cell;
use anyhow::{Context, anyhow};
use itertools::Itertools;
use serde::Deserialize;
use std::fmt::Write;
use std::path::Path;

pub(super) fn run(args: &CheckArgs) -> anyhow::Result<Exit> {
    let stdin = Some(Path::new("-"));
    if args.instance.file.as_deref() == stdin && args.order.solution.as_deref() == stdin {
        let mend = "the instance and the solution cannot both come from standard input";
        return Err(Usage(mend.into()).into());
    }
    let instance = input::instance(&args.instance)?;
    let cells = order(&args.order)?;
    let on_wall = |cell: CellSpec| cell.on(instance.wall());
    let order = cells
        .into_iter()
        .map(on_wall)
        .collect::<Result<Vec<Cell>, _>>()?;
    let report = verify(&instance, &order);
    let by_kind = || Breakdown::new(instance.wall(), &order, &report);
    let breakdown = args.breakdown.then(by_kind);
    output::result(&match args.format {
        Format::Json => json::check(&instance, &order, &report, breakdown.as_ref()),
        Format::Text => describe(&instance, &order, &report, breakdown.as_ref()),
    })?;
    Ok(if report.violations.is_empty() {
        Exit::Done
    } else {
        Exit::Infeasible
    })
}

fn order(args: &OrderArgs) -> anyhow::Result<Vec<CellSpec>> {
    /// The part of the output of `solve` that is needed here.
    #[derive(Deserialize)]
    struct Solution {
        order: Option<Vec<u64>>,
    }
    match (&args.order, &args.solution) {
        (Some(cells), _) => Ok(cells.0.clone()),
        (None, Some(path)) => {
            let text = input::text(path)?;
            let shown = input::shown(path);
            let solution: Solution = serde_json::from_str(&text)
                .with_context(|| format!("{shown} is not the JSON output of solve"))?;
            let order = solution
                .order
                .with_context(|| format!("{shown} holds no order"))?;
            Ok(order.into_iter().map(CellSpec::Number).collect())
        }
        (None, None) => Err(anyhow!("no order: give --order or --solution")),
    }
}

fn describe(
    instance: &Instance,
    order: &[Cell],
    report: &Report,
    breakdown: Option<&Breakdown>,
) -> String {
    let mut text = title(instance);
    text += "\n\n";
    text += &walls::turns_and_points(instance, order, &report.points);
    let points = report.points.iter().join(" ");
    let _ = write!(
        text,
        "\n\norder   {}\npoints  {points}",
        order.iter().join(" ")
    );
    if report.bonus > 0 {
        let _ = write!(text, "\nbonus   {}", report.bonus);
    }
    let _ = write!(text, "\nscore   {}\n\n", report.score);
    if let Some(breakdown) = breakdown {
        let _ = write!(text, "{}\n\n", tables::breakdown(breakdown));
    }
    if report.violations.is_empty() {
        text += "The order is valid.";
    } else {
        text += "The order is not valid:";
        for violation in &report.violations {
            let _ = write!(text, "\n  {violation}");
        }
    }
    text
}
