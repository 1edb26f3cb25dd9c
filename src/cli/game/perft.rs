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

/// The depth of a tree that is counted without a look at the clock: some milliseconds.
const AT_ONCE: u32 = 3;

pub(super) fn run(args: &PerftArgs) -> anyhow::Result<Exit> {
    let position = position::position(&args.position)?;
    let (line, control) = progress::Line::of_stage("perft", &args.limits)?;
    let count = Count {
        control,
        leaves: AtomicU64::new(0),
    };
    let behind = count.divide(&position, args.depth);
    drop(line);
    let Some(behind) = behind else {
        let counted = count.leaves.into_inner();
        match args.format {
            Format::Text => {
                let are = if counted == 1 { "is" } else { "are" };
                let leaves = agreeing(counted, "leaf", "leaves");
                output::note(&format!("stopped: there {are} at least {leaves}"));
            }
            Format::Json => output::result(&pretty(&Perft::new(
                &position,
                args.depth,
                Err(counted),
                None,
            )))?,
        }
        return Ok(Exit::StoppedEmpty);
    };
    let leaves = if behind.is_empty() {
        1 // the position itself
    } else {
        behind.iter().map(|(_, leaves)| leaves).sum()
    };
    let divide = args.divide.then_some(&behind[..]);
    output::result(&match args.format {
        Format::Text => moves::perft(leaves, divide),
        Format::Json => pretty(&Perft::new(&position, args.depth, Ok(leaves), divide)),
    })?;
    Ok(Exit::Done)
}

/// A count that can be stopped.
struct Count {
    control: Control,
    /// The leaves so far.
    leaves: AtomicU64,
}

impl Count {
    /// The leaves behind each legal move; nothing where the position is a leaf itself; none if it was stopped.
    fn divide(&self, position: &Position, depth: u32) -> Option<Vec<(Move, u64)>> {
        let Some(rest) = depth.checked_sub(1) else {
            return Some(Vec::new());
        };
        let legal: Vec<Move> = position.legal().collect();
        let behind = |taken: Move| Some((taken, self.behind(position, taken, rest)?));
        legal.into_par_iter().map(behind).collect()
    }

    fn behind(&self, position: &Position, taken: Move, rest: u32) -> Option<u64> {
        let mut after = *position;
        after.play_unchecked(taken);
        if rest > AT_ONCE && after.legal_count() > 0 {
            let mut legal = after.legal();
            return legal.try_fold(0, |leaves, next| {
                Some(leaves + self.behind(&after, next, rest - 1)?)
            });
        }
        self.control.go_on().ok()?;
        let leaves = perft(&after, rest);
        let counted = self.leaves.fetch_add(leaves, Ordering::Relaxed) + leaves;
        self.control.tell(&Progress::Leaves { counted });
        Some(leaves)
    }
}
