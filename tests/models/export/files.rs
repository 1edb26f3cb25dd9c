//! Model files of programs.

use azulejo::formulation::{Formulation, Kind, Program};
use azulejo::instance::{Instance, Sense};
use azulejo::problem::Problem;
use azulejo::render::model_file::{FileFormat, model_file};
use std::collections::BTreeSet;
use tempfile::NamedTempFile;

pub(crate) const FORMATS: [FileFormat; 2] = [FileFormat::Lp, FileFormat::Mps];

pub(crate) fn formulate(kind: Kind, instance: &Instance) -> Box<dyn Formulation> {
    kind.formulate(&Problem::from(instance), &BTreeSet::new())
        .expect("small")
}

/// The model file of a program.
pub(crate) fn model_file_of(program: &Program, format: FileFormat) -> NamedTempFile {
    file(&model_file(program, format), format)
}

/// A model file with a text.
pub(crate) fn file(text: &str, format: FileFormat) -> NamedTempFile {
    let suffix = match format {
        FileFormat::Lp => ".lp",
        FileFormat::Mps => ".mps",
    };
    let file = NamedTempFile::with_suffix(suffix).expect("a temporary file");
    std::fs::write(file.path(), text).expect("writable");
    file
}

/// The objective value of a file for a score: MPS files minimize.
pub(crate) fn value(score: f64, sense: Sense, format: FileFormat) -> f64 {
    match (format, sense) {
        (FileFormat::Mps, Sense::Maximize) => -score,
        _ => score,
    }
}
