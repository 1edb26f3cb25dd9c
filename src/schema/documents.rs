//! All outputs with their schemas.

use super::stated::Stated;
use super::{
    AllScores, Check, Compare, Count, Grade, Map, Orders, Relax, Reproduce, Solve, Tiling, game,
    pretty,
};
use crate::instance::Instance;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The output of a command, or what it reads.
#[derive(Debug, Clone, Copy)]
pub struct Document {
    /// The words of the command with dashes, such as `game-show`; also the name of the file of its schema.
    pub name: &'static str,
    /// Its JSON Schema.
    pub schema: fn() -> Schema,
    /// Reads it and writes it again: what nothing is lost of comes out as it went in.
    pub again: fn(&str) -> serde_json::Result<String>,
}

impl Document {
    const fn of<T: Serialize + DeserializeOwned + JsonSchema>(name: &'static str) -> Self {
        Self {
            name,
            schema: schema::<T>,
            again: again::<T>,
        }
    }
}

/// The schema of what is written, in which a field is required unless it is left out at times.
fn schema<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<T>()
}

fn again<T: Serialize + DeserializeOwned>(text: &str) -> serde_json::Result<String> {
    serde_json::from_str(text).map(|value: T| pretty(&value))
}

/// All of them, the instance that commands read first.
pub fn documents() -> Vec<Document> {
    let instance = Document {
        name: "instance",
        schema: schema::<Stated>,
        again: again::<Instance>,
    };
    vec![
        instance,
        Document::of::<Solve>("solve"),
        Document::of::<Compare>("compare"),
        Document::of::<Count>("count"),
        Document::of::<AllScores>("count-all-scores"),
        Document::of::<Orders>("orders"),
        Document::of::<Check>("check"),
        Document::of::<Relax>("relax"),
        Document::of::<Grade>("grade"),
        Document::of::<Map>("map"),
        Document::of::<Reproduce>("reproduce"),
        Document::of::<Tiling>("tiling"),
        Document::of::<game::New>("game-new"),
        Document::of::<game::Show>("game-show"),
        Document::of::<game::Moves>("game-moves"),
        Document::of::<game::Play>("game-play"),
        Document::of::<game::Perft>("game-perft"),
        Document::of::<game::Check>("game-check"),
        Document::of::<game::Players>("game-players"),
        Document::of::<game::Best>("game-best"),
        Document::of::<game::Match>("game-match"),
        Document::of::<game::Tournament>("game-tournament"),
        Document::of::<game::Plan>("game-plan"),
        Document::of::<game::Solve>("game-solve"),
        Document::of::<game::Grade>("game-grade"),
        Document::of::<game::Review>("game-review"),
        Document::of::<game::Puzzle>("game-puzzle"),
    ]
}
