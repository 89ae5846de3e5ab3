//! Text that a prompt wants written: "add this to CLAUDE.md: never edit the schema", "reply to Bob: please don't push".
//!
//! Owns the signs by which such a text is announced, and how far it reaches. Its sentences are for somebody to read and no orders
//! of the moment.

use super::word_class::{is_modal, is_person, is_prelude, is_preposition};
use crate::text::extension;
use std::ops::Range;

/// Verbs that put a text somewhere.
const WRITING: [&str; 16] = [
    "add", "append", "display", "draft", "include", "insert", "mention", "note", "paste", "place", "put", "record",
    "save", "set", "show", "write",
];

/// Verbs that change a file, whatever is in it.
const CHANGING: [&str; 9] =
    ["change", "create", "extend", "generate", "improve", "make", "review", "rewrite", "update"];

/// Words of somebody who only looks into a file of rules.
const CONSULTING: [&str; 8] = ["according", "check", "follow", "obey", "per", "read", "respect", "see"];

/// Verbs that speak to somebody else.
const ADDRESSING: [&str; 9] = ["answer", "ask", "email", "inform", "message", "remind", "reply", "respond", "tell"];

/// Verbs whose object is a text that somebody else wrote.
const WORKING_ON_A_TEXT: [&str; 6] = ["classify", "proofread", "rephrase", "summarise", "summarize", "translate"];

/// Texts that others wrote.
#[rustfmt::skip]
const OF_OTHERS: [&str; 12] = [
    "chat", "conversation", "discussion", "email", "emails", "following", "letter", "log", "mail", "messages", "thread", "transcript",
];

/// What a program is fed with.
const DATA: [&str; 8] = ["examples", "inputs", "messages", "phrases", "samples", "sentences", "strings", "utterances"];

/// What is a text of items.
const LISTS: [&str; 4] = ["agenda", "checklist", "list", "todo"];

/// What is answered to the one who asks.
const HERE: [&str; 6] = ["following", "issue", "point", "question", "questions", "ticket"];

/// What consists of words.
#[rustfmt::skip]
const TEXTS: [&str; 28] = [
    "announcement", "banner", "bullet", "caption", "comment", "description", "disclaimer", "docstring", "entry", "heading", "hint",
    "instruction", "instructions", "line", "message", "note", "paragraph", "prompt", "reminder", "rule", "rules", "section",
    "sentence", "statement", "text", "tooltip", "warning", "wording",
];

/// What people read, by names that are no paths.
const READABLE: [&str; 9] =
    ["changelog", "contributing", "docs", "documentation", "guidelines", "readme", "template", "ticket", "wiki"];

/// Words behind a noun that is the text itself, beside prepositions.
const BEHIND_A_TEXT: [&str; 6] = ["here", "like", "saying", "that", "there", "which"];

/// A short label that stands before a text, and what it is of.
const LABELS: [&str; 6] = ["body", "description", "entry", "message", "subject", "title"];
const LABELLED: [&str; 9] = ["changelog", "commit", "email", "issue", "mail", "mr", "pr", "release", "slack"];

/// Words that take the text's place before it: "add the following to src/a.ts".
const STANDING_FOR: [&str; 3] = ["following", "these", "this"];

/// Words with which the prompt itself goes on behind a text.
const GOING_ON: [&str; 8] = ["after", "afterwards", "also", "but", "finally", "next", "now", "then"];

/// Words at most of a label.
const MAX_LABEL: usize = 4;

/// Words at most between a preposition and what it leads to.
const MAX_BETWEEN: usize = 4;

/// True for a line without a colon below which rules for agents stand: "Add these rules to CLAUDE.md."
pub(in crate::goal) fn leads(line: &str) -> bool {
    let words: Vec<String> = said(line).collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    // "Make a todo list in docs/todo.md".
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let into = words.len().checked_sub(2).filter(|into| matches!(word(*into), "in" | "into" | "to"));
    let list = into.is_some_and(|into| into > 1 && into < MAX_BETWEEN + 2 && LISTS.contains(&word(into - 1)));
    if list && is_read(word(words.len() - 1)) && matches!(word(0), "create" | "make" | "write") {
        return true;
    }
    words.iter().any(|word| is_for_agents(word))
        && has(&["below", "following", "limits", "rule", "rules", "says", "section", "these"])
        && !has(&CONSULTING)
        && (has(&WRITING) || has(&CHANGING))
}

/// How far a text reaches in its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// One sentence, or what stands in quotes.
    Sentence,
    /// As far as no sentence goes on with the work: what is said to somebody, or a page of rules.
    Line,
}

/// The bytes of a text that a line wants written, where it begins in the line; empty where it stands below.
pub(super) fn in_line(line: &str) -> Option<Range<usize>> {
    let colon = line.match_indices(':').map(|(at, _)| at).find(|at| {
        let behind = &line[at + 1..];
        behind.is_empty() || behind.starts_with(char::is_whitespace)
    })?;
    // The announcement is the sentence before the colon.
    let stops = line[..colon].rmatch_indices(['.', '!', '?', ';']).map(|(at, _)| at + 1);
    let start = stops.into_iter().find(|at| line[*at..colon].starts_with(' ')).unwrap_or(0);
    let reach = announces(&line[start..colon])?;
    let from = colon + 1;
    Some(from..from + length(&line[from..], reach))
}

fn length(text: &str, reach: Reach) -> usize {
    let opens = text.len() - text.trim_start().len();
    for (open, close) in [('"', '"'), ('“', '”'), ('`', '`')] {
        let inner = text.trim_start().strip_prefix(open);
        if let Some(end) = inner.and_then(|inner| inner.find(close)) {
            return opens + open.len_utf8() + end + close.len_utf8();
        }
    }
    let mut stops = text.match_indices(['.', '!', '?']).map(|(at, _)| at + 1).filter(|at| text[*at..].starts_with(' '));
    let ends = |at: &usize| reach == Reach::Sentence || goes_on_with_the_work(&text[*at..]);
    stops.find(ends).unwrap_or(text.len())
}

fn goes_on_with_the_work(text: &str) -> bool {
    said(text).next().is_some_and(|word| GOING_ON.contains(&word.as_str()))
}

fn said(text: &str) -> impl Iterator<Item = String> {
    text.split_whitespace()
        .map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric() && letter != '.').to_lowercase())
        .map(|word| word.trim_end_matches('.').to_owned())
        .filter(|word| !word.is_empty())
}

fn announces(before: &str) -> Option<Reach> {
    let words: Vec<String> = said(before).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let last = words.last()?;
    let labelled = words.iter().any(|word| LABELS.contains(word)) && words.iter().any(|word| LABELLED.contains(word));
    if words.len() <= MAX_LABEL && labelled {
        return Some(Reach::Sentence);
    }
    // "The modal should say: ...", "CLAUDE.md needs: ...", "the prompt should be: ...".
    let says = matches!(*last, "contain" | "contents" | "read" | "reads" | "say" | "says");
    let mends = matches!(words[0], "debug" | "fix" | "mend" | "repair");
    let of_agents = words.iter().any(|word| is_for_agents(word)) && !words.iter().any(|word| CONSULTING.contains(word));
    if !mends && (of_agents || words.contains(&"prompt")) {
        return Some(Reach::Line);
    }
    if says && words.len() > 1 {
        return Some(Reach::Sentence);
    }
    let verb = words.iter().position(|word| !is_prelude(word) && !asks(word))?;
    let (verb, behind) = (words[verb], &words[verb + 1..]);
    let leads_to = |such: &dyn Fn(&str) -> bool| {
        behind.iter().enumerate().any(|(at, word)| {
            let before = &behind[at.saturating_sub(MAX_BETWEEN)..at];
            such(word) && before.iter().any(|word| matches!(*word, "at" | "in" | "into" | "of" | "to" | "under"))
        })
    };
    let a_text = || behind.iter().any(|word| TEXTS.contains(word) || OF_OTHERS.contains(word));
    if WORKING_ON_A_TEXT.contains(&verb) && (a_text() || verb == "translate" && !behind.is_empty()) {
        return Some(Reach::Line);
    }
    if ADDRESSING.contains(&verb) {
        return speaks_to_somebody(before, verb).then_some(Reach::Line);
    }
    // "Write tests for these inputs:".
    let fed = DATA.contains(last) && (words.iter().any(|word| word.starts_with("test")) || WRITING.contains(&verb));
    if fed {
        return Some(Reach::Line);
    }
    // "A text field" is no text.
    let closes = |next: &&str| is_preposition(next) || BEHIND_A_TEXT.contains(next);
    let head = |at: usize| TEXTS.contains(&behind[at]) && behind.get(at + 1).is_none_or(closes);
    let named = (0..behind.len().min(MAX_BETWEEN)).any(head) || TEXTS.contains(last);
    let stands = behind.iter().take(2).any(|word| STANDING_FOR.contains(word)) && leads_to(&|word| word.contains('.'));
    (WRITING.contains(&verb) && (named || stands || leads_to(&is_read))).then_some(Reach::Sentence)
}

/// True for a word before the verb of a request.
fn asks(word: &str) -> bool {
    is_modal(word) || is_person(word) || matches!(word, "let's" | "like" | "to" | "want")
}

/// True where the verb's object is a person: "tell the reviewer", "reply to Bob", and neither "ask first" nor "answer the question".
fn speaks_to_somebody(before: &str, verb: &str) -> bool {
    let behind = before.split_whitespace().skip_while(|word| word.to_lowercase() != verb).skip(1);
    let mut behind = behind.skip_while(|word| matches!(*word, "back" | "to"));
    let Some(first) = behind.next() else { return false };
    let plain = first.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase();
    match plain.as_str() {
        "everybody" | "everyone" | "her" | "him" | "people" | "them" => true,
        "our" | "the" => behind.next().is_some_and(|noun| !HERE.contains(&noun.to_lowercase().as_str())),
        _ => first.trim_start_matches('@').starts_with(char::is_uppercase),
    }
}

/// True for a file or a place that is there to be read.
fn is_read(word: &str) -> bool {
    let ending = word.rsplit_once('.').map_or("", |(_, ending)| ending);
    READABLE.contains(&word) || extension::is_prose(ending) || ending == "txt"
}

/// True for a file with which people tell agents and helpers what to do.
fn is_for_agents(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    matches!(
        name,
        "agents.md"
            | "claude.local.md"
            | "claude.md"
            | "contributing.md"
            | "copilot-instructions.md"
            | "gemini.md"
            | "cursorrules"
            | ".cursorrules"
    )
}

/// A text that stands below the line which announces it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent observation about the text")]
pub(super) struct Below {
    begun: bool,
    gap: bool,
    heading: bool,
    /// It began with a sentence and no mark of a list or heading.
    prose: bool,
}

impl Below {
    /// A blank line: what follows may still belong to the text.
    pub(super) const fn pause(&mut self) {
        self.gap = self.begun;
    }

    /// True where a line belongs to the text: up to a blank line, and behind one what is set out as the text is.
    pub(in crate::goal) fn holds(&mut self, line: &str) -> bool {
        let item = line.starts_with(['-', '*', '•', '+', '#', '|', '>'])
            || line.starts_with(|first: char| first.is_ascii_digit());
        // Rules that are set out as paragraphs.
        let first = said(line).next().unwrap_or_default();
        let rule = self.prose && matches!(first.as_str(), "always" | "do" | "don't" | "never" | "no" | "only" | "use");
        let over = goes_on_with_the_work(line) && !item || self.gap && !item && !self.heading && !rule;
        let prose = if self.begun { self.prose } else { !item };
        *self = Self { begun: true, gap: false, heading: line.starts_with('#'), prose };
        !over
    }
}

#[cfg(test)]
mod tests {
    use crate::goal::stage::limits;

    #[test]
    fn what_is_to_be_written_limits_nothing() {
        for prompt in [
            "Add this to CLAUDE.md: - do not touch src/legacy",
            "Add to CLAUDE.md: never edit src/database. Do not touch src/ui.",
            "Add a rule to AGENTS.md: never push",
            "Update CLAUDE.md with our new rules\n\n- never push\n- don't touch src/legacy",
            "Add these rules to CLAUDE.md.\n\nNever push.\nDon't touch src/legacy.",
            "New rule for CLAUDE.md: don't touch src/legacy",
            "CLAUDE.md needs a section on limits:\n- never push\n- don't touch src/legacy",
            "improve this prompt:\n\nFix login. Don't touch src/legacy. Don't commit.",
            "change the system prompt to: You are a bot. Do not edit src/legacy.",
            "the modal should say: don't touch src/legacy",
            "changelog entry: don't touch src/legacy",
            "Add a message to the form: \"don't push src/legacy\"",
            "can you put the following in README.md: don't touch src/legacy",
            "Write CONTRIBUTING.md with these rules: never push to main, don't touch src/legacy",
            "Update CLAUDE.md: we never touch src/legacy, don't push",
            "Translate to German: do not touch src/legacy",
            "Reply to Bob: please don't touch src/legacy",
            "Tell the reviewer: never push to main",
            "Commit message: don't touch src/legacy",
            "Add a comment at the top of src/legacy/old.ts: do not edit",
            "Add a test case with the prompt: don't touch src/legacy",
            "Add this section to CLAUDE.md:\n\n## Boundaries\n\nDo not touch src/legacy.\n\n- Never push\n- Do not edit src/ui",
            "Put this in CLAUDE.md:\n\nNever push.\n\nDon't touch src/legacy.\n\nOnly use npm.",
            "Please add these rules to CONTRIBUTING.md:\n- Do not touch src/legacy\n\n- Never push",
            "write tests for these inputs:\n- don't touch src/legacy\n- only edit src/auth",
            "make a todo list in docs/todo.md\n- don't touch src/legacy\n- fix the login",
            "summarize the thread:\nAlice: don't touch src/legacy\nBob: ok",
        ] {
            limits(prompt, "");
        }
    }

    #[test]
    fn what_stands_behind_it_is_the_users() {
        limits("Add to CLAUDE.md: never push. Then fix src/auth, don't touch src/legacy.", "deny src/legacy/");
        limits("Add this to CLAUDE.md:\n- never push\n\nFix src/auth. Don't touch src/legacy.", "deny src/legacy/");
        limits("Add this to CLAUDE.md:\n- never push\nThen fix src/auth, don't touch src/legacy", "deny src/legacy/");
        limits("Add this to CLAUDE.md:\n\n# Rules\n\nnever push\n\nDon't touch src/legacy", "deny src/legacy/");
    }

    #[test]
    fn orders_behind_a_colon_are_orders() {
        for prompt in [
            "Fix the login: don't touch src/legacy",
            "One rule: don't touch src/legacy",
            "Note: don't touch src/legacy",
            "Write a test for the login: don't touch src/legacy",
            "Summarise the findings: don't touch src/legacy",
            "Start with the todo in docs/plan.md.\nDon't touch src/legacy",
            "Make the user list page match docs/design.md\nDon't touch src/legacy",
            "Update docs/setup.md: fix the typo, don't touch src/legacy",
            "Add a button to src/ui/Button.tsx: don't touch src/legacy",
            "Answer these questions: who calls it? Don't touch src/legacy.",
            "Fix the typo in README.md - don't touch src/legacy",
            "Add a message to the login form: \"wrong password\". Don't touch src/legacy.",
            "Translate the docs to German - don't touch src/legacy",
            "Update CLAUDE.md - don't touch src/legacy",
            "Add a docstring to parse() in src/parser.rs - don't touch src/legacy",
            "Email validation is broken in src/auth: fix it, don't touch src/legacy",
            "Add a text field to the form: max 20 chars. Don't touch src/legacy.",
            "Task title: fix src/auth. Don't touch src/legacy",
            "Commit message: short please. Fix src/auth, don't touch src/legacy",
            "Follow CLAUDE.md: don't touch src/legacy",
            "Fix the typo in CLAUDE.md: don't touch src/legacy",
            "Fix the prompt in src/parser.rs: it shows twice, don't touch src/legacy",
            "Follow the rules in CLAUDE.md.\n\nDon't touch src/legacy.",
            "Constraints:\n- don't touch src/legacy",
            "Add a cache to src/parser.rs with these constraints:\n- don't touch src/legacy",
        ] {
            limits(prompt, "deny src/legacy/");
        }
    }
}
