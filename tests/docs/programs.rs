//! Test programs: each source file below `tests/` is a module of a program, so that no forgotten line drops a test.

use crate::{root, sources};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Adds a source file of a program, and the files of its modules, which are in `folder`.
fn add(file: PathBuf, folder: &Path, files: &mut BTreeSet<PathBuf>) {
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file:?}: {error}"));
    let mut path = None;
    for line in text.lines().map(str::trim) {
        if let Some(value) = line.strip_prefix("#[path = \"") {
            path = value.strip_suffix("\"]");
        }
        let declaration = line
            .trim_start_matches("pub ")
            .trim_start_matches("pub(crate) ");
        let name = declaration
            .strip_prefix("mod ")
            .and_then(|rest| rest.strip_suffix(';'));
        let Some(name) = name else { continue };
        let parent = file.parent().unwrap_or(folder);
        let module = match path.take() {
            Some(path) => parent.join(path).canonicalize().expect("a file"),
            None => [format!("{name}.rs"), format!("{name}/mod.rs")]
                .map(|file| folder.join(file))
                .into_iter()
                .find(|file| file.exists())
                .unwrap_or_else(|| panic!("{file:?}: {name}")),
        };
        let is_root = module.ends_with("mod.rs");
        let inner = if is_root {
            module.parent().unwrap_or(folder).to_owned()
        } else {
            module.with_extension("")
        };
        add(module, &inner, files);
    }
    files.insert(file);
}

#[test]
fn each_source_file_belongs_to_a_program() {
    let tests = root("tests").canonicalize().expect("a folder");
    let all = sources(&tests);
    let mut files = BTreeSet::new();
    for file in &all {
        let folder = file.parent().expect("a folder");
        let is_program = folder == tests
            || file.ends_with("main.rs") && folder.parent() == Some(tests.as_path());
        if is_program {
            add(file.clone(), folder, &mut files);
        }
    }
    assert!(files.len() > 100, "{}", files.len());
    // The programs of cargo-fuzz are a package of their own.
    let fuzz = tests.join("fuzz");
    let orphans = all
        .into_iter()
        .filter(|file| !file.starts_with(&fuzz) && !files.contains(file));
    let orphans: Vec<_> = orphans.collect();
    assert!(orphans.is_empty(), "{orphans:#?}");
}
