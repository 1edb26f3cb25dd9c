//! Contestants from text.

use crate::kit::{contestant, play_out};
use azulejo::game::Players;
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::players::{Contestant, InvalidContestant, KINDS, Limits, OptionValues, PlayerKind};
use std::collections::BTreeSet;
use std::time::Duration;

fn refusal(text: &str) -> InvalidContestant {
    match text.parse::<Contestant>() {
        Ok(contestant) => panic!("{contestant} is read"),
        Err(error) => error,
    }
}

#[test]
fn names_and_options_are_read() {
    for text in "random greedy:lines=up smart:ties=printed,lines=up random:".split(' ') {
        assert_eq!(contestant(text).name(), text);
    }
    // No two players have the same name.
    let names: BTreeSet<&str> = KINDS.iter().map(|kind| kind.name).collect();
    assert_eq!(names.len(), KINDS.len());
}

#[test]
fn errors_name_the_fault_and_the_possible_words() {
    for (text, words) in [
        ("gready", ["\"gready\"", "greedy, smart"]),
        ("greedy:depth=3", ["no option \"depth\"", "sources"]),
        ("greedy:lines=sideways", ["\"sideways\"", "down, up"]),
        ("rollout-greedy:greedy=101", ["from 0 to 100", ""]),
        ("", ["no player is named \"\"", ""]),
    ] {
        let message = refusal(text).to_string();
        assert!(words.iter().all(|word| message.contains(word)), "{message}");
    }
    let lines = String::from("lines");
    let no_value = InvalidContestant::NoValue(lines.clone());
    assert_eq!(refusal("greedy:lines"), no_value);
    let twice = InvalidContestant::Twice(lines);
    assert_eq!(refusal("greedy:lines=up,lines=up"), twice);
}

#[test]
fn limits_belong_to_players_with_a_search() {
    for kind in KINDS.iter().filter(|kind| kind.searches) {
        let with_options = |options: &str| format!("{}:{options}", kind.name);
        assert_eq!(*contestant(&with_options("")).limits(), Limits::default());
        let limits = Limits {
            time: Some(Duration::from_millis(100)),
            depth: Some(4),
            ..Limits::NONE
        };
        assert_eq!(
            *contestant(&with_options("time=100ms,depth=4")).limits(),
            limits
        );
        for option in "nodes=0 depth=-1 time=soon nodes=1e9 depth=99999999999".split(' ') {
            let message = refusal(&with_options(option)).to_string();
            assert!(message.contains("cannot be"), "{message}");
        }
    }
}

/// Texts of a kind: without options, and with each value of each option.
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
fn every_player_obeys_the_rules_and_is_deterministic() {
    for text in KINDS.iter().flat_map(texts) {
        let contestant = contestant(&text);
        for players in Players::ALL {
            let [mut rng, mut same_rng] = [0; 2].map(|_| ChaCha8Rng::seed_from_u64(4));
            play_out(players, 3, 7, |position, _| {
                let move_ = contestant.choose(position, &mut rng);
                let repetition = contestant.choose(position, &mut same_rng);
                assert_eq!(move_, repetition, "{text}: {position}");
                assert!(position.is_legal(move_), "{text}: {position}");
                move_
            });
        }
    }
}
