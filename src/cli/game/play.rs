use super::args::PlayArgs;
use super::position::{read, rng};
use crate::cli::args::Format;
use crate::cli::exit::{Exit, Usage};
use crate::cli::output;
use crate::game::record::Event;
use crate::game::{Deal, IllegalMove, Move, Phase, Players, Position};
use crate::render::game::story;
use crate::schema::game::{Play as Output, Refused};
use crate::schema::pretty;
use anyhow::Context;

pub(super) fn run(args: &PlayArgs) -> anyhow::Result<Exit> {
    let mut play = Play {
        position: read(&args.position)?,
        events: Vec::new(),
        seed: args.seed,
        deals: &args.deal,
    };
    let players = play.position.players();
    let moves = args.moves.iter().map(|text| parsed(text, players));
    let moves: Vec<Move> = moves.collect::<Result<_, _>>()?;
    let refused = play.all(&moves)?;
    if refused.is_none() && !play.deals.is_empty() {
        let (unused, given) = (play.deals.len(), args.deal.len());
        let message = format!(
            "--deal: {unused} of {given} not needed; a round is dealt only when one has ended"
        );
        return Err(Usage(message).into());
    }
    let Play {
        position, events, ..
    } = play;
    output::result(&match args.format {
        Format::Text => story::told(&position, &events, refused.as_ref()),
        Format::Json => pretty(&Output::new(&position, &events, refused.as_ref())),
    })?;
    Ok(match refused {
        Some(_) => Exit::Infeasible,
        None => Exit::Done,
    })
}

/// A move in notation, or its code.
pub(super) fn parsed(text: &str, players: Players) -> Result<Move, Usage> {
    let code = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if code {
        let code = text.parse().unwrap_or(u64::MAX);
        return Move::from_code(code, players).map_err(|error| Usage(error.to_string()));
    }
    let taken = text.parse::<Move>();
    taken.map_err(|error| Usage(error.to_string()))
}

/// A game that is carried on.
struct Play<'a> {
    position: Position,
    /// Each with the position before it.
    events: Vec<(Position, Event)>,
    seed: Option<u64>,
    /// Those that are left.
    deals: &'a [Deal],
}

impl Play<'_> {
    /// Plays the moves, ends and deals rounds between and after them, and returns the move that is illegal.
    fn all(&mut self, moves: &[Move]) -> anyhow::Result<Option<Refused>> {
        self.go_on()?;
        for (index, &taken) in moves.iter().enumerate() {
            if let Err(reason) = self.play(taken) {
                let number = index + 1;
                return Ok(Some(Refused {
                    number,
                    taken,
                    reason,
                }));
            }
            self.go_on()?;
        }
        Ok(None)
    }

    fn play(&mut self, taken: Move) -> Result<(), IllegalMove> {
        let before = self.position;
        self.position.play(taken)?;
        self.events.push((before, Event::Move(taken)));
        Ok(())
    }

    /// Ends the round and deals the next one, where that is due.
    fn go_on(&mut self) -> anyhow::Result<()> {
        let before = self.position;
        if before.phase() == Phase::RoundEnd {
            let score = self.position.end_round()?;
            self.events.push((before, Event::RoundEnd(score)));
        }
        let before = self.position;
        if before.phase() == Phase::Deal
            && let Some(deal) = self.deal()?
        {
            self.events.push((before, Event::Deal(deal)));
        }
        Ok(())
    }

    /// Deals as the flags say; nothing without them.
    fn deal(&mut self) -> anyhow::Result<Option<Deal>> {
        if let Some((deal, rest)) = self.deals.split_first() {
            let given = self.position.deal_given(deal);
            given.with_context(|| format!("--deal {deal}"))?;
            self.deals = rest;
            return Ok(Some(*deal));
        }
        let Some(seed) = self.seed else {
            return Ok(None);
        };
        let mut rng = rng(seed, &self.position);
        Ok(Some(self.position.deal(&mut rng)?))
    }
}
