//! Rows that people write: `o(1,2) + o(2,3) <= 1`, `P(row) + S(row) >= 11`.
//!
//! A side is a sum of numbers and of names, with whole numbers before them. The formulation gives the meaning of a name.
//! A row with `(row)`, `(column)` or `(line)` where a number could stand is written once for each of them.

use azulejo_solver::formulation::{Equation, Linear, Relation, Row};
use azulejo_solver::wall::Wall;

static TRIAL_ROW: Equation = Equation {
    number: "given",
    statement: "A row that was given",
    each: "",
    formula: "",
};

/// Errors of a text that is no row.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InequalityError {
    /// Not exactly one relation.
    #[error("a row has one of <=, >= and =, with a side on its left and a side on its right")]
    Relation,
    /// A relation without equality, which no program can state.
    #[error("a row has one of <=, >= and =: write {0}= in place of {0}")]
    Strict(char),
    /// Neither a number nor a name.
    #[error("{0:?} is no sum of numbers and names, such as 2 o(1,2) - o(2,3) + 1")]
    Side(String),
    /// A number with a fraction.
    #[error(
        "{0:?} has a fraction, and the numbers of a row are whole: multiply both sides, so that o(1,2) <= 1/2 becomes \
         2 o(1,2) <= 1"
    )]
    Fraction(String),
    /// A number that is too large.
    #[error("{0} is too large for a coefficient: at most 1000000")]
    Number(String),
    /// An unknown name.
    #[error("the program has nothing of the name {0}")]
    Name(String),
    /// A row that holds or fails for every order alike, because it speaks of no column.
    #[error("the row speaks of no column that an order can change")]
    Constant,
}

/// The largest coefficient.
const LARGEST: i64 = 1_000_000;

/// The rows of a text for this wall, each with its own text. `quantity` gives the meaning of a name.
///
/// # Errors
/// When the text is no row, or a name has no meaning.
pub fn inequalities(
    text: &str,
    wall: Wall,
    quantity: impl Fn(&str) -> Option<Linear>,
) -> Result<Vec<(String, Row)>, InequalityError> {
    let texts = expand(text.trim(), wall);
    let mut rows = Vec::new();
    for (index, text) in texts.into_iter().enumerate() {
        match row(&text, index + 1, &quantity) {
            // Of several lines some may leave nothing to decide.
            Err(InequalityError::Constant) => {}
            row => rows.push((text, row?)),
        }
    }
    match rows.is_empty() {
        true => Err(InequalityError::Constant),
        false => Ok(rows),
    }
}

/// The texts for each row, column or line of the wall, or the text alone.
fn expand(text: &str, wall: Wall) -> Vec<String> {
    let each = |word: &str, count: usize| -> Vec<String> {
        let word = format!("({word})");
        let kind = word.trim_matches(['(', ')']).to_owned();
        (1..=count)
            .map(|number| text.replace(&word, &format!("({kind} {number})")))
            .collect()
    };
    if text.contains("(line)") {
        let text_of = |kind: &str| text.replace("(line)", &format!("({kind})"));
        let rows = expand(&text_of("row"), wall);
        return [rows, expand(&text_of("column"), wall)].concat();
    }
    match (text.contains("(row)"), text.contains("(column)")) {
        (true, _) => each("row", wall.rows()),
        (false, true) => each("column", wall.columns()),
        (false, false) => vec![text.to_owned()],
    }
}

fn row(
    text: &str,
    number: usize,
    quantity: &impl Fn(&str) -> Option<Linear>,
) -> Result<Row, InequalityError> {
    let relations = [
        ("<=", Relation::AtMost),
        ("≤", Relation::AtMost),
        (">=", Relation::AtLeast),
        ("≥", Relation::AtLeast),
        // As in other languages.
        ("=<", Relation::AtMost),
        ("=>", Relation::AtLeast),
        ("==", Relation::Equal),
        ("=", Relation::Equal),
    ];
    let sign = relations.iter().find(|(sign, _)| text.contains(sign));
    let strict = text.chars().find(|symbol| ['<', '>'].contains(symbol));
    let (sign, relation) = sign.ok_or(match strict {
        Some(strict) => InequalityError::Strict(strict),
        None => InequalityError::Relation,
    })?;
    let (left, right) = text.split_once(sign).ok_or(InequalityError::Relation)?;
    if left.contains(['<', '>', '=', '≤', '≥']) || right.contains(['<', '>', '=', '≤', '≥'])
    {
        return Err(InequalityError::Relation);
    }
    let (left, right) = (side(left, quantity)?, side(right, quantity)?);
    let row = Row::new(&TRIAL_ROW, format!("_{number}"), left, *relation, right);
    if row.expression.terms().len() == 0 {
        return Err(InequalityError::Constant);
    }
    Ok(row)
}

/// A sum of numbers and names.
fn side(text: &str, quantity: &impl Fn(&str) -> Option<Linear>) -> Result<Linear, InequalityError> {
    let syntax_error = || match is_with_fraction(text) {
        true => InequalityError::Fraction(text.trim().to_owned()),
        false => InequalityError::Side(text.trim().to_owned()),
    };
    let mut sum = Linear::default();
    let mut rest = text.trim_start();
    let mut first = true;
    while !rest.is_empty() {
        let (sign, after) = match rest.strip_prefix('+') {
            Some(after) => (1, after),
            None => match rest.strip_prefix(['-', '−']) {
                Some(after) => (-1, after),
                None if first => (1, rest),
                None => return Err(syntax_error()),
            },
        };
        first = false;
        let after = after.trim_start();
        let (number, after) = split_while(after, |symbol| symbol.is_ascii_digit());
        let after = after.trim_start();
        let after_star = after.strip_prefix(['*', '·']);
        let name_start = after_star.unwrap_or(after).trim_start();
        let (name, next) = name(name_start).ok_or_else(syntax_error)?;
        if number.is_empty() && (name.is_empty() || after_star.is_some())
            || after_star.is_some() && name.is_empty()
        {
            return Err(syntax_error());
        }
        let factor = match number {
            "" => 1,
            number => number
                .parse()
                .ok()
                .filter(|&factor| factor <= LARGEST)
                .ok_or_else(|| InequalityError::Number(number.to_owned()))?,
        };
        let term = match &*name {
            "" => Linear::constant(1),
            name => quantity(name).ok_or_else(|| InequalityError::Name(name.to_owned()))?,
        };
        sum.add_times(sign * factor, &term);
        rest = next.trim_start();
    }
    match first {
        true => Err(syntax_error()),
        false => Ok(sum),
    }
}

/// Whether a digit is followed by a slash or a point, as in 1/2 and 0.5.
fn is_with_fraction(text: &str) -> bool {
    let pairs = text.bytes().zip(text.bytes().skip(1));
    let mut pairs = pairs.filter(|(digit, _)| digit.is_ascii_digit());
    pairs.any(|(_, next)| next == b'/' || next == b'.')
}

/// The part of a text up to the first symbol that is no member, and the rest.
fn split_while(text: &str, is_member: impl Fn(char) -> bool) -> (&str, &str) {
    let end = text.find(|symbol: char| !is_member(symbol));
    text.split_at(end.unwrap_or(text.len()))
}

/// The name at the beginning of a text, in the spelling of programs, and the rest of the text; none where a
/// parenthesis is not closed. Brackets are those of GMPL, and `o_1_2` is the spelling of the files of solvers.
fn name(text: &str) -> Option<(String, &str)> {
    let (word, rest) = split_while(text, |symbol| symbol.is_ascii_alphabetic());
    if let Some(subscripts) = rest.strip_prefix('_')
        && !word.is_empty()
    {
        let is_part = |symbol: char| symbol.is_ascii_alphanumeric() || symbol == '_';
        let (inside, next) = split_while(subscripts, is_part);
        let inside = inside.trim_end_matches('_').replace('_', ",");
        return Some((format!("{word}({inside})"), next));
    }
    let open = rest.trim_start();
    if word.is_empty() || !open.starts_with(['(', '[']) {
        return Some((word.to_owned(), rest));
    }
    let close = open.find([')', ']'])?;
    let inside = open[1..close].split(',');
    let inside: Vec<String> = inside
        .map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    Some((format!("{word}({})", inside.join(",")), &open[close + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_control::Control;
    use azulejo_solver::formulation::{Families, Formulation, OrderingFormulation};
    use azulejo_solver::instance::{Instance, Sense};
    use azulejo_solver::problem::Problem;

    fn formulation(rows: u64, columns: u64) -> (Wall, OrderingFormulation) {
        let instance = Instance::builder(rows, columns, Sense::Minimize).build();
        let problem = Problem::from(&instance.expect("a wall alone"));
        let formulation =
            OrderingFormulation::complete(&problem, &Families::new(), &Control::default());
        (problem.wall(), formulation.expect("it is small"))
    }

    fn formulas(text: &str) -> Result<Vec<String>, InequalityError> {
        let (wall, formulation) = formulation(2, 3);
        let rows = inequalities(text, wall, |name| formulation.quantity(name))?;
        let program = formulation.program();
        Ok(rows
            .iter()
            .map(|(_, row)| program.row_formula(row))
            .collect())
    }

    #[test]
    fn rows_are_read_as_people_write_them() {
        let formula = |text: &str| formulas(text).expect(text).join("; ");
        assert_eq!(formula("o(1,2) + o(2,3) <= 1"), "o(1,2) + o(2,3) ≤ 1");
        assert_eq!(
            formula("2*o[1, 2] >= 3 o(2,3)-1"),
            "2·o(1,2) + 1 ≥ 3·o(2,3)"
        );
        // The reverse of a pair, and a run of one cell and a start at an end, which are no columns of their own.
        assert_eq!(formula("o(2,1) = 1"), "0 = o(1,2)");
        // As solvers' files write names, and as other languages write relations.
        let plain = formula("o(1,2) + r(2,L,1) <= 1");
        for text in ["o_1_2 + r_2_L_1 <= 1", "o_1_2_+r_2_L_1_ =< 1"] {
            assert_eq!(formula(text), plain, "{text}");
        }
        assert_eq!(formula("o(1,2) => 1"), formula("o(1,2) >= 1"));
        assert_eq!(formula("o(1,2) == 1"), formula("o(1,2) = 1"));
        assert_eq!(formula("r(2,L,1) <= sh(3)"), "o(1,2) + o(2,3) ≤ 1");
        assert_eq!(formulas("P(row) + S(row) >= 5").expect("two rows").len(), 2);
        let (wall, formulation) = formulation(2, 3);
        let rows = inequalities("P(row) >= 2", wall, |name| formulation.quantity(name));
        let names = rows.expect("two rows").into_iter().map(|(_, row)| row.name);
        assert_eq!(names.collect::<Vec<_>>(), ["cgiven_1", "cgiven_2"]);
        // A column of two cells earns 2 and has one start in either order, so that its row says nothing.
        assert_eq!(
            formulas("P(line) + S(line) >= 5").expect("the rows").len(),
            2
        );
        assert!(matches!(
            formulas("P(column) + S(column) >= 3"),
            Err(InequalityError::Constant)
        ));
    }

    #[test]
    fn texts_that_are_no_row_have_an_error() {
        let error = |text: &str| formulas(text).expect_err(text);
        assert_eq!(error("o(1,2) + o(2,3)"), InequalityError::Relation);
        assert_eq!(error("0 <= o(1,2) <= 1"), InequalityError::Relation);
        assert_eq!(error("o(1,2) < 1"), InequalityError::Strict('<'));
        assert_eq!(error("o(1,2) > 0"), InequalityError::Strict('>'));
        for side in ["1/2", "0.5", "1/2 o(2,3)"] {
            let fraction = InequalityError::Fraction(side.into());
            assert_eq!(error(&format!("o(1,2) <= {side}")), fraction);
        }
        assert_eq!(error("o(1,5) <= 1"), InequalityError::Name("o(1,5)".into()));
        assert_eq!(
            error("o(1,2) o(2,3) <= 1"),
            InequalityError::Side("o(1,2) o(2,3)".into())
        );
        assert_eq!(error("<= 1"), InequalityError::Side(String::new()));
        for side in ["2 *", "* o(1,2)", "2 * 3", "(o(1,2))", "o(1,2) + (1)"] {
            let syntax_error = InequalityError::Side(side.into());
            assert_eq!(error(&format!("{side} <= 1")), syntax_error);
        }
        assert_eq!(error("x <= 1"), InequalityError::Name("x".into()));
        assert_eq!(error("o(1,2) - o(1,2) <= 1"), InequalityError::Constant);
        assert!(matches!(
            error("99999999999999999999 o(1,2) <= 1"),
            InequalityError::Number(_)
        ));
        assert!(matches!(error("o(1,2 <= 1"), InequalityError::Side(_)));
    }
}
