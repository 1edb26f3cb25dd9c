//! Plays the matches of the player `azulejo` in `docs/analysis.md`: against other players at equal time, and against
//! itself without one ingredient after the other.
//!
//! `cargo maintain player` plays the missing games of 400 a match, which takes hours; `cargo maintain player ablations
//! --games 100` plays the matches of one table up to 100 games. Games are stored in `docs/player.json`, so that a
//! stopped run can be continued; remove the file to play them anew. Each table replaces the text between its marks:
//! `<!-- matches: begin -->` and `<!-- matches: end -->`, and likewise `ablations`, `depth` and `seats`.

use crate::Result;
use crate::matches::Matches;
use crate::storage::replace_between;
use azulejo::arena::{Estimate, Tally};
use azulejo::game::Players;
use azulejo::players::azulejo::{Azulejo, BoardWeights, Ingredient};
use azulejo::players::{Contestant, Limits};
use clap::Args;
use std::fmt::Write;
use std::time::Duration;

/// The seed of all matches.
const SEED: u64 = 1;

/// The nodes of each side of an ablation for a move.
const NODES: u64 = 2000;
const BY_NODES: Limits = Limits::of_nodes(NODES);

/// The time for a move of each side, where the ablated part costs time.
const BY_TIME: Limits = Limits::of_time(Duration::from_millis(100));

/// The opponents of `azulejo`, with 100 ms a move where time matters, and the number of them in a game.
const OTHERS: [(&str, usize); 7] = [
    ("strategic", 1),
    ("alpha-beta-presort:time=100ms", 1),
    ("evaluator:time=100ms", 1),
    ("mcts:time=100ms", 1),
    ("evaluator:time=100ms", 2),
    ("evaluator:time=100ms", 3),
    ("mcts:time=100ms", 3),
];

/// A table: its name, and the function that makes it.
type Table = (&'static str, fn(&mut Schedule) -> Result<String>);

const TABLES: [Table; 4] = [
    ("matches", matches),
    ("ablations", ablations),
    ("seats", seats),
    ("depth", depth),
];

#[derive(Args)]
pub(crate) struct PlayerArgs {
    /// The tables that are made; all by default
    #[arg(value_parser = TABLES.map(|(name, _)| name))]
    tables: Vec<String>,
    /// How many games a match has
    #[arg(long, default_value_t = 400)]
    games: u64,
}

/// The matches, and the number of games that a match is to have.
struct Schedule {
    matches: Matches,
    games: u64,
}

impl Schedule {
    /// Plays the missing games of a match, up to one of `part` parts of all games.
    fn at_least(&mut self, name: &str, seats: &[&Contestant], part: u64) -> Result<Tally> {
        let groups = (self.games / part).div_ceil(seats.len() as u64);
        self.matches.at_least(name, seats, groups)
    }
}

pub(crate) fn run(args: &PlayerArgs) -> Result {
    let mut schedule = Schedule {
        matches: Matches::read(crate::root().join("docs/player.json"), SEED)?,
        games: args.games,
    };
    for (name, table) in TABLES {
        if args.tables.is_empty() || args.tables.iter().any(|it| it == name) {
            replace_between("docs/analysis.md", name, &table(&mut schedule)?)?;
        }
    }
    Ok(())
}

/// The table of matches against other players.
fn matches(schedule: &mut Schedule) -> Result<String> {
    let own: Contestant = "azulejo:time=100ms".parse()?;
    let mut text = String::from(
        "\n| against | games | won | drawn | lost | wins, 95 % interval | points a game |\n|---|---|---|---|---|---|---|\n",
    );
    for (name, count) in OTHERS {
        let other: Contestant = name.parse()?;
        let seats: Vec<&Contestant> = std::iter::once(&own)
            .chain(std::iter::repeat_n(&other, count))
            .collect();
        let title = match count {
            1 => name.to_owned(),
            _ => format!("{count} × {name}"),
        };
        let tally = schedule.at_least(&format!("azulejo:time=100ms against {title}"), &seats, 1)?;
        let (games, won, drawn) = (tally.games, tally.contestants[0].wins, tally.draws());
        let lost = games - won - drawn;
        let wins = Estimate::wilson(won as f64, games as f64);
        let points = |sum: u64, seats: u64| sum as f64 / (games * seats) as f64;
        let others = tally.contestants[1..].iter().map(|it| it.points).sum();
        writeln!(
            text,
            "| `{title}` | {games} | {won} | {drawn} | {lost} | {:.1} % ({:.1}–{:.1}) | {:.1} : {:.1} |",
            100.0 * wins.value,
            100.0 * wins.low,
            100.0 * wins.high,
            points(tally.contestants[0].points, 1),
            points(others, count as u64),
        )?;
    }
    Ok(text + "\n")
}

/// The table of matches against itself without an ingredient.
fn ablations(schedule: &mut Schedule) -> Result<String> {
    let label = |ingredient| match ingredient {
        Ingredient::TranspositionTable => "without the transposition table",
        Ingredient::KillersAndHistory => "without killers and history",
        Ingredient::AspirationWindow => "without windows around the last value",
        Ingredient::LateMoveReductions => "late moves as deep as all others",
        Ingredient::Pruning => "with moves that cannot be better than another",
        Ingredient::Odds => "points instead of odds",
        Ingredient::ExactEnd => "the end of the game judged, not counted",
        Ingredient::Network => "without the network that corrects the weights",
    };
    let without = Ingredient::ALL.map(|it| (label(it), Azulejo::default().without(it)));
    let plain = (
        "without the fitted weights and the network: score and bonuses alone",
        Azulejo::with(BoardWeights::plain(), None),
    );
    let mut text = String::from(
        "\n| | games | won by the whole player | its Elo above, 95 % interval |\n|---|---|---|---|\n",
    );
    let network = Azulejo::default().without(Ingredient::Network);
    let in_time = ("without the network, 100 ms a move", network);
    let by_nodes = [plain].into_iter().chain(without).map(|it| (it, BY_NODES));
    for ((name, player), limits) in [(in_time, BY_TIME)].into_iter().chain(by_nodes) {
        let whole = Contestant::new("azulejo", Azulejo::default(), limits);
        let ablated = Contestant::new(name, player, limits);
        let key = match limits.nodes {
            Some(nodes) => format!("{nodes} nodes, {name}"),
            None => name.to_owned(),
        };
        let tally = schedule.at_least(&key, &[&whole, &ablated], 1)?;
        let elo = tally.elo(0);
        // Hardly a game lost is as good as any number.
        let words = |elo: f64| match elo.is_finite() {
            true => format!("{elo:+.0}"),
            false => "no limit".to_owned(),
        };
        writeln!(
            text,
            "| {name} | {} | {:.1} % | {} ({:+.0} to {}) |",
            tally.games,
            100.0 * tally.contestants[0].wins as f64 / tally.games as f64,
            words(elo.value),
            elo.low,
            words(elo.high),
        )?;
    }
    Ok(text + "\n")
}

/// The table of the values of three times as many nodes and of the network.
fn depth(schedule: &mut Schedule) -> Result<String> {
    let network = || (Azulejo::default(), "");
    let weights = || {
        let player = Azulejo::default().without(Ingredient::Network);
        (player, ", without the network")
    };
    let side = |(player, what), nodes: u64| {
        Contestant::new(
            &format!("{nodes} nodes{what}"),
            player,
            Limits::of_nodes(nodes),
        )
    };
    let more = [900, 2_700, 9_000, 27_000, 90_000];
    let more = more.map(|nodes| (side(network(), nodes), side(network(), nodes / 3)));
    let instead = [10, 30, 100].map(|times| (side(network(), 300), side(weights(), 300 * times)));
    let mut text = String::from(
        "\n| | against | games | won | drawn | Elo above, 95 % interval |\n|---|---|---|---|---|---|\n",
    );
    for (one, other) in more.into_iter().chain(instead) {
        let name = format!("{} against {}", one.name(), other.name());
        let tally = schedule.at_least(&name, &[&one, &other], 1)?;
        let elo = tally.elo(0);
        writeln!(
            text,
            "| {} | {} | {} | {} | {} | {:+.0} ({:+.0} to {:+.0}) |",
            one.name(),
            other.name(),
            tally.games,
            tally.contestants[0].wins,
            tally.draws(),
            elo.value,
            elo.low,
            elo.high,
        )?;
    }
    Ok(text + "\n")
}

/// The table of games of three and four: one player with the fit for their number among players with the weights for
/// two, and the other way round.
fn seats(schedule: &mut Schedule) -> Result<String> {
    let mut text = String::from(
        "\n| players | a move | who | games | won | drawn | share, 95 % interval | fair share |\n|---|---|---|---|---|---|---|---|\n",
    );
    for players in [Players::Three, Players::Four] {
        for (limits, limit, ways) in [(BY_NODES, "2000 nodes", 2), (BY_TIME, "100 ms", 1)] {
            let own = Contestant::new("own", Azulejo::default(), limits);
            let weights = BoardWeights::fitted(Players::Two).clone();
            let of_two = Contestant::new("weights of two", Azulejo::with(weights, None), limits);
            let one_own = (
                &own,
                &of_two,
                "with its weights and network, among others with the weights of two",
            );
            let one_of_two = (
                &of_two,
                &own,
                "with the weights of two, among others with their weights and network",
            );
            // By time, one way and half of the games take long enough.
            let part = 3 - ways as u64;
            for (one, others, who) in [one_own, one_of_two].into_iter().take(ways) {
                let count = players.count();
                let mut all = vec![one];
                all.resize(count, others);
                let tally =
                    schedule.at_least(&format!("{count} players, {limit}: {who}"), &all, part)?;
                let (games, won) = (tally.games, tally.contestants[0].wins);
                let share = Estimate::wilson(won as f64, games as f64);
                writeln!(
                    text,
                    "| {count} | {limit} | {who} | {games} | {won} | {} | {:.1} % ({:.1}–{:.1}) | {:.1} % |",
                    tally.draws(),
                    100.0 * share.value,
                    100.0 * share.low,
                    100.0 * share.high,
                    100.0 / count as f64,
                )?;
            }
        }
    }
    Ok(text + "\n")
}
