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
pub(super) struct SearchTask {
    pub(super) player: Arc<Contestant>,
    pub(super) position: Position,
    pub(super) limits: Limits,
    /// The number of best moves in the results.
    pub(super) moves: usize,
    pub(super) threads: u64,
    /// Whether a time or `stop` ends the search, so that a part of the time goes to a proof.
    pub(super) is_timed: bool,
}

/// The content of an `info` line.
#[derive(Debug, Clone)]
pub(super) struct InfoLine {
    pub(super) result: SearchReport,
    /// The number of the line among several, from 1.
    pub(super) number: Option<usize>,
    /// Whether the value is proven for best play to the end of the game.
    pub(super) proven: bool,
}

impl InfoLine {
    fn of(judged_move: &JudgedMove, number: Option<usize>) -> Self {
        Self {
            result: SearchReport {
                depth: judged_move.depth,
                value: judged_move.points.round() as i32,
                win: Some((1000.0 * judged_move.win).round() as u16),
                nodes: judged_move.nodes,
                variation: judged_move.line.clone(),
            },
            number,
            proven: judged_move.certainty == Certainty::Proven,
        }
    }
}

/// The limit of a proof's positions where no time is given: some seconds.
const PROOF: u64 = 4_000_000;

impl SearchTask {
    /// Searches until the limits strike or the control stops the search. `report` receives the lines of each depth.
    pub(super) fn run(
        &self,
        rng: &mut ChaCha8Rng,
        control: &Control,
        report: &(dyn Fn(Vec<InfoLine>) + Sync),
    ) -> Move {
        let is_judge = self.player.is_judge();
        if is_judge && self.moves > 1 {
            return self.judge_moves(control, report);
        }
        if !(is_judge && self.is_timed) {
            return self.search(rng, control, report);
        }
        if self.threads < 2 {
            let half = self.limits.time.map(|time| time / 2);
            let proof = proven(
                &self.position,
                self.proof_nodes(),
                NonZeroUsize::MIN,
                &control.clone().within(half),
            );
            return match proof {
                Some(best) => {
                    report(vec![InfoLine::of(&best, None)]);
                    best.taken
                }
                None => self.search(rng, control, report),
            };
        }
        self.search_and_prove(rng, control, report)
    }

    /// The node limit of a proof that runs before the search: without a time limit, the proof has to be
    /// short.
    fn proof_nodes(&self) -> u64 {
        match self.limits.time {
            Some(_) => u64::MAX,
            None => PROOF,
        }
    }

    /// Runs the search of the player.
    fn search(
        &self,
        rng: &mut ChaCha8Rng,
        control: &Control,
        report: &(dyn Fn(Vec<InfoLine>) + Sync),
    ) -> Move {
        let report_result = |result: SearchReport| {
            report(vec![InfoLine {
                result,
                number: None,
                proven: false,
            }]);
        };
        self.player
            .think(&self.position, rng, &self.limits, control, &report_result)
    }

    /// Runs the search of the player and a proof at the same time; the first to end stops the other.
    fn search_and_prove(
        &self,
        rng: &mut ChaCha8Rng,
        control: &Control,
        report: &(dyn Fn(Vec<InfoLine>) + Sync),
    ) -> Move {
        let is_finished = Arc::new(AtomicBool::new(false));
        let finished_flag = Arc::clone(&is_finished);
        let outer = control.clone();
        let inner = Control {
            interrupt: Some(Arc::new(move || {
                finished_flag.load(Ordering::Relaxed) || outer.go_on().is_err()
            })),
            ..control.clone()
        };
        let proof_threads = usize::try_from(self.threads - 1).ok();
        let proof_threads = proof_threads.and_then(NonZeroUsize::new);
        let proof_threads = proof_threads.unwrap_or(NonZeroUsize::MIN);
        let proof: Mutex<Option<JudgedMove>> = Mutex::new(None);
        let search_move = thread::scope(|scope| {
            scope.spawn(|| {
                let proof_control = inner.clone().within(self.limits.time);
                if let Some(best) = proven(&self.position, u64::MAX, proof_threads, &proof_control)
                {
                    *proof.lock().unwrap_or_else(|poison| poison.into_inner()) = Some(best);
                    is_finished.store(true, Ordering::Relaxed);
                }
            });
            let search_move = self.search(rng, &inner, report);
            is_finished.store(true, Ordering::Relaxed);
            search_move
        });
        match proof
            .into_inner()
            .unwrap_or_else(|poison| poison.into_inner())
        {
            Some(best) => {
                report(vec![InfoLine::of(&best, None)]);
                best.taken
            }
            None => search_move,
        }
    }

    /// Judges several best moves, and returns the best.
    fn judge_moves(&self, control: &Control, report: &(dyn Fn(Vec<InfoLine>) + Sync)) -> Move {
        let settings = JudgeSettings {
            nodes: self.limits.nodes.unwrap_or(u64::MAX),
            proof: if self.is_timed { self.proof_nodes() } else { 0 },
            moves: self.moves,
            depth: self.limits.depth,
            time: self.limits.time,
        };
        let report_judgement = |judgement: &Judgement| {
            let lines = judgement.moves.iter().enumerate();
            report(
                lines
                    .map(|(index, judged_move)| InfoLine::of(judged_move, Some(index + 1)))
                    .collect(),
            );
        };
        let judgement = judge(&self.position, &settings, &[], control, report_judgement);
        judgement.best().taken
    }
}
