use super::ingredients::Azulejo;
use super::level::{LEVELS, Level};
use super::opinions::Opinions;
use super::pvs::PrincipalVariationSearch;
use crate::players::kind::{OptionValues, PlayerKind, PlayerOption};
use crate::players::limits::Limits;
use crate::players::player::{Player, SearchReport};
use azulejo_control::Control;
use azulejo_rules::random::ChaCha8Rng;
use azulejo_rules::{Move, Phase, Position};

pub(in crate::players) const KIND: PlayerKind = PlayerKind {
    name: "azulejo",
    about: "alpha-beta with a judgement of boards that was fitted to its own games: the strongest",
    options: &[PlayerOption {
        name: "level",
        about: "how well it plays",
        values: OptionValues::Words(&WORDS),
        default: 0,
    }],
    searches: true,
    build: |options| {
        let level = (options.get("level") as usize).checked_sub(1);
        Box::new(level.map_or_else(Azulejo::default, |at| Azulejo::of_level(&LEVELS[at])))
    },
};

/// The values of the option `level`: no level, and the ten levels.
const WORDS: [(&str, &str); 11] = [
    ("full", "as well as its limits allow"),
    ("1", LEVELS[0].about),
    ("2", LEVELS[1].about),
    ("3", LEVELS[2].about),
    ("4", LEVELS[3].about),
    ("5", LEVELS[4].about),
    ("6", LEVELS[5].about),
    ("7", LEVELS[6].about),
    ("8", LEVELS[7].about),
    ("9", LEVELS[8].about),
    ("10", LEVELS[9].about),
];

impl Player for Azulejo {
    fn choose(&self, position: &Position, rng: &mut ChaCha8Rng, limits: &Limits) -> Move {
        self.think(position, rng, limits, &Control::default(), &|_| ())
    }

    fn think(
        &self,
        position: &Position,
        rng: &mut ChaCha8Rng,
        limits: &Limits,
        control: &Control,
        report: &dyn Fn(SearchReport),
    ) -> Move {
        assert_eq!(position.phase(), Phase::Moves, "a search needs moves");
        let Some(level) = self.level else {
            return PrincipalVariationSearch::new(self, position, limits, control)
                .deepen(limits.depth, report);
        };
        let limits = level.limits(limits);
        let opinions = (level.opinion_error > 0).then(|| Opinions::draw(rng, level.opinion_error));
        let player = Self {
            opinions,
            ..self.clone()
        };
        PrincipalVariationSearch::new(&player, position, &limits, control)
            .deepen(limits.depth, report)
    }

    fn is_judge(&self) -> bool {
        self.level.is_none_or(Level::is_full)
    }

    fn own_limits(&self) -> Limits {
        self.level
            .map_or_else(Limits::default, |level| level.own_limits())
    }
}
