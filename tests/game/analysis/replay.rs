//! Facts of sentences, counted by the referee of the rules where the lines of play end.

use crate::referee::{Board, COLOURS, Colour, Game, Piece, ROWS, column_of};
use azulejo::analysis::{JudgedMove, MoveGrade};
use azulejo::game::Position;

/// The words of a sentence about a player of a game.
type Phrase = fn(&Game, usize) -> String;

/// The two ends of a grade, by the referee.
pub(crate) struct Replay {
    moves: [String; 2],
    lines: [String; 2],
    mover: usize,
    ends: [Game; 2],
}

/// A kind of sentence that was found to be true.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum SentenceKind {
    Lines,
    Neighbours,
    Floor,
    Begun,
    Sets,
    Starter,
    End,
    /// A comparison of what has no simple number.
    Judged,
}

fn name(colour: Colour) -> String {
    format!("{colour:?}").to_lowercase()
}

fn joined(parts: &[String], none: &str) -> String {
    match parts {
        [] => none.to_owned(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

fn points(number: i32) -> String {
    let noun = if number == 1 { "point" } else { "points" };
    format!("{number} {noun}")
}

/// The full lines of a player, from the top, each with its colour.
fn full(game: &Game, player: usize) -> Vec<(usize, Colour)> {
    let lines = game.boards[player].lines.iter().enumerate();
    let full = lines.filter(|(row, line)| line.len() == row + 1);
    full.map(|(row, line)| (row, line[0])).collect()
}

/// The board of a player after the full ones of its first `rows` lines put their tiles on the wall, and the points of
/// these tiles.
fn tiled(game: &Game, player: usize, rows: usize) -> (Board, i32) {
    let mut board = game.boards[player].clone();
    board.lines[rows..].iter_mut().for_each(Vec::clear);
    let points = board.tile_wall(&mut [0; 5]);
    (board, points)
}

fn full_lines(game: &Game, player: usize) -> String {
    let full = full(game, player).into_iter();
    let parts = full.map(|(row, it)| format!("line {} ({})", row + 1, name(it)));
    joined(&parts.collect::<Vec<_>>(), "no line")
}

fn neighbours(game: &Game, player: usize) -> String {
    let earned = |row: usize| tiled(game, player, row + 1).1 - tiled(game, player, row).1;
    let full = full(game, player).into_iter();
    let full = full.map(|(row, it)| (row + 1, name(it), earned(row)));
    let parts = full.filter(|(_, _, earned)| *earned > 1);
    let parts = parts.map(|(row, it, earned)| format!("{it} in row {row} for {earned} points"));
    joined(&parts.collect::<Vec<_>>(), "none")
}

fn begun_lines(game: &Game, player: usize) -> String {
    let lines = game.boards[player].lines.iter().zip(1usize..);
    let begun = lines.filter(|(line, number)| (1..*number).contains(&line.len()));
    let parts = begun.map(|(line, number)| {
        let (count, colour) = (line.len(), name(line[0]));
        format!("{count} of {number} {colour} on line {number}")
    });
    joined(&parts.collect::<Vec<_>>(), "nothing is begun")
}

fn floor_cost(game: &Game, player: usize) -> String {
    points(game.boards[player].floor_cost())
}

/// The tiles of a row, a column or a colour, with those of full lines.
fn in_set(game: &Game, player: usize, set: &str) -> usize {
    let (board, _) = tiled(game, player, ROWS);
    let number = |text: &str| text.parse::<usize>().expect("a number") - 1;
    let places: Vec<(usize, usize)> = match set.split_once(' ') {
        Some(("row", row)) => (0..ROWS).map(|column| (number(row), column)).collect(),
        Some(("column", column)) => (0..ROWS).map(|row| (row, number(column))).collect(),
        _ => {
            let named = COLOURS.into_iter().find(|it| name(*it) == set);
            let named = named.expect("a colour");
            (0..ROWS).map(|row| (row, column_of(named, row))).collect()
        }
    };
    let has_tile = |&&(row, column): &&(usize, usize)| board.wall[row][column].is_some();
    places.iter().filter(has_tile).count()
}

fn starter(game: &Game) -> Option<usize> {
    let has_token = |player: &usize| game.boards[*player].floor.contains(&Piece::Token);
    let holder = (0..game.boards.len()).find(has_token);
    holder.or(game.round_is_over().then_some(game.starter))
}

/// Whether a row will be complete.
pub(crate) fn is_last_round(game: &Game) -> bool {
    let mut players = 0..game.boards.len();
    players.any(|player| tiled(game, player, ROWS).0.complete_rows() > 0)
}

/// The game after its last move, scored.
pub(crate) fn over(game: &Game) -> Option<Game> {
    let mut game = game.clone();
    if !game.round_is_over() {
        return None;
    }
    game.end_round();
    game.game_is_over().then_some(game)
}

impl Replay {
    pub(crate) fn of(position: &Position, graded: &MoveGrade) -> Self {
        let judged = [&graded.best, &graded.chosen];
        let end = |judged: &JudgedMove| {
            let mut game = Game::from_text(&position.to_string()).expect("a position");
            for taken in &judged.line {
                let code = taken.code(position.players()).expect("a legal move");
                let mut legal = game.legal().into_iter();
                let found = legal.find(|it| game.code(*it) == usize::from(code));
                game.play(found.expect("it is legal"));
            }
            game
        };
        let line = |judged: &JudgedMove| {
            let line: Vec<String> = judged.line.iter().map(ToString::to_string).collect();
            line.join(" ")
        };
        Self {
            moves: judged.map(|it| it.taken.to_string()),
            lines: judged.map(line),
            mover: position.mover(),
            ends: judged.map(end),
        }
    }

    pub(crate) fn ends(&self) -> &[Game; 2] {
        &self.ends
    }

    fn after(&self, texts: [String; 2]) -> String {
        let [best, chosen] = &self.moves;
        format!("after {best} {}, after {chosen} {}", texts[0], texts[1])
    }

    /// The sentence, made by the referee.
    fn with(&self, player: usize, text: fn(&Game, usize) -> String) -> String {
        self.after(self.ends.each_ref().map(|end| text(end, player)))
    }

    fn named(&self, player: usize) -> String {
        match player == self.mover {
            true => "you".into(),
            false => format!("player {}", player + 1),
        }
    }

    fn fate(&self, end: &Game) -> String {
        let Some(end) = over(end) else {
            return String::new();
        };
        let (scores, winners) = (end.final_scores(), end.winners());
        let others = (0..scores.len()).filter(|it| *it != self.mover);
        let merit = |player: &usize| (scores[*player], end.boards[*player].complete_rows());
        let other = others.max_by_key(merit).expect("two players");
        let own = points(scores[self.mover]);
        let named = self.named(other);
        if winners.contains(&self.mover) && winners.len() > 1 {
            return format!("you share the victory with {named}: {own} each");
        }
        let (verb, by) = match winners.contains(&self.mover) {
            true => ("win", ", by more complete rows"),
            false => ("lose", ", by fewer complete rows"),
        };
        let against = scores[other];
        let by = match against == scores[self.mover] {
            true => by,
            false => "",
        };
        format!("you {verb} it with {own} against {named}'s {against}{by}")
    }

    /// The sentence on the end of the game without its points.
    fn ending(&self) -> String {
        let last = self.ends.each_ref().map(is_last_round);
        if last[0] == last[1] {
            let [one, other] = self.ends.each_ref().map(|end| self.fate(end));
            let [best, chosen] = &self.moves;
            let fates = format!("after {best} {one}; after {chosen} {other}");
            return format!("The game ends with this round: {fates}");
        }
        let ended = usize::from(!last[0]);
        let fate = match self.fate(&self.ends[ended]) {
            fate if fate.is_empty() => fate,
            fate => format!(", and {fate}"),
        };
        let goes_on = match self.ends[1 - ended].round_is_over() {
            true => "goes on",
            false => "can go on",
        };
        let (one, other) = (&self.moves[ended], &self.moves[1 - ended]);
        format!("The game ends with this round after {one}{fate}; after {other} it {goes_on}")
    }

    /// The kind of a sentence, if all of it is true.
    pub(crate) fn kind_of(&self, sentence: &str) -> Result<SentenceKind, String> {
        let is = |kind, expected: &str, found: &str| match expected == found {
            true => Ok(kind),
            false => Err(format!("it is: {expected}")),
        };
        let text = sentence.strip_suffix('.').ok_or("no full stop")?;
        if text.starts_with("The search sees ") {
            let line = format!(" without a simple reason; it goes on {}", self.lines[0]);
            let has_line = text.ends_with(&line);
            return has_line
                .then_some(SentenceKind::Judged)
                .ok_or("no line".into());
        }
        if let Some((_, line)) = text.split_once(" wins more often, though not by more points; ") {
            return is(
                SentenceKind::Judged,
                &format!("it goes on {}", self.lines[0]),
                line,
            );
        }
        let (text, worth) = match text.rsplit_once(": ") {
            Some((text, worth)) if worth.ends_with(" points") && worth.contains('.') => {
                (text, Some(worth))
            }
            _ => (text, None),
        };
        if text.starts_with("The game ends with this round") {
            return is(SentenceKind::End, &self.ending(), text);
        }
        worth.ok_or("it has no points")?;
        if let Some(text) = text.strip_prefix("Who begins the next round: ") {
            if self.ends.iter().any(is_last_round) {
                return Err("there is no next round".into());
            }
            let named = |player| self.named(player);
            let begins = |end: &Game| starter(end).map_or("nobody yet".into(), named);
            let begins = self.ends.each_ref().map(begins);
            return is(SentenceKind::Starter, &self.after(begins), text);
        }
        if let Some(text) = text.strip_prefix("In this round ") {
            let (player, lines) = self.subject(text, " fills ", "you fill ")?;
            return is(SentenceKind::Lines, &self.with(player, full_lines), lines);
        }
        let (player, text) = self.subject(text, "'s ", "Your ")?;
        let kinds: [(&str, SentenceKind, Phrase); 3] = [
            (
                "tiles beside others: ",
                SentenceKind::Neighbours,
                neighbours,
            ),
            ("floor costs ", SentenceKind::Floor, floor_cost),
            ("begun lines: ", SentenceKind::Begun, begun_lines),
        ];
        for (begin, kind, sentence) in kinds {
            if let Some(text) = text.strip_prefix(begin) {
                return is(kind, &self.with(player, sentence), text);
            }
        }
        for sets in ["rows: ", "columns: ", "tiles of a colour: "] {
            if let Some(text) = text.strip_prefix(sets) {
                let (_, named) = text.rsplit_once("after ").ok_or("no second move")?;
                let named = named.replace(" and ", ", ");
                let sets = named
                    .split(", ")
                    .filter_map(|it| it.split_once(" of 5 in "));
                let sets: Vec<&str> = sets.map(|(_, set)| set).collect();
                let texts = self.ends.each_ref().map(|end| {
                    let filled = |set: &&str| format!("{} of 5 in {set}", in_set(end, player, set));
                    joined(&sets.iter().map(filled).collect::<Vec<_>>(), "")
                });
                return is(SentenceKind::Sets, &self.after(texts), text);
            }
        }
        let judged = [
            "begun lines promise ",
            "rows have ",
            "columns need ",
            "colours need ",
        ];
        match judged.iter().any(|it| text.starts_with(it)) {
            true => Ok(SentenceKind::Judged),
            false => Err("it is of no known kind".into()),
        }
    }

    /// The player whom a text begins with, and the rest of the text.
    fn subject<'a>(
        &self,
        text: &'a str,
        after: &str,
        own: &str,
    ) -> Result<(usize, &'a str), String> {
        if let Some(text) = text.strip_prefix(own) {
            return Ok((self.mover, text));
        }
        let (name, rest) = text.split_once(after).ok_or("nobody is named")?;
        let number = name.rsplit(' ').next().and_then(|it| it.parse().ok());
        let number: usize = number.ok_or("nobody is named")?;
        Ok((number - 1, rest))
    }
}
