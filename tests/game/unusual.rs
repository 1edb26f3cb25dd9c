//! Positions that games hardly come to: tiles put anywhere the rules let them lie. Play goes on from there.

use crate::agree::{Style, play_on};
use crate::both::Both;
use crate::edge_cases::Met;
use crate::policies::{below, draw, one_of};
use crate::referee::{
    Board, COLOURS, Colour, Counts, FACTORY_PLACES, FLOOR_COSTS, Game, Piece, ROWS,
    TILES_OF_A_COLOUR, column_of, total,
};
use azulejo::game::Players;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// How many of a hundred places are filled.
#[derive(Debug)]
struct Fullness {
    walls: usize,
    lines: usize,
    /// Of the lines with tiles, how many of a hundred are full; to the others, one tile is missing.
    full_lines: usize,
    floors: usize,
    factories: usize,
    bag: usize,
}

impl Fullness {
    /// As many tiles as possible on walls and lines, so that hardly one is left to deal.
    const DRY: Self = Self {
        walls: 100,
        lines: 100,
        full_lines: 0,
        floors: 0,
        factories: 0,
        bag: 0,
    };

    fn random(rng: &mut ChaCha8Rng) -> Self {
        if happens(rng, 10) {
            return Self::DRY;
        }
        let mut any = || one_of(rng, &[0, 20, 50, 80, 100]);
        Self {
            walls: any(),
            lines: any(),
            full_lines: any(),
            floors: any(),
            factories: any(),
            bag: any(),
        }
    }
}

fn happens(rng: &mut ChaCha8Rng, of_a_hundred: usize) -> bool {
    below(rng, 100) < of_a_hundred
}

/// A position in the middle of a round, or at its end if the sources stay empty.
pub(crate) fn unusual(players: usize, rng: &mut ChaCha8Rng) -> Game {
    let full = Fullness::random(rng);
    let mut left: Counts = [TILES_OF_A_COLOUR; 5];
    let mut game = Game::new(players, below(rng, players));
    game.bag = [0; 5];
    game.round = 1 + below(rng, 9);
    game.mover = below(rng, players);
    for board in &mut game.boards {
        put_on_wall(board, &full, &mut left, rng);
        board.score = one_of(rng, &[0, 1, 5, 20, 145, board.highest_score()]);
        put_on_lines(board, &full, &mut left, rng);
        for _ in 0..FLOOR_COSTS.len() {
            if happens(rng, full.floors) && total(&left) > 0 {
                board.floor.push(Piece::Tile(draw(&mut left, rng)));
            }
        }
    }
    place_token(&mut game, &mut left, rng);
    put_on_sources(&mut game, &full, &mut left, rng);
    while total(&left) > 0 {
        let tile = draw(&mut left, rng);
        let place = match happens(rng, full.bag) {
            true => &mut game.bag,
            false => &mut game.lid,
        };
        place[tile as usize] += 1;
    }
    game
}

/// At most four tiles a row: a complete one would have ended the game.
fn put_on_wall(board: &mut Board, full: &Fullness, left: &mut Counts, rng: &mut ChaCha8Rng) {
    for row in 0..ROWS {
        let missing = below(rng, ROWS);
        for colour in COLOURS {
            let column = column_of(colour, row);
            if column != missing && happens(rng, full.walls) && left[colour as usize] > 0 {
                left[colour as usize] -= 1;
                board.wall[row][column] = Some(colour);
            }
        }
    }
}

fn put_on_lines(board: &mut Board, full: &Fullness, left: &mut Counts, rng: &mut ChaCha8Rng) {
    for row in 0..ROWS {
        let free = |colour: &Colour| !board.wall[row].contains(&Some(*colour));
        let free: Vec<_> = COLOURS.into_iter().filter(free).collect();
        let colour = one_of(rng, &free);
        let missing = usize::from(!happens(rng, full.full_lines));
        let count = (row + 1 - missing).min(left[colour as usize]);
        if happens(rng, full.lines) {
            left[colour as usize] -= count;
            board.lines[row] = vec![colour; count];
        }
    }
}

/// In the centre, or somewhere on a floor.
fn place_token(game: &mut Game, left: &mut Counts, rng: &mut ChaCha8Rng) {
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
        left[tile as usize] += 1;
    }
}

fn put_on_sources(game: &mut Game, full: &Fullness, left: &mut Counts, rng: &mut ChaCha8Rng) {
    for factory in &mut game.factories {
        if happens(rng, full.factories) {
            while factory.len() < FACTORY_PLACES && total(left) > 0 {
                factory.push(draw(left, rng));
            }
        } else {
            for _ in 0..below(rng, FACTORY_PLACES) {
                if happens(rng, full.factories) && total(left) > 0 {
                    game.centre.push(draw(left, rng));
                }
            }
        }
    }
}

#[test]
fn games_agree_from_unusual_positions_on() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut met = Met::default();
    let mut compared = 0;
    while compared < 30_000 {
        let players = one_of(&mut rng, &Players::ALL);
        let both = Both::of(unusual(players.count(), &mut rng));
        let style = Style::random(players.count(), &mut rng);
        compared += play_on(both, &style, &mut rng, &mut met);
    }
    met.assert_met(
        10,
        "TokenWithAFullFloor TokenOnTheLastPlace OverflowToTheLid LineFloorAndLid NobodyTookTheToken StarterChanges \
         ScoreClamped SavedByTheRoundsPoints BagJustSuffices BagEmptyBeforeTheDeal BagEmptyInTheMiddleOfAFactory \
         BagEmptyBetweenTwoFactories BothEmptyInTheMiddleOfAFactory FactoriesWithoutTiles NothingCanBeDealt \
         SeveralCompleteRows CompleteColumn CompleteColour RowsOfSeveralPlayers RowsBreakATie TwoShare ThreeShare \
         FourShare",
    );
}
