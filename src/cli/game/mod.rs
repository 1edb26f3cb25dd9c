//! `azulejo game`: positions, moves and records of the whole game.

mod args;
mod check;
mod moves;
mod new;
mod perft;
mod play;
mod position;
mod show;

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
    }
}
