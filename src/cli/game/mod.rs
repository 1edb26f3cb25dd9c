//! `azulejo game`: positions, moves and records of the whole game; players, matches and tournaments.

mod best;
mod check;
mod contestants;
mod grade;
mod help;
mod import;
mod judge;
mod matches;
mod moves;
mod new;
mod perft;
mod plan;
mod play;
mod players;
mod position;
mod puzzle;
mod records;
mod review;
mod show;
mod solve;
mod tournament;

use super::exit::Exit;
use super::output;
use crate::engine::converse;
use crate::render::game::players::table;
use clap::Subcommand;

/// A variant a command, with its help; its flags and what it does stand in the file of its name.
#[derive(Debug, Subcommand)]
pub(super) enum GameCommand {
    /// Deal the first round of a game, and print its position
    ///
    /// The position is one line of text, which show, moves, play and perft read. For example:
    ///
    /// azulejo game new --players 3 --seed 7
    ///
    /// The JSON has position, players, first (from 0) and seed.
    New(new::NewArgs),
    /// Show a position: factories, centre, boards, scores, who is to move
    ///
    /// As text for the terminal, or as an SVG or PNG picture. For example:
    ///
    /// azulejo game show --seed 7
    ///
    /// azulejo game show --seed 7 --players 4 -o position.png
    ///
    /// The JSON has position and its parts. Players count from 0; lines, rows and columns from 1.
    Show(show::ShowArgs),
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
    Moves(moves::MovesArgs),
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
    Play(play::PlayArgs),
    /// Write games of other programs as records
    ///
    /// The file is the log of a table of Board Game Arena (its JSON, or the saved page of the replay), the games of
    /// ludometer, or the numbers of a game of OpenSpiel. Each game is played while it is read. The first thing that does
    /// not add up is named with its round and its move, both from 1, and the command ends with 3. For example:
    ///
    /// azulejo game import replay.html -o games.jsonl
    ///
    /// The output is records, a game a line, which every command that takes records reads.
    Import(import::ImportArgs),
    /// Check records of games: every deal, every move, every score
    ///
    /// Games of other programs are taken, too, as by import. A file of records has one game a line, in JSON: players,
    /// first, and rounds with deal, moves and, as far as they are given, legal, scores and walls; then bonus, final and
    /// winners. The first false statement of each game is named with its round and its move, both from 1; the command
    /// ends with 3 if there is one. For example:
    ///
    /// azulejo game check games.jsonl
    ///
    /// The JSON has games, valid, and false; each false one has line, round, move and message.
    Check(check::CheckArgs),
    /// Count the leaves of the tree of legal moves, which tests a move generator
    ///
    /// A leaf is a position after so many moves, or at the end of the round where that comes earlier. For example:
    ///
    /// azulejo game perft --seed 7 --depth 3
    ///
    /// The JSON has position, depth, leaves and, with --divide, moves; each has code, move and leaves. When it is
    /// stopped, leaves is null, and counted says how many there are at least.
    Perft(perft::PerftArgs),
    /// Find the value of the rest of a round under best play, with a proof
    ///
    /// The value is the mover's score after the round minus that of the other player, or of the best of the others. Where
    /// the game ends with the round, the end bonuses count. Positions with up to 12 groups (a group is one colour at one
    /// source) take about a second at most; a whole round can take hours, and --time-limit stops it with bounds and the
    /// exit code 4. For example:
    ///
    /// azulejo game solve "$(azulejo game play "$(azulejo game new --seed 7)" 1B3 2B4 4Y5)"
    ///
    /// The JSON has value (null where it is not proven), low, high, proven, best (the codes of all best moves; where the
    /// value is not proven, of those that may be best), pv (codes), nodes, model and bonus.
    Solve(solve::SolveArgs),
    /// Let a player choose a move
    #[command(long_about = help::best())]
    Best(best::BestArgs),
    /// Grade a move, and say how it differs from the best one
    #[command(long_about = help::grade())]
    Grade(grade::GradeArgs),
    /// Grade every move of a game: a table, the worst moves with the better ones, a plot
    #[command(long_about = help::review())]
    Review(review::ReviewArgs),
    /// Show a position in which only one move is best, with a proof
    ///
    /// The JSON has number, position, best, value, margin (what the second best move loses at least), nodes, theme, rating,
    /// failed (the levels that do not find the move) and variation.
    Puzzle(puzzle::PuzzleArgs),
    /// Find the maximum that a wall can still earn in some rounds, by the solver
    ///
    /// Each round puts one tile in each row, from top to bottom; the end bonuses of what is complete then count. Lines,
    /// floors and the tiles that there are do not matter. For example:
    ///
    /// azulejo game plan --seed 7 --rounds 5
    ///
    /// The JSON has position, player (from 0), rounds, points (end bonuses included), bonus, and tiles (the letters of
    /// each round, from the top row).
    Plan(plan::PlanArgs),
    /// List the players, or one of them, with all options
    ///
    /// A contestant of a match is a player's name, or NAME:OPTION=VALUE,OPTION=VALUE. For example:
    ///
    /// azulejo game players smart
    ///
    /// The JSON has players; each has name, about, searches and options.
    Players(players::PlayersArgs),
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
    Match(matches::MatchArgs),
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
    Tournament(tournament::TournamentArgs),
    /// Play for another program: lines in, lines out, in the manner of UCI
    ///
    /// After uai, the program says its name and its options. setoption name PLAYER value NAME:option=value,… and setoption
    /// name SEED value N set these. The answer to isready is readyok. position TEXT, or position TEXT moves CODE…, says what
    /// is to be played. The answer to go, or to go with movetime MS, depth N or nodes N, is info lines and bestmove CODE. stop
    /// ends a search, and quit ends the program. The answer to a wrong line is error, and it changes nothing. For example:
    ///
    /// printf 'position %s\\ngo depth 3\\n' "$(azulejo game new --seed 7)" | azulejo game engine
    Engine,
}

fn players_help() -> String {
    format!(
        "Players:\n{}\n\nazulejo game players lists their options. engine:COMMAND is another program that speaks the \
         engine protocol, such as 'engine:python3 bot.py'.",
        table()
    )
}

pub(super) fn run(command: &GameCommand) -> anyhow::Result<Exit> {
    match command {
        GameCommand::New(args) => new::run(args),
        GameCommand::Show(args) => show::run(args),
        GameCommand::Moves(args) => moves::run(args),
        GameCommand::Play(args) => play::run(args),
        GameCommand::Import(args) => import::run(args),
        GameCommand::Check(args) => check::run(args),
        GameCommand::Perft(args) => perft::run(args),
        GameCommand::Best(args) => best::run(args),
        GameCommand::Engine => {
            converse(None, output::line)?;
            Ok(Exit::Done)
        }
        GameCommand::Grade(args) => grade::run(args),
        GameCommand::Review(args) => review::run(args),
        GameCommand::Plan(args) => plan::run(args),
        GameCommand::Puzzle(args) => puzzle::run(args),
        GameCommand::Solve(args) => solve::run(args),
        GameCommand::Players(args) => players::run(args),
        GameCommand::Match(args) => matches::run(args),
        GameCommand::Tournament(args) => tournament::run(args),
    }
}
