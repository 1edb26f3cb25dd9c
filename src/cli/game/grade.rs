use super::judge::{Judge, JudgeArgs};
use super::position::{parse_move, read};
use crate::analysis::{Effort, grade, rollouts};
use crate::cli::exit::Exit;
use crate::cli::flags::{Format, LimitArgs};
use crate::cli::{output, progress};
use crate::game::Phase;
use crate::render::game;
use crate::schema::game::{Grade, RolloutGrade};
use crate::schema::pretty;
use clap::Args;

#[derive(Debug, Args)]
pub(in crate::cli) struct GradeArgs {
    /// The position in quotes, a file that holds it, or - for standard input
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// The move, such as 3Y2 or CR-, or its code
    #[arg(value_name = "MOVE")]
    taken: String,
    #[command(flatten)]
    judge: JudgeArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
}

pub(super) fn run(args: &GradeArgs) -> anyhow::Result<Exit> {
    let position = read(&args.position)?;
    position.expect_phase(Phase::Moves)?;
    let move_ = parse_move(&args.taken, position.players())?;
    if let Err(reason) = position.check(move_) {
        output::note(&format!("illegal: {move_}: {reason}"));
        return Ok(Exit::Infeasible);
    }
    let judge = args.judge.judge(Effort::Normal)?;
    let (line, control) = progress::Line::of_stage("grade", &args.limits)?;
    let text = match judge {
        Judge::Search(settings) => {
            let grade = grade(&position, move_, &settings, &control)?;
            match args.format {
                Format::Text => game::analysis::grade(&position, &grade),
                Format::Json => pretty(&Grade::new(&position, &grade)),
            }
        }
        Judge::Rollouts(settings) => {
            let grade = rollouts::grade(&position, move_, &settings, &control)?;
            match args.format {
                Format::Text => game::rollouts::grade(&position, &grade),
                Format::Json => pretty(&RolloutGrade::new(&position, &grade)),
            }
        }
    };
    drop(line);
    output::result(&text)?;
    Ok(Exit::of_run(!control.stopped()))
}
