//! The command line: what it prints, and how it ends.

use crate::run::{Run, azulejo, azulejo_reading, command, numbers};
use azulejo::instance::{Flag, KINDS};
use serde_json::{Value, json};

const MAX: &str = "instances/case-study/3x3-max.json";
const ALL_KINDS: &str = "instances/constraints/all-kinds.json";

#[test]
fn the_two_case_study_problems_are_solved_proven_and_cross_checked() {
    for (name, score) in [("max", 33), ("centre-last", 30)] {
        let file = format!("instances/case-study/3x3-{name}.json");
        let run = azulejo(&format!("solve {file}")).ended(0);
        let proven = format!("{score} = bound {score} (proven maximum)");
        assert_eq!(run.line("score"), proven);
        if cfg!(feature = "highs") {
            run.says(&format!("the state graph agrees: {score},"));
        }
        let alone = azulejo(&format!("solve {file} --no-cross-check"));
        alone.ended(0).says(&proven).is_silent_about("cross-check");
    }
}

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
    assert_eq!(json["schema"], 1);
    assert_eq!(json["status"], "optimal");
    assert!(json["stats"]["seconds"].as_f64() > Some(0.0));
    assert_eq!(json["method"], "auto", "a bound alone proves it");
    let check = json!({"method": "graph", "score": 90, "agrees": true});
    assert_eq!(json["cross_check"], check);
    if cfg!(feature = "highs") {
        let words = "solve --size 3 --bonus 2,7,10 --method ordering --format json";
        let json = azulejo(words).json(0);
        assert_eq!(
            (&json["method"], json.get("asked")),
            (&json!("ordering"), None)
        );
        for key in ["columns", "rows", "nonzeros", "nodes", "iterations"] {
            assert!(json["stats"][key].is_u64(), "{key}");
        }
    }
    let object = json.as_object().expect("an object");
    let mut keys: Vec<&str> = object.keys().map(String::as_str).collect();
    keys.sort_unstable();
    let documented = "bonus bound cross_check instance method order points proof schema score";
    assert_eq!(keys.join(" "), format!("{documented} stats status"));
    // Whose answer it is, and what was asked for.
    let json = azulejo("solve --size 5 --turns 6 --sense min --format json").json(0);
    assert_eq!(
        (&json["method"], &json["asked"]),
        (&json!("dense"), &json!("auto"))
    );
    assert_eq!(json["proof"]["by"], "dense-layers");
    assert_eq!((&json["score"], &json["bound"]), (&json!(6), &json!(6)));
}

#[test]
fn the_proof_says_whose_it_is() {
    let run = azulejo("solve --size 5 --turns 6").ended(0);
    assert_eq!(run.line("score"), "18 = bound 18 (proven maximum)");
    assert!(run.line("proof").starts_with("the bound by shapes equals"));
    let run = azulejo("solve --size 5 --turns 6 --sense min").ended(0);
    assert_eq!(run.line("score"), "6 = bound 6 (proven minimum)");
    assert!(
        run.line("proof")
            .starts_with("dense method: all 245506 coverings; no integer program is needed, ")
    );
    let run = azulejo("solve --size 7").ended(0);
    let closed = "the formula for the wall equals the score of the first order, so neither a search nor an integer program is needed, ";
    assert!(run.line("proof").starts_with(closed), "{}", run.out);
    let run = azulejo("count --size 5 --turns 6 --sense min").ended(0);
    assert!(
        run.line("proof")
            .starts_with("dense: 245506 coverings, 177100 in the largest layer, ")
    );
    let run = azulejo("count --size 5 --turns 6 --method frontier").ended(0);
    assert!(run.line("proof").starts_with("frontier: "));
    let run = azulejo("count --size 5 --method dense --checkpoint no.azulejo").ended(2);
    run.says("the dense method writes none; use --method frontier");
}

#[test]
fn explain_tells_what_happened_after_the_answer_and_on_demand_only() {
    for (words, parts) in [
        (
            "solve --size 3 --method graph",
            "Layer by layer|512 coverings were gone through",
        ),
        (
            "solve --size 3 --sense min --method frontier",
            "Layer by layer|22 is the minimum|a start one way or both: 8.",
        ),
        (
            "solve --size 3 --turns 4 --method frontier",
            " filled |4 turns",
        ),
        (
            "solve --size 3 --turns 4 --method dense",
            "256 coverings were gone through|every covering that can be reached was",
        ),
        (
            "solve --size 4 --bonus 2,7,10 --method graph",
            ", 76 by what is complete",
        ),
    ] {
        azulejo(words).ended(0).is_silent_about("What is proven");
        let run = azulejo(&format!("{words} --explain")).ended(0);
        for part in parts.split('|') {
            run.says(part);
        }
        let (answer, told) = run.out.split_once("\nThe lines\n").expect("the lines");
        assert!(answer.contains("(proven"), "{answer}");
        assert!(told.contains("\nWhat is proven\n"), "{told}");
        let json = azulejo(&format!("{words} --explain --format json")).json(0);
        let lines = json["explain"]["order"]["lines"].as_array().expect("lines");
        let points = lines
            .iter()
            .map(|line| line["points"].as_u64().expect("points"));
        let [singles, bonus] =
            ["singles", "bonus"].map(|key| json["explain"]["order"][key].as_u64());
        let sum = points.sum::<u64>() + singles.expect("singles") + bonus.expect("a bonus");
        assert_eq!(json["score"], sum, "the score falls into its parts");
        let json = azulejo(&format!("{words} --format json")).json(0);
        assert_eq!(json.get("explain"), None);
    }
}

#[test]
fn explain_of_an_infeasible_instance_has_no_order_to_tell_of() {
    let words = "solve instances/constraints/infeasible.json --explain";
    for method in ["graph", "frontier"] {
        let run = azulejo(&format!("{words} --method {method}")).ended(3);
        run.says("No order satisfies the constraints: every covering");
        run.is_silent_about("The lines");
        let json = azulejo(&format!("{words} --method {method} --format json")).json(3);
        assert_eq!(json["explain"]["order"], Value::Null);
        assert!(json["explain"]["history"]["layers"]["layers"].is_array());
    }
}

#[test]
fn a_plot_is_written_whole_and_takes_the_place_of_what_was_there() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("plots");
    std::fs::create_dir_all(&folder).expect("a place for files");
    let path = folder.join("layers.svg");
    std::fs::write(&path, "an old picture").expect("a place for files");
    let words = format!(
        "solve --size 3 --method graph --plot \"{}\"",
        path.display()
    );
    azulejo(&words).ended(0).says("33 = bound 33");
    let svg = std::fs::read_to_string(&path).expect("a picture");
    assert!(
        svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"),
        "{svg}"
    );
    assert!(svg.contains("3×3 wall") && svg.contains("tiles"), "{svg}");
    let files = std::fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(files, 1, "nothing beside it");
}

#[test]
fn all_scores_are_told_in_text_in_json_and_in_a_picture() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("scores.svg");
    let words = format!("count --size 3 --all-scores --plot \"{}\"", path.display());
    let run = azulejo(&words).ended(0);
    for line in [
        "\n   22    1088     0.30 %\n",
        "\n   29   77664    21.40 %\n",
        "\n  all  362880\n",
        "\nmean                28.5333 = 428/15\n",
        "\nvariance            4.0394 = 6362/1575\n",
        "\nstandard deviation  2.0098\n",
    ] {
        run.says(line);
    }
    let svg = std::fs::read_to_string(&path).expect("a picture");
    let found = "362880 orders, mean score 28.53, standard deviation 2.01";
    assert!(svg.starts_with("<svg ") && svg.contains(found), "{svg}");
    // A column for each of 12 scores, and the background.
    assert_eq!(svg.matches("<rect ").count(), 12 + 1, "{svg}");

    let json = azulejo("count --size 2 --all-scores --format json").json(0);
    assert_eq!(json["scores"], json!({"9": "16", "10": "8"}));
    assert_eq!(json["orders"], "24");
    assert_eq!(json["exact_mean"], "28/3");
    assert_eq!(json["exact_variance"], "2/9");
    assert_eq!(
        json["standard_deviation"]
            .as_f64()
            .map(|it| (it * 1e9).round()),
        Some(471_404_521.0)
    );
    assert_eq!(
        json["mean"].as_f64().map(|it| (it * 1e9).round()),
        Some(9_333_333_333.0)
    );
    azulejo("count --size 3 --plot scores.svg")
        .ended(2)
        .says("--all-scores");
}

#[test]
fn a_plot_of_an_answer_without_a_search_says_so_and_has_no_empty_axes() {
    let path = format!("{}/unsearched.svg", env!("CARGO_TARGET_TMPDIR"));
    azulejo(&format!("solve --size 6 --plot \"{path}\"")).ended(0);
    let svg = std::fs::read_to_string(&path).expect("a picture");
    assert!(svg.contains("No search was needed"), "{svg}");
    assert!(!svg.contains("coverings gone through") && !svg.contains("<polyline"));
}

#[test]
fn a_plot_that_cannot_be_written_is_refused_before_solving() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    // Minutes, if it were solved.
    let words = "solve --size 8 --sense min --rule rounds --plot";
    let run = azulejo(&format!("{words} plot.png")).ended(2);
    run.says("--plot plot.png").says("ends in .svg");
    azulejo(&format!("{words} no-such-folder/plot.svg"))
        .ended(1)
        .says("cannot write no-such-folder/plot.svg");
    let path = format!("{folder}/folder.svg");
    std::fs::create_dir_all(&path).expect("a place for files");
    azulejo(&format!("{words} \"{path}\""))
        .ended(1)
        .says("it is a folder");
}

#[test]
fn the_conflict_of_an_instance_from_flags_names_the_flags() {
    let flags = ["--fix 1@2", "--before 2:1", "--before 3:1"];
    let words = format!("solve --size 3 --last 9 {} --method graph", flags.join(" "));
    let run = azulejo(&words).ended(3);
    run.says("without any one of them, the others can")
        .is_silent_about("constraints[");
    for flag in flags {
        run.says(&format!("\n  {flag}: cell "));
    }
    run.is_silent_about("--last");
    let json = azulejo(&format!("{words} --format json")).json(3);
    assert_eq!(json["conflict"]["constraints"], json!([0, 1, 2]));
}

#[test]
fn orders_that_are_stopped_say_how_to_go_on() {
    let path = format!("{}/orders.azulejo", env!("CARGO_TARGET_TMPDIR"));
    let _ = std::fs::remove_file(&path);
    let words = format!("orders --size 5 --list 1 --time-limit 0s --checkpoint \"{path}\"");
    let run = azulejo(&words);
    assert_eq!((run.code, &*run.out), (5, ""));
    run.says("stopped before the orders were found");
    run.says(&format!("go on with --checkpoint {path} --resume"));
    let resumed = azulejo(&format!(
        "orders --size 5 --list 1 --checkpoint \"{path}\" --resume"
    ))
    .ended(0);
    assert_eq!(resumed.out.split_whitespace().count(), 25);
}

#[test]
fn the_order_of_solve_fed_back_to_check_has_the_same_points_and_score() {
    let solved = azulejo(&format!("solve {ALL_KINDS} --format json"));
    let json = solved.json(0);
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/solution.json");
    std::fs::write(path, &solved.out).expect("a place for files");
    let cells = json["order"].to_string().replace(['[', ',', ']'], " ");
    let order = format!("--order \"{cells}\"");
    let file = format!("--solution \"{path}\"");
    for from in [&*order, &*file, "--solution -"] {
        let words = format!("check {ALL_KINDS} {from}");
        let run = azulejo_reading(&words, &*solved.out).ended(0);
        assert_eq!(run.line("score"), json["score"].to_string());
        let words = format!("{words} --format json");
        let checked = azulejo_reading(&words, &*solved.out).json(0);
        assert_eq!(checked["valid"], true);
        assert_eq!(checked["violations"], json!([]));
        for key in ["instance", "score", "points", "order", "bonus"] {
            assert_eq!(checked[key], json[key], "{from}: {key}");
        }
    }
}

#[test]
fn an_instance_is_the_same_from_a_file_from_standard_input_and_from_flags() {
    let file = "tests/data/cli/flags.json";
    let text = std::fs::read_to_string(file).expect("a file");
    let written: Value = serde_json::from_str(&text).expect("JSON");
    let mut bare = written.clone();
    for key in ["name", "source", "published"] {
        let object = bare.as_object_mut().expect("an object");
        assert!(object.remove(key).is_some(), "{key} is in the file");
    }
    let flags = include_str!("../data/cli/flags.txt");
    for (from, instance) in [(file, &written), ("-", &written), (flags, &bare)] {
        let words = format!("solve --format json {from}");
        let json = azulejo_reading(&words, &*text).json(0);
        assert_eq!(json["instance"], *instance, "{from}");
        // Cells 1, 4, 2, 5 beside cell 6 earn 1 + 2 + 2 + 5; two columns and a row are complete.
        assert_eq!(json["score"], 10 + 2 * 7 + 2, "{from}");
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
        let constraints = json["instance"]["constraints"].as_array();
        let constraints = constraints.expect("a list of constraints");
        let kinds: Vec<&Value> = constraints.iter().map(|one| &one["type"]).collect();
        assert_eq!(kinds, [kind.name], "{flag}");
        let mixed = azulejo(&format!("check no.json --order 1 {flag}")).ended(2);
        let name = flag.split(' ').next().expect("a name");
        mixed.says(&format!("leave out {name}, or the file"));
    }
}

#[test]
fn check_prints_the_points_of_every_turn() {
    let run = azulejo(&format!("check {MAX} --order \"5 7 3 4 2 1 6 8 9\""));
    insta::assert_snapshot!(run.ended(0).out);
}

#[test]
fn verbose_adds_the_two_tables_of_the_case_study() {
    let cells = [5, 7, 3, 4, 2, 1, 6, 8, 9];
    let mut words = String::from("solve --size 3");
    for (index, cell) in cells.into_iter().enumerate() {
        words += &format!(" --fix {cell}@{}", index + 1);
    }
    let tables = "Positions completed";
    azulejo(&words).ended(0).is_silent_about(tables);
    let verbose = azulejo(&format!("{words} -v")).ended(0).out;
    let at = verbose.find(tables).expect("two tables");
    insta::assert_snapshot!(verbose[at..]);
}

#[test]
fn colours_are_shown_where_they_are_wanted_only() {
    for (variables, when, coloured) in [
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
            let found = Run::of(command, "").printed().contains('\u{1b}');
            assert_eq!(found, coloured, "{variables} {when} {words}");
        }
    }
    let json = azulejo("solve --size 3 --color always --format json").json(0);
    assert_eq!(json["score"], 33);
}

#[test]
fn the_name_of_an_instance_sends_no_control_characters_to_the_terminal() {
    let wall = r#""wall": {"rows": 1, "columns": 1}, "sense": "maximize""#;
    let text = format!(r#"{{"name": "a\u001b[2Jb\u0007c", {wall}}}"#);
    let run = azulejo_reading("solve - --color always", text);
    run.is_silent_about("\u{1b}[2J").is_silent_about("\u{7}");
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
