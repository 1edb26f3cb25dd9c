//! The page *Learn* in a real browser: grades, a review, a puzzle and a position by hand.

use crate::foreign::{Style, board_game_arena, ludometer};
use crate::games::random_game;
use crate::play::take;
use crate::tab::Tab;
use crate::ways::in_each_tab;
use azulejo::game::Players;

const GAME: &str =
    "players=2&first=2&seed=4&round=BBRR/BYYK/RRWW/KWWW/RYYY:1B2.2Y3.3R3.CR4.4W4.5Y5";

/// Saves the picture of an open dialogue in both forms.
pub(crate) fn save_pictures(tab: &mut Tab<'_>, dialogue: &str) {
    tab.run("URL.createObjectURL = (blob) => { window.saved = blob.type; return '#'; }");
    for (kind, media) in [("svg", "image/svg+xml"), ("png", "image/png")] {
        tab.click(&format!("{dialogue} [data-picture={kind}]"));
        tab.wait_for(&format!("window.saved === '{media}'"));
    }
}

#[test]
fn a_game_is_shown_graded_and_reviewed() {
    in_each_tab(|tab| {
        tab.look("light", 1280);
        tab.visit(&format!("/learn?{GAME}"));
        assert_eq!(tab.words("#at"), "6 / 6");
        tab.click("[data-walk=first]");
        tab.wait_for_words("#at", "0 / 6");
        tab.run(
            "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '.', bubbles: true}))",
        );
        tab.wait_for_words("#at", "1 / 6");
        assert!(tab.text("location.search").contains("at=1"));
        tab.click("#tab-analysis");
        tab.click("#played");
        tab.wait_for_element("#grade .grade b");
        take(tab, "[data-take='4W']", "-");
        tab.wait_for_element("#grade .grade-blunder, #grade .grade-mistake");
        assert!(tab.count("#grade .why li") > 0, "why");
        tab.click("#best");
        assert_eq!(tab.count("#table .hinted"), 2);
        tab.click("#tab-moves");
        tab.click("#review");
        tab.wait_for_count("#log .sign", 6);
        tab.wait_for_element("#plot svg");
        // The graph grows with the grades; the summary follows the last grade.
        tab.wait_for_part("#summary", "Player 2: accuracy ");
        let summary = tab.words("#summary");
        let is_sentence = summary.contains(" best, ") && !summary.contains("BEST");
        assert!(is_sentence, "{summary}");
        tab.click("#whole");
        save_pictures(tab, "#picture");
        tab.press("Escape");
        tab.run("document.querySelector('#log [data-at=\"3\"]').focus()");
        tab.press("Enter");
        tab.wait_for_words("#at", "3 / 6");
        tab.wait_for_element("#grade .grade");
        // The graph has links to its moves.
        tab.click("#plot");
        tab.wait_for_words("#at", "3 / 6");
        tab.wait_for("document.getElementById('eval').classList.contains('known')");
        for scheme in ["light", "dark"] {
            for (size, width) in [("wide", 1280), ("phone", 360)] {
                tab.look(scheme, width);
                tab.assert_fits(&format!("learn-{scheme}-{size}"));
            }
        }
    });
}

#[test]
fn the_best_moves_are_on_the_table_and_their_lines_are_stepped_through() {
    in_each_tab(|tab| {
        tab.look("light", 1280);
        tab.visit(&format!("/learn?{GAME}&at=2"));
        tab.click("#tab-analysis");
        tab.click("#engine");
        tab.wait_for_count("#engine-moves li", 3);
        assert_eq!(tab.count("#arrows path"), 3);
        let tiles = ".board .line .tile";
        let before = tab.count(tiles);
        tab.click("#engine-moves button");
        tab.wait_for_part("#said", "A line of play");
        assert!(tab.count(tiles) > before, "its first move is played");
        tab.click("#step [data-step='2']");
        tab.wait_for("document.querySelector('#step output').textContent.startsWith('2 /')");
        tab.click("#step [data-step=end]");
        tab.wait_for_count(tiles, before);
        assert_eq!(tab.words("#at"), "2 / 6", "the game is as it was");
    });
}

#[test]
fn a_puzzle_is_solved_by_keyboard() {
    in_each_tab(|tab| {
        let puzzle = &azulejo::analysis::Puzzle::all()[2];
        let best = puzzle.best.to_string();
        let mut others = puzzle
            .position
            .legal()
            .filter(|move_| *move_ != puzzle.best);
        let other = others.next().expect("another").to_string();
        tab.visit("/learn?puzzle=3");
        tab.wait_for("document.getElementById('puzzle').textContent.startsWith('Puzzle 3:')");
        let choose = |tab: &mut Tab<'_>, move_: &str| {
            let (tiles, line) = move_.split_at(2);
            tab.run(&format!(
                "document.querySelector('[data-take=\"{tiles}\"]').focus()"
            ));
            tab.press("Enter");
            let key = if line == "-" { "0" } else { line };
            tab.run(&format!("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}', bubbles: true}}))"));
        };
        choose(tab, &other);
        tab.wait_for_part("#said", "is not the best move. Try another.");
        // The grade does not show the solution.
        assert!(!tab.words("#grade").contains(&best));
        choose(tab, &best);
        tab.wait_for_part("#said", "Right!");
        assert_eq!(tab.count("#puzzle li") as usize, puzzle.variation.len());
        assert!(tab.text("location.search").contains("puzzle=3"));
    });
}

#[test]
fn a_position_by_hand_shows_its_faults_in_place() {
    in_each_tab(|tab| {
        tab.look("light", 1280);
        tab.visit(&format!("/learn?{GAME}&at=0"));
        tab.click("#tab-set-up");
        tab.wait_for_element("[data-brush=W]");
        tab.click("[data-brush=W]");
        tab.click("[data-slot='1w0']"); // the wall has a blue tile more than there are
        tab.wait_for_part("[data-part=tiles] > .fault", "21 blue tiles");
        tab.click("[data-slot='1l1-1']");
        tab.run("document.querySelector('[data-slot=\"1l0-0\"]').focus()");
        tab.run("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'b', bubbles: true}))");
        let line = "[data-part='board 1, line 1'] .fault";
        tab.wait_for_part(line, "row 1 of the wall has already");
        // The focus stays.
        assert_eq!(tab.text("document.activeElement.dataset.slot"), "1l0-0");
        tab.press("Delete");
        tab.run("[...document.querySelectorAll('#set-up button')].find((it) => it.textContent.includes('missing tiles')).click()");
        tab.wait_for_count("#game .fault", 0);
        tab.wait_for("location.search.includes('from=')");
        assert!(tab.text("document.querySelector('[data-board=\"1\"] [data-to=\"2\"]').getAttribute('aria-label')").contains("full of white"));
        tab.screenshot("set-up");
        // A text with markup is only a fault.
        tab.run("document.getElementById('position').value = '<img src=x onerror=alert(1)> b'");
        tab.click("#text [type=submit]");
        tab.wait_for("document.querySelectorAll('#game .fault').length > 2");
        assert_eq!(tab.number("document.images.length"), 0);
    });
}

#[test]
fn the_log_of_a_game_is_pasted_and_reviewed() {
    in_each_tab(|tab| {
        let (record, _) = random_game(Players::Two, 2, |_| ());
        let moves: usize = record.rounds.iter().map(|round| round.moves.len()).sum();
        let start = format!("0 / {moves}");
        let style = Style {
            undone: true,
            ..Style::default()
        };
        let log = board_game_arena(&record, style);
        // The size of the other parts of a saved page.
        let rest = "x = {\"a\": \"}{\"};".repeat(40_000);
        let page = format!("<html><script>{rest} g_gamelogs = {log};{rest}</script></html>");
        tab.look("light", 1280);
        tab.visit(&format!("/learn?{GAME}"));
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
                tab.assert_fits(&format!("learn-paste-{size}-{scheme}"));
            }
        }
        tab.look("light", 1280);
        paste(tab, &page);
        tab.wait_for_part("#said", "The game is loaded");
        assert_eq!(tab.words("#at"), start);
        let mut invalid = ludometer(&record);
        invalid["moves"][2]["action"] = 179.into();
        paste(tab, &invalid.to_string());
        tab.wait_for_part("#said", "round 1, move 3");
        assert_eq!(tab.words("#at"), start, "the game is still there");
        tab.forget(|event| event["method"] == "Log.entryAdded");
    });
}
