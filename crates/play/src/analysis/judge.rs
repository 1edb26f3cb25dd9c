//! The judge: the values of moves with their certainty.

use super::ending::end;
use super::proof::{Proof, ProvenValue};
use crate::players::Limits;
use crate::players::azulejo::{Azulejo, Leaf, Line, Lines, Moment, POINT, win};
use azulejo_control::Control;
use azulejo_rules::{Move, Players, Position};
use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;
use std::time::Duration;

/// The effort of an answer, which limits its nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Effort {
    /// The effort of a hint, or of one move of many: some tenths of a second.
    Quick,
    /// The effort of a grade: at most a second.
    #[default]
    Normal,
    /// The effort of some seconds.
    Deep,
}

impl Effort {
    /// Every effort.
    pub const ALL: [Self; 3] = [Self::Quick, Self::Normal, Self::Deep];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Normal => "normal",
            Self::Deep => "deep",
        }
    }

    /// The description of the effort in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Self::Quick => "some tenths of a second a move",
            Self::Normal => "about a second a move",
            Self::Deep => "some seconds a move",
        }
    }

    /// The settings of a judge with this effort.
    pub fn settings(self) -> JudgeSettings {
        let (nodes, proof) = match self {
            Self::Quick => (150_000, 400_000),
            Self::Normal => (1_000_000, 2_000_000),
            Self::Deep => (6_000_000, 12_000_000),
        };
        JudgeSettings {
            nodes,
            proof,
            moves: 1,
            depth: None,
            time: None,
        }
    }
}

/// The settings of a judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JudgeSettings {
    /// The node limit of the search.
    pub nodes: u64,
    /// The limit of positions that a proof may judge.
    pub proof: u64,
    /// The number of best moves that are judged.
    pub moves: usize,
    /// The depth limit of the search in plies.
    pub depth: Option<u32>,
    /// The time limit; with it, the answer depends on the machine.
    pub time: Option<Duration>,
}

impl Default for JudgeSettings {
    fn default() -> Self {
        Effort::default().settings()
    }
}

/// The certainty of a value, the least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// The value of a search that is neither deep nor proven.
    Shallow,
    /// The value of a search that reaches the end of the round, or that has the same first move at half of its nodes,
    /// with the probability to win changed by at most 3 %.
    Deep,
    /// The value of best play to the end of the game.
    Proven,
}

impl Certainty {
    /// Every certainty.
    pub const ALL: [Self; 3] = [Self::Shallow, Self::Deep, Self::Proven];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Shallow => "shallow",
            Self::Deep => "deep",
            Self::Proven => "proven",
        }
    }
}

/// The largest change of the probability to win between half of the nodes and all of them, at deep certainty.
const STEADY: f64 = 0.03;

/// A judged move: its values for the mover, their certainty, and its line of play.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedMove {
    /// The move.
    pub taken: Move,
    /// The probability to win, a draw counted half.
    pub win: f64,
    /// The expected final lead in points, with all bonuses: over the other player, or over the best of the others.
    pub points: f64,
    /// The certainty of both values.
    pub certainty: Certainty,
    /// The depth of the search in plies.
    pub depth: u32,
    /// The nodes of the judgement, for all moves together.
    pub nodes: u64,
    /// The principal variation, which begins with the move.
    pub line: Vec<Move>,
    /// The leaf of the principal variation.
    pub leaf: Leaf,
    /// The key by which moves are ordered: a value of the search, or one beyond them where it is proven.
    value: i32,
}

/// The judgement of a position.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// The best moves and the required moves, the best first.
    pub moves: Vec<JudgedMove>,
    /// The nodes of the search and the proof.
    pub nodes: u64,
}

impl Judgement {
    /// The best move.
    pub fn best(&self) -> &JudgedMove {
        &self.moves[0]
    }

    /// The judgement of a move; none where the move was not judged.
    pub fn of(&self, taken: Move) -> Option<&JudgedMove> {
        self.moves
            .iter()
            .find(|judged_move| judged_move.taken == taken)
    }
}

/// The value of a game that is certainly won by 0 points; each further point adds 1.
const CERTAIN: i32 = 1_000_000;

/// Judges the best moves of a position and all `required` moves. `report` receives the judgement of each depth of the
/// search.
///
/// # Panics
/// When the position does not wait for a move, or a required move is illegal.
pub fn judge(
    position: &Position,
    settings: &JudgeSettings,
    required: &[Move],
    control: &Control,
    mut report: impl FnMut(&Judgement),
) -> Judgement {
    let control = &match settings.time {
        Some(time) => control.clone().within(Some(time)),
        None => control.clone(),
    };
    // The search needs the rest of the time.
    let proof_control = &match settings.time {
        Some(time) => control.clone().within(Some(time / 2)),
        None => control.clone(),
    };
    let mut proof = Proof::new(position, settings.proof, NonZeroUsize::MIN, proof_control);
    let proven = proof.as_mut().and_then(|proof| proof.value(None));
    // A proven position needs a search only for the order of its other moves.
    let nodes = match &proven {
        Some(_) => settings.nodes / 8,
        None => settings.nodes,
    };
    let limits = Limits {
        nodes: Some(nodes.max(1)),
        depth: settings.depth,
        ..Limits::NONE
    };
    let player = Azulejo::default();
    let mut depths: Vec<Lines> = Vec::new();
    player.lines(
        position,
        (settings.moves.max(1), required),
        &limits,
        control,
        |lines| {
            depths.push(lines.clone());
            if proven.is_none() {
                report(&search_judgement(position, &depths));
            }
        },
    );
    let mut judgement = search_judgement(position, &depths);
    if let (Some(proof), Some(best)) = (&mut proof, &proven) {
        prove(position, &player, &mut judgement, proof, best);
    } else if let Some(proof) = &mut proof {
        // A move can be proven where the position is unproven.
        for judged_move in &mut judgement.moves {
            if let Some(value) = proof.value(Some(judged_move.taken)) {
                *judged_move = proven_move(
                    position,
                    &player,
                    judged_move.taken,
                    &value,
                    judged_move.nodes,
                );
            }
        }
    }
    judgement
        .moves
        .sort_by_key(|judged_move| -judged_move.value);
    let mut number = 0;
    judgement.moves.retain(|judged_move| {
        number += 1;
        number <= settings.moves.max(1) || required.contains(&judged_move.taken)
    });
    let nodes = judgement.nodes + proof.map_or(0, |proof| proof.nodes());
    judgement.nodes = nodes;
    judgement
        .moves
        .iter_mut()
        .for_each(|judged_move| judged_move.nodes = nodes);
    report(&judgement);
    judgement
}

/// The best move, if it is proven by at most `nodes` judged positions, on `threads` threads, before the control stops
/// the proof.
///
/// # Panics
/// When the position does not wait for a move.
pub fn proven(
    position: &Position,
    nodes: u64,
    threads: NonZeroUsize,
    control: &Control,
) -> Option<JudgedMove> {
    let mut proof = Proof::new(position, nodes, threads, control)?;
    let value = proof.value(None)?;
    let first = *value.variation.first()?;
    Some(proven_move(
        position,
        &Azulejo::default(),
        first,
        &value,
        proof.nodes(),
    ))
}

/// The judgement by the last of all depths of a search; the other depths determine its certainty.
fn search_judgement(position: &Position, depths: &[Lines]) -> Judgement {
    let last = depths.last().expect("depth 1 is always finished");
    let longest = Moment::of(position).longest;
    let players = position.players();
    let win_of = |line: &Line| match line.leaf.ended {
        true => victory_share(position, &line.variation),
        false => win(line.leaf.value, players, longest),
    };
    // The last depth within half of the nodes.
    let half = depths
        .iter()
        .rev()
        .find(|line| 2 * line.nodes <= last.nodes);
    let is_steady = |line: &Line| {
        let half_line = |taken: Move| half?.lines.iter().find(|line| line.variation[0] == taken);
        let has_steady_win = |line: &Line| {
            half_line(line.variation[0])
                .is_some_and(|earlier| (win_of(earlier) - win_of(line)).abs() <= STEADY)
        };
        let first = &last.lines[0];
        let has_same_best =
            half.is_some_and(|half| half.lines[0].variation[0] == first.variation[0]);
        has_same_best && has_steady_win(first) && has_steady_win(line)
    };
    let moves = last.lines.iter().map(|line| JudgedMove {
        taken: line.variation[0],
        win: win_of(line),
        points: f64::from(line.leaf.lead) / f64::from(POINT),
        certainty: match last.whole || is_steady(line) {
            true if last.whole
                && line.leaf.ended
                && players == Players::Two
                && win_of(line) != 0.5 =>
            {
                Certainty::Proven
            }
            true => Certainty::Deep,
            false => Certainty::Shallow,
        },
        depth: last.depth,
        nodes: last.nodes,
        line: line.variation.clone(),
        leaf: line.leaf,
        value: line.leaf.value,
    });
    Judgement {
        moves: moves.collect(),
        nodes: last.nodes,
    }
}

/// Replaces values of the search by proven values: for the best moves, and for all other moves with a proof.
fn prove(
    position: &Position,
    player: &Azulejo,
    judgement: &mut Judgement,
    proof: &mut Proof<'_>,
    best: &ProvenValue,
) {
    let template = judgement.moves[0].clone();
    let first = judgement
        .moves
        .iter()
        .map(|judged_move| judged_move.taken)
        .find(|taken| best.best.contains(taken));
    let first = first.unwrap_or(best.variation[0]);
    if judgement.of(first).is_none() {
        judgement.moves.push(JudgedMove {
            taken: first,
            ..template.clone()
        });
    }
    for judged_move in &mut judgement.moves {
        let value = match judged_move.taken == best.variation[0] {
            true => Some(best.clone()),
            false => proof.value(Some(judged_move.taken)),
        };
        match value {
            Some(value) => {
                *judged_move = proven_move(
                    position,
                    player,
                    judged_move.taken,
                    &value,
                    judged_move.nodes,
                )
            }
            // The value is proven, but not the variation.
            None if best.best.contains(&judged_move.taken) => {
                let line = judged_move.line.clone();
                let variation = if line[0] == judged_move.taken {
                    line
                } else {
                    vec![judged_move.taken]
                };
                let value = ProvenValue {
                    variation,
                    ..best.clone()
                };
                *judged_move = proven_move(
                    position,
                    player,
                    judged_move.taken,
                    &value,
                    judged_move.nodes,
                );
            }
            None => (),
        }
    }
    // No unproven move is better than a proven best move.
    let most = judgement
        .of(first)
        .map_or(i32::MAX, |judged_move| judged_move.value);
    for judged_move in &mut judgement.moves {
        if judged_move.certainty != Certainty::Proven {
            judged_move.value = judged_move.value.min(most - 1);
        }
    }
}

fn proven_move(
    position: &Position,
    player: &Azulejo,
    taken: Move,
    proven: &ProvenValue,
    nodes: u64,
) -> JudgedMove {
    let points = proven.points;
    let win = match points {
        0 => victory_share(position, &proven.variation),
        _ => 0.5 + 0.5 * f64::from(points.signum()),
    };
    let certain = (f64::from(2 * CERTAIN) * (win - 0.5)) as i32;
    JudgedMove {
        taken,
        win,
        points: f64::from(points),
        certainty: Certainty::Proven,
        depth: position.group_count(),
        nodes,
        leaf: player.leaf(position, &proven.variation),
        line: proven.variation.clone(),
        value: certain + points,
    }
}

/// The mover's share of the victory at the end of a line of play, from 0 to 1.
fn victory_share(position: &Position, line: &[Move]) -> f64 {
    let mut end = end(position, line);
    let mover = position.mover();
    // Where moves are left, this is an error without effect.
    let _ = end.end_round();
    let standing = end.standing();
    let winners = standing.winners().count();
    match standing.winners().any(|winner| winner == mover) {
        true => 1.0 / winners as f64,
        false => 0.0,
    }
}
