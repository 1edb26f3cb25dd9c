use super::args::CheckArgs;
use crate::cli::exit::Exit;

pub(super) fn run(_args: &CheckArgs) -> anyhow::Result<Exit> {
    anyhow::bail!("not yet")
}
