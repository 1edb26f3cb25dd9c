//! One line of progress on stderr while a method runs, and Ctrl-C.

use super::flags::{CheckpointArgs, FrontierArgs, LimitArgs, RunArgs, SearchArgs};
use super::output;
use crate::control::{Control, Progress};
use crate::counted::{agreeing, counted};
use crate::frontier::{Checkpoint, FrontierOptions};
use crate::harmless::harmless_path;
use crate::milp::MilpOptions;
use crate::solve::Settings;
use anyhow::Context;
use bytesize::ByteSize;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Progress line of a run. A drop removes the line.
pub(super) struct Line {
    bar: ProgressBar,
    /// The flag that Ctrl-C sets.
    pub(super) stop: Arc<AtomicBool>,
}

impl Line {
    /// Progress line of a run with these limits, and the handler of Ctrl-C. Nothing is drawn where stderr is not a terminal.
    pub(super) fn new(limits: &LimitArgs) -> anyhow::Result<Self> {
        let stop = interrupt()?;
        let target = match limits.quiet {
            true => ProgressDrawTarget::hidden(),
            false => ProgressDrawTarget::stderr(),
        };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {prefix}{wide_msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Ok(Self { bar, stop })
    }

    /// Progress line of a run of one stage, and the control of the run with its time limit from now on.
    pub(super) fn of_stage(stage: &str, limits: &LimitArgs) -> anyhow::Result<(Self, Control)> {
        let line = Self::new(limits)?;
        line.stage(stage);
        let control = line.control().within(limits.time_limit);
        Ok((line, control))
    }

    /// Shows the name of a stage.
    pub(super) fn stage(&self, stage: &str) {
        self.bar.set_prefix(format!("{stage}  "));
        self.bar.set_message("");
    }

    /// Prints a message above the line.
    #[cfg(feature = "cluster")]
    pub(super) fn note(&self, text: &str) {
        self.bar.suspend(|| output::note(text));
    }

    /// Control that reports to this line.
    pub(super) fn control(&self) -> Control {
        let bar = self.bar.clone();
        Control {
            stop: Arc::clone(&self.stop),
            progress: Some(Arc::new(move |progress| bar.set_message(message(progress)))),
            ..Control::default()
        }
    }

    /// Settings of a search over coverings, with its time limit from now on.
    pub(super) fn search_settings(&self, args: &SearchArgs) -> Settings {
        Settings {
            frontier: frontier(&args.frontier, Some(&args.checkpoint)),
            ..self.settings_without_checkpoint(&args.limits, &args.frontier)
        }
    }

    /// Settings of several searches over coverings, with their time limit from now on.
    pub(super) fn settings_without_checkpoint(
        &self,
        limits: &LimitArgs,
        args: &FrontierArgs,
    ) -> Settings {
        Settings {
            control: self.control().within(limits.time_limit),
            frontier: frontier(args, None),
            ..Settings::default()
        }
    }

    /// Settings of any method, without a time limit.
    pub(super) fn settings(&self, args: &RunArgs) -> Settings {
        Settings {
            control: self.control(),
            milp: MilpOptions {
                #[cfg(feature = "microlp")]
                solver: args.solver,
                threads: args.threads,
                seed: args.seed,
                gap: args.mip_gap,
                ..MilpOptions::default()
            },
            frontier: frontier(&args.frontier, None),
            ..Settings::default()
        }
    }
}

/// Options of a search over coverings, by the flags of memory, disk and checkpoint.
pub(super) fn frontier(
    args: &FrontierArgs,
    checkpoint: Option<&CheckpointArgs>,
) -> FrontierOptions {
    let checkpoint = checkpoint.and_then(|args| {
        let path = args.checkpoint.clone()?;
        let resume = args.resume;
        Some(Checkpoint { path, resume })
    });
    FrontierOptions {
        memory: args.memory.map(|size| size.as_u64()),
        scratch: args.scratch.clone(),
        disk: args.disk.map(|size| size.as_u64()),
        checkpoint,
    }
}

/// Prints that a search was stopped, and the flags that resume it.
pub(super) fn note_unfinished(before: &str, args: &CheckpointArgs) {
    output::note(&format!("stopped before {before}"));
    if let Some(path) = &args.checkpoint {
        let path = harmless_path(path);
        output::note(&format!("go on with --checkpoint {path} --resume"));
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn message(progress: &Progress) -> String {
    let remaining_time = |time: Option<Duration>| {
        let text = time.map(|time| format!(", about {} left", HumanDuration(time)));
        text.unwrap_or_default()
    };
    match progress {
        Progress::BranchAndBound {
            incumbent,
            bound,
            nodes,
        } => {
            let number =
                |value: &Option<f64>| value.map_or("–".into(), |value| format!("{value:.2}"));
            let gap = match (incumbent, bound) {
                (Some(incumbent), Some(bound)) if *incumbent != 0.0 => {
                    format!(
                        "{:.2} %",
                        100.0 * (incumbent - bound).abs() / incumbent.abs()
                    )
                }
                _ => "–".into(),
            };
            let (incumbent, bound) = (number(incumbent), number(bound));
            format!("incumbent {incumbent}  bound {bound}  gap {gap}  nodes {nodes}")
        }
        Progress::Layers {
            layer,
            of,
            coverings,
        } => {
            format!("layer {layer} of {of}  coverings {coverings}")
        }
        Progress::Frontier {
            layer,
            of,
            coverings,
            rate,
            memory,
            disk,
            left: time_left,
        } => {
            let (coverings, rate) = (HumanCount(*coverings), HumanCount(*rate));
            let size = |bytes: &u64| ByteSize(*bytes).display().iec().to_string();
            let disk = match disk {
                0 => String::new(),
                disk => format!(", disk {}", size(disk)),
            };
            format!(
                "layer {layer} of {of}{}  {}, {rate}/s  {}{disk}",
                remaining_time(*time_left),
                counted(coverings, "covering"),
                size(memory),
            )
        }
        Progress::Games { played, of, rate } => {
            let seconds = of.saturating_sub(*played).checked_div(*rate);
            let left = remaining_time(seconds.map(Duration::from_secs));
            let [played, of, rate] = [*played, *of, *rate].map(HumanCount);
            format!("{played} of {}, {rate}/s{left}", counted(of, "game"))
        }
        Progress::Rest {
            low,
            high,
            nodes,
            rate,
        } => {
            let [nodes, rate] = [*nodes, *rate].map(HumanCount);
            let positions = counted(nodes, "position");
            format!("value {low} to {high}  {positions}, {rate}/s")
        }
        Progress::Moves {
            graded,
            of,
            left: time_left,
        } => {
            format!(
                "{graded} of {}{}",
                counted(of, "move"),
                remaining_time(*time_left)
            )
        }
        Progress::Leaves { counted } => agreeing(HumanCount(*counted), "leaf", "leaves"),
    }
}

/// Time within which signals count as one: a supervisor may send a signal to a process and to its group.
const SIGNAL_WINDOW: Duration = Duration::from_millis(500);

/// Flag that Ctrl-C sets: the run ends with the best so far. A second Ctrl-C ends the process. The threads of the
/// searches start here, too, so that a system that refuses threads gives an error.
pub(super) fn interrupt() -> anyhow::Result<Arc<AtomicBool>> {
    rayon::ThreadPoolBuilder::new()
        .build_global()
        .context("cannot start threads: raise the limits of the process (ulimit -v, ulimit -u)")?;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let mut first: Option<Instant> = None;
    ctrlc::set_handler(move || {
        flag.store(true, Ordering::Relaxed);
        if first.get_or_insert_with(Instant::now).elapsed() > SIGNAL_WINDOW {
            std::process::exit(130);
        }
    })?;
    Ok(stop)
}
