//! Pages as plain files: without a network, with saved files, and under hostile links.

use crate::chromium::wait;
use crate::common::files_at;
use crate::tab::Tab;
use crate::ways::{ANSWERED, Files, browser_and_site, in_files_tab, site};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn answer(tab: &mut Tab<'_>) -> String {
    tab.text("document.querySelector('#answer .answer').textContent.trim()")
}

/// Waits until the service worker has every file.
pub(crate) fn wait_for_worker(tab: &mut Tab<'_>) {
    tab.run("navigator.serviceWorker.ready.then(() => { window.isReady = true; })");
    tab.wait_for("window.isReady === true");
}

#[test]
fn the_pages_work_without_a_network_after_the_first_visit() {
    let Some((mut browser, folder)) = browser_and_site() else {
        return;
    };
    let files = Files::serve(&folder);
    let url = files.url().to_owned();
    let mut tab = browser.tab(&url);
    tab.visit("/explore/?size=3x3");
    tab.wait_for(ANSWERED);
    wait_for_worker(&mut tab);
    tab.finish();
    drop(files);
    let mut tab = browser.tab(&url);
    // Addresses with a slash and without, and the home.
    tab.visit("/explore?size=3x3&fix=5@9");
    tab.wait_for(ANSWERED);
    assert!(answer(&mut tab).starts_with("30")); // case study, section VI
    for (page, selector) in [
        ("/play?seed=7", "#table"),
        ("/learn/?seed=7", "#table"),
        ("/", "#explore"),
    ] {
        tab.visit(page);
        assert_eq!(tab.count(selector), 1, "{page}");
    }
    tab.finish();
}

#[test]
fn the_book_has_links_to_the_pages_of_its_examples() {
    let Some(folder) = site() else {
        return;
    };
    for (chapter, link) in [
        ("docs/instances.html", "explore/?"),
        ("docs/lecture/slides.html", "lab/?"),
    ] {
        let text = fs::read_to_string(folder.join("book").join(chapter)).expect("a chapter");
        assert!(text.contains(link), "{chapter}");
    }
}

#[test]
fn the_worker_has_the_opened_pages_of_the_book() {
    let Some((mut browser, folder)) = browser_and_site() else {
        return;
    };
    let root = tempfile::tempdir().expect("a folder");
    let copy = root.path().join("pages");
    copy_folder(&folder, &copy);
    let book = copy.join("book");
    fs::create_dir_all(&book).expect("a folder");
    for name in ["opened", "other"] {
        let page = format!("<!doctype html><title>{name}</title><p>{name}</p>");
        fs::write(book.join(name).with_extension("html"), page).expect("a file");
    }
    let files = Files::serve(&copy);
    let mut tab = browser.tab(files.url());
    tab.visit("/explore/?size=2x2");
    tab.wait_for(ANSWERED);
    wait_for_worker(&mut tab);
    // The worker controls a page from the second visit.
    tab.visit("/explore/?size=2x2");
    tab.wait_for("navigator.serviceWorker.controller !== null");
    tab.visit("/book/opened.html");
    drop(files);
    tab.visit("/book/opened.html");
    assert_eq!(tab.text("document.title"), "opened");
    tab.visit("/book/other.html");
    assert!(tab.words("body").contains("was not opened before"));
    tab.forget(|event| event["params"].to_string().contains("other.html"));
    tab.finish();
}

/// One thread finds an order of a large wall.
#[test]
fn the_largest_walls_get_an_order() {
    in_files_tab(|tab, _| {
        let query = "size=10x10&sense=max&fix=94@71&window=54@5-15&window=15@43-53&window=28@9-19&fix=76@95&window=27@49-59&before=83:78&fix=13@87&before=99:2&window=43@54-64&fix=10@18&fix=75@35&window=2@71-81";
        tab.visit(&format!("/explore/?{query}"));
        tab.wait_for_count("#wall [data-turn]", 100);
    });
}

/// Layers need minutes for this wall, and the ordering formulation seconds.
#[test]
fn a_second_worker_tries_the_ordering_formulation_where_layers_take_long() {
    in_files_tab(|tab, _| {
        tab.visit("/explore/?size=7x7&last=6+7+17+26+33+39+40");
        tab.wait_for(ANSWERED);
        let answer = answer(tab);
        assert!(answer.starts_with("330"), "{answer}");
        let proof = tab.words("#proof");
        assert!(proof.starts_with("ordering method"), "{proof}");
    });
}

/// Copies a folder with its files and folders.
fn copy_folder(from: &Path, to: &Path) {
    for file in files_at(from) {
        let to = to.join(file.strip_prefix(from).expect("below it"));
        fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
        fs::copy(file, to).expect("a copy");
    }
}

#[test]
fn a_new_version_takes_the_place_of_the_old_one() {
    let Some((mut browser, folder)) = browser_and_site() else {
        return;
    };
    let root = tempfile::tempdir().expect("a folder");
    let outside = root.path().join("outside.html");
    fs::write(outside, "<!doctype html><title>outside</title>").expect("a file");
    let copy = root.path().join("pages");
    copy_folder(&folder, &copy);
    let files = Files::serve(&copy);
    let (origin, _) = files.url().rsplit_once('/').expect("a folder");
    let mut tab = browser.tab(origin);
    tab.visit("/pages/learn/?seed=7");
    wait_for_worker(&mut tab);
    let script = copy.join("sw.js");
    let old = fs::read_to_string(&script).expect("a file");
    let version = "const VERSION = \"azulejo-";
    let new = old.replacen(version, &format!("{version}next-"), 1);
    assert_ne!(old, new);
    fs::write(&script, new).expect("a file");
    for page in ["index.html", "learn/index.html"] {
        let page = copy.join(page);
        let text = fs::read_to_string(&page).expect("a file");
        fs::write(page, text.replace("</title>", " (the next)</title>")).expect("a file");
    }
    // Another visit finds the new version, which waits for the end of all pages of the old version.
    tab.visit("/pages/play/?seed=7");
    tab.run("navigator.serviceWorker.getRegistration().then((it) => { window.waits = () => it.waiting !== null; it.update(); })");
    tab.wait_for("window.waits?.() === true");
    let names = "(async () => { window.names = (await caches.keys()).sort().join(' '); })()";
    tab.run(names);
    tab.wait_for("window.names?.split(' ').length === 2");
    // The last page of the old version ends.
    tab.visit("/outside.html");
    tab.run(
        "(async () => { while ((await caches.keys()).length > 1) await new Promise((next) => setTimeout(next, 20)); \
         window.cache = (await caches.keys())[0]; })()",
    );
    tab.wait_for("window.cache?.includes('#azulejo-next-') === true");
    tab.finish();
    let mut tab = browser.tab(files.url());
    tab.visit("/explore/?size=2x2");
    tab.wait_for(ANSWERED);
    tab.finish();
}

#[test]
fn files_are_saved_with_the_names_of_the_server() {
    in_files_tab(|tab, _| {
        let downloads = tempfile::tempdir().expect("a folder");
        tab.browser.save_to(downloads.path());
        tab.visit("/explore/?size=2x2&fix=4@4");
        tab.wait_for(ANSWERED);
        tab.click("details:has(#along) > summary");
        let mut save = |link: &str, name: &str| {
            tab.click(&format!("#along a[href*='{link}']"));
            let path = downloads.path().join(name);
            let read = || fs::read_to_string(&path).ok();
            wait(name, || read().filter(|text| !text.is_empty()))
        };
        let instance = save("instance.json", "instance.json");
        let model = save("model.lp", "azulejo.lp");
        let instance: Value = serde_json::from_str(&instance).expect("JSON");
        assert_eq!(instance["wall"]["rows"], 2);
        assert!(model.contains("Maximize"), "{model}");
    });
}

#[test]
fn a_long_run_leaves_the_page_alive_and_ends_for_the_next_query() {
    in_files_tab(|tab, _| {
        let long = "size=12x12&sense=min&before=1:2&before=14:3&fix=70@9&first=5+6+7+8";
        tab.visit(&format!("/explore/?{long}"));
        tab.wait_for_prefix("#status", "Searching");
        // The page answers the next query, on another wall without constraints.
        tab.run("document.querySelector('#form [name=rows]').value = 3");
        tab.run("document.querySelector('#form [name=columns]').value = 3");
        tab.run("document.querySelector('#form').requestSubmit()");
        // The minimum is 22 = 3Λ(3) + 3Λ(3) − 9 + 1, with Λ(3) = 5.
        tab.wait_for(
            "document.querySelector('#answer .answer')?.textContent.trim().startsWith('22') === true",
        );
    });
}

#[test]
fn hostile_links_and_scripts_have_no_effect() {
    in_files_tab(|tab, _| {
        let markup = "%3Cimg%20src%3Dx%20onerror%3Ddocument.title%3D1%3E";
        tab.visit(&format!(
            "/explore/?size={markup}&rule={markup}&fix={markup}"
        ));
        tab.wait_for_words("#status", "The address has faults.");
        assert_eq!(tab.number("document.images.length"), 0);
        for query in [
            "size=99999999x99999999",
            "size=12x12&turns=999999999999999999999",
            "size=-1x1&bonus=9,9",
        ] {
            tab.visit(&format!("/explore/?{query}"));
            assert!(tab.count("#answer, .warning") > 0, "{query}");
        }
        tab.visit(&format!("/learn/?from={markup}"));
        assert_eq!(tab.number("document.images.length"), 0);
        let many = "before=1:2&".repeat(6000);
        tab.visit(&format!("/explore/?size=3x3&{many}"));
        tab.wait_for_part("#main > .warning", "longer than what a page reads");
        // The policy of the page admits only scripts of the page's own files.
        tab.run("document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.taken = 1' }))");
        tab.run("document.body.append(Object.assign(document.createElement('img'), { src: 'http://127.0.0.1:9/x.png' }))");
        tab.wait_for("window.taken === undefined");
        let violations = tab.forget(|event| event["params"]["entry"]["source"] == "security");
        assert_eq!(violations, 2, "a script and a picture");
        let blocked = "http://127.0.0.1:9/x.png";
        tab.forget(|event| event["params"]["request"]["url"] == blocked);
    });
}
