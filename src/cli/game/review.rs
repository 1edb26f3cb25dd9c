use super::judge::{Judge, JudgeArgs};
use crate::analysis::{Effort, review, rollouts};
use crate::cli::exit::Exit;
use crate::cli::flags::LimitArgs;
use crate::cli::target::{self, Target};
use crate::cli::{input, output, progress};
use crate::game::import::{Contradiction, ImportedGame, LineError, read};
use crate::render::game::{self, review_plot};
use crate::schema::game::{Review, RolloutReview};
use crate::schema::pretty;
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::thread;

#[derive(Debug, Args)]
pub(in crate::cli) struct ReviewArgs {
    /// The game: a file of records, or what Board Game Arena, ludometer or OpenSpiel wrote; - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Which game of the file, from 1
    #[arg(long, value_name = "N", default_value = "1")]
    game: NonZeroU64,
    #[command(flatten)]
    judge: JudgeArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Format; by default that of the name of --output, or text
    #[arg(long, value_enum, help_heading = "Output")]
    format: Option<ReviewFormat>,
    /// Where to write it; - for standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ReviewFormat {
    /// Every move with its grade, and the worst moves with the better ones
    Text,
    /// For programs
    Json,
    /// The probability to win over the game as an SVG picture
    Svg,
}

/// Formats by the ending of a file's name.
const ENDINGS: [(&str, ReviewFormat); 3] = [
    ("svg", ReviewFormat::Svg),
    ("txt", ReviewFormat::Text),
    ("json", ReviewFormat::Json),
];

pub(super) fn run(args: &ReviewArgs) -> anyhow::Result<Exit> {
    let file = target::file(args.output.as_deref());
    let format = target::format(args.format, file, ReviewFormat::Text, &ENDINGS)?;
    let judge = args.judge.judge(Effort::Quick)?;
    let record = match game(args)? {
        Ok(game) => {
            note_names(&game.names);
            game.record
        }
        Err(contradiction) => {
            output::note(&format!("false: {contradiction}"));
            return Ok(Exit::Infeasible);
        }
    };
    let target = file.map(Target::new).transpose()?;
    let target = target.as_ref();
    let (line, control) = progress::Line::of_stage("review", &args.limits)?;
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    // The text, whether every move has a grade, and whether any move has one.
    let result = match judge {
        Judge::Search(settings) => review(&record, &settings, threads, &control).map(|review| {
            let text = match format {
                ReviewFormat::Text => game::analysis::review(&review),
                ReviewFormat::Json => pretty(&Review::from(&review)),
                ReviewFormat::Svg => review_plot::svg(&review.summary()),
            };
            (text, review.summary().is_whole(), !review.moves.is_empty())
        }),
        Judge::Rollouts(settings) => rollouts::review(&record, &settings, &control).map(|review| {
            let text = match format {
                ReviewFormat::Text => game::rollouts::review(&review),
                ReviewFormat::Json => pretty(&RolloutReview::from(&review)),
                ReviewFormat::Svg => review_plot::rollouts(&review),
            };
            (text, review.is_whole(), !review.moves.is_empty())
        }),
    };
    drop(line);
    let (text, is_whole, has_moves) = match result {
        Ok(parts) => parts,
        Err(error) => {
            output::note(&format!("false: {error}"));
            return Ok(Exit::Infeasible);
        }
    };
    if !has_moves && !is_whole {
        output::note("stopped before the first move was graded");
        return Ok(Exit::StoppedEmpty);
    }
    match format {
        ReviewFormat::Text | ReviewFormat::Json => target::write_text(target, &text)?,
        ReviewFormat::Svg => target::write(target, text.as_bytes())?,
    }
    Ok(Exit::of_run(is_whole))
}

/// Game of the flags, or its contradiction.
fn game(args: &ReviewArgs) -> anyhow::Result<Result<ImportedGame, Contradiction>> {
    let name = input::file_name(&args.file);
    let number = usize::try_from(args.game.get()).unwrap_or(usize::MAX);
    let mut games = 0;
    for line in read(input::unpacked(&args.file)?) {
        games += 1;
        match line {
            Ok(line) if games == number => return Ok(Ok(line.game)),
            Ok(_) => {}
            Err(LineError::Contradiction { contradiction, .. }) if games == number => {
                return Ok(Err(contradiction));
            }
            // The game may still be in another line.
            Err(
                LineError::Syntax { .. }
                | LineError::Contradiction { .. }
                | LineError::NoGame { .. },
            ) if games != number => {}
            Err(error) => return Err(error).context(name),
        }
    }
    match games {
        0 => bail!("{name} holds no record"),
        1 => bail!("{name} holds only one game; --game {number}"),
        _ => bail!("{name} holds only {games} games; --game {number}"),
    }
}

/// Prints the names of the players, as the review has only their numbers.
fn note_names(names: &[String]) {
    let sentences = names.iter().zip(1..);
    let sentences = sentences.map(|(name, player)| format!("player {player} is {name}"));
    let sentences: Vec<String> = sentences.collect();
    if !sentences.is_empty() {
        output::note(&sentences.join(", "));
    }
}
