//! A conversation in the engine protocol with the program in a process of its own.

use crate::run::command;
use azulejo::game::Position;
use std::fmt::Display;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::str::FromStr;

/// A conversation with `azulejo game engine`.
pub(crate) struct Engine {
    child: Child,
    lines: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Engine {
    pub(crate) fn start() -> Self {
        let mut child = command("game engine")
            .stdin(Stdio::piped())
            .spawn()
            .expect("it starts");
        let lines = child.stdin.take().expect("a pipe");
        let answers = BufReader::new(child.stdout.take().expect("a pipe"));
        Self {
            child,
            lines,
            answers,
        }
    }

    /// A conversation about a position.
    pub(crate) fn of(position: impl Display) -> Self {
        let mut engine = Self::start();
        engine.say(&format!("position {position}"));
        engine
    }

    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.lines, "{line}").expect("it reads");
    }

    pub(crate) fn set(&mut self, option: &str, value: impl Display) {
        self.say(&format!("setoption name {option} value {value}"));
    }

    pub(crate) fn answer(&mut self) -> String {
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("it answers");
        assert!(line.ends_with('\n'), "{line:?}");
        line.trim_end().to_owned()
    }

    /// The answers up to the first one that begins with a word.
    pub(crate) fn answers_to(&mut self, word: &str) -> Vec<String> {
        let mut answers = vec![self.answer()];
        while !answers.last().is_some_and(|line| line.starts_with(word)) {
            answers.push(self.answer());
        }
        answers
    }

    /// The position of the next answer.
    pub(crate) fn read_position(&mut self) -> Position {
        let line = self.answer();
        let position = line.strip_prefix("position ").expect("a position");
        position.parse().expect("a position")
    }

    /// The move of `go` with these words, and the info lines before it.
    pub(crate) fn go(&mut self, words: &str) -> (u64, Vec<String>) {
        self.say(&format!("go {words}"));
        let mut answers = self.answers_to("bestmove");
        let last = answers.pop().expect("bestmove");
        (number_after(&last, "bestmove"), answers)
    }

    pub(crate) fn quit(mut self) {
        self.say("quit");
        let status = self.child.wait().expect("it ends");
        assert_eq!(status.code(), Some(0));
    }
}

/// The value behind a word.
pub(crate) fn number_after<N: FromStr>(line: &str, word: &str) -> N {
    let mut words = line.split(' ').skip_while(|other| *other != word).skip(1);
    let number = words.next().and_then(|text| text.parse().ok());
    number.unwrap_or_else(|| panic!("no {word} in {line:?}"))
}
