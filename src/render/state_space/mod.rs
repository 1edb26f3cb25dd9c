//! Pictures of a state space as in the thesis's figures 5, 9 and 10: layers by number of tiles, each
//! covering as a small wall, points on the moves, and the moves of optimal orders highlighted.

mod arrange;
mod dot;
mod labels;
mod layout;
mod svg;

use super::caption::Caption;
use crate::counted::counted;
use crate::graph::StateSpace;
use crate::instance::Instance;
use crate::render::proof::INFEASIBLE;
use crate::wall::Bonus;

/// Error of a state space that is too large for a picture.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the picture would hold {coverings} coverings, and {format} takes at most {limit}: choose a smaller wall, or constrain the order further{}",
    if *limit < MAX_DOT { format!(" (DOT takes {MAX_DOT})") } else { String::new() }
)]
pub struct TooLarge {
    /// Coverings of the state space.
    pub coverings: usize,
    /// Format of the picture.
    pub format: &'static str,
    /// Maximum number of coverings in that format.
    pub limit: usize,
}

/// Maximum number of coverings in SVG: all of 3×3. The lines of larger pictures are hard to follow.
pub const MAX_SVG: usize = 1 << 9;

/// Maximum number of coverings in DOT: all of 3×4. Other programs arrange these.
pub const MAX_DOT: usize = 1 << 12;

/// State space as an SVG document: layers from left to right, text in any sans-serif font. Equal state spaces have
/// equal documents.
///
/// # Errors
/// When the state space has more than [`MAX_SVG`] coverings.
pub fn svg(instance: &Instance, space: &StateSpace) -> Result<String, TooLarge> {
    check_size(space, "SVG", MAX_SVG)?;
    Ok(svg::picture(instance, &arrange::arrange(space)))
}

/// State space in the DOT language of Graphviz, for `dot`: a rank for each layer, a table for each
/// covering.
///
/// # Errors
/// When the state space has more than [`MAX_DOT`] coverings.
pub fn dot(instance: &Instance, space: &StateSpace) -> Result<String, TooLarge> {
    check_size(space, "DOT", MAX_DOT)?;
    Ok(dot::digraph(instance, space))
}

fn check_size(space: &StateSpace, format: &'static str, limit: usize) -> Result<(), TooLarge> {
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

/// Caption of the picture.
fn caption(instance: &Instance, space: &StateSpace) -> Caption {
    let (coverings, moves) = (space.coverings() as u128, space.moves() as u128);
    let size = [counted(coverings, "covering"), counted(moves, "move")].join(", ");
    let has_bonus = instance.bonus() != Bonus::default() || !instance.bonus_sets().is_empty();
    let bonus = has_bonus.then(|| "the points of the last turn include the bonus".into());
    let result = match space.optimum {
        Some((score, 1)) => format!("{size}; 1 optimal order scores {score}"),
        Some((score, orders)) => format!("{size}; {orders} optimal orders score {score}"),
        None => format!("infeasible: {INFEASIBLE}"),
    };
    Caption::new(instance, bonus.into_iter().chain([result]))
}
