//! How the pages move: nothing that jumps, and tiles whose travel costs neither a layout nor a painting.

use crate::chromium::Chromium;
use crate::play::take;
use crate::server::Served;
use crate::states::{forget_refusal, served, states};
use crate::tab::Tab;
use crate::ways::{by_server, each_place};
use serde_json::Value;

/// The largest cumulative layout shift so far, in thousandths: of what moves without somebody's doing, with less than a second
/// between two shifts and at most five seconds together.
fn shifted(tab: &mut Tab<'_>) -> u64 {
    tab.run("if (!window.observer) { window.windows = []; window.observer = new PerformanceObserver((list) => { for (const it of list.getEntries()) { if (it.hadRecentInput) continue; (window.who ??= []).push(it.value.toFixed(4) + ' ' + it.sources.map((one) => `${one.node?.id || one.node?.className || one.node?.nodeName} ${[one.previousRect, one.currentRect].map((it) => [it.x, it.y, it.width, it.height].join(' ')).join(' to ')}`).join(', ')); const last = windows.at(-1); if (last && it.startTime - last.end < 1000 && it.startTime - last.start < 5000) { last.end = it.startTime; last.sum += it.value; } else windows.push({ start: it.startTime, end: it.startTime, sum: it.value }); } }); observer.observe({ type: 'layout-shift', buffered: true }); }");
    tab.run("window.seen = false; requestAnimationFrame(() => requestAnimationFrame(() => { window.seen = true; }))");
    tab.wait_for("window.seen === true");
    tab.number("Math.round(1000 * Math.max(0, ...windows.map((it) => it.sum)))")
}

#[test]
fn nothing_jumps_while_a_round_is_played() {
    by_server(Served::start, |browser, url| {
        for width in [390, 768, 1280] {
            let mut tab = browser.tab(url);
            tab.look("light", width);
            tab.visit("/play?seed=3&seat=greedy&seat=greedy");
            shifted(&mut tab);
            tab.wait_for_words("#go", "Skip");
            tab.wait_for("document.querySelectorAll('.earned').length > 1");
            let found = shifted(&mut tab);
            let who = tab.text("(window.who ?? []).join('; ')");
            assert!(found < 20, "{width} wide: {found} thousandths: {who}");
            tab.finish();
        }
    });
}

/// Tiles travel by transformations alone, which need neither a layout nor a painting of the page.
#[test]
fn what_moves_is_transformed_and_stays_where_little_motion_is_wanted() {
    by_server(Served::start, |browser, url| {
        for (motion, moves) in [("no-preference", true), ("reduce", false)] {
            let mut tab = browser.tab(url);
            tab.look("light", 1280);
            tab.prefer_motion(motion);
            tab.visit("/play?seed=7&seat=human&seat=human");
            tab.run("const animate = Element.prototype.animate; window.moved = []; Element.prototype.animate = function (frames, options) { window.moved.push([this.tagName, ...frames.flatMap(Object.keys), options.duration].join(' ')); return animate.call(this, frames, options); }");
            take(&mut tab, "[data-take]", "5");
            tab.wait_for_count("#log li", 1);
            let moved = tab.text("window.moved.join('\\n')");
            assert_eq!(!moved.is_empty(), moves, "{motion}");
            let is_transformed = |it: &str| it == "svg transform transform 250";
            assert!(moved.lines().all(is_transformed), "{moved}");
            // Without motion, a mark says the same.
            assert!(tab.count(".fresh") > 0);
            tab.finish();
        }
    });
}

/// Loading, answers that come, and what a person opens: nothing else moves because of it.
#[test]
fn nothing_jumps_on_any_page() {
    by_server(served, |browser, url| {
        let mut faults = Vec::new();
        for (address, does) in &states() {
            for width in [390, 768, 1280] {
                let mut tab = browser.tab(url);
                tab.look("light", width);
                tab.visit(address);
                shifted(&mut tab);
                // What is opened is a person's doing, and follows a key.
                tab.press("Shift");
                tab.run(does);
                tab.settle();
                let found = shifted(&mut tab);
                if found >= 20 {
                    let who = tab.text("(window.who ?? []).join('; ')");
                    faults.push(format!(
                        "{address} {does} {width}: {found} thousandths: {who}"
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
fn times<'a>(told: &'a [Value], name: &'a str) -> impl Iterator<Item = u64> + 'a {
    let page = told.iter().find(|event| event["name"] == "travels");
    let page = &page.expect("tiles travel")["pid"];
    let named = told
        .iter()
        .filter(move |event| event["name"] == name && event["pid"] == *page);
    named.filter_map(|event| event["ts"].as_u64())
}

/// While a tile travels, the compositor moves it alone: the page is neither laid out nor painted, and the main thread has no
/// part in the frames. How quickly they follow depends on the machine, and is printed.
#[test]
fn a_tile_travels_without_layout_or_paint() {
    by_server(Served::start, |browser, url| {
        for width in [1280, 390] {
            let mut tab = browser.tab(url);
            tab.look("light", width);
            tab.visit("/play?seed=7&seat=human&seat=human");
            // The way is the same, and takes longer, so that there are frames on a slow machine.
            tab.run("document.documentElement.style.setProperty('--travel', '2000ms')");
            tab.run(
                "window.arrived = 0; const animate = Element.prototype.animate; \
                 Element.prototype.animate = function (...how) { const one = animate.apply(this, how); \
                 one.ready.then(() => performance.mark('travels')); \
                 one.finished.then(() => { performance.mark('arrives'); window.arrived += 1; }); return one; }",
            );
            tab.run("document.querySelector('[data-take]').click()");
            tab.settle();
            let told = tab.traced(|tab| {
                tab.run("document.querySelector('.board.moves [data-to=\"5\"]').click()");
                tab.wait_for("window.arrived === 4");
            });
            let begin = times(&told, "travels").max().expect("tiles travel");
            let end = times(&told, "arrives").min().expect("and arrive");
            let within = |name| times(&told, name).filter(|at| (begin..end).contains(at));
            for work in ["Layout", "Paint"] {
                // The move itself needs it.
                assert!(times(&told, work).any(|at| at < begin), "{width}: {work}");
                assert_eq!(within(work).count(), 0, "{width}: {work}");
            }
            let mut frames: Vec<u64> = within("DrawFrame").collect();
            frames.sort_unstable();
            let by_page = within("BeginMainThreadFrame").count();
            assert!(frames.len() > 20, "{width}: {} frames", frames.len());
            // The first and the last of them, and what the marks above ask for.
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

/// How far the page's parts are moved while it loads, in thousandths of the measure that browsers know as layout shift
/// (https://web.dev/articles/cls).
fn jumps(browser: &mut Chromium, width: u32, url: &str, path: &str) -> u64 {
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
    tab.run(
        "window.jumps = 0; \
         new PerformanceObserver((list) => { for (const it of list.getEntries()) jumps += it.value; }) \
         .observe({ type: 'layout-shift', buffered: true }); \
         requestAnimationFrame(() => requestAnimationFrame(() => { window.drawn = true; }))",
    );
    tab.wait_for("window.drawn === true");
    let jumps = tab.number("Math.round(1000 * window.jumps)");
    tab.finish();
    jumps
}

/// On a busy machine a text may come a frame late, so that the best of three loads counts.
#[test]
fn nothing_jumps_when_a_page_comes_to_life() {
    each_place(|browser, url| {
        for width in [1280, 360] {
            for path in [
                "/explore?size=5x5",
                "/explore?size=4x4&fix=6@16&kept=size%3D4x4%26sense%3Dmin",
                "/play?seed=7&seat=human&seat=human",
                "/learn?seed=7",
                "/lab?size=2x2&sense=min&drop=c2&drop=c13&exercise=cycle",
            ] {
                let mut loads = (0..3).map(|_| jumps(browser, width, url, path));
                let is_still = loads.any(|jumps| jumps < 20);
                assert!(
                    is_still,
                    "{path} {width}: 20 thousandths or more, three times"
                );
            }
        }
    });
}
