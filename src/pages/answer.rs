use super::refusal::Refusal;
use super::request::Site;
use super::run::Run;
use serde::Serialize;
use std::fmt;
use std::time::Duration;

/// Answer of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A whole page.
    Page(String),
    /// JSON.
    Json(String),
    /// A text to be saved under a name.
    File {
        /// The name.
        name: &'static str,
        /// The text.
        text: String,
    },
}

impl Answer {
    /// Page of a context by the template with a path.
    pub(super) fn page(
        site: &Site,
        template: &str,
        context: &impl Serialize,
    ) -> Result<Self, Refusal> {
        Ok(Self::Page(site.templates.render(template, context)?))
    }

    /// Data as JSON.
    pub(super) fn json(data: &impl Serialize) -> Result<Self, Refusal> {
        let text = serde_json::to_string(data);
        Ok(Self::Json(text.map_err(|_| Refusal::failed())?))
    }
}

impl From<Answer> for Response {
    fn from(answer: Answer) -> Self {
        Self::Answer(answer)
    }
}

/// Expected cost of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// A fraction of a second, and little memory.
    Small,
    /// Unknown.
    Any,
}

/// Work with one answer.
pub type Work = Box<dyn FnOnce(&Run) -> Result<Answer, Refusal> + Send>;

/// Response to a request: an answer, or work that gives one.
pub enum Response {
    /// An answer.
    Answer(Answer),
    /// Work with one answer.
    Work(Cost, Work),
    /// Work whose findings are events.
    Events(Cost, Box<dyn FnOnce(&Run) + Send>),
    /// Work within a time limit, and the answer in its place where the work cannot be done now.
    Attempt(Duration, Work, Answer),
}

impl Response {
    /// Work with one answer.
    pub(super) fn work(
        cost: Cost,
        work: impl FnOnce(&Run) -> Result<Answer, Refusal> + Send + 'static,
    ) -> Self {
        Self::Work(cost, Box::new(work))
    }

    /// Work whose findings are events.
    pub(super) fn events(cost: Cost, work: impl FnOnce(&Run) + Send + 'static) -> Self {
        Self::Events(cost, Box::new(work))
    }
}

impl fmt::Debug for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answer(answer) => f.debug_tuple("Answer").field(answer).finish(),
            Self::Work(cost, _) => f.debug_tuple("Work").field(cost).finish_non_exhaustive(),
            Self::Events(cost, _) => f.debug_tuple("Events").field(cost).finish_non_exhaustive(),
            Self::Attempt(time, ..) => f.debug_tuple("Attempt").field(time).finish_non_exhaustive(),
        }
    }
}
