//! Large walls: bounds under constraints, orders that meet them, and rows that are separated. Orders with a last cell are
//! in `bounds`.

use crate::common::{built, instance, parse, plain};
use azulejo::control::Control;
use azulejo::formulation::{Families, Family, Formulation, OrderingFormulation, Relation, Row};
use azulejo::instance::{Instance, Sense};
use azulejo::milp::{self, MilpOptions};
use azulejo::order::Incumbent;
use azulejo::outcome::Verdict;
use azulejo::problem::Problem;
use azulejo::solve::{Method, Settings, solve};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

/// A method proves a score within a minute.
#[track_caller]
fn assert_within_a_minute(instance: &Instance, method: Method, score: u32) {
    let settings = Settings::default().within(Some(Duration::from_secs(60)));
    let verdict = solve(instance, method, &settings).expect("it fits");
    let verdict = verdict.outcome.verdict;
    let result = (verdict.status(), verdict.score());
    assert_eq!(result, ("optimal", Some(score)), "{:?}", instance.name());
}

#[test]
fn the_large_instances_are_proven_in_seconds() {
    let expected = [
        // Each of the two lines through the cell is parted in 9 and 10 cells, and a single is won.
        ("20x20-centre-last-max", 8380 - (2 * 9 * 10 + 1)),
        ("20x20-chain-max", 8380),
        ("20x20-corner-first-max", 8380),
        ("30x30-max", 27870), // 30³ + 30² − 30
        // 30·Λ(30) twice, less 30² − 15², with Λ(30) = 31·5 − 2⁵ + 1
        ("30x30-min", 2 * 30 * (31 * 5 - 32 + 1) - 900 + 225),
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/large");
    let files = std::fs::read_dir(&folder).expect("it is there").count();
    assert_eq!(files, expected.len(), "every file is expected here");
    for (name, score) in expected {
        let text = std::fs::read_to_string(folder.join(name).with_extension("json"));
        let instance = parse(&text.expect("readable"));
        assert_within_a_minute(&instance, Method::Ordering, score);
    }
}

/// The bound and the order come from the orientations of neighbours (docs/proofs.md, section 16): no construction has the order.
#[test]
fn a_wall_of_12_by_12_whose_last_six_cells_are_given_is_proven() {
    let last = [(2, 4), (3, 10), (5, 2), (8, 3), (9, 4), (10, 12)];
    let instance = built(Instance::builder(12, 12, Sense::Maximize).last(last));
    assert_within_a_minute(&instance, Method::Auto, 1640);
}

/// A formulation whose rows are generated, beside the whole one, and values that are no order's, the same each time.
struct Separated {
    whole: OrderingFormulation,
    generating: OrderingFormulation,
    values: Vec<f64>,
}

impl Separated {
    fn new(instance: &Instance, without: &Families) -> Self {
        let problem = Problem::from(instance);
        let mut state = 7_u64;
        let next = || {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) as f64 / (1_u64 << 31) as f64
        };
        let generating = OrderingFormulation::generating(&problem, without).expect("small");
        let columns = generating.program().columns().len();
        Self {
            whole: OrderingFormulation::new(&problem).expect("small"),
            generating,
            values: std::iter::repeat_with(next).take(columns).collect(),
        }
    }

    /// How far the values violate a row.
    fn violation(&self, row: &Row) -> f64 {
        let terms = row.expression.terms();
        let left = terms.map(|(column, factor)| factor as f64 * self.values[column.index()]);
        let beyond = left.sum::<f64>() - row.right as f64;
        match row.relation {
            Relation::AtMost => beyond,
            Relation::AtLeast => -beyond,
            Relation::Equal => beyond.abs(),
        }
    }

    /// The names of the separated rows of selected equations.
    fn separated_rows(&self, is_selected: impl Fn(&str) -> bool) -> BTreeSet<String> {
        let cuts = self.generating.separate(&self.values);
        let rows = cuts.iter().map(|cut| &cut.row);
        let rows = rows.filter(|row| is_selected(row.equation.number));
        rows.map(|row| row.name.clone()).collect()
    }
}

#[test]
fn separation_finds_all_violated_rows() {
    for (rows, columns) in [(4, 4), (3, 6)] {
        let instance = plain(rows, columns, Sense::Maximize);
        for (without, numbers) in [
            (Families::new(), &["O-1", "O-2"][..]),
            (Families::from([Family::RectangleCuts]), &["O-1"]),
        ] {
            let separated = Separated::new(&instance, &without);
            let omitted_rows = separated.whole.program().rows().iter();
            let omitted_rows = omitted_rows.filter(|row| numbers.contains(&row.equation.number));
            let violated_rows = omitted_rows.filter(|row| separated.violation(row) > 1e-4);
            let expected: BTreeSet<String> = violated_rows.map(|row| row.name.clone()).collect();
            assert!(expected.len() > 5, "only {} are violated", expected.len());
            let names = separated.separated_rows(|_| true);
            assert_eq!(names, expected, "{rows}×{columns}");
            let more = separated.whole.separate(&separated.values);
            assert!(more.is_empty(), "nothing was left out");
        }
    }
}

#[test]
fn separation_finds_phase_rows_of_two_cells() {
    let builder = Instance::builder(3, 4, Sense::Maximize).window(2, 2..=9);
    let instance = built(builder.window(7, 3..=6).last([12]));
    let separated = Separated::new(&instance, &Families::new());
    let (whole, generating) = (separated.whole.program(), separated.generating.program());
    // The columns of both are the same, so that the rows of one apply to the values of the other.
    assert_eq!(whole.columns().len(), generating.columns().len());
    let is_phase_row = |row: &&Row| row.equation.number == "O-8";
    // A row is c8_phase(first,then,phase): for each two cells, the one that is violated most.
    let mut worst: BTreeMap<&str, &Row> = BTreeMap::new();
    for row in whole.rows().iter().filter(is_phase_row) {
        let (cells, _) = row.name.rsplit_once(',').expect("three numbers");
        let worst_row = worst.entry(cells).or_insert(row);
        if separated.violation(row) > separated.violation(worst_row) {
            *worst_row = row;
        }
    }
    let violated = worst.values().filter(|row| separated.violation(row) > 1e-4);
    let expected: BTreeSet<String> = violated.map(|row| row.name.clone()).collect();
    assert_eq!(generating.rows().iter().filter(is_phase_row).count(), 0);
    assert!(expected.len() > 5, "only {} are violated", expected.len());
    assert_eq!(separated.separated_rows(|number| number == "O-8"), expected);
}

#[test]
fn generated_rows_lead_to_the_same_optimum() {
    // Each turn is a phase of its own, so that most rows are those of (8).
    let with_rounds = |side| built(Instance::builder(side, side, Sense::Minimize).rounds());
    let instances = [
        plain(3, 3, Sense::Minimize),
        plain(4, 4, Sense::Minimize),
        plain(3, 5, Sense::Maximize),
        plain(5, 5, Sense::Maximize),
        instance("case-study/3x3-centre-last.json"),
        instance("constraints/before.json"),
        instance("constraints/horizon-min.json"),
        instance("constraints/window.json"),
        instance("constraints/all-kinds.json"),
        with_rounds(3),
        with_rounds(4),
    ];
    let without = [Family::BlockCuts].into(); // which leave nothing to separate
    let mut rounds = Vec::new();
    for instance in &instances {
        let problem = Problem::from(instance);
        let forms = [
            OrderingFormulation::without(&problem, &without),
            OrderingFormulation::generating(&problem, &without),
        ];
        let [whole, generated] = forms.map(|form| {
            let nothing = Incumbent::new(problem.sense(), None);
            let (form, options) = (form.expect("small"), MilpOptions::default());
            let outcome = milp::solve(&form, &problem, &nothing, &options, &Control::default());
            let outcome = outcome.expect("HiGHS runs");
            assert_eq!(outcome.verdict.status(), "optimal", "{instance:?}");
            outcome
        });
        assert_eq!(whole.verdict.score(), generated.verdict.score());
        let [whole, generated] = [whole.stats, generated.stats];
        assert!(generated.rows < whole.rows);
        assert_eq!((whole.separated_rows, whole.root_rounds), (None, None));
        rounds.push((generated.separated_rows, generated.root_rounds));
    }
    let mut round_counts = rounds.iter();
    let has_rounds = round_counts.any(|&(rows, rounds)| rows > Some(0) && rounds > Some(1));
    assert!(has_rounds, "{rounds:?}");
}

#[test]
fn a_time_limit_ends_row_generation() {
    // Nothing proves this one quickly.
    let settings = Settings::default().within(Some(Duration::from_secs(1)));
    let short = built(Instance::builder(20, 20, Sense::Minimize).turns(300));
    let answer = solve(&short, Method::Ordering, &settings).expect("it fits");
    let (verdict, seconds) = (answer.outcome.verdict, answer.outcome.stats.seconds);
    let is_feasible = matches!(verdict, Verdict::Feasible { .. });
    assert!(is_feasible, "{verdict:?}");
    assert!(seconds < 20.0, "{seconds}");
}
