use super::position::{parse_move, read};
use crate::cli::exit::{Exit, Usage};
use crate::cli::flags::Format;
use crate::cli::output;
use crate::game::record::Event;
use crate::game::{Deal, Move, Phase, Position};
use crate::render::game::story;
use crate::schema::game::{Play as Output, RefusedMove};
use crate::schema::pretty;
use anyhow::Context;
use clap::Args;

#[derive(Debug, Args)]
pub(in crate::cli) struct PlayArgs {
    /// The position in quotes, a file that holds it, or - for standard input
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// The moves in their order, such as 3Y2 or CR-, or their codes; none to go on with what is due
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    /// Deal the next rounds at random: round 1 of a seed is that of `azulejo game new --seed`
    #[arg(long, value_name = "N", help_heading = "Deal")]
    seed: Option<u64>,
    /// Deal the next round with these factories, such as BBRR/BKYY/RRWW/KWWW/RYYY; once for each round
    #[arg(
        long,
        value_name = "FACTORIES",
        conflicts_with = "seed",
        help_heading = "Deal"
    )]
    deal: Vec<Deal>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
}

pub(super) fn run(args: &PlayArgs) -> anyhow::Result<Exit> {
    let mut play = Play {
        position: read(&args.position)?,
        events: Vec::new(),
        seed: args.seed,
        deals: &args.deal,
    };
    let players = play.position.players();
    let moves = args.moves.iter().map(|text| parse_move(text, players));
    let moves: Vec<Move> = moves.collect::<Result<_, _>>()?;
    let illegal = play.play_all(&moves)?;
    if illegal.is_none() && !play.deals.is_empty() {
        let (unused, total) = (play.deals.len(), args.deal.len());
        let message = format!(
            "--deal: {unused} of {total} not needed; a round is dealt only when one has ended"
        );
        return Err(Usage(message).into());
    }
    let Play {
        position, events, ..
    } = play;
    output::result(&match args.format {
        Format::Text => story::text(&position, &events, illegal.as_ref()),
        Format::Json => pretty(&Output::new(&position, &events, illegal.as_ref())),
    })?;
    Ok(Exit::of_check(illegal.is_none()))
}

/// Position and events of a game in progress.
struct Play<'a> {
    position: Position,
    /// Events, each with the position before.
    events: Vec<(Position, Event)>,
    seed: Option<u64>,
    /// Deals of rounds to come.
    deals: &'a [Deal],
}

impl Play<'_> {
    /// Plays the moves, ends and deals rounds between and after them, and returns the first illegal move.
    fn play_all(&mut self, moves: &[Move]) -> anyhow::Result<Option<RefusedMove>> {
        self.advance_round()?;
        for (number, &taken) in (1..).zip(moves) {
            let before = self.position;
            if let Err(reason) = self.position.play(taken) {
                return Ok(Some(RefusedMove {
                    number,
                    taken,
                    reason,
                }));
            }
            self.events.push((before, Event::Move(taken)));
            self.advance_round()?;
        }
        Ok(None)
    }

    /// Ends a round without moves, and deals the next one.
    fn advance_round(&mut self) -> anyhow::Result<()> {
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

    /// Deals the next round by `--deal` or `--seed`; without them, there is no deal.
    fn deal(&mut self) -> anyhow::Result<Option<Deal>> {
        if let Some((deal, rest)) = self.deals.split_first() {
            let dealing = self.position.deal_given(deal);
            dealing.with_context(|| format!("--deal {deal}"))?;
            self.deals = rest;
            return Ok(Some(*deal));
        }
        let Some(seed) = self.seed else {
            return Ok(None);
        };
        Ok(Some(self.position.deal_by_seed(seed)?))
    }
}
