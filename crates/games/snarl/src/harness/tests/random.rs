//! For any input, every command answers with one line of JSON or with a one-line error.

use super::*;
use crate::harness::Given;
use crate::stream::{Levels, write};
use crate::survey::tests::checked;
use proptest::prelude::*;
use std::format;

/// A valid input for each command.
fn good(command: Command) -> Value {
    let state = state(&example(), &[("ana", [2, 2]), ("bo", [2, 1])], &[("zombie1", [1, 7]), ("ghost1", [2, 5])], true);
    let go = |to: At| json!({"type": "move", "to": to});
    let moves = json!([[go([2, 4]), go([1, 5]), go([1, 7])], [{"to": null}, go([9, 9]), go([2, 2]), go([2, 3])]]);
    match command {
        Command::Room => json!([example()["rooms"][1], [1, 7]]),
        Command::Level => json!([example(), [2, 5]]),
        Command::State => json!([state, "ana", [2, 7]]),
        Command::Manager => json!([["ana", "bo"], example(), 4, [[2, 2], [2, 1], [2, 7], [1, 1]], moves]),
    }
}

/// Values that an implementation may not expect, such as huge numbers and wrong types.
fn odd() -> impl Strategy<Value = Value> {
    let deep = (0..200).fold(json!(1), |inner, _| json!([inner]));
    let fixed = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(2),
        json!(7),
        json!(1_000_000_000),
        json!(-1_000_000_000),
        json!(1_000_000_001),
        json!(i64::MIN),
        json!(i64::MAX),
        json!(u64::MAX),
        json!(0.5),
        json!(1e308),
        json!(-0.0),
        json!(""),
        json!("key"),
        json!("ana"),
        json!("☃\n\u{0}\""),
        json!([]),
        json!([[]]),
        json!({}),
        json!([2, 5]),
        json!([1_000_000_000, -1_000_000_000]),
        json!({"type": "exit", "position": [2, 2]}),
        json!({"to": [2, 3]}),
        example(),
        deep,
    ];
    proptest::sample::select(fixed.to_vec())
}

#[derive(Clone, Debug)]
enum Change {
    Put(Value),
    Drop,
    Double,
    Swap,
}

fn change() -> impl Strategy<Value = (usize, Change)> {
    let point = prop_oneof![-3..9i64, Just(1_000_000_000), Just(-1_000_000_000)];
    let kind = prop_oneof![
        odd().prop_map(Change::Put),
        (point.clone(), point).prop_map(|(row, column)| Change::Put(json!([row, column]))),
        (-1..4i64).prop_map(|code| Change::Put(json!(code))),
        Just(Change::Drop),
        Just(Change::Double),
        Just(Change::Swap),
    ];
    (any::<usize>(), kind)
}

/// Changes the value at index `at`, counted in the order of the text.
fn apply(value: &mut Value, at: &mut usize, change: &Change) {
    if *at == 0 {
        match (change, &mut *value) {
            (Change::Put(other), _) => *value = other.clone(),
            (Change::Drop, Value::Array(list)) => _ = list.pop(),
            (Change::Drop, Value::Object(fields)) => fields.retain(|name, _| name.len() % 2 == 0),
            (Change::Double, Value::Array(list)) => list.extend_from_within(..),
            (Change::Swap, Value::Array(list)) => list.reverse(),
            _ => {}
        }
    }
    *at = at.wrapping_sub(1);
    match value {
        Value::Array(list) => list.iter_mut().for_each(|item| apply(item, at, change)),
        Value::Object(fields) => fields.values_mut().for_each(|field| apply(field, at, change)),
        _ => {}
    }
}

fn size(value: &Value) -> usize {
    match value {
        Value::Array(list) => 1 + list.iter().map(size).sum::<usize>(),
        Value::Object(fields) => 1 + fields.values().map(size).sum::<usize>(),
        _ => 1,
    }
}

fn changed(mut value: Value, changes: &[(usize, Change)]) -> Value {
    for (at, change) in changes {
        let mut at = at % size(&value);
        apply(&mut value, &mut at, change);
    }
    value
}

/// Checks an answer and returns whether there was one.
fn check(command: Command, text: &str) -> bool {
    match command.answer(text) {
        Ok(answer) => {
            assert!(!answer.contains('\n'));
            let value: Value = serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer}"));
            let state = match command {
                Command::State => value.as_array().and_then(|list| list.last()).filter(|last| last.is_object()),
                Command::Manager => value.get(0),
                Command::Room | Command::Level => None,
            };
            if let Some(state) = state {
                assert_eq!(serde_json::to_value(Given::read(state).unwrap()).unwrap(), *state);
            }
            true
        }
        Err(error) => {
            assert!(!error.field.is_empty());
            assert!(!error.to_string().contains('\n'), "{error}");
            false
        }
    }
}

fn commands() -> impl Strategy<Value = Command> {
    proptest::sample::select(&Command::ALL[..])
}

#[test]
fn the_good_inputs_are_good() {
    for command in Command::ALL {
        assert!(check(command, &good(command).to_string()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn changed_inputs_are_answered_or_refused(
        command in commands(),
        changes in proptest::collection::vec(change(), 1..6),
    ) {
        check(command, &changed(good(command), &changes).to_string());
    }

    #[test]
    fn changed_points_and_codes_are_answered(command in commands(), tries in proptest::collection::vec(
        (any::<usize>(), -2..9i64, -2..9i64), 1..12)) {
        let mut input = good(command);
        for (at, row, column) in tries {
            let mut at = at % size(&input);
            put_point(&mut input, &mut at, &json!([row, column]));
        }
        prop_assert!(check(command, &input.to_string()), "{}", input);
    }

    #[test]
    fn cut_and_patched_texts_are_answered_or_refused(command in commands(), cut in any::<usize>(), gone in 0..4usize,
                                                     put in "[\\[\\]{}\",:0-9a-z \n\\\\☃-]{0,4}") {
        let text: Vec<char> = good(command).to_string().chars().collect();
        let cut = cut % text.len();
        let rest = &text[(cut + gone).min(text.len())..];
        let text: String = text[..cut].iter().copied().chain(put.chars()).chain(rest.iter().copied()).collect();
        check(command, &text);
        check(command, &put);
    }

    #[test]
    fn levels_files_are_read_or_refused(said in odd(), changes in proptest::collection::vec(change(), 0..3),
                                        copies in 0..3usize) {
        let level = changed(example(), &changes);
        let text = format!("{said}\n{}", format!("{level} ").repeat(copies));
        match Levels::read("a.levels", &text) {
            Ok(file) => {
                let json = said.is_number();
                let told = checked(&text, &json!({"players": copies.max(1)}), json).1.said;
                prop_assert!(told.len() >= file.levels.len());
                let again = Levels::read("b.levels", &write(&file.levels)).unwrap();
                prop_assert_eq!((again.levels, again.warnings.len()), (file.levels, 0));
            }
            Err(error) => prop_assert!(error.to_string().starts_with("a.levels:") && !error.to_string().contains('\n')),
        }
    }
}

/// Replaces the next point with this one.
fn put_point(value: &mut Value, at: &mut usize, point: &Value) {
    let is_point = value.as_array().is_some_and(|list| list.len() == 2 && list.iter().all(Value::is_i64));
    if is_point && *at == 0 {
        *value = point.clone();
    }
    *at = at.wrapping_sub(1);
    match value {
        Value::Array(list) if !is_point => list.iter_mut().for_each(|item| put_point(item, at, point)),
        Value::Object(fields) => fields.values_mut().for_each(|field| put_point(field, at, point)),
        _ => {}
    }
}
