//! Flags of constraints, from the registry of kinds.

use super::choice::with_help;
use crate::flags::{self, RULE};
#[cfg(feature = "highs")]
use crate::instance::{CellSpec, Value};
use crate::instance::{ConstraintSpec, Flag, Form, KINDS, Kind, Located};
use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

/// Constraints of the flags.
#[derive(Debug)]
pub(in crate::cli) struct ConstraintFlags {
    /// Constraints with their flags, kind by kind; those of `--rule` are last.
    pub(in crate::cli) constraints: Vec<Located<ConstraintSpec>>,
    /// Names of the flags without a value; only `map` takes such flags.
    pub(in crate::cli) bare: Vec<&'static str>,
}

impl ConstraintFlags {
    /// Flags of the command line, in the order of the help text.
    pub(in crate::cli) fn present_flags(&self) -> impl Iterator<Item = String> {
        let names = KINDS.iter().filter_map(|kind| match kind.flag {
            Flag::Own { name, .. } => Some(name),
            Flag::Rule { .. } => None,
        });
        let flags = [RULE].into_iter().chain(names);
        flags.map(|name| format!("--{name}")).filter(|flag| {
            let of_flag = |place: &str| place.split(' ').next() == Some(flag);
            self.constraints
                .iter()
                .any(|constraint| of_flag(&constraint.place))
        })
    }

    /// Notes on lists of cells that are a single `ROW,COLUMN`, which looks like two cells.
    #[cfg(feature = "highs")]
    pub(in crate::cli) fn lone_cells(&self) -> impl Iterator<Item = String> {
        self.constraints.iter().filter_map(|constraint| {
            let cell = constraint.value.values().iter().find_map(|value| match value {
                Value::Cells(cells) => match cells[..] {
                    [CellSpec::At(row, column)] => Some((row, column)),
                    _ => None,
                },
                Value::Cell(_) | Value::Turn(_) | Value::Row(_) => None,
            });
            let flag = constraint.place.split(' ').next()?;
            cell.map(|(row, column)| {
                format!(
                    "{flag} {row},{column} is one cell, in row {row} and column {column}; {flag} \"{row} {column}\" is \
                     the cells {row} and {column}"
                )
            })
        })
    }
}

impl Args for ConstraintFlags {
    fn augment_args(command: Command) -> Command {
        let flags = KINDS.iter().filter_map(|kind| flag_of(kind));
        command.arg(rule_flag()).args(flags)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn rule_flag() -> Arg {
    let rules = KINDS.iter().filter_map(|&kind| match kind.flag {
        Flag::Rule { help } => Some((kind, kind.name, help)),
        Flag::Own { .. } => None,
    });
    Arg::new(RULE)
        .long(RULE)
        .value_name("RULE")
        .help("A rule of the thesis; can be repeated")
        .value_parser(with_help(rules))
        .action(ArgAction::Append)
}

/// Flag of a kind that has its own.
fn flag_of(kind: &'static Kind) -> Option<Arg> {
    let Flag::Own {
        name,
        value,
        help,
        example,
        repeated,
    } = kind.flag
    else {
        return None;
    };
    let action = match repeated {
        true => ArgAction::Append,
        false => ArgAction::Set,
    };
    let flag = Arg::new(name)
        .long(name)
        .value_name(value)
        .help(help)
        .value_parser(move |text: &str| flags::constraint(kind, (value, example), text))
        .allow_hyphen_values(kind.fields.iter().any(|field| field.form == Form::Row))
        .action(action);
    Some(flag)
}

impl FromArgMatches for ConstraintFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let (mut constraints, mut bare) = (Vec::new(), Vec::new());
        for kind in KINDS {
            if let Flag::Own {
                name,
                value,
                repeated,
                ..
            } = kind.flag
            {
                let specs = matches.get_many::<ConstraintSpec>(name);
                let has_value = matches.get_one::<ConstraintSpec>(name).is_some();
                if matches.contains_id(name) && !has_value {
                    bare.push(name);
                }
                constraints.extend(specs.into_iter().flatten().map(|spec| {
                    let place = match repeated {
                        true => format!("--{name} {}", flags::value(spec, value)),
                        false => format!("--{name}"),
                    };
                    Located::new(place, spec.clone())
                }));
            }
        }
        let rules = matches.get_many::<&Kind>(RULE);
        for kind in rules.into_iter().flatten() {
            let rule = ConstraintSpec::new(kind, Vec::new());
            let place = format!("--{RULE} {kind}");
            constraints.extend(rule.map(|rule| Located::new(place, rule)));
        }
        Ok(Self { constraints, bare })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
