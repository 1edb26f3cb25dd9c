//! Sheets of exercises, each by its seed: the exercises of the course with other walls, cells, rows and cuts.

use super::chance::Chance;
use super::question::{self, Question};
use super::topic::Topic;
use super::{Exercise, Marking};
use crate::instance::InvalidInstance;
use crate::solve::SolveError;
use std::fmt::Write;

/// Exercises with their answers.
#[derive(Debug, Clone)]
pub struct Sheet {
    seed: u64,
    questions: Vec<Question>,
}

/// Errors of a sheet.
#[derive(Debug, thiserror::Error)]
pub enum SheetError {
    /// An instance was refused.
    #[error(transparent)]
    Instance(#[from] InvalidInstance),
    /// An answer was not found.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl Sheet {
    /// The sheet of a seed.
    ///
    /// # Errors
    /// When an answer is not found.
    pub fn new(seed: u64) -> Result<Self, SheetError> {
        let mut chance = Chance::new(seed);
        let questions = question::all(&mut chance)?;
        Ok(Self { seed, questions })
    }

    /// Text for the students, in Markdown, without answers.
    pub fn exercises(&self) -> String {
        let mut text = format!(
            "# Exercises, sheet {}\n\nThese are exercises of the course *From a question to a proof*, with walls of your own. Hand in a file \
             for each model, and begin its name with the exercise: `2a-ada.mod`. You may try everything as often as you like: the \
             commands show what is wrong. There are {} points in all.\n",
            self.seed,
            self.questions
                .iter()
                .map(|question| question.points)
                .sum::<u32>()
        );
        for question in &self.questions {
            let Question {
                topic: Topic { number, title },
                points,
                statement,
                ..
            } = question;
            let _ = write!(
                text,
                "\n## {number} {title} ({points} points)\n\n{statement}\n"
            );
        }
        text
    }

    /// Text for the lecturer, in Markdown, with answers.
    pub fn answers(&self) -> String {
        let mut text = format!(
            "# Answers, sheet {}\n\nThe commands run in the top folder of azulejo, and write into `target/`. Models are marked by `azulejo grade \
             --report FOLDER --marking marking.json`, the other exercises by you.\n",
            self.seed
        );
        for Question {
            topic: Topic { number, title },
            answer,
            ..
        } in &self.questions
        {
            let _ = write!(text, "\n## {number} {title}\n\n{answer}\n");
        }
        text
    }

    /// The marking scheme for `grade --report`.
    pub fn marking(&self) -> Marking {
        let exercises = self.questions.iter().filter_map(|question| {
            let (model, instance) = question.model.clone()?;
            Some(Exercise {
                name: question.topic.number.into(),
                points: question.points,
                from: Some(model.into()),
                answer: None,
                instances: vec![instance],
                bounds: None,
                most_rows: None,
            })
        });
        Marking {
            exercises: exercises.collect(),
        }
    }
}
