#!/usr/bin/env python3
"""Write build/order.ld, which lays the functions that hook calls run next to each other in the program.

    CARGO_PROFILE_RELEASE_STRIP=false RUSTFLAGS="-C relocation-model=static -C llvm-args=-inline-threshold=60" CC_x86_64_unknown_linux_musl=cc \\
        cargo build --release --locked --bin driftguard --target x86_64-unknown-linux-musl
    python3 scripts/order_functions.py target/x86_64-unknown-linux-musl/release/driftguard > build/order.ld

Most of what a hook call costs above an empty process is the pages of the program that it touches first: the functions of one
call lie all over ten megabytes, and a page fault brings in 64 KB around each. This script plays a session with its transcript
to a program that still has its symbols, every hook under valgrind's callgrind, and names the functions that ran: those of the
commonest kind of call first, and among them those first that the next kind needs too, so that what each kind runs lies in
few stretches. Names stand without the hash that the compiler gives them, so the list outlives changes elsewhere; a function
that is not in it, or is no more, costs nothing but its place. Needs valgrind and git. Same program, same output.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SESSION = "11111111-2222-4333-8444-555555555555"
# The hash at the end of a legacy name, then what the optimiser appends to a copy.
HASH = re.compile(r"17h[0-9a-f]{16}E(\.\w+)*$")
# The number of a crate in a v0 name.
CRATE = re.compile(r"Cs[0-9A-Za-z]+_")
COPY = re.compile(r"\.\d+$")
NAME = re.compile(r"c?fn=\(\d+\) (?!0x)([\w$.]+)", re.ASCII)


def calls(project):
    """The session, in the order in which it happens: the event and its payload."""
    token, other = str(project / "src/auth/token.rs"), str(project / "web/styles.css")

    def tool(step, name, given, answer=None):
        event = "PreToolUse" if answer is None else "PostToolUse"
        payload = {"tool_name": name, "tool_use_id": "toolu_%d" % step, "tool_input": given}
        return event, payload if answer is None else {**payload, "tool_response": answer}

    def both(step, name, given, answer):
        return [tool(step, name, given), tool(step, name, given, answer)]

    edit = {"file_path": token, "old_string": "fn refresh() {}", "new_string": "fn refresh() { retry(); }"}
    test = {"command": "cargo test --locked token 2>&1 | tail -5", "description": "Run the tests"}
    failed = "test token::refresh ... FAILED\ntest result: FAILED. 11 passed; 1 failed\nerror: test failed, to rerun pass `--lib`"
    yield "SessionStart", {"source": "startup"}
    yield "UserPromptSubmit", {"prompt": "Fix the token refresh in src/auth/token.rs. Do not touch the tests."}
    yield from both(1, "Read", {"file_path": token}, {"type": "text", "file": {"filePath": token, "content": "fn refresh() {}"}})
    yield from both(2, "Grep", {"pattern": "refresh", "path": str(project)}, {"mode": "files_with_matches", "filenames": [token]})
    yield from both(3, "Edit", edit, {"filePath": token, **edit})
    for step in (4, 5, 6):
        yield from both(step, "Bash", test, {"stdout": failed, "stderr": "", "interrupted": False})
    yield from both(7, "Bash", test, {"stdout": "test result: ok. 12 passed; 0 failed", "stderr": "", "interrupted": False})
    yield "Stop", {"stop_hook_active": False, "last_assistant_message": "The refresh retries now. All 12 tests pass."}
    yield "UserPromptSubmit", {"prompt": "Now log each retry."}
    yield from both(8, "Write", {"file_path": other, "content": "body { color: red }\n"}, {"type": "create", "filePath": other})
    yield tool(9, "Bash", {"command": "rm -rf tests && git push --force"})
    yield tool(10, "Edit", {**edit, "file_path": str(project / "tests/token.rs")})
    yield tool(11, "mcp__tracker__create", {"title": "Retry"})
    yield "SubagentStop", {"agent_id": "a1", "last_assistant_message": "Done."}
    yield "PreCompact", {"trigger": "auto"}
    yield "UserPromptSubmit", {"prompt": "No, don't touch the styles. Go on."}
    yield "UserPromptSubmit", {"prompt": "You may push now, and why does web/index.html show `retry` twice? Only change that file."}
    yield "Stop", {"stop_hook_active": False, "last_assistant_message": "All tests pass."}
    yield "SessionEnd", {"reason": "exit"}


def records(project, event, given):
    """What the client adds to the transcript for the event, in its format."""
    def line(kind, **own):
        common = {"isSidechain": False, "userType": "external", "cwd": str(project), "sessionId": SESSION, "version": "2.1.329"}
        return {"type": kind, **common, "uuid": "u1", "timestamp": "2026-03-04T09:00:00.000Z", **own}

    if event == "UserPromptSubmit":
        return [line("user", promptId="p1", message={"role": "user", "content": given["prompt"]})]
    if event == "PreToolUse":
        use = {"type": "tool_use", "id": given["tool_use_id"], "name": given["tool_name"], "input": given["tool_input"]}
        thought = {"type": "thinking", "thinking": "The token is the cause.", "signature": "s"}
        said = {"type": "text", "text": "I look at the token first."}
        return [line("assistant", message={"role": "assistant", "id": "m1", "content": [block]}) for block in (thought, said, use)]
    if event == "PostToolUse":
        answer = given["tool_response"]
        result = {"type": "tool_result", "tool_use_id": given["tool_use_id"], "content": answer.get("stdout", "done")}
        return [line("user", message={"role": "user", "content": [result]}, toolUseResult=answer)]
    return [line("progress", data={"output": "..."})]


# The subcommand that hears each event.
HOOKS = {
    "SessionStart": "session-start",
    "UserPromptSubmit": "prompt-inject",
    "PreToolUse": "pre-tool-use",
    "PostToolUse": "post-tool-use",
    "SubagentStop": "subagent-stop",
    "PreCompact": "pre-compact",
    "Stop": "stop",
    "SessionEnd": "session-end",
}
# The kinds of call that come often, the commonest first.
KINDS = ["PreToolUse Read", "PreToolUse Bash", "PreToolUse Edit", "PostToolUse Bash", "PostToolUse Edit", "UserPromptSubmit", "Stop"]


def ran(program, hook, payload, folder):
    """Names of the functions that one hook call runs."""
    profile = folder / "callgrind.out"
    command = ["valgrind", "--quiet", "--tool=callgrind", "--demangle=no", "--callgrind-out-file=%s" % profile, program, hook]
    home = {"HOME": str(folder), "DRIFTGUARD_HOME": str(folder / "data"), "DRIFTGUARD_INDEX": "off", "PATH": os.environ["PATH"]}
    subprocess.run(command, input=json.dumps(payload).encode(), env=home, stdout=subprocess.DEVNULL, check=True)
    return set(NAME.findall(profile.read_text()))


def section(name):
    """The pattern of the input section that holds a function."""
    if HASH.search(name):
        return ".text." + HASH.sub("17h*", name)
    name = COPY.sub("", CRATE.sub("Cs*_", name))
    return ".text.%s .text.%s.[0-9]*" % (name, name)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", help="a driftguard that has its symbols")
    program = os.path.abspath(parser.parse_args().program)
    runs = collections.defaultdict(set)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        project = folder / "project"
        for file in ("src/auth/token.rs", "src/lib.rs", "tests/token.rs", "web/index.html"):
            (project / file).parent.mkdir(parents=True, exist_ok=True)
            (project / file).write_text("fn refresh() {}\n")
        subprocess.run(["git", "init", "--quiet", project], check=True)
        transcript = folder / "transcript.jsonl"
        common = {"session_id": SESSION, "transcript_path": str(transcript), "cwd": str(project)}
        for event, payload in calls(project):
            kind = " ".join(filter(None, [event, payload.get("tool_name")]))
            print(kind, file=sys.stderr)
            with transcript.open("a") as lines:
                lines.writelines(json.dumps(record) + "\n" for record in records(project, event, payload))
            called = ran(program, HOOKS[event], {**common, "hook_event_name": event, **payload}, folder)
            runs[kind].update(map(section, called))
    kinds = KINDS + sorted(set(runs) - set(KINDS))
    print("/* Functions of hook calls, those of the commonest calls first. Written by scripts/order_functions.py. */")
    print("SECTIONS { .text.hot : {")
    for pattern in sorted(set().union(*runs.values()), key=lambda pattern: ([pattern not in runs[kind] for kind in kinds], pattern)):
        print("*(%s)" % pattern)
    print("} } INSERT BEFORE .text;")


if __name__ == "__main__":
    main()
