use super::position::{self, PositionArgs};
use crate::cli::exit::Exit;
use crate::cli::flags::{Format, LimitArgs};
use crate::cli::{output, progress};
use crate::control::{Control, Progress};
use crate::counted::agreeing;
use crate::game::{Move, Position, perft};
use crate::render::game::moves;
use crate::schema::{game::Perft, pretty};
use clap::Args;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Debug, Args)]
pub(in crate::cli) struct PerftArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The number of moves; each more takes about fifty times as long
    #[arg(long, value_name = "N", help_heading = "Count")]
    depth: u32,
    /// Also the leaves behind each move
    #[arg(long, help_heading = "Count")]
    divide: bool,
    #[command(flatten)]
    limits: LimitArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
}

/// Maximum depth of a tree whose count takes milliseconds, and is not interrupted.
const SHORT_DEPTH: u32 = 3;

pub(super) fn run(args: &PerftArgs) -> anyhow::Result<Exit> {
    let position = position::position(&args.position)?;
    let (line, control) = progress::Line::of_stage("perft", &args.limits)?;
    let count = Count {
        control,
        leaves: AtomicU64::new(0),
    };
    let leaves_by_move = count.divide(&position, args.depth);
    drop(line);
    let Some(leaves_by_move) = leaves_by_move else {
        let minimum = count.leaves.into_inner();
        match args.format {
            Format::Text => {
                let verb = if minimum == 1 { "is" } else { "are" };
                let leaves = agreeing(minimum, "leaf", "leaves");
                output::note(&format!("stopped: there {verb} at least {leaves}"));
            }
            Format::Json => output::result(&pretty(&Perft::new(
                &position,
                args.depth,
                Err(minimum),
                None,
            )))?,
        }
        return Ok(Exit::StoppedEmpty);
    };
    let leaves = if leaves_by_move.is_empty() {
        1 // the position itself
    } else {
        leaves_by_move.iter().map(|(_, leaves)| leaves).sum()
    };
    let divide = args.divide.then_some(&leaves_by_move[..]);
    output::result(&match args.format {
        Format::Text => moves::perft(leaves, divide),
        Format::Json => pretty(&Perft::new(&position, args.depth, Ok(leaves), divide)),
    })?;
    Ok(Exit::Done)
}

/// Count of leaves under a control.
struct Count {
    control: Control,
    /// Number of leaves so far.
    leaves: AtomicU64,
}

impl Count {
    /// Leaves after each legal move, without a move where the position is a leaf itself; `None` after a stop.
    fn divide(&self, position: &Position, depth: u32) -> Option<Vec<(Move, u64)>> {
        let Some(rest) = depth.checked_sub(1) else {
            return Some(Vec::new());
        };
        let legal: Vec<Move> = position.legal().collect();
        let leaves = |move_: Move| Some((move_, self.leaves_after(position, move_, rest)?));
        legal.into_par_iter().map(leaves).collect()
    }

    fn leaves_after(&self, position: &Position, move_: Move, rest: u32) -> Option<u64> {
        let mut after = *position;
        after.play_unchecked(move_);
        if rest > SHORT_DEPTH && after.legal_count() > 0 {
            let mut legal = after.legal();
            return legal.try_fold(0, |leaves, next| {
                Some(leaves + self.leaves_after(&after, next, rest - 1)?)
            });
        }
        self.control.go_on().ok()?;
        let leaves = perft(&after, rest);
        let counted = self.leaves.fetch_add(leaves, Ordering::Relaxed) + leaves;
        self.control.tell(&Progress::Leaves { counted });
        Some(leaves)
    }
}
