use super::kind::{OptionValues, PlayerKind, PlayerOption};
use super::limits::Limits;
use super::player::Player;
use super::random::Random;
use azulejo_rules::random::{ChaCha8Rng, below};
use azulejo_rules::{Board, Colour, Destination, Group, Move, Position};

pub(super) const KIND: PlayerKind = PlayerKind {
    name: "rollout-greedy",
    about: "many tiles, on a line with much room, random among equals: the policy of an evaluator's rollouts",
    options: &[PlayerOption {
        name: "greedy",
        about: "the moves of a hundred that are chosen so; the others are random",
        values: OptionValues::Number(0, 100),
        default: 100,
    }],
    searches: false,
    build: |options| {
        Box::new(RolloutGreedy {
            greedy: options.get("greedy") as u32,
        })
    },
};

/// The policy of the rollouts of a published move evaluator ("Azul Move Evaluation Algorithm — External Reference",
/// version 1.0, "Rollout Policy Details"), and its mixes with random moves: 100, 80, 20 and 0 moves of a hundred.
///
/// The value of a move is 10 a tile; on a line 100 more, with 5 for each empty place that the line has before, and 15
/// if the line has tiles already.
#[derive(Debug)]
struct RolloutGreedy {
    greedy: u32,
}

const TILE_VALUE: u32 = 10;
const LINE_VALUE: u32 = 100;
const EMPTY_PLACE_VALUE: u32 = 5;
const BEGUN_LINE_VALUE: u32 = 15;

impl Player for RolloutGreedy {
    fn choose(&self, position: &Position, rng: &mut ChaCha8Rng, limits: &Limits) -> Move {
        if self.greedy < 100 && below(rng, 100) >= self.greedy {
            return Random.choose(position, rng, limits);
        }
        greedy(position, rng)
    }
}

/// The destinations of the highest value for a colour; the value does not depend on the source of the tiles.
#[derive(Debug, Clone, Copy)]
struct BestLines {
    /// The value of these destinations.
    value: u32,
    /// The destinations, bit `k` for destination `k`.
    best: u32,
}

impl BestLines {
    fn of(board: &Board, colour: Colour) -> Self {
        let mut lines = Self {
            value: 0,
            best: 1 << Destination::Floor.index(),
        };
        let open_lines = board.lines_for(colour);
        for row in (0..Board::ROWS).filter(|row| open_lines >> row & 1 == 1) {
            let count = board.line(row).map_or(0, |line| u32::from(line.count));
            let begun_value = if count > 0 { BEGUN_LINE_VALUE } else { 0 };
            let value = LINE_VALUE + EMPTY_PLACE_VALUE * (row as u32 + 1 - count) + begun_value;
            if value > lines.value {
                lines = Self { value, best: 0 };
            }
            if value == lines.value {
                lines.best |= 1 << row;
            }
        }
        lines
    }
}

/// The choice of the policy: one of the moves of the highest value, each with the same probability.
pub(super) fn greedy(position: &Position, rng: &mut ChaCha8Rng) -> Move {
    let board = &position.boards()[position.mover()];
    let lines = Colour::ALL.map(|colour| BestLines::of(board, colour));
    let value =
        |group: &Group| TILE_VALUE * u32::from(group.count) + lines[group.colour.index()].value;
    let groups = position.groups();
    let most = groups
        .clone()
        .map(|group| value(&group))
        .max()
        .expect("a position that waits for a move");
    let best = groups.filter(|group| value(group) == most);
    let move_count: u32 = best
        .clone()
        .map(|group| lines[group.colour.index()].best.count_ones())
        .sum();
    let mut number = below(rng, move_count);
    for group in best {
        let destinations = lines[group.colour.index()].best;
        for destination in Destination::ALL {
            if destinations >> destination.index() & 1 == 1 {
                if number == 0 {
                    return Move::new(group.source, group.colour, destination);
                }
                number -= 1;
            }
        }
    }
    unreachable!("a number below the ways")
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_rules::random::SeedableRng;
    use azulejo_rules::{Phase, Players};
    use std::collections::BTreeSet;

    /// The source's function, as it is printed.
    fn score(position: &Position, taken: Move) -> u32 {
        let tiles = u32::from(position.source(taken.source()).count(taken.colour()));
        let Some(row) = taken.destination().row() else {
            return tiles * 10;
        };
        let filled = position.boards()[position.mover()].line(row);
        let empty = row as u32 + 1 - filled.map_or(0, |line| u32::from(line.count));
        tiles * 10 + 100 + empty * 5 + if filled.is_some() { 15 } else { 0 }
    }

    #[test]
    fn every_move_of_the_highest_score_is_played_and_no_other() {
        for players in Players::ALL {
            let mut rng = ChaCha8Rng::seed_from_u64(11);
            let mut position = Position::new(players, 0);
            let mut ties = 0;
            for _ in 0..300 {
                match position.phase() {
                    Phase::Deal => drop(position.deal(&mut rng)),
                    Phase::RoundEnd => drop(position.end_round()),
                    Phase::Over => position = Position::new(players, 0),
                    Phase::Moves => {
                        let most = position.legal().map(|taken| score(&position, taken)).max();
                        let best: BTreeSet<Move> = position
                            .legal()
                            .filter(|&taken| Some(score(&position, taken)) == most)
                            .collect();
                        let draws = 40 * best.len();
                        let moves: BTreeSet<Move> =
                            (0..draws).map(|_| greedy(&position, &mut rng)).collect();
                        assert_eq!(moves, best, "{position}");
                        ties += usize::from(best.len() > 1);
                        let move_ = greedy(&position, &mut rng);
                        position.play(move_).expect("a legal move");
                    }
                }
            }
            assert!(ties > 20, "{ties}");
        }
    }
}
