//! The data files hold what the library works out.

use crate::tools::text;
use azulejo::bounds::{LineCut, line_cuts};
use azulejo::instance::Sense;
use std::collections::BTreeSet;

#[test]
fn line_cuts_dat_holds_every_facet_of_both_senses_for_lines_of_2_to_5_cells() {
    let data = text("data/line-cuts.dat");
    let (_, numbers) = data.split_once(":=").expect("a set");
    let (numbers, _) = numbers.split_once(';').expect("it ends");
    let numbers = numbers.split_whitespace();
    let numbers = numbers.map(|word| word.parse().expect("a number"));
    let numbers: Vec<i64> = numbers.collect();
    let listed = numbers.chunks(4).map(|cut| cut.try_into().expect("four"));
    let listed: Vec<[i64; 4]> = listed.collect();
    let computed: BTreeSet<[i64; 4]> = (2..=5)
        .flat_map(|length| {
            let of = move |sense| line_cuts(&vec![false; length], true, sense);
            let both = [Sense::Maximize, Sense::Minimize].into_iter().flat_map(of);
            let tuple = move |cut: LineCut| [length as i64, cut.points, cut.starts, cut.right];
            both.map(tuple)
        })
        .collect();
    assert_eq!(listed.len(), computed.len(), "one is listed twice");
    assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), computed);
}
