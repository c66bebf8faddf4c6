//! What the JSON Schemas of a game say, in types that every language has.
//!
//! The schemas come in the plain form of `gridhaunt_kernel::schema`: every object has a name, numbers with names are a
//! choice of constants with titles, and a choice between objects is told apart by a field with a constant.

use gridhaunt_kernel::json::{Map, Value};

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    Flag,
    Integer,
    Number,
    Text,
    /// Any JSON value.
    Any,
    List(Box<Type>),
    /// A list of fixed length.
    Fixed(Box<Type>, usize),
    /// A value that may be absent or null.
    Maybe(Box<Type>),
    /// A record or a choice, by its name.
    Named(String),
}

/// A field of a record, or what an action takes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Member {
    /// Its key in JSON.
    pub(crate) key: String,
    pub(crate) about: String,
    pub(crate) kind: Type,
}

/// An object with known fields.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) members: Vec<Member>,
    /// The choice it belongs to.
    pub(crate) choice: Option<String>,
}

/// A choice between records; the word under `key` tells which it is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Choice {
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) key: String,
    /// The word and the record of each case.
    pub(crate) cases: Vec<(String, String)>,
}

/// A type with a name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Item {
    Record(Record),
    Choice(Choice),
}

/// An action that can be named: always the same value, or an object with something to fill in.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Order {
    pub(crate) name: String,
    pub(crate) about: String,
    /// The value, without what is to be filled in.
    pub(crate) json: Value,
    /// What is to be filled in.
    pub(crate) takes: Vec<Member>,
}

/// What a starter needs to know of a game's documents.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Model {
    /// Every named type, after those it is made of.
    pub(crate) items: Vec<Item>,
    pub(crate) start: Type,
    pub(crate) view: Type,
    pub(crate) orders: Vec<Order>,
}

impl Model {
    /// Reads the schemas.
    pub(crate) fn new(start: &Value, view: &Value, action: &Value) -> Self {
        let mut items = Vec::new();
        let mut read = |root: &Value, name: &str| {
            let mut reader = Reader { root, items: &mut items, named: Vec::new() };
            reader.kind(root, name)
        };
        let (start, view) = (read(start, "Start"), read(view, "View"));
        let mut orders = Vec::new();
        collect(action, action, &mut orders);
        Self { items, start, view, orders }
    }
}

/// Names that a template or a language has for something else.
const TAKEN: [&str; 22] = [
    "Action", "Any", "Boolean", "Bot", "Box", "Double", "Integer", "Json", "List", "Long", "Main", "Map", "Match",
    "Mind", "Object", "Option", "Protocol", "Search", "Set", "String", "Turn", "Way",
];

struct Reader<'a> {
    root: &'a Value,
    items: &'a mut Vec<Item>,
    /// The names of the objects of this schema that have been met, as the schema has them and as they are called here.
    named: Vec<(String, String)>,
}

impl Reader<'_> {
    fn kind(&mut self, schema: &Value, name: &str) -> Type {
        if let Some(target) = schema["$ref"].as_str() {
            let name = target.rsplit('/').next().unwrap_or(name);
            return self.kind(&resolve(self.root, schema).clone(), name);
        }
        let name = schema["title"].as_str().unwrap_or(name);
        if let Some(choices) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
            return self.choice(schema, choices, name);
        }
        if let Some(types) = schema["type"].as_array() {
            let types: Vec<&Value> = types.iter().filter(|name| *name != "null").collect();
            let [only] = types.as_slice() else { return Type::Any };
            let mut inner = schema.clone();
            inner["type"] = (*only).clone();
            return maybe(self.kind(&inner, name));
        }
        let listed = schema.get("const").or_else(|| schema["enum"].get(0));
        match (schema["type"].as_str(), listed) {
            (Some("boolean"), _) | (None, Some(Value::Bool(_))) => Type::Flag,
            (Some("integer"), _) | (None, Some(Value::Number(_))) => Type::Integer,
            (Some("number"), _) => Type::Number,
            (Some("string"), _) | (None, Some(Value::String(_))) => Type::Text,
            (Some("array"), _) => self.list(schema, name),
            (Some("object"), _) if schema["properties"].is_object() => self.record(schema, name, None),
            _ => Type::Any,
        }
    }

    fn list(&mut self, schema: &Value, name: &str) -> Type {
        if let Some(items) = schema["prefixItems"].as_array() {
            let kinds: Vec<Type> = items.iter().map(|item| self.kind(item, name)).collect();
            return match kinds.split_first() {
                Some((first, rest)) if rest.iter().all(|kind| kind == first) => {
                    Type::Fixed(Box::new(first.clone()), kinds.len())
                }
                _ => Type::List(Box::new(Type::Any)),
            };
        }
        let inner = Box::new(self.kind(&schema["items"], name));
        match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
            (Some(least), Some(most)) if least == most => Type::Fixed(inner, most as usize),
            _ => Type::List(inner),
        }
    }

    fn choice(&mut self, schema: &Value, choices: &[Value], name: &str) -> Type {
        let open: Vec<&Value> = choices.iter().filter(|choice| choice["type"] != "null").collect();
        if open.len() < choices.len() {
            let mut inner = schema.clone();
            let list = open.iter().map(|&choice| choice.clone()).collect::<Vec<_>>();
            let word = if schema.get("oneOf").is_some() { "oneOf" } else { "anyOf" };
            inner[word] = list.into();
            return maybe(self.kind(&inner, name));
        }
        if let [only] = open.as_slice() {
            return self.kind(only, name);
        }
        let resolved: Vec<Value> = open.iter().map(|choice| resolve(self.root, choice).clone()).collect();
        let Some(key) = resolved.first().and_then(tag).map(|(key, _)| key) else {
            let kinds: Vec<Type> = resolved.iter().map(|choice| self.kind(choice, name)).collect();
            return if kinds.windows(2).all(|pair| pair[0] == pair[1]) { kinds[0].clone() } else { Type::Any };
        };
        let tags: Option<Vec<_>> = resolved.iter().map(|one| tag(one).filter(|(other, _)| *other == key)).collect();
        let Some(tags) = tags else { return Type::Any };
        let name = &class(name);
        if self.items.iter().any(|item| matches!(item, Item::Choice(known) if known.name == *name)) {
            return Type::Named(name.clone());
        }
        let mut cases = Vec::new();
        for (one, (key, word)) in resolved.iter().zip(tags) {
            let title = one["title"].as_str().map_or_else(|| pascal(&word), str::to_string);
            if let Type::Named(record) = self.record(one, &title, Some((name.as_str(), &key))) {
                cases.push((word, record));
            }
        }
        let about = describe(schema);
        self.items.push(Item::Choice(Choice { name: name.clone(), about, key, cases }));
        Type::Named(name.clone())
    }

    /// A record; one that belongs to a choice needs no field for the word that tells which it is.
    fn record(&mut self, schema: &Value, name: &str, choice: Option<(&str, &str)>) -> Type {
        let title = pascal(self.root["title"].as_str().unwrap_or_default());
        let name = class(name);
        if let Some((_, known)) = self.named.iter().find(|(given, _)| *given == name) {
            return Type::Named(known.clone());
        }
        let place = self.items.len();
        self.named.push((name.clone(), name.clone()));
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let order = |key: &str| required.iter().position(|it| it == key).unwrap_or(usize::MAX);
        let mut fields: Vec<_> = schema["properties"].as_object().into_iter().flat_map(Map::iter).collect();
        fields.sort_by_key(|(key, _)| order(key));
        let mut members = Vec::new();
        for (key, field) in fields {
            if choice.is_some_and(|(_, tag)| tag == key) {
                continue;
            }
            let kind = self.kind(field, &format!("{name}{}", pascal(key)));
            let kind = if order(key) == usize::MAX { maybe(kind) } else { kind };
            members.push(Member { key: key.clone(), about: describe(field), kind });
        }
        let choice = choice.map(|(name, _)| name.to_string());
        let mut record = Record { name: name.clone(), about: describe(schema), members, choice };
        let same = |item: &Item| matches!(item, Item::Record(known) if known.name == name);
        match self.items[..place].iter().find(|item| same(item)) {
            Some(Item::Record(known)) if *known == record => return Type::Named(name),
            Some(_) => record.name = format!("{title}{name}"),
            None => {}
        }
        if let Some((_, called)) = self.named.iter_mut().find(|(given, _)| *given == name) {
            called.clone_from(&record.name);
        }
        let kind = Type::Named(record.name.clone());
        self.items.push(Item::Record(record));
        kind
    }
}

fn maybe(kind: Type) -> Type {
    if matches!(kind, Type::Maybe(_) | Type::Any) { kind } else { Type::Maybe(Box::new(kind)) }
}

/// What a reference stands for.
fn resolve<'a>(root: &'a Value, schema: &'a Value) -> &'a Value {
    let target = schema["$ref"].as_str().and_then(|target| target.strip_prefix('#'));
    target.and_then(|target| root.pointer(target)).unwrap_or(schema)
}

/// The field of an object that holds a constant word, and the word.
fn tag(schema: &Value) -> Option<(String, String)> {
    let fields = schema["properties"].as_object()?;
    fields.iter().find_map(|(key, field)| Some((key.clone(), field["const"].as_str()?.to_string())))
}

/// The first paragraph of a description, on one line.
fn describe(schema: &Value) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    text.split("\n\n").next().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The actions that have names: words, numbers with titles, and objects with a constant.
fn collect(root: &Value, schema: &Value, orders: &mut Vec<Order>) {
    let schema = resolve(root, schema);
    for choice in ["oneOf", "anyOf"].iter().filter_map(|word| schema[word].as_array()).flatten() {
        collect(root, choice, orders);
    }
    let mut add = |name: &str, json: Value, takes: Vec<Member>| {
        if orders.iter().all(|order| order.name != name) {
            orders.push(Order { name: name.to_string(), about: describe(schema), json, takes });
        }
    };
    if let Some(value) = schema.get("const") {
        let name = schema["title"].as_str().or(value.as_str());
        name.into_iter().for_each(|name| add(name, value.clone(), Vec::new()));
    }
    for word in schema["enum"].as_array().into_iter().flatten() {
        word.as_str().into_iter().for_each(|name| add(name, word.clone(), Vec::new()));
    }
    if let Some((key, word)) = tag(schema) {
        let mut aside = Vec::new();
        let mut reader = Reader { root, items: &mut aside, named: Vec::new() };
        let fields = schema["properties"].as_object().into_iter().flat_map(Map::iter);
        let takes = fields.filter(|(other, _)| **other != key).map(|(key, field)| {
            let kind = match reader.kind(field, key) {
                Type::Named(_) => Type::Any,
                kind => kind,
            };
            Member { key: key.clone(), about: describe(field), kind }
        });
        let takes = takes.collect();
        add(&word, Map::from_iter([(key, word.as_str().into())]).into(), takes);
    }
}

/// The name of a type.
fn class(name: &str) -> String {
    let name = pascal(name);
    if TAKEN.contains(&name.as_str()) { name + "Record" } else { name }
}

/// `ghost-view` and `ghost_view` as `GhostView`.
pub(crate) fn pascal(words: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    };
    words.split(|letter: char| !letter.is_alphanumeric()).map(capital).collect()
}

/// `exit-locked` as `exitLocked`.
pub(crate) fn camel(words: &str) -> String {
    let name = pascal(words);
    let mut letters = name.chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}

/// `exit-locked` as `exit_locked`, with `_` after a word that the language keeps for itself.
pub(crate) fn snake(words: &str, kept: &[&str]) -> String {
    let name: String = words.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '_' }).collect();
    safe(name, kept)
}

/// A name with `_` after it if the language keeps it for itself, and before it if it begins with a digit.
pub(crate) fn safe(name: String, kept: &[&str]) -> String {
    match name.chars().next() {
        Some(first) if first.is_ascii_digit() => format!("_{name}"),
        _ if kept.contains(&name.as_str()) => format!("{name}_"),
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn named(name: &str) -> Type {
        Type::Named(name.into())
    }

    fn record<'a>(model: &'a Model, name: &str) -> &'a Record {
        let found = model.items.iter().find_map(|item| match item {
            Item::Record(record) if record.name == name => Some(record),
            _ => None,
        });
        found.unwrap_or_else(|| panic!("no record {name}"))
    }

    #[test]
    fn types_follow_the_schema() {
        let view = json!({
            "title": "View", "type": "object", "required": ["b", "a"],
            "properties": {
                "a": {"type": "array", "items": {"$ref": "#/$defs/Object"}},
                "b": {"anyOf": [{"$ref": "#/$defs/Cell"}, {"type": "null"}], "description": "Its own\n\ncell"},
                "c": {"type": ["integer", "null"]},
                "d": {"anyOf": [{"type": "integer"}, {"enum": ["all"], "type": "string"}]},
                "e": {"oneOf": [{"const": 0, "title": "up"}, {"const": 1, "title": "down"}], "type": "integer"},
            },
            "$defs": {
                "Cell": {"type": "array", "prefixItems": [{"type": "integer", "title": "x"}, {"type": "integer", "title": "y"}]},
                "Object": {"type": "object", "title": "Object", "required": ["on"], "properties": {"on": {"type": "boolean"}}},
            },
        });
        let model = Model::new(&json!({"type": "integer"}), &view, &json!({}));
        assert_eq!(model.start, Type::Integer);
        assert_eq!(model.view, named("View"));
        let members: Vec<(&str, &Type)> =
            record(&model, "View").members.iter().map(|member| (member.key.as_str(), &member.kind)).collect();
        let cell = Type::Maybe(Box::new(Type::Fixed(Box::new(Type::Integer), 2)));
        let maybe = Type::Maybe(Box::new(Type::Integer));
        let list = Type::List(Box::new(named("ObjectRecord")));
        assert_eq!(members, [("b", &cell), ("a", &list), ("c", &maybe), ("d", &Type::Any), ("e", &maybe)]);
        assert_eq!(record(&model, "View").members[0].about, "Its own");
        assert_eq!(record(&model, "ObjectRecord").members[0].kind, Type::Flag);
    }

    #[test]
    fn objects_of_one_name_that_differ_between_documents_are_kept_apart() {
        let document = |title: &str, kind: &str| {
            json!({
                "title": title, "type": "object", "required": ["thing"], "properties": {"thing": {"$ref": "#/$defs/Thing"}},
                "$defs": {"Thing": {"type": "object", "required": ["at"], "properties": {"at": {"type": kind}}}},
            })
        };
        let same = Model::new(&document("Start", "integer"), &document("View", "integer"), &json!({}));
        assert_eq!(same.items.len(), 3);
        let other = Model::new(&document("Start", "integer"), &document("View", "string"), &json!({}));
        assert_eq!(record(&other, "View").members[0].kind, named("ViewThing"));
        assert_eq!(record(&other, "Start").members[0].kind, named("Thing"));
    }

    #[test]
    fn a_choice_between_objects_is_told_by_a_word_and_actions_get_names() {
        let case = |word: &str| {
            json!({
                "title": word, "type": "object", "required": ["type", "to"],
                "properties": {"type": {"const": word, "type": "string"}, "to": {"type": "integer"}},
            })
        };
        let either = json!({"title": "View", "oneOf": [case("walk"), case("run")]});
        let model = Model::new(&either, &either, &either);
        let Some(Item::Choice(choice)) = model.items.iter().find(|item| matches!(item, Item::Choice(_))) else {
            panic!()
        };
        assert_eq!(choice.key, "type");
        assert_eq!(choice.cases, [("walk".into(), "Walk".into()), ("run".into(), "Run".into())]);
        assert_eq!(record(&model, "Run").choice.as_deref(), Some("View"));
        assert_eq!(record(&model, "Run").members.len(), 1);
        let orders: Vec<(&str, usize)> =
            model.orders.iter().map(|order| (order.name.as_str(), order.takes.len())).collect();
        assert_eq!(orders, [("walk", 1), ("run", 1)]);
        let words = json!({"anyOf": [{"type": "string", "enum": ["n", "s"]}, {"const": 3, "title": "e"}]});
        let model = Model::new(&either, &either, &words);
        let orders: Vec<Value> = model.orders.iter().map(|order| json!([order.name, order.json])).collect();
        assert_eq!(orders, [json!(["n", "n"]), json!(["s", "s"]), json!(["e", 3])]);
    }

    #[test]
    fn names_fit_languages() {
        assert_eq!([pascal("ghost-view"), pascal("NW"), camel("exit-locked")], ["GhostView", "NW", "exitLocked"]);
        assert_eq!(
            [snake("exit-locked", &[]), snake("in", &["in"]), safe("3d".into(), &[])],
            ["exit_locked", "in_", "_3d"]
        );
    }
}
