//! From words on the command line to contestants and numbers of games.

use super::contest_args::GamesArgs;
use crate::cli::exit::Usage;
use crate::players::Contestant;

/// The games where nothing is said: a multiple of two, three and four.
const GAMES: u64 = 1200;

/// The games, at most, of a match that ends with a test.
const TESTED: u64 = 120_000;

/// The longest text of a contestant, in bytes: longer than all options of any player.
const LONGEST: usize = 1000;

/// The contestants of these texts.
pub(super) fn contestants(texts: &[String]) -> Result<Vec<Contestant>, Usage> {
    let read = |text: &String| {
        if text.len() > LONGEST {
            let bytes = text.len();
            return Err(Usage(format!(
                "a player of {bytes} bytes: a name with options has at most {LONGEST}"
            )));
        }
        let contestant = text.parse::<Contestant>();
        contestant.map_err(|error| {
            Usage(format!(
                "{text:?}: {error}; azulejo game players lists all players"
            ))
        })
    };
    texts.iter().map(read).collect()
}

/// The number of groups of so many games.
pub(super) fn groups(args: &GamesArgs, group_size: usize, tested: bool) -> Result<u64, Usage> {
    let games = args.games.unwrap_or(if tested { TESTED } else { GAMES });
    let size = group_size as u64;
    if games.is_multiple_of(size) {
        return Ok(games / size);
    }
    let (below, above) = (games / size * size, (games / size + 1) * size);
    let near = if below > 0 {
        format!("{below} or {above}")
    } else {
        above.to_string()
    };
    Err(Usage(format!(
        "--games {games}: {size} games have the same deals, so that each player begins one of them; \
         give a multiple of {size}, such as {near}"
    )))
}
