use crate::{Result, SiteProgram, diagram, root};
use azulejo_slides::{Deck, DisplayMode, mathml};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::fs;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

/// The path of a file to which a page links, from where the path of the page begins.
pub(crate) fn linked_file(page: &Path, destination: &str) -> PathBuf {
    let folder = page.parent().unwrap_or(Path::new(""));
    let mut path = PathBuf::new();
    for part in folder.join(destination).components() {
        match part {
            Component::ParentDir => path.pop(),
            part => {
                path.push(part);
                true
            }
        };
    }
    path
}

/// The name of a file in the book: `README.md` becomes the index of its folder.
pub(crate) fn in_book(file: &Path) -> PathBuf {
    match file.ends_with("README.md") {
        true => file.with_file_name("index.md"),
        false => file.to_owned(),
    }
}

/// The links and pictures of a text that lead to files: the range of each, and its destination without the part after
/// `#`.
pub(crate) fn destinations(text: &str) -> Vec<(Range<usize>, String)> {
    let files = parse(text).filter_map(|(event, range)| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            let (file, _) = dest_url.split_once('#').unwrap_or((&dest_url, ""));
            let is_file = !file.is_empty() && !file.contains("://") && !file.starts_with("mailto:");
            is_file.then(|| (range, file.to_owned()))
        }
        _ => None,
    });
    files.collect()
}

fn parse(text: &str) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_MATH | Options::ENABLE_STRIKETHROUGH;
    Parser::new_ext(text, options).into_offset_iter()
}

/// Writes a chapter for the book, and the files beside it to which it links.
pub(crate) fn prepare(
    chapter: &Path,
    chapters: &[PathBuf],
    sources: &Path,
    program: &SiteProgram,
) -> Result {
    let text = fs::read_to_string(root().join(chapter))?;
    let (mut page, text) = match without_settings(&text) {
        Some(slides) => (slide_links(chapter, sources)?, slides),
        None => (String::new(), &*text),
    };
    let mut all_edits = links(chapter, chapters, text, sources)?;
    let up = "../".repeat(chapter.components().count());
    let others = edits(text, &up, program);
    all_edits.extend(others.map_err(|error| format!("{}: {error}", chapter.display()))?);
    page += &edit(text, all_edits);
    write(&sources.join(in_book(chapter)), page.as_bytes())
}

/// The text of slides without their settings, which stand between two lines of dashes; none for other chapters.
fn without_settings(text: &str) -> Option<&str> {
    let after = text.strip_prefix("---\n")?;
    Some(after.split_once("\n---\n")?.1)
}

/// Writes the pages that show slides and print them with notes, and returns links to these pages.
fn slide_links(chapter: &Path, sources: &Path) -> Result<String> {
    let deck = Deck::read(&root().join(chapter))?;
    for (name, page) in [("show.html", deck.page()), ("handout.html", deck.handout())] {
        write(&sources.join(chapter.with_file_name(name)), page.as_bytes())?;
    }
    Ok("[Show the slides](show.html), or read them [with the speaker's notes](handout.html).\n\n---\n".into())
}

/// An edit: a range of a text, and its replacement in the book.
type Edit = (Range<usize>, String);

/// A text after edits.
pub(crate) fn edit(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(range, _)| range.start);
    let (mut result, mut last) = (String::new(), 0);
    for (range, new) in edits {
        result += &text[last..range.start];
        result += &new;
        last = range.end;
    }
    result + &text[last..]
}

/// Copies the files to which a chapter links. A folder is not a part of the book: a link to a folder becomes its text.
fn links(chapter: &Path, chapters: &[PathBuf], text: &str, sources: &Path) -> Result<Vec<Edit>> {
    let mut edits = Vec::new();
    for (range, destination) in destinations(text) {
        let file = linked_file(chapter, &destination);
        let link = &text[range.clone()];
        let from = root().join(&file);
        if from.is_dir() {
            let (words, _) = link.rsplit_once("](").ok_or("a link without words")?;
            edits.push((range, words.trim_start_matches('[').to_owned()));
        } else if chapters.contains(&file) {
            let path = in_book(Path::new(&destination));
            let [old, new] = [destination, path.display().to_string()];
            let link = link.replace(&format!("]({old}"), &format!("]({new}"));
            edits.push((range, link));
        } else {
            let bytes = fs::read(&from)
                .map_err(|error| format!("{}: {destination}: {error}", chapter.display()))?;
            write(&sources.join(&file), &bytes)?;
        }
    }
    Ok(edits)
}

/// The edits of a chapter except its links. `up` is the way from the chapter to the site.
///
/// - Formulas stand between dollars, with a backtick inside each dollar in running text.
/// - No word of inline code is broken at a hyphen: `--last` stays whole. Links and headings are not changed.
/// - A diagram is drawn, and below each example whose wall a page can open stands a link to the page.
///
/// # Errors
/// When a formula cannot be read, or when dollars are left: a line of a formula that begins with a sign would begin a
/// list.
fn edits(text: &str, up: &str, program: &SiteProgram) -> Result<Vec<Edit>> {
    let mut edits = Vec::new();
    let formula = |latex: &str, mode| mathml(latex.trim_matches('`'), mode);
    let (mut is_code, mut block) = (false, None);
    // Inside of a quotation or a list, a line of its own would end it.
    let (mut quotation_depth, mut link_depth) = (0, 0);
    for (event, range) in parse(text) {
        match event {
            Event::Start(Tag::BlockQuote(_) | Tag::List(_)) => quotation_depth += 1,
            Event::End(TagEnd::BlockQuote(_) | TagEnd::List(_)) => quotation_depth -= 1,
            Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::Heading { .. }) => {
                link_depth += 1;
            }
            Event::End(TagEnd::Link | TagEnd::Image | TagEnd::Heading(_)) => link_depth -= 1,
            Event::InlineMath(latex) => edits.push((range, formula(&latex, DisplayMode::Inline)?)),
            Event::DisplayMath(latex) => edits.push((range, formula(&latex, DisplayMode::Block)?)),
            Event::Code(code) if link_depth == 0 && code.contains('-') => {
                edits.push((range, whole_words(&code)));
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                is_code = true;
                block = match kind {
                    CodeBlockKind::Fenced(kind) if quotation_depth == 0 => {
                        Some((kind, String::new()))
                    }
                    _ => None,
                };
            }
            Event::Text(words) => match &mut block {
                Some((_, lines)) => lines.push_str(&words),
                None if !is_code && (words.contains("$$") || words.ends_with('$')) => {
                    let line = text[..range.start].lines().count();
                    return Err(format!("line {line}: a formula is torn apart").into());
                }
                None => {}
            },
            Event::End(TagEnd::CodeBlock) => {
                is_code = false;
                match block.take() {
                    Some((kind, lines)) if &*kind == "console" => {
                        let link = program.ask(&["link", up], &lines)?;
                        if !link.is_empty() {
                            edits.push((range.end..range.end, format!("\n\n{link}\n")));
                        }
                    }
                    Some((kind, lines)) if &*kind == "mermaid" => {
                        edits.push((range, diagram::html(&lines)?));
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
    Ok(edits)
}

/// The longest word of code that is not broken; longer words would not fit on a phone.
const LONGEST_WHOLE_WORD: usize = 32;

/// Inline code in which no word is broken at a hyphen.
fn whole_words(code: &str) -> String {
    let words = code.split(' ').map(|word| {
        let is_whole = word.contains('-') && word.chars().count() <= LONGEST_WHOLE_WORD;
        match is_whole {
            true => format!("<span class=\"word\">{}</span>", plainly(word)),
            false => plainly(word),
        }
    });
    let words: Vec<String> = words.collect();
    format!("<code>{}</code>", words.join(" "))
}

/// A text in which no character is markup of Markdown or HTML.
fn plainly(text: &str) -> String {
    let letters = text
        .chars()
        .map(|letter| match letter.is_ascii_punctuation() {
            true => format!("&#{};", u32::from(letter)),
            false => letter.to_string(),
        });
    letters.collect()
}

/// Writes a file, and the folders that it needs.
pub(crate) fn write(file: &Path, bytes: &[u8]) -> Result {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    Ok(fs::write(file, bytes)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_in_a_sentence_are_not_broken_behind_a_dash() {
        let text = "# `--a`\n\nTake `map --last`, [`--first`](x.md), `a b` and `x|y-*z*`.";
        let program = SiteProgram(PathBuf::new());
        let edits = edits(text, "", &program).expect("there is no formula");
        let replacements: Vec<(&str, &str)> = edits
            .iter()
            .map(|(range, new)| (&text[range.clone()], &**new))
            .collect();
        let last = r#"<code>map <span class="word">&#45;&#45;last</span></code>"#;
        let other = r#"<code><span class="word">x&#124;y&#45;&#42;z&#42;</span></code>"#;
        assert_eq!(replacements, [("`map --last`", last), ("`x|y-*z*`", other)]);
    }
}
