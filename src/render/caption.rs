//! Instances in words: on terminals, above pictures, on pages.

use crate::counted::counted;
use crate::harmless::harmless;
use crate::instance::Instance;
use crate::wall::{Bonus, Colours};
use anstyle::Style;
use itertools::Itertools;
use std::fmt::Display;

/// Text above a picture: a title, and lines about the instance and the answer.
pub(super) struct Caption {
    pub(super) title: String,
    pub(super) lines: Vec<String>,
}

impl Caption {
    /// Maximum number of constraints in full.
    const MAX_CONSTRAINTS: usize = 4;

    /// Maximum length of a line, in letters.
    const MAX_LETTERS: usize = 96;

    /// Caption of an instance, with the lines of its answer.
    pub(super) fn new(instance: &Instance, answer: impl IntoIterator<Item = String>) -> Self {
        let statement = statement(instance);
        let (title, mut lines) = match instance.name() {
            Some(name) => (name.to_owned(), vec![statement]),
            None => (statement, Vec::new()),
        };
        lines.extend(fields(instance));
        let constraints = instance.constraints();
        let sentences = constraints.iter().take(Self::MAX_CONSTRAINTS);
        lines.extend(sentences.map(ToString::to_string));
        if let more @ 1.. = constraints.len().saturating_sub(Self::MAX_CONSTRAINTS) {
            lines.push(format!("and {}", counted(more, "more constraint")));
        }
        lines.extend(answer);
        Self {
            title: cut(&title, Self::MAX_LETTERS),
            lines: lines
                .iter()
                .map(|line| cut(line, Self::MAX_LETTERS))
                .collect(),
        }
    }
}

/// Bold words on a terminal.
pub(crate) fn bold(words: impl Display) -> String {
    let bold = Style::new().bold();
    format!("{bold}{words}{bold:#}")
}

/// Title of an answer, in bold: the name of the instance if it has one, its statement, and its conditions.
#[cfg(feature = "cli")]
pub(crate) fn title(instance: &Instance) -> String {
    styled_title(instance, Style::new().bold())
}

/// Title of an answer, with its first line in a style.
pub(super) fn styled_title(instance: &Instance, style: Style) -> String {
    let statement = statement(instance);
    let head = match instance.name() {
        Some(name) => format!("{style}{}{style:#}\n{statement}", harmless(name)),
        None => format!("{style}{statement}{style:#}"),
    };
    head + &lines_below(instance)
}

/// Conditions below a title, a line each.
pub(super) fn lines_below(instance: &Instance) -> String {
    let conditions = conditions(instance).into_iter();
    conditions
        .map(|condition| format!("\n  {condition}"))
        .collect()
}

/// Statement of an instance: the wall, the turns and the sense.
pub(crate) fn statement(instance: &Instance) -> String {
    let sense = instance.sense().word();
    format!("{}, {sense} the score", wall_and_turns(instance))
}

/// Statement without the sense: the wall, the turns, and the tiles where turns may pass.
pub(super) fn wall_and_turns(instance: &Instance) -> String {
    let turns = counted(instance.horizon(), "turn");
    let wall = instance.wall();
    match instance.passes() {
        true => format!(
            "{wall} wall, {turns}, {}",
            counted(instance.tiles(), "tile")
        ),
        false => format!("{wall} wall, {turns}"),
    }
}

/// Further conditions, a line each: the initial cells, the holes, the bonus, the factors and the constraints.
pub(super) fn conditions(instance: &Instance) -> Vec<String> {
    let initial = instance.initial().iter().join(", ");
    let before = (!initial.is_empty()).then(|| format!("filled before turn 1: {initial}"));
    let constraints = instance.constraints().iter().map(ToString::to_string);
    before
        .into_iter()
        .chain(fields(instance))
        .chain(constraints)
        .collect()
}

/// Lines on the fields of the instance: holes, factors, sets and colours of the bonus.
fn fields(instance: &Instance) -> impl Iterator<Item = String> {
    let factors = instance.factors().by_factor().into_iter();
    let factors = factors.map(|(factor, cells)| {
        let noun = cell_or_cells(cells.len());
        format!("points times {factor}: {noun} {}", cells.iter().join(", "))
    });
    let holes = instance.holes().iter().join(", ");
    let holes = (!holes.is_empty()).then(|| format!("holes: {holes}"));
    let sets = instance.bonus_sets().iter().map(|set| {
        let points = counted(set.points, "point");
        format!("bonus: {points} for cells {}", set.cells.iter().join(", "))
    });
    let colours = match instance.colours() {
        Colours::Cyclic => None,
        Colours::Free => Some("colours: free".to_owned()),
        Colours::Square(letters) => {
            let rows = letters.chunks(instance.wall().columns());
            let mut rows = rows.map(|row| row.iter().collect::<String>());
            Some(format!("colours: {}", rows.join(" ")))
        }
    };
    let bonuses = bonus(instance).into_iter().chain(sets).chain(colours);
    holes.into_iter().chain(bonuses).chain(factors)
}

/// Noun before a list of cells.
pub(super) fn cell_or_cells(count: usize) -> &'static str {
    if count == 1 { "cell" } else { "cells" }
}

/// Bonus for complete lines and colours, if there is any.
fn bonus(instance: &Instance) -> Option<String> {
    let Bonus {
        row,
        column,
        colour,
    } = instance.bonus();
    let is_default = instance.bonus() == Bonus::default();
    (!is_default).then(|| format!("bonus: {row} a row, {column} a column, {colour} a colour"))
}

/// First letters of a text, with an ellipsis where it has more.
pub(super) fn cut(text: &str, letters: usize) -> String {
    match text.char_indices().nth(letters) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
