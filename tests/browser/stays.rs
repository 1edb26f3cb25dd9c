//! The browser stores a game, its end, settings and a person's progress.

use crate::learn::save_pictures;
use crate::play::{LAST, play_to_the_end, take};
use crate::ways::in_each_tab;

/// The selector of the moves in the log.
const MOVES: &str = "#log li";

/// The number of the current puzzle.
const PUZZLE: &str = "document.getElementById('puzzle-number').value";

#[test]
fn a_game_survives_reloads_and_other_pages() {
    in_each_tab(|tab| {
        tab.visit("/play?seed=7&seat=human&seat=human");
        take(tab, "[data-take]", "4");
        tab.wait_for_count(MOVES, 1);
        let position = "document.getElementById('position').value";
        let before = tab.text(position);
        tab.visit("/learn");
        tab.visit("/play");
        tab.wait_for_count(MOVES, 1);
        assert_eq!(tab.text(position), before);
        // A new game needs a confirmation.
        tab.click("#begin");
        assert!(!tab.holds("document.getElementById('gives-up').hidden"));
    });
}

#[test]
fn settings_stay_and_moves_can_need_a_confirmation() {
    in_each_tab(|tab| {
        tab.visit("/play?seed=7&seat=human&seat=human");
        tab.click("#tab-game");
        tab.click("#confirms");
        tab.change("#speed", "0");
        tab.visit("/play?seed=7&seat=human&seat=human");
        assert_eq!(tab.text("document.getElementById('speed').value"), "0");
        take(tab, "[data-take]", "4");
        tab.wait_for_words("#go", "Play this move");
        assert_eq!(tab.count(MOVES), 0, "nothing is played yet");
        tab.click("#go");
        tab.wait_for_count(MOVES, 1);
    });
}

#[test]
fn a_resignation_can_be_undone() {
    in_each_tab(|tab| {
        tab.visit("/play?seed=7&seat=human&seat=human");
        assert!(tab.holds("document.getElementById('resign').disabled"));
        take(tab, "[data-take]", "4");
        tab.wait_for("!document.getElementById('resign').disabled");
        tab.click("#resign");
        tab.click("#resigns");
        tab.wait_for_element("#over[open]");
        assert_eq!(tab.words("#over-title"), "Player 2 resigns");
        // The resignation is a part of the address.
        tab.wait_for("location.search.includes('resigned=2')");
        tab.click("#over .shut");
        tab.click("#undo");
        tab.wait_for("!location.search.includes('resigned')");
        assert_eq!(tab.count(MOVES), 1, "the move stays");
    });
}

#[test]
fn the_end_counts_tiles_floor_and_bonus_separately() {
    in_each_tab(|tab| {
        play_to_the_end(tab);
        let sums =
            "[...document.querySelectorAll('#ending tfoot td')].map((it) => it.textContent).join()";
        let totals = "[0, 1].map((player) => [...document.querySelectorAll('#ending tbody tr')].reduce((sum, row) => sum + Number(row.querySelectorAll('td')[player].textContent.replace('−', '-')), 0)).join()";
        assert_eq!(tab.text(totals), tab.text(sums), "the parts are the points");
        let heads = tab.text("[...document.querySelectorAll('#ending tbody th')].map((it) => it.firstChild.textContent.trim()).join()");
        for head in ["Tiles on the wall", "Floor", "Rows", "Columns", "Colours"] {
            assert!(heads.contains(head), "{head}: {heads}");
        }
        // Player 1 wins by 51 points, 39 of them from before this game.
        let ending = tab.words("#ending");
        let sentence = "Nothing alone decided it. Ahead in: points before this game, 39 against 0;";
        assert!(ending.contains(sentence), "{ending}");
    });
}

/// The window of a laptop, below the tabs and the bar of the browser.
#[test]
fn a_low_window_shows_the_floor_of_every_board() {
    in_each_tab(|tab| {
        tab.set_size(1366, 650);
        for players in [2, 3, 4] {
            tab.visit(&format!("/play?players={players}&seed=7"));
            let bottom = "Math.ceil(Math.max(...[...document.querySelectorAll('.floor-row')].map((it) => it.getBoundingClientRect().bottom)))";
            let bottom = tab.number(bottom);
            assert!(bottom <= 650, "{players}: {bottom}");
        }
    });
}

#[test]
fn names_of_a_log_stay() {
    in_each_tab(|tab| {
        tab.visit("/learn?players=2&first=1&seed=4&name=Anna&name=Bert&round=BBRR/BYYK/RRWW/KWWW/RYYY:1B2.2Y3");
        let text = "document.getElementById('log').textContent + document.querySelector('#table').textContent";
        tab.wait_for(&format!("({text}).includes('Anna')"));
        let link = tab.text("document.getElementById('play').href");
        assert!(link.contains("name=Anna"), "{link}");
    });
}

#[test]
fn the_focus_stays_on_the_table_and_arrows_step_through_a_game() {
    in_each_tab(|tab| {
        tab.prefer_motion("reduce");
        tab.visit(&format!("/play?{LAST}&seat=human&seat=human"));
        tab.run("document.querySelector('[data-take]').focus()");
        tab.press("Enter");
        tab.press("ArrowDown");
        tab.press("Enter");
        tab.wait_for("document.getElementById('go').textContent.startsWith('Deal')");
        // The focus stays on the table after the round.
        assert!(tab.holds("document.getElementById('table').contains(document.activeElement)"));
        tab.visit("/learn?players=2&first=1&seed=4&at=0&round=BBRR/BYYK/RRWW/KWWW/RYYY:1B2.2Y3");
        for (key, at) in [
            ("ArrowRight", "1 / 2"),
            ("End", "2 / 2"),
            ("ArrowLeft", "1 / 2"),
        ] {
            tab.run("document.activeElement.blur()");
            tab.press(key);
            tab.wait_for_words("#at", at);
        }
    });
}

#[test]
fn a_wrong_try_is_refuted_the_theme_follows_the_solution_and_progress_stays() {
    in_each_tab(|tab| {
        tab.visit("/learn");
        tab.click("#tab-puzzles");
        tab.click("#daily");
        tab.wait_for("!document.getElementById('solution').disabled");
        let daily = tab.text(PUZZLE);
        let words = tab.words("#puzzle");
        assert!(!words.contains("It is about"), "{words}");
        // The floor is no solution of a puzzle.
        take(tab, "[data-take]", "-");
        tab.wait_for_element("#refutation");
        tab.wait_for("localStorage.getItem('azulejo-solved-puzzles') !== null");
        tab.click("#solution");
        tab.wait_for(
            "/The best move gives|It is about/.test(document.getElementById('puzzle').textContent)",
        );
        tab.visit("/learn");
        tab.click("#tab-puzzles");
        assert_eq!(tab.words("#solved"), "0 of 1");
        tab.click("#daily");
        tab.wait_for("!document.getElementById('solution').disabled");
        assert_eq!(tab.text(PUZZLE), daily, "one a day");
    });
}

#[test]
fn the_theme_of_a_person_stays() {
    in_each_tab(|tab| {
        tab.look("light", 1280);
        let ground = "getComputedStyle(document.body).backgroundColor";
        tab.visit("/explore?size=3x3");
        let light = tab.text(ground);
        tab.change("#theme", "dark");
        let dark = tab.text(ground);
        assert_ne!(dark, light);
        tab.visit("/play?seed=7");
        assert_eq!(tab.text(ground), dark, "on other pages, too");
        // A dark system does not change the theme.
        tab.look("dark", 1280);
        tab.change("#theme", "light");
        assert_eq!(tab.text(ground), light);
        tab.change("#theme", "system");
        assert_eq!(tab.text(ground), dark);
    });
}

#[test]
fn a_position_is_saved_as_a_picture() {
    in_each_tab(|tab| {
        for page in ["play", "learn"] {
            tab.visit(&format!("/{page}?players=3&seed=5"));
            tab.run("document.querySelector('[data-opens=share]').click()");
            save_pictures(tab, "#share");
        }
    });
}
