//! The search of a session, in its own thread.

use crate::analysis::{Certainty, JudgeSettings, JudgedMove, Judgement, judge, proven};
use crate::players::{Contestant, Limits, SearchReport};
use azulejo_control::Control;
use azulejo_rules::random::ChaCha8Rng;
use azulejo_rules::{Move, Position};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// A search of a session: player, position, limits and number of lines.
#[derive(Debug)]
pub(super) struct Thinking {
    pub(super) player: Arc<Contestant>,
    pub(super) position: Position,
    pub(super) limits: Limits,
    /// The number of best moves in the results.
    pub(super) moves: usize,
    pub(super) threads: u64,
    /// Whether a time or `stop` ends the search: then a part of the time goes to a proof.
    pub(super) timed: bool,
}

/// The content of an `info` line.
#[derive(Debug, Clone)]
pub(super) struct InfoLine {
    pub(super) thought: SearchReport,
    /// The number of the line among several, from 1.
    pub(super) number: Option<usize>,
    /// Whether the value is proven for best play to the end of the game.
    pub(super) proven: bool,
}

impl InfoLine {
    fn of(judged: &JudgedMove, number: Option<usize>) -> Self {
        Self {
            thought: SearchReport {
                depth: judged.depth,
                value: judged.points.round() as i32,
                win: Some((1000.0 * judged.win).round() as u16),
                nodes: judged.nodes,
                variation: judged.line.clone(),
            },
            number,
            proven: judged.certainty == Certainty::Proven,
        }
    }
}

/// The limit of a proof's judged positions where no time is given: some seconds.
const PROOF: u64 = 4_000_000;

impl Thinking {
    /// Searches until the limits strike or the control stops the search. `report` receives the lines of each depth.
    pub(super) fn run(
        &self,
        rng: &mut ChaCha8Rng,
        control: &Control,
        report: &(dyn Fn(Vec<InfoLine>) + Sync),
    ) -> Move {
        let own = self.player.is_judge();
        if own && self.moves > 1 {
            return self.judge_moves(control, report);
        }
        if !(own && self.timed) {
            return self.think(rng, control, report);
        }
        if self.threads < 2 {
            let half = self.limits.time.map(|time| time / 2);
            let proof = proven(
                &self.position,
                self.proof(),
                NonZeroUsize::MIN,
                &control.clone().within(half),
            );
            return match proof {
                Some(best) => {
                    report(vec![InfoLine::of(&best, None)]);
                    best.taken
                }
                None => self.think(rng, control, report),
            };
        }
        self.think_and_prove(rng, control, report)
    }

    /// The limit of judged positions of a proof that runs before the search: without a time limit, the proof has to be
    /// short.
    fn proof(&self) -> u64 {
        match self.limits.time {
            Some(_) => u64::MAX,
            None => PROOF,
        }
    }

    /// Runs the search of the player.
    fn think(
        &self,
        rng: &mut ChaCha8Rng,
        control: &Control,
        report: &(dyn Fn(Vec<InfoLine>) + Sync),
    ) -> Move {
        let found = |thought: SearchReport| {
            report(vec![InfoLine {
                thought,
                number: None,
                proven: false,
            }]);
        };
        self.player
            .think(&self.position, rng, &self.limits, control, &found)
    }

    /// Runs the search of the player and a proof at the same time; whichever ends first stops the other.
    fn think_and_prove(
        &self,
        rng: &mut ChaCha8Rng,
        control: &Control,
        report: &(dyn Fn(Vec<InfoLine>) + Sync),
    ) -> Move {
        let done = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&done);
        let outer = control.clone();
        let inner = Control {
            interrupt: Some(Arc::new(move || {
                seen.load(Ordering::Relaxed) || outer.go_on().is_err()
            })),
            ..control.clone()
        };
        let others = usize::try_from(self.threads - 1).ok();
        let others = others.and_then(NonZeroUsize::new);
        let others = others.unwrap_or(NonZeroUsize::MIN);
        let found: Mutex<Option<JudgedMove>> = Mutex::new(None);
        let chosen = thread::scope(|scope| {
            scope.spawn(|| {
                let within = inner.clone().within(self.limits.time);
                if let Some(best) = proven(&self.position, u64::MAX, others, &within) {
                    *found.lock().unwrap_or_else(|poison| poison.into_inner()) = Some(best);
                    done.store(true, Ordering::Relaxed);
                }
            });
            let chosen = self.think(rng, &inner, report);
            done.store(true, Ordering::Relaxed);
            chosen
        });
        match found
            .into_inner()
            .unwrap_or_else(|poison| poison.into_inner())
        {
            Some(best) => {
                report(vec![InfoLine::of(&best, None)]);
                best.taken
            }
            None => chosen,
        }
    }

    /// Judges several best moves, and returns the best.
    fn judge_moves(&self, control: &Control, report: &(dyn Fn(Vec<InfoLine>) + Sync)) -> Move {
        let settings = JudgeSettings {
            nodes: self.limits.nodes.unwrap_or(u64::MAX),
            proof: if self.timed { self.proof() } else { 0 },
            moves: self.moves,
            depth: self.limits.depth,
            time: self.limits.time,
        };
        let found = |judgement: &Judgement| {
            let lines = judgement.moves.iter().enumerate();
            report(
                lines
                    .map(|(index, judged)| InfoLine::of(judged, Some(index + 1)))
                    .collect(),
            );
        };
        let judgement = judge(&self.position, &settings, &[], control, found);
        judgement.best().taken
    }
}
