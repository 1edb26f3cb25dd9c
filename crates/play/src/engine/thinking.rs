//! What a search of a session does in its thread.

use crate::analysis::{Certainty, JudgeSettings, JudgedMove, Judgement, judge, proven};
use crate::players::{Contestant, Limits, Thought};
use azulejo_control::Control;
use azulejo_rules::random::ChaCha8Rng;
use azulejo_rules::{Move, Position};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// What a search is to do.
#[derive(Debug)]
pub(super) struct Thinking {
    pub(super) player: Arc<Contestant>,
    pub(super) position: Position,
    pub(super) limits: Limits,
    /// How many of the best moves are told.
    pub(super) moves: usize,
    pub(super) threads: u64,
    /// Whether it ends with a time or by `stop`: then the last round has a share of it for a proof.
    pub(super) timed: bool,
}

/// A line of play that a search tells.
#[derive(Debug, Clone)]
pub(super) struct ToldLine {
    pub(super) thought: Thought,
    /// Its place among several, from 1.
    pub(super) number: Option<usize>,
    /// Whether its value is that of best play to the end of the game.
    pub(super) proven: bool,
}

impl ToldLine {
    fn of(judged: &JudgedMove, number: Option<usize>) -> Self {
        Self {
            thought: Thought {
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

/// Some seconds of a proof.
const PROOF: u64 = 4_000_000;

impl Thinking {
    /// Thinks until the limits strike or the control says stop, and tells lines of play, those of a depth together.
    pub(super) fn run(
        &self,
        rng: &mut ChaCha8Rng,
        control: &Control,
        told: &(dyn Fn(Vec<ToldLine>) + Sync),
    ) -> Move {
        let own = self.player.is_judge();
        if own && self.moves > 1 {
            return self.several(control, told);
        }
        if !(own && self.timed) {
            return self.think(rng, control, told);
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
                    told(vec![ToldLine::of(&best, None)]);
                    best.taken
                }
                None => self.think(rng, control, told),
            };
        }
        self.think_and_prove(rng, control, told)
    }

    /// The positions of a proof that the search waits for: without a time, it is not to wait for long.
    fn proof(&self) -> u64 {
        match self.limits.time {
            Some(_) => u64::MAX,
            None => PROOF,
        }
    }

    /// The search of the player.
    fn think(
        &self,
        rng: &mut ChaCha8Rng,
        control: &Control,
        told: &(dyn Fn(Vec<ToldLine>) + Sync),
    ) -> Move {
        let found = |thought: Thought| {
            told(vec![ToldLine {
                thought,
                number: None,
                proven: false,
            }]);
        };
        self.player
            .think(&self.position, rng, &self.limits, control, &found)
    }

    /// The search of the player, with a proof beside it; the one that is finished ends the other.
    fn think_and_prove(
        &self,
        rng: &mut ChaCha8Rng,
        control: &Control,
        told: &(dyn Fn(Vec<ToldLine>) + Sync),
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
                    *found.lock().unwrap_or_else(|it| it.into_inner()) = Some(best);
                    done.store(true, Ordering::Relaxed);
                }
            });
            let chosen = self.think(rng, &inner, told);
            done.store(true, Ordering::Relaxed);
            chosen
        });
        match found.into_inner().unwrap_or_else(|it| it.into_inner()) {
            Some(best) => {
                told(vec![ToldLine::of(&best, None)]);
                best.taken
            }
            None => chosen,
        }
    }

    /// The best moves by the judge.
    fn several(&self, control: &Control, told: &(dyn Fn(Vec<ToldLine>) + Sync)) -> Move {
        let settings = JudgeSettings {
            nodes: self.limits.nodes.unwrap_or(u64::MAX),
            proof: if self.timed { self.proof() } else { 0 },
            moves: self.moves,
            depth: self.limits.depth,
            time: self.limits.time,
        };
        let found = |judgement: &Judgement| {
            let lines = judgement.moves.iter().enumerate();
            told(
                lines
                    .map(|(index, judged)| ToldLine::of(judged, Some(index + 1)))
                    .collect(),
            );
        };
        let judgement = judge(&self.position, &settings, &[], control, found);
        judgement.best().taken
    }
}
