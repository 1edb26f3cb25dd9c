//! The frontier within its memory: layers on disk, checkpoints, and searches that are cut off.

use crate::common::{built, instance, plain};
use crate::kit::assert_scores;
use azulejo::frontier::{Checkpoint, FrontierError, FrontierOptions};
use azulejo::instance::{Instance, Sense};
use azulejo::outcome::{Count, Outcome};
use azulejo::problem::Problem;
use azulejo::solve::{Method, Settings, SolveError, count, optimal_orders};
use azulejo::wall::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn settings(frontier: FrontierOptions) -> Settings {
    Settings {
        frontier,
        ..Settings::default()
    }
}

fn count_orders(instance: &Instance, options: FrontierOptions) -> Result<Count, FrontierError> {
    let count = count(&Problem::from(instance), &settings(options))?;
    Ok(count.expect("nobody stops it"))
}

fn solve_frontier(instance: &Instance, options: FrontierOptions) -> Result<Outcome, SolveError> {
    Method::Frontier.run(&Problem::from(instance), &settings(options))
}

/// Options of so little memory that layers of thousands of classes go to the disk again and again.
fn little_memory() -> FrontierOptions {
    FrontierOptions {
        memory: Some(1 << 20),
        ..FrontierOptions::default()
    }
}

/// A checkpoint, in a folder of its own.
struct CheckpointFile {
    _folder: TempDir,
    path: PathBuf,
}

impl CheckpointFile {
    fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("checkpoint");
        Self {
            _folder: folder,
            path,
        }
    }

    /// Options of a run that writes the checkpoint, or goes on from it.
    fn options(&self, resume: bool) -> FrontierOptions {
        checkpoint(&self.path, resume)
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(&self.path).expect("it is there")
    }

    fn write(&self, bytes: impl AsRef<[u8]>) {
        fs::write(&self.path, bytes).expect("it can be written");
    }

    /// The error of a count that does not go on from the checkpoint, or does not write one.
    #[track_caller]
    fn refusal(&self, instance: &Instance, resume: bool) -> String {
        let refusal = count_orders(instance, self.options(resume)).expect_err("it is refused");
        let is_of_checkpoint = matches!(refusal, FrontierError::Checkpoint { .. });
        assert!(is_of_checkpoint, "{refusal}");
        refusal.to_string()
    }
}

fn checkpoint(path: &Path, resume: bool) -> FrontierOptions {
    FrontierOptions {
        checkpoint: Some(Checkpoint {
            path: path.into(),
            resume,
        }),
        ..FrontierOptions::default()
    }
}

/// With a rule: without one its bound leaves few coverings.
fn four_by_six() -> Instance {
    built(Instance::builder(4, 6, Sense::Minimize).last_round())
}

#[test]
fn layers_on_disk_give_the_same_result() {
    // The bound of a wall that is filled is better with more memory, and leaves fewer coverings.
    let short = built(Instance::builder(5, 5, Sense::Maximize).turns(13));
    for (instance, whole) in [(four_by_six(), true), (short, false)] {
        let in_memory = count_orders(&instance, FrontierOptions::default()).expect("it fits");
        let on_disk = count_orders(&instance, little_memory()).expect("it fits on disk");
        assert_eq!(in_memory.optimum, on_disk.optimum);
        assert!(whole || in_memory == on_disk, "{in_memory:?} {on_disk:?}");
        let without_disk = FrontierOptions {
            disk: Some(0),
            ..little_memory()
        };
        let refusal = count_orders(&instance, without_disk).expect_err("there is no disk");
        let FrontierError::Full { needs, .. } = refusal else {
            panic!("{refusal}");
        };
        assert!(needs >= 100_000, "{needs}");
    }
}

#[test]
fn the_reported_disk_need_of_a_layer_is_sufficient() {
    let instance = four_by_six();
    let with_disk = |disk| FrontierOptions {
        disk: Some(disk),
        ..little_memory()
    };
    let (mut disk, mut refusals) = (0, 0);
    loop {
        match count_orders(&instance, with_disk(disk)) {
            Ok(_) => break,
            Err(FrontierError::Full { needs, .. }) => {
                assert!(needs > disk, "it asks for more than it has");
                disk = needs;
                refusals += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    // Once for each layer that is larger than all before, and a few times where the guess was short.
    assert!((1..25).contains(&refusals), "{refusals}");
}

#[test]
fn orders_are_found_over_layers_on_disk() {
    let instance = plain(5, 5, Sense::Minimize);
    let problem = Problem::from(&instance);
    let firsts = |options: FrontierOptions| -> Vec<Vec<Cell>> {
        let orders = optimal_orders(&problem, &settings(options)).expect("it fits");
        let orders = orders.orders().expect("there are orders");
        orders.iter().take(100).collect()
    };
    let options = FrontierOptions {
        memory: Some(8 << 20), // the classes that optimal orders pass through are in memory
        ..FrontierOptions::default()
    };
    assert_eq!(firsts(options), firsts(FrontierOptions::default()));
    let refusal = optimal_orders(&problem, &settings(little_memory())).map(|_| ());
    let is_full = matches!(refusal, Err(FrontierError::Memory { .. }));
    assert!(is_full, "{refusal:?}");
    let outcome = solve_frontier(&instance, little_memory()).expect("it fits on disk");
    let solution = outcome.verdict.solution().expect("there are orders");
    assert_scores(&instance, &solution.order, 89);
}

#[test]
fn a_checkpoint_does_not_depend_on_threads_or_memory() {
    let instance = plain(4, 6, Sense::Minimize);
    let checkpoint_bytes = |threads, memory| {
        let file = CheckpointFile::new();
        let options = FrontierOptions {
            memory,
            ..file.options(false)
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().expect("threads");
        // The layers are kept: all of them are in the file.
        let outcome = pool.install(|| solve_frontier(&instance, options.clone()));
        outcome.expect("it fits");
        file.bytes()
    };
    let bytes = checkpoint_bytes(1, None);
    assert!(bytes.len() > 100_000);
    assert!(bytes == checkpoint_bytes(4, None));
    assert!(bytes == checkpoint_bytes(2, Some(1 << 20)));
}

#[test]
fn a_checkpoint_goes_on_where_it_leaves_off() {
    let file = CheckpointFile::new();
    let instance = plain(4, 4, Sense::Minimize);
    let whole = count_orders(&instance, FrontierOptions::default()).expect("it fits");
    let score = whole.optimum.map(|(score, _)| score);
    solve_frontier(&instance, file.options(false)).expect("it fits");
    let bytes = file.bytes();
    // A file that ends in the middle of a layer ends a search that was killed there.
    let mut resumed_runs = 0;
    for end in (0..bytes.len()).step_by(389) {
        file.write(&bytes[..end]);
        match solve_frontier(&instance, file.options(true)) {
            Ok(outcome) => {
                resumed_runs += 1;
                assert_eq!(outcome.verdict.score(), score);
                assert!(file.bytes() == bytes, "the same layers again");
            }
            Err(SolveError::Frontier(FrontierError::Checkpoint { .. })) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert!(resumed_runs > 0);
    file.write(&bytes);
    let resumed = count_orders(&instance, file.options(true)).expect("sound");
    assert_eq!(resumed, whole);
}

#[test]
fn a_damaged_checkpoint_is_refused_wherever_the_damage_is() {
    let file = CheckpointFile::new();
    let instance = plain(3, 3, Sense::Minimize);
    count_orders(&instance, file.options(false)).expect("it fits");
    let bytes = file.bytes();
    count_orders(&instance, file.options(true)).expect("it is sound");
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        file.write(damaged);
        file.refusal(&instance, true);
    }
}

#[test]
fn a_count_leaves_the_layers_of_a_solve_in_their_checkpoint() {
    let file = CheckpointFile::new();
    let instance = plain(4, 4, Sense::Minimize);
    solve_frontier(&instance, file.options(false)).expect("it fits");
    let whole = file.bytes();
    let mut resumed_runs = 0;
    for end in (0..whole.len()).step_by(389) {
        file.write(&whole[..end]);
        if count_orders(&instance, file.options(true)).is_ok() {
            let now = file.bytes();
            // Where the first layer alone was finished, it may be the checkpoint of a count.
            resumed_runs += u32::from(now == whole);
            let is_expected = now == whole || now.len() < 10_000;
            assert!(is_expected, "{end}: {} bytes", now.len());
        }
    }
    assert!(resumed_runs > 10, "{resumed_runs}");
}

#[test]
fn a_file_in_the_way_of_a_checkpoint_is_left_alone() {
    let file = CheckpointFile::new();
    let part = file.path.with_extension("part");
    let instance = plain(3, 3, Sense::Minimize);
    fs::write(&part, "precious").expect("it can be written");
    let refusal = file.refusal(&instance, false);
    assert!(refusal.contains("is in the way"), "{refusal}");
    assert_eq!(fs::read_to_string(&part).expect("it is there"), "precious");
    let folder = file.path.parent().expect("a folder");
    let refusal = count_orders(&instance, checkpoint(folder, false)).expect_err("a folder");
    assert!(refusal.to_string().contains("is not a file"), "{refusal}");
}

#[test]
fn a_foreign_checkpoint_is_refused_with_its_reason() {
    let file = CheckpointFile::new();
    let three = plain(3, 3, Sense::Minimize);
    count_orders(&three, file.options(false)).expect("it fits");
    assert!(file.refusal(&three, false).contains("is there already"));
    for other in [
        plain(3, 3, Sense::Maximize),
        plain(3, 4, Sense::Minimize),
        instance("thesis/3x3-rounds-min.json"),
    ] {
        assert!(file.refusal(&other, true).contains("of another problem"));
    }
    let refusal = solve_frontier(&three, file.options(true)).expect_err("it holds one layer");
    let refusal = refusal.to_string();
    assert!(refusal.contains("every layer is needed"), "{refusal}");
    file.write("{}");
    assert!(file.refusal(&three, true).contains("is not a checkpoint"));
    fs::remove_file(&file.path).expect("it was there");
    assert!(file.refusal(&three, true).contains("cannot be read"));
}
