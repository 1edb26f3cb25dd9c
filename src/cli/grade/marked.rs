//! Marks of a submitted model: its answers about the walls of an exercise, against the demands of the exercise.

use crate::counted::counted;
use crate::course::{Exercise, Verdict, as_given_out};
use crate::grading::Language;
use crate::instance::Sense;
use crate::render::grading::{SWAPPED, sentence};
use crate::render::relaxation::number;
use crate::schema::{Fault, FaultKind, WallGrade};
use std::collections::BTreeSet;

/// A bound this much worse is as good.
const TOLERANCE: f64 = 1e-3;

/// Answers about the walls on which a model was asked.
#[derive(Debug, Default)]
pub(super) struct OnWalls {
    /// The place of each wall in the list of all, with what the model says of it.
    pub(super) graded: Vec<(usize, WallGrade)>,
    /// Whether an answer was not known in time.
    pub(super) is_stopped: bool,
}

/// Faults of a model.
#[derive(Debug, Default)]
struct Wrong {
    kinds: BTreeSet<FaultKind>,
    /// Whether the model lacks something that is asked beside the orders.
    lacks: bool,
    first: Option<String>,
}

impl Wrong {
    fn kinds(&self) -> usize {
        self.kinds.len() + usize::from(self.lacks)
    }
}

impl OnWalls {
    /// The way in which the objective was read, where that is not as it stands.
    pub(super) fn objective(&self) -> Option<String> {
        let mut walls = self.graded.iter();
        walls.find_map(|(_, wall)| wall.objective.clone())
    }

    /// The verdict, and the first counterexample in words.
    pub(super) fn verdict(
        &self,
        text: &str,
        language: Language,
        exercise: Option<&Exercise>,
        given_out: impl FnOnce() -> anyhow::Result<Option<Self>>,
    ) -> anyhow::Result<(Verdict, Option<String>)> {
        let walls = self.graded.iter();
        let mut walls: Vec<_> = walls.map(|(place, wall)| (*place, wall)).collect();
        let mut is_stopped = self.is_stopped;
        // A file is of one wall. It says nothing of the others.
        if language == Language::File && walls.len() > 1 {
            walls.sort_by_key(|&(place, wall)| {
                (!wall.compared, wrong([(place, wall)], exercise).kinds())
            });
            walls.truncate(1);
            is_stopped = !walls[0].1.compared;
        }
        let found = wrong(walls.iter().copied(), exercise);
        let given_out_as = as_given_out(text);
        let earns_nothing = exercise.is_some_and(|exercise| {
            exercise.from.is_some() && exercise.answer.as_deref() != given_out_as
        });
        let is_given_out = given_out_as.is_some() && (found.kinds() > 0 || earns_nothing);
        Ok(match (found.kinds(), is_stopped) {
            (0, true) => {
                let says = "the time was up before it was compared";
                (Verdict::Nothing, Some(says.into()))
            }
            (0, false) if !is_given_out => (Verdict::Right, None),
            (kinds, _) => {
                let is_given_out = is_given_out
                    || given_out()?.is_some_and(|other| is_like(&walls, &other, exercise));
                let first = found
                    .first
                    .unwrap_or_else(|| "it is a model of the course".into());
                let verdict = Verdict::Wrong {
                    kinds,
                    is_given_out,
                };
                (verdict, Some(first))
            }
        })
    }
}

/// Whether a model says of walls what another one says, and is no better in what the exercise asks beside that.
fn is_like(walls: &[(usize, &WallGrade)], other: &OnWalls, exercise: Option<&Exercise>) -> bool {
    let asks_bounds = exercise.is_some_and(|exercise| exercise.bounds.is_some());
    let asks_rows = exercise.is_some_and(|exercise| exercise.most_rows.is_some());
    let is_better = |one: &WallGrade, other: &WallGrade| {
        let sense = one.instance.sense();
        let bounds = one.relaxation.zip(other.relaxation);
        let is_tighter = bounds.is_some_and(|(one, other)| !is_as_good(sense, other, one));
        asks_bounds && is_tighter || asks_rows && one.rows < other.rows
    };
    let says = |fault: &Fault| {
        let Fault { order, says, .. } = fault;
        (fault.kind, order.clone(), fault.model, says.clone())
    };
    let is_same = |one: &WallGrade, other: &WallGrade| {
        one.best == other.best
            && (one.faults.iter().map(says)).eq(other.faults.iter().map(says))
            && !is_better(one, other)
    };
    walls.iter().all(|(place, one)| {
        let mut others = other.graded.iter();
        others.any(|(its, other)| its == place && is_same(one, other))
    })
}

/// The faults of a model on walls, each wall with its place in the list of the exercise.
fn wrong<'a>(
    walls: impl IntoIterator<Item = (usize, &'a WallGrade)>,
    exercise: Option<&Exercise>,
) -> Wrong {
    let mut wrong = Wrong::default();
    for (place, wall) in walls {
        let on = wall.instance.wall();
        for fault in &wall.faults {
            wrong.kinds.insert(fault.kind);
            wrong.first.get_or_insert_with(|| {
                let hint = if wall.swapped { SWAPPED } else { "" };
                let says = format!("{on}: {}. {hint}", sentence(wall.instance.sense(), fault));
                says.trim_end_matches(['.', ' ']).into()
            });
        }
        if let Some(says) = exercise.and_then(|exercise| lacks(place, wall, exercise)) {
            wrong.lacks = true;
            wrong.first.get_or_insert(format!("{on}: {says}"));
        }
    }
    wrong
}

/// The demand of an exercise that the program of a wall misses, in words.
fn lacks(place: usize, wall: &WallGrade, exercise: &Exercise) -> Option<String> {
    let goal = exercise.bounds.as_ref().map(|bounds| bounds[place]);
    let bound = goal.and_then(|goal| match wall.relaxation {
        Some(bound) if is_as_good(wall.instance.sense(), bound, goal) => None,
        Some(bound) => Some(format!(
            "the bound of its relaxation is {}, but {} is asked for",
            number(bound),
            number(goal)
        )),
        None => Some("it has no linear relaxation, whose bound is asked for".into()),
    });
    let most = exercise.most_rows.as_ref().map(|most| most[place]);
    bound.or_else(|| {
        let most = most?;
        match wall.rows {
            Some(rows) if rows <= most => None,
            Some(rows) => Some(format!(
                "it has {}, but {most} are enough",
                counted(rows, "row")
            )),
            None => Some("it is no linear program, whose rows are counted".into()),
        }
    })
}

fn is_as_good(sense: Sense, bound: f64, goal: f64) -> bool {
    sense.gain(bound - goal) <= TOLERANCE
}
