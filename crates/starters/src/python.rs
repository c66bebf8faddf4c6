//! Types in Python: frozen dataclasses, each with a function that reads it from JSON.

use crate::model::{Item, Member, Model, Type, safe, snake};
use std::fmt::Write;

const KEPT: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except",
    "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise",
    "return", "try", "while", "with", "yield", "None", "True", "False", "of",
];

pub(crate) fn types(model: &Model, title: &str) -> String {
    let mut out = format!(
        "\"\"\"What {title} tells a seat, and what a seat can answer: made from the game's JSON Schemas.\"\"\"\n\n\
         from __future__ import annotations\n\nfrom dataclasses import dataclass\nfrom typing import Any\n"
    );
    for item in &model.items {
        let Item::Choice(choice) = item else { continue };
        let about = or(&choice.about, "One of several kinds.");
        let cases: Vec<String> = choice.cases.iter().map(|(word, record)| format!("\"{word}\": {record}")).collect();
        let (name, key, cases) = (&choice.name, &choice.key, cases.join(", "));
        let _ = write!(
            out,
            "\n\nclass {name}:\n    \"\"\"{about}\"\"\"\n\n    @staticmethod\n    def of(json: dict[str, Any]) -> {name}:\n        \
             return {{{cases}}}[json[\"{key}\"]].of(json)\n"
        );
    }
    for item in &model.items {
        let Item::Record(record) = item else { continue };
        let base = record.choice.as_ref().map(|name| format!("({name})")).unwrap_or_default();
        let (class, about) = (&record.name, or(&record.about, "An object."));
        let _ = write!(out, "\n\n@dataclass(frozen=True)\nclass {class}{base}:\n    \"\"\"{about}\"\"\"\n\n");
        for Member { key, about, kind } in &record.members {
            let _ = writeln!(out, "    {}: {}{}", snake(key, KEPT), name(kind), comment(about));
        }
        let _ =
            write!(out, "\n    @staticmethod\n    def of(json: dict[str, Any]) -> {class}:\n        return {class}(\n");
        for member in &record.members {
            let _ = writeln!(out, "            {}={},", snake(&member.key, KEPT), field(member));
        }
        out.push_str("        )\n");
    }
    for (root, kind) in [("Start", &model.start), ("View", &model.view)] {
        if *kind != Type::Named(root.to_string()) {
            let _ = write!(out, "\n\n{root} = {}\n", name(kind));
        }
        let (function, value) = (root.to_lowercase(), read(kind, "json"));
        let _ = write!(out, "\n\ndef {function}_of(json: Any) -> {root}:\n    return {value}\n");
    }
    out.push_str("\n\nclass Action:\n    \"\"\"The actions that have names, as they are sent.\"\"\"\n\n");
    for order in &model.orders {
        if order.takes.is_empty() && !order.json.is_object() {
            let name = safe(snake(&order.name, &[]).to_uppercase(), KEPT);
            let _ = writeln!(out, "    {name} = {}{}", order.json, comment(&order.about));
            continue;
        }
        let takes: Vec<String> =
            order.takes.iter().map(|take| format!("{}: {}", snake(&take.key, KEPT), name(&take.kind))).collect();
        let fixed = order.json.as_object().into_iter().flatten().map(|(key, value)| format!("\"{key}\": {value}"));
        let filled = order.takes.iter().map(|take| format!("\"{0}\": {1}", take.key, snake(&take.key, KEPT)));
        let fields: Vec<String> = fixed.chain(filled).collect();
        let _ = write!(
            out,
            "    @staticmethod\n    def {}({}) -> dict[str, Any]:\n        \"\"\"{}\"\"\"\n        return {{{}}}\n\n",
            snake(&order.name, KEPT),
            takes.join(", "),
            or(&order.about, "An action."),
            fields.join(", ")
        );
    }
    out.trim_end().to_string() + "\n"
}

fn or<'a>(text: &'a str, usual: &'a str) -> &'a str {
    if text.is_empty() { usual } else { text }
}

fn comment(about: &str) -> String {
    if about.is_empty() { String::new() } else { format!("  # {about}") }
}

fn name(kind: &Type) -> String {
    match kind {
        Type::Flag => "bool".into(),
        Type::Integer => "int".into(),
        Type::Number => "float".into(),
        Type::Text => "str".into(),
        Type::Any => "Any".into(),
        Type::List(inner) => format!("list[{}]", name(inner)),
        Type::Fixed(inner, 2) => format!("tuple[{0}, {0}]", name(inner)),
        Type::Fixed(inner, _) => format!("tuple[{}, ...]", name(inner)),
        Type::Maybe(inner) => format!("{} | None", name(inner)),
        Type::Named(name) => name.clone(),
    }
}

fn field(member: &Member) -> String {
    let key = &member.key;
    match &member.kind {
        Type::Maybe(inner) if is_raw(inner) => format!("json.get(\"{key}\")"),
        Type::Maybe(inner) => {
            format!("None if json.get(\"{key}\") is None else {}", read(inner, &format!("json[\"{key}\"]")))
        }
        Type::Any => format!("json.get(\"{key}\")"),
        kind => read(kind, &format!("json[\"{key}\"]")),
    }
}

/// Whether JSON has the value as it is.
fn is_raw(kind: &Type) -> bool {
    match kind {
        Type::Flag | Type::Integer | Type::Number | Type::Text | Type::Any => true,
        Type::List(inner) | Type::Maybe(inner) => is_raw(inner),
        Type::Fixed(..) | Type::Named(_) => false,
    }
}

fn read(kind: &Type, from: &str) -> String {
    match kind {
        kind if is_raw(kind) => from.to_string(),
        Type::List(inner) => format!("[{} for it in {from}]", read(inner, "it")),
        Type::Fixed(inner, _) if is_raw(inner) => format!("tuple({from})"),
        Type::Fixed(inner, _) => format!("tuple({} for it in {from})", read(inner, "it")),
        Type::Maybe(inner) => format!("None if {from} is None else {}", read(inner, from)),
        Type::Named(name) => format!("{name}.of({from})"),
        _ => from.to_string(),
    }
}
