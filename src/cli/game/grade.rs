use super::analysis_args::GradeArgs;
use super::play::parsed;
use super::position::read;
use crate::analysis::grade;
use crate::cli::args::Format;
use crate::cli::exit::Exit;
use crate::cli::{output, progress};
use crate::game::Phase;
use crate::render::game::analysis;
use crate::schema::{game::Grade, pretty};

pub(super) fn run(args: &GradeArgs) -> anyhow::Result<Exit> {
    let position = read(&args.position)?;
    position.expect_phase(Phase::Moves)?;
    let taken = parsed(&args.taken, position.players())?;
    if let Err(reason) = position.check(taken) {
        output::note(&format!("illegal: {taken}: {reason}"));
        return Ok(Exit::Infeasible);
    }
    let stop = progress::interrupt()?;
    let line = progress::Line::new(args.limits.quiet);
    line.stage("grade");
    let control = line.control(&stop).within(args.limits.time_limit);
    let graded = grade(&position, taken, &args.judge.judge(), &control)?;
    drop(line);
    output::result(&match args.format {
        Format::Text => analysis::grade(&position, &graded),
        Format::Json => pretty(&Grade::new(&position, &graded)),
    })?;
    Ok(if control.stopped() {
        Exit::Stopped
    } else {
        Exit::Done
    })
}
