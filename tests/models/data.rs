//! The data files have the numbers that the library computes.

use crate::tools::text;
use azulejo::bounds::{LineCut, line_cuts};
use azulejo::instance::Sense;
use std::collections::BTreeSet;

#[test]
fn line_cuts_dat_holds_every_facet_of_both_senses_for_lines_of_2_to_5_cells() {
    let data = text("data/line-cuts.dat");
    let (_, numbers) = data.split_once(":=").expect("a set");
    let (numbers, _) = numbers.split_once(';').expect("an end");
    let numbers = numbers.split_whitespace();
    let numbers = numbers.map(|word| word.parse().expect("a number"));
    let numbers: Vec<i64> = numbers.collect();
    let table = numbers.chunks(4).map(|cut| cut.try_into().expect("four"));
    let table: Vec<[i64; 4]> = table.collect();
    let computed: BTreeSet<[i64; 4]> = (2..=5)
        .flat_map(|length| {
            let cuts = move |sense| line_cuts(&vec![false; length], true, sense);
            let cuts = [Sense::Maximize, Sense::Minimize]
                .into_iter()
                .flat_map(cuts);
            let tuple = move |cut: LineCut| [length as i64, cut.points, cut.starts, cut.right];
            cuts.map(tuple)
        })
        .collect();
    assert_eq!(table.len(), computed.len(), "one is listed twice");
    assert_eq!(table.into_iter().collect::<BTreeSet<_>>(), computed);
}
