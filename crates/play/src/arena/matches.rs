use super::game::{FinishedGame, GameNumber, play};
use super::random_streams::RandomStreams;
use super::scheduler::{Chunk, Scheduler};
use super::tally::Group;
use super::{Sprt, Tally};
use crate::players::Contestant;
use azulejo_control::{Control, Stopped};
use azulejo_rules::record::Record;
use azulejo_rules::{NotPlayers, Players};
use std::ops::Range;

/// A match between two to four contestants, who all sit in each game.
///
/// Games come in groups with the same deals. In a group each contestant begins once ([`Starter::Each`]). The seats do
/// not change, so that only the starter differs. The deal of a round depends on the seed, the group, the round and the
/// tiles left in the bag. The same seed gives the same games on any number of threads, except for contestants with a
/// limit of time.
#[derive(Debug)]
pub struct Match<'a> {
    contestants: Vec<&'a Contestant>,
    players: Players,
    starter: Starter,
    streams: RandomStreams,
}

/// The starter of each game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Starter {
    /// Each contestant in turn: a group has one game for each contestant.
    #[default]
    Each,
    /// Always this contestant, from 0: a group is one game.
    Always(usize),
}

/// The error of a match that cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidMatch {
    /// The number of contestants is not 2 to 4.
    #[error(transparent)]
    Players(#[from] NotPlayers),
    /// The starter is no contestant.
    #[error("contestant {} cannot begin: there are {contestants}", .starter + 1)]
    Starter {
        /// The index of the starter, from 0.
        starter: usize,
        /// The number of contestants.
        contestants: usize,
    },
}

/// The observers of a match. The default has none.
#[derive(Default)]
pub struct Watch<'a> {
    /// The control, with the listener of the match's progress.
    pub control: Control,
    /// The test that ends the match as soon as it is decided.
    pub sprt: Option<Sprt>,
    /// The receiver of each game's record, in the order of the games.
    pub records: Option<&'a mut (dyn FnMut(&Record) + Send)>,
}

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch")
            .field("control", &self.control)
            .field("sprt", &self.sprt)
            .finish_non_exhaustive()
    }
}

impl<'a> Match<'a> {
    /// A match. The seed determines all deals and the random numbers of players.
    ///
    /// # Errors
    /// When there are fewer than two or more than four contestants, or the starter is none of them.
    pub fn new(
        contestants: Vec<&'a Contestant>,
        starter: Starter,
        seed: u64,
    ) -> Result<Self, InvalidMatch> {
        let count = contestants.len();
        let players = Players::try_from(count as u64)?;
        if let Starter::Always(starter) = starter
            && starter >= count
        {
            return Err(InvalidMatch::Starter {
                starter,
                contestants: count,
            });
        }
        Ok(Self {
            contestants,
            players,
            starter,
            streams: RandomStreams::new(seed),
        })
    }

    /// The games of a group.
    pub fn group_size(&self) -> usize {
        match self.starter {
            Starter::Each => self.players.count(),
            Starter::Always(_) => 1,
        }
    }

    /// Plays the groups of games with these numbers, on all threads.
    ///
    /// The tallies of ranges add up to that of the whole range. The tally of a stopped match has the first
    /// [`Tally::groups`] groups of the range; unfinished groups are dropped. A contestant that has a
    /// [fault](Contestant::fault) stops the match, too.
    ///
    /// # Panics
    /// When a contestant plays an illegal move.
    pub fn run(&self, groups: Range<u64>, watch: Watch<'_>) -> Tally {
        let control = watch.control.clone();
        let scheduler = Scheduler::new(self.tally(), self.group_size(), groups, watch);
        rayon::scope(|scope| {
            for _ in 0..rayon::current_num_threads() {
                scope.spawn(|_| {
                    scheduler
                        .work(|groups, with_records| self.chunk(groups, with_records, &control))
                });
            }
        });
        scheduler.into_tally()
    }

    fn tally(&self) -> Tally {
        Tally::new(self.players.count())
    }

    /// Plays a chunk of groups on this thread, until the control stops it.
    fn chunk(&self, groups: Range<u64>, with_records: bool, control: &Control) -> Chunk {
        let mut chunk = Chunk {
            end: groups.start,
            tally: self.tally(),
            records: Vec::new(),
        };
        for number in groups {
            let Ok(games) = self.group(number, with_records, control) else {
                break;
            };
            let mut sums = Group::default();
            for game in games {
                chunk.tally.count_game(&game, &mut sums);
                let record = game.record.map(|record| record.completed());
                chunk
                    .records
                    .extend(record.map(|record| record.expect("played by the rules")));
            }
            chunk.tally.count_group(&sums);
            chunk.end = number + 1;
        }
        chunk
    }

    fn group(
        &self,
        group: u64,
        with_records: bool,
        control: &Control,
    ) -> Result<Vec<FinishedGame>, Stopped> {
        let game = |game: usize| {
            let first = match self.starter {
                Starter::Each => game,
                Starter::Always(starter) => starter,
            };
            let number = GameNumber { group, game };
            let (contestants, players) = (&self.contestants, self.players);
            play(
                contestants,
                players,
                first,
                number,
                &self.streams,
                with_records,
                control,
            )
        };
        (0..self.group_size()).map(game).collect()
    }
}
