use azulejo_rules::random::{ChaCha8Rng, SeedableRng};

/// The random numbers of a match: every deal and every player of a game has a stream of its own, so that nothing
/// depends on threads, on the order of games, or on the number of draws from other streams.
#[derive(Debug, Clone)]
pub(super) struct RandomStreams(ChaCha8Rng);

/// The limit of rounds in a game.
///
/// A game need not end (see [`game`](azulejo_rules)). Of three million games of two, three and four random players, all
/// but 28 ended, after 32 rounds at most.
pub const MOST_ROUNDS: u32 = 40;

/// The number of streams of a group of games: one for each round, then one for each player of each game.
const STREAMS: u64 = 64;

/// The first stream of the players: four for each of four games.
const PLAYERS: u64 = 48;

const _: () = assert!(MOST_ROUNDS as u64 <= PLAYERS);

impl RandomStreams {
    pub(super) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// The stream of the deal after `rounds` rounds: the same in all games of a group.
    pub(super) fn deal(&self, group: u64, rounds: u32) -> ChaCha8Rng {
        self.stream(group, u64::from(rounds))
    }

    /// The stream of a contestant in a game of a group.
    pub(super) fn player(&self, group: u64, game: usize, contestant: usize) -> ChaCha8Rng {
        self.stream(group, PLAYERS + 4 * game as u64 + contestant as u64)
    }

    /// The stream with a number. Beyond 2⁵⁸ groups, which no match reaches, the streams repeat.
    fn stream(&self, group: u64, number: u64) -> ChaCha8Rng {
        let mut rng = self.0.clone();
        rng.set_stream(group.wrapping_mul(STREAMS) + number);
        rng
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_rules::random::Rng;
    use std::collections::BTreeSet;

    #[test]
    fn all_streams_differ() {
        let streams = RandomStreams::new(7);
        let mut numbers = BTreeSet::new();
        for group in [0, 1, 2, 1 << 40] {
            for rounds in 0..MOST_ROUNDS {
                numbers.insert(streams.deal(group, rounds).next_u64());
            }
            for (game, contestant) in
                (0..4).flat_map(|game| (0..4).map(move |contestant| (game, contestant)))
            {
                numbers.insert(streams.player(group, game, contestant).next_u64());
            }
        }
        assert_eq!(numbers.len(), 4 * (MOST_ROUNDS as usize + 16));
    }
}
