//! The table of Play and Learn: the component makes what the server's template makes, and changes only what differs.

use crate::play::{FINAL, LAST, take};
use crate::ways::{each_way, of_server};

/// The table as nested lists: of an element its name, its attributes in order, and what it holds.
const OUTLINE: &str = "const outline = (node) => (node.nodeType === Node.TEXT_NODE ? node.data.trim() : \
    [node.localName, [...node.attributes].map(({ name, value }) => `${name}=${value}`).sort(), \
    [...node.childNodes].filter((one) => one.nodeType === Node.ELEMENT_NODE || one.data.trim()).map(outline)]); \
    const tableOf = (page) => JSON.stringify([...page.getElementById('table').children].map(outline));";

#[test]
fn the_component_makes_the_table_of_the_template() {
    of_server(|tab| {
        for query in [
            "seed=7&seat=human&seat=human",
            "players=4&seed=1&seat=human&seat=human&seat=human&seat=human",
            &format!("{LAST}&seat=human&seat=human"),
            &format!("{FINAL}&seat=human&seat=human"),
        ] {
            for page in ["play", "learn"] {
                tab.visit(&format!("/{page}?{query}"));
                tab.run(&format!(
                    "{OUTLINE} window.tables = null; fetch('/{page}?{query}').then((response) => response.text()).then((text) => {{ \
                     window.tables = [new DOMParser().parseFromString(text, 'text/html'), document].map(tableOf); }})"
                ));
                tab.wait_for("window.tables !== null");
                let [template, component] =
                    [0, 1].map(|at| tab.text(&format!("window.tables[{at}]")));
                assert!(template.len() > 5_000, "{template}");
                assert_eq!(component, template, "/{page}?{query}");
            }
        }
    });
}

#[test]
fn a_move_changes_what_it_moves_and_leaves_the_rest() {
    each_way(|tab| {
        tab.visit("/play?seed=7&seat=human&seat=human");
        let parts = "document.querySelectorAll('.source, .board, .line, .wall-row .place, .group')";
        tab.run(&format!("window.parts = [...{parts}]"));
        let taken = tab.count("[data-take^=\"1\"]");
        take(tab, "[data-take^=\"1\"]", "4");
        tab.wait_for_count("#log li", 1);
        let gone = tab.number("window.parts.filter((one) => !one.isConnected).length");
        assert_eq!(gone, taken, "the groups of the factory alone");
    });
}
