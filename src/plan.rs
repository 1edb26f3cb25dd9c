//! Plans of a wall: a board as an instance of the solver.

use crate::control::Control;
use crate::counted::counted;
use crate::game::{Board, Colour, EndBonus};
use crate::instance::{Instance, Sense};
use crate::outcome::Verdict;
use crate::solve::{Method, Settings, SolveError, solve};
use crate::wall::Bonus;

/// Plan of a board's wall: the most points in a number of rounds, and the tiles that earn them.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The rounds.
    pub rounds: u32,
    /// Points of the tiles and of the end bonuses of lines that they complete; no plan earns more.
    pub points: u32,
    /// Points of the end bonuses alone.
    pub bonus: u32,
    /// The tiles of each round, by row from the top.
    pub tiles: Vec<[Colour; Board::ROWS]>,
    /// The instance that was solved.
    pub instance: Instance,
}

/// Errors of a plan.
#[derive(Debug, thiserror::Error)]
pub enum NoPlan {
    /// A row would be complete before the last round.
    #[error(
        "row {row} of the wall has {}: with a tile in every round it is complete after {rounds}, and the game ends; \
         plan at most {rounds}",
        counted(empty, "empty place"),
        rounds = counted(empty, "round")
    )]
    TooManyRounds {
        /// The row, from 1.
        row: usize,
        /// Empty places of the row.
        empty: u32,
    },
    /// The number of rounds is 0.
    #[error("plan at least one round")]
    NoRounds,
    /// The run was stopped before the plan was proven.
    #[error("stopped before the plan was proven")]
    Stopped,
    /// The solver failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// Best plan of a board's wall, if each round puts one tile in each row, from top to bottom. Pattern lines, floors
/// and the supply of tiles do not matter. The end bonuses are those of the game, for lines that the plan
/// completes.
///
/// One more tile never earns less, so no plan with fewer tiles earns more.
///
/// # Errors
/// When a row has fewer empty places than there are rounds, or the control stops it.
pub fn plan(board: &Board, rounds: u32, control: &Control) -> Result<Plan, NoPlan> {
    if rounds == 0 {
        return Err(NoPlan::NoRounds);
    }
    for row in 0..Board::ROWS {
        let empty =
            Board::ROWS as u32 - (board.wall() >> (Board::ROWS * row) & 0b11111).count_ones();
        if empty < rounds {
            let row = row + 1;
            return Err(NoPlan::TooManyRounds { row, empty });
        }
    }
    let size = Board::ROWS as u64;
    let filled = (0..size * size).filter(|place| board.wall() >> place & 1 == 1);
    let instance = Instance::builder(size, size, Sense::Maximize)
        .initial(filled.map(|place| place + 1))
        .turns(size * u64::from(rounds))
        .bonus(Bonus {
            row: EndBonus::ROW,
            column: EndBonus::COLUMN,
            colour: EndBonus::COLOUR,
        })
        .rounds()
        .build();
    let instance = instance.expect("empty places for every round");
    let settings = Settings {
        control: control.clone(),
        ..Settings::default()
    };
    let answer = solve(&instance, Method::Auto, &settings)?;
    let Verdict::Optimal { solution, .. } = &answer.outcome.verdict else {
        return Err(NoPlan::Stopped);
    };
    let report = answer.report.as_ref().ok_or(NoPlan::Stopped)?;
    let numbers = solution.order.numbers();
    let colour = |round: usize, row: usize| {
        let place = numbers[Board::ROWS * round + row] - 1;
        Colour::at(row, place % Board::ROWS)
    };
    // Lines that are complete already earn their bonus without the plan.
    let earlier_bonus = board.end_bonus().points();
    Ok(Plan {
        rounds,
        points: report.score - earlier_bonus,
        bonus: report.bonus - earlier_bonus,
        tiles: (0..rounds as usize)
            .map(|round| std::array::from_fn(|row| colour(round, row)))
            .collect(),
        instance,
    })
}
