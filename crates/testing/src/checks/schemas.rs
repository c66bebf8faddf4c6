//! Everything that a seat is told, and every action, is as its schema says, and has no field that the schema does not
//! know.

use super::Choices;
use crate::broken::{self, Broken, ensure};
use crate::matches::seats;
use crate::strict::Strict;
use gridhaunt_kernel::fingerprint::legal;
use gridhaunt_kernel::json::{Map, Value};
use gridhaunt_kernel::schema::Schemas;
use gridhaunt_kernel::{ActionCode, Wire};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The schemas of a game.
pub(super) struct Held {
    pub(super) start: One,
    view: One,
    action: One,
    outcome: One,
    /// The actions that were checked.
    actions: BTreeSet<u64>,
}

/// One schema.
pub(super) struct One {
    name: &'static str,
    schema: Value,
    strict: Strict,
    seen: Seen,
}

/// The fields that have occurred, by the names of their objects.
type Seen = BTreeMap<String, BTreeSet<String>>;

impl Held {
    pub(super) fn of<G: Wire>() -> Result<Self, Broken> {
        let Schemas { start, view, action, outcome } = G::schemas();
        agree(&[&start, &view, &action])?;
        Ok(Self {
            start: One::new("start", start)?,
            view: One::new("view", view)?,
            action: One::new("action", action)?,
            outcome: One::new("outcome", outcome)?,
            actions: BTreeSet::new(),
        })
    }

    /// Checks what a seat is told in a state, another one in every step, and what all may choose; at the beginning and at
    /// the end what every seat is told.
    pub(super) fn look<G: Wire>(
        &mut self,
        world: &G::World,
        state: &G::State,
        last: &Choices<G>,
        step: u64,
    ) -> broken::Held {
        let (over, turn) = (G::phase(world, state).is_over(), step % G::seats(world) as u64);
        for seat in seats::<G>(world) {
            if over || step == 0 || turn == u64::from(seat.0) {
                self.view.hold(&G::view(world, state, last, seat))?;
            }
            for action in legal::<G>(world, state, seat) {
                if self.actions.insert(action.code()) {
                    self.action.hold(&G::write_action(action))?;
                }
            }
        }
        G::outcome(world, state).map_or(Ok(()), |outcome| self.outcome.hold(&outcome))
    }

    /// Checks that the schemas describe nothing that never occurs; fields that may be absent excepted.
    pub(super) fn all_occurred(&self) -> broken::Held {
        [&self.start, &self.view, &self.action].into_iter().try_for_each(One::all_occurred)
    }
}

impl One {
    fn new(name: &'static str, schema: Value) -> Result<Self, Broken> {
        let strict = Strict::new(schema.clone()).map_err(|what| Broken::new("schema", format!("of {name}: {what}")))?;
        Ok(Self { name, schema, strict, seen: Seen::new() })
    }

    /// Checks a document.
    pub(super) fn hold(&mut self, document: &impl Serialize) -> broken::Held {
        let document = serde_json::to_value(document).map_err(|error| Broken::new("schema", error.to_string()))?;
        let broken = |what| Broken::new("schema", format!("{}{what} in {document}", self.name));
        self.strict.check(&document).map_err(broken)?;
        mark(&self.schema, &self.schema, &document, &mut self.seen);
        Ok(())
    }

    fn all_occurred(&self) -> broken::Held {
        let defs = self.schema["$defs"].as_object();
        for object in defs.into_iter().flat_map(Map::values).chain([&self.schema]) {
            let title = object["title"].as_str().unwrap_or_default();
            let seen = |field: &str| self.seen.get(title).is_some_and(|fields| fields.contains(field));
            for field in object["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
                ensure("schema", seen(field), || format!("{}: {field} of {title} never occurs", self.name))?;
            }
        }
        Ok(())
    }
}

/// Types of one name are one type in all documents of a game, so that one type can be generated for them.
fn agree(documents: &[&Value]) -> broken::Held {
    let mut known = Map::new();
    let defs = documents.iter().filter_map(|document| document["$defs"].as_object()).flatten();
    for (name, schema) in defs {
        let other = known.entry(name).or_insert_with(|| schema.clone());
        ensure("schema", other == schema, || format!("{name} is not the same in all documents"))?;
    }
    // A root may be a part of another document.
    for root in documents {
        let title = root["title"].as_str().unwrap_or_default();
        let bare = |schema: &Value| {
            let mut bare = schema.as_object().cloned().unwrap_or_default();
            bare.retain(|key, _| !key.starts_with('$'));
            bare
        };
        let same = known.get(title).is_none_or(|other| bare(other) == bare(root));
        ensure("schema", same, || format!("{title} is not the same in all documents"))?;
    }
    Ok(())
}

/// Marks the fields of a document that its schema has, by the names of their objects.
fn mark(root: &Value, schema: &Value, document: &Value, seen: &mut Seen) {
    if let Some(target) = schema["$ref"].as_str().and_then(|target| target.strip_prefix("#/$defs/")) {
        mark(root, &root["$defs"][target], document, seen);
    }
    for choice in ["oneOf", "anyOf"].into_iter().filter_map(|key| schema[key].as_array()).flatten() {
        if could_be(root, choice, document) {
            mark(root, choice, document, seen);
        }
    }
    match document {
        Value::Object(fields) => {
            let title = schema["title"].as_str().unwrap_or_default();
            for (name, value) in fields {
                if let Some(field) = schema["properties"].get(name) {
                    if !seen.get(title).is_some_and(|fields| fields.contains(name)) {
                        seen.entry(title.into()).or_default().insert(name.clone());
                    }
                    mark(root, field, value, seen);
                }
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let own = schema["prefixItems"].get(index).unwrap_or(&schema["items"]);
                mark(root, own, item, seen);
            }
        }
        _ => {}
    }
}

/// Whether a document could be this choice: all fields that must be there are there, and its constants are right.
fn could_be(root: &Value, schema: &Value, document: &Value) -> bool {
    let target = schema["$ref"].as_str().and_then(|target| target.strip_prefix("#/$defs/"));
    let schema = target.map_or(schema, |target| &root["$defs"][target]);
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let constants = schema["properties"].as_object().into_iter().flatten();
    let mut constants = constants.filter_map(|(name, field)| Some((name, field.get("const")?)));
    required.into_iter().all(|field| document.get(field).is_some())
        && constants.all(|(name, constant)| &document[name] == constant)
}
