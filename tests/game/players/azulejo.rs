//! Our player: its weights, its judgement, that it keeps to the rules and is the same each time, how strong it is.

use crate::kit::{contestant, play_out, played};
use azulejo::control::Control;
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::game::{Board, Colour, Floor, Move, Phase, Players, Position};
use azulejo::players::azulejo::{
    Azulejo, BoardView, BoardWeights, FEATURES, HIDDEN, INPUTS, Ingredient, Inputs, InvalidNet,
    Layers, Moment, Net, ONE, PART, Supply,
};
use azulejo::players::{Contestant, Limits, Player};
use std::cell::RefCell;

/// The file of the weights or of the network for so many players.
fn fitted(kind: &str, players: Players) -> String {
    let folder = "crates/play/src/players/azulejo/fitted";
    let path = format!("{folder}/{kind}-{}.txt", players.count());
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Plays a game, and shows each position that waits for a move with the move that is chosen.
fn play(
    player: &Azulejo,
    players: Players,
    seed: u64,
    limits: &Limits,
    mut seen: impl FnMut(&Position, Move),
) -> Position {
    play_out(players, seed, 15, |position, rng| {
        let chosen = player.choose(position, rng, limits);
        seen(position, chosen);
        chosen
    })
}

/// Shows the positions of a few games of the default player.
fn positions(players: Players, nodes: u64, mut seen: impl FnMut(&Position)) {
    let (player, limits) = (Azulejo::default(), Limits::of_nodes(nodes));
    for seed in 0..4 {
        play(&player, players, seed, &limits, |position, _| {
            seen(position)
        });
    }
}

fn numbers(position: &Position, player: usize, supply: &Supply) -> [i32; FEATURES] {
    let mut numbers = [0; FEATURES];
    BoardView::of(position, player, supply).each(|place, number| numbers[place] += number);
    numbers
}

#[test]
fn the_files_of_weights_say_where_they_come_from_and_are_read_as_they_are_written() {
    for players in Players::ALL {
        let text = fitted("weights", players);
        let head = text.lines().take_while(|line| line.starts_with('#'));
        let head: Vec<&str> = head.collect();
        let count = players.count();
        let command = format!("# command: cargo maintain fit {count} ");
        assert!(head[1].starts_with(&command), "{head:?}");
        let made = format!("# {count} players, seed ");
        assert!(head[2].starts_with(&made), "{head:?}");
        assert!(head[2].contains("games"), "{head:?}");
        let weights: BoardWeights = text.parse().expect("weights");
        assert_eq!(&weights, BoardWeights::fitted(players));
        let written = weights.to_string();
        assert!(text.lines().skip(head.len()).eq(written.lines()));
        assert_eq!(written.lines().count(), Moment::STAGES * Moment::LENGTHS);
        let another_length = written.replacen("0 0 ", "0 1 ", 1);
        let longer = written.replacen('\n', " 1\n", 1);
        for wrong in ["", "0 0 1", &another_length, &longer] {
            assert!(wrong.parse::<BoardWeights>().is_err(), "{wrong:.40}");
        }
        // Points on the score are worth about what they are. In the first rounds the tiles share this worth, as they
        // say nearly what the score says: with two players where the longest row has one tile, with more players also
        // later.
        let ends = (1..=4).map(|longest| weights.at(Moment { stage: 0, longest }));
        let points: Vec<i32> = ends.clone().map(|set| set.weights[0]).collect();
        assert!(points.is_sorted(), "{points:?}");
        match players {
            Players::Two => {
                assert!(points[0] > 7_000, "{points:?}");
                assert!(points[1..].iter().all(|it| (9_000..11_000).contains(it)));
            }
            _ => assert!(points[0] > 4_000 && (8_000..10_500).contains(&points[3])),
        }
        for set in ends {
            assert!((100..2_000).contains(&set.scale), "{}", set.scale);
        }
    }
}

#[test]
fn who_changes_seats_changes_the_sign_of_the_judgement() {
    let (mut seen, mut corrected) = (0, 0);
    positions(Players::Two, 300, |position| {
        // The same position with the boards, the mover and the starter changed over, by its text.
        let text = position.to_string();
        let mut fields: Vec<String> = text.split(' ').map(String::from).collect();
        fields[2] = fields[2].split('|').rev().collect::<Vec<_>>().join("|");
        for field in [3, 4] {
            fields[field] = if fields[field] == "1" { "2" } else { "1" }.into();
        }
        let turned: Position = fields.join(" ").parse().expect("a position");
        let supply = Supply::of(position);
        assert_eq!(supply, Supply::of(&turned));
        let moment = Moment::of(position);
        assert_eq!(moment, Moment::of(&turned));
        for player in 0..2 {
            let same = numbers(&turned, 1 - player, &supply);
            assert_eq!(numbers(position, player, &supply), same);
        }
        let set = BoardWeights::fitted(Players::Two).at(moment);
        let lead = |position: &Position| {
            let worth = |player| set.worth(&BoardView::of(position, player, &supply));
            worth(0) - worth(1)
        };
        assert_eq!(lead(position), -lead(&turned));
        let correction = |position: &Position| {
            let mut layers = Layers::new(Net::fitted(Players::Two));
            layers.update(&Inputs::of(position, [0, 1], &supply));
            layers.correction(moment)
        };
        assert_eq!(correction(position), -correction(&turned));
        corrected += usize::from(correction(position) != 0);
        seen += usize::from(lead(position) != 0);
    });
    assert!(seen > 100 && corrected > 100, "{seen} {corrected}");
}

#[test]
fn the_files_of_the_networks_say_where_they_come_from_and_are_read_as_they_are_written() {
    for players in Players::ALL {
        let [weights, net] = ["weights", "net"].map(|kind| fitted(kind, players));
        let (head, body): (Vec<&str>, Vec<&str>) = net.lines().partition(|it| it.starts_with('#'));
        // One run made both files.
        assert_eq!(head[1..3], weights.lines().collect::<Vec<_>>()[1..3]);
        let net: Net = net.parse().expect("a network");
        assert_eq!(&net, Net::fitted(players));
        let written = net.to_string();
        assert_eq!(body, written.lines().collect::<Vec<_>>());
        assert_eq!(body.len(), INPUTS + 1 + Moment::STAGES * Moment::LENGTHS);
    }
}

#[test]
fn a_network_of_another_form_is_refused() {
    let written = Net::fitted(Players::Two).to_string();
    let body: Vec<&str> = written.lines().collect();
    let wrong = |text: &str| text.parse::<Net>().expect_err("not a network");
    assert_eq!(wrong(""), InvalidNet::Lines(0));
    let longer = wrong(&format!("# more\n{} 1", body.join("\n")));
    assert_eq!(longer, InvalidNet::Line(body.len() + 1));
    let replaced = |line: usize, text: &str| {
        let mut lines = body.clone();
        lines[line] = text;
        wrong(&lines.join("\n"))
    };
    assert_eq!(replaced(3, "1 2"), InvalidNet::Line(4));
    let row = |number: &str| vec![number; HIDDEN].join(" ");
    for (number, fault) in [
        ("x", InvalidNet::Line(4)),
        ("40000", InvalidNet::Line(4)),
        ("32767", InvalidNet::Sum(0)),
        ("-32768", InvalidNet::Sum(0)),
    ] {
        assert_eq!(replaced(3, &row(number)), fault);
    }
    let last = INPUTS + Moment::STAGES * Moment::LENGTHS;
    for begin in ["3 4 100 ", "3 5 0 ", "3 5 ", ""] {
        let line = format!("{begin}{}", row("0"));
        assert_eq!(replaced(last, &line), InvalidNet::Line(last + 1));
    }
}

/// The inputs of a player beside another one after the other, written from their description alone.
fn inputs(position: &Position, [player, other]: [usize; 2]) -> Vec<bool> {
    let sources = position.on_sources();
    let boards = position.boards();
    let wall = |player: usize| boards[player].prospect().wall();
    let mut inputs = Vec::new();
    for player in [player, other] {
        let board = &boards[player];
        inputs.extend((0..25).map(|place| wall(player) >> place & 1 == 1));
        let begun = (0..5).flat_map(|row| (1..=row as u8).map(move |count| (row, count)));
        let holds = |row, count| board.line(row).filter(|line| line.count == count);
        for (row, count) in begun.clone() {
            let line = holds(row, count);
            inputs.extend(Colour::ALL.map(|colour| line.is_some_and(|it| it.colour == colour)));
        }
        for (row, count) in begun {
            let line = holds(row, count);
            let enough = |colour| sources.count(colour) + count > row as u8;
            inputs.push(line.is_some_and(|it| enough(it.colour)));
        }
        inputs.extend((0..5).map(|row| holds(row, row as u8 + 1).is_some()));
        inputs.extend((0..Floor::PLACES).map(|place| board.floor().len() > place));
        let nobody = sources.is_empty() && position.token_in_centre();
        inputs.push(board.floor().has_token() || nobody && position.starter() == player);
        inputs.push(!sources.is_empty() && position.mover() == player);
    }
    let stage = match position.group_count() as usize {
        0 => 0,
        it if it <= 2 * boards.len() => 1,
        it if it <= 4 * boards.len() => 2,
        _ => 3,
    };
    inputs.extend((0..4).map(|it| it == stage));
    let in_row = |wall: u32, row: usize| (wall >> (5 * row) & 31).count_ones();
    let rows = (0..boards.len()).flat_map(|player| {
        let wall = wall(player);
        (0..Board::ROWS).map(move |row| in_row(wall, row))
    });
    let longest = rows.max().expect("rows");
    inputs.extend((0..6).map(|it| it == longest));
    for colour in Colour::ALL {
        inputs.extend((1..=8).map(|count| sources.count(colour) >= count));
    }
    let (bag, lid) = (position.bag(), position.lid());
    let places = 4 * (2 * boards.len() + 1);
    let drawn = places.min(bag.len());
    let more = (places - drawn).min(lid.len());
    let dealt = Colour::ALL.map(|colour| {
        let of = |all: usize, count: u8, drawn: usize| {
            (10 * usize::from(count) * drawn).checked_div(all)
        };
        let from_bag = of(bag.len(), bag.count(colour), drawn).unwrap_or(0);
        (from_bag + of(lid.len(), lid.count(colour), more).unwrap_or(0)) as i32
    });
    let mean = dealt.iter().sum::<i32>() / 5;
    for tenths in dealt {
        inputs.extend([-12, -4, 4, 12].map(|least| tenths - mean >= least));
    }
    let [own, other] = [player, other].map(|it| boards[it].prospect().score() as i32);
    inputs.extend([-28, -16, -8, -2, 3, 9, 17, 29].map(|least| own - other >= least));
    inputs
}

#[test]
fn the_networks_that_follow_a_game_are_what_their_weights_say_in_real_numbers() {
    for players in Players::ALL {
        let net = fitted("net", players);
        let lines = net.lines().filter(|it| !it.starts_with('#'));
        let lines = lines.map(|line| line.split(' ').map(|it| it.parse().expect("a number")));
        let lines: Vec<Vec<f64>> = lines.map(Iterator::collect).collect();
        let one = f64::from(ONE);
        let unit = |inputs: &[bool], unit: usize| {
            let on = lines.iter().zip(inputs).filter(|(_, on)| **on);
            let sum = lines[INPUTS][unit] + on.map(|(line, _)| line[unit]).sum::<f64>();
            (sum / one).clamp(0.0, 1.0)
        };
        // The layers are never made anew, neither between rounds nor between games.
        let pair = [0, players.count() - 1];
        let mut layers = Layers::new(Net::fitted(players));
        let (mut seen, mut most) = (0, 0);
        for seed in 0..4 {
            let limits = Limits::of_nodes(20);
            let player = Azulejo::default();
            play(&player, players, seed, &limits, |position, taken| {
                let mut after = *position;
                after.play(taken).expect("it is legal");
                for position in [*position, after] {
                    let found = Inputs::of(&position, pair, &Supply::of(&position));
                    let both = [pair, [pair[1], pair[0]]].map(|it| inputs(&position, it));
                    for (player, inputs) in both.iter().enumerate() {
                        let mut on = vec![false; INPUTS];
                        found.each(player, |input| on[input] = true);
                        assert_eq!(&on, inputs, "{position}");
                    }
                    let moment = Moment::of(&position);
                    let line = moment.stage * Moment::LENGTHS + moment.longest;
                    let head = &lines[INPUTS + 1 + line][3..];
                    let lead = |at| unit(&both[0], at) - unit(&both[1], at);
                    let value: f64 = (0..HIDDEN).map(|at| lead(at) * head[at]).sum();
                    let value = value * one / f64::from(PART);
                    layers.update(&found);
                    let found = layers.correction(moment);
                    assert!((value - f64::from(found)).abs() < 1.0, "{value} {found}");
                    (seen, most) = (seen + 1, most.max(found.abs()));
                }
            });
        }
        assert!(seen > 300 && most > 10_000, "{seen} {most}");
    }
}

#[test]
fn plain_weights_are_the_score_and_the_bonuses_if_the_round_ended_now() {
    let plain = BoardWeights::plain();
    let mut bonuses = 0;
    positions(Players::Three, 200, |position| {
        let supply = Supply::of(position);
        let set = plain.at(Moment::of(position));
        for (player, board) in position.boards().iter().enumerate() {
            let prospect = board.prospect();
            let bonus = prospect.end_bonus().points();
            let worth = set.worth(&BoardView::of(position, player, &supply));
            assert_eq!(worth, 10_000 * (prospect.score() + bonus) as i32);
            bonuses += bonus;
        }
    });
    assert!(bonuses > 0);
}

#[test]
fn it_plays_whole_games_by_the_rules_and_the_same_each_time() {
    for players in Players::ALL {
        for seed in 0..2 {
            let game = |limits| {
                let mut moves = Vec::new();
                let end = play(&Azulejo::default(), players, seed, &limits, |_, chosen| {
                    moves.push(chosen)
                });
                assert_eq!(end.phase(), Phase::Over);
                moves
            };
            let first = game(Limits::of_nodes(500));
            assert_eq!(first, game(Limits::of_nodes(500)));
            assert_ne!(first, game(Limits::of_nodes(5)), "a limit matters");
            let depth = Limits::of_depth(2);
            assert_eq!(game(depth), game(depth));
        }
    }
}

#[test]
fn it_tells_what_it_finds_depth_by_depth_and_chooses_the_first_move_of_the_last_variation() {
    let (player, played) = (Azulejo::default(), Limits::of_nodes(200));
    play(&player, Players::Two, 3, &played, |position, _| {
        let reports = RefCell::new(Vec::new());
        let (mut rng, limits) = (ChaCha8Rng::seed_from_u64(0), Limits::of_depth(3));
        let control = Control::default();
        let found = |thought| reports.borrow_mut().push(thought);
        let chosen = player.think(position, &mut rng, &limits, &control, &found);
        let reports = reports.into_inner();
        for (index, thought) in reports.iter().enumerate() {
            assert_eq!(thought.depth, index as u32 + 1);
            let mut after = *position;
            for &taken in &thought.variation {
                after.play(taken).expect("a variation is legal");
            }
            assert!(thought.value.abs() < 150, "{thought:?}");
        }
        assert!(reports.windows(2).all(|pair| pair[0].nodes < pair[1].nodes));
        assert_eq!(reports.last().map(|it| it.variation[0]), Some(chosen));
    });
}

/// Twenty games with few nodes: the counts are the same on every machine.
#[test]
fn it_is_stronger_than_the_others_and_than_without_its_weights() {
    let limits = Limits::of_nodes(500);
    let own = Contestant::new("azulejo", Azulejo::default(), limits);
    let plain = Azulejo::with(BoardWeights::plain(), None);
    let plain = Contestant::new("plain", plain, limits);
    let presort = contestant("alpha-beta-presort:nodes=2000");
    for other in [&plain, &presort, &contestant("strategic")] {
        let tally = played(&[&own, other], 1, 10);
        assert!(tally.contestants[0].wins >= 17, "{other}: {tally:?}");
    }
}

/// 200 games with very few nodes.
#[test]
fn it_is_stronger_than_without_its_network() {
    let limits = Limits::of_nodes(200);
    let own = Contestant::new("azulejo", Azulejo::default(), limits);
    let without = Azulejo::default().without(Ingredient::Network);
    let without = Contestant::new("without", without, limits);
    let tally = played(&[&own, &without], 1, 100);
    assert!(tally.contestants[0].wins >= 110, "{tally:?}");
}
