//! Motion of the pages: no layout shift, and tiles that travel without a layout or a painting.

use crate::chromium::Chromium;
use crate::play::take;
use crate::server::PageServer;
use crate::states::{forget_refusal, server_of_short_runs, states};
use crate::tab::Tab;
use crate::ways::{with_each_site, with_server};
use serde_json::Value;

/// The largest cumulative layout shift so far, in thousandths: shifts without input of a person, with less than a second
/// between two shifts and at most five seconds together.
fn layout_shift(tab: &mut Tab<'_>) -> u64 {
    tab.run("if (!window.observer) { window.windows = []; window.observer = new PerformanceObserver((list) => { for (const it of list.getEntries()) { if (it.hadRecentInput) continue; (window.sources ??= []).push(it.value.toFixed(4) + ' ' + it.sources.map((one) => `${one.node?.id || one.node?.className || one.node?.nodeName} ${[one.previousRect, one.currentRect].map((it) => [it.x, it.y, it.width, it.height].join(' ')).join(' to ')}`).join(', ')); const last = windows.at(-1); if (last && it.startTime - last.end < 1000 && it.startTime - last.start < 5000) { last.end = it.startTime; last.sum += it.value; } else windows.push({ start: it.startTime, end: it.startTime, sum: it.value }); } }); observer.observe({ type: 'layout-shift', buffered: true }); }");
    tab.run("window.isDrawn = false; requestAnimationFrame(() => requestAnimationFrame(() => { window.isDrawn = true; }))");
    tab.wait_for("window.isDrawn === true");
    tab.number("Math.round(1000 * Math.max(0, ...windows.map((it) => it.sum)))")
}

#[test]
fn no_layout_shifts_during_a_round() {
    with_server(PageServer::start, |browser, url| {
        for width in [390, 768, 1280] {
            let mut tab = browser.tab(url);
            tab.look("light", width);
            tab.visit("/play?seed=3&seat=greedy&seat=greedy");
            layout_shift(&mut tab);
            tab.wait_for_words("#go", "Skip");
            tab.wait_for("document.querySelectorAll('.earned').length > 1");
            let shift = layout_shift(&mut tab);
            let sources = tab.text("(window.sources ?? []).join('; ')");
            assert!(shift < 20, "{width} wide: {shift} thousandths: {sources}");
            tab.finish();
        }
    });
}

/// Tiles travel only by transformations, which need no layout and no painting of the page.
#[test]
fn tiles_move_by_transformations_and_stay_under_reduced_motion() {
    with_server(PageServer::start, |browser, url| {
        for (motion, is_moving) in [("no-preference", true), ("reduce", false)] {
            let mut tab = browser.tab(url);
            tab.look("light", 1280);
            tab.prefer_motion(motion);
            tab.visit("/play?seed=7&seat=human&seat=human");
            tab.run("const animate = Element.prototype.animate; window.animations = []; Element.prototype.animate = function (frames, options) { window.animations.push([this.tagName, ...frames.flatMap(Object.keys), options.duration].join(' ')); return animate.call(this, frames, options); }");
            take(&mut tab, "[data-take]", "5");
            tab.wait_for_count("#log li", 1);
            let animations = tab.text("window.animations.join('\\n')");
            assert_eq!(!animations.is_empty(), is_moving, "{motion}");
            let is_transformed = |animation: &str| animation == "svg transform transform 250";
            assert!(animations.lines().all(is_transformed), "{animations}");
            // A mark shows the move, with or without motion.
            assert!(tab.count(".fresh") > 0);
            tab.finish();
        }
    });
}

/// No load, no answer and no open dialogue shifts the other parts of the page.
#[test]
fn no_layout_shifts_on_any_page() {
    with_server(server_of_short_runs, |browser, url| {
        let mut faults = Vec::new();
        for (address, script) in &states() {
            for width in [390, 768, 1280] {
                let mut tab = browser.tab(url);
                tab.look("light", width);
                tab.visit(address);
                layout_shift(&mut tab);
                // A shift after a key is input of a person.
                tab.press("Shift");
                tab.run(script);
                tab.settle();
                let shift = layout_shift(&mut tab);
                if shift >= 20 {
                    let sources = tab.text("(window.sources ?? []).join('; ')");
                    faults.push(format!(
                        "{address} {script} {width}: {shift} thousandths: {sources}"
                    ));
                }
                forget_refusal(&mut tab, address);
                tab.finish();
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    });
}

/// The times of the events with a name, in microseconds, in the process of the page.
fn times<'a>(events: &'a [Value], name: &'a str) -> impl Iterator<Item = u64> + 'a {
    let page = events.iter().find(|event| event["name"] == "travels");
    let page = &page.expect("tiles travel")["pid"];
    let events = events
        .iter()
        .filter(move |event| event["name"] == name && event["pid"] == *page);
    events.filter_map(|event| event["ts"].as_u64())
}

/// Only the compositor moves a travelling tile: the page has no layout and no painting, and the main thread has no
/// part in the frames. The time between frames depends on the machine, and is printed.
#[test]
fn a_tile_travels_without_layout_or_paint() {
    with_server(PageServer::start, |browser, url| {
        for width in [1280, 390] {
            let mut tab = browser.tab(url);
            tab.look("light", width);
            tab.visit("/play?seed=7&seat=human&seat=human");
            // The same way in more time, with frames on a slow machine.
            tab.run("document.documentElement.style.setProperty('--travel', '2000ms')");
            tab.run(
                "window.arrived = 0; const animate = Element.prototype.animate; \
                 Element.prototype.animate = function (...how) { const one = animate.apply(this, how); \
                 one.ready.then(() => performance.mark('travels')); \
                 one.finished.then(() => { performance.mark('arrives'); window.arrived += 1; }); return one; }",
            );
            tab.run("document.querySelector('[data-take]').click()");
            tab.settle();
            let events = tab.trace(|tab| {
                tab.run("document.querySelector('.board.moves [data-to=\"5\"]').click()");
                tab.wait_for("window.arrived === 4");
            });
            let begin = times(&events, "travels").max().expect("tiles travel");
            let end = times(&events, "arrives").min().expect("and arrive");
            let within = |name| times(&events, name).filter(|time| (begin..end).contains(time));
            for work in ["Layout", "Paint"] {
                // The move itself needs this work.
                assert!(
                    times(&events, work).any(|time| time < begin),
                    "{width}: {work}"
                );
                assert_eq!(within(work).count(), 0, "{width}: {work}");
            }
            let mut frames: Vec<u64> = within("DrawFrame").collect();
            frames.sort_unstable();
            let by_page = within("BeginMainThreadFrame").count();
            assert!(frames.len() > 20, "{width}: {} frames", frames.len());
            // The first and the last frame, and the frames of the marks above.
            assert!(by_page < 10, "{width}: the page took part in {by_page}");
            let mut steps: Vec<u64> = frames.windows(2).map(|pair| pair[1] - pair[0]).collect();
            steps.sort_unstable();
            println!(
                "{width} wide: {} frames in {} ms, half of them within {} µs, nine of ten within {} µs; {by_page} by the page",
                frames.len(),
                (end - begin) / 1000,
                steps[steps.len() / 2],
                steps[steps.len() * 9 / 10],
            );
            tab.finish();
        }
    });
}

/// The sum of all layout shifts of the page during its load, in thousandths (https://web.dev/articles/cls).
fn load_shift(browser: &mut Chromium, width: u32, url: &str, path: &str) -> u64 {
    let mut tab = browser.tab(url);
    tab.look("light", width);
    tab.visit(path);
    for (page, busy) in [("/explore", "explore"), ("/lab", "found")] {
        if path.starts_with(page) {
            tab.wait_for(&format!(
                "document.getElementById('{busy}').ariaBusy === 'false'"
            ));
        }
    }
    layout_shift(&mut tab);
    let shift = tab.number("Math.round(1000 * windows.reduce((sum, it) => sum + it.sum, 0))");
    tab.finish();
    shift
}

/// The best of three loads counts, as a text may come a frame late on a busy machine.
#[test]
fn no_layout_shifts_during_a_load() {
    with_each_site(|browser, url| {
        for width in [1280, 360] {
            for path in [
                "/explore?size=5x5",
                "/explore?size=4x4&fix=6@16&kept=size%3D4x4%26sense%3Dmin",
                "/play?seed=7&seat=human&seat=human",
                "/learn?seed=7",
                "/lab?size=2x2&sense=min&drop=c2&drop=c13&exercise=cycle",
            ] {
                let mut loads = (0..3).map(|_| load_shift(browser, width, url, path));
                let is_still = loads.any(|shift| shift < 20);
                assert!(
                    is_still,
                    "{path} {width}: 20 thousandths or more, three times"
                );
            }
        }
    });
}
