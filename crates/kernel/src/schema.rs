//! JSON Schemas of what a seat receives and of what it may answer, made from the types.
//!
//! Types derive [`JsonSchema`]; their doc comments become the descriptions that authors of bots read. What `schemars`
//! makes of a type is then put into one plain form, from which types of other languages are easily generated:
//!
//! - every object has a name: it is the root or one of `$defs`, and its `title` is that name;
//! - `required` lists the fields that are always there, in the order of the declaration; any other field may be absent
//!   and is never null, while a required field may be null where its type says so;
//! - words are `"enum"`; numbers with names are `"oneOf"` with a `const` and a `title` each ([`Numbered`]);
//! - a list of fixed length is `"prefixItems"`, with a `title` each where the items have names ([`Listed`]);
//! - a choice between objects is `"oneOf"` of references, told apart by a field with a `const`.

use crate::heap::*;
use crate::json::{Map, Value};
use crate::settings::{Declared, Field};
use crate::{Game, Outcome};
use schemars::generate::SchemaSettings;
use schemars::transform::Transform;
use schemars::{Schema, json_schema};

pub use schemars::JsonSchema;

/// The schemas of a game's documents.
#[derive(Clone, Debug, PartialEq)]
pub struct Schemas {
    /// What a seat receives once, before its first choice.
    pub start: Value,
    /// What a seat knows each time it chooses, and at the end.
    pub view: Value,
    /// What a seat chooses, as it is written to a bot. A bot may also use the other spellings that the game reads.
    pub action: Value,
    /// The result.
    pub outcome: Value,
}

impl Schemas {
    /// The schemas of a game.
    #[must_use]
    pub fn of<G: Game<Start: JsonSchema, View: JsonSchema, Action: JsonSchema>>() -> Self {
        Self {
            start: document::<G::Start>("Start"),
            view: document::<G::View>("View"),
            action: document::<G::Action>("Action"),
            outcome: document::<Outcome>("Outcome"),
        }
    }

    /// Schemas that allow anything.
    #[must_use]
    pub fn anything() -> Self {
        Self { start: true.into(), view: true.into(), action: true.into(), outcome: true.into() }
    }

    /// Each of them with the name of its file: `start`, `view`, `action`, `outcome`.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        [("start", &self.start), ("view", &self.view), ("action", &self.action), ("outcome", &self.outcome)].into_iter()
    }
}

/// The schema of what a type writes, in the form that this module describes. `title` is the name of the root.
#[must_use]
pub fn document<T: JsonSchema>(title: &str) -> Value {
    plain::<T>(title, SchemaSettings::draft2020_12().for_serialize())
}

/// The schema of what a type reads.
#[must_use]
pub fn message<T: JsonSchema>(title: &str) -> Value {
    plain::<T>(title, SchemaSettings::draft2020_12().for_deserialize())
}

fn plain<T: JsonSchema>(title: &str, settings: SchemaSettings) -> Value {
    plain_form(settings.into_generator().into_root_schema_for::<T>().to_value(), title)
}

/// Apart from the types, so that there is one of it.
fn plain_form(mut root: Value, title: &str) -> Value {
    root["title"] = title.into();
    let defs = root.as_object_mut().and_then(|root| root.remove("$defs"));
    let mut defs = match defs {
        Some(Value::Object(defs)) => defs,
        _ => Map::new(),
    };
    for (name, schema) in &mut defs {
        schema["title"] = name.as_str().into();
    }
    let mut tidied = Map::new();
    for (name, mut schema) in defs.clone() {
        tidy(&mut schema, &defs, &mut tidied);
        tidied.entry(name).or_insert(schema);
    }
    tidy(&mut root, &defs, &mut tidied);
    keep_referenced(&root, &mut tidied);
    if !tidied.is_empty() {
        root["$defs"] = tidied.into();
    }
    root
}

/// Makes an enum of words one of numbers: the number of a variant is its place, counted from the given number, and its
/// word becomes the title. Every variant needs a doc comment.
#[derive(Clone, Copy, Debug)]
pub struct Numbered(pub u64);

impl Transform for Numbered {
    fn transform(&mut self, schema: &mut Schema) {
        let Some(Value::Array(variants)) = schema.get_mut("oneOf") else { return };
        for (number, variant) in (self.0..).zip(variants) {
            if let Some(variant) = variant.as_object_mut() {
                variant.remove("type");
                let word = variant.insert("const".to_string(), number.into());
                variant.insert("title".to_string(), word.unwrap_or_default());
            }
        }
        schema.insert("type".to_string(), "integer".into());
    }
}

/// Adds the field `type` that serde writes for a struct with a tag.
#[derive(Clone, Copy, Debug)]
pub struct Tagged(pub &'static str);

impl Transform for Tagged {
    fn transform(&mut self, schema: &mut Schema) {
        if let Some(Value::Object(fields)) = schema.get_mut("properties") {
            fields.insert("type".to_string(), serde_json::json!({"type": "string", "const": self.0}));
        }
        if let Some(Value::Array(required)) = schema.get_mut("required") {
            required.insert(0, "type".into());
        }
    }
}

/// Makes an object a list of its fields in the order of the declaration; their names become titles.
#[derive(Clone, Copy, Debug)]
pub struct Listed;

impl Transform for Listed {
    fn transform(&mut self, schema: &mut Schema) {
        let (names, fields) = (schema.remove("required"), schema.remove("properties"));
        let Some((Value::Array(names), Value::Object(mut fields))) = names.zip(fields) else { return };
        let item = |name: &Value| {
            let mut item = fields.remove(name.as_str()?)?;
            item["title"] = name.clone();
            Some(item)
        };
        let items: Vec<Value> = names.iter().filter_map(item).collect();
        schema.insert("type".to_string(), "array".into());
        schema.insert("minItems".to_string(), items.len().into());
        schema.insert("maxItems".to_string(), items.len().into());
        schema.insert("prefixItems".to_string(), items.into());
    }
}

/// The schema of settings as a seat is told them: all fields but those in `without`, of which those in `maybe` may be
/// absent.
#[must_use]
pub fn told<S: Declared>(without: &[&str], maybe: &[&str]) -> Schema {
    let told: Vec<&Field> = S::FIELDS.iter().filter(|field| !without.contains(&field.name)).collect();
    let fields: Map<String, Value> = told.iter().map(|field| (field.name.to_string(), field.schema())).collect();
    let always: Vec<&str> = told.iter().map(|field| field.name).filter(|name| !maybe.contains(name)).collect();
    json_schema!({
        "description": "The settings of the match that count in play.",
        "type": "object",
        "properties": fields,
        "required": always
    })
}

/// The schema of a number that may be a word instead.
#[must_use]
pub fn number_or(most: u64, word: &str) -> Schema {
    json_schema!({"anyOf": [{"type": "integer", "minimum": 0, "maximum": most}, {"type": "string", "enum": [word]}]})
}

/// Puts a schema and all below it into the plain form; objects that have to get a name are added to `named`.
fn tidy(schema: &mut Value, defs: &Map<String, Value>, named: &mut Map<String, Value>) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(|item| tidy(item, defs, named)),
        Value::Object(object) => {
            if let Some(Value::String(text)) = object.get_mut("description") {
                *text = unwrapped(text);
            }
            // What is read from where it is absent does not matter to those who are told it.
            object.remove("default");
            words(object);
            variants(object, defs, named);
            absent_is_not_null(object);
            for (keyword, inner) in object.iter_mut() {
                match keyword.as_str() {
                    "properties" => {
                        for (name, field) in inner.as_object_mut().into_iter().flatten() {
                            tidy(field, defs, named);
                            name_object(name, field, named);
                        }
                    }
                    "items" | "prefixItems" | "additionalProperties" | "oneOf" | "anyOf" => tidy(inner, defs, named),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

/// A description without the line breaks of its comment; an empty line stays.
fn unwrapped(text: &str) -> String {
    let paragraphs = text.split("\n\n").map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// Makes a choice between words one list; the description of each word becomes a line of the whole description.
fn words(object: &mut Map<String, Value>) {
    if object.get("enum").and_then(Value::as_array).is_some_and(|words| words.iter().all(Value::is_string)) {
        object.insert("type".to_string(), "string".into());
    }
    if let Some(Value::Array(choices)) = object.get_mut("anyOf") {
        for choice in choices.iter_mut().filter_map(Value::as_object_mut) {
            if let Some(word) = choice.remove("const") {
                choice.insert("enum".to_string(), Value::Array(vec![word]));
            }
        }
    }
    let Some(Value::Array(choices)) = object.get("oneOf") else { return };
    if !choices
        .iter()
        .all(|choice| choice["type"] == "string" && (choice.get("enum").or(choice.get("const"))).is_some())
    {
        return;
    }
    let (mut list, mut lines) = (Vec::new(), Vec::new());
    for choice in choices {
        match (&choice["const"], &choice["enum"]) {
            (Value::String(word), _) => {
                list.push(Value::from(word.as_str()));
                if let Some(about) = choice["description"].as_str() {
                    lines.push(format!("- `{word}`: {}", unwrapped(about)));
                }
            }
            (_, Value::Array(words)) => list.extend(words.iter().cloned()),
            _ => {}
        }
    }
    object.remove("oneOf");
    object.insert("type".to_string(), "string".into());
    object.insert("enum".to_string(), list.into());
    if !lines.is_empty() {
        let about = object.get("description").and_then(Value::as_str).map(|about| format!("{about}\n\n"));
        object.insert("description".to_string(), (about.unwrap_or_default() + &lines.join("\n")).into());
    }
}

/// Gives the object of a field a name, that of the field, if it has none.
fn name_object(field: &str, schema: &mut Value, named: &mut Map<String, Value>) {
    if schema["properties"].is_object() {
        let name = pascal(field);
        let mut object = core::mem::replace(schema, serde_json::json!({ "$ref": format!("#/$defs/{name}") }));
        object["title"] = name.as_str().into();
        named.insert(name, object);
    }
}

/// Gives the objects of a choice names, those of their tags: `move` of `Action` is `MoveAction`.
fn variants(object: &mut Map<String, Value>, defs: &Map<String, Value>, named: &mut Map<String, Value>) {
    let family = object.get("title").and_then(Value::as_str).unwrap_or_default().to_string();
    let Some(Value::Array(choices)) = object.get_mut("oneOf") else { return };
    for choice in choices {
        let Some(tag) = choice["properties"]
            .as_object()
            .and_then(|fields| fields.values().find_map(|field| field["const"].as_str().map(ToString::to_string)))
        else {
            continue;
        };
        let mut whole = choice.take();
        if let Some(Value::String(target)) = whole.as_object_mut().and_then(|whole| whole.remove("$ref")) {
            whole = merged(&defs[target.trim_start_matches("#/$defs/")], whole);
        }
        let name = pascal(&tag);
        let name = if name.ends_with(&family) { name } else { name + &family };
        whole["title"] = name.as_str().into();
        tidy(&mut whole, defs, named);
        *choice = serde_json::json!({ "$ref": format!("#/$defs/{name}") });
        named.insert(name, whole);
    }
}

/// An object with the fields of another added before its own.
fn merged(base: &Value, more: Value) -> Value {
    let mut whole = base.clone();
    if let (Some(fields), Value::Object(more)) = (whole["properties"].as_object_mut(), &more["properties"]) {
        fields.extend(more.clone());
    }
    let mut required = more["required"].as_array().cloned().unwrap_or_default();
    required.extend(base["required"].as_array().into_iter().flatten().cloned());
    whole["required"] = required.into();
    if let Some(about) = more.get("description") {
        whole["description"] = about.clone();
    }
    whole
}

/// A field that may be absent is absent where Rust has none: it is never null.
fn absent_is_not_null(object: &mut Map<String, Value>) {
    let required = object.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let Some(Value::Object(fields)) = object.get_mut("properties") else { return };
    for (name, field) in fields {
        if required.iter().any(|it| it == name) {
            continue;
        }
        if let Some(Value::Array(types)) = field.get_mut("type") {
            types.retain(|name| name != "null");
            if let [only] = types.as_slice() {
                field["type"] = only.clone();
            }
        }
        if let Some(Value::Array(choices)) = field.get_mut("anyOf") {
            choices.retain(|choice| choice["type"] != "null");
            if let [only] = choices.as_slice() {
                let only = only.as_object().cloned().unwrap_or_default();
                if let Some(field) = field.as_object_mut() {
                    field.remove("anyOf");
                    field.extend(only);
                }
            }
        }
    }
}

/// `ghost-view` and `ghost_view` as `GhostView`.
fn pascal(words: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    };
    words.split(['-', '_']).map(capital).collect()
}

/// Leaves out the definitions that nothing refers to any more.
fn keep_referenced(root: &Value, defs: &mut Map<String, Value>) {
    let (mut wanted, mut seen) = (references(root), Vec::new());
    while let Some(name) = wanted.pop() {
        if !seen.contains(&name) {
            wanted.extend(defs.get(&name).map(references).unwrap_or_default());
            seen.push(name);
        }
    }
    defs.retain(|name, _| seen.contains(name));
}

/// The names of the definitions that a schema refers to.
fn references(schema: &Value) -> Vec<String> {
    match schema {
        Value::Object(object) => {
            let own = object.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix("#/$defs/"));
            own.map(ToString::to_string).into_iter().chain(object.values().flat_map(references)).collect()
        }
        Value::Array(items) => items.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}
