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

/// A fault: the number of a character, and what is wrong there.
pub(super) type At = (usize, String);

/// A row as it is written.
#[derive(Debug, Clone)]
pub(super) struct Syntax {
    pub(super) clauses: Vec<ClauseSyntax>,
    /// The first and the last turn for `t`, with the place.
    pub(super) range: Option<(usize, Time, Time)>,
}

/// Two sides and how they compare.
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

/// A number times a quantity, or a number alone.
#[derive(Debug, Clone)]
pub(super) struct Term {
    pub(super) coefficient: i64,
    pub(super) name: Option<Name>,
}

/// A quantity; cells and times as they are written, each with its place.
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

/// Cells that are counted.
#[derive(Debug, Clone)]
pub(super) enum Set {
    Row(Option<i64>),
    Column(Option<i64>),
    Line,
    Colour(i64),
    Wall,
    Cells(Vec<Located<i64>>),
}

/// A moment: so many turns are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Time {
    Number(i64),
    /// The turn so many turns before the end.
    End(i64),
    /// The turn so many turns after `t`.
    T(i64),
}

/// Names that people know from programs.
const COLUMNS: [&str; 12] = [
    "r", "sh", "sv", "u", "f", "full", "rank", "P", "S", "h", "v", "A",
];

/// The largest coefficient, and the largest number.
pub(super) const LARGEST: i64 = 1_000_000;

/// Reads the tokens of a row.
///
/// # Errors
/// The first fault of each clause, and of the range.
pub(super) fn parse(tokens: &[Located<Token>], end: usize) -> Result<Syntax, Vec<At>> {
    let is_word =
        |token: &Located<Token>, word: &str| matches!(&token.1, Token::Word(own) if own == word);
    let range_at = tokens.iter().position(|token| is_word(token, "for"));
    let (body, range) = tokens.split_at(range_at.unwrap_or(tokens.len()));
    let mut faults = Vec::new();
    let mut clauses = Vec::new();
    let mut from = 0;
    for part in body.split(|token| is_word(token, "or")) {
        from += part.len() + 1;
        // Where the next `or`, the range or the end stands.
        let next = tokens.get(from - 1).map_or(end, |token| token.0);
        match Reader::new(part, next).clause() {
            Ok(clause) => clauses.push(clause),
            Err(fault) => faults.push(fault),
        }
    }
    let range = match range {
        [] => None,
        _ => match Reader::new(range, end).range() {
            Ok(range) => Some(range),
            Err(fault) => {
                faults.push(fault);
                None
            }
        },
    };
    match faults.is_empty() {
        true => Ok(Syntax { clauses, range }),
        false => Err(faults),
    }
}

/// Tokens that are read one by one.
struct Reader<'a> {
    tokens: &'a [Located<Token>],
    at: usize,
    /// The place after the last token.
    end: usize,
}

impl<'a> Reader<'a> {
    fn new(tokens: &'a [Located<Token>], end: usize) -> Self {
        Self { tokens, at: 0, end }
    }

    fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.at).map(|(_, token)| token)
    }

    fn place(&self) -> usize {
        self.tokens.get(self.at).map_or(self.end, |token| token.0)
    }

    fn next(&mut self) -> Option<&'a Token> {
        let token = self.peek();
        self.at += 1;
        token
    }

    fn wanted<T>(&self, wanted: &str) -> Result<T, At> {
        let found = match self.peek() {
            Some(token) => format!("found {token}"),
            None => "nothing stands there".into(),
        };
        Err((self.place(), format!("expected {wanted}, {found}")))
    }

    fn takes_sign(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Token::Sign(own)) if *own == sign);
        self.at += usize::from(is_next);
        is_next
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Token::Word(own)) if own == word);
        self.at += usize::from(is_next);
        is_next
    }

    fn sign(&mut self, sign: &str) -> Result<(), At> {
        match self.takes_sign(sign) {
            true => Ok(()),
            false => self.wanted(sign),
        }
    }

    fn whole(&mut self, what: &str) -> Result<Located<i64>, At> {
        let place = self.place();
        match self.peek() {
            Some(Token::Whole(number)) if *number <= LARGEST => {
                self.at += 1;
                Ok((place, *number))
            }
            Some(Token::Whole(_)) => Err((place, format!("a number above {LARGEST}"))),
            _ => self.wanted(what),
        }
    }

    fn clause(&mut self) -> Result<ClauseSyntax, At> {
        let left = self.side()?;
        let relation = match self.peek() {
            Some(Token::Sign("<=")) => Relation::AtMost,
            Some(Token::Sign(">=")) => Relation::AtLeast,
            Some(Token::Sign("=")) => Relation::Equal,
            _ => return self.wanted("+, -, <=, >= or ="),
        };
        self.at += 1;
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
            Some(_) => self.wanted("+, -, \"or\" or \"for t in\""),
        }
    }

    fn side(&mut self) -> Result<Vec<Term>, At> {
        let first = self.plus_or_minus().unwrap_or(1);
        let mut terms = vec![self.term(first)?];
        while let Some(sign) = self.plus_or_minus() {
            terms.push(self.term(sign)?);
        }
        Ok(terms)
    }

    /// The factor 1 or −1 of a sign, if one is next.
    fn plus_or_minus(&mut self) -> Option<i64> {
        match self.takes_sign("-") {
            true => Some(-1),
            false => self.takes_sign("+").then_some(1),
        }
    }

    fn term(&mut self, sign: i64) -> Result<Term, At> {
        let number = match self.peek() {
            Some(Token::Whole(_)) => Some(self.whole("a number")?.1),
            _ => None,
        };
        let has_star = self.takes_sign("*");
        let is_name = matches!(self.peek(), Some(Token::Word(_)));
        let name = match (is_name || has_star, number) {
            (true, _) => Some(self.name()?),
            (false, Some(_)) => None,
            (false, None) => return self.wanted("a quantity, such as turn(5), or a number"),
        };
        Ok(Term {
            coefficient: sign * number.unwrap_or(1),
            name,
        })
    }

    fn name(&mut self) -> Result<Name, At> {
        let place = self.place();
        let Some(Token::Word(word)) = self.next() else {
            self.at -= 1;
            return self.wanted("a quantity, such as turn(5)");
        };
        let known = ["turn", "points", "o", "x", "y", "count", "earned"];
        if !known.contains(&&**word) {
            let message = match COLUMNS.contains(&&**word) {
                true => format!(
                    "{word} is a column of one formulation, and a row speaks of every order: use {}",
                    known.join(", ")
                ),
                false => format!("{word} is no quantity: use {}", known.join(", ")),
            };
            return Err((place, message));
        }
        self.sign("(")?;
        let cell = "a cell's number";
        let name = match &**word {
            "turn" => Name::Turn(self.whole(cell)?),
            "points" => Name::Points(self.whole(cell)?),
            "o" => {
                let first = self.whole(cell)?;
                self.sign(",")?;
                Name::Before(first, self.whole(cell)?)
            }
            "x" | "y" => {
                let cell = self.whole(cell)?;
                self.sign(",")?;
                let time = self.time()?;
                match &**word {
                    "x" => Name::In(cell, time),
                    _ => Name::By(cell, time),
                }
            }
            "count" => {
                let set = (self.place(), self.set()?);
                self.sign(",")?;
                Name::Count(set, self.time()?)
            }
            _ => Name::Earned(self.time()?),
        };
        self.sign(")")?;
        Ok(name)
    }

    fn set(&mut self) -> Result<Set, At> {
        let number = |reader: &mut Self| match reader.peek() {
            Some(Token::Whole(_)) => reader.whole("a number").map(|(_, number)| Some(number)),
            _ => Ok(None),
        };
        if self.takes_word("row") {
            return number(self).map(Set::Row);
        }
        if self.takes_word("column") {
            return number(self).map(Set::Column);
        }
        if self.takes_word("line") {
            return Ok(Set::Line);
        }
        if self.takes_word("colour") {
            let (_, colour) = self.whole("the number of a colour")?;
            return Ok(Set::Colour(colour));
        }
        if self.takes_word("wall") {
            return Ok(Set::Wall);
        }
        let mut cells = Vec::new();
        while matches!(self.peek(), Some(Token::Whole(_))) {
            cells.push(self.whole("a cell's number")?);
        }
        match cells.is_empty() {
            true => self.wanted("row, column, line, colour, wall, or the numbers of cells"),
            false => Ok(Set::Cells(cells)),
        }
    }

    fn time(&mut self) -> Result<Located<Time>, At> {
        let place = self.place();
        if self.takes_word("end") {
            let before = match self.takes_sign("-") {
                true => self.whole("a number of turns")?.1,
                false => 0,
            };
            return Ok((place, Time::End(before)));
        }
        if self.takes_word("t") {
            let after = match self.plus_or_minus() {
                Some(sign) => sign * self.whole("a number of turns")?.1,
                None => 0,
            };
            return Ok((place, Time::T(after)));
        }
        match self.peek() {
            Some(Token::Whole(_)) => {
                let (place, number) = self.whole("a turn")?;
                Ok((place, Time::Number(number)))
            }
            _ => self.wanted("a turn: a number, end, or t"),
        }
    }

    fn range(&mut self) -> Result<(usize, Time, Time), At> {
        for word in ["for", "t", "in"] {
            if !self.takes_word(word) {
                return self.wanted("\"for t in\" and two turns, such as \"for t in 1..20\"");
            }
        }
        let place = self.place();
        let from = self.end_of_range()?;
        self.sign("..")?;
        let to = self.end_of_range()?;
        match self.peek() {
            None => Ok((place, from, to)),
            Some(_) => self.wanted("nothing after the range"),
        }
    }

    fn end_of_range(&mut self) -> Result<Time, At> {
        let message = "a range goes from one turn to another: use numbers, or end";
        match self.time()? {
            (place, Time::T(_)) => Err((place, message.into())),
            (_, time) => Ok(time),
        }
    }
}
