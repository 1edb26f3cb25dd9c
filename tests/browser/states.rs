//! The states of the pages that looks, motion and keys are tested in.

use crate::play::FINAL;
use crate::server::Served;
use crate::tab::Tab;
use azulejo::serve::Limits;
use std::time::Duration;

/// A game within its second round, with a person to move.
const GAME: &str = "players=2&first=1&seed=21&round=BYRW/BRKW/BYKW/BYRK/YRKW:5Y1.4Y1.CR2.CK2.CW5.CB5.3Y4.CW4.CK3.CB5.2W5.CR3.CK3.CB5.1Y4.CB-.CW5.CR3&round=BYRK/BRRK/BBYW/YKKK/RRWW:3B2.5R2.2K1.1K1";

/// A table that cannot be.
const REFUSED: &str = "/play?seat=nobody";

/// A server whose runs end soon: one of the states is a wall that stays without a proof however long it is looked at.
pub(crate) fn served() -> Served {
    Served::within(Limits {
        time: Duration::from_secs(2),
        ..Limits::default()
    })
}

/// The states of the pages in which somebody may find himself: an address, and what is done there.
pub(crate) fn states() -> Vec<(String, &'static str)> {
    let play = |rest: &str| format!("/play?{GAME}&seat=human&seat=azulejo:level=1{rest}");
    let learn = |rest: &str| format!("/learn?{GAME}{rest}");
    let explore = |rest: &str| format!("/explore?{rest}");
    let click = |id: &str| -> &'static str {
        match id {
            "take" => "document.querySelector('[data-take]').click()",
            "new" => {
                "document.getElementById('begin').click(); document.getElementById('seating').open = true"
            }
            "share" => "document.querySelector('[data-opens=share]').click()",
            "about" => {
                "document.getElementById('tab-game').click(); document.querySelectorAll('#sheet-game details').forEach((it) => { it.open = true; })"
            }
            "teach" => "document.getElementById('teach').click()",
            "analysis" => {
                "document.getElementById('tab-analysis').click(); document.getElementById('engine')?.click()"
            }
            "puzzles" => "document.getElementById('tab-puzzles').click()",
            "set-up" => "document.getElementById('tab-set-up').click()",
            "end" => {
                "document.querySelector('[data-take=CB]').click(); document.querySelector('.board.moves [data-to=\"-\"]').click(); (function go() { const next = document.getElementById('go'); if (next.hidden) setTimeout(go, 20); else next.click(); })()"
            }
            "cell" => "document.querySelector('#wall [data-cell=\"5\"]').click()",
            "all" => {
                "document.querySelectorAll('details').forEach((it) => { it.open = true; }); document.getElementById('relax').click(); document.querySelector('[data-replay=back]')?.click()"
            }
            "questions" => {
                "document.getElementById('more-questions').open = true; document.querySelector('[data-ask=tiles]').requestSubmit(); document.querySelectorAll('details').forEach((it) => { it.open = true; }); document.getElementById('relax').click()"
            }
            "open" => "document.querySelectorAll('details').forEach((it) => { it.open = true; })",
            _ => "0",
        }
    };
    vec![
        (play(""), click("")),
        (play(""), click("take")),
        (play(""), click("new")),
        (play(""), click("share")),
        (play(""), click("about")),
        (play(""), click("analysis")),
        ("/play?seed=7".into(), click("teach")),
        ("/play?players=4&seed=7".into(), click("")),
        (learn(""), click("")),
        (learn("&at=4"), click("analysis")),
        (learn(""), click("puzzles")),
        (learn("&at=9"), click("set-up")),
        (
            format!("/play?{FINAL}&seat=human&seat=azulejo:level=1"),
            click("end"),
        ),
        (explore("size=5x5"), click("")),
        (
            explore("size=4x4&initial=2&before=1:7&fix=16@3"),
            click("all"),
        ),
        (explore("size=3x3&fix=5@9"), click("cell")),
        (
            explore("size=4x4&subject-to=count(row+1,+4)+%3C%3D+2"),
            click("questions"),
        ),
        (
            explore("size=4x4&fix=6@16&kept=size%3D4x4%26sense%3Dmin"),
            click(""),
        ),
        (
            explore("size=4x4&before=1:2&before=2:3&before=3:1"),
            click(""),
        ),
        (explore("size=3x3&fix=10@1&window=1@5-2"), click("")),
        (
            explore("size=12x12&turns=100&fix=28@9&before=1:9"),
            click(""),
        ),
        (
            "/lab?size=2x2&sense=min&drop=c2&drop=c13&exercise=cycle".into(),
            click("open"),
        ),
        (
            "/lab?size=2x2&kind=case-study&row=A(1,1)=0&row=B(1,1,2)<=0".into(),
            click(""),
        ),
        ("/lab?size=2x3&row=x<=1".into(), click("")),
        (REFUSED.into(), click("")),
    ]
}

/// The browser itself says that a page was refused.
pub(crate) fn forget_refusal(tab: &mut Tab<'_>, address: &str) {
    if address == REFUSED {
        tab.forget(|event| event["method"] == "Log.entryAdded");
    }
}
