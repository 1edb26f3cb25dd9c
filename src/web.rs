//! The files of `web/`, which are embedded in the program, and pages written from their templates.
//!
//! Templates are those of [minijinja](https://docs.rs/minijinja). A name that a context does not have is an error, and so is
//! a value that is neither a text nor a number where one is written. Text is escaped as HTML unless it is marked `safe`.

pub(crate) use minijinja::context;
use minijinja::value::ValueKind;
pub(crate) use minijinja::value::{Serde, Value};
use minijinja::{
    AutoEscape, Environment, Error, ErrorKind, Output, State, UndefinedBehavior, filters,
};
use serde::Serialize;
use std::error::Error as _;
use std::sync::{Arc, LazyLock};
use std::{fmt, io};

/// A file of `web/`.
#[derive(Debug)]
pub(crate) struct File {
    /// Path below the folder `web`.
    pub(crate) path: &'static str,
    /// Content when the program was compiled.
    pub(crate) text: &'static str,
}

/// Files of the folder `web`, by their paths.
macro_rules! files {
    ($($path:literal),* $(,)?) => {
        &[$($crate::web::File {
            path: $path,
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/web/", $path)),
        }),*]
    };
}
#[cfg(not(target_family = "wasm"))]
pub(crate) use files;

/// Every template.
static TEMPLATES: &[File] = files![
    "pages/explore/answer.html",
    "pages/explore/constraints.html",
    "pages/explore/formulation.html",
    "pages/explore/kept.html",
    "pages/explore/page.html",
    "pages/explore/pictogram.html",
    "pages/explore/questions.html",
    "pages/explore/replay.html",
    "pages/explore/share.html",
    "pages/explore/story.html",
    "pages/explore/wall.html",
    "pages/lab/answer.html",
    "pages/lab/page.html",
    "pages/layout.html",
    "pages/learn/graded.html",
    "pages/learn/moves.html",
    "pages/learn/page.html",
    "pages/play/over.html",
    "pages/play/page.html",
    "pages/refusal.html",
    "pages/table/log.html",
    "pages/table/stocks.html",
    "pages/table/table.html",
];

/// Templates of pages. Each is read and parsed once, when a page first needs it.
#[derive(Clone)]
pub struct Templates(Arc<Environment<'static>>);

impl Templates {
    /// The templates as they were when the program was compiled.
    pub fn embedded() -> Self {
        static EMBEDDED: LazyLock<Templates> = LazyLock::new(|| {
            Templates::read_by(|path| {
                let file = TEMPLATES.iter().find(|file| file.path == path);
                let text = file.map(|file| file.text.to_owned());
                text.ok_or_else(|| io::ErrorKind::NotFound.into())
            })
        });
        EMBEDDED.clone()
    }

    /// The templates as `read` finds them, each by its path below the folder `web`.
    pub fn read_by(read: impl Fn(&str) -> io::Result<String> + Send + Sync + 'static) -> Self {
        // No built-in filters: the program in WebAssembly would have to carry them.
        let mut environment = Environment::empty();
        environment.set_loader(move |path| {
            let text = read(path).map_err(|error| {
                let fault = format!("web/{path} cannot be read: {error}");
                Error::new(ErrorKind::InvalidOperation, fault)
            });
            text.map(Some)
        });
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        environment.set_formatter(write);
        environment.add_filter("safe", filters::safe);
        environment.add_filter("length", length);
        environment.add_filter("single_quoted", single_quoted);
        environment.add_function("range", |count: u32| Value::from_iter(0..count));
        environment.add_test("defined", minijinja::tests::is_defined);
        environment.add_test("none", minijinja::tests::is_none);
        Self(Arc::new(environment))
    }

    /// The text that the template with this path makes of a context.
    ///
    /// # Errors
    /// A fault of the template, with its place.
    pub fn render(&self, path: &str, context: &impl Serialize) -> Result<String, TemplateError> {
        self.fill(path, Value::from(Serde(context)))
    }

    fn fill(&self, path: &str, context: Value) -> Result<String, TemplateError> {
        let template = self.0.get_template(path);
        let text = template.and_then(|template| template.render(context));
        text.map_err(|error| TemplateError::new(path, &error))
    }
}

impl fmt::Debug for Templates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Templates").finish_non_exhaustive()
    }
}

/// A fault of a template.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("web/{path}, line {line}: {fault}")]
pub struct TemplateError {
    /// Path below the folder `web`.
    path: String,
    /// Number of the line, from 1; 0 where the file cannot be read.
    line: usize,
    fault: String,
}

impl TemplateError {
    /// Fault of the innermost error. The outer errors name the templates that include or extend the faulty one.
    fn new(path: &str, error: &Error) -> Self {
        let mut innermost = error;
        while let Some(source) = innermost
            .source()
            .and_then(|cause| cause.downcast_ref::<Error>())
        {
            innermost = source;
        }
        let kind = innermost.kind();
        Self {
            path: innermost.name().unwrap_or(path).to_owned(),
            line: innermost.line().unwrap_or_default(),
            fault: innermost
                .detail()
                .map_or_else(|| kind.to_string(), |detail| format!("{kind}: {detail}")),
        }
    }
}

/// Writes a value as HTML.
fn write(out: &mut Output<'_>, _: &mut State<'_, '_>, value: &Value) -> Result<(), Error> {
    match (value.kind(), value.as_str()) {
        (ValueKind::String, Some(text)) if value.is_safe() => out.write_str(text)?,
        (ValueKind::String, Some(text)) => escape(out, text, &['"', '&', '\'', '<', '>'])?,
        (ValueKind::Number, _) => write!(out, "{value}")?,
        (kind, _) => {
            let fault = format!("a value of type {kind} cannot be written");
            return Err(Error::new(ErrorKind::InvalidOperation, fault));
        }
    }
    Ok(())
}

/// Writes a text as HTML, with the special characters as references.
fn escape(out: &mut impl fmt::Write, text: &str, special: &[char]) -> fmt::Result {
    let mut rest = text;
    while let Some(at) = rest.find(special) {
        let (plain, tail) = rest.split_at(at);
        out.write_str(plain)?;
        write!(out, "&#{};", tail.as_bytes()[0])?;
        rest = &tail[1..];
    }
    out.write_str(rest)
}

/// Text for an attribute in single quotes, which keeps double quotes: JSON has many.
fn single_quoted(text: &str) -> Result<Value, Error> {
    let mut quoted = String::with_capacity(text.len());
    escape(&mut quoted, text, &['&', '\'', '<', '>'])?;
    Ok(Value::from_safe_string(quoted))
}

/// Number of items of a list.
fn length(list: &Value) -> Result<usize, Error> {
    let fault = || Error::new(ErrorKind::InvalidOperation, "only lists have a length");
    list.len().ok_or_else(fault)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// HTML of a context by a template.
    fn html(text: &'static str, context: &impl Serialize) -> Result<String, TemplateError> {
        Templates::read_by(move |_| Ok(text.to_owned())).render("a.html", context)
    }

    #[test]
    fn every_template_is_embedded() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
        let (mut folders, mut names) = (vec![folder.clone()], Vec::new());
        while let Some(inner) = folders.pop() {
            for entry in std::fs::read_dir(inner).expect("a folder") {
                let path = entry.expect("an entry").path();
                let relative = path.strip_prefix(&folder).expect("below");
                let name = relative.to_str().expect("a name").to_owned();
                match path.extension() {
                    None => folders.push(path),
                    Some(ending) if ending == "html" => names.push(name),
                    Some(_) => {}
                }
            }
        }
        names.sort();
        let embedded: Vec<_> = TEMPLATES.iter().map(|file| file.path).collect();
        assert_eq!(embedded, names);
    }

    #[test]
    fn json_keeps_double_quotes_in_single_quotes() {
        let text = "<a b='{{ state|single_quoted }}'>";
        let state = r#"{"it's":"<&>"}"#;
        let context = std::collections::BTreeMap::from([("state", state)]);
        let expected = r#"<a b='{"it&#39;s":"&#60;&#38;&#62;"}'>"#;
        assert_eq!(html(text, &context).expect("a text"), expected);
    }

    #[test]
    fn texts_are_escaped_and_numbers_are_written() {
        let text = "<a href=\"/\">it's & 1</a>";
        let escaped = "&#60;a href=&#34;/&#34;&#62;it&#39;s &#38; 1&#60;/a&#62;";
        let template = "{% macro it(text) %}{{ text }}{% endmacro %}{{ a }} {{ it(a) }} {{ a|safe }} {{ b|length }}\n";
        let context = minijinja::context! { a => text, b => vec![1, 2] };
        assert_eq!(
            html(template, &context),
            Ok(format!("{escaped} {escaped} {text} 2"))
        );
    }

    #[test]
    fn a_wrong_name_is_an_error_with_its_line() {
        let context = minijinja::context! { a => "b", c => None::<u8>, d => true };
        for (template, line) in [
            ("{{ a }}\n{{ b }}", 2),
            ("{% if b %}{% endif %}", 1),
            ("\n{% for one in b %}{% endfor %}", 2),
            ("{{ a.b }}", 1),
            ("{{ a|upper }}", 1),
            ("{{ c }}", 1),
            ("{{ d }}", 1),
            ("{% if a %}", 1),
        ] {
            let error = html(template, &context).expect_err(template);
            assert_eq!((&*error.path, error.line), ("a.html", line), "{error}");
        }
    }
}
