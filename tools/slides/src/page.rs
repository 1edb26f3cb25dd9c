//! Pages of slides, each in one file.

use crate::deck::{Deck, Slide, escape};
use std::fmt::Write;

impl Deck {
    /// The page for showing: keys, a view for the speaker, and a sheet for each slide in print.
    pub fn page(&self) -> String {
        let script = format!("<script>{}</script>", include_str!("page.js"));
        let begin =
            r#"<p class="help">← → slides · N notes · P the speaker's window · F full screen</p>"#;
        self.document(include_str!("page.css"), &format!("{begin}{script}"))
    }

    /// The pages to print for the speaker: each slide with its notes.
    pub fn handout(&self) -> String {
        self.document(include_str!("handout.css"), "")
    }

    fn document(&self, style: &str, end: &str) -> String {
        let title = escape(&self.title);
        let mut body = String::new();
        let (mut long, mut short) = (0, 0);
        for (number, slide) in (1..).zip(&self.slides) {
            let until = (
                long + slide.minutes,
                short + if slide.optional { 0 } else { slide.minutes },
            );
            let _ = write!(
                body,
                "<section id=\"{number}\" aria-label=\"{number}: {}\">\n<div class=\"slide\">\n{}<span class=\"number\">{number}</span>\n\
                 </div>\n<aside><p class=\"time\">{}</p>\n{}</aside>\n</section>\n",
                escape(&slide.title).replace('"', "&quot;"),
                slide.html,
                times(slide, long, short),
                slide.notes,
            );
            (long, short) = until;
        }
        let common = include_str!("slide.css");
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
             content=\"width=device-width\">\n<meta name=\"color-scheme\" content=\"light\">\n<title>{title}</title>\n\
             <style>\n{common}{style}</style>\n</head>\n<body>\n<main>\n{body}</main>\n{end}\n</body>\n</html>\n"
        )
    }
}

/// The times of a slide, in a lecture and in a short one.
fn times(slide: &Slide, long: u32, short: u32) -> String {
    let minutes = match slide.minutes {
        1 => "1 minute".into(),
        many => format!("{many} minutes"),
    };
    let span = |from: u32| format!("{from}–{}", from + slide.minutes);
    match slide.optional {
        true => format!("{minutes} · {} · not in the short lecture", span(long)),
        false => format!("{minutes} · {} · short: {}", span(long), span(short)),
    }
}
