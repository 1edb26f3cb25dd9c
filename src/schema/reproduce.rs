use super::{SCHEMA, pretty};
use crate::published::Reproduced;
use serde_json::json;

/// The output of `reproduce`.
pub fn reproduced(rows: &[Reproduced]) -> String {
    let row = |row: &Reproduced| {
        let computed = row.computed.as_ref().map(|(computed, _)| computed);
        json!({
            "source": row.figure.source,
            "figure": row.figure.figure,
            "published": row.figure.published,
            "computed": computed,
            "verdict": row.verdict(),
            "seconds": row.seconds,
        })
    };
    pretty(&json!({
        "schema": SCHEMA,
        "figures": rows.iter().map(row).collect::<Vec<_>>(),
    }))
}
