//! Messages to the scripts of pages: `web/types/` has their schema, and the types against which the scripts are checked.

use super::run::{Failure, QueuePlace, RunEnd};
use super::{explore, lab, learn, play};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

/// Messages of the pages, of which only the schema is read.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "the type stands for its schema")]
struct Messages {
    answers: Answers,
    events: Events,
}

/// Answers in JSON, by the path that is asked.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "the type stands for its schema")]
struct Answers {
    #[serde(rename = "/explore/count")]
    count: explore::OrderCount,
    #[serde(rename = "/explore/order")]
    order: explore::AnswerView,
    #[serde(rename = "/explore/kept")]
    other: explore::OtherWall,
    #[serde(rename = "/explore/questions")]
    questions: explore::QuestionAnswer,
    #[serde(rename = "/explore/formulation")]
    formulation: explore::FormulationView,
    #[serde(rename = "/play/act")]
    act: play::MatchView,
    #[serde(rename = "/play/load")]
    load: play::LoadedGame,
    #[serde(rename = "/learn/show")]
    show: learn::StudyView,
    #[serde(rename = "/learn/check")]
    check: learn::CheckedPosition,
    #[serde(rename = "/learn/puzzle")]
    puzzle: learn::PuzzleView,
    #[serde(rename = "/learn/plot")]
    plot: learn::ReviewSummary,
    #[serde(rename = "/lab/relaxed")]
    relaxed: lab::RelaxedRows,
}

/// Events of runs, by their names.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "the type stands for its schema")]
struct Events {
    queue: QueuePlace,
    error: Failure,
    end: RunEnd,
    stated: explore::StatedQuestion,
    progress: explore::Moment,
    order: explore::BetterOrder,
    answer: explore::ExploreAnswer,
    conflict: explore::Conflict,
    thought: play::Thinking,
    played: play::MatchView,
    hint: play::Hint,
    best: learn::BestMoves,
    graded: learn::GradedMove,
    reviewed: learn::ReviewedMove,
}

/// JSON Schema of all messages, in the draft for generators of types.
pub fn messages() -> Schema {
    let settings = SchemaSettings::draft07().for_serialize();
    settings.into_generator().into_root_schema_for::<Messages>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::pretty;
    use std::path::Path;

    /// `make schema` writes the file anew.
    #[test]
    fn the_file_is_the_schema_of_the_messages() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/types/messages.schema.json");
        let schema = pretty(&messages()) + "\n";
        if std::env::var_os("AZULEJO_SCHEMA").is_some() {
            std::fs::write(&path, &schema).expect("web/types can be written");
        }
        let file = std::fs::read_to_string(&path).expect("it is there");
        let advice = "web/types is not what the messages say: `make schema` writes it anew";
        assert!(file == schema, "{advice}");
    }
}
