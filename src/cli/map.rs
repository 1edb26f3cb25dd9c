use super::exit::{Exit, Usage};
use super::flags::{FrontierArgs, InstanceArgs, LimitArgs};
use super::target::{self, Target, write, write_text};
use super::{input, progress};
use crate::flags::CellsArg;
use crate::instance::{Instance, Turn};
use crate::outcome::Verdict;
use crate::render::cost_map::{svg, text};
use crate::schema;
use crate::solve::{CellCost, cost_map};
use clap::{Arg, Args, ValueEnum};
use std::path::PathBuf;

/// Without cells, `--first` and `--last` ask for the map of a turn; with cells they are the constraints of `solve`.
#[derive(Debug, Args)]
#[command(mut_arg(FIRST, |flag| bare(flag, "Map the first turn; =CELLS is the constraint that these cells are filled first")))]
#[command(mut_arg(LAST, |flag| bare(flag, "Map the last turn; =CELLS is the constraint that these cells are filled last")))]
pub(super) struct MapArgs {
    #[command(flatten)]
    instance: InstanceArgs,
    /// Map this turn
    #[arg(long, value_name = "TURN", help_heading = "Run")]
    turn: Option<u64>,
    /// Format; by default that of the name of --output, or text
    #[arg(long, value_enum, help_heading = "Run")]
    format: Option<MapFormat>,
    /// Where to write it; - for standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Run")]
    output: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    frontier: FrontierArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum MapFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// An SVG picture
    Svg,
}

/// Formats by the ending of a file's name.
const ENDINGS: [(&str, MapFormat); 3] = [
    ("txt", MapFormat::Text),
    ("json", MapFormat::Json),
    ("svg", MapFormat::Svg),
];

const FIRST: &str = "first";
const LAST: &str = "last";

fn bare(flag: Arg, help: &'static str) -> Arg {
    flag.num_args(0..=1).require_equals(true).help(help)
}

pub(super) fn run(args: &MapArgs) -> anyhow::Result<Exit> {
    let flag = flag(args)?;
    let file = target::file(args.output.as_deref());
    let format = target::format(args.format, file, MapFormat::Text, &ENDINGS)?;
    let instance = input::instance(&args.instance)?;
    let turn = turn(flag, args.turn, &instance)?;
    let target = file.map(Target::new).transpose()?;
    let line = progress::Line::new(&args.limits)?;
    let settings = line.settings_without_checkpoint(&args.limits, &args.frontier);
    line.stage("map");
    let map = cost_map(&instance, turn, &settings)?;
    drop(line);
    match format {
        MapFormat::Text => write_text(target.as_ref(), &text(&instance, &map))?,
        MapFormat::Json => write_text(
            target.as_ref(),
            &schema::pretty(&schema::Map::new(&instance, &map)),
        )?,
        MapFormat::Svg => write(target.as_ref(), svg(&instance, &map).as_bytes())?,
    }
    let is_exact = |cost: &CellCost| match cost {
        CellCost::Points(cost) => cost.exact().is_some(),
        CellCost::Initial | CellCost::Impossible => true,
    };
    Ok(match &map.without {
        Verdict::Infeasible { .. } => Exit::Infeasible,
        Verdict::Unknown { .. } => Exit::StoppedEmpty,
        _ if map.cells.iter().all(is_exact) => Exit::Done,
        _ => Exit::Stopped,
    })
}

/// Flag of the mapped turn, `--first` or `--last` without cells; none where `--turn` has the number of the turn.
fn flag(args: &MapArgs) -> Result<Option<&'static str>, Usage> {
    let flag = match (&args.instance.flags.constraints.bare[..], args.turn) {
        ([], Some(_)) => return Ok(None),
        (&[flag], None) => flag,
        _ => {
            return Err(Usage(
                "say which turn to map: --first, --last or --turn TURN, one of them; with cells, --first=CELLS and \
                 --last=CELLS are constraints"
                    .into(),
            ));
        }
    };
    // Clap takes cells after the flag for the name of a file.
    let word = args.instance.file.as_ref().filter(|path| !path.exists());
    let word = word.and_then(|path| path.to_str());
    match word.filter(|word| word.parse::<CellsArg>().is_ok()) {
        None => Ok(Some(flag)),
        Some(word) => Err(Usage(format!(
            "--{flag} maps the {flag} turn for every cell, {word} among them: leave out {word}. The constraint that \
             {word} comes {flag} is --{flag}={word}, beside --turn TURN"
        ))),
    }
}

/// Turn of a flag, or of a number from 1.
fn turn(flag: Option<&str>, number: Option<u64>, instance: &Instance) -> Result<Turn, Usage> {
    let last = instance.horizon();
    let number = match flag {
        Some(FIRST) => 1,
        Some(_) => last as u64,
        None => number.unwrap_or_default(),
    };
    let number = usize::try_from(number).unwrap_or(usize::MAX);
    match number {
        number if (1..=last).contains(&number) => Ok(Turn::from_index(number - 1)),
        _ if last == 0 => Err(Usage("the instance has no turn to map".into())),
        _ => Err(Usage(format!(
            "--turn {number} is out of range (turns 1 to {last})"
        ))),
    }
}
