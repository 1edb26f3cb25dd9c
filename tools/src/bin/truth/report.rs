//! What the judge says of the truth sets, beside what rollouts say.

use crate::last_rounds;
use azulejo::analysis::{Certainty, JudgeSettings, graded, judge};
use azulejo::control::Control;
use azulejo::game::{Move, Position};
use std::error::Error;
use std::time::Instant;

pub(crate) fn write() -> Result<(), Box<dyn Error>> {
    let mut counts = [0; 3];
    let (mut best_right, mut wrong, mut worse) = (0, 0, 0);
    let mut times = Vec::new();
    let mut n = 0;
    let mut proven_moves = 0;
    let mut all_moves = 0;
    for entry in last_rounds::read()? {
        let position: Position = entry.position.parse()?;
        let began = Instant::now();
        let wanted = Move::from_code(u64::from(entry.moves[0].0), position.players())?;
        let found = judge(
            &position,
            &JudgeSettings::default(),
            &[wanted],
            &Control::default(),
            |_| (),
        );
        times.push(began.elapsed().as_secs_f64());
        let first = found.best();
        let code = first.taken.code(position.players()).unwrap_or_default();
        let right = entry.best.contains(&code);
        best_right += usize::from(right);
        counts[first.certainty as usize] += 1;
        n += 1;
        if !right
            || (first.certainty == Certainty::Proven && first.points != f64::from(entry.value))
        {
            eprintln!(
                "{} {} groups {} value {} told {} {} {:?}",
                entry.position,
                first.taken,
                entry.groups,
                entry.value,
                first.win,
                first.points,
                first.certainty
            );
        }
        let graded = graded(&position, wanted, found);
        all_moves += 1;
        if let Some(value) = entry.moves[0].1 {
            let loss = f64::from(entry.value - value);
            proven_moves += usize::from(graded.certainty == Certainty::Proven);
            if (graded.loss.points - loss).abs() > 0.5 {
                wrong += 1;
            }
            if loss == 0.0 && graded.loss.points >= 1.0 {
                worse += 1;
            }
        }
    }
    times.sort_by(f64::total_cmp);
    eprintln!(
        "{n}: best right {best_right}, shallow deep proven {counts:?}, loss wrong {wrong}, best told as losing {worse}; proven {proven_moves}/{all_moves}"
    );
    eprintln!(
        "times median {:.3} 90% {:.3} 99% {:.3} max {:.3}",
        times[n / 2],
        times[n * 9 / 10],
        times[n * 99 / 100],
        times[n - 1]
    );
    Ok(())
}
