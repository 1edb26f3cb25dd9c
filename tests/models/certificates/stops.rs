//! A check that is told to stop does so soon, whatever it is doing, and nobody takes it for a proof.

use super::certified;
use crate::common::parse;
use azulejo::certificate::{Certificate, NoCertificate};
use azulejo::control::Control;
use azulejo::instance::Instance;
use azulejo::solve::{Method, Settings, solve};
use azulejo_check::{Conclusion, Proof};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn wall(side: usize, rest: &str) -> Instance {
    parse(&format!(
        r#"{{"wall": {{"rows": {side}, "columns": {side}}}, {rest}}}"#
    ))
}

/// The certificate of an answer by another proof, checked until it has asked so often whether to stop; and how often it asked.
fn asked(
    instance: &Instance,
    proof: Option<Proof>,
    patience: usize,
) -> (Option<Conclusion>, usize) {
    let text = certified(instance).to_json();
    let mut certificate = azulejo_check::Certificate::from_json(&text).expect("it is one");
    certificate.proof = proof.unwrap_or(certificate.proof);
    let asked = Cell::new(0);
    let stopped = || {
        asked.set(asked.get() + 1);
        asked.get() > patience
    };
    match certificate.check_unless(&stopped) {
        Ok(proven) => (Some(proven), asked.get()),
        Err(refusal) => {
            assert!(refusal.to_string().ends_with("stopped"), "{refusal}");
            (None, asked.get())
        }
    }
}

#[test]
fn every_kind_of_check_stops_when_it_is_told_to() {
    let turns = |sense: &str, turns: u32| format!(r#""sense": "{sense}", "turns": {turns}"#);
    let minimum = r#""sense": "minimize""#;
    let precedences = r#""sense": "minimize", "constraints": [{"type": "before", "first": 25, "then": 1},
        {"type": "before", "first": 1, "then": 13}, {"type": "before", "first": 13, "then": 12}]"#;
    for (instance, proof) in [
        // Back from the full wall.
        (wall(5, minimum), Some(Proof::Sweep)),
        (wall(5, precedences), Some(Proof::Sweep)),
        // From all ends of orders.
        (wall(4, &turns("maximize", 9)), Some(Proof::Sweep)),
        (wall(4, &turns("minimize", 9)), Some(Proof::Sweep)),
        // All partitions of 50.
        (wall(10, &turns("maximize", 50)), Some(Proof::Shapes)),
        // A leaf at least.
        (wall(3, minimum), None),
    ] {
        let (proven, often) = asked(&instance, proof.clone(), usize::MAX);
        assert!(proven.is_some() && often > 0, "{proof:?}");
        for patience in [0, often / 2, often - 1] {
            // Where a walk back is stopped, the table of all sets is not begun.
            let (proven, again) = asked(&instance, proof.clone(), patience);
            assert_eq!(proven, None, "{proof:?}");
            assert!(again <= patience + 2, "{proof:?}: {again} of {patience}");
        }
    }
}

/// The answer is there; the certificate is not.
#[test]
fn the_making_of_a_certificate_stops_and_says_so() {
    let rounds = r#""sense": "minimize", "constraints": [{"type": "rounds"}]"#;
    let instance = wall(5, rounds);
    let answer = solve(&instance, Method::Auto, &Settings::default()).expect("it is solved");
    let made = |patience: usize| {
        let asked = Arc::new(AtomicUsize::new(0));
        let counted = asked.clone();
        let control = Control {
            interrupt: Some(Arc::new(move || {
                counted.fetch_add(1, Ordering::Relaxed) >= patience
            })),
            ..Control::default()
        };
        let made = Certificate::of(&instance, &answer.outcome.verdict, None, &control);
        (made, asked.load(Ordering::Relaxed))
    };
    let (whole, often) = made(usize::MAX);
    assert!(whole.is_ok() && often > 10, "{often}");
    for patience in [0, 1, often / 4, often / 2] {
        let (none, again) = made(patience);
        assert!(matches!(none, Err(NoCertificate::Stopped)), "{none:?}");
        assert!(again < patience + 20, "{again}, after {patience}");
    }
}
