//! Pictures of an order with the points of each turn, as SVG, PNG and text.

use crate::common::{cells, instance, parse, plain, random_instance};
use azulejo::instance::{Instance, Sense};
use azulejo::order::{Fault, Replay, Run};
use azulejo::render::picture::{self, PICTURES, POINTS, Picture, TURNS};
use azulejo::render::png::{MAX_PIXELS, PngError, png};
use azulejo::solve::{Method, Settings, solve};
use azulejo::wall::Cell;
use proptest::prelude::*;
use resvg::tiny_skia::Pixmap;
use std::collections::HashSet;

/// The case study's order of table 2.
fn table_2() -> (Instance, Vec<Cell>) {
    let order = cells(&[5, 7, 3, 4, 2, 1, 6, 8, 9]);
    (instance("case-study/3x3-max.json"), order)
}

fn svg(instance: &Instance, order: &[Cell], pictures: &[&Picture]) -> String {
    let replay = Replay::new(instance, order).expect("every tile has a place");
    picture::svg(&replay, None, pictures)
}

fn decode(svg: &str, width: Option<u32>) -> Pixmap {
    let bytes = png(svg, width).expect("small enough");
    Pixmap::decode_png(&bytes).expect("a PNG file")
}

#[test]
fn the_sentence_of_a_turn_has_the_runs_of_its_points() {
    let (instance, order) = table_2();
    let replay = Replay::new(&instance, &order).expect("valid");
    assert!(replay.order().cells().eq(order.iter().copied()));
    let sentence = |turn: usize| replay.sentence(&replay.steps()[turn - 1]);
    let single = "Turn 1: cell 5 (row 2, column 2) earns 1: it has no neighbour.";
    assert_eq!(sentence(1), single);
    let two_runs = "Turn 6: cell 1 (row 1, column 1) earns 6: a run of 3 in its row and a run of 3 in its column.";
    assert_eq!(sentence(6), two_runs);
    let runs = [[4, 5], [4, 7]].map(|ends| {
        let [first, last] = ends.map(Cell::from_number);
        Some(Run {
            first,
            last,
            length: 2,
        })
    });
    assert_eq!(replay.steps()[3].runs, runs);
}

#[test]
fn an_order_against_constraints_has_a_replay_and_an_order_without_a_place_has_none() {
    let (_, order) = table_2();
    let centre_last = instance("case-study/3x3-centre-last.json");
    let replay = Replay::new(&centre_last, &order).expect("every tile has a place");
    assert_eq!(replay.report().violations.len(), 1);
    let picture = picture::svg(&replay, None, &[&TURNS]);
    let sentence = "not valid: a constraint does not hold: cell 5 in turn 9";
    assert!(picture.contains(sentence), "{picture}");
    for (numbers, words) in [
        (&[1, 2, 2], "cell 2 is filled"),
        (&[1, 2, 10], "cell 10 is off"),
    ] {
        let refusal = Replay::new(&centre_last, &cells(numbers)).expect_err("no place");
        assert!(refusal.to_string().contains(words), "{refusal}");
        // The short length of the order is no obstacle.
        assert_eq!(refusal.0.len(), 1);
        assert!(!matches!(refusal.0[0].fault, Fault::Length { .. }));
    }
}

#[test]
fn pictures_of_small_walls() {
    let square = plain(2, 2, Sense::Maximize);
    let order = cells(&[1, 4, 2, 3]);
    insta::assert_snapshot!("2x2_turns.svg", svg(&square, &order, &[&TURNS]));
    let (three, order) = table_2();
    insta::assert_snapshot!("3x3.svg", svg(&three, &order, PICTURES));
    let replay = Replay::new(&three, &order).expect("valid");
    let text = picture::text(&replay, PICTURES);
    insta::assert_snapshot!("3x3.txt", anstream::adapter::strip_str(&text).to_string());
}

#[test]
fn the_heading_has_the_bound_of_the_score() {
    let (instance, order) = table_2();
    let replay = Replay::new(&instance, &order).expect("valid");
    let heading = |bound: Option<u32>| picture::svg(&replay, bound, &[]);
    for (bound, words) in [
        // A given order has no bound.
        (None, "score 33\n"),
        (Some(40), "score 33: the maximum is at most 40"),
        (Some(33), "score 33: the proven maximum"),
    ] {
        assert!(heading(bound).contains(words), "{words}");
    }
}

#[test]
fn a_png_has_its_requested_width_and_the_colours_of_the_svg() {
    let (instance, order) = table_2();
    let svg = svg(&instance, &order, &[&TURNS]);
    let pixels = decode(&svg, Some(1000));
    assert_eq!(pixels.width(), 1000);
    let tree = roxmltree::Document::parse(&svg).expect("XML");
    let size = |name: &str| -> f64 {
        let side = tree.root_element().attribute(name).expect("a size");
        side.parse().expect("a number")
    };
    let scale = 1000.0 / size("width");
    let height = (size("height") * scale).round();
    assert_eq!(f64::from(pixels.height()), height);
    for (turn, cell) in order.iter().enumerate() {
        let wall = instance.wall();
        let (row, column) = (wall.row_of(*cell), wall.column_of(*cell));
        let turn = (turn + 1).to_string();
        let mut nodes = tree.descendants();
        let group = nodes.find(|node| node.attribute("data-turn") == Some(&turn));
        let group = group.expect("a tile for each turn");
        let fill = group.descendants().find_map(|node| node.attribute("fill"));
        let place = group.attribute("transform").expect("a place");
        let place = place.trim_start_matches("translate(").trim_end_matches(')');
        let numbers = place
            .split(' ')
            .map(|number| number.parse().expect("a number"));
        let numbers: Vec<f64> = numbers.collect();
        assert!(numbers[0] >= 50.0 * column as f64 && numbers[1] >= 50.0 * row as f64);
        // A pixel beside the rounded corner, without a digit.
        let pixel = |offset: f64| ((offset + 8.0) * scale) as u32;
        let (x, y) = (
            pixel(28.0 + numbers[0]),
            pixel(offset_of(group) + numbers[1]),
        );
        let colour = pixels.pixel(x, y).expect("inside");
        let [red, green, blue] = [colour.red(), colour.green(), colour.blue()];
        let hex = format!("#{red:02x}{green:02x}{blue:02x}");
        assert_eq!(Some(&*hex), fill, "turn {turn}");
    }
}

/// Vertical offset of the panel of a node.
fn offset_of(node: roxmltree::Node<'_, '_>) -> f64 {
    let mut ancestors = node.ancestors().skip(1);
    let panel = ancestors.find_map(|parent| parent.attribute("transform"));
    let place = panel.expect("a panel").trim_end_matches(')');
    let (_, y) = place.split_once(' ').expect("two numbers");
    y.parse().expect("a number")
}

#[test]
fn a_png_is_sharp_by_default_is_never_blank_and_has_a_limit() {
    let (instance, order) = table_2();
    for &picture in PICTURES {
        let svg = svg(&instance, &order, &[picture]);
        let tree = roxmltree::Document::parse(&svg).expect("XML");
        let width = tree.root_element().attribute("width").expect("a width");
        let pixels = decode(&svg, None);
        let width: u32 = width.parse().expect("a number");
        assert_eq!(pixels.width(), 2 * width);
        let colours: HashSet<&[u8]> = pixels.data().chunks(4).collect();
        let count = colours.len();
        assert!(count > 20, "{picture:?} has {count} colours");
    }
    let long = plain(400, 1, Sense::Maximize);
    let order: Vec<Cell> = long.wall().cells().collect();
    let svg = svg(&long, &order, &[&TURNS]);
    let refusal = png(&svg, Some(16_384)).expect_err("too large");
    let PngError::TooLarge { width, height } = refusal else {
        panic!("{refusal}");
    };
    assert!(width == 16_384 && width * height > MAX_PIXELS);
}

#[test]
fn a_png_has_letters_on_a_machine_without_fonts() {
    let pixels = |name: &str| {
        let json = format!(
            r#"{{"name": "{name}", "wall": {{"rows": 1, "columns": 1}}, "sense": "maximize"}}"#
        );
        decode(&svg(&parse(&json), &cells(&[1]), &[]), Some(600))
    };
    // Two names of equal length, which differ in one letter.
    assert_ne!(pixels("Á×ñ1").data(), pixels("Á×ñ7").data());
}

#[test]
fn hostile_names_stay_text() {
    let name = r#"</title><script>alert('1')</script>&\"\u0000\uffff"#;
    let json = format!(
        r#"{{"name": "{name}", "wall": {{"rows": 1, "columns": 2}}, "sense": "maximize"}}"#
    );
    let instance = parse(&json);
    let svg = svg(&instance, &cells(&[2, 1]), PICTURES);
    let tree = roxmltree::Document::parse(&svg).expect("XML");
    assert!(!tree.descendants().any(|node| node.has_tag_name("script")));
    let is_title = |node: &roxmltree::Node<'_, '_>| node.tag_name().name() == "title";
    let title = tree
        .descendants()
        .find(is_title)
        .and_then(|node| node.text());
    assert_eq!(
        title,
        Some("</title><script>alert('1')</script>&\"\u{fffd}\u{fffd}")
    );
}

#[test]
fn walls_of_every_shape_are_drawn() {
    for (rows, columns) in [(1, 1), (1, 9), (9, 1), (20, 20), (1, 1024)] {
        let instance = plain(rows, columns, Sense::Minimize);
        let order: Vec<Cell> = instance.wall().cells().rev().collect();
        let all = svg(&instance, &order, PICTURES);
        roxmltree::Document::parse(&all).expect("XML");
        let numbers = svg(&instance, &order, &[&TURNS, &POINTS]);
        let tree = roxmltree::Document::parse(&numbers).expect("XML");
        let nodes = tree.descendants();
        let tiles = nodes.filter(|node| node.attribute("data-turn").is_some());
        assert_eq!(tiles.count(), 2 * order.len(), "turns and points");
    }
}

proptest! {
    #[test]
    fn runs_are_as_long_as_the_verifier_counts_them(instance in random_instance(12)) {
        let answer = solve(&instance, Method::Frontier, &Settings::default()).expect("small");
        if let Some(solution) = answer.outcome.verdict.solution() {
            let replay = Replay::new(&instance, &solution.order).expect("valid");
            for step in replay.steps() {
                let length = |run: &Option<Run>| run.map_or(0, |run| run.length as u32);
                let [row, column] = step.runs.each_ref().map(length);
                prop_assert_eq!((row, column), (step.kinds.horizontal, step.kinds.vertical));
                let wall = instance.wall();
                for run in step.runs.iter().flatten() {
                    let cell = step.cell.expect("no turn passes");
                    prop_assert!(run.first <= cell && cell <= run.last);
                    let across = wall.column_of(run.last) - wall.column_of(run.first);
                    let along = wall.row_of(run.last) - wall.row_of(run.first);
                    prop_assert_eq!(across + along + 1, run.length);
                }
            }
            let svg = picture::svg(&replay, None, PICTURES);
            prop_assert!(roxmltree::Document::parse(&svg).is_ok());
            prop_assert!(!picture::text(&replay, PICTURES).is_empty());
        }
    }
}
