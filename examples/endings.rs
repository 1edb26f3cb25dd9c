//! scratch
use azulejo::control::Control;
use azulejo::exact::{Question, Solver};
use azulejo::game::random::{ChaCha8Rng, SeedableRng};
use azulejo::game::{Phase, Players, Position};
use azulejo::players::Contestant;
use std::time::{Duration, Instant};

fn main() {
    let args: Vec<u32> = std::env::args()
        .skip(1)
        .filter_map(|a| a.parse().ok())
        .collect();
    let (lo, hi, n) = (args[0], args[1], args[2] as usize);
    let names = [
        "random",
        "rollout-greedy:greedy=80",
        "strategic",
        "rollout-greedy",
    ];
    for groups in lo..=hi {
        let mut times = Vec::new();
        let mut nodes = Vec::new();
        let mut seed = 0;
        while times.len() < n {
            seed += 1;
            for position in positions(seed, groups, names[seed as usize % 4]) {
                let t = Instant::now();
                let mut solver = Solver::new(Question::default());
                let control = Control::default().within(Some(Duration::from_secs(20)));
                let s = solver.solve(&position, None, &control).unwrap();
                times.push(t.elapsed().as_secs_f64() * 1e3);
                nodes.push(s.nodes);
                if args.len() > 3 {
                    println!(
                        "{} {} {} {} {:?} {position}",
                        s.low,
                        s.high,
                        s.nodes,
                        times[times.len() - 1],
                        s.best.iter().map(|m| m.to_string()).collect::<Vec<_>>()
                    );
                }
                if times.len() == n {
                    break;
                }
            }
        }
        let total: u64 = nodes.iter().sum();
        let tt: f64 = times.iter().sum();
        times.sort_by(f64::total_cmp);
        nodes.sort();
        let q = |p: f64| ((n as f64 * p) as usize).min(n - 1);
        println!(
            "groups {groups}: nodes median {} p90 {} p99 {} max {}; ms median {:.2} p90 {:.2} p99 {:.2} max {:.1}; {:.0} nodes/ms total {total}",
            nodes[q(0.5)],
            nodes[q(0.9)],
            nodes[q(0.99)],
            nodes[n - 1],
            times[q(0.5)],
            times[q(0.9)],
            times[q(0.99)],
            times[n - 1],
            total as f64 / tt
        );
    }
}

fn positions(seed: u64, groups: u32, name: &str) -> Vec<Position> {
    let player: Contestant = name.parse().unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut position = Position::new(Players::Two, 0);
    let mut found = Vec::new();
    let mut done = 0;
    while position.round() < 12 {
        match position.phase() {
            Phase::Deal => drop(position.deal(&mut rng)),
            Phase::RoundEnd => drop(position.end_round()),
            Phase::Over => break,
            Phase::Moves => {
                if position.group_count() <= groups
                    && position.group_count() == groups
                    && done < position.round()
                {
                    done = position.round();
                    found.push(position);
                }
                let m = player.choose(&position, &mut rng);
                position.play_unchecked(m);
            }
        }
    }
    found
}
