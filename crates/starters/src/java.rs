//! Types in Java: records, read by the starter's own JSON reader.

use crate::model::{Item, Model, Type, camel, safe, snake};
use std::fmt::Write;

const KEPT: &[&str] = &[
    "abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class", "const", "continue", "default",
    "do", "double", "else", "enum", "extends", "false", "final", "finally", "float", "for", "goto", "if", "implements",
    "import", "instanceof", "int", "interface", "long", "native", "new", "null", "package", "private", "protected",
    "public", "return", "short", "static", "strictfp", "super", "switch", "synchronized", "this", "throw", "throws",
    "transient", "true", "try", "void", "volatile", "while", "clone", "equals", "finalize", "getClass", "hashCode",
    "notify", "notifyAll", "toString", "wait",
];

pub(crate) fn types(model: &Model, title: &str) -> String {
    let mut out = format!(
        "// What {title} tells a seat, and what a seat can answer: made from the game's JSON Schemas.\n\n\
         import java.util.List;\nimport java.util.Map;\n"
    );
    for item in &model.items {
        match item {
            Item::Record(record) => {
                let class = &record.name;
                let base = record.choice.as_ref().map(|name| format!(" implements {name}")).unwrap_or_default();
                let members: Vec<String> = record
                    .members
                    .iter()
                    .map(|member| {
                        let about = comment("        ", &member.about);
                        format!("{about}        {} {}", name(&member.kind), safe(camel(&member.key), KEPT))
                    })
                    .collect();
                let values: Vec<String> = record
                    .members
                    .iter()
                    .map(|member| {
                        format!(
                            "                {}",
                            read(&member.kind, &format!("Json.get(json, \"{}\")", member.key), 0)
                        )
                    })
                    .collect();
                let _ = write!(
                    out,
                    "\n{}record {class}(\n{}) {base}{{\n    static {class} of(Object json) {{\n        return new {class}(\n\
                     {});\n    }}\n}}\n",
                    comment("", &record.about),
                    members.join(",\n"),
                    values.join(",\n"),
                    base = if base.is_empty() { String::new() } else { format!("{} ", base.trim_start()) },
                );
            }
            Item::Choice(choice) => {
                let class = &choice.name;
                let cases: Vec<&str> = choice.cases.iter().map(|(_, record)| record.as_str()).collect();
                let _ = write!(
                    out,
                    "\n{}sealed interface {class} permits {} {{\n    static {class} of(Object json) {{\n        \
                     return switch (Json.text(Json.get(json, \"{}\"))) {{\n",
                    comment("", &choice.about),
                    cases.join(", "),
                    choice.key
                );
                for (at, (word, record)) in choice.cases.iter().enumerate() {
                    let word = if at + 1 == cases.len() { "default".into() } else { format!("case \"{word}\"") };
                    let _ = writeln!(out, "            {word} -> {record}.of(json);");
                }
                out.push_str("        };\n    }\n}\n");
            }
        }
    }
    for (root, kind) in [("Start", &model.start), ("View", &model.view)] {
        if *kind != Type::Named(root.to_string()) {
            let (kind, value) = (name(kind), read(kind, "json", 0));
            let _ = write!(
                out,
                "\nrecord {root}({kind} value) {{\n    static {root} of(Object json) {{\n        \
                 return new {root}({value});\n    }}\n}}\n"
            );
        }
    }
    out.push_str(
        "\n/** The actions that have names, as they are sent. */\nfinal class Action {\n    private Action() {}\n",
    );
    for order in &model.orders {
        let about = comment("    ", &order.about);
        if order.takes.is_empty() && !order.json.is_object() {
            let word = safe(snake(&order.name, &[]).to_uppercase(), KEPT);
            let _ = write!(out, "\n{about}    static final Object {word} = {};\n", literal(&order.json));
            continue;
        }
        let keys: Vec<String> = order.takes.iter().map(|take| safe(camel(&take.key), KEPT)).collect();
        let takes = order.takes.iter().zip(&keys).map(|(take, key)| format!("{} {key}", name(&take.kind)));
        let takes = takes.collect::<Vec<_>>().join(", ");
        let fixed =
            order.json.as_object().into_iter().flatten().map(|(key, value)| format!("\"{key}\", {}", literal(value)));
        let filled = order.takes.iter().zip(&keys).map(|(take, key)| format!("\"{}\", {key}", take.key));
        let fields = fixed.chain(filled).collect::<Vec<_>>().join(", ");
        let word = safe(camel(&order.name), KEPT);
        let _ = write!(
            out,
            "\n{about}    static Map<String, Object> {word}({takes}) {{\n        return Json.object({fields});\n    }}\n"
        );
    }
    out.push_str("}\n");
    out
}

fn literal(value: &gridhaunt_kernel::json::Value) -> String {
    if value.is_i64() || value.is_u64() { format!("{value}L") } else { value.to_string() }
}

fn comment(indent: &str, about: &str) -> String {
    if about.is_empty() { String::new() } else { format!("{indent}/** {about} */\n") }
}

fn name(kind: &Type) -> String {
    match kind {
        Type::Flag => "boolean".into(),
        Type::Integer => "long".into(),
        Type::Number => "double".into(),
        Type::Fixed(inner, _) if **inner == Type::Integer => "long[]".into(),
        Type::Maybe(inner) => boxed(inner),
        kind => boxed(kind),
    }
}

fn boxed(kind: &Type) -> String {
    match kind {
        Type::Flag => "Boolean".into(),
        Type::Integer => "Long".into(),
        Type::Number => "Double".into(),
        Type::Text => "String".into(),
        Type::Any => "Object".into(),
        Type::Fixed(inner, _) if **inner == Type::Integer => "long[]".into(),
        Type::List(inner) | Type::Fixed(inner, _) => format!("List<{}>", boxed(inner)),
        Type::Maybe(inner) => boxed(inner),
        Type::Named(name) => name.clone(),
    }
}

/// The expression that reads a value; `depth` tells functions in functions apart.
fn read(kind: &Type, from: &str, depth: usize) -> String {
    let each = |inner: &Type| {
        let it = format!("it{depth}");
        format!("{it} -> {}", read(inner, &it, depth + 1))
    };
    match kind {
        Type::Flag => format!("Json.flag({from})"),
        Type::Integer => format!("Json.integer({from})"),
        Type::Number => format!("Json.number({from})"),
        Type::Text => format!("Json.text({from})"),
        Type::Any => from.to_string(),
        Type::Fixed(inner, _) if **inner == Type::Integer => format!("Json.integers({from})"),
        Type::List(inner) | Type::Fixed(inner, _) => format!("Json.list({from}, {})", each(inner)),
        Type::Maybe(inner) => format!("Json.maybe({from}, {})", each(inner)),
        Type::Named(name) => format!("{name}.of({from})"),
    }
}
