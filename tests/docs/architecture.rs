//! Imports of the crates and of their rooms, against the tables of `docs/architecture.md`.

use crate::{read, root, sources};
use std::collections::{BTreeMap, BTreeSet};

type Imports = BTreeMap<String, BTreeSet<String>>;

/// Rows of the table of rooms with their imports, from the ground up.
fn table_of_rooms() -> Vec<(String, BTreeSet<String>)> {
    let text = read("docs/architecture.md");
    let table = text.split("<!-- rooms: begin -->").nth(1).expect("a table");
    let table = table.split("<!-- rooms: end -->").next().expect("its end");
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').collect();
        let room = quoted(cells[1]).next().expect("a name");
        (
            room.to_owned(),
            quoted(cells[4]).map(String::from).collect(),
        )
    })
    .collect()
}

/// The words between back quotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Code of a file without comments and without its unit tests.
fn code(text: &str) -> String {
    let own_tests = text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len());
    let lines = text[..own_tests].lines();
    let code = lines.filter(|line| !line.trim_start().starts_with("//"));
    code.collect::<Vec<_>>().join("\n")
}

/// First words after each `crate::` of a text.
fn crate_paths(code: &str) -> BTreeSet<String> {
    let parts = code.split("crate::").skip(1);
    let words = parts.flat_map(paths).map(|path| word(path.trim()));
    words.filter(|word| !word.is_empty()).collect()
}

fn word(text: &str) -> String {
    let letter = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '_';
    text.chars().take_while(letter).collect()
}

/// Crates: the name in imports, the folder of the sources, and the room of a crate with a single room.
const CRATES: [(&str, &str, Option<&str>); 10] = [
    ("azulejo_control", "crates/control/src", Some("control")),
    ("azulejo_text", "crates/text/src", None),
    ("azulejo_cluster", "crates/cluster/src", Some("cluster")),
    ("azulejo_rules", "crates/rules/src", Some("game")),
    ("azulejo_check", "crates/referee/src", Some("referee")),
    ("azulejo_play", "crates/play/src", None),
    ("azulejo_solver", "crates/solver/src", None),
    ("azulejo_counting", "crates/counting/src", None),
    ("azulejo_lab", "crates/lab/src", None),
    ("azulejo", "src", None),
];

/// Rooms of other crates after each `azulejo_…` of a text. `azulejo` is left out, as no crate imports the program.
fn rooms_of_other_crates(code: &str) -> BTreeSet<String> {
    let mut rooms = BTreeSet::new();
    for (name, _, room) in &CRATES[..CRATES.len() - 1] {
        for part in code.split(name).skip(1) {
            match (room, part.strip_prefix("::")) {
                (Some(room), Some(_)) => rooms.insert((*room).to_owned()),
                (None, Some(path)) => rooms.insert(word(path)),
                (_, None) => continue,
            };
        }
    }
    rooms
}

/// Imports of each room, by its code.
fn imports_of_code() -> Imports {
    let mut imports = Imports::new();
    for (_, folder, only_room) in CRATES {
        let src = root(folder);
        for file in sources(&src) {
            let path = file.strip_prefix(&src).expect("below src");
            let first = path.iter().next().and_then(|part| part.to_str());
            let first = first.expect("a name").trim_end_matches(".rs");
            let room = only_room.unwrap_or(first).to_owned();
            if ["lib", "main"].contains(&&*room) {
                continue;
            }
            let code = code(&read(&file));
            let mut others = rooms_of_other_crates(&code);
            if only_room.is_none() {
                others.extend(crate_paths(&code));
            }
            others.remove(&room);
            imports.entry(room).or_default().extend(others);
        }
    }
    imports
}

/// Crates below `[dependencies]` in the manifest of a crate.
fn dependencies(folder: &str) -> BTreeSet<String> {
    let text = read(format!("{folder}/Cargo.toml"));
    let list = text.split("[dependencies]\n").nth(1).expect("a list");
    let list = list.split("\n[").next().expect("its end");
    let names = list
        .lines()
        .filter_map(|line| line.split(['.', ' ']).next());
    let names = names.filter(|name| !name.is_empty() && !name.starts_with('#'));
    names.map(String::from).collect()
}

/// Dependencies of the crates: the rules have few, and the referee has no dependency on a crate whose results it
/// checks.
#[test]
fn the_walls_between_crates_stand() {
    for (folder, expected) in [
        ("rules", ""),
        ("control", ""),
        ("referee", ""),
        ("text", ""),
        ("play", "azulejo-control azulejo-rules"),
        ("cluster", "azulejo-control azulejo-text"),
        (
            "solver",
            "azulejo-check azulejo-cluster azulejo-control azulejo-text",
        ),
        ("counting", "azulejo-control azulejo-solver"),
        ("lab", "azulejo-control azulejo-solver"),
    ] {
        let all = dependencies(&format!("crates/{folder}")).into_iter();
        let own: Vec<String> = all.filter(|name| name.starts_with("azulejo")).collect();
        assert_eq!(own.join(" "), expected, "{folder}");
    }
    let rules = dependencies("crates/rules");
    assert!((1..=5).contains(&rules.len()), "{rules:?}");
    let forbidden = ["std::fs", "std::time", "std::thread", "std::net"];
    assert_without("crates/rules/src", 30, &forbidden);
}

/// No file of a folder with more than `least` files has one of the names.
fn assert_without(folder: &str, least: usize, names: &[&str]) {
    let files = sources(&root(folder));
    assert!(files.len() > least);
    for file in files {
        let code = code(&read(&file));
        for name in names {
            assert!(!code.contains(name), "{name} in {}", file.display());
        }
    }
}

/// A page runs in a browser, too; its caller has the sockets, the clock and the disk.
#[test]
fn a_page_uses_no_socket_no_clock_and_no_disk() {
    let forbidden = [
        "std::fs",
        "std::net",
        "std::thread",
        "std::env",
        "SystemTime",
        "tokio",
        "axum",
        "std::time::Instant",
        "std::time::{Duration, Instant}",
    ];
    assert_without("src/pages", 20, &forbidden);
}

#[test]
fn a_room_has_the_imports_of_the_document() {
    let table: Imports = table_of_rooms().into_iter().collect();
    let imports = imports_of_code();
    assert_eq!(imports, table, "right: docs/architecture.md");
}

#[test]
fn a_room_imports_only_rooms_below_it() {
    let mut below = BTreeSet::new();
    for (room, imports) in table_of_rooms() {
        let above: Vec<_> = imports.difference(&below).collect();
        assert!(
            above.is_empty(),
            "{room} imports {above:?}, which stand above it"
        );
        below.insert(room);
    }
    assert!(below.len() > 15, "{below:?}");
}

/// The worked examples name files of the repository, except for the files that they create.
#[test]
fn the_paths_in_contributing_exist() {
    let text = read("CONTRIBUTING.md");
    let folders = "src/ crates/ tests/ docs/ instances/ models/ scripts/";
    let mut path_count = 0;
    for line in text.lines().filter(|line| !line.starts_with("    ")) {
        for name in quoted(line) {
            if folders.split(' ').any(|folder| name.starts_with(folder)) {
                let expected = !line.ends_with("is new:");
                assert_eq!(root(name).exists(), expected, "{line}");
                path_count += 1;
            }
        }
    }
    assert!(path_count > 20, "{path_count}");
}

/// Code of the files of a folder without tests, by the path of the module, which begins with the name of the folder.
fn modules_below(folder: &str) -> BTreeMap<String, String> {
    let folder = root(folder);
    let parent = folder.parent().expect("a folder stands in another");
    let mut files = sources(&folder);
    files.retain(|file| file.file_stem().is_none_or(|stem| stem != "tests"));
    let modules = files.iter().map(|file| {
        let path = file.strip_prefix(parent).expect("below it");
        let name = path.with_extension("");
        let parts = name.iter().filter_map(|part| part.to_str());
        let parts: Vec<&str> = parts.filter(|part| *part != "mod").collect();
        (parts.join("::"), code(&read(file)))
    });
    modules.collect()
}

/// Words of a list in braces, or a single path.
fn paths(part: &str) -> Vec<&str> {
    match part.strip_prefix('{') {
        Some(list) => list.split('}').next().unwrap_or(list).split(',').collect(),
        None => vec![part.split([';', ',', '}']).next().unwrap_or(part)],
    }
}

/// Deepest module on a path. The rest of the path is an item of this module, or of a module below it from which it
/// re-exports the item.
fn file_of(path: &str, base: &str, modules: &BTreeMap<String, String>) -> String {
    let mut module = base.to_owned();
    for name in path.trim().split("::").map(word) {
        let deeper = format!("{module}::{name}");
        if modules.contains_key(&deeper) {
            module = deeper;
            continue;
        }
        let code = modules.get(&module).map_or("", String::as_str);
        let origin = code.split("use ").skip(1).find_map(|part| {
            let (child, items) = part.split(';').next()?.split_once("::")?;
            let deeper = format!("{module}::{child}");
            let has = |path: &&str| path.trim().rsplit([' ', ':']).next() == Some(&name);
            let is_origin = modules.contains_key(&deeper) && paths(items).iter().any(has);
            is_origin.then_some(deeper)
        });
        return origin.unwrap_or(module);
    }
    module
}

/// Files of its folder that a file imports by `super::` and `crate::…::`.
fn imports_of(module: &str, modules: &BTreeMap<String, String>) -> BTreeSet<String> {
    let top = module.split("::").next().unwrap_or(module);
    let parent = module.rsplit_once("::").map_or("", |(parent, _)| parent);
    let code = &modules[module];
    let mut imports = BTreeSet::new();
    for part in code.split("super::").skip(1) {
        imports.extend(
            paths(part)
                .iter()
                .map(|path| file_of(path, parent, modules)),
        );
    }
    for part in code.split(&format!("{top}::")).skip(1) {
        imports.extend(paths(part).iter().map(|path| file_of(path, top, modules)));
    }
    // A folder imports its files.
    let is_child = |other: &&String| {
        other
            .rsplit_once("::")
            .is_some_and(|(parent, _)| parent == module)
    };
    imports.extend(modules.keys().filter(is_child).cloned());
    imports.remove(module);
    imports.retain(|other| modules.contains_key(other));
    imports
}

/// Files of these folders import each other without circles: a shared file imports none of the files that share it,
/// and a table of files imports all of them.
#[test]
fn the_files_of_folders_with_a_table_form_no_circle() {
    let folders = [
        ("src/cli", 50),
        ("crates/play/src/players", 30),
        ("crates/solver/src/formulation/ordering", 10),
    ];
    for (folder, least) in folders {
        let modules = modules_below(folder);
        let imports = |module: &String| (module.clone(), imports_of(module, &modules));
        let mut remaining: Imports = modules.keys().map(imports).collect();
        assert!(remaining.len() > least, "{remaining:?}");
        let edges: usize = remaining.values().map(BTreeSet::len).sum();
        assert!(edges > 3 * least, "{folder}: {edges}");
        loop {
            let open: BTreeSet<String> = remaining.keys().cloned().collect();
            let before = remaining.len();
            remaining.retain(|_, imports| !imports.is_disjoint(&open));
            if remaining.len() == before {
                break;
            }
        }
        assert!(remaining.is_empty(), "a circle in {folder}: {remaining:#?}");
    }
}

/// Crates of a package with their versions and features, by `cargo tree`.
fn crates_of(package: &str, edges: &str, features: &[&str]) -> BTreeSet<String> {
    let output = std::process::Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--locked", "--package", package])
        .args(["--prefix", "none", "--no-dedupe", "--format", "{p} [{f}]"])
        .args(["--edges", edges])
        .args(features)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    let crates = text.lines().map(|line| line.trim_end_matches(" (*)"));
    crates.map(String::from).collect()
}

/// Features of `make quick`.
const QUICK_START: [&str; 3] = ["--no-default-features", "--features", "cli,microlp,cluster"];

/// A feature that a test adds to a crate of the program makes cargo compile crate, solver and program twice.
#[test]
fn the_tests_turn_no_feature_on_in_a_crate_of_the_program() {
    for features in [&[], &QUICK_START[..]] {
        let with_tests = crates_of("azulejo-wall", "normal,build,dev", features);
        let program = crates_of("azulejo-wall", "normal,build", features);
        let twice: Vec<_> = program.difference(&with_tests).collect();
        assert!(twice.is_empty(), "{features:?}: {twice:#?}");
    }
}

/// Crates of another package that the program has with other features.
fn crates_with_other_features(program: &BTreeSet<String>, package: &str) -> Vec<String> {
    let name = |line: &str| line.split(" [").next().unwrap_or_default().to_owned();
    let names: BTreeSet<String> = program.iter().map(|line| name(line)).collect();
    let other = crates_of(package, "normal,build", &[]).into_iter();
    other
        .filter(|line| names.contains(&name(line)) && !program.contains(line))
        .collect()
}

#[test]
fn the_wheel_turns_no_feature_on_in_a_crate_of_the_program() {
    let program = crates_of("azulejo-wall", "normal,build,dev", &[]);
    let twice = crates_with_other_features(&program, "azulejo-python");
    assert!(twice.is_empty(), "{twice:#?}");
}

/// PNG pictures have crates of their own, and the crate that unpacks them.
#[test]
fn the_site_is_written_by_the_crates_of_the_quick_start() {
    let quick_start = crates_of("azulejo-wall", "normal,build,dev", &QUICK_START);
    let twice = crates_with_other_features(&quick_start, "azulejo-site-files");
    let of_pictures = ["azulejo-wall ", "simd-adler32 "];
    let is_of_pictures = |line: &String| of_pictures.iter().any(|name| line.starts_with(name));
    assert!(twice.iter().all(is_of_pictures), "{twice:#?}");
}

/// A test program is not run again after success with the same bytes of the program, `instances/`, `tests/data/` and
/// `tools/coach/` (`scripts/test-program.sh`): none of these programs depends on anything else.
#[test]
fn tests_without_repetition_depend_on_their_own_bytes() {
    let script = read("scripts/test-program.sh");
    let lines = script.lines().map(str::trim);
    let names = lines.filter_map(|line| line.strip_suffix(") ;;"));
    let names = names.flat_map(|names| names.split(" | "));
    let mut programs = 0;
    for name in names.filter(|name| !name.starts_with("azulejo_")) {
        let files = match root("tests").join(name) {
            folder if folder.is_dir() => sources(&folder),
            folder => vec![folder.with_extension("rs")],
        };
        for file in files {
            let text = read(&file);
            for name in ["CARGO_BIN_EXE", "Command::new", "skipped(", "common/run.rs"] {
                assert!(!text.contains(name), "{}: {name}", file.display());
            }
            let folders = text.split("env!(\"CARGO_MANIFEST_DIR\")").skip(1);
            let folders = folders.map(|text| text.split('"').nth(1).unwrap_or_default());
            let paths = text.split("read_to_string(\"").skip(1);
            let paths = paths.map(|text| text.split('"').next().unwrap_or_default());
            for path in folders.chain(paths) {
                let path = path.trim_start_matches('/');
                let inputs = ["instances", "tests/data", "tools/coach"];
                let is_input = inputs.iter().any(|folder| path.starts_with(folder));
                assert!(is_input, "{}: {path}", file.display());
            }
        }
        programs += 1;
    }
    assert!(programs >= 5, "{programs}");
}
