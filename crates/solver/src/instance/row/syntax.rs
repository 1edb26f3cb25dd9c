//! The grammar of rows.
//!
//! ```text
//! subject-to := clause { "or" clause } [ "for t in" turn ".." turn ]
//! clause     := side ("<=" | ">=" | "=") side
//! side       := [sign] term { sign term };  term := [whole] ["*"] name | whole
//! name       := turn(c) | points(c) | o(c,c) | x(c,time) | y(c,time) | count(set,time) | earned(time)
//! set        := row [n] | column [n] | line | colour n | wall | c { c }
//! time       := n | end [- n] | t [(+|-) n]
//! ```

use super::tokens::Token;

/// A fault: the number of a character, and a message.
pub(super) type SyntaxFault = (usize, String);

/// The syntax tree of a row.
#[derive(Debug, Clone)]
pub(super) struct Syntax {
    pub(super) clauses: Vec<ClauseSyntax>,
    /// The first and the last turn for `t`, with the place.
    pub(super) range: Option<(usize, Time, Time)>,
}

/// Two sides and their relation.
#[derive(Debug, Clone)]
pub(super) struct ClauseSyntax {
    pub(super) left: Vec<Term>,
    pub(super) relation: Relation,
    pub(super) right: Vec<Term>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    AtMost,
    AtLeast,
    Equal,
}

/// A number times a quantity, or a number without quantity.
#[derive(Debug, Clone)]
pub(super) struct Term {
    pub(super) coefficient: i64,
    pub(super) name: Option<Name>,
}

/// A quantity; cells and times are not checked and have their places.
#[derive(Debug, Clone)]
pub(super) enum Name {
    Turn(Located<i64>),
    Points(Located<i64>),
    Before(Located<i64>, Located<i64>),
    In(Located<i64>, Located<Time>),
    By(Located<i64>, Located<Time>),
    Count(Located<Set>, Located<Time>),
    Earned(Located<Time>),
}

/// A part of a row, and the number of its first character, from 1.
pub(super) type Located<T> = (usize, T);

/// A set of cells in `count`.
#[derive(Debug, Clone)]
pub(super) enum Set {
    Row(Option<i64>),
    Column(Option<i64>),
    Line,
    Colour(i64),
    Wall,
    Cells(Vec<Located<i64>>),
}

/// A time, as a number of finished turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Time {
    Number(i64),
    /// The number of turns before the end.
    End(i64),
    /// The number of turns after `t`.
    T(i64),
}

/// Names of the formulations' columns, for a better message.
const COLUMNS: [&str; 12] = [
    "r", "sh", "sv", "u", "f", "full", "rank", "P", "S", "h", "v", "A",
];

/// The largest coefficient and the largest number of a row.
pub(super) const LARGEST: i64 = 1_000_000;

/// Reads the tokens of a row.
///
/// # Errors
/// The first fault of each clause, and of the range.
pub(super) fn parse(tokens: &[Located<Token>], end: usize) -> Result<Syntax, Vec<SyntaxFault>> {
    let is_word =
        |token: &Located<Token>, word: &str| matches!(&token.1, Token::Word(text) if text == word);
    let range_index = tokens.iter().position(|token| is_word(token, "for"));
    let (body, range) = tokens.split_at(range_index.unwrap_or(tokens.len()));
    let mut faults = Vec::new();
    let mut clauses = Vec::new();
    let mut part_end = 0;
    for part in body.split(|token| is_word(token, "or")) {
        part_end += part.len() + 1;
        // The place of the next `or`, of the range or of the end.
        let end_place = tokens.get(part_end - 1).map_or(end, |token| token.0);
        let clause = Reader::new(part, end_place).clause();
        clauses.extend(clause.map_err(|fault| faults.push(fault)));
    }
    let range = match range {
        [] => None,
        _ => {
            let range = Reader::new(range, end).range();
            range.map_err(|fault| faults.push(fault)).ok()
        }
    };
    match faults.is_empty() {
        true => Ok(Syntax { clauses, range }),
        false => Err(faults),
    }
}

/// Recursive descent parser of the tokens of a row.
struct Reader<'a> {
    tokens: &'a [Located<Token>],
    index: usize,
    /// The place after the last token.
    end: usize,
}

impl<'a> Reader<'a> {
    fn new(tokens: &'a [Located<Token>], end: usize) -> Self {
        Self {
            tokens,
            index: 0,
            end,
        }
    }

    fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.index).map(|(_, token)| token)
    }

    fn place(&self) -> usize {
        self.tokens
            .get(self.index)
            .map_or(self.end, |token| token.0)
    }

    fn next(&mut self) -> Option<&'a Token> {
        let token = self.peek();
        self.index += 1;
        token
    }

    fn mismatch<T>(&self, expected: &str) -> Result<T, SyntaxFault> {
        let actual = match self.peek() {
            Some(token) => format!("found {token}"),
            None => "nothing stands there".into(),
        };
        Err((self.place(), format!("expected {expected}, {actual}")))
    }

    fn accept_sign(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Token::Sign(next)) if *next == sign);
        self.index += usize::from(is_next);
        is_next
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Token::Word(next)) if next == word);
        self.index += usize::from(is_next);
        is_next
    }

    fn expect_sign(&mut self, sign: &str) -> Result<(), SyntaxFault> {
        match self.accept_sign(sign) {
            true => Ok(()),
            false => self.mismatch(sign),
        }
    }

    fn whole(&mut self, expected: &str) -> Result<Located<i64>, SyntaxFault> {
        let place = self.place();
        match self.peek() {
            Some(Token::Whole(number)) if *number <= LARGEST => {
                self.index += 1;
                Ok((place, *number))
            }
            Some(Token::Whole(_)) => Err((place, format!("a number above {LARGEST}"))),
            _ => self.mismatch(expected),
        }
    }

    fn clause(&mut self) -> Result<ClauseSyntax, SyntaxFault> {
        let left = self.side()?;
        let relation = match self.peek() {
            Some(Token::Sign("<=")) => Relation::AtMost,
            Some(Token::Sign(">=")) => Relation::AtLeast,
            Some(Token::Sign("=")) => Relation::Equal,
            _ => return self.mismatch("+, -, <=, >= or ="),
        };
        self.index += 1;
        let right = self.side()?;
        match self.peek() {
            None => Ok(ClauseSyntax {
                left,
                relation,
                right,
            }),
            Some(Token::Sign("<=" | ">=" | "=")) => {
                let message = "a clause compares once: write two rows";
                Err((self.place(), message.into()))
            }
            Some(_) => self.mismatch("+, -, \"or\" or \"for t in\""),
        }
    }

    fn side(&mut self) -> Result<Vec<Term>, SyntaxFault> {
        let first = self.plus_or_minus().unwrap_or(1);
        let mut terms = vec![self.term(first)?];
        while let Some(sign) = self.plus_or_minus() {
            terms.push(self.term(sign)?);
        }
        Ok(terms)
    }

    /// The factor 1 or −1 of a sign, if one is next.
    fn plus_or_minus(&mut self) -> Option<i64> {
        match self.accept_sign("-") {
            true => Some(-1),
            false => self.accept_sign("+").then_some(1),
        }
    }

    fn term(&mut self, sign: i64) -> Result<Term, SyntaxFault> {
        let number = match self.peek() {
            Some(Token::Whole(_)) => Some(self.whole("a number")?.1),
            _ => None,
        };
        let has_star = self.accept_sign("*");
        let is_name = matches!(self.peek(), Some(Token::Word(_)));
        let name = match (is_name || has_star, number) {
            (true, _) => Some(self.name()?),
            (false, Some(_)) => None,
            (false, None) => return self.mismatch("a quantity, such as turn(5), or a number"),
        };
        Ok(Term {
            coefficient: sign * number.unwrap_or(1),
            name,
        })
    }

    fn name(&mut self) -> Result<Name, SyntaxFault> {
        let place = self.place();
        let Some(Token::Word(word)) = self.next() else {
            self.index -= 1;
            return self.mismatch("a quantity, such as turn(5)");
        };
        let names = ["turn", "points", "o", "x", "y", "count", "earned"];
        if !names.contains(&&**word) {
            let message = match COLUMNS.contains(&&**word) {
                true => format!(
                    "{word} is a column of one formulation, and a row speaks of every order: use {}",
                    names.join(", ")
                ),
                false => format!("{word} is no quantity: use {}", names.join(", ")),
            };
            return Err((place, message));
        }
        self.expect_sign("(")?;
        let cell = "a cell's number";
        let name = match &**word {
            "turn" => Name::Turn(self.whole(cell)?),
            "points" => Name::Points(self.whole(cell)?),
            "o" => {
                let first = self.whole(cell)?;
                self.expect_sign(",")?;
                Name::Before(first, self.whole(cell)?)
            }
            "x" | "y" => {
                let cell = self.whole(cell)?;
                self.expect_sign(",")?;
                let time = self.time()?;
                match &**word {
                    "x" => Name::In(cell, time),
                    _ => Name::By(cell, time),
                }
            }
            "count" => {
                let set = (self.place(), self.set()?);
                self.expect_sign(",")?;
                Name::Count(set, self.time()?)
            }
            _ => Name::Earned(self.time()?),
        };
        self.expect_sign(")")?;
        Ok(name)
    }

    fn set(&mut self) -> Result<Set, SyntaxFault> {
        let number = |reader: &mut Self| match reader.peek() {
            Some(Token::Whole(_)) => reader.whole("a number").map(|(_, number)| Some(number)),
            _ => Ok(None),
        };
        if self.accept_word("row") {
            return number(self).map(Set::Row);
        }
        if self.accept_word("column") {
            return number(self).map(Set::Column);
        }
        if self.accept_word("line") {
            return Ok(Set::Line);
        }
        if self.accept_word("colour") {
            let (_, colour) = self.whole("the number of a colour")?;
            return Ok(Set::Colour(colour));
        }
        if self.accept_word("wall") {
            return Ok(Set::Wall);
        }
        let mut cells = Vec::new();
        while matches!(self.peek(), Some(Token::Whole(_))) {
            cells.push(self.whole("a cell's number")?);
        }
        match cells.is_empty() {
            true => self.mismatch("row, column, line, colour, wall, or the numbers of cells"),
            false => Ok(Set::Cells(cells)),
        }
    }

    fn time(&mut self) -> Result<Located<Time>, SyntaxFault> {
        let place = self.place();
        if self.accept_word("end") {
            let offset = match self.accept_sign("-") {
                true => self.whole("a number of turns")?.1,
                false => 0,
            };
            return Ok((place, Time::End(offset)));
        }
        if self.accept_word("t") {
            let offset = match self.plus_or_minus() {
                Some(sign) => sign * self.whole("a number of turns")?.1,
                None => 0,
            };
            return Ok((place, Time::T(offset)));
        }
        match self.peek() {
            Some(Token::Whole(_)) => {
                let (place, number) = self.whole("a turn")?;
                Ok((place, Time::Number(number)))
            }
            _ => self.mismatch("a turn: a number, end, or t"),
        }
    }

    fn range(&mut self) -> Result<(usize, Time, Time), SyntaxFault> {
        for word in ["for", "t", "in"] {
            if !self.accept_word(word) {
                return self.mismatch("\"for t in\" and two turns, such as \"for t in 1..20\"");
            }
        }
        let place = self.place();
        let from = self.range_end()?;
        self.expect_sign("..")?;
        let to = self.range_end()?;
        match self.peek() {
            None => Ok((place, from, to)),
            Some(_) => self.mismatch("nothing after the range"),
        }
    }

    fn range_end(&mut self) -> Result<Time, SyntaxFault> {
        let message = "a range goes from one turn to another: use numbers, or end";
        match self.time()? {
            (place, Time::T(_)) => Err((place, message.into())),
            (_, time) => Ok(time),
        }
    }
}
