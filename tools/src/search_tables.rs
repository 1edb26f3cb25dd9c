//! Writes the tables of `docs/experiments.md` about searches: leaves at depths 1 to 4 from openings, and the depth reached
//! in each turn of a round.

use crate::Result;
use crate::page::{head, replace_between};
use azulejo::game::perft;
use azulejo::players::Limits;
use azulejo::players::tree_search::{
    Bonus, Method, TreeSearch, leaves_of_opening, opening, round_by_turns, seeds_of_openings,
};
use itertools::Itertools;
use std::time::Duration;

const DEALS: usize = 100;

const DEPTH: u32 = 4;

/// The number of legal moves of the published opening.
const PUBLISHED_MOVES: usize = 84;

pub(crate) fn run() -> Result {
    let page = "docs/experiments.md";
    let any: Vec<u64> = (0..DEALS as u64).collect();
    let title = format!("{DEALS} openings, seeds 0 to {}", DEALS - 1);
    let any_leaves = leaves(&title, &any);
    let alike: Vec<u64> = seeds_of_openings(PUBLISHED_MOVES).take(DEALS).collect();
    let title = format!("The first {DEALS} seeds whose opening has {PUBLISHED_MOVES} moves");
    let alike_leaves = leaves(&title, &alike);
    replace_between(page, "leaves", &format!("\n{any_leaves}{alike_leaves}"))?;
    let mut text = String::from("\n");
    let second = Limits::of_time(Duration::from_secs(1));
    for (words, limits) in [
        ("One second a move", second),
        ("10,000,000 nodes a move", Limits::of_nodes(10_000_000)),
    ] {
        for method in Method::ALL {
            text += &turns(words, method, &limits);
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
fn leaves(title: &str, seeds: &[u64]) -> String {
    let head = head("| method | depth 1 | depth 2 | depth 3 | depth 4 |");
    let mut text = format!("**{title}**: mean, and smallest to largest\n\n{head}");
    for method in Method::ALL {
        let leaves_of_seed = |&seed: &u64| match method {
            // Perft counts the leaves of minimax, faster.
            Method::Minimax => (1..=DEPTH)
                .map(|depth| perft(&opening(seed), depth))
                .collect(),
            _ => leaves_of_opening(&search(method), seed, DEPTH),
        };
        let counts: Vec<Vec<u64>> = seeds.iter().map(leaves_of_seed).collect();
        let cells = (0..DEPTH as usize).map(|ply| {
            let leaf_counts = || counts.iter().map(|depths| depths[ply]);
            let mean = (leaf_counts().sum::<u64>() as f64 / counts.len() as f64).round() as u64;
            let [smallest, largest] = [leaf_counts().min(), leaf_counts().max()]
                .map(|extreme| extreme.expect("a hundred"));
            let [mean, smallest, largest] = [mean, smallest, largest].map(grouped);
            format!("{mean} ({smallest} to {largest})")
        });
        text += &format!("| {} | {} |\n", method.name(), cells.format(" | "));
    }
    text + "\n"
}

/// The first round of a game, turn by turn.
fn turns(words: &str, method: Method, limits: &Limits) -> String {
    let head = head("| turn | depth | moves | leaf nodes | full depth |");
    let mut text = format!("**{words}, {}**\n\n{head}", method.name());
    for (number, turn) in (1..).zip(round_by_turns(&search(method), 0, limits)) {
        let (depth, leaves) = (turn.reached.depth, grouped(turn.reached.leaves));
        let full = if turn.reached.full { "yes" } else { "no" };
        let moves = turn.moves;
        text += &format!("| {number} | {depth} | {moves} | {leaves} | {full} |\n");
    }
    text + "\n"
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<_> = groups.map(|group| String::from_utf8_lossy(group)).collect();
    groups.join(",")
}
