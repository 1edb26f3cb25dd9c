//! The pages only by keys: the focus after dialogs, a move, and a position. `explore` and `lab` have their own such tests.

use crate::server::PageServer;
use crate::tab::Tab;
use crate::ways::{in_each_tab, with_server};

/// Presses Tab until an element of a selector has the focus.
pub(crate) fn tab_to(tab: &mut Tab<'_>, selector: &str) {
    for _ in 0..200 {
        tab.press("Tab");
        if tab.holds(&format!("document.activeElement.matches({selector:?})")) {
            return;
        }
    }
    panic!("no Tab reaches {selector}");
}

#[test]
fn dialogs_keep_the_focus_and_return_the_focus() {
    with_server(PageServer::start, |browser, url| {
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
            tab.wait_for_element(&format!("#{dialog}[open]"));
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
            assert!(tab.holds(back), "{address} {dialog} returns the focus");
            tab.finish();
        }
    });
}

#[test]
fn a_move_is_played_by_keys() {
    in_each_tab(|tab| {
        tab.visit("/play?seed=7&seat=human&seat=human");
        tab_to(tab, "[data-take]");
        let tiles = "document.activeElement.dataset.take";
        let first = tab.text(tiles);
        tab.press("ArrowRight");
        assert_ne!(tab.text(tiles), first, "an arrow goes to other tiles");
        tab.press("Enter");
        tab.wait_for("document.activeElement.matches('.line.lit')");
        let line = "document.activeElement.dataset.to";
        let first = tab.text(line);
        tab.press("ArrowDown");
        let second = tab.text(line);
        assert_ne!(second, first, "an arrow goes to another line");
        tab.press("Enter");
        tab.wait_for_count("#log li", 1);
        let entry = tab.words("#log li");
        assert!(entry.ends_with(&format!("line {second}")), "{entry}");
        // The focus is on the next tiles.
        assert!(tab.holds("document.activeElement.matches('[data-take]')"));
    });
}

#[test]
fn a_position_is_set_up_by_keys() {
    in_each_tab(|tab| {
        tab.visit("/learn?seed=7");
        tab_to(tab, "#tab-moves");
        for _ in 0..3 {
            tab.press("ArrowRight");
        }
        tab.wait_for_element("[data-slot]");
        // The table is before its tabs.
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
