//! Results of a match as a table.

use super::figures::{elo, percent, percents, plus_minus, signed};
use crate::arena::{Hypothesis, MOST_ROUNDS, Sprt, SprtState, Starter, Tally};
use crate::counted::counted;
use crate::harmless::harmless;
use crate::render::caption::bold;
use crate::render::tables;
use crate::schema::game::MatchResult;
use itertools::Itertools;

/// Result of a match of at least one game.
pub fn text(result: &MatchResult) -> String {
    let names = numbered(&result.players);
    let title = bold(title(result, &names));
    let mut text = format!("{title}\n\n{}\n", table(&result.tally, &names));
    for (word, value) in lines(result, &names) {
        text += &format!("\n{word:<8}  {value}");
    }
    text
}

/// Names with their numbers, which distinguish players of the same name.
pub(super) fn numbered(names: &[String]) -> Vec<String> {
    let names = names.iter().enumerate();
    names
        .map(|(index, name)| format!("{} {}", index + 1, harmless(name)))
        .collect()
}

fn title(result: &MatchResult, names: &[String]) -> String {
    let MatchResult {
        seed, of, tally, ..
    } = result;
    let games = counted(tally.games, "game");
    let games = match tally.games == *of {
        true => games,
        false => format!("{games} of {of}"),
    };
    let stop = if result.is_stopped() { ", stopped" } else { "" };
    let starter = match result.starter {
        Starter::Each if names.len() == 2 => "each begins once on the same deals".to_owned(),
        Starter::Each => "all begin once on the same deals".to_owned(),
        Starter::Always(first) => format!("{} begins every game", names[first]),
    };
    format!(
        "{}: {games}{stop}, seed {seed}, {starter}",
        names.iter().join(" against ")
    )
}

fn table(tally: &Tally, names: &[String]) -> String {
    let head = [
        "",
        "wins",
        "share",
        "95 %",
        "points a game",
        "wins when first",
    ];
    let contestants = names.iter().zip(&tally.contestants).enumerate();
    let rows = contestants.map(|(contestant, (name, sums))| {
        let wins = tally.wins(contestant);
        vec![
            name.clone(),
            sums.wins.to_string(),
            percent(wins.value),
            percents(&wins),
            plus_minus(&tally.points(contestant)),
            format!("{} of {}", sums.began_wins, sums.began),
        ]
    });
    let draws = tally.draws();
    let share = percent(draws as f64 / tally.games as f64);
    let shared = vec!["shared".to_owned(), draws.to_string(), share];
    tables::table(head, rows.chain([shared]))
}

fn lines(result: &MatchResult, names: &[String]) -> Vec<(&'static str, String)> {
    let tally = &result.tally;
    let others = if names.len() == 2 {
        "the other"
    } else {
        "the others"
    };
    // The strength of the second of two players follows from that of the first.
    let count = if names.len() == 2 { 1 } else { names.len() };
    let strengths = names.iter().take(count).enumerate();
    let strengths = strengths.map(|(number, name)| {
        let (elo, score) = (elo(&tally.elo(number)), percent(tally.score(number).value));
        (
            "Elo",
            format!("{name} over {others}: {elo}; its score is {score}"),
        )
    });
    let test = result.tested();
    let test = test.map(|(sprt, state)| ("test", test_line(&sprt, &state)));
    let ties = counted(tally.ties(), "game");
    let ties =
        format!("{ties} with equal points at the top; the most complete rows decide some of them");
    let unfinished = counted(tally.unfinished, "game");
    let unfinished =
        format!("{unfinished} left after {MOST_ROUNDS} rounds, counted as it stood then");
    strengths
        .chain(test)
        .chain((tally.ties() > 0).then_some(("ties", ties)))
        .chain([("rounds", rounds(tally))])
        .chain((tally.unfinished > 0).then_some(("left", unfinished)))
        .collect()
}

fn test_line(sprt: &Sprt, state: &SprtState) -> String {
    let [elo0, elo1] = sprt.elo().map(signed);
    let SprtState { llr, low, high, .. } = state;
    let verdict = match state.accepted {
        None => format!("neither Elo {elo0} nor Elo {elo1} is accepted"),
        Some(Hypothesis::Null) => format!("Elo {elo0} is accepted against Elo {elo1}"),
        Some(Hypothesis::Alternative) => format!("Elo {elo1} is accepted against Elo {elo0}"),
    };
    format!("{verdict} (log-likelihood ratio {llr:.2}, bounds {low:.2} and {high:.2})")
}

fn rounds(tally: &Tally) -> String {
    let share = |games: u64| percent(games as f64 / tally.games as f64);
    let parts = tally.rounds.iter();
    let mut parts = parts.map(|(rounds, games)| format!("{rounds} in {}", share(*games)));
    format!("{:.2} a game: {}", tally.mean_rounds(), parts.join(", "))
}
