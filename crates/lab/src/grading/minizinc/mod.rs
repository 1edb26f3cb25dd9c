//! Models in MiniZinc. The `solve` item is replaced, so that all solutions come with their scores.

mod text;

use super::variables::{Reading, UnreadError};
use super::{Answers, GradeError, MOST_ORDERS, Model, Objective, Said, Score, tool};
use azulejo_control::Control;
use azulejo_solver::instance::{Instance, Sense};
use azulejo_solver::order::Order;
use rustc_hash::FxHashMap;
use std::ffi::OsString;
use std::path::Path;
use text::{declares, declares_array, includes_files, item, without_comments, without_output};

const TOOL: &str = "minizinc";
/// The mark of our lines in the output.
const MARK: &str = "azulejo:";

pub(super) fn answers(
    model: &Model,
    instance: &Instance,
    asked: Vec<Order>,
    all: bool,
    control: &Control,
) -> Result<(Reading, Answers), GradeError> {
    let text = std::fs::read_to_string(&model.path);
    let text = text.map_err(|error| GradeError::file(&model.path, error))?;
    let text = without_comments(&text);
    if includes_files(&text) {
        let mend = "include, but for files of MiniZinc's library such as \"globals.mzn\"";
        return Err(GradeError::Files(mend));
    }
    let source = Source::new(&text, model.reading)?;
    let best = solutions(model, instance, &source.optimizing(), false, control)?;
    let best = best.last().map(|(value, _)| *value);
    // No order scores less than 0.
    let is_negated = best.is_some_and(|value| value < 0);
    let score = |value: i64| Score::Whole(if is_negated { -value } else { value });
    let maximizes = source.maximizes != is_negated;
    let sense = match maximizes {
        true => Sense::Maximize,
        false => Sense::Minimize,
    };
    let mut answers = Answers {
        maximizes,
        objective: is_negated.then_some(Objective::Negated(sense)),
        best: Some(best.map(score)),
        ..Answers::default()
    };
    if all {
        let most = 2 * MOST_ORDERS;
        let found = solutions(model, instance, &source.satisfying(), true, control)?;
        let mut scores: FxHashMap<Vec<usize>, i64> = FxHashMap::default();
        let mut other = None;
        for (value, numbers) in found.into_iter().take(most) {
            match source.order(&numbers, instance) {
                Some(order) => {
                    // A model can count an order in several ways: the best is its score.
                    let known = scores.entry(order).or_insert(value);
                    let better = (value > *known) == source.maximizes;
                    *known = if better { value } else { *known };
                }
                None => other = other.or(Some(source.words(&numbers))),
            }
        }
        let said = |order: Order| {
            let value = scores.get(&order.numbers()).copied();
            Said {
                order,
                known: None,
                score: value.map(score),
            }
        };
        answers.orders = asked.into_iter().map(said).collect();
        answers.others = Some(other);
    }
    Ok((Reading::Turns, answers))
}

/// A model in parts.
struct Source<'a> {
    /// All but the solve item.
    before: &'a str,
    solve: &'a str,
    after: &'a str,
    objective: &'a str,
    maximizes: bool,
    /// The array that tells the order: the turn of each cell, or the cell of each turn.
    array: &'static str,
}

impl<'a> Source<'a> {
    fn new(text: &'a str, asked: Option<Reading>) -> Result<Self, GradeError> {
        let refused = |says: &str| tool::ToolError::Refused {
            tool: TOOL,
            says: says.to_owned(),
        };
        let mut arrays = ["turn", "order"].into_iter();
        let array = arrays.find(|name| declares_array(text, name));
        let array = match asked {
            Some(reading @ (Reading::Positions | Reading::Pairs)) => {
                return Err(UnreadError::Asked(reading).into());
            }
            Some(Reading::Turns) | None => array.ok_or(UnreadError::None)?,
        };
        let start = item(text, "solve").ok_or_else(|| refused("it has no solve item"))?;
        let end = start
            + text[start..]
                .find(';')
                .ok_or_else(|| refused("its solve item has no end"))?
            + 1;
        let solve = &text[start..end];
        let sides = [("maximize", true), ("minimize", false)];
        let found = sides.iter().find_map(|&(word, maximizes)| {
            let at = solve.find(word)?;
            Some((&solve[at + word.len()..solve.len() - 1], maximizes))
        });
        let (objective, maximizes) =
            found.ok_or_else(|| refused("its solve item neither maximizes nor minimizes"))?;
        Ok(Self {
            before: &text[..start],
            solve,
            after: &text[end..],
            objective,
            maximizes,
            array,
        })
    }

    /// With our output, and without its own.
    fn with(&self, solve: &str) -> String {
        let rest = format!("{}{}", self.before, self.after);
        let rest = without_output(&rest);
        format!(
            "{rest}\n{solve}\nvar int: azulejo_score = {};\n\
             output [\"{MARK} \\(azulejo_score) \\({})\\n\"];\n",
            self.objective, self.array
        )
    }

    fn optimizing(&self) -> String {
        self.with(self.solve)
    }

    fn satisfying(&self) -> String {
        self.with("solve satisfy;")
    }

    /// The numbers of the cells, turn by turn; none where the numbers tell no order.
    fn order(&self, numbers: &[usize], instance: &Instance) -> Option<Vec<usize>> {
        let cells = instance.wall().len();
        let order: Vec<usize> = match self.array {
            "order" => numbers.to_vec(),
            _ => {
                let place = |turn| numbers.iter().position(|&one| one == turn);
                (1..=numbers.len())
                    .map(|turn| Some(place(turn)? + 1))
                    .collect::<Option<_>>()?
            }
        };
        let mut sorted = order.clone();
        sorted.sort_unstable();
        sorted.dedup();
        let whole = sorted.len() == instance.horizon() && order.len() == sorted.len();
        let on_wall = order.iter().all(|&cell| (1..=cells).contains(&cell));
        (whole && on_wall).then_some(order)
    }

    fn words(&self, numbers: &[usize]) -> String {
        format!("{} = {numbers:?}", self.array)
    }
}

/// The solutions that our output item prints.
fn solutions(
    model: &Model,
    instance: &Instance,
    text: &str,
    all: bool,
    control: &Control,
) -> Result<Vec<(i64, Vec<usize>)>, GradeError> {
    let folder = tempfile::tempdir()
        .map_err(|error| GradeError::file(Path::new("a temporary folder"), error))?;
    let path = folder.path().join("model.mzn");
    std::fs::write(&path, text).map_err(|error| GradeError::file(&path, error))?;
    let wall = instance.wall();
    let mut given = String::new();
    for (name, value) in [
        ("rows", wall.rows().to_string()),
        ("columns", wall.columns().to_string()),
    ] {
        if declares(text, name) {
            given += &format!("{name} = {value}; ");
        }
    }
    if declares(text, "sense") && model.data.is_empty() {
        given += match instance.sense() {
            Sense::Maximize => "sense = max;",
            Sense::Minimize => "sense = min;",
        };
    }
    let mut arguments: Vec<OsString> = vec!["--solver".into(), "gecode".into()];
    if all {
        arguments.push("-a".into());
    }
    if !given.is_empty() {
        arguments.extend(["-D".into(), given.into()]);
    }
    arguments.push(path.into());
    arguments.extend(model.data.iter().map(|file| file.clone().into()));
    let printed = tool::run(TOOL, &arguments, control)?;
    let lines = printed.lines().filter_map(|line| line.strip_prefix(MARK));
    let read = |line: &str| {
        let mut numbers = line.split(|one: char| !one.is_ascii_digit() && one != '-');
        let mut numbers = numbers.by_ref().filter(|part| !part.is_empty());
        let value = numbers.next()?.parse().ok()?;
        Some((
            value,
            numbers
                .map(|part| part.parse().ok())
                .collect::<Option<_>>()?,
        ))
    };
    Ok(lines.filter_map(read).collect())
}
