//! The page *Play* in a real browser: its main path by mouse and by keyboard.

use crate::tab::Tab;
use crate::ways::{in_each_tab, in_server_tab, with_each_site};

/// The moves of the game in the address.
fn moves(tab: &mut Tab<'_>) -> String {
    tab.text("new URLSearchParams(location.search).getAll('round').map((round) => round.split(':')[1]).join(' ')")
}

/// Takes tiles, and places the tiles in a line of the board of the player on turn.
pub(crate) fn take(tab: &mut Tab<'_>, tiles: &str, line: &str) {
    tab.click(tiles);
    tab.click(&format!(".board.moves [data-to='{line}']"));
}

/// Plays the last move of `FINAL`.
pub(crate) fn play_to_the_end(tab: &mut Tab<'_>) {
    tab.visit(&format!("/play?{FINAL}&seat=human&seat=azulejo:level=1"));
    take(tab, "[data-take=CB]", "-");
    tab.wait_for_words("#go", "Skip");
    tab.click("#go");
    tab.wait_for_element("#over[open]");
}

/// A round before its last moves: factory 1 has one blue tile.
pub(crate) const LAST: &str = "from=B/-/-/-/-+-+5:-/R2/-/-/-:*W:B..K./...../...../...../.....%7C3:-/-/-/-/-:-:...../...../...../...../.....+1+1+1+18,20,18,19,19+0,0,0,0,0&seed=1";

/// A game before its last move, which fills a row of player 1.
pub(crate) const FINAL: &str = "from=-/-/-/-/-+B+39:W1/K2/-/R4/W5:*RWB:BYRK./WBYR./.WBYR/.K.../.....%7C0:-/W2/W2/W1/B4:WRYYBYR:BY.KW/..Y.K/...../...../.R...+1+2+5+0,0,0,0,0+9,12,9,14,4&seed=1";

#[test]
fn a_person_plays_against_a_player_by_mouse() {
    in_each_tab(|tab| {
        tab.look("light", 1200);
        tab.visit("/play?seed=7");
        tab.click("[data-take]");
        assert!(tab.words("#said").starts_with("You take "));
        // Each line of an empty board takes the tiles.
        assert_eq!(tab.visible_count(".line.lit"), 6);
        let gain = tab.words(".board.moves [data-to=\"-\"] .gain");
        assert!(gain.starts_with('−'), "the floor costs points: {gain}");
        tab.click(".board:not(.moves) [data-to=\"3\"]");
        assert!(tab.words("#said").contains("another player's board"));
        assert_eq!(moves(tab), "", "nothing was played");
        tab.click(".board.moves [data-to=\"3\"]");
        tab.wait_for("new URLSearchParams(location.search).get('round').split('.').length === 2");
        tab.wait_for_part("#said", "It is your turn.");
        assert_eq!(tab.visible_count("#log li"), 2);
        assert!(
            tab.visible_count(".last") >= 2,
            "the last move stays marked"
        );
        tab.click("#hint");
        tab.wait_for_part("#said", "Hint: take ");
        assert_eq!(tab.visible_count(".hinted"), 2);
        tab.click("#undo");
        tab.wait_for("new URLSearchParams(location.search).get('round').endsWith(':')");
        assert_eq!(tab.visible_count("#log li"), 0);
        assert!(tab.holds("document.getElementById('undo').disabled"));
        // A new game of three people.
        tab.click("#begin");
        tab.run("document.getElementById('seating').open = true");
        tab.run("start.elements.players.value = '3'; for (const seat of start.querySelectorAll('[name=seat]')) seat.value = 'human'; start.dispatchEvent(new Event('input'))");
        assert_eq!(tab.visible_count(".seat"), 3);
        tab.click("#start [type=submit]");
        tab.wait_for_count(".board", 3);
        assert_eq!(tab.visible_count(".source"), 8);
    });
}

#[test]
fn a_round_is_played_scored_and_dealt_by_keyboard() {
    in_each_tab(|tab| {
        tab.visit(&format!("/play?{LAST}&seat=human&seat=human"));
        tab.run("document.querySelector('[data-take]').focus()");
        tab.press("Enter");
        // Lines 1 and 2 take no blue.
        assert_eq!(tab.text("document.activeElement.dataset.to"), "3");
        tab.run("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: '1', bubbles: true}))");
        let reason = tab.words("#said");
        assert!(
            reason.contains("Row 1 of the wall has blue already"),
            "{reason}"
        );
        tab.press("Escape");
        assert_eq!(tab.visible_count(".line.lit"), 0);
        assert_eq!(tab.text("document.activeElement.dataset.take"), "1B");
        tab.press("Space");
        tab.press("ArrowDown");
        assert_eq!(tab.text("document.activeElement.dataset.to"), "4");
        tab.press("Enter");
        tab.wait_for_part("#said", "2 in a column: 2 points.");
        let score = "[data-score='1']";
        assert_eq!(tab.words(score), "7");
        assert_eq!(tab.visible_count(".place.now"), 1);
        // The next points follow automatically, and a key skips them.
        let floor = "floor: 1 tile and the first-player token cost 2 points.";
        tab.wait_for_part("#said", floor);
        assert_eq!(tab.words(score), "5");
        tab.press("Escape");
        tab.wait_for_part("#said", "The round is over.");
        assert_eq!(tab.words(score), "5");
        assert_eq!(
            tab.visible_count(".earned"),
            1,
            "the tile with points stays marked"
        );
        assert_eq!(tab.words("#go"), "Deal round 2");
        tab.run("document.getElementById('go').focus()");
        tab.press("Enter");
        tab.wait_for("document.querySelectorAll('.source .group').length > 5");
        assert!(
            tab.words("#said").contains("It is the turn of Player 1."),
            "the owner of the token"
        );
    });
}

#[test]
fn the_end_names_the_winner_and_the_next_player() {
    in_each_tab(|tab| {
        play_to_the_end(tab);
        let ending = tab.words("#ending");
        for words in ["You win", "decided", "Play Aveiro next"] {
            assert!(ending.contains(words), "{words}: {ending}");
        }
        tab.click("#over .shut");
        assert_eq!(tab.words("#go"), "Result");
    });
}

#[test]
fn a_first_round_explains_itself() {
    in_each_tab(|tab| {
        tab.visit("/play?seed=7");
        tab.click("#teach");
        let step = "document.getElementById('guide').textContent";
        assert!(tab.text(step).starts_with("Take tiles"));
        tab.click("[data-take]");
        assert!(tab.text(step).starts_with("Choose a line"));
        tab.click(".board.moves [data-to=\"5\"]");
        tab.wait_for(&format!("{step}.startsWith('Full lines pay')"));
        tab.click("#guide [data-ends]");
        assert_eq!(tab.visible_count("#guide"), 0);
        assert_eq!(tab.visible_count("#said"), 1);
    });
}

/// A phone shows everything for a move on one screen.
#[test]
fn factories_centre_and_own_board_fit_a_phone() {
    in_server_tab(|tab| {
        for (players, width, least) in [(2, 390, 30), (4, 390, 30), (2, 1280, 44)] {
            tab.look("light", width);
            let seats = "&seat=human".repeat(players);
            tab.visit(&format!("/play?players={players}&seed=11{seats}"));
            let bottom = "document.querySelector('.board.own').getBoundingClientRect().bottom";
            let foot =
                "(getComputedStyle(document.querySelector('.foot')).position === 'fixed' ? 57 : 0)";
            let room = tab.number(&format!("844 - {bottom} - {foot}")) as i64;
            assert!(room >= 0, "{players} players, {width} wide: {room}");
            let cell =
                "document.querySelector('.own .wall-row .place').getBoundingClientRect().width";
            assert!(tab.number(cell) >= least, "{players} players, {width} wide");
        }
    });
}

#[test]
fn players_without_a_person_play_and_pause() {
    in_each_tab(|tab| {
        tab.visit("/play?seed=5&seat=greedy&seat=random");
        tab.wait_for("document.querySelectorAll('#log li').length >= 2");
        tab.wait_for_words("#go", "Pause");
        tab.click("#go");
        tab.wait_for_words("#go", "Go on");
        let count = tab.count("#log li");
        tab.click("#go");
        tab.wait_for(&format!(
            "document.querySelectorAll('#log li').length > {count}"
        ));
    });
}

#[test]
fn a_record_is_saved_and_loaded_in_the_browser() {
    in_each_tab(|tab| {
        tab.visit("/play?seed=5&seat=human&seat=human");
        take(tab, "[data-take]", "4");
        tab.wait_for_count("#log li", 1);
        let position = "document.getElementById('position').value";
        let before = tab.text(position);
        let load = |tab: &mut Tab<'_>, text: &str| {
            tab.run(&format!(
                "(async () => {{ const text = {text}; const data = new DataTransfer(); \
                 data.items.add(new File([text], 'game.jsonl')); const file = document.getElementById('file'); \
                 file.files = data.files; file.dispatchEvent(new Event('change')); }})()"
            ));
        };
        tab.run("window.saved = fetch(document.getElementById('record').href).then((it) => it.text()).then((it) => { window.text = it; })");
        tab.wait_for("typeof window.text === 'string'");
        tab.click("#undo");
        tab.wait_for_count("#log li", 0);
        load(tab, "window.text");
        tab.wait_for(&format!(
            "document.getElementById('position').value === {before:?}"
        ));
        load(tab, "'\\n' + window.text + '<b>'");
        tab.change("#number", "2");
        tab.wait_for_part("#said", "This is no game");
        assert_eq!(tab.text(position), before, "nothing changed");
        assert_eq!(tab.visible_count("#said b"), 0);
        tab.permit_refusal("/play/load");
    });
}

#[test]
fn the_page_fits_light_dark_wide_and_narrow_without_a_shift() {
    with_each_site(|browser, url| {
        for players in [2, 4] {
            for (size, width) in [("wide", 1280), ("phone", 360)] {
                let mut tab = browser.tab(url);
                tab.look("light", width);
                let seats = "&seat=human".repeat(players);
                tab.visit(&format!("/play?players={players}&seed=11{seats}"));
                let rows = "new Set([...document.querySelectorAll('.board')].map((it) => it.offsetTop)).size";
                let row_count = if size == "wide" { players / 2 } else { players };
                assert_eq!(tab.number(rows), row_count as u64, "{players} {size}");
                let places = "JSON.stringify([...document.querySelectorAll('.source, .board, .line, .place')].map((it) => { const box = it.getBoundingClientRect(); return [box.x, box.y + scrollY, box.width, box.height]; }))";
                let before = tab.text(places);
                tab.run("document.querySelectorAll('[data-take]')[3].click()");
                for scheme in ["light", "dark"] {
                    tab.look(scheme, width);
                    // A choice of tiles moves nothing.
                    assert_eq!(tab.text(places), before, "{scheme} {size}");
                    tab.assert_fits(&format!("play-{players}-{scheme}-{size}"));
                }
                tab.finish();
            }
        }
    });
}

#[test]
fn the_page_without_scripts_has_the_game() {
    in_server_tab(|tab| {
        tab.disable_scripts();
        for page in ["play", "learn"] {
            tab.visit(&format!("/{page}?seed=7"));
            assert_eq!(tab.visible_count(".source"), 6);
            assert_eq!(tab.visible_count(".board"), 2);
            // Controls of scripts are absent.
            assert_eq!(tab.visible_count("#go, #undo, #played"), 0);
        }
    });
}
