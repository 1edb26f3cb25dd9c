//! Marks of a submitted model: its answers about the walls of an exercise, against the demands of the exercise.

use crate::counted::counted;
use crate::course::{Exercise, Verdict, as_given_out};
use crate::grading::{Fault, FaultKind, Language};
use crate::instance::Sense;
use crate::render::grading::{SWAPPED, sentence};
use crate::render::relaxation::number;
use crate::schema::WallGrade;
use std::collections::BTreeSet;

/// Difference of two bounds that count as equal.
const TOLERANCE: f64 = 1e-3;

/// Answers of a model on the walls of an exercise.
#[derive(Debug, Default)]
pub(super) struct WallAnswers {
    /// Grades of the model, each with the index of its wall in the list of all.
    pub(super) graded: Vec<(usize, WallGrade)>,
    /// Whether the time was up before the last answer.
    pub(super) is_stopped: bool,
}

/// Faults of a model.
#[derive(Debug, Default)]
struct Faults {
    kinds: BTreeSet<FaultKind>,
    /// Whether the model misses a demand on its bounds or its rows.
    misses_demand: bool,
    /// First fault in words.
    first: Option<String>,
}

impl Faults {
    fn kinds(&self) -> usize {
        self.kinds.len() + usize::from(self.misses_demand)
    }
}

impl WallAnswers {
    /// Note on the reading of the objective, where the reading differs from the file.
    pub(super) fn objective(&self) -> Option<String> {
        let mut walls = self.graded.iter();
        walls.find_map(|(_, wall)| wall.objective.clone())
    }

    /// Verdict, and the first counterexample in words.
    pub(super) fn verdict(
        &self,
        text: &str,
        language: Language,
        exercise: Option<&Exercise>,
        given_out: impl FnOnce() -> anyhow::Result<Option<Self>>,
    ) -> anyhow::Result<(Verdict, Option<String>)> {
        let walls = self.graded.iter();
        let mut walls: Vec<_> = walls.map(|(index, wall)| (*index, wall)).collect();
        let mut is_stopped = self.is_stopped;
        // A file is of one wall, without an answer about the others.
        if language == Language::File && walls.len() > 1 {
            walls.sort_by_key(|&(index, wall)| {
                (!wall.compared, faults([(index, wall)], exercise).kinds())
            });
            walls.truncate(1);
            is_stopped = !walls[0].1.compared;
        }
        let faults = faults(walls.iter().copied(), exercise);
        let given_out_as = as_given_out(text);
        let earns_nothing = exercise.is_some_and(|exercise| {
            exercise.from.is_some() && exercise.answer.as_deref() != given_out_as
        });
        let is_given_out = given_out_as.is_some() && (faults.kinds() > 0 || earns_nothing);
        Ok(match (faults.kinds(), is_stopped) {
            (0, true) => {
                let reason = "the time was up before it was compared";
                (Verdict::Nothing, Some(reason.into()))
            }
            (0, false) if !is_given_out => (Verdict::Right, None),
            (kinds, _) => {
                let is_given_out = is_given_out
                    || given_out()?.is_some_and(|other| is_like(&walls, &other, exercise));
                let first = faults
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

/// Whether a model has the answers of `other`, and neither tighter bounds nor fewer rows where the exercise asks for these.
fn is_like(
    walls: &[(usize, &WallGrade)],
    other: &WallAnswers,
    exercise: Option<&Exercise>,
) -> bool {
    let asks_bounds = exercise.is_some_and(|exercise| exercise.bounds.is_some());
    let asks_rows = exercise.is_some_and(|exercise| exercise.most_rows.is_some());
    let is_better = |wall: &WallGrade, other: &WallGrade| {
        let sense = wall.instance.sense();
        let bounds = wall.relaxation.zip(other.relaxation);
        let is_tighter = bounds.is_some_and(|(bound, other)| !is_as_good(sense, other, bound));
        asks_bounds && is_tighter || asks_rows && wall.rows < other.rows
    };
    let contents = |fault: &Fault| {
        let Fault { order, says, .. } = fault;
        (fault.kind, order.clone(), fault.model, says.clone())
    };
    let is_same = |wall: &WallGrade, other: &WallGrade| {
        wall.best == other.best
            && (wall.faults.iter().map(contents)).eq(other.faults.iter().map(contents))
            && !is_better(wall, other)
    };
    walls.iter().all(|(index, wall)| {
        let mut others = other.graded.iter();
        others.any(|(other_index, other)| other_index == index && is_same(wall, other))
    })
}

/// Faults of a model on walls, each wall with its index in the list of the exercise.
fn faults<'a>(
    walls: impl IntoIterator<Item = (usize, &'a WallGrade)>,
    exercise: Option<&Exercise>,
) -> Faults {
    let mut faults = Faults::default();
    for (index, wall) in walls {
        let name = wall.instance.wall();
        for fault in &wall.faults {
            faults.kinds.insert(fault.kind);
            faults.first.get_or_insert_with(|| {
                let hint = if wall.swapped { SWAPPED } else { "" };
                let text = format!("{name}: {}. {hint}", sentence(wall.instance.sense(), fault));
                text.trim_end_matches(['.', ' ']).into()
            });
        }
        if let Some(demand) = exercise.and_then(|exercise| missed_demand(index, wall, exercise)) {
            faults.misses_demand = true;
            faults.first.get_or_insert(format!("{name}: {demand}"));
        }
    }
    faults
}

/// First demand of an exercise that the program of a wall misses, in words.
fn missed_demand(index: usize, wall: &WallGrade, exercise: &Exercise) -> Option<String> {
    let goal = exercise.bounds.as_ref().map(|bounds| bounds[index]);
    let bound = goal.and_then(|goal| match wall.relaxation {
        Some(bound) if is_as_good(wall.instance.sense(), bound, goal) => None,
        Some(bound) => Some(format!(
            "the bound of its relaxation is {}, but {} is asked for",
            number(bound),
            number(goal)
        )),
        None => Some("it has no linear relaxation, whose bound is asked for".into()),
    });
    let maximum = exercise
        .most_rows
        .as_ref()
        .map(|most_rows| most_rows[index]);
    bound.or_else(|| {
        let maximum = maximum?;
        match wall.rows {
            Some(rows) if rows <= maximum => None,
            Some(rows) => Some(format!(
                "it has {}, but {maximum} are enough",
                counted(rows, "row")
            )),
            None => Some("it is no linear program, whose rows are counted".into()),
        }
    })
}

fn is_as_good(sense: Sense, bound: f64, goal: f64) -> bool {
    sense.gain(bound - goal) <= TOLERANCE
}
