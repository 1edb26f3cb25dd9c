//! The pages on a phone, only by touch.

use crate::explore::turn;
use crate::tab::Tab;
use crate::ways::{ANSWERED, in_each_tab};

#[test]
fn a_finger_on_the_wall_scrolls() {
    in_each_tab(|tab| {
        tab.emulate_phone();
        tab.visit("/explore?size=5x5");
        tab.wait_for(ANSWERED);
        tab.settle();
        let before = tab.number("scrollY");
        tab.swipe_up("#wall [data-cell='13']", 200);
        tab.wait_for(&format!("scrollY > {before} + 50"));
        assert!(!tab.holds("location.search.includes('before')"));
    });
}

#[test]
fn a_tap_constrains_a_cell_and_two_taps_a_pair() {
    in_each_tab(|tab| {
        tab.emulate_phone();
        tab.visit("/explore?size=3x3");
        tab.wait_for(ANSWERED);
        tab.settle();
        tab.tap("#wall [data-cell='9']");
        tab.wait_for_element("#menu[open]");
        tab.tap("#say [value=pair]");
        tab.wait_for_count("#menu[open]", 0);
        assert!(tab.words("#status").starts_with("Choose the other cell"));
        tab.tap("#wall [data-cell='1']");
        tab.wait_for("location.search.includes('before=9:1')");
        tab.wait_for(ANSWERED);
        tab.settle();
        assert!(turn(tab, 9) < turn(tab, 1));
    });
}

/// Plays the first tiles to the first legal line.
fn play_a_move(tab: &mut Tab<'_>) {
    const IS_YOUR_TURN: &str = "(() => { const go = document.getElementById('go'); if (!go.hidden) { go.click(); return false; } \
                         return document.getElementById('over').open || document.getElementById('said').textContent.includes('your turn'); })()";
    tab.wait_for(IS_YOUR_TURN);
    if tab.number("document.getElementById('over').open") == 1 {
        return;
    }
    tab.tap(".group");
    tab.wait_for_element(".line.lit");
    // The first legal line, so that rows fill and the game ends.
    tab.tap(".line.lit");
    tab.wait_for("!document.getElementById('said').textContent.startsWith('You take')");
}

#[test]
fn a_whole_game_is_played_by_touch() {
    in_each_tab(|tab| {
        tab.emulate_phone();
        tab.prefer_motion("reduce");
        tab.visit("/play?seed=7&seat=human&seat=greedy");
        tab.change("#speed", "0.4");
        tab.settle();
        let over = "document.getElementById('over').open";
        for _ in 0..200 {
            if tab.number(over) == 1 {
                break;
            }
            play_a_move(tab);
        }
        assert_eq!(tab.number(over), 1, "the game comes to its end");
    });
}

#[test]
fn tiles_of_a_phone_have_the_size_of_a_finger() {
    in_each_tab(|tab| {
        tab.emulate_phone();
        tab.visit("/play?seed=7");
        tab.settle();
        let smallest = "Math.round(Math.min(...[...document.querySelectorAll('.disc .tile')].map((it) => it.getBoundingClientRect().width)))";
        assert!(tab.number(smallest) >= 36, "{}", tab.number(smallest));
        let is_visible = "(() => { const box = document.querySelector('[data-clicks=teach]').getBoundingClientRect(); return box.height > 0 && box.bottom <= 844; })()";
        assert_eq!(tab.number(is_visible), 1, "the guide is at hand");
        // The area of a line for presses is higher than the picture of the line.
        let unreachable = "[...document.querySelectorAll('.own .line')].filter((line) => { const box = line.getBoundingClientRect(); \
            const hit = (by) => document.elementFromPoint(box.right - 12, (box.top + box.bottom) / 2 + by)?.closest('.line'); \
            return hit(-17) !== line || hit(16) !== line; }).map((line) => line.dataset.to).join()";
        assert_eq!(tab.text(unreachable), "", "lines are as high as tiles");
    });
}
