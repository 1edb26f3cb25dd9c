//! From JSON text to a [`Spec`], noting every fault of form on the way instead of stopping at the first.

use super::json::Json;
use super::{
    Bonus, CellSpec, ConstraintSpec, Fault, Instance, Located, PublishedSpec, Sense, Spec, WallSpec,
};

/// The spec, as far as it could be read, and the faults found while reading.
/// There is no spec where the text is not JSON or has no wall.
pub(super) fn read(text: &str) -> (Option<Spec>, Vec<Fault>) {
    let mut faults = Vec::new();
    if text.len() > Instance::MAX_BYTES {
        let limit = Instance::MAX_BYTES;
        faults.push(Fault::new("file", format!("larger than {limit} bytes")));
        return (None, faults);
    }
    match serde_json::from_str::<Json>(text) {
        Ok(json) => {
            let spec = Fields::of(json, String::new(), &mut faults).and_then(|mut fields| {
                let spec = spec(&mut fields);
                fields.finish();
                spec
            });
            (spec, faults)
        }
        Err(error) => {
            faults.push(Fault::new("file", format!("not JSON: {error}")));
            (None, faults)
        }
    }
}

fn spec(fields: &mut Fields<'_>) -> Option<Spec> {
    let name = fields.optional("name", text);
    let source = fields.optional("source", text);
    let wall = fields.required("wall", wall);
    let sense = fields.required("sense", sense);
    let initial = fields.optional("initial", |value, place, faults| {
        Some(list(value, place, faults, |value, place, faults| {
            Some(Located::new(place, cell(value, place, faults)?))
        }))
    });
    let turns = fields.optional("turns", |value, place, faults| {
        Some(Located::new(place, whole(value, place, faults)?))
    });
    let bonus = fields.optional("bonus", |value, place, faults| {
        Some(Located::new(place, bonus(value, place, faults)?))
    });
    let constraints = fields.optional("constraints", |value, place, faults| {
        Some(list(value, place, faults, |value, place, faults| {
            Some(Located::new(place, constraint(value, place, faults)?))
        }))
    });
    let published = fields.optional("published", published);
    Some(Spec {
        name,
        source,
        initial: initial.unwrap_or_default(),
        turns,
        bonus,
        constraints: constraints.unwrap_or_default(),
        published: published.unwrap_or_default(),
        // A fault of the sense has been noted; the rest can be checked all the same.
        ..Spec::new(wall?, sense.unwrap_or(Sense::Maximize))
    })
}

fn wall(value: Json, place: &str, faults: &mut Vec<Fault>) -> Option<WallSpec> {
    let mut fields = Fields::of(value, place.into(), faults)?;
    let rows = fields.required("rows", whole);
    let columns = fields.required("columns", whole);
    fields.finish();
    Some(WallSpec {
        rows: rows?,
        columns: columns?,
        place: place.into(),
    })
}

fn bonus(value: Json, place: &str, faults: &mut Vec<Fault>) -> Option<Bonus> {
    let mut fields = Fields::of(value, place.into(), faults)?;
    let row = fields.optional("row", points);
    let column = fields.optional("column", points);
    let colour = fields.optional("colour", points);
    fields.finish();
    Some(Bonus {
        row: row.unwrap_or(0),
        column: column.unwrap_or(0),
        colour: colour.unwrap_or(0),
    })
}

fn published(value: Json, place: &str, faults: &mut Vec<Fault>) -> Option<PublishedSpec> {
    let mut fields = Fields::of(value, place.into(), faults)?;
    let score = fields.optional("score", |value, place, faults| {
        let score = whole(value, place, faults)?;
        u32::try_from(score)
            .map_err(|_| {
                faults.push(Fault::new(
                    place,
                    format!("{score} is too large for a score"),
                ))
            })
            .ok()
    });
    let orders = fields.optional("orders", |value, place, faults| {
        Some(Located::new(place, text(value, place, faults)?))
    });
    fields.finish();
    Some(PublishedSpec { score, orders })
}

fn constraint(value: Json, place: &str, faults: &mut Vec<Fault>) -> Option<ConstraintSpec> {
    let mut fields = Fields::of(value, place.into(), faults)?;
    let kind = fields.required("type", text)?;
    let spec = match kind.as_str() {
        "place-at" => {
            let (cell, turn) = (
                fields.required("cell", cell),
                fields.required("turn", whole),
            );
            cell.zip(turn)
                .map(|(cell, turn)| ConstraintSpec::PlaceAt { cell, turn })
        }
        "window" => {
            let cell = fields.required("cell", cell);
            let (from, to) = (fields.required("from", whole), fields.required("to", whole));
            cell.zip(from.zip(to))
                .map(|(cell, (from, to))| ConstraintSpec::Window { cell, from, to })
        }
        "before" => {
            let (first, then) = (
                fields.required("first", cell),
                fields.required("then", cell),
            );
            first
                .zip(then)
                .map(|(first, then)| ConstraintSpec::Before { first, then })
        }
        "first" => fields
            .required("cells", cells)
            .map(|cells| ConstraintSpec::First { cells }),
        "last" => fields
            .required("cells", cells)
            .map(|cells| ConstraintSpec::Last { cells }),
        "rounds" => Some(ConstraintSpec::Rounds),
        "last-round" => Some(ConstraintSpec::LastRound),
        other => {
            let known = "place-at, window, before, first, last, rounds, last-round";
            let other = Json::Text(other.into()).noun();
            fields.fault(
                "type",
                format!("{other} is no kind of constraint: use {known}"),
            );
            return None;
        }
    };
    fields.finish();
    spec
}

fn sense(value: Json, place: &str, faults: &mut Vec<Fault>) -> Option<Sense> {
    match &value {
        Json::Text(word) if word == "maximize" => Some(Sense::Maximize),
        Json::Text(word) if word == "minimize" => Some(Sense::Minimize),
        _ => mismatch(&value, place, faults, "\"maximize\" or \"minimize\""),
    }
}

fn cells(value: Json, place: &str, faults: &mut Vec<Fault>) -> Option<Vec<CellSpec>> {
    Some(list(value, place, faults, cell))
}

fn cell(value: Json, place: &str, faults: &mut Vec<Fault>) -> Option<CellSpec> {
    match &value {
        Json::Whole(number) => Some(CellSpec::Number(*number)),
        Json::List(pair) => match pair[..] {
            [Json::Whole(row), Json::Whole(column)] => Some(CellSpec::At(row, column)),
            _ => mismatch(&value, place, faults, "[row, column]"),
        },
        _ => mismatch(&value, place, faults, "a cell: [row, column] or one number"),
    }
}

fn whole(value: Json, place: &str, faults: &mut Vec<Fault>) -> Option<u64> {
    match value {
        Json::Whole(number) => Some(number),
        _ => mismatch(&value, place, faults, "a whole number"),
    }
}

fn points(value: Json, place: &str, faults: &mut Vec<Fault>) -> Option<u32> {
    match value {
        Json::Whole(number) if number <= u64::from(Bonus::MAX) => u32::try_from(number).ok(),
        _ => {
            let wanted = format!("a whole number of points up to {}", Bonus::MAX);
            mismatch(&value, place, faults, &wanted)
        }
    }
}

fn text(value: Json, place: &str, faults: &mut Vec<Fault>) -> Option<String> {
    match value {
        Json::Text(text) => Some(text),
        _ => mismatch(&value, place, faults, "a text"),
    }
}

/// The items that can be read; the others leave a fault each.
fn list<T>(
    value: Json,
    place: &str,
    faults: &mut Vec<Fault>,
    read: impl Fn(Json, &str, &mut Vec<Fault>) -> Option<T>,
) -> Vec<T> {
    let Json::List(items) = value else {
        mismatch::<()>(&value, place, faults, "a list");
        return Vec::new();
    };
    let items = items.into_iter().enumerate();
    items
        .filter_map(|(index, item)| read(item, &format!("{place}[{index}]"), faults))
        .collect()
}

fn mismatch<T>(value: &Json, place: &str, faults: &mut Vec<Fault>, wanted: &str) -> Option<T> {
    faults.push(Fault::new(
        place,
        format!("expected {wanted}, found {}", value.noun()),
    ));
    None
}

/// The fields of one object that have not been read yet.
struct Fields<'a> {
    place: String,
    rest: Vec<(String, Json)>,
    known: Vec<&'static str>,
    faults: &'a mut Vec<Fault>,
}

impl<'a> Fields<'a> {
    fn of(value: Json, place: String, faults: &'a mut Vec<Fault>) -> Option<Self> {
        match value {
            Json::Object(rest) => Some(Self {
                place,
                rest,
                known: Vec::new(),
                faults,
            }),
            _ => {
                let place = if place.is_empty() { "file" } else { &place };
                mismatch(&value, place, faults, "an object")
            }
        }
    }

    fn at(&self, key: &str) -> String {
        if self.place.is_empty() {
            key.into()
        } else {
            format!("{}.{key}", self.place)
        }
    }

    fn fault(&mut self, key: &str, message: String) {
        self.faults.push(Fault::new(self.at(key), message));
    }

    /// Reads a field that may be missing; a second one of the same name is a fault.
    fn optional<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(Json, &str, &mut Vec<Fault>) -> Option<T>,
    ) -> Option<T> {
        self.known.push(key);
        let index = self.rest.iter().position(|(name, _)| name == key)?;
        let (_, value) = self.rest.remove(index);
        let before = self.rest.len();
        self.rest.retain(|(name, _)| name != key);
        if self.rest.len() < before {
            self.fault(key, "given more than once".into());
        }
        read(value, &self.at(key), self.faults)
    }

    /// Reads a field that must be there.
    fn required<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(Json, &str, &mut Vec<Fault>) -> Option<T>,
    ) -> Option<T> {
        if !self.rest.iter().any(|(name, _)| name == key) {
            self.known.push(key);
            self.fault(key, "missing".into());
            return None;
        }
        self.optional(key, read)
    }

    /// Every field still unread is unknown.
    fn finish(mut self) {
        for (name, _) in std::mem::take(&mut self.rest) {
            let name = if name.chars().count() <= 40 {
                name.escape_debug().to_string()
            } else {
                "…".into()
            };
            let known = self.known.join(", ");
            self.fault(&name, format!("unknown field: known here are {known}"));
        }
    }
}
