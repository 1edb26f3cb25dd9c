//! The states of the pages for the tests of looks, motion and keys.

use crate::play::FINAL;
use crate::server::PageServer;
use crate::tab::Tab;
use azulejo::serve::Limits;
use std::time::Duration;

/// A game in its second round, with a person to move.
const GAME: &str = "players=2&first=1&seed=21&round=BYRW/BRKW/BYKW/BYRK/YRKW:5Y1.4Y1.CR2.CK2.CW5.CB5.3Y4.CW4.CK3.CB5.2W5.CR3.CK3.CB5.1Y4.CB-.CW5.CR3&round=BYRK/BRRK/BBYW/YKKK/RRWW:3B2.5R2.2K1.1K1";

/// A script that opens the analysis, and starts the engine if the page has one.
const ANALYSIS: &str =
    "document.getElementById('tab-analysis').click(); document.getElementById('engine')?.click()";

/// The address of an invalid table.
const REFUSED: &str = "/play?seat=nobody";

/// A server of short runs, as one of the states is a wall without a proof.
pub(crate) fn server_of_short_runs() -> PageServer {
    PageServer::within(Limits {
        time: Duration::from_secs(2),
        ..Limits::default()
    })
}

/// The states of the pages: an address, and a script for the page.
pub(crate) fn states() -> Vec<(String, &'static str)> {
    let play = |rest: &str| format!("/play?{GAME}&seat=human&seat=azulejo:level=1{rest}");
    let learn = |rest: &str| format!("/learn?{GAME}{rest}");
    let explore = |rest: &str| format!("/explore?{rest}");
    let idle = "0";
    vec![
        (play(""), idle),
        (play(""), "document.querySelector('[data-take]').click()"),
        (
            play(""),
            "document.getElementById('begin').click(); document.getElementById('seating').open = true",
        ),
        (
            play(""),
            "document.querySelector('[data-opens=share]').click()",
        ),
        (
            play(""),
            "document.getElementById('tab-game').click(); document.querySelectorAll('#sheet-game details').forEach((it) => { it.open = true; })",
        ),
        (play(""), ANALYSIS),
        (
            "/play?seed=7".into(),
            "document.getElementById('teach').click()",
        ),
        ("/play?players=4&seed=7".into(), idle),
        (learn(""), idle),
        (learn("&at=4"), ANALYSIS),
        (learn(""), "document.getElementById('tab-puzzles').click()"),
        (
            learn("&at=9"),
            "document.getElementById('tab-set-up').click()",
        ),
        (
            format!("/play?{FINAL}&seat=human&seat=azulejo:level=1"),
            "document.querySelector('[data-take=CB]').click(); document.querySelector('.board.moves [data-to=\"-\"]').click(); (function go() { const next = document.getElementById('go'); if (next.hidden) setTimeout(go, 20); else next.click(); })()",
        ),
        (explore("size=5x5"), idle),
        (
            explore("size=4x4&initial=2&before=1:7&fix=16@3"),
            "document.querySelectorAll('details').forEach((it) => { it.open = true; }); document.getElementById('relax').click(); document.querySelector('[data-replay=back]')?.click()",
        ),
        (
            explore("size=3x3&fix=5@9"),
            "document.querySelector('#wall [data-cell=\"5\"]').click()",
        ),
        (
            explore("size=4x4&subject-to=count(row+1,+4)+%3C%3D+2"),
            "document.getElementById('more-questions').open = true; document.querySelector('[data-ask=tiles]').requestSubmit(); document.querySelectorAll('details').forEach((it) => { it.open = true; }); document.getElementById('relax').click()",
        ),
        (
            explore("size=4x4&fix=6@16&kept=size%3D4x4%26sense%3Dmin"),
            idle,
        ),
        (explore("size=4x4&before=1:2&before=2:3&before=3:1"), idle),
        (explore("size=3x3&fix=10@1&window=1@5-2"), idle),
        (explore("size=12x12&turns=100&fix=28@9&before=1:9"), idle),
        (
            "/lab?size=2x2&sense=min&drop=c2&drop=c13&exercise=cycle".into(),
            "document.querySelectorAll('details').forEach((it) => { it.open = true; })",
        ),
        (
            "/lab?size=2x2&kind=case-study&row=A(1,1)=0&row=B(1,1,2)<=0".into(),
            idle,
        ),
        ("/lab?size=2x3&row=x<=1".into(), idle),
        (REFUSED.into(), idle),
    ]
}

/// Forgets the browser's message about a refused page.
pub(crate) fn forget_refusal(tab: &mut Tab<'_>, address: &str) {
    if address == REFUSED {
        tab.forget(|event| event["method"] == "Log.entryAdded");
    }
}
