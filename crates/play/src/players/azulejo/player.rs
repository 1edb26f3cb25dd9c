use super::ingredients::Azulejo;
use super::pvs::PrincipalVariationSearch;
use crate::players::kind::PlayerKind;
use crate::players::limits::Limits;
use crate::players::player::{Player, Thought};
use azulejo_control::Control;
use azulejo_rules::random::ChaCha8Rng;
use azulejo_rules::{Move, Phase, Position};

pub(in crate::players) const KIND: PlayerKind = PlayerKind {
    name: "azulejo",
    about: "alpha-beta with a judgement of boards that was fitted to its own games: the strongest",
    options: &[],
    searches: true,
    build: |_| Box::new(Azulejo::default()),
};

impl Player for Azulejo {
    fn choose(&self, position: &Position, rng: &mut ChaCha8Rng, limits: &Limits) -> Move {
        self.think(position, rng, limits, &Control::default(), &|_| ())
    }

    fn think(
        &self,
        position: &Position,
        _: &mut ChaCha8Rng,
        limits: &Limits,
        control: &Control,
        found: &dyn Fn(Thought),
    ) -> Move {
        assert_eq!(position.phase(), Phase::Moves, "a search needs moves");
        PrincipalVariationSearch::new(self, position, limits, control).deepen(limits.depth, found)
    }
}
