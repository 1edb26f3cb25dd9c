//! *Explore*: readable signs of constraints on cells, and true sentences on clashes.

use crate::tab::Tab;
use crate::ways::in_each_tab;

/// Cells with one and with several constraints of every kind.
const SMALL: &str = "size=5x5&before=2:24&before=25:2&only=1+3+4@12-13&fix=13@25&window=7@10-20&window=8@3-7&before=8:9&first=5+6";

/// A wall whose numbers have three digits and whose cells are small.
const LARGE: &str = "size=12x12&fix=118@93&before=46:141&before=47:24&fix=19@29&window=116@134-144&fix=64@102&window=48@61-71\
                     &before=142:115&before=115:116&only=1+2@143-144&before=110:130";

/// Faults of the signs on the wall, cell by cell: signs beyond their band or their cell, or above the turn or the points, and
/// hidden or tiny numbers of cells.
const UNREADABLE: &str = "(() => {
    const faults = [];
    const box = (one) => { const range = document.createRange(); range.selectNodeContents(one); return range.getBoundingClientRect(); };
    const inside = (one, other) => one.left >= other.left - 0.5 && one.right <= other.right + 0.5
        && one.top >= other.top - 1 && one.bottom <= other.bottom + 1;
    for (const cell of document.querySelectorAll('#wall .cell')) {
        const own = cell.getBoundingClientRect();
        const band = cell.querySelector('.marks');
        const report = (words) => faults.push(`${cell.dataset.cell}: ${words}`);
        for (const line of cell.querySelectorAll('.marks span')) {
            if (!inside(box(line), own)) report(`${line.textContent} is clipped`);
        }
        for (const part of cell.querySelectorAll('.number, .turn')) {
            const { fontSize, visibility, display } = getComputedStyle(part);
            // Below its number and two lines of signs, the smallest cell has no room.
            if (display === 'none' && own.width < 36 && part.matches('.crowded .turn')) continue;
            if (visibility !== 'visible' || Number.parseFloat(fontSize) < 8) report(`${part.className} is not seen`);
            if (!inside(box(part), own)) report(`${part.className} is clipped`);
            // The box of a line is higher than its digits, which are 0.72 of its size.
            const digits = box(part);
            const foot = (digits.top + digits.bottom) / 2 + 0.36 * Number.parseFloat(fontSize);
            if (band && foot > band.getBoundingClientRect().top + 0.5) report(`${part.className} is under the signs`);
        }
    }
    return faults.join(', ');
})()";

fn signs(tab: &mut Tab<'_>, cell: u32) -> String {
    tab.text(&format!(
        "[...document.querySelectorAll('#wall [data-cell=\"{cell}\"] .marks span')].map((it) => it.textContent).join(' ')"
    ))
}

#[test]
fn every_sign_and_every_number_is_readable_at_three_widths() {
    in_each_tab(|tab| {
        for (width, height) in [(1366, 650), (768, 1024), (390, 844)] {
            tab.set_size(width, height);
            for query in [SMALL, LARGE] {
                tab.visit(&format!("/explore?{query}"));
                tab.wait_for_element("#wall .filled");
                assert_eq!(tab.text(UNREADABLE), "", "{width} {query}");
            }
            assert_eq!(signs(tab, 116), "2…", "three lines have no room");
            assert_eq!(signs(tab, 1), "143– 144→");
            let title = "document.querySelector('#wall [data-cell=\"116\"]').title";
            let words = "in one of the turns 134 to 144; after cell 115";
            assert_eq!(tab.text(title), words, "the words have all of it");
        }
        tab.visit(&format!("/explore?{SMALL}"));
        tab.wait_for_element("#wall .filled");
        assert_eq!(signs(tab, 2), "<24 >25");
        assert_eq!(signs(tab, 8), "3–7 <9");
    });
}

/// The turns of `only` fill only its cells, which may also be filled in other turns.
#[test]
fn only_marks_its_cells_with_its_turns() {
    in_each_tab(|tab| {
        tab.visit("/explore?size=3x3&only=1+3+9@2-3");
        tab.wait_for_count("#wall .filled", 9);
        for cell in 1..=9 {
            let is_member = [1, 3, 9].contains(&cell);
            let expected = if is_member { "2–3→" } else { "" };
            assert_eq!(signs(tab, cell), expected, "cell {cell}");
            let element = format!("document.querySelector('#wall [data-cell=\"{cell}\"]')");
            let turn = tab.number(&format!("{element}.dataset.turn"));
            let is_valid = is_member || ![2, 3].contains(&turn);
            assert!(is_valid, "cell {cell}, turn {turn}");
            if is_member {
                let title = tab.text(&format!("{element}.title"));
                assert_eq!(title, "among the only cells of turns 2 to 3");
            }
        }
    });
}

/// Three cells have one turn, and two cells wait for each other. The page names each remaining clash.
#[test]
fn every_clash_is_marked_and_one_of_each_has_to_go() {
    in_each_tab(|tab| {
        let warning = "#constraints .warning[role=alert]";
        let mark_counts = |tab: &mut Tab<'_>| {
            let counts = "['.constraints .clash', '#wall .clash'].map((it) => document.querySelectorAll(it).length).join()";
            tab.text(counts)
        };
        tab.visit("/explore?size=3x3&fix=1@3&fix=2@3&fix=3@3&fix=9@9&before=4:5&before=5:4");
        tab.wait_for_prefix(warning, "3 clashes are marked.");
        assert!(tab.words(warning).ends_with("so one of each has to go."));
        assert_eq!(mark_counts(tab), "5,5");
        // After a constraint of the first clash, two clashes remain.
        tab.click("#constraints [data-drop='5']");
        tab.wait_for_prefix(warning, "2 clashes are marked.");
        tab.click("#constraints [data-drop='1']");
        let both = "The 2 marked constraints cannot hold together: one of them has to go.";
        tab.wait_for_words(warning, both);
        assert_eq!(mark_counts(tab), "2,2");
        tab.click("#constraints [data-drop='0']");
        tab.wait_for_element("#answer [data-status=optimal]");
        assert_eq!(mark_counts(tab), "0,0");
    });
}
