//! The player that plays the move of the highest expected utility.

use super::mix::Mix;
use super::sampling::evaluate;
use super::settings::{EvaluatorSettings, Utility};
use super::shortlist::ShortlistWeights;
use crate::players::kind::{OptionValues, PlayerKind, PlayerOption};
use crate::players::limits::Limits;
use crate::players::player::{Player, SearchReport};
use azulejo_control::Control;
use azulejo_rules::random::{ChaCha8Rng, Rng};
use azulejo_rules::{Move, Position};

pub(in crate::players) const KIND: PlayerKind = PlayerKind {
    name: "evaluator",
    about: "the move with the best mean of rollouts, or the proven best one where the rest of the round can be solved",
    options: &[
        PlayerOption {
            name: "utility",
            about: "what a rollout is judged by",
            values: OptionValues::Words(&[
                (
                    "points",
                    "the points less those of the best other, as published",
                ),
                ("final", "with end bonuses where the game is over"),
                ("bonus", "with the bonuses of what is complete, always"),
                ("win", "the probability to win"),
            ]),
            default: 1,
        },
        PlayerOption {
            name: "rounds",
            about: "the rounds of a rollout",
            values: OptionValues::Number(1, 20),
            default: 1,
        },
        PlayerOption {
            name: "shortlist",
            about: "the moves that get rollouts; 0 for all",
            values: OptionValues::Number(0, 300),
            default: 20,
        },
        PlayerOption {
            name: "greedy",
            about: "the moves of a hundred of a rollout that are greedy; the others are random",
            values: OptionValues::Number(0, 100),
            default: 100,
        },
        PlayerOption {
            name: "exact",
            about: "the positions that are judged to solve the rest of the round first; 0 for none",
            values: OptionValues::Number(0, 100_000_000),
            default: 100_000,
        },
    ],
    searches: true,
    build: |options| {
        let mix = Mix::new(options.get("greedy") as u32);
        let shortlist = options.get("shortlist") as usize;
        Box::new(Evaluator(EvaluatorSettings {
            utility: Utility::ALL[options.get("utility") as usize],
            rounds: options.get("rounds") as u32,
            own: mix,
            others: mix,
            shortlist: (shortlist > 0).then_some(shortlist),
            weights: ShortlistWeights::PUBLISHED,
            seed: 0,
            exact: options.get("exact"),
        }))
    },
};

/// The player `evaluator`, which plays the move with the highest value.
#[derive(Debug)]
struct Evaluator(EvaluatorSettings);

impl Player for Evaluator {
    fn choose(&self, position: &Position, rng: &mut ChaCha8Rng, limits: &Limits) -> Move {
        self.think(position, rng, limits, &Control::default(), &|_| ())
    }

    fn think(
        &self,
        position: &Position,
        rng: &mut ChaCha8Rng,
        limits: &Limits,
        control: &Control,
        report: &dyn Fn(SearchReport),
    ) -> Move {
        let settings = EvaluatorSettings {
            seed: rng.next_u64(),
            ..self.0
        };
        let evaluation = evaluate(position, &settings, limits, &[], control);
        let best = evaluation.best();
        report(SearchReport {
            depth: position.group_count(),
            value: best.value().round() as i32,
            win: None,
            nodes: evaluation.nodes,
            variation: vec![best.taken],
        });
        best.taken
    }
}
