//! Outputs with their schemas.

use super::pretty;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Output of a command, or its input.
#[derive(Debug, Clone, Copy)]
pub struct Document {
    /// Words of the command with dashes, such as `game-show`; also the name of the file of its schema.
    pub name: &'static str,
    /// JSON Schema of the document.
    pub schema: fn() -> Schema,
    /// Function that reads a text and writes it again, equal unless a part is lost.
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

/// Schema of serialised values, in which every field is required that is always present.
fn schema<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<T>()
}

fn again<T: Serialize + DeserializeOwned>(text: &str) -> serde_json::Result<String> {
    serde_json::from_str(text).map(|value: T| pretty(&value))
}
