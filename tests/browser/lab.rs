//! The page *Lab* in a real browser: rows by keyboard, with their bound, verdicts, exercises and address.

use crate::keys::tab_to;
use crate::tab::Tab;
use crate::ways::in_each_tab;

/// Waits for the results of the page.
fn wait(tab: &mut Tab<'_>) {
    tab.wait_for("document.getElementById('found')?.ariaBusy === 'false'");
}

fn bound(tab: &mut Tab<'_>) -> String {
    tab.words("#bound")
}

/// Writes a line at the end of the rows.
fn write(tab: &mut Tab<'_>, row: &str) {
    tab.run("document.getElementById('rows').focus(); document.getElementById('rows').setSelectionRange(1e6, 1e6)");
    tab.type_text(row);
    tab.press("Enter");
    wait(tab);
}

#[test]
fn an_exercise_is_done_by_keyboard() {
    in_each_tab(|tab| {
        tab.visit("/lab?size=1x2&sense=max&kind=case-study&exercise=half");
        wait(tab);
        assert_eq!(bound(tab), "3 1/2");
        tab_to(tab, "#rows");
        write(tab, "B(1,1,2) + B(1,2,1) <= ");
        tab.wait_for("!document.getElementById('fault').hidden");
        let words = tab.words("#fault");
        assert!(words.starts_with("Line "), "{words}");
        // The results before the fault stay, and are marked as old.
        assert_eq!(bound(tab), "3 1/2");
        tab.press("Backspace");
        tab.type_text("0");
        wait(tab);
        tab.wait_for_words("#bound", "3");
        tab.wait_for("!document.getElementById('done').hidden");
        assert!(tab.holds("document.getElementById('fault').hidden"));
        // The link has the rows, and the tab stores the exercises that are done.
        assert!(tab.holds("decodeURIComponent(location.search).includes('row=B(1,1,2)')"));
        let query = tab.text("location.search");
        tab.visit(&format!("/lab{query}"));
        wait(tab);
        assert_eq!(bound(tab), "3");
        let rows = tab.text("document.getElementById('rows').value");
        assert!(rows.contains("B(1,1,2) + B(1,2,1) <= 0"), "{rows}");
        assert_eq!(tab.words(".done .state"), "✓ done");
        // The focus leaves the text on its way.
        tab_to(tab, "#reset");
        tab.press("Enter");
        tab.wait_for("!location.search.includes('row=')");
        wait(tab);
        assert_eq!(bound(tab), "3 1/2");
    });
}

#[test]
fn pictures_show_an_excluded_order_and_a_fractional_solution() {
    in_each_tab(|tab| {
        for (scheme, width) in [("light", 1280), ("dark", 768), ("light", 390)] {
            tab.look(scheme, width);
            tab.visit("/lab?size=3x3&sense=max");
            wait(tab);
            assert_eq!(bound(tab), "33");
            // A small wall for each cell.
            assert_eq!(tab.count(".film .scene"), 9);
            write(tab, "o(1,2) + o(2,3) <= 1");
            tab.wait_for_count(".changes .fails .filled", 9);
            let order = tab.text("document.querySelector('.changes .fails .mini').ariaLabel");
            assert_eq!(order, "The order 1 2 3 4 5 6 7 8 9");
            tab.assert_fits(&format!("lab-{scheme}-{width}"));
        }
        // Another wall is another program.
        tab.change("[name=size]", "2x2");
        tab.wait_for("location.search.includes('size=2x2')");
        wait(tab);
        assert_eq!(bound(tab), "10");
    });
}
