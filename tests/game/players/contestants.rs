//! Contestants from text.

use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::game::{Players, Position};
use azulejo::players::{Contestant, InvalidContestant, KINDS, Limits, OptionValues, PlayerKind};
use std::time::Duration;

fn refused(text: &str) -> String {
    match text.parse::<Contestant>() {
        Ok(contestant) => panic!("{contestant} is read"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn names_and_options_are_read() {
    for text in [
        "random",
        "greedy:lines=up",
        "smart:ties=printed,lines=up",
        "random:",
    ] {
        let contestant: Contestant = text.parse().expect("a contestant");
        assert_eq!(contestant.name(), text);
    }
    let names: std::collections::BTreeSet<&str> = KINDS.iter().map(|kind| kind.name).collect();
    assert_eq!(
        names.len(),
        KINDS.len(),
        "no two players have the same name"
    );
}

#[test]
fn what_is_wrong_is_named_with_what_there_is() {
    let message = refused("gready");
    assert!(
        message.contains("\"gready\"") && message.contains("greedy, smart"),
        "{message}"
    );
    let message = refused("greedy:depth=3");
    assert!(
        message.contains("no option \"depth\"") && message.contains("sources"),
        "{message}"
    );
    let message = refused("greedy:lines=sideways");
    assert!(
        message.contains("\"sideways\"") && message.contains("down, up"),
        "{message}"
    );
    let message = refused("rollout-greedy:greedy=101");
    assert!(message.contains("from 0 to 100"), "{message}");
    assert_eq!(
        "greedy:lines"
            .parse::<Contestant>()
            .map(drop)
            .expect_err("no value"),
        InvalidContestant::NoValue("lines".into())
    );
    assert_eq!(
        "greedy:lines=up,lines=up"
            .parse::<Contestant>()
            .map(drop)
            .expect_err("twice"),
        InvalidContestant::Twice("lines".into())
    );
    assert!(refused("").contains("no player is named \"\""));
}

#[test]
fn limits_belong_to_those_who_search() {
    for kind in KINDS.iter().filter(|kind| kind.searches) {
        let read = |options: &str| {
            let contestant: Contestant =
                format!("{}:{options}", kind.name).parse().expect("limits");
            *contestant.limits()
        };
        assert_eq!(read(""), Limits::default());
        assert_eq!(
            read("time=100ms,depth=4"),
            Limits {
                time: Some(Duration::from_millis(100)),
                depth: Some(4),
                ..Limits::NONE
            }
        );
        for wrong in [
            "nodes=0",
            "depth=-1",
            "time=soon",
            "nodes=1e9",
            "depth=99999999999",
        ] {
            let message = refused(&format!("{}:{wrong}", kind.name));
            assert!(message.contains("cannot be"), "{message}");
        }
    }
}

/// A kind in its default, and with each other value of each option.
fn texts(kind: &PlayerKind) -> Vec<String> {
    let limit = if kind.searches { "nodes=300" } else { "" };
    let mut texts = vec![format!("{}:{limit}", kind.name)];
    for option in kind.options {
        let values: Vec<String> = match option.values {
            OptionValues::Words(words) => {
                words.iter().map(|(word, _)| (*word).to_owned()).collect()
            }
            OptionValues::Number(least, most) => vec![least.to_string(), most.to_string()],
        };
        let text = |value: String| format!("{}:{}={value},{limit}", kind.name, option.name);
        texts.extend(values.into_iter().map(text));
    }
    texts
}

#[test]
fn every_player_keeps_to_the_rules_and_does_the_same_again() {
    for text in KINDS.iter().flat_map(texts) {
        let contestant: Contestant = text.parse().expect("a contestant");
        for players in Players::ALL {
            let mut deals = ChaCha8Rng::seed_from_u64(3);
            let [mut rng, mut again] = [0; 2].map(|_| ChaCha8Rng::seed_from_u64(4));
            let mut position = Position::new(players, 0);
            let played = position.play_out(7, &mut deals, |position, _| {
                let chosen = contestant.choose(position, &mut rng);
                let same = contestant.choose(position, &mut again);
                assert_eq!(chosen, same, "{text}: {position}");
                Some(chosen)
            });
            played.unwrap_or_else(|error| panic!("{text}: {error}: {position}"));
        }
    }
}
