//! From JSON text to a [`Spec`], noting every fault of form on the way instead of stopping at the first.

use super::json::Json;
use super::validate::Fragment;
use super::{
    BonusSetSpec, CellSpec, ColoursSpec, ConstraintSpec, FactorSpec, Fault, Form, Instance, KINDS,
    Kind, Located, PublishedFigures, Sense, Spec, Value, ValueSpec, WallSpec,
};
use crate::wall::Bonus;
use itertools::Itertools;
use serde::{Deserialize, Deserializer, de};
use std::collections::BTreeMap;

/// The readable part of a text.
#[derive(Default)]
pub(super) struct Draft {
    /// None where the text is not JSON or has no wall.
    pub(super) spec: Option<Spec>,
    /// The readable pieces of the constraints that are not in the spec.
    pub(super) fragments: Vec<Located<Fragment>>,
    /// The faults of form.
    pub(super) faults: Vec<Fault>,
    /// The first place of each key of the outermost object.
    pub(super) ranks: BTreeMap<String, usize>,
}

pub(super) fn read(text: &str) -> Draft {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let fault = |message: String| {
        let mut notes = Notes::default();
        notes.fault("file", message);
        notes.into_draft(None, BTreeMap::new())
    };
    if text.len() > Instance::MAX_BYTES {
        return fault(format!("larger than {} bytes", Instance::MAX_BYTES));
    }
    match serde_json::from_str::<Json>(text) {
        Ok(json) => drafted(json),
        Err(error) => fault(format!("not JSON: {error}")),
    }
}

fn drafted(json: Json) -> Draft {
    let mut notes = Notes::default();
    let ranks = ranks(&json);
    let spec = Fields::of(json, "", &mut notes).and_then(spec);
    notes.into_draft(spec, ranks)
}

/// A part of a larger text, such as the answer to it.
impl<'de> Deserialize<'de> for Instance {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let draft = drafted(Json::deserialize(deserializer)?);
        Self::from_draft(draft).map_err(de::Error::custom)
    }
}

fn ranks(json: &Json) -> BTreeMap<String, usize> {
    let Json::Object(entries) = json else {
        return BTreeMap::new();
    };
    // Backward, so that the first place of a key counts.
    let places = entries.iter().enumerate().rev();
    places.map(|(rank, (key, _))| (key.clone(), rank)).collect()
}

/// Notes of the reader.
#[derive(Default)]
struct Notes {
    faults: Vec<Fault>,
    fragments: Vec<Located<Fragment>>,
}

impl Notes {
    fn fault(&mut self, place: &str, message: String) {
        self.faults.push(Fault::new(place, message));
    }

    fn mismatch<T>(&mut self, place: &str, wanted: &str, found: &Json) -> Option<T> {
        self.fault(place, format!("expected {wanted}, found {}", found.noun()));
        None
    }

    /// Reads a whole; its pieces are fragments only if that fails.
    fn whole<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.fragments.len();
        let read = read(self);
        if read.is_some() {
            self.fragments.truncate(before);
        }
        read
    }

    fn into_draft(self, spec: Option<Spec>, ranks: BTreeMap<String, usize>) -> Draft {
        Draft {
            spec,
            fragments: self.fragments,
            faults: self.faults,
            ranks,
        }
    }
}

fn spec(mut fields: Fields<'_>) -> Option<Spec> {
    let name = fields.optional("name", text);
    let source = fields.optional("source", text);
    let wall = fields.required("wall", wall);
    let sense = fields.required("sense", sense);
    let initial = fields.optional("initial", located_cells);
    let holes = fields.optional("holes", located_cells);
    let turns = fields.located("turns", whole);
    let tiles = fields.located("tiles", whole);
    let bonus = fields.optional("bonus", bonus).unwrap_or_default();
    let factors = fields.list("factors", factor);
    let constraints = fields.list("constraints", constraint);
    let published = fields.optional("published", published);
    fields.finish();
    Some(Spec {
        name,
        source,
        initial: initial.unwrap_or_default(),
        holes: holes.unwrap_or_default(),
        turns,
        tiles,
        bonus: bonus.points,
        bonus_sets: bonus.sets,
        colours: bonus.colours,
        factors,
        constraints,
        published: published.unwrap_or_default(),
        // A fault of the sense has been noted; the rest can be checked all the same.
        ..Spec::new(wall?, sense.unwrap_or(Sense::Maximize))
    })
}

/// The cells that can be read, each with its place.
fn located_cells(value: Json, place: &str, notes: &mut Notes) -> Option<Vec<Located<CellSpec>>> {
    let items = notes.whole(|notes| items(value, place, notes, cell))?;
    Some(items.into_iter().flatten().collect())
}

fn wall(value: Json, place: &str, notes: &mut Notes) -> Option<WallSpec> {
    let mut fields = Fields::of(value, place, notes)?;
    let rows = fields.required("rows", whole);
    let columns = fields.required("columns", whole);
    fields.finish();
    Some(WallSpec {
        rows: rows?,
        columns: columns?,
        place: place.into(),
    })
}

/// Parts of the bonus, each with its place.
#[derive(Default)]
struct BonusParts {
    points: Option<Located<Bonus>>,
    sets: Vec<Located<BonusSetSpec>>,
    colours: Option<Located<ColoursSpec>>,
}

fn bonus(value: Json, place: &str, notes: &mut Notes) -> Option<BonusParts> {
    let mut fields = Fields::of(value, place, notes)?;
    let row = fields.optional("row", points);
    let column = fields.optional("column", points);
    let colour = fields.optional("colour", points);
    let sets = fields.list("sets", bonus_set);
    let colours = fields.located("colours", colours);
    fields.finish();
    let points = Bonus {
        row: row.unwrap_or(0),
        column: column.unwrap_or(0),
        colour: colour.unwrap_or(0),
    };
    Some(BonusParts {
        points: Some(Located::new(place, points)),
        sets,
        colours,
    })
}

fn bonus_set(value: Json, place: &str, notes: &mut Notes) -> Option<BonusSetSpec> {
    let (cells, points) = cells_with("points", points, value, place, notes)?;
    let points = points.into();
    Some(BonusSetSpec { cells, points })
}

/// Cells with a number from a field of this name.
fn cells_with<N>(
    name: &'static str,
    number: impl FnOnce(Json, &str, &mut Notes) -> Option<N>,
    value: Json,
    place: &str,
    notes: &mut Notes,
) -> Option<(Vec<CellSpec>, N)> {
    notes.whole(|notes| {
        let mut fields = Fields::of(value, place, notes)?;
        let cells = fields.required("cells", cells);
        let number = fields.required(name, number);
        fields.finish();
        Some((cells?, number?))
    })
}

fn colours(value: Json, place: &str, notes: &mut Notes) -> Option<ColoursSpec> {
    match value {
        Json::Text(word) => Some(ColoursSpec::Word(word)),
        Json::List(_) => {
            let rows = items(value, place, notes, text)?;
            let rows = rows.into_iter().map(|row| Some(row?.value));
            Some(ColoursSpec::Rows(rows.collect::<Option<_>>()?))
        }
        _ => notes.mismatch(place, "cyclic, free, or a list of texts", &value),
    }
}

fn factor(value: Json, place: &str, notes: &mut Notes) -> Option<FactorSpec> {
    let (cells, factor) = cells_with("factor", whole, value, place, notes)?;
    Some(FactorSpec { cells, factor })
}

fn published(value: Json, place: &str, notes: &mut Notes) -> Option<PublishedFigures> {
    let mut fields = Fields::of(value, place, notes)?;
    let score = fields.optional("score", |value, place, notes| {
        let score = whole(value, place, notes)?;
        let too_large = |_| notes.fault(place, format!("{score} is too large for a score"));
        u32::try_from(score).map_err(too_large).ok()
    });
    let orders = fields.optional("orders", |value, place, notes| match &value {
        Json::Text(digits)
            if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            Some(digits.clone())
        }
        _ => notes.mismatch(
            place,
            "a number of orders as a text of decimal digits",
            &value,
        ),
    });
    fields.finish();
    Some(PublishedFigures { score, orders })
}

fn constraint(value: Json, place: &str, notes: &mut Notes) -> Option<ConstraintSpec> {
    notes.whole(|notes| {
        let mut fields = Fields::of(value, place, notes)?;
        let name = fields.required("type", text);
        let kind = name
            .as_deref()
            .and_then(|name| KINDS.iter().find(|kind| kind.name == name));
        let spec = match kind {
            Some(kind) => of_kind(kind, &mut fields),
            None => {
                if let Some(name) = name {
                    let name = Json::Text(name).noun();
                    let known = KINDS.iter().map(|kind| kind.name).join(", ");
                    let message = format!("{name} is no kind of constraint: use {known}");
                    fields.fault("type", message);
                }
                of_any_kind(&mut fields);
                None
            }
        };
        fields.finish();
        spec
    })
}

fn of_kind(kind: &'static Kind, fields: &mut Fields<'_>) -> Option<ConstraintSpec> {
    let values = kind
        .fields
        .iter()
        .map(|field| {
            fields.required(field.name, |json, at, notes| {
                value(field.form, json, at, notes)
            })
        })
        .collect_vec(); // each of them, also behind one with a fault
    ConstraintSpec::new(kind, values.into_iter().collect::<Option<_>>()?)
}

/// The fields of a constraint whose kind is not known.
fn of_any_kind(fields: &mut Fields<'_>) {
    let all = KINDS.iter().flat_map(|kind| kind.fields);
    for form in Form::ALL {
        let of_form = all.clone().filter(|field| field.form == form);
        for name in of_form.map(|field| field.name).unique() {
            fields.optional(name, |json, at, notes| value(form, json, at, notes));
        }
    }
}

fn value(form: Form, value: Json, place: &str, notes: &mut Notes) -> Option<ValueSpec> {
    match form {
        Form::Cell => cell(value, place, notes).map(Value::Cell),
        Form::Turn => turn(value, place, notes).map(Value::Turn),
        Form::Cells => cells(value, place, notes).map(Value::Cells),
        Form::Row => text(value, place, notes).map(Value::Row),
    }
}

fn sense(value: Json, place: &str, notes: &mut Notes) -> Option<Sense> {
    match &value {
        Json::Text(word) if word == "maximize" => Some(Sense::Maximize),
        Json::Text(word) if word == "minimize" => Some(Sense::Minimize),
        _ => notes.mismatch(place, "\"maximize\" or \"minimize\"", &value),
    }
}

fn cells(value: Json, place: &str, notes: &mut Notes) -> Option<Vec<CellSpec>> {
    let items = items(value, place, notes, cell)?;
    items
        .into_iter()
        .map(|item| item.map(|cell| cell.value))
        .collect()
}

fn cell(value: Json, place: &str, notes: &mut Notes) -> Option<CellSpec> {
    let cell = match &value {
        Json::Whole(number) => CellSpec::Number(*number),
        Json::List(pair) => match pair[..] {
            [Json::Whole(row), Json::Whole(column)] => CellSpec::At(row, column),
            _ => return notes.mismatch(place, "[row, column]", &value),
        },
        _ => return notes.mismatch(place, "a cell: [row, column] or one number", &value),
    };
    notes
        .fragments
        .push(Located::new(place, Fragment::Cell(cell)));
    Some(cell)
}

fn turn(value: Json, place: &str, notes: &mut Notes) -> Option<u64> {
    let turn = whole(value, place, notes)?;
    notes
        .fragments
        .push(Located::new(place, Fragment::Turn(turn)));
    Some(turn)
}

fn whole(value: Json, place: &str, notes: &mut Notes) -> Option<u64> {
    match value {
        Json::Whole(number) => Some(number),
        _ => notes.mismatch(place, "a whole number", &value),
    }
}

fn points(value: Json, place: &str, notes: &mut Notes) -> Option<u32> {
    match value {
        Json::Whole(number) if number <= u64::from(Bonus::MAX) => u32::try_from(number).ok(),
        _ => {
            let wanted = format!("a whole number of points up to {}", Bonus::MAX);
            notes.mismatch(place, &wanted, &value)
        }
    }
}

fn text(value: Json, place: &str, notes: &mut Notes) -> Option<String> {
    match value {
        Json::Text(text) => Some(text),
        _ => notes.mismatch(place, "a text", &value),
    }
}

/// Every item of a list with its place; none for one that cannot be read, which leaves a fault.
fn items<T>(
    value: Json,
    place: &str,
    notes: &mut Notes,
    read: impl Fn(Json, &str, &mut Notes) -> Option<T>,
) -> Option<Vec<Option<Located<T>>>> {
    let Json::List(items) = value else {
        return notes.mismatch(place, "a list", &value);
    };
    let items = items.into_iter().enumerate().map(|(index, item)| {
        let place = format!("{place}[{index}]");
        read(item, &place, notes).map(|value| Located::new(place, value))
    });
    Some(items.collect())
}

/// The fields of one object that have not been read yet.
struct Fields<'a> {
    place: String,
    rest: Vec<(String, Json)>,
    known: Vec<&'static str>,
    notes: &'a mut Notes,
}

impl<'a> Fields<'a> {
    /// The outermost object has no place of its own.
    fn of(value: Json, place: &str, notes: &'a mut Notes) -> Option<Self> {
        match value {
            Json::Object(rest) => Some(Self {
                place: place.into(),
                rest,
                known: Vec::new(),
                notes,
            }),
            _ => notes.mismatch(
                if place.is_empty() { "file" } else { place },
                "an object",
                &value,
            ),
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
        let place = self.at(key);
        self.notes.fault(&place, message);
    }

    /// Reads a field that may be missing; a second one of the same name is a fault.
    fn optional<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(Json, &str, &mut Notes) -> Option<T>,
    ) -> Option<T> {
        self.known.push(key);
        let index = self.rest.iter().position(|(name, _)| name == key)?;
        let (_, value) = self.rest.remove(index);
        let before = self.rest.len();
        self.rest.retain(|(name, _)| name != key);
        if self.rest.len() < before {
            self.fault(key, "given more than once".into());
        }
        read(value, &self.at(key), self.notes)
    }

    /// Reads a field that may be missing, with its place.
    fn located<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(Json, &str, &mut Notes) -> Option<T>,
    ) -> Option<Located<T>> {
        self.optional(key, |value, place, notes| {
            read(value, place, notes).map(|value| Located::new(place, value))
        })
    }

    /// Reads a list that may be missing: the items that can be read.
    fn list<T>(
        &mut self,
        key: &'static str,
        read: impl Fn(Json, &str, &mut Notes) -> Option<T>,
    ) -> Vec<Located<T>> {
        let items = self.optional(key, |value, place, notes| items(value, place, notes, read));
        items.into_iter().flatten().flatten().collect()
    }

    /// Reads a field that must be there.
    fn required<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(Json, &str, &mut Notes) -> Option<T>,
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
        let known = self.known.join(", ");
        for (name, _) in std::mem::take(&mut self.rest) {
            let short = name.chars().count() <= 40;
            let name = if short {
                name.escape_debug().to_string()
            } else {
                "…".into()
            };
            self.fault(&name, format!("unknown field: known here are {known}"));
        }
    }
}
