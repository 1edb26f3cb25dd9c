//! The command line: output and exit codes.

use crate::helpers::{assert_fields, list, number, place, plot, read};
use crate::run::{Run, azulejo, azulejo_reading, command, numbers};
use azulejo::instance::{Flag, KINDS};
use serde_json::{Value, json};

const MAX: &str = "instances/case-study/3x3-max.json";
const ALL_KINDS: &str = "instances/constraints/all-kinds.json";

#[test]
fn the_json_of_solve_has_the_documented_keys_and_fits_together() {
    let json = azulejo("solve --size 3 --bonus 2,7,10 --format json").json(0);
    let (points, mut order) = (numbers(&json["points"]), numbers(&json["order"]));
    order.sort_unstable();
    assert_eq!((points.len(), order), (9, (1..=9).collect()));
    assert_eq!(points.iter().sum::<u64>(), 33);
    assert_eq!(json["bonus"], 3 * (2 + 7 + 10), "three of each");
    assert_eq!(json["score"], 33 + 57);
    assert_eq!(json["bound"], json["score"]);
    assert!(json["stats"]["seconds"].as_f64() > Some(0.0));
    // A bound alone proves it.
    let check = json!({"method": "graph", "score": 90, "agrees": true});
    let fields = json!({"schema": 1, "status": "optimal", "method": "auto", "cross_check": check});
    assert_fields(&json, &fields);
    if cfg!(feature = "highs") {
        let words = "solve --size 3 --bonus 2,7,10 --method ordering --format json";
        let stats = azulejo(words).json(0)["stats"].take();
        for key in ["columns", "rows", "nonzeros", "nodes", "iterations"] {
            assert!(stats[key].is_u64(), "{key}");
        }
    }
    let object = json.as_object().expect("an object");
    let mut keys: Vec<&str> = object.keys().map(String::as_str).collect();
    keys.sort_unstable();
    let documented = "bonus bound cross_check instance method order points proof schema score";
    assert_eq!(keys.join(" "), format!("{documented} stats status"));
}

#[test]
fn an_explanation_comes_after_the_answer_and_has_the_parts_of_the_score() {
    for words in [
        "solve --size 3 --method graph",
        "solve --size 3 --sense min --method frontier",
        "solve --size 3 --turns 4 --method frontier",
        "solve --size 3 --turns 4 --method dense",
        "solve --size 4 --bonus 2,7,10 --method graph",
    ] {
        let run = azulejo(&format!("{words} --explain")).ended(0);
        let (answer, explanation) = run.out.split_once("\nThe lines\n").expect("the lines");
        assert!(answer.contains("(proven"), "{answer}");
        assert!(explanation.contains("\nWhat is proven\n"), "{explanation}");
        let json = azulejo(&format!("{words} --explain --format json")).json(0);
        let order = &json["explain"]["order"];
        let lines = list(&order["lines"]).iter();
        let points = lines.map(|line| line["points"].as_u64().expect("points"));
        let [singles, bonus] = ["singles", "bonus"].map(|key| order[key].as_u64());
        let sum = points.sum::<u64>() + singles.expect("singles") + bonus.expect("a bonus");
        assert_eq!(json["score"], sum, "the score falls into its parts");
    }
}

#[test]
fn explain_of_an_infeasible_instance_has_its_layers() {
    for method in ["graph", "frontier"] {
        let words = "solve instances/constraints/infeasible.json --explain --format json";
        let json = azulejo(&format!("{words} --method {method}")).json(3);
        assert!(json["explain"]["history"]["layers"]["layers"].is_array());
    }
}

#[test]
fn a_whole_plot_replaces_an_older_file() {
    let path = place("plots", "layers.svg");
    std::fs::write(&path, "an old picture").expect("a place for files");
    azulejo(&format!("solve --size 3 --method graph --plot \"{path}\""))
        .ended(0)
        .says("33 = bound 33");
    let svg = read(&path);
    assert!(
        svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"),
        "{svg}"
    );
    assert!(svg.contains("3×3 wall") && svg.contains("tiles"), "{svg}");
    let folder = std::path::Path::new(&path).parent().expect("a folder");
    let files = std::fs::read_dir(folder).expect("a folder").count();
    assert_eq!(files, 1, "nothing beside it");
}

#[test]
fn all_scores_have_a_plot_and_a_standard_deviation() {
    let svg = plot("count --size 3 --all-scores");
    let title = "362880 orders, mean score 28.53, standard deviation 2.01";
    assert!(svg.starts_with("<svg ") && svg.contains(title), "{svg}");
    // A column for each of 12 scores, and the background.
    assert_eq!(svg.matches("<rect ").count(), 12 + 1, "{svg}");
    let json = azulejo("count --size 2 --all-scores --format json").json(0);
    let rounded = |key: &str| (number(&json[key]) * 1e9).round();
    assert_eq!(rounded("standard_deviation"), 471_404_521.0);
    assert_eq!(rounded("mean"), 9_333_333_333.0);
}

#[test]
fn a_plot_without_a_search_has_a_sentence_and_no_empty_axes() {
    let svg = plot("solve --size 6");
    assert!(svg.contains("No search was needed"), "{svg}");
    assert!(!svg.contains("coverings gone through") && !svg.contains("<polyline"));
}

#[test]
fn a_plot_that_would_replace_a_folder_is_refused_before_solving() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("folder.svg");
    std::fs::create_dir(&path).expect("a folder");
    // A solve takes minutes.
    let words = "solve --size 8 --sense min --rule rounds --plot";
    azulejo(&format!("{words} \"{}\"", path.display()))
        .ended(1)
        .says("it is a folder");
}

#[test]
fn a_message_about_stopped_orders_names_the_flags_to_go_on() {
    let path = place("commands", "orders.azulejo");
    let words = format!("orders --size 5 --list 1 --checkpoint \"{path}\"");
    let run = azulejo(&format!("{words} --time-limit 0s"));
    assert_eq!((run.code, &*run.out), (5, ""));
    run.says("stopped before the orders were found");
    run.says(&format!("go on with --checkpoint {path} --resume"));
    let run = azulejo(&format!("{words} --resume")).ended(0);
    assert_eq!(run.out.split_whitespace().count(), 25);
}

#[test]
fn the_order_of_solve_fed_back_to_check_has_the_same_points_and_score() {
    let solution = azulejo(&format!("solve {ALL_KINDS} --format json"));
    let json = solution.json(0);
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/solution.json");
    std::fs::write(path, &solution.out).expect("a place for files");
    let cells = json["order"].to_string().replace(['[', ',', ']'], " ");
    let order = format!("--order \"{cells}\"");
    let file = format!("--solution \"{path}\"");
    for flag in [&*order, &*file, "--solution -"] {
        let words = format!("check {ALL_KINDS} {flag}");
        let run = azulejo_reading(&words, &*solution.out).ended(0);
        assert_eq!(run.line("score"), json["score"].to_string());
        let words = format!("{words} --format json");
        let check = azulejo_reading(&words, &*solution.out).json(0);
        assert_eq!(check["valid"], true);
        assert_eq!(check["violations"], json!([]));
        for key in ["instance", "score", "points", "order", "bonus"] {
            assert_eq!(check[key], json[key], "{flag}: {key}");
        }
    }
}

#[test]
fn an_instance_is_the_same_from_a_file_from_standard_input_and_from_flags() {
    let file = "tests/data/cli/flags.json";
    let text = read(file);
    let original: Value = serde_json::from_str(&text).expect("JSON");
    let mut bare = original.clone();
    for key in ["name", "source", "published"] {
        let object = bare.as_object_mut().expect("an object");
        assert!(object.remove(key).is_some(), "{key} is in the file");
    }
    let flags = include_str!("../data/cli/flags.txt");
    for (source, instance) in [(file, &original), ("-", &original), (flags, &bare)] {
        let words = format!("solve --format json {source}");
        let json = azulejo_reading(&words, &*text).json(0);
        assert_eq!(json["instance"], *instance, "{source}");
        // Cells 1, 4, 2, 5 beside cell 6 earn 1 + 2 + 2 + 5; two columns and a row are complete.
        assert_eq!(json["score"], 10 + 2 * 7 + 2, "{source}");
    }
}

#[test]
fn every_kind_of_constraint_has_a_flag_that_takes_its_own_example() {
    for kind in KINDS {
        let flag = match kind.flag {
            Flag::Own { name, example, .. } => format!("--{name} \"{example}\""),
            Flag::Rule { .. } => format!("--rule {kind}"),
        };
        let json = azulejo(&format!("check --size 3 --order 1 --format json {flag}")).json(3);
        let constraints = list(&json["instance"]["constraints"]).iter();
        let kinds: Vec<&Value> = constraints.map(|constraint| &constraint["type"]).collect();
        assert_eq!(kinds, [kind.name], "{flag}");
        let run = azulejo(&format!("check no.json --order 1 {flag}")).ended(2);
        let name = flag.split(' ').next().expect("a name");
        run.says(&format!("leave out {name}, or the file"));
    }
}

#[test]
fn check_prints_the_points_of_every_turn() {
    let run = azulejo(&format!("check {MAX} --order \"5 7 3 4 2 1 6 8 9\""));
    insta::assert_snapshot!(run.ended(0).out);
}

#[test]
fn the_json_of_check_has_the_breakdown_by_the_flag() {
    let words = "check --size 2 --order \"1 2 3 4\" --format json";
    let plain = azulejo(words).json(0);
    assert_eq!(plain.get("breakdown"), None);
    let mut json = azulejo(&format!("{words} --breakdown")).json(0);
    let object = json.as_object_mut().expect("an object");
    assert!(object.remove("breakdown").is_some());
    assert_eq!(json, plain, "nothing else changes");
}

#[test]
fn verbose_adds_the_two_tables_of_the_case_study() {
    let cells = [5, 7, 3, 4, 2, 1, 6, 8, 9].into_iter().zip(1..);
    let flags = cells.map(|(cell, turn)| format!(" --fix {cell}@{turn}"));
    let words = format!("solve --size 3{}", flags.collect::<String>());
    let tables = "Positions completed";
    azulejo(&words).ended(0).is_silent_about(tables);
    let verbose = azulejo(&format!("{words} -v")).ended(0).out;
    let start = verbose.find(tables).expect("two tables");
    insta::assert_snapshot!(verbose[start..]);
}

#[test]
fn the_flag_and_the_variables_decide_about_colours() {
    for (variables, when, expected) in [
        ("", "auto", false),
        ("", "always", true),
        ("", "never", false),
        ("CLICOLOR_FORCE", "auto", true),
        ("CLICOLOR_FORCE NO_COLOR", "auto", false),
        ("CLICOLOR_FORCE", "never", false),
        ("NO_COLOR", "always", true),
    ] {
        for words in ["solve --size 2", "solve no-such.json"] {
            let mut command = command(&format!("--color {when} {words}"));
            command.envs(variables.split_whitespace().map(|name| (name, "1")));
            let is_coloured = Run::of(command, "").printed().contains('\u{1b}');
            assert_eq!(is_coloured, expected, "{variables} {when} {words}");
        }
    }
    let json = azulejo("solve --size 3 --color always --format json").json(0);
    assert_eq!(json["score"], 33);
}

#[test]
fn every_subcommand_has_help_and_stands_in_the_manual_and_in_every_completion_script() {
    let help = azulejo("--help").ended(0);
    help.says("\nExit codes:\n");
    for code in 0..=6 {
        help.says(&format!("\n  {code}  "));
    }
    let manual = azulejo("man").ended(0).out.replace("\\-", " ");
    let mut pages = vec![("the manual", manual)];
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = azulejo(&format!("completions {shell}")).ended(0);
        pages.push((shell, script.out));
    }
    let (_, list) = help.out.split_once("Commands:\n").expect("a list");
    let names = list.lines().map_while(|line| line.split(' ').nth(2));
    let names: Vec<&str> = names.filter(|name| *name != "help").collect();
    assert!(names.len() >= 5 && names.contains(&"solve"), "{names:?}");
    for name in names {
        let run = azulejo(&format!("{name} --help")).ended(0);
        run.says(&format!("Usage: azulejo {name}"));
        for (page, text) in &pages {
            let mut words = text.split(|end: char| !end.is_alphanumeric());
            assert!(words.any(|word| word == name), "{page}: {name}");
        }
    }
}

#[test]
fn a_repeated_constraint_is_a_warning_and_the_answer_stays() {
    let once = azulejo("solve --size 3 --fix 5@9").ended(0).line("score");
    let proof = place("commands", "proof.json");
    let words = "solve --size 3 --fix 5@9 --fix 2,2@9 --certificate";
    let twice = azulejo(&format!("{words} \"{proof}\""));
    let warning = "warning: --fix 2,2@9: says the same as --fix 5@9";
    assert_eq!((twice.code, twice.err.trim()), (0, warning));
    assert_eq!(twice.line("score"), once);
    let result = azulejo_check::check(&read(proof));
    assert!(result.is_ok(), "{result:?}");
}

#[cfg(not(feature = "highs"))]
#[test]
fn a_command_that_needs_highs_names_the_build_with_it() {
    azulejo("grade models/ordering.mod")
        .ended(2)
        .says("grade needs HiGHS, which is not built into this azulejo: cargo install --path . builds it in");
}
