//! An experiment: plays a player with other weights or a network against the present one.
//!
//! `net_match GROUPS LIMIT ONE OTHER`, where LIMIT is `nodes=N` or `time=MS`, and a player is `-` or `WEIGHTS` or `WEIGHTS,NET`.

use azulejo::arena::{Match, Starter, Watch};
use azulejo::players::azulejo::net::{HIDDEN, INPUTS, Net};
use azulejo::players::azulejo::{Azulejo, Weights};
use azulejo::players::{Contestant, Limits};
use std::error::Error;
use std::time::Duration;

fn net(path: &str) -> Result<Net, Box<dyn Error>> {
    let text = std::fs::read_to_string(path)?;
    let lines: Vec<Vec<f32>> = text
        .lines()
        .map(|line| line.split(' ').map(|it| it.parse().unwrap()).collect())
        .collect();
    let row = |line: &Vec<f32>| -> [f32; HIDDEN] { line[..].try_into().unwrap() };
    let rows: Vec<[f32; HIDDEN]> = lines[..INPUTS].iter().map(row).collect();
    let heads: Vec<[f32; HIDDEN]> = lines[INPUTS + 1..lines.len() - 1].iter().map(row).collect();
    let scales = lines[lines.len() - 1].iter().map(|&it| it as i32).collect();
    Ok(Net::new(&rows, &row(&lines[INPUTS]), &heads, scales))
}

fn player(text: &str) -> Result<Azulejo, Box<dyn Error>> {
    let (weights, corrected) = text.split_once(',').unwrap_or((text, ""));
    let player = match weights {
        "-" => Azulejo::default(),
        path => Azulejo::with(std::fs::read_to_string(path)?.parse::<Weights>()?),
    };
    Ok(match corrected {
        "" => player,
        path => player.corrected(net(path)?),
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let groups: u64 = arguments[0].parse()?;
    let limits = match arguments[1].split_once('=') {
        Some(("nodes", nodes)) => Limits { nodes: Some(nodes.parse()?), ..Limits::NONE },
        Some((_, time)) => Limits { time: Some(Duration::from_millis(time.parse()?)), ..Limits::NONE },
        None => return Err("wanted: nodes=N or time=MS".into()),
    };
    let one = Contestant::new("one", player(&arguments[2])?, limits);
    let other = Contestant::new("other", player(&arguments[3])?, limits);
    let pairing = Match::new(vec![&one, &other], Starter::Each, 17)?;
    let mut all = azulejo::arena::Tally::new(2);
    for chunk in 0..groups.div_ceil(50) {
        all += &pairing.run(chunk * 50..groups.min(chunk * 50 + 50), Watch::default());
        let elo = all.elo(0);
        println!(
            "{} games, {} won, {} drawn: {:+.0} Elo ({:+.0} to {:+.0}), points {:.2} : {:.2}",
            all.games,
            all.contestants[0].wins,
            all.draws(),
            elo.value,
            elo.low,
            elo.high,
            all.contestants[0].points as f64 / all.games as f64,
            all.contestants[1].points as f64 / all.games as f64
        );
    }
    Ok(())
}
