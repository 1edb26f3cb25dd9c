//! The writer of proofs. The check itself does not use this module.

use super::read::{Node, Proof};
use serde::ser::{Serialize, SerializeMap, Serializer};

impl Serialize for Proof {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        match self {
            Self::Sweep => fields.serialize_entry("kind", "sweep")?,
            Self::Shapes => fields.serialize_entry("kind", "shapes")?,
            Self::Tree(nodes) => match nodes.as_slice() {
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
}
