//! A position as numbers, for learning programs.
//!
//! # Features
//! [`write()`] lays out the [state code](super::coding#layout), and after it a number for each player: 1 where the
//! token lies on the floor, otherwise 0. The length is 125 numbers for two players, 179 for three, 233 for four.
//!
//! # Views
//! [`write_view`] lays out the view of a player, 130, 185 or 240 numbers: the features with the player's own board and
//! token first, then those of the others in the order of the turns; the scores in that order; the mover and the starter
//! of the round, both counted from the player; and the number of the round.
//!
//! # Futures
//! Positions with equal views have equal futures: the same moves and deals lead to equal views and outcomes. The same
//! holds for positions with equal features, scores, mover, starter and round. The only further state of a position is
//! the colours and their places on the floors: all tiles there go to the lid before the lid is needed.

use super::coding::StateCode;
use super::{Players, Position};

/// The number of features: 125, 179 or 233.
pub const fn len(players: Players) -> usize {
    StateCode::flat_len(players) + players.count()
}

/// Writes the [features](self#features) of a position.
///
/// # Panics
/// When `features` has no room for [`len`] numbers.
pub fn write(position: &Position, features: &mut [u8]) {
    let (code, tokens) = features.split_at_mut(StateCode::flat_len(position.players()));
    StateCode::write_flat(position, code);
    let tokens = &mut tokens[..position.players().count()];
    for (board, token) in position.boards().iter().zip(tokens) {
        *token = u8::from(board.floor().has_token());
    }
}

/// The length of a view: 130, 185 or 240.
pub const fn view_len(players: Players) -> usize {
    len(players) + players.count() + 3
}

/// Writes the [view](self#views) of a player. A number beyond the range of its type is replaced by the largest number
/// of the type.
///
/// # Panics
/// When the game has no such player, or `view` has no room for [`view_len`] numbers.
pub fn write_view(position: &Position, player: usize, view: &mut [i16]) {
    let players = position.players();
    let count = players.count();
    let mut features = [0; len(Players::Four)];
    let features = &mut features[..len(players)];
    write(position, features);
    let (code, tokens) = features.split_at_mut(StateCode::flat_len(players));
    let boards = code.len() - StateCode::BOARD_LEN * count;
    code[boards..].rotate_left(StateCode::BOARD_LEN * player);
    tokens.rotate_left(player);
    let (shared, rest) = view[..view_len(players)].split_at_mut(features.len());
    for (place, &number) in shared.iter_mut().zip(&*features) {
        *place = number.into();
    }
    let player_at = |seat: usize| (player + seat) % count;
    let seat = |other: usize| ((other + count - player) % count) as u32;
    let scores = (0..count).map(|place| position.boards()[player_at(place)].score());
    let seats = [seat(position.mover()), seat(position.starter())];
    let numbers = scores.chain(seats).chain([position.round()]);
    for (place, number) in rest.iter_mut().zip(numbers) {
        *place = i16::try_from(number).unwrap_or(i16::MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Move, Phase};

    #[test]
    fn features_are_the_state_code_with_the_holder_of_the_token() {
        for players in Players::ALL {
            let mut position = Position::new(players, 1);
            position.deal_by_seed(5).expect("a deal");
            let mut holders = 0;
            while position.phase() == Phase::Moves {
                let (last, _) = position
                    .legal()
                    .fold((None, 0), |(_, n), taken| (Some(taken), n + 1));
                let taken: Move = last.expect("a position that waits for a move");
                position.play(taken).expect("a legal move");
                let mut features = vec![9; len(players)];
                write(&position, &mut features);
                let (code, tokens) = features.split_at(StateCode::flat_len(players));
                assert_eq!(code, StateCode::from(&position).flat());
                let holder = position.token_holder();
                let bits: Vec<bool> = tokens.iter().map(|&token| token == 1).collect();
                let expected = (0..players.count()).map(|player| holder == Some(player));
                assert_eq!(bits, expected.collect::<Vec<_>>());
                holders += usize::from(holder.is_some());
            }
            assert!(holders > 0);
        }
    }

    #[test]
    fn a_view_begins_with_its_player() {
        let board = "12:B1/-/-/-/-:R*:...../...../...../...../.....";
        let other = "7:-/-/Y2/-/-:-:.Y.../...../...../...../.....";
        let text = format!("BBRR/-/-/-/- KK {board}|{other} 2 1 3 16,16,17,18,20 1,1,0,0,0");
        let position: Position = text.parse().expect("a position");
        let view = |player| {
            let mut view = vec![9; view_len(Players::Two)];
            write_view(&position, player, &mut view);
            view
        };
        let (own, other_view) = (view(0), view(1));
        assert_eq!(own[..41], other_view[..41], "bag and sources");
        assert_eq!(own[41..82], other_view[82..123], "the own board");
        assert_eq!(own[82..123], other_view[41..82], "the board of the other");
        assert_eq!(own[123..], [1, 0, 12, 7, 1, 0, 3]);
        assert_eq!(other_view[123..], [0, 1, 7, 12, 0, 1, 3]);
    }
}
