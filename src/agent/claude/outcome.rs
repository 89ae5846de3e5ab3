//! What a tool of Claude Code answered: ok, error or refused, and its fingerprints.

use super::json::Json;
use crate::agent::{clip, fingerprint};
use crate::domain::{Outcome, OutcomeStatus};
use std::borrow::Cow;

/// Bytes looked at from the beginning and the end of an answer: where tools say what went wrong.
const LOOKED_AT: (usize, usize) = (1_024, 2_048);
/// Characters kept from the beginning and the end of an answer; a run's summary stands at its end.
const KEPT: (usize, usize) = (200, 390);
/// How answers to calls that did not run begin.
const REFUSALS: [&str; 6] = [
    "The user doesn't want to",
    "[Request interrupted by user",
    "User rejected",
    "Permission to use",
    "Claude requested permissions",
    "Blocked:",
];
/// What stands between the client's words about a refusal and the person's own.
const OBJECTION: &str = "the user said:";
/// Characters kept of a person's words with a refusal.
const OBJECTION_CHARS: usize = 200;
/// How the client tells what a person answered.
const ANSWERED: &str = "User has answered your questions: ";
const TOOL_USE_ERROR: &str = "<tool_use_error>";

/// What is known of an answer besides its text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Signs {
    /// `is_error`, or the event says so.
    pub(super) error: bool,
    /// The record or payload names a denial (`toolDenialKind`, an interrupt).
    pub(super) denied: bool,
    /// The answer comes from a shell: its text may tell a failure although the exit code does not.
    pub(super) shell: bool,
}

/// An answer's text, or its two ends.
#[derive(Debug)]
pub(super) struct Answer<'a> {
    text: Cow<'a, str>,
    /// The length of the JSON text when something was left out.
    size: Option<usize>,
}

impl<'a> Answer<'a> {
    /// Reads a `content`: a string, or a list of text blocks and strings; images have no text.
    pub(super) fn read(content: Option<Json<'a>>) -> Self {
        let Some(content) = content else {
            return Self { text: Cow::Borrowed(""), size: None };
        };
        if content.is_list() {
            let parts: Vec<Cow<'_, str>> = content.items().map(block_text).collect();
            return Self { text: Cow::Owned(parts.join("\n")), size: None }.shortened(content.raw().len());
        }
        match content.ends(LOOKED_AT.0, LOOKED_AT.1) {
            Some((text, cut)) => Self { text, size: cut.then_some(content.raw().len()) },
            None if content.is_null() => Self { text: Cow::Borrowed(""), size: None },
            None => {
                let text = String::from_utf8_lossy(content.raw());
                Self { text, size: None }.shortened(content.raw().len())
            }
        }
    }

    /// Reads what a shell wrote: its output, then its errors.
    pub(super) fn of_shell(stdout: Option<Json<'a>>, stderr: Option<Json<'a>>) -> Self {
        let [out, errors] = [stdout, stderr].map(|part| part.and_then(|part| part.ends(LOOKED_AT.0, LOOKED_AT.1)));
        let (out, out_cut) = out.unwrap_or_default();
        let (errors, errors_cut) = errors.unwrap_or_default();
        if errors.is_empty() {
            let size = out_cut.then(|| stdout.map_or(0, |out| out.raw().len()));
            return Self { text: out, size };
        }
        let size = [stdout, stderr].into_iter().flatten().map(|part| part.raw().len()).sum();
        let text = Cow::Owned(format!("{out}\n{errors}"));
        Self { text, size: (out_cut || errors_cut).then_some(size) }.shortened(size)
    }

    /// Takes the two ends of a text that is too long; `size` stands for what is left out.
    fn shortened(self, size: usize) -> Self {
        let (head, tail) = LOOKED_AT;
        if self.text.len() <= head + tail {
            return self;
        }
        let front = &self.text[..self.text.floor_char_boundary(head)];
        let back = &self.text[self.text.ceil_char_boundary(self.text.len() - tail)..];
        Self { text: Cow::Owned(format!("{front}\n{back}")), size: Some(size) }
    }
}

fn block_text(block: Json<'_>) -> Cow<'_, str> {
    let text = if block.is_object() { block.fields(["text"])[0] } else { Some(block) };
    text.and_then(Json::text).unwrap_or_default()
}

/// How the client tells of a file that was not there (client 1.0.24 to 2.1.219).
const CREATED: &str = "File created successfully";

/// The outcome of a call.
pub(super) fn outcome(call_id: String, answer: &Answer<'_>, signs: Signs) -> Outcome {
    let text = answer.text.as_ref();
    let status = status(text, signs);
    let failure = match status {
        OutcomeStatus::Ok if signs.shell => fingerprint::failure(text),
        OutcomeStatus::Ok => None,
        OutcomeStatus::Error => Some(fingerprint::failure_of(text)),
        // An invalid call fails again when it is made again; a person's no is no failure.
        OutcomeStatus::Refused => text.starts_with(TOOL_USE_ERROR).then(|| fingerprint::failure_of(text)),
    };
    Outcome {
        call_id,
        status,
        content: fingerprint::content(text, answer.size),
        failure: failure.map(|failure| failure.kind),
        error: failure.map(|failure| failure.error),
        agent: None,
        came_back: None,
        created: text.starts_with(CREATED),
        objection: if status == OutcomeStatus::Refused { objection(text) } else { None },
        ends: if text.len() > KEPT.0 + KEPT.1 { text.to_owned() } else { String::new() },
        answers: answers(text),
        said: None,
        excerpt: clip::ends(text, KEPT.0, KEPT.1),
    }
}

/// The questions and answers in the client's sentence about them: `User has answered your questions: "Push?"="Yes". You can ...`.
fn answers(text: &str) -> Vec<(String, String)> {
    let Some(mut rest) = text.strip_prefix(ANSWERED) else { return Vec::new() };
    let mut found = Vec::new();
    while let Some((question, behind)) =
        rest.trim_start_matches([',', ' ']).strip_prefix('"').and_then(|rest| rest.split_once("\"=\""))
    {
        // An answer may hold quotation marks; what follows it does not begin within one.
        let end = ["\", \"", "\". You can"]
            .iter()
            .filter_map(|end| behind.find(end))
            .min()
            .unwrap_or(behind.trim_end_matches('"').len());
        found.push((question.to_owned(), behind[..end].to_owned()));
        rest = behind.get(end + 1..).unwrap_or_default();
    }
    found
}

/// The words of a person who refused a call; a question asks and does not object.
fn objection(text: &str) -> Option<String> {
    let (_, said) = text.split_once(OBJECTION)?;
    let line = said.lines().map(str::trim).find(|line| !line.is_empty())?;
    (!line.ends_with('?')).then(|| line.chars().take(OBJECTION_CHARS).collect())
}

/// `Ok` exactly when nothing marks the answer as an error: the flag, or the exit code that older clients only write
/// into the text. Only then the text tells whether the call ran.
fn status(text: &str, signs: Signs) -> OutcomeStatus {
    if !signs.error && !has_exit_code(text) {
        return OutcomeStatus::Ok;
    }
    let unwrapped = text.strip_prefix("Error: ").unwrap_or(text);
    let refused = signs.denied
        || unwrapped.starts_with(TOOL_USE_ERROR)
        || REFUSALS.iter().any(|opening| unwrapped.starts_with(opening))
        || is_hook_denial(unwrapped);
    if refused { OutcomeStatus::Refused } else { OutcomeStatus::Error }
}

/// "PreToolUse:Bash hook error: reason"
fn is_hook_denial(text: &str) -> bool {
    text.strip_prefix("PreToolUse:")
        .is_some_and(|rest| rest.lines().next().is_some_and(|line| line.contains(" hook error:")))
}

/// "Exit code 1", "Error: Exit code 127": the shell's code is not 0.
fn has_exit_code(text: &str) -> bool {
    let text = text.strip_prefix("Error: ").unwrap_or(text);
    text.strip_prefix("Exit code ")
        .and_then(|rest| rest.bytes().next())
        .is_some_and(|digit| matches!(digit, b'1'..=b'9'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(content: &str, signs: Signs) -> Outcome {
        outcome("t".into(), &Answer::read(Some(Json::parse(content.as_bytes()).unwrap())), signs)
    }

    #[track_caller]
    fn check(content: &str, error: bool, expected: OutcomeStatus) {
        let json = serde_json::Value::from(content).to_string();
        assert_eq!(read(&json, Signs { error, ..Signs::default() }).status, expected, "{content}");
    }

    #[test]
    fn ok_error_and_refused() {
        check("done", false, OutcomeStatus::Ok);
        check("no such table", true, OutcomeStatus::Error);
        check("Exit code 2\nls: x", false, OutcomeStatus::Error);
        check("Error: Exit code 127\n", false, OutcomeStatus::Error);
        check("Exit code 0", false, OutcomeStatus::Ok);
        check("<tool_use_error>String to replace not found</tool_use_error>", true, OutcomeStatus::Refused);
        check("The user doesn't want to proceed with this tool use.", true, OutcomeStatus::Refused);
        check("The user doesn't want to take this action right now.", true, OutcomeStatus::Refused);
        check("[Request interrupted by user for tool use]", true, OutcomeStatus::Refused);
        check("PreToolUse:Bash hook error: [driftguard]: no", true, OutcomeStatus::Refused);
        check("Permission to use Bash has been denied.", true, OutcomeStatus::Refused);
        check("the user doesn't want to", false, OutcomeStatus::Ok);
    }

    #[test]
    fn a_denial_named_by_the_record_counts_only_for_an_error() {
        let denied = Signs { denied: true, error: true, shell: false };
        assert_eq!(read("\"because\"", denied).status, OutcomeStatus::Refused);
        assert_eq!(read("\"because\"", Signs { error: false, ..denied }).status, OutcomeStatus::Ok);
    }

    #[test]
    fn a_person_who_refuses_may_say_why() {
        let opening =
            "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\\n";
        let said = |words: &str| {
            let error = Signs { error: true, ..Signs::default() };
            read(&format!("\"{opening}{words}\""), error).objection
        };
        assert_eq!(said("use the other branch\\nNote: x").as_deref(), Some("use the other branch"));
        assert_eq!(said("why not main?"), None);
        assert_eq!(said(""), None);
        assert_eq!(read("\"the user said: x\"", Signs::default()).objection, None);
    }

    #[test]
    fn contents_of_every_shape_have_text() {
        let excerpt = |content: &str| read(content, Signs::default()).excerpt;
        assert_eq!(excerpt(r#"[{"type":"text","text":"a"},"b",{"type":"image","source":{}}]"#), "a\nb\n");
        assert_eq!(excerpt("null"), "");
        assert_eq!(excerpt("[]"), "");
        assert_eq!(excerpt("{\"x\":1}"), "{\"x\":1}");
        assert_eq!(outcome("t".into(), &Answer::read(None), Signs::default()).excerpt, "");
    }

    #[test]
    fn a_long_answer_keeps_both_ends() {
        let long = format!("\"begin {} end\"", "x".repeat(50_000));
        let outcome = read(&long, Signs::default());
        assert!(outcome.excerpt.starts_with("begin ") && outcome.excerpt.ends_with(" end"));
        assert!(outcome.excerpt.chars().count() <= 600);
        let longer = format!("\"begin {} end\"", "x".repeat(50_001));
        assert_ne!(outcome.content, read(&longer, Signs::default()).content);
        let list = format!("[{long}]");
        assert!(read(&list, Signs::default()).excerpt.ends_with(" end"));
    }

    #[test]
    fn failures_are_read_where_they_can_be() {
        let shell = Signs { shell: true, ..Signs::default() };
        let error = Signs { error: true, ..Signs::default() };
        assert!(read("\"2 failed, 1 passed\"", shell).failure.is_some());
        assert_eq!(read("\"2 failed, 1 passed\"", Signs::default()).failure, None);
        assert_eq!(read("\"3 passed\"", shell).failure, None);
        assert!(read("\"Exit code 1\"", error).failure.is_some());
        assert!(read("\"<tool_use_error>x</tool_use_error>\"", error).failure.is_some());
        assert_eq!(read("\"The user doesn't want to proceed\"", error).failure, None);
    }

    #[test]
    fn what_a_person_answered_is_told_question_by_question() {
        let pair = |question: &str, answer: &str| (question.to_owned(), answer.to_owned());
        let one = "User has answered your questions: \"Shall I push?\"=\"Yes\". You can now continue with the user's answers in mind.";
        assert_eq!(answers(one), [pair("Shall I push?", "Yes")]);
        let two = "User has answered your questions: \"Push?\"=\"Yes\", \"Name it \"x\"?\"=\"No, \"y\"\". You can now continue.";
        assert_eq!(answers(two), [pair("Push?", "Yes"), pair("Name it \"x\"?", "No, \"y\"")]);
        assert_eq!(answers("echo User has answered your questions: \"a\"=\"b\""), []);
        assert_eq!(answers("User has answered your questions: "), []);
    }
}
