use super::choice::{by_name, with_help};
use crate::cli::exit::Usage;
use crate::formulation::{Family, Kind};
use crate::solve::Method;
use clap::Args;
use std::collections::BTreeSet;

/// A formulation, and what is left out of it.
#[derive(Debug, Args)]
#[command(next_help_heading = "Formulation")]
pub(in crate::cli) struct FormulationArgs {
    /// The formulation: who came first along each line (ordering), as published (case-study), or that
    /// with one linking row for each cell of a product (disaggregated)
    #[arg(long, value_parser = by_name(&Kind::ALL, Kind::name), default_value = Kind::default().name())]
    pub(in crate::cli) method: Kind,
    #[command(flatten)]
    pub(in crate::cli) cuts: CutArgs,
}

/// Formulation of a method, or the usage error of a `flag` that needs one.
pub(in crate::cli) fn formulation_of(method: Method, flag: &str) -> Result<Kind, Usage> {
    method.formulation().ok_or_else(|| {
        let hint = "use --method case-study, disaggregated or ordering";
        Usage(format!(
            "{flag}: the {method} method has no formulation; {hint}"
        ))
    })
}

#[derive(Debug, Args)]
pub(in crate::cli) struct CutArgs {
    /// Leave families of cuts out of the ordering formulation, with commas between them; the numbers are those of its
    /// equations
    #[arg(
        long,
        value_name = "FAMILIES",
        value_delimiter = ',',
        value_parser = with_help(Family::ALL.iter().map(|&family| (family, family.name(), family.help()))),
        help_heading = "Formulation"
    )]
    without: Vec<Family>,
}

impl CutArgs {
    /// Families of cuts to leave out of the formulation of a method.
    pub(in crate::cli) fn families(&self, method: &str) -> Result<BTreeSet<Family>, Usage> {
        if self.without.is_empty() || method == Kind::Ordering.name() {
            return Ok(self.without.iter().copied().collect());
        }
        Err(Usage(format!(
            "--without: the {method} method has no families of cuts; use --method {}",
            Kind::Ordering
        )))
    }
}
