//! Facts of sentences by the referee of the rules, at the ends of the lines of play.

use crate::referee::{Board, COLOURS, Colour, Game, Piece, ROWS, column_of};
use azulejo::analysis::{JudgedMove, MoveGrade};
use azulejo::game::Position;

/// Words of a sentence about a player of a game.
type Phrase = fn(&Game, usize) -> String;

/// Ends of the two lines of play of a grade, by the referee.
pub(crate) struct Replay {
    moves: [String; 2],
    lines: [String; 2],
    mover: usize,
    ends: [Game; 2],
}

/// A kind of true sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum SentenceKind {
    Lines,
    Neighbours,
    Floor,
    PartialLines,
    Sets,
    Starter,
    End,
    /// A comparison without a simple number.
    Judgement,
}

fn name(colour: Colour) -> String {
    format!("{colour:?}").to_lowercase()
}

fn join(parts: &[String], none: &str) -> String {
    match parts {
        [] => none.to_owned(),
        [part] => part.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

fn points(number: i32) -> String {
    let noun = if number == 1 { "point" } else { "points" };
    format!("{number} {noun}")
}

/// Full lines of a player from the top, each with its colour.
fn lines_with_colours(game: &Game, player: usize) -> Vec<(usize, Colour)> {
    let lines = game.boards[player].lines.iter().enumerate();
    let full_lines = lines.filter(|(row, line)| line.len() == row + 1);
    full_lines.map(|(row, line)| (row, line[0])).collect()
}

/// Board of a player after the tiles of the full lines among its first `rows` lines went to the wall, and the points of
/// these tiles.
fn tiling(game: &Game, player: usize, rows: usize) -> (Board, i32) {
    let mut board = game.boards[player].clone();
    board.lines[rows..].iter_mut().for_each(Vec::clear);
    let points = board.tile_wall(&mut [0; 5]);
    (board, points)
}

fn full_lines(game: &Game, player: usize) -> String {
    let lines = lines_with_colours(game, player).into_iter();
    let parts = lines.map(|(row, colour)| format!("line {} ({})", row + 1, name(colour)));
    join(&parts.collect::<Vec<_>>(), "no line")
}

fn neighbours(game: &Game, player: usize) -> String {
    let points = |row: usize| tiling(game, player, row + 1).1 - tiling(game, player, row).1;
    let lines = lines_with_colours(game, player).into_iter();
    let lines = lines.map(|(row, colour)| (row + 1, name(colour), points(row)));
    let parts = lines.filter(|(_, _, points)| *points > 1);
    let parts =
        parts.map(|(row, colour, points)| format!("{colour} in row {row} for {points} points"));
    join(&parts.collect::<Vec<_>>(), "none")
}

fn partial_lines(game: &Game, player: usize) -> String {
    let lines = game.boards[player].lines.iter().zip(1usize..);
    let partial_lines = lines.filter(|(line, number)| (1..*number).contains(&line.len()));
    let parts = partial_lines.map(|(line, number)| {
        let (count, colour) = (line.len(), name(line[0]));
        format!("{count} of {number} {colour} on line {number}")
    });
    join(&parts.collect::<Vec<_>>(), "nothing is begun")
}

fn floor_cost(game: &Game, player: usize) -> String {
    points(game.boards[player].floor_cost())
}

/// Number of tiles in a row, a column or a colour, with the tiles of full lines.
fn in_set(game: &Game, player: usize, set: &str) -> usize {
    let (board, _) = tiling(game, player, ROWS);
    let number = |text: &str| text.parse::<usize>().expect("a number") - 1;
    let places: Vec<(usize, usize)> = match set.split_once(' ') {
        Some(("row", row)) => (0..ROWS).map(|column| (number(row), column)).collect(),
        Some(("column", column)) => (0..ROWS).map(|row| (row, number(column))).collect(),
        _ => {
            let colour = COLOURS.into_iter().find(|colour| name(*colour) == set);
            let colour = colour.expect("a colour");
            (0..ROWS).map(|row| (row, column_of(colour, row))).collect()
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
    players.any(|player| tiling(game, player, ROWS).0.complete_rows() > 0)
}

/// The game after the scores of its last round, if the game is over.
pub(crate) fn final_game(game: &Game) -> Option<Game> {
    let mut game = game.clone();
    if !game.round_is_over() {
        return None;
    }
    game.end_round();
    game.game_is_over().then_some(game)
}

impl Replay {
    pub(crate) fn of(position: &Position, grade: &MoveGrade) -> Self {
        let moves = [&grade.best, &grade.chosen];
        let end = |judged_move: &JudgedMove| {
            let mut game = Game::from_text(&position.to_string()).expect("a position");
            for move_ in &judged_move.line {
                let code = move_.code(position.players()).expect("a legal move");
                let mut legal = game.legal().into_iter();
                let move_ = legal.find(|move_| game.code(*move_) == usize::from(code));
                game.play(move_.expect("it is legal"));
            }
            game
        };
        let line = |judged_move: &JudgedMove| {
            let line: Vec<String> = judged_move.line.iter().map(ToString::to_string).collect();
            line.join(" ")
        };
        Self {
            moves: moves.map(|judged_move| judged_move.taken.to_string()),
            lines: moves.map(line),
            mover: position.mover(),
            ends: moves.map(end),
        }
    }

    pub(crate) fn ends(&self) -> &[Game; 2] {
        &self.ends
    }

    fn after(&self, texts: [String; 2]) -> String {
        let [best, choice] = &self.moves;
        format!("after {best} {}, after {choice} {}", texts[0], texts[1])
    }

    /// Sentence of the referee.
    fn sentence(&self, player: usize, phrase: fn(&Game, usize) -> String) -> String {
        self.after(self.ends.each_ref().map(|end| phrase(end, player)))
    }

    fn name_of(&self, player: usize) -> String {
        match player == self.mover {
            true => "you".into(),
            false => format!("player {}", player + 1),
        }
    }

    fn fate(&self, end: &Game) -> String {
        let Some(end) = final_game(end) else {
            return String::new();
        };
        let (scores, winners) = (end.final_scores(), end.winners());
        let others = (0..scores.len()).filter(|player| *player != self.mover);
        let merit = |player: &usize| (scores[*player], end.boards[*player].complete_rows());
        let other = others.max_by_key(merit).expect("two players");
        let own = points(scores[self.mover]);
        let other_name = self.name_of(other);
        if winners.contains(&self.mover) && winners.len() > 1 {
            return format!("you share the victory with {other_name}: {own} each");
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
        format!("you {verb} it with {own} against {other_name}'s {against}{by}")
    }

    /// The sentence on the end of the game without its points.
    fn ending(&self) -> String {
        let last = self.ends.each_ref().map(is_last_round);
        if last[0] == last[1] {
            let [best_fate, fate_of_choice] = self.ends.each_ref().map(|end| self.fate(end));
            let [best, choice] = &self.moves;
            let fates = format!("after {best} {best_fate}; after {choice} {fate_of_choice}");
            return format!("The game ends with this round: {fates}");
        }
        let index = usize::from(!last[0]);
        let fate = match self.fate(&self.ends[index]) {
            fate if fate.is_empty() => fate,
            fate => format!(", and {fate}"),
        };
        let goes_on = match self.ends[1 - index].round_is_over() {
            true => "goes on",
            false => "can go on",
        };
        let (last_move, other_move) = (&self.moves[index], &self.moves[1 - index]);
        format!(
            "The game ends with this round after {last_move}{fate}; after {other_move} it {goes_on}"
        )
    }

    /// The kind of a sentence, if all of it is true.
    pub(crate) fn kind_of(&self, sentence: &str) -> Result<SentenceKind, String> {
        let compare = |kind, expected: &str, text: &str| match expected == text {
            true => Ok(kind),
            false => Err(format!("it is: {expected}")),
        };
        let text = sentence.strip_suffix('.').ok_or("no full stop")?;
        if text.starts_with("The search sees ") {
            let line = format!(" without a simple reason; it goes on {}", self.lines[0]);
            let has_line = text.ends_with(&line);
            return has_line
                .then_some(SentenceKind::Judgement)
                .ok_or("no line".into());
        }
        if let Some((_, line)) = text.split_once(" wins more often, though not by more points; ") {
            return compare(
                SentenceKind::Judgement,
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
            return compare(SentenceKind::End, &self.ending(), text);
        }
        worth.ok_or("it has no points")?;
        if let Some(text) = text.strip_prefix("Who begins the next round: ") {
            if self.ends.iter().any(is_last_round) {
                return Err("there is no next round".into());
            }
            let name = |player| self.name_of(player);
            let begins = |end: &Game| starter(end).map_or("nobody yet".into(), name);
            let begins = self.ends.each_ref().map(begins);
            return compare(SentenceKind::Starter, &self.after(begins), text);
        }
        if let Some(text) = text.strip_prefix("In this round ") {
            let (player, lines) = self.subject(text, " fills ", "you fill ")?;
            return compare(
                SentenceKind::Lines,
                &self.sentence(player, full_lines),
                lines,
            );
        }
        let (player, text) = self.subject(text, "'s ", "Your ")?;
        let kinds: [(&str, SentenceKind, Phrase); 3] = [
            (
                "tiles beside others: ",
                SentenceKind::Neighbours,
                neighbours,
            ),
            ("floor costs ", SentenceKind::Floor, floor_cost),
            ("begun lines: ", SentenceKind::PartialLines, partial_lines),
        ];
        for (prefix, kind, phrase) in kinds {
            if let Some(text) = text.strip_prefix(prefix) {
                return compare(kind, &self.sentence(player, phrase), text);
            }
        }
        for prefix in ["rows: ", "columns: ", "tiles of a colour: "] {
            if let Some(text) = text.strip_prefix(prefix) {
                let (_, list) = text.rsplit_once("after ").ok_or("no second move")?;
                let list = list.replace(" and ", ", ");
                let sets = list
                    .split(", ")
                    .filter_map(|part| part.split_once(" of 5 in "));
                let sets: Vec<&str> = sets.map(|(_, set)| set).collect();
                let texts = self.ends.each_ref().map(|end| {
                    let phrase = |set: &&str| format!("{} of 5 in {set}", in_set(end, player, set));
                    join(&sets.iter().map(phrase).collect::<Vec<_>>(), "")
                });
                return compare(SentenceKind::Sets, &self.after(texts), text);
            }
        }
        let prefixes = [
            "begun lines promise ",
            "rows have ",
            "columns need ",
            "colours need ",
        ];
        match prefixes.iter().any(|prefix| text.starts_with(prefix)) {
            true => Ok(SentenceKind::Judgement),
            false => Err("it is of no known kind".into()),
        }
    }

    /// Player at the beginning of a text, and the rest of the text.
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
        let number = name.rsplit(' ').next().and_then(|word| word.parse().ok());
        let number: usize = number.ok_or("nobody is named")?;
        Ok((number - 1, rest))
    }
}
