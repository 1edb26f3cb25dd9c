//! Plays the matches of the player `azulejo` in `docs/analysis.md`: against other players at equal time, and against
//! itself without one ingredient after the other. `cargo maintain player ablations --games 100` plays the matches of one
//! table up to 100 games.

use crate::Result;
use crate::matches::{Matches, elo, games, games_and_wins, points};
use crate::page::{head, percent, replace_between, share};
use azulejo::game::Players;
use azulejo::players::azulejo::{Azulejo, BoardWeights, Ingredient};
use azulejo::players::{Contestant, Limits};
use clap::Args;
use itertools::iproduct;
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
type Table = (&'static str, fn(&mut Matches) -> Result<String>);

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

pub(crate) fn run(args: &PlayerArgs) -> Result {
    let mut played = Matches::of_docs("player.json", SEED, args.games)?;
    for (name, table) in TABLES {
        if args.tables.is_empty() || args.tables.iter().any(|request| request == name) {
            replace_between("docs/analysis.md", name, &table(&mut played)?)?;
        }
    }
    Ok(())
}

/// The table of matches against other players.
fn matches(played: &mut Matches) -> Result<String> {
    let own: Contestant = "azulejo:time=100ms".parse()?;
    let columns = "| against | games | won | drawn | lost | wins, 95 % interval | points a game |";
    let mut text = format!("\n{}", head(columns));
    for (name, count) in OTHERS {
        let other: Contestant = name.parse()?;
        let mut seats = vec![&other; count + 1];
        seats[0] = &own;
        let title = match count {
            1 => name.to_owned(),
            _ => format!("{count} × {name}"),
        };
        let tally = played.at_least(&format!("azulejo:time=100ms against {title}"), &seats, 1)?;
        let (games, points) = (games_and_wins(&tally), points(&tally));
        text += &format!("| `{title}` | {games} | {points} |\n");
    }
    Ok(text + "\n")
}

/// The table of matches against itself without an ingredient.
fn ablations(played: &mut Matches) -> Result<String> {
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
    let without = Ingredient::ALL
        .map(|ingredient| (label(ingredient), Azulejo::default().without(ingredient)));
    let plain = (
        "without the fitted weights and the network: score and bonuses alone",
        Azulejo::with(BoardWeights::plain(), None),
    );
    let columns = "| | games | won by the whole player | its Elo above, 95 % interval |";
    let mut text = format!("\n{}", head(columns));
    let network = Azulejo::default().without(Ingredient::Network);
    let in_time = ("without the network, 100 ms a move", network);
    let by_nodes = [plain]
        .into_iter()
        .chain(without)
        .map(|side| (side, BY_NODES));
    for ((name, player), limits) in [(in_time, BY_TIME)].into_iter().chain(by_nodes) {
        let whole = Contestant::new("azulejo", Azulejo::default(), limits);
        let ablated = Contestant::new(name, player, limits);
        let key = match limits.nodes {
            Some(nodes) => format!("{nodes} nodes, {name}"),
            None => name.to_owned(),
        };
        let tally = played.at_least(&key, &[&whole, &ablated], 1)?;
        let (wins, elo) = (percent(tally.wins(0).value), elo(&tally));
        text += &format!("| {name} | {} | {wins} | {elo} |\n", tally.games);
    }
    Ok(text + "\n")
}

/// The table of the values of three times as many nodes and of the network.
fn depth(played: &mut Matches) -> Result<String> {
    let side = |has_network: bool, nodes: u64| {
        let whole = Azulejo::default();
        let (player, suffix) = match has_network {
            true => (whole, ""),
            false => (whole.without(Ingredient::Network), ", without the network"),
        };
        let name = format!("{nodes} nodes{suffix}");
        Contestant::new(&name, player, Limits::of_nodes(nodes))
    };
    let node_counts = [900, 2_700, 9_000, 27_000, 90_000];
    let node_pairs = node_counts.map(|nodes| (side(true, nodes), side(true, nodes / 3)));
    let network_pairs = [10, 30, 100].map(|times| (side(true, 300), side(false, 300 * times)));
    let columns = "| | against | games | won | drawn | Elo above, 95 % interval |";
    let mut text = format!("\n{}", head(columns));
    for (first, second) in node_pairs.into_iter().chain(network_pairs) {
        let name = format!("{} against {}", first.name(), second.name());
        let tally = played.at_least(&name, &[&first, &second], 1)?;
        let (first_name, second_name) = (first.name(), second.name());
        let (games, elo) = (games(&tally), elo(&tally));
        text += &format!("| {first_name} | {second_name} | {games} | {elo} |\n");
    }
    Ok(text + "\n")
}

/// The table of games of three and four: one player with the fit for their number among players with the weights for
/// two, and the other way round.
fn seats(played: &mut Matches) -> Result<String> {
    let columns =
        "| players | a move | who | games | won | drawn | share, 95 % interval | fair share |";
    let mut text = format!("\n{}", head(columns));
    // By time, one way and half of the games take long enough.
    let speeds = [(BY_NODES, "2000 nodes", 2, 1), (BY_TIME, "100 ms", 1, 2)];
    let all_players = [Players::Three, Players::Four];
    for (players, (limits, limit, ways, part)) in iproduct!(all_players, speeds) {
        let count = players.count();
        let own = Contestant::new("own", Azulejo::default(), limits);
        let weights = BoardWeights::fitted(Players::Two).clone();
        let of_two = Contestant::new("weights of two", Azulejo::with(weights, None), limits);
        let all_ways = [
            (
                [&own, &of_two],
                "with its weights and network, among others with the weights of two",
            ),
            (
                [&of_two, &own],
                "with the weights of two, among others with their weights and network",
            ),
        ];
        for ([first, other], description) in all_ways.into_iter().take(ways) {
            let mut all = vec![other; count];
            all[0] = first;
            let name = format!("{count} players, {limit}: {description}");
            let tally = played.at_least(&name, &all, part)?;
            let (games, wins) = (games(&tally), share(tally.wins(0)));
            let fair = percent(1.0 / count as f64);
            text += &format!("| {count} | {limit} | {description} | {games} | {wins} | {fair} |\n");
        }
    }
    Ok(text + "\n")
}
