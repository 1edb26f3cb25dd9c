//! Plain searches on copies of positions, slow and by the rules alone: of a round, and of the tree searches.

use azulejo::exact::{EndBonuses, OpponentModel};
use azulejo::game::{Colour, Move, Phase, Position, Source};
use azulejo::players::tree_search::Bonus;
use itertools::Itertools;
use std::collections::HashMap;

pub(crate) fn after(position: &Position, move_: Move) -> Position {
    let mut after = *position;
    after.play(move_).expect("it is legal");
    after
}

/// Points of a player less the points of the best other player.
pub(crate) fn margin(points: &[i32], player: usize) -> i32 {
    let others = (0..points.len()).filter(|&other| other != player);
    points[player] - others.map(|other| points[other]).max().expect("two play")
}

/// The greatest value after a move, and all moves with this value.
fn best_of(position: &Position, mut value: impl FnMut(&Position) -> i32) -> (i32, Vec<Move>) {
    let moves = position.legal();
    let values = moves.map(|move_| (value(&after(position, move_)), move_));
    let best = values.max_set_by_key(|(value, _)| *value);
    let (value, _) = best[0];
    (value, best.into_iter().map(|(_, move_)| move_).collect())
}

/// Minimax: the searcher maximizes the value of the leaf, and all others minimize it.
struct Minimax<F> {
    searcher: usize,
    leaf: F,
    cache: HashMap<(Position, u32), i32>,
}

impl<F: Fn(&Position) -> i32> Minimax<F> {
    fn new(searcher: usize, leaf: F) -> Self {
        Self {
            searcher,
            leaf,
            cache: HashMap::new(),
        }
    }

    /// Value of a position at a depth, or at the end of the round.
    fn value(&mut self, position: &Position, depth: u32) -> i32 {
        if depth == 0 || position.phase() == Phase::RoundEnd {
            return (self.leaf)(position);
        }
        let key = (*position, depth);
        if let Some(value) = self.cache.get(&key) {
            return *value;
        }
        let maximizes = position.mover() == self.searcher;
        let moves = position.legal();
        let values = moves.map(|move_| self.value(&after(position, move_), depth - 1));
        let best = if maximizes {
            values.max()
        } else {
            values.min()
        };
        let best = best.expect("there are moves");
        self.cache.insert(key, best);
        best
    }
}

/// Minimax value of a position at a depth, or at the end of the round.
pub(crate) fn minimax(position: &Position, searcher: usize, depth: u32, bonus: Bonus) -> i32 {
    let leaf = |leaf: &Position| value(leaf, searcher, bonus);
    Minimax::new(searcher, leaf).value(position, depth)
}

/// First of the best moves of the mover by a minimax search at a depth.
pub(crate) fn first_best(position: &Position, depth: u32, bonus: Bonus) -> Move {
    let mover = position.mover();
    let (_, moves) = best_of(position, |after| minimax(after, mover, depth - 1, bonus));
    moves[0]
}

/// Score of the searcher less the score of the best other player, if the round ended now.
fn value(position: &Position, searcher: usize, bonus: Bonus) -> i32 {
    let mut round_end = without_sources(position);
    round_end
        .end_round()
        .expect("no tiles are left on the sources");
    let points = round_end.boards().iter().map(|board| match bonus {
        Bonus::Counted => (board.score() + board.end_bonus().points()) as i32,
        Bonus::Ignored => board.score() as i32,
    });
    margin(&points.collect::<Vec<i32>>(), searcher)
}

/// Position with the tiles of its sources in the lid, by its text.
fn without_sources(position: &Position) -> Position {
    let text = position.to_string();
    let mut fields: Vec<String> = text.split(' ').map(String::from).collect();
    fields[0] = vec!["-"; position.players().factories()].join("/");
    fields[1] = if position.token_in_centre() { "*" } else { "-" }.into();
    let lid = Colour::ALL.map(|colour| {
        let sources = Source::all(position.players());
        let counts = sources.map(|source| position.source(source).count(colour));
        (position.lid().count(colour) + counts.sum::<u8>()).to_string()
    });
    fields[7] = lid.join(",");
    let position = fields.join(" ").parse();
    position.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The points of each player after the round.
pub(crate) fn points(end: &Position, bonus: EndBonuses) -> Vec<i32> {
    let mut end = *end;
    end.end_round().expect("all sources are empty");
    match end.outcome() {
        Some(outcome) if bonus == EndBonuses::Counted => {
            outcome.scores().iter().map(|score| *score as i32).collect()
        }
        _ => end
            .boards()
            .iter()
            .map(|board| board.score() as i32)
            .collect(),
    }
}

/// Value of a position for its mover at the end of the round, and all moves of this value. In the paranoid model, all
/// other players minimize the margin of the mover.
pub(crate) fn best(
    model: OpponentModel,
    position: &Position,
    bonus: EndBonuses,
) -> (i32, Vec<Move>) {
    let mover = position.mover();
    let leaf = |end: &Position| margin(&points(end, bonus), mover);
    let (mut paranoid, mut max_n) = (Minimax::new(mover, leaf), MaxN::default());
    best_of(position, |after| match model {
        OpponentModel::Paranoid => paranoid.value(after, u32::MAX),
        OpponentModel::MaxN => max_n.margins(after, bonus)[mover],
    })
}

/// Max-n search: each player maximizes his own margin, then minimizes the margins of the next players in turn.
#[derive(Default)]
struct MaxN {
    cache: HashMap<Position, Vec<i32>>,
}

impl MaxN {
    fn margins(&mut self, position: &Position, bonus: EndBonuses) -> Vec<i32> {
        if position.phase() == Phase::RoundEnd {
            let points = points(position, bonus);
            let players = 0..points.len();
            return players.map(|player| margin(&points, player)).collect();
        }
        if let Some(margins) = self.cache.get(position) {
            return margins.clone();
        }
        let (mover, count) = (position.mover(), position.players().count());
        let merit = |margins: &Vec<i32>| -> Vec<i32> {
            let others = (1..count).map(|turn| -margins[(mover + turn) % count]);
            std::iter::once(margins[mover]).chain(others).collect()
        };
        let best = position
            .legal()
            .map(|move_| self.margins(&after(position, move_), bonus))
            .max_by_key(merit)
            .expect("there are moves");
        self.cache.insert(*position, best.clone());
        best
    }
}
