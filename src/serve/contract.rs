//! `docs/openapi.json`, made from the types that go over the wire. It is compiled with the tests alone: the binary holds
//! the finished file.

use super::route::{Question, Route};
use super::wire;
use super::{Questions, Reason, STATUSES};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::path::Path;

/// Whether a question may be refused for a reason.
fn may_be(route: Route, reason: &Reason) -> bool {
    match reason.answers {
        Questions::All => true,
        Questions::Closed => !route.is_open(),
        Questions::WithBody => route.takes_body(),
        Questions::OfTranscripts => route == Route::Asked(Question::Verify),
        Questions::Unknown => false,
    }
}

/// What a question is answered with: what it asks for, or why not.
fn responses(route: Route, answer: &Value) -> Value {
    let mut responses = Map::new();
    responses.insert("200".into(), json!({"description": "The answer.", "content": answer}));
    for reason in STATUSES.iter().filter(|reason| may_be(route, reason)) {
        let place = format!("#/components/responses/{}", reason.status.as_str());
        responses.insert(reason.status.as_str().into(), json!({"$ref": place}));
    }
    Value::Object(responses)
}

/// Every refusal, also that of a path that no question has.
fn refusals(schemas: &mut SchemaGenerator) -> Value {
    let told = |reason: &Reason| match *reason {
        Reason::LONG_HEAD => json!({"description": reason.meaning}),
        _ => json!({"description": reason.meaning, "content": content::<wire::Failure>(schemas)}),
    };
    let by_status = |(reason, told): (&Reason, Value)| (reason.status.as_str().to_owned(), told);
    let told: Vec<Value> = STATUSES.iter().map(told).collect();
    STATUSES.iter().zip(told).map(by_status).collect::<Map<_, _>>().into()
}

fn content<T: JsonSchema>(schemas: &mut SchemaGenerator) -> Value {
    json!({"application/json": {"schema": schemas.subschema_for::<T>()}})
}

/// A route that is asked with a body.
fn asked<Q: JsonSchema, A: JsonSchema>(schemas: &mut SchemaGenerator, route: Route) -> Value {
    let body = json!({"required": true, "content": content::<Q>(schemas)});
    let responses = responses(route, &content::<A>(schemas));
    json!({"post": {"summary": summary(route), "requestBody": body, "responses": responses}})
}

/// A route that is asked without one.
fn shown(route: Route, content: &Value) -> Value {
    let mut get = json!({"summary": summary(route), "responses": responses(route, content)});
    if route.is_open() {
        get["security"] = json!([]);
    }
    json!({"get": get})
}

fn page() -> String {
    let mut schemas = SchemaSettings::openapi3().into_generator();
    let mut paths = Map::new();
    for route in Route::KNOWN {
        let path = match route {
            Route::Asked(Question::Verify) => asked::<wire::VerifyRequest, wire::VerifyAnswer>(&mut schemas, route),
            Route::Asked(Question::Detect) => asked::<wire::DetectRequest, wire::DetectAnswer>(&mut schemas, route),
            Route::Asked(Question::Review) => asked::<wire::ReviewRequest, wire::ReviewAnswer>(&mut schemas, route),
            Route::Health => shown(route, &content::<wire::Health>(&mut schemas)),
            Route::Metrics => shown(route, &json!({"text/plain": {"schema": {"type": "string"}}})),
            Route::Contract => shown(route, &json!({"application/json": {"schema": {"type": "object"}}})),
        };
        paths.insert(route.name().into(), path);
    }
    let refusals = refusals(&mut schemas);
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
            "responses": refusals,
            "schemas": schemas.take_definitions(true),
        },
    });
    serde_json::to_string_pretty(&document).unwrap() + "\n"
}

fn summary(route: Route) -> &'static str {
    match route {
        Route::Asked(Question::Verify) => "Holds a report against a session's record, a text, or both.",
        Route::Asked(Question::Detect) => "Looks in a text for orders to the agent.",
        Route::Asked(Question::Review) => "Holds a response against its prompt and against what is known.",
        Route::Health => "Says that the service is there. Needs no token.",
        Route::Metrics => "Shows what was counted since the start, in the text format of Prometheus.",
        Route::Contract => "Shows this document.",
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
