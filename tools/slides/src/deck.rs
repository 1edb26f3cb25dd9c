//! The reader of slides in Markdown.

use crate::{DisplayMode, Result, mathml};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};
use std::fs;
use std::path::Path;

/// A deck of slides with its title.
#[derive(Debug)]
pub struct Deck {
    /// The title of the deck.
    pub title: String,
    /// The slides.
    pub slides: Vec<Slide>,
}

/// A slide.
#[derive(Debug)]
pub struct Slide {
    /// The first heading.
    pub title: String,
    /// The slide in HTML.
    pub html: String,
    /// The speaker's notes in HTML.
    pub notes: String,
    /// The duration in minutes.
    pub minutes: u32,
    /// Whether a short lecture omits the slide.
    pub optional: bool,
}

/// The end of the first line of notes for a slide that a short lecture omits.
const OPTIONAL: &str = ", left out of a short lecture";

/// The text of slides without the settings before it, and the title from the settings.
fn settings(text: &str) -> Result<(&str, &str)> {
    let after = text.strip_prefix("---\n");
    let (settings, text) = after
        .and_then(|text| text.split_once("\n---\n"))
        .ok_or("slides begin with settings between two lines of dashes")?;
    let lines = settings.lines();
    let mut titles = lines.filter_map(|line| line.strip_prefix("title: "));
    Ok((titles.next().ok_or("the settings have no title")?, text))
}

impl Deck {
    /// Reads slides, with pictures from the same folder. A line of dashes ends a slide. The comment below a slide has
    /// its notes, and begins with its minutes.
    ///
    /// # Errors
    /// When a file cannot be read, a formula is wrong, or a slide has no heading or no minutes.
    pub fn read(file: &Path) -> Result<Self> {
        let text =
            fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let (title, text) = settings(&text)?;
        let folder = file.parent().unwrap_or(Path::new(""));
        let mut slides = Vec::new();
        let mut events = Vec::new();
        for event in parse(text) {
            match event {
                Event::Rule => slides.push(Slide::new(std::mem::take(&mut events), folder)?),
                event => events.push(event),
            }
        }
        slides.push(Slide::new(events, folder)?);
        let title = title.to_owned();
        Ok(Self { title, slides })
    }
}

fn parse(text: &str) -> impl Iterator<Item = Event<'_>> {
    Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_MATH)
}

impl Slide {
    fn new(events: Vec<Event<'_>>, folder: &Path) -> Result<Self> {
        let (mut title, mut in_title) = (String::new(), false);
        let (mut comment, mut code) = (String::new(), None);
        let mut content = Vec::new();
        for event in events {
            match &event {
                Event::Start(Tag::Heading { .. }) => in_title = title.is_empty(),
                Event::End(TagEnd::Heading(_)) => in_title = false,
                Event::Text(text) if in_title => title += text,
                _ => {}
            }
            match event {
                Event::Html(text) => comment += &text,
                Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock) => {}
                Event::Start(Tag::CodeBlock(_)) => code = Some(String::new()),
                Event::Text(text) if code.is_some() => {
                    code.iter_mut().for_each(|code| *code += &text);
                }
                Event::End(TagEnd::CodeBlock) if code.is_some() => {
                    let block = listing(&code.take().unwrap_or_default());
                    content.push(Event::Html(block.into()));
                }
                event => content.push(embedded(event, folder)?),
            }
        }
        let message = |fault: &str| format!("the slide {title:?} {fault}");
        let comment = comment.trim();
        let notes = comment.strip_prefix("<!--");
        let notes = notes.and_then(|notes| notes.strip_suffix("-->"));
        let notes = notes.ok_or_else(|| message("has no comment with notes below it"))?;
        let (minutes, notes) = notes.trim().split_once('\n').unwrap_or((notes.trim(), ""));
        let (minutes, optional) = match minutes.strip_suffix(OPTIONAL) {
            Some(minutes) => (minutes, true),
            None => (minutes, false),
        };
        let minutes = minutes.split_once(" minute");
        let minutes = minutes.and_then(|(number, _)| number.parse().ok());
        Ok(Self {
            minutes: minutes
                .ok_or_else(|| message("has notes that do not begin with its minutes"))?,
            optional,
            notes: in_html(parse(notes).map(|event| embedded(event, folder)))?,
            html: in_html(content.into_iter().map(Ok))?,
            title,
        })
    }
}

fn in_html<'a>(events: impl Iterator<Item = Result<Event<'a>>>) -> Result<String> {
    let events = events.collect::<Result<Vec<_>>>()?;
    let mut page = String::new();
    html::push_html(&mut page, events.into_iter());
    Ok(page)
}

/// Formulas in MathML, and pictures inside of the page.
fn embedded<'a>(mut event: Event<'a>, folder: &Path) -> Result<Event<'a>> {
    Ok(match event {
        Event::InlineMath(latex) => Event::InlineHtml(mathml(&latex, DisplayMode::Inline)?.into()),
        Event::DisplayMath(latex) => Event::InlineHtml(mathml(&latex, DisplayMode::Block)?.into()),
        Event::Start(Tag::Image {
            ref mut dest_url, ..
        }) => {
            *dest_url = picture(&folder.join(&**dest_url))?;
            event
        }
        event => event,
    })
}

/// The address of a picture, with the picture in it.
fn picture(file: &Path) -> Result<CowStr<'static>> {
    let svg = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let signs = svg.chars().map(|sign| match sign {
        '%' | '#' | '"' | '<' | '>' | '&' | '\n' | ' ' | '\'' | '(' | ')' | '\\' => {
            format!("%{:02X}", u32::from(sign))
        }
        plain => plain.to_string(),
    });
    let escaped: String = signs.collect();
    Ok(format!("data:image/svg+xml,{escaped}").into())
}

/// The longest line of a code block in large letters. A longer command goes on in the next line.
const LARGE: usize = 74;

/// A block of code, with commands in bold.
fn listing(text: &str) -> String {
    let output_lines = text.lines().filter(|line| !line.starts_with("$ "));
    let class = match output_lines.map(|line| line.chars().count()).max() {
        Some(longest) if longest > LARGE => "long",
        _ => "large",
    };
    let lines = text.lines().map(|line| {
        let line = escape(line);
        match line.starts_with("$ ") {
            true => format!("<b>{line}</b>\n"),
            false => format!("{line}\n"),
        }
    });
    let lines: String = lines.collect();
    format!("<pre class=\"{class}\"><code>{lines}</code></pre>\n")
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
