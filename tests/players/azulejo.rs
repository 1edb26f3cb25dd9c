//! Our player: its weights, its judgement, that it keeps to the rules and is the same each time, how strong it is.

use azulejo::arena::{Match, Starter, Watch};
use azulejo::control::Control;
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::game::{Move, Phase, Players, Position};
use azulejo::players::azulejo::{Azulejo, FEATURES, Moment, Supply, View, Weights};
use azulejo::players::{Contestant, Limits, Player};
use std::cell::RefCell;

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::NONE
    }
}

/// Plays a game, and shows each position that waits for a move with the move that is chosen.
fn play(
    player: &Azulejo,
    players: Players,
    seed: u64,
    limits: &Limits,
    mut seen: impl FnMut(&Position, Move),
) -> Position {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut position = Position::new(players, 0);
    while position.round() < 15 {
        match position.phase() {
            Phase::Deal => drop(position.deal(&mut rng)),
            Phase::RoundEnd => drop(position.end_round()),
            Phase::Over => break,
            Phase::Moves => {
                let chosen = player.choose(&position, &mut rng, limits);
                seen(&position, chosen);
                position.play(chosen).expect("it is legal");
            }
        }
    }
    position
}

fn numbers(position: &Position, player: usize, supply: &Supply) -> [i32; FEATURES] {
    let mut numbers = [0; FEATURES];
    View::of(position, player, supply).each(|place, number| numbers[place] += number);
    numbers
}

#[test]
fn the_file_of_weights_says_where_it_comes_from_and_is_read_as_it_is_written() {
    let text = include_str!("../../src/players/azulejo/weights.txt");
    let head: Vec<&str> = text
        .lines()
        .take_while(|line| line.starts_with('#'))
        .collect();
    assert!(
        head[1].starts_with("# command: cargo run --release --example fit -- "),
        "{head:?}"
    );
    assert!(
        head[2].contains("seed") && head[2].contains("games"),
        "{head:?}"
    );
    let weights: Weights = text.parse().expect("weights");
    assert_eq!(&weights, Weights::fitted());
    let written = weights.to_string();
    assert_eq!(
        text.lines().skip(head.len()).collect::<Vec<_>>(),
        written.lines().collect::<Vec<_>>()
    );
    assert_eq!(written.lines().count(), Moment::STAGES * Moment::LENGTHS);
    for wrong in [
        "",
        "0 0 1",
        &written.replacen("0 0 ", "0 1 ", 1),
        &written.replacen('\n', " 1\n", 1),
    ] {
        assert!(wrong.parse::<Weights>().is_err(), "{wrong:.40}");
    }
    // Points on the score are worth about what they are, wherever in the game.
    for longest in 1..=4 {
        let set = weights.at(Moment { stage: 0, longest });
        assert!(
            (5_000..15_000).contains(&set.weights[0]),
            "{longest}: {}",
            set.weights[0]
        );
        assert!((100..2_000).contains(&set.scale), "{}", set.scale);
    }
}

#[test]
fn who_changes_seats_changes_the_sign_of_the_judgement() {
    let mut seen = 0;
    for seed in 0..4 {
        play(
            &Azulejo::default(),
            Players::Two,
            seed,
            &nodes(300),
            |position, _| {
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
                assert_eq!(Moment::of(position), Moment::of(&turned));
                for player in 0..2 {
                    assert_eq!(
                        numbers(position, player, &supply),
                        numbers(&turned, 1 - player, &supply)
                    );
                }
                let set = Weights::fitted().at(Moment::of(position));
                let lead = |position: &Position| {
                    let [one, other] =
                        [0, 1].map(|player| set.worth(&View::of(position, player, &supply)));
                    one - other
                };
                assert_eq!(lead(position), -lead(&turned));
                seen += usize::from(lead(position) != 0);
            },
        );
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn plain_weights_are_the_score_and_the_bonuses_if_the_round_ended_now() {
    let plain = Weights::plain();
    let mut bonuses = 0;
    for seed in 0..4 {
        play(
            &Azulejo::default(),
            Players::Three,
            seed,
            &nodes(200),
            |position, _| {
                let supply = Supply::of(position);
                for (player, board) in position.boards().iter().enumerate() {
                    let prospect = board.prospect();
                    let points = prospect.score() + prospect.end_bonus().points();
                    let worth = plain
                        .at(Moment::of(position))
                        .worth(&View::of(position, player, &supply));
                    assert_eq!(worth, 10_000 * points as i32);
                    bonuses += prospect.end_bonus().points();
                }
            },
        );
    }
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
            let first = game(nodes(500));
            assert_eq!(first, game(nodes(500)));
            assert_ne!(first, game(nodes(5)), "a limit matters");
            let depth = Limits {
                depth: Some(2),
                ..Limits::NONE
            };
            assert_eq!(game(depth), game(depth));
        }
    }
}

#[test]
fn it_tells_what_it_finds_depth_by_depth_and_chooses_the_first_move_of_the_last_variation() {
    play(
        &Azulejo::default(),
        Players::Two,
        3,
        &nodes(200),
        |position, _| {
            let told = RefCell::new(Vec::new());
            let (mut rng, limits) = (
                ChaCha8Rng::seed_from_u64(0),
                Limits {
                    depth: Some(3),
                    ..Limits::NONE
                },
            );
            let found = |thought| told.borrow_mut().push(thought);
            let chosen =
                Azulejo::default().think(position, &mut rng, &limits, &Control::default(), &found);
            let told = told.into_inner();
            for (index, thought) in told.iter().enumerate() {
                assert_eq!(thought.depth, index as u32 + 1);
                let mut after = *position;
                for &taken in &thought.variation {
                    after.play(taken).expect("a variation is legal");
                }
                assert!(thought.value.abs() < 150, "{thought:?}");
            }
            assert!(told.windows(2).all(|pair| pair[0].nodes < pair[1].nodes));
            assert_eq!(told.last().map(|it| it.variation[0]), Some(chosen));
        },
    );
}

/// Twenty games with few nodes: the counts are the same on every machine.
#[test]
fn it_is_stronger_than_the_others_and_than_without_its_weights() {
    let own = Contestant::new("azulejo", Azulejo::default(), nodes(500));
    let plain = Contestant::new("plain", Azulejo::with(Weights::plain()), nodes(500));
    let presort: Contestant = "alpha-beta-presort:nodes=2000".parse().expect("a player");
    let strategic: Contestant = "strategic".parse().expect("a player");
    for (other, least) in [(&plain, 17), (&presort, 17), (&strategic, 17)] {
        let pairing = Match::new(vec![&own, other], Starter::Each, 1).expect("two");
        let tally = pairing.run(0..10, Watch::default());
        assert!(tally.contestants[0].wins >= least, "{other}: {tally:?}");
    }
}
