//! Endings: positions with few groups left, from random games and set up by hand.

use crate::games::random_game;
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::{Colour, Phase, Players, Position};

/// Visits the endings of random games with a number of groups, at most one a round.
pub(crate) fn visit_endings(
    players: Players,
    groups: u32,
    seeds: std::ops::Range<u64>,
    mut visit: impl FnMut(&Position),
) {
    for seed in seeds {
        let mut round = 0;
        random_game(players, seed, |position| {
            let fits = position.phase() == Phase::Moves && position.group_count() == groups;
            if fits && position.round() > round {
                round = position.round();
                visit(position);
            }
        });
    }
}

/// A position of two players in which bag and lid are empty: random walls without complete rows, full or empty lines,
/// and all other tiles in the centre.
pub(crate) fn without_bag(seed: u64) -> Option<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut pool = [20u32; 5];
    let mut boards = Vec::new();
    for _ in 0..2 {
        let (mut wall, mut lines) = (Vec::new(), Vec::new());
        for row in 0..5 {
            let filled =
                0b11111 & !(1 << below(&mut rng, 5)) & !(below(&mut rng, 8) & below(&mut rng, 8));
            let place = |column: usize| {
                let colour = Colour::at(row, column);
                (filled >> column & 1 == 1).then_some(colour)
            };
            let colours: Vec<Option<Colour>> = (0..5).map(place).collect();
            for colour in colours.iter().flatten() {
                pool[colour.index()] -= 1;
            }
            let letters = colours
                .iter()
                .map(|colour| colour.map_or('.', Colour::letter));
            wall.push(letters.collect::<String>());
            let mut open = Colour::ALL.into_iter();
            let open = open.find(|colour| !colours.contains(&Some(*colour)));
            let open = open.expect("no row is complete");
            let count = below(&mut rng, row as u32 + 2).min(pool[open.index()]);
            pool[open.index()] -= count;
            lines.push(match count {
                0 => "-".to_owned(),
                _ => format!("{}{count}", open.letter()),
            });
        }
        boards.push(format!("7:{}:-:{}", lines.join("/"), wall.join("/")));
    }
    // All tiles of the pool lie in the centre.
    let tiles =
        |colour: Colour| String::from(colour.letter()).repeat(pool[colour.index()] as usize);
    let centre = Colour::ALL.map(tiles).concat();
    let boards = boards.join("|");
    let text = format!("-/-/-/-/- {centre}* {boards} 1 1 9 0,0,0,0,0 0,0,0,0,0");
    text.parse().ok()
}
