//! Types in C++: structures, each with a function that reads it.

use crate::model::{Item, Model, Type, snake};
use std::fmt::Write;

const KEPT: &[&str] = &[
    "and", "asm", "auto", "bool", "break", "case", "catch", "char", "class", "const", "continue", "default", "delete",
    "do", "double", "else", "enum", "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if",
    "inline", "int", "long", "mutable", "namespace", "new", "not", "operator", "or", "private", "protected", "public",
    "register", "requires", "return", "short", "signed", "sizeof", "static", "struct", "switch", "template", "this",
    "throw", "true", "try", "typedef", "typename", "union", "unsigned", "using", "virtual", "void", "volatile",
    "while", "xor",
];

pub(crate) fn types(model: &Model, title: &str) -> String {
    let mut out = format!(
        "// What {title} tells a seat, and what a seat can answer: made from the game's JSON Schemas.\n#pragma once\n\n\
         #include \"json.hpp\"\n"
    );
    for item in &model.items {
        match item {
            Item::Record(record) => {
                let class = &record.name;
                let _ = writeln!(out, "\n{}struct {class} {{", comment("", &record.about));
                for member in &record.members {
                    let (key, kind) = (snake(&member.key, KEPT), name(&member.kind));
                    let _ = writeln!(out, "{}    {kind} {key};", comment("    ", &member.about));
                }
                let _ = write!(out, "}};\n\ninline void read(const Json& json, {class}& to) {{\n");
                for member in &record.members {
                    let _ = writeln!(out, "    read(json[\"{}\"], to.{});", member.key, snake(&member.key, KEPT));
                }
                out.push_str("}\n");
            }
            Item::Choice(choice) => {
                let class = &choice.name;
                let cases: Vec<&str> = choice.cases.iter().map(|(_, record)| record.as_str()).collect();
                let _ = write!(
                    out,
                    "\n{}using {class} = std::variant<{}>;\n\ninline void read(const Json& json, {class}& to) {{\n    \
                     std::string word = json[\"{}\"].text();\n",
                    comment("", &choice.about),
                    cases.join(", "),
                    choice.key
                );
                for (word, record) in &choice.cases {
                    let _ = writeln!(out, "    if (word == \"{word}\") read(json, to.emplace<{record}>());");
                }
                out.push_str("}\n");
            }
        }
    }
    for (root, kind) in [("Start", &model.start), ("View", &model.view)] {
        if *kind != Type::Named(root.to_string()) {
            let _ = write!(out, "\nusing {root} = {};\n", name(kind));
        }
    }
    out.push_str("\n// The actions that have names, as they are sent.\nnamespace action {\n");
    for order in &model.orders {
        let keys: Vec<String> = order.takes.iter().map(|take| snake(&take.key, KEPT)).collect();
        let takes = order.takes.iter().zip(&keys).map(|(take, key)| format!("{} {key}", name(&take.kind)));
        let takes = takes.collect::<Vec<_>>().join(", ");
        let json = match order.json.as_object() {
            None => format!("Json({})", order.json),
            Some(fixed) => {
                let fixed = fixed.iter().map(|(key, value)| format!("{{\"{key}\", {value}}}"));
                let filled = order.takes.iter().zip(&keys).map(|(take, key)| format!("{{\"{}\", {key}}}", take.key));
                format!("Json::Object{{{}}}", fixed.chain(filled).collect::<Vec<_>>().join(", "))
            }
        };
        let word = snake(&order.name, KEPT);
        let _ = writeln!(out, "{}inline Json {word}({takes}) {{ return {json}; }}", comment("", &order.about));
    }
    out.push_str("} // namespace action\n");
    out
}

fn comment(indent: &str, about: &str) -> String {
    if about.is_empty() { String::new() } else { format!("{indent}// {about}\n") }
}

fn name(kind: &Type) -> String {
    match kind {
        Type::Flag => "bool".into(),
        Type::Integer => "long".into(),
        Type::Number => "double".into(),
        Type::Text => "std::string".into(),
        Type::Any => "Json".into(),
        Type::List(inner) => format!("std::vector<{}>", name(inner)),
        Type::Fixed(inner, length) => format!("std::array<{}, {length}>", name(inner)),
        Type::Maybe(inner) => format!("std::optional<{}>", name(inner)),
        Type::Named(name) => name.clone(),
    }
}
