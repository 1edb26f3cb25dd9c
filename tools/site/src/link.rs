//! Links from the book's examples to the pages of the site.

use azulejo::pages::{Answer, Method, PAGES, Programs, Request, Response, Site, Templates, ask};

/// A page of the site that can show the result of an example's command.
struct Live {
    page: &'static str,
    commands: &'static [&'static str],
    /// The text of the link.
    words: &'static str,
    /// Flags without a value, and flags with a value, that the page ignores.
    needless: [&'static [&'static str]; 2],
    /// Flags with another name on the page.
    new_names: &'static [(&'static str, &'static str)],
}

const LIVE: [Live; 2] = [
    // Explore always explains, and finds its method by itself.
    Live {
        page: "explore",
        commands: &["solve", "count"],
        words: "Open this wall in Explore",
        needless: [&["explain"], &["method"]],
        new_names: &[],
    },
    Live {
        page: "lab",
        commands: &["relax"],
        words: "Open this program in the Lab",
        needless: [&["all"], &[]],
        new_names: &[("method", "kind"), ("without-row", "drop")],
    },
];

/// The link to the page that can show the first of these commands that a page takes whole; none where no page does. `up`
/// is the way to the site.
pub(crate) fn link(up: &str, commands: &str) -> Option<String> {
    let query_of_line = |line| LIVE.iter().find_map(|live| Some((live, live.query(line)?)));
    let lines = commands.lines();
    let (live, query) = lines
        .filter_map(query_of_line)
        .find(|(live, query)| live.accepts(query))?;
    let Live { page, words, .. } = live;
    Some(format!("[{words}]({up}{page}/?{query})"))
}

/// Marks of a page that finds something wrong with its query. A page has empty boxes for warnings, too.
const COMPLAINTS: [&str; 3] = [
    r#"class="faults""#,
    r#"<p class="warning" role"#,
    r#"<em class="warning""#,
];

impl Live {
    /// The query of a command: `size=3&fix=5@9` for `$ azulejo solve --size 3 --fix 5@9`.
    fn query(&self, line: &str) -> Option<String> {
        let command = line.strip_prefix("$ azulejo ")?;
        let words = shlex::split(command)?;
        let mut words = words.iter();
        if !self.commands.contains(&&**words.next()?) {
            return None;
        }
        let mut fields = Vec::new();
        while let Some(word) = words.next() {
            let flag = word.strip_prefix("--")?;
            let [flags, options] = self.needless;
            if flags.contains(&flag) {
                continue;
            }
            let value = words.next()?;
            if options.contains(&flag) {
                continue;
            }
            let new_name = self.new_names.iter().find(|(old, _)| *old == flag);
            let field = new_name.map_or(flag, |(_, page)| page);
            let values = match field {
                "without" => value.split(',').collect(),
                _ => vec![value.as_str()],
            };
            let values = values.into_iter().map(escape);
            fields.extend(values.map(|value| format!("{field}={value}")));
        }
        Some(fields.join("&"))
    }

    /// Whether the page accepts a query without a fault or a warning.
    fn accepts(&self, query: &str) -> bool {
        let request = Request {
            site: Site {
                root: String::new(),
                templates: Templates::embedded(),
            },
            method: Method::Get,
            path: format!("/{}", self.page),
            query: query.into(),
            body: String::new(),
            chance: 0,
            programs: Programs::default(),
        };
        match ask(PAGES, &request) {
            Ok(
                Response::Attempt(_, _, Answer::Page(text)) | Response::Answer(Answer::Page(text)),
            ) => !COMPLAINTS.iter().any(|complaint| text.contains(complaint)),
            _ => false,
        }
    }
}

/// A value as a part of a query, with only the necessary escapes.
fn escape(value: &str) -> String {
    let signs = value.chars().map(|sign| match sign {
        ' ' => "+".to_owned(),
        '%' | '&' | '+' | '#' | '<' | '>' | '(' | ')' => format!("%{:02X}", u32::from(sign)),
        plain => plain.to_string(),
    });
    signs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_lead_to_the_page_that_can_show_them() {
        let link_of = |commands| link("../../", commands);
        assert_eq!(
            link_of("$ azulejo relax --size 2 --method case-study --row \"B(1,3,1) <= 1\" --all\n"),
            Some("[Open this program in the Lab](../../lab/?size=2&kind=case-study&row=B%281,3,1%29+%3C=+1)".into())
        );
        assert_eq!(
            link_of("$ azulejo solve --size 5 --fix 13@25 --explain"),
            Some("[Open this wall in Explore](../../explore/?size=5&fix=13@25)".into())
        );
        // The wall is too large for the Lab.
        assert_eq!(link_of("$ azulejo relax --size 5"), None);
    }
}
