//! The maximum of a wall whose centre comes last: states an instance, solves it, and prints what is proven.

use azulejo::instance::{Instance, Sense};
use azulejo::solve::{Method, Settings, solve};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    for side in [3, 5, 7] {
        let centre = (side / 2 + 1, side / 2 + 1);
        let instance = Instance::builder(side, side, Sense::Maximize)
            .place_at(centre, side * side)
            .build()?;
        let answer = solve(&instance, Method::Auto, &Settings::default())?;
        let verdict = &answer.outcome.verdict;
        let score = verdict.score().ok_or("no order was found in time")?;
        println!("{side}×{side}: {score}, {}", verdict.status());
    }
    Ok(())
}
