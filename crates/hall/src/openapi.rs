//! The API described by OpenAPI 3.1: the addresses are those that are served, and the schemas those of the types that are
//! sent.

use crate::hall::Hall;
use crate::refusal::Wrong;
use axum::routing::MethodRouter;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// An address of the API.
pub(crate) struct Route {
    /// `get` or `post`.
    pub method: &'static str,
    pub path: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// Whether it needs a token.
    pub needs_token: bool,
    /// What may stand after the question mark: a name, its type and what it means.
    pub query: &'static [(&'static str, &'static str, &'static str)],
    /// What kind of body it takes.
    pub takes: &'static [&'static str],
    pub gives: Gives,
    pub handler: MethodRouter<Arc<Hall>>,
}

/// What is answered.
pub(crate) enum Gives {
    /// JSON of a type.
    Json(fn(&mut SchemaGenerator) -> Schema),
    /// A text of this kind.
    Text(&'static str),
}

impl Gives {
    /// JSON of this type.
    pub(crate) const fn json<T: JsonSchema>() -> Self {
        Self::Json(SchemaGenerator::subschema_for::<T>)
    }
}

/// The names between braces in a path.
fn parameters(path: &str) -> impl Iterator<Item = &str> {
    path.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0))
}

/// The description of all addresses.
pub(crate) fn document(routes: &[Route]) -> Value {
    let mut generator = schemars::generate::SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into())
        .into_generator();
    let wrong = generator.subschema_for::<Wrong>();
    let mut paths: Map<String, Value> = Map::new();
    for route in routes {
        let in_path = parameters(route.path)
            .map(|name| json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}}));
        let in_query = route.query.iter().map(|(name, kind, about)| {
            let schema = if *kind == "integer" { json!({"type": kind, "minimum": 0}) } else { json!({"type": kind}) };
            json!({"name": name, "in": "query", "description": about, "schema": schema})
        });
        let content = match &route.gives {
            Gives::Json(schema) => json!({"application/json": {"schema": schema(&mut generator)}}),
            Gives::Text(kind) => json!({*kind: {"schema": {"type": "string"}}}),
        };
        let mut operation = json!({
            "summary": route.about,
            "operationId": format!("{}{}", route.method, route.path.replace(['/', '{', '}'], "_")),
            "parameters": in_path.chain(in_query).collect::<Vec<_>>(),
            "responses": {
                "200": {"description": route.about, "content": content},
                "default": {"description": "What is wrong", "content": {"application/json": {"schema": wrong}}},
            },
        });
        if route.needs_token {
            operation["security"] = json!([{"token": []}]);
        }
        if !route.takes.is_empty() {
            let kinds: Map<String, Value> = route
                .takes
                .iter()
                .map(|kind| ((*kind).to_string(), json!({"schema": {"type": "string", "format": "binary"}})))
                .collect();
            operation["requestBody"] = json!({"required": true, "content": kinds});
        }
        let path = paths.entry(format!("/api/v1{}", route.path)).or_insert_with(|| json!({}));
        path[route.method] = operation;
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Gridhaunt",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Everything that the pages of a hall show, as JSON. Fields are added, never changed; \
                            an address of another form would be below /api/v2.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "paths": paths,
        "components": {
            "schemas": generator.take_definitions(true),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    })
}
