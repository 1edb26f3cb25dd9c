use super::Position;

/// The number of leaves of the tree of legal moves: positions after `depth` moves, or at the end of the round where
/// that comes earlier.
///
/// The name and the use come from chess programs: the counts of a known tree test the move generator at every depth.
///
/// # Panics
/// Above 2⁶⁴ − 1 leaves, which no tree has that can be searched.
pub fn perft(position: &Position, depth: u32) -> u64 {
    leaves(&mut { *position }, depth)
}

fn leaves(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_count().max(1) as u64,
        _ => {
            let legal = position.legal();
            if legal.len() == 0 {
                return 1;
            }
            let mut count = 0;
            for taken in legal {
                let undo = position.play_unchecked(taken);
                count += leaves(position, depth - 1);
                position.take_back(undo);
            }
            count
        }
    }
}
