//! Types in Go, read by its own JSON package.

use crate::model::{Item, Model, Type, pascal, safe, snake};
use std::fmt::Write;

const KEPT: &[&str] = &[
    "break", "case", "chan", "const", "continue", "default", "defer", "else", "fallthrough", "for", "func", "go",
    "goto", "if", "import", "interface", "map", "package", "range", "return", "select", "struct", "switch", "type",
    "var",
];

pub(crate) fn types(model: &Model, title: &str) -> String {
    let is_choice = model.items.iter().any(|item| matches!(item, Item::Choice(_)));
    let imports = if is_choice { "\nimport (\n\t\"encoding/json\"\n\t\"fmt\"\n)\n" } else { "" };
    let mut out = format!(
        "package main\n\n// What {title} tells a seat, and what a seat can answer: made from the game's JSON Schemas.\n{imports}"
    );
    for item in &model.items {
        match item {
            Item::Record(record) => {
                let class = &record.name;
                let _ = write!(out, "\n{}type {class} struct {{\n", comment("", class, &record.about));
                for member in &record.members {
                    let (key, kind) = (pascal(&member.key), name(&member.kind));
                    let about = if member.about.is_empty() { String::new() } else { format!(" // {}", member.about) };
                    let _ = writeln!(out, "\t{key} {kind} `json:\"{}\"`{about}", member.key);
                }
                out.push_str("}\n");
            }
            Item::Choice(choice) => {
                let class = &choice.name;
                let _ = write!(
                    out,
                    "\n{}// One of the fields is set.\ntype {class} struct {{\n",
                    comment("", class, &choice.about)
                );
                for (_, record) in &choice.cases {
                    let _ = writeln!(out, "\t{record} *{record}");
                }
                let _ = write!(
                    out,
                    "}}\n\n// UnmarshalJSON reads the kind that the word under {key} names.\n\
                     func (to *{class}) UnmarshalJSON(text []byte) error {{\n\
                     \tvar tag struct {{\n\t\tWord string `json:\"{key}\"`\n\t}}\n\
                     \tif err := json.Unmarshal(text, &tag); err != nil {{\n\t\treturn err\n\t}}\n\
                     \tswitch tag.Word {{\n",
                    key = choice.key
                );
                for (word, record) in &choice.cases {
                    let _ = write!(
                        out,
                        "\tcase \"{word}\":\n\t\tto.{record} = &{record}{{}}\n\t\treturn json.Unmarshal(text, to.{record})\n"
                    );
                }
                out.push_str("\t}\n\treturn fmt.Errorf(\"unknown kind %q\", tag.Word)\n}\n");
            }
        }
    }
    for (root, kind) in [("Start", &model.start), ("View", &model.view)] {
        if *kind != Type::Named(root.to_string()) {
            let _ = write!(out, "\n// {root} is what the game tells.\ntype {root} = {}\n", name(kind));
        }
    }
    out.push_str("\n// Action is a value that can be sent as JSON. Those that have names:\ntype Action = any\n");
    for order in &model.orders {
        let word = format!("Action{}", safe(pascal(&order.name), KEPT));
        let about = comment("", &word, &order.about);
        if order.takes.is_empty() && !order.json.is_object() {
            let _ = write!(out, "\n{about}const {word} = {}\n", order.json);
            continue;
        }
        let keys: Vec<String> = order.takes.iter().map(|take| snake(&take.key, KEPT)).collect();
        let takes = order.takes.iter().zip(&keys).map(|(take, key)| format!("{key} {}", name(&take.kind)));
        let takes = takes.collect::<Vec<_>>().join(", ");
        let fixed = order.json.as_object().into_iter().flatten().map(|(key, value)| format!("\"{key}\": {value}"));
        let filled = order.takes.iter().zip(&keys).map(|(take, key)| format!("\"{}\": {key}", take.key));
        let fields = fixed.chain(filled).collect::<Vec<_>>().join(", ");
        let _ = write!(out, "\n{about}func {word}({takes}) Action {{ return map[string]any{{{fields}}} }}\n");
    }
    out
}

fn comment(indent: &str, word: &str, about: &str) -> String {
    if about.is_empty() { String::new() } else { format!("{indent}// {word}: {about}\n") }
}

fn name(kind: &Type) -> String {
    match kind {
        Type::Flag => "bool".into(),
        Type::Integer => "int".into(),
        Type::Number => "float64".into(),
        Type::Text => "string".into(),
        Type::Any => "any".into(),
        Type::List(inner) => format!("[]{}", name(inner)),
        Type::Fixed(inner, length) => format!("[{length}]{}", name(inner)),
        Type::Maybe(inner) => format!("*{}", name(inner)),
        Type::Named(name) => name.clone(),
    }
}
