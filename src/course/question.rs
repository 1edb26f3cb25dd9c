//! Kinds of exercises, each with its answer.

use super::chance::Chance;
use super::rows;
use super::sheet::SheetError;
use super::topic::{self, Topic};
use crate::bounds::{line_cuts, line_points, minimum};
use crate::instance::{Instance, Sense};
use crate::outcome::Verdict;
use crate::solve::{Method, Settings, solve};
use itertools::Itertools;

/// An exercise with its answer, in Markdown.
#[derive(Debug, Clone)]
pub(super) struct Question {
    /// Topic of the similar exercise of the course.
    pub(super) topic: Topic,
    pub(super) points: u32,
    pub(super) statement: String,
    pub(super) answer: String,
    /// The model of the course that is to be changed, and its wall; none in an exercise without a model.
    pub(super) model: Option<(&'static str, Instance)>,
}

impl Question {
    /// An exercise without a model.
    fn without_model(topic: Topic, points: u32, statement: String, answer: String) -> Self {
        Self {
            topic,
            points,
            statement,
            answer,
            model: None,
        }
    }
}

pub(super) fn all(chance: &mut Chance) -> Result<Vec<Question>, SheetError> {
    Ok(vec![
        by_hand(chance)?,
        precedence(chance)?,
        minimum_score(chance)?,
        first_turns(chance)?,
        fewer_turns(chance)?,
        last_tiles(chance)?,
        first_or_last(chance)?,
        validity(chance),
        line_cut(chance),
        block_cuts(chance)?,
    ])
}

/// Best score of an instance, and an order with this score.
fn best(instance: &Instance) -> Result<(u32, String), SheetError> {
    let answer = solve(instance, Method::Auto, &Settings::default())?;
    let verdict = answer.outcome.verdict;
    Ok(match &verdict {
        Verdict::Optimal { solution, .. } => (solution.score, solution.order.to_string()),
        other => unreachable!("a small wall without a limit is {}", other.status()),
    })
}

fn console(commands: &str) -> String {
    format!("```console\n{commands}\n```")
}

const RIGHT: &str = "…\nNothing is wrong with the model on these walls.";

fn by_hand(chance: &mut Chance) -> Result<Question, SheetError> {
    let (rows, columns) = [(2, 3), (3, 2)][chance.below(2)];
    let sense = [Sense::Maximize, Sense::Minimize][chance.below(2)];
    let (word, _) = sense.best();
    let cell = chance.within(1..=6) as u64;
    let instance = Instance::builder(rows, columns, sense)
        .place_at(cell, 1)
        .build()?;
    let (score, order) = best(&instance)?;
    let size = format!("{rows}x{columns}");
    let flag = &word[..3];
    let statement = format!(
        "Find an order of the {rows}×{columns} wall that begins with cell {cell} and has the {word} score, by hand. Write down the points \
         of each tile, and why no such order is better.\n\n```sh\nazulejo check --size {size} --order \"…\" --breakdown\n```"
    );
    let answer = format!(
        "The {word} is **{score}**, by the order {order} and others.\n\n\
         Marks: 1 point for the order with its points, and 1 for the reason.\n\n{}",
        console(&format!(
            "$ azulejo check --size {size} --order \"{order}\"\n…\nscore   {score}\n…\n\
             $ azulejo solve --size {size} --sense {flag} --fix {cell}@1 --method graph\n…\n\
             score        {score} = bound {score} (proven {word})\n…"
        ))
    );
    Ok(Question::without_model(
        topic::BY_HAND,
        2,
        statement,
        answer,
    ))
}

/// Common parts of the exercises with a model to change: the words of the task, the flags that state the task, the shell
/// command that makes the answer, and the reason for the answer.
struct ModelTask {
    topic: Topic,
    points: u32,
    /// A model of `models/`.
    model: &'static str,
    task: String,
    flags: String,
    change: String,
    why: String,
    instance: Instance,
}

fn model_question(task: ModelTask) -> Result<Question, SheetError> {
    let ModelTask {
        topic,
        points,
        model,
        task,
        flags,
        change,
        why,
        instance,
    } = task;
    let name = topic.number;
    let ending = model.rsplit('.').next().unwrap_or_default();
    let (score, order) = best(&instance)?;
    let (word, _) = instance.sense().best();
    let statement = format!(
        "{task}\n\n```sh\ncp models/{model} {name}.{ending}   # change the copy in an editor, and check it\n\
         azulejo grade {name}.{ending} {flags}\n```"
    );
    let path = format!("target/{name}.{ending}");
    let answer = format!(
        "{why} The {word} is {score}, for example by the order {order}.\n\n{}",
        console(&format!(
            "$ {change} > {path}\n$ azulejo grade {path} {flags}\n…\nbest score  {score}, which is right\n{RIGHT}"
        ))
    );
    Ok(Question {
        topic,
        points,
        statement,
        answer,
        model: Some((model, instance)),
    })
}

/// Two cells of the 2×3 wall that have no line in common.
fn separate_cells(chance: &mut Chance) -> (usize, usize) {
    let pairs = (1..=3usize).cartesian_product(4..=6);
    let pairs = pairs.filter(|&(a, b)| b != a + 3);
    let pairs = pairs.flat_map(|(a, b)| [(a, b), (b, a)]).collect_vec();
    pairs[chance.below(pairs.len())]
}

fn precedence(chance: &mut Chance) -> Result<Question, SheetError> {
    let (first, then) = separate_cells(chance);
    let instance = Instance::builder(2, 3, Sense::Maximize);
    model_question(ModelTask {
        topic: topic::BEFORE,
        points: 4,
        model: "case_study.mod",
        task: format!(
            "Add one constraint to `case_study.mod`, so that cell {first} of the 2×3 wall is filled before cell {then}."
        ),
        flags: format!("--size 2x3 --before {first}:{then}"),
        change: format!(
            "sed 's/^solve;/s.t. first: sum{{i in Turns}} i * A[i,{first}] + 1 <= sum{{i in Turns}} i * A[i,{then}]; solve;/' \
             models/case_study.mod"
        ),
        why: "The turn of a cell j is the sum of i · A(i,j).".into(),
        instance: instance.before(first as u64, then as u64).build()?,
    })
}

fn minimum_score(chance: &mut Chance) -> Result<Question, SheetError> {
    let (cell, turn) = (chance.within(1..=6), chance.within(2..=6));
    let instance = Instance::builder(2, 3, Sense::Minimize);
    model_question(ModelTask {
        topic: topic::MINIMUM,
        points: 2,
        model: "case_study.mod",
        task: format!(
            "Change `case_study.mod` so that it asks for the minimum score of the 2×3 wall, with cell {cell} filled in turn {turn}."
        ),
        flags: format!("--size 2x3 --sense min --fix {cell}@{turn}"),
        change: format!(
            "sed 's/^maximize/minimize/; s/^solve;/s.t. placed: A[{turn},{cell}] = 1; solve;/' models/case_study.mod"
        ),
        why: "One word changes the sense, and one variable is 1.".into(),
        instance: instance.place_at(cell as u64, turn as u64).build()?,
    })
}

fn first_turns(chance: &mut Chance) -> Result<Question, SheetError> {
    let (first, second) = separate_cells(chance);
    let cells = [first, second];
    let instance = Instance::builder(2, 3, Sense::Maximize);
    model_question(ModelTask {
        topic: topic::FIRST_TURNS,
        points: 4,
        model: "case_study.mod",
        task: format!(
            "Add constraints to `case_study.mod`, so that the first two turns fill the cells {first} and {second} of the 2×3 wall, in any order."
        ),
        flags: format!("--size 2x3 --first \"{first} {second}\""),
        change: format!(
            "sed 's/^solve;/s.t. first_two{{i in 1..2}}: A[i,{first}] + A[i,{second}] = 1; solve;/' models/case_study.mod"
        ),
        why: "Each of the two turns fills one of the two cells. Other constraints say already that no cell is filled twice.".into(),
        instance: instance.first(cells.iter().map(|&cell| cell as u64)).build()?,
    })
}

fn fewer_turns(chance: &mut Chance) -> Result<Question, SheetError> {
    let turns = chance.within(2..=5);
    let instance = Instance::builder(2, 3, Sense::Maximize);
    model_question(ModelTask {
        topic: topic::FEWER_TURNS,
        points: 4,
        model: "case_study.mod",
        task: format!(
            "Change `case_study.mod` so that only {turns} tiles are placed on the 2×3 wall. The other cells stay empty."
        ),
        flags: format!("--size 2x3 --turns {turns}"),
        change: format!(
            "sed 's/^set Turns .*/set Turns := 1..{turns};/; s/^\\(s.t. c1_once.*\\) = 1;/\\1 <= 1;/' models/case_study.mod"
        ),
        why: "There are fewer turns, and a position is filled *at most* once.".into(),
        instance: instance.turns(turns as u64).build()?,
    })
}

fn last_tiles(chance: &mut Chance) -> Result<Question, SheetError> {
    let count = chance.within(2..=3);
    let cells = chance.sample(count, 6);
    let after = 6 - count;
    let list = cells.iter().join(" ");
    let names = format!(
        "{} and {}",
        cells[..count - 1].iter().join(", "),
        cells[count - 1]
    );
    let rows = cells.iter().map(|cell| format!("turn[{cell}] > {after}"));
    let instance = Instance::builder(2, 3, Sense::Maximize);
    model_question(ModelTask {
        topic: topic::LAST_TILES,
        points: 4,
        model: "ordering.mzn",
        task: format!(
            "Add a constraint to `ordering.mzn`, so that the cells {names} of the 2×3 wall are filled in the last {count} turns, in any order."
        ),
        flags: format!("--size 2x3 --last \"{list}\""),
        change: format!(
            "(cat models/ordering.mzn; echo \"constraint {};\")",
            rows.collect_vec().join(" /\\\\ ")
        ),
        why: "The array `turn` has the turn of each cell.".into(),
        instance: instance
            .last(cells.iter().map(|&cell| cell as u64))
            .build()?,
    })
}

fn first_or_last(chance: &mut Chance) -> Result<Question, SheetError> {
    let cell = chance.within(1..=9);
    let (turn, word, ranks) = match chance.below(2) {
        0 => (1, "first", format!("rank[{cell}] + 1 <= rank[c]")),
        _ => (9, "last", format!("rank[c] + 1 <= rank[{cell}]")),
    };
    let instance = Instance::builder(3, 3, Sense::Maximize);
    model_question(ModelTask {
        topic: topic::FIRST_OR_LAST,
        points: 2,
        model: "ordering.mod",
        task: format!(
            "Add constraints to `ordering.mod`, so that cell {cell} of the 3×3 wall is filled {word}."
        ),
        flags: format!("--size 3 --fix {cell}@{turn}"),
        change: format!(
            "sed 's/^solve;/s.t. placed{{c in Cells: c != {cell}}}: {ranks}; solve;/' models/ordering.mod"
        ),
        why: "A lower rank says that a cell comes before another one, whether they have a line in common or not.".into(),
        instance: instance.place_at(cell as u64, turn).build()?,
    })
}

fn validity(chance: &mut Chance) -> Question {
    let rows = rows::six_rows(chance);
    let list = rows.iter().map(|(row, _)| row).join("\n");
    let (row, _) = &rows[0];
    let statement = format!(
        "Which of these constraints does every order of the 3×3 wall satisfy? Decide first, and then ask `relax` about each of them.\n\n\
         ```text\n{list}\n```\n\n```sh\nazulejo relax --size 3 --row \"{row}\"\n```"
    );
    let commands = rows.iter().map(|(row, is_valid)| match is_valid {
        true => format!(
            "$ azulejo relax --size 3 --row \"{row}\"\n…\n            valid: …\n…"
        ),
        false => format!(
            "$ azulejo relax --size 3 --row \"{row}\"; echo \"exit code $?\"\n…\n            NOT VALID: it cuts off the order …\n…\nexit code 3"
        ),
    });
    let valid = rows.iter().filter(|(_, is_valid)| *is_valid).count();
    let answer = format!(
        "{valid} of the six are valid.\n\nMarks: 1 point for each constraint.\n\n{}",
        console(&commands.collect_vec().join("\n"))
    );
    Question::without_model(topic::VALID, 6, statement, answer)
}

fn line_cut(chance: &mut Chance) -> Question {
    // The text has lines of 3 and of 5 cells.
    let length = [4, 6][chance.below(2)];
    let line = vec![false; length];
    let mut cuts = line_cuts(&line, true, Sense::Minimize);
    cuts.retain(|cut| cut.points == 1 && cut.starts > 0);
    let cut = cuts[chance.below(cuts.len())];
    let points = |sense| line_points(&line, true, sense).into_iter().flatten();
    let table = points(Sense::Minimize).zip(points(Sense::Maximize));
    let table =
        table.map(|(((_, starts), least), (_, most))| format!("| {starts} | {least} | {most} |"));
    let coefficient = match cut.starts {
        1 => String::new(),
        slope => format!("{slope} "),
    };
    let row = format!("P(line) + {coefficient}S(line) >= {}", cut.right);
    let relax = format!("azulejo relax --size {length} --sense min --without line-cuts,block-cuts");
    let statement = format!(
        "Draw the picture of section 8 for a line of {length} cells: for each number of starts S, the points P that its orders have. \
             One edge of the convex hull is a constraint P + {coefficient}S ≥ b. What is b, the greatest number for which every order satisfies it?\n\n\
             ```sh\n{relax} --row \"P(line) + {coefficient}S(line) >= 1\"\n```"
    );
    let answer = format!(
        "| starts | least points | most points |\n|---|---|---|\n{}\n\nThe constraint is `{row}`.\n\n\
             Marks: 2 points for the picture, and 2 for the constraint.\n\n{}",
        table.collect_vec().join("\n"),
        console(&format!(
            "$ {relax} --row \"{row}\"\n…\n            valid: every order satisfies it, and some orders with equality\n…"
        ))
    );
    Question::without_model(topic::LINE_CUT, 4, statement, answer)
}

fn block_cuts(chance: &mut Chance) -> Result<Question, SheetError> {
    // The text has the wall of 5×5.
    let (rows, columns) = [(3, 4), (3, 6), (4, 4), (4, 5), (4, 7), (5, 6), (6, 6)][chance.below(7)];
    let instance = Instance::builder(rows as u64, columns as u64, Sense::Minimize).build()?;
    let score = minimum(instance.wall());
    // The line cut with the slope 1 need not be an edge of the hull: it can touch one corner alone.
    let least = |length: usize| {
        let points = line_points(&vec![false; length], true, Sense::Minimize).into_iter();
        let sums = points
            .flatten()
            .map(|((_, starts), points)| points + starts as i64);
        sums.min().unwrap_or_default()
    };
    let (row, column) = (least(columns), least(rows));
    let blocks = (rows / 2) * (columns / 2);
    let statement = format!(
        "How many points has the minimum of the {rows}×{columns} wall? Prove on paper that no order has less, by the lines and the blocks of \
             section 10: what is P + S of each line at least, how many tiles can be starts, and how many blocks have no cell in \
             common?\n\n```sh\nazulejo solve --size {rows}x{columns} --sense min\n```"
    );
    let answer = format!(
        "Each of the {rows} rows has P + S ≥ {row}, and each of the {columns} columns P + S ≥ {column}. There are {blocks} blocks without a \
             common cell, so at most {rows} · {columns} − {blocks} tiles are starts:\n\n\
             {rows} · {row} + {columns} · {column} − ({} − {blocks}) = **{score}**.\n\n\
             Marks: 1 point each for the lines, for the starts, for the blocks, and for the sum.\n\n{}",
        rows * columns,
        console(&format!(
            "$ azulejo solve --size {rows}x{columns} --sense min --explain\n…\nscore        {score} = bound {score} (proven minimum)\n…"
        ))
    );
    Ok(Question::without_model(
        topic::BLOCK_CUTS,
        4,
        statement,
        answer,
    ))
}
