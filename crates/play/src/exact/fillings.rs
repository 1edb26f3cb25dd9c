//! The sets of lines that can be full together, and the most points that they earn.

use super::reach::{BoardReach, CompleteRow};
use azulejo_rules::{Board, Colour, EndBonus, pattern, tile_points};

/// The reach of a board with `tiles` on the sources, by colour, and `moves` moves, each of which fills one line at
/// most.
pub(super) fn reach(board: &Board, tiles: [u8; Colour::COUNT], moves: u32) -> BoardReach {
    let sure_wall = board.wall() | board.full_lines();
    let sure = EndBonus::of(sure_wall);
    let reach = BoardReach {
        sure: board.full_points() as u8,
        sure_bonus: sure.points() as u8,
        ..BoardReach::default()
    };
    let mut search = FillingSearch {
        board,
        tiles,
        reach,
        rest_points: [0; Board::ROWS + 1],
        bonus: 0,
    };
    let open = search.bound_rows();
    search.bonus = most_bonus(sure_wall, open, moves);
    search.row(0, board.wall(), 0, moves);
    if sure.rows > 0 {
        search.reach.row = CompleteRow::Surely;
    }
    search.reach
}

/// A depth-first search through the sets, row by row, that cuts branches which cannot improve the best set so far.
struct FillingSearch<'a> {
    board: &'a Board,
    /// The remaining tiles on the sources.
    tiles: [u8; Colour::COUNT],
    /// The best of all sets so far.
    reach: BoardReach,
    /// An upper bound of the points of each row and the rows below it.
    rest_points: [u8; Board::ROWS + 1],
    /// An upper bound of the end bonus.
    bonus: u8,
}

impl FillingSearch<'_> {
    /// Fills the bounds of all rows, and returns the places to which tiles may come, bit `5·row + column`.
    fn bound_rows(&mut self) -> u32 {
        let mut open = 0;
        let mut most = [0; Board::ROWS];
        for (row, most) in most.iter_mut().enumerate() {
            let (room, colours) = self.line(row);
            let mut places = 0;
            for colour in self.colours_with(colours, room) {
                let place = pattern::place(row, colour);
                let above = open & pattern::FIRST_COLUMN << colour.column(row);
                *most = tile_points(self.board.wall() | above, place).max(*most);
                places |= 1 << place;
            }
            open |= places;
        }
        for row in (0..Board::ROWS).rev() {
            self.rest_points[row] = self.rest_points[row + 1] + most[row];
        }
        open
    }

    /// The empty places of a line, and the colours that may fill it.
    #[inline]
    fn line(&self, row: usize) -> (u8, u32) {
        match self.board.line(row) {
            Some(line) => (row as u8 + 1 - line.count, 1 << line.colour.index()),
            None => (row as u8 + 1, !self.board.colours_on(row) & 0b11111),
        }
    }

    /// The colours of a set with at least `room` remaining tiles.
    #[inline]
    fn colours_with(&self, colours: u32, room: u8) -> impl Iterator<Item = Colour> + use<> {
        let tiles = self.tiles;
        let has_enough = move |colour: &Colour| {
            colours >> colour.index() & 1 == 1 && tiles[colour.index()] >= room
        };
        Colour::ALL.into_iter().filter(has_enough)
    }

    /// Searches the rows from `row` on. `points` are the points of the rows above.
    fn row(&mut self, row: usize, wall: u32, points: u8, moves: u32) {
        if row == Board::ROWS {
            self.record(wall, points);
            return;
        }
        if !self.can_improve(points + self.rest_points[row]) {
            return;
        }
        let (room, colours) = self.line(row);
        let move_count = u32::from(room > 0);
        if move_count <= moves {
            for colour in self.colours_with(colours, room) {
                let place = pattern::place(row, colour);
                let points = points + tile_points(wall, place);
                self.tiles[colour.index()] -= room;
                self.row(row + 1, wall | 1 << place, points, moves - move_count);
                self.tiles[colour.index()] += room;
            }
        }
        if room > 0 {
            self.row(row + 1, wall, points, moves);
        }
    }

    /// Whether a set of at most `points` points may improve the best sets so far. Once a set has reached the upper
    /// bound of the end bonus, each row that can be complete has been complete in some set.
    #[inline]
    fn can_improve(&self, points: u8) -> bool {
        let reach = &self.reach;
        points > reach.most
            || points + self.bonus > reach.most_with_bonus
            || self.bonus > reach.most_bonus
    }

    fn record(&mut self, wall: u32, points: u8) {
        let bonus = EndBonus::of(wall);
        let points_of_bonus = bonus.points() as u8;
        let reach = &mut self.reach;
        reach.most = reach.most.max(points);
        reach.most_with_bonus = reach.most_with_bonus.max(points + points_of_bonus);
        reach.most_bonus = reach.most_bonus.max(points_of_bonus);
        if bonus.rows > 0 {
            reach.row = CompleteRow::Perhaps;
        }
    }
}

/// The most end bonus of a wall to which `moves` tiles may come, one a row, and only to the `open` places.
fn most_bonus(wall: u32, open: u32, moves: u32) -> u8 {
    let within = |places: u32, most: u32| {
        let missing = places & !wall;
        u32::from(missing & !open == 0 && missing.count_ones() <= most)
    };
    let bonus = (0..Board::ROWS).map(|line| {
        EndBonus::ROW * within(0b11111 << (Board::ROWS * line), moves.min(1))
            + EndBonus::COLUMN * within(pattern::FIRST_COLUMN << line, moves)
            + EndBonus::COLOUR * within(pattern::PLACES[line], moves)
    });
    bonus.sum::<u32>() as u8
}
