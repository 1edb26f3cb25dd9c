//! Writes the tables of `docs/experiments.md` about searches, within two minutes: leaves at depths 1 to 4 from
//! openings, and the depth reached in each turn of a round.
//!
//! `cargo maintain search-tables` runs it. Each table replaces the text between its marks: `<!-- leaves: begin -->` and
//! `<!-- leaves: end -->`, and likewise `turns`.

use crate::Result;
use crate::storage::replace_between;
use azulejo::game::perft;
use azulejo::players::Limits;
use azulejo::players::tree_search::{
    Bonus, Method, TreeSearch, leaves_of_opening, opening, round_by_turns, seeds_of_openings,
};
use std::fmt::Write;
use std::time::Duration;

const DEALS: usize = 100;

const DEPTH: u32 = 4;

/// The number of legal moves of the published opening.
const PUBLISHED_MOVES: usize = 84;

pub(crate) fn run() -> Result {
    let page = "docs/experiments.md";
    let mut text = String::from("\n");
    let any: Vec<u64> = (0..DEALS as u64).collect();
    let title = format!("{DEALS} openings, seeds 0 to {}", DEALS - 1);
    leaves(&mut text, &title, &any)?;
    let alike: Vec<u64> = seeds_of_openings(PUBLISHED_MOVES).take(DEALS).collect();
    let title = format!("The first {DEALS} seeds whose opening has {PUBLISHED_MOVES} moves");
    leaves(&mut text, &title, &alike)?;
    replace_between(page, "leaves", &text)?;
    let mut text = String::from("\n");
    let second = Limits::of_time(Duration::from_secs(1));
    for (words, limits) in [
        ("One second a move", second),
        ("10,000,000 nodes a move", Limits::of_nodes(10_000_000)),
    ] {
        for method in Method::ALL {
            turns(&mut text, words, method, &limits)?;
        }
    }
    replace_between(page, "turns", &text)
}

fn search(method: Method) -> TreeSearch {
    TreeSearch {
        method,
        bonus: Bonus::default(),
    }
}

/// The mean number of leaves at each depth, with the smallest and the largest.
fn leaves(text: &mut String, title: &str, seeds: &[u64]) -> std::fmt::Result {
    writeln!(text, "**{title}**: mean, and smallest to largest\n")?;
    writeln!(text, "| method | depth 1 | depth 2 | depth 3 | depth 4 |")?;
    writeln!(text, "|---|---|---|---|---|")?;
    for method in Method::ALL {
        let of_seed = |&seed: &u64| match method {
            // The leaves of minimax are those that perft counts, which is quicker.
            Method::Minimax => (1..=DEPTH)
                .map(|depth| perft(&opening(seed), depth))
                .collect(),
            _ => leaves_of_opening(&search(method), seed, DEPTH),
        };
        let counts: Vec<Vec<u64>> = seeds.iter().map(of_seed).collect();
        write!(text, "| {} |", method.name())?;
        for ply in 0..DEPTH as usize {
            let at = || counts.iter().map(|of_depth| of_depth[ply]);
            let mean = (at().sum::<u64>() as f64 / counts.len() as f64).round() as u64;
            let [least, most] = [at().min(), at().max()].map(|it| it.expect("a hundred"));
            write!(
                text,
                " {} ({} to {}) |",
                grouped(mean),
                grouped(least),
                grouped(most)
            )?;
        }
        writeln!(text)?;
    }
    writeln!(text)
}

/// The first round of a game, turn by turn.
fn turns(text: &mut String, words: &str, method: Method, limits: &Limits) -> std::fmt::Result {
    writeln!(text, "**{words}, {}**\n", method.name())?;
    writeln!(text, "| turn | depth | moves | leaf nodes | full depth |")?;
    writeln!(text, "|---|---|---|---|---|")?;
    let turns = round_by_turns(&search(method), 0, limits);
    for (number, turn) in turns.iter().enumerate() {
        let reached = turn.reached;
        writeln!(
            text,
            "| {} | {} | {} | {} | {} |",
            number + 1,
            reached.depth,
            turn.moves,
            grouped(reached.leaves),
            if reached.full { "yes" } else { "no" }
        )?;
    }
    writeln!(text)
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<_> = groups.map(|group| String::from_utf8_lossy(group)).collect();
    groups.join(",")
}
