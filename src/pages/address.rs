//! The address of a page about a wall: an instance in the words of the command line's flags, as `size=5x5&fix=5@9`.

use super::SIDE;
use super::fields::{pairs, written};
use super::refusal::Refusal;
use crate::flags::{self, BonusArg, CellsArg, FactorArg, RULE, SizeArg};
use crate::formulation::{Families, Family, Kind as Formulated};
use crate::instance::{
    CellSpec, ConstraintSpec, FactorSpec, Flag, Instance, KINDS, Kind, Located, Sense, Spec,
    WallSpec,
};
use crate::wall::{Bonus, Wall};
use itertools::Itertools;

/// More constraints than this are no address of the page.
const CONSTRAINTS: usize = 300;

/// The statement of an address: as far as it can be read, with all its faults.
#[derive(Debug, Clone)]
pub(super) struct Address {
    /// The wall; the standard one where the address has none that fits.
    pub(super) wall: Wall,
    pub(super) sense: Sense,
    pub(super) turns: Option<u64>,
    pub(super) bonus: Bonus,
    pub(super) factors: Vec<FactorSpec>,
    /// The cells that are filled before turn 1, as they are written.
    pub(super) initial: Vec<CellSpec>,
    /// The cells that the wall does not have, as they are written.
    pub(super) holes: Vec<CellSpec>,
    pub(super) constraints: Vec<ConstraintField>,
    /// The faults beyond single constraints.
    pub(super) faults: Vec<String>,
    /// The fields that cannot be read. They stay in the address, so that nothing else is answered in their place.
    pub(super) unread: Vec<(String, String)>,
    /// The instance, if nothing is wrong.
    pub(super) instance: Option<Instance>,
    /// The other fields of the address, for parts of the page.
    pub(super) rest: Vec<(String, String)>,
}

/// A constraint of an address.
#[derive(Debug, Clone)]
pub(super) struct ConstraintField {
    pub(super) flag: String,
    pub(super) value: String,
    /// The constraint, if it can be read.
    pub(super) spec: Option<ConstraintSpec>,
    /// The faults of the constraint.
    pub(super) faults: Vec<String>,
}

/// Fields of parts of the page, beside the instance.
const REST: [&str; 14] = [
    "cell", "embed", ORDER, "kind", "without", "seed", "method", REFERENCE, "scored", "row",
    "drop", "exercise", "ask", "points",
];

/// The order of a reference wall: its cells by their numbers, such as `1.5.9`.
pub(super) const ORDER: &str = "order";

/// The reference wall, which the address keeps beside this one, by its query.
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
            unread: Vec::new(),
            instance: None,
            rest: Vec::new(),
        };
        for (name, value) in pairs(query) {
            if let Err(fault) = address.take(&name, &value) {
                address.faults.push(format!("{name}: {fault}"));
                address.unread.push((name, value));
            }
        }
        address.state();
        address
    }

    /// Reads the query of an address whose instance has no fault, or says all that is wrong with it.
    pub(super) fn stated(query: &str) -> Result<(Self, Instance), Refusal> {
        let address = Self::read(query);
        if let Some(instance) = address.instance.clone() {
            return Ok((address, instance));
        }
        Err(Refusal::wrong(address.all_faults().join("; ")))
    }

    /// All that is wrong, in words.
    pub(super) fn all_faults(&self) -> Vec<String> {
        let single = self.constraints.iter().flat_map(|one| {
            let faults = one.faults.iter();
            faults.map(move |fault| format!("{} {}: {fault}", one.flag, one.value))
        });
        self.faults.iter().cloned().chain(single).collect()
    }

    /// Takes one field.
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
            "bonus" => self.bonus = value.parse::<BonusArg>()?.0,
            "factor" if self.factors.len() == CONSTRAINTS => {
                return Err(format!("the page takes at most {CONSTRAINTS} factors"));
            }
            "factor" => self.factors.push(value.parse::<FactorArg>()?.0),
            "initial" => self.initial.extend(value.parse::<CellsArg>()?.0),
            "bonus-set" | "colours" | "tiles" => {
                return Err(format!(
                    "the page does not take it: use azulejo solve --{name}"
                ));
            }
            "holes" => self.holes.extend(value.parse::<CellsArg>()?.0),
            _ if REST.contains(&name) => self.rest.push((name.into(), value.into())),
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

    /// Makes the instance, or learns all that is wrong with it.
    fn state(&mut self) {
        let wall = WallSpec {
            rows: self.wall.rows() as u64,
            columns: self.wall.columns() as u64,
            place: "size".into(),
        };
        let initial = self.initial.iter();
        let constraints = self.constraints.iter().enumerate();
        let holes = self.holes.iter();
        let factors = self.factors.iter();
        let factors = factors.map(|factor| Located::new("factor", factor.clone()));
        let bonus = (self.bonus != Bonus::default()).then_some(self.bonus);
        let spec = Spec {
            initial: initial.map(|&cell| Located::new("initial", cell)).collect(),
            holes: holes.map(|&cell| Located::new("holes", cell)).collect(),
            turns: self.turns.map(|turns| Located::new("turns", turns)),
            bonus: bonus.map(|bonus| Located::new("bonus", bonus)),
            factors: factors.collect(),
            constraints: constraints
                .filter_map(|(index, written)| {
                    Some(Located::new(place(index), written.spec.clone()?))
                })
                .collect(),
            ..Spec::new(wall, self.sense)
        };
        let readable = self.constraints.iter().all(|one| one.spec.is_some());
        match Instance::try_from(spec) {
            Ok(instance) if readable && self.faults.is_empty() => self.instance = Some(instance),
            Ok(_) => {}
            Err(invalid) => {
                for fault in invalid.faults() {
                    match index(fault.place()).and_then(|at| self.constraints.get_mut(at)) {
                        Some(written) => written.faults.push(fault.message().into()),
                        None => {
                            let words = format!("{}: {}", fault.place(), fault.message());
                            self.faults.push(words);
                        }
                    }
                }
            }
        }
    }

    /// The value of a field that is not of the instance; the last one where it stands there more than once.
    pub(super) fn other(&self, name: &str) -> Option<&str> {
        let of_name = |(field, _): &&(String, String)| field == name;
        let found = self.rest.iter().rev().find(of_name);
        found.map(|(_, value)| value.as_str())
    }

    /// The values of a field that is not of the instance, in their order.
    pub(super) fn others<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let of_name = self.rest.iter().filter(move |(field, _)| field == name);
        of_name.map(|(_, value)| value.as_str())
    }

    /// The formulation that the address asks for, and the families that it goes without.
    pub(super) fn formulation(&self) -> Result<(Formulated, Families), Refusal> {
        let name = self.other("kind").unwrap_or(Formulated::default().name());
        let kind = Formulated::ALL.into_iter().find(|kind| kind.name() == name);
        let unknown = || Refusal::wrong(format!("kind: there is no formulation {name}"));
        let kind = kind.ok_or_else(unknown)?;
        let family = |name: &str| {
            let mut families = Family::ALL.iter().copied();
            let found = families.find(|family| family.name() == name);
            found.ok_or_else(|| Refusal::wrong(format!("without: there is no family {name}")))
        };
        let without = self.others("without").map(family);
        let without = without.collect::<Result<_, _>>()?;
        match kind {
            Formulated::Ordering => Ok((kind, without)),
            // They have no families.
            Formulated::CaseStudy | Formulated::Disaggregated => Ok((kind, Families::new())),
        }
    }

    /// The instance as fields of an address.
    pub(super) fn fields(&self) -> Vec<(String, String)> {
        let own = |(name, value): (&str, String)| (name.to_owned(), value);
        if let Some(instance) = &self.instance {
            return flags::flags(instance).into_iter().map(own).collect();
        }
        let sense = &self.sense.word()[..3];
        let mut fields = vec![
            (
                "size".into(),
                format!("{}x{}", self.wall.rows(), self.wall.columns()),
            ),
            ("sense".into(), sense.into()),
        ];
        for (name, cells) in [("initial", &self.initial), ("holes", &self.holes)] {
            if !cells.is_empty() {
                let mut cells = cells.iter().copied().map(flags::CellArg);
                fields.push((name.into(), cells.join(" ")));
            }
        }
        fields.extend(self.turns.map(|turns| ("turns".into(), turns.to_string())));
        let Bonus {
            row,
            column,
            colour,
        } = self.bonus;
        if self.bonus != Bonus::default() {
            fields.push(("bonus".into(), format!("{row},{column},{colour}")));
        }
        let factors = self.factors.iter().cloned().map(FactorArg);
        fields.extend(factors.map(|factor| ("factor".into(), factor.to_string())));
        fields.extend(self.unread.iter().cloned());
        let constraints = self.constraints.iter();
        fields.extend(constraints.map(|one| (one.flag.clone(), one.value.clone())));
        fields
    }

    /// The fields as the query of an address.
    pub(super) fn query(&self) -> String {
        query(&self.fields())
    }

    /// The reference wall, by its query.
    pub(super) fn reference(&self) -> Option<&str> {
        self.other(REFERENCE)
    }

    /// The address with this reference wall, or with none.
    pub(super) fn with_reference(&self, reference: Option<&str>) -> String {
        query_beside(self.fields(), reference)
    }

    /// The address without one of its constraints, and with this reference wall or with none.
    pub(super) fn without(&self, index: usize, reference: Option<&str>) -> String {
        let mut fields = self.fields();
        // The constraints stand at the end, in their order.
        let first = fields.len() - self.constraints.len();
        fields.remove(first + index);
        query_beside(fields, reference)
    }

    /// The address without what cannot be read, and with this reference wall or with none.
    pub(super) fn without_unread(&self, reference: Option<&str>) -> String {
        let mut fields = self.fields();
        fields.retain(|field| !self.unread.contains(field));
        query_beside(fields, reference)
    }

    /// The instance as a command.
    pub(super) fn command(&self, command: &str) -> String {
        let words = self.fields().into_iter();
        let words = words.map(|(name, value)| format!("--{name} {}", quoted(&value)));
        format!("azulejo {command} {}", words.format(" "))
    }
}

/// Fields as a query, with that of a reference wall.
fn query_beside(mut fields: Vec<(String, String)>, reference: Option<&str>) -> String {
    fields.extend(reference.map(|query| (REFERENCE.into(), query.into())));
    query(&fields)
}

/// Fields as a query.
pub(super) fn query(fields: &[(String, String)]) -> String {
    written(fields, "@,:")
}

/// A word for a shell.
fn quoted(word: &str) -> String {
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

/// The kind of constraint that a field states.
fn kind(name: &str, value: &str) -> Option<&'static Kind> {
    let is_meant = |kind: &&&'static Kind| match kind.flag {
        Flag::Own { name: own, .. } => own == name,
        Flag::Rule { .. } => name == RULE && kind.name == value,
    };
    KINDS.iter().find(is_meant).copied()
}

fn place(index: usize) -> String {
    format!("constraints[{index}]")
}

/// The constraint that the place of a fault names.
fn index(place: &str) -> Option<usize> {
    let rest = place.strip_prefix("constraints[")?;
    rest.split(']').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_states_an_instance_and_is_written_again() {
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
        let rest = Address::read(&address.without(1, None))
            .instance
            .expect("it can be read");
        assert_eq!(rest, instance.with_constraints(|index| index != 1));
    }

    #[test]
    fn every_fault_is_told_in_its_place() {
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
        // They are told again for the address as it is written again, and not without what cannot be read.
        let again = Address::read(&address.query());
        assert_eq!(again.faults, address.faults, "{}", address.query());
        let without = Address::read(&address.without_unread(None));
        assert!(without.unread.is_empty() && without.instance.is_none());
        assert!(address.constraints[0].faults[0].contains("off the 5×5 wall"));
        assert!(address.constraints[1].faults[0].contains("use CELL@TURN"));
    }
}
