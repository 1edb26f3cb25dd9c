//! Multi-PV: several moves of the root, each with its value and its principal variation.

use super::incremental::IncrementalPosition;
use super::ingredients::Azulejo;
use super::parts::Leaf;
use super::pvs::PrincipalVariationSearch;
use super::static_evaluation::StaticEvaluation;
use crate::players::Limits;
use azulejo_control::Control;
use azulejo_rules::{Move, Phase, Position};

/// A principal variation with its leaf.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The move and the best play after it.
    pub variation: Vec<Move>,
    /// The leaf in which the variation ends.
    pub leaf: Leaf,
}

/// The lines of one depth of iterative deepening.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lines {
    /// The depth in plies.
    pub depth: u32,
    /// The nodes since the search began.
    pub nodes: u64,
    /// Whether every line reaches the end of the round.
    pub whole: bool,
    /// The best moves and the required moves, the best first.
    pub lines: Vec<Line>,
}

impl Azulejo {
    /// Searches by iterative deepening for the best `most` moves and for all `required` moves, until the limits strike.
    /// `report` receives the lines of each depth; the lines of the last depth are the answer.
    ///
    /// # Panics
    /// When the position does not wait for a [move](Phase::Moves), or a required move is illegal.
    pub fn lines(
        &self,
        position: &Position,
        (most, required): (usize, &[Move]),
        limits: &Limits,
        control: &Control,
        mut report: impl FnMut(&Lines),
    ) -> Lines {
        assert_eq!(position.phase(), Phase::Moves, "a search needs moves");
        assert!(
            required.iter().all(|&taken| position.is_legal(taken)),
            "a required move is illegal"
        );
        let mut search = PrincipalVariationSearch::new(self, position, limits, control);
        let groups = position.group_count();
        let deepest = groups.min(limits.depth.unwrap_or(groups)).max(1);
        let mut last: Vec<(i32, Vec<Move>)> = Vec::new();
        let mut answer = None;
        for depth in 1..=deepest {
            let Ok(lines) = search.search_lines(depth, most.max(1), required, &last) else {
                break;
            };
            let with_leaves = lines.iter().map(|(_, variation)| Line {
                leaf: self.leaf(position, variation),
                variation: variation.clone(),
            });
            let result = Lines {
                depth,
                nodes: search.nodes(),
                whole: depth == groups,
                lines: with_leaves.collect(),
            };
            report(&result);
            answer = Some(result);
            last = lines;
        }
        answer.expect("depth 1 is always finished")
    }

    /// The leaf of a line of play, for the mover of the position. Its supply comes from the position's bag and lid.
    ///
    /// # Panics
    /// When a move is illegal.
    pub fn leaf(&self, position: &Position, variation: &[Move]) -> Leaf {
        let mut walk = IncrementalPosition::new(position);
        let mut evaluation = StaticEvaluation::new(self, &walk, 1);
        for &taken in variation {
            assert!(walk.position().is_legal(taken), "{taken} is illegal");
            walk.play(taken);
        }
        evaluation.leaf(&walk, position.mover())
    }
}

#[cfg(test)]
mod tests {
    use super::super::POINT;
    use super::*;
    use azulejo_rules::Players;
    use azulejo_rules::random::{ChaCha8Rng, SeedableRng};

    #[test]
    fn a_line_ends_at_the_leaf_of_its_value_and_its_parts_add_up() {
        let player = Azulejo::default();
        let limits = Limits::of_nodes(4000);
        let (mut line_count, mut end_count) = (0, 0);
        for seed in 0..3 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut position = Position::new(Players::Two, 0);
            let result = position.play_out(8, &mut rng, |position, _| {
                let worst = position.legal().last().expect("a move");
                let mut search =
                    PrincipalVariationSearch::new(&player, position, &limits, &Control::default());
                let (mut last, mut depth) = (Vec::new(), 1);
                while let Ok(lines) = search.search_lines(depth, 3, &[worst], &last) {
                    for (value, variation) in &lines {
                        let leaf = player.leaf(position, variation);
                        assert_eq!(leaf.value, *value, "{position} {variation:?}");
                        let mut end = *position;
                        for &taken in variation {
                            end.play_unchecked(taken);
                        }
                        let [parts, _] = player.compared(position, &[end, end]);
                        let mover = position.mover();
                        let rest = leaf.lead - parts[mover].sum() + parts[leaf.other].sum();
                        assert!(!leaf.ended || rest == 0);
                        assert!(rest.abs() < 40 * POINT, "{rest}");
                        end_count += u32::from(leaf.ended);
                    }
                    assert!(lines.iter().any(|(_, line)| line[0] == worst));
                    line_count += lines.len();
                    (last, depth) = (lines, depth + 1);
                    if depth > position.group_count() {
                        break;
                    }
                }
                Some(last[0].1[0])
            });
            result.expect("legal moves");
        }
        assert!(
            line_count > 1000 && end_count > 50,
            "{line_count} {end_count}"
        );
    }
}
