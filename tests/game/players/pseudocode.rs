//! The pseudocode of the thesis in its default reading, with the names and the order of the print: slow and
//! plain, without the tables and bits of `crates/play/src/players`.

use azulejo::game::{Colour, Destination, Move, Position, Source};

/// A move of the thesis: a source and a colour, without a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Possible {
    source: Source,
    colour: Colour,
    count: i32,
}

#[derive(Debug, Clone, Copy)]
struct Best {
    possible: Possible,
    line: Option<usize>,
    count: i32,
    white_space: i32,
    adjacent: i32,
    diagonal: bool,
    negative_count: i32,
}

/// Parts of the pseudocode that differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Algorithm {
    Greedy,
    Smart {
        altered: bool,
    },
    Strategic,
    Improved {
        altered: bool,
    },
    /// The best move of the next player, on the best line of the mover (section 4.4).
    Opponent,
}

fn possible_moves(position: &Position) -> Vec<Possible> {
    let mut moves = Vec::new();
    for source in Source::all(position.players()) {
        for colour in Colour::ALL {
            let count = i32::from(position.source(source).count(colour));
            if count > 0 {
                let possible = Possible {
                    source,
                    colour,
                    count,
                };
                moves.push(possible);
            }
        }
    }
    moves
}

/// The choice of an algorithm.
pub(crate) fn choose(algorithm: Algorithm, position: &Position) -> Move {
    let (mover, moves) = (position.mover(), possible_moves(position));
    let apart = matches!(
        algorithm,
        Algorithm::Smart { altered: false } | Algorithm::Improved { .. }
    );
    let (possible, line) = match algorithm {
        Algorithm::Opponent => {
            let (strategic, next) = (Algorithm::Strategic, after(position));
            let (best_of_next, _) = run(strategic, apart, position, next, &moves);
            run(strategic, apart, position, mover, &[best_of_next])
        }
        algorithm => run(algorithm, apart, position, mover, &moves),
    };
    let destination = line.map_or(Destination::Floor, |line| Destination::ALL[line]);
    Move::new(possible.source, possible.colour, destination)
}

fn after(position: &Position) -> usize {
    (position.mover() + 1) % position.boards().len()
}

fn run(
    algorithm: Algorithm,
    apart: bool,
    position: &Position,
    player: usize,
    moves: &[Possible],
) -> (Possible, Option<usize>) {
    // Smart and improved compare the tiles beyond a line only with those of other lines: the first replaces the floor.
    let board = &position.boards()[player];
    let first_round = position.round() == 1;
    let filled = |row: i32, column: i32| {
        let on_wall = (0..5).contains(&row) && (0..5).contains(&column);
        let (row, column) = (row as usize, column as usize);
        i32::from(on_wall && board.has(row, Colour::at(row, column)))
    };
    let (mut good_move_found, mut move_found) = (false, false);
    let mut best = Best {
        possible: moves[0],
        line: None,
        count: 0,
        white_space: i32::MAX,
        adjacent: 0,
        diagonal: false,
        negative_count: i32::MAX,
    };
    for &possible in moves {
        for line in 0..5 {
            let tiles = board.line(line);
            let space = line as i32 + 1 - tiles.map_or(0, |tiles| i32::from(tiles.count));
            let is_other_colour = tiles.is_some_and(|tiles| tiles.colour != possible.colour);
            if space == 0 || is_other_colour || board.has(line, possible.colour) {
                continue;
            }
            let (row, column) = (line as i32, possible.colour.column(line) as i32);
            let candidate = Best {
                possible,
                line: Some(line),
                count: possible.count,
                white_space: space - possible.count,
                adjacent: filled(row - 1, column)
                    + filled(row + 1, column)
                    + filled(row, column - 1)
                    + filled(row, column + 1),
                diagonal: row == column,
                negative_count: best.negative_count,
            };
            if possible.count <= space {
                let replaces = !good_move_found
                    || match algorithm {
                        Algorithm::Greedy => candidate.count > best.count,
                        _ if candidate.white_space < best.white_space => true,
                        _ if candidate.white_space > best.white_space => false,
                        Algorithm::Smart { altered: true } => best.count < candidate.count,
                        Algorithm::Smart { altered: false } => {
                            candidate.adjacent > 0
                                && (best.adjacent == 0 || best.count < candidate.count)
                        }
                        Algorithm::Strategic | Algorithm::Opponent => {
                            (candidate.diagonal && !best.diagonal && first_round)
                                || candidate.adjacent > best.adjacent
                                || (candidate.adjacent == best.adjacent
                                    && best.count < candidate.count)
                        }
                        Algorithm::Improved { altered } => {
                            let equal = altered || candidate.adjacent == best.adjacent;
                            let same = best.possible == possible;
                            if equal && !same {
                                let good_moves = [best.possible, possible];
                                let strategic = Algorithm::Strategic;
                                let next = after(position);
                                run(strategic, apart, position, next, &good_moves).0 == possible
                            } else {
                                !equal && candidate.adjacent > best.adjacent
                            }
                        }
                    };
                if replaces {
                    best = candidate;
                    good_move_found = true;
                }
            } else if !good_move_found
                && (possible.count - space < best.negative_count || apart && !move_found)
            {
                best = Best {
                    negative_count: possible.count - space,
                    ..candidate
                };
                move_found = true;
            }
        }
        if !good_move_found && !move_found && possible.count < best.negative_count {
            best = Best {
                possible,
                line: None,
                negative_count: possible.count,
                ..best
            };
        }
    }
    (best.possible, best.line)
}
