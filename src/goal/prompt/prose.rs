//! What of a prompt a person typed, and what they only handed over.
//!
//! Owns the split of a prompt into typed prose, documents and quoted matter, and the removal of what the client put in.
//! Only typed prose can forbid or limit; a document names the work's files; quoted matter at most mentions them.

use super::{dictated, lists};
use std::collections::HashSet;
use std::ops::Range;

/// Typed prose ends here: nobody types more bytes at one go, so the rest came from a clipboard. The 95th percentile of
/// real prompts is 3,044 characters, and those are pasted plans.
const TYPED_AT_MOST: usize = 3000;

/// Bytes at most of a stand-in or an opening tag.
const MAX_TAG: usize = 200;

/// Names of the client's and the editor's own elements, by their beginning.
#[rustfmt::skip]
const MACHINE_TAGS: &[&str] = &[
    "bash-", "ci-monitor-", "command-", "environment_", "ide_", "local-command-", "system-reminder",
    "task-notification", "teammate-message", "user-prompt-submit-hook",
];

/// Words that announce pasted matter when their line ends in a colon.
#[rustfmt::skip]
const ANNOUNCERS: &[&str] = &[
    "comment", "comments", "complains", "description", "error", "errors", "example", "excerpt", "failed", "fails",
    "failure", "feedback", "issue", "log", "logs", "message", "messages", "output", "prints", "quote", "report",
    "reports", "response", "result", "results", "review", "said", "says", "shows", "stack", "ticket", "trace",
    "traceback", "warning", "warnings", "wrote",
];

/// Words that announce the writer's own list, whatever else stands on the line.
const OWN_LIST: &[&str] = &["conditions", "constraints", "limits", "requirements", "rules", "steps", "tasks", "todo"];

/// Words of a heading under which the writer's own limits stand, in a prompt that is set out like a document.
#[rustfmt::skip]
const OWN_LIMITS: &[&str] = &[
    "boundaries", "constraints", "donts", "guardrails", "limits", "off-limits", "prohibitions", "restrictions", "rules",
];

/// Beginnings of lines that a program or a terminal wrote.
#[rustfmt::skip]
const LOG_STARTS: &[&str] = &[
    "$ ", "% ", "❯", "➜", "⎿", "●", "⏺", "│", "├", "└", "╭", "╰", "┌", "✓", "✗", "✖", "×", "#!", "//", "/*", "*/", "+++ ",
    "--- ", "@@ ", "diff --git", "npm ERR!", "npm error", "error[", "error: ", "Error: ", "warning: ", "WARNING", "ERROR",
    "fatal: ", "panic: ", "PANIC", "Traceback ", "File \"", "=== RUN", "FAIL", "PASS", "INFO ", "DEBUG ", "WARN ", "{", "}",
    "[{", "]", "<!--", "</", "<?xml", "<div", "Caused by:", "Exit code ", "stdout:", "stderr:", "thread '", "--> ",
    "Compiling ", "Finished ", "Running `", "hint: ", "remote: ", "Co-Authored-By",
];

/// Who stands behind a stretch of a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::goal) enum Voice {
    /// The user's own sentences.
    Typed,
    /// A plan, a specification, a table: the work is in it, but no sentence of it is an order of the moment.
    Document,
    /// Code, logs, quotations, reviews by others.
    Quoted,
}

/// A prompt without what the client put in, cut into stretches of one voice.
pub(in crate::goal) struct Prose {
    text: String,
    /// The same with lists under limits as sentences.
    spread: String,
    stretches: Vec<(Voice, Range<usize>)>,
}

impl Prose {
    /// Reads a prompt.
    pub(in crate::goal) fn new(prompt: &str) -> Self {
        Self::of(without_machine_matter(prompt))
    }

    /// Reads a prompt that is [`without_machine_matter`].
    pub(in crate::goal) fn of(text: String) -> Self {
        let spread = lists::spread(&text);
        let stretches = stretches(&spread);
        Self { text, spread, stretches }
    }

    /// The prompt as the person sent it.
    pub(in crate::goal) fn text(&self) -> &str {
        self.text.trim()
    }

    /// All stretches in order.
    pub(in crate::goal) fn stretches(&self) -> impl Iterator<Item = (Voice, &str)> {
        self.stretches.iter().map(|(voice, range)| (*voice, &self.spread[range.clone()]))
    }

    /// True when the person handed over a document ("Implement the following plan: ...").
    pub(in crate::goal) fn has_document(&self) -> bool {
        self.stretches.iter().any(|(voice, _)| *voice == Voice::Document)
    }
}

/// A prompt without `<system-reminder>`-like elements and what stands in for an image or a paste: `[Image #1]`.
pub(in crate::goal) fn without_machine_matter(prompt: &str) -> String {
    let mut kept = String::with_capacity(prompt.len());
    let mut unclosed: HashSet<&str> = HashSet::new();
    let mut rest = prompt;
    while let Some(at) = rest.find(['<', '[']) {
        kept.push_str(&rest[..at]);
        rest = &rest[at..];
        let skipped = if rest.starts_with('<') { machine_element(rest, &mut unclosed) } else { stand_in(rest) };
        if skipped.is_none() {
            kept.push_str(&rest[..1]);
        }
        rest = &rest[skipped.unwrap_or(1)..];
    }
    kept.push_str(rest);
    kept
}

/// The length of the client's element at the start of `text`; a tag that is never closed goes alone.
fn machine_element<'a>(text: &'a str, unclosed: &mut HashSet<&'a str>) -> Option<usize> {
    let name_end = text[1..].find(|letter: char| !letter.is_ascii_alphanumeric() && !"-_".contains(letter))? + 1;
    let name = &text[1..name_end];
    if !MACHINE_TAGS.iter().any(|tag| name.starts_with(tag)) {
        return None;
    }
    let tag_end = text.bytes().take(MAX_TAG).position(|byte| byte == b'>')? + 1;
    if !unclosed.contains(name) {
        let close = format!("</{name}>");
        if let Some(at) = text.find(&close) {
            return Some(at + close.len());
        }
        unclosed.insert(name);
    }
    Some(tag_end)
}

fn stand_in(text: &str) -> Option<usize> {
    let known = ["[Image", "[Pasted text", "[Request interrupted"].iter().any(|start| text.starts_with(start));
    // A stand-in is short; a search to the end of a long prompt at each bracket would cost the square of its length.
    let end = text.bytes().take(MAX_TAG).position(|byte| byte == b']').filter(|_| known)?;
    Some(end + 1)
}

/// How the lines below the present one are to be read.
#[derive(Clone, Copy, PartialEq)]
enum Below {
    /// As they come.
    Plain,
    /// Code until the fence closes.
    Fence,
    /// Program output until a blank line.
    Log,
    /// Text that is to be written somewhere.
    Dictated(dictated::Below),
    /// Pasted matter: blank lines before it, until a blank line behind it.
    Announced { begun: bool },
}

fn stretches(text: &str) -> Vec<(Voice, Range<usize>)> {
    let mut found: Vec<(Voice, Range<usize>)> = Vec::new();
    let (mut below, mut in_document, mut typed) = (Below::Plain, false, 0);
    // A plan's sentences are nobody's orders, whatever stands above them.
    let (mut in_plan, mut in_limits, mut level) = (false, false, 0);
    let (mut element, mut elements) = (None, 0);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let trimmed = line.trim();
        let fence = trimmed.starts_with("```") || trimmed.starts_with("~~~");
        if element.is_none() && elements < MAX_ELEMENTS {
            let opened = carrying(trimmed);
            elements += usize::from(opened.is_some());
            element = opened.filter(|name| text[start..].contains(&format!("</{name}>")));
        }
        let voice = if let Some(name) = element {
            if trimmed.contains(&format!("</{name}>")) {
                element = None;
            }
            Voice::Quoted
        } else if below == Below::Fence {
            below = if fence { Below::Plain } else { Below::Fence };
            Voice::Quoted
        } else if fence {
            below = Below::Fence;
            Voice::Quoted
        } else if trimmed.is_empty() {
            match &mut below {
                Below::Announced { begun: false } => {}
                Below::Dictated(text) => text.pause(),
                _ => below = Below::Plain,
            }
            found.last().map_or(Voice::Typed, |(voice, _)| *voice)
        } else if let Below::Dictated(text) = &mut below
            && text.holds(trimmed)
        {
            Voice::Quoted
        } else {
            if matches!(below, Below::Dictated(_)) {
                below = Below::Plain;
            }
            if is_heading(trimmed) {
                in_plan = in_plan || heading_says(trimmed, &["plan"]);
                let deeper = in_limits && level_of(trimmed) > level;
                // Rules that stand alone are those of a file that was pasted.
                in_limits = deeper
                    || !in_plan
                        && !found.is_empty()
                        && (heading_says(trimmed, OWN_LIMITS) || lists::is_limiting(trimmed));
                level = if deeper { level } else { level_of(trimmed) };
                in_document = true;
            }
            in_document = in_document || typed > TYPED_AT_MOST;
            let handed_over = in_document && (!in_limits || is_heading(trimmed));
            let voice = voice_of(line, trimmed, handed_over, &mut below);
            if voice == Voice::Typed {
                typed += trimmed.len();
                in_plan = in_plan || announces_a_plan(trimmed);
                in_document = in_document || in_plan;
            }
            voice
        };
        if voice == Voice::Typed && dictated::leads(trimmed) {
            below = Below::Dictated(dictated::Below::default());
        }
        if voice == Voice::Typed
            && let Some(text) = dictated::in_line(line.trim_end())
        {
            if text.is_empty() {
                below = Below::Dictated(dictated::Below::default());
            }
            add(&mut found, voice, start..start + text.start);
            add(&mut found, Voice::Quoted, start + text.start..start + text.end);
            start += text.end;
        }
        add(&mut found, voice, start..end);
        start = end;
    }
    found
}

/// Elements at most whose end is looked for: each to the end of the prompt.
const MAX_ELEMENTS: usize = 64;

/// Parts of the names of elements that carry what somebody else wrote. `<task>` and `<rules>` hold the user's own words.
#[rustfmt::skip]
const CARRYING: [&str; 26] = [
    "attachment", "channel", "comment", "content", "contents", "data", "doc", "document", "documents", "email", "example", "file", "html",
    "issue", "log", "logs", "message", "output", "page", "paste", "pasted", "result", "results", "source", "ticket", "transcript",
];

/// The name of the element that a line opens, where it carries what somebody else wrote: `<document>`, `<fetch_result url=..>`.
fn carrying(line: &str) -> Option<&str> {
    let inner = line.strip_prefix('<')?;
    let name = &inner[..inner.find(|sign: char| !(sign.is_ascii_alphanumeric() || "-_".contains(sign)))?];
    name.split(['-', '_']).any(|part| CARRYING.contains(&part.to_ascii_lowercase().as_str())).then_some(name)
}

fn add(found: &mut Vec<(Voice, Range<usize>)>, voice: Voice, stretch: Range<usize>) {
    match found.last_mut() {
        _ if stretch.is_empty() => {}
        Some((last, range)) if *last == voice => range.end = stretch.end,
        _ => found.push((voice, stretch)),
    }
}

fn voice_of(line: &str, trimmed: &str, in_document: bool, below: &mut Below) -> Voice {
    if trimmed.starts_with('>') || (!in_document && is_indented_code(line, trimmed)) {
        return Voice::Quoted;
    }
    if is_log_line(trimmed) {
        *below = Below::Log;
        return Voice::Quoted;
    }
    match below {
        Below::Log => Voice::Quoted,
        Below::Announced { begun } => {
            *begun = true;
            Voice::Quoted
        }
        Below::Plain | Below::Fence | Below::Dictated(_) => {
            if in_document || trimmed.starts_with('|') {
                return Voice::Document;
            }
            if announces(trimmed) {
                *below = Below::Announced { begun: false };
            }
            Voice::Typed
        }
    }
}

/// "# Plan", but not "#5 is simple enough".
fn is_heading(line: &str) -> bool {
    let level = level_of(line);
    (1..=6).contains(&level) && line[level..].starts_with(' ')
}

/// True for a heading with one of the words: "## Rules", "## What is off-limits".
fn heading_says(heading: &str, words: &[&str]) -> bool {
    let said = heading.to_lowercase().replace(['\'', '’'], "");
    said.split(|letter: char| !letter.is_alphanumeric() && letter != '-').any(|word| words.contains(&word))
}

fn level_of(heading: &str) -> usize {
    heading.bytes().take_while(|byte| *byte == b'#').count()
}

/// The words, in lower case, with which Claude Code carries a plan into a fresh session.
pub(super) fn hands_over_a_plan(lower: &str) -> bool {
    lower.starts_with("implement the following plan")
}

/// The line behind which a plan stands.
fn announces_a_plan(line: &str) -> bool {
    let lower = line.to_lowercase();
    hands_over_a_plan(&lower) || (lower.ends_with("plan:") && lower.len() < 80)
}

fn announces(line: &str) -> bool {
    if !line.ends_with(':') || announces_a_plan(line) {
        return false;
    }
    let lower = line.to_lowercase();
    let mut words = lower.split(|letter: char| !letter.is_alphanumeric());
    if words.clone().any(|word| matches!(word, "repro" | "reproduce" | "reproduction")) {
        return true;
    }
    let own = words.clone().any(|word| OWN_LIST.contains(&word));
    !own && words.any(|word| ANNOUNCERS.contains(&word))
}

fn is_indented_code(line: &str, trimmed: &str) -> bool {
    let indented = line.starts_with("    ") || line.starts_with('\t');
    let item = trimmed.starts_with(['-', '*', '•', '+']) || trimmed.as_bytes()[0].is_ascii_digit();
    indented && !item
}

fn is_log_line(line: &str) -> bool {
    // Nearly all differ in the first byte.
    let first = line.as_bytes().first();
    LOG_STARTS.iter().any(|start| start.as_bytes().first() == first && line.starts_with(start))
        || is_stack_frame(line)
        || has_timestamp(line)
        || is_code_line(line)
}

/// `at foo (/x/y.js:1:2)`, `src/x.ts:12:5: error`, `src/x.ts(12,5): error`.
fn is_stack_frame(line: &str) -> bool {
    let numbered = |text: &str| {
        text.split_once(':').is_some_and(|(path, rest)| {
            path.contains('.') && !path.contains(' ') && rest.starts_with(|digit: char| digit.is_ascii_digit())
        })
    };
    (line.starts_with("at ") && line.contains(':') && (line.ends_with(')') || numbered(&line[3..])))
        || (numbered(line) && line.contains(": "))
        || line.split_once('(').is_some_and(|(path, rest)| {
            !path.contains(' ') && path.contains('.') && rest.starts_with(|digit: char| digit.is_ascii_digit())
        })
}

/// `01:12:38.208`, `2026-01-31T01:12`, `[12:30:01]`.
fn has_timestamp(line: &str) -> bool {
    let bytes = line.trim_start_matches('[').as_bytes();
    let digits = |range: Range<usize>| bytes.get(range).is_some_and(|part| part.iter().all(u8::is_ascii_digit));
    (digits(0..2) && bytes.get(2) == Some(&b':') && digits(3..5) && bytes.get(5) == Some(&b':'))
        || (digits(0..4)
            && bytes.get(4) == Some(&b'-')
            && digits(5..7)
            && bytes.get(10).is_some_and(|mark| b"T ".contains(mark)))
}

/// A line of a program and no sentence: an assignment or call that ends as code ends, a key of a JSON object.
fn is_code_line(line: &str) -> bool {
    (line.ends_with([';', '{', '}']) && line.contains(['=', '(', ')', '}']))
        || (line.starts_with('"') && line.contains("\":"))
        || line.ends_with("},")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(prompt: &str, expected: &[(Voice, &str)]) {
        let prose = Prose::new(prompt);
        let found: Vec<(Voice, &str)> = prose.stretches().map(|(voice, text)| (voice, text.trim())).collect();
        assert_eq!(found, expected, "{prompt}");
    }

    use Voice::{Document, Quoted, Typed};

    #[test]
    fn fences_quotes_and_logs_are_not_typed() {
        check(
            "fix it\n```\ndon't touch src\n```\nnow",
            &[(Typed, "fix it"), (Quoted, "```\ndon't touch src\n```"), (Typed, "now")],
        );
        check("> don't push\nok", &[(Quoted, "> don't push"), (Typed, "ok")]);
        check(
            "why?\nTypeError: x\n    at foo (/x/y.js:1:2)\n    at bar (/x/z.js:3:4)\n\nfix that",
            &[
                (Typed, "why?\nTypeError: x"),
                (Quoted, "at foo (/x/y.js:1:2)\n    at bar (/x/z.js:3:4)"),
                (Typed, "fix that"),
            ],
        );
        check(
            "01:12:38.208 never push\nnever push\n\nhelp",
            &[(Quoted, "01:12:38.208 never push\nnever push"), (Typed, "help")],
        );
        check("src/a.ts:12:5: error never", &[(Quoted, "src/a.ts:12:5: error never")]);
        check("let x = f(y);\ndon't", &[(Quoted, "let x = f(y);\ndon't")]);
    }

    #[test]
    fn announced_matter_is_quoted_until_a_blank_line() {
        check(
            "eval this feedback:\n\nNever edit src. It breaks.\n\ndon't push",
            &[(Typed, "eval this feedback:"), (Quoted, "Never edit src. It breaks."), (Typed, "don't push")],
        );
        check("these rules:\n- don't push", &[(Typed, "these rules:\n- don't push")]);
    }

    #[test]
    fn what_an_element_carries_is_somebody_else_s() {
        check(
            "sum this up:\n<document>\nYou may push.\n</document>\nin german",
            &[(Typed, "sum this up:"), (Quoted, "<document>\nYou may push.\n</document>"), (Typed, "in german")],
        );
        check(
            "<fetch_result url=\"x\">push it</fetch_result>",
            &[(Quoted, "<fetch_result url=\"x\">push it</fetch_result>")],
        );
        // The user's own structure, and a tag that is never closed.
        check(
            "<task>fix it</task>\n<rules>don't push</rules>",
            &[(Typed, "<task>fix it</task>\n<rules>don't push</rules>")],
        );
        check("<document> is not rendered", &[(Typed, "<document> is not rendered")]);
        check("<Button> renders twice", &[(Typed, "<Button> renders twice")]);
    }

    #[test]
    fn plans_are_documents() {
        check(
            "Implement the following plan:\n\n# Plan: X\n- never edit src",
            &[(Typed, "Implement the following plan:"), (Document, "# Plan: X\n- never edit src")],
        );
        check("| a | b |\n|---|---|", &[(Document, "| a | b |\n|---|---|")]);
        check("#5 is simple", &[(Typed, "#5 is simple")]);
    }

    #[test]
    fn the_clients_own_matter_is_dropped() {
        let read = |prompt: &str| Prose::new(prompt).text().to_owned();
        assert_eq!(read("<ide_opened_file>x.ts</ide_opened_file>fix it"), "fix it");
        assert_eq!(read("fix [Image #1] it <system-reminder>\nnever\n</system-reminder>"), "fix  it");
        assert_eq!(read("<system-reminder>fix <b>this</b> [0]"), "fix <b>this</b> [0]");
        assert_eq!(read("a < b and [c"), "a < b and [c");
    }
}
