//! *Explore* and the *Lab*: the answers on the pages are true, and stay.

use crate::ways::{ANSWERED, in_each_tab, in_server_tab};

const ANSWER: &str = "document.querySelector('#answer .answer')?.textContent.trim()";

/// A script for a run with events after the answer.
const LATE_EVENTS: &str = "
    const event = (name, data) => `event: ${name}\\ndata: ${JSON.stringify(data)}\\n\\n`;
    const wall = document.getElementById('wall').innerHTML;
    const stated = { valid: true, wall, constraints: '', share: '' };
    const answer = { status: 'feasible', score: 33, bound: 33, seconds: 1, method: 'auto', wall, replay: '', story: '',
        answer: '<p class=\"answer\" data-status=\"feasible\">33 late</p>' };
    const text = event('stated', stated) + event('order', { seconds: 0, score: 30, wall }) + event('answer', { ...answer, status: 'optimal' })
        + event('order', { seconds: 2, score: 34, wall: '' }) + event('progress', { seconds: 3, score: 20, bound: 40, nodes: 1 });
    const before = window.fetch;
    window.fetch = (address, options) => (String(address).includes('/explore/run')
        ? Promise.resolve(new Response(text, { headers: { 'content-type': 'text/event-stream' } })) : before(address, options));
    document.getElementById('form').requestSubmit();
";

#[test]
fn events_after_the_answer_change_nothing() {
    in_each_tab(|tab| {
        tab.visit("/explore?size=3x3");
        tab.wait_for(ANSWERED);
        tab.settle();
        tab.run(&format!("(() => {{ {LATE_EVENTS} }})()"));
        tab.wait_for(&format!("{ANSWER} === '33 late'"));
        tab.settle();
        assert_eq!(tab.text(ANSWER), "33 late");
        assert_eq!(tab.words("#status"), "");
        // The page has the wall of the answer.
        assert_eq!(tab.count("#wall [data-cell]"), 9);
    });
}

/// A page with a proof still shows the proof during a long run of its own.
#[test]
fn a_proof_stays_during_another_run() {
    in_server_tab(|tab| {
        tab.prepare(
            "const native = window.fetch; window.fetch = (address, options) => { \
             if (!String(address).includes('/explore/run')) return native(address, options); \
             const event = (name, data) => `event: ${name}\\ndata: ${JSON.stringify(data)}\\n\\n`; \
             const order = event('order', { seconds: 0, score: 12, wall: 'less' }); \
             const stream = new ReadableStream({ start(it) { it.enqueue(new TextEncoder().encode(order)); setTimeout(() => { window.isLate = true; }, 1500); } }); \
             return Promise.resolve(new Response(stream, { headers: { 'content-type': 'text/event-stream' } })); };",
        );
        tab.visit("/explore?size=3x3");
        tab.wait_for("window.isLate === true");
        assert!(tab.text(ANSWER).starts_with("33"));
        assert_eq!(tab.count("#wall [data-turn]"), 9);
    });
}

#[test]
fn the_wall_to_compare_is_the_wall_on_the_page() {
    in_each_tab(|tab| {
        tab.visit("/explore?size=3x3");
        tab.wait_for("!document.getElementById('draw').disabled");
        let order = |wall: &str| {
            format!(
                "[...document.querySelectorAll('{wall} .cell')].map((it) => it.querySelector('.turn').textContent).join(' ')"
            )
        };
        let first = tab.text(&order("#wall"));
        // 3×3 has many best orders: some sample is another order.
        tab.click("#draw");
        tab.wait_for(&format!(
            "{} !== {first:?} && !document.getElementById('draw').disabled",
            order("#wall")
        ));
        let sample = tab.text(&order("#wall"));
        tab.run("document.querySelector('#replay a.button').click()");
        tab.wait_for("location.search.includes('kept=')");
        tab.wait_for_count("#kept .turn", 9);
        assert_eq!(tab.text(&order("#kept")), sample);
        assert!(tab.words("#kept .answer").starts_with("33"));
    });
}

#[test]
fn the_first_screen_explains_the_page_and_shares_the_page() {
    in_each_tab(|tab| {
        tab.set_size(1366, 650);
        tab.visit("/explore");
        tab.wait_for(ANSWERED);
        let words = tab.words(".lead");
        assert!(words.contains("Azul") && words.contains("earns"), "{words}");
        assert!(tab.holds("document.querySelector('.lead').getBoundingClientRect().bottom < 650"));
        tab.click("[data-opens=sharing]");
        let link = tab.text("document.getElementById('link').value");
        assert!(link.starts_with("http"), "{link}");
        assert!(link.contains("/explore?size=5x5"), "{link}");
    });
}

/// Embedded pages are for frames of lectures.
#[test]
fn an_embedded_page_has_only_its_board() {
    in_each_tab(|tab| {
        for (page, board) in [
            ("explore?size=3x3&embed=", "#wall"),
            ("play?seed=7&embed=", ".board"),
            ("learn?seed=7&embed=", ".board"),
        ] {
            tab.visit(&format!("/{page}"));
            assert_eq!(
                tab.visible_count("header.site, footer, .panel"),
                0,
                "{page}"
            );
            assert!(tab.visible_count(board) > 0, "{page}");
            tab.wait_for("location.search.includes('embed')");
        }
    });
}

#[test]
fn the_lab_names_variables_greys_large_programs_and_puts_a_fault_beside_its_line() {
    in_each_tab(|tab| {
        tab.visit("/lab?size=2x2&kind=case-study");
        let busy = "document.getElementById('found').ariaBusy";
        tab.wait_for(&format!("{busy} === 'false'"));
        let grey = "[...document.querySelectorAll('[name=size] option:disabled')].map((it) => it.value).join()";
        assert!(tab.text(grey).contains("3x3"), "812 rows are too many");
        assert_ne!(tab.words("#objective"), "");
        let legend = tab.words("#legend");
        assert!(legend.contains("turn"), "{legend}");
        tab.run("document.getElementById('rows').focus(); document.getElementById('rows').setSelectionRange(0, 0)");
        tab.type_text("A(1,1) + <= 1\n");
        tab.wait_for("!document.getElementById('fault').hidden");
        assert!(tab.words("#fault").starts_with("Line 1: "));
        let gap = "['fault', 'rows'].map((id) => document.getElementById(id).getBoundingClientRect().top).reduce((one, other) => one - other)";
        assert!(tab.number(gap) < 80, "the fault is beside its line");
    });
}
