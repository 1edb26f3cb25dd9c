//! `docs/instances.md` has every kind of constraint.

use azulejo::instance::KINDS;

#[test]
fn each_kind_of_constraint_has_a_row_of_a_table() {
    let page = include_str!("../../docs/instances.md");
    for kind in KINDS {
        assert!(page.contains(&format!("| `{kind}` |")), "{kind}");
    }
}
