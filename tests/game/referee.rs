//! The rules of Azul once more, slowly: each rule is a small function below the rule in words.
//!
//! The referee shares nothing with the library. It was written from the rules alone, to be read beside them:
//! plain lists, no tables, and a wall that is counted cell by cell. Where the referee and the library differ,
//! one of the two misreads the rules.

mod scoring;
mod sound;
mod text;

pub(crate) const ROWS: usize = 5;
/// Number of tiles of each colour.
pub(crate) const TILES_OF_A_COLOUR: usize = 20;
/// Number of tiles on a full factory.
pub(crate) const FACTORY_PLACES: usize = 4;
/// The cost of each place of the floor.
pub(crate) const FLOOR_COSTS: [i32; 7] = [1, 1, 2, 2, 2, 3, 3];

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Colour {
    Blue,
    Yellow,
    Red,
    Black,
    White,
}

pub(crate) const COLOURS: [Colour; 5] = [
    Colour::Blue,
    Colour::Yellow,
    Colour::Red,
    Colour::Black,
    Colour::White,
];

/// Numbers of tiles of each colour in the bag or in the lid.
pub(crate) type Counts = [usize; 5];

/// A piece that can lie on a floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Tile(Colour),
    Token,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Source {
    Factory(usize),
    Centre,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Destination {
    /// A pattern line, from 0 at the top.
    Line(usize),
    Floor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Move {
    pub(crate) source: Source,
    pub(crate) colour: Colour,
    pub(crate) destination: Destination,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) score: i32,
    /// The tiles on each pattern line.
    pub(crate) lines: Vec<Vec<Colour>>,
    /// In the order in which the floor was filled: at most seven tiles and the token, which can come as the eighth.
    pub(crate) floor: Vec<Piece>,
    /// Row by row.
    pub(crate) wall: Vec<Vec<Option<Colour>>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    pub(crate) factories: Vec<Vec<Colour>>,
    pub(crate) centre: Vec<Colour>,
    pub(crate) token_in_centre: bool,
    pub(crate) boards: Vec<Board>,
    /// The player to move, from 0.
    pub(crate) mover: usize,
    /// The starter of the round, from 0.
    pub(crate) starter: usize,
    /// Number of dealt rounds.
    pub(crate) round: usize,
    pub(crate) bag: Counts,
    pub(crate) lid: Counts,
}

// The start of the game

impl Board {
    fn new() -> Self {
        Self {
            score: 0,
            lines: vec![Vec::new(); ROWS],
            floor: Vec::new(),
            wall: vec![vec![None; ROWS]; ROWS],
        }
    }
}

/// There are five factories for two players, seven for three, nine for four.
pub(crate) fn number_of_factories(players: usize) -> usize {
    match players {
        2 => 5,
        3 => 7,
        4 => 9,
        _ => panic!("Azul is not played by {players}"),
    }
}

impl Game {
    /// At first all tiles are in the bag, twenty of each colour. No round was dealt yet.
    pub(crate) fn new(players: usize, first: usize) -> Self {
        assert!(first < players);
        Self {
            factories: vec![Vec::new(); number_of_factories(players)],
            centre: Vec::new(),
            token_in_centre: false,
            boards: vec![Board::new(); players],
            mover: first,
            starter: first,
            round: 0,
            bag: [TILES_OF_A_COLOUR; 5],
            lid: [0; 5],
        }
    }
}

// The deal

impl Game {
    /// Every place of every factory gets a tile, as far as the tiles in bag and lid go.
    pub(crate) fn tiles_to_deal(&self) -> usize {
        let places = FACTORY_PLACES * self.factories.len();
        places.min(total(&self.bag) + total(&self.lid))
    }

    /// Tiles are drawn one by one from the bag. When a tile is to be drawn and the bag is empty, the lid is poured into
    /// the bag. When both are empty, the remaining places stay empty. With the tiles, the token comes to the centre.
    ///
    /// The order in which the places were filled is not known: the deal is impossible only if no order is possible.
    /// A deal that is impossible changes nothing.
    pub(crate) fn deal(&mut self, factories: &[Vec<Colour>]) -> Result<(), String> {
        assert!(self.round_is_over(), "the round before has ended");
        if factories.len() != self.factories.len() {
            return Err(format!("{} factories", factories.len()));
        }
        if factories.iter().any(|tiles| tiles.len() > FACTORY_PLACES) {
            return Err("a factory with too many tiles".to_owned());
        }
        let mut undrawn = factories.concat();
        if undrawn.len() != self.tiles_to_deal() {
            return Err(format!("{} tiles", undrawn.len()));
        }
        let (mut bag, mut lid) = (self.bag, self.lid);
        while !undrawn.is_empty() {
            if total(&bag) == 0 {
                bag = lid;
                lid = [0; 5];
            }
            let index = undrawn.iter().position(|&colour| bag[colour as usize] > 0);
            let index = index.ok_or("the bag has none of the tiles that are still to be drawn")?;
            bag[undrawn.remove(index) as usize] -= 1;
        }
        (self.bag, self.lid) = (bag, lid);
        self.factories = factories.to_vec();
        self.token_in_centre = true;
        self.round += 1;
        Ok(())
    }
}

pub(crate) fn total(counts: &Counts) -> usize {
    counts.iter().sum()
}

// The moves

impl Game {
    /// Tiles on a source, without the token.
    pub(crate) fn tiles_on(&self, source: Source) -> &[Colour] {
        match source {
            Source::Factory(index) => &self.factories[index],
            Source::Centre => &self.centre,
        }
    }

    pub(crate) fn sources(&self) -> Vec<Source> {
        let factories = (0..self.factories.len()).map(Source::Factory);
        factories.chain([Source::Centre]).collect()
    }

    /// The number of a move: 30 a source, 6 a colour, 1 a destination; the centre is the last source and the floor
    /// is the last destination.
    pub(crate) fn code(&self, move_: Move) -> usize {
        let source = match move_.source {
            Source::Factory(index) => index,
            Source::Centre => self.factories.len(),
        };
        let destination = match move_.destination {
            Destination::Line(row) => row,
            Destination::Floor => ROWS,
        };
        source * 30 + (move_.colour as usize) * 6 + destination
    }

    /// A player takes all tiles of a colour that lies on a source, to a line that takes the colour or to the floor,
    /// which is always open. The moves come in the order of their codes.
    pub(crate) fn legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for source in self.sources() {
            for colour in COLOURS {
                if self.tiles_on(source).contains(&colour) {
                    let destinations = self.boards[self.mover].destinations(colour);
                    moves.extend(destinations.into_iter().map(|destination| Move {
                        source,
                        colour,
                        destination,
                    }));
                }
            }
        }
        moves.sort_by_key(|&move_| self.code(move_));
        moves
    }

    /// The mover takes the tiles and puts them down; then it is the next player's turn.
    pub(crate) fn play(&mut self, move_: Move) {
        assert!(self.legal().contains(&move_), "{move_:?} is legal");
        let tiles = self.take(move_.source, move_.colour);
        match move_.destination {
            Destination::Line(row) => self.put_on_line(tiles, row),
            Destination::Floor => self.put_on_floor(tiles),
        }
        self.mover = (self.mover + 1) % self.boards.len();
    }

    /// All tiles of the colour are taken. From a factory, the rest goes to the centre. The first to take from the
    /// centre takes the token.
    fn take(&mut self, source: Source, colour: Colour) -> Vec<Colour> {
        let tiles = self.tiles_on(source).iter();
        let (tiles, rest): (Vec<_>, Vec<_>) = tiles.partition(|&&tile| tile == colour);
        match source {
            Source::Factory(index) => {
                self.factories[index].clear();
                self.centre.extend(rest);
            }
            Source::Centre => {
                self.centre = rest;
                if self.token_in_centre {
                    self.take_token();
                }
            }
        }
        tiles
    }

    /// The token lies on the floor before the tiles that are taken with it. It is taken with a full floor, too, where
    /// there is no place left to pay for.
    fn take_token(&mut self) {
        self.token_in_centre = false;
        self.boards[self.mover].floor.push(Piece::Token);
    }

    /// As many tiles as fit go on the line, the others go to the floor.
    fn put_on_line(&mut self, mut tiles: Vec<Colour>, row: usize) {
        let line = &mut self.boards[self.mover].lines[row];
        while line.len() < row + 1 && !tiles.is_empty() {
            line.extend(tiles.pop());
        }
        self.put_on_floor(tiles);
    }

    /// Each tile takes the next place of the floor; beyond the seventh place, it goes to the lid.
    fn put_on_floor(&mut self, tiles: Vec<Colour>) {
        let floor = &mut self.boards[self.mover].floor;
        for tile in tiles {
            if floor.len() < FLOOR_COSTS.len() {
                floor.push(Piece::Tile(tile));
            } else {
                self.lid[tile as usize] += 1;
            }
        }
    }
}

impl Board {
    /// The lines that take the colour, and the floor.
    fn destinations(&self, colour: Colour) -> Vec<Destination> {
        let lines = (0..ROWS).filter(|&row| self.line_takes(row, colour));
        let lines = lines.map(Destination::Line);
        lines.chain([Destination::Floor]).collect()
    }

    /// A line takes one colour, none that its wall row has, and nothing when it is full. The top line has one place,
    /// the next has two, and so on.
    fn line_takes(&self, row: usize, colour: Colour) -> bool {
        let line = &self.lines[row];
        let one_colour = line.iter().all(|&tile| tile == colour);
        let on_wall = self.wall[row].contains(&Some(colour));
        one_colour && !on_wall && line.len() < row + 1
    }
}

// The end of a round and of the game

impl Game {
    /// A round is over when no tile lies on a factory or in the centre.
    pub(crate) fn round_is_over(&self) -> bool {
        let mut sources = self.sources().into_iter();
        sources.all(|source| self.tiles_on(source).is_empty())
    }

    /// Every player tiles the wall, is charged for the floor and clears it. The player who has the token begins the
    /// next round; if nobody took the token, the starter begins again. Until the next deal, the token lies beside
    /// the player who will begin.
    pub(crate) fn end_round(&mut self) {
        assert!(self.round_is_over(), "the round is over");
        for player in 0..self.boards.len() {
            let board = &mut self.boards[player];
            let points: i32 = board.tile_wall(&mut self.lid).iter().sum();
            board.score = (board.score + points - board.floor_cost()).max(0);
            if board.clear_floor(&mut self.lid) {
                self.starter = player;
            }
        }
        self.token_in_centre = false;
        self.mover = self.starter;
    }

    /// The game ends after a round in which a wall row is complete, or when nothing can be dealt.
    pub(crate) fn game_is_over(&self) -> bool {
        let row_is_complete = self.boards.iter().any(|board| board.complete_rows() > 0);
        self.round_is_over() && (row_is_complete || self.tiles_to_deal() == 0)
    }
}

impl Board {
    /// From top to bottom, each full line puts a tile on the wall, which scores at once; the other tiles of the line
    /// go to the lid. Lines that are not full stay as they are. The result has the points of each row's new tile.
    pub(crate) fn tile_wall(&mut self, lid: &mut Counts) -> [i32; ROWS] {
        let mut points = [0; ROWS];
        for (row, points) in points.iter_mut().enumerate() {
            if self.lines[row].len() < row + 1 {
                continue;
            }
            let mut tiles = std::mem::take(&mut self.lines[row]);
            let tile = tiles.pop().expect("every line has a place");
            let column = column_of(tile, row);
            self.wall[row][column] = Some(tile);
            *points = self.points_of_tile(row, column);
            for rest in tiles {
                lid[rest as usize] += 1;
            }
        }
        points
    }

    /// Each place of the floor on which a tile or the token lies costs its points.
    pub(crate) fn floor_cost(&self) -> i32 {
        let places = self.floor.iter().zip(FLOOR_COSTS);
        places.map(|(_, cost)| cost).sum()
    }

    /// The tiles of the floor go to the lid. The result is true if the token was on the floor.
    pub(crate) fn clear_floor(&mut self, lid: &mut Counts) -> bool {
        let mut had_token = false;
        for piece in std::mem::take(&mut self.floor) {
            match piece {
                Piece::Tile(tile) => lid[tile as usize] += 1,
                Piece::Token => had_token = true,
            }
        }
        had_token
    }
}

/// Each row of the wall has a place for each colour, one place further to the right than the row above has it.
pub(crate) fn column_of(colour: Colour, row: usize) -> usize {
    (colour as usize + row) % ROWS
}

// Counts

impl Game {
    /// There are twenty tiles of each colour, always: in the bag, in the lid, on the sources, lines, floors and walls.
    pub(crate) fn tiles_of(&self, colour: Colour) -> usize {
        let count = |tiles: &[Colour]| tiles.iter().filter(|&&tile| tile == colour).count();
        let mut tiles = self.bag[colour as usize] + self.lid[colour as usize] + count(&self.centre);
        for factory in &self.factories {
            tiles += count(factory);
        }
        for board in &self.boards {
            for line in &board.lines {
                tiles += count(line);
            }
            let floor = board.floor.iter();
            tiles += floor.filter(|&&piece| piece == Piece::Tile(colour)).count();
            let wall = board.wall.iter().flatten();
            tiles += wall.filter(|&&place| place == Some(colour)).count();
        }
        tiles
    }

    /// The number of ways to play `depth` moves from here, or fewer where the round is over earlier.
    pub(crate) fn perft(&self, depth: usize) -> u64 {
        if depth == 0 || self.round_is_over() {
            return 1;
        }
        let legal = self.legal();
        if depth == 1 {
            return legal.len() as u64;
        }
        let ways_after = |move_| {
            let mut after = self.clone();
            after.play(move_);
            after.perft(depth - 1)
        };
        legal.into_iter().map(ways_after).sum()
    }
}
