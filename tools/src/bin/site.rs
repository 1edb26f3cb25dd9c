//! Writes the pages as a folder of plain files: `make site`.
//!
//! The first argument is the worker's crate, built for WebAssembly. The second is the folder, which is made anew.

use azulejo::pages::{ASSETS, PAGES};
use azulejo_tools::root;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(program), Some(site)) = (arguments.next(), arguments.next()) else {
        return Err("which program, and into which folder?".into());
    };
    if site.exists() {
        fs::remove_dir_all(&site)?;
    }
    let assets = site.join("assets");
    fs::create_dir_all(&assets)?;
    Bindgen::new()
        .input_path(program)
        .web(true)?
        .typescript(false)
        .generate(&assets)?;
    let own = |name: &str| fs::read_to_string(root().join("crates/site/web").join(name));
    let bindings = assets.join("azulejo_site.js");
    let worker = fs::read_to_string(&bindings)? + &own("worker.js")?;
    fs::remove_file(bindings)?;
    fs::write(assets.join("worker.js"), worker)?;
    fs::write(assets.join("site.js"), own("site.js")?)?;
    for asset in &ASSETS {
        fs::write(assets.join(asset.name), asset.text())?;
    }
    let version = version(&assets)?;
    let paths: Vec<&str> = PAGES.iter().map(|page| page.path).collect();
    let shell = own("shell.html")?;
    let page = |folder: &Path, name: &str, root: &str| {
        let page = shell.replace("%NAME%", name).replace("%ROOT%", root);
        let page = page.replace("%VERSION%", &version);
        fs::create_dir_all(folder)?;
        fs::write(
            folder.join("index.html"),
            page.replace("%PAGES%", &paths.join(" ")),
        )
    };
    page(&site, PAGES[0].name, ".")?;
    for one in PAGES {
        page(&site.join(one.path.trim_start_matches('/')), one.name, "..")?;
    }
    let pages = PAGES.iter().map(|page| page.path.trim_start_matches('/'));
    let pages: Vec<&str> = pages.collect();
    let mut files = vec![String::new()];
    files.extend(pages.iter().map(|page| format!("{page}/")));
    files.extend(names(&assets)?.iter().map(|name| format!("assets/{name}")));
    let script = own("sw.js")?
        .replace("%VERSION%", &format!("azulejo-{version}"))
        .replace("%FILES%", &serde_json::to_string(&files)?)
        .replace("%PAGES%", &serde_json::to_string(&pages)?);
    fs::write(site.join("sw.js"), script)?;
    println!("{:>10} {:>10}", "bytes", "compressed");
    let mut first = [0, 0];
    for file in files.iter().filter(|file| file.starts_with("assets/")) {
        let sizes = sizes(&site.join(file))?;
        println!("{:>10} {:>10} {file}", sizes[0], sizes[1]);
        if !["assets/play.js", "assets/learn.js"].contains(&&**file) {
            first = [first[0] + sizes[0], first[1] + sizes[1]];
        }
    }
    println!(
        "{:>10} {:>10} before the first answer of Explore",
        first[0], first[1]
    );
    if first[1] > MOST {
        return Err(
            format!("more than {MOST} bytes, compressed: a phone would wait too long").into(),
        );
    }
    println!("{}: serve it with any file server", site.display());
    Ok(())
}

/// What may come before the first answer of Explore, in bytes, compressed.
const MOST: usize = 1_500_000;

/// The bytes of a file, and those that a file server sends which compresses.
fn sizes(file: &Path) -> Result<[usize; 2], Box<dyn Error>> {
    let bytes = fs::read(file)?;
    let mut compressed = GzEncoder::new(Vec::new(), Compression::default());
    compressed.write_all(&bytes)?;
    Ok([bytes.len(), compressed.finish()?.len()])
}

fn names(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().into_string();
        names.push(name.map_err(|name| format!("{} is no text", name.display()))?);
    }
    names.sort();
    Ok(names)
}

/// What the files hold, as a short number.
fn version(folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut hash = crc32fast::Hasher::new();
    for name in names(folder)? {
        hash.update(name.as_bytes());
        hash.update(&fs::read(folder.join(name))?);
    }
    Ok(format!("{:08x}", hash.finalize()))
}
