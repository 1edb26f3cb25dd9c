use super::numbers::panel;
use super::{Picture, Text};
use crate::order::Step;
use crate::render::walls::Numbers;

/// Wall with the turn of each cell, coloured from the first to the last.
pub static PICTURE: Picture = Picture {
    name: "turns",
    help: "The turn of each cell, coloured from the first to the last",
    panel: |replay| {
        let turns = replay.steps().len();
        let paint = |step: &Step| (step.turn, step.turn - 1, turns);
        let legend = format!("turns 1 to {turns}");
        panel(replay, "Turns", paint, (&legend, turns))
    },
    text: Text::Wall(|replay| Numbers::turns(replay.steps().len())),
};
