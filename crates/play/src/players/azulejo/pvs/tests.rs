//! The search against plain minimax.

use super::super::board_weights::BoardWeights;
use super::*;
use azulejo_rules::random::{ChaCha8Rng, SeedableRng, below};
use azulejo_rules::{Phase, Players};

/// The first position of each round with at most `groups` groups left, from games of random moves that prefer
/// lines.
fn endings(players: Players, groups: u32, games: u64) -> Vec<Position> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (mut position, mut round) = (Position::new(players, 0), 0);
        let result = position.play_out(8, &mut rng, |position, rng| {
            if position.group_count() <= groups && round < position.round() {
                round = position.round();
                positions.push(*position);
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
        result.expect("legal moves");
    }
    positions
}

/// The minimax value by every move, with an evaluation from scratch at each leaf. Bag and lid are those of the
/// root, as in the search.
fn plain_minimax(player: &Azulejo, root: &Position, depth: u32) -> i32 {
    plain_minimax_after(player, root, root, depth)
}

fn plain_minimax_after(player: &Azulejo, root: &Position, position: &Position, depth: u32) -> i32 {
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
        plain_minimax_after(player, root, &after, depth - 1)
    });
    let value = if position.mover() == searcher {
        values.max()
    } else {
        values.min()
    };
    value.expect("a position that waits for a move")
}

fn search_value(player: &Azulejo, position: &Position, depth: u32) -> i32 {
    let mut search =
        PrincipalVariationSearch::new(player, position, &Limits::NONE, &Control::default());
    let mut value = 0;
    for depth in 1..=depth {
        value = search.aspiration_search(depth, value).expect("no limit");
    }
    value
}

#[test]
fn the_value_of_an_ending_equals_plain_minimax() {
    let (mut position_count, mut certain_count) = (0, 0);
    for (players, groups, games) in [
        (Players::Two, 5, 40),
        (Players::Three, 4, 12),
        (Players::Four, 4, 6),
    ] {
        for position in endings(players, groups, games) {
            let groups = position.group_count();
            let all = Azulejo::default().without(Ingredient::Pruning);
            let value = plain_minimax(&all, &position, groups);
            assert_eq!(search_value(&all, &position, groups), value, "{position}");
            let bare = Ingredient::ALL[..4]
                .iter()
                .fold(all, |player, &ingredient| player.without(ingredient));
            assert_eq!(search_value(&bare, &position, groups), value, "{position}");
            // Where only points count, the pruned moves never matter.
            let points = Azulejo::with(BoardWeights::plain(), None);
            let value = plain_minimax(&points, &position, groups);
            assert_eq!(
                search_value(&points, &position, groups),
                value,
                "{position}"
            );
            certain_count += u32::from(value.abs() >= super::super::static_evaluation::CERTAIN);
            position_count += 1;
        }
    }
    assert!(
        position_count > 200 && certain_count > 20,
        "{position_count} {certain_count}"
    );
}

#[test]
fn the_value_of_a_depth_equals_plain_minimax_without_reductions_and_pruning() {
    let player = Azulejo::default()
        .without(Ingredient::LateMoveReductions)
        .without(Ingredient::Pruning);
    for position in endings(Players::Two, 12, 10)
        .into_iter()
        .filter(|position| position.legal_count() < 45)
    {
        for depth in 1..=2 {
            let value = plain_minimax(&player, &position, depth);
            assert_eq!(search_value(&player, &position, depth), value, "{position}");
        }
    }
}
