use super::args::{GraphArgs, PictureFormat};
use super::exit::Exit;
use super::{input, output};
use crate::control::Control;
use crate::graph::{StateGraph, StateSpace};
use crate::problem::Problem;
use crate::render::proof::INFEASIBLE;
use crate::render::state_space;

pub(super) fn run(args: &GraphArgs) -> anyhow::Result<Exit> {
    let instance = input::instance(&args.instance)?;
    let problem = Problem::from(&instance);
    // At most 2^16 coverings: done before a person would stop it.
    let Some(states) = StateGraph::build(&problem, &Control::default())? else {
        return Ok(Exit::StoppedEmpty);
    };
    let space = StateSpace::new(&states, problem.sense());
    if space.optimum.is_none() {
        // Not to stdout: a picture is expected there.
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
