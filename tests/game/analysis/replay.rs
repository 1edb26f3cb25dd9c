//! Facts of sentences, counted by the referee of the rules where the lines of play end.

use crate::referee::{COLOURS, Colour, Game, ROWS, column_of};
use azulejo::analysis::{JudgedMove, MoveGrade};
use azulejo::game::Position;

/// The two ends of a grade, by the referee.
pub(crate) struct Replay {
    moves: [String; 2],
    lines: [String; 2],
    mover: usize,
    ends: [Game; 2],
}

/// A kind of sentence that was found to be true.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Told {
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

fn colour(colour: Colour) -> &'static str {
    match colour {
        Colour::Blue => "blue",
        Colour::Yellow => "yellow",
        Colour::Red => "red",
        Colour::Black => "black",
        Colour::White => "white",
    }
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

/// The board of a player as it is, and with the tiles of full lines.
fn full(game: &Game, player: usize) -> Vec<(usize, Colour)> {
    let lines = game.boards[player].lines.iter().enumerate();
    let full = lines.filter(|(row, line)| line.len() == row + 1);
    full.map(|(row, line)| (row, line[0])).collect()
}

fn full_lines(game: &Game, player: usize) -> String {
    let told = full(game, player).into_iter();
    let told: Vec<String> = told
        .map(|(row, it)| format!("line {} ({})", row + 1, colour(it)))
        .collect();
    joined(&told, "no line")
}

fn neighbours(game: &Game, player: usize) -> String {
    let earned = |rows: usize| {
        let mut board = game.boards[player].clone();
        board.lines[rows..].iter_mut().for_each(Vec::clear);
        board.tile_wall(&mut [0; 5])
    };
    let full = full(game, player).into_iter();
    let told = full.map(|(row, it)| (row, it, earned(row + 1) - earned(row)));
    let told: Vec<String> = told
        .filter(|(_, _, earned)| *earned > 1)
        .map(|(row, it, earned)| format!("{} in row {} for {earned} points", colour(it), row + 1))
        .collect();
    joined(&told, "none")
}

fn begun_lines(game: &Game, player: usize) -> String {
    let lines = game.boards[player].lines.iter().enumerate();
    let begun = lines.filter(|(row, line)| !line.is_empty() && line.len() <= *row);
    let told: Vec<String> = begun
        .map(|(row, line)| {
            let (count, number) = (line.len(), row + 1);
            format!("{count} of {number} {} on line {number}", colour(line[0]))
        })
        .collect();
    joined(&told, "nothing is begun")
}

/// The tiles of a row, a column or a colour, with those of full lines.
fn in_set(game: &Game, player: usize, name: &str) -> usize {
    let mut board = game.boards[player].clone();
    board.tile_wall(&mut [0; 5]);
    let number = |text: &str| text.parse::<usize>().expect("a number") - 1;
    let places: Vec<(usize, usize)> = match name.split_once(' ') {
        Some(("row", row)) => (0..ROWS).map(|column| (number(row), column)).collect(),
        Some(("column", column)) => (0..ROWS).map(|row| (row, number(column))).collect(),
        _ => {
            let named = COLOURS.into_iter().find(|it| colour(*it) == name);
            let named = named.expect("a colour");
            (0..ROWS).map(|row| (row, column_of(named, row))).collect()
        }
    };
    let filled = places
        .iter()
        .filter(|(row, column)| board.wall[*row][*column].is_some());
    filled.count()
}

fn starter(game: &Game) -> Option<usize> {
    let has_token = |player: &usize| {
        let floor = &game.boards[*player].floor;
        floor.iter().any(|piece| format!("{piece:?}") == "Token")
    };
    let holder = (0..game.boards.len()).find(has_token);
    holder.or(game.round_is_over().then_some(game.starter))
}

/// Whether a row will be complete.
pub(crate) fn is_last_round(game: &Game) -> bool {
    game.boards.iter().any(|board| {
        let mut board = board.clone();
        board.tile_wall(&mut [0; 5]);
        board.complete_rows() > 0
    })
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
                let legal = game.legal();
                let found = legal
                    .into_iter()
                    .find(|it| game.code(*it) == usize::from(code));
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

    fn after(&self, told: [String; 2]) -> String {
        let [best, chosen] = &self.moves;
        format!("after {best} {}, after {chosen} {}", told[0], told[1])
    }

    /// The sentence, made by the referee.
    fn with(&self, player: usize, told: fn(&Game, usize) -> String) -> String {
        self.after(self.ends.each_ref().map(|end| told(end, player)))
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
        let by = if scores[self.mover] == scores[other] {
            by
        } else {
            ""
        };
        format!(
            "you {verb} it with {own} against {named}'s {}{by}",
            scores[other]
        )
    }

    /// The sentence on the end of the game without its points.
    fn ending(&self) -> String {
        let last = self.ends.each_ref().map(is_last_round);
        if last[0] == last[1] {
            let fates = self.ends.each_ref().map(|end| self.fate(end));
            let [best, chosen] = &self.moves;
            return format!(
                "The game ends with this round: after {best} {}; after {chosen} {}",
                fates[0], fates[1]
            );
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
    pub(crate) fn told(&self, sentence: &str) -> Result<Told, String> {
        let is = |told, expected: &str, found: &str| match expected == found {
            true => Ok(told),
            false => Err(format!("it is: {expected}")),
        };
        let text = sentence.strip_suffix('.').ok_or("no full stop")?;
        if text.starts_with("The search sees ") {
            let line = format!(" without a simple reason; it goes on {}", self.lines[0]);
            return text
                .ends_with(&line)
                .then_some(Told::Judged)
                .ok_or("no line".into());
        }
        if let Some((_, line)) = text.split_once(" wins more often, though not by more points; ") {
            return is(Told::Judged, &format!("it goes on {}", self.lines[0]), line);
        }
        let (text, worth) = match text.rsplit_once(": ") {
            Some((text, worth)) if worth.ends_with(" points") && worth.contains('.') => {
                (text, Some(worth))
            }
            _ => (text, None),
        };
        if text.starts_with("The game ends with this round") {
            return is(Told::End, &self.ending(), text);
        }
        worth.ok_or("it has no points")?;
        if let Some(text) = text.strip_prefix("Who begins the next round: ") {
            if self.ends.iter().any(is_last_round) {
                return Err("there is no next round".into());
            }
            let begins = self
                .ends
                .each_ref()
                .map(|end| starter(end).map_or("nobody yet".into(), |player| self.named(player)));
            return is(Told::Starter, &self.after(begins), text);
        }
        if let Some(text) = text.strip_prefix("In this round ") {
            let (player, lines) = self.subject(text, " fills ", "you fill ")?;
            return is(Told::Lines, &self.with(player, full_lines), lines);
        }
        let (player, text) = self.subject(text, "'s ", "Your ")?;
        if let Some(text) = text.strip_prefix("tiles beside others: ") {
            return is(Told::Neighbours, &self.with(player, neighbours), text);
        }
        if let Some(text) = text.strip_prefix("floor costs ") {
            let cost = |game: &Game, player: usize| points(game.boards[player].floor_cost());
            return is(Told::Floor, &self.with(player, cost), text);
        }
        if let Some(text) = text.strip_prefix("begun lines: ") {
            return is(Told::Begun, &self.with(player, begun_lines), text);
        }
        for sets in ["rows: ", "columns: ", "tiles of a colour: "] {
            if let Some(text) = text.strip_prefix(sets) {
                let (_, named) = text.rsplit_once("after ").ok_or("no second move")?;
                let named = named.replace(" and ", ", ");
                let names: Vec<&str> = named
                    .split(", ")
                    .filter_map(|it| it.split_once(" of 5 in ").map(|it| it.1))
                    .collect();
                let told = self.ends.each_ref().map(|end| {
                    let told = names
                        .iter()
                        .map(|it| format!("{} of 5 in {it}", in_set(end, player, it)));
                    joined(&told.collect::<Vec<_>>(), "")
                });
                return is(Told::Sets, &self.after(told), text);
            }
        }
        let judged = [
            "begun lines promise ",
            "rows have ",
            "columns need ",
            "colours need ",
        ];
        match judged.iter().any(|it| text.starts_with(it)) {
            true => Ok(Told::Judged),
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
        let number = name
            .rsplit(' ')
            .next()
            .and_then(|it| it.parse::<usize>().ok());
        Ok((number.ok_or("nobody is named")? - 1, rest))
    }
}
