//! Positions that the library reads, against the rules of the referee.

use crate::policies::{below, draw, pick};
use crate::referee::{COLOURS, Colour, Game, Piece, ROWS, column_of, total};
use crate::unusual::unusual;
use azulejo::game::Position;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::BTreeMap;

/// A tile of the bag, or a random colour where the bag is empty.
fn tile_of_the_bag(game: &mut Game, rng: &mut ChaCha8Rng) -> Colour {
    match total(&game.bag) {
        0 => pick(rng, &COLOURS),
        _ => draw(&mut game.bag, rng),
    }
}

/// Random change of a game, within the rules or against them.
fn alter(game: &mut Game, rng: &mut ChaCha8Rng) {
    let player = below(rng, game.boards.len());
    let row = below(rng, ROWS);
    match below(rng, 13) {
        0 => game.lid[tile_of_the_bag(game, rng) as usize] += 1,
        1 => game.bag[below(rng, COLOURS.len())] += 1,
        2 => {
            let tile = tile_of_the_bag(game, rng);
            let factory = below(rng, game.factories.len());
            game.factories[factory].push(tile);
        }
        3 => {
            let tile = tile_of_the_bag(game, rng);
            let line = &mut game.boards[player].lines[row];
            line.push(line.first().copied().unwrap_or(tile));
        }
        4 => {
            let tile = Piece::Tile(tile_of_the_bag(game, rng));
            game.boards[player].floor.push(tile);
        }
        5 => {
            let tile = tile_of_the_bag(game, rng);
            game.boards[player].wall[row][column_of(tile, row)] = Some(tile);
        }
        6 => game.token_in_centre = !game.token_in_centre,
        7 => {
            let floor = &mut game.boards[player].floor;
            let place = below(rng, floor.len() + 1);
            floor.insert(place, Piece::Token);
        }
        8 => remove_the_tokens(game),
        9 => clear_the_sources(game),
        10 => end_the_round_by_hand(game),
        11 => game.mover = player,
        _ => {
            let board = &mut game.boards[player];
            let highest = board.highest_score();
            board.score = pick(rng, &[0, highest, highest + 1]);
        }
    }
}

fn remove_the_tokens(game: &mut Game) {
    game.token_in_centre = false;
    for board in &mut game.boards {
        board.floor.retain(|&piece| piece != Piece::Token);
    }
}

fn clear_the_sources(game: &mut Game) {
    let tiles = game.factories.iter_mut().flat_map(std::mem::take);
    for tile in tiles.chain(std::mem::take(&mut game.centre)) {
        game.lid[tile as usize] += 1;
    }
}

/// End of a round with empty sources, floors and lines, and without points.
fn end_the_round_by_hand(game: &mut Game) {
    remove_the_tokens(game);
    clear_the_sources(game);
    for board in &mut game.boards {
        board.clear_floor(&mut game.lid);
        for tile in board.lines.iter_mut().flat_map(std::mem::take) {
            game.lid[tile as usize] += 1;
        }
    }
    game.mover = game.starter;
}

/// Return to round 0, with or without all tiles in the bag.
fn return_to_round_0(game: &mut Game, rng: &mut ChaCha8Rng) {
    if below(rng, 2) == 0 {
        *game = Game::new(game.boards.len(), game.starter);
    }
    game.round = 0;
}

#[test]
fn a_position_is_read_exactly_if_no_rule_is_broken() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut verdicts: BTreeMap<_, usize> = BTreeMap::new();
    for _ in 0..20_000 {
        let mut game = unusual(pick(&mut rng, &[2, 3, 4]), &mut rng);
        if below(&mut rng, 20) == 0 {
            return_to_round_0(&mut game, &mut rng);
        }
        for _ in 0..below(&mut rng, 4) {
            alter(&mut game, &mut rng);
        }
        let text = game.to_text();
        let rule = game.broken_rule();
        *verdicts.entry(rule).or_default() += 1;
        match text.parse::<Position>() {
            Ok(position) => {
                assert_eq!(rule, None, "{text}");
                assert_eq!(position.to_string(), text);
            }
            Err(faults) => assert!(rule.is_some(), "{text}: {faults}"),
        }
    }
    // Eleven rules, and no broken rule.
    assert_eq!(verdicts.len(), 12, "{verdicts:?}");
    assert!(verdicts.values().all(|&count| count >= 10), "{verdicts:?}");
}
