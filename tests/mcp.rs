//! `driftguard mcp`: a client's conversation with the real program over stdin and stdout.

use super::world::{World, assert_silent, shown};
use driftguard::memory::summary::{Delta, EntityKey, EntityKind, NewFact, no_model};
use driftguard::store::memory::{Memory, Turn};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::Duration;

/// A client that has begun a conversation.
struct Client {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    last: u64,
}

impl Client {
    /// Starts the program and speaks the first words of the protocol.
    fn of(world: &World) -> (Self, Value) {
        let mut command = world.driftguard(&["mcp"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (to, from) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let mut client = Self { child, to, from, last: 0 };
        let hello = client.ask(
            "initialize",
            &json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}),
        );
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string());
        (client, hello["result"].clone())
    }

    fn send(&mut self, line: &str) {
        self.raw(line.as_bytes());
    }

    fn raw(&mut self, line: &[u8]) {
        let to = self.to.as_mut().unwrap();
        to.write_all(line).unwrap();
        to.write_all(b"\n").unwrap();
        to.flush().unwrap();
    }

    /// The next line, whatever it answers.
    fn heard(&mut self) -> Value {
        let mut line = String::new();
        assert!(self.from.read_line(&mut line).unwrap() > 0, "the program went");
        serde_json::from_str(&line).unwrap()
    }

    /// The whole answer to a request. Every line must be one of the protocol.
    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.last += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}).to_string());
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "the program went without an answer to {method}");
            let said: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("no line of the protocol: {line}"));
            assert_eq!(said["jsonrpc"], "2.0", "{line}");
            if said["id"] == self.last {
                return said;
            }
        }
    }

    /// What a tool answers.
    #[track_caller]
    fn tool(&mut self, name: &str, arguments: &Value) -> Value {
        let answer = self.ask("tools/call", &json!({"name": name, "arguments": arguments}))["result"].clone();
        assert_eq!(answer["isError"], false, "{answer}");
        let text: Value = serde_json::from_str(answer["content"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(text, answer["structuredContent"], "text and data are one");
        text
    }

    /// What a tool says where it refuses.
    #[track_caller]
    fn refused(&mut self, name: &str, arguments: &Value) -> String {
        let answer = self.ask("tools/call", &json!({"name": name, "arguments": arguments}))["result"].clone();
        assert_eq!(answer["isError"], true, "{answer}");
        answer["content"][0]["text"].as_str().unwrap().to_owned()
    }

    /// Goes, and sees the program end by itself, with nothing more said.
    fn leave(mut self) {
        self.to = None;
        let mut rest = String::new();
        assert_eq!(self.from.read_line(&mut rest).unwrap(), 0, "{rest}");
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn a_client_learns_which_tools_there_are() {
    let world = World::new();
    let (mut client, hello) = Client::of(&world);
    assert_eq!(hello["serverInfo"]["name"], "driftguard");
    assert_eq!(hello["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
    assert!(hello["instructions"].as_str().unwrap().contains("query_memory"));
    let listed = client.ask("tools/list", &json!({}))["result"]["tools"].clone();
    let tools = listed.as_array().unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, driftguard::mcp::TOOLS);
    for tool in tools {
        let name = tool["name"].as_str().unwrap();
        assert_eq!(tool["inputSchema"]["type"], "object", "{name}");
        assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{name}");
        assert_eq!(tool["outputSchema"]["type"], "object", "{name}");
        let only_reads = ["query_memory", "prune", "stats", "current_goal"].contains(&name);
        assert_eq!(tool["annotations"]["readOnlyHint"], only_reads, "{name}");
        assert_eq!(tool["annotations"]["destructiveHint"], false, "{name}");
        assert_eq!(tool["annotations"]["openWorldHint"], false, "{name}");
    }
    assert_eq!(listed[0]["inputSchema"]["required"], json!(["action", "feedback", "outcome"]));
    assert_eq!(listed[2]["inputSchema"]["required"], json!(["step"]));
    client.leave();
    assert!(!world.data().exists(), "looking makes nothing");
}

#[test]
fn what_is_registered_is_found_again_before_the_step() {
    let world = World::new();
    let (mut client, _) = Client::of(&world);
    let nothing = client.tool("query_memory", &json!({"step": "run the migrations"}));
    assert_eq!(nothing, json!({"lessons": [], "about": []}));
    let secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    let mistake = json!({
        "action": "run the database migrations by hand",
        "feedback": format!("permission denied for {secret}"),
        "outcome": "the staging tables were left half changed",
        "command": "cd db && ./migrate up 2>&1 | tail -5",
    });
    let first = client.tool("register_mistake", &mistake);
    assert_eq!((first["new"].clone(), first["merged"].clone()), (json!(true), json!([])));
    let again = client.tool("register_mistake", &mistake);
    assert_eq!((again["new"].clone(), again["lesson"].clone()), (json!(false), first["lesson"].clone()));
    let found = client.tool("query_memory", &json!({"step": "anything", "command": "./migrate up"}));
    let lesson = &found["lessons"][0];
    assert_eq!((lesson["lesson"].clone(), lesson["frequency"].clone()), (first["lesson"].clone(), json!(2)));
    assert!(lesson["confidence"].as_f64().unwrap() > 0.5, "{lesson}");
    assert!(!found.to_string().contains(secret), "credentials are taken out");
    let success = json!({"action": "ask before deploying", "feedback": "the user agreed", "outcome": "a calm release"});
    client.tool("register_success", &success);
    let stats = client.tool("stats", &json!({}));
    assert_eq!((stats["mistakes"].clone(), stats["successes"].clone()), (json!(1), json!(1)));
    // An agent may count what would go, and takes nothing away.
    let pruned = client.tool("prune", &json!({}));
    assert_eq!((pruned["weak"].clone(), pruned["stale_lessons"].clone()), (json!(0), json!(0)));
    assert_eq!(client.tool("stats", &json!({}))["mistakes"], 1);
    client.leave();
    // What hooks look into knows the lesson.
    assert_eq!(world.count("SELECT count(*) FROM lesson_keys"), 1);
}

#[test]
fn what_is_known_of_a_file_and_a_command_is_told_before_the_step() {
    let world = World::new();
    let project = world.project().to_str().unwrap().to_owned();
    let known = |kind, name: &str, text: &str| Delta {
        new: vec![NewFact::beside(text.to_owned())],
        ..Delta::bare(EntityKey { kind, name: name.to_owned() }, Some(7))
    };
    let told = vec![
        known(EntityKind::File, "src/billing/tax.py", "It was mended twice."),
        known(EntityKind::Command, "pytest -q", "It fails without a database."),
    ];
    let numbers = driftguard::config::defaults().memory.summary;
    let mut memory = Memory::open(&world.data().join("memory.db"), Duration::from_secs(5)).unwrap();
    let turn = Turn { project, at: 7, work: Vec::new(), deltas: told };
    memory.take_up(&turn, &numbers, &no_model).unwrap();
    drop(memory);
    let (mut client, _) = Client::of(&world);
    let asked =
        json!({"step": "run the tests", "command": "cd . && pytest -q | tail -3", "file": "src/billing/tax.py"});
    let found = client.tool("query_memory", &asked);
    let about = json!([
        {"kind": "command", "name": "pytest -q", "text": "It fails without a database."},
        {"kind": "file", "name": "src/billing/tax.py", "text": "It was mended twice."},
    ]);
    assert_eq!(found, json!({"lessons": [], "about": about}));
    assert_eq!(client.tool("stats", &json!({}))["texts_grown"], 2);
    client.leave();
}

#[test]
fn the_goal_of_the_latest_session_is_told() {
    let world = World::new();
    let (mut client, _) = Client::of(&world);
    assert_eq!(client.tool("current_goal", &json!({}))["known"], false);
    world.prompt("s1", "p1", "Fix the rounding in src/billing/tax.py. Do not touch web/.");
    let goal = client.tool("current_goal", &json!({}));
    assert_eq!(
        (goal["known"].clone(), goal["session"].clone(), goal["score"].clone()),
        (json!(true), json!("s1"), json!(null))
    );
    assert!(goal["goal"].as_str().unwrap().starts_with("Fix the rounding"), "{goal}");
    assert!(goal["limits"][0].as_str().unwrap().contains("web/"), "{goal}");
    client.leave();
}

#[test]
fn nonsense_is_refused_with_the_way_out_and_the_conversation_goes_on() {
    let world = World::new();
    let (mut client, _) = Client::of(&world);
    let full = |action: &str| json!({"action": action, "feedback": "x", "outcome": "y"});
    assert!(client.refused("register_mistake", &full(" ")).contains("action is empty; say it in one sentence"));
    assert!(client.refused("register_mistake", &full(&"a".repeat(5_000))).contains("more than 4000 characters"));
    assert!(client.refused("register_mistake", &full(&"é".repeat(500_000))).contains("more than 4000 characters"));
    assert!(client.refused("register_mistake", &json!({"action": "x"})).contains("missing field"));
    assert!(client.refused("register_mistake", &json!({"action": 7})).contains("input schema"));
    assert!(client.refused("prune", &json!({"all": true})).contains("unknown field"));
    assert!(client.refused("query_memory", &json!({"step": "x", "kind": "rumours"})).contains("unknown variant"));
    let unknown = client.ask("tools/call", &json!({"name": "delete_everything", "arguments": {}}));
    assert!(unknown["error"]["message"].as_str().unwrap().contains("register_mistake, register_success"), "{unknown}");
    // A line of no JSON, one that never ends, one in another encoding, and JSON that is no message.
    let long = "x".repeat(2 << 20);
    for (line, code) in [
        (&b"this is no JSON"[..], -32700),
        (long.as_bytes(), -32600),
        (b"\xff\xfe{}", -32700),
        (b"[]", -32600),
        (b"{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":[]}", -32600),
    ] {
        client.raw(line);
        let said = client.heard();
        assert_eq!((&said["id"], &said["error"]["code"]), (&Value::Null, &json!(code)), "{said}");
        assert!(said.as_object().unwrap().contains_key("id"), "{said}");
    }
    // Nothing is said to what wants no answer.
    for line in ["", "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"x\"}}"] {
        client.send(line);
    }
    let unknown = client.ask("tools/of_tomorrow", &json!({}));
    assert_eq!(unknown["error"]["code"], -32601, "{unknown}");
    assert_eq!(client.tool("stats", &json!({}))["mistakes"], 0);
    client.leave();
    assert!(!world.data().exists(), "what was refused leaves nothing");
}

#[test]
fn a_store_that_cannot_be_used_is_told_and_not_touched() {
    let world = World::new();
    std::fs::create_dir_all(world.data()).unwrap();
    std::fs::write(world.database(), "no database at all, and long enough to be taken for a damaged one").unwrap();
    let (mut client, _) = Client::of(&world);
    let told = client.refused("current_goal", &json!({}));
    assert!(told.contains("is damaged") && told.contains("driftguard doctor"), "{told}");
    client.leave();
    assert!(std::fs::read_to_string(world.database()).unwrap().starts_with("no database at all"));
}

#[test]
fn one_that_does_not_speak_the_protocol_ends_it() {
    let world = World::new();
    let (code, out, err) = shown(&world.call(&["mcp"], b"hello\n"));
    let said: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &said["error"]["code"], &said["id"]), (Some(65), &json!(-32700), &Value::Null), "{err}");
    assert!(err.contains("does not speak the Model Context Protocol"), "{err}");
    // Nobody spoke at all.
    for nothing in [&b""[..], b"\n\n"] {
        assert_silent(&world.call(&["mcp"], nothing));
    }
}
