//! The pages by keys alone: Tab reaches every control and leaves it again, what has the focus is seen, dialogs give it back,
//! and the main jobs of each page can be done.

use crate::chromium::Chromium;
use crate::server::Served;
use crate::states::{forget_refusal, served, states};
use crate::tab::Tab;
use crate::ways::each_way;

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

#[test]
fn tab_reaches_every_control_and_shows_where_it_is() {
    let Some(mut browser) = Chromium::start() else {
        return;
    };
    let server = served();
    let mut faults = Vec::new();
    for (address, does) in &states() {
        let mut tab = browser.tab();
        // Without motion a place is scrolled to at once.
        tab.prefer("reduce");
        tab.narrow(1280);
        tab.visit(&format!("{}{address}", server.url()));
        tab.run(does);
        for width in [1280, 390] {
            tab.narrow(width);
            tab.settle();
            tab.run("if (!document.querySelector('dialog[open]')) document.activeElement?.blur()");
            let found = walked(&mut tab).into_iter();
            faults.extend(found.map(|fault| format!("{width} {address} {does}: {fault}")));
        }
        forget_refusal(&mut tab, address);
        tab.finish_at(&server.url());
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Presses Tab until this has the focus.
fn tab_to(tab: &mut Tab<'_>, selector: &str) {
    for _ in 0..200 {
        tab.press("Tab");
        if tab.number(&format!("document.activeElement.matches({selector:?})")) == 1 {
            return;
        }
    }
    panic!("no Tab reaches {selector}");
}

fn type_keys(tab: &mut Tab<'_>, keys: &str) {
    for key in keys.chars() {
        tab.press(&key.to_string());
    }
}

#[test]
fn dialogs_keep_the_focus_and_give_it_back() {
    let Some(mut browser) = Chromium::start() else {
        return;
    };
    let server = Served::start();
    let cases = [
        ("/play?seed=7", "[data-opens=share]", "share"),
        ("/play?seed=7", "[data-opens=new]", "new"),
        ("/learn?seed=7", "[data-opens=share]", "share"),
        ("/explore?size=3x3", "#wall [data-cell]", "menu"),
    ];
    for (address, opener, dialog) in cases {
        let mut tab = browser.tab();
        tab.look("light", 1280);
        tab.visit(&format!("{}{address}", server.url()));
        tab_to(&mut tab, opener);
        tab.run("window.opener = document.activeElement");
        tab.press("Enter");
        tab.wait_for(&format!("document.getElementById({dialog:?}).open"));
        let within = format!(
            "document.getElementById({dialog:?}).contains(document.activeElement) || document.activeElement === document.body"
        );
        for _ in 0..30 {
            assert_eq!(tab.number(&within), 1, "{address} {dialog}");
            tab.press("Tab");
        }
        tab.press("Escape");
        tab.wait_for(&format!("!document.getElementById({dialog:?}).open"));
        let back = "document.activeElement === window.opener || document.activeElement.dataset.cell !== undefined && document.activeElement.dataset.cell === window.opener.dataset.cell";
        assert_eq!(tab.number(back), 1, "{address} {dialog} gives it back");
        tab.finish_at(&server.url());
    }
}

#[test]
fn tiles_are_taken_and_placed_by_keys() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!("{url}/play?seed=7&seat=human&seat=human"));
        tab_to(&mut tab, "[data-take]");
        let taken = "document.activeElement.dataset.take";
        let first = tab.text(taken);
        tab.press("ArrowRight");
        assert_ne!(tab.text(taken), first, "an arrow goes to other tiles");
        tab.press("Enter");
        tab.wait_for("document.activeElement.matches('.line.lit')");
        let line = "document.activeElement.dataset.to";
        let first = tab.text(line);
        tab.press("ArrowDown");
        let second = tab.text(line);
        assert_ne!(second, first, "an arrow goes to another line");
        tab.press("Enter");
        tab.wait_for("document.querySelectorAll('#log li').length === 1");
        let logged = tab.text("document.querySelector('#log li').textContent");
        assert!(logged.ends_with(&format!("line {second}")), "{logged}");
        assert_eq!(
            tab.number("document.activeElement.matches('[data-take]')"),
            1,
            "the next tiles are at hand"
        );
        tab.finish_at(url);
    });
}

#[test]
fn a_position_is_set_up_by_keys() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!("{url}/learn?seed=7"));
        tab_to(&mut tab, "#tab-moves");
        for _ in 0..3 {
            tab.press("ArrowRight");
        }
        tab.wait_for("document.querySelector('[data-slot]') !== null");
        // The table stands before its tabs.
        tab.run("document.getElementById('main').focus()");
        tab_to(&mut tab, "[data-slot]");
        let slot = "document.activeElement.dataset.slot";
        assert_eq!(tab.text(slot), "f0-0");
        tab.press("Delete");
        // The others move up.
        tab.wait_for("document.querySelector('[data-slot=\"f0-3\"]').ariaLabel.endsWith('empty')");
        tab.press("w");
        tab.wait_for("document.activeElement.ariaLabel.endsWith('white')");
        assert_eq!(tab.text(slot), "f0-0", "the focus stays");
        tab_to(&mut tab, "[data-brush=K]");
        tab.press("Enter");
        tab_to(&mut tab, "[data-slot='1l0-0']");
        tab.press("Space");
        tab.wait_for("document.activeElement.ariaLabel === 'Board 1, line 1, place 1: black'");
        tab.finish_at(url);
    });
}

#[test]
fn a_constraint_is_said_and_dropped_by_keys() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!("{url}/explore?size=3x3"));
        tab.wait_for("document.querySelector('.answer strong')?.textContent === '33'");
        tab_to(&mut tab, "#wall [data-cell]");
        tab.press("ArrowRight");
        tab.press("ArrowDown");
        assert_eq!(tab.text("document.activeElement.dataset.cell"), "5");
        tab.press("Enter");
        tab.wait_for("document.getElementById('menu').open");
        tab_to(&mut tab, "#menu [name=turn]");
        type_keys(&mut tab, "9");
        tab.press("Enter");
        tab.wait_for("location.search.includes('fix=5')");
        tab.wait_for("document.getElementById('constraints').textContent.includes('Cell 5 comes in turn 9.')");
        tab.wait_for("document.querySelector('.answer strong')?.textContent === '30'");
        tab_to(&mut tab, "#constraints .drop");
        tab.press("Enter");
        tab.wait_for("document.querySelector('.answer strong')?.textContent === '33'");
        assert_eq!(tab.number("location.search.includes('fix=')"), 0);
        tab.finish_at(url);
    });
}

#[test]
fn a_row_is_edited_by_keys() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!(
            "{url}/lab?size=1x2&sense=max&kind=case-study&exercise=half"
        ));
        let bound = "document.getElementById('bound')?.textContent";
        tab.wait_for(&format!("{bound} === '3 1/2'"));
        tab_to(&mut tab, "#rows");
        // Chromium keeps what was chosen in a text; a new one has the caret at its begin.
        tab.press("Enter");
        tab.press("ArrowUp");
        tab.type_text("B(1,1,2) + B(1,2,1) <= 0");
        tab.wait_for(&format!("{bound} === '3'"));
        // The text is left again.
        tab_to(&mut tab, "#undo");
        tab.press("Enter");
        tab.wait_for("!location.search.includes('row=')");
        tab.wait_for(&format!("{bound} === '3 1/2'"));
        tab.finish_at(url);
    });
}
