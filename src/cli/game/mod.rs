//! `azulejo game`: positions, moves and records of the whole game; players, matches and tournaments.

mod analysis_args;
mod args;
mod best;
mod check;
mod contest_args;
mod contestants;
mod engine;
mod grade;
mod matches;
mod moves;
mod new;
mod perft;
mod plan;
mod play;
mod players;
mod position;
mod puzzle;
mod records;
mod review;
mod show;
mod solve;
mod tournament;

use super::exit::Exit;
pub(super) use args::GameCommand;

pub(super) fn run(command: &GameCommand) -> anyhow::Result<Exit> {
    match command {
        GameCommand::New(args) => new::run(args),
        GameCommand::Show(args) => show::run(args),
        GameCommand::Moves(args) => moves::run(args),
        GameCommand::Play(args) => play::run(args),
        GameCommand::Check(args) => check::run(args),
        GameCommand::Perft(args) => perft::run(args),
        GameCommand::Best(args) => best::run(args),
        GameCommand::Engine => engine::run(),
        GameCommand::Grade(args) => grade::run(args),
        GameCommand::Review(args) => review::run(args),
        GameCommand::Plan(args) => plan::run(args),
        GameCommand::Puzzle(args) => puzzle::run(args),
        GameCommand::Solve(args) => solve::run(args),
        GameCommand::Players(args) => players::run(args),
        GameCommand::Match(args) => matches::run(args),
        GameCommand::Tournament(args) => tournament::run(args),
    }
}
