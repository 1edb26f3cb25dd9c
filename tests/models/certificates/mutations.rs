//! Certificates that are changed at random: both checkers agree on each, and accept nothing that is not true.

use super::{agree, certified_json, good, in_rust};
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::instance::Instance;
use azulejo::outcome::Verdict;
use azulejo::solve::{Method, Settings, solve};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::time::Duration;

/// Draws of certificates, all alike in every run.
struct Draft {
    random: ChaCha8Rng,
    good: Vec<Value>,
}

/// The paths of what is wanted in a value.
fn paths(value: &Value, wanted: fn(&Value) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), value)];
    while let Some((path, value)) = open.pop() {
        if wanted(value) {
            found.push(path.clone());
        }
        match value {
            Value::Array(items) => {
                let items = items.iter().enumerate();
                open.extend(items.map(|(index, item)| (format!("{path}/{index}"), item)));
            }
            Value::Object(fields) => {
                let fields = fields.iter();
                open.extend(fields.map(|(name, item)| (format!("{path}/{name}"), item)));
            }
            _ => {}
        }
    }
    found
}

impl Draft {
    fn below(&mut self, bound: usize) -> usize {
        below(&mut self.random, bound.max(1) as u32) as usize
    }

    fn one_of<'a, T>(&mut self, some: &'a [T]) -> Option<&'a T> {
        some.get(self.below(some.len()))
    }

    fn word_of<'a>(&mut self, words: &'a str) -> &'a str {
        let words: Vec<&str> = words.split(' ').collect();
        words[self.below(words.len())]
    }

    /// The path of a part that is wanted.
    fn path(&mut self, value: &Value, wanted: fn(&Value) -> bool) -> Option<String> {
        self.one_of(&paths(value, wanted)).cloned()
    }

    fn another(&mut self) -> Value {
        let index = self.below(self.good.len());
        self.good[index].clone()
    }

    /// A number, changed a little or a lot.
    fn number(&mut self, value: &Value) -> Value {
        let number = value.as_i64().unwrap_or_default();
        match self.below(9) {
            0 | 1 => json!(number + 1),
            2 | 3 => json!(number - 1),
            4 => json!(-number),
            5 => json!(number * 10),
            6 => json!(self.below(10)),
            7 => json!(u64::MAX),
            _ => json!(number as f64 + 0.5),
        }
    }

    /// A word of the format, changed to another of its kind, or with another index.
    fn word(&mut self, word: &str) -> String {
        let Some((family, indices)) = word.split_once('(') else {
            return self
                .word_of("maximize minimize optimal infeasible sum tree sweep shapes")
                .into();
        };
        if self.below(3) == 0 {
            let families =
                "cycle singleh singlev both block size same wait after pair colour given o";
            return format!("{}({indices}", self.word_of(families));
        }
        let mut indices: Vec<i64> = indices
            .trim_end_matches(')')
            .split(',')
            .filter_map(|index| index.parse().ok())
            .collect();
        let at = self.below(indices.len());
        match (self.below(4), indices.get(at).copied()) {
            (0, Some(index)) => indices.push(index),
            (1, Some(_)) => indices.swap(0, at),
            (_, Some(index)) => indices[at] = index + [1, -1, 3][self.below(3)],
            (_, None) => {}
        }
        let indices: Vec<String> = indices.iter().map(i64::to_string).collect();
        format!("{family}({})", indices.join(","))
    }

    /// A list with an item less, an item twice, two of them exchanged, or one of another list.
    fn list(&mut self, items: &mut Vec<Value>, others: &[Value]) {
        let (one, other) = (self.below(items.len()), self.below(items.len()));
        match self.below(4) {
            0 if !items.is_empty() => drop(items.remove(one)),
            1 if !items.is_empty() => items.insert(other, items[one].clone()),
            2 if !items.is_empty() => items.swap(one, other),
            _ => items.extend(self.one_of(others).cloned()),
        }
    }

    /// Changes a part of a certificate; none where the part that was drawn is not there.
    fn change(&mut self, value: &mut Value) -> Option<()> {
        match self.below(8) {
            0..3 => {
                let path = self.path(value, Value::is_number)?;
                let number = value.pointer_mut(&path)?;
                *number = self.number(number);
            }
            3 => {
                let path = self.path(value, Value::is_string)?;
                let word = value.pointer_mut(&path)?;
                *word = self.word(word.as_str()?).into();
            }
            4 => {
                let path = self.path(value, Value::is_array)?;
                let other = self.another();
                let others = other.pointer(&path).and_then(Value::as_array).cloned();
                let items = value.pointer_mut(&path)?.as_array_mut()?;
                self.list(items, &others.unwrap_or_default());
            }
            5 => {
                // A part of another certificate: its instance, its order, its proof.
                let other = self.another();
                let name = self.word_of("instance order proof claim conflict");
                match other.get(name) {
                    Some(part) => value[name] = part.clone(),
                    None => drop(value.as_object_mut()?.remove(name)),
                }
            }
            6 => {
                // A claim that is better by a point, both times it is made.
                let by = [1, -1][self.below(2)];
                let score = value["claim"]["score"].as_i64().unwrap_or_default() + by;
                value["claim"] = json!({"status": "optimal", "score": score, "bound": score});
            }
            _ => {
                let path = self.path(value, Value::is_object)?;
                let fields = value.pointer_mut(&path)?.as_object_mut()?;
                let names: Vec<String> = fields.keys().cloned().collect();
                fields.remove(self.one_of(&names)?);
            }
        }
        Some(())
    }

    /// A text in which a name is there twice, or that ends too soon, or with a sign that is another.
    fn damage(&mut self, text: &str) -> String {
        let at = self.below(text.len());
        match self.below(4) {
            0 => text[..at].to_owned(),
            1 => {
                let names: Vec<usize> = text.match_indices('{').map(|(at, _)| at + 1).collect();
                let at = self.one_of(&names).copied().unwrap_or_default();
                let field = text[at..].split([',', '}']).next().unwrap_or_default();
                format!("{}{field},{}", &text[..at], &text[at..])
            }
            2 => {
                let depth = self.below(200_000);
                format!("{}{}{}", &text[..at], "[".repeat(depth), &text[at..])
            }
            _ => {
                let sign = ["0", "9", "-", "[", "}", ",", "\"", "e5", " "][self.below(9)];
                format!("{}{sign}{}", &text[..at], &text[(at + 1).min(text.len())..])
            }
        }
    }

    fn text(&mut self) -> String {
        let mut value = self.another();
        for _ in 0..1 + self.below(3) {
            let _ = self.change(&mut value);
        }
        let text = value.to_string();
        match self.below(8) {
            0 => self.damage(&text),
            _ => text,
        }
    }
}

/// The truth about an instance, by the solver: its best score, or that there is none.
pub(super) fn truth(text: &str) -> Option<String> {
    let value: Value = serde_json::from_str(text).expect("it was read");
    let instance = Instance::from_json(&value["instance"].to_string()).ok()?;
    let settings = Settings::default().within(Some(Duration::from_secs(60)));
    let answer = solve(&instance, Method::Auto, &settings).ok()?;
    match answer.outcome.verdict {
        Verdict::Optimal { solution, .. } => Some(format!("accepted: optimal, {}", solution.score)),
        Verdict::Infeasible { .. } => Some("accepted: infeasible".into()),
        Verdict::Feasible { .. } | Verdict::Unknown { .. } => None,
    }
}

fn check(seed: u64, count: usize) {
    let good = good::instances();
    let mut draft = Draft {
        random: ChaCha8Rng::seed_from_u64(seed),
        good: good.iter().map(certified_json).collect(),
    };
    let texts: Vec<String> = (0..count).map(|_| draft.text()).collect();
    let accepted = agree(&texts);
    let mut known: HashMap<String, Option<String>> = HashMap::new();
    let mut confirmed = 0;
    for text in &texts {
        let Ok(said) = in_rust(text) else { continue };
        let value: Value = serde_json::from_str(text).expect("it was read");
        let instance = value["instance"].to_string();
        let truth = known.entry(instance).or_insert_with(|| truth(text));
        if let Some(truth) = truth {
            assert_eq!(&said, truth, "{text}");
            confirmed += 1;
        }
    }
    println!(
        "{count} certificates, {accepted} accepted, {confirmed} of them confirmed by the solver"
    );
    // Some changes leave a certificate as good as it was.
    assert!(accepted > count / 100 && accepted < count / 2, "{accepted}");
    assert!(confirmed * 10 >= accepted * 9, "{confirmed} of {accepted}");
}

#[test]
fn what_both_accept_of_1_000_changed_certificates_is_true() {
    check(1, 1_000);
}

#[test]
#[ignore = "minutes: `cargo maintain hostile` runs it"]
fn what_both_accept_of_10_000_changed_certificates_is_true() {
    check(2, 10_000);
}
