//! Subagents under the hooks: what they may do is decided by the user's goal, and what they did is told where somebody reads it.

use crate::world::{World, shown};

const GOAL: &str = "The login never expires, fix the session in src/auth/session.py please and add a test.";
/// What the client answers to a call that starts a subagent and waits for it, and to one that does not.
const WAITED: &str = r#"{"status":"completed","agentId":"a1","content":[]}"#;
const LAUNCHED: &str = r#"{"isAsync":true,"status":"async_launched","agentId":"a1"}"#;

/// A session with hooks of its main agent and of one subagent.
struct Family {
    world: World,
    calls: std::cell::Cell<u32>,
}

impl Family {
    fn new(prompt: &str) -> Self {
        let world = World::new();
        world.prompt("s", "p1", prompt);
        Self { world, calls: std::cell::Cell::new(0) }
    }

    fn hook(&self, subcommand: &str, event: &str, fields: &str) -> String {
        let (code, answer, complaint) =
            shown(&self.world.call(&[subcommand], self.world.payload("s", event, fields).as_bytes()));
        assert_eq!((code, complaint.as_str()), (Some(0), ""), "{fields}");
        answer
    }

    /// One call before and after it ran; `agent` is "" for the main agent. Returns both answers, the second only where it ran.
    fn tool(&self, agent: &str, name: &str, input: &serde_json::Value, response: &str) -> (String, String) {
        self.calls.set(self.calls.get() + 1);
        let id = self.calls.get();
        let whose = if agent.is_empty() {
            String::new()
        } else {
            format!(r#","agent_id":"{agent}","agent_type":"general-purpose""#)
        };
        let fields = format!(r#""tool_name":"{name}","tool_input":{input},"tool_use_id":"t{id}"{whose}"#);
        let before = self.hook("pre-tool-use", "PreToolUse", &fields);
        if before.contains(r#""permissionDecision":"deny""#) {
            return (before, String::new());
        }
        let after = self.hook("post-tool-use", "PostToolUse", &format!(r#"{fields},"tool_response":{response}"#));
        (before, after)
    }

    fn edit(&self, agent: &str, file: &str) -> (String, String) {
        let path = self.world.project().join(file);
        let input = serde_json::json!({ "file_path": path, "old_string": "a", "new_string": file });
        self.tool(agent, "Edit", &input, r#"{"filePath":"x"}"#)
    }

    /// Starts a subagent, lets it work, and waits for it; returns what is said when its call comes back.
    fn wait_for(&self, task: &str, work: impl FnOnce()) -> String {
        let with_end = || {
            work();
            assert_eq!(self.ends("a1"), "");
        };
        self.wait_for_one_stopped(task, with_end)
    }

    /// The same of a subagent whose turn was ended by a refusal: the client fires no hook at its end.
    fn wait_for_one_stopped(&self, task: &str, work: impl FnOnce()) -> String {
        let input = serde_json::json!({ "description": "part", "prompt": task, "run_in_background": false });
        let fields = format!(r#""tool_name":"Agent","tool_input":{input},"tool_use_id":"task""#);
        assert_eq!(self.hook("pre-tool-use", "PreToolUse", &fields), "");
        work();
        self.hook("post-tool-use", "PostToolUse", &format!(r#"{fields},"tool_response":{WAITED}"#))
    }

    /// Starts a subagent that works while its parent goes on.
    fn launch(&self, task: &str) {
        let input = serde_json::json!({ "description": "part", "prompt": task });
        assert_eq!(self.tool("", "Agent", &input, LAUNCHED), Self::silent());
    }

    fn silent() -> (String, String) {
        (String::new(), String::new())
    }

    fn ends(&self, agent: &str) -> String {
        let fields = format!(r#""agent_id":"{agent}","agent_type":"general-purpose","last_assistant_message":"Done.""#);
        self.hook("subagent-stop", "SubagentStop", &fields)
    }
}

#[test]
fn what_a_subagent_did_in_the_background_is_told_before_the_next_call_once() {
    let family = Family::new(GOAL);
    family.launch("Look at the session in src/auth/session.py and fix it.");
    assert_eq!(family.edit("a1", "src/auth/session.py"), Family::silent());
    family.edit("a1", "web/theme.css");
    assert!(family.edit("a1", "web/cart.css").1.contains("web/cart.css and web/theme.css were changed"));
    // What a hook of a subagent's end answers would reach the subagent alone.
    assert_eq!(family.ends("a1"), "");
    // Looking is a moment to be told, and work on the goal does not outweigh what was not told yet.
    let read = serde_json::json!({ "file_path": family.world.project().join("src/auth/session.py") });
    let told = family.tool("", "Read", &read, r#"{"type":"text"}"#);
    assert!(told.0.contains("delegated work drifted: web/theme.css, web/cart.css"), "{told:?}");
    assert_eq!(family.edit("", "src/auth/session.py"), Family::silent());
    assert_eq!(family.edit("", "tests/test_session.py").0, "");
}

#[test]
fn handing_the_drift_on_makes_no_goal_of_it() {
    let family = Family::new(GOAL);
    assert_eq!(family.edit("", "src/auth/session.py"), Family::silent());
    let told = family.wait_for("First restyle web/theme.css and web/cart.css with rounder shapes.", || {
        family.edit("a1", "web/theme.css");
        assert!(family.edit("a1", "web/cart.css").1.contains("web/cart.css and web/theme.css were changed"));
    });
    assert!(told.contains("delegated work drifted: web/theme.css, web/cart.css"), "{told}");
}

#[test]
fn a_task_inside_the_goal_opens_its_places() {
    let family = Family::new(GOAL);
    let told = family.wait_for("Add a sign-out to src/auth/views.py and to src/shop/menu.py.", || {
        for file in ["src/auth/views.py", "src/shop/menu.py", "src/auth/session.py"] {
            assert_eq!(family.edit("a1", file), Family::silent(), "{file}");
        }
    });
    assert_eq!(told, "");
}

#[test]
fn a_refusal_tells_of_the_change_that_was_let_pass_before_it_and_the_parent_hears_of_that() {
    let family = Family::new(GOAL);
    std::fs::write(family.world.data().join("config.toml"), "mode = \"enforce\"\n").unwrap();
    let told = family.wait_for("fix the session", || {
        family.edit("a1", "src/auth/session.py");
        assert_eq!(family.edit("a1", "web/theme.css"), Family::silent());
        let (denied, _) = family.edit("a1", "web/cart.css");
        assert!(denied.contains("not cover web/cart.css. web/theme.css was changed before it; leave that"), "{denied}");
        // It is said once.
        let (again, _) = family.edit("a1", "web/shop.css");
        assert!(again.contains("not cover web/shop.css. The user asked"), "{again}");
    });
    assert!(told.contains("delegated work drifted: web/theme.css in"), "{told}");
}

#[test]
fn the_parent_hears_of_a_subagent_that_was_stopped() {
    let family = Family::new(GOAL);
    std::fs::write(family.world.data().join("config.toml"), "mode = \"enforce\"\n").unwrap();
    let told = family.wait_for_one_stopped("fix the session", || {
        for file in ["web/theme.css", "web/cart.css", "web/shop.css"] {
            family.edit("a1", file);
        }
    });
    assert!(told.contains("delegated work drifted: web/theme.css"), "{told}");
    assert_eq!(family.edit("", "src/auth/session.py"), Family::silent());
}

#[test]
fn the_parent_hears_of_one_that_was_stopped_in_the_background() {
    let family = Family::new("Fix the session in src/auth/session.py. Keep to src/auth/.");
    family.launch("fix the session");
    for file in ["web/theme.css", "web/cart.css", "web/shop.css"] {
        family.edit("a1", file);
    }
    std::fs::write(family.world.data().join("config.toml"), "mode = \"enforce\"\n").unwrap();
    let (denied, _) = family.edit("a1", "web/menu.css");
    assert!(denied.contains(r#""continue":false"#), "{denied}");
    let (told, _) = family.edit("", "src/auth/session.py");
    assert!(told.contains("delegated work drifted: web/theme.css"), "{told}");
}

#[test]
fn what_the_user_says_later_holds_for_a_running_subagent() {
    let world = World::new();
    world.prompt("s", "p1", "Fix the rounding in src/billing/invoice.py");
    let file = r#"{"file_path":"$PROJECT/src/billing/tax.py","content":"x"}"#;
    let hook = |id: &str, agent: &str, subcommand: &str, event: &str, rest: &str| {
        let fields = format!(r#""tool_name":"Write","tool_input":{file},"tool_use_id":"{id}"{agent}{rest}"#);
        shown(&world.call(&[subcommand], world.payload("s", event, &fields).as_bytes())).1
    };
    let child = r#","agent_id":"a1","agent_type":"general-purpose""#;
    assert_eq!(hook("t1", child, "pre-tool-use", "PreToolUse", ""), "");
    hook("t1", child, "post-tool-use", "PostToolUse", r#","tool_response":{"filePath":"x"}"#);
    world.prompt("s", "p2", "and do not touch src/billing/tax.py");
    assert!(hook("t2", child, "pre-tool-use", "PreToolUse", "").contains("deny"));
    // The call that started it ends late: what is known of the subagent stays.
    let started =
        r#""tool_name":"Agent","tool_input":{"prompt":"look"},"tool_use_id":"t3","tool_response":{"agentId":"a1"}"#;
    world.call(&["post-tool-use"], world.payload("s", "PostToolUse", started).as_bytes());
    let known: String = world.sql().query_row("SELECT state FROM agents", [], |row| row.get(0)).unwrap();
    assert!(known.contains(r#""src/billing/tax.py":1"#), "{known}");
}

/// A record of a subagent's own transcript, at a second.
fn beside(second: u32, kind: &str, content: &str) -> String {
    format!(
        r#"{{"isSidechain":true,"agentId":"a1","cwd":"$PROJECT","timestamp":"2026-05-04T08:00:{second:02}.000Z","type":"{kind}","message":{{"role":"{kind}","content":{content}}}}}"#
    )
}

#[test]
fn what_a_subagent_did_is_judged_from_its_own_transcript() {
    let world = World::new();
    let main = |second: u32, kind: &str, content: &str| {
        beside(second, kind, content).replacen(r#""isSidechain":true,"agentId":"a1""#, r#""isSidechain":false"#, 1)
    };
    let call = |id: &str, name: &str, input: &str| {
        format!(r#"[{{"type":"tool_use","id":"{id}","name":"{name}","input":{input}}}]"#)
    };
    let result =
        |id: &str, text: &str| format!(r#"[{{"type":"tool_result","tool_use_id":"{id}","content":"{text}"}}]"#);
    let edits = |files: &[&str]| {
        let mut lines = vec![beside(3, "user", r#""look after the invoices""#)];
        for (file, at) in files.iter().zip(4..) {
            let input = format!(r#"{{"file_path":"$PROJECT/{file}","old_string":"a","new_string":"{at}"}}"#);
            lines.push(beside(at, "assistant", &call(&format!("c{at}"), "Edit", &input)));
            lines.push(beside(at, "user", &result(&format!("c{at}"), "updated")));
        }
        // A copy of what its parent did is none of its own work.
        lines.push(beside(9, "assistant", &call("m1", "Edit", r#"{"file_path":"$PROJECT/web/cart.js"}"#)));
        lines.join("\n")
    };
    let own = [
        main(
            0,
            "user",
            r#""Fix the rounding in src/billing/invoice.py. Keep to src/billing. You may edit web/cart.js.""#,
        ),
        main(1, "assistant", &call("m0", "Agent", r#"{"prompt":"look after the invoices"}"#)),
        main(2, "user", &result("m0", "launched")),
        main(
            2,
            "assistant",
            &call("m1", "Edit", r#"{"file_path":"$PROJECT/web/cart.js","old_string":"a","new_string":"b"}"#),
        ),
        main(2, "user", &result("m1", "updated")),
        main(20, "assistant", r#"[{"type":"text","text":"Done."}]"#),
    ];
    let path = world.transcript("s");
    std::fs::write(&path, world.placed(&own.join("\n"))).unwrap();
    let folder = path.with_extension("").join("subagents");
    std::fs::create_dir_all(&folder).unwrap();
    let judged = |files: &[&str]| {
        std::fs::write(folder.join("agent-a1.jsonl"), world.placed(&edits(files))).unwrap();
        let told = |command: &str| shown(&world.call(&[command, path.to_str().unwrap()], b"")).1;
        (told("check"), told("explain"))
    };
    let (check, explain) = judged(&["src/billing/invoice.py", "web/theme.css", "README.md"]);
    assert!(check.contains("delegated work drifted: web/theme.css, README.md"), "{check}");
    assert!(check.contains("off goal, score 7 of 10") && check.contains("3 calls of subagents"), "{check}");
    assert!(explain.contains("score 10 -> 7") && explain.contains("delegated-drift:a1"), "{explain}");
    let (check, explain) = judged(&["src/billing/invoice.py", "src/billing/tax.py"]);
    assert!(check.contains("score 10 of 10") || check.contains("nothing to say"), "{check}");
    assert!(!explain.contains("delegated"), "{explain}");
}

#[test]
fn texts_to_a_subagent_count_and_what_the_parent_hears_is_told_once() {
    let family = Family::new("Fix the session in src/auth/session.py. Keep to src/auth/.");
    family.launch("fix the session");
    assert_eq!(family.edit("a1", "src/auth/session.py"), Family::silent());
    assert_ne!(family.edit("a1", "web/theme.css"), Family::silent());
    let told = |family: &Family| -> serde_json::Value {
        serde_json::from_slice(&family.world.call(&["status", "--json"], b"").stdout).unwrap()
    };
    let before = told(&family)["session"].clone();
    assert_eq!(before["texts"], 1, "{before}");
    assert!(before["tokens"].as_u64().unwrap() > 0, "{before}");
    family.edit("a1", "web/cart.css");
    family.ends("a1");
    assert!(family.edit("", "src/auth/session.py").0.contains("delegated work drifted"));
    let after = told(&family)["session"].clone();
    assert_eq!((&after["texts"], &after["warnings"]), (&2.into(), &0.into()), "{after}");
}
