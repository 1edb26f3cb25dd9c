//! From JSON text to a [`Spec`], with all faults of form instead of only the first one.

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
    /// None if the text is no JSON or has no wall.
    pub(super) spec: Option<Spec>,
    /// The readable pieces of the constraints outside of the spec.
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
        Ok(json) => draft(json),
        Err(error) => fault(format!("not JSON: {error}")),
    }
}

fn draft(json: Json) -> Draft {
    let mut notes = Notes::default();
    let ranks = ranks(&json);
    let spec = Fields::of(json, "", &mut notes).and_then(spec);
    notes.into_draft(spec, ranks)
}

/// An instance within a larger text, such as an answer.
impl<'de> Deserialize<'de> for Instance {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let draft = draft(Json::deserialize(deserializer)?);
        Self::from_draft(draft).map_err(de::Error::custom)
    }
}

fn ranks(json: &Json) -> BTreeMap<String, usize> {
    let Json::Object(entries) = json else {
        return BTreeMap::new();
    };
    // The order is reversed, so that the first place of a key counts.
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

    fn mismatch<T>(&mut self, place: &str, expected: &str, actual: &Json) -> Option<T> {
        self.fault(
            place,
            format!("expected {expected}, found {}", actual.noun()),
        );
        None
    }

    /// Reads a composite value; its pieces are fragments only if that fails.
    fn read_composite<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let fragment_count = self.fragments.len();
        let value = read(self);
        if value.is_some() {
            self.fragments.truncate(fragment_count);
        }
        value
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
    let turns = fields.located("turns", whole_number);
    let tiles = fields.located("tiles", whole_number);
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
        // A missing sense is a fault already; the default lets the checks of the rest go on.
        ..Spec::new(wall?, sense.unwrap_or(Sense::Maximize))
    })
}

/// The readable cells of a list, each with its place.
fn located_cells(value: Json, place: &str, notes: &mut Notes) -> Option<Vec<Located<CellSpec>>> {
    let items = notes.read_composite(|notes| items(value, place, notes, cell))?;
    Some(items.into_iter().flatten().collect())
}

fn wall(value: Json, place: &str, notes: &mut Notes) -> Option<WallSpec> {
    let mut fields = Fields::of(value, place, notes)?;
    let rows = fields.required("rows", whole_number);
    let columns = fields.required("columns", whole_number);
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

/// Cells and a number, with the field of this name for the number.
fn cells_with<N>(
    name: &'static str,
    number: impl FnOnce(Json, &str, &mut Notes) -> Option<N>,
    value: Json,
    place: &str,
    notes: &mut Notes,
) -> Option<(Vec<CellSpec>, N)> {
    notes.read_composite(|notes| {
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
    let (cells, factor) = cells_with("factor", whole_number, value, place, notes)?;
    Some(FactorSpec { cells, factor })
}

fn published(value: Json, place: &str, notes: &mut Notes) -> Option<PublishedFigures> {
    let mut fields = Fields::of(value, place, notes)?;
    let score = fields.optional("score", |value, place, notes| {
        let score = whole_number(value, place, notes)?;
        let report = |_| notes.fault(place, format!("{score} is too large for a score"));
        u32::try_from(score).map_err(report).ok()
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
    notes.read_composite(|notes| {
        let mut fields = Fields::of(value, place, notes)?;
        let name = fields.required("type", text);
        let kind = name
            .as_deref()
            .and_then(|name| KINDS.iter().find(|kind| kind.name == name));
        let spec = match kind {
            Some(kind) => constraint_of_kind(kind, &mut fields),
            None => {
                if let Some(name) = name {
                    let name = Json::Text(name).noun();
                    let names = KINDS.iter().map(|kind| kind.name).join(", ");
                    let message = format!("{name} is no kind of constraint: use {names}");
                    fields.fault("type", message);
                }
                read_unknown_kind(&mut fields);
                None
            }
        };
        fields.finish();
        spec
    })
}

fn constraint_of_kind(kind: &'static Kind, fields: &mut Fields<'_>) -> Option<ConstraintSpec> {
    let values = kind
        .fields
        .iter()
        .map(|field| {
            fields.required(field.name, |json, place, notes| {
                value(field.form, json, place, notes)
            })
        })
        .collect_vec(); // all fields are read, also after a fault
    ConstraintSpec::new(kind, values.into_iter().collect::<Option<_>>()?)
}

/// Reads the fields of a constraint of an unknown kind, for their fragments.
fn read_unknown_kind(fields: &mut Fields<'_>) {
    let all = KINDS.iter().flat_map(|kind| kind.fields);
    for form in Form::ALL {
        let fields_of_form = all.clone().filter(|field| field.form == form);
        for name in fields_of_form.map(|field| field.name).unique() {
            fields.optional(name, |json, place, notes| value(form, json, place, notes));
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
    let turn = whole_number(value, place, notes)?;
    notes
        .fragments
        .push(Located::new(place, Fragment::Turn(turn)));
    Some(turn)
}

fn whole_number(value: Json, place: &str, notes: &mut Notes) -> Option<u64> {
    match value {
        Json::Whole(number) => Some(number),
        _ => notes.mismatch(place, "a whole number", &value),
    }
}

fn points(value: Json, place: &str, notes: &mut Notes) -> Option<u32> {
    match value {
        Json::Whole(number) if number <= u64::from(Bonus::MAX) => u32::try_from(number).ok(),
        _ => {
            let expected = format!("a whole number of points up to {}", Bonus::MAX);
            notes.mismatch(place, &expected, &value)
        }
    }
}

fn text(value: Json, place: &str, notes: &mut Notes) -> Option<String> {
    match value {
        Json::Text(text) => Some(text),
        _ => notes.mismatch(place, "a text", &value),
    }
}

/// The items of a list, each with its place; none for an item with a fault.
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

/// Fields of an object: the unread ones, and the names of all read ones.
struct Fields<'a> {
    place: String,
    rest: Vec<(String, Json)>,
    names: Vec<&'static str>,
    notes: &'a mut Notes,
}

impl<'a> Fields<'a> {
    /// Fields of an object at a place, which is empty for the outermost object.
    fn of(value: Json, place: &str, notes: &'a mut Notes) -> Option<Self> {
        match value {
            Json::Object(rest) => Some(Self {
                place: place.into(),
                rest,
                names: Vec::new(),
                notes,
            }),
            _ => notes.mismatch(
                if place.is_empty() { "file" } else { place },
                "an object",
                &value,
            ),
        }
    }

    fn place_of(&self, key: &str) -> String {
        if self.place.is_empty() {
            key.into()
        } else {
            format!("{}.{key}", self.place)
        }
    }

    fn fault(&mut self, key: &str, message: String) {
        let place = self.place_of(key);
        self.notes.fault(&place, message);
    }

    /// Reads a field that may be missing; a second one of the same name is a fault.
    fn optional<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(Json, &str, &mut Notes) -> Option<T>,
    ) -> Option<T> {
        self.names.push(key);
        let index = self.rest.iter().position(|(name, _)| name == key)?;
        let (_, value) = self.rest.remove(index);
        let count = self.rest.len();
        self.rest.retain(|(name, _)| name != key);
        if self.rest.len() < count {
            self.fault(key, "given more than once".into());
        }
        read(value, &self.place_of(key), self.notes)
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

    /// Reads the readable items of a list that may be missing.
    fn list<T>(
        &mut self,
        key: &'static str,
        read: impl Fn(Json, &str, &mut Notes) -> Option<T>,
    ) -> Vec<Located<T>> {
        let items = self.optional(key, |value, place, notes| items(value, place, notes, read));
        items.into_iter().flatten().flatten().collect()
    }

    /// Reads a mandatory field.
    fn required<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(Json, &str, &mut Notes) -> Option<T>,
    ) -> Option<T> {
        if !self.rest.iter().any(|(name, _)| name == key) {
            self.names.push(key);
            self.fault(key, "missing".into());
            return None;
        }
        self.optional(key, read)
    }

    /// Reports all unread fields as unknown.
    fn finish(mut self) {
        let names = self.names.join(", ");
        for (name, _) in std::mem::take(&mut self.rest) {
            let is_short = name.chars().count() <= 40;
            let name = if is_short {
                name.escape_debug().to_string()
            } else {
                "…".into()
            };
            self.fault(&name, format!("unknown field: known here are {names}"));
        }
    }
}
