//! Texts of positions, part by part: a text with faults still has parts.

use super::position::Reader;
use super::{Fault, InvalidPosition, consistency};
use crate::position::Token;
use crate::{Board, Players, Position, Source, Tiles};
use std::str::FromStr;

/// The parts of a position's text. A part that cannot be read is empty, or 0.
#[derive(Debug, Clone)]
pub struct Draft {
    /// The number of players: that of the boards, or else that of the factories.
    pub players: Players,
    /// A board for each player.
    pub boards: Vec<Board>,
    /// As many factories as there are for the players.
    pub factories: Vec<Tiles>,
    /// The tiles in the centre.
    pub centre: Tiles,
    /// Whether the first-player token is in the centre.
    pub token_in_centre: bool,
    /// The player who moves, from 0.
    pub mover: u8,
    /// The player who began the round, from 0.
    pub starter: u8,
    /// The number of rounds dealt.
    pub round: u32,
    /// The tiles in the bag.
    pub bag: Tiles,
    /// The tiles in the lid.
    pub lid: Tiles,
    faults: Vec<Fault>,
    /// Whether all parts can be read.
    is_readable: bool,
}

impl Draft {
    /// The parts of a text.
    pub fn new(text: &str) -> Self {
        let mut draft = Self {
            players: Players::Two,
            boards: Vec::new(),
            factories: Vec::new(),
            centre: Tiles::NONE,
            token_in_centre: false,
            mover: 0,
            starter: 0,
            round: 0,
            bag: Tiles::NONE,
            lid: Tiles::NONE,
            faults: Vec::new(),
            is_readable: false,
        };
        let mut reader = Reader::default();
        draft.read(text, &mut reader);
        draft.boards.resize(draft.players.count(), Board::EMPTY);
        draft
            .factories
            .resize(draft.players.factories(), Tiles::NONE);
        (draft.faults, draft.is_readable) = reader.into_faults();
        draft
    }

    fn read(&mut self, text: &str, reader: &mut Reader) {
        let Some(fields) = reader.fields(text) else {
            return;
        };
        let mut fields = fields.into_iter();
        let mut next = |reader: &mut Reader| fields.next().and_then(|field| reader.present(field));
        let factories = next(reader).and_then(|text| reader.factories(text));
        let centre = next(reader).and_then(|text| reader.centre(text));
        let boards = next(reader).and_then(|text| reader.boards(text));
        let by_factories = factories.as_ref().map(|(players, _)| *players);
        let by_boards = boards.as_ref().map(|(players, _)| *players);
        let do_agree = match (by_factories, by_boards) {
            (Some(by_factories), Some(by_boards)) => reader.check_players(by_factories, by_boards),
            _ => true,
        };
        let players = by_boards.or(by_factories);
        let most = players.filter(|_| do_agree);
        let most = most.map_or(Players::MAX, Players::count);
        self.players = players.unwrap_or(Players::Two);
        self.factories = factories.map_or_else(Vec::new, |(_, factories)| factories);
        self.boards = boards.map_or_else(Vec::new, |(_, boards)| boards);
        (self.centre, self.token_in_centre) = centre.unwrap_or((Tiles::NONE, false));
        let mover = next(reader).and_then(|text| reader.player("mover", text, most));
        let starter = next(reader).and_then(|text| reader.player("starter", text, most));
        let round = next(reader);
        let round = round.and_then(|text| reader.number("round", text, Position::LAST_ROUND));
        let bag = next(reader).and_then(|text| reader.counts("bag", text));
        let lid = next(reader).and_then(|text| reader.counts("lid", text));
        (self.mover, self.starter) = (mover.unwrap_or(0), starter.unwrap_or(0));
        self.round = round.unwrap_or(0);
        self.bag = bag.unwrap_or(Tiles::NONE);
        self.lid = lid.unwrap_or(Tiles::NONE);
    }

    /// The position, if the text has no fault.
    ///
    /// # Errors
    /// All the faults of the text.
    pub fn position(mut self) -> Result<Position, InvalidPosition> {
        let mut faults = std::mem::take(&mut self.faults);
        if self.is_readable {
            let position = self.joined();
            faults.extend(consistency::faults(&position));
            if faults.is_empty() {
                return Ok(position);
            }
        }
        Err(InvalidPosition::new(faults))
    }

    /// The parts together, as they are.
    fn joined(&self) -> Position {
        let mut sources = [Tiles::NONE; Source::PLACES];
        sources[..self.factories.len()].copy_from_slice(&self.factories);
        sources[Source::CENTRE.place()] = self.centre;
        let nonempty_sources = sources.iter().enumerate();
        let nonempty_sources = nonempty_sources.fold(0, |set, (place, tiles)| {
            set | u32::from(!tiles.is_empty()) << place
        });
        let mut boards = [Board::EMPTY; Players::MAX];
        boards[..self.boards.len()].copy_from_slice(&self.boards);
        let token = if self.token_in_centre {
            Token::Centre
        } else if boards.iter().any(|board| board.floor().has_token()) {
            Token::Floor
        } else {
            Token::Starter
        };
        Position {
            sources,
            boards,
            bag: self.bag,
            lid: self.lid,
            round: self.round,
            nonempty_sources,
            players: self.players,
            mover: self.mover,
            starter: self.starter,
            token,
        }
    }
}

impl FromStr for Position {
    type Err = InvalidPosition;

    fn from_str(text: &str) -> Result<Self, InvalidPosition> {
        Draft::new(text).position()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Colour;

    #[test]
    fn a_text_with_faults_has_its_other_parts() {
        let text = "BBRR/QQ/-/BYRKW/W RW* 7:B1/R9/-/-/-:R*Q:B..../..R../...../...../.....|x 2 5 3 1,2,3,4,5 1,2";
        let draft = Draft::new(text);
        assert_eq!(draft.players, Players::Two);
        let factories = ["BBRR", "-", "-", "-", "W"];
        assert!(draft.factories.iter().map(Tiles::to_string).eq(factories));
        assert_eq!(
            (draft.centre.to_string().as_str(), draft.token_in_centre),
            ("RW", true)
        );
        let [first, second] = &draft.boards[..] else {
            panic!("{draft:?}");
        };
        assert_eq!(first.score(), 7);
        let lines = (0..Board::ROWS).map(|row| first.line(row).map(|line| line.colour));
        assert!(lines.eq([Some(Colour::Blue), None, None, None, None]));
        assert!(first.floor().is_empty() && first.has(0, Colour::Blue));
        assert_eq!(first.wall().count_ones(), 1);
        assert_eq!(second, &Board::EMPTY);
        assert_eq!((draft.mover, draft.starter, draft.round), (1, 0, 3));
        assert_eq!(
            (draft.bag.counts(), draft.lid.counts()),
            ([1, 2, 3, 4, 5], [0; 5])
        );
        let faults = draft.position().expect_err("faults");
        let places = faults.faults().iter().map(|fault| fault.place().to_owned());
        assert_eq!(
            places.collect::<Vec<_>>(),
            [
                "factory 2",
                "factory 4",
                "board 1, line 2",
                "board 1, floor",
                "board 1, wall row 2",
                "board 2",
                "starter",
                "lid"
            ]
        );
    }

    /// Boards or factories say how many players there are.
    #[test]
    fn a_draft_has_boards_and_factories_for_its_players() {
        let size = |text: &str| {
            let draft = Draft::new(text);
            (
                draft.players.count(),
                draft.boards.len(),
                draft.factories.len(),
            )
        };
        assert_eq!(size(""), (2, 2, 5));
        assert_eq!(size(&"B ".repeat(9)), (2, 2, 5));
        assert_eq!(size("-/-/-/-/-/-/-"), (3, 3, 7));
        assert_eq!(size("- - x|x|x|x"), (4, 4, 9));
        assert_eq!(size("-/-/-/-/- - x|x|x"), (3, 3, 7));
    }
}
