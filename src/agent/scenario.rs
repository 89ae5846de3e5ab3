//! Scenario pages: sessions written by hand, one line an event, with what is expected of them.
//!
//! The unit in which behaviour is discussed and tested. A page is Markdown; its `session` blocks are read here, its
//! `config` block is a configuration layer, its `files` block is the repository. CONTRIBUTING.md teaches the lines.

use super::fingerprint::{failure, failure_of};
use crate::domain::{
    Action, ActionKind, Call, ChangedLines, Digest, Event, FileEffect, FileList, FileVerb, Outcome, OutcomeStatus,
    Prompt, PromptClass, Rewrite, What,
};
use crate::text::trace;
use xxhash_rust::xxh3::xxh3_64;

/// A page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// The first heading.
    pub title: String,
    /// The text of the `config` block; may be empty.
    pub config: String,
    /// The line of the page on which that block begins, from 1.
    pub config_line: usize,
    /// The sessions, in order.
    pub sessions: Vec<Scenario>,
}

/// One `session` block.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scenario {
    /// The line of the page on which the block begins, from 1.
    pub line: usize,
    /// What happens, in order.
    pub lines: Vec<Line>,
    /// The repository: the page's `files` block and every relative path that the session touches.
    pub files: FileList,
}

/// One line of a session.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// Events to observe.
    Events(Vec<Event>),
    /// The agent's last words of a turn: it ends, and the next check is about what is done then.
    Ends(String),
    /// An assessment, with what is expected of it.
    Check {
        /// The line of the page, from 1.
        line: usize,
        /// `key: value` pairs behind `#`, in order.
        expected: Vec<(String, String)>,
    },
}

/// Why a page does not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct PageError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong and what is right.
    pub message: String,
}

/// A fenced block while it is read: its kind, the line it began on, its numbered lines.
type Block<'a> = (&'a str, usize, Vec<(usize, &'a str)>);

/// Words that a line may begin with, as a mistyped one is answered.
const KNOWN: &str =
    "user, say, interrupt, compact, edit, write, read, delete, bash, search, mcp, task, plan, ask, agent, ends, check";

/// Keys that may stand behind `check #`.
const EXPECTATIONS: [&str; 11] = [
    "continues",
    "effective",
    "finding",
    "intent",
    "level",
    "no-finding",
    "says",
    "score",
    "standing",
    "suspect",
    "tells",
];

/// Reads a page.
pub fn read_page(text: &str) -> Result<Page, PageError> {
    let mut page = Page::default();
    let mut files: Vec<String> = Vec::new();
    let mut block: Option<Block<'_>> = None;
    for (index, raw) in text.lines().enumerate() {
        let line = index + 1;
        match &mut block {
            None => {
                if let Some(kind) = raw.trim().strip_prefix("```").filter(|kind| !kind.is_empty()) {
                    block = Some((kind, line, Vec::new()));
                } else if page.title.is_empty() {
                    raw.strip_prefix("# ").unwrap_or("").clone_into(&mut page.title);
                }
            }
            Some((_, _, lines)) if raw.trim() != "```" => lines.push((line, raw)),
            Some((kind, start, lines)) => {
                match *kind {
                    "session" => page.sessions.push(read_session(*start, lines)?),
                    "config" => {
                        page.config = lines.iter().flat_map(|(_, text)| [text, "\n"]).collect();
                        page.config_line = *start;
                    }
                    "files" => files = lines.iter().map(|(_, text)| text.trim().to_owned()).collect(),
                    _ => {}
                }
                block = None;
            }
        }
    }
    if let Some((kind, line, _)) = block {
        return Err(PageError { line, message: format!("the `{kind}` block has no end") });
    }
    for session in &mut page.sessions {
        let own = session.files.paths().map(str::to_owned);
        session.files =
            FileList::new(own.chain(files.iter().cloned()).filter(|path| !path.is_empty()).collect(), false);
    }
    Ok(page)
}

fn read_session(start: usize, lines: &[(usize, &str)]) -> Result<Scenario, PageError> {
    let mut session = Scenario { line: start, ..Scenario::default() };
    let mut files = Vec::new();
    for (number, raw) in lines {
        let text = raw.trim();
        if text.is_empty() {
            continue;
        }
        if let Some(more) = text.strip_prefix('|') {
            continue_prompt(&mut session.lines, more.trim(), *number)?;
            continue;
        }
        let rest = text.strip_prefix("check");
        if let Some(rest) = rest.filter(|rest| !rest.starts_with(|letter: char| letter.is_alphanumeric())) {
            session.lines.push(Line::Check { line: *number, expected: read_expected(rest, *number)? });
            continue;
        }
        if let Some(words) = text.strip_prefix("ends ") {
            session.lines.push(Line::Ends(words.trim().to_owned()));
            continue;
        }
        let events = read_line(text, *number)?;
        for event in &events {
            if let What::Call(call) = &event.what {
                files.extend(
                    call.action.effects.iter().map(|effect| effect.path.clone()).filter(|path| !path.starts_with('/')),
                );
            }
        }
        session.lines.push(Line::Events(events));
    }
    session.files = FileList::new(files, false);
    Ok(session)
}

/// A further line of the prompt above.
fn continue_prompt(lines: &mut [Line], more: &str, line: usize) -> Result<(), PageError> {
    if let Some(Line::Events(events)) = lines.last_mut()
        && let Some(Event { what: What::Prompt(prompt), .. }) = events.last_mut()
    {
        prompt.text.push('\n');
        prompt.text.push_str(more);
        return Ok(());
    }
    Err(PageError { line, message: "`|` continues a prompt: the line above must be `user`".to_owned() })
}

fn read_expected(rest: &str, line: usize) -> Result<Vec<(String, String)>, PageError> {
    let rest = rest.trim();
    // What is passed over holds always, and the page seems to be right.
    let Some(comment) = rest.strip_prefix('#').or(rest.is_empty().then_some("")) else {
        return Err(PageError {
            line,
            message: format!("`{rest}` is not expected of anything: write `check # {rest}`"),
        });
    };
    let mut expected: Vec<(String, String)> = Vec::new();
    for word in comment.split_whitespace() {
        match word.strip_suffix(':') {
            Some(key) if EXPECTATIONS.contains(&key) => expected.push((key.to_owned(), String::new())),
            _ => match expected.last_mut() {
                Some((_, value)) if value.is_empty() => word.clone_into(value),
                Some((_, value)) => {
                    value.push(' ');
                    value.push_str(word);
                }
                None => {
                    let known = EXPECTATIONS.join(", ");
                    return Err(PageError { line, message: format!("`{word}` is no expectation; known are {known}") });
                }
            },
        }
    }
    Ok(expected)
}

/// Reads one event line: `user`, `say`, `interrupt`, `compact`, or an action with its outcome; `agent NAME` before it makes
/// it a subagent's, whose `user` line is its task.
pub fn read_line(text: &str, line: usize) -> Result<Vec<Event>, PageError> {
    let (word, rest) = text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim()));
    let prompt =
        |class, text: &str| vec![Event::bare(What::Prompt(Prompt { text: text.to_owned(), class, prompt_id: None }))];
    Ok(match word {
        "user" => prompt(PromptClass::Human, rest),
        "interrupt" => prompt(PromptClass::Interrupt, "[Request interrupted by user]"),
        "say" => vec![Event { uuid: Some(format!("line-{line}")), ..Event::bare(What::Reply(rest.to_owned())) }],
        "compact" => vec![Event::bare(What::Compaction)],
        "agent" => {
            let (agent, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            let rest = rest.trim();
            // Each would be read inside the other, as deep as the line is long.
            if rest.split_whitespace().next() == Some("agent") {
                let message = "`agent` stands once in a line: a subagent has no further ones".to_owned();
                return Err(PageError { line, message });
            }
            let mut events = read_line(rest, line)?;
            for event in &mut events {
                event.agent = Some(agent.to_owned());
            }
            events
        }
        _ => read_action(word, rest, line)?,
    })
}

fn read_action(word: &str, rest: &str, line: usize) -> Result<Vec<Event>, PageError> {
    let (what, status, result) = if let Some((what, result)) = rest.split_once(" ! ") {
        let status = if result.trim() == "refused" { OutcomeStatus::Refused } else { OutcomeStatus::Error };
        (what.trim(), status, result.trim())
    } else if let Some((what, result)) = rest.split_once(" => ") {
        (what.trim(), OutcomeStatus::Ok, result.trim())
    } else {
        (rest, OutcomeStatus::Ok, "")
    };
    let (kind, tool, verb) = match word {
        "edit" => (ActionKind::Edit, "Edit", Some(FileVerb::Edit)),
        "write" => (ActionKind::Write, "Write", Some(FileVerb::Write)),
        "read" => (ActionKind::Read, "Read", Some(FileVerb::Read)),
        "delete" => (ActionKind::Delete, "Delete", Some(FileVerb::Delete)),
        "bash" => (ActionKind::Bash, "Bash", None),
        "search" => (ActionKind::Search, "Grep", None),
        "mcp" => (ActionKind::Mcp, "mcp__server__tool", None),
        "task" => (ActionKind::Delegate, "Agent", None),
        "plan" => (ActionKind::Plan, "ExitPlanMode", None),
        "ask" => (ActionKind::Ask, "AskUserQuestion", None),
        _ => {
            return Err(PageError { line, message: format!("`{word}` is no event; known are {KNOWN}") });
        }
    };
    if what.is_empty() {
        return Err(PageError { line, message: format!("`{word}` needs something behind it") });
    }
    let mut action = Action::bare(kind);
    action.digest = Digest(xxh3_64(format!("{word} {what}").as_bytes()));
    match verb {
        Some(verb) => {
            let (what, brings) = what.split_once(" + ").unwrap_or((what, ""));
            action.lines = Some(ChangedLines { gone: String::new(), came: brings.to_owned() });
            let mut words = what.split_whitespace();
            let path = words.next().unwrap_or_default().to_owned();
            action.effects.push(FileEffect { verb, path });
            let digest = |mark: char| {
                let word = what.split_whitespace().skip(1).find_map(|word| word.strip_prefix(mark));
                word.map(|content| Digest(xxh3_64(content.as_bytes())))
            };
            action.replaced = digest('-');
            action.content = digest('#');
            let said = what.split_whitespace().skip(1).find_map(|word| word.strip_prefix(':')).unwrap_or_default();
            action.says = trace::of_words(said, usize::MAX);
            action.rewrite = words.find_map(|word| word.strip_prefix('~').and_then(read_rewrite));
        }
        None if kind == ActionKind::Bash => action.command = Some(what.to_owned()),
        None => action.text = Some(what.to_owned()),
    }
    // One call is answered at once: the line's number is id enough.
    let call_id = format!("line-{line}");
    let failure = match status {
        OutcomeStatus::Ok if kind == ActionKind::Bash => failure(result),
        OutcomeStatus::Error => Some(failure_of(result)),
        _ => None,
    };
    let outcome = Outcome {
        call_id: call_id.clone(),
        status,
        content: Digest(xxh3_64(result.as_bytes())),
        agent: None,
        came_back: None,
        created: result.starts_with("created"),
        answers: if kind == ActionKind::Ask { vec![(what.to_owned(), result.to_owned())] } else { Vec::new() },
        said: Some(result.to_owned()),
        failure: failure.map(|failure| failure.kind),
        error: failure.map(|failure| failure.error),
        objection: (status == OutcomeStatus::Refused && !result.is_empty()).then(|| result.to_owned()),
        excerpt: result.to_owned(),
        ends: String::new(),
    };
    Ok(vec![
        Event::bare(What::Call(Call { call_id, tool: tool.to_owned(), action })),
        Event::bare(What::Outcome(outcome)),
    ])
}

/// `~-40+12` takes out 40 lines and puts in 12, `~-40+12=` lays the same code out anew, `~tests-2` loses two tests.
fn read_rewrite(word: &str) -> Option<Rewrite> {
    if let Some(lost) = word.strip_prefix("tests-") {
        let tests_lost = lost.parse().ok()?;
        return Some(Rewrite { removed: tests_lost, tests_lost, ..Rewrite::default() });
    }
    let reformatted = word.ends_with('=');
    let (removed, added) = word.trim_end_matches('=').strip_prefix('-')?.split_once('+')?;
    Some(Rewrite { removed: removed.parse().ok()?, added: added.parse().ok()?, reformatted, ..Rewrite::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn fails(page: &str, expected: &str) {
        assert_eq!(read_page(page).unwrap_err().to_string(), expected);
    }

    #[test]
    fn a_page_is_read() {
        let text = "# Title\nprose\n```config\nmode = \"monitor\"\n```\n```files\nsrc/z.rs\n```\n```session\nuser fix\n| more\n\
                    edit src/a.rs #1\nbash npm test ! 2 failed\ncheck # score: 10 says: src/a.rs was changed\n```\n";
        let page = read_page(text).unwrap();
        assert_eq!((page.title.as_str(), page.config.as_str()), ("Title", "mode = \"monitor\"\n"));
        let session = &page.sessions[0];
        assert!(session.files.paths().eq(["src/a.rs", "src/z.rs"]));
        assert_eq!(session.lines.len(), 4);
        let Line::Check { line, expected } = &session.lines[3] else { panic!() };
        assert_eq!(*line, 14);
        assert_eq!(expected[1], ("says".to_owned(), "src/a.rs was changed".to_owned()));
        let Line::Events(events) = &session.lines[0] else { panic!() };
        let What::Prompt(prompt) = &events[0].what else { panic!() };
        assert_eq!(prompt.text, "fix\nmore");
    }

    #[test]
    fn mistakes_name_their_line() {
        fails("```session\nuser x\n", "line 1: the `session` block has no end");
        fails(
            "```session\ncheck # points: 3\n```",
            "line 2: `points:` is no expectation; known are continues, effective, finding, intent, level, no-finding, says, score, standing, suspect, tells",
        );
        fails("```session\n| x\n```", "line 2: `|` continues a prompt: the line above must be `user`");
        fails("```session\nedit\n```", "line 2: `edit` needs something behind it");
        fails("```session\nfly\n```", &format!("line 2: `fly` is no event; known are {KNOWN}"));
        fails("```session\ncheckout # x\n```", &format!("line 2: `checkout` is no event; known are {KNOWN}"));
        fails(
            "```session\ncheck score: 1\n```",
            "line 2: `score: 1` is not expected of anything: write `check # score: 1`",
        );
    }

    #[test]
    fn a_line_of_agents_in_agents_is_refused_and_not_followed() {
        let line = "agent a ".repeat(100_000) + "user x";
        fails(
            &format!("```session\n{line}\n```"),
            "line 2: `agent` stands once in a line: a subagent has no further ones",
        );
    }
}
