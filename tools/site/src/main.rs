//! Writes the pages as a folder of plain files, and tells the book of the site: `make site`.
//!
//! `write PROGRAMS SITE` writes the folder of the site anew if any of its sources has changed; `PROGRAMS` is the folder
//! of the bound programs. `navigation` prints the links from the book to the pages. `link UP` prints the link to the page
//! that can show one of the commands on standard input, if there is one; `UP` is the way from a chapter to the site.

mod link;

use azulejo::data::FILES;
use azulejo::pages::{ASSETS, Bundle, GAME, ICONS, MANIFEST, PAGES, Page, WALLS};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::error::Error;
use std::fs;
use std::io::{Write, stdin};
use std::path::{Path, PathBuf};

/// The folder of the repository.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

type Result<T = (), E = Box<dyn Error>> = std::result::Result<T, E>;

/// The limit of the files before the first answer of a page, in compressed bytes.
const MOST_BYTES: usize = 1_270_000;

/// The bundles of pages, each with a program of its own.
const BUNDLES: [&Bundle; 2] = [&WALLS, &GAME];

fn main() -> Result {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["write", programs, site] => write(&PathBuf::from(programs), &PathBuf::from(site)),
        ["navigation"] => {
            print!("{}", navigation());
            Ok(())
        }
        ["link", up] => {
            let commands = std::io::read_to_string(stdin())?;
            print!("{}", link::link(up, &commands).unwrap_or_default());
            Ok(())
        }
        _ => Err("write PROGRAMS SITE, navigation, or link UP?".into()),
    }
}

/// The navigation from each page of the book to the pages of the site, in mdBook's template language.
fn navigation() -> String {
    let links = PAGES.iter().map(|Page { path, name, .. }| {
        format!("<a href=\"{{{{ path_to_root }}}}..{path}/\">{name}</a>\n")
    });
    let links: String = links.collect();
    format!("<nav class=\"pages\" aria-label=\"The pages of azulejo\">\n{links}</nav>\n")
}

fn write(programs: &Path, site: &Path) -> Result {
    let version = version(programs)?;
    // The service worker is written last.
    let script = fs::read_to_string(site.join("sw.js"));
    if !script.is_ok_and(|script| script.contains(&version)) {
        if site.exists() {
            fs::remove_dir_all(site)?;
        }
        write_assets(programs, &site.join("assets"))?;
        write_data(&site.join(DATA))?;
        write_application(site)?;
        write_shells(site, &version)?;
        write_service_worker(site, &version)?;
    }
    print_sizes(site)?;
    println!("{}: serve it with any file server", site.display());
    Ok(())
}

/// The text of a file of `crates/site/web`.
fn web_file(name: &str) -> std::io::Result<String> {
    fs::read_to_string(root().join("crates/site/web").join(name))
}

/// The version of the site: a checksum of its sources.
fn version(programs: &Path) -> Result<String> {
    let mut hash = crc32fast::Hasher::new();
    for bundle in BUNDLES {
        for name in [program_of(bundle), worker_of(bundle)] {
            hash.update(&fs::read(programs.join(name))?);
        }
    }
    hash.update(include_bytes!("main.rs"));
    for name in ["site.js", "worker.js", "sw.js", "shell.html"] {
        hash.update(web_file(name)?.as_bytes());
    }
    hash.update(MANIFEST.as_bytes());
    for icon in &ICONS {
        hash.update(&icon.png()?);
    }
    for asset in &ASSETS {
        hash.update(asset.text().as_bytes());
    }
    for file in &FILES {
        hash.update(file.text().unwrap_or_default().as_bytes());
    }
    Ok(format!("azulejo-{:08x}", hash.finalize()))
}

/// Writes the programs, the scripts of the workers and of the pages, and the assets of the pages.
fn write_assets(programs: &Path, assets: &Path) -> Result {
    fs::create_dir_all(assets)?;
    for bundle in BUNDLES {
        let (program, worker) = (program_of(bundle), worker_of(bundle));
        fs::copy(programs.join(&program), assets.join(program))?;
        let bindings = fs::read_to_string(programs.join(&worker))?;
        fs::write(assets.join(worker), bindings + &web_file("worker.js")?)?;
    }
    fs::write(assets.join("site.js"), web_file("site.js")?)?;
    for asset in &ASSETS {
        fs::write(assets.join(asset.name), asset.text())?;
    }
    Ok(())
}

/// The file of a bundle's program, as wasm-bindgen names it.
fn program_of(bundle: &Bundle) -> String {
    format!("{}_bg.wasm", bundle.name)
}

/// The script of the workers that run a bundle's program.
fn worker_of(bundle: &Bundle) -> String {
    format!("{}.js", bundle.name)
}

/// The bundle that a page stands in.
fn bundle_of(page: &Page) -> Result<&'static Bundle> {
    let has_page = |bundle: &&Bundle| bundle.pages.iter().any(|other| other.path == page.path);
    let bundle = BUNDLES.into_iter().find(has_page);
    bundle.ok_or_else(|| format!("{} stands in no bundle", page.path).into())
}

/// Folder of the files that a page fetches when it needs them.
const DATA: &str = "data";

/// Writes the files that the answers of some pages read.
fn write_data(folder: &Path) -> Result {
    fs::create_dir_all(folder)?;
    for file in &FILES {
        let text = file.text().ok_or("no data is compiled in")?;
        fs::write(folder.join(file.name), text)?;
    }
    Ok(())
}

/// The manifest by which a browser installs the site as an application.
const APPLICATION: &str = "manifest.json";

/// Writes the manifest and its icons, which a browser asks for when it installs the site.
fn write_application(site: &Path) -> Result {
    let folder = site.join("icons");
    fs::create_dir_all(&folder)?;
    for icon in &ICONS {
        fs::write(folder.join(icon.name), icon.png()?)?;
    }
    Ok(fs::write(site.join(APPLICATION), MANIFEST)?)
}

/// The folder of a page, after which its style and its script are named.
fn folder_of(page: &Page) -> &'static str {
    page.path.trim_start_matches('/')
}

/// Writes the HTML that a file server sends for each page, and for the home.
fn write_shells(site: &Path, version: &str) -> Result {
    let mut paths = serde_json::Map::new();
    for page in PAGES {
        let program = bundle_of(page)?.name;
        let needs = serde_json::json!({ "program": program, "files": page.data });
        paths.insert(page.path.to_owned(), needs);
    }
    let paths = serde_json::to_string(&paths)?.replace('"', "&quot;");
    let shell = web_file("shell.html")?.replace("%VERSION%", version);
    let shell = shell.replace("%PAGES%", &paths);
    let write_page = |folder: &Path, page: &Page, root: &str| {
        let page = shell
            .replace("%NAME%", page.name)
            .replace("%STYLE%", &format!("{}.css", folder_of(page)))
            .replace("%ROOT%", root);
        fs::create_dir_all(folder)?;
        fs::write(folder.join("index.html"), page)
    };
    write_page(site, PAGES[0], ".")?;
    for page in PAGES {
        write_page(&site.join(folder_of(page)), page, "..")?;
    }
    Ok(())
}

fn write_service_worker(site: &Path, version: &str) -> Result {
    let folders: Vec<&str> = PAGES.iter().map(|page| folder_of(page)).collect();
    let mut files = vec![String::new(), APPLICATION.to_owned()];
    files.extend(folders.iter().map(|page| format!("{page}/")));
    files.extend(files_of(site, "assets")?);
    files.extend(files_of(site, DATA)?);
    let script = web_file("sw.js")?
        .replace("%VERSION%", version)
        .replace("%FILES%", &serde_json::to_string(&files)?)
        .replace("%PAGES%", &serde_json::to_string(&folders)?);
    Ok(fs::write(site.join("sw.js"), script)?)
}

/// The files of a folder of a site, such as `assets/site.js`.
fn files_of(site: &Path, folder: &str) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(site.join(folder))? {
        let name = entry?.file_name().into_string();
        let name = name.map_err(|name| format!("{} is no text", name.display()))?;
        names.push(format!("{folder}/{name}"));
    }
    names.sort();
    Ok(names)
}

/// Prints the sizes of all files, and fails if the first answer of a page needs more than the limit.
fn print_sizes(site: &Path) -> Result {
    println!("{:>10} {:>10}", "bytes", "compressed");
    let mut all = Vec::new();
    for file in [files_of(site, DATA)?, files_of(site, "assets")?].concat() {
        let sizes = sizes(&site.join(&file))?;
        println!("{:>10} {:>10} {file}", sizes[0], sizes[1]);
        all.push((file, sizes));
    }
    for page in PAGES {
        let mut first = [0, 0];
        for (file, sizes) in &all {
            if is_needed(page, file)? {
                first = [first[0] + sizes[0], first[1] + sizes[1]];
            }
        }
        println!(
            "{:>10} {:>10} before the first answer of {}",
            first[0], first[1], page.name
        );
        if first[1] > MOST_BYTES {
            let reason = "a phone would wait too long";
            return Err(format!("more than {MOST_BYTES} bytes, compressed: {reason}").into());
        }
    }
    Ok(())
}

/// Whether the first answer of a page needs a file: a file of no other page and of no other program.
fn is_needed(page: &Page, file: &str) -> Result<bool> {
    if let Some(data) = file.strip_prefix(&format!("{DATA}/")) {
        return Ok(page.data.contains(&data));
    }
    let bundle = bundle_of(page)?;
    let others = BUNDLES
        .into_iter()
        .filter(|other| other.name != bundle.name);
    let programs = others.flat_map(|other| [program_of(other), worker_of(other)]);
    let others = PAGES.iter().filter(|other| other.path != page.path);
    let parts =
        others.flat_map(|other| ["js", "css"].map(|kind| format!("{}.{kind}", folder_of(other))));
    let name = file.strip_prefix("assets/").unwrap_or(file);
    Ok(programs.chain(parts).all(|other| other != name))
}

/// The size of a file in bytes, and its compressed size.
fn sizes(file: &Path) -> Result<[usize; 2]> {
    let bytes = fs::read(file)?;
    let mut compressed = GzEncoder::new(Vec::new(), Compression::default());
    compressed.write_all(&bytes)?;
    Ok([bytes.len(), compressed.finish()?.len()])
}
