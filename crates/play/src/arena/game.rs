use super::MOST_ROUNDS;
use super::random_streams::RandomStreams;
use crate::players::Contestant;
use azulejo_control::{Control, Stopped};
use azulejo_rules::random::ChaCha8Rng;
use azulejo_rules::record::Record;
use azulejo_rules::{Deal, Move, Outcome, Phase, Players, Position};
use std::sync::atomic::Ordering;

/// The number of a game within a match.
#[derive(Debug, Clone, Copy)]
pub(super) struct GameNumber {
    /// The group of games with the same deals.
    pub(super) group: u64,
    /// The number of the game within the group.
    pub(super) game: usize,
}

/// A game at its end, or after [`MOST_ROUNDS`] rounds.
#[derive(Debug)]
pub(super) struct FinishedGame {
    end: Position,
    pub(super) first: usize,
    pub(super) record: Option<Record>,
}

impl FinishedGame {
    /// The number of rounds.
    pub(super) fn rounds(&self) -> u32 {
        self.end.round()
    }

    /// Whether the game has ended by the rules.
    pub(super) fn is_over(&self) -> bool {
        self.end.phase() == Phase::Over
    }

    /// The outcome of the game; an unfinished game has the outcome of its last position.
    pub(super) fn outcome(&self) -> Outcome {
        self.end.standing()
    }
}

/// Plays a game. The contestants sit in their order, and `first` begins.
///
/// # Errors
/// When the control stops the game. A search that runs is finished first, but no further move is chosen. A contestant
/// that has a [fault](Contestant::fault) stops the match.
///
/// # Panics
/// When a contestant plays an illegal move.
pub(super) fn play(
    contestants: &[&Contestant],
    players: Players,
    first: usize,
    number: GameNumber,
    streams: &RandomStreams,
    with_record: bool,
    control: &Control,
) -> Result<FinishedGame, Stopped> {
    let mut rngs: [Option<ChaCha8Rng>; Players::MAX] = std::array::from_fn(|contestant| {
        (contestant < contestants.len())
            .then(|| streams.player(number.group, number.game, contestant))
    });
    let mut position = Position::new(players, first);
    // A round of players without a search is shorter than a look at the clock is worth.
    let is_slow = contestants.iter().any(|contestant| contestant.searches());
    let mut record = with_record.then(|| Record::new(players, first));
    loop {
        match position.phase() {
            Phase::Deal if position.round() == MOST_ROUNDS => break,
            Phase::Deal => {
                control.go_on()?;
                let deal = deal(&mut position, number.group, streams);
                if let Some(record) = &mut record {
                    record.push_deal(&deal);
                }
            }
            Phase::Moves => {
                if is_slow {
                    control.go_on()?;
                }
                let mover = position.mover();
                let rng = rngs[mover]
                    .as_mut()
                    .expect("a generator of each contestant");
                let move_ = contestants[mover].choose(&position, rng);
                if is_slow && contestants[mover].fault().is_some() {
                    // After a fault, no further move counts in any game of the match.
                    control.stop.store(true, Ordering::Relaxed);
                    return Err(Stopped);
                }
                play_move(&mut position, move_, contestants[mover]);
                if let Some(record) = &mut record {
                    record.push_move(move_);
                }
            }
            Phase::RoundEnd => {
                position.end_round().expect("the end of a round");
            }
            Phase::Over => break,
        }
    }
    Ok(FinishedGame {
        end: position,
        first,
        record,
    })
}

fn deal(position: &mut Position, group: u64, streams: &RandomStreams) -> Deal {
    let mut rng = streams.deal(group, position.round());
    position.deal(&mut rng).expect("a deal")
}

#[inline]
fn play_move(position: &mut Position, move_: Move, contestant: &Contestant) {
    if let Err(error) = position.play(move_) {
        panic!("{contestant} plays {move_}, which is illegal: {error}");
    }
}
