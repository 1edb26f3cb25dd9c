//! The page *Learn* in a real browser: grades, a review, a puzzle and a position that is set up by hand.

use crate::SCREENSHOTS;
use crate::foreign::{Style, board_game_arena, ludometer};
use crate::games::random_game;
use crate::tab::Tab;
use crate::ways::each_way;
use azulejo::game::Players;
use std::fs;

const GAME: &str =
    "players=2&first=2&seed=4&round=BBRR/BYYK/RRWW/KWWW/RYYY:1B2.2Y3.3R3.CR4.4W4.5Y5";

fn said_of(words: &str) -> String {
    format!("document.getElementById('said').textContent.includes({words:?})")
}

fn at(tab: &mut Tab<'_>) -> String {
    tab.text("document.getElementById('at').textContent")
}

#[test]
fn a_game_is_walked_through_graded_and_reviewed() {
    each_way(|browser, url| {
        fs::create_dir_all(SCREENSHOTS).expect("a folder");
        let mut tab = browser.tab();
        tab.look("light", 1280);
        tab.visit(&format!("{url}/learn?{GAME}"));
        assert_eq!(at(&mut tab), "6 / 6");
        tab.click("[data-walk=first]");
        tab.wait_for("document.getElementById('at').textContent === '0 / 6'");
        tab.run(
            "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '.', bubbles: true}))",
        );
        tab.wait_for("document.getElementById('at').textContent === '1 / 6'");
        assert!(tab.text("location.search").contains("at=1"));
        tab.click("#tab-analysis");
        tab.click("#played");
        tab.wait_for("document.querySelector('#grade .grade b') !== null");
        tab.click("[data-take=\"4W\"]");
        tab.click(".board.moves [data-to=\"-\"]");
        tab.wait_for(
            "document.querySelector('#grade .grade-blunder, #grade .grade-mistake') !== null",
        );
        assert!(
            tab.number("document.querySelectorAll('#grade .why li').length") > 0,
            "why"
        );
        tab.click("#best");
        assert_eq!(
            tab.number("document.querySelectorAll('#table .hinted').length"),
            2
        );
        tab.click("#tab-moves");
        tab.click("#review");
        tab.wait_for("document.querySelectorAll('#log .sign').length === 6");
        tab.wait_for("document.querySelector('#plot svg') !== null");
        // The graph grows with the grades; what they say together comes after the last.
        tab.wait_for(
            "document.getElementById('summary').textContent.includes('Player 2: accuracy ')",
        );
        let summary = tab.text("document.getElementById('summary').textContent");
        assert!(
            summary.contains(" best, ") && !summary.contains("BEST"),
            "{summary}"
        );
        tab.run("URL.createObjectURL = (blob) => { window.saved = blob.type; return '#'; }");
        tab.click("#whole");
        for (kind, media) in [("svg", "image/svg+xml"), ("png", "image/png")] {
            tab.click(&format!("#picture [data-picture={kind}]"));
            tab.wait_for(&format!("window.saved === '{media}'"));
        }
        tab.press("Escape");
        tab.run("document.querySelector('#log [data-at=\"3\"]').focus()");
        tab.press("Enter");
        tab.wait_for("document.getElementById('at').textContent === '3 / 6'");
        tab.wait_for("document.querySelector('#grade .grade') !== null");
        // The graph leads to its moves.
        tab.click("#plot");
        tab.wait_for("document.getElementById('at').textContent === '3 / 6'");
        tab.wait_for("document.getElementById('eval').classList.contains('known')");
        for scheme in ["light", "dark"] {
            for (size, width) in [("wide", 1280), ("phone", 360)] {
                tab.look(scheme, width);
                let overflow =
                    "document.documentElement.scrollWidth - document.documentElement.clientWidth";
                assert_eq!(tab.number(overflow), 0, "{scheme} {size}");
                let image = tab.screenshot();
                fs::write(format!("{SCREENSHOTS}/learn-{scheme}-{size}.png"), image)
                    .expect("a file");
            }
        }
        tab.finish_at(url);
    });
}

#[test]
fn the_best_moves_are_on_the_table_and_their_lines_are_stepped_through() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.look("light", 1280);
        tab.visit(&format!("{url}/learn?{GAME}&at=2"));
        tab.click("#tab-analysis");
        tab.click("#engine");
        tab.wait_for("document.querySelectorAll('#engine-moves li').length === 3");
        assert_eq!(
            tab.number("document.querySelectorAll('#arrows path').length"),
            3
        );
        let tiles = "document.querySelectorAll('.board .line .tile').length";
        let before = tab.number(tiles);
        tab.click("#engine-moves button");
        tab.wait_for(&said_of("A line of play"));
        assert!(tab.number(tiles) > before, "its first move is played");
        tab.click("#step [data-step='2']");
        tab.wait_for("document.querySelector('#step output').textContent.startsWith('2 /')");
        tab.click("#step [data-step=end]");
        tab.wait_for(&format!("{tiles} === {before}"));
        assert_eq!(at(&mut tab), "2 / 6", "the game is as it was");
        tab.finish_at(url);
    });
}

#[test]
fn a_puzzle_is_solved_by_keyboard() {
    each_way(|browser, url| {
        let solution = &azulejo::analysis::Puzzle::all()[2];
        let best = solution.best.to_string();
        let other = solution
            .position
            .legal()
            .find(|it| *it != solution.best)
            .expect("another")
            .to_string();
        let mut tab = browser.tab();
        tab.visit(&format!("{url}/learn?puzzle=3"));
        tab.wait_for("document.getElementById('puzzle').textContent.startsWith('Puzzle 3:')");
        let choose = |tab: &mut Tab<'_>, taken: &str| {
            tab.run(&format!(
                "document.querySelector('[data-take=\"{}\"]').focus()",
                &taken[..2]
            ));
            tab.press("Enter");
            let to = if taken.ends_with('-') {
                "0"
            } else {
                &taken[2..]
            };
            tab.run(&format!("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {{key: '{to}', bubbles: true}}))"));
        };
        choose(&mut tab, &other);
        tab.wait_for(&said_of("is not the best move. Try another."));
        assert!(
            !tab.text("document.getElementById('grade').textContent")
                .contains(&best),
            "the solution is not given away"
        );
        choose(&mut tab, &best);
        tab.wait_for(&said_of("Right!"));
        assert_eq!(
            tab.number("document.querySelectorAll('#puzzle li').length") as usize,
            solution.variation.len()
        );
        assert!(
            tab.text("location.search").contains("puzzle=3"),
            "a link to it"
        );
        tab.finish_at(url);
    });
}

#[test]
fn a_position_is_set_up_by_hand_and_its_faults_are_shown_in_place() {
    each_way(|browser, url| {
        let mut tab = browser.tab();
        tab.look("light", 1280);
        tab.visit(&format!("{url}/learn?{GAME}&at=0"));
        tab.click("#tab-set-up");
        tab.wait_for("document.querySelector('[data-brush=W]') !== null");
        tab.click("[data-brush=W]");
        tab.click("[data-slot='1w0']"); // the wall has a blue tile more than there are
        tab.wait_for("document.querySelector('[data-part=tiles] > .fault')?.textContent.includes('21 blue tiles') === true");
        tab.click("[data-slot='1l1-1']");
        tab.run("document.querySelector('[data-slot=\"1l0-0\"]').focus()");
        tab.run("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'b', bubbles: true}))");
        let line = "document.querySelector('[data-part=\"board 1, line 1\"] .fault')?.textContent";
        tab.wait_for(&format!(
            "{line}?.includes('row 1 of the wall has already') === true"
        ));
        assert_eq!(
            tab.text("document.activeElement.dataset.slot"),
            "1l0-0",
            "the focus stays"
        );
        tab.press("Delete");
        tab.run("[...document.querySelectorAll('#set-up button')].find((it) => it.textContent.includes('missing tiles')).click()");
        tab.wait_for("document.querySelectorAll('#game .fault').length === 0");
        tab.wait_for("location.search.includes('from=')");
        assert!(tab.text("document.querySelector('[data-board=\"1\"] [data-to=\"2\"]').getAttribute('aria-label')").contains("full of white"));
        fs::create_dir_all(SCREENSHOTS).expect("a folder");
        let image = tab.screenshot();
        fs::write(format!("{SCREENSHOTS}/set-up.png"), image).expect("a file");
        // A text with markup is a fault, and nothing else.
        tab.run("document.getElementById('position').value = '<img src=x onerror=alert(1)> b'");
        tab.click("#text [type=submit]");
        tab.wait_for("document.querySelectorAll('#game .fault').length > 2");
        assert_eq!(tab.number("document.images.length"), 0);
        tab.finish_at(url);
    });
}

#[test]
fn the_log_of_a_game_is_pasted_and_reviewed() {
    each_way(|browser, url| {
        fs::create_dir_all(SCREENSHOTS).expect("a folder");
        let (record, _) = random_game(Players::Two, 2, |_| ());
        let moves: usize = record.rounds.iter().map(|round| round.moves.len()).sum();
        let log = board_game_arena(
            &record,
            Style {
                undone: true,
                ..Style::default()
            },
        );
        // As much as a saved page has beside it.
        let rest = "x = {\"a\": \"}{\"};".repeat(40_000);
        let page = format!("<html><script>{rest} g_gamelogs = {log};{rest}</script></html>");
        let mut tab = browser.tab();
        tab.look("light", 1280);
        tab.visit(&format!("{url}/learn?{GAME}"));
        tab.run("document.getElementById('paste').closest('details').open = true");
        let paste = |tab: &mut Tab<'_>, text: &str| {
            let text = serde_json::to_string(text).expect("JSON");
            tab.run(&format!("document.getElementById('pasted').value = {text}"));
            tab.click("#paste button");
        };
        for (size, width) in [("wide", 1280), ("tablet", 768), ("phone", 390)] {
            for scheme in ["light", "dark"] {
                tab.look(scheme, width);
                tab.run("document.getElementById('paste').scrollIntoView()");
                let overflow =
                    "document.documentElement.scrollWidth - document.documentElement.clientWidth";
                assert_eq!(tab.number(overflow), 0, "{size} {scheme}");
                fs::write(
                    format!("{SCREENSHOTS}/learn-paste-{size}-{scheme}.png"),
                    tab.screenshot(),
                )
                .expect("a file");
            }
        }
        tab.look("light", 1280);
        paste(&mut tab, &page);
        tab.wait_for(&said_of("The game is loaded"));
        assert_eq!(at(&mut tab), format!("0 / {moves}"));
        let mut wrong = ludometer(&record);
        wrong["moves"][2]["action"] = 179.into();
        paste(&mut tab, &wrong.to_string());
        tab.wait_for(&said_of("round 1, move 3"));
        assert_eq!(
            at(&mut tab),
            format!("0 / {moves}"),
            "the game is still there"
        );
        let refused = |event: &serde_json::Value| event["method"] == "Log.entryAdded";
        tab.forget(refused);
        tab.finish_at(url);
    });
}
