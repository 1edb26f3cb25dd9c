//! A plain minimax on copies of positions, slow and by the rules alone.

use crate::exact::plain::margin;
use azulejo::game::{Colour, Move, Phase, Position, Source};
use azulejo::players::tree_search::Bonus;

/// Minimax value of a position at a depth, or at the end of the round.
pub(crate) fn minimax(position: &Position, searcher: usize, depth: u32, bonus: Bonus) -> i32 {
    if depth == 0 || position.phase() == Phase::RoundEnd {
        return value(position, searcher, bonus);
    }
    let below = position.legal().map(|move_| {
        let mut after = *position;
        after.play(move_).expect("it is legal");
        minimax(&after, searcher, depth - 1, bonus)
    });
    let best = if position.mover() == searcher {
        below.max()
    } else {
        below.min()
    };
    best.expect("there are moves")
}

/// First of the best moves of the mover.
pub(crate) fn best(position: &Position, depth: u32, bonus: Bonus) -> Move {
    let worth = |move_: &Move| {
        let mut after = *position;
        after.play(*move_).expect("it is legal");
        minimax(&after, position.mover(), depth - 1, bonus)
    };
    let most = position.legal().map(|move_| worth(&move_)).max();
    let first = position.legal().find(|move_| Some(worth(move_)) == most);
    first.expect("there are moves")
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
