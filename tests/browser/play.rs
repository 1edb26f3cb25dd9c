//! The page *Play* in a real browser: its main path by mouse and by keyboard.

use crate::SCREENSHOTS;
use crate::chromium::Chromium;
use crate::server::Served;
use crate::tab::Tab;
use crate::ways::each_way;
use std::fs;

/// The moves of the game in the address.
fn moves(tab: &mut Tab<'_>) -> String {
    tab.text("new URLSearchParams(location.search).getAll('round').map((round) => round.split(':')[1]).join(' ')")
}

fn said(tab: &mut Tab<'_>) -> String {
    tab.text("document.getElementById('said').textContent")
}

fn said_of(words: &str) -> String {
    format!("document.getElementById('said').textContent.includes({words:?})")
}

/// The number of elements that can be seen.
fn visible(tab: &mut Tab<'_>, selector: &str) -> u64 {
    tab.number(&format!(
        "[...document.querySelectorAll({selector:?})].filter((it) => it.getClientRects().length > 0).length"
    ))
}

/// A round that ends with the next moves: factory 1 has one blue, and line 1 takes it.
const LAST: &str = "from=B/-/-/-/-+-+5:-/R2/-/-/-:*W:B..K./...../...../...../.....%7C3:-/-/-/-/-:-:...../...../...../...../.....+1+1+1+18,20,18,19,19+0,0,0,0,0&seed=1";

/// A game that ends with the next move, as the first line of player 1 fills a row.
pub(crate) const FINAL: &str = "from=-/-/-/-/-+B+39:W1/K2/-/R4/W5:*RWB:BYRK./WBYR./.WBYR/.K.../.....%7C0:-/W2/W2/W1/B4:WRYYBYR:BY.KW/..Y.K/...../...../.R...+1+2+5+0,0,0,0,0+9,12,9,14,4&seed=1";

#[test]
fn a_person_plays_against_a_player_by_mouse() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.look("light", 1200);
        tab.visit(&format!("{url}/play?seed=7"));
        let chosen = "[data-take]";
        tab.click(chosen);
        assert!(said(&mut tab).starts_with("You take "));
        assert_eq!(
            visible(&mut tab, ".line.lit"),
            6,
            "an empty board takes all tiles"
        );
        let gain =
            tab.text("document.querySelector('.board.moves [data-to=\"-\"] .gain').textContent");
        assert!(gain.starts_with('−'), "the floor costs points: {gain}");
        tab.click(".board:not(.moves) [data-to=\"3\"]");
        assert!(said(&mut tab).contains("another player's board"));
        assert_eq!(moves(&mut tab), "", "nothing was played");
        tab.click(".board.moves [data-to=\"3\"]");
        tab.wait_for("new URLSearchParams(location.search).get('round').split('.').length === 2");
        tab.wait_for(&said_of("It is your turn."));
        assert_eq!(visible(&mut tab, "#log li"), 2);
        assert!(
            visible(&mut tab, ".last") >= 2,
            "the last move stays marked"
        );
        tab.click("#hint");
        tab.wait_for(&said_of("Hint: take "));
        assert_eq!(visible(&mut tab, ".hinted"), 2);
        tab.click("#undo");
        tab.wait_for("new URLSearchParams(location.search).get('round').endsWith(':')");
        assert_eq!(visible(&mut tab, "#log li"), 0);
        assert!(tab.text("document.getElementById('undo').disabled ? 'off' : 'on'") == "off");
        // A new game of three people.
        tab.click("#begin");
        tab.run("document.getElementById('seating').open = true");
        tab.run("start.elements.players.value = '3'; for (const seat of start.querySelectorAll('[name=seat]')) seat.value = 'human'; start.dispatchEvent(new Event('input'))");
        assert_eq!(visible(&mut tab, ".seat"), 3);
        tab.click("#start [type=submit]");
        tab.wait_for("document.querySelectorAll('.board').length === 3");
        assert_eq!(visible(&mut tab, ".source"), 8);
        tab.finish_at(url);
    });
}

#[test]
fn a_round_is_played_scores_itself_and_is_dealt_by_keyboard() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!("{url}/play?{LAST}&seat=human&seat=human"));
        tab.run("document.querySelector('[data-take]').focus()");
        tab.press("Enter");
        assert_eq!(
            tab.text("document.activeElement.dataset.to"),
            "3",
            "lines 1 and 2 take no blue"
        );
        tab.run("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: '1', bubbles: true}))");
        assert!(
            said(&mut tab).contains("Row 1 of the wall has blue already"),
            "why not"
        );
        tab.press("Escape");
        assert_eq!(visible(&mut tab, ".line.lit"), 0);
        assert_eq!(tab.text("document.activeElement.dataset.take"), "1B");
        tab.press("Space");
        tab.press("ArrowDown");
        assert_eq!(tab.text("document.activeElement.dataset.to"), "4");
        tab.press("Enter");
        tab.wait_for(&said_of("2 in a column: 2 points."));
        let score = "document.querySelector('[data-score=\"1\"]').textContent";
        assert_eq!(tab.text(score), "7");
        assert_eq!(visible(&mut tab, ".place.now"), 1);
        let press_go = |tab: &mut Tab<'_>| {
            tab.run("document.getElementById('go').focus()");
            tab.press("Enter");
        };
        // What comes next comes by itself, and a key ends it.
        tab.wait_for(&said_of(
            "floor: 1 tile and the first-player token cost 2 points.",
        ));
        assert_eq!(tab.text(score), "5");
        tab.press("Escape");
        tab.wait_for(&said_of("The round is over."));
        assert_eq!(tab.text(score), "5");
        assert_eq!(
            visible(&mut tab, ".earned"),
            1,
            "what was scored stays marked"
        );
        assert_eq!(
            tab.text("document.getElementById('go').textContent"),
            "Deal round 2"
        );
        press_go(&mut tab);
        tab.wait_for("document.querySelectorAll('.source .group').length > 5");
        assert!(
            said(&mut tab).contains("It is the turn of Player 1."),
            "who has the token"
        );
        tab.finish_at(url);
    });
}

#[test]
fn the_end_says_who_won_and_leads_on() {
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
        let told = tab.text("document.getElementById('ending').textContent");
        for words in ["You win", "decided", "Play Aveiro next"] {
            assert!(told.contains(words), "{words}: {told}");
        }
        tab.click("#over .shut");
        assert_eq!(
            tab.text("document.getElementById('go').textContent"),
            "Result"
        );
        tab.finish_at(url);
    });
}

#[test]
fn a_first_round_explains_itself() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!("{url}/play?seed=7"));
        tab.click("#teach");
        let step = "document.getElementById('guide').textContent";
        assert!(tab.text(step).starts_with("Take tiles"));
        tab.click("[data-take]");
        assert!(tab.text(step).starts_with("Choose a line"));
        tab.click(".board.moves [data-to=\"5\"]");
        tab.wait_for(&format!("{step}.startsWith('Full lines pay')"));
        tab.click("#guide [data-ends]");
        assert_eq!(visible(&mut tab, "#guide"), 0);
        assert_eq!(visible(&mut tab, "#said"), 1);
        tab.finish_at(url);
    });
}

/// On a phone, what a person needs for a move is on one screen.
#[test]
fn factories_centre_and_own_board_fit_a_phone() {
    let Some(mut browser) = Chromium::start() else {
        return;
    };
    let server = Served::start();
    let mut tab = browser.tab();
    for (players, width, least) in [(2, 390, 30), (4, 390, 30), (2, 1280, 44)] {
        tab.look("light", width);
        let seats = "&seat=human".repeat(players);
        tab.visit(&format!(
            "{}/play?players={players}&seed=11{seats}",
            server.url()
        ));
        let bottom = "document.querySelector('.board.own').getBoundingClientRect().bottom";
        let foot =
            "(getComputedStyle(document.querySelector('.foot')).position === 'fixed' ? 57 : 0)";
        let room = tab.number(&format!("844 - {bottom} - {foot}")) as i64;
        assert!(room >= 0, "{players} players, {width} wide: {room}");
        let cell = "document.querySelector('.own .wall-row .place').getBoundingClientRect().width";
        assert!(tab.number(cell) >= least, "{players} players, {width} wide");
    }
    tab.finish_at(&server.url());
}

#[test]
fn players_play_on_alone_and_can_be_paused() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!("{url}/play?seed=5&seat=greedy&seat=random"));
        tab.wait_for("document.querySelectorAll('#log li').length >= 2");
        tab.wait_for("document.getElementById('go').textContent === 'Pause'");
        tab.click("#go");
        tab.wait_for("document.getElementById('go').textContent === 'Go on'");
        let count = tab.number("document.querySelectorAll('#log li').length");
        tab.click("#go");
        tab.wait_for(&format!(
            "document.querySelectorAll('#log li').length > {count}"
        ));
        tab.finish_at(url);
    });
}

#[test]
fn a_record_is_saved_and_loaded_in_the_browser() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.visit(&format!("{url}/play?seed=5&seat=human&seat=human"));
        tab.click("[data-take]");
        tab.click(".board.moves [data-to=\"4\"]");
        tab.wait_for("document.querySelectorAll('#log li').length === 1");
        let position = "document.getElementById('position').value";
        let played = tab.text(position);
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
        tab.wait_for("document.querySelectorAll('#log li').length === 0");
        load(&mut tab, "window.text");
        tab.wait_for(&format!(
            "document.getElementById('position').value === {played:?}"
        ));
        load(&mut tab, "'\\n' + window.text + '<b>'");
        tab.run("document.getElementById('number').value = 2; document.getElementById('number').dispatchEvent(new Event('change'))");
        tab.wait_for(&said_of("This is no game"));
        assert_eq!(tab.text(position), played, "nothing changed");
        assert_eq!(visible(&mut tab, "#said b"), 0);
        let refused = |event: &serde_json::Value| event["method"] == "Log.entryAdded";
        tab.forget(refused);
        tab.finish_at(url);
    });
}

#[test]
fn the_page_is_light_dark_and_narrow_and_nothing_jumps() {
    each_way(|browser, url| {
        fs::create_dir_all(SCREENSHOTS).expect("a folder");
        let overflow =
            "document.documentElement.scrollWidth - document.documentElement.clientWidth";
        for players in [2, 4] {
            for (size, width) in [("wide", 1280), ("phone", 360)] {
                let mut tab = browser.tab();
                tab.look("light", width);
                let seats = "&seat=human".repeat(players);
                tab.visit(&format!("{url}/play?players={players}&seed=11{seats}"));
                let rows = "new Set([...document.querySelectorAll('.board')].map((it) => it.offsetTop)).size";
                let of_two = if size == "wide" { players / 2 } else { players };
                assert_eq!(
                    tab.number(rows),
                    of_two as u64,
                    "boards use the room of {size}"
                );
                let places = "JSON.stringify([...document.querySelectorAll('.source, .board, .line, .place')].map((it) => { const box = it.getBoundingClientRect(); return [box.x, box.y + scrollY, box.width, box.height]; }))";
                let before = tab.text(places);
                tab.run("document.querySelectorAll('[data-take]')[3].click()");
                for scheme in ["light", "dark"] {
                    tab.look(scheme, width);
                    assert_eq!(tab.number(overflow), 0, "{scheme} {size}");
                    assert_eq!(
                        tab.text(places),
                        before,
                        "{scheme} {size}: nothing moves when tiles are chosen"
                    );
                    let image = tab.screenshot();
                    fs::write(
                        format!("{SCREENSHOTS}/play-{players}-{scheme}-{size}.png"),
                        image,
                    )
                    .expect("a file");
                }
                tab.finish_at(url);
            }
        }
    });
}

#[test]
fn the_game_is_there_without_scripts() {
    let Some(mut browser) = Chromium::start() else {
        return;
    };
    let server = Served::start();
    let mut tab = browser.tab();
    tab.disable_scripts();
    for page in ["play", "learn"] {
        tab.visit(&format!("{}/{page}?seed=7", server.url()));
        assert_eq!(visible(&mut tab, ".source"), 6);
        assert_eq!(visible(&mut tab, ".board"), 2);
        assert_eq!(
            visible(&mut tab, "#go, #undo, #played"),
            0,
            "what does nothing is not there"
        );
    }
    tab.finish_at(&server.url());
}
