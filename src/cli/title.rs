//! Titles of answers: the instance in words.

use crate::harmless::harmless;
use crate::instance::Instance;
use crate::render::caption;
use std::fmt::Write;

/// The instance in words.
pub(super) fn title(instance: &Instance) -> String {
    let bold = anstyle::Style::new().bold();
    let statement = caption::statement(instance);
    let mut text = match instance.name() {
        Some(name) => format!("{bold}{}{bold:#}\n{statement}", harmless(name)),
        None => format!("{bold}{statement}{bold:#}"),
    };
    for condition in caption::conditions(instance) {
        let _ = write!(text, "\n  {condition}");
    }
    text
}
