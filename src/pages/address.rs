//! Address of a page about a wall: an instance in the words of the command line's flags, as `size=5x5&fix=5@9`.

use super::SIDE;
use super::fields::{pairs, query_text};
use super::refusal::Refusal;
use crate::flags::{self, CellsArg, RULE, SizeArg};
use crate::formulation::{Families, Family, Kind as FormulationKind};
use crate::instance::{
    CellSpec, ConstraintSpec, FactorSpec, Flag, Instance, KINDS, Kind, Located, Sense, Spec,
    WallSpec,
};
use crate::wall::{Bonus, Wall};
use itertools::Itertools;

/// Most constraints of an address.
const CONSTRAINTS: usize = 300;

/// Content of an address, as far as it is readable, with all its faults.
#[derive(Debug, Clone)]
pub(super) struct Address {
    /// The wall; the standard one where the address has none that fits.
    pub(super) wall: Wall,
    pub(super) sense: Sense,
    pub(super) turns: Option<u64>,
    pub(super) bonus: Bonus,
    pub(super) factors: Vec<FactorSpec>,
    /// The cells that are filled before turn 1, in the words of the address.
    pub(super) initial: Vec<CellSpec>,
    /// The cells that the wall does not have, in the words of the address.
    pub(super) holes: Vec<CellSpec>,
    pub(super) constraints: Vec<ConstraintField>,
    /// The faults beyond single constraints.
    pub(super) faults: Vec<String>,
    /// The fields that cannot be read. They stay in the address, so that no other question is answered in their place.
    pub(super) unreadable: Vec<(String, String)>,
    /// The instance, if there is no fault.
    pub(super) instance: Option<Instance>,
    /// The other fields of the address, for parts of the page.
    pub(super) page_fields: Vec<(String, String)>,
}

/// A constraint of an address.
#[derive(Debug, Clone)]
pub(super) struct ConstraintField {
    pub(super) flag: String,
    pub(super) value: String,
    /// The constraint, if it is readable.
    pub(super) spec: Option<ConstraintSpec>,
    /// The faults of the constraint.
    pub(super) faults: Vec<String>,
}

/// Fields of parts of the page, beside the instance.
const PAGE_FIELDS: [&str; 14] = [
    "cell", "embed", ORDER, "kind", "without", "seed", "method", REFERENCE, "scored", "row",
    "drop", "exercise", "ask", "points",
];

/// Field with the order of a reference wall: its cells by their numbers, such as `1.5.9`.
pub(super) const ORDER: &str = "order";

/// Field with the query of the reference wall, which stands beside the wall of the address.
const REFERENCE: &str = "kept";

impl Address {
    /// Reads the query of an address.
    pub(super) fn read(query: &str) -> Self {
        let wall = Wall::new(5, 5).expect("the standard wall");
        let mut address = Self {
            wall,
            sense: Sense::Maximize,
            turns: None,
            bonus: Bonus::default(),
            factors: Vec::new(),
            initial: Vec::new(),
            holes: Vec::new(),
            constraints: Vec::new(),
            faults: Vec::new(),
            unreadable: Vec::new(),
            instance: None,
            page_fields: Vec::new(),
        };
        for (name, value) in pairs(query) {
            if let Err(fault) = address.take(&name, &value) {
                address.faults.push(format!("{name}: {fault}"));
                address.unreadable.push((name, value));
            }
        }
        address.build();
        address
    }

    /// Reads the query of an address whose instance has no fault, or else names all faults.
    pub(super) fn with_instance(query: &str) -> Result<(Self, Instance), Refusal> {
        let address = Self::read(query);
        if let Some(instance) = address.instance.clone() {
            return Ok((address, instance));
        }
        Err(Refusal::wrong(address.all_faults().join("; ")))
    }

    /// All faults, in words.
    pub(super) fn all_faults(&self) -> Vec<String> {
        let single = self.constraints.iter().flat_map(|constraint| {
            let faults = constraint.faults.iter();
            faults.map(move |fault| format!("{} {}: {fault}", constraint.flag, constraint.value))
        });
        self.faults.iter().cloned().chain(single).collect()
    }

    /// Takes a field in.
    fn take(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "size" => self.wall = size(value.parse()?)?,
            "rows" | "columns" => {
                let side = value.parse().map_err(|_| "use a whole number")?;
                let mut sides = SizeArg {
                    rows: self.wall.rows() as u64,
                    columns: self.wall.columns() as u64,
                };
                match name {
                    "rows" => sides.rows = side,
                    _ => sides.columns = side,
                }
                self.wall = size(sides)?;
            }
            "sense" => self.sense = flags::sense(value)?,
            "turns" => {
                let turns = value.parse().map_err(|_| "use a whole number")?;
                self.turns = Some(turns);
            }
            "bonus" => self.bonus = flags::bonus(value)?,
            "factor" if self.factors.len() == CONSTRAINTS => {
                return Err(format!("the page takes at most {CONSTRAINTS} factors"));
            }
            "factor" => self.factors.push(flags::factor(value)?),
            "initial" => self.initial.extend(value.parse::<CellsArg>()?.0),
            "bonus-set" | "colours" | "tiles" => {
                return Err(format!(
                    "the page does not take it: use azulejo solve --{name}"
                ));
            }
            "holes" => self.holes.extend(value.parse::<CellsArg>()?.0),
            _ if PAGE_FIELDS.contains(&name) => self.page_fields.push((name.into(), value.into())),
            _ if self.constraints.len() == CONSTRAINTS => {
                return Err(format!("the page takes at most {CONSTRAINTS} constraints"));
            }
            _ => {
                let kind = kind(name, value).ok_or_else(|| match name {
                    RULE => format!("there is no rule {value}"),
                    _ => "there is no such constraint".into(),
                })?;
                let spec = match kind.flag {
                    Flag::Own {
                        value: form,
                        example,
                        ..
                    } => flags::constraint(kind, (form, example), value),
                    Flag::Rule { .. } => {
                        let rule = ConstraintSpec::new(kind, Vec::new());
                        rule.ok_or_else(|| "a rule has no fields".into())
                    }
                };
                self.constraints.push(ConstraintField {
                    flag: name.into(),
                    value: value.into(),
                    faults: spec.as_ref().err().cloned().into_iter().collect(),
                    spec: spec.ok(),
                });
            }
        }
        Ok(())
    }

    /// Spec of the address without its constraints.
    fn spec(&self) -> Spec {
        let wall = WallSpec {
            rows: self.wall.rows() as u64,
            columns: self.wall.columns() as u64,
            place: "size".into(),
        };
        let initial = self.initial.iter();
        let holes = self.holes.iter();
        let factors = self.factors.iter();
        let factors = factors.map(|factor| Located::new("factor", factor.clone()));
        let bonus = (self.bonus != Bonus::default()).then_some(self.bonus);
        Spec {
            initial: initial.map(|&cell| Located::new("initial", cell)).collect(),
            holes: holes.map(|&cell| Located::new("holes", cell)).collect(),
            turns: self.turns.map(|turns| Located::new("turns", turns)),
            bonus: bonus.map(|bonus| Located::new("bonus", bonus)),
            factors: factors.collect(),
            ..Spec::new(wall, self.sense)
        }
    }

    /// Builds the instance, or adds its faults.
    fn build(&mut self) {
        let constraints = self.constraints.iter().enumerate();
        let constraints = constraints.filter_map(|(index, constraint)| {
            Some(Located::new(place(index), constraint.spec.clone()?))
        });
        let spec = Spec {
            constraints: constraints.collect(),
            ..self.spec()
        };
        let is_readable = self.constraints.iter().all(|field| field.spec.is_some());
        match Instance::try_from(spec) {
            Ok(instance) if is_readable && self.faults.is_empty() => self.instance = Some(instance),
            Ok(_) => {}
            Err(invalid) => {
                for fault in invalid.faults() {
                    match index(fault.place()).and_then(|at| self.constraints.get_mut(at)) {
                        Some(constraint) => constraint.faults.push(fault.message().into()),
                        None => {
                            let message = format!("{}: {}", fault.place(), fault.message());
                            self.faults.push(message);
                        }
                    }
                }
            }
        }
    }

    /// Value of a field beside the instance; the last value where the address has several.
    pub(super) fn page_field(&self, name: &str) -> Option<&str> {
        let of_name = |(field, _): &&(String, String)| field == name;
        let field = self.page_fields.iter().rev().find(of_name);
        field.map(|(_, value)| value.as_str())
    }

    /// Values of a field beside the instance, in their order.
    pub(super) fn page_fields<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let of_name = self
            .page_fields
            .iter()
            .filter(move |(field, _)| field == name);
        of_name.map(|(_, value)| value.as_str())
    }

    /// Formulation of the address, and the families that are left out of it.
    pub(super) fn formulation(&self) -> Result<(FormulationKind, Families), Refusal> {
        let name = self
            .page_field("kind")
            .unwrap_or(FormulationKind::default().name());
        let kind = FormulationKind::ALL
            .into_iter()
            .find(|kind| kind.name() == name);
        let unknown = || Refusal::wrong(format!("kind: there is no formulation {name}"));
        let kind = kind.ok_or_else(unknown)?;
        let family = |name: &str| {
            let mut families = Family::ALL.iter().copied();
            let family = families.find(|family| family.name() == name);
            family.ok_or_else(|| Refusal::wrong(format!("without: there is no family {name}")))
        };
        let without = self.page_fields("without").map(family);
        let without = without.collect::<Result<_, _>>()?;
        match kind {
            FormulationKind::Ordering => Ok((kind, without)),
            // These formulations have no families.
            FormulationKind::CaseStudy | FormulationKind::Disaggregated => {
                Ok((kind, Families::new()))
            }
        }
    }

    /// The instance as fields of an address.
    pub(super) fn fields(&self) -> Vec<(String, String)> {
        let instance = self.instance.as_ref();
        let spec = instance.map_or_else(|| self.spec(), Spec::from);
        let fields = flags::flags(&spec).into_iter();
        let mut fields: Vec<(String, String)> = fields
            .map(|(name, value)| (name.to_owned(), value))
            .collect();
        if instance.is_none() {
            fields.extend(self.unreadable.iter().cloned());
            let constraints = self.constraints.iter();
            fields.extend(constraints.map(|field| (field.flag.clone(), field.value.clone())));
        }
        fields
    }

    /// The fields as the query of an address.
    pub(super) fn query(&self) -> String {
        query(&self.fields())
    }

    /// The reference wall, by its query.
    pub(super) fn reference(&self) -> Option<&str> {
        self.page_field(REFERENCE)
    }

    /// The address with a reference wall, if there is one.
    pub(super) fn with_reference(&self, reference: Option<&str>) -> String {
        query_with_reference(self.fields(), reference)
    }

    /// The address without one of its constraints, and with a reference wall, if there is one.
    pub(super) fn without(&self, index: usize, reference: Option<&str>) -> String {
        let mut fields = self.fields();
        // The constraints stand at the end, in their order.
        let first = fields.len() - self.constraints.len();
        fields.remove(first + index);
        query_with_reference(fields, reference)
    }

    /// The address without the unreadable fields, and with a reference wall, if there is one.
    pub(super) fn without_unreadable(&self, reference: Option<&str>) -> String {
        let mut fields = self.fields();
        fields.retain(|field| !self.unreadable.contains(field));
        query_with_reference(fields, reference)
    }

    /// The instance as a command.
    pub(super) fn command(&self, command: &str) -> String {
        let words = self.fields().into_iter();
        let words = words.map(|(name, value)| format!("--{name} {}", shell_word(&value)));
        format!("azulejo {command} {}", words.format(" "))
    }
}

/// Fields as a query, with the query of a reference wall as a field.
fn query_with_reference(mut fields: Vec<(String, String)>, reference: Option<&str>) -> String {
    fields.extend(reference.map(|query| (REFERENCE.into(), query.into())));
    query(&fields)
}

/// Fields as a query.
pub(super) fn query(fields: &[(String, String)]) -> String {
    query_text(fields, "@,:")
}

/// Word for a shell, in quotes where it needs them.
fn shell_word(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "@,-.:".contains(letter);
    match word.chars().all(plain) {
        true => word.into(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

fn size(SizeArg { rows, columns }: SizeArg) -> Result<Wall, String> {
    let sides = 1..=SIDE;
    match Wall::new(rows, columns) {
        Ok(wall) if sides.contains(&rows) && sides.contains(&columns) => Ok(wall),
        _ => Err(format!(
            "the page takes walls of 1 to {} rows and columns",
            SIDE
        )),
    }
}

/// Kind of the constraint of a field.
fn kind(name: &str, value: &str) -> Option<&'static Kind> {
    let is_kind = |kind: &&&'static Kind| match kind.flag {
        Flag::Own { name: own, .. } => own == name,
        Flag::Rule { .. } => name == RULE && kind.name == value,
    };
    KINDS.iter().find(is_kind).copied()
}

fn place(index: usize) -> String {
    format!("constraints[{index}]")
}

/// Index of a constraint by the place of a fault.
fn index(place: &str) -> Option<usize> {
    let rest = place.strip_prefix("constraints[")?;
    rest.split(']').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_query_of_an_address_states_the_same_instance() {
        let query = "size=3x4&sense=min&initial=1+2&turns=8&bonus=2,7,0&fix=5@3&window=6@2-4&before=7:8&last=9+10";
        let address = Address::read(query);
        let instance = address.instance.as_ref().expect("it can be read");
        assert_eq!((instance.horizon(), instance.constraints().len()), (8, 4));
        assert_eq!(Address::read(&address.query()).instance, address.instance);
        assert_eq!(
            address.command("solve"),
            "azulejo solve --size 3x4 --sense min --initial '1 2' --turns 8 --bonus 2,7,0 --fix 5@3 \
             --window 6@2-4 --before 7:8 --last '9 10'"
        );
        let remainder = Address::read(&address.without(1, None))
            .instance
            .expect("it can be read");
        assert_eq!(remainder, instance.with_constraints(|index| index != 1));
    }

    #[test]
    fn every_fault_stands_at_its_place() {
        let address = Address::read("size=13&sense=up&fix=26@1&fix=x&nothing=1&turns=99");
        assert_eq!(address.instance, None);
        let faults = address.faults.join("\n");
        for word in [
            "size: the page takes",
            "sense: use max",
            "nothing: there is no",
            "turns",
        ] {
            assert!(faults.contains(word), "{faults}");
        }
        // The query of the address has the same faults; without the unreadable fields, the other faults remain.
        let again = Address::read(&address.query());
        assert_eq!(again.faults, address.faults, "{}", address.query());
        let without = Address::read(&address.without_unreadable(None));
        assert!(without.unreadable.is_empty() && without.instance.is_none());
        assert!(address.constraints[0].faults[0].contains("off the 5×5 wall"));
        assert!(address.constraints[1].faults[0].contains("use CELL@TURN"));
    }
}
