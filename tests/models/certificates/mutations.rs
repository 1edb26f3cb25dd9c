//! Random mutations of certificates: both checkers agree on each, and accept no false claim.

use super::{certificate_json, count_accepted, good, rust_verdict};
use azulejo::game::random::{ChaCha8Rng, SeedableRng, below};
use azulejo::instance::Instance;
use azulejo::outcome::Verdict;
use azulejo::solve::{Method, Settings, solve};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::time::Duration;

/// A generator of mutations, the same in every run.
struct Mutator {
    random: ChaCha8Rng,
    good: Vec<Value>,
}

/// The paths of the parts of a value for which a predicate holds.
fn paths(value: &Value, predicate: fn(&Value) -> bool) -> Vec<String> {
    let mut paths = Vec::new();
    let mut stack = vec![(String::new(), value)];
    while let Some((path, value)) = stack.pop() {
        if predicate(value) {
            paths.push(path.clone());
        }
        match value {
            Value::Array(items) => {
                let items = items.iter().enumerate();
                stack.extend(items.map(|(index, item)| (format!("{path}/{index}"), item)));
            }
            Value::Object(fields) => {
                let fields = fields.iter();
                stack.extend(fields.map(|(name, item)| (format!("{path}/{name}"), item)));
            }
            _ => {}
        }
    }
    paths
}

impl Mutator {
    fn below(&mut self, bound: usize) -> usize {
        below(&mut self.random, bound.max(1) as u32) as usize
    }

    fn choice<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    fn random_word<'a>(&mut self, words: &'a str) -> &'a str {
        let words: Vec<&str> = words.split(' ').collect();
        words[self.below(words.len())]
    }

    /// The path of a random part for which a predicate holds.
    fn path(&mut self, value: &Value, predicate: fn(&Value) -> bool) -> Option<String> {
        self.choice(&paths(value, predicate)).cloned()
    }

    fn random_certificate(&mut self) -> Value {
        let index = self.below(self.good.len());
        self.good[index].clone()
    }

    /// A number near another one, or far from it.
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

    /// Another word of the format of the same kind, or the word with another index.
    fn word(&mut self, word: &str) -> String {
        let Some((family, indices)) = word.split_once('(') else {
            return self
                .random_word("maximize minimize optimal infeasible sum tree sweep shapes")
                .into();
        };
        if self.below(3) == 0 {
            let families =
                "cycle singleh singlev both block size same wait after pair colour given o";
            return format!("{}({indices}", self.random_word(families));
        }
        let mut indices: Vec<i64> = indices
            .trim_end_matches(')')
            .split(',')
            .filter_map(|index| index.parse().ok())
            .collect();
        let position = self.below(indices.len());
        match (self.below(4), indices.get(position).copied()) {
            (0, Some(index)) => indices.push(index),
            (1, Some(_)) => indices.swap(0, position),
            (_, Some(index)) => indices[position] = index + [1, -1, 3][self.below(3)],
            (_, None) => {}
        }
        let indices: Vec<String> = indices.iter().map(i64::to_string).collect();
        format!("{family}({})", indices.join(","))
    }

    /// Removes, repeats or exchanges items of a list, or adds one of another list.
    fn list(&mut self, items: &mut Vec<Value>, others: &[Value]) {
        let (first, second) = (self.below(items.len()), self.below(items.len()));
        match self.below(4) {
            0 if !items.is_empty() => drop(items.remove(first)),
            1 if !items.is_empty() => items.insert(second, items[first].clone()),
            2 if !items.is_empty() => items.swap(first, second),
            _ => items.extend(self.choice(others).cloned()),
        }
    }

    /// Changes a random part of a certificate; none if the certificate lacks the part.
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
                let other = self.random_certificate();
                let others = other.pointer(&path).and_then(Value::as_array).cloned();
                let items = value.pointer_mut(&path)?.as_array_mut()?;
                self.list(items, &others.unwrap_or_default());
            }
            5 => {
                // The instance, order, proof, claim or conflict of another certificate.
                let other = self.random_certificate();
                let name = self.random_word("instance order proof claim conflict");
                match other.get(name) {
                    Some(part) => value[name] = part.clone(),
                    None => drop(value.as_object_mut()?.remove(name)),
                }
            }
            6 => {
                // Another score and bound by a point.
                let difference = [1, -1][self.below(2)];
                let score = value["claim"]["score"].as_i64().unwrap_or_default() + difference;
                value["claim"] = json!({"status": "optimal", "score": score, "bound": score});
            }
            _ => {
                let path = self.path(value, Value::is_object)?;
                let fields = value.pointer_mut(&path)?.as_object_mut()?;
                let names: Vec<String> = fields.keys().cloned().collect();
                fields.remove(self.choice(&names)?);
            }
        }
        Some(())
    }

    /// A text with a field twice, without its end, with many brackets, or with another character.
    fn damage(&mut self, text: &str) -> String {
        let place = self.below(text.len());
        match self.below(4) {
            0 => text[..place].to_owned(),
            1 => {
                let names: Vec<usize> = text
                    .match_indices('{')
                    .map(|(place, _)| place + 1)
                    .collect();
                let place = self.choice(&names).copied().unwrap_or_default();
                let field = text[place..].split([',', '}']).next().unwrap_or_default();
                format!("{}{field},{}", &text[..place], &text[place..])
            }
            2 => {
                let depth = self.below(200_000);
                format!("{}{}{}", &text[..place], "[".repeat(depth), &text[place..])
            }
            _ => {
                let character = ["0", "9", "-", "[", "}", ",", "\"", "e5", " "][self.below(9)];
                format!(
                    "{}{character}{}",
                    &text[..place],
                    &text[(place + 1).min(text.len())..]
                )
            }
        }
    }

    fn text(&mut self) -> String {
        let mut value = self.random_certificate();
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

/// The verdict of the solver on an instance, in the words of a checker; none without a proof.
fn solver_verdict(text: &str) -> Option<String> {
    let value: Value = serde_json::from_str(text).expect("JSON");
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
    let mut mutator = Mutator {
        random: ChaCha8Rng::seed_from_u64(seed),
        good: good.iter().map(certificate_json).collect(),
    };
    let texts: Vec<String> = (0..count).map(|_| mutator.text()).collect();
    let accepted = count_accepted(&texts);
    let mut verdicts: HashMap<String, Option<String>> = HashMap::new();
    let mut confirmed = 0;
    for text in &texts {
        let Ok(conclusion) = rust_verdict(text) else {
            continue;
        };
        let value: Value = serde_json::from_str(text).expect("JSON");
        let instance = value["instance"].to_string();
        let verdict = verdicts
            .entry(instance)
            .or_insert_with(|| solver_verdict(text));
        if let Some(verdict) = verdict {
            assert_eq!(&conclusion, verdict, "{text}");
            confirmed += 1;
        }
    }
    println!(
        "{count} certificates, {accepted} accepted, {confirmed} of them confirmed by the solver"
    );
    // Some mutations leave a certificate valid.
    assert!(accepted > count / 100 && accepted < count / 2, "{accepted}");
    assert!(confirmed * 10 >= accepted * 9, "{confirmed} of {accepted}");
}

#[test]
fn accepted_mutations_of_1_000_certificates_are_true() {
    check(1, 1_000);
}

#[test]
#[ignore = "minutes: `cargo maintain hostile` runs it"]
fn accepted_mutations_of_10_000_certificates_are_true() {
    check(2, 10_000);
}
