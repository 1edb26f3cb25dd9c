//! Limits of methods: features of a problem beyond allowed cells and precedences, and sizes of walls.

use super::Problem;
use std::fmt;

/// A feature of a problem that some methods do not take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    /// Rows about the covering at one time.
    LevelRows,
    /// Rows about one turn: the covering before it, and its tile.
    StepRows,
    /// Rows about more than one turn.
    OrderRows,
    /// Cells whose points are multiplied.
    Factors,
    /// Cells that the wall does not have.
    Holes,
    /// Sets of cells with a bonus that are no rows, columns or cyclic colours.
    BonusSets,
    /// A bonus for colours that each tile chooses freely.
    FreeColours,
    /// Turns that may pass.
    Passes,
}

impl Feature {
    /// Every feature.
    pub const ALL: [Self; 8] = [
        Self::LevelRows,
        Self::StepRows,
        Self::OrderRows,
        Self::Factors,
        Self::Holes,
        Self::BonusSets,
        Self::FreeColours,
        Self::Passes,
    ];

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::LevelRows => "rows about one time",
            Self::StepRows => "rows about one turn",
            Self::OrderRows => "rows about more than one turn",
            Self::Factors => "factors of cells",
            Self::Holes => "holes",
            Self::BonusSets => "sets of cells with a bonus",
            Self::FreeColours => "free colours",
            Self::Passes => "turns that may pass",
        })
    }
}

/// A set of features.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Features(u8);

impl Features {
    /// No feature.
    pub const NONE: Self = Self(0);

    /// The rows that constrain single moves.
    pub const ROWS_OF_MOVES: Self = Self::NONE.and(Feature::LevelRows).and(Feature::StepRows);

    /// Rows of every class.
    pub const ROWS: Self = Self::ROWS_OF_MOVES.and(Feature::OrderRows);

    /// The fields of an instance that change the wall, the points or the turns.
    pub const FIELDS: Self = Self::NONE
        .and(Feature::Factors)
        .and(Feature::Holes)
        .and(Feature::BonusSets)
        .and(Feature::FreeColours)
        .and(Feature::Passes);

    /// The features of either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The set with another feature.
    #[must_use]
    pub const fn and(self, feature: Feature) -> Self {
        Self(self.0 | feature.bit())
    }

    /// Whether the set has a feature.
    pub fn has(self, feature: Feature) -> bool {
        self.0 & feature.bit() != 0
    }

    /// Whether any feature is in both sets.
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Whether the set has all of `others`.
    pub fn covers(self, others: Self) -> bool {
        self.lacks(others).is_none()
    }

    /// The first one of `others` outside of the set.
    pub fn lacks(self, others: Self) -> Option<Feature> {
        let mut all = Feature::ALL.into_iter();
        all.find(|&feature| others.has(feature) && !self.has(feature))
    }
}

impl FromIterator<Feature> for Features {
    fn from_iter<I: IntoIterator<Item = Feature>>(features: I) -> Self {
        features.into_iter().fold(Self::NONE, Self::and)
    }
}

/// A feature of a problem that a method does not take.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} does not take {feature}: use {instead}")]
pub struct UnsupportedFeature {
    /// A method, a way to count, or a way to list.
    pub what: &'static str,
    /// The feature.
    pub feature: Feature,
    /// The name of a method that takes the feature.
    pub instead: &'static str,
}

impl UnsupportedFeature {
    /// Refuses a problem with one of some features.
    ///
    /// # Errors
    /// When the problem has one of `features`.
    pub fn unless_without(
        problem: &Problem,
        features: &[Feature],
        what: &'static str,
        instead: &'static str,
    ) -> Result<(), Self> {
        let feature = features
            .iter()
            .find(|&&feature| problem.features().has(feature));
        match feature {
            None => Ok(()),
            Some(&feature) => Err(Self {
                what,
                feature,
                instead,
            }),
        }
    }
}

/// A problem that is too large for a method or a formulation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{taker} at most {limit} {what}; this wall has {size}")]
pub struct Unfit {
    /// A method or a formulation with its verb: `the frontier takes`.
    pub taker: &'static str,
    /// The quantity that is too large: cells, empty cells, or cells in a line.
    pub what: &'static str,
    /// The limit.
    pub limit: usize,
    /// The quantity of the problem.
    pub size: usize,
}

impl Unfit {
    /// Refuses the first quantity above its limit; a quantity has a name, a limit and a size.
    pub(crate) fn unless(
        taker: &'static str,
        quantities: &[(&'static str, usize, usize)],
    ) -> Result<(), Self> {
        let is_exceeded = |&&(_, limit, size): &&(&str, usize, usize)| size > limit;
        match quantities.iter().find(is_exceeded) {
            None => Ok(()),
            Some(&(what, limit, size)) => Err(Self {
                taker,
                what,
                limit,
                size,
            }),
        }
    }
}
