//! `azulejo-check FILE…`: whether certificates prove what they claim, a line a file.

use azulejo_check::{Certificate, Proven, check};
use std::fs::File;
use std::io::{self, Read, Write};
use std::process::ExitCode;

const USAGE: &str = "azulejo-check FILE…

Checks certificates of `azulejo solve --certificate`, a line a file; - is standard input.
Exit code: 0 if all are accepted, 3 if one is refused, 1 if one cannot be read, 2 without a file.
";

fn main() -> ExitCode {
    let files: Vec<_> = std::env::args_os().skip(1).collect();
    if files.is_empty() || files.iter().any(|file| file == "-h" || file == "--help") {
        let help = !files.is_empty();
        let _ = if help {
            io::stdout().write_all(USAGE.as_bytes())
        } else {
            io::stderr().write_all(USAGE.as_bytes())
        };
        return ExitCode::from(if help { 0 } else { 2 });
    }
    let mut worst = 0;
    for file in files {
        let shown: String = file
            .to_string_lossy()
            .chars()
            .map(|letter| {
                if letter.is_control() {
                    '\u{fffd}'
                } else {
                    letter
                }
            })
            .collect();
        let (code, said) = match read(&file) {
            Err(error) => (1, format!("unreadable: {error}")),
            Ok(text) => match check(&text) {
                Ok(Proven::Optimal { score }) => (0, format!("accepted: optimal, {score}")),
                Ok(Proven::Infeasible) => (0, "accepted: infeasible".into()),
                Err(refusal) => (
                    3,
                    format!(
                        "refused: {}",
                        refusal.to_string().replace(char::is_control, " ")
                    ),
                ),
            },
        };
        worst = match (worst, code) {
            (1, _) | (_, 1) => 1,
            (worst, code) => u8::max(worst, code),
        };
        if writeln!(io::stdout(), "{shown}: {said}").is_err() {
            return ExitCode::from(1);
        }
    }
    ExitCode::from(worst)
}

/// The text of a file that is not too large.
fn read(file: &std::ffi::OsStr) -> io::Result<String> {
    let mut input: Box<dyn Read> = match file == "-" {
        true => Box::new(io::stdin()),
        false => Box::new(File::open(file)?),
    };
    let mut text = String::new();
    input
        .by_ref()
        .take(Certificate::MOST_BYTES + 1)
        .read_to_string(&mut text)?;
    match text.len() as u64 > Certificate::MOST_BYTES {
        true => Err(io::Error::other("larger than 256 MiB")),
        false => Ok(text),
    }
}
