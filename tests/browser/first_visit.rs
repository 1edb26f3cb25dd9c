//! The first visit of the plain files: the files before the first answer, the service worker and the manifest.

use crate::site::wait_for_worker;
use crate::ways::{ANSWERED, in_each_tab, in_files_tab};
use itertools::Itertools;

/// The largest sum of the compressed sizes of all files before the first answer, in bytes.
const MAX_BYTES: usize = 1_270_000;

/// Before the first answer, the page fetches each file once, and no game program, data of players or icons.
#[test]
fn the_first_answer_needs_few_bytes_and_each_file_once() {
    in_files_tab(|tab, files| {
        // The page registers the service worker after the answer, and the worker fetches the other files.
        tab.prepare("navigator.serviceWorker.register = () => { window.isReady = true; return new Promise(() => {}); };");
        tab.visit("/explore/?size=3x3");
        tab.wait_for("window.isReady === true");
        tab.wait_for(ANSWERED);
        let weights = files.weights();
        let bytes: usize = weights.iter().map(|(_, weight)| weight).sum();
        println!("{} requests, {bytes} bytes, compressed", weights.len());
        let mut paths = weights.iter().map(|(path, _)| path);
        assert!(paths.clone().all_unique(), "twice: {weights:?}");
        let is_needless = |path: &&String| {
            path.ends_with(".png") || path.contains("/data/") || path.contains("/assets/game")
        };
        assert_eq!(paths.find(is_needless), None);
        assert!(bytes <= MAX_BYTES, "{bytes} bytes, compressed: {weights:?}");
    });
}

#[test]
fn the_first_visit_fetches_the_program_once() {
    in_files_tab(|tab, files| {
        tab.visit("/explore/?size=3x3");
        tab.wait_for(ANSWERED);
        wait_for_worker(tab);
        assert_eq!(files.request_count("walls_bg.wasm"), 1);
    });
}

/// The icons of the manifest, which an installed application needs, have the sizes in the manifest.
#[test]
fn the_manifest_has_icons_of_its_sizes() {
    in_each_tab(|tab| {
        tab.visit("/explore?size=2x2");
        tab.wait_for_element("link[rel=manifest]");
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
