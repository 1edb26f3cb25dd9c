//! Diagrams in Mermaid's language, drawn in the colours of the book.

use crate::Result;
use mermaid_rs_renderer::{RenderOptions, render_with_options};

/// A diagram as HTML, with colours that follow the theme of the page.
pub(crate) fn html(text: &str) -> Result<String> {
    let mut options = RenderOptions::modern();
    let theme = &mut options.theme;
    theme.background = "none".into();
    for (colour, variable) in [
        (&mut theme.primary_color, "var(--code-ground)"),
        (&mut theme.primary_text_color, "var(--fg)"),
        (&mut theme.primary_border_color, "var(--icons)"),
        (&mut theme.line_color, "var(--icons)"),
        (&mut theme.edge_label_background, "var(--bg)"),
        (&mut theme.cluster_background, "var(--quote-bg)"),
        (&mut theme.cluster_border, "var(--table-border-color)"),
        (&mut theme.text_color, "var(--fg)"),
    ] {
        *colour = variable.into();
    }
    let svg = render_with_options(text, options)?;
    Ok(format!(
        "<figure class=\"diagram\">{}</figure>\n",
        svg.trim()
    ))
}
