//! Graphs of driftguard-ai as lessons: its chains of action, feedback and outcome.
//!
//! Texts, roles, counts and times are taken over; vectors are not, since another encoder made them. A chain is as frequent as its
//! weaker link. What has the same feedback shares all its outcomes there, so of each node only the strongest links are followed.

use crate::domain::{LessonKind, LessonOrigin};
use crate::memory::trust::PRIOR;
use crate::store::memory::{Told, ToldRecord, Transfer};
use jiff::tz::TimeZone;
use jiff::{Timestamp, civil};
use serde_json::Value;
use std::collections::BTreeMap;

/// The name and the versions of its format.
const FORMAT: &str = "driftguard_graph";
const VERSIONS: [u64; 2] = [1, 2];
/// Links that are followed from one node, the strongest: as many as its own walk follows.
const BRANCHING: usize = 10;

struct Node<'a> {
    text: &'a str,
    roles: Vec<&'a str>,
    first_seen: Option<i64>,
    last_seen: Option<i64>,
}

struct Link<'a> {
    to: &'a str,
    frequency: u32,
    at: Option<i64>,
}

/// The lessons of a graph, in the order of their texts. `now` stands for times that are missing.
///
/// # Errors
///
/// Why it is no graph that can be read.
pub(super) fn read(bytes: &[u8], project: &str, kind: LessonKind, now: i64) -> Result<Vec<Transfer>, String> {
    let page: Value = serde_json::from_slice(bytes).map_err(|error| {
        format!("this is neither an export of driftguard, which begins with a header, nor a graph: {error}")
    })?;
    let graph = graph(&page)?;
    let mut nodes: BTreeMap<&str, Node<'_>> = BTreeMap::new();
    for (place, node) in list(graph, "nodes")?.iter().enumerate() {
        let text = node["id"].as_str().ok_or_else(|| format!("node {place} has no text"))?;
        let (first_seen, last_seen) = (time(&node["first_seen"])?, time(&node["last_seen"])?);
        nodes.insert(text, Node { text, roles: roles(node), first_seen, last_seen });
    }
    let mut links: BTreeMap<&str, Vec<Link<'_>>> = BTreeMap::new();
    let key = if graph["edges"].is_array() { "edges" } else { "links" };
    for (place, link) in list(graph, key)?.iter().enumerate() {
        let end = |name: &str| {
            link[name]
                .as_str()
                .filter(|text| nodes.contains_key(text))
                .ok_or_else(|| format!("edge {place} has no {name} among the nodes"))
        };
        let frequency = match &link["frequency"] {
            Value::Null => 1,
            given => given
                .as_u64()
                .and_then(|times| u32::try_from(times).ok())
                .filter(|times| *times > 0)
                .ok_or_else(|| format!("edge {place} has a frequency that is no count"))?,
        };
        let at = time(&link["created_at"])?;
        links.entry(end("source")?).or_default().push(Link { to: end("target")?, frequency, at });
    }
    for links in links.values_mut() {
        links.sort_by(|one, other| other.frequency.cmp(&one.frequency).then(one.to.cmp(other.to)));
    }
    let from = |text: &str, role: &str| -> Vec<&Link<'_>> {
        let is = |link: &&Link<'_>| nodes.get(link.to).is_some_and(|node| node.roles.contains(&role));
        links.get(text).map(|links| links.iter().filter(is).take(BRANCHING).collect()).unwrap_or_default()
    };
    let mut lessons = Vec::new();
    for action in nodes.values().filter(|node| node.roles.contains(&"action")) {
        for said in from(action.text, "feedback") {
            for came in from(said.to, "outcome") {
                let last_seen = action.last_seen.or(came.at).or(said.at).unwrap_or(now);
                let first_seen = action.first_seen.or(said.at).unwrap_or(last_seen).min(last_seen);
                let told = |text: &str| Told { text: text.to_owned(), ..Told::default() };
                let origin = LessonOrigin::Imported;
                let frequency = said.frequency.min(came.frequency);
                let record = ToldRecord { said: [0; 3], origin, frequency, at: last_seen, sources: Vec::new() };
                let lesson = Transfer {
                    project: project.to_owned(),
                    kind,
                    origin,
                    action: told(action.text),
                    feedback: told(said.to),
                    outcome: told(came.to),
                    first_seen,
                    last_seen,
                    trust: PRIOR,
                    retired_at: None,
                    records: vec![record],
                };
                if let Some(fault) = lesson.fault(now) {
                    return Err(format!("the chain that begins with {:?}: {fault}", action.text));
                }
                lessons.push(lesson);
            }
        }
    }
    Ok(lessons)
}

/// The graph itself: behind its format and version, or bare as the oldest files have it.
fn graph(page: &Value) -> Result<&Value, String> {
    let bare = page.get("format").is_none() && page.get("format_version").is_none();
    let graph = if bare { page } else { &page["graph"] };
    if !bare {
        if page["format"] != FORMAT {
            return Err("the format is not known".to_owned());
        }
        if !page["format_version"].as_u64().is_some_and(|version| VERSIONS.contains(&version)) {
            return Err(format!("version {} of the format is not known", page["format_version"]));
        }
    }
    let is = graph["nodes"].is_array() && (graph["edges"].is_array() || graph["links"].is_array());
    if is { Ok(graph) } else { Err("there is no header of an export, and no graph".to_owned()) }
}

fn list<'a>(graph: &'a Value, key: &str) -> Result<&'a Vec<Value>, String> {
    graph[key].as_array().ok_or_else(|| format!("there are no {key}"))
}

/// One role or several, as a list or with commas between them.
fn roles(node: &Value) -> Vec<&str> {
    let given = if node["roles"].is_null() { &node["type"] } else { &node["roles"] };
    let several = given.as_array().into_iter().flatten().filter_map(Value::as_str);
    let one = given.as_str().into_iter().flat_map(|text| text.split(','));
    several.chain(one).map(str::trim).collect()
}

/// Milliseconds since 1970 of a time in ISO form; one without a zone is UTC.
fn time(value: &Value) -> Result<Option<i64>, String> {
    let Some(text) = value.as_str() else {
        return if value.is_null() { Ok(None) } else { Err(format!("{value} is no time")) };
    };
    let with_zone = text.parse::<Timestamp>().ok();
    let without = || {
        let time: civil::DateTime = text.parse().ok()?;
        Some(time.to_zoned(TimeZone::UTC).ok()?.timestamp())
    };
    match with_zone.or_else(without) {
        Some(time) => Ok(Some(time.as_millisecond())),
        None => Err(format!("{text:?} is no time")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_780_000_000_000;
    const GRAPH: &str = r#"{"directed": true, "nodes": [
        {"id": "add salt", "type": "action", "frequency": 4, "first_seen": "2026-01-02T03:04:05", "last_seen": "2026-02-02T03:04:05.5+00:00",
         "embedding": [0.1, 0.2]},
        {"id": "too salty", "roles": "feedback,outcome", "frequency": 4},
        {"id": "serve bread", "roles": ["outcome"], "frequency": 2}],
        "links": [{"source": "add salt", "target": "too salty", "frequency": 4, "created_at": "2026-01-02T03:04:05"},
                  {"source": "too salty", "target": "serve bread", "frequency": 3}]}"#;

    #[track_caller]
    fn check(text: &str, expected: Result<usize, &str>) {
        let found = read(text.as_bytes(), "/p", LessonKind::Mistake, NOW).map(|lessons| lessons.len());
        match (found, expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected),
            (Err(found), Err(expected)) => assert!(found.contains(expected), "{found}"),
            (found, expected) => panic!("{found:?}, not {expected:?}"),
        }
    }

    #[test]
    fn chains_become_lessons_as_frequent_as_their_weaker_link() {
        let lessons = read(GRAPH.as_bytes(), "/p", LessonKind::Success, NOW).unwrap();
        let [lesson] = lessons.as_slice() else { panic!("{lessons:?}") };
        let texts = lesson.told().map(|told| told.text.as_str());
        assert_eq!(texts, ["add salt", "too salty", "serve bread"]);
        assert_eq!((lesson.kind, lesson.records[0].frequency), (LessonKind::Success, 3));
        assert_eq!((lesson.first_seen, lesson.last_seen), (1_767_323_045_000, 1_770_001_445_500));
    }

    #[test]
    fn only_known_versions_are_read() {
        let framed = |head: &str| format!("{{{head}, \"graph\": {GRAPH}}}");
        check(GRAPH, Ok(1));
        check(&framed(r#""format": "driftguard_graph", "format_version": 1"#), Ok(1));
        check(&framed(r#""format": "driftguard_graph", "format_version": 2"#), Ok(1));
        check(&framed(r#""format": "driftguard_graph", "format_version": 99"#), Err("version 99"));
        check(&framed(r#""format": "driftguard_graph""#), Err("version null"));
        check(&framed(r#""format": "another""#), Err("not known"));
        check("{}", Err("no graph"));
        check("[1, 2]", Err("no graph"));
        check("{", Err("neither"));
    }

    #[test]
    fn a_broken_graph_is_refused() {
        check(&GRAPH.replace("\"add salt\", \"type\"", "7, \"type\""), Err("node 0 has no text"));
        check(&GRAPH.replace("\"target\": \"serve bread\"", "\"target\": \"x\""), Err("edge 1 has no target"));
        check(&GRAPH.replace("\"frequency\": 3", "\"frequency\": -3"), Err("edge 1 has a frequency"));
        check(&GRAPH.replace("2026-01-02T03:04:05\", \"last", "yesterday\", \"last"), Err("no time"));
        check(&GRAPH.replace("\"type\": \"action\"", "\"type\": \"thing\""), Ok(0));
    }
}
