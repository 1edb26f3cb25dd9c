//! The shortlist of an evaluation: the moves that get rollouts.

use azulejo_rules::{Move, Position};

/// The weights of the shortlist's ranking. The ranks compare moves, and are no estimates of points (source, "Action
/// Shortlisting").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShortlistWeights {
    /// Factor 1: the weight of a move to a line.
    pub line: i32,
    /// Factor 1: the weight of a move that fills its line.
    pub completes: i32,
    /// Factor 1: the weight of each line above the destination.
    pub row: i32,
    /// Factor 2: the weight of each tile taken.
    pub tile: i32,
    /// Factor 3: the weight of a move that takes the token.
    pub token: i32,
    /// Factor 3: the weight of a move from a factory.
    pub factory: i32,
    /// Factor 4: the weight of each line that takes the colour.
    pub versatility: i32,
    /// Not in the source: the weight of each tile that falls.
    pub falls: i32,
}

impl ShortlistWeights {
    /// The source's weights.
    pub const PUBLISHED: Self = Self {
        line: 100,
        completes: 50,
        row: 5,
        tile: 10,
        token: -15,
        factory: 5,
        versatility: 3,
        falls: 0,
    };

    /// The weights fitted to positions with proven best moves; `docs/analysis.md` has the share of best moves on the
    /// shortlist.
    pub const FITTED: Self = Self {
        falls: -10,
        ..Self::PUBLISHED
    };

    /// The rank of a legal move.
    pub fn of(&self, position: &Position, taken: Move) -> i32 {
        let (source, colour) = (taken.source(), taken.colour());
        let board = &position.boards()[position.mover()];
        let tiles = i32::from(position.source(source).count(colour));
        let mut rank = tiles * self.tile;
        let mut falling = tiles;
        if let Some(row) = taken.destination().row() {
            let count = board.line(row).map_or(0, |line| i32::from(line.count));
            let room = row as i32 + 1 - count;
            rank += self.line + row as i32 * self.row;
            if tiles >= room {
                rank += self.completes;
            }
            falling = (tiles - room).max(0);
        }
        rank += falling * self.falls;
        if source.is_centre() {
            rank += if position.token_in_centre() {
                self.token
            } else {
                0
            };
        } else {
            rank += self.factory;
        }
        rank + board.lines_for(colour).count_ones() as i32 * self.versatility
    }
}

/// The legal moves of the highest ranks, at most `most` of them, the best first; of equal moves those with smaller
/// codes.
pub fn shortlist(
    position: &Position,
    weights: &ShortlistWeights,
    most: Option<usize>,
) -> Vec<Move> {
    let mut moves: Vec<(i32, Move)> = position
        .legal()
        .map(|taken| (-weights.of(position, taken), taken))
        .collect();
    moves.sort_by_key(|(rank, _)| *rank);
    moves.truncate(most.unwrap_or(usize::MAX));
    moves.into_iter().map(|(_, taken)| taken).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The appendix of the source; tiles that it does not list are on walls and in the lid.
    #[test]
    fn factors_equal_the_published_factors() -> Result<(), Box<dyn std::error::Error>> {
        let text = "BBRR/YYYK/-/WWWW/YYYR BRR* 18:-/-/B2/-/-:-:...../...../...../...../.....|\
                    21:-/-/-/-/-:-:...../...../...../...../..... 1 1 3 10,10,10,10,10 5,4,5,9,6";
        let position: Position = text.parse()?;
        let rank = |text: &str| -> Result<i32, Box<dyn std::error::Error>> {
            Ok(ShortlistWeights::PUBLISHED.of(&position, text.parse()?))
        };
        // Line 3 is full with two blue tiles; blue can go to five lines.
        assert_eq!(rank("1B3")?, 100 + 50 + 2 * 5 + 2 * 10 + 5 + 5 * 3);
        // Three yellow tiles do not fill line 4; line 3 holds blue, so that four lines take yellow.
        assert_eq!(rank("2Y4")?, 100 + 3 * 5 + 3 * 10 + 5 + 4 * 3);
        // Two red tiles from the centre fill line 2, and the token comes with them.
        assert_eq!(rank("CR2")?, 100 + 50 + 5 + 2 * 10 - 15 + 4 * 3);
        assert_eq!(rank("4W-")?, 4 * 10 + 5 + 4 * 3);
        let best = shortlist(&position, &ShortlistWeights::PUBLISHED, Some(20));
        assert_eq!(best.len(), 20);
        assert_eq!(best[0], "4W4".parse()?, "four white tiles fill line 4");
        Ok(())
    }
}
