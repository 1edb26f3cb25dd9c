//! Endings: positions with few groups left, from random games and set up by hand.

use crate::games::random_game;
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::game::{Colour, Phase, Players, Position};

/// Shows the endings with so many groups of random games, one a round.
pub(crate) fn of_games(
    players: Players,
    groups: u32,
    seeds: std::ops::Range<u64>,
    mut seen: impl FnMut(&Position),
) {
    for seed in seeds {
        let mut round = 0;
        random_game(players, seed, |position| {
            let fits = position.phase() == Phase::Moves && position.group_count() == groups;
            if fits && position.round() > round {
                round = position.round();
                seen(position);
            }
        });
    }
}

/// A position of two players in which bag and lid are empty: random walls without complete rows, full or empty lines,
/// and all other tiles in the centre.
pub(crate) fn without_bag(seed: u64) -> Option<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut left = [20u32; 5];
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
                left[colour.index()] -= 1;
            }
            let letters = colours.iter().map(|it| it.map_or('.', Colour::letter));
            wall.push(letters.collect::<String>());
            let mut open = Colour::ALL.into_iter();
            let open = open.find(|it| !colours.contains(&Some(*it)));
            let open = open.expect("no row is complete");
            let count = below(&mut rng, row as u32 + 2).min(left[open.index()]);
            left[open.index()] -= count;
            lines.push(match count {
                0 => "-".to_owned(),
                _ => format!("{}{count}", open.letter()),
            });
        }
        boards.push(format!("7:{}:-:{}", lines.join("/"), wall.join("/")));
    }
    // Most of the tiles that are left go to lines' colours; a player cannot take more than all of a colour.
    let tiles =
        |colour: Colour| String::from(colour.letter()).repeat(left[colour.index()] as usize);
    let centre = Colour::ALL.map(tiles).concat();
    let boards = boards.join("|");
    let text = format!("-/-/-/-/- {centre}* {boards} 1 1 9 0,0,0,0,0 0,0,0,0,0");
    text.parse().ok()
}
