//! Linear models in files: LP, MPS, and the output of glpsol for a model in GMPL.

mod glpk;
mod lp;
mod mps;

pub use lp::Fault;

use super::{GradeError, tool::ToolError};
use azulejo_solver::milp::{FileProgram, ModelFile};
use std::path::Path;

/// A linear program with the names of its columns and rows.
#[derive(Debug)]
struct Linear {
    program: FileProgram,
    names: Vec<String>,
    rows: Vec<String>,
}

/// A model from a file.
pub(super) struct ParsedModel {
    pub(super) file: ModelFile,
    /// Whether only a comment of the file says that the objective is maximized.
    pub(super) has_maximum_comment: bool,
    /// Whether the file was written by a program that drops the constant of the objective.
    pub(super) drops_constants: bool,
}

impl Linear {
    fn into_model(self) -> Result<ParsedModel, GradeError> {
        Ok(ParsedModel {
            file: ModelFile::new(&self.program, self.names, self.rows)?,
            has_maximum_comment: false,
            drops_constants: false,
        })
    }
}

/// Reads an LP or MPS file, by its ending.
pub(super) fn file(path: &Path) -> Result<ParsedModel, GradeError> {
    let bytes = std::fs::read(path).map_err(|error| GradeError::file(path, error))?;
    let text = decode(&bytes)?;
    let ending = path.extension().and_then(|ending| ending.to_str());
    if ending.is_some_and(|ending| ending.eq_ignore_ascii_case("lp")) {
        return Ok(ParsedModel {
            drops_constants: drops_constants(&text),
            ..lp::read(&text)?.into_model()?
        });
    }
    let hints = mps::hints(&text)?;
    let mut file = ModelFile::read(path)?;
    if !file.program().is_linear {
        return Err(Fault {
            line: 1,
            message: "its objective has products of variables, and only sums of multiples are read"
                .into(),
        }
        .into());
    }
    if hints.maximizes == Some(true) {
        file.maximize();
    }
    Ok(ParsedModel {
        file,
        has_maximum_comment: hints.has_maximum_comment,
        drops_constants: drops_constants(&text),
    })
}

/// Reads the output of glpsol.
pub(super) fn glpsol_output(path: &Path) -> Result<ParsedModel, GradeError> {
    let text = std::fs::read_to_string(path).map_err(|error| GradeError::file(path, error))?;
    let refusal = ToolError::Refused {
        tool: "glpsol",
        message: "what it writes of it is no program".into(),
    };
    glpk::read(&text).ok_or(refusal)?.into_model()
}

/// Whether PuLP or python-mip has written a file, by how it begins.
fn drops_constants(text: &str) -> bool {
    let mut lines = text.lines();
    let (first, second) = (lines.next(), lines.next());
    let first = first.unwrap_or_default();
    let is_pulp = first.starts_with("\\* ") && matches!(second, Some("Maximize" | "Minimize"));
    is_pulp || first.starts_with("*SENSE:") || first.starts_with("\\Problem name:")
}

/// The text of a file in UTF-8, with or without a mark at its beginning, or in Latin-1.
fn decode(bytes: &[u8]) -> Result<String, Fault> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if bytes.contains(&0) || bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        let message = "it is not UTF-8 text".into();
        return Err(Fault { line: 1, message });
    }
    Ok(match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_in_each_encoding() {
        assert_eq!(decode(b"\xef\xbb\xbfMax").expect("text"), "Max");
        assert_eq!(decode("\\ Größe".as_bytes()).expect("text"), "\\ Größe");
        assert_eq!(decode(b"\\ Gr\xf6\xdfe").expect("text"), "\\ Größe");
        for bytes in [&b"\xff\xfe\0"[..], b"M\0a\0"] {
            assert!(decode(bytes).is_err());
        }
    }
}
