//! Exercises: the start and the goal of a program.

use super::view::TOLERANCE;
use crate::course::topic::{self, Topic};
use crate::instance::Instance;
use crate::milp::Relaxation;
use crate::pages::address::Address;
use crate::rows::{QuestionedProgram, RelaxationReport, Validity};
use serde::Serialize;

/// Exercise.
#[derive(Debug, Serialize)]
pub(super) struct Exercise {
    /// Name of the exercise in addresses.
    pub(super) name: &'static str,
    /// Topic of the similar exercise of the course.
    #[serde(flatten)]
    pub(super) topic: Topic,
    /// The task in words.
    pub(super) task: &'static str,
    /// Rows of the task.
    pub(super) rows: &'static [&'static str],
    /// Hint for the task.
    pub(super) hint: &'static str,
    /// Address of the start.
    #[serde(skip)]
    pub(super) start: &'static str,
    #[serde(skip)]
    goal: Goal,
    /// Comment after the exercise is done.
    pub(super) done: &'static str,
}

/// Exercise with its address.
#[derive(Debug, Serialize)]
pub(super) struct Task {
    #[serde(flatten)]
    exercise: &'static Exercise,
    /// Address of the start.
    query: String,
}

impl Task {
    pub(super) fn of(exercise: &'static Exercise) -> Self {
        let query = format!("{}&exercise={}", exercise.start, exercise.name);
        Self { exercise, query }
    }
}

/// Goal of an exercise for the program.
#[derive(Debug, Clone, Copy)]
enum Goal {
    /// The program is right for orders that also satisfy constraints, in the words of an address.
    Says(&'static str),
    /// The program is right, and the bound of its relaxation is at least as good.
    Bound(u32),
    /// The program is right, with at most this number of rows.
    Rows(usize),
    /// This number of rows is added, and every order satisfies them.
    Valid(usize),
}

/// All exercises, in the order of the course.
pub(super) static EXERCISES: [Exercise; 8] = [
    Exercise {
        name: "before",
        topic: topic::BEFORE,
        task: "Add one row, so that cell 4 is filled before cell 1.",
        rows: &[],
        hint: "A(i,j) is 1 if cell j is filled in turn i. So the turn of cell 1 is A(1,1) + 2 A(2,1) + 3 A(3,1) + 4 A(4,1).",
        start: "size=2x2&sense=max&kind=case-study",
        goal: Goal::Says("before=4:1"),
        done: "Your program allows 12 of the 24 orders, and these are the right ones.",
    },
    Exercise {
        name: "needless",
        topic: topic::ONE_SENSE,
        task: "Leave out rows of equation (CS-3b), until the program has 56 rows. It must stay right.",
        rows: &[],
        hint: "These rows force a product to be 1. Does a maximum need that?",
        start: "size=2x2&sense=max&kind=case-study",
        goal: Goal::Rows(56),
        done: "A maximum takes all points that it can get. Ask for the minimum with the same rows, and see what happens.",
    },
    Exercise {
        name: "half",
        topic: topic::OWN_ROW,
        task: "Two cells side by side score 3 at most, but the bound says 3 1/2. Add rows until the bound is 3.",
        rows: &[],
        hint: "B(i,j,k) says that cell j is filled in turn i, and cell k before. What do you know about turn 1?",
        start: "size=1x2&sense=max&kind=case-study",
        goal: Goal::Bound(3),
        done: "In turn 1 nothing is filled before, so that no order has this B. The program allowed one half, because its row adds up two conditions.",
    },
    Exercise {
        name: "last",
        topic: topic::FIRST_OR_LAST,
        task: "Add one row, so that the middle of the five cells is filled last.",
        rows: &[],
        hint: "o(a,b) is 1 if cell a comes before cell b. Cell 3 is last if four pairs say so, and one row can add up four pairs.",
        start: "size=1x5&sense=max",
        goal: Goal::Says("last=3"),
        done: "One row is enough: four numbers that are 1 at most add up to 4 only if each is 1. That holds for fractions, too.",
    },
    Exercise {
        name: "valid",
        topic: topic::VALID,
        task: "Four of these six rows hold for every order. Add these four.",
        rows: &[
            "o(1,2) + o(2,3) + o(3,1) <= 2",
            "o(1,2) + o(2,3) <= 1",
            "sh(1) + sh(2) + sh(3) >= 1",
            "sh(1) + sh(2) <= 1",
            "u(1) + u(2) + u(3) <= 1",
            "r(1,R,2) <= o(3,1)",
        ],
        hint: "sh(c) is 1 if cell c has no neighbour to its left or right when it is filled, and u(c) if it has none at all. A row that does not hold is shown with an order that breaks it.",
        start: "size=3x3&sense=max",
        goal: Goal::Valid(4),
        done: "A row that every order satisfies is valid. It can be added to a program without the loss of an answer.",
    },
    Exercise {
        name: "cut",
        topic: topic::LINE_CUT,
        task: "No order of a line of five cells scores less than 11, but the bound is 9. Add one row that makes it 11.",
        rows: &[],
        hint: "P(row) is what the five cells earn by their runs, and S(row) is the number of their starts. Try a sum of both.",
        start: "size=1x5&sense=min&without=line-cuts",
        goal: Goal::Bound(11),
        done: "P + S ≥ 11 is an edge of the convex hull of all orders. Fractions beyond it are no mixture of orders.",
    },
    Exercise {
        name: "cycle",
        topic: topic::CYCLE,
        task: "The rows against cycles are gone, and the program finds a score of 8. No order scores less than 9. Add two rows that mend it.",
        rows: &[],
        hint: "In the solution each cell comes before the next one, once around the wall. Of the four pairs around the wall, how many can hold?",
        start: "size=2x2&sense=min&drop=c2&drop=c13",
        goal: Goal::Says(""),
        done: "A cycle has two directions, and each needs its row. On larger walls there are so many cycles that rows are added where a solution breaks them.",
    },
    Exercise {
        name: "block",
        topic: topic::BLOCK_CUTS,
        task: "The minimum of the 3×3 wall is 22, and the bound is 21. Add rows until the bound is 22.",
        rows: &[],
        hint: "The last tile of a block of 2×2 cells has a neighbour beside it and one above or below it. So at most three of the four are starts. A cell is a start if sh(c) + sv(c) - u(c) is 1.",
        start: "size=3x3&sense=min&without=line-cuts&without=block-cuts",
        goal: Goal::Bound(22),
        done: "No line cut says as much, because this row speaks of two lines at once.",
    },
];

impl Exercise {
    pub(super) fn by_name(name: &str) -> Option<&'static Self> {
        EXERCISES.iter().find(|exercise| exercise.name == name)
    }

    /// Instance for which the program must be right; none for an exercise about rows alone.
    pub(super) fn instance(&self, plain: &Instance) -> Option<Instance> {
        match self.goal {
            Goal::Says("") | Goal::Bound(_) | Goal::Rows(_) => Some(plain.clone()),
            Goal::Says(constraints) => {
                Address::read(&format!("{}&{constraints}", self.start)).instance
            }
            Goal::Valid(_) => None,
        }
    }

    /// Whether the exercise is done.
    pub(super) fn is_done(
        &self,
        report: &RelaxationReport,
        answer: Option<&QuestionedProgram>,
    ) -> bool {
        let is_right = answer.is_none_or(QuestionedProgram::is_right);
        let rows = report.tried.iter().flat_map(|trial| &trial.rows);
        is_right
            && match self.goal {
                Goal::Says(_) => true,
                Goal::Rows(limit) => report
                    .program()
                    .is_some_and(|program| program.rows().len() <= limit),
                Goal::Bound(bound) => match report.relaxation {
                    Relaxation::Solved { bound: value, .. } => {
                        let sense = report.instance.sense();
                        sense.gain(value - f64::from(bound)) < TOLERANCE
                    }
                    Relaxation::Infeasible | Relaxation::Stopped => false,
                },
                Goal::Valid(count) => {
                    let is_valid = |validity: &Validity| matches!(validity, Validity::Valid { .. });
                    let mut rows = rows.map(|row| &row.validity);
                    rows.clone().count() == count && rows.all(is_valid)
                }
            }
    }
}
