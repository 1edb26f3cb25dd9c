use super::exit::Exit;
use super::flags::{Format, InstanceArgs, OrderArgs};
use super::{input, output};
use crate::instance::Instance;
use crate::order::{Breakdown, Order, Report, row_values, verify};
use crate::render::caption::title;
use crate::render::{tables, walls};
use crate::schema;
use anyhow::anyhow;
use clap::Args;
use itertools::Itertools;

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
    input::check_single_stdin(&args.instance, args.order.solution.as_deref(), "solution")?;
    let instance = input::instance(&args.instance)?;
    let order = input::order(&instance, &args.order)?
        .ok_or_else(|| anyhow!("no order: give --order or --solution"))?;
    let report = verify(&instance, &order);
    let breakdown = args
        .breakdown
        .then(|| Breakdown::new(instance.wall(), &order, &report));
    output::result(&match args.format {
        Format::Json => schema::pretty(&schema::Check::new(
            &instance,
            &order,
            &report,
            breakdown.as_ref(),
        )),
        Format::Text => {
            // Violations with the flag of the constraint, or its place in the file.
            let place = |index| input::place(&args.instance, index);
            let violations = report
                .violations
                .iter()
                .map(|violation| violation.with_place(place));
            let violations = violations.collect_vec();
            describe(&instance, &order, &report, &violations, breakdown.as_ref())
        }
    })?;
    Ok(Exit::of_check(report.violations.is_empty()))
}

fn describe(
    instance: &Instance,
    order: &Order,
    report: &Report,
    violations: &[String],
    breakdown: Option<&Breakdown>,
) -> String {
    let points = report.points.iter().join(" ");
    let bonus = match report.bonus {
        0 => String::new(),
        bonus => format!("\nbonus   {bonus}"),
    };
    let score = report.score;
    let mut parts = vec![
        title(instance),
        walls::turns_and_points(instance, order, &report.points),
        format!("order   {order}\npoints  {points}{bonus}\nscore   {score}"),
    ];
    parts.extend(breakdown.map(tables::breakdown));
    let rows = row_values(instance, order);
    if !rows.is_empty() {
        let rows = rows.iter();
        let mut rows = rows.map(|(row, value)| format!("{row} ({}): {value}", row.class()));
        parts.push(rows.join("\n"));
    }
    parts.push(match violations.is_empty() {
        true => "The order is valid.".to_owned(),
        false => format!("The order is not valid:\n  {}", violations.join("\n  ")),
    });
    parts.join("\n\n")
}
