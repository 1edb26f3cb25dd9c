use super::exit::Exit;
use super::flags::{Format, InstanceArgs, OrderArgs};
use super::title::title;
use super::{input, output};
use crate::instance::Instance;
use crate::order::Breakdown;
use crate::order::{Order, Report, row_values, verify};
use crate::render::{tables, walls};
use crate::schema;
use anyhow::anyhow;
use clap::Args;
use itertools::Itertools;
use std::fmt::Write;

#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("given").required(true))]
pub(super) struct CheckArgs {
    #[command(flatten)]
    instance: InstanceArgs,
    #[command(flatten)]
    order: OrderArgs,
    /// Also print the points by kind (horizontal, vertical, single) with the sums of rows and columns
    #[arg(long, help_heading = "Run")]
    breakdown: bool,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Run")]
    format: Format,
}

pub(super) fn run(args: &CheckArgs) -> anyhow::Result<Exit> {
    input::one_from_stdin(&args.instance, &args.order)?;
    let instance = input::instance(&args.instance)?;
    let order = input::order(&instance, &args.order)?
        .ok_or_else(|| anyhow!("no order: give --order or --solution"))?;
    let report = verify(&instance, &order);
    let by_kind = || Breakdown::new(instance.wall(), &order, &report);
    let breakdown = args.breakdown.then(by_kind);
    output::result(&match args.format {
        Format::Json => schema::pretty(&schema::Check::new(
            &instance,
            &order,
            &report,
            breakdown.as_ref(),
        )),
        Format::Text => {
            let violations = violations(&args.instance, &report);
            describe(&instance, &order, &report, &violations, breakdown.as_ref())
        }
    })?;
    Ok(if report.violations.is_empty() {
        Exit::Done
    } else {
        Exit::Infeasible
    })
}

/// The violations, each with the flag of the broken constraint or its place in the file.
fn violations(args: &InstanceArgs, report: &Report) -> Vec<String> {
    let violations = report.violations.iter();
    violations
        .map(|one| one.with_place(|index| input::place(args, index)))
        .collect()
}

fn describe(
    instance: &Instance,
    order: &Order,
    report: &Report,
    violations: &[String],
    breakdown: Option<&Breakdown>,
) -> String {
    let mut text = title(instance);
    text += "\n\n";
    text += &walls::turns_and_points(instance, order, &report.points);
    let points = report.points.iter().join(" ");
    let _ = write!(text, "\n\norder   {order}\npoints  {points}");
    if report.bonus > 0 {
        let _ = write!(text, "\nbonus   {}", report.bonus);
    }
    let _ = write!(text, "\nscore   {}\n\n", report.score);
    if let Some(breakdown) = breakdown {
        let _ = write!(text, "{}\n\n", tables::breakdown(breakdown));
    }
    let rows = row_values(instance, order);
    for (row, value) in &rows {
        let _ = writeln!(text, "{row} ({}): {value}", row.class());
    }
    if !rows.is_empty() {
        text += "\n";
    }
    if violations.is_empty() {
        text += "The order is valid.";
    } else {
        text += "The order is not valid:";
        for violation in violations {
            let _ = write!(text, "\n  {violation}");
        }
    }
    text
}
