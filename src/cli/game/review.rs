use super::judge::{ChosenJudge, JudgeArgs};
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
            tell_names(&game.names);
            game.record
        }
        Err(refused) => {
            output::note(&format!("false: {refused}"));
            return Ok(Exit::Infeasible);
        }
    };
    let target = file.map(Target::new).transpose()?;
    let target = target.as_ref();
    let (line, control) = progress::Line::of_stage("review", &args.limits)?;
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    // The text, whether every move was graded, and whether any was.
    let reviewed = match judge {
        ChosenJudge::Search(settings) => {
            review(&record, &settings, threads, &control).map(|reviewed| {
                let text = match format {
                    ReviewFormat::Text => game::analysis::review(&reviewed),
                    ReviewFormat::Json => pretty(&Review::from(&reviewed)),
                    ReviewFormat::Svg => review_plot::svg(&reviewed.summary()),
                };
                (
                    text,
                    reviewed.summary().is_whole(),
                    !reviewed.moves.is_empty(),
                )
            })
        }
        ChosenJudge::Rollouts(settings) => {
            rollouts::review(&record, &settings, &control).map(|reviewed| {
                let text = match format {
                    ReviewFormat::Text => game::rollouts::review(&reviewed),
                    ReviewFormat::Json => pretty(&RolloutReview::from(&reviewed)),
                    ReviewFormat::Svg => review_plot::rollouts(&reviewed),
                };
                (text, reviewed.is_whole(), !reviewed.moves.is_empty())
            })
        }
    };
    drop(line);
    let (text, whole, any) = match reviewed {
        Ok(reviewed) => reviewed,
        Err(error) => {
            output::note(&format!("false: {error}"));
            return Ok(Exit::Infeasible);
        }
    };
    if !any && !whole {
        output::note("stopped before the first move was graded");
        return Ok(Exit::StoppedEmpty);
    }
    match format {
        ReviewFormat::Text | ReviewFormat::Json => target::write_text(target, &text)?,
        ReviewFormat::Svg => target::write(target, text.as_bytes())?,
    }
    Ok(Exit::whole(whole))
}

/// The game that is asked for, or what does not add up in it.
fn game(args: &ReviewArgs) -> anyhow::Result<Result<ImportedGame, Contradiction>> {
    let name = input::file_name(&args.file);
    let wanted = usize::try_from(args.game.get()).unwrap_or(usize::MAX);
    let mut games = 0;
    for line in read(input::unpacked(&args.file)?) {
        games += 1;
        match line {
            Ok(line) if games == wanted => return Ok(Ok(line.game)),
            Ok(_) => {}
            Err(LineError::Contradiction { contradiction, .. }) if games == wanted => {
                return Ok(Err(contradiction));
            }
            // One line is spoilt; another may be the game.
            Err(
                LineError::Syntax { .. }
                | LineError::Contradiction { .. }
                | LineError::NoGame { .. },
            ) if games != wanted => {}
            Err(error) => return Err(error).context(name),
        }
    }
    match games {
        0 => bail!("{name} holds no record"),
        1 => bail!("{name} holds only one game; --game {wanted}"),
        _ => bail!("{name} holds only {games} games; --game {wanted}"),
    }
}

/// Says who sits where, as the review has only numbers.
fn tell_names(names: &[String]) {
    let named = names.iter().zip(1..);
    let named = named.map(|(name, player)| format!("player {player} is {name}"));
    let named: Vec<String> = named.collect();
    if !named.is_empty() {
        output::note(&named.join(", "));
    }
}
