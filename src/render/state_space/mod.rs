//! Pictures of a state space as in the thesis's figures 5, 9 and 10: layers by number of tiles, each
//! covering as a small wall, points on the moves, and the moves of optimal orders highlighted.

mod arrange;
mod dot;
mod labels;
mod layout;
mod svg;

use crate::graph::StateSpace;
use crate::instance::{Bonus, Instance};

/// Why a state space is not drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the picture would hold {coverings} coverings, and {format} takes at most {limit}: choose a smaller wall, or constrain the order further{}",
    if *limit < MAX_DOT { format!(" (DOT takes {MAX_DOT})") } else { String::new() }
)]
pub struct TooLarge {
    /// Coverings of the state space.
    pub coverings: usize,
    /// The format of the picture.
    pub format: &'static str,
    /// The most coverings in that format.
    pub limit: usize,
}

/// The most coverings that are drawn in SVG: all of 3×3. Lines are hard to follow beyond.
pub const MAX_SVG: usize = 1 << 9;

/// The most coverings that are written as DOT: all of 3×4. Other programs lay these out.
pub const MAX_DOT: usize = 1 << 12;

/// The state space as an SVG picture that stands alone: layers from left to right, text in whatever
/// sans-serif font there is. The same state space always gives the same text.
///
/// # Errors
/// When it has more than [`MAX_SVG`] coverings.
pub fn svg(instance: &Instance, space: &StateSpace) -> Result<String, TooLarge> {
    fits(space, "SVG", MAX_SVG)?;
    Ok(svg::picture(instance, &arrange::arranged(space)))
}

/// The state space in the DOT language of Graphviz, for `dot`: a rank for each layer, a table for each
/// covering.
///
/// # Errors
/// When it has more than [`MAX_DOT`] coverings.
pub fn dot(instance: &Instance, space: &StateSpace) -> Result<String, TooLarge> {
    fits(space, "DOT", MAX_DOT)?;
    Ok(dot::digraph(instance, space))
}

fn fits(space: &StateSpace, format: &'static str, limit: usize) -> Result<(), TooLarge> {
    let coverings = space.coverings();
    if coverings > limit {
        return Err(TooLarge {
            coverings,
            format,
            limit,
        });
    }
    Ok(())
}

/// Colours of Portuguese tiles, which people who confuse red and green can tell apart; the thesis
/// has orange for optimal orders.
mod colour {
    pub(super) const TILE: &str = "#1f5fa8";
    pub(super) const INITIAL: &str = "#7d8894";
    pub(super) const EMPTY: &str = "#ffffff";
    pub(super) const GRID: &str = "#8a97a6";
    pub(super) const OPTIMAL: &str = "#e0700a";
    pub(super) const OPTIMAL_TEXT: &str = "#a84f00";
    pub(super) const MOVE: &str = "#b3bcc6";
    pub(super) const MOVE_TEXT: &str = "#56616d";
    pub(super) const TEXT: &str = "#1c2733";
}

/// What stands above a picture: a title, and what is asked and found.
struct Caption {
    title: String,
    lines: Vec<String>,
}

impl Caption {
    /// Constraints that are named one by one.
    const CONSTRAINTS: usize = 4;

    /// Letters of a line; a longer one is cut.
    const LETTERS: usize = 96;

    fn new(instance: &Instance, space: &StateSpace) -> Self {
        let (wall, sense, turns) = (instance.wall(), instance.sense(), instance.horizon());
        let turns = counted(turns as u128, "turn");
        let asked = format!("{wall} wall, {turns}, {} the score", sense.word());
        let (title, mut lines) = match instance.name() {
            Some(name) => (name.to_owned(), vec![asked]),
            None => (asked, Vec::new()),
        };
        let constraints = instance.constraints();
        let named = constraints.iter().take(Self::CONSTRAINTS);
        lines.extend(named.map(ToString::to_string));
        if let more @ 1.. = constraints.len().saturating_sub(Self::CONSTRAINTS) {
            lines.push(format!("and {}", counted(more as u128, "more constraint")));
        }
        if instance.bonus() != Bonus::default() {
            lines.push("the points of the last turn include the bonus".into());
        }
        let (coverings, moves) = (space.coverings() as u128, space.moves() as u128);
        let size = [counted(coverings, "covering"), counted(moves, "move")].join(", ");
        lines.push(match space.optimum {
            Some((score, 1)) => format!("{size}; 1 optimal order scores {score}"),
            Some((score, orders)) => format!("{size}; {orders} optimal orders score {score}"),
            None => "infeasible: no order satisfies the constraints".into(),
        });
        Self {
            title: cut(title),
            lines: lines.into_iter().map(cut).collect(),
        }
    }
}

fn counted(count: u128, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

fn cut(text: String) -> String {
    match text.char_indices().nth(Caption::LETTERS) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

/// A text without what neither XML nor DOT can hold: control characters and what is no character.
pub(super) fn harmless(text: &str) -> impl Iterator<Item = char> {
    text.chars().map(|letter| {
        let nothing = letter as u32 & 0xfffe == 0xfffe;
        if letter.is_control() || nothing {
            '\u{fffd}'
        } else {
            letter
        }
    })
}
