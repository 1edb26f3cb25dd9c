use super::analysis_args::SolveRestArgs;
use super::position;
use crate::cli::args::Format;
use crate::cli::exit::Exit;
use crate::cli::{output, progress};
use crate::exact::{Bonuses, Question, Solver};
use crate::game::Phase;
use crate::render::game::solve;
use crate::schema::{game::Solve, pretty};
use std::num::NonZeroU64;

pub(super) fn run(args: &SolveRestArgs) -> anyhow::Result<Exit> {
    let position = position::position(&args.position)?;
    position.expect_phase(Phase::Moves)?;
    let question = Question {
        bonuses: if args.no_bonus {
            Bonuses::LeftOut
        } else {
            Bonuses::Counted
        },
        model: args.model,
    };
    let stop = progress::interrupt()?;
    let line = progress::Line::new(args.limits.quiet);
    line.stage("solve");
    let control = line.control(&stop).within(args.limits.time_limit);
    let solution =
        Solver::new(question).solve(&position, args.nodes.map(NonZeroU64::get), &control)?;
    drop(line);
    output::result(&match args.format {
        Format::Text => solve::told(&position, &question, &solution),
        Format::Json => pretty(&Solve::new(&position, &question, &solution)),
    })?;
    Ok(match solution.value() {
        Some(_) => Exit::Done,
        None => Exit::Stopped,
    })
}
