//! Prints the tables of `docs/experiments.md` about searches as Markdown, within two minutes: leaves at depths 1 to 4
//! from openings, and the depth that is reached in each turn of a round.
//!
//! `cargo run --release --no-default-features --example search_tables`

use azulejo::game::perft;
use azulejo::players::Limits;
use azulejo::players::search::{Bonus, Method, Search, leaves_of_opening, opening, round_by_turns};
use std::time::Duration;

const DEALS: usize = 100;

const DEPTH: u32 = 4;

/// The moves of the published opening.
const PUBLISHED_MOVES: usize = 84;

fn main() {
    let any: Vec<u64> = (0..DEALS as u64).collect();
    leaves(&format!("{DEALS} openings, seeds 0 to {}", DEALS - 1), &any);
    let alike = (0..).filter(|&seed| opening(seed).legal_count() == PUBLISHED_MOVES);
    let alike: Vec<u64> = alike.take(DEALS).collect();
    leaves(
        &format!("The first {DEALS} seeds whose opening has {PUBLISHED_MOVES} moves"),
        &alike,
    );
    let second = Limits {
        time: Some(Duration::from_secs(1)),
        ..Limits::NONE
    };
    let nodes = Limits {
        nodes: Some(10_000_000),
        ..Limits::NONE
    };
    for (words, limits) in [
        ("One second a move", second),
        ("10,000,000 nodes a move", nodes),
    ] {
        for method in Method::ALL {
            turns(words, method, &limits);
        }
    }
}

fn search(method: Method) -> Search {
    Search {
        method,
        bonus: Bonus::default(),
    }
}

/// The mean number of leaves at each depth, with the smallest and the largest.
fn leaves(title: &str, seeds: &[u64]) {
    println!("**{title}**: mean, and smallest to largest\n");
    println!("| method | depth 1 | depth 2 | depth 3 | depth 4 |");
    println!("|---|---|---|---|---|");
    for method in Method::ALL {
        let of_seed = |&seed: &u64| match method {
            // The leaves of minimax are those that perft counts, which is quicker.
            Method::Minimax => (1..=DEPTH)
                .map(|depth| perft(&opening(seed), depth))
                .collect(),
            _ => leaves_of_opening(&search(method), seed, DEPTH),
        };
        let counts: Vec<Vec<u64>> = seeds.iter().map(of_seed).collect();
        print!("| {} |", method.name());
        for ply in 0..DEPTH as usize {
            let at = || counts.iter().map(|of_depth| of_depth[ply]);
            let mean = (at().sum::<u64>() as f64 / counts.len() as f64).round() as u64;
            let [least, most] = [at().min(), at().max()].map(|it| it.expect("a hundred"));
            print!(
                " {} ({} to {}) |",
                grouped(mean),
                grouped(least),
                grouped(most)
            );
        }
        println!();
    }
    println!();
}

/// The first round of a game, turn by turn.
fn turns(words: &str, method: Method, limits: &Limits) {
    println!("**{words}, {}**\n", method.name());
    println!("| turn | depth | moves | leaf nodes | full depth |");
    println!("|---|---|---|---|---|");
    let turns = round_by_turns(&search(method), 0, limits);
    for (number, turn) in turns.iter().enumerate() {
        let reached = turn.reached;
        println!(
            "| {} | {} | {} | {} | {} |",
            number + 1,
            reached.depth,
            turn.moves,
            grouped(reached.leaves),
            if reached.full { "yes" } else { "no" }
        );
    }
    println!();
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<_> = groups.map(|group| String::from_utf8_lossy(group)).collect();
    groups.join(",")
}
