use crate::bounds::LineCut;
use crate::instance::Instance;
use crate::order::{LineAccount, LineAccounts};
use crate::solve::Answer;
use serde_json::{Value, json};

/// What happened in a solve: `history` (`milp`, `layers` or `bound`), and of the order `lines`, `singles`, `bonus`. A tight
/// cut has the coefficients and the right-hand side of a [`LineCut`].
pub(super) fn value(instance: &Instance, answer: &Answer) -> Value {
    let order = answer.outcome.verdict.solution().map(|solution| {
        let earned = LineAccounts::new(instance, &solution.order);
        let account = |account: &LineAccount| {
            let cut = |cut: &LineCut| {
                let LineCut {
                    points,
                    starts,
                    filled,
                    right,
                } = cut;
                json!({"points": points, "starts": starts, "filled": filled, "right": right})
            };
            json!({
                "line": account.line.to_string(),
                "filled": account.filled,
                "starts": account.starts,
                "points": account.points,
                "best": account.best,
                "cuts": account.cuts.len(),
                "tight": account.tight().map(cut).collect::<Vec<_>>(),
            })
        };
        json!({
            "lines": earned.lines.iter().map(account).collect::<Vec<_>>(),
            "singles": earned.singles,
            "bonus": earned.bonus,
        })
    });
    json!({"history": answer.outcome.history, "order": order})
}
