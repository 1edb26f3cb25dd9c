//! Each state of the pages fits its window, has no violation by axe, and has every control in reach of Tab.

use crate::common::optional::skipped;
use crate::states::{forget_refusal, server_of_short_runs, states};
use crate::tab::Tab;
use crate::ways::with_server;
use std::fs;
use std::path::Path;

/// The widths of windows, in pixels.
const WIDTHS: [u32; 11] = [1280, 1024, 768, 720, 641, 480, 448, 412, 390, 385, 360];

/// The script to store the controls of the page. One radio button of a name takes the focus. The parts of a list of tabs or a wall are
/// in reach of arrows, without places of their own in the order.
const STORE_CONTROLS: &str = "const root = document.querySelector('dialog[open]') ?? document; \
    const selector = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]'; \
    const all = [...root.querySelectorAll(selector)].filter((it) => it.checkVisibility({ visibilityProperty: true }) && !it.disabled && it.tabIndex >= 0); \
    const groups = new Map(); \
    window.order = all.filter((it) => { if (it.type !== 'radio') return true; const own = it.closest('form'); const previous = groups.get(it.name); groups.set(it.name, own); return previous !== own; }); \
    window.reached = new Set();";

/// The fault of the focused element, or an empty text. An outline of two pixels is a ring, of the element or of the label
/// around the element, if visible. A part of the focused element has to be in sight.
const FOCUS_FAULT: &str = "(() => { const it = document.activeElement; \
    if (!it || it === document.body || it === document.documentElement) return ''; \
    const index = window.order.findIndex((one) => one === it || one.type === 'radio' && one.name === it.name && one.form === it.form); \
    window.reached.add(index); \
    const name = `${it.tagName} ${it.id || it.className || it.textContent.trim().slice(0, 30)}`; \
    if (it === window.last) return `${name} keeps the focus`; \
    window.last = it; \
    const ringed = [it, it.closest('label')].some((one) => { if (!one) return false; const style = getComputedStyle(one); return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 && style.opacity !== '0' && one.getBoundingClientRect().width > 2; }); \
    if (!ringed) return `${name} has no ring`; \
    const target = it.closest('label')?.matches(':has(:focus-visible)') ? it.closest('label') : it; \
    const box = target.getBoundingClientRect(); \
    const [left, right, top, bottom] = [Math.max(box.left, 0), Math.min(box.right, innerWidth), Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]; \
    const isInSight = [0.1, 0.5, 0.9].some((x) => [0.1, 0.5, 0.9].some((y) => { const hit = document.elementFromPoint(left + x * (right - left), top + y * (bottom - top)); return hit && (target.contains(hit) || hit.contains(target)); })); \
    return left < right && top < bottom && isInSight ? '' : `${name} is out of sight at ${Math.round(box.left)} ${Math.round(box.top)}`; })()";

/// The faults of a walk through the page by Tab, and the unreached controls.
fn tab_faults(tab: &mut Tab<'_>) -> Vec<String> {
    tab.run(&format!("(() => {{ {STORE_CONTROLS} }})()"));
    let count = tab.number("window.order.length");
    let mut faults = Vec::new();
    // The browser's own controls come after the last control, and then the first control again.
    for _ in 0..count + 4 {
        tab.press("Tab");
        let fault = tab.text(FOCUS_FAULT);
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

/// The widths at which the page is too wide, with the link to the book in the header of plain files.
fn overflows(tab: &mut Tab<'_>) -> Vec<String> {
    tab.run("document.querySelector('header.site nav').append(Object.assign(document.createElement('a'), { id: 'book', href: '#main', textContent: 'Book' }))");
    tab.settle();
    let overflows = WIDTHS.map(|width| {
        tab.look("light", width);
        let overflow =
            "document.documentElement.scrollWidth - document.documentElement.clientWidth";
        (width, tab.number(overflow))
    });
    tab.run("document.getElementById('book').remove()");
    let overflows = overflows.into_iter().filter(|(_, pixels)| *pixels > 0);
    overflows
        .map(|(width, pixels)| format!("{pixels} pixels too wide at {width}"))
        .collect()
}

/// The violations by axe, light and wide, and dark and narrow.
fn violations(tab: &mut Tab<'_>, axe: &str) -> Vec<String> {
    tab.run(axe);
    let violations = [("light", 1280), ("dark", 390)].map(|(scheme, width)| {
        tab.look(scheme, width);
        tab.settle();
        tab.run("window.violations = null; axe.run({ resultTypes: ['violations'] }).then((result) => { window.violations = JSON.stringify(result.violations.map((it) => [it.id, it.nodes.map((node) => node.html.slice(0, 160) + ' ' + (node.any[0]?.message ?? '')).slice(0, 3)])); })");
        tab.wait_for("typeof window.violations === 'string'");
        format!("{scheme} {width}: {}", tab.text("window.violations"))
    });
    let violations = violations.into_iter();
    violations
        .filter(|violation| !violation.ends_with(": []"))
        .collect()
}

/// The faults of walks by Tab, wide and narrow.
fn faults_by_tab(tab: &mut Tab<'_>) -> Vec<String> {
    // Without motion the page scrolls at once.
    tab.prefer_motion("reduce");
    let mut faults = Vec::new();
    for width in [1280, 390] {
        tab.set_size(width, 900);
        tab.settle();
        tab.run("if (!document.querySelector('dialog[open]')) document.activeElement?.blur()");
        let walk = tab_faults(tab).into_iter();
        faults.extend(walk.map(|fault| format!("by Tab at {width}: {fault}")));
    }
    faults
}

/// Examines the states whose address satisfies a predicate.
fn examine(predicate: impl Fn(&str) -> bool) {
    with_server(server_of_short_runs, |browser, url| {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../tools/axe.min.js");
        let axe = fs::read_to_string(path).ok();
        if axe.is_none() {
            skipped("axe-core", "deps-browser");
        }
        let states = states().into_iter();
        let mut faults = Vec::new();
        for (address, script) in states.filter(|(address, _)| predicate(address)) {
            let mut tab = browser.tab(url);
            tab.look("light", 1280);
            tab.visit(&address);
            tab.run(script);
            let mut faults_of_state = overflows(&mut tab);
            faults_of_state.extend(axe.iter().flat_map(|axe| violations(&mut tab, axe)));
            faults_of_state.extend(faults_by_tab(&mut tab));
            let faults_of_state = faults_of_state.into_iter();
            faults.extend(faults_of_state.map(|fault| format!("{address} {script}: {fault}")));
            forget_refusal(&mut tab, &address);
            tab.finish();
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    });
}

#[test]
fn games_fit_are_accessible_and_are_in_reach_of_tab() {
    examine(|address| address.starts_with("/play") || address.starts_with("/learn"));
}

#[test]
fn walls_fit_are_accessible_and_are_in_reach_of_tab() {
    examine(|address| !address.starts_with("/play") && !address.starts_with("/learn"));
}
