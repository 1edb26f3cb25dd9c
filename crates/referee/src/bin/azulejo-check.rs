//! `azulejo-check FILE…`: the checker of certificates, with a line of output for each file.

use azulejo_check::{Certificate, Conclusion, check};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write};
use std::process::ExitCode;

const USAGE: &str = "azulejo-check FILE…

Checks certificates of `azulejo solve --certificate`, a line a file; - is standard input.
Exit code: 0 if all are accepted, 3 if one is refused, 1 if one cannot be read, 2 without a file.
";

fn main() -> ExitCode {
    let files: Vec<_> = std::env::args_os().skip(1).collect();
    if files.is_empty() {
        let _ = io::stderr().write_all(USAGE.as_bytes());
        return ExitCode::from(2);
    }
    if files.iter().any(|file| file == "-h" || file == "--help") {
        let _ = io::stdout().write_all(USAGE.as_bytes());
        return ExitCode::SUCCESS;
    }
    let mut codes = Vec::new();
    for file in files {
        let (code, verdict) = verdict(&file);
        codes.push(code);
        let line = format!("{}: {verdict}", file.to_string_lossy());
        if writeln!(io::stdout(), "{}", line.replace(char::is_control, " ")).is_err() {
            return ExitCode::FAILURE;
        }
    }
    let worst = [1, 3].into_iter().find(|code| codes.contains(code));
    ExitCode::from(worst.unwrap_or(0))
}

/// The exit code and the result of one file.
fn verdict(file: &OsStr) -> (u8, String) {
    match read(file).map(|text| check(&text)) {
        Err(error) => (1, format!("unreadable: {error}")),
        Ok(Ok(Conclusion::Optimal { score })) => (0, format!("accepted: optimal, {score}")),
        Ok(Ok(Conclusion::Infeasible)) => (0, "accepted: infeasible".into()),
        Ok(Err(refusal)) => (3, format!("refused: {refusal}")),
    }
}

/// The text of a file that is not too large.
fn read(file: &OsStr) -> io::Result<String> {
    let input: Box<dyn Read> = match file == "-" {
        true => Box::new(io::stdin()),
        false => Box::new(File::open(file)?),
    };
    let mut text = String::new();
    let mut input = input.take(Certificate::MOST_BYTES + 1);
    input.read_to_string(&mut text)?;
    match text.len() as u64 > Certificate::MOST_BYTES {
        true => Err(io::Error::other("larger than 256 MiB")),
        false => Ok(text),
    }
}
