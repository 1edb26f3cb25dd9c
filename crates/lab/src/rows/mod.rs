//! Rows that somebody tries: read, judged against every order, and their effect on a linear relaxation.

mod claims;
mod inequality;
mod questioned;
mod relaxed;
mod shadow;
mod validity;

pub use claims::{Claim, Claims};
pub use inequality::{InequalityError, inequalities};
pub use questioned::{AllowedOrder, ExcludedOrder, OtherSolution, QuestionedProgram, question};
pub use relaxed::{
    MOST_ROWS, RelaxError, RelaxQuestion, RelaxationReport, RowTrial, TrialRow, relaxed,
};
pub use shadow::ShadowPrice;
pub use validity::{Validity, validity};
