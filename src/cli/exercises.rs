use super::exit::Exit;
use super::output;
use super::target::Target;
use crate::course::Sheet;
use crate::disk;
use crate::harmless::harmless_path;
use crate::schema;
use anyhow::anyhow;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct ExercisesArgs {
    /// Which sheet: the same number gives the same sheet
    #[arg(long, value_name = "NUMBER")]
    seed: u64,
    /// The folder of the sheet, which is made if it is not there
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
}

pub(super) fn run(args: &ExercisesArgs) -> anyhow::Result<Exit> {
    let sheet = Sheet::new(args.seed)?;
    let folder = &args.output;
    std::fs::create_dir_all(folder).map_err(|error| {
        let folder = harmless_path(folder);
        anyhow!("cannot make the folder {folder}: {}", disk::message(&error))
    })?;
    let files = [
        ("exercises.md", sheet.exercises()),
        ("answers.md", sheet.answers()),
        ("marking.json", schema::pretty(&sheet.marking()) + "\n"),
    ];
    let mut paths = Vec::new();
    for (name, text) in files {
        let path = folder.join(name);
        Target::new(&path)?.write(text.as_bytes())?;
        paths.push(harmless_path(&path));
    }
    output::result(&paths.join("\n"))?;
    Ok(Exit::Done)
}
