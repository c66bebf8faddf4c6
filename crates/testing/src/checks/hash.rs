//! Every part of a state changes the hash.

use super::Match;
use crate::broken::{Broken, ensure};
use crate::matches::document;
use gridhaunt_kernel::Random;
use gridhaunt_kernel::face::Complete;
use gridhaunt_kernel::json::Value;
use std::collections::BTreeSet;

/// The most changes that are tried for one state.
const MOST: usize = 100;

/// Changes the leaves of the state's document one after the other. A changed document that reads back as a different
/// state must have a different hash. Returns how many did.
pub(super) fn every_leaf_counts<G: Complete>(
    game: &Match<'_, G>,
    state: &G::State,
    random: &mut Random,
) -> Result<usize, Broken> {
    let (written, hash) = (document::<G>(game.world, state), G::hash_of(game.world, state));
    let mut words = BTreeSet::new();
    let mut leaves = Vec::new();
    walk(&written, &mut String::new(), &mut leaves, &mut words);
    let mut changes: Vec<(String, Value)> = leaves
        .into_iter()
        .flat_map(|at| {
            let leaf = written.pointer(&at).unwrap_or(&Value::Null);
            others(leaf, &words).into_iter().map(move |other| (at.clone(), other)).collect::<Vec<_>>()
        })
        .collect();
    random.shuffle(&mut changes);
    let mut counted = 0;
    for (at, other) in changes.into_iter().take(MOST) {
        let mut changed = written.clone();
        let Some(leaf) = changed.pointer_mut(&at) else { continue };
        let was = std::mem::replace(leaf, other);
        let Ok(read) = G::read_state(game.world, &changed) else { continue };
        if read != *state {
            counted += 1;
            let is = changed.pointer(&at).unwrap_or(&Value::Null);
            ensure("hash", G::hash_of(game.world, &read) != hash, || {
                format!("{at} of the state is {was}, and with {is} the hash is the same")
            })?;
        }
    }
    Ok(counted)
}

/// Collects the places of all leaves and lists, and all words that occur.
fn walk(value: &Value, at: &mut String, leaves: &mut Vec<String>, words: &mut BTreeSet<String>) {
    let length = at.len();
    let mut below = |key: &str, inner: &Value, at: &mut String| {
        at.push('/');
        at.push_str(&key.replace('~', "~0").replace('/', "~1"));
        walk(inner, at, leaves, words);
        at.truncate(length);
    };
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, inner)| below(key, inner, at)),
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(i, inner)| below(&i.to_string(), inner, at));
            leaves.push(at.clone());
        }
        Value::String(word) => {
            words.insert(word.clone());
            leaves.push(at.clone());
        }
        _ => leaves.push(at.clone()),
    }
}

/// Other values to try in place of this leaf.
fn others(leaf: &Value, words: &BTreeSet<String>) -> Vec<Value> {
    match leaf {
        Value::Null => vec![0.into(), true.into()],
        Value::Bool(flag) => vec![(!flag).into()],
        Value::Number(number) => match number.as_i64() {
            Some(n) => {
                [n.wrapping_add(1), n.wrapping_sub(1), 0].into_iter().filter(|&m| m != n).map(Value::from).collect()
            }
            None => vec![number.as_u64().map_or(0, |n| n - 1).into()],
        },
        Value::String(word) => {
            let mut list: Vec<Value> =
                words.iter().filter(|&other| other != word).take(8).map(|other| other.as_str().into()).collect();
            let last = word.chars().next_back();
            let digit = if last == Some('0') { '1' } else { '0' };
            list.extend(
                last.map(|last| (word[..word.len() - last.len_utf8()].to_string() + &digit.to_string()).into()),
            );
            list
        }
        Value::Array(list) if list.is_empty() => Vec::new(),
        Value::Array(list) => {
            let (mut shorter, mut turned) = (list.clone(), list.clone());
            shorter.pop();
            turned.reverse();
            vec![shorter.into(), turned.into()]
        }
        Value::Object(_) => Vec::new(),
    }
}
