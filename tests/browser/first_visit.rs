//! The first visit of the plain files: what it fetches before its answer, and what installs the pages as an application.

use crate::site::keep;
use crate::ways::{ANSWERED, each_way, of_files};
use itertools::Itertools;

/// The limit of all files before the first answer, compressed.
const MOST: usize = 1_270_000;

/// Each file comes once, and neither the program of the game nor players nor icons come before somebody needs them.
#[test]
fn the_first_answer_needs_each_file_once_and_little_in_all() {
    of_files(|tab, files| {
        // The service worker is asked for after the answer, and fetches the rest.
        tab.prepare("navigator.serviceWorker.register = () => { window.isReady = true; return new Promise(() => {}); };");
        tab.visit("/explore/?size=3x3");
        tab.wait_for("window.isReady === true");
        tab.wait_for(ANSWERED);
        let weights = files.weights();
        let all: usize = weights.iter().map(|(_, weight)| weight).sum();
        println!("{} requests, {all} bytes, compressed", weights.len());
        let mut paths = weights.iter().map(|(path, _)| path);
        assert!(paths.clone().all_unique(), "twice: {weights:?}");
        let needless = |path: &&String| {
            path.ends_with(".png") || path.contains("/data/") || path.contains("/assets/game")
        };
        assert_eq!(paths.find(needless), None);
        assert!(all <= MOST, "{all} bytes, compressed: {weights:?}");
    });
}

#[test]
fn the_first_visit_fetches_the_program_once() {
    of_files(|tab, files| {
        tab.visit("/explore/?size=3x3");
        tab.wait_for(ANSWERED);
        keep(tab);
        assert_eq!(files.asked_for("walls_bg.wasm"), 1);
    });
}

/// The browser may keep the pages as an application: each icon is there, and has the size that the manifest says.
#[test]
fn the_manifest_has_icons_of_its_sizes() {
    each_way(|tab| {
        tab.visit("/explore?size=2x2");
        tab.wait_for_some("link[rel=manifest]");
        tab.run(
            "(async () => { const { href } = document.querySelector('link[rel=manifest]'); \
             const { icons } = await (await fetch(href)).json(); \
             window.icons = (await Promise.all(icons.map(async ({ src, sizes, type, purpose }) => { \
                 const image = Object.assign(new Image(), { src: new URL(src, href) }); await image.decode(); \
                 const real = type === 'image/svg+xml' ? 'any' : `${image.naturalWidth}x${image.naturalHeight}`; \
                 return real === sizes ? `${purpose} ${real}` : `${src} is ${real}, not ${sizes}`; }))).join(', '); })()",
        );
        tab.wait_for("typeof window.icons === 'string'");
        let icons = "any any, any 192x192, any 512x512, maskable 512x512";
        assert_eq!(tab.text("window.icons"), icons);
    });
}
