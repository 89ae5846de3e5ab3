//! The report of `check` as SARIF 2.1.0 (OASIS, 27 March 2020), for code scanning.
//!
//! Owns the part of the format that a report needs. One result a finding and file, over all assessments; one a thing that a hook
//! denies, where no finding tells of it.

use super::layout::{line, pretty};
use super::outcome;
use super::{Report, claims, names, stopped};
use crate::domain::{DriftKind, Finding, Reported, Score, SignalId, Standing, Stopped, Verdict};
use crate::signal::SIGNALS;
use crate::text::path;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use xxhash_rust::xxh3::xxh3_64;

/// The rule of claims that the record refutes.
const CLAIM: &str = "refuted-claim";

/// The rule of calls that a hook denies.
const DENIED: &str = "denied-call";

/// The folder that relative addresses are relative to.
const ROOT: &str = "%SRCROOT%";

/// The reports as SARIF 2.1.0, all in one run: code scanning takes a few runs of a tool at most.
pub fn sarif(reports: &[Report]) -> String {
    pretty(&Log { schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run(reports)] })
}

fn run(reports: &[Report]) -> Run {
    let signals = SIGNALS.iter().map(|signal| Rule::new(signal.id().0, signal.doc()));
    let rules: Vec<Rule> = signals.chain([Rule::of_claims(), Rule::of_denials()]).collect();
    let names = names(reports);
    let several = names.len() > 1;
    let results = reports.iter().zip(&names).flat_map(|(report, name)| {
        let mut results = results_of(report, rules.len());
        for result in &mut results {
            result.properties.session = several.then(|| name.clone());
        }
        results
    });
    let sessions = reports.iter().zip(&names).map(|(report, name)| SessionProperties {
        id: name.clone(),
        score: outcome::last(report).and_then(outcome::checked),
        standing: outcome::standing(report),
    });
    let root = BTreeMap::from([(ROOT, Description { description: text("the root of the session's project") })]);
    let id = if several { "driftguard/".to_owned() } else { format!("driftguard/{}", names.concat()) };
    Run {
        results: results.collect(),
        properties: RunProperties { sessions: sessions.collect() },
        tool: Tool { driver: Driver { name: "driftguard", semantic_version: env!("CARGO_PKG_VERSION"), rules } },
        automation_details: AutomationDetails { id },
        invocations: [Invocation { execution_successful: true }],
        original_uri_base_ids: root,
    }
}

/// All results of a session. Each has a place: what no file tells of stands in the transcript.
fn results_of(report: &Report, rules: usize) -> Vec<ResultJson> {
    let claimed = claims::refuted(&report.reported).map(|one| refuted(one, rules - 2));
    let found = outcome::all_findings(report);
    let findings = found.iter().flat_map(|(finding, worst)| results(report, finding, worst));
    let mut all: Vec<ResultJson> = findings.chain(claimed).chain(denials(report, &found, rules - 1)).collect();
    for result in all.iter_mut().filter(|result| result.locations.is_empty()) {
        result.locations.push(location(path::base_name(&report.transcript)));
    }
    all
}

#[derive(Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    automation_details: AutomationDetails,
    invocations: [Invocation; 1],
    original_uri_base_ids: BTreeMap<&'static str, Description>,
    results: Vec<ResultJson>,
    properties: RunProperties,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    semantic_version: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    short_description: Message,
    full_description: Message,
    help: Message,
}

#[derive(Serialize)]
struct AutomationDetails {
    id: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
}

#[derive(Serialize)]
struct Description {
    description: Message,
}

#[derive(Serialize)]
pub(super) struct Message {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultJson {
    rule_id: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: &'static str,
    message: Message,
    locations: Vec<Location>,
    partial_fingerprints: BTreeMap<&'static str, String>,
    rank: f64,
    properties: ResultProperties,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Location {
    physical_location: PhysicalLocation,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactLocation {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
}

#[derive(Serialize)]
struct ResultProperties {
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Score>,
    calls: Vec<u64>,
    /// Where the page tells of several sessions.
    #[serde(skip_serializing_if = "Option::is_none")]
    session: Option<String>,
}

#[derive(Serialize)]
struct RunProperties {
    sessions: Vec<SessionProperties>,
}

#[derive(Serialize)]
struct SessionProperties {
    id: String,
    score: Option<Score>,
    standing: Standing,
}

impl Rule {
    fn of_claims() -> Self {
        Self {
            id: CLAIM,
            short_description: text("the agent's report says what the record of its session refutes"),
            full_description: text(
                "Notices when a report tells of tests, builds, commits or files what the session's own calls contradict, or \
                 have no trace of.",
            ),
            help: text(
                "Not meant: what the record cannot tell. Every verdict stands in the JSON report with its evidence.",
            ),
        }
    }

    fn of_denials() -> Self {
        Self {
            id: DENIED,
            short_description: text("a call does what the user's own words or `scope.protect` forbid"),
            full_description: text(
                "Notices when a call changes what the user forbade, or runs a command that they forbade, directly or through a script. \
                 A hook denies such a call before it runs.",
            ),
            help: text(
                "An error where the call ran, a note where it was refused at the time. Not meant: limits that a later prompt lifted. \
                 `driftguard goal show` tells what was understood of each limit.",
            ),
        }
    }

    fn new(id: &'static str, doc: crate::signal::Doc) -> Self {
        Self {
            id,
            short_description: text(doc.notices),
            full_description: text(&format!("Notices when {}. It matters because {}.", doc.notices, doc.why)),
            help: text(&format!(
                "Not meant: {}. Mark a false alarm with `driftguard wrong`. Source: {}.",
                doc.near_miss, doc.source
            )),
        }
    }
}

/// A claim that the record refutes.
fn refuted(one: &Reported, rule: usize) -> ResultJson {
    let said =
        format!("“{}” is {}: {}", line(&one.claim.text), one.judgement.verdict.name(), line(&one.judgement.evidence));
    ResultJson {
        rule_id: CLAIM,
        rule_index: Some(rule),
        level: "error",
        message: text(&said),
        locations: Vec::new(),
        partial_fingerprints: BTreeMap::from([("driftguard/v1", fingerprint(&one.claim.key(), Some(&one.claim.text)))]),
        rank: ((1.0 - one.judgement.score) * 1000.0).round() / 10.0,
        properties: ResultProperties { score: None, calls: vec![one.call], session: None },
    }
}

/// One result for each thing that was forbidden and done, with all its calls. What a finding about a limit tells of already is told
/// there.
fn denials(report: &Report, found: &[(Finding, &Verdict)], rule: usize) -> Vec<ResultJson> {
    let told = |one: &Stopped| stopped::is_found(one, found.iter().map(|(finding, _)| finding));
    let mut results: Vec<(String, ResultJson)> = Vec::new();
    for one in stopped::denied(report).filter(|one| !told(one)) {
        let done = if one.ran { "it ran; a hook denies it" } else { "refused at the time" };
        let said = format!("{} ({done}); {}", stopped::shown(one), stopped::against(one));
        if let Some((_, known)) = results.iter_mut().find(|(known, _)| *known == said) {
            known.properties.calls.push(one.call);
            continue;
        }
        let places = [&one.prohibited.place, &one.prohibited.through];
        let place = places.into_iter().find(|place| !place.is_empty()).map(String::as_str);
        let result = ResultJson {
            rule_id: DENIED,
            rule_index: Some(rule),
            level: if one.ran { "error" } else { "note" },
            message: text(&said),
            locations: place.map(location).into_iter().collect(),
            partial_fingerprints: BTreeMap::from([("driftguard/v1", fingerprint(&said, place))]),
            rank: if one.ran { 100.0 } else { 0.0 },
            properties: ResultProperties { score: None, calls: vec![one.call], session: None },
        };
        results.push((said, result));
    }
    results.into_iter().map(|(_, result)| result).collect()
}

/// One result for each file of a finding; a finding without a file has one result without a place.
fn results(report: &Report, finding: &Finding, worst: &Verdict) -> Vec<ResultJson> {
    let paths = &finding.evidence.paths;
    let places: Vec<Option<&str>> =
        if paths.is_empty() { vec![None] } else { paths.iter().map(|path| Some(path.as_str())).collect() };
    let calls = outcome::calls(report, &finding.evidence.events);
    let mut parts = vec![line(&finding.what), outcome::shown_calls(&calls, 8)];
    parts.extend(outcome::against(report.session.goal.as_ref(), &finding.evidence));
    let denied = finding.signal == SignalId::CONSTRAINT_BREACH
        && finding.evidence.events.iter().any(|event| stopped::is_denied(report, *event));
    parts.extend(denied.then(|| "a hook denies it".to_owned()));
    parts.retain(|part| !part.is_empty());
    let said = parts.join("; ");
    let result = |path: Option<&str>| ResultJson {
        rule_id: finding.signal.0,
        rule_index: SIGNALS.iter().position(|signal| signal.id() == finding.signal),
        level: level(worst.kind),
        message: text(&said),
        locations: path.map(location).into_iter().collect(),
        partial_fingerprints: BTreeMap::from([("driftguard/v1", fingerprint(&finding.key, path))]),
        rank: (finding.severity.value() * 1000.0).round() / 10.0,
        properties: ResultProperties { score: Some(worst.score), calls: calls.clone(), session: None },
    };
    places.into_iter().map(result).collect()
}

fn level(kind: DriftKind) -> &'static str {
    match kind {
        DriftKind::None => "note",
        DriftKind::Minor => "warning",
        DriftKind::Major | DriftKind::Critical => "error",
    }
}

pub(super) fn fingerprint(key: &str, path: Option<&str>) -> String {
    format!("{:016x}", xxh3_64(format!("{key}\n{}", path.unwrap_or_default()).as_bytes()))
}

/// A finding is about a whole file; viewers that show code ask for a line, so it is the first.
fn location(path: &str) -> Location {
    location_at(path, 1)
}

/// A line of a file.
pub(super) fn location_at(path: &str, start_line: u32) -> Location {
    let path = path.replace('\\', "/");
    let drive = path.as_bytes().get(1) == Some(&b':');
    let outside = path.starts_with('/') || drive;
    let (uri, uri_base_id) = if outside {
        (format!("file://{}{}", if drive { "/" } else { "" }, encoded(&path)), None)
    } else {
        (encoded(&path), Some(ROOT))
    };
    Location {
        physical_location: PhysicalLocation {
            artifact_location: ArtifactLocation { uri, uri_base_id },
            region: Region { start_line },
        },
    }
}

/// A path as part of an address (RFC 3986): all but unreserved characters and `/` as percent and hex.
pub(super) fn encoded(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

/// A message by the rules of section 3.11: braces are doubled because `{0}` stands for an argument, and `](` is parted
/// because `[text](target)` is a link.
pub(super) fn text(said: &str) -> Message {
    Message { text: line(said).replace('{', "{{").replace('}', "}}").replace("](", "] (") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::report::testing::{declared_goal, drifting, report, steady, with_findings};
    use serde_json::Value;

    fn parsed(report: &Report) -> Value {
        serde_json::from_str(&sarif(std::slice::from_ref(report))).unwrap()
    }

    /// What SARIF 2.1.0 requires of every object that is written here, and what its viewers require on top.
    #[track_caller]
    fn check(report: &Report) -> Vec<Value> {
        let log = parsed(report);
        assert_eq!(log["version"], "2.1.0");
        assert!(log["$schema"].as_str().unwrap().contains("sarif-2.1.0"));
        let run = &log["runs"][0];
        let driver = &run["tool"]["driver"];
        assert_eq!(driver["name"], "driftguard");
        let rules = driver["rules"].as_array().unwrap();
        for rule in rules {
            let id = rule["id"].as_str().unwrap();
            for text in ["shortDescription", "fullDescription", "help"] {
                assert!(!rule[text]["text"].as_str().unwrap().is_empty(), "{id} {text}");
            }
        }
        assert_eq!(run["invocations"][0]["executionSuccessful"], true);
        let bases = run["originalUriBaseIds"].as_object().unwrap();
        let results = run["results"].as_array().unwrap();
        for result in results {
            assert!(!result["message"]["text"].as_str().unwrap().is_empty());
            let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            assert_eq!(rules[index]["id"], result["ruleId"]);
            assert!(["none", "note", "warning", "error"].contains(&result["level"].as_str().unwrap()));
            assert!((0.0..=100.0).contains(&result["rank"].as_f64().unwrap()));
            for print in result["partialFingerprints"].as_object().unwrap().values() {
                assert_eq!(print.as_str().unwrap().len(), 16);
            }
            for location in result["locations"].as_array().unwrap() {
                let place = &location["physicalLocation"];
                let uri = place["artifactLocation"]["uri"].as_str().unwrap();
                let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/%:".contains(&byte);
                assert!(uri.bytes().all(allowed), "{uri}");
                if let Some(base) = place["artifactLocation"]["uriBaseId"].as_str() {
                    assert!(bases.contains_key(base));
                    assert!(!uri.starts_with('/') && !uri.contains(':'), "{uri}");
                }
                assert!(place["region"]["startLine"].as_u64().unwrap() >= 1);
            }
        }
        results.clone()
    }

    #[test]
    fn each_finding_is_one_result_over_all_assessments() {
        let results = check(&drifting());
        let shown: Vec<String> = results
            .iter()
            .map(|result| {
                let uri = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
                format!("{} {} {}", result["ruleId"], result["level"], uri).replace('"', "")
            })
            .collect();
        assert_eq!(
            shown,
            [
                "out-of-scope error src/styles/theme.css",
                "constraint-breach error CHANGELOG.md",
                "ignored-correction error CHANGELOG.md",
            ]
        );
        let mut prints: Vec<String> = results.iter().map(|result| result["partialFingerprints"].to_string()).collect();
        prints.sort_unstable();
        prints.dedup();
        assert_eq!(prints.len(), results.len());
    }

    #[test]
    fn what_a_hook_denies_has_its_rule_its_file_and_its_calls() {
        let lines =
            ["user go on", "edit CHANGELOG.md ! refused", "write CHANGELOG.md ! refused", "edit src/auth/token.ts"];
        let results = check(&report(Some(declared_goal()), &lines));
        assert_eq!(results.len(), 1, "{results:?}");
        assert_eq!((&results[0]["ruleId"], &results[0]["level"]), (&"denied-call".into(), &"note".into()));
        assert_eq!(results[0]["properties"]["calls"], serde_json::json!([1, 2]));
        let place = &results[0]["locations"][0]["physicalLocation"]["artifactLocation"];
        assert_eq!((&place["uri"], &place["uriBaseId"]), (&"CHANGELOG.md".into(), &ROOT.into()));
        // What ran is a finding already: it says that a hook denies it.
        let broken = check(&drifting());
        let breach = broken.iter().find(|result| result["ruleId"] == "constraint-breach").unwrap();
        assert!(breach["message"]["text"].as_str().unwrap().ends_with("; a hook denies it"), "{breach}");
        assert!(broken.iter().all(|result| result["ruleId"] != DENIED));
    }

    #[test]
    fn sessions_without_findings_have_no_results() {
        assert!(check(&steady()).is_empty());
        assert!(check(&report(None, &[])).is_empty());
    }

    #[test]
    fn many_findings_and_findings_without_a_file_are_valid() {
        assert!(check(&with_findings(drifting(), 500)).len() >= 500);
        let lines = ["bash npm test ! 1 failed"; 3];
        let results = check(&report(Some(declared_goal()), &lines));
        assert_eq!(results.len(), 1);
        // Code scanning refuses a result without a place.
        let place = &results[0]["locations"][0]["physicalLocation"]["artifactLocation"];
        assert_eq!(place["uri"], "5f0c2a1e-session.jsonl");
    }

    #[test]
    fn several_sessions_are_one_run_and_told_apart() {
        let log: Value = serde_json::from_str(&sarif(&[drifting(), drifting()])).unwrap();
        let run = &log["runs"][0];
        assert_eq!(
            (log["runs"].as_array().unwrap().len(), &run["automationDetails"]["id"]),
            (1, &"driftguard/".into())
        );
        assert_eq!(run["properties"]["sessions"].as_array().unwrap().len(), 2);
        let results = run["results"].as_array().unwrap();
        assert_eq!(results.len(), 6);
        assert!(results.iter().all(|result| result["properties"]["session"].is_string()));
    }

    #[test]
    fn addresses_and_messages_are_escaped() {
        let uri = |path: &str| location(path).physical_location.artifact_location.uri;
        assert_eq!(uri("src/a b/[id]#1.ts"), "src/a%20b/%5Bid%5D%231.ts");
        assert_eq!(uri("/tmp/ü.txt"), "file:///tmp/%C3%BC.txt");
        assert_eq!(uri("C:\\code\\a.rs"), "file:///C%3A/code/a.rs");
        assert_eq!(text("see {0} [x](https://e.org)").text, "see {{0}} [x] (https://e.org)");
    }
}
