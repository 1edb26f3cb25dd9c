//! Numbers of lines of play, by the library and by the referee.

use crate::referee::Game;
use azulejo::game::{Position, perft};
use std::path::Path;

#[test]
fn referee_and_library_count_the_leaves_in_the_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft");
    let mut comparisons = 0;
    for players in 2..=4 {
        let file = folder.join(format!("{players}-players.txt"));
        let text = std::fs::read_to_string(&file).expect("the file is there");
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (position, counts) = line.split_once(" ; ").expect("a position and counts");
            let game = Game::from_text(position);
            let position: Position = position.parse().expect("a position");
            assert_eq!(game.boards.len(), players, "{line}");
            for (depth, count) in (1..).zip(counts.split_whitespace()) {
                assert_eq!(perft(&position, depth).to_string(), count, "{line}");
                assert_eq!(game.perft(depth as usize).to_string(), count, "{line}");
                comparisons += 1;
            }
        }
    }
    assert!(comparisons >= 100, "{comparisons}");
}
