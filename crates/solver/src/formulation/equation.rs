/// An equation of a formulation, told beside the code that builds its rows.
///
/// Words may hold formulas between dollar signs. Formulas are written as a person would type them,
/// with `_{…}` for what stands below: `Σ_{i} A(i,j) = 1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Equation {
    /// Its number in the text and the code. The name of each of its rows is `c`, this number, and
    /// what tells the row from the others.
    pub number: &'static str,
    /// What it says.
    pub says: &'static str,
    /// What there are rows for; empty where it is one formula.
    pub each: &'static str,
    /// The formula.
    pub formula: &'static str,
}

impl Equation {
    /// What it says, without what comes after a semicolon: which signs stand for what, for instance.
    pub fn title(&self) -> &'static str {
        self.says.split(';').next().unwrap_or(self.says)
    }

    /// A key that sorts equations by number, 3a before 10.
    pub fn key(&self) -> (usize, &'static str) {
        let digits = self.number.len()
            - self
                .number
                .trim_start_matches(|letter: char| letter.is_ascii_digit())
                .len();
        let (number, letter) = self.number.split_at(digits);
        (number.parse().unwrap_or(usize::MAX), letter)
    }
}
