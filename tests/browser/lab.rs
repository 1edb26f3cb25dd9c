//! The page *Lab* in a real browser: rows are typed, and bound, verdicts, exercises and the address follow.

use crate::SCREENSHOTS;
use crate::tab::Tab;
use crate::ways::each_way;
use std::fs;

/// Waits until the page has said what it finds.
fn wait(tab: &mut Tab<'_>) {
    tab.wait_for("document.getElementById('found')?.ariaBusy === 'false'");
}

fn bound(tab: &mut Tab<'_>) -> String {
    tab.text("document.getElementById('bound').textContent")
}

/// Writes a line at the end of the rows.
fn write(tab: &mut Tab<'_>, row: &str) {
    tab.run("document.getElementById('rows').focus(); document.getElementById('rows').setSelectionRange(1e6, 1e6)");
    tab.type_text(row);
    tab.press("Enter");
    wait(tab);
}

#[test]
fn an_exercise_is_done_by_rows_that_are_typed() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!(
            "{url}/lab?size=1x2&sense=max&kind=case-study&exercise=half"
        ));
        wait(&mut tab);
        assert_eq!(bound(&mut tab), "3 1/2");
        write(&mut tab, "B(1,1,2) + B(1,2,1) <= ");
        let fault = "document.getElementById('fault')";
        tab.wait_for(&format!("!{fault}.hidden"));
        let words = tab.text(&format!("{fault}.textContent"));
        assert!(words.starts_with("Line "), "{words}");
        // What was found before stays, and is marked as old.
        assert_eq!(bound(&mut tab), "3 1/2");
        tab.press("Backspace");
        tab.type_text("0");
        wait(&mut tab);
        tab.wait_for("document.getElementById('bound').textContent === '3'");
        tab.wait_for("!document.getElementById('done').hidden");
        assert_eq!(
            tab.number("Number(document.getElementById('fault').hidden)"),
            1
        );
        // The link has it all, and the tab remembers what was done.
        assert!(
            tab.text("decodeURIComponent(location.search)")
                .contains("row=B(1,1,2)")
        );
        let again = tab.text("location.search");
        tab.visit(&format!("{url}/lab{again}"));
        wait(&mut tab);
        assert_eq!(bound(&mut tab), "3");
        assert!(
            tab.text("document.getElementById('rows').value")
                .contains("B(1,1,2) + B(1,2,1) <= 0")
        );
        assert_eq!(
            tab.text("document.querySelector('.done .state').textContent"),
            "✓ done"
        );
        tab.click("#reset");
        tab.wait_for("!location.search.includes('row=')");
        wait(&mut tab);
        assert_eq!(bound(&mut tab), "3 1/2");
        tab.finish_at(url);
    });
}

#[test]
fn an_order_that_is_cut_off_and_a_fractional_solution_are_drawn() {
    each_way(|browser, url| {
        fs::create_dir_all(SCREENSHOTS).expect("a folder");
        let mut tab = browser.tab();
        for (scheme, width) in [("light", 1280), ("dark", 768), ("light", 390)] {
            tab.look(scheme, width);
            tab.visit(&format!("{url}/lab?size=3x3&sense=max"));
            wait(&mut tab);
            assert_eq!(bound(&mut tab), "33");
            // A small wall for each cell.
            assert_eq!(
                tab.number("document.querySelectorAll('.film .scene').length"),
                9
            );
            write(&mut tab, "o(1,2) + o(2,3) <= 1");
            tab.wait_for("document.querySelectorAll('.changes .fails .filled').length === 9");
            let order = tab.text("document.querySelector('.changes .fails .mini').ariaLabel");
            assert_eq!(order, "The order 1 2 3 4 5 6 7 8 9");
            assert_eq!(
                tab.number("Math.max(0, document.documentElement.scrollWidth - innerWidth)"),
                0
            );
            let image = tab.screenshot();
            fs::write(format!("{SCREENSHOTS}/lab-{scheme}-{width}.png"), image).expect("a folder");
        }
        // Another wall is another program.
        tab.run("const wall = document.querySelector('[name=size]'); wall.value = '2x2'; wall.dispatchEvent(new Event('change', { bubbles: true }))");
        tab.wait_for("location.search.includes('size=2x2')");
        wait(&mut tab);
        assert_eq!(bound(&mut tab), "10");
        tab.finish_at(url);
    });
}
