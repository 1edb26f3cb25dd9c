//! Whole games of the library and the referee, position by position.

use crate::edge_cases::Occurrences;
use crate::pair::Pair;
use crate::policies::{
    DEALINGS, Dealing, POLICIES, Policy, below, mutation, pick, random_factories,
};
use crate::referee::Game;
use azulejo::game::{Phase, Players};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Number of rounds before all players build, as some policies never end a game.
const PATIENCE: usize = 20;

/// Number of rounds of the longest games: some never end, as no player can get the tiles of the missing colours.
const MOST_ROUNDS: usize = 30;

/// Policies of the players and the deals of a game.
#[derive(Debug)]
struct Style {
    policies: Vec<Policy>,
    dealing: Dealing,
    /// Mean number of moves between two that ignore the policy.
    whims: usize,
}

impl Style {
    /// A policy for all players in half of the games, and a policy for each player in the others.
    fn random(players: usize, rng: &mut ChaCha8Rng) -> Self {
        let policy_of_all = pick(rng, &POLICIES);
        let is_shared = below(rng, 2) == 0;
        let policy = |_| match is_shared {
            true => policy_of_all,
            false => pick(rng, &POLICIES),
        };
        Self {
            policies: (0..players).map(policy).collect(),
            dealing: pick(rng, &DEALINGS),
            whims: pick(rng, &[8, usize::MAX]),
        }
    }

    fn policy(&self, game: &Game, rng: &mut ChaCha8Rng) -> Policy {
        if below(rng, self.whims) == 0 {
            Policy::Any
        } else if game.round > PATIENCE {
            Policy::Build
        } else {
            self.policies[game.mover]
        }
    }
}

/// Plays until the game is over, or for long, and returns the number of compared positions.
fn play_on(
    mut pair: Pair,
    style: &Style,
    rng: &mut ChaCha8Rng,
    occurrences: &mut Occurrences,
) -> usize {
    let mut comparisons = 0;
    loop {
        comparisons += 1;
        pair.assert_read_back();
        match pair.library.phase() {
            Phase::Deal if pair.referee.round == MOST_ROUNDS => return comparisons,
            Phase::Deal => {
                let one_colour = matches!(style.dealing, Dealing::OneColour);
                let factories = random_factories(&pair.referee, one_colour, rng);
                pair.assert_same_verdict(&mutation(&factories, rng), occurrences);
                match style.dealing {
                    Dealing::ByLibrary => pair.deal_at_random(rng, occurrences),
                    Dealing::Random | Dealing::OneColour => pair.deal(&factories, occurrences),
                }
            }
            Phase::Moves => {
                let legal = pair.assert_same_moves();
                if below(rng, 50) == 0 {
                    pair.assert_legality(&legal);
                    for &move_ in &legal {
                        pair.clone().play(move_, &mut Occurrences::default());
                    }
                    comparisons += legal.len();
                }
                let policy = style.policy(&pair.referee, rng);
                pair.play(policy.choose(&pair.referee, &legal, rng), occurrences);
            }
            Phase::RoundEnd => pair.end_round(occurrences),
            Phase::Over => {
                pair.assert_same_outcome(occurrences);
                assert_ties_agree(&pair, rng, occurrences);
                return comparisons;
            }
        }
    }
}

/// Compares the outcomes of a game with equal scores of some players.
fn assert_ties_agree(pair: &Pair, rng: &mut ChaCha8Rng, occurrences: &mut Occurrences) {
    for _ in 0..10 {
        let mut tie = pair.referee.clone();
        let highest = 100 + below(rng, 46) as i32;
        for board in &mut tie.boards {
            let deficit = pick(rng, &[0, 0, 0, 1]);
            board.score = highest - deficit - board.bonus();
        }
        Pair::of(tie).assert_same_outcome(occurrences);
    }
}

/// Compares many positions of games from their starts on. With the seeds of the tests each of these cases is frequent.
pub(crate) fn assert_games_agree(
    seed: u64,
    least: usize,
    start: impl Fn(&mut ChaCha8Rng) -> Pair,
    cases: &str,
) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut occurrences, mut comparisons) = (Occurrences::default(), 0);
    while comparisons < least {
        let pair = start(&mut rng);
        let style = Style::random(pair.library.players().count(), &mut rng);
        comparisons += play_on(pair, &style, &mut rng, &mut occurrences);
    }
    occurrences.assert_at_least(10, cases);
}

fn assert_whole_games_agree(players: Players, cases: &str) {
    let count = players.count();
    let start = |rng: &mut ChaCha8Rng| Pair::new(players, below(rng, count));
    let cases = format!("{CASES_OF_ALL} {cases}");
    assert_games_agree(20 + count as u64, 25_000, start, &cases);
}

const CASES_OF_ALL: &str = "
    TokenWithAFullFloor OverflowToTheLid LineFloorAndLid NobodyTookTheToken StarterChanges ScoreClamped
    SavedByTheRoundsPoints BagEmptyBeforeTheDeal BagEmptyInTheMiddleOfAFactory BagEmptyBetweenTwoFactories
    AnotherPossibleDeal ImpossibleDeal SeveralCompleteRows CompleteColumn CompleteColour RowsBreakATie TwoShare";

#[test]
fn games_of_two_agree_at_every_position() {
    assert_whole_games_agree(Players::Two, "");
}

#[test]
fn games_of_three_agree_at_every_position() {
    let cases = "BothEmptyInTheMiddleOfAFactory ThreeShare";
    assert_whole_games_agree(Players::Three, cases);
}

#[test]
fn games_of_four_agree_at_every_position() {
    let cases = "BothEmptyInTheMiddleOfAFactory FactoriesWithoutTiles ThreeShare FourShare";
    assert_whole_games_agree(Players::Four, cases);
}
