use crate::Result;
use crate::page::linked_file;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Follows every link of a bound book to a file and a place of the book, and returns the number of these links. Links
/// that leave the book are not followed.
pub(crate) fn follow(book: &Path) -> Result<usize> {
    let mut pages = HashMap::new();
    let mut files = HashSet::new();
    collect(book, &mut pages, &mut files)?;
    let places: HashMap<&Path, HashSet<&str>> = pages
        .iter()
        .map(|(file, text)| (file.as_path(), values(text, "id").collect()))
        .collect();
    let mut broken_links = Vec::new();
    let mut link_count = 0;
    for (page, text) in &pages {
        for link in values(text, "href").chain(values(text, "src")) {
            let Some(target) = target(book, page, link) else {
                continue;
            };
            link_count += 1;
            let (file, place) = target;
            let is_there = files.contains(&file)
                && (place.is_empty() || places.get(&*file).is_some_and(|at| at.contains(&*place)));
            if !is_there {
                let page = page.strip_prefix(book).unwrap_or(page);
                broken_links.push(format!("{}: {link}", page.display()));
            }
        }
    }
    broken_links.sort();
    match broken_links.is_empty() {
        true => Ok(link_count),
        false => Err(format!("links that lead nowhere:\n{}", broken_links.join("\n")).into()),
    }
}

/// The pages of a folder, and all of its files.
fn collect(
    folder: &Path,
    pages: &mut HashMap<PathBuf, String>,
    files: &mut HashSet<PathBuf>,
) -> Result {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, pages, files)?;
            continue;
        }
        // The page for addresses that are wrong has links that begin at the root of a server.
        let is_page = path.extension().is_some_and(|end| end == "html");
        if is_page && !path.ends_with("404.html") {
            pages.insert(path.clone(), fs::read_to_string(&path)?);
        }
        files.insert(path);
    }
    Ok(())
}

/// The values of an attribute in HTML.
fn values<'a>(text: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let begin = format!(" {name}=\"");
    let parts: Vec<&str> = text.split(&begin).skip(1).collect();
    let parts = parts.into_iter();
    parts.map(|part| part.split('"').next().unwrap_or_default())
}

/// The file and the place in it to which a link of a page leads; none where the link leaves the book.
fn target(book: &Path, page: &Path, link: &str) -> Option<(PathBuf, String)> {
    if link.contains(":") {
        return None;
    }
    let (path, place) = link.split_once('#').unwrap_or((link, ""));
    let path = path.split('?').next().unwrap_or_default();
    let mut file = page.to_owned();
    if !path.is_empty() {
        file = linked_file(page, path.trim_start_matches('/'));
        if path.ends_with('/') || file == book {
            file.push("index.html");
        }
    }
    file.starts_with(book).then(|| (file, place.to_owned()))
}
