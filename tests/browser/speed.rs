//! How quick a worker of a browser is beside the program, and how soon the first answer comes: `cargo maintain site-speed`.

use crate::server::Served;
use crate::tab::Tab;
use crate::ways::{ANSWERED, Files, browser_and_site};

/// Runs of each way, in turn.
const RUNS: usize = 7;

/// The requests by name: the address, and the body where there is one.
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

/// How long an answer takes, in microseconds: what itself says, and else from the question to its end.
fn took(tab: &mut Tab<'_>, address: &str, body: &str) -> u64 {
    tab.run(&format!(
        "window.took = undefined; (async () => {{ const body = {body:?}; const began = performance.now(); \
         const options = body ? {{ method: 'POST', body }} : {{}}; \
         const answer = await fetch(`${{document.documentElement.dataset.root}}{address}`, options); \
         const text = await answer.text(); \
         if (!answer.ok) throw new Error(text); \
         const told = /^event: answer\\ndata: (.*)$/m.exec(text); \
         const seconds = told ? JSON.parse(told[1]).seconds : (performance.now() - began) / 1000; \
         window.took = 1e6 * seconds; }})()"
    ));
    tab.wait_for("window.took !== undefined");
    tab.number("Math.round(window.took)")
}

#[test]
#[ignore = "it takes a minute and measures; `cargo maintain site-speed` runs it"]
fn a_tab_beside_the_program() {
    let Some((mut browser, folder)) = browser_and_site() else {
        return;
    };
    let (server, files) = (Served::start(), Files::serve(&folder));
    let pages = [server.url(), files.url().to_owned()];
    println!("| what | program | tab | tab's speed |\n|---|---|---|---|");
    for (name, address, body) in CASES {
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..RUNS {
            for (page, times) in pages.iter().zip(&mut times) {
                let mut tab = browser.tab(page);
                tab.visit("/learn/?seed=7");
                // The first time starts a worker, whose program is compiled again while it runs.
                took(&mut tab, address, body);
                times.push(took(&mut tab, address, body));
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

/// The bits a second of a slow network of phones.
const SLOW: u32 = 1_600_000;

/// The first visit of a browser, whose cache is empty, to files that their server compresses: from the question to the answer.
#[test]
#[ignore = "it measures; `cargo maintain site-speed` runs it"]
fn the_first_answer_over_a_slow_network() {
    let mut times: Vec<u64> = (0..3)
        .filter_map(|_| {
            let (mut browser, folder) = browser_and_site()?;
            let files = Files::serve_compressed(&folder);
            let mut tab = browser.tab(files.url());
            tab.throttle(SLOW);
            tab.visit("/explore/?size=3x3");
            tab.wait_for(ANSWERED);
            let took = tab.number("performance.now()");
            tab.finish();
            Some(took)
        })
        .collect();
    times.sort_unstable();
    println!("the first answer at {SLOW} bits a second: {times:?} ms");
}
