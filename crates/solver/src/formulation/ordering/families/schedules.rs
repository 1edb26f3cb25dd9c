//! Schedules of lines: in which phases the cells of a line are filled, and what that costs the line at least.

use super::table::{Cuts, Rows};
use crate::formulation::ordering::points::{LineSums, PointRows};
use crate::formulation::program::Relation::{AtLeast, Equal};
use crate::formulation::{Equation, Fact, Linear};
use crate::instance::{Sense, Turn};
use crate::problem::Phase;
use crate::wall::{Cell, Line};
use azulejo_control::{Control, Stopped};
use itertools::Itertools;
use std::ops::{Range, RangeInclusive};

pub(super) static CUTS: Cuts = Cuts {
    name: "schedules",
    help: "(O-14) The least that a line earns, given the phases in which its cells are filled",
    equations: &[&ONE, &CELLS, &COST],
    columns: &[(
        "w(ℓ,σ)",
        "the cells of line $ℓ$ are filled in the phases of the schedule $σ$",
    )],
    helps: Some(Sense::Minimize),
    rows: Rows::OfLine(|points, line, sums, control| Ok(points.schedule(line, sums, control)?)),
};

static ONE: Equation = Equation {
    number: "O-14a",
    statement: "Each line has one schedule: $w(ℓ,σ)$ says that its cells are filled in the phases of $σ$",
    each: "every line $ℓ$ whose cells have a choice",
    formula: "Σ_{σ} w(ℓ,σ) = 1",
};

static CELLS: Equation = Equation {
    number: "O-14b",
    statement: "The schedule of a line has each of its cells in the phase in which it is filled",
    each: "every such line $ℓ$, cell $c$ of it and end $t$ of a phase",
    formula: "y(c,t) = Σ_{σ: σ(c) ≤ t} w(ℓ,σ)",
};

static COST: Equation = Equation {
    number: "O-14c",
    statement: "A line has at least the points and starts of its schedule",
    each: "every such line $ℓ$",
    formula: "P(ℓ) + S(ℓ) ≥ Σ_{σ} least(σ)·w(ℓ,σ)",
};

/// Largest number of schedules of a line that tell all phases apart.
const MOST: usize = 1024;

/// Largest number of schedules of a line that tell apart only the phases before and after one end. They replace the others where these
/// are too many, for as many ends as the line has cells.
const MOST_BY_END: usize = 256;

/// The longest line.
const LONGEST: usize = 12;

/// Consecutive phases that a schedule does not tell apart.
struct Class<'a> {
    spans: &'a [Phase<'a>],
    /// The index of its last phase.
    last: usize,
    /// The number of cells of the line that its turns fill.
    count: RangeInclusive<usize>,
}

impl PointRows<'_> {
    /// (O-14) The schedules of a line.
    fn schedule(&mut self, line: Line, sums: &LineSums, control: &Control) -> Result<(), Stopped> {
        let spans = self.problem.phases_of_rows();
        let cells: Vec<Cell> = self.problem.wall().line_cells(line).collect();
        let free = |cell: &&Cell| !self.problem.initial().contains(**cell);
        let is_whole = |span: &Phase<'_>| {
            let mut free = cells.iter().filter(free);
            free.all(|&cell| span.cells.contains(cell))
        };
        // Where each phase may fill each cell, all schedules are alike.
        if !self.problem.fills_the_wall() || spans.iter().all(is_whole) || cells.len() > LONGEST {
            return Ok(());
        }
        // A class begins with each phase that may fill some of the cells.
        let fills = |span: &Phase<'_>| cells.iter().any(|&cell| span.cells.contains(cell));
        let begins = (1..spans.len()).filter(|&phase| fills(&spans[phase]));
        let bounds = std::iter::once(0).chain(begins).chain([spans.len()]);
        let single_phases = bounds.tuple_windows().map(|(from, to)| from..to);
        let single_phases = single_phases.collect_vec();
        if self.schedules(line, &cells, &spans, &single_phases, MOST, sums) {
            return Ok(());
        }
        let parts = cells.len().min(spans.len());
        let ends = (1..parts).map(|part| part * spans.len() / parts);
        for end in ends.dedup() {
            control.go_on()?;
            let by_end = [0..end, end..spans.len()];
            self.schedules(line, &cells, &spans, &by_end, MOST_BY_END, sums);
        }
        Ok(())
    }

    /// Adds the schedules that tell these classes of phases apart; false where they are too many.
    fn schedules(
        &mut self,
        line: Line,
        cells: &[Cell],
        spans: &[Phase<'_>],
        classes: &[Range<usize>],
        most: usize,
        sums: &LineSums,
    ) -> bool {
        let free = |cell: Cell| !self.problem.initial().contains(cell);
        // A phase fills no cell that is not free.
        let fills = |span: &Phase<'_>| cells.iter().any(|&cell| span.cells.contains(cell));
        let is_inside = |span: &Phase<'_>| span.cells.iter().all(|cell| cells.contains(&cell));
        let turns = |spans: &[Phase<'_>], predicate: &dyn Fn(&Phase<'_>) -> bool| -> usize {
            let spans = spans.iter().filter(|span| predicate(span));
            spans.map(|span| span.turns).sum()
        };
        let classes = classes.iter().map(|range| {
            let of_class = &spans[range.clone()];
            Class {
                spans: of_class,
                last: range.end - 1,
                count: turns(of_class, &is_inside)..=turns(of_class, &fills),
            }
        });
        let classes = classes.collect_vec();
        let choices = cells.iter().map(|&cell| {
            let may_fill =
                |class: &Class<'_>| class.spans.iter().any(|span| span.cells.contains(cell));
            match free(cell) {
                true => classes.iter().positions(may_fill).map(Some).collect(),
                false => vec![None],
            }
        });
        let Some(schedules) = all_schedules(&choices.collect_vec(), &classes, most) else {
            return false;
        };
        if schedules.len() < 2 {
            return true;
        }
        let (name, number) = line.word_and_number();
        let suffix = match classes.len() {
            2 => format!(",{}", classes[0].last + 1),
            _ => String::new(),
        };
        let mut total = Linear::default();
        let mut cost = Linear::default();
        let mut by_end = vec![vec![Linear::default(); classes.len()]; cells.len()];
        for (index, schedule) in schedules.iter().enumerate() {
            let in_turns = |(&cell, class): (&Cell, &Option<usize>)| {
                let class = &classes[(*class)?];
                let end = class.spans.last()?.end;
                let turns = class.spans.iter().map(|span| span.turns).sum::<usize>();
                let [first, last] = [end - turns, end - 1].map(Turn::from_index);
                Some((cell, first, last))
            };
            let fact = Fact::Within {
                windows: cells.iter().zip(schedule).filter_map(in_turns).collect(),
            };
            let label = format!("w({name},{number}{suffix},{})", index + 1);
            let column = self.program.number(label, fact, 0..=1);
            total += column;
            cost.add_times(least(schedule), &column.into());
            for (cell, class) in schedule.iter().enumerate() {
                for sum in &mut by_end[cell][class.unwrap_or(0)..] {
                    *sum += column;
                }
            }
        }
        let label = format!("_{name}({number}{suffix})");
        self.program
            .row(&ONE, label.clone(), total, Equal, Linear::constant(1));
        for (&cell, sums) in cells.iter().zip(by_end).filter(|(cell, _)| free(**cell)) {
            for (class, sum) in classes.iter().zip(sums).rev().skip(1) {
                let filled = self.phases.by_end(cell, class.last).clone();
                let label = format!("_{name}({number}{suffix},{cell},{})", class.last + 1);
                self.program.row(&CELLS, label, filled, Equal, sum);
            }
        }
        let points = sums.points.clone() + sums.starts.clone();
        self.program.row(&COST, label, points, AtLeast, cost);
        true
    }
}

/// A class for each cell; none for an initial cell.
type Schedule = Vec<Option<usize>>;

/// Every schedule with as many cells in each class as it can have; none where there are more than `most`.
fn all_schedules(
    choices: &[Vec<Option<usize>>],
    classes: &[Class<'_>],
    most: usize,
) -> Option<Vec<Schedule>> {
    let mut partial: Vec<Schedule> = vec![Vec::new()];
    let count = |schedule: &Schedule, class: usize| {
        schedule
            .iter()
            .filter(|&&other| other == Some(class))
            .count()
    };
    for of_cell in choices {
        let extensions = partial
            .iter()
            .cartesian_product(of_cell)
            .map(|(schedule, &class)| {
                let mut schedule = schedule.clone();
                schedule.push(class);
                schedule
            });
        let fits = |schedule: &Schedule| {
            let last = schedule.last().copied().flatten();
            last.is_none_or(|class| count(schedule, class) <= *classes[class].count.end())
        };
        partial = extensions.filter(fits).take(most + 1).collect();
        if partial.len() > most {
            return None;
        }
    }
    let is_complete = |schedule: &Schedule| {
        let mut classes = classes.iter().enumerate();
        classes.all(|(index, class)| class.count.contains(&count(schedule, index)))
    };
    partial.retain(is_complete);
    Some(partial)
}

/// The least points and starts of a line, filled class by class.
///
/// The last tile of an interval between empty cells is one of its last class, and makes a run of its length.
fn least(schedule: &Schedule) -> i64 {
    let length = schedule.len();
    let mut table = vec![vec![0]; length + 1];
    for size in 1..=length {
        for from in 0..=length - size {
            let interval = &schedule[from..from + size];
            let last = interval.iter().max().copied().flatten();
            let sides =
                |place: usize| table[from][place] + table[from + place + 1][size - place - 1];
            let places = interval
                .iter()
                .positions(|&class| class.is_some() && class == last);
            let least = places.map(|place| size as i64 + sides(place)).min();
            table[from].push(least.unwrap_or(0)); // all initial
        }
    }
    table[0][length]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of five cells: in one class the least is Λ(5) = 1 + 2 + 2 + 3 + 3, and the cells of a later class part
    /// those of an earlier one.
    #[test]
    fn later_classes_part_earlier_ones() {
        let least = |classes: [u8; 5]| {
            // 0 stands for a cell that is filled at first.
            least(
                &classes
                    .map(|class| usize::from(class).checked_sub(1))
                    .into(),
            )
        };
        assert_eq!(least([1, 1, 1, 1, 1]), 11);
        assert_eq!(least([1, 1, 2, 1, 1]), 5 + 3 + 3);
        assert_eq!(least([2, 1, 1, 1, 1]), 5 + 8);
        assert_eq!(least([1, 2, 3, 4, 5]), 1 + 2 + 3 + 4 + 5);
        assert_eq!(least([0, 1, 0, 1, 0]), 3 + 5);
        assert_eq!(least([0, 0, 0, 0, 0]), 0);
    }
}
