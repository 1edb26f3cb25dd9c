//! Policies for moves and deals: games with edge cases that random games hardly reach.

use crate::referee::{
    COLOURS, Colour, Counts, Destination, FACTORY_PLACES, Game, Move, ROWS, Source, total,
};
use itertools::Itertools;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

/// A number from 0 to `bound` − 1.
pub(crate) fn below(rng: &mut ChaCha8Rng, bound: usize) -> usize {
    (rng.next_u64() % bound as u64) as usize
}

pub(crate) fn pick<T: Copy>(rng: &mut ChaCha8Rng, choices: &[T]) -> T {
    choices[below(rng, choices.len())]
}

/// Preferences of a player among the legal moves.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Policy {
    /// Any legal move.
    Any,
    /// Most tiles to the floor, and the centre last: floors overflow, and the token comes to full floors.
    Spill,
    /// The centre only when no factory has tiles.
    AvoidCentre,
    /// Tiles on lines and walls without a complete row: bag and lid run dry.
    Prolong,
    /// Full lines.
    Build,
    /// No complete row before three rows lack one tile each.
    Hoard,
}

pub(crate) const POLICIES: [Policy; 6] = [
    Policy::Any,
    Policy::Spill,
    Policy::AvoidCentre,
    Policy::Prolong,
    Policy::Build,
    Policy::Hoard,
];

impl Policy {
    /// A random move among those of the greatest merit.
    pub(crate) fn choose(self, game: &Game, legal: &[Move], rng: &mut ChaCha8Rng) -> Move {
        let moves = legal.iter().copied();
        pick(rng, &moves.max_set_by_key(|&move_| self.merit(game, move_)))
    }

    fn merit(self, game: &Game, move_: Move) -> i32 {
        let board = &game.boards[game.mover];
        let tiles = game.tiles_on(move_.source).iter();
        let tiles = tiles.filter(|&&tile| tile == move_.colour).count() as i32;
        let (overflow, fills, on_wall) = match move_.destination {
            Destination::Floor => (tiles, false, 0),
            Destination::Line(row) => {
                let room = (row + 1 - board.lines[row].len()) as i32;
                let on_wall = board.wall[row].iter().flatten().count();
                ((tiles - room).max(0), tiles >= room, on_wall)
            }
        };
        let completes_row = fills && on_wall + 1 == ROWS;
        let from_centre = i32::from(move_.source == Source::Centre);
        match self {
            Self::Any => 0,
            Self::Spill => overflow - 100 * from_centre,
            Self::AvoidCentre => -from_centre,
            Self::Prolong => -100 * i32::from(completes_row) - overflow,
            Self::Build => 2 * i32::from(fills) + on_wall as i32 - overflow,
            Self::Hoard => {
                let is_ready =
                    |row: &&Vec<Option<Colour>>| row.iter().flatten().count() + 1 >= ROWS;
                let ready = board.wall.iter().filter(is_ready).count();
                let sign = if ready >= 3 { 100 } else { -100 };
                sign * i32::from(completes_row) + i32::from(fills) - overflow
            }
        }
    }
}

/// Source of the tiles on the factories.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Dealing {
    /// The library deals.
    ByLibrary,
    /// Tile by tile.
    Random,
    /// Factories of one colour, as long as the bag has four tiles of one.
    OneColour,
}

pub(crate) const DEALINGS: [Dealing; 3] = [Dealing::ByLibrary, Dealing::Random, Dealing::OneColour];

/// Random factories of a possible deal.
pub(crate) fn random_factories(
    game: &Game,
    one_colour: bool,
    rng: &mut ChaCha8Rng,
) -> Vec<Vec<Colour>> {
    let (mut bag, mut lid) = (game.bag, game.lid);
    let mut fill = |_| {
        let has_four = |&colour: &Colour| bag[colour as usize] >= FACTORY_PLACES;
        let fours: Vec<_> = COLOURS.into_iter().filter(has_four).collect();
        if one_colour && !fours.is_empty() {
            let colour = pick(rng, &fours);
            bag[colour as usize] -= FACTORY_PLACES;
            return vec![colour; FACTORY_PLACES];
        }
        let mut factory = Vec::new();
        while factory.len() < FACTORY_PLACES && total(&bag) + total(&lid) > 0 {
            if total(&bag) == 0 {
                std::mem::swap(&mut bag, &mut lid);
            }
            factory.push(draw(&mut bag, rng));
        }
        factory
    };
    (0..game.factories.len()).map(&mut fill).collect()
}

/// Factories after a change: a tile of another colour, on another factory, more or less.
pub(crate) fn mutation(factories: &[Vec<Colour>], rng: &mut ChaCha8Rng) -> Vec<Vec<Colour>> {
    let mut copy = factories.to_vec();
    let from = below(rng, copy.len());
    let tile = copy[from].pop();
    let to = below(rng, copy.len());
    match (below(rng, 4), tile) {
        (0, _) => {}
        (1, Some(tile)) => copy[to].extend([tile, pick(rng, &COLOURS)]),
        (2, Some(tile)) => copy[to].push(tile),
        _ => copy[from].push(pick(rng, &COLOURS)),
    }
    copy
}

/// Draws a random tile of counts that are not all 0.
pub(crate) fn draw(counts: &mut Counts, rng: &mut ChaCha8Rng) -> Colour {
    let mut number = below(rng, total(counts));
    for colour in COLOURS {
        if number < counts[colour as usize] {
            counts[colour as usize] -= 1;
            return colour;
        }
        number -= counts[colour as usize];
    }
    unreachable!("the number is below the sum")
}
