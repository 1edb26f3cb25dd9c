//! Readings of the pseudocode: one option for each point that it leaves open.

use crate::players::kind::{OptionValues, Options, PlayerOption};

/// A reading of the pseudocode. A player ignores the options of points that its own pseudocode does not have.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reading {
    pub(super) sources: Sources,
    pub(super) colours: Colours,
    pub(super) lines: Lines,
    pub(super) remaining: Remaining,
    pub(super) overflow: Overflow,
    pub(super) neighbours: Neighbours,
    pub(super) adjacent: Adjacent,
    pub(super) tiles: Tiles,
    pub(super) diagonal: Diagonal,
    pub(super) diagonal_substitute: DiagonalSubstitute,
    pub(super) ties: Ties,
}

/// Defines an option with its values, each with its word and its description. The first value is the default.
macro_rules! option {
    ($option:ident $name:literal $about:literal { $($variant:ident $word:literal $meaning:literal,)* }) => {
        #[doc = concat!("`", $name, "`: ", $about, ".")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum $option {
            $(#[doc = $meaning] $variant,)*
        }

        impl $option {
            pub(super) const OPTION: PlayerOption = PlayerOption {
                name: $name,
                about: $about,
                values: OptionValues::Words(&[$(($word, $meaning)),*]),
                default: 0,
            };

            fn of(options: &Options) -> Self {
                [$(Self::$variant),*][options.get($name) as usize]
            }
        }
    };
}

option! {
    Sources "sources" "in which order the sources are looked at" {
        CentreLast "centre-last" "factories by number, then the centre",
        CentreFirst "centre-first" "the centre, then factories by number",
    }
}

option! {
    Colours "colours" "in which order the colours of a source are looked at" {
        Up "up" "blue, yellow, red, black, white",
        Down "down" "white, black, red, yellow, blue",
    }
}

option! {
    Lines "lines" "in which order the pattern lines are looked at" {
        Down "down" "from the top",
        Up "up" "from the bottom",
    }
}

option! {
    Remaining "remaining" "what `negativeCount` is compared with" {
        Shared "shared" "tiles that remain of a line, and tiles that go to the floor, with one another",
        Separate "separate" "each with its like; a move to the floor is kept only while no line takes any tile",
    }
}

option! {
    Overflow "overflow" "what becomes of tiles that fit on no line" {
        Fits "fits" "the line with the fewest remaining tiles: the `else if` belongs to `fit in the patternline`",
        Smallest "smallest" "the smallest move on a line: the last `if` is in the loop over the lines, as it is indented",
        Floor "floor" "the smallest move on the floor: the `else if` belongs to the white space, as it is indented",
    }
}

option! {
    Neighbours "neighbours" "what is counted as adjacent" {
        Sides "sides" "the filled places at the four sides",
        Linked "linked" "all tiles that are linked to the place in its row and in its column",
        Directions "directions" "the directions, row and column, in which there is a neighbour",
    }
}

option! {
    Adjacent "adjacent" "which moves lead to placing an adjacent tile" {
        Always "always" "all that go to the line of such a place",
        Full "full" "those that fill the line",
    }
}

option! {
    Tiles "tiles" "which tiles are on the wall" {
        Wall "wall" "those that are there",
        Planned "planned" "also those that the full lines will put there at the end of the round",
    }
}

option! {
    Diagonal "diagonal" "which places are on the diagonal" {
        Main "main" "those from the top left to the bottom right",
        Other "other" "those from the top right to the bottom left",
        Both "both" "those of both diagonals",
        Fresh "fresh" "those whose row and column of the wall are empty",
    }
}

option! {
    DiagonalSubstitute "kept" "what can replace a move to the diagonal in the first round" {
        Printed "printed" "as printed: also one with more adjacent tiles, or with as many and a larger one",
        Diagonal "diagonal" "only a move to the diagonal",
    }
}

option! {
    Ties "ties" "which of two moves that leave the same white space is better" {
        Text "told" "one with an adjacent tile; of two that have one, the larger; else the first",
        Larger "larger" "one with an adjacent tile; of two that are alike in this, the larger",
        Printed "printed" "nothing is better than one with an adjacent tile; else an adjacent or a larger one",
        Inner "inner" "an adjacent one, or a larger one than an adjacent: the `else if` belongs to `not bestMove.adjacent`",
        Outer "outer" "as inner, and a larger move is better whatever it leaves: the `else if` belongs to the white space",
    }
}

// The defaults are those that come nearest to the published tables; `docs/experiments.md` has the others.

/// The options of all players of the thesis, where tiles that remain of a line are compared with tiles that go to the
/// floor.
pub(super) const COMMON: [PlayerOption; 5] = common(Remaining::Shared);

/// The options of all players of the thesis, where both kinds of tiles are compared separately.
const APART: [PlayerOption; 5] = common(Remaining::Separate);

const fn common(remaining: Remaining) -> [PlayerOption; 5] {
    [
        Sources::OPTION,
        Colours::OPTION,
        Lines::OPTION,
        PlayerOption {
            default: remaining as u64,
            ..Remaining::OPTION
        },
        Overflow::OPTION,
    ]
}

/// The additional options of the players that use adjacent tiles.
const ADJACENT: [PlayerOption; 2] = [Adjacent::OPTION, Tiles::OPTION];

/// The additional options of the strategic player and of the players that use its choice.
const ADVICE: [PlayerOption; 5] = with(
    ADJACENT,
    [
        Neighbours::OPTION,
        Diagonal::OPTION,
        DiagonalSubstitute::OPTION,
    ],
);

/// The options of the smart player.
pub(super) const SMART: [PlayerOption; 8] = with(with::<5, 2, 7>(APART, ADJACENT), [Ties::OPTION]);

/// The options of the strategic player and of the opponent.
pub(super) const STRATEGIC: [PlayerOption; 10] = with(COMMON, ADVICE);

/// The options of the improved player.
pub(super) const IMPROVED: [PlayerOption; 10] = with(APART, ADVICE);

/// The concatenation of `first` and `second`.
const fn with<const A: usize, const B: usize, const C: usize>(
    first: [PlayerOption; A],
    second: [PlayerOption; B],
) -> [PlayerOption; C] {
    assert!(A + B == C);
    let mut all = [first[0]; C];
    let mut index = 0;
    while index < C {
        all[index] = if index < A {
            first[index]
        } else {
            second[index - A]
        };
        index += 1;
    }
    all
}

impl Reading {
    pub(super) fn of(options: &Options) -> Self {
        Self {
            sources: Sources::of(options),
            colours: Colours::of(options),
            lines: Lines::of(options),
            remaining: Remaining::of(options),
            overflow: Overflow::of(options),
            neighbours: Neighbours::of(options),
            adjacent: Adjacent::of(options),
            tiles: Tiles::of(options),
            diagonal_substitute: DiagonalSubstitute::of(options),
            diagonal: Diagonal::of(options),
            ties: Ties::of(options),
        }
    }
}
