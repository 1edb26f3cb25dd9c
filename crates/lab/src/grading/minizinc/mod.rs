//! Models in MiniZinc. The `solve` item is replaced, so that all solutions come with their scores.

mod text;

use super::tool::{self, ToolError};
use super::variables::UnreadError;
use super::{Answers, Fault, FaultKind, GradeError, Model, ModelAnswer, Objective, Reading, Score};
use crate::sample::SampleOrder;
use azulejo_control::Control;
use azulejo_solver::instance::{Instance, Sense};
use itertools::Itertools;
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
    sample: Vec<SampleOrder>,
    all: bool,
    control: &Control,
) -> Result<(Reading, Answers), GradeError> {
    let text = std::fs::read_to_string(&model.path);
    let text = text.map_err(|error| GradeError::file(&model.path, error))?;
    let text = without_comments(&text);
    if includes_files(&text) {
        let exception = "include, but for files of MiniZinc's library such as \"globals.mzn\"";
        return Err(GradeError::Files(exception));
    }
    let source = Source::new(&text, model.reading)?;
    let solve_text = |text: &str, all| solutions(model, instance, text, all, control);
    let best = solve_text(&source.optimization(), false)?.pop();
    // No order scores less than 0.
    let is_negated = best.as_ref().is_some_and(|(value, _)| *value < 0);
    let score = |value: i64| Score::Whole(if is_negated { -value } else { value });
    let maximizes = source.maximizes != is_negated;
    let sense = match maximizes {
        true => Sense::Maximize,
        false => Sense::Minimize,
    };
    let mut answers = Answers {
        maximizes,
        objective: is_negated.then_some(Objective::Negated(sense)),
        best: Some(best.as_ref().map(|(value, _)| score(*value))),
        ..Answers::default()
    };
    let is_whole = |(_, numbers): &Solution| numbers.len() == source.length(instance);
    let order_solutions = || -> Result<(Vec<Solution>, Option<String>), GradeError> {
        match best {
            None => Ok((Vec::new(), None)),
            Some(best) if !is_whole(&best) => Ok((Vec::new(), Some(source.words(&best.1)))),
            // A cell without a turn has an unknown number: all solutions are read.
            Some(_) if source.leaves_cells(instance) => {
                let solutions = solve_text(&source.satisfaction(), true)?;
                let mut numbers = solutions.iter().map(|(_, numbers)| numbers);
                let other = numbers.find(|numbers| source.order(numbers, instance).is_none());
                let other = other.map(|numbers| source.words(numbers));
                Ok((solutions, other))
            }
            Some(_) => {
                let solutions = solve_text(&source.with_orders(&sample, instance), true)?;
                for no_order in source.no_orders(instance) {
                    if let Some((_, numbers)) = solve_text(&no_order, false)?.pop() {
                        return Ok((solutions, Some(source.words(&numbers))));
                    }
                }
                Ok((solutions, None))
            }
        }
    };
    if source.leaves_cells(instance) && !all {
        return Ok((Reading::Turns, answers));
    }
    let (solutions, other) = match order_solutions() {
        // The best score is known without the orders.
        Err(GradeError::Tool(ToolError::Stopped(_))) => return Ok((Reading::Turns, answers)),
        solutions => solutions?,
    };
    let mut scores: FxHashMap<Vec<usize>, i64> = FxHashMap::default();
    for (value, numbers) in solutions {
        if let Some(order) = source.order(&numbers, instance) {
            // A model can count an order in several ways: the best is its score.
            let best_value = scores.entry(order).or_insert(value);
            let is_better = (value > *best_value) == source.maximizes;
            *best_value = if is_better { value } else { *best_value };
        }
    }
    let answer = |sample: SampleOrder| {
        let value = scores.get(&sample.order.numbers()).copied();
        ModelAnswer {
            sample,
            precedences: None,
            score: value.map(score),
            row: None,
        }
    };
    answers.orders = sample.into_iter().map(answer).collect();
    answers.others = Some(other.map(|solution| Fault {
        says: Some(solution),
        ..Fault::from(FaultKind::NoOrder)
    }));
    Ok((Reading::Turns, answers))
}

/// The objective value of a solution, and the numbers of the array that tells the order.
type Solution = (i64, Vec<usize>);

/// A model in parts.
struct Source<'a> {
    /// The text before the solve item.
    before: &'a str,
    solve: &'a str,
    after: &'a str,
    objective: &'a str,
    maximizes: bool,
    /// The array that tells the order: the turn of each cell, or the cell of each turn.
    array: &'static str,
}

impl<'a> Source<'a> {
    fn new(text: &'a str, reading: Option<Reading>) -> Result<Self, GradeError> {
        let refusal = |message: &str| ToolError::Refused {
            tool: TOOL,
            message: message.to_owned(),
        };
        let mut arrays = ["turn", "order"].into_iter();
        let array = arrays.find(|name| declares_array(text, name));
        let array = match reading {
            Some(reading @ (Reading::Positions | Reading::Pairs)) => {
                return Err(UnreadError::Reading(reading).into());
            }
            Some(Reading::Turns) | None => array.ok_or(UnreadError::None)?,
        };
        let start = item(text, "solve").ok_or_else(|| refusal("it has no solve item"))?;
        let end = start
            + text[start..]
                .find(';')
                .ok_or_else(|| refusal("its solve item has no end"))?
            + 1;
        let solve = &text[start..end];
        let sides = [("maximize", true), ("minimize", false)];
        let side = sides.iter().find_map(|&(word, maximizes)| {
            let at = solve.find(word)?;
            Some((&solve[at + word.len()..solve.len() - 1], maximizes))
        });
        let (objective, maximizes) =
            side.ok_or_else(|| refusal("its solve item neither maximizes nor minimizes"))?;
        Ok(Self {
            before: &text[..start],
            solve,
            after: &text[end..],
            objective,
            maximizes,
            array,
        })
    }

    /// The model with another solve item and with the output of this module.
    fn with_solve_item(&self, solve: &str) -> String {
        let rest = format!("{}{}", self.before, self.after);
        let rest = without_output(&rest);
        format!(
            "{rest}\n{solve}\nvar int: azulejo_score = {};\n\
             array[int] of var int: azulejo_order = array1d({});\n\
             output [\"{MARK} \\(azulejo_score) \\(azulejo_order)\\n\"];\n",
            self.objective, self.array
        )
    }

    fn optimization(&self) -> String {
        self.with_solve_item(self.solve)
    }

    fn satisfaction(&self) -> String {
        self.with_solve_item("solve satisfy;")
    }

    /// Whether the array has a number for each cell, and an order does not fill all of them.
    fn leaves_cells(&self, instance: &Instance) -> bool {
        self.array == "turn" && instance.horizon() < instance.wall().len()
    }

    /// Length of the array that tells an order.
    fn length(&self, instance: &Instance) -> usize {
        match self.array {
            "order" => instance.horizon(),
            _ => instance.wall().len(),
        }
    }

    /// The model restricted to orders, each of which fills a cell for each number of the array.
    fn with_orders(&self, orders: &[SampleOrder], instance: &Instance) -> String {
        let numbers = orders.iter().flat_map(|sample| {
            let cells = sample.order.numbers();
            match self.array {
                "order" => cells,
                _ => {
                    let mut turns = vec![0; cells.len()];
                    for (index, cell) in cells.into_iter().enumerate() {
                        turns[cell - 1] = index + 1;
                    }
                    turns
                }
            }
        });
        let (count, length) = (orders.len(), self.length(instance));
        self.with_solve_item(&format!(
            "solve satisfy;\ninclude \"table.mzn\";\n\
             constraint table(azulejo_order, array2d(1..{count}, 1..{length}, {:?}));",
            numbers.collect::<Vec<_>>()
        ))
    }

    /// With solutions that are no order alone, once for each way of being none: a number stands in the array twice, or is none of
    /// the wall.
    fn no_orders(&self, instance: &Instance) -> [String; 2] {
        let (length, cells) = (self.length(instance), instance.wall().len());
        // Each propagator knows two equal numbers once their places and their number are fixed.
        let twice = format!(
            "var 1..{length}: azulejo_one;\nvar 1..{length}: azulejo_other;\nvar 1..{cells}: azulejo_number;\n\
             constraint azulejo_one < azulejo_other;\n\
             constraint azulejo_order[azulejo_one] = azulejo_number;\n\
             constraint azulejo_order[azulejo_other] = azulejo_number;\n\
             solve :: int_search([azulejo_one, azulejo_other, azulejo_number], input_order, indomain_min) satisfy;"
        );
        let beyond = format!(
            "constraint exists(place in 1..{length})(not (azulejo_order[place] in 1..{cells}));\nsolve satisfy;"
        );
        [twice, beyond].map(|solve| self.with_solve_item(&solve))
    }

    /// The numbers of the cells, turn by turn; none where the numbers tell no order.
    fn order(&self, numbers: &[usize], instance: &Instance) -> Option<Vec<usize>> {
        let cells = instance.wall().len();
        let order: Vec<usize> = match self.array {
            "order" => numbers.to_vec(),
            _ => {
                let place = |turn| numbers.iter().position(|&number| number == turn);
                (1..=instance.horizon())
                    .map(|turn| Some(place(turn)? + 1))
                    .collect::<Option<_>>()?
            }
        };
        let is_whole = order.len() == instance.horizon() && order.iter().all_unique();
        let is_on_wall = order.iter().all(|&cell| (1..=cells).contains(&cell));
        (is_whole && is_on_wall).then_some(order)
    }

    fn words(&self, numbers: &[usize]) -> String {
        format!("{} = {numbers:?}", self.array)
    }
}

/// The solutions that the output item of this module prints.
fn solutions(
    model: &Model,
    instance: &Instance,
    text: &str,
    all: bool,
    control: &Control,
) -> Result<Vec<Solution>, GradeError> {
    let folder = tempfile::tempdir()
        .map_err(|error| GradeError::file(Path::new("a temporary folder"), error))?;
    let path = folder.path().join("model.mzn");
    std::fs::write(&path, text).map_err(|error| GradeError::file(&path, error))?;
    let parameters = model.parameters(instance, |name| declares(text, name));
    let parameters = parameters.into_iter();
    let parameters = parameters.map(|(name, value)| format!("{name} = {value}; "));
    let parameters: String = parameters.collect();
    let mut arguments: Vec<OsString> = vec!["--solver".into(), "gecode".into()];
    if all {
        arguments.push("-a".into());
    }
    if !parameters.is_empty() {
        arguments.extend(["-D".into(), parameters.into()]);
    }
    arguments.push(path.into());
    arguments.extend(model.data.iter().map(|file| file.clone().into()));
    let output = tool::run(TOOL, &arguments, control)?;
    let lines = output.lines().filter_map(|line| line.strip_prefix(MARK));
    let read = |line: &str| {
        let mut numbers = line.split(|symbol: char| !symbol.is_ascii_digit() && symbol != '-');
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
