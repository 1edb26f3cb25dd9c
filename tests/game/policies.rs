//! How moves and deals are chosen, so that games come to what random games hardly ever meet.

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

pub(crate) fn one_of<T: Copy>(rng: &mut ChaCha8Rng, choices: &[T]) -> T {
    choices[below(rng, choices.len())]
}

/// How a player chooses a move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Policy {
    /// Any legal move.
    Any,
    /// As many tiles as possible to the floor, and the centre last: floors overflow, and the token comes to full ones.
    Spill,
    /// Takes from the centre only when no factory has tiles.
    AvoidCentre,
    /// Keeps tiles on lines and walls and completes no row: bag and lid run dry.
    Prolong,
    /// Fills lines.
    Build,
    /// Completes no row before three are ready to be completed.
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
    /// One of the moves that the policy likes best.
    pub(crate) fn choose(self, game: &Game, legal: &[Move], rng: &mut ChaCha8Rng) -> Move {
        let best = legal.iter().copied();
        one_of(rng, &best.max_set_by_key(|&one| self.likes(game, one)))
    }

    fn likes(self, game: &Game, chosen: Move) -> i32 {
        let board = &game.boards[game.mover];
        let tiles = game.tiles_on(chosen.source).iter();
        let tiles = tiles.filter(|&&tile| tile == chosen.colour).count() as i32;
        let (fallen, fills, on_wall) = match chosen.destination {
            Destination::Floor => (tiles, false, 0),
            Destination::Line(row) => {
                let room = (row + 1 - board.lines[row].len()) as i32;
                let on_wall = board.wall[row].iter().flatten().count();
                ((tiles - room).max(0), tiles >= room, on_wall)
            }
        };
        let completes_row = fills && on_wall + 1 == ROWS;
        let from_centre = i32::from(chosen.source == Source::Centre);
        match self {
            Self::Any => 0,
            Self::Spill => fallen - 100 * from_centre,
            Self::AvoidCentre => -from_centre,
            Self::Prolong => -100 * i32::from(completes_row) - fallen,
            Self::Build => 2 * i32::from(fills) + on_wall as i32 - fallen,
            Self::Hoard => {
                let is_ready =
                    |row: &&Vec<Option<Colour>>| row.iter().flatten().count() + 1 >= ROWS;
                let ready = board.wall.iter().filter(is_ready).count();
                let liked = if ready >= 3 { 100 } else { -100 };
                liked * i32::from(completes_row) + i32::from(fills) - fallen
            }
        }
    }
}

/// How the factories are filled.
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

/// Factories as a deal of the game can fill them.
pub(crate) fn factories(game: &Game, one_colour: bool, rng: &mut ChaCha8Rng) -> Vec<Vec<Colour>> {
    let (mut bag, mut lid) = (game.bag, game.lid);
    let mut fill = |_| {
        let has_four = |&colour: &Colour| bag[colour as usize] >= FACTORY_PLACES;
        let fours: Vec<_> = COLOURS.into_iter().filter(has_four).collect();
        if one_colour && !fours.is_empty() {
            let colour = one_of(rng, &fours);
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

/// Factories with a change: a tile of another colour, on another factory, more or less.
pub(crate) fn changed(factories: &[Vec<Colour>], rng: &mut ChaCha8Rng) -> Vec<Vec<Colour>> {
    let mut changed = factories.to_vec();
    let removed = below(rng, changed.len());
    let tile = changed[removed].pop();
    let added = below(rng, changed.len());
    match (below(rng, 4), tile) {
        (0, _) => {}
        (1, Some(tile)) => changed[added].extend([tile, one_of(rng, &COLOURS)]),
        (2, Some(tile)) => changed[added].push(tile),
        _ => changed[removed].push(one_of(rng, &COLOURS)),
    }
    changed
}

/// Draws a tile at random; there must be one.
pub(crate) fn draw(from: &mut Counts, rng: &mut ChaCha8Rng) -> Colour {
    let mut number = below(rng, total(from));
    for colour in COLOURS {
        if number < from[colour as usize] {
            from[colour as usize] -= 1;
            return colour;
        }
        number -= from[colour as usize];
    }
    unreachable!("the number is below the sum")
}
