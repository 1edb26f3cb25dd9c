//! Certificates of closed bounds that were tampered with: the referee refuses them, and names the flaw.

use azulejo::bounds::{
    ClosedBound, Flaw, LastCell, Line, Lines, certified_maximum, certified_minimum,
};
use azulejo::wall::Wall;
use proptest::prelude::*;

fn five() -> Wall {
    Wall::new(5, 5).expect("small")
}

/// The parts of the bounds of a wall of 5×5, to be spoilt.
struct Parts {
    levels: Lines,
    blocks: Vec<[usize; 4]>,
    runs: Lines,
    apart: Vec<Line>,
}

impl Parts {
    fn whole() -> Self {
        match (
            certified_minimum(five(), None),
            certified_maximum(five(), None),
        ) {
            (
                ClosedBound::Minimum { levels, blocks, .. },
                ClosedBound::Maximum { runs, apart, .. },
            ) => Self {
                levels,
                blocks,
                runs,
                apart,
            },
            other => panic!("{other:?}"),
        }
    }

    /// The minimum and the maximum that they prove.
    fn count(self) -> [Result<u64, Flaw>; 2] {
        let Self {
            levels,
            blocks,
            runs,
            apart,
        } = self;
        let minimum = ClosedBound::Minimum {
            levels,
            blocks,
            last: None,
        };
        let maximum = ClosedBound::Maximum {
            runs,
            apart,
            last: None,
        };
        [minimum, maximum].map(|parts| parts.count(5, 5))
    }
}

/// A corruption of a certificate.
type Change = fn(&mut Parts);

#[test]
fn corrupted_certificates_are_refused_with_their_flaws() {
    assert_eq!(Parts::whole().count(), [Ok(89), Ok(145)]);
    let (listed, length) = (6, 5);
    let (tile, claimed) = (5, 4);
    let spoilt: [(Change, Flaw); 8] = [
        // A tree that is deeper than need be would promise a higher minimum.
        (|parts| parts.levels.row[4] = 4, Flaw::Levels { level: 3 }),
        (
            |parts| parts.levels.column[1] = 1,
            Flaw::Crowded { level: 1, tiles: 2 },
        ),
        (
            |parts| parts.levels.row.push(3),
            Flaw::Length { listed, length },
        ),
        (|parts| parts.blocks.push(parts.blocks[0]), Flaw::Shared(1)),
        (
            |parts| parts.blocks[0] = [1, 2, 6, 8],
            Flaw::NoBlock([1, 2, 6, 8]),
        ),
        // A shorter run would promise a lower maximum, and so would lines that share a cell.
        (|parts| parts.runs.row[4] = 4, Flaw::Run { tile, claimed }),
        (|parts| parts.apart.push(Line::Column(1)), Flaw::Shared(1)),
        (
            |parts| parts.apart[0] = Line::Row(6),
            Flaw::NoSuchLine(Line::Row(6)),
        ),
    ];
    for (place, (spoil, flaw)) in spoilt.into_iter().enumerate() {
        let mut parts = Parts::whole();
        spoil(&mut parts);
        let expected = match place < 5 {
            true => [Err(flaw), Ok(145)],
            false => [Ok(89), Err(flaw)],
        };
        assert_eq!(parts.count(), expected);
    }
}

#[test]
fn a_certificate_for_a_last_cell_is_counted_for_that_cell_alone() {
    let spoilt = |cell: usize, change: &dyn Fn(&mut LastCell)| {
        let mut certificate = certified_minimum(five(), five().cell(2, 2));
        let ClosedBound::Minimum {
            last: Some(last), ..
        } = &mut certificate
        else {
            panic!("{certificate:?}");
        };
        last.cell = cell;
        change(last);
        certificate.count(5, 5)
    };
    assert_eq!(spoilt(13, &|_| ()), Ok(90));
    // In the corner the parts have other lengths.
    let (listed, length) = (2, 0);
    assert_eq!(spoilt(1, &|_| ()), Err(Flaw::Length { listed, length }));
    assert_eq!(spoilt(26, &|_| ()), Err(Flaw::NoSuchCell(26)));
    let too_deep = spoilt(13, &|last| last.row[1][0] = 2);
    assert_eq!(too_deep, Err(Flaw::Levels { level: 1 }));
    // A cell that a block has is not one more.
    let ClosedBound::Minimum { last, .. } = certified_minimum(five(), five().cell(2, 2)) else {
        panic!("a minimum");
    };
    let Parts { levels, blocks, .. } = Parts::whole();
    let counted_once = ClosedBound::Minimum {
        levels,
        blocks,
        last,
    };
    assert_eq!(counted_once.count(5, 5), Ok(89));
}

proptest! {
    /// For any change of the pieces, an accepted bound is never beyond the truth.
    #[test]
    fn what_is_accepted_is_never_beyond_the_truth(
        changes in proptest::collection::vec((0usize..10, 0u32..8), 0..4), dropped in 0usize..6,
    ) {
        let mut parts = Parts::whole();
        for (place, number) in changes {
            let (levels, runs) = match place < 5 {
                true => (&mut parts.levels.row, &mut parts.runs.row),
                false => (&mut parts.levels.column, &mut parts.runs.column),
            };
            levels[place % 5] = number;
            runs[place % 5] = number;
        }
        parts.blocks.truncate(dropped);
        parts.apart.truncate(dropped);
        let [minimum, maximum] = parts.count();
        if let Ok(bound) = minimum {
            prop_assert!(bound <= 89, "{bound}");
        }
        if let Ok(bound) = maximum {
            prop_assert!(bound >= 145, "{bound}");
        }
    }
}
