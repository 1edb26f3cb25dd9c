//! The player `azulejo`: weights, judgement, obedience to the rules, determinism, strength.

use crate::kit::{contestant, match_tally, play_out};
use crate::plain::after;
use azulejo::control::Control;
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::game::{Board, Colour, Floor, Move, Phase, Players, Position};
use azulejo::players::azulejo::{
    Azulejo, BoardView, BoardWeights, FEATURES, HIDDEN, INPUTS, Ingredient, Inputs, InvalidNet,
    Layers, Moment, Net, ONE, PART, Supply,
};
use azulejo::players::{Contestant, Limits, Player};
use std::cell::RefCell;

/// Text of the file of the weights or of the network for a number of players.
fn file_text(kind: &str, players: Players) -> String {
    let folder = "crates/play/src/players/azulejo/fitted";
    let path = format!("{folder}/{kind}-{}.txt", players.count());
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Plays a game, and visits each position with the move of the player.
fn play(
    player: &Azulejo,
    players: Players,
    seed: u64,
    limits: &Limits,
    mut visit: impl FnMut(&Position, Move),
) -> Position {
    play_out(players, seed, 15, |position, rng| {
        let move_ = player.choose(position, rng, limits);
        visit(position, move_);
        move_
    })
}

/// Visits the positions of a few games of the default player.
fn visit_positions(players: Players, nodes: u64, mut visit: impl FnMut(&Position)) {
    let (player, limits) = (Azulejo::default(), Limits::of_nodes(nodes));
    for seed in 0..4 {
        play(&player, players, seed, &limits, |position, _| {
            visit(position)
        });
    }
}

fn features(position: &Position, player: usize, supply: &Supply) -> [i32; FEATURES] {
    let mut features = [0; FEATURES];
    BoardView::of(position, player, supply).each(|place, number| features[place] += number);
    features
}

#[test]
fn files_of_weights_name_their_source_and_are_read_back() {
    for players in Players::ALL {
        let text = file_text("weights", players);
        let head = text.lines().take_while(|line| line.starts_with('#'));
        let head: Vec<&str> = head.collect();
        let count = players.count();
        let command = format!("# command: cargo maintain fit {count} ");
        assert!(head[1].starts_with(&command), "{head:?}");
        let origin = format!("# {count} players, seed ");
        assert!(head[2].starts_with(&origin), "{head:?}");
        assert!(head[2].contains("games"), "{head:?}");
        let weights: BoardWeights = text.parse().expect("weights");
        assert_eq!(&weights, BoardWeights::fitted(players));
        let output = weights.to_string();
        assert!(text.lines().skip(head.len()).eq(output.lines()));
        assert_eq!(output.lines().count(), Moment::STAGES * Moment::LENGTHS);
        let another_length = output.replacen("0 0 ", "0 1 ", 1);
        let longer = output.replacen('\n', " 1\n", 1);
        for invalid_text in ["", "0 0 1", &another_length, &longer] {
            assert!(
                invalid_text.parse::<BoardWeights>().is_err(),
                "{invalid_text:.40}"
            );
        }
        // A point on the score is worth about a point. In the first rounds the tiles share this worth, as they say
        // nearly what the score says: with two players where the longest row has one tile, with more players also
        // later.
        let sets = (1..=4).map(|longest| weights.at(Moment { stage: 0, longest }));
        let points: Vec<i32> = sets.clone().map(|set| set.weights[0]).collect();
        assert!(points.is_sorted(), "{points:?}");
        match players {
            Players::Two => {
                assert!(points[0] > 7_000, "{points:?}");
                assert!(
                    points[1..]
                        .iter()
                        .all(|weight| (9_000..11_000).contains(weight))
                );
            }
            _ => assert!(points[0] > 4_000 && (8_000..10_500).contains(&points[3])),
        }
        for set in sets {
            assert!((100..2_000).contains(&set.scale), "{}", set.scale);
        }
    }
}

#[test]
fn a_change_of_seats_changes_the_sign_of_the_judgement() {
    let (mut leads, mut corrections) = (0, 0);
    visit_positions(Players::Two, 300, |position| {
        // The position after an exchange of the boards, of the mover and of the starter in its text.
        let text = position.to_string();
        let mut fields: Vec<String> = text.split(' ').map(String::from).collect();
        fields[2] = fields[2].split('|').rev().collect::<Vec<_>>().join("|");
        for field in [3, 4] {
            fields[field] = if fields[field] == "1" { "2" } else { "1" }.into();
        }
        let mirror_image: Position = fields.join(" ").parse().expect("a position");
        let supply = Supply::of(position);
        assert_eq!(supply, Supply::of(&mirror_image));
        let moment = Moment::of(position);
        assert_eq!(moment, Moment::of(&mirror_image));
        for player in 0..2 {
            let expected = features(&mirror_image, 1 - player, &supply);
            assert_eq!(features(position, player, &supply), expected);
        }
        let set = BoardWeights::fitted(Players::Two).at(moment);
        let lead = |position: &Position| {
            let worth = |player| set.worth(&BoardView::of(position, player, &supply));
            worth(0) - worth(1)
        };
        assert_eq!(lead(position), -lead(&mirror_image));
        let correction = |position: &Position| {
            let mut layers = Layers::new(Net::fitted(Players::Two));
            layers.update(&Inputs::of(position, [0, 1], &supply));
            layers.correction(moment)
        };
        assert_eq!(correction(position), -correction(&mirror_image));
        corrections += usize::from(correction(position) != 0);
        leads += usize::from(lead(position) != 0);
    });
    assert!(leads > 100 && corrections > 100, "{leads} {corrections}");
}

#[test]
fn files_of_networks_name_their_source_and_are_read_back() {
    for players in Players::ALL {
        let [weights, net] = ["weights", "net"].map(|kind| file_text(kind, players));
        let (head, body): (Vec<&str>, Vec<&str>) =
            net.lines().partition(|line| line.starts_with('#'));
        // One run made both files.
        assert_eq!(head[1..3], weights.lines().collect::<Vec<_>>()[1..3]);
        let net: Net = net.parse().expect("a network");
        assert_eq!(&net, Net::fitted(players));
        let output = net.to_string();
        assert_eq!(body, output.lines().collect::<Vec<_>>());
        assert_eq!(body.len(), INPUTS + 1 + Moment::STAGES * Moment::LENGTHS);
    }
}

#[test]
fn a_network_of_another_form_is_refused() {
    let output = Net::fitted(Players::Two).to_string();
    let body: Vec<&str> = output.lines().collect();
    let error = |text: &str| text.parse::<Net>().expect_err("not a network");
    assert_eq!(error(""), InvalidNet::Lines(0));
    let longer = error(&format!("# more\n{} 1", body.join("\n")));
    assert_eq!(longer, InvalidNet::Line(body.len() + 1));
    let error_with_line = |line: usize, text: &str| {
        let mut lines = body.clone();
        lines[line] = text;
        error(&lines.join("\n"))
    };
    assert_eq!(error_with_line(3, "1 2"), InvalidNet::Line(4));
    let row = |number: &str| vec![number; HIDDEN].join(" ");
    for (number, fault) in [
        ("x", InvalidNet::Line(4)),
        ("40000", InvalidNet::Line(4)),
        ("32767", InvalidNet::Sum(0)),
        ("-32768", InvalidNet::Sum(0)),
    ] {
        assert_eq!(error_with_line(3, &row(number)), fault);
    }
    let last = INPUTS + Moment::STAGES * Moment::LENGTHS;
    for prefix in ["3 4 100 ", "3 5 0 ", "3 5 ", ""] {
        let line = format!("{prefix}{}", row("0"));
        assert_eq!(error_with_line(last, &line), InvalidNet::Line(last + 1));
    }
}

/// Inputs of a player beside another player in a row, from their description alone.
fn inputs(position: &Position, [player, other]: [usize; 2]) -> Vec<bool> {
    let sources = position.on_sources();
    let boards = position.boards();
    let wall = |player: usize| boards[player].prospect().wall();
    let mut inputs = Vec::new();
    for player in [player, other] {
        let board = &boards[player];
        inputs.extend((0..25).map(|place| wall(player) >> place & 1 == 1));
        let partial_lines = (0..5).flat_map(|row| (1..=row as u8).map(move |count| (row, count)));
        let line_of = |row, count| board.line(row).filter(|line| line.count == count);
        for (row, count) in partial_lines.clone() {
            let line = line_of(row, count);
            inputs.extend(Colour::ALL.map(|colour| line.is_some_and(|line| line.colour == colour)));
        }
        for (row, count) in partial_lines {
            let line = line_of(row, count);
            let is_enough = |colour| sources.count(colour) + count > row as u8;
            inputs.push(line.is_some_and(|line| is_enough(line.colour)));
        }
        inputs.extend((0..5).map(|row| line_of(row, row as u8 + 1).is_some()));
        inputs.extend((0..Floor::PLACES).map(|place| board.floor().len() > place));
        let is_unclaimed = sources.is_empty() && position.token_in_centre();
        inputs.push(board.floor().has_token() || is_unclaimed && position.starter() == player);
        inputs.push(!sources.is_empty() && position.mover() == player);
    }
    let stage = match position.group_count() as usize {
        0 => 0,
        groups if groups <= 2 * boards.len() => 1,
        groups if groups <= 4 * boards.len() => 2,
        _ => 3,
    };
    inputs.extend((0..4).map(|index| index == stage));
    let in_row = |wall: u32, row: usize| (wall >> (5 * row) & 31).count_ones();
    let rows = (0..boards.len()).flat_map(|player| {
        let wall = wall(player);
        (0..Board::ROWS).map(move |row| in_row(wall, row))
    });
    let longest = rows.max().expect("rows");
    inputs.extend((0..6).map(|length| length == longest));
    for colour in Colour::ALL {
        inputs.extend((1..=8).map(|count| sources.count(colour) >= count));
    }
    let (bag, lid) = (position.bag(), position.lid());
    let places = 4 * (2 * boards.len() + 1);
    let bag_draws = places.min(bag.len());
    let lid_draws = (places - bag_draws).min(lid.len());
    let deal = Colour::ALL.map(|colour| {
        let expectation = |all: usize, count: u8, draws: usize| {
            (10 * usize::from(count) * draws).checked_div(all)
        };
        let from_bag = expectation(bag.len(), bag.count(colour), bag_draws).unwrap_or(0);
        (from_bag + expectation(lid.len(), lid.count(colour), lid_draws).unwrap_or(0)) as i32
    });
    let mean = deal.iter().sum::<i32>() / 5;
    for tenths in deal {
        inputs.extend([-12, -4, 4, 12].map(|least| tenths - mean >= least));
    }
    let [own, other] = [player, other].map(|seat| boards[seat].prospect().score() as i32);
    inputs.extend([-28, -16, -8, -2, 3, 9, 17, 29].map(|least| own - other >= least));
    inputs
}

#[test]
fn incremental_networks_equal_their_weights_in_real_numbers() {
    for players in Players::ALL {
        let net = file_text("net", players);
        let lines = net.lines().filter(|line| !line.starts_with('#'));
        let lines = lines.map(|line| line.split(' ').map(|word| word.parse().expect("a number")));
        let lines: Vec<Vec<f64>> = lines.map(Iterator::collect).collect();
        let one = f64::from(ONE);
        let unit = |inputs: &[bool], unit: usize| {
            let active = lines.iter().zip(inputs).filter(|(_, is_on)| **is_on);
            let sum = lines[INPUTS][unit] + active.map(|(line, _)| line[unit]).sum::<f64>();
            (sum / one).clamp(0.0, 1.0)
        };
        // One set of layers follows all rounds of all games.
        let pair = [0, players.count() - 1];
        let mut layers = Layers::new(Net::fitted(players));
        let (mut comparisons, mut greatest) = (0, 0);
        for seed in 0..4 {
            let limits = Limits::of_nodes(20);
            let player = Azulejo::default();
            play(&player, players, seed, &limits, |position, move_| {
                for position in [*position, after(position, move_)] {
                    let sparse_inputs = Inputs::of(&position, pair, &Supply::of(&position));
                    let sides = [pair, [pair[1], pair[0]]].map(|seats| inputs(&position, seats));
                    for (player, inputs) in sides.iter().enumerate() {
                        let mut bits = vec![false; INPUTS];
                        sparse_inputs.each(player, |input| bits[input] = true);
                        assert_eq!(&bits, inputs, "{position}");
                    }
                    let moment = Moment::of(&position);
                    let line = moment.stage * Moment::LENGTHS + moment.longest;
                    let head = &lines[INPUTS + 1 + line][3..];
                    let lead = |hidden| unit(&sides[0], hidden) - unit(&sides[1], hidden);
                    let value: f64 = (0..HIDDEN).map(|hidden| lead(hidden) * head[hidden]).sum();
                    let value = value * one / f64::from(PART);
                    layers.update(&sparse_inputs);
                    let correction = layers.correction(moment);
                    assert!(
                        (value - f64::from(correction)).abs() < 1.0,
                        "{value} {correction}"
                    );
                    (comparisons, greatest) = (comparisons + 1, greatest.max(correction.abs()));
                }
            });
        }
        assert!(
            comparisons > 300 && greatest > 10_000,
            "{comparisons} {greatest}"
        );
    }
}

#[test]
fn plain_weights_are_the_score_and_the_bonuses_if_the_round_ended_now() {
    let plain = BoardWeights::plain();
    let mut bonuses = 0;
    visit_positions(Players::Three, 200, |position| {
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
fn whole_games_obey_the_rules_and_are_deterministic() {
    for players in Players::ALL {
        for seed in 0..2 {
            let game = |limits| {
                let mut moves = Vec::new();
                let end = play(&Azulejo::default(), players, seed, &limits, |_, move_| {
                    moves.push(move_)
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
fn a_search_reports_each_depth_and_plays_the_first_move_of_the_last_variation() {
    let (player, game_limits) = (Azulejo::default(), Limits::of_nodes(200));
    play(&player, Players::Two, 3, &game_limits, |position, _| {
        let reports = RefCell::new(Vec::new());
        let (mut rng, limits) = (ChaCha8Rng::seed_from_u64(0), Limits::of_depth(3));
        let control = Control::default();
        let report = |thought| reports.borrow_mut().push(thought);
        let best_move = player.think(position, &mut rng, &limits, &control, &report);
        let reports = reports.into_inner();
        for (index, thought) in reports.iter().enumerate() {
            assert_eq!(thought.depth, index as u32 + 1);
            let mut after = *position;
            for &move_ in &thought.variation {
                after.play(move_).expect("a variation is legal");
            }
            assert!(thought.value.abs() < 150, "{thought:?}");
        }
        assert!(reports.windows(2).all(|pair| pair[0].nodes < pair[1].nodes));
        assert_eq!(
            reports.last().map(|thought| thought.variation[0]),
            Some(best_move)
        );
    });
}

/// Twenty games with few nodes: the counts are the same on every machine.
#[test]
fn azulejo_is_stronger_than_the_others_and_than_with_plain_weights() {
    let limits = Limits::of_nodes(500);
    let own = Contestant::new("azulejo", Azulejo::default(), limits);
    let plain = Azulejo::with(BoardWeights::plain(), None);
    let plain = Contestant::new("plain", plain, limits);
    let presort = contestant("alpha-beta-presort:nodes=2000");
    for opponent in [&plain, &presort, &contestant("strategic")] {
        let tally = match_tally(&[&own, opponent], 1, 10);
        assert!(tally.contestants[0].wins >= 17, "{opponent}: {tally:?}");
    }
}

/// 200 games with very few nodes.
#[test]
fn azulejo_is_stronger_with_its_network() {
    let limits = Limits::of_nodes(200);
    let own = Contestant::new("azulejo", Azulejo::default(), limits);
    let variant = Azulejo::default().without(Ingredient::Network);
    let variant = Contestant::new("without", variant, limits);
    let tally = match_tally(&[&own, &variant], 1, 100);
    assert!(tally.contestants[0].wins >= 110, "{tally:?}");
}
