use super::case_study::Linking;
use super::{BuildError, CaseStudy, Families, Formulation, OrderingFormulation};
use crate::problem::Problem;
use azulejo_control::Control;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A formulation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Kind {
    /// The ordering formulation.
    // Precedences along each line.
    #[default]
    Ordering,
    /// The case study's formulation.
    CaseStudy,
    /// The case study's formulation with its linking rows taken apart.
    Disaggregated,
}

impl Kind {
    /// Every formulation, the default one first.
    pub const ALL: [Self; 3] = [Self::Ordering, Self::CaseStudy, Self::Disaggregated];

    /// The name on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ordering => "ordering",
            Self::CaseStudy => "case-study",
            Self::Disaggregated => "disaggregated",
        }
    }

    /// Formulates a problem as it is written down: the 0–1 solutions of the program are the orders that the
    /// problem admits. The ordering formulation is [complete](OrderingFormulation::complete), `without` these families
    /// of cuts, which the others do not have.
    ///
    /// # Errors
    /// When the wall is too large for the formulation, or the program is.
    pub fn formulate(
        self,
        problem: &Problem,
        without: &Families,
    ) -> Result<Box<dyn Formulation>, BuildError> {
        self.formulate_within(problem, without, &Control::default())
    }

    /// [`formulate`](Self::formulate) within the limits of a run.
    ///
    /// # Errors
    /// As [`formulate`](Self::formulate), or when it was stopped.
    pub fn formulate_within(
        self,
        problem: &Problem,
        without: &Families,
        control: &Control,
    ) -> Result<Box<dyn Formulation>, BuildError> {
        Ok(match self {
            Self::Ordering => Box::new(OrderingFormulation::complete(problem, without, control)?),
            Self::CaseStudy => Box::new(CaseStudy::within(problem, Linking::Aggregated, control)?),
            Self::Disaggregated => {
                Box::new(CaseStudy::within(problem, Linking::Disaggregated, control)?)
            }
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
