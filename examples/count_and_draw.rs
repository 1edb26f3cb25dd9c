//! The optimal orders of a wall: counts them exactly, and draws three of them, each with the same probability.

use azulejo::instance::{Instance, Sense};
use azulejo::problem::Problem;
use azulejo::solve::{Settings, optimal_orders};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let instance = Instance::builder(4, 4, Sense::Minimize).build()?;
    let problem = Problem::from(&instance);
    let listing = optimal_orders(&problem, &Settings::default())?;
    let orders = listing.orders().ok_or("no order keeps the constraints")?;
    println!("{} orders score {}", orders.count(), orders.score());
    for order in orders.samples(7).take(3) {
        let cells: Vec<String> = order.iter().map(ToString::to_string).collect();
        println!("{}", cells.join(" "));
    }
    Ok(())
}
