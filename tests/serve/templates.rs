//! Templates of pages: every template is rendered, the next request shows an edit, and a fault has its place.

use crate::common::files_at;
use crate::games::random_game;
use crate::play::{SET_UP, from_field};
use crate::server::{PageServer, event};
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
    let below = |path: PathBuf| path.strip_prefix(sources()).expect("below").to_owned();
    files_at(&sources()).into_iter().map(below).collect()
}

/// A copy of the folder of the templates, and a server that reads it.
pub(crate) struct EditableServer {
    folder: tempfile::TempDir,
    pub(crate) server: PageServer,
}

impl EditableServer {
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for file in files() {
            let path = folder.path().join(&file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::copy(sources().join(&file), path).expect("a copy");
        }
        let server = PageServer::with(Options {
            web: Some(folder.path().to_owned()),
            ..Options::default()
        });
        Self { folder, server }
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    /// Replaces a text of a template, and returns the line of the text.
    fn edit(&self, template: &str, text: &str, replacement: &str) -> usize {
        let path = self.path(&format!("pages/{template}.html"));
        let before = fs::read_to_string(&path).expect("a file");
        let index = before.find(text).expect("the text");
        fs::write(path, before.replacen(text, replacement, 1)).expect("a file");
        before[..index].matches('\n').count() + 1
    }
}

/// Edits of a page, its layout, an import, a part for a separate answer, and the page of a refusal: an address, a
/// template and a text.
const EDITS: &str = "\
/lab > lab/page > <h1>Lab</h1>
/lab > layout > Skip to the content
/explore?size=2x2 > explore/pictogram > pictogram\" viewBox
/explore?size=2x2 > explore/share > As a command line
/none > refusal > This cannot be shown</h1>";

#[test]
fn an_edit_of_a_template_is_served_without_a_compile() {
    let editable = EditableServer::start();
    let embedded = PageServer::start();
    let paths = "/explore?size=2x2 /play?seed=1 /learn?seed=1 /lab /none";
    for path in paths.split(' ') {
        let edited = editable.server.browse(path).body;
        assert_eq!(edited, embedded.browse(path).body, "{path}");
    }
    for line in EDITS.lines() {
        let fields: Vec<&str> = line.split(" > ").collect();
        let [path, template, text] = fields[..] else {
            panic!("{line}");
        };
        editable.edit(template, text, &format!("edited {text}"));
        let page = editable.server.browse(path).body;
        let is_edited = page.contains(&format!("edited {text}"));
        assert!(is_edited, "{template}: {page}");
    }
}

/// Faults of templates: an address, a template, a text, the faulty text in its place, and a word of the message. The
/// faults are names outside of the context, also in an imported macro, in a loop and in a layout; a value that is no
/// text; and a syntax error.
const FAULTS: &str = "\
/lab > lab/page > {{ query }} > {{ qeury }} > undefined
/lab > lab/page > {%- if families %} > {%- if famlies %} > undefined
/explore?size=2x2 > explore/pictogram > cell.x > cell.z > undefined
/play?seed=1 > table/table > source.name > source.nmae > undefined
/lab > layout > layout.version > layout.verison > undefined
/learn?seed=1 > learn/page > {{ view.at }} > {{ view.played }} > none
/learn?seed=1 > learn/page > {% endfor %} > {% endofr %} > syntax error";

#[test]
fn a_fault_of_a_template_has_its_file_and_its_line() {
    for line in FAULTS.lines() {
        let fields: Vec<&str> = line.split(" > ").collect();
        let [path, template, text, replacement, fault] = fields[..] else {
            panic!("{line}");
        };
        let editable = EditableServer::start();
        let number = editable.edit(template, text, replacement);
        let refusal = editable.server.browse(path);
        assert_eq!(refusal.status, 500, "{replacement}");
        // The page of the refusal has the faulty layout, too; the embedded page takes its place.
        let page = refusal.body;
        assert!(page.contains("<h1>This cannot be shown</h1>"), "{page}");
        let place = format!("web/pages/{template}.html, line {number}: ");
        assert!(page.contains(&place) && page.contains(fault), "{page}");
    }
    let editable = EditableServer::start();
    fs::remove_file(editable.path("pages/explore/story.html")).expect("a file");
    let events = editable.server.events("/explore/run?size=2x2");
    let message = event(&events, "error");
    let message = message["error"].as_str().expect("words");
    assert!(
        message.contains("web/pages/explore/story.html"),
        "{message}"
    );
    // A faulty request is still refused.
    editable
        .server
        .post_refusal("/play/act", &from_field("nothing"));
}

/// A listener that collects the faults of a run.
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
    let paths = Arc::<Mutex<BTreeSet<PathBuf>>>::default();
    let log = Arc::clone(&paths);
    let templates = Templates::read_by(move |path| {
        log.lock().expect("no panic").insert(path.into());
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
        let answer = match pages::ask(PAGES, &request).expect("a page") {
            Response::Answer(answer) => Some(answer),
            Response::Work(_, work) | Response::Attempt(_, work, _) => {
                Some(work(&run).expect("an answer"))
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
    let answer = ask("/play/load", "", &game.to_json());
    let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
    let query = answer["query"].as_str().expect("a query");
    let page = ask("/play", query, "");
    assert!(page.contains("id=\"over-title\""), "the game is over");
    ask("/learn", &format!("{query}&at=3"), "");
    ask(
        "/learn/grade",
        "",
        &format!("{}&move=1B-", from_field(SET_UP)),
    );
    let paths = paths.lock().expect("no panic").clone();
    let is_template = |file: &PathBuf| {
        file.extension()
            .is_some_and(|extension| extension == "html")
    };
    let templates: BTreeSet<PathBuf> = files().into_iter().filter(is_template).collect();
    // Other tests render refusals.
    let others = [PathBuf::from("pages/refusal.html")];
    let missing: Vec<_> = templates.difference(&paths).collect();
    assert_eq!(missing, others.iter().collect::<Vec<_>>());
}
