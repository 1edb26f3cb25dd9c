//! Pages in a real browser: that of `render --html`, whose slider is driven by the keyboard and compared with what the
//! library computes, and those of `azulejo serve`, which are the same as plain files.
//!
//! Where there is no Chromium (`make deps-browser` installs it) these tests say so and pass.

mod answers;
mod chromium;
#[path = "../common/mod.rs"]
mod common;
mod explore;
#[path = "../common/foreign.rs"]
mod foreign;
#[path = "../common/games.rs"]
mod games;
mod keys;
mod lab;
mod learn;
mod looks;
mod motion;
mod play;
#[allow(dead_code)] // its client is no browser
#[path = "../serve/server.rs"]
mod server;
mod site;
mod speed;
mod states;
mod stays;
mod touch;
mod ways;

use azulejo::instance::{Instance, Sense};
use azulejo::order::Replay;
use azulejo::render::page::{Findings, page};
use azulejo::solve::{Method, Settings, cross_check, solve};
use chromium::{Chromium, Tab};
use common::{instance, parse, plain};
use resvg::tiny_skia::Pixmap;
use std::fs;
use std::path::PathBuf;

/// Where the screenshots go, for people to look at.
const SCREENSHOTS: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/screenshots");

/// Writes the page of a solved instance to a file, and gives its order too.
fn written(name: &str, instance: &Instance) -> (PathBuf, Vec<azulejo::wall::Cell>) {
    let settings = Settings::default();
    let answer = solve(instance, Method::Frontier, &settings).expect("small");
    let check = cross_check(instance, &answer, &settings.control).expect("small");
    let order = answer
        .outcome
        .verdict
        .solution()
        .expect("an order")
        .order
        .clone();
    let replay = Replay::new(instance, &order).expect("valid");
    let findings = Findings {
        answer: Some(&answer),
        cross_check: check.as_ref(),
        comparison: None,
        control: None,
    };
    let html = page(&replay, &findings).expect("a page");
    fs::create_dir_all(SCREENSHOTS).expect("a folder");
    let path = PathBuf::from(SCREENSHOTS).join(name).with_extension("html");
    fs::write(&path, html).expect("a file");
    (path, order.into())
}

/// What the slider shows.
fn shown(tab: &mut Tab) -> (String, String, String, String) {
    let mut text = |id: &str| tab.text(&format!("document.getElementById('{id}').textContent"));
    let (turn, told, total) = (text("turn"), text("told"), text("total"));
    let current = "document.querySelector('.turns [aria-current=step]')?.id ?? ''";
    (turn, told, total, tab.text(current))
}

fn visible(tab: &mut Tab, selector: &str) -> u64 {
    let count = format!(
        "[...document.querySelectorAll('{selector}')].filter((e) => e.getClientRects().length > 0).length"
    );
    tab.number(&count)
}

#[test]
fn the_slider_replays_every_turn_by_keyboard() {
    let Some(mut browser) = Chromium::start() else {
        return;
    };
    let all_kinds = instance("constraints/all-kinds.json");
    let partial = instance("constraints/partial-wall.json");
    let cases = [
        ("3x3", instance("case-study/3x3-centre-last.json")),
        ("all", all_kinds),
        ("partial", partial),
    ];
    for (name, instance) in cases {
        let (path, order) = written(name, &instance);
        let replay = Replay::new(&instance, &order).expect("valid");
        let mut tab = browser.open(&path);
        assert_eq!(visible(&mut tab, "#replay"), 1, "{name}");
        tab.run("document.getElementById('slider').focus()");
        tab.press("Home");
        let before = ["0", "Before the first turn.", "0", ""]
            .map(String::from)
            .into();
        assert_eq!(shown(&mut tab), before, "{name}");
        assert_eq!(visible(&mut tab, "#stage [data-turn]"), 0, "{name}");
        let mut total = 0;
        for step in replay.steps() {
            tab.press("ArrowRight");
            total += step.kinds.total();
            let turn = step.turn;
            let now = (
                turn.to_string(),
                replay.sentence(step),
                total.to_string(),
                format!("turn-{turn}"),
            );
            assert_eq!(shown(&mut tab), now, "{name}");
            assert_eq!(
                visible(&mut tab, "#stage [data-turn]"),
                turn as u64,
                "{name}"
            );
            assert_eq!(
                tab.text("document.querySelector('#stage .now text').textContent.trim()"),
                step.kinds.total().to_string()
            );
            for (frame, run) in ["row", "column"].iter().zip(&step.runs) {
                let selector = format!("#stage .run-{frame}");
                assert_eq!(
                    visible(&mut tab, &selector),
                    u64::from(run.is_some()),
                    "{name} {turn}"
                );
                let Some(run) = run else { continue };
                let side = if *frame == "row" { "width" } else { "height" };
                let length = tab.number(&format!(
                    "document.querySelector('{selector}').getAttribute('{side}')"
                ));
                // 56 from cell to cell, of which the last is 52 wide.
                assert_eq!(length, 56 * run.length as u64 - 4, "{name} {turn}");
            }
        }
        assert_eq!(
            total,
            replay.report().score - replay.report().bonus,
            "{name}"
        );
        tab.press("ArrowLeft");
        assert_eq!(shown(&mut tab).0, (order.len() - 1).to_string(), "{name}");
        tab.finish();
    }
}

#[test]
fn the_buttons_work_by_keyboard_and_play_stops_at_the_end() {
    let Some(mut browser) = Chromium::start() else {
        return;
    };
    let (path, _) = written("play", &plain(1, 2, Sense::Maximize));
    let mut tab = browser.open(&path);
    let press = |tab: &mut Tab, button: &str, key: &str| {
        tab.run(&format!("document.getElementById('{button}').focus()"));
        tab.press(key);
        shown(tab).0
    };
    assert_eq!(press(&mut tab, "first", "Enter"), "0");
    assert_eq!(
        press(&mut tab, "back", "Enter"),
        "0",
        "there is none before it"
    );
    assert_eq!(press(&mut tab, "forward", "Space"), "1");
    assert_eq!(press(&mut tab, "last", "Enter"), "2");
    assert_eq!(press(&mut tab, "play", "Space"), "0", "from the start");
    let pressed = "document.getElementById('play').getAttribute('aria-pressed')";
    assert_eq!(tab.text(pressed), "true");
    tab.wait_for("document.getElementById('turn').textContent === '2'");
    assert_eq!(tab.text(pressed), "false");
    assert_eq!(press(&mut tab, "play", "Enter"), "0");
    assert_eq!(press(&mut tab, "play", "Enter"), "0", "paused");
    assert_eq!(tab.text(pressed), "false");
    tab.finish();
}

#[test]
fn the_page_is_light_dark_and_narrow_and_fits() {
    let Some(mut browser) = Chromium::start() else {
        return;
    };
    let large = plain(20, 20, Sense::Maximize);
    let order: Vec<_> = large.wall().cells().collect();
    let replay = Replay::new(&large, &order).expect("valid");
    let page = page(&replay, &Findings::default()).expect("a page");
    let path = PathBuf::from(SCREENSHOTS).join("20x20.html");
    fs::create_dir_all(SCREENSHOTS).expect("a folder");
    fs::write(&path, page).expect("a file");
    let mut tab = browser.tab();
    tab.look("light", 360);
    tab.load(&path);
    let overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assert_eq!(tab.number(overflow), 0, "20×20");
    let shown = "document.querySelector('figure svg').getBoundingClientRect().width";
    assert!(tab.number(shown) > 600, "still to be read");
    tab.finish();
    let (path, _) = written("5x5", &plain(5, 5, Sense::Minimize));
    for (scheme, background) in [("light", [0xff, 0xff, 0xff]), ("dark", [0x12, 0x18, 0x1f])] {
        for (size, width) in [("wide", 1200), ("narrow", 360)] {
            let mut tab = browser.tab();
            tab.look(scheme, width);
            tab.load(&path);
            assert_eq!(tab.number(overflow), 0, "{scheme} {size}");
            let image = tab.screenshot();
            fs::write(format!("{SCREENSHOTS}/5x5-{scheme}-{size}.png"), &image).expect("a file");
            let pixels = Pixmap::decode_png(&image).expect("a PNG file");
            assert_eq!(pixels.width(), width);
            let corner = pixels.pixel(1, 1).expect("inside");
            assert_eq!([corner.red(), corner.green(), corner.blue()], background);
            tab.finish();
        }
    }
}

#[test]
fn the_history_can_be_read_in_light_and_in_the_dark() {
    let Some(mut browser) = Chromium::start() else {
        return;
    };
    let (path, _) = written("history", &instance("case-study/3x3-centre-last.json"));
    let fill = |tab: &mut Tab, part: &str| {
        tab.text(&format!(
            "getComputedStyle(document.querySelector('#history {part}')).fill"
        ))
    };
    for (scheme, paper, text) in [
        ("light", "rgb(255, 255, 255)", "rgb(34, 34, 34)"),
        ("dark", "rgb(18, 24, 31)", "rgb(232, 237, 242)"),
    ] {
        for width in [1200, 360] {
            let mut tab = browser.tab();
            tab.look(scheme, width);
            tab.load(&path);
            assert_eq!(visible(&mut tab, "#history svg"), 1);
            assert_eq!(fill(&mut tab, "rect"), paper, "{scheme}");
            assert_eq!(fill(&mut tab, "text"), text, "{scheme}");
            let image = tab.screenshot();
            let name = format!("{SCREENSHOTS}/history-{scheme}-{width}.png");
            fs::write(name, &image).expect("a file");
            tab.finish();
        }
    }
}

#[test]
fn without_scripts_everything_but_the_slider_is_there() {
    let Some(mut browser) = Chromium::start() else {
        return;
    };
    let (path, order) = written("no-script", &instance("case-study/3x3-max.json"));
    let mut tab = browser.tab();
    tab.disable_scripts();
    tab.load(&path);
    assert_eq!(visible(&mut tab, "#replay"), 0);
    assert_eq!(visible(&mut tab, ".turns > li"), order.len() as u64);
    assert_eq!(visible(&mut tab, ".turns > li svg"), order.len() as u64);
    assert_eq!(visible(&mut tab, ".pictures svg"), 3);
    for section in ["turns", "proof", "formulations", "instance"] {
        assert_eq!(visible(&mut tab, &format!("#{section}")), 1, "{section}");
    }
    tab.finish();
}

#[test]
fn a_hostile_instance_runs_nothing() {
    let Some(mut browser) = Chromium::start() else {
        return;
    };
    let hostile = r#"</title><script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">"#;
    let json = format!(
        r#"{{"name": "{hostile}", "source": "{hostile}", "wall": {{"rows": 1, "columns": 2}}, "sense": "maximize"}}"#
    );
    let (path, _) = written("hostile", &parse(&json));
    let mut tab = browser.open(&path);
    assert!(tab.text("document.title").starts_with("</title><script>"));
    assert_eq!(tab.number("document.scripts.length"), 1);
    assert_eq!(tab.number("document.images.length"), 0);
    tab.finish();
}
