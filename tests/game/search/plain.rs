//! A plain minimax on copies of positions, slow and by the rules alone.

use azulejo::game::{Colour, Move, Phase, Position, Source};
use azulejo::players::tree_search::Bonus;

/// The value of a position after so many moves, or at the end of the round.
pub(crate) fn minimax(position: &Position, searcher: usize, depth: u32, bonus: Bonus) -> i32 {
    if depth == 0 || position.phase() == Phase::RoundEnd {
        return value(position, searcher, bonus);
    }
    let below = position.legal().map(|taken| {
        let mut after = *position;
        after.play(taken).expect("it is legal");
        minimax(&after, searcher, depth - 1, bonus)
    });
    let best = if position.mover() == searcher {
        below.max()
    } else {
        below.min()
    };
    best.expect("there are moves")
}

/// The first of the mover's best moves.
pub(crate) fn best(position: &Position, depth: u32, bonus: Bonus) -> Move {
    let worth = |taken: &Move| {
        let mut after = *position;
        after.play(*taken).expect("it is legal");
        minimax(&after, position.mover(), depth - 1, bonus)
    };
    let values: Vec<(Move, i32)> = position
        .legal()
        .map(|taken| (taken, worth(&taken)))
        .collect();
    let most = values.iter().map(|(_, value)| *value).max();
    let first = values.iter().find(|(_, value)| Some(*value) == most);
    first.expect("there are moves").0
}

/// The scores if the round ended now: the searcher's less those of the best other.
fn value(position: &Position, searcher: usize, bonus: Bonus) -> i32 {
    let mut ended = without_sources(position);
    ended.end_round().expect("no tiles are left on the sources");
    let points: Vec<i32> = ended
        .boards()
        .iter()
        .map(|board| match bonus {
            Bonus::Counted => board.score() + board.end_bonus().points(),
            Bonus::Ignored => board.score(),
        })
        .map(|points| points as i32)
        .collect();
    let others = (0..points.len()).filter(|player| *player != searcher);
    points[searcher] - others.map(|other| points[other]).max().expect("two play")
}

/// The position with the tiles of its sources in the lid, by way of its text.
fn without_sources(position: &Position) -> Position {
    let text = position.to_string();
    let mut fields: Vec<String> = text.split(' ').map(String::from).collect();
    fields[0] = vec!["-"; position.players().factories()].join("/");
    fields[1] = if position.token_in_centre() { "*" } else { "-" }.into();
    let lid = Colour::ALL.map(|colour| {
        let sources = Source::all(position.players());
        let left: u8 = sources
            .map(|source| position.source(source).count(colour))
            .sum();
        (position.lid().count(colour) + left).to_string()
    });
    fields[7] = lid.join(",");
    fields
        .join(" ")
        .parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}
