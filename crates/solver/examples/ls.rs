use azulejo_solver::{control::Control, heuristics, instance::{Instance, Sense}, order::Incumbent, problem::Problem, solve::proven_by_construction};
use std::time::Duration;
fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let seconds: f64 = arguments[1].parse().unwrap();
    let seeds: u32 = arguments[2].parse().unwrap();
    for file in &arguments[3..] {
        let instance = Instance::from_json(&std::fs::read_to_string(file).unwrap()).unwrap();
        let problem = Problem::from(&instance);
        let control = Control::default().within(Some(Duration::from_secs(20)));
        let (closed, _) = proven_by_construction(&problem, &control);
        let best = heuristics::incumbent(&problem, closed.clone(), Default::default(), &control);
        let first = best.as_ref().map(|best| best.score);
        let target = if problem.sense() == Sense::Maximize { 100_000 } else { 0 };
        let scores: Vec<u32> = (0..seeds).map(|seed| {
            let incumbent = Incumbent::new(problem.sense(), best.clone());
            heuristics::improve_until(&problem, &incumbent, target, seed, &Control::default().within(Some(Duration::from_secs_f64(seconds))));
            incumbent.score().unwrap_or(0)
        }).collect();
        println!("{} {:?} -> {:?}", file.rsplit('/').next().unwrap(), first, scores);
    }
}
