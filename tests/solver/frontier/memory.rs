//! The frontier within its memory: layers on disk, checkpoints, and searches that are cut off.

use crate::common::{instance, parse, plain};
use azulejo::frontier::{Checkpoint, FrontierError, FrontierOptions};
use azulejo::instance::{Instance, Sense};
use azulejo::order::verify;
use azulejo::outcome::Count;
use azulejo::problem::Problem;
use azulejo::solve::{Method, Settings, SolveError, count, optimal_orders};
use azulejo::wall::Cell;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn settings(frontier: FrontierOptions) -> Settings {
    Settings {
        frontier,
        ..Settings::default()
    }
}

fn counted(instance: &Instance, options: FrontierOptions) -> Result<Count, FrontierError> {
    let count = count(&Problem::from(instance), &settings(options))?;
    Ok(count.expect("nobody stops it"))
}

/// Options of so little memory that layers of thousands of classes go to the disk again and again.
fn little_memory() -> FrontierOptions {
    FrontierOptions {
        memory: Some(1 << 20),
        ..FrontierOptions::default()
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

fn five_by_five_after(turns: u32) -> Instance {
    parse(&format!(
        r#"{{"wall": {{"rows": 5, "columns": 5}}, "sense": "maximize", "turns": {turns}}}"#
    ))
}

/// With a rule: without one its bound leaves few coverings.
fn four_by_six() -> Instance {
    parse(
        r#"{"wall": {"rows": 4, "columns": 6}, "sense": "minimize", "constraints": [{"type": "last-round"}]}"#,
    )
}

#[test]
fn what_does_not_fit_into_the_memory_goes_to_the_disk_with_the_same_result() {
    // The bound of a wall that is filled is better with more memory, and leaves fewer coverings.
    for (instance, whole) in [(four_by_six(), true), (five_by_five_after(13), false)] {
        let in_memory = counted(&instance, FrontierOptions::default()).expect("it fits");
        let on_disk = counted(&instance, little_memory()).expect("it fits on disk");
        assert_eq!(in_memory.optimum, on_disk.optimum);
        assert!(whole || in_memory == on_disk, "{in_memory:?} {on_disk:?}");
        let without_disk = FrontierOptions {
            disk: Some(0),
            ..little_memory()
        };
        let refused = counted(&instance, without_disk).expect_err("there is no disk");
        assert!(
            matches!(
                refused,
                FrontierError::Full {
                    needs: 100_000..,
                    ..
                }
            ),
            "{refused}"
        );
    }
}

#[test]
fn what_a_layer_needs_of_the_disk_is_enough() {
    let instance = four_by_six();
    let with_disk = |disk| FrontierOptions {
        disk: Some(disk),
        ..little_memory()
    };
    let (mut disk, mut refusals) = (0, 0);
    loop {
        match counted(&instance, with_disk(disk)) {
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
    let refused = optimal_orders(&problem, &settings(little_memory())).map(|_| ());
    assert!(
        matches!(refused, Err(FrontierError::Memory { .. })),
        "{refused:?}"
    );
    let solved = Method::Frontier
        .run(&problem, &settings(little_memory()))
        .expect("it fits on disk");
    let solution = solved.verdict.solution().expect("there are orders").clone();
    let report = verify(&instance, &solution.order);
    assert_eq!((report.score, report.violations), (89, vec![]));
}

#[test]
fn a_checkpoint_does_not_depend_on_threads_or_memory() {
    let folder = TempDir::new().expect("a folder");
    let instance = plain(4, 6, Sense::Minimize);
    let written = |name: &str, threads, memory| {
        let path = folder.path().join(name);
        let options = FrontierOptions {
            memory,
            ..checkpoint(&path, false)
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().expect("threads");
        // The layers are kept: all of them are in the file.
        let solved = pool.install(|| {
            Method::Frontier.run(&Problem::from(&instance), &settings(options.clone()))
        });
        solved.expect("it fits");
        fs::read(path).expect("it is there")
    };
    let one = written("one", 1, None);
    assert!(one.len() > 100_000);
    assert!(one == written("four", 4, None));
    assert!(one == written("little", 2, Some(1 << 20)));
}

#[test]
fn a_checkpoint_goes_on_where_it_leaves_off() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("checkpoint");
    let instance = plain(4, 4, Sense::Minimize);
    let problem = Problem::from(&instance);
    let whole = counted(&instance, FrontierOptions::default()).expect("it fits");
    Method::Frontier
        .run(&problem, &settings(checkpoint(&path, false)))
        .expect("it fits");
    let bytes = fs::read(&path).expect("it is there");
    // A file that ends in the middle of a layer ends a search that was killed there.
    let mut begun = 0;
    for end in (0..bytes.len()).step_by(389) {
        fs::write(&path, &bytes[..end]).expect("it can be written");
        match Method::Frontier.run(&problem, &settings(checkpoint(&path, true))) {
            Ok(outcome) => {
                begun += 1;
                assert_eq!(
                    outcome.verdict.score(),
                    whole.optimum.map(|(score, _)| score)
                );
                assert!(
                    fs::read(&path).expect("it is there") == bytes,
                    "the same layers again"
                );
            }
            Err(SolveError::Frontier(FrontierError::Checkpoint { .. })) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert!(begun > 0);
    fs::write(&path, &bytes).expect("it can be written");
    assert_eq!(
        counted(&instance, checkpoint(&path, true)).expect("sound"),
        whole
    );
}

#[test]
fn a_damaged_checkpoint_is_refused_wherever_the_damage_is() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("checkpoint");
    let instance = plain(3, 3, Sense::Minimize);
    counted(&instance, checkpoint(&path, false)).expect("it fits");
    let bytes = fs::read(&path).expect("it is there");
    counted(&instance, checkpoint(&path, true)).expect("it is sound");
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        fs::write(&path, damaged).expect("it can be written");
        let refused = counted(&instance, checkpoint(&path, true)).expect_err("byte {place}");
        assert!(
            matches!(refused, FrontierError::Checkpoint { .. }),
            "{refused}"
        );
    }
}

#[test]
fn a_count_leaves_the_layers_of_a_solve_in_their_checkpoint() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("checkpoint");
    let instance = plain(4, 4, Sense::Minimize);
    let problem = Problem::from(&instance);
    Method::Frontier
        .run(&problem, &settings(checkpoint(&path, false)))
        .expect("it fits");
    let whole = fs::read(&path).expect("it is there");
    let mut begun = 0;
    for end in (0..whole.len()).step_by(389) {
        fs::write(&path, &whole[..end]).expect("it can be written");
        if counted(&instance, checkpoint(&path, true)).is_ok() {
            let now = fs::read(&path).expect("it is there");
            // Where the first layer alone was finished, it may be the checkpoint of a count.
            begun += u32::from(now == whole);
            assert!(
                now == whole || now.len() < 10_000,
                "{end}: {} bytes",
                now.len()
            );
        }
    }
    assert!(begun > 10, "{begun}");
}

#[test]
fn a_file_in_the_way_of_a_checkpoint_is_left_alone() {
    let folder = TempDir::new().expect("a folder");
    let (path, part) = (folder.path().join("it"), folder.path().join("it.part"));
    let instance = plain(3, 3, Sense::Minimize);
    fs::write(&part, "precious").expect("it can be written");
    let refused = counted(&instance, checkpoint(&path, false)).expect_err("it is in the way");
    assert!(refused.to_string().contains("is in the way"), "{refused}");
    assert_eq!(fs::read_to_string(&part).expect("it is there"), "precious");
    let refused = counted(&instance, checkpoint(folder.path(), false)).expect_err("a folder");
    assert!(refused.to_string().contains("is not a file"), "{refused}");
}

#[test]
fn a_checkpoint_in_use_is_refused() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("checkpoint");
    let instance = plain(3, 3, Sense::Minimize);
    counted(&instance, checkpoint(&path, false)).expect("it fits");
    let used = fs::File::open(&path).expect("it is there");
    used.try_lock().expect("nobody uses it");
    let refused = counted(&instance, checkpoint(&path, true)).expect_err("it is in use");
    assert!(
        refused
            .to_string()
            .contains("is being written by another azulejo"),
        "{refused}"
    );
    used.unlock().expect("it was locked");
    counted(&instance, checkpoint(&path, true)).expect("it is free again");
}

#[test]
fn a_foreign_checkpoint_is_refused_with_its_reason() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("checkpoint");
    let three = plain(3, 3, Sense::Minimize);
    counted(&three, checkpoint(&path, false)).expect("it fits");
    let reason = |instance: &Instance, resume| {
        let refused = counted(instance, checkpoint(&path, resume));
        refused.expect_err("it is refused").to_string()
    };
    assert!(reason(&three, false).contains("is there already"));
    for other in [
        plain(3, 3, Sense::Maximize),
        plain(3, 4, Sense::Minimize),
        instance("thesis/3x3-rounds-min.json"),
    ] {
        assert!(reason(&other, true).contains("of another problem"));
    }
    let solved = Method::Frontier.run(&Problem::from(&three), &settings(checkpoint(&path, true)));
    let refused = solved.expect_err("it holds one layer").to_string();
    assert!(refused.contains("every layer is needed"), "{refused}");
    fs::write(&path, "{}").expect("it can be written");
    assert!(reason(&three, true).contains("is not a checkpoint"));
    fs::remove_file(&path).expect("it was there");
    assert!(reason(&three, true).contains("cannot be read"));
}
