//! The pages by keys alone: dialogs give the focus back, and the main jobs of each page can be done.

use crate::server::Served;
use crate::tab::Tab;
use crate::ways::{by_server, each_way};

/// Presses Tab until this has the focus.
fn tab_to(tab: &mut Tab<'_>, selector: &str) {
    for _ in 0..200 {
        tab.press("Tab");
        if tab.holds(&format!("document.activeElement.matches({selector:?})")) {
            return;
        }
    }
    panic!("no Tab reaches {selector}");
}

#[test]
fn dialogs_keep_the_focus_and_give_it_back() {
    by_server(Served::start, |browser, url| {
        let cases = [
            ("/play?seed=7", "[data-opens=share]", "share"),
            ("/play?seed=7", "[data-opens=new]", "new"),
            ("/learn?seed=7", "[data-opens=share]", "share"),
            ("/explore?size=3x3", "#wall [data-cell]", "menu"),
        ];
        for (address, opener, dialog) in cases {
            let mut tab = browser.tab(url);
            tab.look("light", 1280);
            tab.visit(address);
            tab_to(&mut tab, opener);
            tab.run("window.opener = document.activeElement");
            tab.press("Enter");
            tab.wait_for_some(&format!("#{dialog}[open]"));
            let within = format!(
                "document.getElementById({dialog:?}).contains(document.activeElement) || document.activeElement === document.body"
            );
            for _ in 0..30 {
                assert!(tab.holds(&within), "{address} {dialog}");
                tab.press("Tab");
            }
            tab.press("Escape");
            tab.wait_for_count(&format!("#{dialog}[open]"), 0);
            let back = "document.activeElement === window.opener || document.activeElement.dataset.cell !== undefined && document.activeElement.dataset.cell === window.opener.dataset.cell";
            assert!(tab.holds(back), "{address} {dialog} gives it back");
            tab.finish();
        }
    });
}

#[test]
fn tiles_are_taken_and_placed_by_keys() {
    each_way(|tab| {
        tab.visit("/play?seed=7&seat=human&seat=human");
        tab_to(tab, "[data-take]");
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
        tab.wait_for_count("#log li", 1);
        let logged = tab.words("#log li");
        assert!(logged.ends_with(&format!("line {second}")), "{logged}");
        // The next tiles are at hand.
        assert!(tab.holds("document.activeElement.matches('[data-take]')"));
    });
}

#[test]
fn a_position_is_set_up_by_keys() {
    each_way(|tab| {
        tab.visit("/learn?seed=7");
        tab_to(tab, "#tab-moves");
        for _ in 0..3 {
            tab.press("ArrowRight");
        }
        tab.wait_for_some("[data-slot]");
        // The table stands before its tabs.
        tab.run("document.getElementById('main').focus()");
        tab_to(tab, "[data-slot]");
        let slot = "document.activeElement.dataset.slot";
        assert_eq!(tab.text(slot), "f0-0");
        tab.press("Delete");
        // The others move up.
        tab.wait_for("document.querySelector('[data-slot=\"f0-3\"]').ariaLabel.endsWith('empty')");
        tab.press("w");
        tab.wait_for("document.activeElement.ariaLabel.endsWith('white')");
        assert_eq!(tab.text(slot), "f0-0", "the focus stays");
        tab_to(tab, "[data-brush=K]");
        tab.press("Enter");
        tab_to(tab, "[data-slot='1l0-0']");
        tab.press("Space");
        tab.wait_for("document.activeElement.ariaLabel === 'Board 1, line 1, place 1: black'");
    });
}

#[test]
fn a_constraint_is_said_and_dropped_by_keys() {
    each_way(|tab| {
        tab.visit("/explore?size=3x3");
        tab.wait_for_words(".answer strong", "33");
        tab_to(tab, "#wall [data-cell]");
        tab.press("ArrowRight");
        tab.press("ArrowDown");
        assert_eq!(tab.text("document.activeElement.dataset.cell"), "5");
        tab.press("Enter");
        tab.wait_for_some("#menu[open]");
        tab_to(tab, "#menu [name=turn]");
        tab.press("9");
        tab.press("Enter");
        tab.wait_for("location.search.includes('fix=5')");
        tab.wait_for_part("#constraints", "Cell 5 comes in turn 9.");
        tab.wait_for_words(".answer strong", "30");
        tab_to(tab, "#constraints .drop");
        tab.press("Enter");
        tab.wait_for_words(".answer strong", "33");
        assert!(!tab.holds("location.search.includes('fix=')"));
    });
}

#[test]
fn a_row_is_edited_by_keys() {
    each_way(|tab| {
        tab.visit("/lab?size=1x2&sense=max&kind=case-study&exercise=half");
        tab.wait_for_words("#bound", "3 1/2");
        tab_to(tab, "#rows");
        // Chromium keeps what was chosen in a text; a new one has the caret at its begin.
        tab.press("Enter");
        tab.press("ArrowUp");
        tab.type_text("B(1,1,2) + B(1,2,1) <= 0");
        tab.wait_for_words("#bound", "3");
        // The text is left again.
        tab_to(tab, "#reset");
        tab.press("Enter");
        tab.wait_for("!location.search.includes('row=')");
        tab.wait_for_words("#bound", "3 1/2");
    });
}
