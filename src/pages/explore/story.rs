//! The story of an order in words: why it wins, line by line, and the turn that costs most.

use super::pictogram;
use crate::counted::{agreeing, counted};
use crate::instance::{Quantity, Requirement, Sense};
use crate::order::{LineAccounts, Replay, Run, Step, Story, TurnCost, row_values};
use crate::solve::Price;
use crate::wall::Axis;
use crate::web::{TemplateError, Templates};
use itertools::Itertools;
use serde::Serialize;

/// The story: `story.html` writes it.
#[derive(Debug, Serialize)]
struct StoryView {
    score: u32,
    why: String,
    costliest: Option<String>,
    price: Option<String>,
    rows: Vec<RowLine>,
    lines: Vec<Row>,
    turns: Vec<Turn>,
    order: Vec<usize>,
}

/// A line of the table.
#[derive(Debug, Serialize)]
struct Row {
    picture: pictogram::Picture,
    line: String,
    /// The turn that completes it.
    complete: String,
    points: u32,
    /// The best of the line alone.
    alone: String,
    loses: bool,
}

/// A row of the question.
#[derive(Debug, Serialize)]
struct RowLine {
    text: String,
    class: &'static str,
    /// Both sides of it.
    value: String,
    /// The cells of which it speaks, and those of the turns whose points it counts.
    cells: String,
}

#[derive(Debug, Serialize)]
struct Turn {
    /// The points of this turn and all before it.
    total: u32,
    /// The first and the last cell of the run, or nothing.
    row: String,
    column: String,
    sentence: String,
}

/// The story of an order; `price` is what its constraints cost, if that is known.
pub(super) fn story(
    templates: &Templates,
    replay: &Replay<'_>,
    price: Option<Price>,
) -> Result<String, TemplateError> {
    let story = Story::new(replay);
    let sense = replay.instance().sense();
    let accounts = &story.accounts;
    let wall = replay.instance().wall();
    let lines = accounts.lines.iter().zip(&story.complete);
    // As they are completed; those that stay open come last.
    let lines = lines.sorted_by_key(|(_, complete)| complete.unwrap_or(usize::MAX));
    let rows = lines.map(|(account, complete)| Row {
        picture: pictogram::of_line(wall, account.line),
        line: account.line.to_string(),
        complete: match complete {
            Some(0) => "before turn 1".into(),
            Some(turn) => turn.to_string(),
            None => "open".into(),
        },
        points: account.points,
        alone: account.best.map_or("?".into(), |best| best.to_string()),
        loses: account.lost().is_some_and(|lost| lost > 0),
    });
    let view = StoryView {
        score: accounts.score(),
        why: why(accounts, sense),
        costliest: story.costliest().and_then(|cost| {
            let step = replay.steps().get(cost.turn - 1)?;
            Some(costliest(replay, step, cost, sense))
        }),
        price: price.map(|price| self::price(price, replay.instance().constraints().len(), sense)),
        rows: stated_rows(replay),
        lines: rows.collect(),
        turns: turns(replay),
        order: replay.order().numbers(),
    };
    templates.render("pages/explore/story.html", &view)
}

/// The rows of the question, with what they are of this order.
fn stated_rows(replay: &Replay<'_>) -> Vec<RowLine> {
    let order = replay.order();
    let rows = row_values(replay.instance(), &order).into_iter();
    let rows = rows.map(|(row, value)| {
        let inequalities = row
            .requirements()
            .iter()
            .flat_map(Requirement::inequalities);
        let terms = inequalities.flat_map(|it| &it.terms);
        let earned = terms.filter_map(|(quantity, _)| match quantity {
            Quantity::Earned(turn) => replay.steps().get(turn - 1)?.cell,
            _ => None,
        });
        let cells = row.cells().into_iter().chain(earned).unique();
        RowLine {
            text: row.text().into(),
            class: row.class().name(),
            value: value.to_string(),
            cells: cells.map(|cell| cell.number()).join(" "),
        }
    });
    rows.collect()
}

fn turns(replay: &Replay<'_>) -> Vec<Turn> {
    let mut total = 0;
    let turns = replay.steps().iter().map(|step| {
        total += step.kinds.total();
        let run = |run: Option<Run>| {
            run.map_or(String::new(), |run| format!("{} {}", run.first, run.last))
        };
        let [row, column] = step.runs.map(run);
        Turn {
            total,
            row,
            column,
            sentence: replay.sentence(step),
        }
    });
    turns.collect()
}

/// The reasons for the score of an order.
fn why(accounts: &LineAccounts, sense: Sense) -> String {
    let count = accounts.lines.len();
    let earned = accounts.points();
    let mut words = match (accounts.best(), accounts.lost(), sense) {
        (Some(_), Some(0), Sense::Maximize) => format!(
            "Each of the {count} rows and columns earns as much as with an order of its own, {earned} points together: none is in the way of another."
        ),
        (Some(_), Some(0), Sense::Minimize) => format!(
            "Each of the {count} rows and columns earns as little as with an order of its own, {} together: none is in the way of another.",
            counted(earned, "point")
        ),
        (Some(best), Some(lost), Sense::Maximize) => format!(
            "Each with an order of its own, the rows and columns would earn {best} points. Together they earn {earned}: {} because they share one order.",
            agreeing(lost, "point is lost", "points are lost")
        ),
        (Some(best), Some(lost), Sense::Minimize) => format!(
            "Each with an order of its own, the rows and columns would earn {}. Together they earn {earned}: {} because they share one order.",
            counted(best, "point"),
            agreeing(lost, "point is added", "points are added")
        ),
        _ => format!("The rows and columns earn {}.", counted(earned, "point")),
    };
    if accounts.singles > 0 {
        let singles = agreeing(
            accounts.singles,
            "tile without a neighbour earns 1.",
            "tiles without a neighbour earn 1 each.",
        );
        words += &format!(" {singles}");
    }
    if accounts.bonus > 0 {
        let bonus = counted(accounts.bonus, "point");
        words += &format!(" What is complete at the end earns {bonus} more.");
    }
    words
}

/// The turn that costs most, and why.
fn costliest(replay: &Replay<'_>, step: &Step, cost: &TurnCost, sense: Sense) -> String {
    let TurnCost { turn, lines, .. } = cost;
    let reasons = lines.iter().map(|(line, points)| {
        let run = match line.axis() {
            Axis::Horizontal => step.runs[0],
            Axis::Vertical => step.runs[1],
        };
        let what = match run {
            None => format!("leaves a gap in {line}"),
            Some(run) => format!("makes a run of {} in {line}", run.length),
        };
        let points = counted(points, "point");
        match sense {
            Sense::Maximize => format!("{what}, which can earn {points} less from then on"),
            Sense::Minimize => format!("{what}, which earns {points} more than it must"),
        }
    });
    let place = replay.place(cost.cell);
    format!(
        "The costliest is turn {turn}: {place} {}.",
        reasons.format("; and it ")
    )
}

/// The cost of the constraints, against the best order without them.
fn price(Price { without, points }: Price, constraints: usize, sense: Sense) -> String {
    let (best, _) = sense.best();
    let (them, cost) = match constraints {
        1 => ("the constraint", "it costs"),
        _ => ("the constraints", "they cost"),
    };
    match points {
        0 => format!("Without {them}, the {best} is {without} as well: {cost} nothing."),
        _ => format!(
            "Without {them}, the {best} is {without}: {cost} {}.",
            counted(points, "point")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Instance;
    use crate::wall::Cell;

    fn reasons(json: &str, order: &[usize]) -> (String, Option<String>) {
        let instance = Instance::from_json(json).expect("an instance");
        let order: Vec<Cell> = order.iter().map(|&cell| Cell::from_number(cell)).collect();
        let replay = Replay::new(&instance, &order).expect("every tile has a place");
        let story = Story::new(&replay);
        let sense = instance.sense();
        let cost = story.costliest();
        let cost = cost.map(|cost| costliest(&replay, &replay.steps()[cost.turn - 1], cost, sense));
        (why(&story.accounts, sense), cost)
    }

    #[test]
    fn lines_that_want_nothing_and_lines_that_lose_are_told_apart() {
        let wall = r#"{"wall": {"rows": 3, "columns": 3}, "sense": "maximize"}"#;
        // Case study, table 2.
        let (why, costliest) = reasons(wall, &[5, 7, 3, 4, 2, 1, 6, 8, 9]);
        assert_eq!(
            why,
            "Each of the 6 rows and columns earns as much as with an order of its own, 30 points together: none is in \
             the way of another. 3 tiles without a neighbour earn 1 each."
        );
        assert_eq!(costliest, None);
        // The centre last: its row and its column have a gap until then.
        let (why, costliest) = reasons(wall, &[1, 2, 3, 6, 9, 8, 7, 4, 5]);
        assert_eq!(
            why,
            "Each with an order of its own, the rows and columns would earn 30 points. Together they earn 24: 6 points are \
             lost because they share one order. 1 tile without a neighbour earns 1."
        );
        assert_eq!(
            costliest.as_deref(),
            Some(
                "The costliest is turn 6: cell 8 (row 3, column 2) leaves a gap in column 2, which can earn 2 points less from \
                 then on."
            )
        );
    }

    #[test]
    fn the_worst_order_is_told_from_the_other_side() {
        let wall = r#"{"wall": {"rows": 1, "columns": 3}, "sense": "minimize"}"#;
        let (why, costliest) = reasons(wall, &[1, 2, 3]);
        assert!(why.contains("2 points are added"), "{why}");
        let costliest = costliest.expect("it could do with 3");
        assert!(
            costliest.contains("makes a run of 2 in row 1, which earns 2 points more than it must"),
            "{costliest}"
        );
    }

    #[test]
    fn what_constraints_cost_is_told_of_one_and_of_many() {
        let price =
            |without, points, many| super::price(Price { without, points }, many, Sense::Maximize);
        assert_eq!(
            price(33, 3, 1),
            "Without the constraint, the maximum is 33: it costs 3 points."
        );
        assert_eq!(
            price(33, 0, 2),
            "Without the constraints, the maximum is 33 as well: they cost nothing."
        );
    }
}
