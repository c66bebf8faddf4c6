//! Types in JavaScript: what an editor reads in comments. A view is the JSON as it came.

use crate::model::{Item, Model, Type, safe, snake};
use std::fmt::Write;

const KEPT: &[&str] = &[
    "await", "break", "case", "catch", "class", "const", "continue", "default", "delete", "do", "else", "enum",
    "export", "extends", "false", "finally", "for", "function", "if", "import", "in", "new", "null", "return", "super",
    "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with", "yield",
];

pub(crate) fn types(model: &Model, title: &str) -> String {
    let mut out =
        format!("// What {title} tells a seat, and what a seat can answer: made from the game's JSON Schemas.\n");
    for item in &model.items {
        match item {
            Item::Record(record) => {
                let _ = write!(out, "\n/**\n{} * @typedef {{object}} {}\n", line(&record.about), record.name);
                if let Some((key, word)) = tag(model, &record.name) {
                    let _ = writeln!(out, " * @property {{\"{word}\"}} {}", property(&key));
                }
                for member in &record.members {
                    let (kind, key) = (name(&member.kind), property(&member.key));
                    let text = format!(" * @property {{{kind}}} {key} {}", member.about);
                    let _ = writeln!(out, "{}", text.trim_end());
                }
                out.push_str(" */\n");
            }
            Item::Choice(choice) => {
                let cases: Vec<&str> = choice.cases.iter().map(|(_, record)| record.as_str()).collect();
                let (about, cases) = (line(&choice.about), cases.join(" | "));
                let _ = write!(out, "\n/**\n{about} * @typedef {{{cases}}} {}\n */\n", choice.name);
            }
        }
    }
    for (root, kind) in [("Start", &model.start), ("View", &model.view)] {
        if *kind != Type::Named(root.to_string()) {
            let _ = write!(out, "\n/** @typedef {{{}}} {root} */\n", name(kind));
        }
    }
    out.push_str("\n/** The actions that have names, as they are sent. */\nexport const Action = Object.freeze({\n");
    for order in &model.orders {
        if !order.about.is_empty() {
            let _ = writeln!(out, "  /** {} */", order.about);
        }
        if order.takes.is_empty() && !order.json.is_object() {
            let _ = writeln!(out, "  {}: {},", snake(&order.name, &[]).to_uppercase(), order.json);
            continue;
        }
        let takes: Vec<String> = order.takes.iter().map(|take| snake(&take.key, KEPT)).collect();
        let fixed = order.json.as_object().into_iter().flatten().map(|(key, value)| format!("\"{key}\": {value}"));
        let filled = order.takes.iter().zip(&takes).map(|(take, key)| format!("\"{}\": {key}", take.key));
        let fields: Vec<String> = fixed.chain(filled).collect();
        let word = safe(snake(&order.name, &[]), &[]);
        let _ = writeln!(out, "  {word}: ({}) => ({{ {} }}),", takes.join(", "), fields.join(", "));
    }
    out.push_str("});\n");
    out
}

/// The key and the word that tell a record of a choice.
fn tag(model: &Model, record: &str) -> Option<(String, String)> {
    model.items.iter().find_map(|item| {
        let Item::Choice(choice) = item else { return None };
        let (word, _) = choice.cases.iter().find(|(_, name)| name == record)?;
        Some((choice.key.clone(), word.clone()))
    })
}

fn line(about: &str) -> String {
    if about.is_empty() { String::new() } else { format!(" * {about}\n") }
}

/// The name of a property; one that is no identifier is quoted.
fn property(key: &str) -> String {
    let plain = key.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    if plain { key.to_string() } else { format!("\"{key}\"") }
}

fn name(kind: &Type) -> String {
    match kind {
        Type::Flag => "boolean".into(),
        Type::Integer | Type::Number => "number".into(),
        Type::Text => "string".into(),
        Type::Any => "any".into(),
        Type::List(inner) => format!("{}[]", grouped(inner)),
        Type::Fixed(inner, length) => format!("[{}]", vec![name(inner); *length].join(", ")),
        Type::Maybe(inner) => format!("{} | null", name(inner)),
        Type::Named(name) => name.clone(),
    }
}

fn grouped(kind: &Type) -> String {
    if matches!(kind, Type::Maybe(_)) { format!("({})", name(kind)) } else { name(kind) }
}
