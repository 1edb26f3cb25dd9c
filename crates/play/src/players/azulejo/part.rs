//! The parts of a judgement, by name.

/// A part of a judgement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The score if the round ended there, a point for each tile, without what the floor costs.
    Points,
    /// Points of the tiles that go to the wall beyond one each, by the tiles beside them.
    Neighbours,
    /// What the floor costs.
    Floor,
    /// Begun and full lines, and what their tiles promise.
    Lines,
    /// The tiles of rows, and the places beside them that are still empty; at the end of the game the bonuses of rows.
    Rows,
    /// The same of columns.
    Columns,
    /// The same of colours.
    Colours,
    /// Who begins the next round.
    Token,
    /// The end of the game with the round after one of two moves, while it goes on after the other. No board has this part.
    End,
    /// Whose turn it is, and what the network sees beyond the sums.
    Rest,
}

impl Part {
    /// Every part.
    pub const ALL: [Self; 10] = [
        Self::Points,
        Self::Neighbours,
        Self::Floor,
        Self::Lines,
        Self::Rows,
        Self::Columns,
        Self::Colours,
        Self::Token,
        Self::End,
        Self::Rest,
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Points => "points now",
            Self::Neighbours => "neighbours",
            Self::Floor => "floor",
            Self::Lines => "lines begun",
            Self::Rows => "rows",
            Self::Columns => "columns",
            Self::Colours => "colours",
            Self::Token => "token",
            Self::End => "end",
            Self::Rest => "the rest",
        }
    }
}
