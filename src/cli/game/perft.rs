use super::args::PerftArgs;
use super::position;
use crate::cli::args::Format;
use crate::cli::exit::Exit;
use crate::cli::output;
use crate::game::{Move, Position, perft};
use crate::render::game::moves;
use crate::schema;
use rayon::prelude::*;

pub(super) fn run(args: &PerftArgs) -> anyhow::Result<Exit> {
    let position = position::position(&args.position)?;
    let behind = divide(&position, args.depth);
    let leaves = if behind.is_empty() {
        1 // the position itself
    } else {
        behind.iter().map(|(_, leaves)| leaves).sum()
    };
    let shown = args.divide.then_some(&behind[..]);
    output::result(&match args.format {
        Format::Text => moves::perft(leaves, shown),
        Format::Json => schema::game::perft(&position, args.depth, leaves, shown),
    })?;
    Ok(Exit::Done)
}

/// The leaves behind each legal move; nothing where the position is a leaf itself.
fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let legal: Vec<Move> = position.legal().collect();
    let count = |taken: Move| {
        let mut after = *position;
        after.play_unchecked(taken);
        (taken, perft(&after, rest))
    };
    legal.into_par_iter().map(count).collect()
}
