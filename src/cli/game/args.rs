//! What can be written after `azulejo game`.

use super::super::args::{Format, LimitArgs};
use super::analysis_args::{BestArgs, GradeArgs, PlanArgs, PuzzleArgs, ReviewArgs, SolveRestArgs};
use super::contest_args::{MatchArgs, PlayersArgs, TournamentArgs};
use crate::game::{Deal, NotPlayers, Players};
use crate::render::game::players::table;
use clap::{Args, Subcommand, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum GameCommand {
    /// Deal the first round of a game, and print its position
    ///
    /// The position is one line of text, which show, moves, play and perft read. For example:
    ///
    /// azulejo game new --players 3 --seed 7
    ///
    /// The JSON has position, players, first (from 0) and seed.
    New(NewArgs),
    /// Show a position: factories, centre, boards, scores, who is to move
    ///
    /// As text for the terminal, or as an SVG or PNG picture. For example:
    ///
    /// azulejo game show --seed 7
    ///
    /// azulejo game show --seed 7 --players 4 -o position.png
    ///
    /// The JSON has position and its parts. Players count from 0; lines, rows and columns from 1.
    Show(ShowArgs),
    /// List the legal moves of a position, with what each does
    ///
    /// A move is a source (a factory's number, or C for the centre), a colour, and a line (1-5, or - for the
    /// floor): 3Y2 takes yellow from factory 3 to line 2. Its code is 30·source + 6·colour + destination, all
    /// from 0. For example:
    ///
    /// azulejo game moves --seed 7
    ///
    /// The JSON has position and moves; each has code, move, taken, placed, fallen, discarded (to the lid, as
    /// the floor is full), token (whether it is taken), fills_line, and charge (what the floor costs more).
    Moves(MovesArgs),
    /// Play moves, and print the position after them
    ///
    /// When the sources are empty, the round is scored, tile by tile. The next round is dealt from --seed or
    /// from --deal; with neither of them, the position waits for the deal, and the next play begins with it.
    /// An illegal move ends the command with 3, and says what would be legal. For example:
    ///
    /// azulejo game play "$(azulejo game new --seed 7)" 1B3 2B4
    ///
    /// The JSON has position, events (deals, moves, scored rounds), outcome (when the game is over) and, after
    /// an illegal move, illegal. Players count from 0; rounds, lines, rows and columns from 1.
    Play(PlayArgs),
    /// Check records of games: every deal, every move, every score
    ///
    /// A file has one game a line, in JSON: players, first, and rounds with deal, moves and, as far as they are
    /// given, legal, scores and walls; then bonus, final and winners. The first false statement of each game is
    /// named with its round and its move, both from 1; the command ends with 3 if there is one. For example:
    ///
    /// azulejo game check games.jsonl
    ///
    /// The JSON has games, valid, and false; each false one has line, round, move and message.
    Check(CheckArgs),
    /// Count the leaves of the tree of legal moves, which tests a move generator
    ///
    /// A leaf is a position after so many moves, or at the end of the round where that comes earlier. For example:
    ///
    /// azulejo game perft --seed 7 --depth 3
    ///
    /// The JSON has position, depth, leaves and, with --divide, moves; each has code, move and leaves. When it is
    /// stopped, leaves is null, and counted says how many there are at least.
    Perft(PerftArgs),
    /// Find the value of the rest of a round under best play, with a proof
    ///
    /// The value is what the mover has after the round less what the other player has, or the best of the others. Where
    /// the game ends with the round, the end bonuses count. Positions with up to 12 groups (a group is one colour at one
    /// source) take about a second at most; a whole round can take hours, and --time-limit stops it with bounds and the
    /// exit code 4. For example:
    ///
    /// azulejo game solve "$(azulejo game play "$(azulejo game new --seed 7)" 1B3 2B4 4Y5)"
    ///
    /// The JSON has value (null where it is not proven), low, high, proven, best (the codes of all best moves; where the
    /// value is not proven, of those that may be best), pv (codes), nodes, model and bonus.
    Solve(SolveRestArgs),
    /// Let a player choose a move
    ///
    /// `azulejo game players` lists the players with their options. For example:
    ///
    /// azulejo game best --seed 7 --player alpha-beta:depth=4
    ///
    /// The JSON has code and move; value, depth and nodes are null for a player that does not search.
    Best(BestArgs),
    /// Grade a move, and say how it differs from the best one
    ///
    /// Moves are judged by rollouts, or by proven values where the rest of the round can be solved. A move that is worth
    /// at most 0.25 less than the best one is EXCELLENT, at most 1 GOOD, at most 2.5 OKAY; any other is a MISS. For
    /// example:
    ///
    /// azulejo game grade "$(azulejo game new --seed 7)" 1B3
    ///
    /// The JSON has grade, delta, exact (whether it is proven), best and chosen (each with code, move, value, error,
    /// rollouts and features), feedback (sentences with subject and difference), nodes, and moves (all that were judged).
    Grade(GradeArgs),
    /// Grade every move of a game: a table, the worst moves with the better ones, a plot
    ///
    /// The record is what `azulejo game match --records` writes. For example:
    ///
    /// azulejo game match strategic improved --games 2 --records games.jsonl && azulejo game review games.jsonl
    ///
    /// The JSON has whole, players (what each gave away, and its grades), moves (as of grade, each with number, round,
    /// player from 0, and position) and worst (numbers of moves).
    Review(ReviewArgs),
    /// Show a position of which one move alone is best, proven
    ///
    /// The JSON has seed, position, best, value, margin (what the second best move loses at least) and variation.
    Puzzle(PuzzleArgs),
    /// Find the maximum that a wall can still earn in some rounds, by the solver
    ///
    /// Each round puts one tile in each row, from top to bottom; the end bonuses of what is complete then count. Lines,
    /// floors and the tiles that there are do not matter. For example:
    ///
    /// azulejo game plan --seed 7 --rounds 5
    ///
    /// The JSON has position, player (from 0), rounds, points (end bonuses included), bonus, and tiles (the letters of
    /// each round, from the top row).
    Plan(PlanArgs),
    /// List the players, or one of them, with all options
    ///
    /// A contestant of a match is a player's name, or NAME:OPTION=VALUE,OPTION=VALUE. For example:
    ///
    /// azulejo game players smart
    ///
    /// The JSON has players; each has name, about, searches and options.
    Players(PlayersArgs),
    /// Play many games between two, three or four players, and say who is stronger
    ///
    /// A player is a name, or NAME:OPTION=VALUE,…; `azulejo game players` lists the options. Games come in groups
    /// with the same deals, in which each player begins once. They run on all cores, and are the same on every
    /// machine and any number of threads, but for players with a limit of time. Ctrl-C ends the match;
    /// what is known of the groups that are played is printed, and the exit code is 4 then. For example:
    ///
    /// azulejo game match improved alpha-beta:nodes=2000 --games 1000 --seed 7
    ///
    /// The JSON has games, wins, draws (shared by the rules), ties (equal points at the top), points (sums), elo
    /// with elo_interval (95 %, of the first player over the others; null where nothing bounds it), contestants
    /// with more figures of each, rounds (games by their number), unfinished, outcomes (pairs of games by the half
    /// points of the first of two players) and, with --sprt, sprt. Players count from 0.
    #[command(name = "match", after_help = players_help())]
    Match(MatchArgs),
    /// Play matches between each two of several players, and rate them
    ///
    /// Each pair plays --games games, which come in pairs with the same deals. The table has the score of each
    /// player against each, and strengths in Elo by the model of Bradley and Terry. For example:
    ///
    /// azulejo game tournament random random random --games 200
    ///
    /// The JSON has games, contestants (each with elo, wins, draws, losses, score, points_a_game) and pairs
    /// (each with players, games, wins, draws, ties, points, and score and elo of the first of the two).
    #[command(after_help = players_help())]
    Tournament(TournamentArgs),
    /// Play for another program: lines in, lines out, in the manner of UCI
    ///
    /// uai names the program and its options, which setoption name PLAYER value NAME:option=value,… and setoption name
    /// SEED value N set; isready is answered by readyok. position TEXT, or position TEXT moves CODE…, is what is to be
    /// played; go, or go with movetime MS, depth N or nodes N, is answered by info lines and bestmove CODE. stop ends a
    /// search, quit the program. A wrong line is answered by error and changes nothing. For example:
    ///
    /// printf 'position %s\\ngo depth 3\\n' "$(azulejo game new --seed 7)" | azulejo game engine
    Engine,
}

fn players_help() -> String {
    format!(
        "Players:\n{}\n\nazulejo game players lists their options.",
        table()
    )
}

/// A game that is dealt.
#[derive(Debug, Args)]
#[command(next_help_heading = "Deal")]
pub(in crate::cli) struct NewArgs {
    /// How many play: 2, 3 or 4
    #[arg(long, value_name = "N", default_value = "2", value_parser = players)]
    pub(super) players: Players,
    /// Random seed of the deal: the same on every machine
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) seed: u64,
    /// The player who begins, from 1
    #[arg(long, value_name = "I", default_value = "1")]
    pub(super) first: NonZeroUsize,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    pub(super) format: Format,
}

/// A position that is given, or the first one of a game that is dealt.
#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    /// The position in quotes, a file that holds it, or - for standard input
    ///
    /// Its eight fields are FACTORIES CENTRE BOARDS MOVER STARTER ROUND BAG LID, as `azulejo game new` prints
    /// them. The JSON of new, show and play is read, too.
    #[arg(
        value_name = "POSITION",
        required_unless_present = "seed",
        allow_hyphen_values = true // an empty factory is a hyphen
    )]
    pub(super) position: Option<String>,
    /// Instead of it, the first position of a game, dealt from this seed
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "position",
        help_heading = "Deal"
    )]
    pub(super) seed: Option<u64>,
    /// How many play that game: 2, 3 or 4
    #[arg(long, value_name = "N", default_value = "2", value_parser = players, conflicts_with = "position", help_heading = "Deal")]
    pub(super) players: Players,
    /// The player who begins it, from 1
    #[arg(
        long,
        value_name = "I",
        default_value = "1",
        conflicts_with = "position",
        help_heading = "Deal"
    )]
    pub(super) first: NonZeroUsize,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ShowArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// What to write; by default what the name of --output says, or text
    #[arg(long, value_enum, help_heading = "Output")]
    pub(super) format: Option<ShowFormat>,
    /// Where to write it; - for standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(super) output: Option<PathBuf>,
    /// The width of a PNG picture; twice that of the SVG picture by default
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=16384), help_heading = "Output")]
    pub(super) width: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ShowFormat {
    /// Text for a terminal
    Text,
    /// For programs
    Json,
    /// An SVG picture
    Svg,
    /// A PNG picture
    Png,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct MovesArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct PlayArgs {
    /// The position in quotes, a file that holds it, or - for standard input
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    pub(super) position: String,
    /// The moves in their order, such as 3Y2 or CR-, or their codes; none to go on with what is due
    #[arg(value_name = "MOVE")]
    pub(super) moves: Vec<String>,
    /// Deal the next rounds at random: round 1 of a seed is that of `azulejo game new --seed`
    #[arg(long, value_name = "N", help_heading = "Deal")]
    pub(super) seed: Option<u64>,
    /// Deal the next round with these factories, such as BBRR/BKYY/RRWW/KWWW/RYYY; once for each round
    #[arg(
        long,
        value_name = "FACTORIES",
        conflicts_with = "seed",
        help_heading = "Deal"
    )]
    pub(super) deal: Vec<Deal>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct CheckArgs {
    /// The records, one game a line, in JSON; - for standard input
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct PerftArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// The number of moves; each more takes about fifty times as long
    #[arg(long, value_name = "N", help_heading = "Count")]
    pub(super) depth: u32,
    /// Also the leaves behind each move
    #[arg(long, help_heading = "Count")]
    pub(super) divide: bool,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    pub(super) format: Format,
}

fn players(text: &str) -> Result<Players, String> {
    let count: u64 = text
        .parse()
        .map_err(|_| format!("{text:?} is no whole number"))?;
    Players::try_from(count).map_err(|error: NotPlayers| error.to_string())
}
