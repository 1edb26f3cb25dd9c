//! Plays paranoid search against max^n with three and four players: `max_n PLAYERS NODES GAMES`.

use azulejo::arena::{Estimate, Match, Starter, Watch};
use azulejo::players::azulejo::{Azulejo, Ingredient};
use azulejo::players::{Contestant, Limits};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let numbers = std::env::args().skip(1).map(|it| it.parse::<u64>());
    let numbers: Vec<u64> = numbers.collect::<Result<_, _>>()?;
    let [players, nodes, games] = numbers[..] else {
        return Err("write PLAYERS NODES GAMES".into());
    };
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::NONE
    };
    let paranoid = Contestant::new("paranoid", Azulejo::default(), limits);
    let max_n = Azulejo::default().without(Ingredient::Paranoid);
    let max_n = Contestant::new("max^n", max_n, limits);
    for (one, other) in [(&paranoid, &max_n), (&max_n, &paranoid)] {
        let mut seats = vec![one];
        seats.resize(players as usize, other);
        let name = one.name().to_owned();
        let pairing = Match::new(seats, Starter::Each, 1)?;
        let tally = pairing.run(0..games.div_ceil(players), Watch::default());
        let (games, wins) = (tally.games, tally.contestants[0].wins);
        let won = Estimate::wilson(wins as f64, games as f64);
        let others: u64 = tally.contestants[1..].iter().map(|it| it.points).sum();
        println!(
            "{players} players, {nodes} nodes: one {name} won {wins} of {games}, {} drawn: {:.1} % ({:.1}-{:.1}), fair {:.1} %, points {:.1} : {:.1}",
            tally.draws(),
            100.0 * won.value,
            100.0 * won.low,
            100.0 * won.high,
            100.0 / players as f64,
            tally.contestants[0].points as f64 / games as f64,
            others as f64 / (games * (players - 1)) as f64,
        );
    }
    Ok(())
}
