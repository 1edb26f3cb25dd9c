//! Each state of the pages: nothing wider than the window, nothing that axe finds, and every control reached by Tab.

use crate::common::optional::skipped;
use crate::states::{forget_refusal, served, states};
use crate::tab::Tab;
use crate::ways::by_server;
use std::fs;
use std::path::Path;

/// The widths of windows, in pixels.
const WIDTHS: [u32; 11] = [1280, 1024, 768, 720, 641, 480, 448, 412, 390, 385, 360];

/// Notes in the page which controls there are. Of radio buttons with one name, one takes the focus. What a list of tabs or a
/// wall holds is reached by arrows, and has no place of its own in the order.
const NOTED: &str = "const asked = document.querySelector('dialog[open]') ?? document; \
    const named = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]'; \
    const all = [...asked.querySelectorAll(named)].filter((it) => it.checkVisibility({ visibilityProperty: true }) && !it.disabled && it.tabIndex >= 0); \
    const groups = new Map(); \
    window.order = all.filter((it) => { if (it.type !== 'radio') return true; const own = it.closest('form'); const known = groups.get(it.name); groups.set(it.name, own); return known !== own; }); \
    window.reached = new Set();";

/// The fault of the focused element; empty where all is well. An outline of two pixels is a ring, of the element or of the label
/// around it, where it can be seen; and some of the focused element is in sight.
const FOCUSED: &str = "(() => { const it = document.activeElement; \
    if (!it || it === document.body || it === document.documentElement) return ''; \
    const at = window.order.findIndex((one) => one === it || one.type === 'radio' && one.name === it.name && one.form === it.form); \
    window.reached.add(at); \
    const name = `${it.tagName} ${it.id || it.className || it.textContent.trim().slice(0, 30)}`; \
    if (it === window.last) return `${name} keeps the focus`; \
    window.last = it; \
    const ringed = [it, it.closest('label')].some((one) => { if (!one) return false; const style = getComputedStyle(one); return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 && style.opacity !== '0' && one.getBoundingClientRect().width > 2; }); \
    if (!ringed) return `${name} has no ring`; \
    const shown = it.closest('label')?.matches(':has(:focus-visible)') ? it.closest('label') : it; \
    const box = shown.getBoundingClientRect(); \
    const [left, right, top, bottom] = [Math.max(box.left, 0), Math.min(box.right, innerWidth), Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]; \
    const seen = [0.1, 0.5, 0.9].some((x) => [0.1, 0.5, 0.9].some((y) => { const hit = document.elementFromPoint(left + x * (right - left), top + y * (bottom - top)); return hit && (shown.contains(hit) || hit.contains(shown)); })); \
    return left < right && top < bottom && seen ? '' : `${name} is out of sight at ${Math.round(box.left)} ${Math.round(box.top)}`; })()";

/// The controls of the page that no Tab reached, and what was wrong on the way.
fn walked(tab: &mut Tab<'_>) -> Vec<String> {
    tab.run(&format!("(() => {{ {NOTED} }})()"));
    let count = tab.number("window.order.length");
    let mut faults = Vec::new();
    // Beyond the last control the browser's own come, and then the first one.
    for _ in 0..count + 4 {
        tab.press("Tab");
        let fault = tab.text(FOCUSED);
        if !fault.is_empty() {
            faults.push(fault);
        }
        if tab.number("window.reached.size - window.reached.has(-1)") == count {
            return faults;
        }
    }
    faults.push(tab.text(
        "'not reached: ' + window.order.filter((_, at) => !window.reached.has(at)).map((it) => `${it.tagName} ${it.id || it.className || it.textContent.trim().slice(0, 30)}`).join(', ')",
    ));
    faults
}

/// The widths at which the window scrolls sideways, with the book in the header as plain files have it.
fn too_narrow(tab: &mut Tab<'_>) -> Vec<String> {
    tab.run("document.querySelector('header.site nav').append(Object.assign(document.createElement('a'), { id: 'book', href: '#main', textContent: 'Book' }))");
    tab.settle();
    let over = WIDTHS.map(|width| {
        tab.look("light", width);
        let over = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
        (width, tab.number(over))
    });
    tab.run("document.getElementById('book').remove()");
    let over = over.into_iter().filter(|(_, over)| *over > 0);
    over.map(|(width, over)| format!("{over} pixels too wide at {width}"))
        .collect()
}

/// The violations that axe finds, light and wide, and dark and narrow.
fn violations(tab: &mut Tab<'_>, axe: &str) -> Vec<String> {
    tab.run(axe);
    let found = [("light", 1280), ("dark", 390)].map(|(scheme, width)| {
        tab.look(scheme, width);
        tab.settle();
        tab.run("window.found = null; axe.run({ resultTypes: ['violations'] }).then((found) => { window.found = JSON.stringify(found.violations.map((it) => [it.id, it.nodes.map((node) => node.html.slice(0, 160) + ' ' + (node.any[0]?.message ?? '')).slice(0, 3)])); })");
        tab.wait_for("typeof window.found === 'string'");
        format!("{scheme} {width}: {}", tab.text("window.found"))
    });
    let found = found.into_iter();
    found.filter(|found| !found.ends_with(": []")).collect()
}

/// The faults of the walk by Tab, wide and narrow.
fn unreached(tab: &mut Tab<'_>) -> Vec<String> {
    // Without motion a place is scrolled to at once.
    tab.prefer_motion("reduce");
    let mut faults = Vec::new();
    for width in [1280, 390] {
        tab.narrow(width);
        tab.settle();
        tab.run("if (!document.querySelector('dialog[open]')) document.activeElement?.blur()");
        let found = walked(tab).into_iter();
        faults.extend(found.map(|fault| format!("by Tab at {width}: {fault}")));
    }
    faults
}

/// Examines the states whose address is meant.
fn examine(is_meant: impl Fn(&str) -> bool) {
    by_server(served, |browser, url| {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../tools/axe.min.js");
        let axe = fs::read_to_string(path).ok();
        if axe.is_none() {
            skipped("axe-core", "deps-browser");
        }
        let states = states().into_iter();
        let mut faults = Vec::new();
        for (address, does) in states.filter(|(address, _)| is_meant(address)) {
            let mut tab = browser.tab(url);
            tab.look("light", 1280);
            tab.visit(&address);
            tab.run(does);
            let mut found = too_narrow(&mut tab);
            found.extend(axe.iter().flat_map(|axe| violations(&mut tab, axe)));
            found.extend(unreached(&mut tab));
            let found = found.into_iter();
            faults.extend(found.map(|fault| format!("{address} {does}: {fault}")));
            forget_refusal(&mut tab, &address);
            tab.finish();
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    });
}

#[test]
fn games_fit_are_accessible_and_are_walked_by_tab() {
    examine(|address| address.starts_with("/play") || address.starts_with("/learn"));
}

#[test]
fn walls_fit_are_accessible_and_are_walked_by_tab() {
    examine(|address| !address.starts_with("/play") && !address.starts_with("/learn"));
}
