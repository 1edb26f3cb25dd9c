//! The speed of a worker of a browser beside the program, and the time of the first answer: `cargo maintain site-speed`.

use crate::server::PageServer;
use crate::tab::Tab;
use crate::ways::{ANSWERED, Files, browser_and_site};

/// The number of runs of the program and of the tab, in turn.
const RUNS: usize = 7;

/// The requests: a name, an address and a body, which may be empty.
const CASES: [(&str, &str, &str); 4] = [
    (
        "a move of `azulejo` with 200,000 positions",
        "/play/think",
        "players=2&first=1&seed=7&round=BBBY/BBBR/YYKW/BYWW/BYYK:&seat=azulejo:nodes=200000&seat=human",
    ),
    (
        "a move of `azulejo` with 1,000,000 positions",
        "/play/think",
        "players=2&first=1&seed=8&round=BBKK/YYYR/RWWK/BRRW/KKYW:&seat=azulejo:nodes=1000000&seat=human",
    ),
    (
        "dense layers of 25 cells",
        "/explore/run?size=5x5&sense=min&fix=13@12&before=2:3&before=9:8&method=dense",
        "",
    ),
    (
        "the optimal orders of 5×5, counted",
        "/explore/count?size=5x5&sense=max&fix=13@25&method=dense",
        "",
    ),
];

/// The time of an answer in microseconds: the time in the answer, or else the time from the request to the end of the answer.
fn duration(tab: &mut Tab<'_>, address: &str, body: &str) -> u64 {
    tab.run(&format!(
        "window.duration = undefined; (async () => {{ const body = {body:?}; const start = performance.now(); \
         const options = body ? {{ method: 'POST', body }} : {{}}; \
         const answer = await fetch(`${{document.documentElement.dataset.root}}{address}`, options); \
         const text = await answer.text(); \
         if (!answer.ok) throw new Error(text); \
         const match = /^event: answer\\ndata: (.*)$/m.exec(text); \
         const seconds = match ? JSON.parse(match[1]).seconds : (performance.now() - start) / 1000; \
         window.duration = 1e6 * seconds; }})()"
    ));
    tab.wait_for("window.duration !== undefined");
    tab.number("Math.round(window.duration)")
}

#[test]
#[ignore = "it takes a minute and measures; `cargo maintain site-speed` runs it"]
fn a_tab_beside_the_program() {
    let Some((mut browser, folder)) = browser_and_site() else {
        return;
    };
    let (server, files) = (PageServer::start(), Files::serve(&folder));
    let pages = [server.url(), files.url().to_owned()];
    println!("| what | program | tab | tab's speed |\n|---|---|---|---|");
    for (name, address, body) in CASES {
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..RUNS {
            for (page, times) in pages.iter().zip(&mut times) {
                let mut tab = browser.tab(page);
                tab.visit("/learn/?seed=7");
                // The first request starts a worker, whose program is compiled again during the request.
                duration(&mut tab, address, body);
                times.push(duration(&mut tab, address, body));
                tab.finish();
            }
        }
        let [program, tab] = times.map(|mut times| {
            times.sort_unstable();
            times[RUNS / 2]
        });
        let speed = program as f64 / tab as f64;
        let [program, tab] = [program, tab].map(|micros| micros as f64 / 1000.0);
        println!("| {name} | {program:.1} ms | {tab:.1} ms | {speed:.2} |");
    }
}

/// The speed of a slow network of phones, in bits a second.
const BITS_A_SECOND: u32 = 1_600_000;

/// The time from the request to the answer, for a browser with an empty cache and a server with compressed files.
#[test]
#[ignore = "it measures; `cargo maintain site-speed` runs it"]
fn the_first_answer_over_a_slow_network() {
    let mut times: Vec<u64> = (0..3)
        .filter_map(|_| {
            let (mut browser, folder) = browser_and_site()?;
            let files = Files::serve_compressed(&folder);
            let mut tab = browser.tab(files.url());
            tab.throttle(BITS_A_SECOND);
            tab.visit("/explore/?size=3x3");
            tab.wait_for(ANSWERED);
            let time = tab.number("performance.now()");
            tab.finish();
            Some(time)
        })
        .collect();
    times.sort_unstable();
    println!("the first answer at {BITS_A_SECOND} bits a second: {times:?} ms");
}
