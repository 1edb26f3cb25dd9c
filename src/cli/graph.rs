use super::exit::Exit;
use super::flags::InstanceArgs;
use super::{input, output};
use crate::control::Control;
use crate::graph::{StateGraph, StateSpace};
use crate::problem::{Feature, Problem, UnsupportedFeature};
use crate::render::proof::INFEASIBLE;
use crate::render::state_space;
use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
pub(super) struct GraphArgs {
    #[command(flatten)]
    instance: InstanceArgs,
    /// Format
    #[arg(long, value_enum, default_value_t)]
    format: PictureFormat,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(super) enum PictureFormat {
    /// An SVG picture (at most 512 coverings)
    #[default]
    Svg,
    /// The DOT language of Graphviz (at most 4096 coverings)
    Dot,
}

pub(super) fn run(args: &GraphArgs) -> anyhow::Result<Exit> {
    let instance = input::instance(&args.instance)?;
    let problem = Problem::from(&instance);
    let picture = "the picture of the state graph";
    UnsupportedFeature::unless_without(
        &problem,
        &[Feature::Passes],
        picture,
        "solve --method graph",
    )?;
    // At most 2^16 coverings take less time than a person needs for Ctrl-C.
    let Some(states) = StateGraph::build(&problem, &Control::default())? else {
        return Ok(Exit::StoppedEmpty);
    };
    let space = StateSpace::new(&states, problem.sense());
    if space.optimum.is_none() {
        // Stdout is for the picture alone.
        output::note(&format!(
            "infeasible: {INFEASIBLE}, and there is nothing to draw"
        ));
        return Ok(Exit::Infeasible);
    }
    let picture = match args.format {
        PictureFormat::Svg => state_space::svg(&instance, &space)?,
        PictureFormat::Dot => state_space::dot(&instance, &space)?,
    };
    output::bytes(picture.as_bytes())?;
    Ok(Exit::Done)
}
