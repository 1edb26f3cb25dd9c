//! How the pages move: nothing that jumps, and tiles whose travel costs neither a layout nor a painting.

use crate::chromium::Chromium;
use crate::server::Served;
use crate::states::{forget_refusal, served, states};
use crate::tab::Tab;
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
    let Some(mut browser) = Chromium::start() else {
        return;
    };
    let server = Served::start();
    for width in [390, 768, 1280] {
        let mut tab = browser.tab();
        tab.look("light", width);
        let alone = "/play?seed=3&seat=greedy&seat=greedy";
        tab.visit(&format!("{}{alone}", server.url()));
        shifted(&mut tab);
        tab.wait_for("document.getElementById('go').textContent === 'Skip'");
        tab.wait_for("document.querySelectorAll('.earned').length > 1");
        let found = shifted(&mut tab);
        let who = tab.text("(window.who ?? []).join('; ')");
        assert!(found < 20, "{width} wide: {found} thousandths: {who}");
        tab.finish_at(&server.url());
    }
}

/// Tiles travel by transformations alone, which need neither a layout nor a painting of the page.
#[test]
fn what_moves_is_transformed_and_stays_where_little_motion_is_wanted() {
    let Some(mut browser) = Chromium::start() else {
        return;
    };
    let server = Served::start();
    for (motion, moves) in [("no-preference", true), ("reduce", false)] {
        let mut tab = browser.tab();
        tab.look("light", 1280);
        tab.prefer(motion);
        tab.visit(&format!(
            "{}/play?seed=7&seat=human&seat=human",
            server.url()
        ));
        tab.run("const animate = Element.prototype.animate; window.moved = []; Element.prototype.animate = function (frames, options) { window.moved.push([this.tagName, ...frames.flatMap(Object.keys), options.duration].join(' ')); return animate.call(this, frames, options); }");
        tab.click("[data-take]");
        tab.click(".board.moves [data-to=\"5\"]");
        tab.wait_for("document.querySelectorAll('#log li').length === 1");
        let moved = tab.text("window.moved.join('\\n')");
        assert_eq!(!moved.is_empty(), moves, "{motion}");
        assert!(
            moved.lines().all(|it| it == "svg transform transform 250"),
            "{moved}"
        );
        // Without motion, a mark says the same.
        assert!(tab.number("document.querySelectorAll('.fresh').length") > 0);
        tab.finish_at(&server.url());
    }
}

/// Loading, answers that come, and what a person opens: nothing else moves because of it.
#[test]
fn nothing_jumps_on_any_page() {
    let Some(mut browser) = Chromium::start() else {
        return;
    };
    let server = served();
    let mut faults = Vec::new();
    for (address, does) in &states() {
        for width in [390, 768, 1280] {
            let mut tab = browser.tab();
            tab.look("light", width);
            tab.visit(&format!("{}{address}", server.url()));
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
            tab.finish_at(&server.url());
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
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
    let Some(mut browser) = Chromium::start() else {
        return;
    };
    let server = Served::start();
    for width in [1280, 390] {
        let mut tab = browser.tab();
        tab.look("light", width);
        let address = format!("{}/play?seed=7&seat=human&seat=human", server.url());
        tab.visit(&address);
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
        assert!(
            times(&told, "Paint").any(|at| at < begin)
                && times(&told, "Layout").any(|at| at < begin),
            "the move itself is laid out and painted"
        );
        assert_eq!(within("Layout").count(), 0, "{width}");
        assert_eq!(within("Paint").count(), 0, "{width}");
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
        tab.finish_at(&server.url());
    }
}
