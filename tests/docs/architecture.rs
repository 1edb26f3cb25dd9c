//! The crates and their rooms import only what `docs/architecture.md` says they do.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

type Imports = BTreeMap<String, BTreeSet<String>>;

/// The table "room, imports" of the document, from the ground up.
fn documented() -> Vec<(String, BTreeSet<String>)> {
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

/// A path of the repository.
fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The text of a file of the repository.
fn read(path: impl AsRef<Path>) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The words between back quotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The files of Rust below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let (mut folders, mut found) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("readable") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path);
            }
        }
    }
    found
}

/// The code of a file: without comments, and without what stands in its own tests.
fn code(text: &str) -> String {
    let own_tests = text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len());
    let lines = text[..own_tests].lines();
    let code = lines.filter(|line| !line.trim_start().starts_with("//"));
    code.collect::<Vec<_>>().join("\n")
}

/// The words behind each `crate::` of a text.
fn named(code: &str) -> BTreeSet<String> {
    let parts = code.split("crate::").skip(1);
    parts
        .flat_map(|part| match part.strip_prefix('{') {
            // `use crate::{a, b::c}`
            Some(list) => {
                let list = list.split('}').next().unwrap_or(list);
                list.split(',').map(str::trim).map(word).collect()
            }
            None => vec![word(part)],
        })
        .filter(|word| !word.is_empty())
        .collect()
}

fn word(text: &str) -> String {
    let letter = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '_';
    text.chars().take_while(letter).collect()
}

/// The crates: the name by which others import it, its sources, and the room that it is where it is one alone.
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

/// The rooms of other crates behind each `azulejo_…` of a text. Nothing imports the program, and a player has its name.
fn named_of_crates(code: &str) -> BTreeSet<String> {
    let mut rooms = BTreeSet::new();
    for (name, _, room) in &CRATES[..CRATES.len() - 1] {
        for part in code.split(name).skip(1) {
            match (room, part.strip_prefix("::")) {
                (Some(room), Some(_)) => rooms.insert((*room).to_owned()),
                (None, Some(inside)) => rooms.insert(word(inside)),
                (_, None) => continue,
            };
        }
    }
    rooms
}

/// The imports of each room, as its code says.
fn actual() -> Imports {
    let mut imports = Imports::new();
    for (_, folder, alone) in CRATES {
        let src = root(folder);
        for file in sources(&src) {
            let inside = file.strip_prefix(&src).expect("below src");
            let first = inside.iter().next().and_then(|part| part.to_str());
            let first = first.expect("a name").trim_end_matches(".rs");
            let room = alone.unwrap_or(first).to_owned();
            if ["lib", "main"].contains(&&*room) {
                continue;
            }
            let code = code(&read(&file));
            let mut others = named_of_crates(&code);
            if alone.is_none() {
                others.extend(named(&code));
            }
            others.remove(&room);
            imports.entry(room).or_default().extend(others);
        }
    }
    imports
}

/// The crates below `[dependencies]` in the manifest of a crate.
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

/// A user of the rules compiles little, and the referee is worth something only while it shares nothing with what it
/// checks.
#[test]
fn the_walls_between_crates_stand() {
    for (folder, ours) in [
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
        let found: Vec<String> = all.filter(|name| name.starts_with("azulejo")).collect();
        assert_eq!(found.join(" "), ours, "{folder}");
    }
    let of_rules = dependencies("crates/rules");
    assert!((1..=5).contains(&of_rules.len()), "{of_rules:?}");
    let outside = ["std::fs", "std::time", "std::thread", "std::net"];
    assert_names_none("crates/rules/src", 30, &outside);
}

/// No file of a folder, which has more than so many, names one of these.
fn assert_names_none(folder: &str, least: usize, outside: &[&str]) {
    let files = sources(&root(folder));
    assert!(files.len() > least);
    for file in files {
        let code = code(&read(&file));
        for name in outside {
            assert!(!code.contains(name), "{name} in {}", file.display());
        }
    }
}

/// A page runs in a browser, too: whoever asks has the sockets, the clock and the disk.
#[test]
fn a_page_knows_no_socket_no_clock_and_no_disk() {
    let outside = [
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
    assert_names_none("src/pages", 20, &outside);
}

#[test]
fn a_room_imports_what_the_document_says_and_nothing_else() {
    let documented: Imports = documented().into_iter().collect();
    let code = actual();
    assert_eq!(code, documented, "right: docs/architecture.md");
}

#[test]
fn a_room_imports_only_rooms_below_it() {
    let mut below = BTreeSet::new();
    for (room, imports) in documented() {
        let above: Vec<_> = imports.difference(&below).collect();
        assert!(
            above.is_empty(),
            "{room} imports {above:?}, which stand above it"
        );
        below.insert(room);
    }
    assert!(below.len() > 15, "{below:?}");
}

/// The worked examples lead to files that are there, but for those that they make.
#[test]
fn what_contributing_names_is_there() {
    let text = read("CONTRIBUTING.md");
    let folders = "src/ crates/ tests/ docs/ instances/ models/ scripts/";
    let mut found = 0;
    for line in text.lines().filter(|line| !line.starts_with("    ")) {
        for name in quoted(line) {
            if folders.split(' ').any(|folder| name.starts_with(folder)) {
                let expected = !line.ends_with("is new:");
                assert_eq!(root(name).exists(), expected, "{line}");
                found += 1;
            }
        }
    }
    assert!(found > 20, "{found}");
}

/// The files of a folder but for tests: their code by their module's path, which begins with the folder's name.
fn modules_below(folder: &str) -> BTreeMap<String, String> {
    let folder = root(folder);
    let above = folder.parent().expect("a folder stands in another");
    let mut files = sources(&folder);
    files.retain(|file| file.file_stem().is_none_or(|stem| stem != "tests"));
    let named = files.iter().map(|file| {
        let inside = file.strip_prefix(above).expect("below it");
        let name = inside.with_extension("");
        let parts = name.iter().filter_map(|part| part.to_str());
        let parts: Vec<&str> = parts.filter(|part| *part != "mod").collect();
        (parts.join("::"), code(&read(file)))
    });
    named.collect()
}

/// The words of a list in braces, or the one path that stands there.
fn paths(part: &str) -> Vec<&str> {
    match part.strip_prefix('{') {
        Some(list) => list.split('}').next().unwrap_or(list).split(',').collect(),
        None => vec![part.split([';', ',', '}']).next().unwrap_or(part)],
    }
}

/// As far down a path as there are files. What follows is an item of the last one, or of the file below it from which
/// that one hands the item on.
fn file_of(path: &str, base: &str, modules: &BTreeMap<String, String>) -> String {
    let mut found = base.to_owned();
    for name in path.trim().split("::").map(word) {
        let deeper = format!("{found}::{name}");
        if modules.contains_key(&deeper) {
            found = deeper;
            continue;
        }
        let code = modules.get(&found).map_or("", String::as_str);
        let handed_on = code.split("use ").skip(1).find_map(|part| {
            let (module, items) = part.split(';').next()?.split_once("::")?;
            let deeper = format!("{found}::{module}");
            let has = |path: &&str| path.trim().rsplit([' ', ':']).next() == Some(&name);
            let there = modules.contains_key(&deeper) && paths(items).iter().any(has);
            there.then_some(deeper)
        });
        return handed_on.unwrap_or(found);
    }
    found
}

/// The files of its folder that a file imports, as `super::` and `crate::…::` say.
fn imports_of(module: &str, modules: &BTreeMap<String, String>) -> BTreeSet<String> {
    let top = module.split("::").next().unwrap_or(module);
    let above = module.rsplit_once("::").map_or("", |(above, _)| above);
    let code = &modules[module];
    let mut imports = BTreeSet::new();
    for part in code.split("super::").skip(1) {
        imports.extend(paths(part).iter().map(|path| file_of(path, above, modules)));
    }
    for part in code.split(&format!("{top}::")).skip(1) {
        imports.extend(paths(part).iter().map(|path| file_of(path, top, modules)));
    }
    // A folder shows what is in it.
    let inside = |other: &&String| other.rsplit_once("::").is_some_and(|it| it.0 == module);
    imports.extend(modules.keys().filter(inside).cloned());
    imports.remove(module);
    imports.retain(|other| modules.contains_key(other));
    imports
}

/// In these folders no file needs another that needs it: what many share stands on nothing of what shares it, and a table
/// of all stands above what it lists.
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
        let mut left: Imports = modules.keys().map(imports).collect();
        assert!(left.len() > least, "{left:?}");
        let edges: usize = left.values().map(BTreeSet::len).sum();
        assert!(edges > 3 * least, "{folder}: {edges}");
        loop {
            let open: BTreeSet<String> = left.keys().cloned().collect();
            let before = left.len();
            left.retain(|_, imports| !imports.is_disjoint(&open));
            if left.len() == before {
                break;
            }
        }
        assert!(left.is_empty(), "a circle in {folder}: {left:#?}");
    }
}

/// The crates that the program is compiled from, each with its version and features, by cargo's own account.
fn compiled(package: &str, edges: &str, features: &[&str]) -> BTreeSet<String> {
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

/// Where a test turns a feature on in a crate of the program, cargo compiles the crate, the solver and the program twice.
#[test]
fn the_tests_turn_no_feature_on_in_a_crate_of_the_program() {
    for features in [&[], &QUICK_START[..]] {
        let with_tests = compiled("azulejo-wall", "normal,build,dev", features);
        let program = compiled("azulejo-wall", "normal,build", features);
        let twice: Vec<_> = program.difference(&with_tests).collect();
        assert!(twice.is_empty(), "{features:?}: {twice:#?}");
    }
}

/// The crates of another package that the program has with other features.
fn compiled_again(program: &BTreeSet<String>, package: &str) -> Vec<String> {
    let name = |line: &str| line.split(" [").next().unwrap_or_default().to_owned();
    let names: BTreeSet<String> = program.iter().map(|line| name(line)).collect();
    let other = compiled(package, "normal,build", &[]).into_iter();
    other
        .filter(|line| names.contains(&name(line)) && !program.contains(line))
        .collect()
}

#[test]
fn the_wheel_turns_no_feature_on_in_a_crate_of_the_program() {
    let program = compiled("azulejo-wall", "normal,build,dev", &[]);
    let twice = compiled_again(&program, "azulejo-python");
    assert!(twice.is_empty(), "{twice:#?}");
}

/// PNG pictures have crates of their own, and the crate that unpacks them.
#[test]
fn the_site_is_written_by_the_crates_of_the_quick_start() {
    let quick_start = compiled("azulejo-wall", "normal,build,dev", &QUICK_START);
    let twice = compiled_again(&quick_start, "azulejo-site-files");
    let of_pictures = ["azulejo-wall ", "simd-adler32 "];
    let is_of_pictures = |line: &String| of_pictures.iter().any(|name| line.starts_with(name));
    assert!(twice.iter().all(is_of_pictures), "{twice:#?}");
}

/// A test program that passed is not run again where its own bytes, `instances/`, `tests/data/` and `tools/coach/` are as
/// before (`scripts/test-program.sh`): none of these programs depends on anything else.
#[test]
fn the_tests_that_are_not_repeated_depend_on_their_own_bytes() {
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
            for outside in ["CARGO_BIN_EXE", "Command::new", "skipped(", "common/run.rs"] {
                assert!(!text.contains(outside), "{}: {outside}", file.display());
            }
            let folders = text.split("env!(\"CARGO_MANIFEST_DIR\")").skip(1);
            let folders = folders.map(|after| after.split('"').nth(1).unwrap_or_default());
            let paths = text.split("read_to_string(\"").skip(1);
            let paths = paths.map(|after| after.split('"').next().unwrap_or_default());
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
