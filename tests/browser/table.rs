//! The table of Play and Learn: the component makes the table of the server's template, and replaces only different parts.

use crate::play::{FINAL, LAST, take};
use crate::ways::{in_each_tab, in_server_tab};

/// A script for the table as nested lists: the name, the sorted attributes and the contents of each element.
const OUTLINE: &str = "const outline = (node) => (node.nodeType === Node.TEXT_NODE ? node.data.trim() : \
    [node.localName, [...node.attributes].map(({ name, value }) => `${name}=${value}`).sort(), \
    [...node.childNodes].filter((one) => one.nodeType === Node.ELEMENT_NODE || one.data.trim()).map(outline)]); \
    const tableOf = (page) => JSON.stringify([...page.getElementById('table').children].map(outline));";

#[test]
fn the_component_makes_the_table_of_the_template() {
    in_server_tab(|tab| {
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
                    [0, 1].map(|index| tab.text(&format!("window.tables[{index}]")));
                assert!(template.len() > 5_000, "{template}");
                assert_eq!(component, template, "/{page}?{query}");
            }
        }
    });
}

#[test]
fn a_move_replaces_only_the_groups_of_the_factory() {
    in_each_tab(|tab| {
        tab.visit("/play?seed=7&seat=human&seat=human");
        let parts = "document.querySelectorAll('.source, .board, .line, .wall-row .place, .group')";
        tab.run(&format!("window.parts = [...{parts}]"));
        let group_count = tab.count("[data-take^=\"1\"]");
        take(tab, "[data-take^=\"1\"]", "4");
        tab.wait_for_count("#log li", 1);
        let removed = tab.number("window.parts.filter((one) => !one.isConnected).length");
        assert_eq!(removed, group_count, "the groups of the factory alone");
    });
}
