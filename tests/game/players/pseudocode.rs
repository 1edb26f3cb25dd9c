//! The thesis's pseudocode once more, in the default reading, with the names and the order of the print: slow and
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
    chosen: Possible,
    line: Option<usize>,
    count: i32,
    white_space: i32,
    adjacent: i32,
    diagonal: bool,
    negative_count: i32,
}

/// Which part of the pseudocode differs.
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
    /// The moves of the next player, and the best line for the one that the next player wants most (section 4.4).
    Opponent,
}

fn possible_moves(position: &Position) -> Vec<Possible> {
    let mut moves = Vec::new();
    for source in Source::all(position.players()) {
        for colour in Colour::ALL {
            let count = i32::from(position.source(source).count(colour));
            if count > 0 {
                let one = Possible {
                    source,
                    colour,
                    count,
                };
                moves.push(one);
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
    let (chosen, line) = match algorithm {
        Algorithm::Opponent => {
            let (strategic, next) = (Algorithm::Strategic, after(position));
            let (wanted, _) = run(strategic, apart, position, next, &moves);
            run(strategic, apart, position, mover, &[wanted])
        }
        algorithm => run(algorithm, apart, position, mover, &moves),
    };
    let destination = line.map_or(Destination::Floor, |line| Destination::ALL[line]);
    Move::new(chosen.source, chosen.colour, destination)
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
    // Smart and improved compare tiles that remain of a line only with each other: the first line replaces the floor.
    let board = &position.boards()[player];
    let first_round = position.round() == 1;
    let filled = |row: i32, column: i32| {
        let on_wall = (0..5).contains(&row) && (0..5).contains(&column);
        let (row, column) = (row as usize, column as usize);
        i32::from(on_wall && board.has(row, Colour::at(row, column)))
    };
    let (mut good_move_found, mut move_found) = (false, false);
    let mut best = Best {
        chosen: moves[0],
        line: None,
        count: 0,
        white_space: i32::MAX,
        adjacent: 0,
        diagonal: false,
        negative_count: i32::MAX,
    };
    for &this in moves {
        for line in 0..5 {
            let held = board.line(line);
            let space = line as i32 + 1 - held.map_or(0, |held| i32::from(held.count));
            let other = held.is_some_and(|held| held.colour != this.colour);
            if space == 0 || other || board.has(line, this.colour) {
                continue;
            }
            let (row, column) = (line as i32, this.colour.column(line) as i32);
            let candidate = Best {
                chosen: this,
                line: Some(line),
                count: this.count,
                white_space: space - this.count,
                adjacent: filled(row - 1, column)
                    + filled(row + 1, column)
                    + filled(row, column - 1)
                    + filled(row, column + 1),
                diagonal: row == column,
                negative_count: best.negative_count,
            };
            if this.count <= space {
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
                            let same = best.chosen == this;
                            if equal && !same {
                                let good_moves = [best.chosen, this];
                                let strategic = Algorithm::Strategic;
                                let next = after(position);
                                run(strategic, apart, position, next, &good_moves).0 == this
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
                && (this.count - space < best.negative_count || apart && !move_found)
            {
                best = Best {
                    negative_count: this.count - space,
                    ..candidate
                };
                move_found = true;
            }
        }
        if !good_move_found && !move_found && this.count < best.negative_count {
            best = Best {
                chosen: this,
                line: None,
                negative_count: this.count,
                ..best
            };
        }
    }
    (best.chosen, best.line)
}
