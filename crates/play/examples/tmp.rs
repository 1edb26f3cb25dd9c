use azulejo_control::Control;
use azulejo_play::analysis::*;
use azulejo_rules::random::*;
use azulejo_rules::*;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let effort = match args.get(2).map(|s| &**s) {
        Some("quick") => Effort::Quick,
        Some("deep") => Effort::Deep,
        _ => Effort::Normal,
    };
    let (mut n, mut right, mut wrong, mut worse) = (0, 0, 0, 0);
    let mut certs = [0; 3];
    let mut g = [0; 3];
    let mut times = vec![];
    for line in text.lines() {
        let f = |k: &str| {
            let i = line.find(&format!("\"{k}\":")).unwrap() + k.len() + 3;
            &line[i..]
        };
        let pos = f("position");
        let pos = &pos[1..1 + pos[1..].find('"').unwrap()];
        let position: Position = pos.parse().unwrap();
        let value: i32 = {
            let v = f("value");
            v[..v.find(',').unwrap()].parse().unwrap()
        };
        let best: Vec<u64> = {
            let v = f("best");
            v[1..v.find(']').unwrap()]
                .split(',')
                .map(|x| x.parse().unwrap())
                .collect()
        };
        let moves: Vec<(u64, Option<i32>)> = {
            let v = f("moves");
            let v = &v[2..v.find("]]").unwrap()];
            v.split("],[")
                .map(|x| {
                    let (a, b) = x.split_once(',').unwrap();
                    (a.parse().unwrap(), b.parse().ok())
                })
                .collect()
        };
        let wanted = Move::from_code(moves[n % moves.len()].0, position.players()).unwrap();
        let began = Instant::now();
        let found = judge(
            &position,
            &effort.settings(),
            &[wanted],
            &Control::default(),
            |_| (),
        );
        times.push(began.elapsed().as_secs_f64());
        let first = found.best().clone();
        let ok = best.contains(&u64::from(first.taken.code(position.players()).unwrap()));
        right += usize::from(ok);
        certs[first.certainty as usize] += 1;
        let tv = moves[n % moves.len()].1;
        let gr = graded(&position, wanted, found);
        g[gr.certainty as usize] += 1;
        if let Some(v) = tv {
            let loss = f64::from(value - v);
            if (gr.loss.points - loss).abs() > 0.5 {
                wrong += 1;
                println!(
                    "loss {loss} told {:?} {:?} {:?}",
                    gr.loss, gr.best.certainty, gr.chosen.certainty
                );
            }
            if loss == 0.0 && gr.loss.points >= 1.0 {
                worse += 1;
            }
        }
        if !ok || (first.certainty == Certainty::Proven && first.points != f64::from(value)) {
            println!(
                "{pos} {} value {value} told {} {} {:?} {:.2}s",
                first.taken, first.win, first.points, first.certainty, times[n]
            );
        }
        n += 1;
    }
    times.sort_by(f64::total_cmp);
    println!(
        "{n} right {right} wrong {wrong} worse {worse} shallow/deep/proven {certs:?} grades {g:?} times {:.3} {:.3} {:.3} {:.3}",
        times[n / 2],
        times[n * 9 / 10],
        times[n * 99 / 100],
        times[n - 1]
    );
    let mut sh = [0; 2];
    for seed in 0..20 {
        let mut p = Position::new(Players::Two, 0);
        p.deal(&mut ChaCha8Rng::seed_from_u64(seed)).unwrap();
        let b = Instant::now();
        let gr = grade(
            &p,
            p.nth_legal(30).unwrap(),
            &effort.settings(),
            &Control::default(),
        )
        .unwrap();
        println!(
            "opening {:.3}s depth {} {:?} best {} {:.3} {:.1} loss {:?} {}",
            b.elapsed().as_secs_f64(),
            gr.best.depth,
            gr.certainty,
            gr.best.taken,
            gr.best.win,
            gr.best.points,
            gr.loss,
            gr.grade.name()
        );
        sh[usize::from(gr.certainty != Certainty::Shallow)] += 1;
        if seed < 3 {
            for r in &gr.reasons {
                println!(
                    "   {:?} {:?} {:.2} {:?}",
                    r.part, r.side, r.points, r.sentence
                );
            }
        }
    }
    println!("{sh:?}");
}
