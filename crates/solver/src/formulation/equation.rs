/// An equation of a formulation, stated beside the code that builds its rows.
///
/// Words may hold formulas between dollar signs. Formulas are written as a person would type them,
/// with `_{…}` for what stands below: `Σ_{i} A(i,j) = 1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Equation {
    /// The number in course, code and output: the formulation (`CS` for the case study's, `O` for the ordering formulation), a
    /// dash, and the number within it.
    pub number: &'static str,
    /// The statement in words.
    pub statement: &'static str,
    /// The objects that have a row each; empty where the equation is one formula.
    pub each: &'static str,
    /// The formula.
    pub formula: &'static str,
}

impl Equation {
    /// The statement up to a semicolon; the rest explains signs, for instance.
    pub fn title(&self) -> &'static str {
        self.statement.split(';').next().unwrap_or(self.statement)
    }

    /// The number within the formulation, `3a` of CS-3a. The name of each row is `c`, this number, and a label.
    pub fn within(&self) -> &'static str {
        let parts = self.number.split_once('-');
        parts.map_or(self.number, |(_, number)| number)
    }

    /// A key that sorts the equations of a formulation by number, 3a before 10.
    pub fn key(&self) -> (usize, &'static str) {
        Self::key_of(self.number)
    }

    /// The [key](Self::key) of a number, such as CS-3a.
    pub fn key_of(number: &str) -> (usize, &str) {
        let within = number.split_once('-').map_or(number, |(_, rest)| rest);
        let end = within.find(|letter: char| !letter.is_ascii_digit());
        let (number, letter) = within.split_at(end.unwrap_or(within.len()));
        (number.parse().unwrap_or(usize::MAX), letter)
    }
}
