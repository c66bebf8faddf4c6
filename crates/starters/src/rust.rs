//! Types in Rust, read by the starter's own JSON reader.

use crate::model::{Item, Model, Type, pascal, safe, snake};
use std::fmt::Write;

const KEPT: &[&str] = &[
    "as", "async", "await", "box", "break", "const", "continue", "crate", "dyn", "else", "enum", "extern", "false",
    "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "unsafe", "use", "where", "while",
    "yield",
];

pub(crate) fn types(model: &Model, title: &str) -> String {
    let mut out = format!(
        "//! What {title} tells a seat, and what a seat can answer: made from the game's JSON Schemas.\n\
         #![allow(dead_code)]\n\nuse crate::json::{{FromJson, Json}};\n"
    );
    for item in &model.items {
        match item {
            Item::Record(record) => {
                let class = &record.name;
                let _ = writeln!(out, "\n{}#[derive(Clone, Debug)]\npub struct {class} {{", comment("", &record.about));
                for member in &record.members {
                    let (key, kind) = (snake(&member.key, KEPT), name(&member.kind));
                    let _ = writeln!(out, "{}    pub {key}: {kind},", comment("    ", &member.about));
                }
                let _ = write!(
                    out,
                    "}}\n\nimpl FromJson for {class} {{\n    fn of(json: &Json) -> Self {{\n        {class} {{\n"
                );
                for member in &record.members {
                    let _ = writeln!(out, "            {}: json.read(\"{}\"),", snake(&member.key, KEPT), member.key);
                }
                out.push_str("        }\n    }\n}\n");
            }
            Item::Choice(choice) => {
                let class = &choice.name;
                let _ = writeln!(out, "\n{}#[derive(Clone, Debug)]\npub enum {class} {{", comment("", &choice.about));
                for (_, record) in &choice.cases {
                    let _ = writeln!(out, "    {record}({record}),");
                }
                let _ = write!(
                    out,
                    "}}\n\nimpl FromJson for {class} {{\n    fn of(json: &Json) -> Self {{\n        \
                     match json.get(\"{}\").text() {{\n",
                    choice.key
                );
                for (at, (word, record)) in choice.cases.iter().enumerate() {
                    let last = at + 1 == choice.cases.len();
                    let word = if last { "_".to_string() } else { format!("\"{word}\"") };
                    let _ = writeln!(out, "            {word} => {class}::{record}(FromJson::of(json)),");
                }
                out.push_str("        }\n    }\n}\n");
            }
        }
    }
    for (root, kind) in [("Start", &model.start), ("View", &model.view)] {
        if *kind != Type::Named(root.to_string()) {
            let _ = write!(out, "\npub type {root} = {};\n", name(kind));
        }
    }
    out.push_str("\n/// An action.\n#[derive(Clone, Debug, PartialEq)]\npub enum Action {\n");
    let mut arms = String::new();
    for order in &model.orders {
        let class = variant(&order.name);
        let keys: Vec<String> = order.takes.iter().map(|take| snake(&take.key, KEPT)).collect();
        let takes = order.takes.iter().zip(&keys).map(|(take, key)| format!("{key}: {}", name(&take.kind)));
        let takes: Vec<String> = takes.collect();
        let braces =
            |inner: &[String]| if inner.is_empty() { String::new() } else { format!(" {{ {} }}", inner.join(", ")) };
        let _ = writeln!(out, "{}    {class}{},", comment("    ", &order.about), braces(&takes));
        let json = match order.json.as_object() {
            None => format!("Json::from({})", literal(&order.json)),
            Some(fixed) => {
                let fixed = fixed.iter().map(|(key, value)| format!("(\"{key}\", Json::from({}))", literal(value)));
                let filled = order
                    .takes
                    .iter()
                    .zip(&keys)
                    .map(|(take, key)| format!("(\"{}\", Json::from({key}.clone()))", take.key));
                format!("Json::object(&[{}])", fixed.chain(filled).collect::<Vec<_>>().join(", "))
            }
        };
        let _ = writeln!(arms, "            Action::{class}{} => {json},", braces(&keys));
    }
    let _ = write!(
        out,
        "    /// Any other, as JSON.\n    Other(Json),\n}}\n\nimpl Action {{\n    /// As it is sent.\n    \
         pub fn json(&self) -> Json {{\n        match self {{\n{arms}            Action::Other(json) => json.clone(),\n        \
         }}\n    }}\n}}\n"
    );
    out
}

/// The name of a variant: `nw` is `Nw`, `NW` stays.
fn variant(name: &str) -> String {
    safe(pascal(name), &["Self", "Other"])
}

fn literal(value: &gridhaunt_kernel::json::Value) -> String {
    if value.is_number() { format!("{value}_i64") } else { value.to_string() }
}

fn comment(indent: &str, about: &str) -> String {
    if about.is_empty() { String::new() } else { format!("{indent}/// {about}\n") }
}

fn name(kind: &Type) -> String {
    match kind {
        Type::Flag => "bool".into(),
        Type::Integer => "i64".into(),
        Type::Number => "f64".into(),
        Type::Text => "String".into(),
        Type::Any => "Json".into(),
        Type::List(inner) => format!("Vec<{}>", name(inner)),
        Type::Fixed(inner, length) => format!("[{}; {length}]", name(inner)),
        Type::Maybe(inner) => format!("Option<{}>", name(inner)),
        Type::Named(name) => name.clone(),
    }
}
