//! Facts of sentences by the referee of the rules, at the ends of the lines of play.

use crate::referee::{Board, Colour, Game, Piece, ROWS};
use azulejo::analysis::{JudgedMove, MoveGrade};
use azulejo::game::Position;

/// The words of a board.
type Phrase<'a> = &'a dyn Fn(&Board) -> String;

/// Ends of the two lines of play of a grade, by the referee.
pub(crate) struct Replay {
    moves: [String; 2],
    lines: [String; 2],
    mover: usize,
    pub(crate) ends: [Game; 2],
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

/// Full lines from the top, each with its colour.
fn lines_with_colours(board: &Board) -> impl Iterator<Item = (usize, Colour)> {
    let lines = board.lines.iter().enumerate();
    let full_lines = lines.filter(|(row, line)| line.len() == row + 1);
    full_lines.map(|(row, line)| (row, line[0]))
}

/// The board after the tiles of the full lines went to the wall, and the points of each row's new tile.
fn tiling(board: &Board) -> (Board, [i32; ROWS]) {
    let mut board = board.clone();
    let points = board.tile_wall(&mut [0; 5]);
    (board, points)
}

fn full_lines(board: &Board) -> String {
    let lines = lines_with_colours(board);
    let parts = lines.map(|(row, colour)| format!("line {} ({})", row + 1, name(colour)));
    join(&parts.collect::<Vec<_>>(), "no line")
}

fn neighbours(board: &Board) -> String {
    let (_, points) = tiling(board);
    let lines = lines_with_colours(board);
    let lines = lines.map(|(row, colour)| (row + 1, name(colour), points[row]));
    let parts = lines.filter(|(_, _, points)| *points > 1);
    let parts =
        parts.map(|(row, colour, points)| format!("{colour} in row {row} for {points} points"));
    join(&parts.collect::<Vec<_>>(), "none")
}

fn partial_lines(board: &Board) -> String {
    let lines = board.lines.iter().zip(1usize..);
    let partial_lines = lines.filter(|(line, number)| (1..*number).contains(&line.len()));
    let parts = partial_lines.map(|(line, number)| {
        let (count, colour) = (line.len(), name(line[0]));
        format!("{count} of {number} {colour} on line {number}")
    });
    join(&parts.collect::<Vec<_>>(), "nothing is begun")
}

fn floor_cost(board: &Board) -> String {
    points(board.floor_cost())
}

/// Number of tiles in a row, a column or a colour, with the tiles of full lines.
fn in_set(board: &Board, set: &str) -> usize {
    let (board, _) = tiling(board);
    let mut count = 0;
    for (row, places) in (1..).zip(&board.wall) {
        for (column, place) in (1..).zip(places) {
            let Some(colour) = *place else { continue };
            let lines = [format!("row {row}"), format!("column {column}")];
            let is_in = name(colour) == set || lines.iter().any(|line| line == set);
            count += usize::from(is_in);
        }
    }
    count
}

/// The sets that a text names after its second move, such as `row 1` and `blue`.
fn named_sets(text: &str) -> Vec<String> {
    let list = text.rsplit("after ").next().unwrap_or_default();
    let list = list.replace(" and ", ", ");
    let sets = list
        .split(", ")
        .filter_map(|part| part.split_once(" of 5 in "));
    sets.map(|(_, set)| set.to_owned()).collect()
}

fn starter(game: &Game) -> Option<usize> {
    let has_token = |board: &Board| board.floor.contains(&Piece::Token);
    let holder = game.boards.iter().position(has_token);
    holder.or(game.round_is_over().then_some(game.starter))
}

/// Whether a row will be complete.
pub(crate) fn is_last_round(game: &Game) -> bool {
    let mut boards = game.boards.iter();
    boards.any(|board| tiling(board).0.complete_rows() > 0)
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
            let mut game = Game::from_text(&position.to_string());
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

    fn after(&self, texts: [String; 2]) -> String {
        let [best, choice] = &self.moves;
        format!("after {best} {}, after {choice} {}", texts[0], texts[1])
    }

    /// Comparison of the boards of a player at both ends.
    fn comparison(&self, player: usize, phrase: impl Fn(&Board) -> String) -> String {
        self.after(self.ends.each_ref().map(|end| phrase(&end.boards[player])))
    }

    fn name_of(&self, player: usize) -> String {
        match player == self.mover {
            true => "you".into(),
            false => format!("player {}", player + 1),
        }
    }

    /// The player at the beginning of a sentence on things of the player.
    fn owner(&self, player: usize) -> String {
        match player == self.mover {
            true => "Your".into(),
            false => format!("Player {}'s", player + 1),
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

    /// True sentences with numbers, without their points. Of rows, columns and colours they count what a text names.
    fn true_sentences(&self, text: &str) -> Vec<(SentenceKind, String)> {
        use SentenceKind::*;
        let mut sentences = vec![(End, self.ending())];
        if !self.ends.iter().any(is_last_round) {
            let name = |player| self.name_of(player);
            let begins = |end: &Game| starter(end).map_or("nobody yet".into(), name);
            let begins = self.after(self.ends.each_ref().map(begins));
            sentences.push((Starter, format!("Who begins the next round: {begins}")));
        }
        let sets = named_sets(text);
        let in_sets = |board: &Board| {
            let parts = sets.iter();
            let parts = parts.map(|set| format!("{} of 5 in {set}", in_set(board, set)));
            join(&parts.collect::<Vec<_>>(), "")
        };
        for player in 0..self.ends[0].boards.len() {
            let fills = match player == self.mover {
                true => "you fill".into(),
                false => format!("{} fills", self.name_of(player)),
            };
            let lines = self.comparison(player, full_lines);
            sentences.push((Lines, format!("In this round {fills} {lines}")));
            let owner = self.owner(player);
            let phrases: [(_, _, Phrase<'_>); 6] = [
                (Neighbours, "tiles beside others: ", &neighbours),
                (Floor, "floor costs ", &floor_cost),
                (PartialLines, "begun lines: ", &partial_lines),
                (Sets, "rows: ", &in_sets),
                (Sets, "columns: ", &in_sets),
                (Sets, "tiles of a colour: ", &in_sets),
            ];
            for (kind, words, phrase) in phrases {
                let comparison = self.comparison(player, phrase);
                sentences.push((kind, format!("{owner} {words}{comparison}")));
            }
            // Whatever follows is no simple number.
            let beginnings = "begun lines promise;rows have;columns need;colours need".split(';');
            let mut beginnings = beginnings.map(|words| format!("{owner} {words} "));
            if beginnings.any(|words| text.starts_with(&words)) {
                sentences.push((Judgement, text.to_owned()));
            }
        }
        sentences
    }

    /// The kind of a sentence, if all of it is true.
    pub(crate) fn kind_of(&self, sentence: &str) -> Result<SentenceKind, String> {
        let text = sentence.strip_suffix('.').ok_or("no full stop")?;
        let goes_on = format!("; it goes on {}", self.lines[0]);
        if let Some(text) = text.strip_suffix(&goes_on) {
            let is_search = text.starts_with("The search sees ");
            let is_judgement = is_search && text.ends_with(" without a simple reason")
                || text.ends_with(" wins more often, though not by more points");
            let kind = is_judgement.then_some(SentenceKind::Judgement);
            return kind.ok_or("it is of no known kind".into());
        }
        let (text, has_points) = match text.rsplit_once(": ") {
            Some((text, worth)) if worth.ends_with(" points") && worth.contains('.') => {
                (text, true)
            }
            _ => (text, false),
        };
        let sentences = self.true_sentences(text);
        let mut pairs = sentences.iter();
        let pair = pairs.find(|(_, sentence)| sentence == text);
        let (kind, _) = pair.ok_or_else(|| format!("it is none of {sentences:?}"))?;
        match has_points || *kind == SentenceKind::End {
            true => Ok(*kind),
            false => Err("it has no points".into()),
        }
    }
}
