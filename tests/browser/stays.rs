//! A game, its end and a person's progress: they stay until the person lets them go.

use crate::play::FINAL;
use crate::ways::each_way;

const LOGGED: &str = "document.querySelectorAll('#log li').length";

#[test]
fn a_game_is_kept_over_reloads_and_other_pages() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!("{url}/play?seed=7&seat=human&seat=human"));
        tab.click("[data-take]");
        tab.click(".board.moves [data-to=\"4\"]");
        tab.wait_for(&format!("{LOGGED} === 1"));
        let position = "document.getElementById('position').value";
        let played = tab.text(position);
        tab.visit(&format!("{url}/learn"));
        tab.visit(&format!("{url}/play"));
        tab.wait_for(&format!("{LOGGED} === 1"));
        assert_eq!(tab.text(position), played);
        // Another game asks first.
        tab.click("#begin");
        assert_eq!(
            tab.number("document.getElementById('gives-up').hidden"),
            0,
            "it says what it ends"
        );
        tab.finish_at(url);
    });
}

#[test]
fn settings_stay_and_a_move_can_be_asked_for() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!("{url}/play?seed=7&seat=human&seat=human"));
        tab.click("#tab-about");
        tab.click("#confirms");
        tab.run("document.getElementById('speed').value = '0'; document.getElementById('speed').dispatchEvent(new Event('change'))");
        tab.visit(&format!("{url}/play?seed=7&seat=human&seat=human"));
        assert_eq!(tab.text("document.getElementById('speed').value"), "0");
        tab.click("[data-take]");
        tab.click(".board.moves [data-to=\"4\"]");
        tab.wait_for("document.getElementById('go').textContent === 'Play this move'");
        assert_eq!(tab.number(LOGGED), 0, "nothing is played yet");
        tab.click("#go");
        tab.wait_for(&format!("{LOGGED} === 1"));
        tab.finish_at(url);
    });
}

#[test]
fn a_person_resigns_and_takes_it_back() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!("{url}/play?seed=7&seat=human&seat=human"));
        assert_eq!(tab.number("document.getElementById('resign').disabled"), 1);
        tab.click("[data-take]");
        tab.click(".board.moves [data-to=\"4\"]");
        tab.wait_for("!document.getElementById('resign').disabled");
        tab.click("#resign");
        tab.click("#resigns");
        tab.wait_for("document.getElementById('over').open");
        assert_eq!(
            tab.text("document.getElementById('over-title').textContent"),
            "Player 2 resigns"
        );
        // The resignation is a part of the address.
        tab.wait_for("location.search.includes('resigned=2')");
        tab.click("#over .shut");
        tab.click("#undo");
        tab.wait_for("!location.search.includes('resigned')");
        assert_eq!(tab.number(LOGGED), 1, "the move stays");
        tab.finish_at(url);
    });
}

#[test]
fn the_end_counts_tiles_floor_and_bonus_apart() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!(
            "{url}/play?{FINAL}&seat=human&seat=azulejo:level=1"
        ));
        tab.click("[data-take=\"CB\"]");
        tab.click(".board.moves [data-to=\"-\"]");
        tab.wait_for("document.getElementById('go').textContent === 'Skip'");
        tab.click("#go");
        tab.wait_for("document.getElementById('over').open");
        let sums =
            "[...document.querySelectorAll('#ending tfoot td')].map((it) => it.textContent).join()";
        let added = "[0, 1].map((player) => [...document.querySelectorAll('#ending tbody tr')].reduce((sum, row) => sum + Number(row.querySelectorAll('td')[player].textContent.replace('−', '-')), 0)).join()";
        assert_eq!(tab.text(added), tab.text(sums), "the parts are the points");
        let heads = tab.text("[...document.querySelectorAll('#ending tbody th')].map((it) => it.firstChild.textContent.trim()).join()");
        for head in ["Tiles on the wall", "Floor", "Rows", "Columns", "Colours"] {
            assert!(heads.contains(head), "{head}: {heads}");
        }
        // Player 1 wins by 51 points, of which 39 were there before.
        let ending = tab.text("document.getElementById('ending').textContent");
        let decided = "Nothing alone decided it. Ahead in: points before this game, 39 against 0;";
        assert!(ending.contains(decided), "{ending}");
        tab.finish_at(url);
    });
}

/// A laptop whose browser has tabs and a bar of its own.
#[test]
fn the_floor_of_every_board_is_in_a_low_window() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.size(1366, 650);
        for players in [2, 3, 4] {
            tab.visit(&format!("{url}/play?players={players}&seed=7"));
            let bottom = "Math.ceil(Math.max(...[...document.querySelectorAll('.floor-row')].map((it) => it.getBoundingClientRect().bottom)))";
            assert!(
                tab.number(bottom) <= 650,
                "{players}: {}",
                tab.number(bottom)
            );
        }
        tab.finish_at(url);
    });
}

#[test]
fn names_of_a_log_stay() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!(
            "{url}/learn?players=2&first=1&seed=4&name=Anna&name=Bert&round=BBRR/BYYK/RRWW/KWWW/RYYY:1B2.2Y3"
        ));
        let said = "document.getElementById('log').textContent + document.querySelector('#table').textContent";
        tab.wait_for(&format!("({said}).includes('Anna')"));
        assert!(
            tab.text("document.getElementById('play').href")
                .contains("name=Anna")
        );
        tab.finish_at(url);
    });
}

#[test]
fn the_focus_stays_on_the_table_and_arrows_step_through_a_game() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.prefer("reduce");
        let last = "from=B/-/-/-/-+-+5:-/R2/-/-/-:*W:B..K./...../...../...../.....%7C3:-/-/-/-/-:-:...../...../...../...../.....+1+1+1+18,20,18,19,19+0,0,0,0,0&seed=1";
        tab.visit(&format!("{url}/play?{last}&seat=human&seat=human"));
        tab.run("document.querySelector('[data-take]').focus()");
        tab.press("Enter");
        tab.press("ArrowDown");
        tab.press("Enter");
        tab.wait_for("document.getElementById('go').textContent.startsWith('Deal')");
        assert_eq!(
            tab.number("document.getElementById('table').contains(document.activeElement)"),
            1,
            "it stays there when the round ends"
        );
        tab.visit(&format!(
            "{url}/learn?players=2&first=1&seed=4&at=0&round=BBRR/BYYK/RRWW/KWWW/RYYY:1B2.2Y3"
        ));
        for (key, at) in [
            ("ArrowRight", "1 / 2"),
            ("End", "2 / 2"),
            ("ArrowLeft", "1 / 2"),
        ] {
            tab.run("document.activeElement.blur()");
            tab.press(key);
            tab.wait_for(&format!(
                "document.getElementById('at').textContent === '{at}'"
            ));
        }
        tab.finish_at(url);
    });
}

#[test]
fn a_wrong_try_is_refuted_the_theme_comes_after_the_solution_and_progress_stays() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!("{url}/learn"));
        tab.click("#tab-puzzles");
        tab.click("#daily");
        tab.wait_for("!document.getElementById('solution').disabled");
        let daily = tab.text("document.getElementById('puzzle-number').value");
        let told = "document.getElementById('puzzle').textContent";
        assert!(
            !tab.text(told).contains("It is about"),
            "{}",
            tab.text(told)
        );
        // The floor is no solution of a puzzle.
        tab.click("[data-take]");
        tab.click(".board.moves [data-to=\"-\"]");
        tab.wait_for("document.getElementById('refutation') !== null");
        tab.wait_for("localStorage.getItem('azulejo-solved-puzzles') !== null");
        tab.click("#solution");
        tab.wait_for(&format!("/The best move gives|It is about/.test({told})"));
        tab.visit(&format!("{url}/learn"));
        tab.click("#tab-puzzles");
        assert_eq!(
            tab.text("document.getElementById('solved').textContent"),
            "0 of 1"
        );
        tab.click("#daily");
        tab.wait_for("!document.getElementById('solution').disabled");
        assert_eq!(
            tab.text("document.getElementById('puzzle-number').value"),
            daily,
            "one a day"
        );
        tab.finish_at(url);
    });
}

#[test]
fn the_theme_that_was_chosen_stays() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.look("light", 1280);
        let ground = "getComputedStyle(document.body).backgroundColor";
        tab.visit(&format!("{url}/explore?size=3x3"));
        let light = tab.text(ground);
        let choose = |name: &str| {
            format!(
                "(() => {{ const theme = document.getElementById('theme'); theme.value = '{name}'; theme.dispatchEvent(new Event('change')); }})()"
            )
        };
        tab.run(&choose("dark"));
        let dark = tab.text(ground);
        assert_ne!(dark, light);
        tab.visit(&format!("{url}/play?seed=7"));
        assert_eq!(tab.text(ground), dark, "on other pages, too");
        // A dark system changes nothing about it.
        tab.look("dark", 1280);
        tab.run(&choose("light"));
        assert_eq!(tab.text(ground), light);
        tab.run(&choose("system"));
        assert_eq!(tab.text(ground), dark);
        tab.finish_at(url);
    });
}

#[test]
fn a_position_is_saved_as_a_picture() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        for page in ["play", "learn"] {
            tab.visit(&format!("{url}/{page}?players=3&seed=5"));
            tab.run("URL.createObjectURL = (blob) => { window.saved = blob.type; return '#'; }");
            tab.run("document.querySelector('[data-opens=share]').click()");
            for (kind, media) in [("svg", "image/svg+xml"), ("png", "image/png")] {
                tab.click(&format!("#share [data-picture={kind}]"));
                tab.wait_for(&format!("window.saved === '{media}'"));
            }
        }
        tab.finish_at(url);
    });
}
