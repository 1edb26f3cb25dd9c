//! An output with its schema.

use super::pretty;
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
    pub(super) const fn of<T: Serialize + DeserializeOwned + JsonSchema>(
        name: &'static str,
    ) -> Self {
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
