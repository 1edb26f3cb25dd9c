//! The page *Explore* in a real browser: its main path by mouse and by keyboard, and how quick it is.

use crate::server::LONG;
use crate::tab::Tab;
use crate::ways::{each_place, each_way, of_server};
use resvg::tiny_skia::Pixmap;
use std::fs;

const CELL: &str = "#wall [data-cell='5']";

/// Waits until the answer to what is asked now is there, with what stands below it, and nothing is to come.
fn answered(tab: &mut Tab<'_>, words: &str) {
    let answer = "document.querySelector('#answer .answer')?.textContent.trim()";
    let is_done = "document.readyState === 'complete' \
                   && document.getElementById('explore')?.ariaBusy !== 'true'";
    tab.wait_for(&format!(
        "{is_done} && {answer}?.startsWith({words:?}) === true"
    ));
}

fn address(tab: &mut Tab<'_>) -> String {
    tab.text("decodeURIComponent(location.search)")
}

/// The turn of a cell.
pub(crate) fn turn(tab: &mut Tab<'_>, cell: u32) -> u64 {
    tab.number(&format!(
        "document.querySelector(\"#wall [data-cell='{cell}']\").dataset.turn"
    ))
}

/// Says by mouse that the centre of 3×3 comes last.
fn put_the_centre_last(tab: &mut Tab<'_>) {
    tab.click(CELL);
    tab.wait_for_some("#menu[open]");
    tab.run("document.querySelector('#say [name=turn]').value = 9");
    tab.click("#say [value=fix]");
    answered(tab, "30"); // case study, section VI
}

#[test]
fn a_cell_is_fixed_dragged_and_freed_by_mouse() {
    each_way(|tab| {
        tab.visit("/explore?size=3x3");
        answered(tab, "33"); // case study, table 2
        put_the_centre_last(tab);
        assert!(address(tab).contains("fix=5@9"));
        assert_eq!(turn(tab, 5), 9);
        tab.wait_for_part("#count", "088 orders are optimal");
        tab.drag("#wall [data-cell='9']", "#wall [data-cell='1']");
        tab.wait_for("location.search.includes('before=9')");
        tab.wait_for_count(".constraints li", 2);
        answered(tab, "30");
        assert!(turn(tab, 9) < turn(tab, 1));
        tab.click("[data-drop='0']");
        answered(tab, "33");
        tab.run("history.back()");
        answered(tab, "30");
    });
}

#[test]
fn everything_can_be_done_by_keyboard() {
    each_way(|tab| {
        tab.visit("/explore?size=3x3");
        answered(tab, "33");
        // The first stop is the link that leads past the navigation.
        tab.press("Tab");
        assert_eq!(tab.text("document.activeElement.className"), "skip");
        tab.run("document.querySelector('#wall [tabindex=\"0\"]').focus()");
        tab.press("ArrowDown");
        tab.press("ArrowRight");
        assert_eq!(tab.text("document.activeElement.dataset.cell"), "5");
        tab.press("Enter");
        tab.wait_for_some("#menu[open]");
        // The focus is in the dialogue, and comes back.
        assert_eq!(tab.text("document.activeElement.name"), "turn");
        tab.run("document.activeElement.select()");
        tab.type_text("9");
        tab.press("Enter");
        answered(tab, "30");
        assert_eq!(tab.text("document.activeElement.dataset.cell"), "5");
        tab.press("Delete");
        answered(tab, "33");
        assert!(!address(tab).contains("fix"));
        tab.run("document.getElementById('slider').focus()");
        tab.press("Home");
        tab.press("ArrowRight");
        tab.wait_for_begin("#sentence", "Turn 1:");
        assert_eq!(tab.count("#wall .later"), 8);
    });
}

#[test]
fn constraints_that_clash_light_up_and_a_click_drops_one() {
    each_way(|tab| {
        tab.visit("/explore?size=4x4&before=1:2&before=2:3&before=3:1&fix=16@1");
        answered(tab, "No order");
        tab.wait_for_count(".constraints .clash", 3);
        assert_eq!(tab.count("#wall .clash"), 3);
        tab.click(".constraints .clash [data-drop]");
        tab.wait_for_some("#answer [data-status=optimal]");
        assert_eq!(tab.count(".clash"), 0);
    });
}

/// A number that is no size, a name that is no field: told, and nothing else is answered.
#[test]
fn a_fault_of_the_address_stays_on_the_screen() {
    each_way(|tab| {
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
        answered(tab, "145"); // thesis, table 3
        assert_eq!(tab.count(".faults"), 0);
    });
}

#[test]
fn another_size_says_what_is_gone_with_the_old_one() {
    each_way(|tab| {
        tab.visit("/explore?size=3x3&fix=5@9&before=1:2");
        answered(tab, "29");
        let rows = "document.querySelector('#form [name=rows]')";
        tab.run(&format!(
            "{rows}.value = 2; {rows}.dispatchEvent(new Event('change', {{ bubbles: true }}))"
        ));
        tab.wait_for_begin("#dropped", "2 things that were said of cells are gone");
        tab.run("history.back()");
        answered(tab, "29");
        assert_eq!(tab.words("#dropped"), "");
    });
}

/// Each choice of the menu, kind by kind, stands in the address, and goes when the cell is cleared.
#[test]
fn every_choice_of_the_menu_is_said_and_taken_back() {
    each_way(|tab| {
        tab.visit("/explore?size=3x3");
        answered(tab, "33");
        for (flag, field, numbers, said) in [
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
            tab.wait_for_some("#menu[open]");
            let choice = format!("#say [data-flag={flag}][data-field={field}]");
            tab.run(&format!(
                "for (const [name, value] of Object.entries({numbers})) document.querySelector('{choice} [name=' + name + ']').value = value"
            ));
            tab.click(&format!("{choice} button"));
            tab.wait_for(&format!(
                "decodeURIComponent(location.search).includes('{said}')"
            ));
        }
        assert!(!address(tab).contains("fix=5@4"), "a cell has one turn");
        tab.run("document.querySelector(\"#wall [data-cell='5']\").focus()");
        tab.press("Delete");
        answered(tab, "33");
        assert_eq!(address(tab), "?size=3x3&sense=max");
    });
}

#[test]
fn a_family_of_cuts_is_switched_off_and_fractions_show() {
    each_way(|tab| {
        tab.visit("/explore?size=4x4&sense=min");
        answered(tab, "52");
        tab.click("#mip > summary");
        tab.click("#relax");
        tab.wait_for_words("#bound", "52");
        tab.click("[name=family][value=line-cuts]");
        tab.wait_for("Number.parseFloat(document.getElementById('bound').textContent) < 52");
        tab.click("#fractions [data-cell='6']");
        tab.wait_for_part("#formulation", "that speak of cell 6");
        assert!(tab.count("#fractions .fraction") > 0);
        let address = address(tab);
        for part in ["kind=ordering", "without=line-cuts", "cell=6"] {
            assert!(address.contains(part), "a link shows the same: {address}");
        }
    });
}

/// A change of a 5×5 wall, from the click that opens the menu to the answer on the page, with the centre in each of 21
/// turns: the median is printed.
#[test]
fn a_change_is_answered_quickly() {
    each_way(|tab| {
        tab.visit("/explore?size=5x5");
        answered(tab, "145");
        let changes = "(async () => {
            const times = [];
            const page = document.getElementById('explore');
            const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
            for (let turn = 1; turn <= 21; turn += 4) {
                const began = performance.now();
                document.querySelector('#wall [data-cell=\"13\"]').click();
                document.querySelector('#say [name=turn]').value = turn;
                document.querySelector('#say [value=fix]').click();
                while (page.ariaBusy !== 'false') await drawn();
                const shown = document.querySelector('#wall [data-cell=\"13\"]').dataset.turn;
                if (Number(shown) !== turn) throw new Error(`turn ${shown}, not ${turn}`);
                times.push(performance.now() - began);
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
    each_place(|browser, url| {
        for (name, wall) in [
            ("explore", "size=5x5&fix=13@24&before=1:2&initial=25"),
            ("explore-12", "size=12x12"),
        ] {
            let mut tab = browser.tab(url);
            tab.look("light", 1200);
            tab.visit(&format!("/explore?{wall}"));
            tab.wait_for_some("#wall .filled");
            for scheme in ["light", "dark"] {
                for width in [1200, 360] {
                    tab.look(scheme, width);
                    tab.settle();
                    tab.fits(&format!("{name}-{scheme}-{width}"));
                }
            }
            tab.finish();
        }
    });
}

#[test]
fn more_questions_have_answers_that_lead_on() {
    each_way(|tab| {
        tab.visit("/explore?size=3x3&fix=5@9");
        answered(tab, "30"); // case study, section VI
        tab.click("#more-questions summary");
        tab.run("document.querySelector('[data-ask=tiles] [name=points]').value = 20");
        tab.click("[data-ask=tiles] button");
        tab.wait_for_count("#more-answer tbody tr", 10);
        // Eight tiles leave the turn of the centre out.
        let line = "document.querySelectorAll('#more-answer tbody tr')[9].innerText";
        let line = tab.text(&format!("{line}.trim().split(/\\s+/).join()"));
        assert_eq!(line, "9,30");
        tab.wait_for_part("#more-answer b", "that score 20 are");
        tab.click("[data-ask=near] button");
        tab.wait_for_count("#more-answer .near li", 20);
        tab.click("#more-answer .near li:last-child a");
        answered(tab, "30");
        tab.wait_for_some("#kept .wall");
        // Another question forgets the answer.
        tab.click("#more-questions summary");
        tab.click("[data-ask=missing] button");
        tab.wait_for_count("#more-answer .missing td", 9);
        tab.click("[data-drop='0']");
        answered(tab, "33"); // case study, table 2
        assert!(tab.holds("document.getElementById('more-answer').innerHTML === ''"));
    });
}

#[test]
fn without_scripts_the_answer_is_there() {
    of_server(|tab| {
        tab.disable_scripts();
        tab.visit("/explore?size=3x3&fix=5@9");
        assert_eq!(tab.count("#wall .filled"), 9);
        assert!(tab.words("#answer").contains("No order scores more"));
        tab.click(".drop");
        tab.wait_for("!location.search.includes('fix')");
    });
}

#[test]
fn a_long_search_is_stopped_with_what_it_has() {
    each_way(|tab| {
        tab.visit(&LONG.replacen("/run", "", 1));
        tab.wait_for("document.getElementById('halt').getClientRects().length === 1");
        tab.click("#halt");
        tab.wait_for_begin("#status", "Stopped.");
        assert_eq!(tab.visible("#halt"), 0);
    });
}

#[test]
fn an_example_is_chosen_and_its_story_is_told() {
    each_way(|tab| {
        tab.visit("/explore");
        answered(tab, "145"); // thesis, table 3
        tab.click(".cards a");
        tab.wait_for("location.search.includes('fix=13')");
        answered(tab, "136");
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
fn a_row_is_stated_and_its_line_marks_its_cells() {
    each_way(|tab| {
        tab.visit("/explore?size=3x3");
        answered(tab, "33");
        tab.run("document.querySelector('#stating [name=row]').focus()");
        tab.type_text("count(row 3, 2) >= 2");
        tab.press("Enter");
        let level = "count(row 3, 2) >= 2 level: 2 ≥ 2, tight";
        tab.wait_for_words("#story .rows li", level);
        assert!(address(tab).contains("subject-to=count(row+3"));
        tab.settle();
        let marked = "[...document.querySelectorAll('#wall .spoken')].map((it) => it.dataset.cell).join(' ')";
        assert_eq!(tab.text(marked), "");
        // The story may be written anew under the pointer: then the next movement marks.
        let mut tries = 0..20;
        while tab.text(marked) != "7 8 9" {
            assert!(tries.next().is_some(), "the line marks no cell");
            tab.click("#story h2");
            tab.click("#story .rows li");
        }
        tab.click("#story h2");
        assert_eq!(tab.text(marked), "");
        tab.run("document.querySelector('#stating [name=row]').focus()");
        tab.type_text("turn(9) < 3");
        tab.press("Enter");
        tab.wait_for_part(".constraints .warning", "is no part of a row");
    });
}

#[test]
fn two_walls_are_compared_by_a_link() {
    each_way(|tab| {
        tab.visit("/explore?size=3x3");
        answered(tab, "33");
        tab.click("#replay a.button");
        tab.wait_for("location.search.includes('kept=')");
        tab.wait_for_words("#difference", "Both walls score 33.");
        // The wall that is kept stays, and the other one changes.
        tab.settle();
        put_the_centre_last(tab);
        let less = "The first wall scores 3 points less than this one.";
        tab.wait_for_words("#difference", less);
        // A link shows the same to somebody else, and so do the two in each other's place.
        let link = tab.text("location.href");
        tab.visit(&link);
        answered(tab, "30");
        tab.wait_for_words("#difference", less);
        tab.wait_for_part("#kept", "Cell 5 comes in turn 9.");
        tab.run("document.querySelector('#kept a.button').click()");
        answered(tab, "33");
        let more = "The first wall scores 3 points more than this one.";
        tab.wait_for_words("#difference", more);
        tab.run("document.querySelector('#kept .controls a:last-child').click()");
        tab.wait_for("!location.search.includes('kept')");
        answered(tab, "33");
    });
}

#[test]
fn the_wall_is_saved_as_it_is_drawn() {
    each_way(|tab| {
        let saved = tempfile::tempdir().expect("a folder");
        tab.browser.save_to(saved.path());
        tab.look("light", 1280);
        tab.visit("/explore?size=3x3&fix=5@9");
        answered(tab, "30");
        tab.click("[data-save=svg]");
        let path = saved.path().join("wall.svg");
        let text = tab.wait_until("wall.svg", || {
            let text = fs::read_to_string(&path).ok()?;
            text.ends_with("</svg>").then_some(text)
        });
        let picture = roxmltree::Document::parse(&text).expect("SVG");
        let all = |name: &'static str| {
            let elements = picture.descendants();
            elements.filter(move |it| it.has_tag_name(("http://www.w3.org/2000/svg", name)))
        };
        let words: Vec<&str> = all("text").filter_map(|it| it.text()).collect();
        assert_eq!(words[0], "30 points: the proven maximum");
        for turn in 1..=9 {
            assert!(words.contains(&&*turn.to_string()), "{turn}: {words:?}");
        }
        assert!(words.contains(&"=9"), "what is asked: {words:?}");
        // The first tile has the first of the glazes, and the last one the last.
        let fills: Vec<_> = all("rect").filter_map(|it| it.attribute("fill")).collect();
        for glaze in ["rgb(230, 239, 251)", "rgb(31, 78, 153)"] {
            assert!(fills.contains(&glaze), "{fills:?}");
        }
        tab.click("[data-save=png]");
        let path = saved.path().join("wall.png");
        let image = tab.wait_until("wall.png", || {
            Pixmap::decode_png(&fs::read(&path).ok()?).ok()
        });
        let wide = picture.root_element().attribute("width");
        let wide: u32 = wide.and_then(|it| it.parse().ok()).expect("a width");
        assert_eq!(image.width(), 2 * wide);
    });
}
