//! The static evaluation of leaves: the end of the game exactly, everything else by the weights and the network.

use super::board_weights::{BoardWeights, POINT};
use super::features::{BoardView, Moment, Supply};
use super::incremental::IncrementalPosition;
use super::ingredients::{Azulejo, Ingredient};
use super::inputs::{self, PositionInputs};
use super::net::{Layers, Net};
use super::opinions::Opinions;
use super::parts::Leaf;
use crate::search::DirectMappedCache;
use azulejo_rules::{Board, Tiles};
use std::cmp::Reverse;

/// The value of a game that is won by 0 points, in thousandths of a logit. No uncertain value is as large.
pub(super) const CERTAIN: i32 = 20_000;

/// The limit of the logistic part of an uncertain value, in thousandths of a logit; beyond it, points count a
/// thousandth each.
const NEARLY_CERTAIN: i32 = 12_000;

/// The value of each point of the lead in a game that is over, in thousandths of a logit.
const VALUE_OF_POINT: i32 = 50;

/// The static evaluation for the leaves of one search.
///
/// Values are thousandths of a logit: the natural logarithm of the odds to win, times 1000. So values of different
/// moments of the game are comparable.
#[derive(Debug)]
pub(super) struct StaticEvaluation<'a> {
    weights: &'a BoardWeights,
    supply: Supply,
    /// The evaluations of boards, by the state that changes within a round.
    boards: DirectMappedCache<i32>,
    /// Whether values are log odds of winning; without, they are points on a fixed scale.
    odds: bool,
    /// Whether the end of the game is counted exactly.
    exact_end: bool,
    network: Option<Network<'a>>,
    opinions: Option<&'a Opinions>,
}

/// The network, with the layers of the last evaluated leaf.
#[derive(Debug)]
struct Network<'a> {
    net: &'a Net,
    /// The layers by pair of players, in the order of [`pair_number`].
    layers: Vec<Layers<'a>>,
    /// The inputs that the supply decides.
    supply_bits: u128,
}

impl<'a> StaticEvaluation<'a> {
    pub(super) fn new(player: &'a Azulejo, root: &IncrementalPosition, boards: usize) -> Self {
        let supply = Supply::of(root.position());
        let players = root.position().players();
        let pairs = pair_number([players.count() - 2, players.count() - 1]) + 1;
        Self {
            weights: player.weights(players),
            boards: DirectMappedCache::new(boards),
            odds: player.has(Ingredient::Odds),
            exact_end: player.has(Ingredient::ExactEnd),
            network: player.net(players).map(|net| Network {
                net,
                layers: vec![Layers::new(net); pairs],
                supply_bits: inputs::supply_bits(&supply),
            }),
            supply,
            opinions: player.opinions.as_ref(),
        }
    }

    /// The value of a leaf for a player, in thousandths of a logit.
    pub(super) fn value(&mut self, walk: &IncrementalPosition, player: usize) -> i32 {
        let moment = moment(walk);
        if self.exact_end && moment.stage == 0 && moment.longest == Board::ROWS {
            return end_value(walk, player);
        }
        let sources = walk.position().on_sources();
        let own = self.board(walk, player, moment, sources);
        let inputs = self.network_inputs(walk, moment);
        let mut lead = i32::MAX;
        for other in (0..walk.outlooks().len()).filter(|&other| other != player) {
            let other_value = self.board(walk, other, moment, sources);
            lead = lead
                .min(own - other_value + self.correction(inputs.as_ref(), [player, other], moment));
        }
        logits(lead, self.scale(moment))
    }

    /// The leaf for a player: its value, and the lead over the best other player.
    pub(super) fn leaf(&mut self, walk: &IncrementalPosition, player: usize) -> Leaf {
        let moment = moment(walk);
        let value = self.value(walk, player);
        let is_over = self.exact_end && moment.stage == 0 && moment.longest == Board::ROWS;
        let position = walk.position();
        let sources = position.on_sources();
        let sum = |player: usize| {
            let prospect = walk.outlooks()[player].prospect;
            if is_over {
                return POINT * (prospect.score() + prospect.end_bonus().points()) as i32;
            }
            let view = BoardView::new(position, player, prospect, sources, &self.supply);
            self.weights.at(moment).worth(&view)
        };
        let others = (0..walk.outlooks().len()).filter(|&other| other != player);
        let own = sum(player);
        let leads: Vec<(usize, i32)> = others.map(|other| (other, own - sum(other))).collect();
        let inputs = self.network_inputs(walk, moment).filter(|_| !is_over);
        let corrected_leads = leads.into_iter().map(|(other, lead)| {
            let correction = self.correction(inputs.as_ref(), [player, other], moment);
            (other, lead + correction)
        });
        let (other, lead) = corrected_leads
            .max_by_key(|&(_, lead)| Reverse(lead))
            .expect("a game has two players");
        Leaf {
            value,
            ended: is_over,
            other,
            lead,
        }
    }

    /// The network's inputs of a leaf; none without a network.
    #[inline]
    fn network_inputs(&self, walk: &IncrementalPosition, moment: Moment) -> Option<PositionInputs> {
        let supply_bits = self.network.as_ref()?.supply_bits;
        let prospect = |player: usize| walk.outlooks()[player].prospect;
        let (position, supply) = (walk.position(), &self.supply);
        Some(PositionInputs::new(
            position,
            prospect,
            moment,
            supply,
            supply_bits,
        ))
    }

    /// The network's correction of the first player's lead over the second, in ten-thousandths of a point.
    #[inline]
    fn correction(
        &mut self,
        inputs: Option<&PositionInputs>,
        [player, other]: [usize; 2],
        moment: Moment,
    ) -> i32 {
        let (Some(network), Some(inputs)) = (&mut self.network, inputs) else {
            return 0;
        };
        let pair = [player.min(other), player.max(other)];
        let layers = &mut network.layers[pair_number(pair)];
        layers.update(&inputs.pair(pair));
        let first = layers.correction(moment);
        if player < other { first } else { -first }
    }

    fn scale(&self, moment: Moment) -> i32 {
        match &self.network {
            _ if !self.odds => 1000,
            Some(network) => network.net.scale(moment),
            None => self.weights.at(moment).scale,
        }
    }

    /// The lead in points that a leaf's value at a moment corresponds to.
    pub(super) fn points(&self, value: i32, moment: Moment) -> i32 {
        let certain = value.abs() - CERTAIN;
        if certain >= 0 {
            return value.signum() * (certain / VALUE_OF_POINT);
        }
        // Beyond `NEARLY_CERTAIN`, a value counts points alone.
        if value.abs() > NEARLY_CERTAIN {
            return value - value.signum() * NEARLY_CERTAIN;
        }
        let scale = self.scale(moment);
        let points = value * scale;
        let whole = 100_000 + scale;
        (points + points.signum() * whole / 2) / whole
    }

    /// The evaluation of a player's board, in ten-thousandths of a point.
    #[inline]
    pub(super) fn board_value(&mut self, walk: &IncrementalPosition, player: usize) -> i32 {
        self.board(walk, player, moment(walk), walk.position().on_sources())
    }

    /// The evaluation of a board, from the cache or computed, in ten-thousandths of a point.
    #[inline]
    fn board(
        &mut self,
        walk: &IncrementalPosition,
        player: usize,
        moment: Moment,
        sources: Tiles,
    ) -> i32 {
        let position = walk.position();
        let prospect = walk.outlooks()[player].prospect;
        let view = BoardView::new(position, player, prospect, sources, &self.supply);
        let board = &position.boards()[player];
        let mut key = 1;
        for row in 0..Board::ROWS {
            let line = board.line(row);
            let line = line.map_or(0, |line| {
                1 + 5 * line.colour.index() + usize::from(line.count)
            });
            key = key << 5 | line as u64;
        }
        key = key << 5 | u64::from(view.fillable);
        key = key << 4 | board.floor().len() as u64;
        key = (key << 1 | u64::from(view.is_mover)) << 1 | u64::from(view.is_next_starter);
        key = ((key << 2 | moment.stage as u64) << 3 | moment.longest as u64) << 2 | player as u64;
        self.boards.get_or_insert_with(key, || {
            let error = self.opinions.map_or(0, |opinions| opinions.of(board));
            self.weights.at(moment).worth(&view) + error
        })
    }
}

/// The number of a pair of players, whose first is the lower: pairs are ordered by their second player, then by their
/// first.
#[inline]
fn pair_number([first, second]: [usize; 2]) -> usize {
    second * (second - 1) / 2 + first
}

#[inline]
fn moment(walk: &IncrementalPosition) -> Moment {
    let position = walk.position();
    Moment::new(position.group_count(), position.players(), walk.longest())
}

/// The value of a lead: `lead` in ten-thousandths of a point, `scale` in hundredths of a point, the value in
/// thousandths of a logit.
#[inline]
fn logits(lead: i32, scale: i32) -> i32 {
    let value = i64::from(lead) * 10 / i64::from(scale);
    let value = value.clamp((-NEARLY_CERTAIN).into(), NEARLY_CERTAIN.into()) as i32;
    // A larger lead has a larger value at any probability.
    value + lead / 10_000
}

/// The value of a game that is over with the round, in thousandths of a logit.
fn end_value(walk: &IncrementalPosition, player: usize) -> i32 {
    let result = |player: usize| {
        let prospect = walk.outlooks()[player].prospect;
        let bonus = prospect.end_bonus();
        ((prospect.score() + bonus.points()) as i32, bonus.rows)
    };
    let others = (0..walk.outlooks().len()).filter(|&other| other != player);
    let best = others.map(result).max().unwrap_or_default();
    let own = result(player);
    let lead = own.0 - best.0;
    let certain = match own.cmp(&best) {
        std::cmp::Ordering::Less => -CERTAIN,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => CERTAIN,
    };
    certain + VALUE_OF_POINT * lead
}

#[cfg(test)]
mod tests {
    use super::super::inputs::Inputs;
    use super::*;
    use azulejo_rules::random::{ChaCha8Rng, SeedableRng};
    use azulejo_rules::{Phase, Players, Position};

    #[test]
    fn leaf_values_are_sums_with_a_correction_and_opposite_for_two_players() {
        let player = Azulejo::default();
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        let (mut leaf_count, mut correction_count) = (0, 0);
        let games = Players::ALL
            .into_iter()
            .flat_map(|players| [0, 1].map(|first| (players, first)));
        for (players, first) in games {
            let mut position = Position::new(players, first);
            while position.round() < 7 && position.phase() != Phase::Over {
                position.deal(&mut rng).expect("a deal");
                let root = IncrementalPosition::new(&position);
                let supply = Supply::of(&position);
                let mut judge = StaticEvaluation::new(&player, &root, 64);
                while position.phase() == Phase::Moves {
                    let taken = position.random_move(&mut rng);
                    position.play_unchecked(taken.expect("a legal move"));
                    let walk = IncrementalPosition::new(&position);
                    let value = judge.value(&walk, 0);
                    if players == Players::Two {
                        assert_eq!(judge.value(&walk, 1), -value, "{position}");
                    }
                    let moment = Moment::of(&position);
                    if moment.stage > 0 {
                        let net = Net::fitted(players);
                        let evaluation = |index| {
                            let view = BoardView::of(&position, index, &supply);
                            BoardWeights::fitted(players).at(moment).worth(&view)
                        };
                        let mut correct = |other: usize| {
                            let mut layers = Layers::new(net);
                            layers.update(&Inputs::of(&position, [0, other], &supply));
                            let correction = layers.correction(moment);
                            correction_count += u32::from(correction != 0);
                            correction
                        };
                        let others = 1..players.count();
                        let leads =
                            others.map(|other| evaluation(0) - evaluation(other) + correct(other));
                        let lead = leads.min().expect("two players");
                        assert_eq!(value, logits(lead, net.scale(moment)), "{position}");
                        leaf_count += 1;
                    }
                }
                position.end_round().expect("the end of a round");
            }
        }
        assert!(
            leaf_count > 240 && correction_count > 480,
            "{leaf_count} {correction_count}"
        );
    }
}
