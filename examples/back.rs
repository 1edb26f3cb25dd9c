use azulejo::{instance::Instance, problem::Problem};
#[path = "../bench/constrained/generator.rs"]
mod generator;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let instance = if let Some((kind, rest)) = a[1].split_once('/') {
        let (side, seed) = rest.split_once('/').unwrap();
        let kind = generator::KINDS.iter().find(|k| k.name == kind).unwrap();
        generator::generate(kind, side.parse().unwrap(), seed.parse().unwrap()).0
    } else {
        Instance::from_json(&std::fs::read_to_string(&a[1]).unwrap()).unwrap()
    };
    let problem = Problem::from(&instance);
    if !problem.fills_the_wall() { println!("short"); return; }
    let t = std::time::Instant::now();
    let most = a.get(3).map_or(2_000_000, |m| m.parse().unwrap());
    let mut limit: i64 = azulejo::backward::root(&problem).unwrap() as i64;
    let step: i64 = if problem.sense() == azulejo::instance::Sense::Maximize { -1 } else { 1 };
    loop {
        let (sizes, found) = azulejo::backward::probe(&problem, limit as u32, most);
        println!("{limit}: {found:?} total {} last {} layers {} in {:.3}s", sizes.iter().sum::<usize>(), sizes.last().unwrap(), sizes.len(), t.elapsed().as_secs_f64());
        if found.is_some() || *sizes.last().unwrap() > 0 { break; }
        limit += step;
    }
}
