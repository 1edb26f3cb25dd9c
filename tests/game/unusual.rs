//! Positions that games hardly reach, with tiles on random places within the rules, and games from there on.

use crate::agree::assert_games_agree;
use crate::pair::Pair;
use crate::policies::{below, draw, pick};
use crate::referee::{
    Board, COLOURS, Colour, Counts, FACTORY_PLACES, FLOOR_COSTS, Game, Piece, ROWS,
    TILES_OF_A_COLOUR, column_of, total,
};
use azulejo::game::Players;
use rand_chacha::ChaCha8Rng;

/// Percentages of places with tiles.
#[derive(Debug)]
struct Fullness {
    walls: usize,
    lines: usize,
    /// Percentage of full lines among the lines with tiles; the other lines lack one tile each.
    full_lines: usize,
    floors: usize,
    factories: usize,
    bag: usize,
}

impl Fullness {
    /// Tiles on walls and lines as far as possible: hardly a tile is left for a deal.
    const DRY: Self = Self {
        walls: 100,
        lines: 100,
        full_lines: 0,
        floors: 0,
        factories: 0,
        bag: 0,
    };

    fn random(rng: &mut ChaCha8Rng) -> Self {
        if is_success(rng, 10) {
            return Self::DRY;
        }
        let mut percentage = || pick(rng, &[0, 20, 50, 80, 100]);
        Self {
            walls: percentage(),
            lines: percentage(),
            full_lines: percentage(),
            floors: percentage(),
            factories: percentage(),
            bag: percentage(),
        }
    }
}

/// Bernoulli trial.
fn is_success(rng: &mut ChaCha8Rng, percentage: usize) -> bool {
    below(rng, 100) < percentage
}

/// A position in the middle of a round, or at its end if the sources stay empty.
pub(crate) fn unusual(players: usize, rng: &mut ChaCha8Rng) -> Game {
    let fullness = Fullness::random(rng);
    let mut pool: Counts = [TILES_OF_A_COLOUR; 5];
    let mut game = Game::new(players, below(rng, players));
    game.bag = [0; 5];
    game.round = 1 + below(rng, 9);
    game.mover = below(rng, players);
    for board in &mut game.boards {
        put_on_wall(board, &fullness, &mut pool, rng);
        board.score = pick(rng, &[0, 1, 5, 20, 145, board.highest_score()]);
        put_on_lines(board, &fullness, &mut pool, rng);
        for _ in 0..FLOOR_COSTS.len() {
            if is_success(rng, fullness.floors) && total(&pool) > 0 {
                board.floor.push(Piece::Tile(draw(&mut pool, rng)));
            }
        }
    }
    place_token(&mut game, &mut pool, rng);
    put_on_sources(&mut game, &fullness, &mut pool, rng);
    while total(&pool) > 0 {
        let tile = draw(&mut pool, rng);
        let place = match is_success(rng, fullness.bag) {
            true => &mut game.bag,
            false => &mut game.lid,
        };
        place[tile as usize] += 1;
    }
    game
}

/// At most four tiles a row, as a complete row would have ended the game.
fn put_on_wall(board: &mut Board, fullness: &Fullness, pool: &mut Counts, rng: &mut ChaCha8Rng) {
    for row in 0..ROWS {
        let missing = below(rng, ROWS);
        for colour in COLOURS {
            let column = column_of(colour, row);
            if column != missing && is_success(rng, fullness.walls) && pool[colour as usize] > 0 {
                pool[colour as usize] -= 1;
                board.wall[row][column] = Some(colour);
            }
        }
    }
}

fn put_on_lines(board: &mut Board, fullness: &Fullness, pool: &mut Counts, rng: &mut ChaCha8Rng) {
    for row in 0..ROWS {
        let free = |colour: &Colour| !board.wall[row].contains(&Some(*colour));
        let free: Vec<_> = COLOURS.into_iter().filter(free).collect();
        let colour = pick(rng, &free);
        let missing = usize::from(!is_success(rng, fullness.full_lines));
        let count = (row + 1 - missing).min(pool[colour as usize]);
        if is_success(rng, fullness.lines) {
            pool[colour as usize] -= count;
            board.lines[row] = vec![colour; count];
        }
    }
}

/// The token in the centre or on a random place of a floor.
fn place_token(game: &mut Game, pool: &mut Counts, rng: &mut ChaCha8Rng) {
    let holder = below(rng, game.boards.len() + 1);
    let Some(board) = game.boards.get_mut(holder) else {
        game.token_in_centre = true;
        return;
    };
    let place = below(rng, board.floor.len() + 1);
    board.floor.insert(place, Piece::Token);
    // A tile that the token pushed beyond the seventh place cannot lie there.
    if let Some(&Piece::Tile(tile)) = board.floor.get(FLOOR_COSTS.len()) {
        board.floor.pop();
        pool[tile as usize] += 1;
    }
}

fn put_on_sources(game: &mut Game, fullness: &Fullness, pool: &mut Counts, rng: &mut ChaCha8Rng) {
    for factory in &mut game.factories {
        if is_success(rng, fullness.factories) {
            while factory.len() < FACTORY_PLACES && total(pool) > 0 {
                factory.push(draw(pool, rng));
            }
        } else {
            for _ in 0..below(rng, FACTORY_PLACES) {
                if is_success(rng, fullness.factories) && total(pool) > 0 {
                    game.centre.push(draw(pool, rng));
                }
            }
        }
    }
}

#[test]
fn games_agree_from_unusual_positions_on() {
    let start = |rng: &mut ChaCha8Rng| {
        let players = pick(rng, &Players::ALL);
        Pair::of(unusual(players.count(), rng))
    };
    assert_games_agree(
        5,
        30_000,
        start,
        "TokenWithAFullFloor TokenOnTheLastPlace OverflowToTheLid LineFloorAndLid NobodyTookTheToken StarterChanges \
         ScoreClamped SavedByTheRoundsPoints BagJustSuffices BagEmptyBeforeTheDeal BagEmptyInTheMiddleOfAFactory \
         BagEmptyBetweenTwoFactories BothEmptyInTheMiddleOfAFactory FactoriesWithoutTiles NothingCanBeDealt \
         SeveralCompleteRows CompleteColumn CompleteColour RowsOfSeveralPlayers RowsBreakATie TwoShare ThreeShare \
         FourShare",
    );
}
