//! Binds the programs of the site to JavaScript, and optimizes them where `wasm-opt` is: `make site`.
//!
//! The first argument is the folder of the programs, built for WebAssembly. The second is the folder of the bound programs: of
//! each a program and a script. A program that has not changed since it was bound is passed over.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use wasm_bindgen_cli_support::Bindgen;

type Result<T = (), E = Box<dyn Error>> = std::result::Result<T, E>;

/// The sources of the programs, one file each.
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/site/programs");

/// The features of WebAssembly that `scripts/wasm.sh` and the compiler of Rust use.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-simd",
];

fn main() -> Result {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(programs), Some(output_folder)) = (arguments.next(), arguments.next()) else {
        return Err("which programs, and into which folder?".into());
    };
    fs::create_dir_all(&output_folder)?;
    let has_optimizer = has_wasm_opt();
    if !has_optimizer {
        eprintln!(
            "without wasm-opt {WASM_OPT} or later the programs stay a tenth larger and slower"
        );
    }
    for source in fs::read_dir(SOURCES)? {
        let name = source?.path().with_extension("wasm");
        let name = name.file_name().ok_or("a source without a name")?;
        let program = programs.join(name);
        // The extension of the mark gives the kind of the program.
        let ending = if has_optimizer { "optimized" } else { "plain" };
        let mark = output_folder.join(name).with_extension(ending);
        if is_newer(&mark, &program)? {
            continue;
        }
        Bindgen::new()
            .input_path(&program)
            .web(true)?
            .typescript(false)
            .remove_name_section(true)
            .generate(&output_folder)?;
        if has_optimizer {
            let mut file = program.file_stem().unwrap_or_default().to_owned();
            file.push("_bg.wasm");
            optimize(&output_folder.join(file))?;
        }
        for other in ["optimized", "plain"] {
            let _ = fs::remove_file(mark.with_extension(other));
        }
        fs::write(mark, "")?;
    }
    Ok(())
}

/// Whether a file is there, and newer than another one.
fn is_newer(file: &Path, other: &Path) -> Result<bool> {
    let other_time = fs::metadata(other)?.modified()?;
    Ok(fs::metadata(file).is_ok_and(|file| file.modified().is_ok_and(|time| time > other_time)))
}

/// The first version of `wasm-opt` that preserves the types of tables.
const WASM_OPT: u32 = 120;

/// Whether `wasm-opt` is installed in a version that is new enough. Its output is, for example, `wasm-opt version 120
/// (version_120)`.
fn has_wasm_opt() -> bool {
    let Ok(output) = Command::new("wasm-opt").arg("--version").output() else {
        return false;
    };
    let output = String::from_utf8_lossy(&output.stdout);
    let version = output.split_whitespace().nth(2);
    let version: Option<u32> = version.and_then(|version| version.parse().ok());
    version.is_some_and(|version| version >= WASM_OPT)
}

/// Optimises a program for speed and size.
fn optimize(program: &Path) -> Result {
    let mut command = Command::new("wasm-opt");
    command.arg("-O3").args(FEATURES);
    command.arg(program).arg("-o").arg(program);
    match command.status()?.success() {
        true => Ok(()),
        false => Err(format!("{command:?} failed").into()),
    }
}
