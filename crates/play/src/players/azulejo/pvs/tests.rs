//! The search against plain minimax.

use super::super::board_weights::BoardWeights;
use super::*;
use azulejo_rules::random::{ChaCha8Rng, SeedableRng, below};
use azulejo_rules::{Phase, Players};

/// The first position of each round with at most `groups` groups left, from games of random moves that prefer
/// lines.
fn endings(players: Players, groups: u32, games: u64) -> Vec<Position> {
    let mut found = Vec::new();
    for seed in 0..games {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (mut position, mut round) = (Position::new(players, 0), 0);
        let played = position.play_out(8, &mut rng, |position, rng| {
            if position.group_count() <= groups && round < position.round() {
                round = position.round();
                found.push(*position);
            }
            let mut moves: Vec<Move> = position.legal().collect();
            let lines = moves
                .iter()
                .filter(|taken| taken.destination().row().is_some());
            let lines: Vec<Move> = lines.copied().collect();
            if !lines.is_empty() && below(rng, 8) > 0 {
                moves = lines;
            }
            Some(moves[below(rng, moves.len() as u32) as usize])
        });
        played.expect("legal moves");
    }
    found
}

/// The minimax value by every move, with an evaluation from scratch at each leaf. Bag and lid are those of the
/// root, as in the search.
fn plain(player: &Azulejo, root: &Position, depth: u32) -> i32 {
    plain_after(player, root, root, depth)
}

fn plain_after(player: &Azulejo, root: &Position, position: &Position, depth: u32) -> i32 {
    let searcher = root.mover();
    if depth == 0 || position.phase() == Phase::RoundEnd {
        let (root, walk) = (
            IncrementalPosition::new(root),
            IncrementalPosition::new(position),
        );
        return StaticEvaluation::new(player, &root, 1).value(&walk, searcher);
    }
    let values = position.legal().map(|taken| {
        let mut after = *position;
        after.play_unchecked(taken);
        plain_after(player, root, &after, depth - 1)
    });
    let value = if position.mover() == searcher {
        values.max()
    } else {
        values.min()
    };
    value.expect("a position that waits for a move")
}

fn searched(player: &Azulejo, position: &Position, depth: u32) -> i32 {
    let mut search =
        PrincipalVariationSearch::new(player, position, &Limits::NONE, &Control::default());
    let mut value = 0;
    for depth in 1..=depth {
        value = search.aspiration_search(depth, value).expect("no limit");
    }
    value
}

#[test]
fn the_value_of_an_ending_is_that_of_plain_minimax() {
    let (mut seen, mut certain) = (0, 0);
    for (players, groups, games) in [
        (Players::Two, 5, 40),
        (Players::Three, 4, 12),
        (Players::Four, 4, 6),
    ] {
        for position in endings(players, groups, games) {
            let groups = position.group_count();
            let all = Azulejo::default().without(Ingredient::Pruning);
            let value = plain(&all, &position, groups);
            assert_eq!(searched(&all, &position, groups), value, "{position}");
            let bare = Ingredient::ALL[..4]
                .iter()
                .fold(all, |player, &ingredient| player.without(ingredient));
            assert_eq!(searched(&bare, &position, groups), value, "{position}");
            // Where only points count, the moves that are left out never matter.
            let points = Azulejo::with(BoardWeights::plain(), None);
            let value = plain(&points, &position, groups);
            assert_eq!(searched(&points, &position, groups), value, "{position}");
            certain += u32::from(value.abs() >= super::super::static_evaluation::CERTAIN);
            seen += 1;
        }
    }
    assert!(seen > 200 && certain > 20, "{seen} {certain}");
}

#[test]
fn the_value_of_a_depth_is_that_of_plain_minimax_where_nothing_is_left_out() {
    let player = Azulejo::default()
        .without(Ingredient::LateMoveReductions)
        .without(Ingredient::Pruning);
    for position in endings(Players::Two, 12, 10)
        .into_iter()
        .filter(|position| position.legal_count() < 45)
    {
        for depth in 1..=2 {
            let value = plain(&player, &position, depth);
            assert_eq!(searched(&player, &position, depth), value, "{position}");
        }
    }
}
