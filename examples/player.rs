//! probe
use azulejo::arena::{Match, Starter, Watch};
use azulejo::players::azulejo::{Azulejo, Ingredient, Weights};
use azulejo::players::{Contestant, Limits};
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let games: u64 = args[0].parse()?;
    let seed: u64 = args[1].parse()?;
    let make = |text: &str| -> Contestant {
        // own:nodes=N[,-Ingredient][,plain][,file=…]
        if let Some(rest) = text.strip_prefix("own:") {
            let mut limits = Limits::NONE;
            let mut player = Azulejo::default();
            for part in rest.split(',') {
                if let Some(n) = part.strip_prefix("nodes=") { limits.nodes = n.parse().ok(); }
                if let Some(n) = part.strip_prefix("depth=") { limits.depth = n.parse().ok(); }
                if let Some(n) = part.strip_prefix("ms=") { limits.time = Some(std::time::Duration::from_millis(n.parse().unwrap())); }
                if part == "plain" { player = Azulejo::with(Weights::plain()); }
                if let Some(f) = part.strip_prefix("file=") { player = Azulejo::with(std::fs::read_to_string(f).unwrap().parse().unwrap()); }
                for i in Ingredient::ALL { if part == format!("-{i:?}") { player = player.without(i); } }
            }
            Contestant::new(text, player, limits)
        } else { text.parse().unwrap() }
    };
    let seats: Vec<Contestant> = args[2..].iter().map(|t| make(t)).collect();
    let m = Match::new(seats.iter().collect(), Starter::Each, seed)?;
    let t0 = std::time::Instant::now();
    let size = seats.len() as u64;
    let tally = m.run(0..games / size, Watch::default());
    let n = tally.games as f64;
    for (i, s) in seats.iter().enumerate() {
        println!("{:50} wins {:5.1}% points {:.1}", s.name(), 100.0*tally.contestants[i].wins as f64/n, tally.contestants[i].points as f64/n);
    }
    let e = tally.elo(0);
    println!("games {} draws {} elo {:.0} [{:.0},{:.0}] {:.1}s", tally.games, tally.draws(), e.value, e.low, e.high, t0.elapsed().as_secs_f64());
    Ok(())
}
