//! `ordering.mod` reaches the optima with its cuts and without, by orders with these scores. The pages of `models/` run
//! the other models.

use crate::common::{cells, plain};
use crate::tools::{are_installed, model, stdout_of};
use azulejo::instance::Sense;
use azulejo::order;
use std::process::Command;

const OPTIMA: [(u64, &str, u32); 4] = [
    (2, "max", 10),
    (2, "min", 9),
    (3, "max", 33),
    (3, "min", 22),
];

/// The numbers of the line that begins with a word.
fn numbers(output: &str, word: &str) -> Vec<usize> {
    let line = output.lines().find_map(|line| line.strip_prefix(word));
    let line = line.unwrap_or_else(|| panic!("no {word} in {output}"));
    let numbers = line.split(|part: char| !part.is_ascii_digit());
    numbers.filter_map(|number| number.parse().ok()).collect()
}

/// The score in a solver's output, which must be the score of the order in the output.
fn score(output: &str, size: u64) -> u32 {
    let order = cells(&numbers(output, "order"));
    let points = order::points(plain(size, size, Sense::Maximize).wall(), &order);
    let score: u32 = points.expect("an order").iter().sum();
    assert_eq!(order.len() as u64, size * size, "{output}");
    assert_eq!(numbers(output, "score"), [score as usize], "{output}");
    score
}

#[test]
fn glpsol_solves_ordering_mod_with_cuts_and_without() {
    if !are_installed(&["glpsol"]) {
        return;
    }
    for (size, sense, optimum) in OPTIMA {
        for cuts in 0..=2 {
            let wall = format!("{size}x{size}.dat");
            let mut data = vec![&*wall];
            data.extend((sense == "min").then_some("min.dat"));
            data.extend(["line-cuts.dat", "block-cuts.dat"].iter().take(cuts));
            let mut command = Command::new("glpsol");
            command.arg("-m").arg(model("ordering.mod"));
            for file in &data {
                command.arg("-d").arg(model("data").join(file));
            }
            let output = stdout_of(&mut command);
            let optimal = "INTEGER OPTIMAL SOLUTION FOUND";
            assert!(output.contains(optimal), "{output}");
            assert_eq!(score(&output, size), optimum, "{data:?}");
        }
    }
}
