//! The proof of a certificate in JSON.

use azulejo_check::{Node, Proof};
use serde::ser::{SerializeMap, Serializer};

/// Writes a proof as a map of its kind and its content.
pub(super) fn proof<S: Serializer>(proof: &Proof, serializer: S) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_map(None)?;
    match proof {
        Proof::Sweep => fields.serialize_entry("kind", "sweep")?,
        Proof::Shapes => fields.serialize_entry("kind", "shapes")?,
        Proof::Tree(nodes) => match nodes.as_slice() {
            [Node::Leaf { denominator, rows }] => {
                fields.serialize_entry("kind", "sum")?;
                fields.serialize_entry("denominator", denominator)?;
                fields.serialize_entry("rows", rows)?;
            }
            nodes => {
                fields.serialize_entry("kind", "tree")?;
                fields.serialize_entry("nodes", nodes)?;
            }
        },
    }
    fields.end()
}
