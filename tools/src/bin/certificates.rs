//! Measures certificates, for `docs/certificates.md`.

#[path = "../../../bench/constrained/generator.rs"]
mod generator;

use azulejo::certificate::Certificate;
use azulejo::control::Control;
use azulejo::instance::Instance;
use azulejo::solve::{Method, Settings, solve};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let side: usize = args[0].parse()?;
    let seeds: u64 = args[1].parse()?;
    let limit: u64 = args[2].parse()?;
    for kind in &generator::KINDS {
        if args.len() > 3 && !kind.name.starts_with(&args[3]) {
            continue;
        }
        for seed in 0..seeds {
            let (instance, _) = generator::generate(kind, side, seed);
            one(&format!("{side} {} {seed}", kind.name), &instance, limit);
        }
    }
    Ok(())
}

fn one(name: &str, instance: &Instance, limit: u64) {
    let settings = Settings::default().within(Some(Duration::from_secs(limit)));
    let clock = Instant::now();
    let Ok(answer) = solve(instance, Method::Auto, &settings) else {
        println!("{name}: failed");
        return;
    };
    let solved = clock.elapsed().as_secs_f64();
    let control = Control::default().within(Some(Duration::from_secs(limit)));
    let clock = Instant::now();
    let made = Certificate::of(instance, &answer.outcome.verdict, &control);
    let making = clock.elapsed().as_secs_f64();
    let how = format!("{:?}", answer.outcome.verdict.proof());
    let how: String = how.chars().take(40).collect();
    match made {
        Err(error) => println!(
            "{name}: {} {solved:.2}s {how}; none after {making:.2}s: {error}",
            answer.method.name()
        ),
        Ok(certificate) => {
            let json = certificate.to_json();
            let clock = Instant::now();
            let checked = azulejo_check::check(&json);
            println!(
                "{name}: {} {solved:.2}s {how}; {} {} leaves, {} bytes, made {making:.2}s, checked {:.2}s {}",
                answer.method.name(),
                certificate.kind(),
                certificate.leaves(),
                json.len(),
                clock.elapsed().as_secs_f64(),
                if checked.is_ok() { "" } else { "REFUSED" },
            );
        }
    }
}
