//! Fitted weights, networks and puzzles: texts that are compiled in, or that a program provides before a player needs them.

use std::sync::OnceLock;

/// A text that players or puzzles are read from.
#[derive(Debug)]
pub struct DataFile {
    /// Name, such as `net-2.txt`.
    pub name: &'static str,
    compiled_text: Option<&'static str>,
    provided_text: OnceLock<String>,
}

impl DataFile {
    const fn new(name: &'static str, compiled_text: Option<&'static str>) -> Self {
        Self {
            name,
            compiled_text,
            provided_text: OnceLock::new(),
        }
    }

    /// The file with a name, if there is one.
    pub fn named(name: &str) -> Option<&'static Self> {
        FILES.iter().find(|file| file.name == name)
    }

    /// Gives the file its text where none is compiled in. The first text stays.
    pub fn provide(&self, text: String) {
        let _ = self.provided_text.set(text);
    }

    /// The text; none where it is neither compiled in nor provided.
    pub fn text(&self) -> Option<&str> {
        self.compiled_text
            .or_else(|| self.provided_text.get().map(String::as_str))
    }

    /// The text of a file that has to exist.
    ///
    /// # Panics
    /// Where the text is neither compiled in nor provided.
    pub(crate) fn required_text(name: &str) -> &'static str {
        let file = Self::named(name).expect("a name of the list");
        file.text()
            .unwrap_or_else(|| panic!("{name} has to be provided first: see azulejo_play::data"))
    }
}

macro_rules! files {
    ($($name:literal: $path:literal),* $(,)?) => {
        [$({
            #[cfg(feature = "data")]
            const TEXT: Option<&str> = Some(include_str!($path));
            #[cfg(not(feature = "data"))]
            const TEXT: Option<&str> = None;
            DataFile::new($name, TEXT)
        }),*]
    };
}

/// All files: those of the players by their number of players, and the puzzles.
pub static FILES: [DataFile; 7] = files! {
    "weights-2.txt": "players/azulejo/fitted/weights-2.txt",
    "weights-3.txt": "players/azulejo/fitted/weights-3.txt",
    "weights-4.txt": "players/azulejo/fitted/weights-4.txt",
    "net-2.txt": "players/azulejo/fitted/net-2.txt",
    "net-3.txt": "players/azulejo/fitted/net-3.txt",
    "net-4.txt": "players/azulejo/fitted/net-4.txt",
    "puzzles.tsv": "analysis/puzzles.tsv",
};
