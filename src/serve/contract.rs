//! `docs/openapi.json`, made from the types that go over the wire. It is compiled with the tests alone: the binary holds
//! the finished file.

use super::route::Route;
use super::wire;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::path::Path;

/// What each status means, on every route that takes a body.
const REFUSALS: [(&str, &str); 9] = [
    ("400", "The body does not fit."),
    ("401", "The token is missing or wrong."),
    ("403", "The path is not one of a transcript."),
    ("408", "The request took too long to arrive."),
    ("413", "The body is too large."),
    ("415", "The body is encoded."),
    ("422", "The transcript cannot be read."),
    ("429", "Too much is asked at once; Retry-After says when to come again."),
    ("503", "The answer took too long."),
];

fn content<T: JsonSchema>(schemas: &mut SchemaGenerator) -> Value {
    json!({"application/json": {"schema": schemas.subschema_for::<T>()}})
}

/// A route that is asked with a body.
fn asked<Q: JsonSchema, A: JsonSchema>(schemas: &mut SchemaGenerator, summary: &str) -> Value {
    let mut responses = Map::new();
    responses.insert("200".into(), json!({"description": "The answer.", "content": content::<A>(schemas)}));
    for (status, meaning) in REFUSALS {
        let told = json!({"description": meaning, "content": content::<wire::Failure>(schemas)});
        responses.insert(status.into(), told);
    }
    let body = json!({"required": true, "content": content::<Q>(schemas)});
    json!({"post": {"summary": summary, "requestBody": body, "responses": responses}})
}

/// A route that is asked without one.
fn shown(summary: &str, content: &Value, open: bool) -> Value {
    let mut get = json!({"summary": summary, "responses": {"200": {"description": "The answer.", "content": content}}});
    if open {
        get["security"] = json!([]);
    }
    json!({"get": get})
}

fn page() -> String {
    let mut schemas = SchemaSettings::openapi3().into_generator();
    let mut paths = Map::new();
    for route in Route::KNOWN {
        let summary = summary(route);
        let path = match route {
            Route::Verify => asked::<wire::VerifyRequest, wire::VerifyAnswer>(&mut schemas, summary),
            Route::Detect => asked::<wire::DetectRequest, wire::DetectAnswer>(&mut schemas, summary),
            Route::Review => asked::<wire::ReviewRequest, wire::ReviewAnswer>(&mut schemas, summary),
            Route::Health => shown(summary, &content::<wire::Health>(&mut schemas), true),
            Route::Metrics => shown(summary, &json!({"text/plain": {"schema": {"type": "string"}}}), false),
            Route::Contract => shown(summary, &json!({"application/json": {"schema": {"type": "object"}}}), false),
            Route::Unknown => continue,
        };
        paths.insert(route.name().into(), path);
    }
    let document = json!({
        "openapi": "3.0.3",
        "info": {
            "title": "driftguard",
            "version": "1",
            "description": "What an agent reports, held against what is known. See docs/service.md.",
        },
        "servers": [{"url": "http://127.0.0.1:8722"}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "The token file's content."}},
            "schemas": schemas.take_definitions(true),
        },
    });
    serde_json::to_string_pretty(&document).unwrap() + "\n"
}

fn summary(route: Route) -> &'static str {
    match route {
        Route::Verify => "Holds a report against a session's record, a text, or both.",
        Route::Detect => "Looks in a text for orders to the agent.",
        Route::Review => "Holds a response against its prompt and against what is known.",
        Route::Health => "Says that the service is there. Needs no token.",
        Route::Metrics => "Shows what was counted since the start, in the text format of Prometheus.",
        Route::Contract => "Shows this document.",
        Route::Unknown => "",
    }
}

#[test]
fn openapi_docs_are_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/openapi.json");
    let expected = page();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &expected).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert_eq!(found, expected, "docs/openapi.json is stale: run UPDATE_DOCS=1 cargo test --locked docs");
}

/// Every name that is referred to somewhere in a document.
fn names(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            found.extend(map.get("$ref").and_then(Value::as_str).map(str::to_owned));
            map.values().for_each(|inner| names(inner, found));
        }
        Value::Array(items) => items.iter().for_each(|inner| names(inner, found)),
        _ => {}
    }
}

#[test]
fn every_name_that_is_referred_to_is_explained() {
    let document: Value = serde_json::from_str(&page()).unwrap();
    let mut found = Vec::new();
    names(&document, &mut found);
    assert!(!found.is_empty());
    for name in found {
        let pointer = name.trim_start_matches('#');
        assert!(document.pointer(pointer).is_some(), "{name}");
    }
}
