//! No settings cause harm, however hostile they are.

use crate::broken::{Broken, Held, ensure};
use gridhaunt_kernel::Game;
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::settings::{Declared, Settings};

/// Settings survive a round trip through each of their documents, and every field has an effective value.
pub(super) fn round_trip<S: Settings>(settings: &S, document: &Value) -> Held {
    for document in [settings.document(), settings.written(document)] {
        let back = S::read(&document).map_err(|error| Broken::new("settings", format!("{document}: {error}")))?;
        ensure("settings", back == *settings, || format!("{document} reads back as {back:?}"))?;
        let names = settings.resolved().into_iter().map(|(name, _)| name);
        ensure("settings", names.eq(S::FIELDS.iter().map(|field| field.name)), || {
            format!("{document} does not resolve to every field in order")
        })?;
        ensure("settings", back.resolved() == settings.resolved(), || format!("{document} resolves in two ways"))?;
    }
    Ok(())
}

/// Values that nobody should set.
fn hostile_values() -> Vec<Value> {
    let deep = (0..60).fold(Value::Null, |inner, _| Value::Array(vec![inner]));
    let mut values = vec![
        Value::Null,
        Value::Bool(true),
        Value::from(0),
        Value::from(1),
        Value::from(-1),
        Value::from(i64::MIN),
        Value::from(u64::MAX),
        Value::from(1e308),
        Value::from(-0.5),
        Value::from(""),
        Value::from("nan"),
        Value::from("all"),
        Value::from("\u{0}\u{1F400}"),
        Value::Array(vec![]),
        Value::Object(Map::new()),
        Value::from(vec![1, 2, 3, 4, 5]),
        Value::from(vec![vec![0, 0], vec![0, 0]]),
        Value::from(vec![vec![u64::MAX; 4]; 3]),
        Value::from(vec![vec![0; 5]; 2]),
        deep,
    ];
    values.push(Value::from((0..300).map(Value::from).collect::<Vec<_>>()));
    values
}

/// No document makes the game panic: the result is a game, or an error that names a field.
pub(super) fn hostile<G: Game>() -> Held {
    let attempt = |document: Value| -> Held {
        let named =
            |field: &str| ensure("settings", !field.is_empty(), || format!("{document}: an error without a field"));
        match G::Settings::read(&document) {
            Ok(settings) if G::fits(&settings) => match G::new(&settings, 7) {
                Ok((world, state)) => {
                    G::check(&world, &state).map_err(|what| Broken::new("check", format!("{document}: {what}")))
                }
                Err(error) => named(&error.field),
            },
            Ok(_) => Ok(()),
            Err(error) => named(&error.field),
        }
    };
    for document in hostile_values() {
        attempt(document)?;
    }
    for field in G::Settings::FIELDS {
        for value in hostile_values() {
            attempt(Value::Object(Map::from_iter([(field.name.to_string(), value)])))?;
        }
    }
    let unknown = Value::Object(Map::from_iter([("no_such_setting".to_string(), Value::Null)]));
    let named = G::Settings::read(&unknown).is_err_and(|error| error.field == "no_such_setting");
    ensure("settings", named, || "an unknown setting is not refused by name".into())
}
