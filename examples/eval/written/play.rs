//! Sessions that people wrote for a measurement, each call labelled by its author, played as the hooks would see them.
//!
//! Each prompt and call is put into the payload that the agent's client would have sent, which the client's adapter reads; a call is
//! decided about before it runs, and what is denied does not run.

use driftguard::agent::adapters;
use driftguard::config::Config;
use driftguard::domain::{Decision, Event, EventId, FileList, Root, Session};
use driftguard::guard::{Facts, Guard, Surface};
use driftguard::signal::Touched;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Where the project lies.
const ROOT: &str = "/project";

/// The repositories of a set: the paths of each.
pub(crate) type Repositories = BTreeMap<String, Vec<String>>;

/// A session of a set. `L` is what its author could say of a call.
#[derive(Deserialize)]
pub(crate) struct Talk<L> {
    pub(crate) id: String,
    repo: String,
    turns: Vec<Turn<L>>,
}

/// What the user types, or what the agent does.
#[derive(Deserialize)]
#[serde(untagged)]
enum Turn<L> {
    Prompt {
        prompt: String,
    },
    Call {
        tool: String,
        input: Value,
        /// What the tool answered; empty where its author wrote nothing.
        #[serde(default)]
        out: String,
        /// What somebody who reads the session says of the call. Only counted, never played.
        label: L,
        /// The user's words that it breaks.
        words: Option<String>,
    },
}

/// What was done about a call.
#[derive(Serialize)]
pub(crate) struct Answer<L> {
    pub(crate) id: String,
    /// The call, from 0, as it stands among the turns of the session.
    pub(crate) turn: usize,
    pub(crate) label: L,
    /// The user's words that it is said to break.
    words: Option<String>,
    /// The call in a line.
    call: String,
    /// `denied`, `asked`, `noted` (it counts in the score and is told when that is low enough), or nothing.
    pub(crate) done: Option<&'static str>,
    /// Why, in the words of the guard.
    why: String,
    /// The score behind the call.
    pub(crate) score: u8,
    /// What the agent is told behind the call, or at the prompt that follows.
    pub(crate) told: Option<String>,
    /// What it changed: each place, what it has to do with the goal, and how it hangs together with the work.
    places: Vec<Value>,
}

/// Plays a session and tells what was done about each of its calls.
pub(crate) fn play<L: Copy>(talk: &Talk<L>, repositories: &Repositories, config: &Config) -> Vec<Answer<L>> {
    let list = FileList::new(repositories.get(&talk.repo).cloned().unwrap_or_default(), true);
    let files = &list;
    let facts = Facts { interactive: true, ..Facts::of(config, &files) };
    let root = Root { path: ROOT.to_owned(), ..Root::default() };
    let mut guard = Guard::resume(Session { id: talk.id.clone(), root, ..Session::default() }, &facts);
    let mut answers: Vec<Answer<L>> = Vec::new();
    for (at, turn) in talk.turns.iter().enumerate() {
        match turn {
            Turn::Prompt { prompt } => {
                let begun = guard.session().goal.is_some();
                for event in told("prompt-inject", json!({"prompt": prompt, "prompt_id": at.to_string()})) {
                    guard.observe(event);
                }
                if begun {
                    let said = text(guard.assess(Surface::Prompt).decision);
                    if let Some(last) = answers.last_mut() {
                        last.told = last.told.take().or(said);
                    }
                }
            }
            Turn::Call { tool, input, out, label, words } => {
                let input = in_root(input);
                let met = call(&mut guard, at, tool, &input, out);
                let shown = input.get("command").or_else(|| input.get("file_path")).and_then(Value::as_str);
                answers.push(Answer {
                    id: talk.id.clone(),
                    turn: at,
                    label: *label,
                    words: words.clone(),
                    call: format!("{tool} {}", shown.unwrap_or_default()),
                    done: met.done,
                    why: met.why,
                    score: guard.score().value(),
                    told: met.told,
                    places: met.places,
                });
            }
        }
    }
    answers
}

/// How a call was met.
#[derive(Default)]
struct Met {
    done: Option<&'static str>,
    why: String,
    told: Option<String>,
    places: Vec<Value>,
}

/// Lets the agent make a call, and finish it where it may.
fn call(guard: &mut Guard<'_>, at: usize, tool: &str, input: &Value, out: &str) -> Met {
    let id = format!("call-{at}");
    let coming = json!({"tool_name": tool, "tool_input": input, "tool_use_id": id});
    let done = finished(&coming, out);
    for event in told("pre-tool-use", coming) {
        match guard.before(event, None) {
            Decision::Deny { reason, .. } => return Met { done: Some("denied"), why: reason, ..Met::default() },
            Decision::Ask { reason, .. } => return Met { done: Some("asked"), why: reason, ..Met::default() },
            _ => {}
        }
    }
    let pending = guard.session().pending.iter().find(|pending| pending.call_id == id).map(|pending| pending.event);
    let mut met = Met::default();
    for event in told("post-tool-use", done) {
        met.told = text(guard.after(event, Surface::After).0);
        let place = |touched: &Touched| json!({"file": touched.place.shown(), "relation": format!("{:?}", touched.relation), "bond": touched.bond});
        met.places = guard.touched().iter().map(place).collect();
    }
    if let Some(why) = pending.and_then(|event| noted(guard, event)) {
        met.done = Some("noted");
        met.why = why;
    }
    met
}

/// The payload of a finished call, in the shape of its tool.
fn finished(coming: &Value, out: &str) -> Value {
    let mut done = coming.clone();
    if out.starts_with("Exit code ") {
        done["hook_event_name"] = json!("PostToolUseFailure");
        done["error"] = json!(out);
        return done;
    }
    done["tool_response"] = match coming["tool_name"].as_str() {
        Some("Bash") => json!({"stdout": out, "stderr": "", "interrupted": false}),
        Some("Read") => {
            json!({"type": "text", "file": {"filePath": coming["tool_input"]["file_path"], "content": out}})
        }
        _ => json!(out),
    };
    done
}

/// The text for the agent.
fn text(decision: Decision) -> Option<String> {
    match decision {
        Decision::Inject { text, .. } => Some(text),
        _ => None,
    }
}

/// What stands against a call that has run.
fn noted(guard: &Guard<'_>, event: EventId) -> Option<String> {
    let open = guard.session().drift.open.iter().filter(|item| item.event == event);
    let told: Vec<String> = open
        .flat_map(|item| &item.findings)
        .map(|found| {
            format!("{}: {} ({})", found.signal, found.what, found.evidence.clause.as_deref().unwrap_or_default())
        })
        .collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// The paths of an input where the project lies, as the client gives them.
fn in_root(input: &Value) -> Value {
    let mut input = input.clone();
    for key in ["file_path", "notebook_path", "path"] {
        if let Some(Value::String(path)) = input.get_mut(key)
            && !path.starts_with(['/', '~'])
        {
            *path = format!("{ROOT}/{path}");
        }
    }
    input
}

/// What the client's adapter reads from the payload of a hook.
fn told(subcommand: &str, mut payload: Value) -> Vec<Event> {
    payload["session_id"] = json!("s");
    payload["cwd"] = json!(ROOT);
    let read = adapters()[0].decode_hook(subcommand, payload.to_string().as_bytes());
    read.map(|input| input.events).unwrap_or_default()
}
