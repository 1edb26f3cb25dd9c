//! Templates of pages: every one is rendered, an edit is seen at the next request, and a fault is told with its place.

use crate::games::random_game;
use crate::play::{SET_UP, from};
use crate::server::{Served, event};
use azulejo::control::Control;
use azulejo::game::Players;
use azulejo::pages::{
    self, Event, Listener, Method, PAGES, Programs, Request, Response, Run, Site, Templates,
};
use azulejo::serve::Options;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The folder of the templates.
fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("web")
}

/// The paths below the folder of the templates.
fn files() -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![sources()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => folders.push(path),
                false => files.push(path.strip_prefix(sources()).expect("below").to_owned()),
            }
        }
    }
    files
}

/// A copy of the folder of the templates, and a server that reads it.
pub(crate) struct Edited {
    folder: tempfile::TempDir,
    pub(crate) server: Served,
}

impl Edited {
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for file in files() {
            let to = folder.path().join(&file);
            fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
            fs::copy(sources().join(&file), to).expect("a copy");
        }
        let server = Served::with(Options {
            web: Some(folder.path().to_owned()),
            ..Options::default()
        });
        Self { folder, server }
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    /// Replaces a text of a file, and says in which line it stands.
    fn edit(&self, file: &str, text: &str, by: &str) -> usize {
        let before = fs::read_to_string(self.path(file)).expect("a file");
        let at = before.find(text).expect("the text is there");
        fs::write(self.path(file), before.replacen(text, by, 1)).expect("a file");
        before[..at].matches('\n').count() + 1
    }
}

#[test]
fn an_edit_of_a_template_is_served_without_a_compile() {
    let edited = Edited::start();
    let embedded = Served::start();
    for path in [
        "/explore?size=2x2",
        "/play?seed=1",
        "/learn?seed=1",
        "/lab",
        "/none",
    ] {
        assert_eq!(
            edited.server.browse(path).body,
            embedded.browse(path).body,
            "{path}"
        );
    }
    // A page, what it extends, what it imports, a part of it that is rendered alone, and what is said to a refusal.
    for (path, file, text) in [
        ("/lab", "pages/lab/page.html", "<h1>Lab</h1>"),
        ("/lab", "pages/layout.html", "Skip to the content"),
        (
            "/explore?size=2x2",
            "pages/explore/pictogram.html",
            "pictogram\" viewBox",
        ),
        (
            "/explore?size=2x2",
            "pages/explore/share.html",
            "As a command line",
        ),
        ("/none", "pages/refusal.html", "This cannot be shown</h1>"),
    ] {
        edited.edit(file, text, &format!("edited {text}"));
        let page = edited.server.browse(path).body;
        assert!(page.contains(&format!("edited {text}")), "{file}: {page}");
    }
}

#[test]
fn a_fault_of_a_template_is_told_with_its_file_and_its_line() {
    let cases = [
        // A name that the context does not have.
        (
            "/lab",
            "pages/lab/page.html",
            "{{ query }}",
            "{{ qeury }}",
            "undefined",
        ),
        (
            "/lab",
            "pages/lab/page.html",
            "{%- if families %}",
            "{%- if famlies %}",
            "undefined",
        ),
        // In a macro that another template imports, in a loop, and in what a page extends.
        (
            "/explore?size=2x2",
            "pages/explore/pictogram.html",
            "cell.x",
            "cell.z",
            "undefined",
        ),
        (
            "/play?seed=1",
            "pages/table/table.html",
            "source.name",
            "source.nmae",
            "undefined",
        ),
        (
            "/lab",
            "pages/layout.html",
            "layout.version",
            "layout.verison",
            "undefined",
        ),
        // No text, and no template.
        (
            "/learn?seed=1",
            "pages/learn/page.html",
            "{{ view.at }}",
            "{{ view.played }}",
            "none",
        ),
        (
            "/learn?seed=1",
            "pages/learn/page.html",
            "{% endfor %}",
            "{% endofr %}",
            "syntax error",
        ),
    ];
    for (path, file, text, by, fault) in cases {
        let edited = Edited::start();
        let line = edited.edit(file, text, by);
        let refused = edited.server.browse(path);
        assert_eq!(refused.status, 500, "{by}");
        // The page of the refusal extends what has the fault, too; the embedded one takes its place.
        let page = refused.body;
        assert!(page.contains("<h1>This cannot be shown</h1>"), "{page}");
        let place = format!("web/{file}, line {line}: ");
        assert!(page.contains(&place) && page.contains(fault), "{page}");
    }
    let edited = Edited::start();
    fs::remove_file(edited.path("pages/explore/story.html")).expect("it is there");
    let events = edited.server.events("/explore/run?size=2x2");
    let told = event(&events, "error");
    let told = told["error"].as_str().expect("words");
    assert!(told.contains("web/pages/explore/story.html"), "{told}");
    // What is wrong with a request stays so.
    edited.server.refused("/play/act", &from("nothing"));
}

/// A listener that keeps the faults of a run.
#[derive(Default)]
struct Faults(Mutex<Vec<String>>);

impl Listener for Faults {
    fn tell(&self, event: Event) -> bool {
        if event.name == "error" {
            self.0.lock().expect("no panic").push(event.data);
        }
        true
    }

    fn report(&self, _: Event) {}
}

#[test]
fn every_template_is_rendered() {
    let read = Arc::<Mutex<BTreeSet<PathBuf>>>::default();
    let paths = Arc::clone(&read);
    let templates = Templates::read_by(move |path| {
        paths.lock().expect("no panic").insert(path.into());
        fs::read_to_string(sources().join(path))
    });
    let root = String::new();
    let site = Site { root, templates };
    let ask = |path: &str, query: &str, body: &str| {
        let request = Request {
            site: site.clone(),
            method: match body.is_empty() {
                true => Method::Get,
                false => Method::Post,
            },
            path: path.into(),
            query: query.into(),
            body: body.into(),
            chance: 1,
            programs: Programs::default(),
        };
        let faults = Arc::<Faults>::default();
        let control = Control::default().within(Some(Duration::from_secs(60)));
        let run = Run::new(control, 1 << 30, faults.clone());
        let answer = match pages::ask(PAGES, &request).expect("it can be asked") {
            Response::Answer(answer) => Some(answer),
            Response::Work(_, work) | Response::Attempt(_, work, _) => {
                Some(work(&run).expect("it answers"))
            }
            Response::Events(_, work) => {
                work(&run);
                None
            }
        };
        let faults = faults.0.lock().expect("no panic");
        assert!(faults.is_empty(), "{path}: {faults:?}");
        match answer {
            Some(pages::Answer::Page(text) | pages::Answer::Json(text)) => text,
            _ => String::new(),
        }
    };
    let walls = "size=3x3&fix=5@9&last=5&bonus=2,7,10&kept=size%3D2x2";
    ask("/explore", walls, "");
    ask("/explore/run", "size=2x2&before=1:2&before=2:1", "");
    ask("/explore/formulation", "size=2x2&cell=1", "");
    let rows = "size=2x2&subject-to=count(row+1,2)%3C%3D1";
    ask("/explore/formulation", rows, "");
    for question in ["tiles", "missing", "near"] {
        ask("/explore/questions", &format!("{rows}&ask={question}"), "");
    }
    ask("/lab", "size=3x3&exercise=valid", "");
    ask("/lab/relaxed", "", "query=size%3D2x2");
    let (game, _) = random_game(Players::Two, 1, |_| ());
    let loaded = ask("/play/load", "", &game.to_json());
    let loaded: serde_json::Value = serde_json::from_str(&loaded).expect("JSON");
    let query = loaded["query"].as_str().expect("a query");
    let page = ask("/play", query, "");
    assert!(page.contains("id=\"over-title\""), "the game is over");
    ask("/learn", &format!("{query}&at=3"), "");
    ask("/learn/grade", "", &format!("{}&move=1B-", from(SET_UP)));
    let read = read.lock().expect("no panic").clone();
    let is_template = |file: &PathBuf| file.extension().is_some_and(|it| it == "html");
    let all: BTreeSet<PathBuf> = files().into_iter().filter(is_template).collect();
    // Refusals, which other tests render.
    let others = [PathBuf::from("pages/refusal.html")];
    let missing: Vec<_> = all.difference(&read).collect();
    assert_eq!(missing, others.iter().collect::<Vec<_>>());
}
