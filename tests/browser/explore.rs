//! The page *Explore* in a real browser: its main path by mouse and by keyboard, and its speed.

use crate::chromium::wait;
use crate::keys::tab_to;
use crate::server::LONG;
use crate::tab::Tab;
use crate::ways::{in_each_tab, in_server_tab, with_each_site};
use resvg::tiny_skia::Pixmap;
use std::fs;

const CELL: &str = "#wall [data-cell='5']";

/// Waits for the whole answer to the last query, which has words at its beginning.
fn wait_for_answer(tab: &mut Tab<'_>, words: &str) {
    let answer = "document.querySelector('#answer .answer')?.textContent.trim()";
    let is_done = "document.readyState === 'complete' \
                   && document.getElementById('explore')?.ariaBusy !== 'true'";
    tab.wait_for(&format!(
        "{is_done} && {answer}?.startsWith({words:?}) === true"
    ));
}

fn query(tab: &mut Tab<'_>) -> String {
    tab.text("decodeURIComponent(location.search)")
}

/// The turn of a cell.
pub(crate) fn turn(tab: &mut Tab<'_>, cell: u32) -> u64 {
    tab.number(&format!(
        "document.querySelector(\"#wall [data-cell='{cell}']\").dataset.turn"
    ))
}

/// Puts the centre of 3×3 last, by mouse.
fn put_the_centre_last(tab: &mut Tab<'_>) {
    tab.click(CELL);
    tab.wait_for_element("#menu[open]");
    tab.run("document.querySelector('#say [name=turn]').value = 9");
    tab.click("#say [value=fix]");
    wait_for_answer(tab, "30"); // case study, section VI
}

#[test]
fn a_cell_is_fixed_dragged_and_freed_by_mouse() {
    in_each_tab(|tab| {
        tab.visit("/explore?size=3x3");
        wait_for_answer(tab, "33"); // case study, table 2
        put_the_centre_last(tab);
        assert!(query(tab).contains("fix=5@9"));
        assert_eq!(turn(tab, 5), 9);
        tab.wait_for_part("#count", "088 orders are optimal");
        tab.drag("#wall [data-cell='9']", "#wall [data-cell='1']");
        tab.wait_for("location.search.includes('before=9')");
        tab.wait_for_count(".constraints li", 2);
        wait_for_answer(tab, "30");
        assert!(turn(tab, 9) < turn(tab, 1));
        tab.click("[data-drop='0']");
        wait_for_answer(tab, "33");
        tab.run("history.back()");
        wait_for_answer(tab, "30");
    });
}

#[test]
fn everything_can_be_done_by_keyboard() {
    in_each_tab(|tab| {
        tab.visit("/explore?size=3x3");
        wait_for_answer(tab, "33");
        // The first stop is the link beyond the navigation.
        tab.press("Tab");
        assert_eq!(tab.text("document.activeElement.className"), "skip");
        tab_to(tab, "#wall [data-cell]");
        tab.press("ArrowDown");
        tab.press("ArrowRight");
        assert_eq!(tab.text("document.activeElement.dataset.cell"), "5");
        tab.press("Enter");
        tab.wait_for_element("#menu[open]");
        // The focus is in the dialogue, and returns.
        assert_eq!(tab.text("document.activeElement.name"), "turn");
        tab.run("document.activeElement.select()");
        tab.type_text("9");
        tab.press("Enter");
        wait_for_answer(tab, "30");
        assert_eq!(tab.text("document.activeElement.dataset.cell"), "5");
        assert!(query(tab).contains("fix=5"));
        tab.wait_for_part("#constraints", "Cell 5 comes in turn 9.");
        tab_to(tab, "#constraints .drop");
        tab.press("Enter");
        wait_for_answer(tab, "33");
        assert!(!query(tab).contains("fix"));
        tab.run("document.getElementById('slider').focus()");
        tab.press("Home");
        tab.press("ArrowRight");
        tab.wait_for_prefix("#sentence", "Turn 1:");
        assert_eq!(tab.count("#wall .later"), 8);
    });
}

#[test]
fn constraints_of_a_conflict_are_marked_and_a_click_drops_one() {
    in_each_tab(|tab| {
        tab.visit("/explore?size=4x4&before=1:2&before=2:3&before=3:1&fix=16@1");
        wait_for_answer(tab, "No order");
        tab.wait_for_count(".constraints .clash", 3);
        assert_eq!(tab.count("#wall .clash"), 3);
        tab.click(".constraints .clash [data-drop]");
        tab.wait_for_element("#answer [data-status=optimal]");
        assert_eq!(tab.count(".clash"), 0);
    });
}

/// A number that is no size and a name that is no field are faults, and leave the page without an answer.
#[test]
fn a_fault_of_the_address_stays_on_the_screen() {
    in_each_tab(|tab| {
        for query in [
            "size=13x13",
            "size=0",
            "size=5x5&fixx=13@25",
            "size=5x5&rule=round",
        ] {
            tab.visit(&format!("/explore?{query}"));
            tab.wait_for_words("#status", "The address has faults.");
            assert_eq!(tab.count(".faults li"), 1);
            assert_eq!(tab.words("#answer"), "");
        }
        tab.click("[data-drop='']");
        wait_for_answer(tab, "145"); // thesis, table 3
        assert_eq!(tab.count(".faults"), 0);
    });
}

#[test]
fn another_size_names_the_dropped_constraints() {
    in_each_tab(|tab| {
        tab.visit("/explore?size=3x3&fix=5@9&before=1:2");
        wait_for_answer(tab, "29");
        tab.change("#form [name=rows]", "2");
        tab.wait_for_prefix("#dropped", "2 things that were said of cells are gone");
        tab.run("history.back()");
        wait_for_answer(tab, "29");
        assert_eq!(tab.words("#dropped"), "");
    });
}

/// Each choice of the menu has a field of the address. The fields of a cell end with the constraints of the cell.
#[test]
fn every_choice_of_the_menu_is_stated_and_dropped() {
    in_each_tab(|tab| {
        tab.visit("/explore?size=3x3");
        wait_for_answer(tab, "33");
        for (flag, field, numbers, part) in [
            ("fix", "cell", "{ turn: 4 }", "fix=5@4"),
            ("fix", "cell", "{ turn: 9 }", "fix=5@9"),
            ("window", "cell", "{ from: 2, to: 9 }", "window=5@2-9"),
            ("before", "then", "{ first: 1 }", "before=1:5"),
            ("before", "first", "{ then: 6 }", "before=5:6"),
            ("first", "cells", "{}", "first=5"),
            ("last", "cells", "{}", "last=5"),
            ("only", "cells", "{ from: 3, to: 3 }", "only=5@3-3"),
        ] {
            tab.click(CELL);
            tab.wait_for_element("#menu[open]");
            let choice = format!("#say [data-flag={flag}][data-field={field}]");
            tab.run(&format!(
                "for (const [name, value] of Object.entries({numbers})) document.querySelector('{choice} [name=' + name + ']').value = value"
            ));
            tab.click(&format!("{choice} button"));
            tab.wait_for(&format!(
                "decodeURIComponent(location.search).includes('{part}')"
            ));
        }
        assert!(!query(tab).contains("fix=5@4"), "a cell has one turn");
        tab.run("document.querySelector(\"#wall [data-cell='5']\").focus()");
        tab.press("Delete");
        wait_for_answer(tab, "33");
        assert_eq!(query(tab), "?size=3x3&sense=max");
    });
}

#[test]
fn a_family_of_cuts_is_switched_off_and_fractions_show() {
    in_each_tab(|tab| {
        tab.visit("/explore?size=4x4&sense=min");
        wait_for_answer(tab, "52");
        tab.click("#mip > summary");
        tab.click("#relax");
        tab.wait_for_words("#bound", "52");
        tab.click("[name=family][value=line-cuts]");
        tab.wait_for("Number.parseFloat(document.getElementById('bound').textContent) < 52");
        tab.click("#fractions [data-cell='6']");
        tab.wait_for_part("#formulation", "that speak of cell 6");
        assert!(tab.count("#fractions .fraction") > 0);
        let query = query(tab);
        for part in ["kind=ordering", "without=line-cuts", "cell=6"] {
            assert!(query.contains(part), "a link shows the same: {query}");
        }
    });
}

/// The time of a change of a 5×5 wall, from the click on a cell to the answer on the page, with the centre in each of 21
/// turns: the median is printed.
#[test]
fn a_change_is_answered_quickly() {
    in_each_tab(|tab| {
        tab.visit("/explore?size=5x5");
        wait_for_answer(tab, "145");
        let changes = "(async () => {
            const times = [];
            const page = document.getElementById('explore');
            const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
            for (let turn = 1; turn <= 21; turn += 4) {
                const start = performance.now();
                document.querySelector('#wall [data-cell=\"13\"]').click();
                document.querySelector('#say [name=turn]').value = turn;
                document.querySelector('#say [value=fix]').click();
                while (page.ariaBusy !== 'false') await frame();
                const shownTurn = document.querySelector('#wall [data-cell=\"13\"]').dataset.turn;
                if (Number(shownTurn) !== turn) throw new Error(`turn ${shownTurn}, not ${turn}`);
                times.push(performance.now() - start);
            }
            window.times = times.map(Math.round);
        })()";
        tab.run(changes);
        tab.wait_for("window.times !== undefined");
        let times = tab.text("window.times.join(' ')");
        let median = tab.number("[...window.times].sort((one, other) => one - other)[3]");
        eprintln!("a change of a 5×5 wall is answered in {median} ms (median of {times})");
    });
}

#[test]
fn the_page_fits_in_light_and_dark_wide_and_narrow() {
    with_each_site(|browser, url| {
        for (name, wall) in [
            ("explore", "size=5x5&fix=13@24&before=1:2&initial=25"),
            ("explore-12", "size=12x12"),
        ] {
            let mut tab = browser.tab(url);
            tab.look("light", 1200);
            tab.visit(&format!("/explore?{wall}"));
            tab.wait_for_element("#wall .filled");
            for scheme in ["light", "dark"] {
                for width in [1200, 360] {
                    tab.look(scheme, width);
                    tab.settle();
                    tab.assert_fits(&format!("{name}-{scheme}-{width}"));
                }
            }
            tab.finish();
        }
    });
}

#[test]
fn questions_have_answers_with_links() {
    in_each_tab(|tab| {
        tab.visit("/explore?size=3x3&fix=5@9");
        wait_for_answer(tab, "30"); // case study, section VI
        tab.click("#more-questions summary");
        tab.run("document.querySelector('[data-ask=tiles] [name=points]').value = 20");
        tab.click("[data-ask=tiles] button");
        tab.wait_for_count("#more-answer tbody tr", 10);
        // Eight tiles do without the turn of the centre.
        let line = "document.querySelectorAll('#more-answer tbody tr')[9].innerText";
        let line = tab.text(&format!("{line}.trim().split(/\\s+/).join()"));
        assert_eq!(line, "9,30");
        tab.wait_for_part("#more-answer b", "that score 20 are");
        tab.click("[data-ask=near] button");
        tab.wait_for_count("#more-answer .near li", 20);
        tab.click("#more-answer .near li:last-child a");
        wait_for_answer(tab, "30");
        tab.wait_for_element("#kept .wall");
        // A change of the wall removes the answer.
        tab.click("#more-questions summary");
        tab.click("[data-ask=missing] button");
        tab.wait_for_count("#more-answer .missing td", 9);
        tab.click("[data-drop='0']");
        wait_for_answer(tab, "33"); // case study, table 2
        assert!(tab.holds("document.getElementById('more-answer').innerHTML === ''"));
    });
}

#[test]
fn the_page_without_scripts_has_the_answer() {
    in_server_tab(|tab| {
        tab.disable_scripts();
        tab.visit("/explore?size=3x3&fix=5@9");
        assert_eq!(tab.count("#wall .filled"), 9);
        assert!(tab.words("#answer").contains("No order scores more"));
        tab.click(".drop");
        tab.wait_for("!location.search.includes('fix')");
    });
}

#[test]
fn a_long_search_stops_at_a_click() {
    in_each_tab(|tab| {
        tab.visit(&LONG.replacen("/run", "", 1));
        tab.wait_for("document.getElementById('halt').getClientRects().length === 1");
        tab.click("#halt");
        tab.wait_for_prefix("#status", "Stopped.");
        assert_eq!(tab.visible_count("#halt"), 0);
    });
}

#[test]
fn an_example_has_its_answer_and_its_story() {
    in_each_tab(|tab| {
        tab.visit("/explore");
        wait_for_answer(tab, "145"); // thesis, table 3
        tab.click(".cards a");
        tab.wait_for("location.search.includes('fix=13')");
        wait_for_answer(tab, "136");
        let story = tab.words("#story");
        for part in [
            "Together they earn 130: 10 points are lost",
            "The costliest is turn",
            "Without the constraint, the maximum is 145: it costs 9 points.",
        ] {
            assert!(story.contains(part), "{part}: {story}");
        }
        assert_eq!(tab.count("#story .lines tbody tr"), 10);
        let losing = tab.count("#story .lines .loses");
        assert_eq!(losing, 2, "the lines of the centre");
    });
}

#[test]
fn the_line_of_a_row_marks_the_cells_of_the_row() {
    in_each_tab(|tab| {
        tab.visit("/explore?size=3x3");
        wait_for_answer(tab, "33");
        tab.run("document.querySelector('#stating [name=row]').focus()");
        tab.type_text("count(row 3, 2) >= 2");
        tab.press("Enter");
        let level = "count(row 3, 2) >= 2 level: 2 ≥ 2, tight";
        tab.wait_for_words("#story .rows li", level);
        assert!(query(tab).contains("subject-to=count(row+3"));
        tab.settle();
        let cells = "[...document.querySelectorAll('#wall .spoken')].map((it) => it.dataset.cell).join(' ')";
        assert_eq!(tab.text(cells), "");
        // The page may replace the story under the pointer: the next movement of the pointer marks the cells.
        let mut tries = 0..20;
        while tab.text(cells) != "7 8 9" {
            assert!(tries.next().is_some(), "the line marks no cell");
            tab.click("#story h2");
            tab.click("#story .rows li");
        }
        tab.click("#story h2");
        assert_eq!(tab.text(cells), "");
        tab.run("document.querySelector('#stating [name=row]').focus()");
        tab.type_text("turn(9) < 3");
        tab.press("Enter");
        tab.wait_for_part(".constraints .warning", "is no part of a row");
    });
}

#[test]
fn two_walls_are_compared_by_a_link() {
    in_each_tab(|tab| {
        tab.visit("/explore?size=3x3");
        wait_for_answer(tab, "33");
        tab.click("#replay a.button");
        tab.wait_for("location.search.includes('kept=')");
        tab.wait_for_words("#difference", "Both walls score 33.");
        // The stored wall stays, and the other wall changes.
        tab.settle();
        put_the_centre_last(tab);
        let less = "The first wall scores 3 points less than this one.";
        tab.wait_for_words("#difference", less);
        // A link shows the same comparison. An exchange of the walls shows the opposite comparison.
        let link = tab.text("location.href");
        tab.visit(&link);
        wait_for_answer(tab, "30");
        tab.wait_for_words("#difference", less);
        tab.wait_for_part("#kept", "Cell 5 comes in turn 9.");
        tab.run("document.querySelector('#kept a.button').click()");
        wait_for_answer(tab, "33");
        let more = "The first wall scores 3 points more than this one.";
        tab.wait_for_words("#difference", more);
        tab.run("document.querySelector('#kept .controls a:last-child').click()");
        tab.wait_for("!location.search.includes('kept')");
        wait_for_answer(tab, "33");
    });
}

#[test]
fn the_wall_is_saved_as_a_picture() {
    in_each_tab(|tab| {
        let downloads = tempfile::tempdir().expect("a folder");
        tab.browser.save_to(downloads.path());
        tab.look("light", 1280);
        tab.visit("/explore?size=3x3&fix=5@9");
        wait_for_answer(tab, "30");
        tab.click("[data-save=svg]");
        let path = downloads.path().join("wall.svg");
        let text = wait("wall.svg", || {
            let text = fs::read_to_string(&path).ok()?;
            text.ends_with("</svg>").then_some(text)
        });
        let picture = roxmltree::Document::parse(&text).expect("SVG");
        let elements = |name: &'static str| {
            let nodes = picture.descendants();
            nodes.filter(move |element| element.has_tag_name(("http://www.w3.org/2000/svg", name)))
        };
        let words: Vec<&str> = elements("text")
            .filter_map(|element| element.text())
            .collect();
        assert_eq!(words[0], "30 points: the proven maximum");
        for turn in 1..=9 {
            assert!(words.contains(&&*turn.to_string()), "{turn}: {words:?}");
        }
        assert!(words.contains(&"=9"), "the constraint: {words:?}");
        // The first tile has the first glaze, and the last tile the last glaze.
        let fills: Vec<_> = elements("rect")
            .filter_map(|element| element.attribute("fill"))
            .collect();
        for glaze in ["rgb(230, 239, 251)", "rgb(31, 78, 153)"] {
            assert!(fills.contains(&glaze), "{fills:?}");
        }
        tab.click("[data-save=png]");
        let path = downloads.path().join("wall.png");
        let image = wait("wall.png", || {
            Pixmap::decode_png(&fs::read(&path).ok()?).ok()
        });
        let width = picture.root_element().attribute("width");
        let width: u32 = width.and_then(|width| width.parse().ok()).expect("a width");
        assert_eq!(image.width(), 2 * width);
    });
}
