//! Whole games, which the library and the referee play side by side.

use crate::both::Both;
use crate::edge_cases::Met;
use crate::policies::{DEALINGS, Dealing, POLICIES, Policy, below, changed, factories, one_of};
use crate::referee::Game;
use azulejo::game::{Phase, Players};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Some policies never end a game. After so many rounds, all players build.
const PATIENCE: usize = 20;

/// Some games never end, as no player can get the tiles of the missing colours: they are given up.
const MOST_ROUNDS: usize = 30;

/// How one game is played.
#[derive(Debug)]
pub(crate) struct Style {
    policies: Vec<Policy>,
    dealing: Dealing,
    /// One move of so many is any legal move.
    whims: usize,
}

impl Style {
    /// All players share a policy in half of the games.
    pub(crate) fn random(players: usize, rng: &mut ChaCha8Rng) -> Self {
        let shared = one_of(rng, &POLICIES);
        let is_shared = below(rng, 2) == 0;
        let policy = |_| match is_shared {
            true => shared,
            false => one_of(rng, &POLICIES),
        };
        Self {
            policies: (0..players).map(policy).collect(),
            dealing: one_of(rng, &DEALINGS),
            whims: one_of(rng, &[8, usize::MAX]),
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

/// Plays until the game is over, or for long, and returns how many positions were compared.
pub(crate) fn play_on(mut both: Both, style: &Style, rng: &mut ChaCha8Rng, met: &mut Met) -> usize {
    let mut compared = 0;
    loop {
        compared += 1;
        both.assert_read_back();
        match both.library.phase() {
            Phase::Deal if both.referee.round == MOST_ROUNDS => return compared,
            Phase::Deal => {
                let one_colour = matches!(style.dealing, Dealing::OneColour);
                let dealt = factories(&both.referee, one_colour, rng);
                both.assert_same_verdict(&changed(&dealt, rng), met);
                match style.dealing {
                    Dealing::ByLibrary => both.deal_at_random(rng, met),
                    Dealing::Random | Dealing::OneColour => both.deal(&dealt, met),
                }
            }
            Phase::Moves => {
                let legal = both.assert_same_moves();
                if below(rng, 50) == 0 {
                    both.assert_legality(&legal);
                    for &chosen in &legal {
                        both.clone().play(chosen, &mut Met::default());
                    }
                    compared += legal.len();
                }
                let chosen = style.policy(&both.referee, rng);
                both.play(chosen.choose(&both.referee, &legal, rng), met);
            }
            Phase::RoundEnd => both.end_round(met),
            Phase::Over => {
                both.assert_same_outcome(met);
                assert_ties_agree(&both, rng, met);
                return compared;
            }
        }
    }
}

/// At the end of a game, scores are given to the players that make some of them equal.
fn assert_ties_agree(both: &Both, rng: &mut ChaCha8Rng, met: &mut Met) {
    for _ in 0..10 {
        let mut tied = both.referee.clone();
        let highest = 100 + below(rng, 46) as i32;
        for board in &mut tied.boards {
            let less = one_of(rng, &[0, 0, 0, 1]);
            board.score = highest - less - board.bonus();
        }
        Both::of(tied).assert_same_outcome(met);
    }
}

/// Plays games until many positions were compared, which meet all these cases often.
fn assert_games_agree(players: Players, cases: &str) {
    // With these seeds, play meets each of the cases often enough.
    let mut rng = ChaCha8Rng::seed_from_u64(20 + players.count() as u64);
    let (mut met, mut compared) = (Met::default(), 0);
    while compared < 25_000 {
        let first = below(&mut rng, players.count());
        let style = Style::random(players.count(), &mut rng);
        compared += play_on(Both::new(players, first), &style, &mut rng, &mut met);
    }
    met.assert_met(10, MET_BY_ALL);
    met.assert_met(10, cases);
}

const MET_BY_ALL: &str = "
    TokenWithAFullFloor OverflowToTheLid LineFloorAndLid NobodyTookTheToken StarterChanges ScoreClamped
    SavedByTheRoundsPoints BagEmptyBeforeTheDeal BagEmptyInTheMiddleOfAFactory BagEmptyBetweenTwoFactories
    AnotherPossibleDeal ImpossibleDeal SeveralCompleteRows CompleteColumn CompleteColour RowsBreakATie TwoShare";

#[test]
fn games_of_two_agree_at_every_position() {
    assert_games_agree(Players::Two, "");
}

#[test]
fn games_of_three_agree_at_every_position() {
    let cases = "BothEmptyInTheMiddleOfAFactory ThreeShare";
    assert_games_agree(Players::Three, cases);
}

#[test]
fn games_of_four_agree_at_every_position() {
    let cases = "BothEmptyInTheMiddleOfAFactory FactoriesWithoutTiles ThreeShare FourShare";
    assert_games_agree(Players::Four, cases);
}
