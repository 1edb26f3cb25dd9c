//! Story of an order: the reasons for its score, line by line, and the turn that costs most.

use super::pictogram;
use crate::counted::{agreeing, counted};
use crate::instance::{Quantity, Requirement, Sense};
use crate::order::{LineAccounts, Replay, Run, Step, Story, TurnCost, row_values};
use crate::solve::Price;
use crate::wall::Axis;
use crate::web::{Serde, TemplateError, Templates, Value, context};
use itertools::Itertools;

/// Story of an order; `price` is the cost of its constraints, if it is known.
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
    // Lines in the order of their completion, then incomplete lines.
    let lines = lines.sorted_by_key(|(_, complete)| complete.unwrap_or(usize::MAX));
    let lines = lines.map(|(account, complete)| {
        let complete = match complete {
            Some(0) => "before turn 1".into(),
            Some(turn) => turn.to_string(),
            None => "open".into(),
        };
        context! {
            picture => Serde(pictogram::of_line(wall, account.line)),
            line => account.line.to_string(),
            complete,
            points => account.points,
            // The best points of the line alone.
            alone => account.best.map_or("?".into(), |best| best.to_string()),
            loses => account.lost().is_some_and(|loss| loss > 0),
        }
    });
    let costliest = story.costliest().and_then(|cost| {
        let step = replay.steps().get(cost.turn - 1)?;
        Some(costliest(replay, step, cost, sense))
    });
    let constraints = replay.instance().constraints().len();
    let view = context! {
        score => accounts.score(),
        why => score_reasons(accounts, sense),
        costliest,
        price => price.map(|price| self::price(price, constraints, sense)),
        rows => Serde(row_lines(replay)),
        lines => Serde(lines.collect_vec()),
        turns => Serde(turns(replay)),
        order => Serde(replay.order().numbers()),
    };
    templates.render("pages/explore/story.html", &view)
}

/// Rows of the question, each with its values for the order.
fn row_lines(replay: &Replay<'_>) -> Vec<Value> {
    let order = replay.order();
    let rows = row_values(replay.instance(), &order).into_iter();
    let rows = rows.map(|(row, value)| {
        let inequalities = row
            .requirements()
            .iter()
            .flat_map(Requirement::inequalities);
        let terms = inequalities.flat_map(|inequality| &inequality.terms);
        let earning_cells = terms.filter_map(|(quantity, _)| match quantity {
            Quantity::Earned(turn) => replay.steps().get(turn - 1)?.cell,
            _ => None,
        });
        // The cells of the row, and the cells of the turns whose points the row counts.
        let cells = row.cells().into_iter().chain(earning_cells).unique();
        context! {
            text => row.text(),
            class => row.class().name(),
            // Both sides of the row.
            value => value.to_string(),
            cells => cells.map(|cell| cell.number()).join(" "),
        }
    });
    rows.collect()
}

/// Turns, each with the points up to its end, and with the first and the last cell of its runs.
fn turns(replay: &Replay<'_>) -> Vec<Value> {
    let mut total = 0;
    let turns = replay.steps().iter().map(|step| {
        total += step.kinds.total();
        let run = |run: Option<Run>| {
            run.map_or(String::new(), |run| format!("{} {}", run.first, run.last))
        };
        let [row, column] = step.runs.map(run);
        context! { total, row, column, sentence => replay.sentence(step) }
    });
    turns.collect()
}

/// Reasons for the score of an order.
fn score_reasons(accounts: &LineAccounts, sense: Sense) -> String {
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

/// Sentence about the turn that costs most, with the reasons.
fn costliest(replay: &Replay<'_>, step: &Step, cost: &TurnCost, sense: Sense) -> String {
    let TurnCost { turn, lines, .. } = cost;
    let reasons = lines.iter().map(|(line, points)| {
        let run = match line.axis() {
            Axis::Horizontal => step.runs[0],
            Axis::Vertical => step.runs[1],
        };
        let effect = match run {
            None => format!("leaves a gap in {line}"),
            Some(run) => format!("makes a run of {} in {line}", run.length),
        };
        let points = counted(points, "point");
        match sense {
            Sense::Maximize => format!("{effect}, which can earn {points} less from then on"),
            Sense::Minimize => format!("{effect}, which earns {points} more than it must"),
        }
    });
    let place = replay.place(cost.cell);
    format!(
        "The costliest is turn {turn}: {place} {}.",
        reasons.format("; and it ")
    )
}

/// Sentence about the cost of the constraints, against the best order without constraints.
fn price(Price { without, points }: Price, count: usize, sense: Sense) -> String {
    let (best, _) = sense.best();
    let (constraints, cost) = match count {
        1 => ("the constraint", "it costs"),
        _ => ("the constraints", "they cost"),
    };
    match points {
        0 => format!("Without {constraints}, the {best} is {without} as well: {cost} nothing."),
        _ => format!(
            "Without {constraints}, the {best} is {without}: {cost} {}.",
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
        (score_reasons(&story.accounts, sense), cost)
    }

    #[test]
    fn the_reasons_name_lost_points_where_there_are_any() {
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
    fn the_reasons_of_a_minimum_name_added_points() {
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
    fn the_price_has_words_for_one_constraint_and_for_several() {
        let price = |without, points, count| {
            super::price(Price { without, points }, count, Sense::Maximize)
        };
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
