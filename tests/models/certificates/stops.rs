//! Every check stops soon after a request to stop, without a conclusion.

use super::certificate_of;
use crate::common::built;
use azulejo::certificate::{Certificate, NoCertificate};
use azulejo::control::Control;
use azulejo::instance::Instance;
use azulejo::instance::Sense::{Maximize, Minimize};
use azulejo::solve::{Method, Settings, solve};
use azulejo_check::{Conclusion, Proof};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The conclusion of a check of an instance's certificate, perhaps with another proof, and the number of calls of `stopped`.
/// The check is stopped after `patience` calls.
fn check(
    instance: &Instance,
    proof: Option<Proof>,
    patience: usize,
) -> (Option<Conclusion>, usize) {
    let text = certificate_of(instance).to_json();
    let mut certificate = azulejo_check::Certificate::from_json(&text).expect("a certificate");
    certificate.proof = proof.unwrap_or(certificate.proof);
    let calls = Cell::new(0);
    let stopped = || {
        calls.set(calls.get() + 1);
        calls.get() > patience
    };
    match certificate.check_unless(&stopped) {
        Ok(conclusion) => (Some(conclusion), calls.get()),
        Err(refusal) => {
            assert!(refusal.to_string().ends_with("stopped"), "{refusal}");
            (None, calls.get())
        }
    }
}

#[test]
fn every_kind_of_check_stops_on_request() {
    let wall = |side, sense| Instance::builder(side, side, sense);
    for (builder, proof) in [
        // Back from the full wall.
        (wall(5, Minimize), Some(Proof::Sweep)),
        (
            wall(5, Minimize).before(25, 1).before(1, 13).before(13, 12),
            Some(Proof::Sweep),
        ),
        // From all final coverings.
        (wall(4, Maximize).turns(9), Some(Proof::Sweep)),
        (wall(4, Minimize).turns(9), Some(Proof::Sweep)),
        // All partitions of 50.
        (wall(10, Maximize).turns(50), Some(Proof::Shapes)),
        // A tree with at least a leaf.
        (wall(3, Minimize), None),
    ] {
        let instance = built(builder);
        let (conclusion, calls) = check(&instance, proof.clone(), usize::MAX);
        assert!(conclusion.is_some() && calls > 0, "{proof:?}");
        for patience in [0, calls / 2, calls - 1] {
            // A check does not begin the table of all sets after a stop on the way back.
            let (conclusion, calls) = check(&instance, proof.clone(), patience);
            assert_eq!(conclusion, None, "{proof:?}");
            assert!(calls <= patience + 2, "{proof:?}: {calls} of {patience}");
        }
    }
}

/// An answer can be without a certificate.
#[test]
fn the_construction_of_a_certificate_stops_on_request() {
    let instance = built(Instance::builder(5, 5, Minimize).rounds());
    let answer = solve(&instance, Method::Auto, &Settings::default()).expect("an answer");
    let certify = |patience: usize| {
        let calls = Arc::new(AtomicUsize::new(0));
        let counter = calls.clone();
        let control = Control {
            interrupt: Some(Arc::new(move || {
                counter.fetch_add(1, Ordering::Relaxed) >= patience
            })),
            ..Control::default()
        };
        let certificate = Certificate::of(&instance, &answer.outcome.verdict, None, &control);
        (certificate, calls.load(Ordering::Relaxed))
    };
    let (certificate, calls) = certify(usize::MAX);
    assert!(certificate.is_ok() && calls > 10, "{calls}");
    for patience in [0, 1, calls / 4, calls / 2] {
        let (certificate, calls) = certify(patience);
        assert!(
            matches!(certificate, Err(NoCertificate::Stopped)),
            "{certificate:?}"
        );
        assert!(calls < patience + 20, "{calls}, after {patience}");
    }
}
