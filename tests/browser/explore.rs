//! The page *Explore* in a real browser: its main path by mouse and by keyboard, and how quick it is.

use crate::SCREENSHOTS;
use crate::chromium::Chromium;
use crate::server::Served;
use crate::tab::Tab;
use crate::ways::each_way;
use resvg::tiny_skia::Pixmap;
use std::fs;

/// A wall that takes longer than anybody waits.
const LONG: &str = "/explore?size=11x11&turns=60&fix=1@1&fix=121@2&fix=72@3&fix=11@4&fix=111@6\
                    &fix=61@5&window=5@3-40&window=56@20-30&before=100:3";

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

#[test]
fn a_cell_is_fixed_dragged_and_freed_by_mouse() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!("{url}/explore?size=3x3"));
        answered(&mut tab, "33"); // case study, table 2
        tab.click(CELL);
        tab.wait_for("document.getElementById('menu').open");
        tab.run("document.querySelector('#say [name=turn]').value = 9");
        tab.click("#say [value=fix]");
        answered(&mut tab, "30"); // case study, section VI
        assert!(address(&mut tab).contains("fix=5@9"));
        assert_eq!(
            tab.text(&format!("document.querySelector(\"{CELL}\").dataset.turn")),
            "9"
        );
        tab.wait_for(
            "document.getElementById('count').textContent.includes('088 orders are optimal')",
        );
        tab.drag("#wall [data-cell='9']", "#wall [data-cell='1']");
        tab.wait_for("location.search.includes('before=9')");
        tab.wait_for("document.querySelectorAll('.constraints li').length === 2");
        answered(&mut tab, "30");
        let turn = |tab: &mut Tab<'_>, cell: u32| {
            tab.number(&format!(
                "document.querySelector(\"#wall [data-cell='{cell}']\").dataset.turn"
            ))
        };
        assert!(turn(&mut tab, 9) < turn(&mut tab, 1));
        tab.click("[data-drop='0']");
        answered(&mut tab, "33");
        tab.run("history.back()");
        answered(&mut tab, "30");
        tab.finish_at(url);
    });
}

#[test]
fn everything_can_be_done_by_keyboard() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!("{url}/explore?size=3x3"));
        answered(&mut tab, "33");
        // The first stop is the link that leads past the navigation.
        tab.press("Tab");
        assert_eq!(tab.text("document.activeElement.className"), "skip");
        tab.run("document.querySelector('#wall [tabindex=\"0\"]').focus()");
        for key in ["ArrowDown", "ArrowRight"] {
            tab.press(key);
        }
        assert_eq!(tab.text("document.activeElement.dataset.cell"), "5");
        tab.press("Enter");
        tab.wait_for("document.getElementById('menu').open");
        assert_eq!(
            tab.text("document.activeElement.name"),
            "turn",
            "the focus is in the dialogue"
        );
        tab.run("document.activeElement.select()");
        tab.type_text("9");
        tab.press("Enter");
        answered(&mut tab, "30");
        assert_eq!(
            tab.text("document.activeElement.dataset.cell"),
            "5",
            "the focus is back"
        );
        tab.press("Delete");
        answered(&mut tab, "33");
        assert!(!address(&mut tab).contains("fix"));
        tab.run("document.getElementById('slider').focus()");
        tab.press("Home");
        tab.press("ArrowRight");
        tab.wait_for("document.getElementById('sentence').textContent.startsWith('Turn 1:')");
        assert_eq!(
            tab.number("document.querySelectorAll('#wall .later').length"),
            8
        );
        tab.finish_at(url);
    });
}

#[test]
fn constraints_that_clash_light_up_and_a_click_drops_one() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!(
            "{url}/explore?size=4x4&before=1:2&before=2:3&before=3:1&fix=16@1"
        ));
        answered(&mut tab, "No order");
        tab.wait_for("document.querySelectorAll('.constraints .clash').length === 3");
        assert_eq!(
            tab.number("document.querySelectorAll('#wall .clash').length"),
            3
        );
        tab.click(".constraints .clash [data-drop]");
        tab.wait_for(
            "document.querySelector('#answer [data-status]')?.dataset.status === 'optimal'",
        );
        assert_eq!(tab.number("document.querySelectorAll('.clash').length"), 0);
        tab.finish_at(url);
    });
}

/// A number that is no size, a name that is no field: told, and nothing else is answered.
#[test]
fn a_fault_of_the_address_stays_on_the_screen() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        for query in [
            "size=13x13",
            "size=0",
            "size=5x5&fixx=13@25",
            "size=5x5&rule=round",
        ] {
            tab.visit(&format!("{url}/explore?{query}"));
            tab.wait_for(
                "document.getElementById('status').textContent === 'The address has faults.'",
            );
            assert_eq!(
                tab.number("document.querySelectorAll('.faults li').length"),
                1
            );
            assert_eq!(
                tab.text("document.getElementById('answer').textContent"),
                ""
            );
        }
        tab.click("[data-drop='']");
        answered(&mut tab, "145"); // thesis, table 3
        assert_eq!(tab.number("document.querySelectorAll('.faults').length"), 0);
        tab.finish_at(url);
    });
}

#[test]
fn another_size_says_what_is_gone_with_the_old_one() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!("{url}/explore?size=3x3&fix=5@9&before=1:2"));
        answered(&mut tab, "29");
        let rows = "document.querySelector('#form [name=rows]')";
        tab.run(&format!(
            "{rows}.value = 2; {rows}.dispatchEvent(new Event('change', {{ bubbles: true }}))"
        ));
        let said = "document.getElementById('dropped').textContent";
        tab.wait_for(&format!(
            "{said}.startsWith('2 things that were said of cells are gone')"
        ));
        tab.run("history.back()");
        answered(&mut tab, "29");
        assert_eq!(tab.text(said), "");
        tab.finish_at(url);
    });
}

/// Each choice of the menu, kind by kind, stands in the address, and goes when the cell is cleared.
#[test]
fn every_choice_of_the_menu_is_said_and_taken_back() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!("{url}/explore?size=3x3"));
        answered(&mut tab, "33");
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
            tab.wait_for("document.getElementById('menu').open");
            let choice = format!("#say [data-flag={flag}][data-field={field}]");
            tab.run(&format!(
                "for (const [name, value] of Object.entries({numbers})) document.querySelector('{choice} [name=' + name + ']').value = value"
            ));
            tab.click(&format!("{choice} button"));
            tab.wait_for(&format!(
                "decodeURIComponent(location.search).includes('{said}')"
            ));
        }
        assert!(
            !address(&mut tab).contains("fix=5@4"),
            "a cell has one turn"
        );
        tab.run("document.querySelector(\"#wall [data-cell='5']\").focus()");
        tab.press("Delete");
        answered(&mut tab, "33");
        assert_eq!(address(&mut tab), "?size=3x3&sense=max");
        tab.finish_at(url);
    });
}

#[test]
fn a_family_of_cuts_is_switched_off_and_fractions_show() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!("{url}/explore?size=4x4&sense=min"));
        answered(&mut tab, "52");
        tab.click("#mip > summary");
        tab.click("#relax");
        tab.wait_for("document.getElementById('bound')?.textContent === '52'");
        tab.click("[name=family][value=line-cuts]");
        tab.wait_for("Number.parseFloat(document.getElementById('bound').textContent) < 52");
        tab.click("#fractions [data-cell='6']");
        tab.wait_for(
            "document.getElementById('formulation').textContent.includes('that speak of cell 6')",
        );
        assert!(tab.number("document.querySelectorAll('#fractions .fraction').length") > 0);
        let address = address(&mut tab);
        for part in ["kind=ordering", "without=line-cuts", "cell=6"] {
            assert!(address.contains(part), "a link shows the same: {address}");
        }
        tab.finish_at(url);
    });
}

/// A change of a 5×5 wall, from the click that opens the menu to the answer on the page, with the centre in each of 21
/// turns: the median is printed.
#[test]
fn a_change_is_answered_quickly() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!("{url}/explore?size=5x5"));
        answered(&mut tab, "145");
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
        tab.finish_at(url);
    });
}

#[test]
fn the_page_fits_in_light_and_dark_wide_and_narrow() {
    each_way(|browser, url| {
        fs::create_dir_all(SCREENSHOTS).expect("a folder");
        let pages = [
            (
                "explore",
                "/explore?size=5x5&fix=13@24&before=1:2&initial=25",
            ),
            ("explore-12", "/explore?size=12x12"),
        ];
        for (name, path) in pages {
            let mut tab = browser.tab();
            tab.look("light", 1200);
            tab.visit(&format!("{url}{path}"));
            tab.wait_for("document.querySelector('#wall .filled') !== null");
            for scheme in ["light", "dark"] {
                for width in [1200, 360] {
                    tab.look(scheme, width);
                    tab.settle();
                    let overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
                    assert_eq!(tab.number(overflow), 0, "{name} {scheme} {width}");
                    let image = tab.screenshot();
                    fs::write(format!("{SCREENSHOTS}/{name}-{scheme}-{width}.png"), image)
                        .expect("a file");
                }
            }
            tab.finish_at(url);
        }
    });
}

#[test]
fn more_questions_have_answers_that_lead_on() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!("{url}/explore?size=3x3&fix=5@9"));
        answered(&mut tab, "30"); // case study, section VI
        tab.click("#more-questions summary");
        tab.run("document.querySelector('[data-ask=tiles] [name=points]').value = 20");
        tab.click("[data-ask=tiles] button");
        tab.wait_for("document.querySelectorAll('#more-answer tbody tr').length === 10");
        // Eight tiles leave the turn of the centre out.
        let line = |tiles: u32| {
            format!(
                "document.querySelectorAll('#more-answer tbody tr')[{tiles}].innerText.trim().split(/\\s+/).join()"
            )
        };
        assert_eq!(tab.text(&line(9)), "9,30");
        tab.wait_for(
            "document.querySelector('#more-answer b').textContent.includes('that score 20 are')",
        );
        tab.click("[data-ask=near] button");
        tab.wait_for("document.querySelectorAll('#more-answer .near li').length === 20");
        tab.click("#more-answer .near li:last-child a");
        answered(&mut tab, "30");
        tab.wait_for("document.querySelector('#kept .wall') !== null");
        // Another question forgets the answer.
        tab.click("#more-questions summary");
        tab.click("[data-ask=missing] button");
        tab.wait_for("document.querySelectorAll('#more-answer .missing td').length === 9");
        tab.click("[data-drop='0']");
        answered(&mut tab, "33"); // case study, table 2
        assert_eq!(
            tab.text("document.getElementById('more-answer').innerHTML"),
            ""
        );
        tab.finish_at(url);
    });
}

/// How far the page's parts are moved while it loads, in thousandths of the measure that browsers know as layout shift
/// (https://web.dev/articles/cls).
fn jumps(browser: &mut Chromium, width: u32, url: &str, path: &str) -> u64 {
    let mut tab = browser.tab();
    tab.look("light", width);
    tab.visit(&format!("{url}{path}"));
    for (page, busy) in [("/explore", "explore"), ("/lab", "found")] {
        if path.starts_with(page) {
            tab.wait_for(&format!(
                "document.getElementById('{busy}').ariaBusy === 'false'"
            ));
        }
    }
    tab.run(
        "window.jumps = 0; \
         new PerformanceObserver((list) => { for (const it of list.getEntries()) jumps += it.value; }) \
         .observe({ type: 'layout-shift', buffered: true }); \
         requestAnimationFrame(() => requestAnimationFrame(() => { window.drawn = true; }))",
    );
    tab.wait_for("window.drawn === true");
    let jumps = tab.number("Math.round(1000 * window.jumps)");
    tab.finish_at(url);
    jumps
}

/// On a busy machine a text may come a frame late, so that the best of three loads counts.
#[test]
fn nothing_jumps_when_a_page_comes_to_life() {
    each_way(|browser, url| {
        for width in [1280, 360] {
            for path in [
                "/explore?size=5x5",
                "/explore?size=4x4&fix=6@16&kept=size%3D4x4%26sense%3Dmin",
                "/play?seed=7&seat=human&seat=human",
                "/learn?seed=7",
                "/lab?size=2x2&sense=min&drop=c2&drop=c13&exercise=cycle",
            ] {
                let mut loads = (0..3).map(|_| jumps(browser, width, url, path));
                assert!(
                    loads.any(|jumps| jumps < 20),
                    "{path} {width}: 20 thousandths or more, three times"
                );
            }
        }
    });
}

#[test]
fn without_scripts_the_answer_is_there() {
    let Some(mut browser) = Chromium::start() else {
        return;
    };
    let server = Served::start();
    let mut tab = browser.tab();
    tab.disable_scripts();
    tab.visit(&format!("{}/explore?size=3x3&fix=5@9", server.url()));
    assert_eq!(
        tab.number("document.querySelectorAll('#wall .filled').length"),
        9
    );
    assert!(
        tab.text("document.getElementById('answer').textContent")
            .contains("No order scores more")
    );
    tab.click(".drop");
    tab.wait_for("!location.search.includes('fix')");
    tab.finish_at(&server.url());
}

#[test]
fn a_long_search_is_stopped_with_what_it_has() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!("{url}{LONG}"));
        tab.wait_for("document.getElementById('halt').getClientRects().length === 1");
        tab.click("#halt");
        tab.wait_for("document.getElementById('status').textContent.startsWith('Stopped.')");
        assert_eq!(
            tab.number("document.getElementById('halt').getClientRects().length"),
            0
        );
        tab.finish_at(url);
    });
}

#[test]
fn an_example_is_chosen_and_its_story_is_told() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!("{url}/explore"));
        answered(&mut tab, "145"); // thesis, table 3
        tab.click(".cards a");
        tab.wait_for("location.search.includes('fix=13')");
        answered(&mut tab, "136");
        let story = tab.text("document.getElementById('story').textContent");
        for part in [
            "Together they earn 130: 10 points are lost",
            "The costliest is turn",
            "Without the constraint, the maximum is 145: it costs 9 points.",
        ] {
            assert!(story.contains(part), "{part}: {story}");
        }
        let lines = "document.querySelectorAll('#story .lines tbody tr').length";
        assert_eq!(tab.number(lines), 10);
        let losing = "document.querySelectorAll('#story .lines .loses').length";
        assert_eq!(tab.number(losing), 2, "the lines of the centre");
        tab.finish_at(url);
    });
}

#[test]
fn a_row_is_stated_and_its_line_marks_its_cells() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!("{url}/explore?size=3x3"));
        answered(&mut tab, "33");
        tab.run("document.querySelector('#stating [name=row]').focus()");
        tab.type_text("count(row 3, 2) >= 2");
        tab.press("Enter");
        let line = "document.querySelector('#story .rows li')?.textContent";
        tab.wait_for(&format!(
            "{line} === 'count(row 3, 2) >= 2 level: 2 ≥ 2, tight'"
        ));
        assert!(address(&mut tab).contains("subject-to=count(row+3"));
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
        tab.wait_for("document.querySelector('.constraints .warning')?.textContent.includes('is no part of a row')");
        tab.finish_at(url);
    });
}

#[test]
fn two_walls_are_compared_by_a_link() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!("{url}/explore?size=3x3"));
        answered(&mut tab, "33");
        tab.click("#replay a.button");
        tab.wait_for("location.search.includes('kept=')");
        let difference = "document.getElementById('difference')?.textContent";
        tab.wait_for(&format!("{difference} === 'Both walls score 33.'"));
        // The wall that is kept stays, and the other one changes.
        tab.settle();
        tab.click(CELL);
        tab.wait_for("document.getElementById('menu').open");
        tab.run("document.querySelector('#say [name=turn]').value = 9");
        tab.click("#say [value=fix]");
        answered(&mut tab, "30");
        let less = "The first wall scores 3 points less than this one.";
        tab.wait_for(&format!("{difference} === {less:?}"));
        // A link shows the same to somebody else, and so do the two in each other's place.
        let link = tab.text("location.href");
        tab.visit(&link);
        answered(&mut tab, "30");
        tab.wait_for(&format!("{difference} === {less:?}"));
        let only =
            "document.getElementById('kept').textContent.includes('Cell 5 comes in turn 9.')";
        tab.wait_for(only);
        tab.run("document.querySelector('#kept a.button').click()");
        answered(&mut tab, "33");
        let more = "The first wall scores 3 points more than this one.";
        tab.wait_for(&format!("{difference} === {more:?}"));
        tab.run("document.querySelector('#kept .controls a:last-child').click()");
        tab.wait_for("!location.search.includes('kept')");
        answered(&mut tab, "33");
        tab.finish_at(url);
    });
}

#[test]
fn the_wall_is_saved_as_it_is_drawn() {
    each_way(|browser, url| {
        let saved = tempfile::tempdir().expect("a folder");
        browser.save_to(saved.path());
        let mut tab = browser.tab();
        tab.look("light", 1280);
        tab.visit(&format!("{url}/explore?size=3x3&fix=5@9"));
        answered(&mut tab, "30");
        tab.click("[data-save=svg]");
        let path = saved.path().join("wall.svg");
        let text = tab.wait_until("wall.svg", || {
            let text = fs::read_to_string(&path).ok()?;
            text.ends_with("</svg>").then_some(text)
        });
        let picture = roxmltree::Document::parse(&text).expect("SVG");
        let all = |name: &str| {
            let all = picture
                .descendants()
                .filter(|it| it.has_tag_name(("http://www.w3.org/2000/svg", name)));
            all.collect::<Vec<_>>()
        };
        let words: Vec<&str> = all("text").iter().filter_map(|it| it.text()).collect();
        assert_eq!(words[0], "30 points: the proven maximum");
        for turn in 1..=9 {
            assert!(
                words.contains(&turn.to_string().as_str()),
                "{turn}: {words:?}"
            );
        }
        assert!(words.contains(&"=9"), "what is asked: {words:?}");
        // The first tile has the first of the glazes, and the last one the last.
        let fills: Vec<_> = all("rect")
            .iter()
            .filter_map(|it| it.attribute("fill"))
            .collect();
        assert!(
            fills.contains(&"rgb(230, 239, 251)") && fills.contains(&"rgb(31, 78, 153)"),
            "{fills:?}"
        );
        tab.click("[data-save=png]");
        let path = saved.path().join("wall.png");
        let image = tab.wait_until("wall.png", || {
            Pixmap::decode_png(&fs::read(&path).ok()?).ok()
        });
        let wide: u32 = picture
            .root_element()
            .attribute("width")
            .and_then(|it| it.parse().ok())
            .expect("a width");
        assert_eq!(image.width(), 2 * wide);
        tab.finish_at(url);
    });
}
